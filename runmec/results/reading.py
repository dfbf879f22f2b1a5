"""The pass over all rows: in portions, so that progress is seen and Ctrl-C works."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from ..engine.balance import Balance, Follower
from ..engine.coordinate import ANGLE, Entry, X
from ..engine.flexible import FlexibleBeam
from ..engine.group import Dense, Dyad
from ..engine.reading import Reading
from ..engine.replay import Replay
from ..engine.transmission import Transmission, TurningTransmission
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from ..motion.elasticity import rest_length
from ..motion.positions import Positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[Any]

AT_ONCE = 0.1  # seconds between two looks at what the engine does


def make_replay(mech: Mechanism, elasticity: Elasticity | None, with_forces: bool) -> Replay:
    rested = elasticity.on if elasticity is not None else []
    replay = Replay(mech.kinematics, mech.input_forms, mech.angles, mech.loads, mech.flexibles, elasticity, rested,
                    list(elasticity.rest) if elasticity is not None else [], mech.expressions.pieces)  # fmt: skip
    for flexible, stiff in zip(mech.flexibles[len(mech.deck.flexes) :], mech.deck.stiffs, strict=True):
        assert isinstance(flexible, FlexibleBeam)
        flexible.know(rest_length(mech, stiff.element), replay.rested, replay.rest)
    replay.wants_forces = with_forces
    replay.is_free = mech.deck.job == "DYN SIM"
    for form, value in zip(mech.kinematics.forms, mech.rest, strict=True):
        form.wanted = value
        form.rate = form.acceleration = form.right = 0.0
    return replay


def read(reading: Reading, positions: Positions, progress: Callable[[float], None] = lambda _: None) -> int:
    """Reads all rows; how many were read."""
    reading.replay.begin()
    done, most = 0, 16
    for part in positions.parts:
        row = 0
        while row < part.rows.count:
            began = perf_counter()
            last = min(part.rows.count, row + most)
            reached = reading.read(part.rows, row, last, part.times, part.offset)
            done += reached - row
            if reached < last:
                return done
            row = reached
            took = perf_counter() - began
            most = max(1, min(1_000_000, int(most * min(4.0, AT_ONCE / max(took, 1e-9)))))
            progress(done)
    return done


def histories(reading: Reading) -> Floats:
    """(quantities, rows) of what was read."""
    import numpy as np

    wide = len(reading.recorder.quantities)
    if not wide:
        return np.empty((0, 0))
    return np.frombuffer(memoryview(reading.recorder.found)).reshape(-1, wide).T


def make_balance(mech: Mechanism) -> Balance:
    kinds = mech.deck.kinds
    couples = [0.0] * len(mech.forms)
    for line in mech.deck.forms:
        if kinds[mech.elements[line.element].kind].forms[line.form].absolute:
            couples[mech.row[line.parameter]] += line.factor
    scales = [mech.scale(row) for row in range(mech.prescribed)]
    followers = [Follower(mech.row[c.parameter], mech.row[c.other], by, c.factor) for c, by in mech.coupled]
    if mech.deck.is_spatial:
        from .space import spatial_balance

        return spatial_balance(mech, scales, couples, followers)
    partners = partners_of(mech) or [-1] * len(mech.places)
    return Balance(mech.kinematics, mech.input_forms, scales, couples, partners, followers)


def partners_of(mech: Mechanism) -> list[int] | None:
    """The y of every x and the x of every y; None where points share one of them only."""
    found = [-1] * len(mech.places)
    for element in mech.deck.elements:
        for x, y, *_ in mech.points(element).values():
            for at, other, axis in ((x, y, X), (y, x, 1)):
                if found[at] not in (-1, other) or mech.places[at].axis != axis:
                    return None
                found[at] = other
    return found


def transmissions_of(mech: Mechanism) -> list[Transmission]:
    """Of every dyad of two lengths that place one point, or of one and a link with an angle of its own (TR1)."""
    found: list[Transmission] = []
    for group in mech.kinematics.groups:
        if not all(form.is_length for form in group.forms):
            continue
        if isinstance(group, Dyad) and all(e.of.at >= 0 for e in (group.d11, group.d12, group.d21, group.d22)):
            found.append(Transmission(group.number, group.d11, group.d12, group.d21, group.d22))
        elif isinstance(group, Dense) and len(group.forms) == 3:
            turning = _turning(group)
            found += [turning] if turning is not None else []
    return found


def _turning(group: Dense) -> Transmission | None:
    angles = [c for c in group.columns if c.axis == ANGLE]
    if len(angles) != 1:
        return None
    x, y = (c for c in group.columns if c.axis != ANGLE)
    rows: list[dict[int, Entry]] = [{entry.of.at: entry for entry in entries} for entries in group.own]
    turn = angles[0].at
    alone = [row for row in rows if turn not in row]
    others = [row for row in rows if turn in row]
    if len(alone) != 1 or any(x.at not in row or y.at not in row for row in rows):
        return None
    a, (b, c) = alone[0], others
    return TurningTransmission(group.number, a[x.at], a[y.at], b[x.at], b[y.at], b[turn], c[x.at], c[y.at], c[turn])
