"""Dry friction whose normal force is part of the solution: closed formulas, Newton and Euler, another integration."""

from __future__ import annotations

from math import atan, cos, hypot, radians, sin, tan

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import runmec

G = 9.81
METHODS = ["heun 1e-7", "dop853 1e-9", "radau 1e-8"]


def plane(job: str, slope: float, mu: float, movement: str, loads: str = "") -> str:
    return f"""{job} ; block on a slope
UNITS SI
TOPOLOGY
  elem plane TR1 O slope B lenv
  input plane.lenu
  param slide plane.lenu 1
GEOMETRY
  point O 0 0 fixed
  angle slope {slope}deg fixed
  point B {cos(radians(slope))} {sin(radians(slope))}
DYNAMICS
  inertia B 2
  gravity {G} (-pi/2)
  friction slide {mu} plane.lenv
{loads}
STORAGE
  bufinp plane.lenu s
  bufdinp1 plane.lenu v
  bufdinp2 plane.lenu a
  bufsigma slide R
  bufsigma plane.lenv N
  bufdrive plane.lenu F
  bufreac O ox oy
MOVEMENT
{movement}
END
"""


def test_block_that_is_moved_up_and_down_a_slope() -> None:
    """N = mg cos α, R = ±μN; the drive carries mg sin α ± μN, the frame the rest of the weight."""
    result = runmec.run(runmec.loads(plane("DYN ANA", 30, 0.2, "  tstepe 4 1 1 0\n  tstepe 4 1 -1 0\n  stepe 2 0.1")))
    N, along = 2 * G * cos(radians(30)), 2 * G * sin(radians(30))
    sense = np.array([1.0] * 5 + [-1.0] * 4 + [0.0] * 2)
    np.testing.assert_allclose(result["N"], -N, rtol=1e-14)
    np.testing.assert_allclose(result["R"], 0.2 * N * sense, rtol=1e-14)
    np.testing.assert_allclose(result["F"], along + 0.2 * N * sense, rtol=1e-14)
    assert result.trust.worst < 1e-14
    (told,) = (w for w in result.warnings if w.code == "R481")
    assert "slide" in told.message
    assert "10 and 11" in told.message


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("slope", "mu"), [(20, 0.3), (20, 0.5), (35, 0.0), (35, 0.69), (35, 0.71)])
def test_block_that_slides_up_a_slope_and_stops(slope: float, mu: float, method: str) -> None:
    """Up with g(sin α + μ cos α); at rest it stays if tan α < μ, with the part of ±μN that the weight asks for."""
    deck = plane("DYN SIM", slope, mu, f"  integr {method}\n  tstepf 20 1 2", "  motor 1 zero")
    result = runmec.run(runmec.loads(deck))
    s, c = sin(radians(slope)), cos(radians(slope))
    up, down = G * (s + mu * c), G * (s - mu * c)
    stops = 2 / up
    t = result.time
    back = np.clip(t - stops, 0, None)
    expected = 1 + np.where(t < stops, 2 * t - up * t**2 / 2, 2 / up - max(down, 0) * back**2 / 2)
    np.testing.assert_allclose(result["s"], expected, atol=1e-9)
    N = 2 * G * c
    resting = -2 * G * s if tan(radians(slope)) < mu else -mu * N
    np.testing.assert_allclose(result["R"], np.where(t < stops, mu * N, resting), atol=1e-7)
    assert result.trust.worst < 1e-9


def wedge(job: str, mu: float, base: float, dynamics: str, movement: str, driven: str) -> str:
    """A wedge of 24.7° that slides along x and lifts a block, which is guided along y without friction."""
    return f"""{job} ; wedge
UNITS SI
TOPOLOGY
  elem floor TR1 O level W lenv
  elem face TR1 W slope B lenv
  elem post TR1 O level B free
  input {driven}
  param way floor.lenu 1
GEOMETRY
  point O 0 0 fixed
  angle level 0 fixed
  angle slope (pi-24.7*deg) fixed
  point W 1 0
  point B 0 {tan(radians(24.7))} fixed x
DYNAMICS
  friction face.lenu {mu} face.lenv
  friction way {base} floor.lenv
{dynamics}
STORAGE
  bufinp 1 s
  bufdinp1 1 v
  bufdrive 1 P
  bufsigma face.lenv N
  bufsigma face.lenu R
MOVEMENT
{movement}
END
"""


