"""DYN SIM against closed forms, conservation laws and independent integrations."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

import runmec
from benchmarks.grids import a02, closed_form, grid
from runmec.results.summary import simulation_account

from .free_motion import cantilever, pendulum, simulated, slider, slider_crank, two_pendulums

INPUTS = Path(__file__).parent.parent / "inputs"
G = 9.81
METHODS = ("heun 1e-8", "dop853 1e-10", "radau 1e-9")


def pendulum_angle(t: np.ndarray, k: float) -> np.ndarray:
    """θ from the x-axis of a bar released level, θ'' = −k cos θ: sin(φ/2) = sin(φ₀/2)·sn(K − √k t), φ from below."""
    m = 0.5  # sin²(45°)
    sn, _, _, _ = ellipj(ellipk(m) - np.sqrt(k) * t, m)
    return 2.0 * np.arcsin(np.sqrt(m) * sn) - np.pi / 2


@pytest.mark.parametrize("method", METHODS)
def test_pendulum_follows_the_elliptic_functions(method: str) -> None:
    k = 1.5 * G  # g·(l/2)/(l²/3) of a uniform bar
    period = 4.0 * ellipk(0.5) / np.sqrt(k)
    result = simulated(pendulum(method, period))
    assert result.complete
    expected = pendulum_angle(result.time, k)
    within = 1e-5 if "heun" in method else 1e-8
    assert np.max(np.abs(result["inp 1"] - expected)) < within
    assert result["inp 1"][-1] == pytest.approx(0.0, abs=within)
    assert result["dinp2 1"][0] == pytest.approx(-k, rel=1e-12)


def double_pendulum(t: float, y: np.ndarray) -> list[float]:
    """Lagrange's equations of two mass points on rods of 1 m, absolute angles from the x-axis."""
    a, b, wa, wb = y
    c, s = np.cos(a - b), np.sin(a - b)
    force = [-s * wb * wb - 2.0 * G * np.cos(a), s * wa * wa - G * np.cos(b)]
    return [wa, wb, *np.linalg.solve([[2.0, c], [c, 1.0]], force)]


@pytest.mark.parametrize(("method", "within"), [("heun 1e-7", 2e-4), ("dop853 1e-10", 1e-8), ("radau 1e-8", 1e-7)])
def test_double_pendulum_against_an_independent_integration(method: str, within: float) -> None:
    result = simulated(two_pendulums(method))
    exact = solve_ivp(
        double_pendulum, (0, 5), [0, 0, 0, 0], method="DOP853", rtol=1e-12, atol=1e-13, t_eval=result.time
    )
    assert np.max(np.abs(result.positions.inputs - exact.y[:2])) < within
    drift, exchanged = result.energy_drifts[0]
    assert drift < 10 * within
    assert exchanged == pytest.approx(np.max(result["ekin"]), rel=0.2)


@pytest.mark.parametrize(("method", "order"), [("heun", 2), ("dop853", 7), ("radau", 4)])
def test_error_falls_with_the_tolerance_as_the_order_says(method: str, order: int) -> None:
    """Work to error: k evaluations more must lower the error by k to the power of the order, about."""
    points = []
    for tolerance in ("1e-5", "1e-8"):
        result = simulated(pendulum(f"{method} {tolerance}", 1.0, steps=4))
        error = np.max(np.abs(result["inp 1"] - pendulum_angle(result.time, 1.5 * G)))
        points.append((result.positions.simulated[0].account.steps, error))
    (few, large), (many, small) = points
    assert np.log(large / small) / np.log(many / few) > order - 0.5


