"""What stands behind the nodes of an element: which forms it prescribes, and their values."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..diagnostics import Span
from ..elements import Kind
from ..messages import diagnostic
from ..words import Column
from .nearest import nearest
from .syntax import Word
from .values import Refused, WithUnit, choice, looks_like_number, value, with_unit
from .vocabulary import CHOICES

FREE, RIGID, ELASTIC = "free", "rigid", "elastic"
_ALONE = "`free` prescribes nothing: write it alone, or the forms alone"


class Asked(NamedTuple):
    """A form that is named, and its value if it has one."""

    form: str
    span: Span
    value: Any = None
    of_value: Span | None = None


class Behind(NamedTuple):
    """`how` is free, rigid, elastic, or "" where the forms alone are prescribed."""

    how: str
    forms: tuple[Asked, ...]
    span: Span

    def asks(self, kind: Kind) -> dict[str, Span]:
        """The forms to prescribe, by the type of the element."""
        own = kind.rigid if self.how == RIGID else kind.yielding if self.how == ELASTIC else ()
        return {**dict.fromkeys(own, self.span), **{asked.form: asked.span for asked in self.forms}}


def behind_nodes(words: tuple[Word, ...], kind: Kind, with_units: list[WithUnit]) -> Behind | None:
    """None where nothing stands there; words with units are added to `with_units`."""
    if not words:
        return None
    if words[0].what != "WORD":
        raise _misplaced(words[0], "behind the nodes `free`, `rigid`, `elastic` or forms may stand")
    how, first = "", words[0]
    if first.text.lower() in (FREE, RIGID, ELASTIC):
        how, words = first.text.lower(), words[1:]
    if how == FREE and words:
        raise _misplaced(words[0], _ALONE)
    forms: list[Asked] = []
    at = 0
    while at < len(words):
        form = _form(words[at], forms)
        column = Column("value", form, quantity=_quantity(kind, form))
        if at + 1 < len(words) and _is_value(words[at + 1]):
            given = words[at + 1]
            with_units += with_unit(column, 0, given)
            forms.append(Asked(form, words[at].span, value(column, given, "elem"), given.span))
        else:
            forms.append(Asked(form, words[at].span))
        at += 1 if forms[-1].of_value is None else 2
    return Behind(how, tuple(forms), first.span)


def _form(word: Word, before: list[Asked]) -> str:
    if _is_value(word):
        told = f"behind `{before[-1].form}` stands one value" if before else "a value stands behind its form"
        raise _misplaced(word, told)
    is_form = word.text.lower() in CHOICES["rigid"] or nearest(word.text, CHOICES["rigid"])
    if before and before[-1].of_value is None and not is_form:
        value(Column("value", before[-1].form), word, "elem")  # refuses it, with the remedy for values
    form = choice("rigid", word, "elem")
    if form in (FREE, RIGID, ELASTIC):
        raise _misplaced(word, _ALONE if form == FREE else f"`{form}` stands in front of the forms")
    if any(asked.form == form for asked in before):
        raise Refused(diagnostic("D206", f"`{form}` is given twice", word.span, help="name every form once"))
    return form


def _is_value(word: Word) -> bool:
    return word.what in ("NUMBER", "EXPRESSION", "BROKEN") or (word.what == "STRANGE" and looks_like_number(word.text))


def _quantity(kind: Kind, form: str) -> str:
    return "" if form not in kind.forms else "length" if kind.is_length(form) else "angle"


def _misplaced(word: Word, remedy: str) -> Refused:
    if word.what == "BROKEN":
        return Refused(None)
    return Refused(diagnostic("D111", "too many values for `elem`", word.span, help=remedy))
