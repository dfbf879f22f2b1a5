"""Large groups: zeros are left out, solutions stay those of the full matrix."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec

import runmec
from runmec.engine.block import Block, Dense, make_group
from runmec.engine.coordinate import Coordinate, X
from runmec.engine.elimination_order import EliminationOrder, parity, smallest_pivot
from runmec.engine.form import Form
from runmec.engine.sparse import Sparse
from tests.chains import arch
from tests.test_spatial_beams import cantilever

from .machines import linear


def band(n: int, seed: int) -> np.ndarray:
    """A matrix with entries near its diagonal and a few far from it, rows mixed."""
    rng = np.random.default_rng(seed)
    near = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 2
    M = np.where(near | (rng.random(size=(n, n)) < 1.0 / n), rng.normal(size=(n, n)), 0.0)
    return np.asarray(M[rng.permutation(n)])


def posed(M: np.ndarray) -> tuple[Block, Block, list[Form], list[Coordinate]]:
    """The same equations as a sparse and as a full group."""
    n = len(M)
    places = [Coordinate(k, 0.0, True, X) for k in range(n)]
    forms: list[Form] = [linear([places[j] for j in np.flatnonzero(row)], row[row != 0.0]) for row in M]
    found, full = make_group(0, forms, places), Dense(1, forms, places)
    for g in (found, full):
        g.measure_by(1.0, 1.0)
        g.evaluate()
    assert isinstance(found, Sparse)
    return found, full, forms, places


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("n", [24, 40])
def test_solutions_forces_and_answers_are_those_of_numpy(n: int, seed: int) -> None:
    M = band(n, seed)
    group, _, forms, places = posed(M)
    rng = np.random.default_rng(seed + 100)
    right = rng.normal(size=n)
    for form, value in zip(forms, right, strict=True):
        form.right = float(value)
    group.solve()
    size = np.linalg.cond(M)
    np.testing.assert_allclose([c.u for c in places], np.linalg.solve(M, right), rtol=1e-13 * size, atol=1e-14 * size)
    f = rng.normal(size=n)
    for c, value in zip(places, f, strict=True):
        c.f = float(value)
    group.equilibrate()
    sigma = [form.sigma for form in forms]
    np.testing.assert_allclose(sigma, np.linalg.solve(M.T, f), rtol=1e-13 * size, atol=1e-13 * size)
    answer = vec[float]([0.0] * n)
    group.respond(vec[float](right.tolist()), answer)
    in_order = dict(zip([c.at for c in group.columns], list(answer), strict=True))
    np.testing.assert_allclose([in_order[c.at] for c in places], [c.u for c in places], rtol=1e-12, atol=1e-300)
    assert group.sign == np.sign(np.linalg.det(M)) * np.sign(np.linalg.det(np.eye(n)[[c.at for c in group.columns]]))


@pytest.mark.parametrize("seed", range(6))
def test_the_quality_is_the_smallest_pivot_of_full_elimination(seed: int) -> None:
    """Of the same columns in the same order, to rounding."""
    group, _, forms, _ = posed(band(24, seed))
    same = Dense(1, forms, group.columns)
    same.measure_by(1.0, 1.0)
    same.evaluate()
    assert group.quality == pytest.approx(same.quality, rel=1e-9)
    assert group.sign == same.sign


def test_a_singular_matrix_has_no_quality() -> None:
    M = band(20, 3)
    M[7] = M[3]
    group, *_ = posed(M)
    assert group.quality < 1e-14


def test_another_order_is_chosen_where_a_pivot_becomes_small_and_only_there() -> None:
    """Entries change their sizes by and by, as those of a mechanism that moves: each pivot passes through zero."""
    n = 20
    places = [Coordinate(k, 0.0, True, X) for k in range(n)]
    ring = [[k, (k + 1) % n] for k in range(n)]
    turn = np.linspace(0.0, np.pi, 61)
    forms: list[Form] = [linear([places[j] for j in pair], [1.0, 0.5]) for pair in ring]
    group = make_group(0, forms, places)
    assert isinstance(group, Sparse)
    group.measure_by(1.0, 1.0)
    for angle in turn:
        M = np.zeros((n, n))
        for i, (form, pair) in enumerate(zip(forms, ring, strict=True)):
            phase = angle + 0.3 * i
            for entry, j, value in zip(form.entries, pair, (np.cos(phase), np.sin(phase) + 1.2), strict=True):
                entry.value = float(value)
                M[i, j] = value
        group.factor()
        right = np.cos(np.arange(n))
        for form, value in zip(forms, right, strict=True):
            form.right = float(value)
        group.solve()
        np.testing.assert_allclose([c.u for c in places], np.linalg.solve(M, right), rtol=1e-9, atol=1e-11)
    assert 1 < group.orders < 30


def test_eliminating_costs_as_much_more_as_there_are_more_unknowns() -> None:
    """Entries of L and U of arches of bars: counted, not timed."""
    filled = []
    for bars in (21, 41, 81):
        result = runmec.run(runmec.loads(arch(bars, rows=1)))
        (group,) = result.mechanism.kinematics.groups
        assert isinstance(group, Sparse)
        filled.append(len(group.L) + len(group.U))
    assert filled[2] / filled[1] < 2.2
    assert filled[1] / filled[0] < 2.2


def test_smallest_pivots_and_parities() -> None:
    assert smallest_pivot([{0: 2.0, 1: 1.0}, {0: 4.0, 1: 1.0}]) == 0.5  # by rows 1, 0: pivots 4 and 1 − ½
    assert smallest_pivot([{0: 1.0, 1: 1.0}, {0: 1.0, 1: 1.0}]) == 0.0
    assert parity([0, 1, 2]) == 1.0
    assert parity([1, 0, 2]) == -1.0
    assert parity([1, 2, 0]) == 1.0
    order = EliminationOrder([{0: 1.0, 1: 1.0}, {1: 1.0}])
    assert (order.found, order.rows, order.columns) == (True, [1, 0], [1, 0])
    assert not EliminationOrder([{0: 1.0, 1: 1.0}, {}]).found


def test_bricards_chain_is_solved_as_by_the_full_matrix_with_a_fraction_of_the_work() -> None:
    text = (
        Path("inputs/space/bricard.mec").read_text().replace("tstepf 25 2.5 0", "tstepf 3 0.3 0").replace(" 11 16", "")
    )
    group = max(runmec.run(runmec.loads(text)).mechanism.kinematics.groups, key=lambda g: g.n)
    assert isinstance(group, Sparse)
    same = Dense(0, group.forms, group.columns)
    same.measure_by(group.scale, group.unit)
    for g in (group, same):
        g.evaluate()
    assert group.sign == same.sign
    found = []
    for g in (group, same):
        for k, form in enumerate(g.forms):
            form.right = 0.1 * (k - 5)
        g.solve()
        found.append([c.u for c in g.columns])
    assert found[0] == pytest.approx(found[1], rel=1e-10, abs=1e-12)
    assert len(group.L) + len(group.U) < 0.3 * group.n**2


def test_the_forms_of_a_beam_look_at_its_ends_once() -> None:
    result = runmec.run(runmec.loads(cantilever(2, "  force P2 0 0 -1")))
    forms = result.mechanism.kinematics.forms
    assert len({id(form.ends) for form in forms}) == 2  # type: ignore[attr-defined]  # forms of beams have ends
