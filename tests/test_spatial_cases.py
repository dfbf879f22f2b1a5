"""Mechanisms in space: known cases, random linkages, planar decks lifted into space, and decks that are wrong."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from runmec.deck import check
from runmec.deck.account import account

# ---- bodies


def runmec_input(name: str) -> str:
    from runmec.examples import folder

    return str(next(folder().rglob(f"{name}.mec")))


def test_top_with_less_spin_nods_as_its_energy_says() -> None:
    """Nutation between turning points of the cubic in u = cos θ (Lagrange's top), A, C, m g l as in the deck."""
    A, C, mgl, theta, Om, w3 = 7.5e-3, 4e-3, 0.5 * 9.81 * 0.1, pi / 6, 4.0, 30.0
    found = runmec.run(runmec.read(runmec_input("heavy_top"), set={"w3": w3}))
    nod = theta + found["nod"]
    b = A * Om * sin(theta) ** 2 + C * w3 * cos(theta)  # angular momentum about the vertical
    energy = 0.5 * A * (Om * sin(theta)) ** 2 + mgl * cos(theta)
    precession = (b - C * w3 * np.cos(nod)) / (A * np.sin(nod) ** 2)
    rate = np.gradient(nod, found["now"])
    left = 2 / A * (energy - mgl * np.cos(nod)) - (precession * np.sin(nod)) ** 2
    assert np.ptp(nod) > 0.01
    assert np.all(left > -1e-9)
    assert np.max(np.abs(rate[1:-1] ** 2 - left[1:-1])) < 0.05 * np.max(left)  # differences over 0.04 s


def test_cardan_shaft_with_forks_turned_by_a_quarter_doubles_the_error() -> None:
    """Two joints in a row: tan ψ = tan φ·cos²β, so the ratio lies between cos²β and 1/cos²β."""
    found = runmec.run(runmec.read(runmec_input("cardan_shaft"), set={"gam": pi / 2}))
    k, phi = cos(np.radians(25)) ** 2, found["phi"]
    expected = k / (np.cos(phi) ** 2 + k**2 * np.sin(phi) ** 2)
    np.testing.assert_allclose(found["i3"], expected, atol=1e-11)
    np.testing.assert_allclose(found["M"], 10 * expected, atol=1e-9)
    assert np.max(found["i3"]) == pytest.approx(1 / k, abs=1e-11)


@pytest.mark.parametrize("held", ["tily", "tilz"])
def test_either_tilt_of_bricards_last_hinge_may_be_left_out(held: str) -> None:
    with open(runmec_input("bricard")) as file:
        text = file.read().replace("tily", held)
    text = text.replace("bufe0 h6.tilz", f"bufe0 h6.{'tilz' if held == 'tily' else 'tily'}")
    text = text.replace("tstepf 25 2.5 0", "tstepf 5 0.5 0").replace("drawmech 1 11 16", "drawmech 1")
    found = runmec.run(runmec.loads(text))
    assert np.max(np.abs(found["left_out"])) < 1e-13
    np.testing.assert_allclose(np.sin(-found["d"]), np.sin(found["p"]) / (1 + np.sin(found["p"])), atol=1e-12)


# ---- a planar deck, lifted

PLANE = """DYN ANA ; four-bar with a coupler point
TOPOLOGY
  elem crank {BIN} A0 A
  elem coupler {BIN} A B
  elem rocker {BIN} B0 B
{more}
  input {input}
GEOMETRY
{points}
DYNAMICS
  gravity 9.81 {down}
  uniform crank 0.5
  uniform coupler 2
  uniform rocker 1.2
STORAGE
  bufx0 B.x bx
  bufx0 B.y by
  bufdx2 B.x ax
  bufdrive {input} M
  bufreac B0.x fx
  bufreac B0.y fy
  bufekin T
MOVEMENT
  tstepe 24 0.5 (4*pi) 0
END
"""
PLACES = {"A0": (0.0, 0.0), "A": (0.1, 0.0), "B": (0.25, 0.28), "B0": (0.3, 0.0)}


def in_plane() -> str:
    points = "\n".join(f"  point {n} {x} {y}{' fixed' if n[-1] == '0' else ''}" for n, (x, y) in PLACES.items())
    return PLANE.format(BIN="BIN", more="", input="crank.angb", points=points, down="(-pi/2)")


def lifted() -> str:
    """The same points with z = 0, B held in the plane by its z; the angle of the crank is a dihedral one about z."""
    points = "\n".join(
        f"  point {n} {x} {y} 0{' fixed' if n[-1] == '0' else ' fixed z' if n == 'B' else ''}"
        for n, (x, y) in PLACES.items()
    )
    points += "\n  point Z 0 0 0.1 fixed\n  point X 0.1 0 0 fixed"
    more = "  elem turn TR2S A0 Z X A lenu"
    return PLANE.format(BIN="BINS", more=more, input="turn.angd", points=points, down="0 -1 0")


def test_a_planar_mechanism_lifted_into_space_has_the_numbers_of_the_plane() -> None:
    flat, high = runmec.run(runmec.loads(in_plane())), runmec.run(runmec.loads(lifted()))
    for name in ("bx", "by", "ax", "M", "fx", "fy", "T"):
        size = np.max(np.abs(flat[name]))
        np.testing.assert_allclose(high[name], flat[name], rtol=1e-12, atol=1e-12 * size, err_msg=name)


# ---- random linkages


def random_linkage(seed: int) -> str:
    """Two loops that share a crank: an RSSR, and behind its rocker a body with a ball, a cylinder and a slider."""
    rng = np.random.default_rng(seed)

    def vector(size: float = 1.0) -> str:
        return " ".join(repr(float(part)) for part in size * rng.normal(size=3))

    def near(place: np.ndarray, size: float = 0.1) -> str:
        return " ".join(repr(float(part)) for part in place + size * rng.normal(size=3))

    A0, B0 = np.zeros(3), np.array([1.0, 0.2, 0.1])
    mass = " ".join(repr(float(m)) for m in rng.uniform(0.5, 2, size=1))
    return f"""DYN ANA ; random linkage in space
TOPOLOGY
  elem ha HINGE f a
  elem hb HINGE f b
  elem crank TR1S A0 a A
  elem rocker TR1S B0 b B
  elem coupler BINS A B
  elem arm TR1S B0 b C
  elem rod BINS C S
  elem guide TR1S G g S lenv lenw
  elem lever TR2S D0 E R D
  elem link BINS C D
  elem rope BINS A D free
  input ha.angx
GEOMETRY
  point A0 {near(A0, 0)} fixed
  point B0 {near(B0, 0)} fixed
  point A {near(A0, 0.1)}
  point B {near(B0 + np.array([0, 0, 0.7]))}
  point C {near(B0 + np.array([0.2, 0.1, 0.5]))}
  point S {near(B0 + np.array([1.0, 0.3, 0.5]))}
  point G {near(B0 + np.array([1.0, 0.3, 0.5]))} fixed
  point D0 {near(B0 + np.array([0.2, 1.0, 0.0]), 0.05)} fixed
  point E {near(B0 + np.array([0.4, 1.2, 0.0]), 0.05)} fixed
  point R {near(B0 + np.array([0.2, 1.0, 0.5]), 0.05)} fixed
  point D {near(B0 + np.array([0.2, 1.1, 0.7]), 0.05)}
  turn f {vector()} 0.7 fixed
  turn g {vector()} 0.3 fixed
  turn a {vector()} 0.4
  turn b {vector()} {float(rng.uniform(-1, 1))!r}
  axle ha 0.2 0.1 1
  axle hb 0.1 1 0.2
DYNAMICS
  gravity 9.81 {vector()}
  solid crank {mass} 0.05 0.02 -0.01 0.02 0.03 0.04 0.001 -0.002 0.003
  solid rocker 1.3 0.1 -0.1 0.2 0.05 0.06 0.04 0.002 0.001 -0.003
  uniform coupler 0.7
  uniform rod 0.4
  uniform link 0.6
  inertia S 0.8
  spring rope.lenl 30 -5
  damper rope.lenl 2
  force C {vector(3.0)}
  moment b {vector(2.0)}
MOVEMENT
  tstepe 6 0.05 5 -20
END
"""


@pytest.mark.parametrize("seed", range(6))
def test_random_linkages_are_in_balance(seed: int) -> None:
    found = runmec.run(runmec.loads(random_linkage(seed)))
    assert found.complete
    trust = found.trust
    assert trust.closure < 1e-11
    for sums in (trust.forces, trust.moments, trust.power):
        assert sums is not None
        assert sums < 1e-9


# ---- decks that are wrong

SPINNING = """KIN ANA ; a coupler that is a body between two balls
TOPOLOGY
  elem crank TR2S A0 Z X A
  elem rocker TR2S B0 Y V B
  elem coupler TR1S A c B
  input crank.angd
GEOMETRY
  point A0 0 0 0 fixed
  point Z 0 0 1 fixed
  point X 1 0 0 fixed
  point B0 1 0.25 0.1 fixed
  point Y 1 1.25 0.1 fixed
  point V 1 0.25 1.1 fixed
  point A 0.2 0 0
  point B 1 0.25 0.7
  turn c
MOVEMENT
  stepe 4 1
END
"""


def complaints(text: str) -> list[str]:
    """Codes and sentences of everything that is told, when the deck is read or run."""
    try:
        result = runmec.run(runmec.loads(text))
    except runmec.DeckError as error:
        return [f"{told.code} {told} {told.notes} {told.help}" for told in error.diagnostics]
    return [
        f"{told.code} {told} {told.notes} {told.help}"
        for told in (*result.warnings, *([result.failure] if result.failure else []))
    ]


def test_a_coupler_that_spins_freely_is_named() -> None:
    (told,) = complaints(SPINNING)
    assert told.startswith("D30")
    assert "BINS, which has no spin" in told
    assert "cosu" in told


def test_bricard_held_by_all_its_hinges_has_one_parameter_too_many() -> None:
    with open(runmec_input("bricard")) as file:
        text = file.read().replace(" tily ", "      ")
    deck, told = check(text, "bricard", {})
    assert not told  # it is no fault; `check` counts it and names it
    assert len(account(deck)["surplus"]) == 1
    assert account(deck)["mobility"] == 1
    (said,) = complaints(text)  # the motion is told, the forces of self-stress cannot be
    assert said.startswith("R423")
    one, other = runmec.run(runmec.loads(text)), runmec.run(runmec_input("bricard"))
    assert one.complete
    assert len(one.deck.structure.surplus) == 1
    for point in ("P2", "P3"):
        np.testing.assert_allclose(one[point], other[point], atol=1e-9)


WRONG = [
    ("axle h1 0 1 0", "axle h1 0 0 0", "no direction"),
    ("turn r1\n", "turn r1 0 0 0 1\n", "turn"),
    ("elem h2 HINGE r1 r2", "elem h2 HINGE r1 P2", "P2"),
    ("bufx0 P4 x y z", "bufomega P4 x y z", "P4"),
    ("elem rod1 TR1S P1 r1 P2", "elem rod1 TR1S r1 P1 P2", "r1"),
    ("solid rod1 1 0.5", "solid h1 1 0.5", "h1"),
    ("gravity 9.81 0 -1 0", "gravity 9.81 0 0 0", "gravity"),
]


@pytest.mark.parametrize(("old", "new", "word"), WRONG)
def test_slips_in_space_are_told_at_their_place(old: str, new: str, word: str) -> None:
    import re

    with open(runmec_input("bricard")) as file:
        text = re.sub(r"(?<=\S) {2,}(?=[^;\s])", " ", file.read())
    assert old in text
    told = complaints(text.replace(old, new))
    assert told
    assert any(word in sentence for sentence in told), told