def test_slider_crank_swings_through_both_dead_centres_of_its_input() -> None:
    """The same motion by the crank, which has no dead centre, and by the slider, which has two a turn."""
    by_crank = simulated(slider_crank(False, 8.0, "dop853 1e-10", 2.0))
    velocity = float(by_crank["dx1 5"][0])
    by_slider = simulated(slider_crank(True, velocity, "dop853 1e-10", 2.0))
    assert by_slider.complete
    turns = (by_crank["inp 1"][-1] - by_crank["inp 1"][0]) / (2 * np.pi)
    account = by_slider.positions.simulated[0].account
    assert turns > 2
    assert len(account.replacements) >= 2 * int(turns)
    for quantity in ("x0 3", "x0 4", "x0 5"):
        np.testing.assert_allclose(by_slider[quantity], by_crank[quantity], atol=1e-6)
    np.testing.assert_allclose(by_slider["inp 1"], by_crank["x0 5"], atol=1e-6)
    np.testing.assert_allclose(by_slider["dinp1 1"], by_crank["dx1 5"], atol=1e-5)


def test_rocker_as_input_swings_through_its_dead_centre() -> None:
    """Hoeken's lengths, driven by nothing: the rocker's angle as input must give the crank's motion."""
    deck = """DYN SIM
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 BIN 5 6 7 8
       3 BIN 3 4 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenl 3 3 1
       4 angb {element} 4 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 0.0895
       4 0
  xmov 5 0
       6 0.0381
       7 {x!r}
       8 {y!r}
DYNAMICS
  uniform 1 1.5
          2 5
          3 3
MOVEMENT
  integr dop853 1e-10
  tstepf 60 3 {velocity!r}
END
"""
    # joint of coupler and rocker, 0.1152 m from (0, 0.0381) and from (0.0895, 0)
    middle, half = np.array([0.04475, 0.01905]), 0.5 * np.array([0.0895, -0.0381])
    height = np.sqrt(0.1152**2 - half @ half)
    x, y = (middle + height * np.array([-half[1], half[0]]) / np.linalg.norm(half)).tolist()
    deck_crank = deck.format(element=1, x=x, y=y, velocity=4.7)
    by_crank = simulated(deck_crank)
    angle = np.unwrap(np.arctan2(by_crank["x0 8"], by_crank["x0 7"] - 0.0895))
    speed = (by_crank["dx1 8"][0] * (x - 0.0895) - by_crank["dx1 7"][0] * y) / 0.1152**2
    by_rocker = simulated(deck.format(element=3, x=x, y=y, velocity=float(speed)))
    assert by_rocker.complete
    assert np.ptp(angle) < 2.5 < by_crank["inp 1"][-1] - by_crank["inp 1"][0]
    np.testing.assert_allclose(by_rocker["inp 1"], angle, atol=1e-6)
    np.testing.assert_allclose(by_rocker["x0 5"], by_crank["x0 5"], atol=1e-7)


@pytest.mark.parametrize("method", ["heun 1e-7", "dop853 1e-9", "radau 1e-8"])
def test_run_up_of_an_asynchronous_motor(method: str) -> None:
    """Flywheel J = 1/3 + 4 kg m² against a separate integration of M = 2κ·Mmax·s/(1+κ²s²)."""
    motor = "  inertia 3 4\n          4 4\n  motor 1 async 12 157 3\n"
    text = pendulum(method, 40.0, dynamics=motor).replace("  gravity 9.81 (-pi/2)\n", "")
    result = simulated(text)
    J, M, w0, kappa = 1 / 3 + 4, 12.0, 157.0, 3.0

    def turn(t: float, y: np.ndarray) -> list[float]:
        s = 1 - y[1] / w0
        return [y[1], 2 * kappa * M * s / (1 + kappa**2 * s**2) / J]

    exact = solve_ivp(turn, (0, 40), [0, 0], method="DOP853", rtol=1e-12, atol=1e-12, t_eval=result.time).y
    np.testing.assert_allclose(result["dinp1 1"], exact[1], atol=1e-4)
    np.testing.assert_allclose(result["inp 1"], exact[0], rtol=1e-6, atol=1e-3)
    s = 1 - result["dinp1 1"] / w0
    np.testing.assert_allclose(-result["sigma 2"], 2 * kappa * M * s / (1 + kappa**2 * s**2), rtol=1e-9)
    np.testing.assert_allclose(result["power 1"], -result["sigma 2"] * result["dinp1 1"], rtol=1e-12)


