"""What pins turn in: pressure, p·v and life of bearings, friction by pin forces. Closed formulas and other models."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import runmec
from runmec.deck.numbering import number_text

W, M, L, G = 12.0, 3.0, 0.4, 9.81


def arm(lines: str, job: str = "DYN ANA", movement: str = f"tstepe 90 {2 * pi / W} {W} 0", more: str = "") -> str:
    """A point mass on an arm about a pin."""
    return f"""{job} ; an arm
UNITS SI
TOPOLOGY
  elem arm BIN O A
  input arm.angb
  param turn arm.angb 1
GEOMETRY
  point O 0 0 fixed
  point A {L} 0
DYNAMICS
  inertia A {M}
  gravity {G} (-pi/2)
  {lines}
STORAGE
  bufpin arm O fx fy f
  bufdrive arm.angb T
  bufinp arm.angb phi
{more}MOVEMENT
  {movement}
END
"""


def pin(phi: float) -> float:
    """|weight and centrifugal force| of the mass at constant speed, which the pin O carries."""
    return hypot(M * W * W * L * cos(phi), M * W * W * L * sin(phi) - M * G)


def test_a_plain_bearing() -> None:
    d, b = 0.02, 0.03
    result = runmec.run(runmec.loads(arm(f"bearing arm O plain {d} {b} 0.3MPa 200000")))
    (line,) = result.joints
    most = M * W * W * L + M * G
    assert line.bearing is not None
    assert line.bearing.pressure == pytest.approx(most / (d * b), rel=1e-6)
    assert line.bearing.pv == pytest.approx(most / (d * b) * W * d / 2, rel=1e-6)
    assert np.isnan(line.bearing.life)
    (told,) = (w for w in result.warnings if w.code == "R491")  # p·v stays below its limit
    assert "pressure in pin O of arm" in told.message
    assert "above 3e+05 Pa" in told.message


def test_limits_are_told_in_the_units_of_the_deck() -> None:
    deck = arm("bearing arm O plain 20mm 30mm 300MPa 0.02MPa*m/s").replace("UNITS SI", "UNITS SI mm")
    (told,) = (w for w in runmec.run(runmec.loads(deck)).warnings if w.code == "R491")
    assert "above 0.02 MPa·m/s" in told.message


def test_a_rolling_bearing() -> None:
    """(C/P)^a·10⁶ turns; P by the a-th power over the turning."""
    C, a = 30e3, 10 / 3
    result = runmec.run(runmec.loads(arm(f"bearing arm O rolling {C} (10/3)")))
    (line,) = result.joints
    assert line.bearing is not None
    P = (quad(lambda phi: pin(phi) ** a, 0, 2 * pi)[0] / (2 * pi)) ** (1 / a)
    hours = (C / P) ** a * 1e6 / (60 * W * 60 / (2 * pi))
    assert line.bearing.life == pytest.approx(hours, rel=1e-4)
    assert np.isnan(line.bearing.pressure)


def test_nothing_turns_and_no_time_passes() -> None:
    standing = runmec.run(runmec.loads(arm("bearing arm O rolling 1000", movement="stepe 10 1")))
    assert np.isnan(standing.joints[0].bearing.life)  # type: ignore[union-attr]


FOUR_BAR = """DYN ANA ; four-bar
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.4 0 fixed
  point A 0.1 0.02
  point B 0.41 0.25
DYNAMICS
  uniform coupler 3
  uniform rocker 2
  bearing crank A plain 0.02 0.03
  bearing coupler B rolling 5000
STORAGE
  bufde1 coupler.angb w
MOVEMENT
  tstepe 120 1 (2*pi) 0
