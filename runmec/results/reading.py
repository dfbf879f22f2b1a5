"""The pass over all rows: in portions, so that progress is seen and Ctrl-C works."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from librt.vecs import vec

from ..engine.balance import Balance, Follower
from ..engine.block import Dense, Dyad, Single
from ..engine.columns import Column, column
from ..engine.coordinate import ANGLE, Partial, X
from ..engine.reading import Reading
from ..engine.transmission import Transmission, TurningTransmission
from ..model.mechanism import Mechanism
from ..motion.positions import Positions

AT_ONCE = 0.1  # seconds between two looks at what the engine does


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


def columns(reading: Reading) -> list[Column]:
    """Of every quantity what was read."""
    wide, found = len(reading.recorder.quantities), reading.recorder.found
    if wide == 1:
        return [vec[float](found)]
    return [column(found, wide, at, len(found) // wide) for at in range(wide)]


def make_balance(mech: Mechanism) -> Balance:
    couples = [0.0] * len(mech.forms)
    for line in mech.lines:
        if mech.kind_of(mech.elements[line.element]).forms[line.form].absolute:
            couples[mech.row[line.parameter]] += line.factor
    scales = [mech.scale(row) for row in range(mech.prescribed)]
    followers = [Follower(mech.row[c.parameter], mech.row[c.other], by, c.factor) for c, by in mech.coupled]
    if mech.is_spatial:
        from .space import spatial_balance

        return spatial_balance(mech, scales, couples, followers)
    partners = partners_of(mech) or [-1] * len(mech.coordinates)
    return Balance(mech.kinematics, mech.free_forms, scales, couples, partners, followers)


def partners_of(mech: Mechanism) -> list[int] | None:
    """The y of every x and the x of every y; None where points share one of them only."""
    found = [-1] * len(mech.coordinates)
    for element in mech.elements.values():
        for x, y, *_ in mech.points(element).values():
            for at, other, axis in ((x, y, X), (y, x, 1)):
                if found[at] not in (-1, other) or mech.coordinates[at].axis != axis:
                    return None
                found[at] = other
    return found


def transmissions_of(mech: Mechanism) -> list[Transmission]:
    """Of every dyad of two lengths that place a point, of one and a link with an angle of its own (TR1), of one and
    the guide of a point with a fixed co-ordinate.
    """
    found: list[Transmission] = []
    free = mech.exchange.free if mech.is_of_rest else []
    for group in mech.kinematics.groups:
        if any(form in free for form in group.forms):
            continue
        if not all(form.is_length for form in group.forms):
            continue
        if isinstance(group, Dyad) and all(e.of.at >= 0 for e in (group.d11, group.d12, group.d21, group.d22)):
            found.append(Transmission(group.number, group.d11, group.d12, group.d21, group.d22))
        elif isinstance(group, Dense) and len(group.forms) == 3:
            turning = _turning(group)
            found += [turning] if turning is not None else []
        elif isinstance(group, Single) and group.one not in mech.input_forms:
            guided = _guided(mech, group)
            found += [guided] if guided is not None else []
    return found


def _guided(mech: Mechanism, group: Single) -> Transmission | None:
    """A length that moves a point of the plane along the other of its co-ordinates, which is fixed."""
    own = {entry.of.at: entry for entry in group.one.entries}
    for element in mech.elements.values():
        for x, y, *z in mech.points(element).values():
            if (
                z
                or {x, y} - own.keys()
                or group.x.at not in (x, y)
                or mech.coordinates[x].moving == mech.coordinates[y].moving
            ):
                continue
            across, along = (
                Partial(mech.coordinates[x]),
                Partial(mech.coordinates[y]),
            )  # of the co-ordinate that the frame holds
            across.value, along.value = float(not mech.coordinates[x].moving), float(not mech.coordinates[y].moving)
            return Transmission(group.number, own[x], own[y], across, along)
    return None


def _turning(group: Dense) -> Transmission | None:
    angles = [c for c in group.columns if c.axis == ANGLE]
    if len(angles) != 1:
        return None
    x, y = (c for c in group.columns if c.axis != ANGLE)
    rows: list[dict[int, Partial]] = [{entry.of.at: entry for entry in entries} for entries in group.own]
    turn = angles[0].at
    alone = [row for row in rows if turn not in row]
    others = [row for row in rows if turn in row]
    if len(alone) != 1 or any(x.at not in row or y.at not in row for row in rows):
        return None
    a, (b, c) = alone[0], others
    return TurningTransmission(group.number, a[x.at], a[y.at], b[x.at], b[y.at], b[turn], c[x.at], c[y.at], c[turn])