def test_spring_motor_is_a_spring_on_the_input() -> None:
    """σ = c ε + s0: swings about −s0/c with ω² = c/m, here 25 s⁻² about 0.2 m."""
    result = simulated(slider("  motor 1 spring 25 -5", "dop853 1e-10", 2.0, 40))
    expected = 0.2 + 0.8 * np.cos(5.0 * result.time)
    np.testing.assert_allclose(result["inp 1"], expected, atol=1e-8)


@pytest.mark.parametrize("motor", ["const 3", "(3)", "(2 + step(t + 1))"])
def test_constant_driving_force(motor: str) -> None:
    result = simulated(slider(f"  motor 1 {motor}", "dop853", 2.0, 10, start=0.5, velocity=1.0))
    np.testing.assert_allclose(result["inp 1"], 0.5 + result.time + 1.5 * result.time**2, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_damped_swing(method: str) -> None:
    """m = 1, c = 25, k = 2: x = e^(−t)(cos ωt + sin ωt/ω), ω² = 24; the damper's loss is in the account."""
    result = simulated(slider("  spring -1 25 0\n  damper -1 2", method, 2.0, 20))
    t, w = result.time, np.sqrt(24.0)
    np.testing.assert_allclose(result["inp 1"], np.exp(-t) * (np.cos(w * t) + np.sin(w * t) / w), atol=1e-5)
    assert result.energy_drifts[0][0] < (1e-4 if "heun" in method else 1e-7)


@pytest.mark.parametrize(("method", "within"), [("heun 1e-8", 1e-5), ("dop853 1e-10", 1e-8), ("radau 1e-9", 1e-8)])
def test_triple_spring_is_stepped_on_at_its_kinks(method: str, within: float) -> None:
    """Gap of ±0.5 between buffers of 100 N/m: 1 m/s between them, half a swing of π/10 s within each."""
    result = simulated(slider("  spring -1 0 0 -0.5 0.5 100 100", method, 3.0, 60, start=0.0, velocity=1.0))
    half = np.pi / 10

    def place(t: float) -> float:
        t, sign = t % (2 * (1 + half)), 1.0
        if t > 1 + half:
            t, sign = t - (1 + half), -1.0
        if t < 0.5:
            return sign * t
        if t < 0.5 + half:
            return sign * (0.5 + 0.1 * np.sin(10 * (t - 0.5)))
        return sign * (0.5 - (t - 0.5 - half))

    np.testing.assert_allclose(result["inp 1"], [place(t) for t in result.time], atol=within)
    assert result.positions.simulated[0].account.kinks == 4


def test_jumps_of_step_and_corners_of_table_are_stepped_on() -> None:
    """Force 2 until t = 0.7, then a ramp by `table` from (1, 0) to (2, 4): integrated by hand."""
    motor = "  motor 1 (2*step(0.7 - t) + table(t, 1,0, 2,4))"
    result = simulated(slider(motor, "dop853 1e-10", 3.0, 30, start=0.0))
    v = 1.4
    at = {0.7: 0.49, 1.0: 0.49 + 0.3 * v, 2.0: 0.49 + 1.3 * v + 4 / 6, 3.0: 0.49 + 2.3 * v + 4 / 6 + 2 + 2}
    for t, x in at.items():
        assert result["inp 1"][round(10 * t)] == pytest.approx(x, abs=1e-10)
    assert result.positions.simulated[0].account.kinks == 3


@pytest.mark.parametrize(("method", "within"), [("heun 1e-7", 1e-4), ("dop853 1e-9", 1e-8), ("radau 1e-8", 1e-8)])
def test_dry_friction_sticks(method: str, within: float) -> None:
    """Spring 40 N/m, friction 2.943 N by `sign`: half swings about ±d, d = F/c, until |x| ≤ d, then rest."""
    result = simulated(slider("  spring -1 40 0\n  motor 1 (-2.943*sign(dinp(1)))", method, 4.0, 40))
    d, w = 2.943 / 40, np.sqrt(40.0)

    def place(t: float) -> float:
        x = 1.0
        while t > np.pi / w and abs(x) > d:
            x, t = -np.sign(x) * (abs(x) - 2 * d), t - np.pi / w
        return x if abs(x) <= d else np.sign(x) * d + (x - np.sign(x) * d) * np.cos(w * t)

    np.testing.assert_allclose(result["inp 1"], [place(t) for t in result.time], atol=within)
    assert abs(result["dinp1 1"][-1]) < 1e-12
    assert result.energy_drifts[0][0] < 1e-4


def test_given_input_moves_while_the_other_is_simulated() -> None:
    """The upper rod turns at 2 + 0.5t rad/s: the lower one against its own Lagrange equation."""
    motors = "  motor 1 given 2 0.5"
    result = simulated(two_pendulums("dop853 1e-10", 3.0, motors, "2 0"))

    def lower(t: float, y: np.ndarray) -> list[float]:
        a, wa, aa = 2 * t + 0.25 * t * t, 2 + 0.5 * t, 0.5
        b, wb = y
        return [wb, np.sin(a - b) * wa * wa - np.cos(a - b) * aa - G * np.cos(b)]

    exact = solve_ivp(lower, (0, 3), [0, 0], method="DOP853", rtol=1e-12, atol=1e-12, t_eval=result.time).y
    np.testing.assert_allclose(result["inp 1"], 2 * result.time + 0.25 * result.time**2, atol=1e-12)
    np.testing.assert_allclose(result["inp 2"], exact[0], atol=1e-8)
    assert result.energy_drifts[0][0] < 1e-7, "the given motor's work is in the account"
    drive = np.trapezoid(result["power 1"], result.time)
    energy = result["ekin"] + result["epot"]
    assert drive == pytest.approx(energy[-1] - energy[0], rel=1e-2)


def test_moves_in_a_row_given_and_free() -> None:
    """Lifted by given motion, released, then turned by given motion again: time runs on."""
    text = pendulum("dop853 1e-10", 0.5, steps=10).replace(
        "  tstepf 10 0.5 0.0", "  stepe 4 (pi/6)\n  tstepf 10 0.5 0\n  tstepe 5 0.25 1 0\n  tstepf 5 0.1 1"
    )
    result = simulated(text)
    assert result.complete
    assert len(result) == 1 + 4 + 10 + 5 + 5
    assert result.time[[4, 14, 19, 24]] == pytest.approx([0, 0.5, 0.75, 0.85])
    exact = solve_ivp(lambda t, y: [y[1], -1.5 * G * np.cos(y[0])], (0, 0.5), [np.pi / 6, 0], rtol=1e-12, atol=1e-12)
    assert result["inp 1"][14] == pytest.approx(exact.y[0, -1], abs=1e-8)
    assert result["inp 1"][19] - result["inp 1"][14] == pytest.approx(0.25, abs=1e-12)
    assert result["dinp1 1"][19] == pytest.approx(1.0)


def test_support_forces_integrate_to_the_change_of_momentum() -> None:
    text = two_pendulums("dop853 1e-11").replace("tstepf 50", "tstepf 2000")
    result = simulated(text.replace("MOVEMENT", "STORAGE\n  bufreac 1 1\n          2 2\nMOVEMENT"))
    momentum = [result["dx1 3"] + result["dx1 5"], result["dx1 4"] + result["dx1 6"]]
    weights = [0.0, -2 * G]
    for axis in (0, 1):
        impulse = np.trapezoid(result.buffer(axis + 1) + weights[axis], result.time)
        assert impulse == pytest.approx(momentum[axis][-1] - momentum[axis][0], abs=5e-3)


# elastic inputs


def frequencies(beams: int) -> np.ndarray:
    """ω of the free cantilever from its reduced inertia and the stiffness (8.38) of its parts."""
    result = simulated(cantilever(beams, ["tstepf 1 0.001 " + "0 " * (2 * beams)]))
    n = 2 * beams
    J = np.array([[result[f"jred {i} {j}"][0] for j in range(1, n + 1)] for i in range(1, n + 1)])
    EI, l = 100.0, 1.0 / beams
    K = np.kron(np.eye(beams), EI / l * np.array([[4.0, -2.0], [-2.0, 4.0]]))
    return np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(J, K)).real))


