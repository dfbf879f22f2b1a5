"""What makes the largest force of every pin: contributions of single causes, that add up to it.

A cause alone is a deck in which the others are left out: what it does to the pins is compared with a run of its own.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from runmec.results.causes import Contribution, causes_csv

W, M, L, G = 12.0, 3.0, 0.4, 9.81
ARM = f"""DYN ANA ; a mass on an arm
UNITS SI
TOPOLOGY
  elem arm BIN O A
  input arm.angb
GEOMETRY
  point O 0 0 fixed
  point A {L} 0
DYNAMICS
  inertia A {M}
  gravity {G} (-pi/2)
  force A 20 0
MOVEMENT
  tstepe 90 {2 * pi / W} {W} 0
END
"""


def by_cause(result: runmec.Result, joint: str, link: str) -> dict[str, Contribution]:
    return {one.cause: one for one in result.causes if (one.line.joint.name, one.line.joint.link) == (joint, link)}


def test_a_mass_on_an_arm() -> None:
    """At the instant of the largest force: weight upwards, centripetal force inwards, the load back."""
    result = runmec.run(runmec.loads(ARM))
    found = by_cause(result, "O", "arm")
    assert set(found) == {"weight", "inertia A", "force A"}
    phi = W * 2 * pi / W * found["weight"].line.row / 90
    np.testing.assert_allclose(found["weight"].force, [0, M * G], atol=1e-9)
    np.testing.assert_allclose(found["force A"].force, [-20, 0], atol=1e-9)
    inwards = [-M * W * W * L * cos(phi), -M * W * W * L * sin(phi)]
    np.testing.assert_allclose(found["inertia A"].force, inwards, rtol=1e-6, atol=1e-4)
    assert sum(one.share for one in found.values()) == pytest.approx(1, abs=1e-12)


MACHINE = """{job} ; gears, a spring, a damper and friction
UNITS SI
TOPOLOGY
  elem pinion TR1 O a E
  elem teeth GEAR O a P b
  elem wheel TR1 P b F
  elem rod BIN F S
  elem coil BIN S T free
  input pinion.angb
  param slack rod.angb 1
GEOMETRY
  point O 0 0 fixed
  angle a 0.1
  point P 0.08 0 fixed
  angle b 0.3
  point E 0.01 0.002
  point F 0.11 0.01
  point S 0.3 -0.05 fixed y
  point T 0.5 -0.05 fixed
  gear teeth 0.02 0.06 20deg
DYNAMICS
  inertia a 0.001
  inertia b 0.02
  body rod 0.7 0.1 0.01 0.003
  inertia S 2
{loads}
MOVEMENT
  {move}
END
"""
LOADS = {
    "weight": "gravity 9.81 -1.2",
    "spring coil.lenl": "spring coil.lenl 900 -300",
    "damper coil.lenl": "damper coil.lenl 15",
    "friction slack": "friction slack 0.02 rod.lenl",
    "force F": "force F 30 (-20)",
}


def machine(loads: dict[str, str], job: str = "DYN ANA", move: str = "tstepe 40 0.5 9 3") -> str:
    return MACHINE.format(job=job, loads="\n".join(f"  {line}" for line in loads.values()), move=move)


def test_shares_add_up_to_one() -> None:
    result = runmec.run(runmec.loads(machine(LOADS)))
    joints = {(one.line.joint.name, one.line.joint.link) for one in result.causes}
    assert {("O", "pinion"), ("P", "wheel"), ("F", "wheel"), ("F", "rod"), ("S", "rod")} <= joints
    for joint in joints:
        found = by_cause(result, *joint)
        assert sum(one.share for one in found.values()) == pytest.approx(1, abs=1e-10)
        total = np.sum([one.force for one in found.values()], axis=0)
        line = next(iter(found.values())).line
        np.testing.assert_allclose(total, line.peak.force, rtol=1e-9, atol=1e-9 * line.largest)  # type: ignore[union-attr]
    made = {one.cause for one in result.causes}  # what the pinion resists with, its drive gives it and no pin
    assert made == {*LOADS, "inertia wheel", "inertia rod", "inertia S"}


@pytest.mark.parametrize("cause", ["weight", "spring coil.lenl", "damper coil.lenl", "force F"])
def test_a_cause_left_out_is_missing(cause: str) -> None:
    """Without friction and pressing teeth all is linear: what a run without the cause lacks is what it contributes."""
    plain = {name: line for name, line in LOADS.items() if name != "friction slack"}
    flat = machine(plain).replace("20deg", "0")
    result = runmec.run(runmec.loads(flat))
    without = runmec.run(runmec.loads(machine({k: v for k, v in plain.items() if k != cause}).replace("20deg", "0")))
    for joint in (("F", "rod"), ("P", "wheel"))[cause == "force F" :]:  # which acts on the joint, not on the rod
        one = by_cause(result, *joint)[cause]
        line, other = one.line, next(j for j in without.joints if (j.joint.name, j.joint.link) == joint)
        assert line.peak is not None
        here = [
            np.array([np.interp(line.row, np.arange(len(result)), part) for part in some])
            for some in (line.force - other.force,)
        ]
        np.testing.assert_allclose(one.force, here[0], atol=0.02 * float(np.max(np.abs(line.force - other.force))))


def test_teeth_that_press_follow_their_causes() -> None:
    """With one cause alone there is nothing to tell apart: it is all of the force, sides of teeth included."""
    text = machine({"force F": LOADS["force F"]}, move="stepe 30 2")
    result = runmec.run(runmec.loads(text))
    assert {one.cause for one in result.causes} == {"force F"}
    assert all(one.share == pytest.approx(1, abs=1e-12) for one in result.causes)


def test_a_simulation_is_taken_as_given() -> None:
    loads = LOADS | {"motor": "motor pinion.angb const 1.5"}
    result = runmec.run(runmec.loads(machine(loads, "DYN SIM", "tstepf 20 0.2 9")))
    joints = {(one.line.joint.name, one.line.joint.link) for one in result.causes}
    for joint in joints:
        shares = [one.share for one in by_cause(result, *joint).values()]
        assert sum(shares) == pytest.approx(1, abs=1e-8)
    assert not any("motor" in one.cause for one in result.causes)


def test_in_space() -> None:
    result = runmec.run("inputs/space/rssr.mec")
    for joint in {(one.line.joint.name, one.line.joint.link) for one in result.causes}:
        assert sum(one.share for one in by_cause(result, *joint).values()) == pytest.approx(1, abs=1e-10)
    head, *rows = causes_csv(result)
    assert head == "joint,link,row,cause,fx,fy,fz,share"
    assert all(len(row.split(",")) == 8 for row in rows)
