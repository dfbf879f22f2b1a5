"""Groups: linear systems against numpy, the distance from a singular position against its definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64
from scipy.linalg import lu

from runmec.elements.bar import Length
from runmec.engine.block import (
    Block,
    Dense,
    Dyad,
    Single,
    factor,
    make_group,
    substitute,
    substitute_transposed,
)
from runmec.engine.coordinate import ANGLE, Coordinate, X
from runmec.engine.form import Form

from .machines import floats, linear, points, quadratic

EARLIER, FIXED = 3, 2


class Posed:
    """A group of n random quadratic forms on n columns, on earlier and on fixed co-ordinates, at a random position."""

    def __init__(self, n: int, seed: int, scale: float = 1.0, dense: bool = False) -> None:
        self.rng = rng = np.random.default_rng(seed)
        wide = n + EARLIER + FIXED
        self.places = [Coordinate(k, float(rng.normal()), k < n + EARLIER, X) for k in range(wide)]
        self.columns, self.earlier = self.places[:n], self.places[n : n + EARLIER]
        self.a, half = rng.normal(size=(n, wide)), 0.2 * rng.normal(size=(n, wide, wide))
        self.B = half + half.transpose(0, 2, 1)
        self.forms: list[Form] = [quadratic(self.places, self.a[i], self.B[i]) for i in range(n)]
        self.group: Block = Dense(4, self.forms, self.columns) if dense else make_group(4, self.forms, self.columns)
        self.group.measure_by(scale, 0.5)
        for c in self.places:
            c.q = float(rng.normal())
            c.u, c.w, c.f = (float(v) for v in rng.normal(size=3))
        for c in self.places[n + EARLIER :]:
            c.u = c.w = 0.0
        for form in self.forms:
            form.acceleration, form.wanted = (float(v) for v in rng.normal(size=2))
        x = np.array([c.x() for c in self.places])
        self.D = self.a + self.B @ x
        self.value = self.a @ x + 0.5 * np.einsum("nij,i,j->n", self.B, x, x)
        self.own, self.outer = self.D[:, :n], self.D[:, n:]

    def of(self, name: str, places: list[Coordinate]) -> np.ndarray:
        return np.array([getattr(c, name) for c in places])


CASES = [(n, seed, dense) for n in (1, 2, 3, 5) for seed in range(4) for dense in ({False, n == 2})]


@pytest.mark.parametrize(("n", "seed", "dense"), CASES)
def test_solutions_are_those_of_numpy(n: int, seed: int, dense: bool) -> None:
    """D u = right, D w = acceleration − uᵀBu, both less what earlier co-ordinates do."""
    posed = Posed(n, seed, 0.3, dense)
    posed.group.evaluate()
    right = posed.rng.normal(size=n)
    for form, value in zip(posed.forms, right, strict=True):
        form.right = float(value)
    before = posed.of("u", posed.earlier)
    posed.group.solve()
    expected = np.linalg.solve(posed.own, right - posed.outer[:, :EARLIER] @ before)
    np.testing.assert_allclose(posed.of("u", posed.columns), expected, rtol=1e-9, atol=1e-12)
    u = posed.of("u", posed.places)
    bent = np.einsum("nij,i,j->n", posed.B, u, u)
    acceleration = np.array([form.acceleration for form in posed.forms])
    posed.group.solve_bias()
    known = acceleration - bent - posed.outer[:, :EARLIER] @ posed.of("w", posed.earlier)
    np.testing.assert_allclose(posed.of("w", posed.columns), np.linalg.solve(posed.own, known), rtol=1e-8, atol=1e-11)


@pytest.mark.parametrize(("n", "seed", "dense"), CASES)
def test_forces_are_the_transposed_solution_and_go_to_all_other_coordinates(n: int, seed: int, dense: bool) -> None:
    """σ = D⁻ᵀf; what earlier and fixed co-ordinates get is −Dᵀσ."""
    posed = Posed(n, seed, 2.5, dense)
    posed.group.evaluate()
    f = posed.of("f", posed.places)
    posed.group.equilibrate()
    sigma = np.linalg.solve(posed.own.T, f[:n])
    np.testing.assert_allclose([form.sigma for form in posed.forms], sigma, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(posed.of("f", posed.places)[n:], f[n:] - posed.outer.T @ sigma, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(posed.of("f", posed.columns), f[:n])


@pytest.mark.parametrize(("n", "seed", "dense"), CASES)
def test_the_step_is_newtons_and_its_size_is_measured_in_units_of_the_group(n: int, seed: int, dense: bool) -> None:
    posed = Posed(n, seed, 4.0, dense)
    for form in posed.forms:
        form.right = 7.0  # is not to come in
    before = posed.of("u", posed.earlier)
    size = posed.group.step()
    missing = np.array([form.wanted for form in posed.forms]) - posed.value
    expected = np.linalg.solve(posed.own, missing - posed.outer[:, :EARLIER] @ before)
    np.testing.assert_allclose(posed.of("u", posed.columns), expected, rtol=1e-9, atol=1e-12)
    assert size == pytest.approx(np.max(np.abs(expected)) / 4.0, rel=1e-9)
    if dense or n != 2:
        assert [form.right for form in posed.forms] == [0.0] * n


@pytest.mark.parametrize(("n", "seed", "dense"), CASES)
def test_quality_is_the_smallest_pivot_and_the_sign_that_of_the_determinant(n: int, seed: int, dense: bool) -> None:
    """Rows divided by the largest of all their entries, pivots as scipy's L·U has them; of a dyad their product."""
    posed = Posed(n, seed, 0.7, dense)
    posed.group.evaluate()
    rows = posed.own / np.max(np.abs(posed.D), axis=1)[:, None]
    _, _, U = lu(rows)
    pivots = np.abs(np.diag(U))
    expected = np.prod(pivots) if isinstance(posed.group, Dyad) else np.min(pivots)
    assert posed.group.quality == pytest.approx(min(1.0, expected), rel=1e-9)
    assert posed.group.sign == np.sign(np.linalg.det(posed.own))


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_quality_does_not_depend_on_units(n: int) -> None:
    """Lengths in other units, rows in other units: the same group."""
    rng = np.random.default_rng(n)
    a = rng.normal(size=(n, n + 1))
    a[:, n] = 3.0 + np.arange(n)  # of a fixed co-ordinate: it makes the rows large
    found = []
    for unit, factors in ((1.0, np.ones(n)), (1000.0, 10.0 ** rng.uniform(-3, 3, n))):
        places = [Coordinate(k, 0.0, k < n, X) for k in range(n + 1)]
        forms: list[Form] = [linear(places, factors[i] * a[i]) for i in range(n)]
        group = make_group(0, forms, places[:n])
        group.measure_by(unit, 1.0)
        group.evaluate()
        found.append((group.quality, group.sign))
    assert found[0] == pytest.approx(found[1], rel=1e-12)
    assert 1e-3 < found[0][0] < 0.9


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_singular_group_has_quality_zero_and_its_neighbour_as_much_as_it_is_off(n: int) -> None:
    """Row 1 is 2·row 0, plus δ in the last column: the last pivot is δ/size."""
    rng = np.random.default_rng(7)
    a = rng.integers(-4, 5, size=(n, n)).astype(float)
    a[0, 0] = 8.0
    a[1] = 2.0 * a[0]
    qualities = []
    for delta in (0.0, 1e-6, 2e-6, -1e-6):
        a[1, -1] = 2.0 * a[0, -1] + delta
        places = [Coordinate(k, 0.0, True, X) for k in range(n)]
        forms: list[Form] = [linear(places, row) for row in a]
        group = Dense(0, forms, places)
        group.evaluate()
        other = make_group(0, forms, places)
        other.evaluate()
        assert (other.quality == 0.0) == (delta == 0.0)
        qualities.append(group.sign * group.quality)
    assert qualities[0] == 0.0
    assert qualities[2] == pytest.approx(2.0 * qualities[1], rel=1e-6)
    assert qualities[3] == pytest.approx(-qualities[1], rel=1e-6)
    assert 0.0 < abs(qualities[1]) < 1e-5