def test_cantilever_frequency_converges_with_the_number_of_beams() -> None:
    """ω₁ = 3.5160 √(EI/μℓ⁴); one part by consistent mass gives 3.5327, two give 3.5177 (standard results)."""
    unit = np.sqrt(100.0 / 2.0)
    found = [frequencies(beams)[0] / unit for beams in (1, 2, 4)]
    assert found[0] == pytest.approx(3.5327, abs=1e-4)
    assert found[1] == pytest.approx(3.5177, abs=1e-4)
    assert found[2] == pytest.approx(3.5160, abs=2e-4)


def test_cantilever_swings_at_its_frequency() -> None:
    """Released from the bent shape of its first mode: a cosine of that frequency, energy kept."""
    beams = 2
    J = frequencies(beams)
    period = 2 * np.pi / J[0]
    bend = simulated(cantilever(beams, [f"tstepf 1 0.001 {'0 ' * 4}"]))
    n = 2 * beams
    inertia = np.array([[bend[f"jred {i} {j}"][0] for j in range(1, n + 1)] for i in range(1, n + 1)])
    K = np.kron(np.eye(beams), 200.0 * np.array([[4.0, -2.0], [-2.0, 4.0]]))
    values, vectors = np.linalg.eig(np.linalg.solve(inertia, K))
    mode = vectors[:, np.argmin(values.real)].real
    mode *= 1e-4 / np.max(np.abs(mode))
    changes = " ".join(repr(float(v)) for v in mode)
    result = simulated(
        cantilever(beams, [f"stepe 1 {changes}", "integr dop853 1e-12", f"tstepf 20 {float(period)!r} {'0 ' * 4}"])
    )
    tip = result["x0 8"][1:]
    t = result.time[1:]
    np.testing.assert_allclose(tip, tip[0] * np.cos(J[0] * t), atol=2e-7)
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-6 * exchanged
    np.testing.assert_allclose(result["def 3"], result["inp 1"], atol=1e-15)


