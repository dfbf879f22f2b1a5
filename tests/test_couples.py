"""Couples and programs: cams, non-circular gears and function generators against closed forms."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt, tan

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from runmec import loads, run
from runmec.diagnostics import DeckError
from runmec.laws.programs import SEGMENT_LAWS, Segment, jumps, make_program

Floats = NDArray[np.float64]

CAM = """{job}
DEFINE
  rp 2
  k {k}
TOPOLOGY
  elem cam BIN O E
  elem follower BIN O R
  elem coil BIN R T free
  input cam.angb
  couple follower.lenl cam.angb lift -1
GEOMETRY
  point O 0 0 fixed
  point E 0.5 0
  point R 0 2.1 fixed x
  point T 0 6 fixed
  para follower.lenl (rp)
  para cam.angb {start}
  program lift {program}
DYNAMICS
  inertia R 0.4
  uniform cam 6
  spring coil.lenl (k) (-k*5)
  {motor}
STORAGE
  bufinp cam.angb phi
  bufdinp1 cam.angb omega
  bufx0 R.y y
  bufx1 R.y y1
  bufx2 R.y y2
  bufdx2 R.y a
  bufsigma follower.lenl sigma
  bufdrive cam.angb M
MOVEMENT
  {move}
END
"""
RISE_AND_FALL = "cycloid 1 90deg dwell 60deg poly345 -1 120deg dwell 90deg"


def cam(
    program: str = RISE_AND_FALL,
    job: str = "DYN ANA",
    start: float = 0.0,
    k: float = 30.0,
    motor: str = "",
    move: str = "tstepe 72 0.5 (4*pi) 0",
) -> str:
    return CAM.format(program=program, job=job, start=start, k=k, motor=motor, move=move)


def cycloid(u: float) -> tuple[float, float, float]:
    return u - sin(2 * pi * u) / (2 * pi), 1 - cos(2 * pi * u), 2 * pi * sin(2 * pi * u)


def polynomial(u: float) -> tuple[float, float, float]:
    """3-4-5."""
    return 10 * u**3 - 15 * u**4 + 6 * u**5, 30 * u**2 * (1 - u) ** 2, 60 * u - 180 * u**2 + 120 * u**3


def lift(phi: float) -> tuple[float, float, float]:
    """S, S', S'' of RISE_AND_FALL, by the formulas of textbooks."""
    phi = phi % (2 * pi)
    q = pi / 2
    if phi < q:
        s, v, a = cycloid(phi / q)
        return s, v / q, a / q**2
    if phi < 5 * pi / 6:
        return 1.0, 0.0, 0.0
    if phi < 1.5 * pi:
        b = 2 * pi / 3
        s, v, a = polynomial((phi - 5 * pi / 6) / b)
        return 1.0 - s, -v / b, -a / b**2
    return 0.0, 0.0, 0.0


# ---- programs by themselves


@pytest.mark.parametrize("law", [kind.word for kind in SEGMENT_LAWS if kind.rises and kind.pieces is None])
def test_a_program_has_the_derivatives_of_its_laws(law: str) -> None:
    program = make_program([Segment("dwell", (0.5,)), Segment(law, (0.7, 1.3)), Segment("dwell", (0.2,))])
    h = 1e-5
    for phi in (0.6, 0.83, 1.1, 1.4, 1.7):
        values = []
        for place in (phi - h, phi, phi + h):
            program.at(place, program.piece(phi))
            values.append((program.s, program.v, program.a))
        (before, _, _), (s, v, a), (after, _, _) = values
        assert (after - before) / (2 * h) == pytest.approx(v, abs=1e-8)
        assert (after - 2 * s + before) / h**2 == pytest.approx(a, abs=1e-3)


def test_a_program_whose_rises_add_up_to_zero_repeats() -> None:
    program = make_program([Segment("cycloid", (1.0, 1.0)), Segment("harmonic", (-1.0, 2.0))])
    assert program.rise == 0.0
    for phi in (0.3, 1.0, 2.9):
        found = []
        for turn in (-7, 0, 5):
            program.at(phi + 3.0 * turn, program.piece(phi + 3.0 * turn))
            found.append(program.s)
        assert found == pytest.approx([found[1]] * 3, abs=1e-13)


