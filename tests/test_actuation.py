"""Motors that sit elsewhere than the motion is given: robots and parallel mechanisms against closed calculations."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.deck import DeckError, loads
from runmec.drawing.scene import scene
from runmec.drawing.symbols import symbols
from runmec.results.result import asked
from runmec.studies.names import Number
from runmec.studies.sensitivity import derivatives, exact_numbers
from runmec.studio.values import _of_element

from .actuators import Body, G, Leg, Platform, arm, cycloid, five_bar, led, poly345, poly4567, stewart

EXACT = 1e-9


def near(found: np.ndarray, expected: np.ndarray, share: float = EXACT) -> bool:
    return bool(np.max(np.abs(found - expected)) <= share * np.max(np.abs(expected)))


ARM = """\
DYN ANA ; two links, the tool on a line
GEOMETRY
 point O 0 0 fixed
 point E 0.43 0.25
 point T 0.8 0.1
 angle z 0 fixed
 para upper.lenl 0.5
 para fore.lenl 0.4
TOPOLOGY
 elem upper BIN O E
 elem fore BIN E T
 elem w TR1 O z T free
 param elbow fore.angb 1 upper.angb -1
 input w.lenu w.lenv
DYNAMICS
 body upper 6 0.22 0.01 0.12
 body fore 4 0.17 0.01 0.06
 inertia T 2.5
 gravity 9.81 (-pi/2)
 carry upper.angb elbow
STORAGE
 bufe0 upper.angb q1
 bufe0 elbow q2
 bufde1 elbow w2
 bufdrive upper.angb M1
 bufdrive elbow M2
 bufpower upper.angb P1
 bufpower elbow P2
 bufsigma elbow s2
 bufdrive w.lenu nx
 bufpower w.lenv ny
 bufsigma w.lenv nz
 bufreac O fx fy
 bufpin fore E ex ey
 bufekin T
 bufepot V
MOVEMENT
 law w.lenu poly345 -0.5
 law w.lenv cycloid 0.3
 tmove 24 0.6
END
"""


def arm_expected(t: np.ndarray) -> dict[str, np.ndarray]:
    bodies = (Body(6.0, 0.22, 0.01, 0.12), Body(4.0, 0.17, 0.01, 0.06))
    return arm(led(poly345, 0.8, -0.5, t, 0.6), led(cycloid, 0.1, 0.3, t, 0.6), 0.5, 0.4, bodies, 2.5)


def test_arm_with_its_tool_on_a_line() -> None:
    found = runmec.run(loads(ARM))
    expected = arm_expected(found.time)
    assert all(near(found[name], expected[name]) for name in ("q1", "q2", "M1", "M2", "w2"))
    assert near(found["P1"], expected["M1"] * expected["w1"])
    assert np.array_equal(found["s2"], -found["M2"])
    assert not any(np.any(found[name]) for name in ("nx", "ny", "nz"))
    assert found.trust.is_sure


def test_arm_bears_what_it_does_with_its_angles_given() -> None:
    """The same rows one by one, with the motors' own angles as inputs and their rates."""
    led_by_tool = runmec.run(loads(ARM))
    names = ("q1", "q2", "M1", "M2", "P1", "P2", "fx", "fy", "ex", "ey")
    rates = np.array(
        led_by_tool.quantities(
            [("bufde1", (-1,), ()), ("bufde2", (-1,), ()), ("bufde1", (-2,), ()), ("bufde2", (-2,), ())]
        )
    )
    parameters = led_by_tool.deck.names.parameters
    first = [parameters[-1], parameters[-2]]
    for k in range(1, len(led_by_tool), 5):
        x, y, ex, ey = (float(led_by_tool[name][k]) for name in ("T.x", "T.y", "E.x", "E.y"))
        text = ARM.replace("T 0.8 0.1", f"T {x!r} {y!r}").replace("E 0.43 0.25", f"E {ex!r} {ey!r}")
        text = text.replace("input w.lenu w.lenv", f"input {' '.join(first)}").replace("carry", "; carry")
        text = text.replace(" bufdrive w.lenu nx\n bufpower w.lenv ny\n", "")
        before = text[: text.index("MOVEMENT")]
        numbers = " ".join(repr(float(rates[j, k])) for j in range(4))
        given = runmec.run(loads(f"{before}MOVEMENT\n tstepe 1 1e-6 {numbers}\nEND\n"))
        assert all(
            abs(given[name][0] - led_by_tool[name][k]) <= EXACT * np.max(np.abs(led_by_tool[name])) for name in names
        )


