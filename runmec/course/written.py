"""Answers as students write them: a number, perhaps with a unit, a decimal comma, a typographic minus."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor, log10
from typing import NamedTuple

from ..deck.units import unit_of
from ..dimensions import Dimension

_NUMBER = re.compile(r"([+-]?)(\d+(?:[.,]\d*)?|[.,]\d+)(?:\s*(?:[eE]|[·x*]\s*10\^)\s*([+-]?\d{1,3}))?\s*(.*)$")
_MINUS = str.maketrans("−–—", "---")
_LEAST_DIGITS, _MOST_DIGITS = 3, 4
_ENOUGH = 2e-4  # of a number with more digits


class Written(NamedTuple):
    """A number as it stands, its significant digits, and its unit: size in SI and dimension, or None."""

    number: float
    digits: int
    unit: str = ""
    size: float = 1.0
    dimension: Dimension | None = None


def read_answer(text: str) -> Written | None:
    """None where it is no number.

    >>> read_answer("27,40 Nm")
    Written(number=27.4, digits=4, unit='Nm', size=1.0, dimension=Dimension(m=2, kg=1, s=-2, rad=0, ampere=0))
    >>> read_answer("about 3") is None
    True
    """
    match = _NUMBER.match(text.strip().translate(_MINUS))
    if match is None:
        return None
    sign, mantissa, exponent, rest = match.groups()
    mantissa = mantissa.replace(",", ".")
    number = float(f"{sign}{mantissa}e{exponent or 0}")
    digits = len(mantissa.replace(".", "").lstrip("0")) or 1
    unit = rest.strip().strip("[]").replace(" ", "").replace("·", "*")
    if not unit:
        return Written(number, digits)
    found = unit_of(unit) if re.fullmatch(r"[^\W\d_°]*°?[\w*/^²³⁴°]*", unit) else None
    if found is None:
        return None
    return Written(number, digits, rest.strip(), found.factor * 10.0**found.tens, found.dimension)


def is_rounded(number: float, digits: int, exact: float) -> bool:
    """Whether a number of so many digits is another one, rounded: to three at least; beyond the fourth to 0.02 %."""
    if exact == 0.0 or number == 0.0:
        return number == exact
    if digits > _MOST_DIGITS:
        return abs(number - exact) <= _ENOUGH * abs(exact)
    return abs(number - exact) <= 0.5 * _last(exact, digits) * (1.0 + 1e-9)


def only_one(number: float, digits: int, found: Mapping[str, float]) -> str:
    """What alone gives a number: to all its digits, or else as `is_rounded` has it; "" where nothing or several do."""
    near = {text: exact for text, exact in found.items() if is_rounded(number, digits, exact)}
    exactly = [
        text for text, exact in near.items() if exact and abs(number - exact) <= 0.5000001 * _last(exact, digits)
    ]
    named = exactly or list(near)
    return named[0] if len(named) == 1 else ""


def _last(exact: float, digits: int) -> float:
    return float(10.0 ** (floor(log10(abs(exact))) + 1 - max(_LEAST_DIGITS, digits)))
