"""Words of STORAGE, by what they tell: what is read off a mechanism at every position.

In: a mechanism that stands in a row. Out: a number. Formulas are the engine's, and loaded when a deck asks for them. A
new output is one object here, and one class in the engine if it needs a formula of its own.
"""

from __future__ import annotations

from .calculated import CALCULATED
from .elasticity import ELASTICITY
from .energy import ENERGY
from .forces import FORCES
from .geometry import GEOMETRY
from .kind import OutputKind, Said, Site, Ways
from .motion import MOTION
from .rest import REST
from .transfer import TRANSFER
from .turning import TURNING
from .vibration import VIBRATION

OUTPUTS: dict[str, OutputKind] = {
    kind.word: kind
    for kind in (
        *MOTION, *TRANSFER, *FORCES, *TURNING, CALCULATED, *ENERGY, *ELASTICITY, *VIBRATION, *REST, *GEOMETRY,
    )
}  # fmt: skip

#: those that other rooms read without being asked
CLOCK, INPUT, INPUT_RATE, PLACE, VELOCITY, ACCELERATION, FORM, FORM_RATE, FORM_ACCELERATION = (
    OUTPUTS[word]
    for word in ("buftime", "bufinp", "bufdinp1", "bufx0", "bufdx1", "bufdx2", "bufe0", "bufde1", "bufde2")
)
FIRST_ORDER, SECOND_ORDER, FORM_FIRST_ORDER, POLE = (OUTPUTS[w] for w in ("bufx1", "bufx2", "bufe1", "bufpole"))
SIGMA, REACTION, DRIVE, DEFORMATION, STRESS = (
    OUTPUTS[word] for word in ("bufsigma", "bufreac", "bufdrive", "bufdef", "bufstress")
)
KINETIC, POTENTIAL, REDUCED_INERTIA = (OUTPUTS[word] for word in ("bufekin", "bufepot", "bufjred"))
POWER = OUTPUTS["bufpower"]
#: a place and its derivatives to the only input, and in time
BY_INPUT = (PLACE.word, FIRST_ORDER.word, SECOND_ORDER.word)
BY_TIME = (PLACE.word, VELOCITY.word, ACCELERATION.word)

__all__ = ["ACCELERATION", "BY_INPUT", "BY_TIME", "CALCULATED", "CLOCK", "DEFORMATION", "DRIVE", "FIRST_ORDER",
           "FORM", "FORM_ACCELERATION", "FORM_FIRST_ORDER", "FORM_RATE", "INPUT", "INPUT_RATE", "KINETIC",
           "OUTPUTS", "PLACE", "POLE", "POTENTIAL", "POWER", "REACTION", "REDUCED_INERTIA", "SECOND_ORDER",
           "SIGMA", "STRESS",
           "VELOCITY", "OutputKind", "Said", "Site", "Ways"]  # fmt: skip
