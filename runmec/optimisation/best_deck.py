"""The text of a deck with other values of DEFINE; comments, columns and everything else stay as they are."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from ..deck.defining import defined_as
from ..deck.model import Deck
from ..deck.units import in_si, split_unit


def with_values_written(deck: Deck, values: Mapping[str, float]) -> str:
    """Numbers in full precision, in the units they had. What stands behind keeps its column where there is room."""
    known = [define.name for define in deck.defines]
    given = {defined_as(name, known): value for name, value in values.items()}
    lines = deck.source.splitlines(keepends=True)
    for define in deck.defines:
        place = define.at(1)
        if define.name not in given or place is None:
            continue
        line = lines[place.line - 1]
        begin, end = place.column - 1, place.column - 1 + place.width
        new, rest = _written(line[begin:end], float(given[define.name])), line[end:]
        gap = len(rest) - len(rest.lstrip(" "))
        behind = rest[gap:]
        if behind.strip():
            gap = max(1, gap + place.width - len(new))
        lines[place.line - 1] = line[:begin] + new + " " * gap + behind
    return "".join(lines)


def _written(old: str, value: float) -> str:
    parts = split_unit(old)
    factor = in_si(f"1{parts[1]}") if parts is not None else None
    if parts is not None and factor:
        new = f"{Decimal(repr(value)) / Decimal(repr(factor)):f}{parts[1]}"
        if in_si(new) == value:
            return new
    return repr(value)
