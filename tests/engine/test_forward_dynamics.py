"""The equation of motion against closed forms: accelerations, power, what has no acceleration."""

from __future__ import annotations

import math

import numpy as np
import pytest
from librt.vecs import vec

from runmec.dynamics.damper import Damper
from runmec.dynamics.motor import Motor
from runmec.dynamics.spring import Spring
from runmec.engine.expression import LOG, FunctionNode, NumberNode, TimeNode
from runmec.engine.force import Force
from runmec.engine.forward_dynamics import ForwardDynamics, GivenInput, divide
from runmec.engine.load import Load
from runmec.engine.status import FINE, MASSLESS, NO_POSITION, NOT_FINITE, TOO_NEAR
from runmec.engine.switch import Pieces, Switch

from .machines import (
    FourBar,
    G,
    Machine,
    beam_pendulum,
    double_pendulum,
    floats,
    hang,
    on_a_line,
    on_a_trolley,
    pendulum,
)


def rate(
    machine: Machine,
    values: list[float],
    speeds: list[float],
    loads: list[Load],
    given: list[GivenInput],
    t: float = 0.0,
) -> tuple[int, np.ndarray, ForwardDynamics]:
    """Status, derivatives of the state, and the equation."""
    held = [g.form for g in given]
    free = [form for form in machine.inputs if form not in held]
    equation = ForwardDynamics(machine.mech, free, given, loads, Pieces())
    for c in machine.mech.coordinates:
        c.q0 = c.q
    for shadow, value in zip(machine.mech.shadows, values, strict=False):
        shadow.q0 = value
    machine.mech.known = 1
    machine.mech.s0 = values[0] if equation.alone else t
    y, dy = vec[float]([*values, *speeds, 0.0]), vec[float]([0.0] * (2 * len(free) + 1))
    status = equation.rate(t, y, dy)
    return status, floats(dy), equation


@pytest.mark.parametrize("angle", [-1.5, 0.0, 0.4, 2.0])
@pytest.mark.parametrize("uniform", [False, True])
def test_a_pendulum(angle: float, uniform: bool) -> None:
    """ε̈ = −(g/l) cos ε of a point, 3/2 of it of a uniform rod."""
    status, dy, equation = rate(pendulum(0.7, angle, 2.5, uniform), [angle], [3.0], [], [])
    assert status == FINE
    assert equation.alone
    assert equation.evaluations == 1
    assert dy == pytest.approx([3.0, -(1.5 if uniform else 1.0) * G / 0.7 * math.cos(angle), 0.0], abs=1e-12)


def test_motor_damper_and_spring_of_a_pendulum() -> None:
    """J ε̈ = M − kω − cε without gravity; the power of motor and damper, not of the spring."""
    machine = pendulum(0.5, 0.3, 2.0, gravity=False)
    (angle,) = machine.inputs
    loads: list[Load] = [Motor(angle, [4.0]), Damper(angle, 0.2), Spring(angle, 3.0, 0.0, (), Pieces())]
    status, dy, equation = rate(machine, [0.3], [1.5], loads, [])
    assert status == FINE
    assert dy[1] == pytest.approx((4.0 - 0.2 * 1.5 - 3.0 * 0.3) / (2.0 * 0.25))
    assert dy[2] == pytest.approx(4.0 * 1.5 - 0.2 * 1.5**2)
    assert equation.power == dy[2]


def chain(l: tuple[float, float], m: tuple[float, float], e: tuple[float, float], v: tuple[float, float]) -> np.ndarray:
    """Accelerations of a double pendulum, angles from the x-axis, by Lagrange."""
    d = e[0] - e[1]
    J = [
        [(m[0] + m[1]) * l[0] ** 2, m[1] * l[0] * l[1] * math.cos(d)],
        [m[1] * l[0] * l[1] * math.cos(d), m[1] * l[1] ** 2],
    ]
    right = [
        -m[1] * l[0] * l[1] * math.sin(d) * v[1] ** 2 - (m[0] + m[1]) * G * l[0] * math.cos(e[0]),
        m[1] * l[0] * l[1] * math.sin(d) * v[0] ** 2 - m[1] * G * l[1] * math.cos(e[1]),
    ]
    return np.linalg.solve(np.array(J), np.array(right))


