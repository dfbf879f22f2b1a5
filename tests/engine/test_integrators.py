"""Integrators: their orders on the pendulum, their error estimates, rows within a step, stiff problems."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from librt.vecs import vec
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

from runmec.dynamics.damper import Damper
from runmec.dynamics.motor import Motor
from runmec.dynamics.spring import Spring
from runmec.engine.expression import ATAN, LOG, FunctionNode, NumberNode, PlaceNode, ProductNode, SumNode, TimeNode
from runmec.engine.force import Force
from runmec.engine.integrators.dop853 import Dop853
from runmec.engine.integrators.heun import Heun
from runmec.engine.integrators.integrator import EPSILON, Integrator
from runmec.engine.integrators.radau import ERROR, MU, NODES, WEIGHTS, Radau
from runmec.engine.load import Load
from runmec.engine.simulation import DONE, FAILED, Simulation
from runmec.engine.status import FINE, NOT_CORRECTED, NOT_FINITE, TOO_MUCH_WORK
from runmec.engine.switch import Pieces

from .machines import (
    G,
    Machine,
    begun,
    cosine,
    double_pendulum,
    floats,
    motion_of,
    on_a_line,
    pendulum,
    to_the_end,
    wave,
)
from .test_forward_dynamics import chain

METHODS: list[Callable[..., Integrator]] = [Heun, Dop853, Radau]


def swing(t: float) -> tuple[float, float]:
    """A point on a rod of 1 m let go level: angle from the x-axis and its rate, by elliptic functions."""
    m, w = 0.5, math.sqrt(G)  # k = sin 45°
    sn, cn = (float(found) for found in ellipj(w * t + float(ellipk(m)), m)[:2])
    k = math.sqrt(m)
    return 2.0 * math.asin(k * sn) - 0.5 * math.pi, 2.0 * k * w * cn


def stepped(simulation: Simulation, steps: int, h: float) -> np.ndarray:
    """The state after steps of equal length."""
    method, mech = simulation.method, simulation.equation.mech
    for k in range(steps):
        assert method.step(k * h, h) == FINE
        mech.shift()
        method.remember(h)
        simulation.state.advance()
    return floats(simulation.state.y)


@pytest.mark.parametrize(
    ("method", "order", "steps"), [(Heun, 2, (100, 200, 400)), (Dop853, 8, (5, 10, 20)), (Radau, 5, (20, 40, 80))]
)
def test_order_on_the_pendulum(method: Callable[..., Integrator], order: int, steps: tuple[int, ...]) -> None:
    """Half the step, 2^order times less error, against elliptic functions."""
    T = 0.9
    errors = []
    for n in steps:
        simulation = begun(pendulum(1.0, 0.0, 1.0), [0.0], [0.0], method=method, tolerance=1e-14)
        y = stepped(simulation, n, T / n)
        errors.append(np.max(np.abs(y[:2] - swing(T))))
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert orders[0] > order - 0.4
    assert orders[-1] == pytest.approx(order, abs=0.5)
    assert errors[-1] < 1e-4


@pytest.mark.parametrize(
    ("method", "order", "steps"), [(Dop853, 8, (8, 32)), (Radau, 5, (16, 64)), (Heun, 2, (50, 200))]
)
def test_order_with_two_free_parameters(method: Callable[..., Integrator], order: int, steps: tuple[int, ...]) -> None:
    """A double pendulum against scipy's integration of Lagrange's equations."""
    l, m, e, v, T = (0.9, 0.7), (1.2, 0.8), (0.2, -0.4), (1.0, -0.5), 0.6

    def lagrange(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[2:], chain(l, m, (y[0], y[1]), (y[2], y[3]))])

    exact = solve_ivp(lagrange, (0.0, T), [*e, *v], method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    errors = []
    for n in steps:
        simulation = begun(double_pendulum(l, e, m), e, v, method=method, tolerance=1e-12)
        errors.append(np.max(np.abs(stepped(simulation, n, T / n)[:4] - exact)))
    assert np.log(errors[0] / errors[1]) / np.log(4.0) > order - 0.5  # over two halvings
    assert errors[1] < {8: 1e-11, 5: 1e-7, 2: 1e-3}[order]


@pytest.mark.parametrize(("method", "order"), [(Heun, 3), (Dop853, 8), (Radau, 4)])
def test_the_error_estimate_falls_with_the_order_that_it_is_said_to_have(
    method: Callable[..., Integrator], order: int
) -> None:
    """One step and one of half its length from the same place; Heun knows the step before."""
    errors = []
    for h in (0.08, 0.04):
        angle, speed = swing(0.3)
        simulation = begun(pendulum(1.0, angle, 1.0), [angle], [speed], method=method, tolerance=1e-10)
        if method is Heun:
            stepped(simulation, 1, 1e-3)
        assert simulation.method.step(0.0, h) == FINE
        errors.append(simulation.method.error)
    assert simulation.method.order == order
    assert np.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.7)
    assert errors[0] > 0.0


@pytest.mark.parametrize("method", METHODS)
def test_the_estimate_is_not_below_the_error_made(method: Callable[..., Integrator]) -> None:
    for start in (0.1, 0.4, 0.7):
        angle, speed = swing(start)
        simulation = begun(pendulum(1.0, angle, 1.0), [angle], [speed], method=method, tolerance=1e-8)
        h = 0.01 if method is Heun else 0.05
        assert simulation.method.step(0.0, h) == FINE
        error = np.max(np.abs(floats(simulation.state.y1)[:2] - swing(start + h))) / 1e-8
        assert simulation.method.error > error


@pytest.mark.parametrize("method", METHODS)
def test_a_motion_of_constant_acceleration_is_exact(method: Callable[..., Integrator]) -> None:
    """3 N on 2 kg: x = vt + ¾t²; work is force times way."""
    machine = on_a_line(2.0)
    loads: list[Load] = [Motor(machine.inputs[0], [3.0])]
    simulation = begun(machine, [0.0], [1.0], loads, method=method, tolerance=1e-9)
    y = stepped(simulation, 3, 0.4)
    assert y == pytest.approx([1.2 + 0.75 * 1.44, 1.0 + 1.5 * 1.2, 3.0 * (1.2 + 0.75 * 1.44)], rel=1e-13)


# ---- rows within a step


@pytest.mark.parametrize(("method", "order"), [(Dop853, 7.0), (Radau, 3.5)])
def test_rows_within_a_step(method: Callable[..., Integrator], order: float) -> None:
    """Ends as they are; between them the error falls with the order of the interpolation."""
    worst = []
    for h in (0.2, 0.1):
        angle, speed = swing(0.2)
        simulation = begun(pendulum(1.0, angle, 1.0), [angle], [speed], method=method, tolerance=1e-13)
        state, integrator = simulation.state, simulation.method
        assert integrator.step(0.0, h) == FINE
        assert integrator.prepare_rows(0.0, h) == FINE
        out = vec[float]([0.0] * 3)
        integrator.row(h, 0.0, out)
        assert floats(out) == pytest.approx(floats(state.y), abs=1e-15)
        integrator.row(h, 1.0, out)
        assert floats(out) == pytest.approx(floats(state.y1), abs=1e-13)
        errors = []
        for u in np.linspace(0.05, 0.95, 19):
            integrator.row(h, float(u), out)
            errors.append(np.max(np.abs(floats(out)[:2] - swing(0.2 + float(u) * h))))
        worst.append(max(errors))
    assert np.log2(worst[0] / worst[1]) > order
    assert worst[1] < (1e-8 if method is Dop853 else 3e-3)


def test_heuns_rows_are_ends_of_steps() -> None:
    simulation = begun(pendulum(1.0, 0.0, 1.0), [0.0], [0.0], method=Heun, tolerance=1e-9)
    assert simulation.method.at_rows
    assert simulation.method.step(0.0, 0.01) == FINE
    out = vec[float]([0.0] * 3)
    simulation.method.row(0.01, 0.5, out)
    assert (floats(out) == floats(simulation.state.y1)).all()


@pytest.mark.parametrize("method", METHODS)
def test_work_in_rows_is_force_times_way(method: Callable[..., Integrator]) -> None:
    """A constant moment on a pendulum: ∫Mω dt = M·(ε − ε₀) in every row, wherever it lies."""
    machine = pendulum(1.0, 0.3, 1.0)
    loads: list[Load] = [Motor(machine.inputs[0], [4.0])]
    simulation = begun(machine, [0.3], [0.0], loads, method=method, tolerance=1e-8, duration=1.3, rows=17)
    assert to_the_end(simulation) == DONE
    found = motion_of(simulation)
    within = 2e-5 if method is Heun else 1e-7
    np.testing.assert_allclose(floats(simulation.rows.work), 4.0 * (found[:, 0] - 0.3), atol=within)
    assert len(found) == 17
    np.testing.assert_allclose(found[:, 2], 4.0 - G * np.cos(found[:, 0]), atol=1e-9)


# ---- stiff problems


def forced(stiffness: float) -> tuple[list[Load], Machine, Pieces]:
    """v̇ = −λ(v − cos t) − sin t, of which v = cos t and x = sin t (Prothero and Robinson)."""
    machine = on_a_line(1.0)
    pieces = Pieces()
    push = SumNode(cosine(pieces, stiffness), wave(pieces, -1.0, 1.0))
    return [Damper(machine.inputs[0], stiffness), Force(machine.places[0], push)], machine, pieces


def test_radau_takes_few_steps_where_the_problem_is_stiff() -> None:
    """λ = 10⁶: an explicit method needs steps of some 10⁻⁶; the solution is a sine."""
    loads, machine, pieces = forced(1e6)
    simulation = begun(machine, [0.0], [1.0], loads, pieces=pieces, method=Radau, tolerance=1e-7, duration=3.0, rows=6)
    assert to_the_end(simulation) == DONE
    found = motion_of(simulation)
    t = 0.5 * np.arange(1, 7)
    np.testing.assert_allclose(found[:, 0], np.sin(t), atol=1e-6)
    np.testing.assert_allclose(found[:, 1], np.cos(t), atol=1e-6)
    assert simulation.accepted < 200
    assert simulation.equation.evaluations < 3000
    loads, machine, pieces = forced(1e6)
    explicit = begun(machine, [0.0], [1.0], loads, pieces=pieces, tolerance=1e-7, duration=3.0, bound=5000)
    assert to_the_end(explicit) == FAILED
    assert explicit.reason == TOO_MUCH_WORK
    assert explicit.now < 0.01


def test_a_stiff_oscillation_dies_out_under_radau() -> None:
    """L-stable: one step over 100 periods of a spring of 10⁶ N/m leaves a thousandth of the deflection."""
    machine = on_a_line(1.0)
    loads: list[Load] = [Spring(machine.inputs[0], 1e6, 0.0, (), Pieces())]
    simulation = begun(machine, [1.0], [0.0], loads, method=Radau, tolerance=1e-9)
    h = 100.0 * 2.0 * math.pi / 1e3
    z = 1j * h * 1e3
    R = (1 + 2 * z / 5 + z**2 / 20) / (1 - 3 * z / 5 + 3 * z**2 / 20 - z**3 / 60)  # Padé (2, 3) of exp
    y = stepped(simulation, 1, h)
    assert y[0] == pytest.approx(R.real, rel=1e-4)
    assert y[1] == pytest.approx(-1e3 * R.imag, rel=1e-4)
    assert abs(y[0]) < 0.01


def test_heun_does_not_correct_a_step_that_is_too_long() -> None:
    """Corrections grow by (h/2)²·c/m = 2500."""
    machine = on_a_line(1.0)
    loads: list[Load] = [Spring(machine.inputs[0], 1e6, 0.0, (), Pieces())]
    simulation = begun(machine, [1.0], [0.0], loads, method=Heun, tolerance=1e-9)
    assert simulation.method.step(0.0, 0.1) == NOT_CORRECTED
    assert simulation.method.step(0.0, 1e-4) == FINE


def test_radau_does_not_correct_what_newton_cannot_follow() -> None:
    """−100 atan 10⁶x: from either side the flat slope leads far to the other, for ever."""
    machine = on_a_line(1.0)
    pieces = Pieces()
    pull = ProductNode(
        NumberNode(-100.0), FunctionNode(ATAN, ProductNode(NumberNode(1e6), PlaceNode(machine.places[0], pieces)))
    )
    loads: list[Load] = [Force(machine.places[0], pull)]
    simulation = begun(machine, [0.1], [0.0], loads, pieces=pieces, method=Radau, tolerance=1e-9)
    assert simulation.method.step(0.0, 0.5) == NOT_CORRECTED
    assert simulation.method.step(0.0, 1e-3) == FINE


@pytest.mark.parametrize("method", METHODS)
def test_a_step_into_what_has_no_value_is_told(method: Callable[..., Integrator]) -> None:
    """√ of what is left of half a second, written as exp(½ log): none beyond it."""
    machine = on_a_line(1.0)
    pieces = Pieces()
    left = SumNode(NumberNode(0.5), ProductNode(NumberNode(-1.0), TimeNode(pieces)))
    loads: list[Load] = [Force(machine.places[0], FunctionNode(LOG, left))]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces, method=method, tolerance=1e-6)
    assert simulation.method.step(0.0, 0.6) == NOT_FINITE
    assert simulation.method.step(0.0, 0.01) == FINE


def test_slopes_of_radau_are_reused_until_forgotten() -> None:
    """The second step needs no differences: 2·free evaluations less."""
    simulation = begun(pendulum(1.0, 0.0, 1.0), [0.0], [0.0], method=Radau, tolerance=1e-8)
    counts = []
    for k in range(3):
        before = simulation.equation.evaluations
        stepped(simulation, 1, 0.01)
        counts.append(simulation.equation.evaluations - before)
        if k == 1:
            simulation.method.forget()
    assert counts[1] <= counts[0] - 2
    assert counts[2] >= counts[1] + 2


def test_coefficients_of_radau() -> None:
    """Simplifying conditions C(3): Σ aᵢⱼcⱼ^(k−1) = cᵢ^k/k, the last row is the weights, B(5); μ of A⁻¹; its error."""
    c, A = np.array(NODES), np.array(WEIGHTS).reshape(3, 3)
    for k in (1, 2, 3):
        np.testing.assert_allclose(A @ c ** (k - 1), c**k / k, atol=1e-15)
    for k in range(1, 6):
        assert A[2] @ c ** (k - 1) == pytest.approx(1.0 / k, abs=1e-15)
    assert A[2] @ c**5 != pytest.approx(1.0 / 6, abs=1e-4)
    eigenvalues = np.linalg.eigvals(np.linalg.inv(A))
    assert min(abs(eigenvalues - MU)) == pytest.approx(0.0, abs=1e-12)
    # the embedded formula vanishes for a constant f (Σ Eᵢcᵢ = −1) and a linear one (Σ Eᵢcᵢ² = 0)
    assert np.array(ERROR) @ c == pytest.approx(-1.0, abs=1e-14)
    assert np.array(ERROR) @ c**2 == pytest.approx(0.0, abs=1e-14)


def test_no_error_below_rounding_is_asked_for() -> None:
    simulation = begun(on_a_line(1.0), [0.0], [0.0], tolerance=1e-9)
    assert simulation.method.allowed(0, 1.0, -2.0) == 1e-9
    assert simulation.method.allowed(0, -3e9, 1.0) == 10.0 * EPSILON * 3e9
    assert simulation.method.allowed(1, 1.0, -3e9) == 10.0 * EPSILON * 3e9
