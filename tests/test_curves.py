"""`curve(u, …)`: a smooth curve through points, constant outside, in every place where `table` stands."""

from __future__ import annotations

import numpy as np
import pytest

import runmec
from runmec.deck.syntax import Lines
from runmec.engine.coordinate import Coordinate
from runmec.engine.expression import Curve, Node, PlaceNode, TableNode, reached
from runmec.engine.switch import Pieces, Switch
from runmec.studies.duals import Dual, evaluate


def expression(text: str, **defined: float) -> runmec.deck.expression.Expression:
    lines = Lines(text)
    lines.names = defined
    (line,) = lines
    assert not lines.diagnostics, lines.diagnostics
    found = line.words[0].expression
    assert found is not None
    return found


def not_a_knot(us: list[float], ys: list[float], u: float) -> float:
    """By the definition alone: one cubic a piece, equal values, slopes and curvatures where they meet, and the third
    derivative continuous at the second and at the last point but one."""
    pieces = len(us) - 1
    a, b, row = np.zeros((4 * pieces, 4 * pieces)), np.zeros(4 * pieces), 0

    def powers(x: float, order: int) -> list[float]:
        return [[1, x, x**2, x**3], [0, 1, 2 * x, 3 * x**2], [0, 0, 2, 6 * x], [0, 0, 0, 6]][order]

    for k in range(pieces):
        for at in (k, k + 1):
            a[row, 4 * k : 4 * k + 4], b[row] = powers(us[at], 0), ys[at]
            row += 1
    meeting = [(k, order) for k in range(1, pieces) for order in (1, 2)] + [(1, 3), (pieces - 1, 3)]
    for k, order in meeting:
        a[row, 4 * k - 4 : 4 * k] = powers(us[k], order)
        a[row, 4 * k : 4 * k + 4] = np.negative(powers(us[k], order))
        row += 1
    k = min(max(int(np.searchsorted(us, u)) - 1, 0), pieces - 1)
    return float(np.dot(np.linalg.solve(a, b)[4 * k : 4 * k + 4], powers(u, 0)))


US, YS = [0.0, 0.4, 0.9, 1.5, 2.1, 3.0], [1.0, -0.5, 2.0, 2.2, -1.0, 0.3]
POINTS = ", ".join(f"{u},{y}" for u, y in zip(US, YS, strict=True))


@pytest.mark.parametrize("u", [0.0, 0.1, 0.4, 0.77, 1.4999, 2.0, 2.5, 3.0])
def test_it_is_the_cubic_with_free_ends(u: float) -> None:
    found = expression(f"(curve({u}, {POINTS}))")
    assert float(found(lambda name, number: 0.0)) == pytest.approx(not_a_knot(US, YS, u), abs=1e-12)


def test_it_is_constant_outside() -> None:
    found = expression(f"(curve(t, {POINTS}))")
    values = found(lambda name, number: np.array([-5.0, 0.0, 3.0, 7.0, np.nan]))
    assert values[:4] == pytest.approx([1.0, 1.0, 0.3, 0.3])
    assert np.isnan(values[4])


@pytest.mark.parametrize(
    ("points", "at", "wanted"), [("1,5", 9.0, 5.0), ("1,5, 3,9", 2.5, 8.0), ("0,0, 1,1, 3,9", 2.0, 4.0)]
)
def test_few_points(points: str, at: float, wanted: float) -> None:
    """One is constant, two a line, three a parabola."""
    assert float(expression(f"(curve({at}, {points}))")(lambda *_: 0.0)) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("points", ["1,5, 1,6", "2,5, 1,6", "1", "1,2,3", "t,2, 3,4"])
def test_points_that_are_refused(points: str) -> None:
    lines = Lines(f"(curve(1, {points}))")
    list(lines)
    assert [d.code for d in lines.diagnostics] == ["D109"]
    assert "`curve`" in lines.diagnostics[0].message


def node_of(of: str, at: Coordinate, pieces: Pieces, us: list[float], ys: list[float]) -> Node:
    switch = Switch(False, False)
    if of == "table":
        return TableNode(PlaceNode(at, pieces), us, ys, switch, pieces)
    from runmec.deck.arithmetic import cubic

    coefficients = cubic(tuple(us), tuple(ys)).c.T.ravel().tolist()
    return Curve(PlaceNode(at, pieces), us, coefficients, ys[0], ys[-1], switch, pieces)


@pytest.mark.parametrize("of", ["table", "curve"])
@pytest.mark.parametrize("u", [-1.0, 0.0, 0.2, 0.9, 1.7, 2.99, 3.0, 4.0])
def test_the_engine_has_the_same_values_and_the_slopes_of_them(of: str, u: float) -> None:
    at, pieces = Coordinate(0, u, True, 0), Pieces()
    node = node_of(of, at, pieces, US, YS)
    whole = expression(f"({of}(t, {POINTS}))")
    assert node.value() == pytest.approx(float(whole(lambda *_: u)), abs=1e-13)
    at.x_by = 1.0
    h = 1e-6
    ahead = float(whole(lambda *_: u + h))
    slope = (ahead - float(whole(lambda *_: u))) / h if u in US else (ahead - float(whole(lambda *_: u - h))) / (2 * h)
    assert node.by() == pytest.approx(slope, abs=1e-4)