@pytest.mark.parametrize("seed", range(4))
def test_a_double_pendulum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    l, m = tuple(rng.uniform(0.3, 1.5, 2).tolist()), tuple(rng.uniform(0.2, 4.0, 2).tolist())
    e, v = tuple(rng.uniform(-3, 3, 2).tolist()), tuple(rng.uniform(-5, 5, 2).tolist())
    status, dy, equation = rate(double_pendulum(l, e, m), list(e), list(v), [], [])
    assert status == FINE
    assert not equation.alone
    assert dy == pytest.approx([*v, *chain(l, m, e, v), 0.0], rel=1e-10, abs=1e-11)


@pytest.mark.parametrize("t", [0.0, 0.35])
def test_a_pendulum_on_a_given_pivot(t: float) -> None:
    """Pivot at 0.2 + vt + ½at²: lε̈ = a sin ε − g cos ε; its drive gives (m ẍ_Q + M a)·ẋ_P."""
    l, m, M, v, a = 0.8, 1.3, 0.6, 0.9, 2.2
    angle, speed = 0.7, -1.1
    machine = on_a_trolley(l, angle, m, M)
    machine.places[0].q = machine.places[2].q = 0.2 + v * t + 0.5 * a * t * t
    for form in machine.forms:
        form.evaluate()
    given = GivenInput(machine.inputs[1], 0.0, 0.2, v, a)
    status, dy, _ = rate(machine, [angle], [speed], [], [given], t)
    assert status == FINE
    expected = (a * math.sin(angle) - G * math.cos(angle)) / l
    assert dy[:2] == pytest.approx([speed, expected], abs=1e-12)
    along = a - l * (math.sin(angle) * expected + math.cos(angle) * speed**2)
    assert dy[2] == pytest.approx((m * along + M * a) * (v + a * t), rel=1e-11)
    assert given.form.rate == pytest.approx(v + a * t)
    assert machine.places[0].x() == pytest.approx(0.2 + v * t + 0.5 * a * t * t)
    assert machine.places[2].a == pytest.approx(along)


def test_everything_given_has_a_power_and_nothing_free() -> None:
    """A mass of 3 kg at 2 m/s with 5 m/s²: 30 W."""
    machine = on_a_line(3.0)
    status, dy, _ = rate(machine, [], [], [], [GivenInput(machine.inputs[0], 0.0, 0.0, 2.0, 5.0)])
    assert status == FINE
    assert dy == pytest.approx([30.0])


def test_loads_of_several_free_parameters() -> None:
    """Two masses on a line, a force on each, one of them by time, and a damper."""
    machine = on_a_line(2.0, 5.0)
    pieces = Pieces()
    loads: list[Load] = [
        Force(machine.places[0], NumberNode(6.0)),
        Damper(machine.inputs[1], 4.0),
        Force(machine.places[1], TimeNode(pieces)),
    ]
    pieces.t = 1.5
    status, dy, _ = rate(machine, [0.1, 0.2], [1.0, -2.0], loads, [])
    assert status == FINE
    assert dy == pytest.approx([1.0, -2.0, 3.0, (8.0 + 1.5) / 5.0, 6.0 - 16.0 - 3.0])


def test_a_four_bar_turns_by_its_reduced_inertia() -> None:
    """J ε̈ + ½J'ε̇² = 0 without loads, J = Σ m x'² from differences of the closed form."""
    bar = FourBar()
    angle, speed = 1.1, 4.0
    machine = bar.made(angle)
    hang(machine, [(2, 0.5), (4, 2.0)], [], 0.0)
    status, dy, _ = rate(machine, [angle], [speed], [], [])
    assert status == FINE
    h = 1e-4

    def J(e: float) -> float:
        step = (np.array(bar.pins(e + h, 1.0)) - np.array(bar.pins(e - h, 1.0))) / (2 * h)
        return float(np.array([0.5, 0.5, 2.0, 2.0]) @ step**2)

    slope = (J(angle + 1e-3) - J(angle - 1e-3)) / 2e-3
    assert dy[1] == pytest.approx(-0.5 * slope / J(angle) * speed**2, rel=1e-5)


def bars_of(machine: Machine, spans: list[tuple[int, float]]) -> None:
    hang(machine, [], [(machine.places[at : at + 4], mass) for at, mass in spans], G)


