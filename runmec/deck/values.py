"""One word of a line -> the value that a column of the language takes, or what is wrong with it."""

from __future__ import annotations

import math
import re
from typing import Any

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .expression import Expression, constant, without_value
from .nearest import nearest
from .syntax import Word, as_float
from .vocabulary import CHOICES, Column

WHOLE_ROLES = {
    "element": "the number of an element",
    "coordinate": "the number of a co-ordinate",
    "parameter": "the number of a parameter",
    "prescribed": "the number of a prescribed parameter",
    "dependent": "the number of a dependent parameter",
    "input": "the number of an input",
    "buffer": "the number of a buffer",
    "counter": "the number of the line",
    "count": "how many there are",
    "position": "the number of a position",
}
_WHOLE = re.compile(r"[+-]?\d{1,9}$")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$")
_LOOKALIKES = str.maketrans({"o": "0", "O": "0", "l": "1", "I": "1"})
_MINUS_SIGNS = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}"


class Refused(Exception):
    """A word that its column does not take; `diagnostic` is None if it was told before."""

    def __init__(self, told: Diagnostic | None) -> None:
        self.diagnostic = told


def value(column: Column, word: Word, record: str) -> Any:
    """The value of a word in a column, or Refused."""
    if word.what == "BROKEN":
        raise Refused(None)
    if column.role in WHOLE_ROLES:
        return _whole(column, word, record)
    if column.role == "name":
        return _name(word)
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
    what = {"TYPE": "a type of element", "form": "a form parameter", "law": "a law of motion"}
    message = f"`{word.text}` is not {what.get(group, f'a {group}')} that `{record}` knows"
    raise Refused(diagnostic("D119", message, word.span, help=remedy))


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
    least = {"parameter": None, "dependent": None, "counter": None, "count": 0}.get(column.role, 1)
    if least is not None and number < least:
        if column.role == "prescribed":
            message = f"`{record}` takes a prescribed parameter, {number} is not positive"
            raise Refused(diagnostic("D203", message, word.span, help="prescribed parameters are 1, 2, 3, …"))
        message = f"{number} cannot be {what}"
        raise Refused(diagnostic("D210", message, word.span, help=f"it is {least} at least"))
    if column.role in ("parameter", "dependent") and number == 0:
        raise Refused(diagnostic("D210", "0 cannot be the number of a parameter", word.span,
                                 help="prescribed ones are positive, dependent ones negative"))  # fmt: skip
    if column.role == "dependent" and number > 0:
        message = f"`{record}` acts on a dependent parameter; {number} is positive, as of prescribed ones"
        remedy = f"make a dependent parameter by a `form` line with a negative number; or `flex {number} …`"
        raise Refused(diagnostic("D209", message, word.span, help=remedy))
    return number


def _not_whole(word: Word, what: str, record: str) -> Diagnostic:
    return diagnostic("D112", f"`{word.text}` is not a whole number", word.span,
                      label=f"`{record}` takes a whole number here: {what}",
                      help="write it as digits only, at most nine")  # fmt: skip


def _number(column: Column, word: Word, record: str) -> Any:
    if word.what == "NUMBER":
        number = as_float(word.text)
        expression = Expression((("number", number),), word.text)
    elif word.expression is not None:
        expression = word.expression
        if column.role != "law" and not expression.is_constant:
            message = f"`{record}` takes a constant here"
            raise Refused(diagnostic("D116", message, word.span,
                                     help="`t`, `x(c)` and the like are for `force` and `motor`"))  # fmt: skip
        number = constant(expression.program) if expression.is_constant else 0.0
    else:
        raise Refused(not_a_number(word, f"{column.name or 'a value'} (a number)"))
    if not math.isfinite(number):
        failing = without_value(expression.program)
        raise Refused(diagnostic("D117", f"`{word.text}` is not a finite number", word.span,
                                 notes=(f"there is {failing} in it",) if failing else ()))  # fmt: skip
    return expression if column.role == "law" else number


def not_a_number(word: Word, expected: str, whole: bool = False) -> Diagnostic:
    """What is wrong with a word that stands where a number should."""
    text, span = word.text, word.span
    if text == ")":
        return diagnostic("D107", "`)` without `(`", span)
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return diagnostic("D117", f"`{text}` is not a finite number", span)
    if "," in text and not whole and _NUMBER.match(text.replace(",", ".", 1)):
        return diagnostic("D103", f"decimal comma in `{text}`", span, help=f"write `{text.replace(',', '.')}`")
    if "," in text and all(_NUMBER.match(part) for part in filter(None, text.split(","))):
        return diagnostic("D103", f"comma in `{text}`", span, help="separate numbers by blanks")
    if _NUMBER.match(text.translate(_LOOKALIKES)):
        remedy = f"write `{text.translate(_LOOKALIKES)}`"
        return diagnostic("D104", f"letter in the number `{text}`", span, help=remedy)
    if text[0] in _MINUS_SIGNS and _NUMBER.match("-" + text[1:]):
        return diagnostic("D105", f"`{text}` begins with a dash, not with a minus", span, help=f"write `-{text[1:]}`")
    remedy = ""
    if any(sign in text[1:-1] for sign in "*/^+-"):
        remedy = f"put an expression in parentheses: `({text})`"
    elif word.what == "WORD":
        remedy = f"a name of DEFINE stands in parentheses: `({text})`" if text.isidentifier() else ""
    return diagnostic("D105", f"expected {expected}, found `{_short(text)}`", span, help=remedy)


def _name(word: Word) -> str:
    if word.what != "WORD" or not re.fullmatch(r"[\w-]{1,100}", word.text):
        message = f"`{_short(word.text)}` cannot be the name of a film"
        raise Refused(diagnostic("D105", message, word.span, help="use letters, digits, `_` and `-`"))
    return word.text


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
