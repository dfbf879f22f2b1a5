"""Mechanisms in space against closed forms: positions, forces, free motion."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from runmec.deck import check
from runmec.deck.account import account
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
        np.testing.assert_allclose(
            result["phi"], [row[0] - (0.9 if way == "hinges" else 0.0) for row in expected], atol=2e-8
        )
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


# ---- a planar four-bar lifted into space


PLANAR = """DYN ANA
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 1 0.1 fixed
  point A 0.3 0
  point B 0.9 0.7
"""
LIFTED = """DYN ANA
TOPOLOGY
  elem crank BINS A0 A
  elem coupler BINS A B
  elem rocker BINS B0 B
  elem swing TR2S A0 Z X A free
  input swing.angd
GEOMETRY
  point A0 0 0 0 fixed
  point Z 0 0 1 fixed
  point X 1 0 0 fixed
  point B0 1 0.1 0 fixed
  point A 0.3 0 0 fixed z
  point B 0.9 0.7 0 fixed z
"""
LOADS = """DYNAMICS
  uniform crank 0.5
  uniform coupler 1.2
  uniform rocker 0.9
"""


def test_a_planar_mechanism_lifted_into_space_gives_the_planar_numbers() -> None:
    moves = "MOVEMENT\n  tstepe 24 0.4 (5*pi) 2\nEND\n"
    stored = "STORAGE\n  bufdrive {i} M\n  bufreac A0 fx fy{z}\n  bufreac B0 gx gy{z2}\n  bufdx2 B ax ay{z3}\n"
    flat = runmec.run(
        runmec.loads(
            PLANAR + LOADS + "  gravity 9.81 (-pi/2)\n" + stored.format(i="crank.angb", z="", z2="", z3="") + moves
        )
    )
    lifted = runmec.run(
        runmec.loads(
            LIFTED
            + LOADS
            + "  gravity 9.81 0 -1 0\n"
            + stored.format(i="swing.angd", z=" fz", z2=" gz", z3=" az")
            + moves
        )
    )
    for name in ("M", "gx", "gy", "ax", "ay"):
        np.testing.assert_allclose(lifted[name], flat[name], rtol=1e-11, atol=1e-11)
    assert lifted.trust.worst < 1e-13


HINGED = """KIN ANA ; a four-bar with four parallel hinges: in space three of their forms are too many
TOPOLOGY
  elem crank TR1S A0 la A
  elem coupler TR1S A lc B
  elem rocker TR1S B0 lb B{forms}
  elem h1 HINGE f la
  elem h2 HINGE la lc
  elem h3 HINGE lc lb{held}
  elem h4 HINGE f lb
  input h1.angx
GEOMETRY
  point A0 0 0 0 fixed
  point B0 1 0.1 0 fixed
  point A 0.3 0 0
  point B 0.9 0.7 0
  turn f fixed
  turn la
  turn lb
  turn lc
  axle h1 0 0 1
  axle h2 0 0 1
  axle h3 0 0 1
  axle h4 0 0 1
STORAGE
  bufx0 B x y z
MOVEMENT
  stepe 12 (2*pi)