@pytest.mark.parametrize("seed", range(3))
def test_uniform_bars_couple_their_ends(seed: int) -> None:
    """A chain of two uniform rods: the matrices of (8.16) give the equations of Lagrange."""
    rng = np.random.default_rng(20 + seed)
    l, m = rng.uniform(0.3, 1.5, 2), rng.uniform(0.2, 4.0, 2)
    e, v = rng.uniform(-3, 3, 2), rng.uniform(-5, 5, 2)
    machine = double_pendulum(l.tolist(), e.tolist(), (0.0, 0.0))
    bars_of(machine, [(0, float(m[0])), (2, float(m[1]))])
    status, dy, _ = rate(machine, e.tolist(), v.tolist(), [], [])
    assert status == FINE
    d = e[0] - e[1]
    beside = 0.5 * m[1] * l[0] * l[1]
    J = np.array([[(m[0] / 3 + m[1]) * l[0] ** 2, beside * np.cos(d)], [beside * np.cos(d), m[1] / 3 * l[1] ** 2]])
    right = [
        -beside * np.sin(d) * v[1] ** 2 - (0.5 * m[0] + m[1]) * G * l[0] * np.cos(e[0]),
        beside * np.sin(d) * v[0] ** 2 - 0.5 * m[1] * G * l[1] * np.cos(e[1]),
    ]
    assert dy[2:4] == pytest.approx(np.linalg.solve(J, np.array(right)), rel=1e-9)


@pytest.mark.parametrize("beside", [False, True])
def test_a_mass_that_turns_with_its_beam(beside: bool) -> None:
    """A rigid beam as pendulum, its matrix changing with the position: ε̈ = −(3g/2l) cos ε.

    With a trolley beside it there are two free parameters, and the same acceleration.
    """
    l, angle, speed = 0.9, 0.4, 3.0
    machine = beam_pendulum(l, angle, 2.0, beside)
    loads: list[Load] = [Force(machine.places[-1], NumberNode(6.0))] if beside else []
    n = len(machine.inputs)
    status, dy, _ = rate(machine, [angle, 0.0][:n], [speed, 0.5][:n], loads, [])
    assert status == FINE
    assert dy[n] == pytest.approx(-1.5 * G / l * math.cos(angle), rel=1e-12)
    if beside:
        assert dy[3] == pytest.approx(2.0)
        assert machine.places[3].u == pytest.approx(-l * math.sin(angle) * speed)  # u are velocities again


def test_the_drive_of_a_beam_has_its_power() -> None:
    """A rigid beam turned by a given motion: (⅓ml²ε̈ + ½mgl cos ε)·ω."""
    l, angle, m, v, a = 0.9, 0.4, 2.0, 3.0, 5.0
    machine = beam_pendulum(l, angle, m, False)
    status, dy, _ = rate(machine, [], [], [], [GivenInput(machine.inputs[0], 0.0, angle, v, a)])
    assert status == FINE
    assert dy[0] == pytest.approx((m * l * l / 3.0 * a + 0.5 * m * G * l * math.cos(angle)) * v, rel=1e-12)


@pytest.mark.parametrize("speed", [4.0, 0.0])
def test_a_four_bar_of_uniform_links(speed: float) -> None:
    """J ε̈ + ½J'ε̇² = −V', T and V of rods by their ends: ⅙m(vP² + vP·vQ + vQ²) and half the weight at each."""
    bar, angle, m = FourBar(), 1.1, (0.7, 1.9, 1.2)
    machine = bar.made(angle)
    O, A, B, C = (machine.places[k : k + 2] for k in (0, 2, 4, 6))
    hang(machine, [], [(O + A, m[0]), (A + B, m[1]), (C + B, m[2])], G)
    status, dy, _ = rate(machine, [angle], [speed], [], [])
    assert status == FINE
    h = 1e-4

    def J(e: float) -> float:
        step = (np.array(bar.pins(e + h, 1.0)) - np.array(bar.pins(e - h, 1.0))) / (2 * h)
        a, b = step[:2], step[2:]
        return float(m[0] * a @ a + m[1] * (a @ a + a @ b + b @ b) + m[2] * b @ b) / 3.0

    def V(e: float) -> float:
        _, a, _, b = bar.pins(e, 1.0)
        return 0.5 * G * (m[0] * a + m[1] * (a + b) + m[2] * b)

    slope, pull = (J(angle + 1e-3) - J(angle - 1e-3)) / 2e-3, (V(angle + h) - V(angle - h)) / (2 * h)
    assert dy[1] == pytest.approx(-(0.5 * slope * speed**2 + pull) / J(angle), rel=1e-5)


