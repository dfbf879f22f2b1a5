"""`tcycle`: the periodic steady state against settled simulations, closed forms and Mathieu's chart."""

from __future__ import annotations

from math import exp, pi

import numpy as np
import pytest

import runmec
from runmec import DeckError

MACHINE = """DYN SIM
TOPOLOGY
elem crank BIN O A
elem rod BIN A B
input crank.angb
GEOMETRY
point O 0 0 fixed
point A 0.1 0
point B 0.45 0 fixed y
DYNAMICS
inertia B 2
uniform crank 1
uniform rod 1.5
gravity 9.81 (-pi/2)
force B.x (-30*dx(B.x))
motor crank.angb {motor}
STORAGE
bufdinp1 1 w
bufdrive 1 M
buftime t
MOVEMENT
integr {method}
{move}
END
"""
MOTORS = {"async": "async 12 30", "direct current": "(25-0.8*dinp(1))", "constant": "const 4"}


def calculated(deck: str) -> runmec.Result:
    return runmec.run(runmec.loads(deck))


@pytest.mark.parametrize("motor", MOTORS.values(), ids=MOTORS)
def test_as_a_simulation_that_has_settled(motor: str) -> None:
    """The state is compared with a free simulation that begins 5 % away and runs until it repeats itself."""
    method = "dop853 1e-9"
    found = calculated(MACHINE.format(motor=motor, method=method, move="tcycle 24 (2*pi) 25"))
    cycle = found.positions.simulated[0].cycle
    assert cycle is not None
    assert found["w"][-1] == pytest.approx(found["w"][0], rel=1e-8)
    assert 0.0 <= cycle.growth < 1.0
    # disturbances shrink by the multiplier a cycle: so many cycles leave 1e-7 of the 5 %
    cycles = min(60, int(np.ceil(np.log(2e-6) / np.log(max(cycle.growth, 1e-6)))))
    start = 1.05 * float(found["w"][0])
    settled = calculated(
        MACHINE.format(motor=motor, method=method, move=f"tstepf {cycles * 60} {cycles * cycle.period!r} {start!r}")
    )
    # the speed where the crank stands as at the start, in the last turn, by interpolation of many rows
    angle, speed = settled["crank.angb"], settled["w"]
    turn = 2 * pi * np.floor(angle[-1] / (2 * pi))
    at = np.flatnonzero(angle < turn)[-1]
    begins, ends = float(settled["t"][at]), float(settled["t"][at + 1])
    moves = f"tstepf {at} {begins!r} {start!r}\ntstepf 400 {ends - begins!r} {float(speed[at])!r}"
    fine = calculated(MACHINE.format(motor=motor, method=method, move=moves))
    there = np.interp(turn, fine["crank.angb"][at:], fine["w"][at:])
    assert there == pytest.approx(found["w"][0], rel=3e-6)


@pytest.mark.parametrize("method", ["heun 1e-6", "dop853", "radau 1e-6"])
def test_all_integrators_find_it(method: str) -> None:
    found = calculated(MACHINE.format(motor="async 12 30", method=method, move="tcycle 12 (2*pi) 28"))
    move = found.positions.simulated[0]
    assert move.cycle is not None
    assert move.cycle.period == pytest.approx(0.239446, rel=2e-6)  # by three methods, each to its own tolerance
    assert abs(move.work[-1]) < 1e-4 * found.energy_drifts[0][1]  # what the motor does is lost over the period
    assert found["w"][-1] == pytest.approx(found["w"][0], rel=1e-6)


def test_multiplier_of_a_motor_with_a_straight_line() -> None:
    """J ω̇ = c(ω0 − ω): a disturbance shrinks by exp(−cT/J) in the time T = 2π/ω0 of a turn."""
    deck = """DYN SIM
TOPOLOGY
elem wheel BIN O A
input wheel.angb
GEOMETRY
point O 0 0 fixed
point A 1 0
DYNAMICS
inertia A 2
motor 1 (0.7*(3-dinp(1)))
MOVEMENT
integr dop853
tcycle 4 (2*pi) 2.5
END
"""
    cycle = calculated(deck).positions.simulated[0].cycle
    assert cycle is not None
    assert cycle.period == pytest.approx(2 * pi / 3, rel=1e-9)
    assert cycle.velocities[0] == pytest.approx(3.0, rel=1e-9)
    assert cycle.multipliers[0].real == pytest.approx(exp(-0.7 / 2 * 2 * pi / 3), rel=1e-7)