@pytest.mark.parametrize("between", [1.2, 0.3, 1e-3, 1e-7, -0.4])
def test_quality_of_two_bars_is_the_sine_of_the_angle_between_them(between: float) -> None:
    places = points(
        (0.0, 0.0, False), (3.0, 0.0, True), (3.0 - 5.0 * math.cos(between), -5.0 * math.sin(between), False)
    )
    forms: list[Form] = [Length(places[0:4]), Length(places[4:6] + places[2:4])]
    group = make_group(0, forms, places[2:4])
    group.measure_by(5.0, 0.6)
    group.evaluate()
    assert isinstance(group, Dyad)
    assert group.quality == pytest.approx(abs(math.sin(between)), rel=1e-9)
    assert group.sign == math.copysign(1.0, between)


def test_a_group_of_one_that_is_singular_does_not_move() -> None:
    """A rod across the guide of its slider."""
    places = points((0.0, 1.0, False), (0.0, 0.0, True))
    places[3].moving = False
    forms: list[Form] = [Length(places)]
    group = make_group(0, forms, [places[2]])
    assert isinstance(group, Single)
    group.evaluate()
    assert group.quality == 0.0
    forms[0].right, forms[0].acceleration = 1.0, 1.0
    places[2].f = 1.0
    group.solve()
    group.solve_bias()
    group.equilibrate()
    assert (places[2].u, places[2].w, forms[0].sigma) == (0.0, 0.0, 0.0)