def test_the_drive_of_a_pivot_moves_a_uniform_rod() -> None:
    """A uniform rod on a given pivot: lε̈ = 3/2(a sin ε − g cos ε); the drive gives m·ẍ of its middle times v."""
    l, m, v, a, angle, speed = 0.8, 1.3, 0.9, 2.2, 0.7, -1.1
    machine = on_a_trolley(l, angle, 0.0, 0.0)
    hang(machine, [], [(machine.places, m)], G)
    status, dy, _ = rate(machine, [angle], [speed], [], [GivenInput(machine.inputs[1], 0.0, 0.0, v, a)])
    assert status == FINE
    expected = 1.5 * (a * math.sin(angle) - G * math.cos(angle)) / l
    assert dy[1] == pytest.approx(expected, rel=1e-12)
    middle = a - 0.5 * l * (math.sin(angle) * expected + math.cos(angle) * speed**2)
    assert dy[2] == pytest.approx(m * middle * v, rel=1e-11)


# ---- what a free parameter reaches


def test_reach_is_what_a_parameter_moves() -> None:
    machine = double_pendulum((1.0, 1.0), (0.2, 0.4), (1.0, 1.0))
    ForwardDynamics(machine.mech, machine.inputs, [], [], Pieces())
    assert [group.reach for group in machine.mech.groups] == [[True, False], [True, True]]
    trolley = on_a_trolley(1.0, 0.3, 1.0, 1.0)
    ForwardDynamics(trolley.mech, trolley.inputs, [], [], Pieces())
    assert [group.reach for group in trolley.mech.groups] == [[False, True], [True, True]]
    row = on_a_line(1.0, 1.0, 1.0)
    ForwardDynamics(row.mech, row.inputs, [], [], Pieces())
    assert [group.reach for group in row.mech.groups] == np.eye(3, dtype=bool).tolist()


# ---- what has no acceleration


def test_what_moves_no_mass_is_told() -> None:
    assert rate(pendulum(1.0, 0.3, 0.0), [0.3], [0.0], [], [])[0] == MASSLESS
    assert rate(on_a_line(1.0, 0.0), [0.0, 0.0], [0.0, 0.0], [], [])[0] == MASSLESS
    chain_of_one_mass = double_pendulum((1.0, 1.0), (0.3, 0.3), (0.0, 1.0))  # in line: the matrix has rank one
    assert rate(chain_of_one_mass, [0.3, 0.3], [0.0, 0.0], [], [])[0] == MASSLESS
    bent = double_pendulum((1.0, 1.0), (0.3, 0.9), (0.0, 1.0))
    assert rate(bent, [0.3, 0.9], [0.0, 0.0], [], [])[0] == FINE


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e301])
def test_what_is_not_finite_is_told(bad: float) -> None:
    machine = on_a_line(1.0)
    assert rate(machine, [bad], [0.0], [], [])[0] == NOT_FINITE
    assert rate(machine, [0.0], [bad], [], [])[0] == NOT_FINITE
    load: list[Load] = [Force(machine.places[0], NumberNode(bad))]
    assert rate(machine, [0.0], [0.0], load, [])[0] == NOT_FINITE
    two = on_a_line(1.0, 1.0)
    load = [Force(two.places[1], FunctionNode(LOG, NumberNode(0.0)))]
    assert rate(two, [0.0, 0.0], [0.0, 0.0], load, [])[0] == NOT_FINITE


def test_what_has_no_position_has_no_acceleration() -> None:
    """A rocker that cannot reach, a dyad that is too near to flat; the evaluation is counted all the same."""
    bar = FourBar(0.1, 0.06, 0.08, 0.12)
    machine = bar.made(0.9)
    hang(machine, [(4, 1.0)], [], 0.0)
    status, _, equation = rate(machine, [2.9], [0.0], [], [])
    assert status == NO_POSITION
    assert equation.evaluations == 1
    machine = bar.made(0.9)
    hang(machine, [(4, 1.0)], [], 0.0)
    machine.mech.groups[1].least = 0.999
    assert rate(machine, [0.9], [0.0], [], [])[0] == TOO_NEAR