def test_what_yields_is_displaced_with_the_motors_where_they_are() -> None:
    """The tool sags, although it is where the motion is given: as with the angles given."""
    yields = ARM.replace(" gravity", " flex upper.lenl 1e-5\n flex fore.lenl (f)\n gravity").replace(
        "GEOMETRY", "DEFINE\n f 2e-5\nGEOMETRY", 1
    )
    yields = yields.replace("E 0.43 0.25", "E (28/65) (16.5/65)")
    stored = " bufdisp T dx dy\n bufdef fore.lenl df\n bufdef elbow de\n bufdef w.lenu du\nMOVEMENT"
    text = re.sub(r" law .*\n law .*\n tmove.*", " tstepe 1 1e-6 0 0 0 0", yields.replace("MOVEMENT", stored))
    given = text.replace("input w.lenu w.lenv", "input upper.angb elbow").replace("carry", "; carry")
    given = given.replace(" bufdrive w.lenu nx\n bufpower w.lenv ny\n", "").replace(" bufsigma w.lenv nz\n", "")
    found, expected = runmec.run(loads(text)), runmec.run(loads(given))
    for name in ("dx", "dy", "df", "du"):
        assert found[name][0] == pytest.approx(expected[name][0], rel=1e-9)
        assert found[name][0] != 0.0
        by, known = found.sensitivity(name, "f"), expected.sensitivity(name, "f")
        assert by.is_exact
        assert by["f"][0] == pytest.approx(known["f"][0], rel=1e-9)
    assert abs(found["de"][0]) < 1e-9 * abs(found["du"][0])


def test_work_of_the_motors_is_the_energy() -> None:
    found = runmec.run(loads(ARM.replace("tmove 24", "tmove 600")))
    power, energy = found["P1"] + found["P2"], found["T"] + found["V"]
    work = np.array([np.trapezoid(power[: k + 1], found.time[: k + 1]) for k in (150, 300, 450, 600)])
    assert np.allclose(work, energy[[150, 300, 450, 600]] - energy[0], atol=2e-4 * np.ptp(energy))


FIVE_BAR = """\
DYN ANA ; five-bar plotter
GEOMETRY
 point F 0 0 fixed
 point A0 -0.1 0 fixed
 point B0 0.1 0 fixed
 point L -0.2 0.11
 point R 0.15 0.14
 point T -0.05 0.24
 angle z 0 fixed
 para left.lenl 0.15
 para right.lenl 0.15
 para cl.lenl 0.2
 para cr.lenl 0.22
TOPOLOGY
 elem left BIN A0 L
 elem right BIN B0 R
 elem cl BIN L T
 elem cr BIN R T
 elem w TR1 F z T free
 input w.lenu w.lenv
DYNAMICS
 body left 0.3 0.07 0 0.0006
 body right 0.32 0.08 0 0.0007
 body cl 0.2 0.1 0.005 0.0008
 body cr 0.21 0.11 -0.004 0.0009
 inertia T 0.15
 gravity 9.81 (-pi/2)
 carry left.angb right.angb
STORAGE
 bufe0 left.angb q0
 bufe0 right.angb q1
 bufdrive left.angb M0
 bufdrive right.angb M1
MOVEMENT
 law w.lenu poly345 0.12
 law w.lenv cycloid 0.03
 tmove 20 0.25
END
"""
LEGS = (
    Leg(-0.1, 0.15, 0.2, 1.0, (Body(0.3, 0.07, 0, 0.0006), Body(0.2, 0.1, 0.005, 0.0008))),
    Leg(0.1, 0.15, 0.22, -1.0, (Body(0.32, 0.08, 0, 0.0007), Body(0.21, 0.11, -0.004, 0.0009))),
)


