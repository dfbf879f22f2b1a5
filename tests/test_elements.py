"""Every element: derivatives against differences, rigid motion, masses against closed forms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runmec.elements import ELEMENTS
from runmec.engine.coordinate import ANGLE, Coordinate, X, Y
from runmec.engine.flexible import flexibility
from runmec.engine.form import Form
from runmec.engine.mass import Mass

NAMES = [word for word, kind in ELEMENTS.items() if not kind.is_spatial]
FORMS = [(kind, form) for kind in NAMES for form in ELEMENTS[kind].forms]
H = 1e-5


def random_coordinates(kind: str, seed: int) -> np.ndarray:
    names = ELEMENTS[kind].coordinates
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, len(names))
    at = [names.index(name) for name in ("xP", "yP", "xQ", "yQ")]
    if np.hypot(x[at[2]] - x[at[0]], x[at[3]] - x[at[1]]) < 0.3:
        x[at[2]] += 1.0
    return x


def made(kind: str, form: str) -> tuple[Form, list[Coordinate]]:
    """A form parameter on co-ordinates of its own, which start at zero, and these in the order of the element."""
    names = ELEMENTS[kind].coordinates
    axes = {"x": X, "y": Y, "b": ANGLE}
    places = [Coordinate(k, 0.0, True, axes[name[0]]) for k, name in enumerate(names)]
    measure = ELEMENTS[kind].forms[form]
    asked = ELEMENTS[kind].data
    data = asked.complete([0.3 + 0.4 * k for k in range(asked.required)]) if asked else ()
    return measure.form([places[names.index(name)] for name in measure.needs], data), places


def put(places: list[Coordinate], x: np.ndarray) -> None:
    for place, value in zip(places, x, strict=True):
        place.q = float(value)


def deform(kind: str, form: str, x: np.ndarray) -> tuple[float, np.ndarray]:
    measured, places = made(kind, form)
    put(places, x)
    measured.evaluate()
    D = np.zeros(len(x))
    for entry in measured.entries:
        D[entry.of.at] += entry.value
    return measured.value, D


def bend(kind: str, form: str, x: np.ndarray, u: np.ndarray) -> float:
    measured, places = made(kind, form)
    put(places, x)
    for place, value in zip(places, u, strict=True):
        place.u = float(value)
    measured.evaluate()
    return measured.bias()


def wrapped(difference: float) -> float:
    """Differences of lengths are small here, so that wrapping harms none of them."""
    return (difference + np.pi) % (2 * np.pi) - np.pi


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("seed", range(10))
def test_D_against_differences(kind: str, form: str, seed: int) -> None:
    x = random_coordinates(kind, seed)
    _, D = deform(kind, form, x)
    for j in range(len(x)):
        step = H * np.eye(len(x))[j]
        slope = wrapped(deform(kind, form, x + step)[0] - deform(kind, form, x - step)[0]) / (2 * H)
        assert D[j] == pytest.approx(slope, abs=1e-8)


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("seed", range(10))
def test_bend_against_differences_of_D(kind: str, form: str, seed: int) -> None:
    x = random_coordinates(kind, seed)
    u = np.random.default_rng(100 + seed).normal(size=len(x))
    slope = (deform(kind, form, x + H * u)[1] - deform(kind, form, x - H * u)[1]) / (2 * H)
    assert bend(kind, form, x, u) == pytest.approx(slope @ u, abs=4e-7)


def of_fourth_order(f: Callable[[float], np.ndarray], h: float = 1e-3) -> np.ndarray:
    return np.asarray((f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h))


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("seed", range(5))
def test_tilt_and_the_third_order_against_differences(kind: str, form: str, seed: int) -> None:
    """How D and its bend change along a direction; differences of their formulas, which are tested above."""
    x = random_coordinates(kind, seed)
    u, way = np.random.default_rng(200 + seed).normal(size=(2, len(x)))
    measured, places = made(kind, form)
    put(places, x)
    for place, along, by in zip(places, u, way, strict=True):
        place.u, place.x_by = float(along), float(by)
    measured.evaluate()
    measured.jacobian_tangent()
    found = np.zeros(len(x))
    for entry in measured.entries:
        found[entry.of.at] += entry.by
    assert found == pytest.approx(of_fourth_order(lambda h: deform(kind, form, x + h * way)[1]), abs=2e-7)
    slope = of_fourth_order(lambda h: np.array(bend(kind, form, x + h * way, u)))
    assert measured.bias_tangent() == pytest.approx(float(slope), rel=1e-7, abs=2e-7)


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_rigid_motion_changes_absolute_angles_only(kind: str, form: str) -> None:
    names = ELEMENTS[kind].coordinates
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
    change = deform(kind, form, moved)[0] - deform(kind, form, x)[0]
    expected = turn if ELEMENTS[kind].forms[form].absolute else 0.0
    assert wrapped(change - expected) == pytest.approx(0, abs=1e-14)
    assert ELEMENTS[kind].forms[form].absolute == (form == "angb")


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_a_form_needs_what_it_depends_on(kind: str, form: str) -> None:
    names = ELEMENTS[kind].coordinates
    _, D = deform(kind, form, random_coordinates(kind, 1))
    assert {names[j] for j in np.flatnonzero(D)} == set(ELEMENTS[kind].forms[form].needs)


@pytest.mark.parametrize(("kind", "form"), [pair for pair in FORMS if pair[1].startswith("ang")])
@pytest.mark.parametrize("turns", [-3, 0, 2])
def test_angles_are_told_in_the_turn_of_their_reference(kind: str, form: str, turns: int) -> None:
    """A winding angle near its reference, at small and at large differences: the series and arctan agree."""
    measured, places = made(kind, form)
    put(places, random_coordinates(kind, 4))
    measured.evaluate()
    first = measured.value
    if not measured.winds:
        return
    for aside in (0.0, 1e-3, 0.0199, 0.0201, 1.0, -3.0):
        measured.reference = first + turns * 2 * np.pi + aside
        measured.evaluate()
        assert measured.value == pytest.approx(first + turns * 2 * np.pi, abs=1e-14)


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_it_does_not_matter_where_co_ordinates_are_counted_from(kind: str, form: str) -> None:
    measured, places = made(kind, form)
    x = random_coordinates(kind, 5)
    put(places, x)
    measured.evaluate()
    before = measured.value
    for place in places:
        place.start, place.q = place.start + 0.75, place.q - 0.75
    measured.rebase()
    measured.evaluate()
    assert measured.value == pytest.approx(before, abs=1e-15)


# beam of unit mass: point velocity and acceleration by the shape itself, integrated by Gauss


def shape_velocity(x: np.ndarray, v: np.ndarray, xi: float) -> np.ndarray:
    """ṙ = (1−ξ)ṙP + ξṙQ + v̇n, with v̇ = ℓ[(ξ−2ξ²+ξ³)ψ̇P + (ξ²−ξ³)ψ̇Q] (consistent with the cubic shape)."""
    chord = x[3:5] - x[0:2]
    l = np.hypot(*chord)
    n = np.array([-chord[1], chord[0]]) / l
    turning = n @ (v[3:5] - v[0:2]) / l
    psi_P, psi_Q = v[2] - turning, turning - v[5]
    deflection = l * ((xi - 2 * xi**2 + xi**3) * psi_P + (xi**2 - xi**3) * psi_Q)
    return (1 - xi) * v[0:2] + xi * v[3:5] + n * deflection


def uniform(kind: str, mass: float) -> tuple[Mass, list[Coordinate]]:
    axes = {"x": X, "y": Y, "b": ANGLE}
    places = [Coordinate(k, 0.0, True, axes[name[0]]) for k, name in enumerate(ELEMENTS[kind].coordinates)]
    make = ELEMENTS[kind].uniform
    assert make is not None
    return make(mass, places), places


def mass_force(kind: str, x: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """What an element of unit mass resists with, at all its co-ordinates."""
    mass, places = uniform(kind, 1.0)
    put(places, x)
    for place, velocity, acceleration in zip(places, v, a, strict=True):
        place.v, place.a, place.f = float(velocity), float(acceleration), 0.0
    mass.resist()
    return np.array([-place.f for place in places])


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
    assert np.dot(mass_force("BEAM", x, v, a), virtual) == pytest.approx(expected, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("kind", [kind for kind in NAMES if ELEMENTS[kind].uniform])
def test_every_rigid_link_has_the_resultants_of_a_bar(kind: str) -> None:
    """Turning about P with ω, α: centripetal m·ℓ/2·ω², moment m·ℓ²/3·α about P; weight half at each end."""
    omega, alpha, l = 3.0, 5.0, 2.0
    names = ELEMENTS[kind].coordinates
    at = {
        "xP": (0, 0, 0),
        "yP": (0, 0, 0),
        "bP": (0, omega, alpha),
        "xQ": (l, 0, -(omega**2) * l),
        "yQ": (0, omega * l, alpha * l),
        "bQ": (0, omega, alpha),
        "xR": (1, 0, 0),
        "yR": (1, 0, 0),
    }
    x, v, a = (np.array([at[name][k] for name in names], dtype=float) for k in range(3))
    f = dict(zip(names, mass_force(kind, x, v, a), strict=True))
    assert f["xP"] + f["xQ"] == pytest.approx(-(omega**2) * l / 2)
    assert f["yP"] + f["yQ"] == pytest.approx(alpha * l / 2)
    assert f.get("bP", 0) + f.get("bQ", 0) + l * f["yQ"] == pytest.approx(alpha * l * l / 3)
    mass, places = uniform(kind, 4.0)
    put(places, x)
    mass.set_gravity([0.0, -9.81])
    mass.resist()
    weight = dict(zip(names, (place.f for place in places), strict=True))
    assert weight["yP"] + weight["yQ"] == pytest.approx(-4.0 * 9.81)
    assert mass.potential() == pytest.approx(0.0, abs=1e-12)  # at the height of the origin


def test_flexibility_of_a_cantilever() -> None:
    """(8.38): clamped at P; tip deflection ℓ/EA, ℓ³/3EI, slopes ℓ²/2EI, ℓ/EI by unit loads."""
    l, EA, EI = 2.0, 5.0, 7.0
    F = np.array([[flexibility(i, j, l, EA, EI) for j in range(3)] for i in range(3)])
    x = np.array([0, 0, 0, l, 0, 0.0])
    D_c = np.array([deform("BEAM", form, x)[1] for form in ("lenl", "angp", "angq")])[:, 3:]  # to xQ, yQ, βQ
    displacement = np.linalg.inv(D_c) @ F @ np.linalg.inv(D_c).T
    expected = [[l / EA, 0, 0], [0, l**3 / (3 * EI), l**2 / (2 * EI)], [0, l**2 / (2 * EI), l / EI]]
    np.testing.assert_allclose(displacement, expected, rtol=1e-14)