def test_else_each_period_goes_on_where_the_last_one_ended() -> None:
    program = make_program([Segment("dwell", (1.0,)), Segment("modsine", (0.5, 1.0))])
    for turn in (-3, 0, 4):
        program.at(1.5 + 2 * turn, program.piece(1.5 + 2 * turn))
        assert program.s == pytest.approx(0.25 + 0.5 * turn, abs=1e-13)


def test_a_trapezoid_is_three_pieces() -> None:
    """Peak slope h/(β(1 − f)), rise h."""
    program = make_program([Segment("trapezoid", (2.0, 0.25, 4.0)), Segment("dwell", (1.0,))])
    assert int(program.count) == 4
    program.at(2.0, program.piece(2.0))
    assert (program.s, program.v, program.a) == pytest.approx((1.0, 2.0 / 3.0, 0.0))
    program.at(4.5, program.piece(4.5))
    assert program.s == pytest.approx(2.0)


def test_a_spline_that_ends_as_it_begins_is_periodic_in_slope_and_curvature() -> None:
    phi = np.linspace(0.2, 0.2 + 2 * pi, 25)
    s = np.sin(phi)
    s[-1] = s[0]
    program = make_program([Segment("points", tuple(np.column_stack([phi, s]).ravel().tolist()))])
    assert program.is_smooth
    assert jumps(program) == []
    for place in np.linspace(-7.0, 9.0, 31):
        program.at(float(place), program.piece(float(place)))
        assert (program.s, program.v) == pytest.approx((sin(place), cos(place)), abs=3e-4)  # h⁴/384, h³/24, h = 0.26


def test_jumps_of_the_slope_are_found() -> None:
    program = make_program([Segment("const", (2.0, 0.0, 1.0)), Segment("cycloid", (-2.0, 1.0))])
    assert jumps(program) == [(1.0, 2.0, pytest.approx(0.0)), (2.0, pytest.approx(0.0), 2.0)]


# ---- a radial cam


def test_the_follower_goes_by_the_program_turn_after_turn() -> None:
    result = run(loads(cam(start=-1.0)))
    phi = result["phi"]
    assert phi[-1] == pytest.approx(2 * pi - 1.0)
    expected = np.array([lift(value) for value in phi]).T
    assert result["y"] == pytest.approx(2.0 + expected[0], abs=1e-13)
    assert result["y1"] == pytest.approx(expected[1], abs=1e-12)
    assert result["y2"] == pytest.approx(expected[2], abs=1e-11)


def test_contact_force_and_driving_moment_are_those_of_newton_and_of_virtual_work() -> None:
    """m·ÿ = contact + spring; M = contact·S'."""
    result = run(loads(cam()))
    omega = 4 * pi
    s, v, a = np.array([lift(value) for value in result["phi"]]).T
    spring = 30.0 * ((6 - 2 - s) - 5.0)  # its tension pulls the follower away from the cam: here it presses
    contact = 0.4 * a * omega**2 - spring
    assert result["sigma"] == pytest.approx(-contact, abs=1e-9)
    assert result["M"] == pytest.approx(contact * v, abs=1e-9)
    assert result.trust.worst < 1e-12