def test_five_bar() -> None:
    found = runmec.run(loads(FIVE_BAR))
    x, y = led(poly345, -0.05, 0.12, found.time, 0.25), led(cycloid, 0.24, 0.03, found.time, 0.25)
    expected = five_bar(x, y, LEGS, 0.15)
    assert all(near(found[name], expected[name]) for name in ("q0", "q1", "M0", "M1"))


BASE = [(0.989, -0.149), (0.989, 0.149), (-0.365, 0.931), (-0.624, 0.782), (-0.624, -0.782), (-0.365, -0.931)]
JOINTS = [(0.397, -0.45), (0.397, 0.45), (0.191, 0.569), (-0.588, 0.119), (-0.588, -0.119), (0.191, -0.569)]


def platform() -> str:
    points, elements = [], []
    legs = range(1, 7)
    for k, (bx, by), (ax, ay) in zip(legs, BASE, JOINTS, strict=True):
        points += [f"point B{k} {bx} {by} 0 fixed", f"point A{k} {0.02 + ax} {-0.01 + ay} 0.9"]
        elements += [f"elem plate{k} TR1S P l3 A{k}", f"elem leg{k} BINS B{k} A{k} free"]
    stored = [f"bufe0 leg{k}.lenl s{k}\nbufdrive leg{k}.lenl F{k}\nbufpower leg{k}.lenl P{k}" for k in legs]
    laws = (
        "w.lenu poly345 0.1",
        "w.lenv cycloid 0.05",
        "w.lenw poly4567 0.08",
        "yaw.angx cycloid 0.2",
        "pitch.angx poly345 -0.12",
        "roll.angx poly4567 0.15",
    )
    return "\n".join(
        [
            "DYN ANA ; Stewart platform",
            "GEOMETRY",
            "turn frame fixed",
            "turn l1",
            "turn l2",
            "turn l3",
            "axle yaw 0 0 1",
            "axle pitch 0 1 0",
            "axle roll 1 0 0",
            "point F 0 0 0 fixed",
            "point P 0.02 -0.01 0.9",
            *points,
            "TOPOLOGY",
            "elem w TR1S F frame P free",
            "elem yaw HINGE frame l1",
            "elem pitch HINGE l1 l2",
            "elem roll HINGE l2 l3",
            *elements,
            "input w.lenu w.lenv w.lenw yaw.angx pitch.angx roll.angx",
            "DYNAMICS",
            "solid plate1 120 0.01 -0.02 0.05 9 8 14",
            "gravity 9.81 0 0 -1",
            "carry " + " ".join(f"leg{k}.lenl" for k in legs),
            "STORAGE",
            *stored,
            "bufreac F fx fy fz",
            "MOVEMENT",
            *(f"law {law}" for law in laws),
            "tmove 8 0.8",
            "END",
        ]
    )


def test_stewart_platform() -> None:
    found = runmec.run(loads(platform()))
    t, T = found.time, 0.8
    place = [led(poly345, 0.02, 0.1, t, T), led(cycloid, -0.01, 0.05, t, T), led(poly4567, 0.9, 0.08, t, T)]
    turns = [cycloid(t, 0.2, T), poly345(t, -0.12, T), poly4567(t, 0.15, T)]
    body = Platform(120.0, np.array([0.01, -0.02, 0.05]), np.diag([9.0, 8.0, 14.0]))
    flat = [np.array([(*p, 0.0) for p in points]) for points in (BASE, JOINTS)]
    lengths, forces = stewart(place, turns, flat[0], flat[1], body)
    assert near(np.array([found[f"s{k}"] for k in range(1, 7)]), lengths, 1e-12)
    assert near(np.array([found[f"F{k}"] for k in range(1, 7)]), forces)
    assert not np.any(np.array([found[name] for name in ("fx", "fy", "fz")]))  # the guide bears nothing
    assert found.trust.is_sure


