"""One position at a time, group after group, in plain floats: the sequential side of kinematics.

For a few unknowns Python's own floats are several times faster than arrays of that length, and the
formulas are the same. `kinematics` does the same for all positions at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite, pi
from typing import Any, NamedTuple

import numpy as np

from .deck.kinds import KINDS
from .elements import FORMULAS
from .mechanism import Mechanism

_IN_FLOATS_UP_TO = 8  # unknowns; larger groups are factored by numpy
NEWTON_AT_MOST = 12
CONTRACTION = 0.1  # Newton's second correction, at most this part of the first: the same branch


class Part(NamedTuple):
    """An element in a group."""

    deform: Callable[[Any], tuple[Any, Any]]
    second: Callable[[Any, Any, Any], Any]
    dofs: tuple[int, ...]
    uses: tuple[tuple[int, int, float, int], ...]  # row in the group, form, factor, slot of the angle or −1
    own: tuple[tuple[int, int], ...]  # co-ordinate of the element, column in the group
    other: tuple[tuple[int, int], ...]  # co-ordinate of the element, moving co-ordinate of an earlier group
    weights: tuple[tuple[float, ...], ...]  # of every form: what its co-ordinates count for the size of a row


class Group(NamedTuple):
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    parts: tuple[Part, ...]
    scale: tuple[float, ...]  # of the columns


class Factored(NamedTuple):
    """L·U of a group, to be solved for several right-hand sides."""

    sign: int
    quality: float  # how far the scaled matrix is from a singular one: 0 is singular, 1 the best
    solve: Callable[[Sequence[float]], list[float]]


@dataclass(frozen=True)
class Failure(Exception):
    """Newton did not find a position of this group."""

    group: int
    row: int  # the parameter that misses most
    miss: float


@lru_cache(maxsize=4)
def make_groups(mech: Mechanism) -> tuple[Group, ...]:
    """The groups of a mechanism as lists of elements, made once."""
    used: dict[int, list[tuple[str, int, int, float, int]]] = {}
    for table in mech.tables:
        for use in table.forms:
            angles = use.angles if use.angles is not None else np.full(len(use.rows), -1)
            for element, row, factor, slot in zip(use.elements, use.rows, use.factors, angles, strict=True):
                used.setdefault(int(row), []).append((table.kind, int(element), use.form, float(factor), int(slot)))
    dofs = {table.kind: table.dofs for table in mech.tables}
    moving = set(mech.c.tolist())
    found = []
    for block in mech.blocks:
        rows, columns = tuple(block.rows.tolist()), tuple(block.columns.tolist())
        place = {column: at for at, column in enumerate(columns)}
        uses: dict[tuple[str, int], list[tuple[int, int, float, int]]] = {}
        for at, row in enumerate(rows):
            for kind, element, form, factor, slot in used[row]:
                uses.setdefault((kind, element), []).append((at, form, factor, slot))
        parts = []
        for (kind, element), element_uses in uses.items():
            numbers = tuple(dofs[kind][:, element].tolist())
            formulas = FORMULAS[kind]
            own = tuple((j, place[n]) for j, n in enumerate(numbers) if n in place)
            other = tuple((j, n) for j, n in enumerate(numbers) if n in moving and n not in place)
            weights = _weights(kind, mech.scale[list(numbers)].tolist())
            parts.append(Part(formulas.deform, formulas.second, numbers, tuple(element_uses), own, other, weights))
        found.append(Group(rows, columns, tuple(parts), tuple(mech.scale[block.columns].tolist())))
    return tuple(found)


def _weights(kind: str, scale: list[float]) -> tuple[tuple[float, ...], ...]:
    """As `Mechanism.entry_weights`: levers of angles do not count in the row of a length."""
    facts = KINDS[kind]
    lengths = tuple(0.0 if name[0] == "b" else s for name, s in zip(facts.coordinates, scale, strict=True))
    return tuple(lengths if form.startswith("len") else tuple(scale) for form in facts.forms)


def evaluate(
    group: Group, x: list[float], targets: Sequence[float], angles: list[float]
) -> tuple[list[float], list[list[float]], list[float]]:
    """What is missing from the targets, the group's own part of D, and the size of its rows.

    The size counts *all* co-ordinates of the elements: a rod across its guide has a large row, of
    which little is the slider's own.
    """
    n = len(group.rows)
    missing = [targets[row] for row in group.rows]
    A = [[0.0] * n for _ in range(n)]
    sizes = [0.0] * n
    for part in group.parts:
        e, D = part.deform([x[i] for i in part.dofs])
        for row, form, factor, slot in part.uses:
            value = float(e[form])
            if slot >= 0:
                reference = angles[slot]
                value = reference + (value - reference + pi) % (2 * pi) - pi
            missing[row] -= factor * value
            D_row, A_row = D[form], A[row]
            for j, column in part.own:
                A_row[column] += factor * float(D_row[j])
            sizes[row] += abs(factor) * max(abs(float(d)) * w for d, w in zip(D_row, part.weights[form], strict=True))
    return missing, A, sizes


def follow_angles(group: Group, x: list[float], angles: list[float]) -> None:
    """Moves the references of the group's angles to the position x."""
    for part in group.parts:
        if any(slot >= 0 for _, _, _, slot in part.uses):
            e, _ = part.deform([x[i] for i in part.dofs])
            for _, form, _, slot in part.uses:
                if slot >= 0:
                    reference = angles[slot]
                    angles[slot] = reference + (float(e[form]) - reference + pi) % (2 * pi) - pi