@pytest.mark.parametrize("method", ["heun 1e-9", "dop853 1e-10", "radau 1e-9"])
def test_a_cam_runs_freely_as_its_equation_of_motion_says(method: str) -> None:
    """(J + m·S'²)φ̈ + m·S'·S''·φ̇² = M − k·(y − y0)·S', integrated by scipy from corner to corner."""
    text = cam(job="DYN SIM", motor="motor cam.angb const 0.7", move=f"integr {method}\n  tstepf 40 2 1.5")
    result = run(loads(text))
    J = 6 * 0.5**2 / 3

    def rate(_: float, y: Floats) -> list[float]:
        s, v, a = lift(y[0])
        press = 30.0 * (1.0 + s)  # of the spring on the follower, downwards
        return [y[1], (0.7 - press * v - 0.4 * v * a * y[1] ** 2) / (J + 0.4 * v * v)]

    corners = [turn + place for turn in (0, 2 * pi, 4 * pi) for place in (pi / 2, 5 * pi / 6, 1.5 * pi, 2 * pi)]
    state, now, times = np.array([0.0, 1.5]), 0.0, result.time
    expected = np.empty((2, len(times)))
    while now < times[-1]:
        ahead = next(place for place in corners if place > state[0] + 1e-9)
        event = lambda _, y, ahead=ahead: y[0] - ahead  # noqa: E731
        event.terminal = True  # type: ignore[attr-defined]
        found = solve_ivp(rate, (now, times[-1]), state, events=event, rtol=1e-11, atol=1e-12, dense_output=True)
        inside = (times >= now) & (times <= found.t[-1])
        expected[:, inside] = found.sol(times[inside])
        now, state = found.t[-1], found.y[:, -1]
    assert result["phi"] == pytest.approx(expected[0], abs=2e-6)
    assert result["omega"] == pytest.approx(expected[1], abs=2e-5)
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-5 * exchanged


def test_the_integrator_steps_on_the_corners_of_a_program() -> None:
    """Every corner of a trapezoid, whose S'' jumps, is met; the energy stays to the tolerance although order 8."""
    program = "trapezoid 1 0.3 90deg dwell 90deg trapezoid -1 0.3 90deg dwell 90deg"
    text = cam(program, "DYN SIM", k=0.0, motor="motor cam.angb zero", move="integr dop853 1e-11\n  tstepf 50 3 4")
    result = run(loads(text))
    turned = float(result["phi"][-1])
    corners = [0.3 * pi / 2, 0.7 * pi / 2, pi / 2, pi, pi + 0.3 * pi / 2, pi + 0.7 * pi / 2, 1.5 * pi, 2 * pi]
    met = sum(1 for turn in range(3) for place in corners if place + 2 * pi * turn < turned)
    assert result.positions.simulated[0].account.kinks == met
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-9 * exchanged


def test_a_move_of_given_motion_after_a_simulation_follows_the_program_by_value() -> None:
    text = cam(job="DYN SIM", motor="motor cam.angb const 0.7", move="tstepf 10 0.5 2\n  stepe 12 (2*pi)")
    result = run(loads(text))
    expected = [2.0 + lift(phi)[0] for phi in result["phi"]]
    assert result["y"] == pytest.approx(expected, abs=1e-9)


# ---- what a couple may depend on


TURNING = """KIN ANA
TOPOLOGY
  elem crank BIN O A
  elem wheel BIN C W
  elem finger BIN D F
  {coupling}
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point C 3 0 fixed
  point W 4 0.01
  point D 6 0 fixed
  point F 7 0.01
  para crank.angb 0
  {para}
  {program}
STORAGE
  bufe0 crank.angb phi
  bufe0 wheel.angb psi
  bufe0 finger.angb chi
  bufe1 finger.angb chi1
  bufe2 finger.angb chi2
MOVEMENT
  stepe 60 (6*pi)
END
"""


def test_chains_of_couples_and_dependent_angles_are_followed_through_turns() -> None:
    """ψ = 2φ by factors, dependent; χ = S(ψ) by a couple with it: a half of ψ turn after turn is φ again."""
    coupling = """param mesh crank.angb 2 wheel.angb -1 fixed
  param hold finger.angb 1 fixed
  couple hold wheel.angb half -1"""
    text = TURNING.format(
        coupling=coupling, para="para mesh 0\n  para hold 0", program="program half const 0.5 0 (2*pi)"
    )
    result = run(loads(text))
    assert result["psi"] == pytest.approx(2 * result["phi"], abs=1e-12)
    assert result["chi"] == pytest.approx(result["phi"], abs=1e-12)
    assert result["chi1"] == pytest.approx(np.ones(61), abs=1e-12)


