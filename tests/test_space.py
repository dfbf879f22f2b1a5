"""Mechanisms in space against closed forms: positions, forces, free motion."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from tests.spatial_decks import CRANK, INPUT, lagrange, point_B, rocker_angle, rssr

WAYS = tuple(INPUT)
STORED = """STORAGE
  bufinp {i} phi
  bufx0 A ax ay az
  bufx0 B bx by bz
  bufdx1 B vx vy vz
  bufdx2 B wx wy wz
  bufdrive {i} M
  bufreac A0 fx fy fz
"""


@pytest.fixture(scope="module")
def cycle() -> dict[str, runmec.Result]:
    """A turn of the crank in 0.5 s, in all three ways."""
    turn = "MOVEMENT\n  tstepe 48 0.5 (4*pi) 0"
    return {way: runmec.run(runmec.loads(rssr(way, "DYN ANA", STORED.format(i=i) + turn))) for way, i in INPUT.items()}


@pytest.mark.parametrize("way", WAYS)
def test_rssr_lies_where_the_closed_form_says(cycle: dict[str, runmec.Result], way: str) -> None:
    found = cycle[way]
    phi = 0.3 + np.linspace(0, 2 * pi, 49)
    A = CRANK * np.array([np.cos(phi), np.sin(phi), 0 * phi])
    B = np.array([point_B(float(angle)) for angle in phi]).T
    np.testing.assert_allclose([found["ax"], found["ay"], found["az"]], A, atol=1e-12)
    np.testing.assert_allclose([found["bx"], found["by"], found["bz"]], B, atol=1e-12)


@pytest.mark.parametrize("way", WAYS)
def test_driving_moment_is_that_of_virtual_work(cycle: dict[str, runmec.Result], way: str) -> None:
    """M = J·φ̈ + ½J'·φ̇² + V', all from the closed form."""
    found, omega = cycle[way], 4 * pi
    for row in range(0, 49, 6):
        _, dJ, _, dV = lagrange(0.3 + 2 * pi * row / 48)
        assert found["M"][row] == pytest.approx(0.5 * dJ * omega**2 + dV, rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("way", WAYS)
def test_sums_of_forces_and_moments_are_zero(cycle: dict[str, runmec.Result], way: str) -> None:
    trust = cycle[way].trust
    assert trust.closure < 1e-13
    for sums in (trust.forces, trust.moments, trust.power):
        assert sums is not None
        assert sums < 1e-12


def test_three_ways_have_the_same_forces(cycle: dict[str, runmec.Result]) -> None:
    first = cycle["points"]
    for way in ("axes", "hinges"):
        for name in ("M", "vx", "vy", "vz", "wx", "wy", "wz"):
            np.testing.assert_allclose(cycle[way][name], first[name], rtol=1e-10, atol=1e-10)


def free_fall(way: str) -> runmec.Result:
    moves = "MOVEMENT\n  integr dop853 1e-10\n  tstepf 10 1.0 0"
    stored = f"STORAGE\n  bufinp {INPUT[way]} phi\n  bufdinp1 {INPUT[way]} w\n  bufekin T\n  bufepot V\n"
    return runmec.run(runmec.loads(rssr(way, "DYN SIM", stored + moves, phi=0.9)))


def test_free_fall_follows_lagrange_in_the_crank_angle() -> None:
    """J·φ̈ = −½J'·φ̇² − V', integrated here by a Runge–Kutta method of order 4 on the closed form."""

    def rate(y: np.ndarray) -> np.ndarray:
        J, dJ, _, dV = lagrange(float(y[0]))
        return np.array([y[1], -(0.5 * dJ * y[1] ** 2 + dV) / J])

    y, h = np.array([0.9, 0.0]), 0.1 / 16
    expected = [y]
    for step in range(160):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        k4 = rate(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        if step % 16 == 15:
            expected.append(y)
    found = {way: free_fall(way) for way in WAYS}
    for way, result in found.items():
        np.testing.assert_allclose(result["phi"], [row[0] - (0.9 if way == "hinges" else 0.0) for row in expected],
                                   atol=2e-8)  # fmt: skip
        energy = result["T"] + result["V"]
        assert np.ptp(energy) < 1e-8 * np.ptp(result["V"]), way
        np.testing.assert_allclose(result["w"], found["points"]["w"], atol=1e-8)


def test_rocker_angle_of_the_hinge_is_followed() -> None:
    text = rssr("hinges", "KIN ANA", "STORAGE\n  bufe0 hb.angx psi\nMOVEMENT\n  stepe 24 (4*pi)", phi=0.0)
    found = runmec.run(runmec.loads(text))["psi"]
    expected = [rocker_angle(4 * pi * k / 24, -1.0) - rocker_angle(0.0, -1.0) for k in range(25)]
    np.testing.assert_allclose(found, expected, atol=1e-12)


# ---- one body


def test_cardan_joint_turns_as_its_closed_form_says() -> None:
    """tan θ2 = tan θ1 / cos β for a driving fork in the plane of the shafts; one shaft along z, one at β to it."""
    beta = 0.5
    text = f"""KIN ANA ; Cardan joint