def factor(A: list[list[float]], sizes: Sequence[float], scale: Sequence[float]) -> Factored:
    """Pivoted L·U of a small matrix, rows divided by `sizes` and columns multiplied by `scale`."""
    n = len(A)
    if not all(isfinite(size) and size > 0 for size in sizes):
        return Factored(0, 0.0, lambda b: [float("nan")] * n)
    if n == 2:
        return _factor_two(A, scale, sizes)
    if n > _IN_FLOATS_UP_TO:
        return _factor_large(A, scale, sizes)
    LU = [[a * s / size for a, s in zip(row, scale, strict=True)] for row, size in zip(A, sizes, strict=True)]
    order, sign, smallest = list(range(n)), 1, 1.0
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(LU[i][k]))
        if best != k:
            LU[k], LU[best] = LU[best], LU[k]
            order[k], order[best] = order[best], order[k]
            sign = -sign
        pivot = LU[k][k]
        smallest = min(smallest, abs(pivot))
        if pivot == 0.0 or not isfinite(pivot):
            return Factored(0, 0.0, lambda b: [float("nan")] * n)
        sign = -sign if pivot < 0 else sign
        for i in range(k + 1, n):
            row = LU[i]
            if row[k] != 0.0:
                f = row[k] = row[k] / pivot
                for j in range(k + 1, n):
                    row[j] -= f * LU[k][j]

    def solve(b: Sequence[float]) -> list[float]:
        y = [b[order[i]] / sizes[order[i]] for i in range(n)]
        for i in range(n):
            row = LU[i]
            for j in range(i):
                y[i] -= row[j] * y[j]
        for i in reversed(range(n)):
            row = LU[i]
            for j in range(i + 1, n):
                y[i] -= row[j] * y[j]
            y[i] /= row[i]
        return [value * s for value, s in zip(y, scale, strict=True)]

    return Factored(sign, smallest, solve)


def _factor_two(A: list[list[float]], scale: Sequence[float], sizes: Sequence[float]) -> Factored:
    """A dyad, the most common group, by its determinant."""
    (a, b), (c, d) = A
    size = sizes[0] * sizes[1]
    determinant = a * d - b * c
    quality = min(1.0, abs(determinant) * scale[0] * scale[1] / size)
    if quality == 0.0 or not isfinite(quality):
        return Factored(0, 0.0, lambda _: [float("nan")] * 2)

    def solve(right: Sequence[float]) -> list[float]:
        p, q = right
        return [(d * p - b * q) / determinant, (a * q - c * p) / determinant]

    return Factored(1 if determinant > 0 else -1, quality, solve)


