"""Other numbers for a mechanism that is there: what a variant of its deck needs, without building it anew.

Once assembled it is in the same place, to the last bit, as one that was built for the variant.
"""

from __future__ import annotations

from ..deck.expression import THROUGH_POINTS, Expression
from ..deck.model import Deck, Dynamic
from ..deck.opened import FIELDS
from ..dynamics import DYNAMICS, WHERE, FieldKind, MassKind
from .build import gravity_of, weigh
from .mechanism import Made, Mechanism

#: fields of a deck whose numbers are set in place, or which the mechanism does not hold
_IN_PLACE = frozenset(
    {"fixed", "moving", "dynamics", "defines", "paras", "moves", "stores", "prints", "films", "modes", "profiles",
     "pictures", "views", "varied", "deviations", "figures", "goals", "keeps", "warnings"}
)  # fmt: skip
#: functions with pieces: which of them are one is decided when expressions are compiled
_PIECES = frozenset({"sign", "step", "abs", "min", "max", *THROUGH_POINTS})


def renewed(mech: Mechanism, deck: Deck) -> bool:
    """Whether the mechanism could take the numbers of another variant; else nothing is changed."""
    old = mech._deck
    now, before = vars(deck), vars(old)
    changed = {field for field in FIELDS if now[field] is not before[field]}
    if deck.structure is not old.structure or not changed <= _IN_PLACE or not can_be_renewed(mech):
        return False
    if any(len(getattr(deck, field)) != len(getattr(old, field)) for field in ("fixed", "moving", "dynamics")):
        return False
    others = [line for line, was in zip(deck.dynamics, old.dynamics, strict=True) if line is not was]
    if any(_is_of_motion(line) for line in others) and not _are_smooth(mech, deck):
        return False
    mech.know(deck)
    mech.site.deck = deck
    for name in ("x0", "size"):
        mech.__dict__.pop(name, None)
    given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    mech.kinematics.restart([given[number] for number in mech.numbers], mech.measuring)
    if any(isinstance(DYNAMICS[line.word], MassKind | FieldKind) for line in others):
        _weigh(mech, deck)
    if others:
        _load(mech, deck, old)
    mech.undeformed, mech.begin, mech.at_start = [], [], {}
    mech.measure(mech.kinematics.groups)
    return True


def can_be_renewed(mech: Mechanism) -> bool:
    """Given motion in the plane, of elements that remember nothing of where they were made."""
    remembers = any(mech.kind_of(element).data is not None for element in mech.elements.values())
    remembers |= any(form.rates for form in mech.measuring)
    return not (mech.is_driven or mech.is_spatial or remembers or mech.structure.surplus)


def _is_of_motion(line: Dynamic) -> bool:
    return any(isinstance(value, Expression) for value in line.values)


def _are_smooth(mech: Mechanism, deck: Deck) -> bool:
    """Whether all numbers in expressions that names give are known, and none decides about pieces."""
    values = [value for line in deck.dynamics for value in line.values if isinstance(value, Expression)]
    words = [word for value in values for word, _ in value.open or value.program]
    return _PIECES.isdisjoint(words) and words.count("define") == len(mech.expressions.named)


def _weigh(mech: Mechanism, deck: Deck) -> None:
    for place in mech.coordinates:
        place.m = place.weight = 0.0
    mech.kinematics.masses = []
    mech.gravity = gravity_of(deck)
    mech.take_masses(weigh(deck, mech.site, mech.gravity, mech.kinematics))
    mech.bind()


def _load(mech: Mechanism, deck: Deck, old: Deck) -> None:
    now = {id(was): line for line, was in zip(deck.dynamics, old.dynamics, strict=True)}
    mech.of_loads = [Made(now[id(line)], made) for line, made in mech.of_loads]
    for line, made in mech.of_loads:
        if made is not None and len(made.numbers):
            made.set_numbers(line.numbers)
    for line in deck.of(WHERE):
        expression = line.values[-1]
        assert isinstance(expression, Expression)
        mech.site.by_name[line.subject] = expression
    values = {define.name: define.value for define in deck.defines}
    for name, number in mech.expressions.named:
        number.number = values[name]
