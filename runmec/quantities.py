"""Words of STORAGE -> numbers of a stage: one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .deck.vocabulary import FORCE_WORDS
from .mechanism import Floats
from .stage import Stage


def _inputs(inputs: tuple[int, ...], count: int) -> list[int]:
    """Inputs from zero; input 1 where the deck does not say."""
    return [i - 1 for i in inputs] or [0] * count


def _x(name: str) -> Callable[[Stage, Any, Any], Floats]:
    return lambda s, subject, _: getattr(s, name)[s.mech.index[subject[0]]]


def _e(name: str) -> Callable[[Stage, Any, Any], Floats]:
    return lambda s, subject, _: getattr(s, name)[s.mech.row[subject[0]]]


def _prescribed(stage: Stage, subject: Any, _: Any) -> Floats:
    """Deformation of a parameter; a dependent one follows the displacements."""
    row = stage.mech.row[subject[0]]
    if row < stage.mech.prescribed:
        return stage.deformation[row]
    return stage.solver.rates(stage.displacement)[row]


QUANTITIES: dict[str, Callable[[Stage, Any, Any], Floats]] = {
    "buftime": lambda s, _, __: s.time,
    "bufinp": lambda s, subject, _: s.e[s.mech.m.start + subject[0] - 1],
    "bufdinp1": lambda s, subject, _: s.de1[subject[0] - 1],
    "bufdinp2": lambda s, subject, _: s.de2[subject[0] - 1],
    "bufx0": _x("x"),
    "bufx1": lambda s, subject, inputs: s.x1[s.mech.index[subject[0]], _inputs(inputs, 1)[0]],
    "bufx2": lambda s, subject, inputs: s.x2(*_inputs(inputs, 2))[s.mech.index[subject[0]]],
    "bufdx1": _x("dx1"),
    "bufdx2": _x("dx2"),
    "bufe0": _e("e"),
    "bufe1": lambda s, subject, inputs: s.e1(*_inputs(inputs, 1))[s.mech.row[subject[0]]],
    "bufe2": lambda s, subject, inputs: s.e2(*_inputs(inputs, 2))[s.mech.row[subject[0]]],
    "bufde1": _e("de1_all"),
    "bufde2": _e("de2_all"),
    "bufsigma": _e("sigma"),
    "bufreac": _x("reaction"),
    "bufconn": lambda s, subject, _: s.connection(subject[0])[s.mech.index[subject[1]]],
    "bufjred": lambda s, _, inputs: s.reduced_inertia(*_inputs(inputs, 2)),
    "bufekin": lambda s, _, __: s.kinetic_energy,
    "bufepot": lambda s, _, __: s.potential_energy,
    "bufpower": lambda s, subject, _: s.power[subject[0] - 1],
    "bufdef": _prescribed,
    "bufdisp": _x("displacement"),
    "bufcond": lambda s, _, __: s.reciprocal_condition,
}


def quantity(stage: Stage, word: str, subject: tuple[int, ...], inputs: tuple[int, ...], forces: bool) -> Floats:
    """The history (nt,) of one quantity; empty (NaN) where the job calculates no forces."""
    if word in FORCE_WORDS and not forces:
        return np.full(len(stage.time), np.nan)
    return np.array(QUANTITIES[word](stage, subject, inputs), dtype=float)