CYLINDERS = """\
DYN ANA ; three cylinders at a mass
GEOMETRY
 point F 0 0 fixed
 point A -1 1 fixed
 point B 1 1 fixed
 point C 0 -1 fixed
 point P 0.1 0.2
 angle z 0 fixed
TOPOLOGY
 elem w TR1 F z P free
 elem c1 BIN A P free
 elem c2 BIN B P free
 elem c3 BIN C P free
 input w.lenu w.lenv
DYNAMICS
 inertia P 10
 gravity 9.81 (-pi/2)
 carry c1.lenl c2.lenl c3.lenl
STORAGE
 bufx0 P x y
 bufdx2 P ax ay
 bufdrive c1.lenl F1
 bufdrive c2.lenl F2
 bufdrive c3.lenl F3
MOVEMENT
 law w.lenu poly345 0.3
 law w.lenv poly345 -0.2
 tmove 8 0.4
END
"""


def test_more_motors_than_inputs_share_with_the_least_squares() -> None:
    found = runmec.run(loads(CYLINDERS))
    ends = np.array([[-1, 1], [1, 1], [0, -1]])
    for k in range(len(found)):
        legs = np.array([found["x"][k], found["y"][k]]) - ends
        u = (legs / np.linalg.norm(legs, axis=1)[:, None]).T
        wanted = u.T @ np.linalg.inv(u @ u.T) @ (10 * np.array([found["ax"][k], found["ay"][k] + G]))
        assert near(np.array([found[f"F{j}"][k] for j in (1, 2, 3)]), wanted)


def test_moments_are_measured_by_the_size_of_the_mechanism() -> None:
    """A crank with a motor at its pin and a cylinder at its tip: (M/s)² + F² is least, M + F·r·sin = what is needed."""
    text = """\
DYN ANA ; crank with two motors
GEOMETRY
 point O 0 0 fixed
 point D 0.3 -0.9 fixed
 point A 0.5 0
 para crank.angb 0.4
TOPOLOGY
 elem crank BIN O A
 elem cyl BIN D A free
 input crank.angb
DYNAMICS
 inertia A 3
 gravity 9.81 (-pi/2)
 carry crank.angb cyl.lenl
STORAGE
 bufdrive crank.angb M
 bufdrive cyl.lenl F
 bufe1 cyl.lenl lever
 bufx0 A x y
MOVEMENT
 stepe 5 1
END
"""
    found = runmec.run(loads(text))
    needed, lever, size = 3 * G * found["x"], found["lever"], 0.9  # the largest extent, along y
    shared = needed / (size**2 + lever**2)
    assert near(found["M"], size**2 * shared)
    assert near(found["F"], lever * shared)


BLOCK = """\
DYN ANA ; block with friction, pushed at a slant
GEOMETRY
 point F 0 0 fixed
 point C -1 0.5 fixed
 point D -3 0 fixed
 point P 0 0
 angle z 0 fixed
TOPOLOGY
 elem w TR1 F z P lenv
 elem cyl BIN C P free
 elem way BIN D P free
 input w.lenu
DYNAMICS
 inertia P 20
 gravity 9.81 (-pi/2)
 friction way.lenl 0.2 w.lenv
 carry cyl.lenl
STORAGE
 bufdrive cyl.lenl M
 bufsigma w.lenv N
 bufx0 P x y
 bufdx2 P ax ay
MOVEMENT
 law w.lenu poly345 0.5
 tmove 6 0.6
END
"""


def test_friction_follows_from_the_force_of_the_motor_where_it_sits() -> None:
    found = runmec.run(loads(BLOCK))
    x, a = found["x"][1:-1], found["ax"][1:-1]
    length = np.hypot(x + 1, 0.5)
    ux, uy = (x + 1) / length, -0.5 / length
    M = 20 * (a + 0.2 * G) / (ux + 0.2 * uy)
    assert near(found["M"][1:-1], M)
    assert near(np.abs(found["N"][1:-1]), 20 * G - M * uy)


SLIDER = """\
DYN ANA ; slider-crank, motor on the slider
GEOMETRY
 point O 0 0 fixed
 point D 1 0 fixed
 point A 0.0955 -0.03
 point B 0.39 0 fixed y
 para crank.lenl 0.1
 para rod.lenl 0.3
 para crank.angb -0.3
TOPOLOGY
 elem crank BIN O A
 elem rod BIN A B
 elem cyl BIN D B free
 input crank.angb
DYNAMICS
 inertia B 4
 force B.x -50
 spring cyl.lenl 400 -120
 carry cyl.lenl
STORAGE
 bufdrive cyl.lenl M
 bufsigma cyl.lenl s
 bufpower cyl.lenl P
 bufx0 B x y
 bufdx2 B ax ay
 bufreac O fx fy
 bufpin rod A px py
 bufdrive crank.angb M0
MOVEMENT
 tstepe 6 0.6 1 0
END
"""


