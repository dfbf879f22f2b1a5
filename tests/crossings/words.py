"""The words of the language, as its registries have them."""

from __future__ import annotations

from runmec.deck.vocabulary import CHOICES, RECORDS, columns

#: choices that are form parameters (seen with each type) or that only switch something on
_WITHOUT_NUMBERS = ("form", "rigid", "fixed", "axis", "held", "units")


def _record_words(choice: str) -> list[str]:
    return [
        word
        for word, record in RECORDS.items()
        if any(column.role == f"<{choice}>" for one in (record.signature, *record.wider) for column in columns(one))
    ]


#: every word; of a choice behind the word of its line: `law cycloid`, `elem BEAM`
WORDS: tuple[str, ...] = (
    *RECORDS,
    *(
        f"{record} {name}"
        for choice, names in CHOICES.items()
        if choice not in _WITHOUT_NUMBERS
        for record in _record_words(choice)
        for name in names
    ),
)