def test_a_change_of_sign_within_a_step_is_noted() -> None:
    bar = FourBar()
    machine = bar.made(0.4)
    hang(machine, [(4, 1.0)], [], 0.0)
    dyad = machine.mech.groups[1]
    machine.mech.evaluate()
    dyad.before = -dyad.sign
    assert rate(machine, [0.4], [0.0], [], [])[0] == FINE
    assert dyad.changed


# ---- accelerations that expressions and rows ask for


def test_accelerations_of_dependent_parameters() -> None:
    """The rocker's angle: ε̈ = ε''ω² + ε'ω̇ against differences of the closed form."""
    bar = FourBar()
    angle, speed = 1.1, 2.0
    machine = bar.made(angle)
    hang(machine, [(2, 0.5), (4, 2.0)], [], G)
    rocker = machine.extra["rocker"]
    loads: list[Load] = [Damper(rocker, 0.3)]
    machine.mech.arrange(machine.mech.groups)
    equation = ForwardDynamics(machine.mech, machine.inputs, [], loads, Pieces())
    equation.pieces.add(Switch(False, False))  # accelerations of co-ordinates are kept where pieces may ask for them
    machine.mech.known = 1
    machine.mech.s0 = angle
    y, dy = vec[float]([angle, speed, 0.0]), vec[float]([0.0] * 3)
    assert equation.rate(0.0, y, dy) == FINE
    equation.measure_accelerations(dy)

    def turned(e: float) -> float:
        _, _, x, y = bar.pins(e, 1.0)
        return math.atan2(y, x - bar.frame)

    h = 1e-3
    first = (turned(angle + h) - turned(angle - h)) / (2 * h)
    second = (turned(angle + h) - 2 * turned(angle) + turned(angle - h)) / h**2
    assert rocker.rate == pytest.approx(first * speed, rel=1e-5)
    assert rocker.acceleration == pytest.approx(second * speed**2 + first * dy[1], rel=1e-5)
    assert machine.inputs[0].acceleration == dy[1]
    assert dy[2] == pytest.approx(-0.3 * rocker.rate**2)


def test_predictions_in_time_are_corrected_by_what_the_parameters_are_beside_them() -> None:
    """Along a parabola in time, then 1e-3 beside it: Newton starts at x + x'Δε."""
    machine = double_pendulum((1.0, 1.0), (0.2, 0.5), (1.0, 1.0))
    status, _, equation = rate(machine, [0.2, 0.5], [1.0, -2.0], [], [])
    assert status == FINE
    machine.mech.s = 0.0
    machine.mech.keep(0)
    h = 1e-4
    w = [shadow.w for shadow in machine.mech.shadows]
    y = vec[float]([0.2 + h + 0.5 * w[0] * h * h + 1e-3, 0.5 - 2.0 * h + 0.5 * w[1] * h * h, 0.0, 0.0, 0.0])
    equation.predict(h, y)
    for at, trig in ((2, math.cos), (3, math.sin)):
        assert machine.places[at].x() == pytest.approx(trig(y[0]), abs=2e-6)
    assert abs(machine.places[3].x() - math.sin(y[0] - 1e-3)) > 5e-4


@pytest.mark.parametrize("n", [1, 2, 5])
def test_division_by_a_symmetric_matrix(n: int) -> None:
    rng = np.random.default_rng(n)
    half = rng.normal(size=(n, n))
    J = half @ half.T + 0.1 * np.eye(n)
    right = rng.normal(size=n)
    dy = vec[float]([7.0] * n + right.tolist())
    lower = np.tril(J) + np.triu(np.full((n, n), math.nan), 1)  # what lies above is not read
    assert divide(vec[float](lower.ravel().tolist()), n, dy)
    np.testing.assert_allclose(floats(dy), [7.0] * n + np.linalg.solve(J, right).tolist(), rtol=1e-9)
    J[n - 1] = J[:, n - 1] = 0.0
    assert not divide(vec[float](J.ravel().tolist()), n, dy)


def test_division_by_an_indefinite_matrix_is_refused() -> None:
    assert not divide(vec[float]([1.0, 0.0, 2.0, 1.0]), 2, vec[float]([0.0] * 4))
    assert not divide(vec[float]([-1.0]), 1, vec[float]([0.0] * 2))