def test_other_freedoms_return_to_where_they_began() -> None:
    """A mass on a spring of the turning arm rides at m ω² r = c(r − r0), the same all round."""
    deck = """DYN SIM
TOPOLOGY
elem arm BIN O A
input arm.angb arm.lenl
GEOMETRY
point O 0 0 fixed
point A 1.1 0
DYNAMICS
inertia A 2
motor arm.angb (40*(3-dinp(1)))
motor arm.lenl (-(300*(inp(2)-1)+20*dinp(2)))
MOVEMENT
integr dop853
tcycle 4 (2*pi) 3
END
"""
    found = calculated(deck)
    radius = 300 / (300 - 2 * 9)
    assert found["arm.lenl"] == pytest.approx(np.full(5, radius), rel=1e-8)
    assert found["x 3"] == pytest.approx(radius * np.cos(np.linspace(0, 2 * pi, 5)), abs=1e-7)


def mathieu(a: float, q: float) -> str:
    """A pendulum of length 1 on a pivot that a yoke moves by e cos ωt: a = 4g/ω², q = 2e, with ω = 2."""
    top = -1 if a > 0 else 1
    return f"""DYN SIM
TOPOLOGY
elem crank BIN O C
elem yoke TR1 A level C lenv
elem rod BIN A B
input crank.angb rod.angb
GEOMETRY
point O 0 0 fixed
point C 0 {q / 2!r}
point A 0 {q / 2!r} fixed x
angle level 0 fixed
point B 0 {q / 2 + top!r}
para rod.angb ({top}*pi/2)
para crank.angb (pi/2)
para yoke.lenv 0
DYNAMICS
inertia B 1
gravity {abs(a)!r} (-pi/2)
motor crank.angb given 2 0
motor rod.angb zero
MOVEMENT
integr dop853 1e-10
tcycle 4 (2*pi) 2
END
"""


@pytest.mark.parametrize(("a", "q"), [(0.898766, 0.1), (1.098734, 0.1), (-0.110249, 1.0), (1.859108, 1.0)])
def test_borders_of_mathieus_chart(a: float, q: float) -> None:
    """b1 and a1 of tables: on the border both multipliers of a period are −1; inside one is larger than 1."""

    def multipliers(a: float) -> tuple[complex, ...]:
        cycle = calculated(mathieu(a, q)).positions.simulated[0].cycle
        assert cycle is not None
        return cycle.multipliers

    border = multipliers(a)
    assert sum(border).real == pytest.approx(-2.0, abs=5e-6)
    assert (border[0] * border[1]).real == pytest.approx(1.0, abs=1e-6)
    inwards = 0.02 * (1 if a in (0.898766, -0.110249) else -1)
    assert max(map(abs, multipliers(a + inwards))) > 1.001
    assert max(map(abs, multipliers(a - inwards))) == pytest.approx(1.0, abs=1e-6)


def test_an_unstable_state_is_told() -> None:
    found = calculated(mathieu(1.0, 0.1))
    assert [warning.code for warning in found.warnings].count("R460") == 1


# ---- what is refused


def test_a_motor_that_cannot_carry_its_load_is_told() -> None:
    found = calculated(MACHINE.format(motor="const 0.2", method="dop853", move="tcycle 12 (2*pi) 1"))
    assert found.failure is not None
    assert found.failure.code == "R413"
    assert "of 6.28319" in found.failure.label
    assert len(found) == 1


@pytest.mark.parametrize(
    ("motor", "move", "message"),
    [
        ("const 4", "tcycle 12 0 3", "no change of input 1"),
        ("const 4", "tcycle 12 (2*pi) -3", "does not change by"),
        ("(4*cos(t))", "tcycle 12 (2*pi) 3", "depends on the time"),
        ("given 3 0", "tcycle 12 (2*pi) 3", "no input is free"),
        ("const 4", "tcycle 0 (2*pi) 3", "no steps"),
    ],
)
def test_what_cannot_be_periodic_is_refused(motor: str, move: str, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        runmec.loads(MACHINE.format(motor=motor, method="dop853", move=move))