TOPOLOGY
  elem in HINGE f a
  elem out HINGE f b
  elem cross HINGE a b cosu
  input in.angx
GEOMETRY
  turn f fixed
  turn a
  turn b
  axle in 0 0 1
  axle out 0 {sin(beta)!r} {cos(beta)!r}
  axle cross 1 0 0 0 {cos(beta)!r} {-sin(beta)!r}
STORAGE
  bufe0 out.angx theta
  bufomega b wx wy wz
MOVEMENT
  tstepe 40 1 (4*pi) 0
END
"""
    found = runmec.run(runmec.loads(text))
    one = np.linspace(0, 4 * pi, 41)
    expected = np.unwrap(np.arctan2(np.sin(one) * cos(beta), np.cos(one)))
    shift = np.unwrap(np.arctan2(np.sin(one), np.cos(one) * cos(beta)))
    theta = found["theta"]
    close = [float(np.max(np.abs(theta - way))) for way in (expected, shift)]
    assert min(close) < 1e-12
    rate = found["wy"] * sin(beta) + found["wz"] * cos(beta)
    ratio = rate / (4 * pi)
    assert np.min(ratio) == pytest.approx(cos(beta), rel=1e-2)
    assert np.max(ratio) == pytest.approx(1 / cos(beta), rel=1e-2)


def test_conical_pendulum_keeps_its_angle() -> None:
    """A mass on a rod of length l at angle α to the vertical circles with ω² = g/(l cos α)."""
    l, alpha, g = 0.7, 0.6, 9.81
    omega = (g / (l * cos(alpha))) ** 0.5
    text = f"""DYN SIM ; conical pendulum
TOPOLOGY
  elem rod BINS O A
  elem around TR2S O Z X A free
  input around.angd around.lenr
GEOMETRY
  point O 0 0 0 fixed
  point Z 0 0 -1 fixed
  point X 1 0 0 fixed
  point A {l * sin(alpha)!r} 0 {-l * cos(alpha)!r}
DYNAMICS
  gravity {g} 0 0 -1
  inertia A 1.3
STORAGE
  bufx0 A x y z
  bufsigma rod.lenl S
MOVEMENT
  integr dop853 1e-11
  tstepf 20 2 {omega!r} 0
END
"""
    found = runmec.run(runmec.loads(text))
    t = np.linspace(0, 2, 21)
    np.testing.assert_allclose(found["z"], -l * cos(alpha), atol=1e-9)
    np.testing.assert_allclose(found["x"], l * sin(alpha) * np.cos(omega * t), atol=1e-8)
    np.testing.assert_allclose(found["S"], 1.3 * g / cos(alpha), rtol=1e-8)
