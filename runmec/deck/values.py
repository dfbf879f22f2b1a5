"""One word of a line -> the value that a column of the language takes, or what is wrong with it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..diagnostics import Diagnostic
from ..dimensions import Dimension
from ..messages import diagnostic
from ..outputs import CALCULATED
from ..words import KINDS_OF, Column
from .expression import DEEPEST, QUANTITIES, REDUCTIONS, Expression, Named, constant
from .nearest import nearest
from .opening import Opened
from .reserved import is_reserved
from .syntax import Word, as_float
from .units import FACTORS, UNITS, in_si, measured, split_unit, units_in
from .usable import unusable, unusable_inside
from .vocabulary import CHOICES

WHOLE_ROLES = {
    "element": "the number of an element",
    "link": "the number of an element, or 0 for the frame",
    "coordinate": "the number of a co-ordinate",
    "parameter": "the number of a parameter",
    "prescribed": "the number of a prescribed parameter",
    "dependent": "the number of a dependent parameter",
    "input": "the number of an input",
    "driven": "the number of an input or of a dependent parameter",
    "buffer": "the number of a buffer",
    "program": "the number of a program",
    "counter": "the number of the line",
    "count": "how many there are",
    "position": "the number of a position",
    "toleranced": "the number of a prescribed parameter",
    "turning": "the number of a turning node",
    "followed": "the number of a parameter",
}
_CALLED_ROLES = {"define": "a name of DEFINE", "judged": "the name of a figure", "stated": "the name of a state"}
#: what names are given to; the others only count
NAMED_ROLES = frozenset(KINDS_OF)
#: names that a line gives
GIVEN_ROLES = {"point": "a point", "angle": "an angle", "composed": "a parameter", "figure": "a figure",
               "variable": "a number of the motion"}  # fmt: skip
_NAME = re.compile(r"[^\W\d_]\w*")
_CALLED = re.compile(r"[^\W\d_]\w*(\.([^\W\d_]\w*|[0-3]))?")
_WHOLE = re.compile(r"[+-]?\d{1,9}$")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$")
_LOOKALIKES = str.maketrans({"o": "0", "O": "0", "l": "1", "I": "1"})
_MINUS_SIGNS = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}"


_OF_ANY_SIGN = ("parameter", "dependent", "driven", "followed", "counter")


class Refused(Exception):
    """A word that its column does not take; `diagnostic` is None if it was told before."""

    def __init__(self, told: Diagnostic | None) -> None:
        self.diagnostic = told


class WithUnit(NamedTuple):
    """What has a unit in a line: its column, and in which of its repetitions, its word, how it is shown."""

    column: Column
    again: int
    word: Word
    shown: str
    dimension: Dimension


def with_unit(column: Column, again: int, word: Word) -> list[WithUnit]:
    """A word as one, if it has a unit and the column asks for that."""
    found = measured(word.text) if column.quantity and word.what == "STRANGE" else None
    return [WithUnit(column, again, word, word.text, found.dimension)] if found else []


def value(column: Column, word: Word, record: str) -> Any:
    """The value of a word in a column, or Refused."""
    if word.what == "BROKEN":
        raise Refused(None)
    if column.role in GIVEN_ROLES:
        return new_name(word, GIVEN_ROLES[column.role])
    if column.role in NAMED_ROLES and word.what == "WORD" and _CALLED.fullmatch(word.text):
        return Named(word.text, word.span)
    if column.role == "toleranced" and word.what == "WORD" and _CALLED.fullmatch(word.text):
        return Named(word.text, word.span)
    if column.role in _CALLED_ROLES:
        return _called(word, record, _CALLED_ROLES[column.role])
    if column.role == "bound" and word.text.lower() == "none":
        return None
    if column.role == "elementary":
        return _elementary(word, record)
    if column.role == "followed" and word.expression is not None and len(word.expression.program) == 1:
        of, subject = word.expression.program[0]
        if of in ("x", "e") and isinstance(subject, int):
            return of, subject
    if column.role in WHOLE_ROLES:
        return _whole(column, word, record)
    if column.role == "name":
        return _name(word, column)
    if column.role == "text":
        return _quoted(word, column)
    return _number(column, word, record)


def choice(group: str, word: Word, record: str) -> str:
    """The word of a choice as the table writes it, or Refused."""
    known = CHOICES[group]
    if word.what == "BROKEN":
        raise Refused(None)
    for candidate in known:
        if candidate.lower() == word.text.lower():
            return candidate
    near = nearest(word.text, known)
    remedy = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}"
    if group in ("fixed", "held", "axis", "rigid"):
        remedy = f"did you mean `{near}`?" if near else f"`{record}` ends here, or with {', '.join(known)}"
    what = {
        "rigid": "a form parameter",
        "fixed": "a word",
        "held": "a word",
        "axis": "an axis",
        "units": "a set of units",
        "TYPE": "a type of element",
        "form": "a form parameter",
        "law": "a law of motion",
        "spread": "a distribution",
        "sense": "a sense",
        "segment": "a segment",
    }
    message = f"`{word.text}` is not {what.get(group, f'a {group}')} that `{record}` knows"
    raise Refused(diagnostic("D119", message, word.span, help=remedy))


def new_name(word: Word, what: str) -> Named:
    """A name that the line gives to something, or Refused."""
    if word.what == "BROKEN":
        raise Refused(None)
    name = Named(word.text, word.span)
    fault = not_a_name(name, what)
    if fault is not None:
        raise Refused(fault)
    return name


def not_a_name(name: Named, what: str) -> Diagnostic | None:
    """Why a word cannot be the name of something new."""
    if not _NAME.fullmatch(name.text):
        remedy = "a name is a letter followed by letters, digits and `_`"
        if "." in name.text and what == GIVEN_ROLES["composed"]:
            remedy = f"`para {_short(name.text)} value` in GEOMETRY gives a value to what an element measures"
        return diagnostic("D121", f"`{_short(name.text)}` cannot be the name of {what}", name.span, help=remedy)
    if is_reserved(name.text):
        message = f"`{name.text}` cannot be the name of {what}: it is a word of the language"
        return diagnostic("D121", message, name.span, help=f"choose another name, for example `{name.text}1`")
    return None


def _called(word: Word, record: str, what: str) -> Named:
    if word.what == "WORD" and _CALLED.fullmatch(word.text):
        return Named(word.text, word.span)
    raise Refused(diagnostic("D105", f"`{record}` takes {what} here, found `{_short(word.text)}`", word.span))


def _elementary(word: Word, record: str) -> Named:
    if word.what == "WORD" and _CALLED.fullmatch(word.text) and "." in word.text:
        return Named(word.text, word.span)
    message = f"`{record}` takes a form parameter of an element here, found `{_short(word.text)}`"
    raise Refused(diagnostic("D105", message, word.span, help="write element and form: `crank.angb`"))


def looks_like_number(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "+-.," or text[:1] in _MINUS_SIGNS


def _whole(column: Column, word: Word, record: str) -> int:
    what = WHOLE_ROLES[column.role]
    if word.what != "NUMBER":
        if word.what == "EXPRESSION":
            raise Refused(_not_whole(word, what, record))
        raise Refused(not_a_number(word, what, whole=True))
    if not _WHOLE.match(word.text):
        raise Refused(_not_whole(word, what, record))
    number = int(word.text)
    least = None if column.role in _OF_ANY_SIGN else {"count": 0, "link": 0}.get(column.role, 1)
    if least is not None and number < least:
        if column.role in ("prescribed", "toleranced"):
            message = f"`{record}` takes a prescribed parameter, {number} is not positive"
            raise Refused(diagnostic("D203", message, word.span, help="prescribed parameters are 1, 2, 3, …"))
        message = f"{number} cannot be {what}"
        raise Refused(diagnostic("D210", message, word.span, help=f"it is {least} at least"))
    if column.role in ("parameter", "dependent", "driven", "followed") and number == 0:
        raise Refused(
            diagnostic(
                "D210",
                "0 cannot be the number of a parameter",
                word.span,
                help="prescribed ones are positive, dependent ones negative",
            )
        )
    if column.role == "dependent" and number > 0:
        message = f"`{record}` acts on a dependent parameter; {number} is positive, as of prescribed ones"
        remedy = f"make a dependent parameter by a `form` line with a negative number; or `flex {number} …`"
        raise Refused(diagnostic("D209", message, word.span, help=remedy))
    return number


def _not_whole(word: Word, what: str, record: str) -> Diagnostic:
    fault = "has too many digits" if word.text.lstrip("+-").isdigit() else "is not a whole number"
    return diagnostic(
        "D112",
        f"`{_short(word.text)}` {fault}",
        word.span,
        label=f"`{record}` takes a whole number here: {what}",
        help="write it as digits only, at most nine",
    )


def _number(column: Column, word: Word, record: str) -> Any:
    with_unit = in_si(word.text) if word.what == "STRANGE" else None
    if word.what == "NUMBER" or with_unit is not None:
        number = as_float(word.text) if with_unit is None else with_unit
        expression = Expression((("number", number),), word.text)
    elif word.expression is not None:
        expression = word.expression
        _refuse_reductions(column, word, record, expression)
        if column.role not in ("law", "reduced") and not expression.is_constant:
            message = f"`{record}` takes a constant here"
            raise Refused(
                diagnostic(
                    "D116", message, word.span, help="`t`, `x(c)` and the like are for `force`, `motor` and `bufcalc`"
                )
            )
        if record != CALCULATED.word and any(name == "buf" for name, _ in expression.program):
            raise Refused(
                diagnostic(
                    "D116",
                    f"`buf(b)` is not known in `{record}`",
                    word.span,
                    help="buffers are filled after the motion: `bufcalc` may use them",
                )
            )
        if not expression.is_constant and expression.depth > DEEPEST:
            told = f"an expression of {expression.depth} operations upon each other; {DEEPEST} are the most"
            raise Refused(diagnostic("D120", told, word.span, help="split it: a sum into sums of a hundred terms"))
        number = constant(expression.program) if expression.is_constant else 0.0
    else:
        wanted = "a number, 9.81 on earth" if column.quantity == "gravity" else "a number"
        raise Refused(not_a_number(word, f"{column.name or 'a value'} ({wanted})"))
    fault = unusable(number, word.text, word.span, expression) or unusable_inside(expression, word.span)
    if fault is not None:
        raise Refused(fault)
    if column.role in ("law", "reduced"):
        return expression
    return Opened.of(number, expression) if expression.open else number


def _refuse_reductions(column: Column, word: Word, record: str, expression: Expression) -> None:
    """Histories are for figures, and figures know nothing but histories."""
    for name, _ in expression.program:
        if column.role == "reduced" and (name in QUANTITIES or name == "t"):
            told = f"`{name}` has many values in a motion; a figure is one number"
            raise Refused(diagnostic("D116", told, word.span, help="store it in a buffer b: `most(b)`, `rms(b)` …"))
        if column.role != "reduced" and name in REDUCTIONS:
            raise Refused(
                diagnostic(
                    "D116",
                    f"`{name}(b)` is not known in `{record}`",
                    word.span,
                    help="what is made of a whole history is for `figure` in STUDY",
                )
            )


def not_a_number(word: Word, expected: str, whole: bool = False) -> Diagnostic:
    """What is wrong with a word that stands where a number should."""
    text, span = word.text, word.span
    if text == ")":
        return diagnostic("D107", "`)` without `(`", span)
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return diagnostic("D117", f"`{_short(text)}` is not a finite number", span)
    if "," in text and not whole and _is_written(text.replace(",", ".", 1)):
        return diagnostic("D103", f"decimal comma in `{text}`", span, help=f"write `{text.replace(',', '.')}`")
    if "," in text and all(_NUMBER.match(part) for part in filter(None, text.split(","))):
        return diagnostic("D103", f"comma in `{text}`", span, help="separate numbers by blanks")
    if _NUMBER.match(text.translate(_LOOKALIKES)):
        remedy = f"write `{text.translate(_LOOKALIKES)}`"
        return diagnostic("D104", f"letter in the number `{text}`", span, help=remedy)
    if text[0] in _MINUS_SIGNS and _is_written("-" + text[1:]):
        return diagnostic("D105", f"`{text}` begins with a dash, not with a minus", span, help=f"write `-{text[1:]}`")
    parts = split_unit(text)
    if parts is not None and whole:
        return diagnostic("D112", f"`{_short(text)}` is not a whole number", span, label=f"expected {expected}")
    if parts is not None:
        unit = next((unit for unit in units_in(parts[1]) if unit not in UNITS), parts[1])
        near = nearest(unit, UNITS)
        remedy = (
            f"did you mean `{parts[0]}{parts[1].replace(unit, near)}`?" if near else f"known are {', '.join(UNITS)}"
        )
        return diagnostic("D122", f"unknown unit in `{_short(text)}`", span, help=remedy)
    remedy = ""
    if word.what == "TEXT":
        remedy = "text in quotes is no number: write it without them"
    elif any(sign in text[1:-1] for sign in "*/^+-"):
        remedy = f"put an expression in parentheses: `({text})`"
    elif word.what == "WORD" and text in UNITS:
        remedy = f"a unit stands behind its number without a blank, as in `30{text}`"
        remedy += f"; a name of DEFINE stands in parentheses: `({text})`" if text not in FACTORS else ""
    elif word.what == "WORD" and text.isidentifier() and not is_reserved(text):
        remedy = f"a name of DEFINE stands in parentheses: `({text})`"
    return diagnostic("D105", f"expected {expected}, found `{_short(text)}`", span, help=remedy)


def _is_written(text: str) -> bool:
    """Whether it is a number, with a unit or without."""
    return _NUMBER.match(text) is not None or in_si(text) is not None


def _name(word: Word, column: Column) -> str:
    if word.what != "WORD" or not re.fullmatch(r"[\w-]{1,100}", word.text):
        message = f"`{_short(word.text)}` cannot be the name of a {column.name}"
        raise Refused(diagnostic("D105", message, word.span, help="use letters, digits, `_` and `-`"))
    return word.text


def _quoted(word: Word, column: Column) -> str:
    if word.what != "TEXT":
        message = f"expected {column.name or 'text'} in double quotes, found `{_short(word.text)}`"
        raise Refused(diagnostic("D105", message, word.span, help=f'write `"{_short(word.text)}"`'))
    return word.text[1:-1]


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
