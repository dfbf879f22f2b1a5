"""`carry`: the motion is given at the inputs, motors sit elsewhere."""

from __future__ import annotations

from ..engine.carriers import Carrier, Carriers
from ..engine.form import Form
from .kind import CarrierKind, LineOfDynamics, Site


def _make(site: Site, line: LineOfDynamics) -> Carriers:
    inputs: list[Form] = site.inputs()
    carriers: list[Carrier] = []
    for number in (line.subject, *line.others):
        on = site.input(number) if number > 0 else site.parameter(number)
        carriers.append(Carrier(on, number - 1 if number > 0 else -1))
    return Carriers(carriers, inputs)


CARRY = CarrierKind(
    "carry", "driven q …",
    "in DYN ANA motors sit on the parameters q, dependent ones, composed ones or inputs, while the motion is given at "
    "the inputs: Σ M ∂q/∂ε = what each input would need alone. More motors than inputs share the work: the sum of "
    "their squares is least, moments measured by the mechanism's size", "carry -1 -2", make=_make,
)  # fmt: skip