@pytest.mark.parametrize(("mu", "base"), [(0.1, 0.0), (0.1, 0.15), (0.4, 0.2), (0.9, 0.0)])
def test_wedge_that_lifts_and_lowers(mu: float, base: float) -> None:
    """P = W(tan(α + φ) + μ0) under the block, W(tan(α − φ) − μ0) back; it holds by itself where that is below 0."""
    deck = wedge("DYN ANA", mu, base, "  force B.y -100", "  tstepe 3 1 0.1 0\n  tstepe 3 1 -0.1 0", "floor.lenu")
    result = runmec.run(runmec.loads(deck))
    alpha, phi = radians(24.7), atan(mu)
    P = result["P"]
    np.testing.assert_allclose(P[:4], 100 * (tan(alpha + phi) + base), rtol=1e-12)
    np.testing.assert_allclose(P[4:], 100 * (tan(alpha - phi) - base), rtol=1e-12)
    assert result.trust.worst < 1e-13


def test_wedge_that_locks_itself_is_told_with_the_coefficient() -> None:
    """The block is driven down and is to push the wedge out against 50 N: F = 50 / tan(α − φ), none above μ = tan α."""
    dynamics, movement = "  force W.x 50", "  tstepe 3 1 -0.05 0"
    for mu in (0.1, 0.45):
        result = runmec.run(runmec.loads(wedge("DYN ANA", mu, 0, dynamics, movement, "post.lenv")))
        np.testing.assert_allclose(-result["P"], 50 / tan(radians(24.7) - atan(mu)), rtol=1e-12)
    result = runmec.run(runmec.loads(wedge("DYN ANA", 0.5, 0, dynamics, movement, "post.lenv")))
    assert result.complete
    assert len(result) == 4
    assert np.isnan(result["P"]).all()
    assert np.isnan(result["R"]).all()
    assert np.isfinite(result["s"]).all()
    (told,) = (w for w in result.warnings if w.code == "R480")
    assert "positions 1, 2, 3 and 4" in told.message
    assert not any(w.code == "R455" for w in result.warnings)
    # two frictions, the second of zero: the limit is a part of both
    assert f"{tan(radians(24.7)) / 0.5:.4g}" in " ".join(told.notes)
    assert "face" in " ".join(told.notes)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("part", "sense"), [(-0.1, -1), (0.01, 0), (0.99, 0), (1.1, 1)])
def test_band_of_equilibrium_of_a_wedge(part: float, sense: int, method: str) -> None:
    """At rest it stays for W(tan(α − φ) − μ0) < P < W(tan(α + φ) + μ0); beyond it moves."""
    alpha, phi, base = radians(24.7), atan(0.2), 0.15
    low, high = 100 * (tan(alpha - phi) - base), 100 * (tan(alpha + phi) + base)
    bodies = "  inertia W 3\n  inertia B 2\n  force B.y -100\n  motor 1 const {}"
    P = low + part * (high - low)
    deck = wedge("DYN SIM", 0.2, base, bodies.format(P), f"  integr {method}\n  tstepf 10 0.2 0", "floor.lenu")
    result = runmec.run(runmec.loads(deck))
    # Newton for both bodies while it moves: the reaction R at the face, inclined by α ± φ
    mW, mB, t = 3.0, 2.0, tan(alpha)
    # block: Q − 100 = mB·y'', y = x·tan α; wedge on a floor that carries Q: P − (tan(α ± φ) ± μ0)·Q = mW·x''
    grip = tan(alpha + sense * phi) + sense * base
    a = (P - grip * 100) / (mW + grip * mB * t) if sense else 0.0
    np.testing.assert_allclose(result["s"] - result["s"][0], a * result.time**2 / 2, atol=2e-9)
    assert np.sign(result["v"][-1].round(9)) == sense
    assert result.trust.worst < 1e-9


# ---- slider-crank with friction in its guide and three pins