END
"""


def test_forms_that_hold_what_others_hold_are_named() -> None:
    """Three are more than needed: they are counted and named and no fault; the motion is that without them."""
    deck, told = check(HINGED.format(forms="", held=""), "deck", {})
    assert not told
    said = account(deck)
    assert said["counts"]["moving co-ordinates"] == 18
    assert said["counts"]["prescribed parameters"] == 18
    assert said["counts"]["norms of turning nodes"] == 3
    assert said["mobility"] == 1
    assert said["surplus"] == ["h3.tilz", "h4.tily", "h4.tilz"]
    held = runmec.run(deck)
    assert held.complete
    free = runmec.run(runmec.loads(HINGED.format(forms=" lenu lenv", held=" free")))
    flat = runmec.run(
        runmec.loads(PLANAR.replace("DYN", "KIN") + "STORAGE\n  bufx0 B x y\nMOVEMENT\n  stepe 12 (2*pi)\nEND\n")
    )
    for name in "xy":
        np.testing.assert_allclose(free[name], flat[name], atol=1e-12)
        np.testing.assert_allclose(held[name], flat[name], atol=1e-12)
    np.testing.assert_allclose(free["z"], 0.0, atol=1e-14)
    np.testing.assert_allclose(held["z"], 0.0, atol=1e-14)


def test_a_coupler_that_spins_freely_is_named_with_the_remedy() -> None:
    text = rssr("hinges", "KIN ANA", "MOVEMENT\n  stepe 4 1").replace("coupler BINS A B", "coupler TR1S A lc B")
    text = text.replace("  turn lb\n", "  turn lb\n  turn lc\n")
    text = "\n".join(line for line in text.split("\n") if "uniform coupler" not in line)
    with pytest.raises(runmec.DeckError) as caught:
        runmec.loads(text)
    said = str(caught.value)
    assert "turning node lc (element coupler) can spin while all else stands still" in said
    assert "BINS" in said
    assert "cosu" in said
    held = text.replace("  input ha.angx", "  elem roll HINGE la lc cosu\n  input ha.angx")
    held = held.replace("  axle hb 0 1 0", "  axle hb 0 1 0\n  axle roll 0 0 1 1 0 0")
    found = runmec.run(runmec.loads(held + "\n"))
    assert found.complete


# ---- power, forces and moments of random linkages


@pytest.mark.parametrize("seed", range(6))
def test_random_linkages_balance(seed: int) -> None:
    """RSSR, RSCR-like (a slider that turns on its guide) and two loops, with bodies, springs: all sums zero."""
    rng = np.random.default_rng(seed)

    def near(*at: float) -> str:
        return " ".join(repr(float(v)) for v in np.array(at) + 0.08 * rng.normal(size=3))

    def axis(*at: float) -> str:
        return near(*at)

    second = seed % 3
    more = {
        0: "",
        1: "  elem slide TR1S C0 g C lenu lenv\n  elem rod BINS B C\n",
        2: "  elem arm TR1S C0 lc C\n  elem hc HINGE f lc\n  elem rod BINS B C\n",
    }[second]
    nodes = {0: "", 1: f"  turn g {axis(0.3, 0.2, 1)} 0.4 fixed\n", 2: f"  turn lc\n  axle hc {axis(1, 0, 0)}\n"}[
        second
    ]
    points = "" if second == 0 else f"  point C0 {near(1.4, 0.9, 0)} fixed\n  point C {near(1.4, 0.9, 0.6)}\n"
    text = f"""DYN ANA
TOPOLOGY
  elem crank TR1S A0 la A
  elem rocker TR1S B0 lb B
  elem coupler BINS A B
  elem coil BINS A0 B free
  elem ha HINGE f la
  elem hb HINGE f lb
{more}  input ha.angx
GEOMETRY
  point A0 {near(0, 0, 0)} fixed
  point B0 {near(1, 0.2, 0)} fixed
  point A {near(0.15, 0, 0)}
  point B {near(1, 0.2, 0.7)}
{points}  turn f {axis(1, 2, 3)} 0.7 fixed
  turn la {axis(0, 1, 0)} 0.3
  turn lb
{nodes}  axle ha {axis(0, 0, 1)}
  axle hb {axis(0, 1, 0)}
DYNAMICS
  gravity 9.81 {axis(0, 0, -1)}
  uniform coupler 1.1
  solid crank 0.7 {near(0.1, 0, 0)} 0.02 0.03 0.025 0.001 -0.002 0.0015
  solid rocker 0.9 {near(0, 0, 0.3)} 0.03 0.03 0.01 0.001 0 0.002
  spring coil.lenl 30 -20
  damper hb.angx 0.4
  force B (3*sin(inp(ha.angx))) -2 1
  moment lb 0.3 -0.2 (0.1*dinp(ha.angx))
STORAGE
  bufdrive ha.angx M
MOVEMENT
  tstepe 12 0.3 4 3
END
"""
    found = runmec.run(runmec.loads(text))
    assert len(found) > 6
    for sums in (found.trust.forces, found.trust.moments, found.trust.power):
        assert sums is not None
        assert sums < 1e-9


def test_bevel_gears_by_factors_on_the_angles_of_hinges() -> None:
    """20 and 40 teeth on shafts along z and x: half the speed, half the moment; the frame takes what the load gives."""
    text = """DYN ANA
TOPOLOGY
  elem h1 HINGE f a
  elem h2 HINGE f b
  param mesh h1.angx 20 h2.angx 40 fixed
  input h1.angx
GEOMETRY
  turn f fixed
  turn a
  turn b
  axle h1 0 0 1
  axle h2 1 0 0
DYNAMICS
  moment b 6 0 0
STORAGE
  bufe0 h2.angx q
  bufdrive h1.angx M
  bufmom f mx my mz
