"""Other numbers for a mechanism that is there: what a variant of its deck needs, without building it anew.

Once assembled it is in the same place, to the last bit, as one that was built for the variant.
"""

from __future__ import annotations

from ..deck.model import Deck
from ..deck.opened import FIELDS
from ..engine.flexible import FlexibleBeam, FlexibleParameter
from ..forces.damper import Damper
from ..forces.spring import Spring
from .build import gravity_of, masses_of, roles_of
from .mechanism import Mechanism

#: fields of a deck whose numbers are set in place, or which the mechanism does not hold
_MASSES = frozenset({"inertias", "uniforms", "bodies", "gravities"})
_SET = frozenset({"fixed", "moving", "springs", "dampers", "forces", "flexes", "stiffs"})
_ASKED_OF_THE_DECK = frozenset(
    {"defines", "paras", "moves", "stores", "prints", "films", "modes", "profiles", "pictures", "views", "varied",
     "deviations", "figures", "goals", "keeps", "warnings"}
)  # fmt: skip
_IN_PLACE = _MASSES | _SET | _ASKED_OF_THE_DECK
#: functions with pieces: which of them are one is decided when expressions are compiled
_PIECES = frozenset({"sign", "step", "abs", "min", "max", "table"})


def renewed(mech: Mechanism, deck: Deck) -> bool:
    """Whether the mechanism could take the numbers of another variant; else nothing is changed."""
    old = mech.deck
    now, before = vars(deck), vars(old)
    changed = {field for field in FIELDS if now[field] is not before[field]}
    if deck.structure is not old.structure or not changed <= _IN_PLACE or not can_be_renewed(mech):
        return False
    if any(len(getattr(deck, field)) != len(getattr(old, field)) for field in changed & (_MASSES | _SET)):
        return False
    if "forces" in changed and not _are_smooth(mech, deck):
        return False
    mech.deck = deck
    for name in ("x0", "size"):
        mech.__dict__.pop(name, None)
    given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    mech.kinematics.restart([given[number] for number in mech.coordinates], mech.measuring)
    if changed & _MASSES:
        _weigh(mech, deck)
    _load(mech, deck, changed)
    mech.rest, mech.outlines, mech.at_start = [], [], {}
    mech.measure(mech.kinematics.groups)
    return True


def can_be_renewed(mech: Mechanism) -> bool:
    """Given motion in the plane, of elements that remember nothing of where they were made."""
    deck = mech.deck
    made = {element.kind for element in deck.elements}
    return deck.job != "DYN SIM" and not deck.is_spatial and all(deck.kinds[kind].data is None for kind in made)


def _are_smooth(mech: Mechanism, deck: Deck) -> bool:
    """Whether all numbers in forces that names give are known, and none decides about pieces."""
    programs = [force.value.open or force.value.program for force in deck.forces]
    words = [word for program in programs for word, _ in program]
    return not deck.moments and _PIECES.isdisjoint(words) and words.count("define") == len(mech.expressions.named)


def _weigh(mech: Mechanism, deck: Deck) -> None:
    for place in mech.places:
        place.m = place.weight = 0.0
    mech.kinematics.masses = []
    mech.gravity = gravity_of(deck)
    mech.masses = masses_of(deck, mech.places, mech.index, mech.gravity, roles_of(deck), mech.kinematics)


def _load(mech: Mechanism, deck: Deck, changed: set[str]) -> None:
    if "springs" in changed:
        springs = [load for load in mech.loads if isinstance(load, Spring)]
        for spring, spring_load in zip(deck.springs, springs, strict=True):
            spring_load.take(spring.stiffness, spring.at_zero, spring.ranges)
    if "dampers" in changed:
        dampers = [load for load in mech.loads if isinstance(load, Damper)]
        for damper, damper_load in zip(deck.dampers, dampers, strict=True):
            damper_load.constant = damper.constant
    if "forces" in changed:
        values = {define.name: define.value for define in deck.defines}
        for name, number in mech.expressions.named:
            number.number = values[name]
    if changed & {"flexes", "stiffs"}:
        flexibles = iter(mech.flexibles)
        for flex, found in zip(deck.flexes, flexibles, strict=False):
            assert isinstance(found, FlexibleParameter)
            found.flexibility = flex.flexibility
        for stiff, beam in zip(deck.stiffs, flexibles, strict=True):
            assert isinstance(beam, FlexibleBeam)
            beam.stiffness = [stiff.EA, stiff.EI, *stiff.beyond]