def test_dead_centre_of_a_motor() -> None:
    found = runmec.run(loads(SLIDER))
    assert found.complete
    forces = ("M", "s", "P", "fx", "fy", "px", "py", "M0")
    assert all(np.flatnonzero(np.isnan(found[name])).tolist() == [3] for name in forces)
    rest = [k for k in range(7) if k != 3]
    s = 4 * found["ax"] + 50
    assert near(found["s"][rest], s[rest])
    assert near(found["M"][rest], (400 * (1 - found["x"]) - 120 - s)[rest])
    told = [warning for warning in found.warnings if warning.code == "R436"]
    assert [warning.message for warning in told] == ["cyl.lenl does not move the input at position 4"]
    assert not [warning for warning in found.warnings if warning.code in ("R483", "R484", "R455")]


def test_carriers_that_are_the_inputs_change_no_digit() -> None:
    text = ARM.replace("carry upper.angb elbow", "carry w.lenv w.lenu")
    for line in ("bufdrive upper.angb M1", "bufdrive elbow M2", "bufpower upper.angb P1", "bufpower elbow P2"):
        text = text.replace(f" {line}\n", "")
    with_carriers, without = runmec.run(loads(text)), runmec.run(loads(text.replace("carry", "; carry")))
    assert all(np.array_equal(with_carriers[name], without[name]) for name in without)


def test_an_input_may_keep_its_own_motor() -> None:
    """The elbow's motor and the guide along x: the shoulder stays free, what y needs is borne by both."""
    text = ARM.replace("carry upper.angb elbow", "carry elbow w.lenu")
    for word in (" bufdrive upper.angb M1\n", " bufpower upper.angb P1\n"):
        text = text.replace(word, "")
    text = text.replace(" bufepot V\n", " bufepot V\n bufe1 elbow tx 1\n bufe1 elbow ty 2\n")
    both, alone = (
        runmec.run(loads(text)),
        runmec.run(
            loads(
                ARM.replace("carry", "; carry").replace(
                    " bufdrive upper.angb M1\n bufdrive elbow M2\n bufpower upper.angb P1\n bufpower elbow P2\n",
                    " bufdrive w.lenv M2\n",
                )
            )
        ),
    )
    assert near(both["M2"], alone["M2"] / both["ty"])
    assert near(both["nx"], alone["nx"] - both["M2"] * both["tx"])
    assert both.trust.is_sure


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("carry upper.angb", "D335"),
        ("carry elbow elbow", "D334"),
        ("carry upper.angb fore.lenl", "D330"),
        ("carry upper.angb elbow\n carry elbow w.lenu", "D334"),
    ],
)
def test_faults_of_carriers(line: str, code: str) -> None:
    text = ARM.replace("carry upper.angb elbow", line)
    with pytest.raises(DeckError) as told:
        loads(text)
    assert code in {fault.code for fault in told.value.diagnostics}


@pytest.mark.parametrize("job", ["KIN ANA", "DYN SIM"])
def test_carriers_belong_to_given_motion(job: str) -> None:
    with pytest.raises(DeckError) as told:
        loads(ARM.replace("DYN ANA", job))
    assert "D333" in {fault.code for fault in told.value.diagnostics}


NAMED = """\
DEFINE
 r1 0.5
 r2 0.4
 m2 4
 far 0.17
 mu 0.02
 way -0.5
"""


