"""Every element in space: derivatives against differences, rigid motion, masses against Newton and Euler."""

from __future__ import annotations

import numpy as np
import pytest

from runmec.dynamics.solid import Solid
from runmec.elements import ELEMENTS
from runmec.engine.coordinate import ANGLE, EULER, Coordinate, X, Y, Z
from runmec.engine.form import Form
from runmec.engine.space import axes_along, leaning, product, quaternion_of, swung, turned
from runmec.engine.turning import Norm, Turning

AXES = {"x": X, "y": Y, "z": Z, "b": ANGLE, "l": EULER}
FORMS = [(kind.word, form) for kind in ELEMENTS.values() if kind.is_spatial for form in kind.forms]
H = 1e-5


def rotation(q: np.ndarray) -> np.ndarray:
    """The matrix of Euler parameters, by Rodrigues' formula."""
    e0, e = q[0], q[1:]
    tilde = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
    return np.eye(3) + 2 * e0 * tilde + 2 * tilde @ tilde


def start_values(kind: str, seed: int) -> np.ndarray:
    """Points anywhere, turning nodes in orientations that are no special ones."""
    rng = np.random.default_rng(seed)
    found = []
    for node in ELEMENTS[kind].nodes:
        values = rng.normal(size=len(node))
        found += list(values / np.linalg.norm(values) if node[0][0] == "l" else values)
    return np.array(found)


def made(kind: str, form: str, start: np.ndarray) -> tuple[Form, list[Coordinate]]:
    facts = ELEMENTS[kind]
    places = [Coordinate(k, float(start[k]), True, AXES[name[0]]) for k, name in enumerate(facts.coordinates)]
    measure = facts.forms[form]
    asked = facts.data
    data = asked.complete([0.3, -0.5, 0.7][: max(asked.required, 3)]) if asked else ()
    return measure.form([places[facts.coordinates.index(name)] for name in measure.needs], data), places


def deform(kind: str, form: str, start: np.ndarray, x: np.ndarray) -> tuple[float, np.ndarray]:
    measured, places = made(kind, form, start)
    for place, value, begin in zip(places, x, start, strict=True):
        place.q = float(value - begin)
    measured.evaluate()
    D = np.zeros(len(x))
    for entry in measured.entries:
        D[entry.of.at] += entry.value
    return measured.value, D


def wrapped(difference: float) -> float:
    return (difference + np.pi) % (2 * np.pi) - np.pi


def moved(kind: str, start: np.ndarray, seed: int) -> np.ndarray:
    """A position near the start, nodes still of unit norm."""
    rng = np.random.default_rng(900 + seed)
    x, at = start + 0.25 * rng.normal(size=len(start)), 0
    for node in ELEMENTS[kind].nodes:
        if node[0][0] == "l":
            x[at : at + 4] /= np.linalg.norm(x[at : at + 4])
        at += len(node)
    return x


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("seed", range(6))
def test_D_and_bend_against_differences(kind: str, form: str, seed: int) -> None:
    start = start_values(kind, seed)
    x = moved(kind, start, seed)
    _, D = deform(kind, form, start, x)
    largest = 1.0 + float(np.max(np.abs(D))) ** 3
    for j in range(len(x)):
        step = H * np.eye(len(x))[j]
        slope = wrapped(deform(kind, form, start, x + step)[0] - deform(kind, form, start, x - step)[0]) / (2 * H)
        assert D[j] == pytest.approx(slope, abs=1e-8 * largest)
    u = np.random.default_rng(100 + seed).normal(size=len(x))
    slope = (deform(kind, form, start, x + H * u)[1] - deform(kind, form, start, x - H * u)[1]) / (2 * H)
    measured, places = made(kind, form, start)
    for place, value, begin, direction in zip(places, x, start, u, strict=True):
        place.q, place.u = float(value - begin), float(direction)
    measured.evaluate()
    assert measured.bias() == pytest.approx(slope @ u, abs=1e-6 * largest)