def test_a_chain_has_the_derivatives_of_the_chain_rule() -> None:
    """ψ = S(φ), χ = S(ψ): χ' = S'(ψ)·S'(φ), χ'' = S''(ψ)·S'(φ)² + S'(ψ)·S''(φ)."""
    coupling = """param first wheel.angb 1 fixed
  param second finger.angb 1 fixed
  couple second wheel.angb go -1
  couple first crank.angb go -1"""
    text = TURNING.format(
        coupling=coupling, para="para first 0\n  para second 0", program="program go cycloid (2*pi) (2*pi)"
    )
    result = run(loads(text))

    def go(x: float) -> tuple[float, float, float]:
        s, v, a = cycloid(x / (2 * pi))
        return 2 * pi * s, v, a / (2 * pi)

    for k, phi in enumerate(result["phi"]):
        s, v, a = go(phi)
        s2, v2, a2 = go(s)
        assert result["psi"][k] == pytest.approx(s, abs=1e-12)
        assert result["chi"][k] == pytest.approx(s2, abs=1e-12)
        assert result["chi1"][k] == pytest.approx(v2 * v, abs=1e-11)
        assert result["chi2"][k] == pytest.approx(a2 * v * v + v2 * a, abs=1e-11)


def test_couples_in_a_circle_are_told() -> None:
    coupling = """param first wheel.angb 1 fixed
  param second finger.angb 1 fixed
  couple first second go -1
  couple second first go -1"""
    text = TURNING.format(coupling=coupling, para="", program="program go cycloid (2*pi) (2*pi)")
    with pytest.raises(DeckError) as fault:
        loads(text)
    (told,) = [d for d in fault.value.diagnostics if d.level == "error"]
    assert told.code == "D231"
    assert "first, second" in told.notes[0] or "second, first" in told.notes[0]


# ---- non-circular gears and a function generator


def test_elliptical_gears() -> None:
    """Two equal ellipses on their foci: tan(ψ/2) = (1 + e)/(1 − e)·tan(φ/2), ψ against the turning of φ."""
    e = 0.4

    def turned(phi: float) -> float:
        turns = round(phi / (2 * pi))
        return 2 * atan((1 + e) / (1 - e) * tan(0.5 * (phi - 2 * pi * turns))) + 2 * pi * turns

    places = np.linspace(-pi, pi, 181)
    beyond = [turned(0.999999999 * phi if abs(phi) == pi else phi) - phi for phi in places]
    beyond[0] = beyond[-1] = 0.0
    pairs = " ".join(f"{phi!r} {s!r}" for phi, s in zip(places.tolist(), map(float, beyond), strict=True))
    coupling = """param mesh crank.angb 1 wheel.angb 1 fixed
  param idle finger.angb 1 fixed
  couple mesh crank.angb bulge 1"""
    text = TURNING.format(coupling=coupling, para="para mesh 0\n  para idle 0", program=f"program bulge points {pairs}")
    result = run(loads(text.replace("bufe1 finger.angb chi1", "bufe1 wheel.angb psi1").replace("chi2", "none")))
    inside = np.abs(np.remainder(result["phi"], 2 * pi) - pi) > 1e-3
    expected = np.array([-turned(phi) for phi in result["phi"]])
    assert result["psi"][inside] == pytest.approx(expected[inside], abs=1e-5)
    ratio = (1 - e**2) / (1 + e**2 - 2 * e * np.cos(result["phi"]))
    assert result["psi1"] == pytest.approx(-ratio, abs=1e-3)


def test_a_function_generator() -> None:
    """y = √x between 1 and 4, by 25 points: the slope 1/(2√x) to the error of a cubic spline."""
    places = np.linspace(1.0, 4.0, 25)
    pairs = " ".join(f"{x!r} {sqrt(x)!r}" for x in places.tolist())
    text = f"""KIN ANA
TOPOLOGY
  elem rod BIN O A
  elem stem BIN O B
  input rod.lenl
  couple stem.lenl rod.lenl root -1
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
  point B 0 1 fixed x
  para rod.lenl 1
  para stem.lenl 0
  program root points {pairs}
STORAGE
  bufx0 A.x x
  bufx0 B.y y
  bufx1 B.y y1
MOVEMENT
  stepe 30 3
END
"""
    result = run(loads(text))
    assert result["y"] == pytest.approx(np.sqrt(result["x"]), abs=2e-6)
    assert result["y1"] == pytest.approx(0.5 / np.sqrt(result["x"]), abs=3e-4)