@pytest.mark.parametrize("carriers", ["upper.angb elbow", "upper.angb elbow cyl.lenl", "elbow cyl.lenl w.lenu"])
def test_derivatives_are_exact(carriers: str) -> None:
    """Against quotients of sixth order; with friction that follows from the forces of the motors."""
    text = ARM.replace("GEOMETRY", f"{NAMED}GEOMETRY\n point D 0.4 -0.3 fixed", 1)
    text = text.replace("elem fore BIN E T", "elem fore BIN E T\n elem cyl BIN D E free")
    text = text.replace("upper.lenl 0.5", "upper.lenl (r1)").replace("fore.lenl 0.4", "fore.lenl (r2)")
    text = text.replace("body fore 4 0.17", "body fore (m2) (far)").replace("poly345 -0.5", "poly345 (way)")
    text = text.replace("carry upper.angb elbow", f"friction cyl.lenl (mu) upper.lenl\n carry {carriers}")
    kept = [
        line
        for line in text.splitlines()
        if not line.startswith((" bufdrive upper", " bufpower upper")) or "upper" in carriers
    ]
    text = "\n".join(kept) + "\n"
    result = runmec.run(loads(text))
    wanted = [asked(store) for store in result.deck.stores]
    numbers = [Number(name) for name in ("r1", "r2", "m2", "far", "mu", "way")]
    assert exact_numbers(result.session, result.positions, numbers)[1] == []
    found, _ = derivatives(result.session, result.positions, wanted, numbers)
    weights = {-3: -1 / 60, -2: 9 / 60, -1: -45 / 60, 1: 45 / 60, 2: -9 / 60, 3: 1 / 60}
    for number, own in zip(numbers, found, strict=True):
        line = next(line for line in NAMED.splitlines() if line.startswith(f" {number.name} "))
        now = float(line.split()[1])
        step = 2e-3 * abs(now)
        moved = {k: loads(text.replace(f"{line}\n", f" {number.name} {now + k * step!r}\n")) for k in weights}
        quotient = sum(w / step * np.array(list(runmec.run(moved[k]).values())) for k, w in weights.items())
        inside = slice(2, -2)  # at rest friction has no direction
        wrong = np.max(np.abs(own - quotient)[:, inside], axis=1)
        size = np.max(np.abs(quotient[:, inside]), axis=1)
        values = np.max(np.abs(np.array(list(result.values()))), axis=1)
        assert np.all(wrong <= 1e-7 * size + 1e-9 * values / abs(now) + 1e-9)


# ---- motors on dependent parameters in simulations

BLOCK_BETWEEN_WALLS = """\
DYN SIM ; block between two walls, its motor on the far side
GEOMETRY
 point O 0 0 fixed
 point D 3 0 fixed
 point P 1 0 fixed y
TOPOLOGY
 elem near BIN O P free
 elem far BIN P D free
 input near.lenl
DYNAMICS
 inertia P 2
 {motor}
STORAGE
 bufinp near.lenl x
 bufdinp2 near.lenl a
 bufdrive far.lenl M
 bufpower far.lenl P
 bufsigma far.lenl s
 bufde1 far.lenl v
 bufdrive near.lenl own
 bufekin T
 bufreac D dx dy
MOVEMENT
 integr dop853 1e-11
 tstepf 8 1.6 {speed}
END
"""


def between_walls(motor: str, speed: float = 0.0) -> runmec.Result:
    return runmec.run(loads(BLOCK_BETWEEN_WALLS.format(motor=motor, speed=speed)))


def test_a_motor_on_a_length_pushes() -> None:
    found = between_walls("motor far.lenl const 5")
    assert np.allclose(found["x"], 1 - 0.5 * 2.5 * found.time**2, atol=1e-9)
    assert np.allclose(found["M"], 5)
    assert np.allclose(found["dx"], -5)  # the wall holds the motor's foot: it is pushed away, and pushes back
    assert np.allclose(found["P"], 5 * 2.5 * found.time)
    assert np.max(np.abs(found["own"])) < 1e-12


def test_a_motor_that_is_a_spring_swings() -> None:
    """σ = c·l + s0 pulls with c about l = −s0/c."""
    found = between_walls("motor far.lenl spring 50 -110")  # at rest where l = 2.2, x = 0.8
    assert np.allclose(found["x"], 0.8 + 0.2 * np.cos(5 * found.time), atol=1e-8)
    assert near(found["M"], -(50 * (3 - found["x"]) - 110))


