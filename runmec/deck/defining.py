"""Which name of DEFINE is meant: the one that is written so, or else the only one but for upper and lower case."""

from __future__ import annotations

from collections.abc import Collection


def defined_as(name: str, known: Collection[str]) -> str | None:
    """As the deck defines it.

    >>> defined_as("m", ["m", "M"]), defined_as("ROD", ["Rod"]), defined_as("ab", ["Ab", "aB"])
    ('m', 'Rod', None)
    """
    if name in known:
        return name
    like = [other for other in known if other.lower() == name.lower()]
    return like[0] if len(like) == 1 else None