MOVEMENT
  tstepe 8 1 3 2
END
"""
    found = runmec.run(runmec.loads(text))
    np.testing.assert_allclose(found["q"], -0.5 * (3 * found.time + found.time**2), atol=1e-13)
    np.testing.assert_allclose(found["M"], 3.0, rtol=1e-13)
    np.testing.assert_allclose([found["mx"], found["my"], found["mz"]], np.outer([-6, 0, 0], np.ones(9)), atol=1e-13)


@pytest.mark.parametrize("seed", range(3))
def test_random_rscr_linkages_balance(seed: int) -> None:
    """Hinge, ball, cylinder, hinge: the coupler turns and slides on an axle of the rocker, with bodies on all links."""
    rng = np.random.default_rng(seed)

    def words(*at: float, spread: float = 0.05) -> str:
        return " ".join(repr(float(v)) for v in np.array(at) + spread * rng.normal(size=3))

    lean, phi = rng.normal(size=3), 0.3
    n = lean / np.linalg.norm(lean)
    axle = np.array([0, 0, 1]) + sin(phi) * np.cross(n, [0, 0, 1]) + (1 - cos(phi)) * (n * n[2] - np.array([0, 0, 1]))
    text = f"""DYN ANA ; RSCR
TOPOLOGY
  elem ha HINGE f la
  elem crank TR1S A0 la A
  elem hd HINGE f lr
  elem guide TR1S D0 lr C lenu lenv  ; slides along the third axis of the rocker
  elem hc HINGE lr lc                ; and turns about it
  elem coupler TR1S C lc A
  input ha.angx
GEOMETRY
  point A0 {words(0, 0, 0)} fixed
  point D0 {words(1, 0.2, 0)} fixed
  point A {words(0.12, 0, 0, spread=0.01)}
  point C {words(1, 0.2, 0.6)}
  turn f fixed
  turn la {words(0, 1, 0)} 0.3
  turn lr {words(*(5 * lean), spread=0.0)} {phi}
  turn lc {words(1, 0, 0)} -0.4
  axle ha {words(0, 0, 1)}
  axle hd {words(0, 1, 0)}
  axle hc {words(*axle, spread=0.0)}
DYNAMICS
  gravity 9.81 {words(0, 0, -1)}
  solid crank 0.7 {words(0.05, 0, 0)} 0.02 0.03 0.025 0.001 -0.002 0.0015
  solid guide 0.9 {words(0, 0, 0.3)} 0.03 0.03 0.01 0.001 0 0.002
  solid coupler 1.1 {words(-0.4, 0, -0.2)} 0.05 0.06 0.04 0.002 0.001 -0.003
  damper guide.lenw 3
  spring hc.angx 2 0.1
STORAGE
  bufe0 guide.lenw slid
  bufe0 hc.angx turned
MOVEMENT
  tstepe 12 0.1 1 3
END
"""
    found = runmec.run(runmec.loads(text))
    assert found.complete
    assert np.ptp(found["slid"]) > 1e-5
    assert np.ptp(found["turned"]) > 1e-3
    for sums in (found.trust.closure, found.trust.forces, found.trust.moments, found.trust.power):
        assert sums is not None
        assert sums < 1e-9


def test_the_length_of_an_axis_of_a_turn_does_not_matter() -> None:
    moves = "STORAGE\n  bufx0 B bx by bz\n  bufdrive ha.angx M\nMOVEMENT\n  tstepe 3 0.1 2 0"
    text = rssr("hinges", "DYN ANA", moves, phi=0.9)
    long = text.replace("turn la 0 0 1 0.9", "turn la 0 0 250 0.9")
    assert long != text
    one, other = runmec.run(runmec.loads(text)), runmec.run(runmec.loads(long))
    for name in ("bx", "by", "bz", "M"):
        np.testing.assert_array_equal(one[name], other[name])


def test_a_conical_pendulum_nods_about_its_motion_as_theory_says() -> None:
    """Small vibrations about a steady motion: ω = Ω·√(1 + 3cos²α); around the axis nothing brings it back."""
    l, alpha, g = 0.7, 0.6, 9.81
    omega = (g / (l * cos(alpha))) ** 0.5
    text = f"""DYN SIM
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
  bufeig 1 around
  bufeig 2 nodding
MOVEMENT
  integr dop853 1e-11
  tstepf 4 1 {omega!r} 0