def test_a_motor_with_slip() -> None:
    """M = 2κ·Mmax·s/(1+κ²s²): m·dv/dt of the far length by an integration of its own."""
    found = between_walls("motor far.lenl async 1 1.5 0.8")
    v, x, h = 0.0, 1.0, 1e-4
    for _ in range(16000):

        def pull(v: float) -> float:
            s = 0.8 * (1 - v / 1.5)
            return 2 * s / (1 + s * s) / 2

        k1 = pull(v)
        k2 = pull(v + 0.5 * h * k1)
        k3 = pull(v + 0.5 * h * k2)
        k4 = pull(v + h * k3)
        x -= h * (v + h * (k1 + k2 + k3) / 6)
        v += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
    assert abs(found["v"][-1] - v) < 1e-9
    assert abs(found["x"][-1] - x) < 1e-8


def test_a_motor_that_is_friction_holds() -> None:
    """Stopped after m·v/(5 − 2) = 0.4 s, then held against the push with what the push is."""
    found = between_walls("motor far.lenl (-5*sign(de(far.lenl)))\n force P.x 2", speed=0.6)
    held = found.time > 0.41
    assert np.allclose(found["x"][held], 1 + 0.5 * 0.6 * 0.4, atol=1e-8)
    assert np.allclose(found["M"][held], 2, atol=1e-8)
    assert np.allclose(found["M"][1], 5)
    assert found.trust.is_sure


def test_a_motor_between_links_is_one_on_their_angle() -> None:
    """The relative angle as an input, and as a dependent parameter beside absolute inputs: the same motion."""
    text = ARM.replace("DYN ANA", "DYN SIM").replace("carry upper.angb elbow", "motor elbow (6+2*t)")
    text = text.replace(" bufdrive upper.angb M1\n", "").replace(" bufpower upper.angb P1\n", "")
    before = text[: text.index("MOVEMENT")].replace(
        " bufdrive w.lenu nx\n bufpower w.lenv ny\n bufsigma w.lenv nz\n", ""
    )
    moves = "MOVEMENT\n integr dop853 1e-11\n tstepf 6 0.6 0 0\nEND\n"
    found = [
        runmec.run(loads(before.replace("input w.lenu w.lenv", f"input upper.angb {second}") + moves))
        for second in ("elbow", "fore.angb")
    ]
    assert all(np.allclose(found[0][name], found[1][name], atol=1e-7) for name in ("q1", "q2", "M2", "P2", "fx", "fy"))
    assert all(one.trust.is_sure for one in found)


def test_a_motor_in_space() -> None:
    text = """\
DYN SIM ; mass on a cylinder in space
GEOMETRY
 turn f fixed
 point F 0 0 0 fixed
 point D 1 2 2 fixed
 point P 0 0 0
TOPOLOGY
 elem w TR1S F f P free
 elem cyl BINS D P free
 input w.lenu w.lenv w.lenw
DYNAMICS
 inertia P 3
 gravity 9.81 0 0 -1
 motor cyl.lenl const 27
STORAGE
 bufdx2 P ax ay az
 bufdrive cyl.lenl M
MOVEMENT
 tstepf 1 0.001 0 0 0
END
"""
    found = runmec.run(loads(text))
    assert np.allclose([found[name][0] for name in ("ax", "ay", "az")], [-3, -6, -6 - G])
    assert np.allclose(found["M"], 27)


def test_motors_are_asked_by_name() -> None:
    found = runmec.run(loads(ARM))
    assert np.array_equal(found["drive elbow"], found["M2"])
    assert np.array_equal(found["power upper.angb"], found["P1"])
    with pytest.raises(KeyError, match="the deck has no motor on fore"):
        found["drive fore.angb"]


