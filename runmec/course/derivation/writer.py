"""What all parts of a derivation write with: symbols, formulas, words, the document."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, prod

from ...deck.model import Store
from ...dimensions import ANGLE
from ...outputs import DRIVE
from ...results.units import unit_of, way_of
from .document import Document, Table, Text
from .formulas import Formulas, Way
from .notation import EQUALS, MINUS, PLUS, Identifier, Line, Math, Number, Operator, Script, Word, line, number
from .standing import Group, Held, Standing
from .symbols import Symbols
from .words import WORDS

LARGE = 8  # co-ordinates of a group whose inverse is no longer printed
_UNSEEN = 1e-6  # of the largest term of a sum


class Writer:
    def __init__(self, standing: Standing, language: str) -> None:
        self.standing = standing
        self.mech = standing.mech
        self.words = WORDS[language]
        self.symbols = Symbols(standing.mech)
        self.formulas = Formulas(standing.mech, self.symbols, [place.x for place in standing.places])
        self.document = Document("", ())

    def word(self, key: str, **filled: object) -> str:
        return self.words[key].format(**filled)

    def coordinate(self, at: int) -> Math:
        return self.symbols.coordinate(at)

    def held(self, held: Held) -> Math:
        """The symbol of a parameter; norms of turning nodes are called N."""
        if held.row >= 0:
            return self.symbols.parameter(held.row)
        node = self.coordinate(next(iter(held.D)))
        assert isinstance(node, Script)
        assert isinstance(node.below, Line)
        return Script(Identifier("N"), node.below.parts[-1])

    def sigma(self, held: Held) -> Math:
        if held.row >= 0:
            return self.symbols.sigma(held.row)
        return Script(Identifier("σ"), self.held(held))

    def unit_of_drive(self, input: int) -> tuple[Math, ...]:
        """Behind the force or moment of an input, where the deck says in which units it is."""
        unit = unit_of(self.mech, Store(DRIVE.word, (input,), 0)).symbol
        return (Word(f" {unit}"),) if unit else ()

    def value(self, held: Held) -> Text:
        """Angles in degrees too."""
        beside = self.mech.size if held.form.is_length else 1.0
        text: Text = (number(held.value, beside),)
        return (
            (*text, f"  ({degrees(held.value) if text != (Number('0'),) else 0.0:.4g}°)")
            if held.row >= 0 and self.is_angle(held)
            else text
        )

    def is_angle(self, held: Held) -> bool:
        return way_of(self.mech, "parameter", self.mech.parameters[held.row]) == ANGLE

    def way(self, in_time: bool) -> Way:
        standing = self.standing
        if in_time:
            return Way(lambda at: standing.places[at].v if standing.places[at].moving else 0.0, True)
        return Way(lambda at: standing.first[0][at], False)

    def state(self, key: str, *formulas: Math, equation: str = "") -> None:
        """A sentence that ends in formulas, and perhaps in the number that the course book gives them."""
        told = [part for k, one in enumerate(formulas) for part in ((",  ", one) if k else (one,))]
        self.document.say(self.word(key) + " ", *told, f"  ({equation})" if equation else "")

    def blocks(self, group: Group) -> list[int]:
        """Co-ordinates of other groups on which the parameters of a group depend."""
        standing = self.standing
        found = {at for held in group.held for at, d in held.D.items() if standing.places[at].moving and d}
        return sorted(found - set(group.columns))

    def table(
        self,
        head: Sequence[str | Math | Text],
        rows: Sequence[Sequence[str | Math | Text]],
        total: Sequence[str | Math | Text] = (),
        texts: Sequence[int] = (0,),
    ) -> None:
        self.document.blocks.append(
            Table(
                tuple(map(_text, head)),
                tuple(tuple(map(_text, row)) for row in rows),
                tuple(map(_text, total)),
                frozenset(texts),
            )
        )


def _text(cell: str | Math | Text) -> Text:
    return cell if isinstance(cell, tuple) else (cell,)


def total_of(terms: Sequence[tuple[float, ...]]) -> Line:
    """`0.7071·2 − 0.2989·1`; what does not change the digits of the largest is left out."""
    sizes = [abs(prod(factors)) for factors in terms]
    found: list[Math] = []
    for factors, size in zip(terms, sizes, strict=True):
        if not size > _UNSEEN * max(sizes):
            continue
        is_negative = sum(factor < 0.0 for factor in factors) % 2 == 1
        shown = [abs(factor) for factor in factors if abs(factor) != 1.0] or [1.0]
        found += [MINUS if is_negative else PLUS] if found or is_negative else []
        found += [
            part for k, one in enumerate(shown) for part in ((Operator("·"), number(one)) if k else (number(one),))
        ]
    return line(*found) if found else line(Number("0"))


def equal(left: Math, *right: Math) -> Line:
    return line(*[part for k, part in enumerate((left, *right)) for part in ((EQUALS, part) if k else (part,))])