def test_elastic_coupler_at_low_speed_bends_as_in_statics() -> None:
    """A crank at 0.5 rad/s: the deflection of the coupler under its weight as a dynamic degree of freedom against the
    quasi-static one of DYN ANA; its own swing is damped away before."""
    deck = """{job}
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 BEAM 5 6 9 7 8 10
       3 BIN 3 4 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenl 3 3 1
{angles}
GEOMETRY
  xfix 1 0
       2 0
       3 1
       4 0
  xmov 5 0
       6 0.3
       7 0.95
       8 0.6
       9 0.3
       10 0.3
  para 1 0.3
       2 1
       3 0.6
       {p} (pi/2)
       {q} 0
       {r} 0
DYNAMICS
  uniform 2 1
  stiff 2 0 40
  gravity 9.81 (-pi/2)
{motor}
MOVEMENT
{movement}
END
"""
    angles = "  form 4 angb 1 4 1\n  form 5 angp 2 5 1\n  form 6 angq 2 6 1\n  form 7 angp 2 -1 1\n  form 8 angq 2 -2 1"
    free = deck.format(
        job="DYN SIM",
        angles=f"{angles}\n  nr dof 3",
        p=4,
        q=5,
        r=6,
        motor="  motor 1 given 0.5 0\n  damper -1 1\n         -2 1",
        movement="  integr radau 1e-8\n  tstepf 40 4 0.5 0 0",
    )
    angles = "  form 4 angp 2 4 1\n  form 5 angq 2 5 1\n  form 6 angb 1 6 1\n  nr dof 1"
    still = deck.format(job="DYN ANA", angles=angles, p=6, q=4, r=5, motor="", movement="  tstepe 40 4 0.5 0")
    dynamic, static = simulated(free), simulated(still)
    assert dynamic.complete
    late = slice(20, None)
    scale = np.max(np.abs(static["def 4"]))
    np.testing.assert_allclose(dynamic["inp 2"][late], static["def 4"][late], atol=0.02 * scale)
    np.testing.assert_allclose(dynamic["inp 3"][late], static["def 5"][late], atol=0.02 * scale)