@pytest.mark.parametrize(("kind", "form"), FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_rigid_motion_in_space_changes_no_form(kind: str, form: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    start = start_values(kind, 20 + seed)
    x = moved(kind, start, seed)
    turn = rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    shift = rng.normal(size=3)
    after, at = x.copy(), 0
    for node in ELEMENTS[kind].nodes:
        if node[0][0] == "l":
            after[at : at + 4] = product(tuple(map(float, turn)), tuple(map(float, x[at : at + 4])))
        else:
            after[at : at + 3] = rotation(turn) @ x[at : at + 3] + shift
        at += len(node)
    change = deform(kind, form, start, after)[0] - deform(kind, form, start, x)[0]
    assert wrapped(change) == pytest.approx(0, abs=1e-13)
    assert not ELEMENTS[kind].forms[form].absolute


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_a_form_needs_what_it_depends_on(kind: str, form: str) -> None:
    names, start = ELEMENTS[kind].coordinates, start_values(kind, 1)
    _, D = deform(kind, form, start, moved(kind, start, 1))
    assert {names[j] for j in np.flatnonzero(D)} == set(ELEMENTS[kind].forms[form].needs)


@pytest.mark.parametrize(("kind", "form"), [pair for pair in FORMS if ELEMENTS[pair[0]].forms[pair[1]].winds])
@pytest.mark.parametrize("turns", [-3, 0, 2])
def test_angles_are_told_in_the_turn_of_their_reference(kind: str, form: str, turns: int) -> None:
    start = start_values(kind, 4)
    measured, places = made(kind, form, start)
    for place, value, begin in zip(places, moved(kind, start, 4), start, strict=True):
        place.q = float(value - begin)
    measured.evaluate()
    first = measured.value
    for aside in (0.0, 1e-3, 0.0199, 0.0201, 1.0, -3.0):
        measured.reference = first + turns * 2 * np.pi + aside
        measured.evaluate()
        assert measured.value == pytest.approx(first + turns * 2 * np.pi, abs=1e-13)


@pytest.mark.parametrize(("kind", "form"), FORMS)
def test_it_does_not_matter_where_co_ordinates_are_counted_from(kind: str, form: str) -> None:
    start = start_values(kind, 5)
    measured, places = made(kind, form, start)
    for place, value, begin in zip(places, moved(kind, start, 5), start, strict=True):
        place.q = float(value - begin)
    measured.evaluate()
    before = measured.value
    for place in places:
        place.start, place.q = place.start + 0.75, place.q - 0.75
    measured.rebase()
    measured.evaluate()
    assert measured.value == pytest.approx(before, abs=1e-14)


@pytest.mark.parametrize(("form", "angle"), [("angx", 0.4), ("angx", -2.9), ("tily", 0.3), ("tilz", -0.2)])
def test_a_hinge_measures_turns_about_its_own_axes(form: str, angle: float) -> None:
    """Axle along (1, 2, −2), from any two orientations: a turn about the axle is angx, across it the tilts."""
    start = start_values("HINGE", 3)
    u = np.array([1.0, 2.0, -2.0]) / 3
    axes = axes_along(tuple(map(float, u)), (0.0, 0.0, 0.0))
    axis = np.array(axes[{"angx": 0, "tily": 1, "tilz": 2}[form]])
    places = [Coordinate(k, float(start[k]), True, EULER) for k in range(8)]
    measured = ELEMENTS["HINGE"].forms[form].form(places, (*u, 0.0, 0.0, 0.0))
    measured.evaluate()
    assert measured.value == pytest.approx(0.0, abs=1e-15)
    turn = (float(np.cos(angle / 2)), *map(float, np.sin(angle / 2) * axis))
    for place, value in zip(places[4:], product(turn, tuple(map(float, start[4:]))), strict=True):
        place.q = value - place.start
    measured.evaluate()
    assert measured.value == pytest.approx(angle if form == "angx" else 2 * np.sin(angle / 2), abs=1e-14)


# ---- Euler parameters


@pytest.mark.parametrize("seed", range(8))
def test_quadratic_form_is_the_rotation_and_its_derivatives(seed: int) -> None:
    rng = np.random.default_rng(seed)
    l, m = (tuple(map(float, rng.normal(size=4))) for _ in range(2))
    unit = tuple(float(part) for part in np.array(l) / np.linalg.norm(l))
    c, f = (tuple(map(float, rng.normal(size=3))) for _ in range(2))
    np.testing.assert_allclose(turned(unit, c), rotation(np.array(unit)) @ c, atol=1e-15)
    np.testing.assert_allclose(swung(l, m, c), swung(m, l, c), atol=1e-14)
    ahead, behind = (tuple(a + h * b for a, b in zip(l, m, strict=True)) for h in (H, -H))
    slope = (np.array(turned(ahead, c)) - np.array(turned(behind, c))) / (2 * H)
    np.testing.assert_allclose(2 * np.array(swung(l, m, c)), slope, atol=1e-9)
    assert np.dot(leaning(l, c, f), m) == pytest.approx(2 * np.dot(f, swung(l, m, c)), abs=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_parameters_of_a_matrix(seed: int) -> None:
    q = np.random.default_rng(seed).normal(size=4) * np.roll([1.0, 0.05, 0.05, 0.05], seed)
    q /= np.linalg.norm(q)
    R = rotation(q)
    found = np.array(quaternion_of(*(tuple(map(float, R[:, k])) for k in range(3))))
    np.testing.assert_allclose(found * np.sign(found @ q), q, atol=1e-14)


def node_at(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> list[Coordinate]:
    places = [Coordinate(k, float(q[k]), True, EULER) for k in range(4)]
    for place, velocity, acceleration in zip(places, v, a, strict=True):
        place.v, place.a = float(velocity), float(acceleration)
    return places


def turning_motion(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """λ, λ̇, λ̈ that belong to an angular velocity ω and acceleration α: λ̇ = ½ω∘λ, λ̈ = ½α∘λ − ¼ω²λ."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=4)
    q /= np.linalg.norm(q)
    omega, alpha = rng.normal(size=(2, 3)) * 3

    def times(vector: np.ndarray) -> np.ndarray:
        return np.array(product((0.0, *map(float, vector)), tuple(map(float, q))))

    return q, 0.5 * times(omega), 0.5 * times(alpha) - 0.25 * (omega @ omega) * q, omega, alpha


@pytest.mark.parametrize("seed", range(4))
def test_turning_node_tells_its_angular_velocity_and_moments(seed: int) -> None:
    q, v, a, omega, alpha = turning_motion(seed)
    node = Turning(node_at(q, v, a))
    np.testing.assert_allclose(node.spin(), omega, atol=1e-14)
    np.testing.assert_allclose(node.spin_change(), alpha, atol=1e-13)
    moment = tuple(map(float, np.random.default_rng(50 + seed).normal(size=3)))
    f = node.forces(moment)
    assert np.dot(f, v) == pytest.approx(np.dot(moment, omega), abs=1e-13)  # the same power
    along = tuple(part + 2.5 * float(l) for part, l in zip(f, q, strict=True))  # what the norm holds is no moment
    np.testing.assert_allclose(node.moment(along), moment, atol=1e-14)


def test_norm_and_its_derivatives() -> None:
    q, v, _, _, _ = turning_motion(3)
    places = node_at(1.1 * q, v, v)
    norm = Norm(places)
    for place, u in zip(places, v, strict=True):
        place.u = float(u)
    norm.evaluate()
    assert norm.value == pytest.approx(1.21, abs=1e-15)
    assert norm.along() == pytest.approx(2.2 * np.dot(q, v), abs=1e-15)
    assert norm.bias() == pytest.approx(2 * np.dot(v, v), rel=1e-15)


@pytest.mark.parametrize("seed", range(6))
def test_solid_resists_as_newton_and_euler_say(seed: int) -> None:
    """Force m·r̈ of the mass centre; moment about P: c×m·r̈ + Iα + ω×Iω, with the tensor turned into space."""
    rng = np.random.default_rng(70 + seed)
    q, l1, l2, omega, alpha = turning_motion(seed)
    m, c = 2.5, rng.normal(size=3)
    spread = rng.normal(size=(3, 6))  # of a cloud of points: a tensor that a body can have
    second = spread @ spread.T
    inertia = np.trace(second) * np.eye(3) - second
    places = [Coordinate(k, float(rng.normal()), True, k) for k in range(3)]
    acceleration = rng.normal(size=3)
    for place, value in zip(places, acceleration, strict=True):
        place.a = float(value)
    node = node_at(q, l1, l2)
    body = Solid(
        [*places, *node],
        m,
        list(map(float, c)),
        [float(inertia[i]) for i in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))],
    )
    gravity = rng.normal(size=3)
    body.set_gravity(list(map(float, gravity)))
    for place in (*places, *node):
        place.f = 0.0
    body.resist()
    R = rotation(q)
    arm, tensor = R @ c, R @ inertia @ R.T
    of_centre = acceleration + np.cross(alpha, arm) + np.cross(omega, np.cross(omega, arm)) - gravity
    np.testing.assert_allclose([-p.f for p in places], m * of_centre, atol=1e-12)
    moment = Turning(node).moment(tuple(-p.f for p in node))
    expected = np.cross(arm, m * of_centre) + tensor @ alpha + np.cross(omega, tensor @ omega)
    np.testing.assert_allclose(moment, expected, atol=1e-11)
    height = -m * gravity @ (np.array([p.start for p in places]) + arm)
    assert body.potential() == pytest.approx(height, rel=1e-13)


def test_bar_in_space_has_the_resultants_of_a_rod() -> None:
    """Turning about P with ω, α about z: centripetal m·ℓ/2·ω², moment m·ℓ²/3·α; weight half at each end."""
    omega, alpha, l = 3.0, 5.0, 2.0
    places = [Coordinate(k, value, True, k % 3) for k, value in enumerate((0.0, 0.0, 0.0, l, 0.0, 0.0))]
    for place, a in zip(places, (0, 0, 0, -(omega**2) * l, alpha * l, 0), strict=True):
        place.a = float(a)
    make = ELEMENTS["BINS"].uniform
    assert make is not None
    mass = make(1.0, places)
    mass.inertia()
    f = np.array(mass.force).reshape(2, 3)
    np.testing.assert_allclose(f.sum(axis=0), [-(omega**2) * l / 2, alpha * l / 2, 0], atol=1e-14)
    assert l * f[1, 1] == pytest.approx(alpha * l * l / 3)
    mass.set_gravity([0.0, 0.0, -9.81])
    for place in places:
        place.a = 0.0
    mass.inertia()
    np.testing.assert_allclose(np.array(mass.force).reshape(2, 3)[:, 2], 9.81 / 2)


@pytest.mark.parametrize("seed", range(4))
def test_rigid_beam_resists_as_a_rod_with_spin(seed: int) -> None:
    """Force m·r̈ of the middle, moment about P by the tensor mℓ²/12(1 − xxᵀ) + J·xxᵀ of a rod."""
    rng = np.random.default_rng(200 + seed)
    q, l1, l2, omega, alpha = turning_motion(seed)
    m, J, l = 1.7, 0.03, 0.8
    x = rng.normal(size=3)
    x /= np.linalg.norm(x)
    P, aP = rng.normal(size=(2, 3))
    aQ = aP + np.cross(alpha, l * x) + np.cross(omega, np.cross(omega, l * x))
    vP = rng.normal(size=3)
    vQ = vP + np.cross(omega, l * x)
    places = [
        Coordinate(k, float(v), True, (0, 1, 2, 4, 4, 4, 4)[k % 7]) for k, v in enumerate([*P, *q, *(P + l * x), *q])
    ]
    for place, v, a in zip(places, [*vP, *l1, *vQ, *l1], [*aP, *l2, *aQ, *l2], strict=True):
        place.v, place.a, place.f = float(v), float(a), 0.0
    make = ELEMENTS["BEAMS"].uniform
    assert make is not None
    mass = make(m, places)
    mass.polar(J)
    mass.resist()
    f = -np.array([place.f for place in places])
    middle = aP + np.cross(alpha, l * x / 2) + np.cross(omega, np.cross(omega, l * x / 2))
    np.testing.assert_allclose(f[0:3] + f[7:10], m * middle, atol=1e-12)
    moment = np.cross(l * x, f[7:10])
    for at in (3, 10):
        moment += Turning(places[at : at + 4]).moment(tuple(map(float, f[at : at + 4])))
    tensor = m * l**2 / 12 * (np.eye(3) - np.outer(x, x)) + J * np.outer(x, x)
    expected = np.cross(l * x / 2, m * middle) + tensor @ alpha + np.cross(omega, tensor @ omega)
    np.testing.assert_allclose(moment, expected, atol=1e-12)


def test_bent_beam_has_the_length_of_its_cubic_shape() -> None:
    """lens against ∫√(1 + v'²) of v = s[(ξ−2ξ²+ξ³)p + (ξ²−ξ³)q] in both planes, to the fourth order of the slopes."""
    s, slopes = 2.0, {"pz": 0.02, "qz": -0.03, "py": 0.01, "qy": 0.025}
    start = np.array([0, 0, 0, 1, 0, 0, 0, s, 0, 0, 1, 0, 0, 0.0])

    def turned_by(y: float, z: float) -> np.ndarray:
        """A small turn about y and z."""
        q = np.array([1.0, 0.0, y / 2, z / 2])
        return q / np.linalg.norm(q)

    x = start.copy()
    x[3:7] = turned_by(-slopes["py"], slopes["pz"])  # at P the axis leaves the chord by pz upwards, by py towards z
    x[10:14] = turned_by(slopes["qy"], -slopes["qz"])
    found = {form: deform("BEAMS", form, start, x)[0] for form in ELEMENTS["BEAMS"].forms}
    nodes, weights = np.polynomial.legendre.leggauss(12)
    xi, w = (nodes + 1) / 2, weights / 2
    p, q = (1 - 4 * xi + 3 * xi**2), (2 * xi - 3 * xi**2)
    in_xy, in_xz = (
        abs(found["angpz"]) * p + found["angqz"] * q * np.sign(found["angpz"]),
        found["angpy"] * p + (found["angqy"] * q),
    )
    assert found["lenl"] == pytest.approx(s, rel=1e-15)
    assert found["lens"] == pytest.approx(s * float(w @ np.sqrt(1 + in_xy**2 + in_xz**2)), rel=1e-6)
