"""Inputs and outputs of a linearised mechanism by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .linearisation import Linearisation

    Floats = NDArray[Any]


def _found(linear: Linearisation, kind: str, called: str) -> int | None:
    """The number of a co-ordinate or parameter by its name, or written as a number."""
    names, mech = linear.mechanism.names, linear.mechanism
    number = names.find(kind, called)
    if number is None and called.lstrip("-").isdigit():
        known = mech.index if kind == "coordinate" else mech.row
        number = int(called) if int(called) in known else None
    return number


def default_forces(linear: Linearisation) -> Iterator[str]:
    """All freedoms, and the co-ordinates on which the deck lets forces act."""
    yield from linear.freedoms
    yield from map(linear.mechanism.names.coordinate, linear.mechanism.forced)


def force_of(linear: Linearisation, called: str) -> tuple[str, Floats]:
    """What a unit force at a co-ordinate, or a unit driving force of a freedom, does to every freedom."""
    if called in linear.freedoms:
        return called, np.eye(len(linear))[linear.freedoms.index(called)]
    number = _found(linear, "coordinate", called)
    if number is None:
        raise ValueError(f"no co-ordinate or freedom `{called}`; freedoms are {', '.join(linear.freedoms) or 'none'}")
    return called, linear.transfer[linear.mechanism.index[number]]


def output_of(linear: Linearisation, called: str) -> tuple[str, tuple[Floats, Floats]]:
    """How an output depends on the freedoms and on their velocities."""
    word, _, name = called.rpartition(" ")
    if word not in ("", "x", "dx", "e", "de"):
        raise ValueError(f"`{called}`: outputs are co-ordinates and parameters, or `dx C.y`, `de p` for velocities")
    nothing = np.zeros(len(linear))
    place, drift = _of(linear, word.removeprefix("d"), name)
    return called, (drift, place) if word.startswith("d") else (place, nothing)


def _of(linear: Linearisation, kind: str, name: str) -> tuple[Floats, Floats]:
    """Derivatives of a co-ordinate or parameter, and of its velocity, to the freedoms."""
    coordinate = _found(linear, "coordinate", name) if kind != "e" else None
    parameter = _found(linear, "parameter", name) if kind != "x" else None
    if name in linear.freedoms and kind != "x":
        return np.eye(len(linear))[linear.freedoms.index(name)], np.zeros(len(linear))
    if coordinate is not None:
        at = linear.mechanism.index[coordinate]
        return linear.transfer[at], linear.drift[at]
    if parameter is not None:
        return linear.forms[parameter]
    raise ValueError(f"no co-ordinate or parameter `{name}`")
