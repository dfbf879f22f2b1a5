"""Inputs that their own elasticity drives in DYN SIM: their stiffness (8.38, inverted)."""

from __future__ import annotations

from math import hypot

from librt.vecs import vec
from mypy_extensions import i64

from ..dynamics import DAMPER, DAMPING
from ..dynamics.elasticity import Elasticity
from ..engine.elimination import factor, substitute
from ..engine.flexible import FlexibleBeam, FlexibleParameter, compliance
from ..model.mechanism import Mechanism


def elastic_inputs(mech: Mechanism) -> Elasticity | None:
    """What is elastic, and inputs with `flex` or `stiff` that are neither held nor driven, about their values without
    deformation.

    Other flexible parameters are taken as rigid here.
    """
    if not mech.is_driven or not mech.flexibles:
        return None
    F = flexibility_matrix(mech)
    flexible = [row for row in range(mech.prescribed) if F[row][row] > 0]
    others = mech.driven.union(mech.held_inputs)
    moves = {*mech.elastic, *(mech.m.start + k for k in range(mech.inputs) if k not in others)}
    chosen = [k for k, row in enumerate(flexible) if row in moves]
    if not chosen:
        return None
    inverse = _inverse([[F[row][column] for column in flexible] for row in flexible])
    rows = [flexible[k] for k in chosen]
    stiffness = [inverse[i][j] for i in chosen for j in chosen]
    return Elasticity(
        [mech.forms[row] for row in rows],
        [mech.undeformed[row] for row in rows],
        stiffness,
        damping_of(mech, rows, stiffness),
    )


def damping_of(mech: Mechanism, rows: list[int], stiffness: list[float]) -> list[float]:
    """The matrix of elastic parameters: in proportion to their stiffness by `damping`, and by `damper` on them."""
    found = [sum(line.numbers[1] for line in mech.of(DAMPING)) * value for value in stiffness]
    for k, row in enumerate(rows):
        on_it = [line.numbers[0] for line in mech.of(DAMPER) if line.subject == mech.parameters[row]]
        found[k * (len(rows) + 1)] += sum(on_it)
    return found


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    n = len(matrix)
    packed, order = vec[float]([value for row in matrix for value in row]), vec[i64](range(n))
    factor(packed, n, order)
    columns = []
    for k in range(n):
        unit, found = vec[float]([float(i == k) for i in range(n)]), vec[float]([0.0] * n)
        substitute(packed, n, order, unit, found)
        columns.append(found)
    return [list(row) for row in zip(*columns, strict=True)]


def flexibility_matrix(mech: Mechanism) -> list[list[float]]:
    """Of all prescribed parameters: `flex` on the diagonal, `stiff` by (8.38)."""
    F = [[0.0] * mech.prescribed for _ in range(mech.prescribed)]
    for line, made in mech.of_loads:
        if isinstance(made, FlexibleParameter):
            row = mech.row[line.subject]
            F[row][row] += made.numbers[0]
        if isinstance(made, FlexibleBeam):
            length, uses = rest_length(mech, line.subject), mech.site.elastic_modes(line.subject)
            for i, p, factor in uses:
                for j, other, other_factor in uses:
                    F[mech.row[p]][mech.row[other]] += factor * compliance(i, j, length, made.numbers) * other_factor
    return F


def rest_length(mech: Mechanism, element: int) -> float:
    """Of a bar or beam: as prescribed, if a parameter prescribes it alone; else as assembled."""
    kind = mech.kind_of(mech.elements[element])
    alone = mech.end_of(element, kind.yielding[0]) or mech.end_of(element, kind.elastic[0])
    if alone is not None:
        return mech.undeformed[mech.row[alone.parameter]] / alone.factor
    P, Q = (mech.points(mech.elements[element])[p] for p in ("P", "Q"))
    ends = [(mech.coordinates[p], mech.coordinates[q]) for p, q in zip(P, Q, strict=True)]
    return hypot(*(q.start - p.start if mech.undeformed else q.x() - p.x() for p, q in ends))
