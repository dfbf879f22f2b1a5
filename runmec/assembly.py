"""From the starting estimate to a position in which all prescribed parameters hold.

Group after group, on the branch nearest to the estimate: Newton where the estimate is good; else the
parameters are moved gradually from the values of the estimate to those wanted, damped Newton is
tried from the estimate and from places around it, and the nearest of the positions found is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

import numpy as np

from .groups import Failure, Group, correct, evaluate, factor, follow_angles, make_groups
from .kinematics import TURN, deform
from .mechanism import Floats, Mechanism
from .positions import correct_all
from .sweep import SINGULAR, first_node, follow

GOOD_ESTIMATE = 0.05  # of the size of the mechanism: Newton alone decides
AS_NEAR = 1.25  # another branch, at most so much further away, is doubtful
CLOSED = 1e-9
_TRIES = (10, 40)  # where something was found, and where nothing was
_DAMPED_STEPS = 60
_SEED = 8


class Unassembled(Exception):
    """No position was found for a group; `row` is the parameter that misses most, by `miss`."""

    def __init__(self, group: int, row: int, miss: float) -> None:
        super().__init__(group, row, miss)
        self.group, self.row, self.miss = group, row, miss


@dataclass(frozen=True)
class Assembled:
    x: Floats  # (nx,)
    angles: Floats  # (na,)
    e: Floats  # (np,) values of the prescribed parameters
    doubtful: tuple[int, ...] = ()  # groups of which another branch is about as near


def assemble(mech: Mechanism) -> Assembled:
    """The start position; raises Unassembled."""
    groups = make_groups(mech)
    x = _apart(mech, mech.x0)
    angles = _windings(mech, x)
    e_now, _, angles = _at(mech, x, angles)
    given = {para.parameter: para.value for para in mech.deck.paras}
    e = np.array([given.get(number, e_now[row]) for row, number in enumerate(mech.parameters[: mech.prescribed])])
    doubtful = []
    position, followed, targets = x.tolist(), angles.tolist(), e.tolist()
    for number, group in enumerate(groups):
        if _place(mech, number, group, position, followed, targets):
            doubtful.append(number)
    x_all, _ = correct_all(mech, np.array(position)[:, None], np.array(followed)[:, None], e[:, None])
    _, _, angles = _at(mech, x_all[:, 0], np.array(followed))
    return Assembled(x_all[:, 0], angles, e, tuple(doubtful))


def _at(mech: Mechanism, x: Floats, angles: Floats) -> tuple[Floats, Floats, Floats]:
    e, D, followed = deform(mech, x[:, None], angles[:, None])
    return e[:, 0], D[:, 0], followed[:, 0]


def _apart(mech: Mechanism, x0: Floats) -> Floats:
    """The estimate, with moving points that lie on their partner shifted a little aside."""
    x = x0.copy()
    moving = set(mech.c.tolist())
    for table in mech.tables:
        if table.kind == "TR1":
            continue
        xP, yP, xQ, yQ = (table.dofs[j] for j in ((0, 1, 3, 4) if "BEAM" in table.kind else (0, 1, 2, 3)))
        for k in np.flatnonzero((x[xP] == x[xQ]) & (x[yP] == x[yQ])):
            for place, shift in ((xQ[k], 0.01), (yQ[k], 0.013), (xP[k], -0.01), (yP[k], -0.013)):
                if int(place) in moving:
                    x[place] += shift * mech.size
                    break
    return x


def _windings(mech: Mechanism, x: Floats) -> Floats:
    """References of the angles at the start.

    A given parameter takes the windings nearest to its `para`, a difference of angles lies between −π
    and π, and so does every other angle.
    """
    e, _, angles = _at(mech, x, np.zeros(mech.angle_count))
    given = {para.parameter: para.value for para in mech.deck.paras}
    slots: dict[int, list[tuple[int, float]]] = {}
    for table in mech.tables:
        for use in table.forms:
            if use.angles is not None:
                for row, slot, f in zip(use.rows, use.angles, use.factors, strict=True):
                    slots.setdefault(int(row), []).append((int(slot), float(f)))
    for row, found in slots.items():
        number = mech.parameters[row]
        if number in given:
            missing = given[number] - e[row]
        elif _is_difference(mech, number):
            missing, found = -e[row], found[:1]
        else:
            continue
        found = found[:4]
        if len(found) == 1:
            turns: tuple[int, ...] = (round(missing / (TURN * found[0][1])),)
        else:
            turns = min(product((0, 1, -1), repeat=len(found)), key=lambda t: _left(missing, t, found))
        for (slot, _), turn in zip(found, turns, strict=True):
            angles[slot] += TURN * turn
    return angles


def _is_difference(mech: Mechanism, parameter: int) -> bool:
    """Angles with factors that cancel: unchanged if everything turns."""
    forms = [form for form in mech.deck.forms if form.parameter == parameter]
    absolute = [form.factor for form in forms if form.form == "angb"]
    return not mech.is_length[mech.row[parameter]] and len(forms) > 1 and sum(absolute) == 0


def _left(missing: float, turns: Sequence[int], free: Sequence[tuple[int, float]]) -> tuple[float, int]:
    rest = abs(missing - TURN * sum(turn * f for turn, (_, f) in zip(turns, free, strict=True)))
    return round(rest, 6), sum(map(abs, turns))


def _place(
    mech: Mechanism, number: int, group: Group, position: list[float], followed: list[float], targets: list[float]
) -> bool:
    """Puts the group into `position`; whether another branch is about as near."""
    before = [position[column] for column in group.columns]
    if _newton(group, position, followed, targets):
        moved = max(abs(position[c] - b) / s for c, b, s in zip(group.columns, before, group.scale, strict=True))
        if moved < GOOD_ESTIMATE:
            return False
        local = [np.array(position)]
        for column, value in zip(group.columns, before, strict=True):
            position[column] = value
    else:
        local = []
    return _place_nearest(mech, number, group, position, followed, targets, local)


def _place_nearest(
    mech: Mechanism, number: int, group: Group, position: list[float], followed: list[float], targets: list[float],
    found: list[Floats],
) -> bool:  # fmt: skip
    """Looks around the estimate and takes the nearest position; whether another one is about as near."""
    start, columns, scale = np.array(position), list(group.columns), np.array(group.scale)

    def distance(x: Floats) -> float:
        return float(np.linalg.norm((x[columns] - start[columns]) / scale))

    for tried, x in enumerate(_candidates(mech, group, start, followed, targets)):
        if _closed(group, x, followed, targets):
            found.append(x)
        if tried >= _TRIES[0 if found else 1]:
            break
    if not found:
        raise _unassembled(mech, number, group, start, followed, targets)
    found.sort(key=distance)
    best = found[0]
    others = [x for x in found[1:] if np.max(np.abs(x - best)[columns] / scale) > 1e-5]
    position[:] = best.tolist()
    follow_angles(group, position, followed)
    return bool(others) and distance(others[0]) < AS_NEAR * distance(best)


def _newton(group: Group, position: list[float], followed: list[float], targets: list[float]) -> bool:
    """Newton from the estimate, in place; nothing is changed where it does not contract."""
    before, angles = [position[column] for column in group.columns], list(followed)
    try:
        correct((group,), position, targets, followed, CLOSED)
    except Failure:
        for column, value in zip(group.columns, before, strict=True):
            position[column] = value
        followed[:] = angles
        return False
    return True


def _closed(group: Group, x: Floats, followed: list[float], targets: list[float]) -> bool:
    return _miss(group, x.tolist(), followed, targets)[1] < CLOSED


def _miss(group: Group, x: list[float], followed: list[float], targets: list[float]) -> tuple[int, float, float]:
    """Row in the group that misses most, by which part of its size, and by how much."""
    missing, _, sizes = evaluate(group, x, targets, followed)
    if not np.all(np.isfinite(missing)) or not np.all(np.isfinite(sizes)):
        return 0, np.inf, np.inf
    worst = max(range(len(missing)), key=lambda i: abs(missing[i]) / sizes[i])
    return worst, abs(missing[worst]) / sizes[worst], missing[worst]


def _candidates(
    mech: Mechanism, group: Group, start: Floats, followed: list[float], targets: list[float]
) -> Iterator[Floats]:
    gradual = _gradually(mech, group, start, followed, targets)
    if gradual is not None:
        yield gradual
    rng = Random(_SEED)
    columns, scale = list(group.columns), np.array(group.scale)
    for number in range(_TRIES[1] + 1):
        x = start.copy()
        if number:
            spread = 0.05 * 2.0 ** (number % 6)
            x[columns] += spread * scale * [rng.uniform(-1.0, 1.0) for _ in columns]
        yield _damped(group, x, followed, targets)


@dataclass(frozen=True)
class _Gradual:
    """A course of one group from the parameters of the estimate to those wanted."""

    here: list[float]
    wanted: list[float]
    stride: float
    end: float = field(default=1.0)

    def targets(self, tau: float) -> tuple[list[float], list[float], list[float]]:
        change = [w - h for h, w in zip(self.here, self.wanted, strict=True)]
        now = [h + tau * d for h, d in zip(self.here, change, strict=True)]
        return now, change, [0.0] * len(change)

    def farthest(self, tau: float) -> float:
        return min(self.end, tau + self.stride)


def _gradually(
    mech: Mechanism, group: Group, start: Floats, followed: list[float], targets: list[float]
) -> Floats | None:
    missing, _, _ = evaluate(group, start.tolist(), targets, followed)
    if not np.all(np.isfinite(missing)):
        return None
    here = list(targets)
    for row, miss in zip(group.rows, missing, strict=True):
        here[row] -= miss
    change = max(abs(miss) / mech.parameter_scale[row] for row, miss in zip(group.rows, missing, strict=True))
    course = _Gradual(here, targets, stride=min(1.0, 0.2 / max(change, 1e-12)))
    try:
        node = first_node((group,), course, start, np.array(followed))
    except Failure:
        return None
    swept = follow((group,), course, node)
    return None if swept.stopped or swept.passed else swept.nodes[-1].x


def _damped(group: Group, x: Floats, followed: list[float], targets: list[float]) -> Floats:
    """Damped Newton (Levenberg and Marquardt) on one group, from x."""
    columns, scale = list(group.columns), np.array(group.scale)
    damping = 1e-2
    position = x.tolist()
    missing, sizes, A = _scaled(group, position, targets, followed)
    for _ in range(_DAMPED_STEPS):
        if not np.all(np.isfinite(missing)) or np.max(np.abs(missing)) < 1e-13:
            break
        J = np.array(A) * scale / sizes[:, None]
        step = np.linalg.solve(J.T @ J + damping * np.eye(len(columns)), J.T @ missing) * scale
        trial = list(position)
        for column, dx in zip(columns, step, strict=True):
            trial[column] += float(dx)
        trial_missing, trial_sizes, trial_A = _scaled(group, trial, targets, followed)
        if np.all(np.isfinite(trial_missing)) and np.sum(trial_missing**2) < np.sum(missing**2):
            position, missing, sizes, A = trial, trial_missing, trial_sizes, trial_A
            damping = max(damping / 8.0, 1e-15)
        else:
            damping *= 6.0
            if damping > 1e8:
                break
    return np.array(position)


def _scaled(
    group: Group, x: list[float], targets: list[float], followed: list[float]
) -> tuple[Floats, Floats, list[list[float]]]:
    missing, A, found = evaluate(group, x, targets, followed)
    sizes = np.where(np.isfinite(found) & (np.array(found) > 0), found, 1.0)
    return np.array(missing) / sizes, sizes, A


def _unassembled(
    mech: Mechanism, number: int, group: Group, start: Floats, followed: list[float], targets: list[float]
) -> Unassembled:
    tries = [_damped(group, start, followed, targets)]
    tries += list(_candidates(mech, group, start, followed, targets))
    row, _, miss = min((_miss(group, x.tolist(), followed, targets) for x in tries), key=lambda found: found[1])
    return Unassembled(number, group.rows[row], miss)


def is_singular(mech: Mechanism, start: Assembled) -> int | None:
    """A group that has no inverse at the start, or None."""
    position, angles = start.x.tolist(), start.angles.tolist()
    for number, group in enumerate(make_groups(mech)):
        _, A, sizes = evaluate(group, position, start.e.tolist(), angles)
        if factor(A, sizes, group.scale).quality < SINGULAR:
            return number
    return None