CRANK = """DYN ANA ; slider-crank with friction
UNITS SI
DEFINE
  mu 0.12
  pin 0.012
TOPOLOGY
  elem bearing TR1 O level C
  elem crank BIN C A
  elem big TR1 A level D
  elem rod BIN D E
  elem small TR1 E level B
  elem guide TR1 O level B lenv
  input crank.angb
  param turn0 crank.angb 1
  param turnA rod.angb 1 crank.angb -1
GEOMETRY
  point O 0 0 fixed
  angle level 0 fixed
  point C 0 0
  point A 0.06 0.08
  point D 0.06 0.08
  point E 0.5 0.02
  point B 0.5 0.02
  para crank.lenl 0.1
  para rod.lenl 0.4
  para bearing.lenu 0
  para bearing.lenv 0
  para big.lenu 0
  para big.lenv 0
  para small.lenu 0
  para small.lenv 0
  para guide.lenv 0.02
  para crank.angb 0.3
DYNAMICS
  uniform crank 2
  uniform rod 3
  inertia B 4
  gravity 9.81 (-pi/2)
  force B.x -900
  friction turn0 (mu*pin) bearing.lenu bearing.lenv
  friction turnA (mu*pin) big.lenu big.lenv
  friction rod.angb (mu*pin) small.lenu small.lenv
  friction guide.lenu (mu) guide.lenv
STORAGE
  bufinp crank.angb phi
  bufdrive crank.angb M
  bufpin rod D dx dy
  bufsigma guide.lenv N
  bufsigma guide.lenu R
  bufsigma turnA mA
  bufreac O ox oy
MOVEMENT
  tstepe 120 (2*pi/30) SPEED 0
END
"""


def slider_crank(phi: float, omega: float, mu: float, pin: float) -> dict[str, float]:
    """Newton and Euler for crank, rod and slider; friction found by repeated substitution, by itself."""
    a, l, e, m1, m2, m3 = 0.1, 0.4, 0.02, 2.0, 3.0, 4.0
    A = a * np.array([cos(phi), sin(phi)])
    psi = np.arcsin((e - A[1]) / l)
    psi1 = -a * cos(phi) * omega / (l * cos(psi))
    psi2 = (a * sin(phi) * omega**2 + l * sin(psi) * psi1**2) / (l * cos(psi))
    v = -a * sin(phi) * omega - l * sin(psi) * psi1
    aA = -(omega**2) * A
    n, t = np.array([-sin(psi), cos(psi)]), np.array([cos(psi), sin(psi)])
    aS = aA + l / 2 * (psi2 * n - psi1**2 * t)
    aB = aA + l * (psi2 * n - psi1**2 * t)
    weight = np.array([0.0, -G])
    to_A, to_B = -l / 2 * t, l / 2 * t  # from the mass centre of the rod
    friction = np.zeros(4)
    for _ in range(500):
        # unknown: frame on crank (2), crank on rod at A (2), rod on slider (2), guide N, drive M
        K, r = np.zeros((8, 8)), np.zeros(8)
        K[0:2, 0:2], K[0:2, 2:4] = np.eye(2), -np.eye(2)
        r[0:2] = m1 * (aA / 2 - weight)
        # moments about O: the crank turns evenly
        K[2, 2:4] = [A[1], -A[0]]
        K[2, 7] = 1
        r[2] = -(A / 2 * m1)[0] * weight[1] + friction[0] - friction[1]
        K[3:5, 2:4], K[3:5, 4:6] = np.eye(2), -np.eye(2)
        r[3:5] = m2 * (aS - weight)
        K[5, 2:4], K[5, 4:6] = [-to_A[1], to_A[0]], [to_B[1], -to_B[0]]
        r[5] = m2 * l**2 / 12 * psi2 + friction[1] + friction[2]
        K[6:8, 4:6], K[7, 6] = np.eye(2), 1
        r[6:8] = m3 * (aB - weight) + [900 + friction[3], 0]
        F = np.linalg.solve(K, r)
        found = np.array(
            [
                mu * pin * hypot(*F[0:2]) * np.sign(omega),
                mu * pin * hypot(*F[2:4]) * np.sign(psi1 - omega),
                mu * pin * hypot(*F[4:6]) * np.sign(psi1),
                mu * abs(F[6]) * np.sign(v),
            ]
        )
        if np.abs(found - friction).max() < 1e-13 * np.abs(F).max():
            break
        friction = found
    else:
        raise AssertionError("the substitution does not converge")
    return {
        "M": F[7],
        "dx": F[2],
        "dy": F[3],
        "N": -F[6],
        "R": friction[3],
        "mA": friction[1],
        "ox": F[0] - friction[3],
        "oy": F[1] + F[6],
    }


