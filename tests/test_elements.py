"""Every element: derivatives against differences, rigid motion, masses against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runmec.deck.kinds import KINDS, depends_on
from runmec.elements import FORMULAS
from runmec.elements.beam import flexibility, mass_force

NAMES = list(FORMULAS)
H = 1e-5


def random_coordinates(kind: str, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, len(KINDS[kind].coordinates))
    at = [KINDS[kind].coordinates.index(name) for name in ("xP", "yP", "xQ", "yQ")]
    if np.hypot(x[at[2]] - x[at[0]], x[at[3]] - x[at[1]]) < 0.3:
        x[at[2]] += 1.0
    return x


def dense(D: Any) -> np.ndarray:
    return np.array([[float(entry) for entry in row] for row in D])


def wrapped(difference: np.ndarray) -> np.ndarray:
    """Differences of lengths are small here, so that wrapping harms none of them."""
    return (difference + np.pi) % (2 * np.pi) - np.pi


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("seed", range(10))
def test_D_against_differences(kind: str, seed: int) -> None:
    x = random_coordinates(kind, seed)
    deform = FORMULAS[kind].deform
    _, D = deform(x)
    for j in range(len(x)):
        step = H * np.eye(len(x))[j]
        slope = wrapped(np.array(deform(x + step)[0]) - np.array(deform(x - step)[0])) / (2 * H)
        np.testing.assert_allclose(dense(D)[:, j], slope, atol=1e-8)


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("seed", range(10))
def test_second_against_differences_of_D(kind: str, seed: int) -> None:
    x = random_coordinates(kind, seed)
    rng = np.random.default_rng(100 + seed)
    v, w = rng.normal(size=(2, len(x)))
    formulas = FORMULAS[kind]
    slope = (dense(formulas.deform(x + H * v)[1]) - dense(formulas.deform(x - H * v)[1])) / (2 * H)
    np.testing.assert_allclose(formulas.second(x, v, w), slope @ w, atol=2e-7)
    np.testing.assert_allclose(formulas.second(x, v, w), formulas.second(x, w, v), atol=1e-12)


@pytest.mark.parametrize("kind", NAMES)
def test_rigid_motion_changes_absolute_angles_only(kind: str) -> None:
    names = KINDS[kind].coordinates
    x = random_coordinates(kind, 3)
    turn, shift = 0.7, {"x": 0.3, "y": -0.4}
    moved = x.copy()
    for i, name in enumerate(names):
        if name[0] == "b":
            moved[i] += turn
        else:
            px, py = x[names.index(f"x{name[1]}")], x[names.index(f"y{name[1]}")]
            rotated = {"x": np.cos(turn) * px - np.sin(turn) * py, "y": np.sin(turn) * px + np.cos(turn) * py}
            moved[i] = rotated[name[0]] + shift[name[0]]
    change = np.array(FORMULAS[kind].deform(moved)[0]) - np.array(FORMULAS[kind].deform(x)[0])
    expected = [turn if form == "angb" else 0.0 for form in KINDS[kind].forms]
    np.testing.assert_allclose(wrapped(change - expected), 0, atol=1e-14)


@pytest.mark.parametrize("kind", NAMES)
def test_pattern_of_D_is_the_one_that_check_uses(kind: str) -> None:
    numbers = tuple(range(len(KINDS[kind].coordinates)))
    D = dense(FORMULAS[kind].deform(random_coordinates(kind, 1))[1])
    for row, form in enumerate(KINDS[kind].forms):
        assert set(np.flatnonzero(D[row])) == depends_on(kind, form, numbers)


@pytest.mark.parametrize("kind", NAMES)
def test_scalar_equals_batch(kind: str) -> None:
    batch = np.stack([random_coordinates(kind, seed) for seed in range(6)], axis=1)
    e, D = FORMULAS[kind].deform(batch)
    g = FORMULAS[kind].second(batch, batch + 1, batch - 2)
    for k in range(6):
        e_k, D_k = FORMULAS[kind].deform(batch[:, k])
        np.testing.assert_allclose([v[k] for v in e], e_k, rtol=1e-15, atol=1e-15)
        picked = [[np.broadcast_to(d, 6)[k] for d in row] for row in D]
        np.testing.assert_allclose(picked, dense(D_k), rtol=1e-14, atol=1e-15)
        g_k = FORMULAS[kind].second(batch[:, k], batch[:, k] + 1, batch[:, k] - 2)
        np.testing.assert_allclose([np.broadcast_to(v, 6)[k] for v in g], g_k, rtol=1e-13, atol=1e-14)


# beam of unit mass: point velocity and acceleration by the shape itself, integrated by Gauss


def shape_velocity(x: np.ndarray, v: np.ndarray, xi: float) -> np.ndarray:
    """numerics.md, 3: ṙ = (1−ξ)ṙP + ξṙQ + v̇n, with v̇ = ℓ[(ξ−2ξ²+ξ³)ψ̇P + (ξ²−ξ³)ψ̇Q]."""
    chord = x[3:5] - x[0:2]
    l = np.hypot(*chord)
    n = np.array([-chord[1], chord[0]]) / l
    turning = n @ (v[3:5] - v[0:2]) / l
    psi_P, psi_Q = v[2] - turning, turning - v[5]
    deflection = l * ((xi - 2 * xi**2 + xi**3) * psi_P + (xi**2 - xi**3) * psi_Q)
    return (1 - xi) * v[0:2] + xi * v[3:5] + n * deflection


@given(st.integers(0, 200))
def test_beam_mass_force_is_the_integral_of_the_shape(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = random_coordinates("BEAM", seed)
    v, a, virtual = rng.normal(size=(3, 6))
    points, weights = np.polynomial.legendre.leggauss(8)
    expected = 0.0
    for xi, weight in zip((points + 1) / 2, weights / 2, strict=True):
        h = 1e-6
        later = shape_velocity(x + h * v + h * h / 2 * a, v + h * a, xi)
        earlier = shape_velocity(x - h * v + h * h / 2 * a, v - h * a, xi)
        expected += weight * shape_velocity(x, virtual, xi) @ (later - earlier) / (2 * h)
    assert np.dot(mass_force(x, v, a), virtual) == pytest.approx(expected, rel=1e-6, abs=1e-7)


def test_rigid_beam_has_the_resultants_of_a_bar() -> None:
    """Turning about P with ω, α: centripetal m·ℓ/2·ω², moment m·ℓ²/3·α about P."""
    omega, alpha, l = 3.0, 5.0, 2.0
    x = np.array([0, 0, 0, l, 0, 0.0])
    v = np.array([0, 0, omega, 0, omega * l, omega])
    a = np.array([0, 0, alpha, -(omega**2) * l, alpha * l, alpha])
    f = np.array(mass_force(x, v, a))
    assert f[0] + f[3] == pytest.approx(-(omega**2) * l / 2)
    assert f[1] + f[4] == pytest.approx(alpha * l / 2)
    assert f[2] + f[5] + l * f[4] == pytest.approx(alpha * l * l / 3)


def test_flexibility_of_a_cantilever() -> None:
    """(8.38): clamped at P; tip deflection ℓ/EA, ℓ³/3EI, slopes ℓ²/2EI, ℓ/EI by unit loads."""
    l, EA, EI = 2.0, 5.0, 7.0
    F = np.array(flexibility(l, EA, EI), dtype=float)
    x = np.array([0, 0, 0, l, 0, 0.0])
    _, D = FORMULAS["BEAM"].deform(x)
    D_c = dense(D)[[0, 2, 3]][:, 3:]  # lenl, angp, angq to xQ, yQ, βQ
    displacement = np.linalg.inv(D_c) @ F @ np.linalg.inv(D_c).T
    expected = [[l / EA, 0, 0], [0, l**3 / (3 * EI), l**2 / (2 * EI)], [0, l**2 / (2 * EI), l / EI]]
    np.testing.assert_allclose(displacement, expected, rtol=1e-14)
