"""Whether a number of a deck can be calculated with: finite, and its squares and cubes too."""

from __future__ import annotations

from math import isfinite

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from .expression import Expression, without_value

LARGEST = 1e100  # of any unit: far beyond what there is, and its cube is still a number
LEAST = 1e-100  # of times and ranges, which rates of second order are divided by twice


def unusable_inside(expression: Expression, place: Span | None) -> Diagnostic | None:
    """The same of the numbers within an expression that is calculated in every position."""
    if expression.is_constant:
        return None
    numbers = (number for name, number in expression.program if name == "number")
    return next(filter(None, (unusable(number, f"{number:g}", place) for number in numbers)), None)


def unusable(number: float, text: str, place: Span | None, expression: Expression | None = None) -> Diagnostic | None:
    """What is wrong with a number that was written as `text`, at `place`; nothing if it is fit for use."""
    if abs(number) <= LARGEST:
        return None
    shown = text if len(text) <= 40 else text[:37] + "…"
    if isfinite(number):
        return diagnostic(
            "D117",
            f"`{shown}` is too large a number",
            place,
            label=f"{number:.4g}",
            help=f"nothing is calculated with numbers above {LARGEST:g}",
        )
    failing = without_value(expression.program) if expression is not None else ""
    return diagnostic(
        "D117", f"`{shown}` is not a finite number", place, notes=(f"there is {failing} in it",) if failing else ()
    )