@pytest.mark.parametrize("omega", [30.0, -30.0])
def test_slider_crank_with_friction_in_guide_and_three_pins(omega: float) -> None:
    result = runmec.run(runmec.loads(CRANK.replace("SPEED", str(omega))))
    assert len(result) == 121
    for row, phi in enumerate(result["phi"]):
        expected = slider_crank(phi, omega, 0.12, 0.012)
        for name, value in expected.items():
            assert result[name][row] == pytest.approx(value, rel=1e-9, abs=1e-7), (row, name)
    assert result.trust.worst < 1e-12
    loss = runmec.run(runmec.loads(CRANK.replace("SPEED", str(omega)), set={"mu": 0.0}))
    assert (result["M"] * omega).mean() > (loss["M"] * omega).mean() + 30  # watts


def test_heat_of_friction_is_in_the_account_of_energy() -> None:
    """The same slider-crank runs down by itself: what kinetic and potential energy lose is heat, row by row."""
    text = CRANK.replace("DYN ANA", "DYN SIM").replace("  force B.x -900\n", "  motor crank.angb zero\n")
    text = text.replace("tstepe 120 (2*pi/30) SPEED 0", "integr dop853 1e-10\n  tstepf 400 1.2 9")
    stored = "  bufekin T\n  bufepot V\n  bufsigma turn0 m0\n  bufsigma rod.angb mB\n  bufde1 turn0 w0\n"
    stored += "  bufde1 turnA wA\n  bufde1 rod.angb wB\n  bufde1 guide.lenu vB\n"
    result = runmec.run(runmec.loads(text.replace("STORAGE\n", "STORAGE\n" + stored)))
    assert result.complete
    energy = result["T"] + result["V"]
    heat = result["m0"] * result["w0"] + result["mA"] * result["wA"] + result["mB"] * result["wB"]
    heat = heat + result["R"] * result["vB"]
    assert (heat > -1e-9).all()
    lost = np.concatenate([[0], np.cumsum((heat[1:] + heat[:-1]) / 2 * np.diff(result.time))])
    assert lost[-1] > 0.3 * result["T"][0]
    np.testing.assert_allclose(energy[0] - energy, lost, atol=2e-3 * energy[0])
    assert result.trust.worst < 1e-9
    assert not any(w.code == "R456" for w in result.warnings)


# ---- a block on a belt, pressed by an inclined spring

BELT = """DYN SIM ; block on a belt
UNITS SI
TOPOLOGY
  elem table TR1 O level B lenv
  elem belt TR1 O level S
  elem wall BIN L B free
  elem press BIN T B free
  input table.lenu belt.lenu
  param slip table.lenu 1 belt.lenu -1
GEOMETRY
  point O 0 0 fixed
  point L -0.5 0 fixed
  point T 0.1 0.3 fixed
  angle level 0 fixed
  point B 0 0
  point S 0 0
DYNAMICS
  inertia B 1.5
  inertia S 1
  gravity 9.81 (-pi/2)
  spring wall.lenl 200 -100
  spring press.lenl 150 -60
  friction slip 0.35 table.lenv
  motor table.lenu zero
  motor belt.lenu given 0.3 -0.3
STORAGE
  bufinp table.lenu x
  bufdinp1 table.lenu v
  bufsigma table.lenv N
  bufsigma slip R
MOVEMENT
  integr METHOD
  tstepf 150 3 0 0.3
END
"""


def belt_by_hand(times: np.ndarray) -> np.ndarray:
    """The same as pieces of sliding, sticking and sliding, each integrated by scipy to its end."""
    m, mu, slows = 1.5, 0.35, 0.3

    def forces(x: float) -> tuple[float, float]:
        """Springs along x, and the normal force of the table."""
        wall = 200 * (x + 0.5) - 100
        length = hypot(x - 0.1, 0.3)
        press = 150 * length - 60
        return -wall - press * (x - 0.1) / length, m * G - press * 0.3 / length

    def slide(t: float, s: list[float], sense: int) -> list[float]:
        along, N = forces(s[0])
        return [s[1], (along - sense * mu * abs(N)) / m if sense else -slows]

    def meets(t: float, s: list[float], sense: int) -> float:
        return s[1] - (0.3 - slows * t) if t > begin + 1e-9 else sense

    def loose(t: float, s: list[float], sense: int) -> float:
        along, N = forces(s[0])
        return mu * abs(N) - abs(along + m * slows)

    meets.terminal = loose.terminal = True
    x = np.empty_like(times)
    begin, state, sense = 0.0, [0.0, 0.0], -1
    while begin < times[-1]:
        run = solve_ivp(
            slide,
            (begin, times[-1]),
            state,
            events=meets if sense else loose,
            args=(sense,),
            rtol=1e-12,
            atol=1e-13,
            dense_output=True,
        )
        inside = (times >= begin) & (times <= run.t[-1])
        x[inside] = [run.sol(t)[0] for t in times[inside]]
        begin, state = run.t[-1], [run.y[0, -1], 0.3 - slows * run.t[-1]]
        along, N = forces(state[0])
        pulls = along + m * slows
        sense = 0 if sense and abs(pulls) < mu * abs(N) else int(np.sign(pulls))
    return x


