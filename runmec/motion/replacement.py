"""Inputs that have lost their grip, replaced by co-ordinates.

At a dead centre of an input the mechanism moves while the input rests: everything follows infinitely fast from it. Such
an input is replaced by the co-ordinate that moves most, which is then prescribed; the input becomes a dependent
parameter, on which its motor acts as a spring does. The same objects are arranged into other groups.
"""

from __future__ import annotations

from ..deck.graph import blocks, matching
from ..engine.block import make_group
from ..engine.form import Form, Held
from ..engine.forward_dynamics import ForwardDynamics
from ..model.mechanism import Mechanism

REGAINED = 4.0  # an input is taken back when no co-ordinate moves faster than this relative to it


def fastest(equation: ForwardDynamics, k: int) -> int:
    """The co-ordinate that moves most with free parameter k."""
    equation.find_first()
    speed = [abs(c.u if equation.alone else c.transfer[k]) * c.per for c in equation.mech.moving]
    return equation.mech.moving[max(range(len(speed)), key=speed.__getitem__)].at


def regroup(mech: Mechanism, inputs: list[Form], replaced: dict[int, Held]) -> None:
    """Arranges the mechanism with these co-ordinates in place of inputs."""
    kinematics = mech.kinematics
    current: list[Form] = [replaced.get(k, form) for k, form in enumerate(inputs)]
    held = [form for form in mech.forms[: mech.m.start] if not form.is_surplus and form not in inputs]
    own = mech.forms[mech.prescribed :]
    kinematics.forms = [*held, *current]
    kinematics.inputs = current
    kinematics.dependents = [*own, *kinematics.surplus, *(inputs[k] for k in replaced)]
    if not replaced:
        mech.arrange()
        return
    column = {c.at: j for j, c in enumerate(kinematics.moving)}
    forms = [*kinematics.forms, *kinematics.norms]
    rows = [sorted({column[e.of.at] for e in form.entries if e.of.at in column}) for form in forms]
    column_of, _ = matching(rows, len(column))
    groups = [
        make_group(-1, [forms[r] for r in block], [kinematics.moving[column_of[r]] for r in block])
        for block in blocks(rows, column_of)
    ]
    for k in replaced:
        inputs[k].loaded = True
    kinematics.arrange(groups)
    mech.measure(groups)


def regained(equation: ForwardDynamics, k: int, form: Form, unit: float) -> bool:
    """Whether an input could be taken back where free parameter k has its place: nothing moves fast relative to it."""
    form.evaluate()
    equation.find_first()
    speed = {c.at: c.u if equation.alone else c.transfer[k] for c in equation.mech.moving}
    rate = abs(sum(entry.value * speed.get(entry.of.at, 0.0) for entry in form.entries))
    return max(abs(speed[c.at]) * c.per for c in equation.mech.moving) * unit < REGAINED * rate