END
"""


def test_p_times_v_is_largest_at_one_instant() -> None:
    """F and ω are not largest together: their product in the rows is at most what is found, and nearly it."""
    result = runmec.run(runmec.loads(FOUR_BAR))
    line = next(one for one in result.joints if (one.joint.name, one.joint.link) == ("A", "crank"))
    assert line.bearing is not None
    turning = result["w"] - 2 * pi
    product = line.sizes * np.abs(turning) / (2 * 0.03)
    assert np.max(product) <= line.bearing.pv * (1 + 1e-9) <= np.max(product) * 1.002
    assert line.bearing.pv < np.max(line.sizes) * np.max(np.abs(turning)) / (2 * 0.03)


def test_bearings_stand_in_the_csv_and_the_table(tmp_path: object) -> None:
    from runmec.results.joint_table import joint_lines
    from runmec.results.sheet import joints_csv

    result = runmec.run(runmec.loads(FOUR_BAR))
    head, *rows = (row.split(",") for row in joints_csv(result.joints))
    found = {(row[0], row[2]): dict(zip(head, row, strict=True)) for row in rows}
    assert float(found["A", "crank"]["pressure"]) > 0
    assert float(found["A", "crank"]["pv"]) > 0
    assert found["A", "crank"]["life_h"] == ""
    assert found["A", "coupler"]["pressure"] == ""
    assert float(found["B", "coupler"]["life_h"]) > 0
    said = "\n".join(joint_lines(result))
    assert "p·v" in said
    assert " h" in said


def test_in_numbers_it_is_the_same() -> None:
    text = FOUR_BAR.replace("STORAGE", "  friction slack 0.01 pin rocker B0\nSTORAGE")
    deck = runmec.loads(text.replace("  input", "  param slack rocker.angb 1\n  input"))
    again = runmec.loads(number_text(deck))
    assert again == deck
    one, other = (runmec.run(some).joints for some in (deck, again))
    assert [line.largest for line in one] == [line.largest for line in other]
    assert [line.bearing.life for line in one if line.bearing] == pytest.approx(
        [line.bearing.life for line in other if line.bearing], nan_ok=True
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bearing crank B plain 0.02 0.03", "D272"),
        ("bearing coupler A0 rolling 3000", "D272"),
        ("bearing crank A plain 0.02 -0.03", "D210"),
        ("bearing crank A plain 0.02", "D110"),
        ("bearing crank A ball 0.02", "D119"),
        ("bearing crank A rolling 3MPa", "D123"),
        ("bearing crank A plain 0.02 0.03 20N", "D123"),
        ("bearing crank Z plain 0.02 0.03", "D220"),
        ("friction slack 0.1 pin crank B", "D272"),
    ],
)
def test_lines_that_do_not_fit(line: str, code: str) -> None:
    text = FOUR_BAR.replace("  input", "  param slack rocker.angb 1\n  input")
    with pytest.raises(runmec.DeckError) as fault:
        runmec.loads(text.replace("DYNAMICS\n", f"DYNAMICS\n  {line}\n"))
    assert [told.code for told in fault.value.diagnostics if told.level == "error"] == [code]


# ---- friction


def test_friction_of_a_driven_arm() -> None:
    """The pin force does not depend on friction: the drive carries the weight and μ·r·F."""
    lever = 0.2 * 0.015
    result = runmec.run(runmec.loads(arm(f"friction turn {lever} pin arm O")))
    F = np.array([pin(phi) for phi in result["phi"]])
    np.testing.assert_allclose(result["f"], F, rtol=1e-12)
    np.testing.assert_allclose(result["T"], M * G * L * np.cos(result["phi"]) + lever * F, rtol=1e-10, atol=1e-9)
    assert result.trust.worst < 1e-12


SUPPORTED = """DYN ANA ; a slider-crank whose crank pin rubs{what}
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
{rod}
  input crank.angb
  param slack crank.angb 1 rod.angb -1
GEOMETRY
  point A0 0 0 fixed
  point A 0.08 0.06
  point B 0.4 0 fixed y
{points}
DYNAMICS
  inertia B 5
  uniform rod 2
  force B -300 0
  friction slack 0.004 {normal}
STORAGE
  bufdrive crank.angb T
  bufpin crank A fx fy f
MOVEMENT
  tstepe 36 0.5 (2*pi/0.5) 3