# published benchmarks


@pytest.mark.parametrize("tolerance", [f"1e-{k}" for k in range(4, 12)])
def test_a02_passes_all_flat_positions_at_every_tolerance(tolerance: str) -> None:
    result = simulated(a02(10, 200, 20.0, f"dop853 {tolerance}"))
    assert result.complete
    account = result.positions.simulated[0].account
    assert account.passages == 20
    exact = np.array([closed_form(10, t) for t in result.time]).T
    error = np.max(np.hypot(result["x0 3"] - exact[0], result["x0 4"] - exact[1]))
    assert error < max(400 * float(tolerance), 5e-6)
    assert result.energy_drifts[0][0] < max(3000 * float(tolerance), 1e-5)


def test_closed_form_of_a02_is_the_published_one() -> None:
    assert closed_form(40, 10.0) == pytest.approx((0.180512226687, 0.983572740582), abs=1e-11)
    assert closed_form(40, 20.0) == pytest.approx((0.410901153763, 0.911679900972), abs=1e-11)


@pytest.mark.parametrize("steps", range(7, 7 + 40 * 13, 13))
def test_a02_does_not_depend_on_where_the_output_lies(steps: int) -> None:
    result = simulated(a02(10, steps, 20.0, "dop853 1e-8"))
    assert result.complete
    assert result.positions.simulated[0].account.passages == 20
    exact = np.array([closed_form(10, t) for t in result.time]).T
    assert np.max(np.hypot(result["x0 3"] - exact[0], result["x0 4"] - exact[1])) < 5e-5


@pytest.mark.parametrize(("reading", "within"), [("H", 1e-7), ("R", 1e-5)])
def test_grid_against_the_published_histories(reading: str, within: float) -> None:
    result = simulated(grid(reading, 100, 10.0, "dop853 1e-9"))
    assert result.complete
    angles = np.loadtxt(f"tests/references/grid_5x5_{reading.lower()}.csv", delimiter=",", skiprows=1)[:, 1:]
    x, y = 5 + np.sin(angles).sum(axis=1), -np.cos(angles).sum(axis=1)
    assert np.max(np.hypot(result["x0 71"] - x, result["x0 72"] - y)) < within
    assert result.energy_drifts[0][0] < 1e-3


def test_chaotic_grid_up_to_four_seconds_and_its_energy() -> None:
    """Up to where the reference ends, after five seconds; all ten are those of inputs/benchmarks/grid_5x5_s.mec."""
    result = simulated(grid("S", 50, 5.0, "dop853 1e-9"))
    assert result.complete
    angles = np.loadtxt("tests/references/grid_5x5_s.csv", delimiter=",", skiprows=1)[:, 1:]
    x, y = 5 + np.sin(angles).sum(axis=1), -np.cos(angles).sum(axis=1)
    error = np.hypot(result["x0 71"] - x, result["x0 72"] - y)
    assert np.max(error[:41]) < 5e-3
    assert np.max(error) < 0.2, "errors grow a hundredfold a second"
    assert result.energy_drifts[0][0] < 1e-2


