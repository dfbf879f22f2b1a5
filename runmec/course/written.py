"""Answers as students write them: a number, perhaps with a unit, a decimal comma, a typographic minus."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor, isfinite, log10
from typing import NamedTuple

from ..deck.units import unit_of
from ..dimensions import NUMBER, Dimension

_NUMBER = re.compile(r"([+-]?)(\d+(?:[.,]\d*)?|[.,]\d+)(?:\s*(?:[eE]|[·x*]\s*10\^)\s*([+-]?\d{1,3}))?\s*(.*)$")
_MINUS = str.maketrans("−–—", "---")
_UNIT = re.compile(r"1?[^\W\d_°]*°?[\w*/^°]*")
_RAISED = str.maketrans("⁻²³⁴¹", "-2341")
_TURNS_A_MINUTE = frozenset(("u/min", "1/min", "/min", "min^-1", "min-1", "rev/min", "r/min", "tr/min", "omw/min"))
_DEGREES = frozenset(("degree", "degrees", "grad", "graden"))
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
    unit = rest.strip().strip("[]").strip()
    if not unit:
        return Written(number, digits)
    known = _unit_of(unit)
    return Written(number, digits, unit, *known) if known is not None else None


def _unit_of(text: str) -> tuple[float, Dimension] | None:
    """Size and dimension: a blank or a dot is a product, turns a minute and degrees have many names."""
    if text == "%":
        return 0.01, NUMBER
    plain = re.sub(r"[⁻²³⁴¹]+", lambda power: "^" + power[0].translate(_RAISED), text)
    plain = re.sub(r"\s*([*/·])\s*", r"\1", plain).replace("·", "*")
    name = plain.replace(" ", "").lower()
    plain = "rpm" if name in _TURNS_A_MINUTE else "deg" if name in _DEGREES else plain
    plain = re.sub(r"[*\s]*([^\W\d_]+)\^-(\d)", r"/\1^\2", plain)
    plain = f"1{plain}" if plain.startswith("/") else plain
    plain = re.sub(r"\bkgm(?=\W|\d|$)", "kg*m", plain)
    for tried in (re.sub(r"\s+", "*", plain), plain.replace(" ", "")):
        found = unit_of(tried) if _UNIT.fullmatch(tried) else None
        if found is not None:
            return found.factor * 10.0**found.tens, found.dimension
    return None


def is_rounded(number: float, digits: int, exact: float) -> bool:
    """Whether a number of so many digits is another one, rounded: to three at least; beyond the fourth to 0.02 %."""
    if not (isfinite(number) and isfinite(exact)):
        return False
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
