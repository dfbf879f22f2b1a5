"""The one way from a deck to rows: its mechanism is built, assembled, moved and read, and takes other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock

from .. import collector
from ..deck.model import Deck, Para
from ..deck.opened import copied
from ..deck.variant import with_values
from ..dynamics.elasticity import Elasticity
from ..engine.flexible import FlexibleBeam
from ..engine.replay import Replay
from ..model.build import build
from ..model.mechanism import Mechanism
from ..model.renewal import renewed
from .assembly import Assembled, Neighbour, assemble
from .between import between
from .elasticity import elastic_inputs, rest_length
from .pace import Pace
from .positions import Positions
from .surplus import self_stress, watch
from .walk import at_start, walk


class Session:
    """A deck as a mechanism that moves.

    There is one mechanism, and its objects hold what is true in the position where it is: whoever moves it holds
    `lock`. So several threads may ask one session, and what a variant is asked for is asked before the next one moves.
    """

    def __init__(self, deck: Deck, *, keep_branch: bool = False) -> None:
        self.deck = deck
        self.lock = RLock()
        self._given = deck
        self._keeps_branch = keep_branch
        self._neighbour: Neighbour | None = None  # where the variant before began
        self._mech: Mechanism | None = None
        self._assembled: Assembled | None = None
        self._elasticity: Elasticity | None = None
        self._is_at_start = True

    @property
    def estimated(self) -> Mechanism:
        """The mechanism, be it assembled or not."""
        if self._mech is None:
            with collector.held():
                self._mech = build(self.deck)
        return self._mech

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, assembled; raises Unassembled."""
        self.assemble()
        return self.estimated

    @property
    def with_forces(self) -> bool:
        return self.deck.job != "KIN ANA"

    # ---- variants

    def vary(self, values: Mapping[str, float], offsets: Mapping[int, float] | None = None) -> None:
        """Other values of DEFINE, and prescribed parameters changed by `offsets`; raises DeckError."""
        with self.lock:
            self.take(with_values(self._given, values, with_warnings=False) if values else self._given)
            if offsets:
                self.take(_offset(self.deck, self.estimated, offsets))

    def take(self, deck: Deck) -> None:
        """The numbers of another variant of the deck, at its estimate: in place, or in a mechanism built anew."""
        with self.lock:
            if self._mech is not None and not renewed(self._mech, deck):
                self._mech = None
            self.deck, self._assembled, self._is_at_start = deck, None, True

    # ---- motion

    def assemble(self, progress: Callable[[float], None] = lambda _: None, measured: bool = True) -> Assembled:
        """Into the start position, once; raises Unassembled, and then waits for another variant."""
        with self.lock:
            if self._assembled is None:
                mech = self.estimated
                with collector.held():
                    found = assemble(mech, progress, self._neighbour, measured)
                self._elasticity = elastic_inputs(mech)
                watch(mech)
                if self._keeps_branch and found.singular is None:
                    self._neighbour = Neighbour.of(mech)
                self._assembled = found
            return self._assembled

    def move(self, progress: Callable[[float], None] = lambda _: None, pace: Pace | None = None) -> Positions:
        """All rows from the start; it alone where it is singular. Simulations at the pace of another variant."""
        with self.lock:
            if not self._is_at_start:
                self.take(self.deck)
            found = self.assemble()
            if found.singular is not None or found.misfit is not None:
                return at_start(self.estimated)
            self._is_at_start = False
            if self.deck.is_of_rest:
                from ..rests.walk import walk_rests  # loads numpy, which takes its time

                return walk_rests(self.estimated, self._elasticity, progress)
            return walk(self.estimated, self._elasticity, progress, pace)

    def between(self, positions: Positions, times: int) -> Positions | None:
        """The rows of a given motion with `times` steps in the place of each; None where one is not found, or the
        inputs find their way themselves."""
        if self.deck.is_driven:
            return None
        with self.lock:
            self._is_at_start = False
            return between(self.mechanism, self.deck.moves, positions, times)

    # ---- what follows from rows

    @contextmanager
    def replaying(self) -> Iterator[Replay]:
        """What stands the mechanism in rows; nobody else moves it meanwhile."""
        with self.lock:
            mech = self.mechanism
            self._is_at_start = False
            try:
                yield _replay(self.deck, mech, self._elasticity, self.with_forces)
            finally:
                if mech.is_of_rest:
                    mech.exchange.arrange([])


def _replay(deck: Deck, mech: Mechanism, elasticity: Elasticity | None, with_forces: bool) -> Replay:
    rested = elasticity.on if elasticity is not None else []
    replay = Replay(
        mech.kinematics,
        mech.free_forms,
        mech.angles,
        mech.loads,
        mech.flexibles,
        elasticity,
        rested,
        list(elasticity.undeformed) if elasticity is not None else [],
        mech.expressions.pieces,
        mech.variables,
    )
    for line, flexible in mech.of_loads:
        if isinstance(flexible, FlexibleBeam):
            flexible.know(rest_length(mech, line.subject), replay.rested, replay.undeformed)
    replay.stress = self_stress(mech, replay.rested)
    replay.drivers = list(mech.drivers.values()) if mech.carriers is None else []
    replay.carriers = mech.carriers
    if mech.carriers is not None:
        mech.carriers.size = mech.size
    replay.wants_forces = with_forces
    replay.is_free = deck.is_driven
    if mech.is_of_rest:
        replay.loading, replay.exchange = mech.loading, mech.exchange
        replay.owned = mech.exchange.free
        on_others = list(mech.drivers.values())
        replay.own = [
            *(motor for motor in mech.motors if motor not in on_others),
            *([elasticity] if elasticity is not None else []),
        ]
    for form, value in zip(mech.forms, mech.begin, strict=False):
        form.wanted = value
        form.rate = form.acceleration = form.right = 0.0
    return replay


def _offset(deck: Deck, mech: Mechanism, offsets: Mapping[int, float]) -> Deck:
    """With other values of prescribed parameters; one without `para` has the value of the estimate."""
    given = {para.parameter: para.value for para in deck.paras}
    for number, offset in offsets.items():
        form = mech.forms[mech.row[number]]
        form.evaluate()
        given[number] = given.get(number, form.value) + offset
    known = {para.parameter for para in deck.paras}
    kept = [replace(para, value=given[para.parameter]) for para in deck.paras]
    added = [Para(number, value) for number, value in given.items() if number not in known]
    return copied(deck, {"paras": (*kept, *added)})
