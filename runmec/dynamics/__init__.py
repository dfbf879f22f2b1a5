"""Words of DYNAMICS, one file each: what acts, resists, yields and drives.

In: lines of the deck in numbers, form parameters and co-ordinates. Out: loads, masses, elasticity and motors of the
engine. Part of the compiled room: ordinary typed classes beside the facts of their words. May use `engine` and
`elements`. A new word is one file and one line here.
"""

from __future__ import annotations

from .bearing import BEARING
from .body import BODY
from .carry import CARRY
from .damper import DAMPER
from .damping import DAMPING
from .elastic import ELASTIC
from .flexible import FLEX, STIFF
from .force import FORCE, MOMENT
from .friction import FRICTION
from .gravity import GRAVITY
from .inertia import INERTIA
from .kind import (
    CarrierKind,
    DynamicsKind,
    ElasticKind,
    Fault,
    FieldKind,
    LineOfDynamics,
    LoadKind,
    MassKind,
    MotorKind,
    Site,
    VariableKind,
)
from .motor import MOTOR
from .rest import HELD, STEADY
from .rigid import SOLID
from .section import SECTION
from .share import SHARE
from .spring import SPRING
from .uniform import UNIFORM
from .variables import SAMPLE, STATE, WHERE

#: masses in the order in which they are added up
MASSES: tuple[MassKind, ...] = (UNIFORM, BODY, SOLID, INERTIA)
#: the words of DYNAMICS; what they make acts in this order
DYNAMICS: dict[str, DynamicsKind] = {
    kind.word: kind
    for kind in (STATE, SAMPLE, WHERE, INERTIA, UNIFORM, BODY, SOLID, FORCE, MOMENT, SPRING, DAMPER, DAMPING, FRICTION,
                 GRAVITY, FLEX, STIFF, SECTION, ELASTIC, SHARE, MOTOR, HELD, STEADY, CARRY, BEARING)
}  # fmt: skip
#: those that make prescribed parameters yield
YIELDING = frozenset(word for word, kind in DYNAMICS.items() if isinstance(kind, ElasticKind))

__all__ = ["BEARING", "BODY", "CARRY", "DAMPER", "DAMPING", "DYNAMICS", "ELASTIC", "FLEX", "FORCE", "FRICTION",
           "GRAVITY", "HELD", "INERTIA", "MASSES", "MOMENT", "MOTOR", "SAMPLE", "SECTION", "SHARE", "SOLID", "SPRING",
           "STATE", "STEADY", "STIFF", "UNIFORM", "WHERE", "YIELDING", "CarrierKind", "DynamicsKind", "ElasticKind",
           "Fault", "FieldKind", "LineOfDynamics", "LoadKind", "MassKind", "MotorKind", "Site",
           "VariableKind"]  # fmt: skip