def test_a_row_of_nothing_is_singular_however_large_the_group() -> None:
    for n in (1, 2, 3):
        places = [Coordinate(k, 0.0, True, X) for k in range(n)]
        rows = np.eye(n)
        rows[n - 1] = 0.0
        forms: list[Form] = [linear(places, row) for row in rows]
        group = make_group(0, forms, places)
        group.evaluate()
        assert group.quality == 0.0
        assert group.miss() == 1e300


def test_what_a_group_misses_is_measured_by_the_sizes_of_its_rows() -> None:
    """0.3 of a row whose largest entry is 2·scale, −0.5 of one whose largest is 5·scale."""
    places = [Coordinate(k, 0.0, True, X) for k in range(2)]
    forms: list[Form] = [linear(places, np.array([2.0, 1.0])), linear(places, np.array([1.0, -5.0]))]
    group = make_group(0, forms, places)
    group.measure_by(0.1, 1.0)
    forms[0].wanted, forms[1].wanted = 0.3, -0.5
    assert group.miss() == pytest.approx(max(0.3 / 0.2, 0.5 / 0.5))
    forms[0].wanted = math.nan
    assert not group.miss() < 1e-9


def test_measures_are_taken_over_by_lengths_only() -> None:
    places = [Coordinate(0, 0.0, True, X), Coordinate(1, 0.0, True, ANGLE)]
    forms: list[Form] = [linear(places, np.array([1.0, 2.0])), linear(places, np.array([0.5, -1.0]), is_length=False)]
    group = make_group(3, forms, places)
    group.measure_by(0.25, 0.1)
    assert (group.number, group.scale, group.unit) == (3, 0.25, 0.1)
    assert [(c.scale, c.per) for c in places] == [(0.25, 4.0), (1.0, 1.0)]


def test_the_worst_row_is_remembered() -> None:
    group = Posed(2, 0).group
    for row, quality in enumerate((0.5, 0.2, 0.3)):
        group.quality = quality
        group.note(row)
    assert (group.worst, group.worst_at) == (0.2, 1)


def test_a_coordinate_with_two_entries_is_summed() -> None:
    """x·1 + x·2 + y·1 and x − y: the repeated column counts 3."""
    places = [Coordinate(k, 0.0, True, X) for k in range(2)]
    x, y = places
    forms: list[Form] = [linear([x, x, y], np.array([1.0, 2.0, 1.0])), linear(places, np.array([1.0, -1.0]))]
    group = make_group(0, forms, places)
    assert isinstance(group, Dense)
    group.evaluate()
    forms[0].right, forms[1].right = 7.0, 1.0
    group.solve()
    assert (x.u, y.u) == pytest.approx((2.0, 1.0))
    alone: list[Form] = [linear([x, x], np.array([1.0, 2.0]))]
    single = make_group(0, alone, [x])
    assert isinstance(single, Single)
    single.evaluate()
    alone[0].right = 6.0
    single.solve()
    assert x.u == pytest.approx(2.0)


def test_a_dyad_whose_first_row_knows_one_column_only() -> None:
    """2x = 6, x − 4y = 1: x = 3, y = ½; forces 1 and 1 at x and y: σ = (⅝, −¼)."""
    places = [Coordinate(k, 0.0, True, X) for k in range(2)]
    forms: list[Form] = [linear(places[:1], np.array([2.0])), linear(places, np.array([1.0, -4.0]))]
    group = make_group(0, forms, places)
    assert isinstance(group, Dyad)
    group.evaluate()
    forms[0].right, forms[1].right = 6.0, 1.0
    group.solve()
    assert [c.u for c in places] == pytest.approx([3.0, 0.5])
    places[0].f = places[1].f = 1.0
    group.equilibrate()
    assert [form.sigma for form in forms] == pytest.approx([0.625, -0.25])
    assert group.sign == -1.0


@pytest.mark.parametrize("n", [1, 2, 3, 7])
@pytest.mark.parametrize("seed", range(3))
def test_factored_matrices(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    M, b = rng.normal(size=(n, n)), rng.normal(size=n)
    A, order = vec[float](M.ravel().tolist()), vec[i64](range(n))
    sign, smallest = factor(A, n, order)
    assert sign == np.sign(np.linalg.det(M))
    assert smallest == pytest.approx(np.min(np.abs(np.diag(lu(M)[2]))), rel=1e-9)
    y, right = vec[float]([0.0] * n), vec[float](b.tolist())
    substitute(A, n, order, right, y)
    np.testing.assert_allclose(floats(y), np.linalg.solve(M, b), rtol=1e-8, atol=1e-11)
    substitute_transposed(A, n, order, right, y)
    np.testing.assert_allclose(floats(right), np.linalg.solve(M.T, b), rtol=1e-8, atol=1e-11)


def test_a_matrix_without_inverse_or_without_numbers_has_no_pivot() -> None:
    order = vec[i64](range(2))
    assert factor(vec[float]([1.0, 2.0, 2.0, 4.0]), 2, order)[1] == 0.0
    assert factor(vec[float]([math.nan, 2.0, 2.0, 4.0]), 2, order)[1] == 0.0