# ---- forces


def test_forces_on_the_element_that_is_followed_are_those_of_the_couple() -> None:
    """The moment that the follower asks for goes through the cam, as if it were a gear: equilibrium of the cam."""
    deck = loads(
        cam(k=10.0)
        .replace("uniform cam 6", "inertia E 0.3")
        .replace("bufdrive cam.angb M", "bufdrive cam.angb M\n  bufconn cam E ex ey\n  bufconn cam O ox oy")
    )
    result = run(deck)
    omega = 4 * pi
    towards = -0.3 * 0.5 * omega**2  # the mass at E is led round by the bar: the only force at its end
    phi = result["phi"]
    assert result["ex"] == pytest.approx(-towards * np.cos(phi), abs=1e-9)
    assert result["ey"] == pytest.approx(-towards * np.sin(phi), abs=1e-9)
    assert result["ox"] + result["ex"] == pytest.approx(np.zeros(73), abs=1e-9)
    assert np.max(np.abs(result["M"])) > 1.0


# ---- words


def test_a_variant_has_other_values_in_its_program() -> None:
    text = cam("cycloid (h) 90deg dwell 60deg poly345 (-h) 120deg dwell 90deg").replace("rp 2", "rp 2\n  h 1")
    deck = loads(text)
    assert run(deck)["y"] == pytest.approx(run(loads(cam()))["y"], abs=1e-14)
    higher = run(deck.with_values(h=2.0))
    assert np.max(higher["y"]) == pytest.approx(4.0)


def test_single_dwell_by_its_own_law() -> None:
    """1 up and down in 180° at 15 rad/s by 3-4-5-6: −24·h·ω²/β² half way, −547.13."""
    text = cam("poly3456 1 180deg dwell 180deg", move="tstepe 72 (2*pi/15) 15 0")
    result = run(loads(text))
    assert np.max(result["y"]) == pytest.approx(3.0, abs=1e-12)
    assert np.min(result["a"]) == pytest.approx(-24 * 15**2 / pi**2, rel=1e-9)
    assert np.min(result["a"]) == pytest.approx(-547.13, abs=0.005)


@pytest.mark.parametrize(
    ("program", "code", "word"),
    [
        ("dwell 0", "D210", "range"),
        ("cycloid 1 -1.5 dwell 1", "D210", "range"),
        ("cycloid 1", "D110", "range"),
        ("trapezoid 1 0.7 1 dwell 1", "D210", "fraction"),
        ("points 0 0 1 1 0.5 2", "D210", "falls"),
        ("points 0 0 1", "D110", "pairs"),
        ("points 0 0", "D110", "second"),
        ("cycloid 1 1 points 0 0 1 1", "D111", "beside"),
        ("cyclod 1 1", "D119", "segment"),
        ("", "D110", "segment"),
    ],
)
def test_what_is_wrong_with_a_program_is_told_once(program: str, code: str, word: str) -> None:
    with pytest.raises(DeckError) as fault:
        loads(cam(program))
    found = [d for d in fault.value.diagnostics if d.level == "error"]
    assert [d.code for d in found] == [code]
    assert word in found[0].message


def test_doubtful_programs_are_warned_of() -> None:
    jump = loads(cam("const 1 0 1 const -1 0 1"))
    assert [w.code for w in jump.warnings] == ["D267"]
    degrees = loads(cam("cycloid 1 90 dwell 90 cycloid -1 90 dwell 90"))
    assert [w.code for w in degrees.warnings] == ["D253"]
    unused = loads(cam().replace("program lift", "program other dwell 1\n  program lift"))
    assert [w.code for w in unused.warnings] == ["D266"]