def test_drive_of_every_motor() -> None:
    found = runmec.run(loads(ARM))
    shoulder, elbow = found.drive(), found.drive("elbow")
    assert (shoulder.name, elbow.name) == ("upper.angb", "elbow")
    assert np.array_equal(elbow.moment, found["M2"])
    assert near(elbow.power, found["P2"])
    assert near(elbow.speed, found["w2"])
    # the other motor at rest: the fore arm and the tool about the elbow; all about the shoulder
    assert np.allclose(elbow.inertia, 0.06 + 4 * (0.17**2 + 0.01**2) + 2.5 * 0.4**2)
    folded = np.cos(found["q2"]) * (4 * 0.17 + 2.5 * 0.4) - np.sin(found["q2"]) * 4 * 0.01
    upper = 0.12 + 6 * (0.22**2 + 0.01**2) + (4 + 2.5) * 0.5**2
    assert near(shoulder.inertia, upper + elbow.inertia + 2 * 0.5 * folded)
    with pytest.raises(ValueError, match="no motor sits on fore"):
        found.drive("fore.lenl")


def test_drive_command_writes_a_sheet_for_every_carrier(tmp_path: Path) -> None:
    (tmp_path / "arm.mec").write_text(ARM)
    told = CliRunner().invoke(cli, ["drive", str(tmp_path / "arm.mec"), "-o", str(tmp_path / "drive")])
    assert told.exit_code == 0, told.output
    assert "drive of upper.angb" in told.output
    assert "drive of elbow" in told.output
    assert {"drive.elbow.csv", "drive.upper.angb.png"} <= {path.name for path in (tmp_path / "drive").iterdir()}


def test_motors_are_drawn_where_they_sit() -> None:
    """Rings in shoulder and elbow, no guide at the tool that nothing holds; legs of the platform are cylinders."""
    mech = runmec.run(loads(ARM)).mechanism
    drawn = symbols(mech)
    rings = [symbol.points[0] for symbol in drawn if symbol.name == "motor"]
    assert {mech.names.point(*(mech.numbers[at] for at in ring)) for ring in rings} == {"O", "E"}
    assert not [symbol.name for symbol in drawn if symbol.name in ("rail", "block")]
    legs = [symbol for symbol in scene(runmec.run(loads(platform())).mechanism).symbols if symbol.name == "cylinder"]
    assert len(legs) == 6


BOOM = """\
DYN SIM ; boom lifted by a cylinder
GEOMETRY
 point O 0 0 fixed
 point B 0.5 -0.3 fixed
 point A 1 0
TOPOLOGY
 elem boom BIN O A
 elem cyl BIN B A free
 input boom.angb
DYNAMICS
 inertia A 2
 gravity 9.81 (-pi/2)
 spring cyl.lenl 10 -3
 motor cyl.lenl const 40
MOVEMENT
 tstepf 10 0.5 0
END
"""


@pytest.mark.parametrize("text", [ARM, BOOM])
def test_forces_of_pins_are_those_of_their_causes(text: str) -> None:
    """Motors of a simulation are causes; those that carry a given motion follow from the others."""
    found = runmec.run(loads(text))
    whole: dict[int, float] = {}
    for one in found.causes:
        whole[id(one.line)] = whole.get(id(one.line), 0.0) + one.share
    assert whole
    assert np.allclose(list(whole.values()), 1.0)
    assert any(one.cause.startswith("motor ") for one in found.causes) == (found.deck.job == "DYN SIM")


def test_derivatives_are_by_differences_where_the_size_of_the_mechanism_matters() -> None:
    """A place that a name gives makes the mechanism larger, and moments of shared work smaller; labelled so."""
    text = ARM.replace("GEOMETRY", "DEFINE\n far 0.4\nGEOMETRY\n point D (far) -0.3 fixed", 1)
    text = text.replace("elem fore BIN E T", "elem fore BIN E T\n elem cyl BIN D E free")
    result = runmec.run(loads(text.replace("carry upper.angb elbow", "carry upper.angb elbow cyl.lenl")))
    assert exact_numbers(result.session, result.positions, [Number("far")]) == ([], [0])
    alone = runmec.run(loads(text))
    assert exact_numbers(alone.session, alone.positions, [Number("far")]) == ([0], [])


def test_the_studio_tells_the_motors_of_an_element() -> None:
    found = runmec.run(loads(ARM))
    number = found.deck.names.find("element", "upper")
    assert number is not None
    lines = _of_element(found, number, 5)
    assert any(f"motor moment {found['M1'][5]:.5g}" in line for line in lines)