@pytest.mark.parametrize("jump", ["sign(dinp(1))", "sign(dx(4))", "(2*step(dx(4)) - 1)"])
@pytest.mark.parametrize("method", ["heun 1e-7", "dop853 1e-8", "radau 1e-8"])
def test_forces_of_rows_at_rest_are_those_that_keep_the_rest(jump: str, method: str) -> None:
    """1 kg, motor 3 N, friction 5 N: from 2 m/s it stops after 1 s; the motor pulls 3 N, friction then holds 3 N."""
    loads = f"  force 4 (-5*{jump})\n  motor 1 const 3"
    result = simulated(slider(loads, method, 2.0, 40, velocity=2.0))
    moving = result.time < 1.0 - 1e-9
    np.testing.assert_allclose(
        result["inp 1"], 1.0 + np.where(moving, 2 * result.time - result.time**2, 1.0), atol=1e-5
    )
    np.testing.assert_allclose(-result["sigma 2"], 3.0, atol=1e-9)
    np.testing.assert_allclose(result["dinp1 1"][~moving][1:], 0.0, atol=1e-9)
    account = result.positions.simulated[0].account
    assert account.holds == 1
    assert account.held_since == pytest.approx(1.0, abs=1e-5)
    assert "held the motion at rest once, at the end since t = 1" in "\n".join(simulation_account(result))


def test_a_held_jump_does_not_creep_where_its_argument_is_not_linear() -> None:
    """A motor too weak for its load: it stands still for good, by statics with its own moment at standstill."""
    text = (
        (INPUTS / "free_motion/run_up.mec")
        .read_text()
        .replace("(-F*step(-sin(inp(1)))*step(dinp(1)))", "(-F*step(dx(6)))")
    )
    text = re.sub(r"tstepf .*", "tstepf 250 2.5 0", text)
    result = runmec.run(runmec.loads(text, set={"Mmax": 50}))
    rests = result.time > 1.01
    assert np.ptp(result["inp 1"][rests]) < 1e-9
    standstill = 2 * 4 * 50 / (1 + 4**2)  # (8.29) at s = 1, κ = 4
    np.testing.assert_allclose(-result["sigma 4"][rests], standstill, rtol=1e-9)


SLOPE, MU, PULL = np.radians(20.0), 0.5, 60.0


def block_on_a_slope(pull: str, method: str, start_speed: float, duration: float = 2.5) -> str:
    """4 kg on a slope of 20° with friction 0.5, pulled upwards by a force of time."""
    return f"""DYN SIM ; block on a slope
TOPOLOGY
  elem 1 TR1 1 2 3 4 5
  form 1 lenv 1 1 1
       2 lenu 1 2 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 ({SLOPE})
  xmov 4 (0.1*cos({SLOPE}))
       5 (0.1*sin({SLOPE}))
  para 1 0
       2 0.1
DYNAMICS
  inertia 4 4
          5 4
  gravity {G} (-pi/2)
  motor 1 ({pull} - {MU}*4*{G}*cos({SLOPE})*sign(dinp(1)))
MOVEMENT
  integr {method}
  tstepf 100 {duration} {start_speed}
END
"""


def place_on_the_slope(t: np.ndarray, start_speed: float) -> np.ndarray:
    """Braked by weight and friction, at rest, pulled loose by 60 N/s from t = 1 on."""
    weight, friction = 4 * G * np.sin(SLOPE), MU * 4 * G * np.cos(SLOPE)
    braking = (weight + friction) / 4
    stops = start_speed / braking
    loose = 1 + (weight + friction) / PULL
    brakes = np.minimum(t, stops)
    pulled = np.maximum(t - loose, 0.0)
    return 0.1 + start_speed * brakes - braking * brakes**2 / 2 + PULL * pulled**3 / 24


