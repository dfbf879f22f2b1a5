"""A number of the deck changed in place: same column, same manner of writing, comment untouched."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..deck.syntax import as_float
from ..deck.units import in_si, split_unit
from ..diagnostics import Span
from .places import Edit

_NUMBER = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eEdD]([+-]?\d+))?$")
_DECIMALS_AT_MOST = 12


class WrittenNumber(NamedTuple):
    """A number as it is written: value in SI, and where it stands."""

    span: Span
    text: str
    value: float


def value_of(text: str) -> float | None:
    """The value of a number, with a unit or without."""
    match = _NUMBER.match(text)
    if match and (match[2] or match[3]):  # `e0` and `D1` are names
        return as_float(text)
    return in_si(text)


def written(old: str, value: float, finest: float = 0.0) -> str:
    """`value` written as `old` was: its unit, its decimals, and more of them where `finest` needs them.

    >>> written("0.300", 0.25), written("30mm", 0.0316), written("0", 0.125, 0.001)
    ('0.250', '32mm', '0.125')
    """
    parts = split_unit(old) if value_of(old) is not None and not _NUMBER.match(old) else None
    number, unit = parts if parts is not None else (old, "")
    factor = in_si(f"1{unit}") if unit else 1.0
    assert factor is not None
    match = _NUMBER.match(number)
    scaled = value / factor
    if match is None:  # an expression
        return _plain(scaled, _needed(finest))
    exponent = int(match[4] or 0)
    decimals = max(len(match[3] or ""), _needed(finest / factor, exponent))
    if exponent or match[4]:
        letter = next(c for c in number if c in "eEdD")
        return f"{_plain(scaled / 10.0**exponent, decimals)}{letter}{match[4]}{unit}"
    text = _plain(scaled, decimals)
    if text.lstrip("-").startswith("0.") and number.lstrip("+-").startswith("."):
        text = text.replace("0.", ".", 1)
    return ("+" if match[1] == "+" and scaled >= 0 else "") + text + unit


def _needed(finest: float, exponent: int = 0) -> int:
    """Decimals with which steps of `finest` can be told apart."""
    if not finest > 0:
        return 0
    return max(0, min(_DECIMALS_AT_MOST, math.ceil(-math.log10(finest) + exponent - 1e-9)))


def _plain(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def replaced(lines: Sequence[str], span: Span, new: str) -> Edit:
    """The change of a word that leaves what stands beside it in its column, as far as there are blanks."""
    line = lines[span.line - 1]
    start, end = span.column - 1, span.column - 1 + span.width
    gap_before = start - len(line[:start].rstrip(" "))
    gap_after = len(line[end:]) - len(line[end:].lstrip(" "))
    follows = end + gap_after < len(line)
    more = len(new) - span.width
    aligned_right = gap_before > 2
    left = min(more, gap_before - 1) if more > 0 and aligned_right else more if more < 0 and aligned_right else 0
    right = 0
    if follows and more - left > 0:
        right = min(more - left, gap_after - 1)
    elif follows and not aligned_right and more < 0:
        right = more
    start -= max(left, 0)
    text = " " * max(-left, 0) + new + " " * max(-right, 0)
    return Edit(Span(span.line, start + 1, end - start + max(right, 0)), text)