END
"""


def test_friction_that_changes_its_own_pin_force() -> None:
    """Against a model whose pin is carried by two bars of their own at a right angle."""
    own = SUPPORTED.format(what="", rod="  elem rod BIN A B", points="", normal="pin crank A")
    bars = SUPPORTED.format(
        what=", carried by bars",
        normal="carrier.lenu carrier.lenv",
        rod="  elem carrier TR1 A bc C\n  elem rod BIN C B\n  elem lock TR1 A0 bc K lenu lenv",
        points="  point C 0.08 0.06\n  angle bc 0\n  point K 0.1 0\n  para carrier.lenu 0\n  para carrier.lenv 0",
    )
    bars = bars.replace("  angle bc 0\n", "  angle bc 0 fixed\n").replace("  elem lock TR1 A0 bc K lenu lenv\n", "")
    bars = bars.replace("\n  elem lock TR1 A0 bc K lenu lenv", "").replace("  point K 0.1 0\n", "")
    one, other = (runmec.run(runmec.loads(text)) for text in (own, bars))
    np.testing.assert_allclose(one["T"], other["T"], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(one["f"], np.hypot(other["sigma carrier.lenu"], other["sigma carrier.lenv"]), rtol=1e-9)
    without = runmec.run(runmec.loads(own.replace("0.004", "0")))
    assert np.max(np.abs(one["f"] - without["f"])) > 1e-3 * np.max(one["f"])
    assert one.trust.worst < 1e-11


@pytest.mark.parametrize("method", ["heun 1e-8", "dop853 1e-10", "radau 1e-9"])
def test_a_pendulum_that_a_pin_brakes(method: str) -> None:
    """ML²φ̈ = −MgL sin φ − μr·F·sign φ̇ with F of the same acceleration, integrated by another program."""
    lever, begin = 0.02, -0.3
    text = arm(
        f"friction turn {lever} pin arm O\n  motor arm.angb zero",
        "DYN SIM",
        f"integr {method}\n  tstepf 20 0.4 2",
        "  bufdinp1 arm.angb v\n",
    ).replace(f"point A {L} 0", f"point A {L * cos(begin)} {L * sin(begin)}")

    def change(t: float, y: np.ndarray) -> list[float]:
        phi, v = y
        along = M * G * sin(phi) - M * L * v * v  # of the pin's force, outwards
        acceleration = -G * cos(phi) / L
        for _ in range(60):
            across = M * L * acceleration + M * G * cos(phi)
            F = hypot(along, across)
            acceleration = (-M * G * L * cos(phi) - lever * F * np.sign(v)) / (M * L * L)
        return [v, acceleration]

    result = runmec.run(runmec.loads(text))
    solved = solve_ivp(change, (0, 0.4), [begin, 2.0], rtol=1e-11, atol=1e-12, t_eval=result.time)
    stop = np.argmax(solved.y[1] < 0.05) or len(result)
    np.testing.assert_allclose(result["phi"][:stop], solved.y[0][:stop], atol=1e-6)


BLOCK = """DYN ANA ; a slider-crank with friction in its guide and in three pins, the slider a block on a rail
UNITS US
TOPOLOGY
  elem crank BIN O A lenl 50mm
  elem rod BIN A B lenl 200mm
  elem guide TR1 G lean B lenv 0
  param bend rod.angb 1 crank.angb -1
  param turn crank.angb 1
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point G 0 0 fixed
  angle lean 0 fixed
  point A (0.05*cos(0.4)) (0.05*sin(0.4))
  point B 0.245 0
DYNAMICS
  body rod 0.7 0.09 0.013 4e-3
  inertia B 0.9
  gravity 9.81 (-pi/2)
  force B (-400) 30
  friction bend 0.008 pin crank A
  friction turn 0.012 pin crank O
  friction rod.angb 0.006 pin rod B
  friction guide.lenu 0.15 guide.lenv
  bearing rod B rolling 12kN
STORAGE
  bufdrive crank.angb T
  bufpin rod B bx by b
MOVEMENT
  tstepe 24 0.3 30 -50
END
"""


def test_the_pin_of_a_block() -> None:
    """The drive by Newton and Euler of crank, rod and block, normal forces by iteration; the pin has a life too."""
    result = runmec.run(runmec.loads(BLOCK))
    assert [result["T"][row] for row in (0, 5, 17)] == pytest.approx(
        [-0.4764839577851818, -6.3812741928939065, 23.258217601291776], rel=1e-9
    )
    (line,) = (line for line in result.joints if (line.joint.name, line.joint.link) == ("B", "rod"))
    assert line.bearing is not None
    assert line.bearing.life == pytest.approx(11940131.342681682, rel=1e-9)


def test_a_pendulum_that_a_pin_holds() -> None:
    """At rest it stays where tan of its angle from the lowest place is below what the pin can hold."""
    lever = 0.02
    steepest = lever / L  # sin: M·g·L·sin = lever·M·g
    for part, rests in ((0.9, True), (1.1, False)):
        from_below = part * steepest / sqrt(1.0)
        A = (L * sin(from_below), -L * cos(from_below))
        text = arm(f"friction turn {lever} pin arm O\n  motor arm.angb zero", "DYN SIM", "tstepf 10 0.2 0")
        result = runmec.run(runmec.loads(text.replace(f"point A {L} 0", f"point A {A[0]} {A[1]}")))
        assert (np.ptp(result["phi"]) < 1e-12) == rests


def test_derivatives_of_friction_by_a_pin_are_exact() -> None:
    text = SUPPORTED.format(what="", rod="  elem rod BIN A B", points="", normal="pin crank A")
    text = text.replace("UNITS SI\n", "UNITS SI\nDEFINE\n  mu 0.004\n  m 5\n  u 2\n")
    text = text.replace("slack 0.004", "slack (mu)").replace("inertia B 5", "inertia B (m)").replace("rod 2", "rod (u)")
    deck = runmec.loads(text)
    result = runmec.run(deck)
    found = result.sensitivity("T", to=["mu", "m", "u"])
    assert found.is_exact
    for name, value in (("mu", 0.004), ("m", 5.0), ("u", 2.0)):
        h = 1e-4 * value
        high, low = (runmec.run(deck.with_values(**{name: value + s * h}))["T"] for s in (1, -1))
        np.testing.assert_allclose(found[name], (high - low) / (2 * h), rtol=1e-5, atol=1e-5 * np.max(np.abs(high)))
