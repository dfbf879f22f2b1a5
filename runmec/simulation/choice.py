"""Choosing what is integrated: the deck's inputs, or co-ordinates in place of inputs that lost their grip.

At a dead centre of an input the mechanism moves while the input rests: everything follows infinitely fast from it.
Such an input is replaced by the co-ordinate that moves most. In the language of decks: a TR1 at the origin measures
the co-ordinate, which becomes the prescribed parameter, and the input becomes a dependent one, on which its motor
acts as a spring does. The rest of the program sees an ordinary mechanism.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..deck.model import Coordinate, Element, Form
from ..kinematics import Solver, deform
from ..mechanism import Floats, Mechanism, number
from .setup import Chosen, motors

REGAINED = 4.0  # an input is taken back when no co-ordinate moves faster than this relative to it


def choose(mech: Mechanism, replaced: dict[int, int]) -> Chosen:
    """`replaced`: input (from zero) -> index of the co-ordinate that takes its place."""
    given = {k for k, motor in motors(mech).items() if motor.model == "given"}
    free = tuple(k for k in range(mech.inputs) if k not in given)
    if not replaced:
        return Chosen(mech, tuple(range(mech.m.start, mech.m.stop)), free, tuple(sorted(given)))
    deck = mech.deck
    origin = max(mech.coordinates) + 1
    element = max(e.number for e in deck.elements)
    lowest = min(0, *mech.parameters)
    parameter = {k: mech.parameters[mech.m.start + k] for k in replaced}
    dependent = {parameter[k]: lowest - 1 - at for at, k in enumerate(replaced)}
    forms = [replace(f, parameter=dependent.get(f.parameter, f.parameter)) for f in deck.forms]
    elements = list(deck.elements)
    for k, at in replaced.items():
        element += 1
        c = mech.coordinates[at]
        is_x, is_y = mech.axis[:, at] > 0
        if is_x or is_y:
            # the other end is a fixed zero: the co-ordinate is seen along its own axis
            ends = (c, origin + 2) if is_x else (origin + 2, c)
            elements.append(Element(element, "TR1", (origin, origin + 1, origin + 2, *ends)))
            form = "lenu" if is_x else "lenv"
        else:
            elements.append(Element(element, "TR1", (origin, origin + 1, c, origin + 2, origin + 2)))
            form = "angb"
        forms.append(Form(0, form, element, parameter[k], 1.0))
    fixed = (*deck.fixed, *(Coordinate(origin + j, 0.0) for j in range(3)))
    other = number(replace(deck, elements=tuple(elements), forms=tuple(forms), fixed=fixed))
    rows = [other.row[dependent[parameter[k]]] if k in replaced else mech.m.start + k for k in range(mech.inputs)]
    return Chosen(other, tuple(rows), free, tuple(sorted(given)))


def position_in(chosen: Chosen, x: Floats) -> Floats:
    """A position of the deck's mechanism as one of the chosen one, which has three fixed zeros more."""
    return np.concatenate([x, np.zeros(len(chosen.mech.coordinates) - len(x))])


def state_in(chosen: Chosen, x: Floats, v: Floats, angles: Floats) -> tuple[Floats, Floats]:
    """Prescribed parameters and velocities of all parameters of the chosen mechanism."""
    mech = chosen.mech
    e, D, _ = deform(mech, position_in(chosen, x)[:, None], angles[:, None])
    rates = Solver(mech, D).rates(position_in(chosen, v)[:, None])
    return e[: mech.prescribed, 0], rates[:, 0]


def transfer_functions(mech: Mechanism, x: Floats, angles: Floats) -> Floats:
    """x' of all inputs (nx, m) in units of the mechanism: how fast co-ordinates move relative to inputs."""
    _, D, _ = deform(mech, x[:, None], angles[:, None])
    solver = Solver(mech, D)
    found = np.zeros((len(x), mech.inputs))
    for i in range(mech.inputs):
        unit = np.zeros((mech.prescribed, 1))
        unit[mech.m.start + i] = mech.parameter_scale[mech.m.start + i]
        found[:, i] = solver.solve(unit)[:, 0] / mech.scale[: len(x)]
    return found


def fastest(chosen: Chosen, k: int, x: Floats, angles: Floats) -> int:
    """The co-ordinate that moves most with free parameter k of the chosen mechanism."""
    x1 = transfer_functions(chosen.mech, position_in(chosen, x), angles)
    return int(np.argmax(np.abs(x1[: len(x), chosen.free[k]])))


def regained(mech: Mechanism, replaced: dict[int, int], x: Floats, angles: Floats) -> dict[int, int]:
    """The replacements that are still needed."""
    x1 = np.abs(transfer_functions(mech, x, angles))
    return {k: at for k, at in replaced.items() if not np.max(x1[:, k]) < REGAINED}