@pytest.mark.parametrize(("method", "error"), [("heun 1e-8", 2e-5), ("dop853 1e-10", 1e-8)])
def test_stick_slip_on_a_belt_with_a_normal_force_that_changes(method: str, error: float) -> None:
    result = runmec.run(runmec.loads(BELT.replace("METHOD", method)))
    assert result.complete
    np.testing.assert_allclose(result["x"], belt_by_hand(result.time), atol=error)
    sticks = np.abs(result["v"] - (0.3 - 0.3 * result.time)) < 1e-9
    assert 20 < sticks.sum() < 120
    assert np.count_nonzero(np.diff(sticks.astype(int))) >= 3  # it comes loose and sticks again
    assert np.ptp(result["N"]) > 3  # it does change
    assert (np.abs(result["R"]) <= 0.35 * np.abs(result["N"]) * (1 + 1e-9)).all()
    assert np.abs(np.abs(result["R"][~sticks]) - 0.35 * np.abs(result["N"][~sticks])).max() < 1e-9
    assert result.trust.worst < 1e-9


# ---- where there is no solution, or more than one


def rod(mu: float, theta: float) -> str:
    """A rod of 3 kg and 0.8 m that slides with its tip along a floor which holds the tip on both sides."""
    return f"""DYN SIM ; sliding rod
UNITS SI
TOPOLOGY
  elem floor TR1 O level P lenv
  elem rod BIN P Q
  input floor.lenu rod.angb
  param slip floor.lenu 1
GEOMETRY
  point O 0 0 fixed
  angle level 0 fixed
  point P 0 0
  point Q {0.8 * cos(theta)} {0.8 * sin(theta)}
DYNAMICS
  uniform rod 3
  gravity {G} (-pi/2)
  friction slip {mu} floor.lenv
  motor 1 zero
  motor 2 zero
STORAGE
  bufsigma floor.lenv N
MOVEMENT
  integr dop853
  tstepf 5 0.01 -1 0
END
"""


def test_rod_of_painleve_is_told_not_integrated() -> None:
    """N(1 + 3cos²θ − 3μ cosθ sinθ) = mg at rest of θ: none above μ = (1 + 3cos²θ)/(3 cosθ sinθ)."""
    theta = radians(50)
    c, s = cos(theta), sin(theta)
    limit = (1 + 3 * c * c) / (3 * c * s)
    slides = runmec.run(runmec.loads(rod(0.9 * limit, theta)))
    assert -slides["N"][0] == pytest.approx(3 * G / (1 + 3 * c * c - 2.7 * limit * c * s), rel=1e-12)
    jams = runmec.run(runmec.loads(rod(1.1 * limit, theta)))
    assert not jams.complete
    told = jams.failure
    assert told is not None
    assert told.code == "R418"
    assert f"above a coefficient of {limit:.4g} (here {1.1 * limit:.4g})" in told.notes[0]


def test_what_cannot_be_a_normal_force_is_refused() -> None:
    text = rod(0.3, 1.0)
    for old, new, code in (
        ("friction slip 0.3 floor.lenv", "friction slip 0.3 floor.lenu", "D225"),
        ("friction slip 0.3 floor.lenv", "friction slip -0.3 floor.lenv", "D210"),
        ("friction slip 0.3 floor.lenv", "friction slip 0.3 slip", "D203"),
        ("friction slip 0.3 floor.lenv", "friction floor.lenu 0.3 floor.lenv", "D209"),
        ("friction slip 0.3 floor.lenv", "friction slip 0.3", "D110"),
    ):
        with pytest.raises(runmec.DeckError) as fault:
            runmec.loads(text.replace(old, new))
        assert [d.code for d in fault.value.diagnostics] == [code], (new, fault.value)
