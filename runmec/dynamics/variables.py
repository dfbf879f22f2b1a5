"""`state`, `sample` and `where`: numbers of the motion with names of their own, and what makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.variable import Sample, Variable
from .kind import Fault, LineOfDynamics, VariableKind

SIMULATED = "DYN SIM"


def _state(line: LineOfDynamics) -> Variable:
    return Variable(float(line.values[0]))


def _sample(line: LineOfDynamics) -> Variable:
    return Sample(float(line.values[1]), float(line.values[0]))


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if not values[0] > 0:
        yield Fault(0, f"samples are taken every {values[0]:g} s", "the time between them is above zero")


STATE = VariableKind(
    "state", "variable z, value z0, law dz/dt",
    "a state that is integrated along with the motion: dz/dt is the expression, z0 its value at the start of the deck; "
    "in moves of given motion it keeps its value", "state err 0 (50 - dinp(1))", begin=_state, job=SIMULATED,
)  # fmt: skip
SAMPLE = VariableKind(
    "sample", "value T:time, variable z, value z0, law value",
    "set at t = 0, T, 2T, … to the value of the expression then, and held between; z0 is what it holds before t = 0. "
    "All samples of one instant are taken before any is set", "sample 0.001 u 0 (min(max(-40*inp(1), -5), 5))",
    begin=_sample, faults=_faults, job=SIMULATED,
)  # fmt: skip
WHERE = VariableKind(
    "where", "variable u, law value",
    "a name for an expression that is evaluated in motion; it may use those above it", "where wish (-40*inp(1))",
)  # fmt: skip