def test_a_step_goes_on_beyond_the_end_and_tells_it() -> None:
    """Within a step a curve keeps its piece: an integrator sees one smooth function."""
    at, pieces = Coordinate(0, 2.9, True, 0), Pieces()
    node = node_of("curve", at, pieces, US, YS)
    assert isinstance(node, Curve)
    pieces.by_value, pieces.refresh = False, True
    node.value()
    pieces.refresh = False
    at.q = 0.2
    beyond = node.value()
    assert node.switch.gap == pytest.approx(-0.1)
    assert beyond != pytest.approx(YS[-1])
    assert beyond == pytest.approx(not_a_knot(US, YS, 3.1), abs=1e-12)


def test_points_are_found_by_halving() -> None:
    from librt.vecs import vec

    us = vec[float]([0.0, 1.0, 2.0, 4.0])
    assert [int(reached(us, u)) for u in (-1.0, 0.0, 0.5, 1.0, 3.9, 4.0, 9.0)] == [0, 1, 1, 2, 3, 4, 4]


@pytest.mark.parametrize("of", ["table", "curve"])
@pytest.mark.parametrize("points", ["0,0, 1,a, b,2, 4,(a*b), 5,1", "0,a, b,b", "0,a, b,b, 4,1"])
def test_derivatives_to_names_in_the_points(of: str, points: str) -> None:
    at = {"a": 1.5, "b": 2.5}
    open_one = expression(f"({of}(a*0.9, {points}))", **at)

    def value(**changed: float) -> float:
        return float(open_one.with_values(at | changed)(lambda *_: 0.0))

    names = list(at)
    defined = {name: Dual(at[name], np.eye(2)[k]) for k, name in enumerate(names)}
    found = evaluate(open_one.open, None, defined, 2)
    assert found.value == pytest.approx(value(), abs=1e-13)
    h = 1e-5
    for k, name in enumerate(names):
        slope = (value(**{name: at[name] + h}) - value(**{name: at[name] - h})) / (2 * h)
        assert found.by[k] == pytest.approx(slope, rel=1e-7, abs=1e-8)


OSCILLATOR = """DYN SIM ; a mass on a spring whose force is measured
TOPOLOGY
  elem s BIN O A free
  input s.lenl
GEOMETRY
  point O 0 0 fixed
  point A 1.1 0 fixed y
DYNAMICS
  inertia A.x 2
  motor s.lenl ({force})
STORAGE
  bufx0 A.x x
MOVEMENT
  integr dop853 1e-10
  tstepf 20 3 0
END
"""


def test_a_simulation_through_many_points_needs_no_step_at_them() -> None:
    """-30(x - 1) through 400 points: the cosine. A table of the same points is a kink each."""
    places = [0.5 + 0.0025 * k for k in range(400)]
    points = ", ".join(f"{x!r},{-30 * (x - 1)!r}" for x in places)
    found = {
        of: runmec.run(runmec.loads(OSCILLATOR.format(force=f"{of}(x(A.x), {points})"))) for of in ("curve", "table")
    }
    exact = 1 + 0.1 * np.cos(np.sqrt(15.0) * found["curve"].time)
    for result in found.values():
        np.testing.assert_allclose(result["x"], exact, atol=1e-8)
    evaluations = {of: result.positions.simulated[0].account.evaluations for of, result in found.items()}
    assert evaluations["curve"] < evaluations["table"] / 20


def test_a_curve_that_ends_within_the_motion_is_met_exactly() -> None:
    """A hill of force x² up to x = 1, then constant: energy of a free mass tells its velocity."""
    text = OSCILLATOR.replace("A 1.1 0", "A 0.5 0").format(force="curve(x(A.x), 0,0, 0.5,0.25, 1,1, 2,1, 0.5,3)")
    with pytest.raises(runmec.DeckError):
        runmec.loads(text)
    text = OSCILLATOR.replace("A 1.1 0", "A 0.5 0").replace("bufx0 A.x x", "bufx0 A.x x\n  bufdx1 A.x v")
    result = runmec.run(runmec.loads(text.format(force="curve(x(A.x), 0,0, 0.5,0.25, 1,1)")))
    x, v = result["x"], result["v"]
    work = np.where(x < 1, (x**3 - 0.125) / 3, (1 - 0.125) / 3 + (x - 1))
    assert x[-1] > 1.3
    np.testing.assert_allclose(v**2, work, atol=1e-8)