END
"""
    found = runmec.run(runmec.loads(text))
    np.testing.assert_allclose(found["nodding"], omega * (1 + 3 * cos(alpha) ** 2) ** 0.5 / (2 * pi), rtol=1e-8)
    np.testing.assert_allclose(found["around"], 0.0, atol=1e-6)


def test_a_spherical_pendulum_swings_alike_in_both_directions() -> None:
    text = """DYN SIM
TOPOLOGY
  elem rod BINS O A
  elem seen TR1S O f A free
  input seen.lenu seen.lenv
GEOMETRY
  point O 0 0 0 fixed
  point A 0 0 -0.7
  turn f fixed
DYNAMICS
  gravity 9.81 0 0 -1
  inertia A 1.3
MODES 1 2
END
"""
    modes = runmec.run(runmec.loads(text)).modes
    np.testing.assert_allclose([mode.frequency for mode in modes], (9.81 / 0.7) ** 0.5 / (2 * pi), rtol=1e-10)


def test_planar_decks_load_nothing_of_space() -> None:
    """A whole run in a process of its own: no file of it is imported."""
    import subprocess
    import sys

    program = (
        "import sys, runmec; runmec.run('inputs/example8.mec');"
        "print([m for m in sys.modules if m.startswith('runmec') and any(w in m for w in"
        " ('spatial.', 'engine.space', 'engine.turning', 'engine.sparse', 'spatial_balance', 'vectors',"
        " 'results.space', 'solid', 'dynamics.moment'))])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("axle ha 0 0 1", "axle ha 0 0 0", "the axle has no direction"),
        ("  axle ha 0 0 1\n", "", "element ha is a HINGE without"),
        ("turn lb", "turn lb 0 0 0 1", "the axis of the turn has no direction"),
        ("coupler BINS A B", "coupler BINS A lb", "`lb` is a turning node; here stands a point"),
        ("HINGE f lb", "HINGE f B", "`B` is a point; here stands a turning node"),
        ("coupler BINS", "coupler BIN", "point `A` has three co-ordinates; BIN takes points with two"),
        ("bufx0 B bx by bz", "bufmom lb a b c", "turning node lb is moving"),
        ("bufx0 B bx by bz", "bufreac f a b c", "write `bufmom l mx my mz`"),
        ("bufx0 B bx by bz", "bufomega zz a b c", "no turning node is called `zz`"),
        ("gravity 9.81 0 0 -1", "gravity 9.81 0 0 0", "gravity has no direction"),
        ("HINGE f lb", "HINGE lb lb", "both turning nodes of element hb are the same"),
        ("  turn lb\n", "  turn lb\n  turn lost\n", "no element uses turning node lost"),
        ("axle ha 0 0 1", "axle ha 0 0 1 0 0 -3", "the second direction lies along the axle"),
        ("gravity 9.81 0 0 -1", "solid coupler 1 0 0 0 1 1 1", "element coupler is a BINS, which takes no `solid`"),
    ],
)
def test_faults_in_space_are_told_in_its_words(old: str, new: str, said: str) -> None:
    text = rssr("hinges", "DYN ANA", "STORAGE\n  bufx0 B bx by bz\nMOVEMENT\n  tstepe 3 0.1 2 0")
    assert old in text
    with pytest.raises(runmec.DeckError) as caught:
        runmec.loads(text.replace(old, new, 1))
    assert said in str(caught.value)


def test_a_deck_in_numbers_calculates_the_same() -> None:
    """`runmec number`: turning nodes as one number, their parameters as `7.2`, vectors as three buffers on a line."""
    from runmec.deck.numbering import number_text

    stored = "STORAGE\n  bufomega lb wx wy wz\n  bufx0 lb.2 q\n  bufcalc (x(lb.2)+3*dx(lb.0)) calc\n"
    stored = f"  inertia lb.2 0.01\n{stored}"
    stored += "  bufmom f mx my mz\n  bufconn crank la cx cy cz\n"
    deck = runmec.loads(rssr("hinges", "DYN ANA", stored + "MOVEMENT\n  tstepe 3 0.1 2 0"))
    numbered = runmec.loads(number_text(deck))
    assert [store.word for store in numbered.stores] == [store.word for store in deck.stores]
    ours, theirs = runmec.run(deck), runmec.run(numbered)
    for one, other in zip(deck.stores, numbered.stores, strict=True):
        np.testing.assert_allclose(ours.buffer(one.buffer), theirs.buffer(other.buffer), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(ours["calc"], ours["q"] + 3 * ours["dx1 lb.0"], rtol=1e-13)