def _factor_large(A: list[list[float]], scale: Sequence[float], sizes: Sequence[float]) -> Factored:
    matrix = np.array(A) * np.array(scale) / np.array(sizes)[:, None]
    sign, _ = np.linalg.slogdet(matrix)
    if sign == 0 or not np.isfinite(sign):
        return Factored(0, 0.0, lambda b: [float("nan")] * len(A))
    inverse = np.linalg.inv(matrix)
    quality = min(1.0, 1.0 / float(np.linalg.norm(inverse, 1)))

    def solve(b: Sequence[float]) -> list[float]:
        found: list[float] = (inverse @ (np.asarray(b) / sizes) * scale).tolist()
        return found

    return Factored(int(sign), quality, solve)


def correct(
    groups: Sequence[Group], x: list[float], targets: Sequence[float], angles: list[float], tolerance: float
) -> tuple[list[Factored], float]:
    """Newton in every group from a predicted x, which it changes; (5.18) group by group.

    Returns the factored groups at the position and the worst contraction. Raises Failure where Newton
    does not contract: the position does not exist, or the prediction may belong to another branch.
    """
    factored, worst = [], 0.0
    for number, group in enumerate(groups):
        before = None
        for _ in range(NEWTON_AT_MOST):
            missing, A, sizes = evaluate(group, x, targets, angles)
            lu = factor(A, sizes, group.scale)
            step = lu.solve(missing)
            size = max(abs(dx) / s for dx, s in zip(step, group.scale, strict=True))
            if not isfinite(size):
                raise _failure(number, group, missing)
            if before is not None and before > 1e-7:
                contraction = size / before
                worst = max(worst, contraction)
                if contraction > CONTRACTION:
                    raise _failure(number, group, missing)
            for column, dx in zip(group.columns, step, strict=True):
                x[column] += dx
            if size < tolerance * lu.quality:
                break
            before = size
        else:
            raise _failure(number, group, missing)
        follow_angles(group, x, angles)
        factored.append(lu)
    return factored, worst


def _failure(number: int, group: Group, missing: Sequence[float]) -> Failure:
    worst = max(range(len(missing)), key=lambda i: abs(missing[i]))
    return Failure(number, group.rows[worst], missing[worst])


def tangent(
    groups: Sequence[Group],
    factored: Sequence[Factored],
    x: list[float],
    rates: Sequence[float],
    accelerations: Sequence[float],
) -> tuple[list[float], list[float]]:
    """First and second derivative of x along a path whose parameters have these derivatives."""
    v, a = [0.0] * len(x), [0.0] * len(x)
    for group, lu in zip(groups, factored, strict=True):
        first, later = [rates[row] for row in group.rows], [accelerations[row] for row in group.rows]
        for part in group.parts:
            if part.other:
                _, D = part.deform([x[i] for i in part.dofs])
                for row, form, factor_, _ in part.uses:
                    for j, n in part.other:
                        entry = factor_ * float(D[form][j])
                        first[row] -= entry * v[n]
                        later[row] -= entry * a[n]
        for column, value in zip(group.columns, lu.solve(first), strict=True):
            v[column] = value
        for part in group.parts:
            velocity = [v[i] for i in part.dofs]
            g = part.second([x[i] for i in part.dofs], velocity, velocity)
            for row, form, factor_, _ in part.uses:
                later[row] -= factor_ * float(g[form])
        for column, value in zip(group.columns, lu.solve(later), strict=True):
            a[column] = value
    return v, a


def describe(mech: Mechanism, group: int) -> str:
    """`elements 4, 5 and 6, co-ordinates 12, 13, 14 and 15`."""
    from .deck.mobility import numbers

    found = mech.structure.groups[group]
    elements = f"element{'s' * (len(found.elements) > 1)} {numbers(found.elements)}"
    coordinates = f"co-ordinate{'s' * (len(found.coordinates) > 1)} {numbers(found.coordinates)}"
    return f"{elements}, {coordinates}"


def parameter_label(mech: Mechanism, row: int) -> str:
    from .deck.account import parameter_name

    number = mech.parameters[row]
    return f"parameter {number} ({parameter_name(mech.deck, number)})"
