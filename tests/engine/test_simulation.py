"""The loop of a simulation: rows, step sizes, singular positions, bounds, inputs that lose their grip."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from runmec.dynamics.motor import Motor
from runmec.dynamics.spring import Spring
from runmec.elements.bar import Angle, Length
from runmec.engine.coordinate import Coordinate, X
from runmec.engine.expression import (
    COS,
    FunctionNode,
    NumberNode,
    PlaceNode,
    PowerNode,
    ProductNode,
    QuotientNode,
    SumNode,
    TimeNode,
)
from runmec.engine.force import Force
from runmec.engine.form import Form, Held
from runmec.engine.forward_dynamics import GivenInput
from runmec.engine.integrators.dop853 import Dop853
from runmec.engine.integrators.heun import Heun
from runmec.engine.integrators.integrator import Integrator
from runmec.engine.integrators.radau import Radau
from runmec.engine.load import Load
from runmec.engine.simulation import DONE, FAILED, LOST_GRIP, RUNNING, Simulation
from runmec.engine.status import FINE, NO_POSITION, NOT_FINITE, TOO_MUCH_WORK, TOO_NEAR
from runmec.engine.switch import Pieces
from runmec.engine.thresholds import LONGER, NEAR, OUTSIDE, SHORTER
from runmec.engine.trajectory import Trajectory

from .machines import (
    FourBar,
    G,
    Machine,
    assembled,
    begun,
    floats,
    hang,
    motion_of,
    on_a_line,
    on_a_trolley,
    pendulum,
    points,
    to_the_end,
)

METHODS: list[Callable[..., Integrator]] = [Heun, Dop853, Radau]
TRUE = FourBar(0.1, 0.3, 0.1, 0.3)


def table(simulation: Simulation) -> np.ndarray:
    return floats(simulation.rows.x).reshape(simulation.rows.count, -1)


# ---- rows


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rows", [1, 3, 50])
def test_rows_are_where_they_are_due(method: Callable[..., Integrator], rows: int) -> None:
    """An oscillator of 2 rad/s: x = cos 2t in every row, its co-ordinate, value, velocity and acceleration."""
    machine = on_a_line(1.0)
    loads: list[Load] = [Spring(machine.inputs[0], 4.0, 0.0, (), Pieces())]
    tolerance = 1e-7 if method is Heun else 1e-10
    simulation = begun(machine, [1.0], [0.0], loads, method=method, tolerance=tolerance, duration=2.2, rows=rows)
    assert to_the_end(simulation) == DONE
    assert simulation.now == 2.2
    t = 2.2 * np.arange(1, rows + 1) / rows
    within = 5e-5 if method is Heun else 1e-8
    found = motion_of(simulation)
    np.testing.assert_allclose(table(simulation)[:, 0], np.cos(2 * t), atol=within)
    np.testing.assert_allclose(found[:, 0], np.cos(2 * t), atol=within)
    np.testing.assert_allclose(found[:, 1], -2 * np.sin(2 * t), atol=within)
    np.testing.assert_allclose(found[:, 2], -4 * np.cos(2 * t), atol=4 * within)
    assert simulation.next_row == rows + 1


def test_rows_are_packed_and_joined() -> None:
    machine = pendulum(1.0, 0.5, 1.0)
    rows, more = Trajectory(), Trajectory()
    for each in (rows, more):
        each.write(machine.mech.coordinates, [machine.forms[1]])
        each.write_inputs(machine.inputs)
        each.write_force(7.0)
        each.write_work(8.0)
        machine.places[2].q = 0.25
    rows.extend(more)
    assert rows.count == 2
    x = floats(rows.x).reshape(2, 5)
    assert x[0] == pytest.approx([0.0, 0.0, math.cos(0.5), math.sin(0.5), 0.5])
    assert x[1, 2] == pytest.approx(math.cos(0.5) + 0.25)
    assert floats(rows.motion).tolist() == pytest.approx([0.5, 0.0, 0.0] * 2)
    assert floats(rows.forces).tolist() == [7.0, 7.0]
    assert floats(rows.work).tolist() == [8.0, 8.0]


def test_forces_are_kept_with_their_rows() -> None:
    """cos t on 1 kg: what was applied stands in every row."""
    machine, pieces = on_a_line(1.0), Pieces()
    loads: list[Load] = [Force(machine.places[0], FunctionNode(COS, TimeNode(pieces)))]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces, duration=2.0, rows=8)
    assert to_the_end(simulation) == DONE
    t = 0.25 * np.arange(1, 9)
    np.testing.assert_allclose(floats(simulation.rows.forces), np.cos(t), atol=1e-12)
    np.testing.assert_allclose(motion_of(simulation)[:, 0], 1 - np.cos(t), atol=1e-9)
    np.testing.assert_allclose(floats(simulation.rows.work), 0.5 * np.sin(t) ** 2, atol=1e-9)


def test_a_given_input_moves_beside_a_free_one() -> None:
    """A pendulum without weight on a pivot that is accelerated by 10 m/s²: it falls towards −x as in gravity."""
    machine = on_a_trolley(1.0, 0.5 * math.pi, 1.0, 0.0)
    for c in machine.places:
        c.weight = 0.0
    given = GivenInput(machine.inputs[1], 0.0, 0.0, 0.0, 10.0)
    simulation = begun(machine, [0.5 * math.pi], [0.0], free=[0], given=[given], duration=0.8, tolerance=1e-10)
    assert to_the_end(simulation) == DONE
    found = motion_of(simulation)  # angle, pivot; velocities; accelerations
    t = 0.08 * np.arange(1, 11)
    np.testing.assert_allclose(found[:, 1], 5.0 * t**2, atol=1e-12)
    np.testing.assert_allclose(found[:, 3], 10.0 * t, atol=1e-12)
    # energy in the frame of the pivot: ½ω² = −10 cos ε
    np.testing.assert_allclose(0.5 * found[:, 2] ** 2, -10.0 * np.cos(found[:, 0]), atol=1e-8)
    # the work of the drive is the kinetic energy
    x = table(simulation)
    v = np.array([10.0 * t - np.sin(found[:, 0]) * found[:, 2], np.cos(found[:, 0]) * found[:, 2]])
    np.testing.assert_allclose(floats(simulation.rows.work), 0.5 * np.sum(v**2, axis=0), atol=1e-8)
    np.testing.assert_allclose(x[:, 2], found[:, 1] + np.cos(found[:, 0]), atol=1e-9)


# ---- singular positions


def turning(bar: FourBar, angle: float, at: tuple[float, float, float, float]) -> Machine:
    """Equal masses at both pins: of a parallelogram the reduced inertia is constant."""
    machine = bar.made(angle, at=at)
    hang(machine, [(2, 1.0), (4, 1.0)], [], 0.0)
    return machine


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("start", [1.0, 2.9])
def test_a_parallelogram_turns_evenly_through_its_flat_positions(
    method: Callable[..., Integrator], start: float
) -> None:
    """ε = ε₀ + 3t, the rocker parallel; every flat position is noted with its group and time."""
    machine = turning(TRUE, start, TRUE.parallel(start))
    simulation = begun(machine, [start], [3.0], method=method, tolerance=1e-8, duration=3.0, rows=30)
    assert to_the_end(simulation) == DONE
    t = 0.1 * np.arange(1, 31)
    np.testing.assert_allclose(motion_of(simulation)[:, 0], start + 3.0 * t, atol=1e-6)
    x = table(simulation)
    np.testing.assert_allclose(x[:, 4] - x[:, 2], 0.3, atol=1e-6)
    np.testing.assert_allclose(x[:, 9], start + 3.0 * t, atol=1e-5)
    flats = [(k * math.pi - start) / 3.0 for k in range(1, 5) if 0.0 < (k * math.pi - start) / 3.0 < 3.0]
    passed = simulation.singular.passed
    assert [group for _, group in passed] == [1] * len(flats)
    for (noted, _), flat in zip(passed, flats, strict=True):
        assert flat < noted < flat + 0.35


def test_a_row_may_lie_in_a_flat_position() -> None:
    """Row 5 at ε = π exactly: the position is predicted, its acceleration taken between the ends of the step."""
    start = math.pi - 0.5
    machine = turning(TRUE, start, TRUE.parallel(start))
    simulation = begun(machine, [start], [1.0], duration=1.0, rows=10)
    assert to_the_end(simulation) == DONE
    x = table(simulation)
    assert x[4, 2:6] == pytest.approx([-0.1, 0.0, 0.2, 0.0], abs=1e-8)
    np.testing.assert_allclose(motion_of(simulation)[:, 2], 0.0, atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("more", [3e-3, 1e-4])
def test_nearly_a_parallelogram_stays_on_its_branch(method: Callable[..., Integrator], more: float) -> None:
    """It turns back sharply before it is flat: closed form of the same side in every row."""
    bar = FourBar(0.1, 0.3, 0.1 + more, 0.3)
    machine = turning(bar, 2.0, bar.pins(2.0, 1.0))
    simulation = begun(machine, [2.0], [3.0], method=method, tolerance=1e-8, duration=2.0, rows=40, bound=60_000)
    assert to_the_end(simulation) == DONE
    found, x = motion_of(simulation), table(simulation)
    closed = np.array([bar.pins(float(e), 1.0) for e in found[:, 0]])
    np.testing.assert_allclose(x[:, 2:6], closed, atol=2e-6)
    assert simulation.singular.passed == []


def test_stages_keep_away_from_singular_positions_and_ends_of_steps_further() -> None:
    """What is refused grows with how far a group goes in a step, up to a bound; later tries come nearer."""
    machine = turning(TRUE, 1.0, TRUE.parallel(1.0))
    simulation = begun(machine, [1.0], [3.0])
    singular, dyad = simulation.singular, machine.mech.groups[1]
    assert abs(dyad.before) == pytest.approx(math.sin(1.0))  # the angle between coupler and rocker
    dyad.pace = 1e9
    dyad.changed = True
    singular.set_least(0.1, simulation.method.allowance)
    assert (dyad.least, dyad.least_end, dyad.changed) == pytest.approx((NEAR, OUTSIDE * NEAR, False))
    dyad.pace = 0.0
    singular.set_least(0.1, simulation.method.allowance)
    assert dyad.least == pytest.approx((2e-15 * 0.1 / 1e-9) ** (1.0 / 3.0))
    dyad.pace = 1e9
    dyad.before = 0.02  # the step begins near: it may come somewhat nearer, and end no nearer than it began
    singular.set_least(0.1, simulation.method.allowance)
    assert dyad.least == pytest.approx(0.3 * 0.02)
    assert dyad.least_end == pytest.approx(0.02)
    singular.tries = LONGER + 10
    singular.set_least(0.1, simulation.method.allowance)
    assert dyad.least == pytest.approx(0.3 * 0.02 * 0.8**10)
    assert [tries for tries in range(60) if crossing(singular, tries)] == list(range(SHORTER + 1, LONGER + 1))


def crossing(singular: object, tries: int) -> bool:
    setattr(singular, "tries", tries)  # noqa: B010  mypy knows no such attribute of an object
    return bool(singular.crosses())  # type: ignore[attr-defined]


def test_an_end_too_near_or_on_another_branch_is_refused() -> None:
    machine = turning(TRUE, 1.0, TRUE.parallel(1.0))
    simulation = begun(machine, [1.0], [3.0])
    singular, dyad = simulation.singular, machine.mech.groups[1]
    for group in machine.mech.groups:
        group.least_end = 0.0
        group.changed = False
    assert singular.judge_end() == FINE
    dyad.before, dyad.least_end = dyad.sign, 0.9
    assert singular.judge_end() == TOO_NEAR  # too near, and nearer than at the start
    dyad.least_end = 0.0
    dyad.changed = True
    assert singular.judge_end() == NO_POSITION  # there and back


@pytest.mark.parametrize(("more", "refused"), [(0.0, False), (1e-3, True)])
def test_a_step_across_a_flat_position_is_accepted_where_that_exists(more: float, refused: bool) -> None:
    """From 0.1 rad before to 0.1 rad behind: of a parallelogram the same motion, of nearly one another branch."""
    bar = FourBar(0.1, 0.3, 0.1 + more, 0.3)
    before = bar.pins(-0.1, -1.0) if more else bar.parallel(-0.1)
    behind = bar.pins(0.1, 1.0) if more else bar.parallel(0.1)
    machine = turning(bar, -0.1, before)
    simulation = begun(machine, [-0.1], [3.0])
    for group in machine.mech.groups:
        group.least_end = 0.0
    sign = machine.mech.groups[1].sign
    for c, x in zip(machine.mech.moving, behind, strict=True):
        c.q = x - c.start
    machine.inputs[0].set_target(0.1)
    assert machine.mech.evaluate() == FINE
    assert machine.mech.groups[1].sign == -sign
    assert simulation.singular.judge_end() == (NO_POSITION if refused else FINE)


@pytest.mark.parametrize("crank_is_given", [False, True])
def test_a_flat_position_is_passed_beside_other_motions(crank_is_given: bool) -> None:
    """The parallelogram, free or turned by a given motion, and a mass of 2 kg on a line that 4 N push beside it."""
    start = math.pi - 0.3
    ax, ay, bx, by = TRUE.parallel(start)
    places = points((0.0, 0.0, False), (ax, ay, True), (bx, by, True), (0.3, 0.0, False))
    beside = Coordinate(8, 0.0, True, X)
    O, A, B, C = places[0:2], places[2:4], places[4:6], places[6:8]
    forms: list[Form] = [Length(O + A), Length(A + B), Length(C + B), Angle(O + A), Held(beside)]
    blocks = [([forms[0], forms[3]], A), (forms[1:3], B), ([forms[4]], [beside])]
    machine = assembled([*places, beside], forms, 2, blocks, 0.3)
    for form, value in zip(forms[:3], (0.1, 0.3, 0.1), strict=True):
        form.wanted = value
    hang(machine, [(2, 1.0), (4, 1.0)], [], 0.0)
    beside.m = 2.0
    loads: list[Load] = [Motor(forms[4], [4.0])]
    if crank_is_given:
        given = GivenInput(forms[3], 0.0, start, 2.0, 0.0)
        simulation = begun(machine, [0.0], [0.0], loads, free=[1], given=[given], duration=0.5, rows=5)
    else:
        simulation = begun(machine, [start, 0.0], [2.0, 0.0], loads, duration=0.5, rows=5)
    assert to_the_end(simulation) == DONE
    t = 0.1 * np.arange(1, 6)
    np.testing.assert_allclose(motion_of(simulation)[:, 0], start + 2.0 * t, atol=1e-7)
    np.testing.assert_allclose(motion_of(simulation)[:, 1], t**2, atol=1e-9)
    assert len(simulation.singular.passed) == 1
    np.testing.assert_allclose(table(simulation)[:, 4] - table(simulation)[:, 2], 0.3, atol=1e-6)


def test_what_cannot_be_reached_ends_with_its_reason() -> None:
    """A rocker driven by a given crank beyond its reach: 0.9 rad and 1 rad/s, the limit at 1.37 rad."""
    bar = FourBar(0.1, 0.06, 0.08, 0.12)
    machine = bar.made(0.9)
    hang(machine, [(4, 1.0)], [], 0.0)
    limit = math.acos((0.1**2 + 0.12**2 - 0.14**2) / (2 * 0.1 * 0.12))
    given = GivenInput(machine.inputs[0], 0.0, 0.9, 1.0, 0.0)
    simulation = begun(machine, [], [], free=[], given=[given], duration=1.0, rows=100)
    assert to_the_end(simulation) == FAILED
    assert simulation.reason in (TOO_NEAR, NO_POSITION)
    assert limit - 0.9 - 1e-9 < simulation.now < limit - 0.9
    assert simulation.rows.count == math.floor(100 * simulation.now)


# ---- bounds and ends


def test_evaluations_are_bounded() -> None:
    machine = on_a_line(1.0)
    loads: list[Load] = [Spring(machine.inputs[0], 1e10, 0.0, (), Pieces())]
    simulation = begun(machine, [1.0], [0.0], loads, bound=500)
    assert to_the_end(simulation) == FAILED
    assert simulation.reason == TOO_MUCH_WORK
    assert 500 < simulation.equation.evaluations < 520


def test_a_motion_that_ends_in_finite_time_fails_there() -> None:
    """ẍ = 6x² with x = 1/(1 − t)²: infinite at 1 s."""
    machine, pieces = on_a_line(1.0), Pieces()
    push = ProductNode(NumberNode(6.0), PowerNode(PlaceNode(machine.places[0], pieces), NumberNode(2.0)))
    loads: list[Load] = [Force(machine.places[0], push)]
    simulation = begun(
        machine, [1.0], [2.0], loads, pieces=pieces, duration=2.0, rows=200, tolerance=1e-9, bound=15_000
    )
    assert to_the_end(simulation) == FAILED
    assert 0.99 < simulation.now < 1.0
    rows = motion_of(simulation)
    t = 0.01 * np.arange(1, len(rows) + 1)
    np.testing.assert_allclose(rows[:90, 0], 1 / (1 - t[:90]) ** 2, rtol=1e-6)


def test_a_force_that_is_infinite_at_the_start_does_not_begin() -> None:
    machine, pieces = on_a_line(1.0), Pieces()
    loads: list[Load] = [Force(machine.places[0], QuotientNode(NumberNode(1.0), TimeNode(pieces)))]
    assert begun(machine, [0.0], [0.0], loads, pieces=pieces).reason == NOT_FINITE


@pytest.mark.parametrize("method", METHODS)
def test_steps_grow_and_shrink_with_the_error(method: Callable[..., Integrator]) -> None:
    """From far too long a step: refused, then accepted; from far too short: it grows."""
    for step in (0.5, 1e-7):
        machine = on_a_line(1.0)
        loads: list[Load] = [Spring(machine.inputs[0], 100.0, 0.0, (), Pieces())]
        simulation = begun(machine, [1.0], [0.0], loads, method=method, tolerance=1e-6, step=step, rows=1)
        assert to_the_end(simulation) == DONE
        if step == 0.5:
            assert simulation.refused_error + simulation.refused_position > 0
        assert simulation.accepted < (2000 if method is Heun else 200)
        assert motion_of(simulation)[0, 0] == pytest.approx(math.cos(10.0), abs=1e-3)


def test_no_angle_turns_further_than_a_radian_in_a_step() -> None:
    """A flywheel of constant speed has no error at all: 100 rad still take a hundred steps."""
    simulation = begun(pendulum(1.0, 0.0, 1.0, gravity=False), [0.0], [100.0], duration=1.0, rows=1, step=1.0)
    assert to_the_end(simulation) == DONE
    assert 100 <= simulation.accepted <= 102
    line = begun(on_a_line(1.0), [0.0], [100.0], duration=1.0, rows=1, step=1.0)
    assert to_the_end(line) == DONE
    assert line.accepted == 1


def test_a_step_that_turned_too_far_is_refused() -> None:
    """A moment on a wheel at rest: the first step may not turn it by two radians."""
    machine = pendulum(1.0, 0.0, 1.0, gravity=False)
    loads: list[Load] = [Motor(machine.inputs[0], [1000.0])]
    simulation = begun(machine, [0.0], [0.0], loads, duration=0.1, rows=1, step=0.1)
    assert to_the_end(simulation) == DONE
    assert simulation.refused_error + simulation.refused_position > 0
    assert motion_of(simulation)[0, :2] == pytest.approx([5.0, 100.0], abs=1e-8)


def slider_crank() -> Machine:
    """Crank 1 m, rod 2.5 m; the input is the place of the slider, mass at the crank pin only."""
    angle, rod = 1.0, 2.5
    x = math.cos(angle) + math.sqrt(rod**2 - math.sin(angle) ** 2)
    places = points((0.0, 0.0, False), (math.cos(angle), math.sin(angle), True), (x, 0.0, True))
    places[5].moving = False
    forms: list[Form] = [Length(places[0:4]), Length(places[2:6]), Held(places[4])]
    machine = assembled(places, forms, 1, [([forms[2]], [places[4]]), (forms[:2], places[2:4])], rod)
    hang(machine, [(2, 1.0)], [], 0.0)
    return machine


def test_an_input_that_loses_its_grip_is_told() -> None:
    """Towards the dead centre the crank pin outruns the slider: dy/dx = r cos ε/(dx/dε) beyond any bound."""
    machine = slider_crank()
    x = machine.places[4].x()
    simulation = begun(machine, [x], [1.0], duration=3.0, rows=30)
    outcome = RUNNING
    while outcome == RUNNING:
        outcome = simulation.advance(1)
    assert outcome == LOST_GRIP
    assert simulation.lost == 0
    assert machine.places[4].x() < 3.5
    fastest = max(abs(c.u) * c.per for c in machine.mech.moving)
    assert fastest > 20.0
    simulation.stand_at_start()
    for c in machine.mech.moving:
        assert c.v == pytest.approx(c.u * simulation.state.y[1])
    crank = math.atan2(machine.places[3].x(), machine.places[2].x())
    assert math.hypot(machine.places[2].v, machine.places[3].v) == pytest.approx(
        math.hypot(*velocity_at(1.0, 1.0)), rel=1e-6
    )  # no loads, one mass: the pin keeps its speed
    assert 0.0 < abs(crank) < 0.3


def velocity_at(angle: float, slider: float) -> tuple[float, float]:
    """Of the crank pin at an angle, for a velocity of the slider."""
    s = math.sin(angle)
    per = -s - s * math.cos(angle) / math.sqrt(2.5**2 - s**2)
    return -s * slider / per, math.cos(angle) * slider / per


@pytest.mark.parametrize("beside", [False, True])
def test_inputs_that_were_replaced_are_measured_in_rows(beside: bool) -> None:
    """While the crank is integrated the slider's place is a dependent parameter: its velocity and acceleration.

    Alone, or with a second free parameter beside it.
    """
    rod, angle, speed = 2.5, 1.0, 2.0
    x = math.cos(angle) + math.sqrt(rod**2 - math.sin(angle) ** 2)
    places = points((0.0, 0.0, False), (math.cos(angle), math.sin(angle), True), (x, 0.0, True))
    places[5].moving = False
    slider: Form = Held(places[4])
    forms: list[Form] = [Length(places[0:4]), Length(places[2:6]), Angle(places[0:4])]
    blocks = [([forms[0], forms[2]], places[2:4]), ([forms[1]], [places[4]])]
    if beside:
        places.append(Coordinate(6, 0.0, True, X))
        places[6].m = 1.0
        forms.append(Held(places[6]))
        blocks.append(([forms[3]], [places[6]]))
    machine = assembled(places, forms, 2 if beside else 1, blocks, rod, [slider])
    slider.loaded = True
    machine.mech.arrange(machine.mech.groups)
    hang(machine, [(2, 1.0)], [], 0.0)
    simulation = begun(machine, [angle, 0.0], [speed, 0.0], duration=1.0, rows=4)
    simulation.equation.replaced = [slider]
    simulation.equation.inputs = [slider]
    assert to_the_end(simulation) == DONE
    t = 0.25 * np.arange(1, 5)  # the crank with its mass alone turns evenly
    e = angle + speed * t
    root = np.sqrt(rod**2 - np.sin(e) ** 2)
    first = -np.sin(e) - np.sin(e) * np.cos(e) / root
    second = -np.cos(e) - (np.cos(2 * e) * root**2 + (np.sin(e) * np.cos(e)) ** 2) / root**3
    found = motion_of(simulation)
    np.testing.assert_allclose(found[:, 0], np.cos(e) + root, atol=1e-8)
    np.testing.assert_allclose(found[:, 1], first * speed, atol=1e-7)
    np.testing.assert_allclose(found[:, 2], second * speed**2, atol=1e-6)


def test_the_energy_of_a_pendulum_is_kept() -> None:
    simulation = begun(pendulum(1.0, 0.0, 2.0), [0.0], [0.0], duration=5.0, rows=50, tolerance=1e-11)
    assert to_the_end(simulation) == DONE
    e, v, _ = motion_of(simulation).T
    np.testing.assert_allclose(0.5 * v**2 + G * np.sin(e), 0.0, atol=1e-8)


def test_sums_of_expressions_are_read_at_stages() -> None:
    """ẍ = 1 + 2t: x = t²/2 + t³/3."""
    machine, pieces = on_a_line(1.0), Pieces()
    push = SumNode(NumberNode(1.0), ProductNode(NumberNode(2.0), TimeNode(pieces)))
    loads: list[Load] = [Force(machine.places[0], push)]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces, rows=4)
    assert to_the_end(simulation) == DONE
    t = 0.25 * np.arange(1, 5)
    np.testing.assert_allclose(motion_of(simulation)[:, 0], t**2 / 2 + t**3 / 3, atol=1e-13)