@pytest.mark.parametrize("start_speed", [0.0, 3.0])
@pytest.mark.parametrize(
    ("method", "within"), [("heun 1e-7", 1e-4), ("dop853 1e-6", 1e-9), ("dop853 1e-11", 1e-9), ("radau 1e-7", 1e-7)]
)
def test_friction_holds_under_a_load_that_grows(start_speed: float, method: str, within: float) -> None:
    result = simulated(block_on_a_slope(f"{PULL}*max(t - 1, 0)", method, start_speed))
    assert result.complete
    np.testing.assert_allclose(result["inp 1"], place_on_the_slope(result.time, start_speed), atol=within)
    account = result.positions.simulated[0].account
    assert account.holds == 1
    assert account.held_since is None
    assert result.energy_drifts[0][0] < 1e-4 * result.energy_drifts[0][1]


def test_work_does_not_grow_with_the_way_along_a_guide() -> None:
    """A guide's row is as good far away as near: constant acceleration takes a few steps at any tolerance."""
    result = simulated(block_on_a_slope("100", "dop853 1e-11", 0.0, 20.0))
    acceleration = 25 - G * np.sin(SLOPE) - MU * G * np.cos(SLOPE)
    np.testing.assert_allclose(result["inp 1"], 0.1 + acceleration * result.time**2 / 2, rtol=1e-10)
    account = result.positions.simulated[0].account
    assert account.refused_singular == 0
    assert account.steps < 40


def test_two_frictions_on_one_motion_hold_together() -> None:
    """1 kg, two frictions of 2 and 3 N: a pull of 4 t N sets it loose at t = 1.25 s, then x = (2/3)(t − t0)³."""
    loads = "  force 4 (-2*sign(dx(4)))\n        4 (-3*sign(dx(4)))\n  motor 1 (4*t)"
    result = simulated(slider(loads, "dop853 1e-9", 2.5, 50))
    loose = np.maximum(result.time - 1.25, 0.0)
    np.testing.assert_allclose(result["inp 1"], 1 + 2 / 3 * loose**3, atol=1e-8)


def test_infinitely_many_jumps_in_finite_time_come_to_rest() -> None:
    """ẍ = −5 sign(x) − 3 sign(ẋ) from x = 1: zero is passed at 1, 1.75, 2.125 … s, with half the speed each time."""
    result = simulated(slider("  motor 1 (-5*sign(inp(1)) - 3*sign(dinp(1)))", "dop853 1e-9", 4.0, 80))
    assert result.complete
    inward = result.time < 1.0
    np.testing.assert_allclose(result["inp 1"][inward], 1 - result.time[inward] ** 2, atol=1e-9)
    assert np.max(np.abs(result["inp 1"][result.time > 2.5 + 1e-6])) < 1e-7


@pytest.mark.parametrize("bent", [0.0, 0.2])
def test_energy_of_a_rigid_beam_is_that_of_a_bar_however_it_is_bent(bent: float) -> None:
    """12 kg, 1 m, g = 10, let go level: kinetic energy is 60 J times the sine of the fall, all energy stays 0."""
    result = simulated(f"""DYN SIM ; a pendulum of one rigid beam
TOPOLOGY
  elem 1 BEAM 1 2 3 4 5 6
  form 1 lenl 1 1 1
       2 angp 1 2 1
       3 angq 1 3 1
       4 angb 1 4 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 {bent}
       4 1
       5 0
       6 {-bent}
DYNAMICS
  uniform 1 12
  gravity 10 (-pi/2)
  motor 1 zero
MOVEMENT
  integr dop853 1e-11
  tstepf 30 1.5 0
END
""")
    np.testing.assert_allclose(result["ekin"], -60 * np.sin(result["inp 1"]), atol=1e-8)
    np.testing.assert_allclose(result["ekin"] + result["epot"], 0.0, atol=1e-8)
    assert not result.warnings
