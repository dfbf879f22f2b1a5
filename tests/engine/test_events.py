"""Ends of pieces are hit exactly; friction holds what it can and lets go at the right instant."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from runmec.dynamics.spring import Spring
from runmec.engine.events.event_location import MOST, EventLocation
from runmec.engine.events.inside import look_inside
from runmec.engine.expression import (
    AbsoluteNode,
    DifferenceNode,
    ExtremeNode,
    NegativeNode,
    Node,
    NumberNode,
    PlaceNode,
    PowerNode,
    ProductNode,
    QuotientNode,
    SumNode,
    TimeNode,
    VelocityNode,
)
from runmec.engine.force import Force
from runmec.engine.integrators.dop853 import Dop853
from runmec.engine.integrators.heun import Heun
from runmec.engine.integrators.integrator import Integrator
from runmec.engine.integrators.radau import Radau
from runmec.engine.load import Load
from runmec.engine.simulation import DONE, FAILED, RUNNING, Simulation
from runmec.engine.status import CHATTERS, FINE, UNDECIDABLE
from runmec.engine.switch import IDLE, MET, MET_AGAIN, RELEASED, STUCK, Pieces, Switch

from .machines import begun, friction, jump_of, motion_of, on_a_line, since, to_the_end, wave

METHODS: list[tuple[Callable[..., Integrator], float]] = [(Heun, 1e-7), (Dop853, 1e-9), (Radau, 1e-8)]


def ends_of_steps(simulation: Simulation) -> tuple[int, list[float]]:
    """Outcome, and the times at which kinks were met."""
    found, count = [], 0
    for _ in range(20_000):
        outcome = simulation.advance(1)
        if simulation.kinks.count > count:
            count = simulation.kinks.count
            found.append(simulation.now)
        if outcome != RUNNING:
            return outcome, found
    raise AssertionError("it does not end")


@pytest.mark.parametrize(("method", "tolerance"), METHODS)
def test_a_jump_in_time_is_stepped_on(method: Callable[..., Integrator], tolerance: float) -> None:
    """2 N on 1 kg from 0.3 s on: x = (t − 0.3)² to rounding, since the pieces are parabolas."""
    machine, pieces = on_a_line(1.0), Pieces()
    loads: list[Load] = [
        Force(machine.places[0], ProductNode(NumberNode(2.0), jump_of(since(pieces, 0.3), pieces, True, False)))
    ]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces, method=method, tolerance=tolerance, rows=20)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks == pytest.approx([0.3], abs=1e-12)
    t = np.arange(1, 21) / 20
    np.testing.assert_allclose(motion_of(simulation)[:, 0], np.maximum(t - 0.3, 0.0) ** 2, atol=1e-12)
    assert simulation.rows.count == 20


@pytest.mark.parametrize(("method", "tolerance"), METHODS)
def test_a_stop_is_met_and_left(method: Callable[..., Integrator], tolerance: float) -> None:
    """1 m/s into a stop of 100 N/m at ½ m: met at ½ s, left π/10 later, back with −1 m/s."""
    machine, pieces = on_a_line(1.0), Pieces()
    loads: list[Load] = [Spring(machine.inputs[0], 0.0, 0.0, (-9.0, 0.5, 0.0, 100.0), pieces)]
    simulation = begun(machine, [0.0], [1.0], loads, pieces=pieces, method=method, tolerance=tolerance, rows=10)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks[0] == pytest.approx(0.5, abs=1e-12)
    within = 1e-4 if method is Heun else 1e-7
    assert kinks[1] == pytest.approx(0.5 + 0.1 * math.pi, abs=within)
    assert motion_of(simulation)[-1, :2] == pytest.approx([0.5 - (0.5 - 0.1 * math.pi), -1.0], abs=2 * within)


def test_a_corner_of_each_kind_is_met() -> None:
    """|t − 0.21| + min(t, 0.55) + max(t, 0.8): three corners, ẋ by quadrature of the pieces."""
    machine, pieces = on_a_line(1.0), Pieces()
    switches = [Switch(False, False) for _ in range(3)]
    for switch in switches:
        pieces.add(switch)
    t = TimeNode(pieces)
    sides = SumNode(
        AbsoluteNode(since(pieces, 0.21), switches[0], pieces),
        SumNode(
            ExtremeNode(t, NumberNode(0.55), 1.0, switches[1], pieces),
            ExtremeNode(t, NumberNode(0.8), -1.0, switches[2], pieces),
        ),
    )
    loads: list[Load] = [Force(machine.places[0], sides)]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks == pytest.approx([0.21, 0.55, 0.8], abs=1e-12)
    v = (0.21**2 + 0.79**2) / 2 + (0.55**2 / 2 + 0.55 * 0.45) + (0.8 * 0.8 + (1 - 0.64) / 2)
    assert motion_of(simulation)[-1, 1] == pytest.approx(v, abs=1e-12)


@pytest.mark.parametrize(("method", "tolerance"), METHODS)
def test_a_pulse_within_one_step_is_seen(method: Callable[..., Integrator], tolerance: float) -> None:
    """step(0.003 − |t − 0.1|): no stage need lie in it, samples and parabolas through them find it."""
    machine, pieces = on_a_line(1.0), Pieces()
    inner = Switch(False, False)
    pieces.add(inner)
    inside = DifferenceNode(NumberNode(0.003), AbsoluteNode(since(pieces, 0.1), inner, pieces))
    loads: list[Load] = [Force(machine.places[0], jump_of(inside, pieces, True, False))]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces, method=method, tolerance=tolerance)
    simulation.h = 0.2
    pieces.forget()
    assert simulation.method.step(0.0, 0.2) == FINE
    look_inside(simulation.equation, simulation.state, 0.0, 0.2)
    assert pieces.were_left()
    assert 0.0 < pieces.left_at < 0.2
    assert to_the_end(simulation) == DONE
    assert motion_of(simulation)[-1, 1] == pytest.approx(0.006, abs=1e-9)


def test_nothing_is_looked_for_where_there_are_no_pieces() -> None:
    simulation = begun(on_a_line(1.0), [0.0], [1.0])
    evaluations = simulation.equation.evaluations
    look_inside(simulation.equation, simulation.state, 0.0, 0.1)
    assert simulation.equation.evaluations == evaluations


# ---- friction


def rubbed(most: float, pull: Callable[[Pieces], Node], **options: object) -> tuple[Simulation, Pieces]:
    """1 kg with Coulomb friction under a pull."""
    machine, pieces = on_a_line(1.0), Pieces()
    rub = friction(VelocityNode(machine.places[0], pieces), most, pieces)
    loads: list[Load] = [Force(machine.places[0], SumNode(pull(pieces), rub))]
    speed = options.pop("speed", 0.0)
    return begun(machine, [0.0], [float(str(speed))], loads, pieces=pieces, **options), pieces  # type: ignore[arg-type]


def ramp(slope: float) -> Callable[[Pieces], Node]:
    return lambda pieces: ProductNode(NumberNode(slope), TimeNode(pieces))


@pytest.mark.parametrize(("method", "tolerance"), METHODS)
def test_a_block_comes_to_rest_and_is_pulled_loose(method: Callable[..., Integrator], tolerance: float) -> None:
    """Friction 3 N, pull 2t, 1 m/s: ẋ = 1 − 3t + t² = 0 at (3 − √5)/2; held until 2t = 3; then (t − 1.5)³/3 more."""
    simulation, pieces = rubbed(3.0, ramp(2.0), speed=1.0, method=method, tolerance=tolerance, duration=2.0, rows=40)
    stops, outcome = (3.0 - math.sqrt(5.0)) / 2.0, RUNNING
    held = []
    while outcome == RUNNING:
        outcome = simulation.advance(1)
        held.append((simulation.now, pieces.stuck))
    assert outcome == DONE
    changes = [t for (t, now), (_, before) in zip(held[1:], held, strict=False) if now != before]
    assert changes == pytest.approx([stops, 1.5], abs=1e-6 if method is Heun else 1e-9)
    assert simulation.equation.holds == 1
    assert simulation.equation.held_since == pytest.approx(stops, abs=1e-6)
    t = 0.05 * np.arange(1, 41)
    b = np.minimum(t, stops)
    x = b - 1.5 * b**2 + b**3 / 3 + np.maximum(t - 1.5, 0.0) ** 3 / 3
    np.testing.assert_allclose(motion_of(simulation)[:, 0], x, atol=1e-4 if method is Heun else 1e-8)
    rest = (t > stops) & (t < 1.5)
    assert np.max(np.abs(motion_of(simulation)[rest, 1])) < 1e-12


def test_what_holds_is_what_is_pulled_and_its_gap_is_what_is_left() -> None:
    """At rest under 2 N with 3 N of friction: sign takes 2/3, a third is left; then 5 N pull, and it slides with 2."""
    simulation, pieces = rubbed(3.0, lambda _: NumberNode(2.0))
    (switch,) = pieces.switches
    assert simulation.reason == FINE
    assert (switch.mode, pieces.stuck) == (STUCK, 1)
    assert switch.held == pytest.approx(2.0 / 3.0)
    assert switch.gap == pytest.approx(1.0 / 3.0)
    assert simulation.state.K[1] == pytest.approx(0.0, abs=1e-12)
    simulation, pieces = rubbed(3.0, lambda _: NumberNode(-5.0))
    (switch,) = pieces.switches
    assert (switch.mode, pieces.stuck) == (-1, 0)
    assert simulation.state.K[1] == pytest.approx(-2.0)


def test_a_pull_just_below_the_friction_does_not_set_loose() -> None:
    simulation, pieces = rubbed(3.0, lambda _: NumberNode(3.0 * (1.0 - 1e-12)))
    assert to_the_end(simulation) == DONE
    assert abs(motion_of(simulation)[-1, 0]) < 1e-9
    assert pieces.stuck == 1


def two_rubbing(
    on_a: Callable[[Node, Node, Pieces], Node], on_b: Callable[[Node, Node, Pieces], Node], a: float, b: float
) -> tuple[Simulation, Pieces]:
    """Two blocks of 1 kg, pulled by a and b; friction by their velocities."""
    machine, pieces = on_a_line(1.0, 1.0), Pieces()
    va, vb = (VelocityNode(c, pieces) for c in machine.places)
    loads: list[Load] = [
        Force(machine.places[0], SumNode(NumberNode(a), on_a(va, vb, pieces))),
        Force(machine.places[1], SumNode(NumberNode(b), on_b(va, vb, pieces))),
    ]
    return begun(machine, [0.0, 0.0], [0.0, 0.0], loads, pieces=pieces), pieces


def between(most: float, sense: float) -> Callable[[Node, Node, Pieces], Node]:
    """−most·sign of the velocity relative to the other block, however it is written."""

    def made(va: Node, vb: Node, pieces: Pieces) -> Node:
        return friction(ProductNode(NumberNode(sense), DifferenceNode(va, vb)), most, pieces)

    return made


@pytest.mark.parametrize("sense", [-1.0, 2.0])
def test_jumps_that_always_change_together_have_a_leader(sense: float) -> None:
    """Action and reaction as two jumps: the second follows the first, the same way or the other."""
    most = -3.0 if sense > 0.0 else 3.0
    simulation, pieces = two_rubbing(between(3.0, 1.0), between(most, sense), 0.0, 2.0)
    first, second = pieces.switches
    assert (first.mode, second.mode, pieces.stuck) == (STUCK, IDLE, 1)
    assert second.leader is first
    assert second.sense == math.copysign(1.0, sense)
    assert to_the_end(simulation) == DONE
    together = 0.5 * (np.arange(1, 11) / 10) ** 2
    np.testing.assert_allclose(motion_of(simulation)[:, :2], np.array([together, together]).T, atol=1e-10)


def test_released_together_they_slide_apart() -> None:
    """9 N pull b, friction 3 N: 3 m/s² and 6 m/s² from the first instant."""
    simulation, pieces = two_rubbing(between(3.0, 1.0), between(3.0, -1.0), 0.0, 9.0)
    assert pieces.stuck == 0
    assert [switch.mode for switch in pieces.switches] == [-1, 1]
    assert to_the_end(simulation) == DONE
    assert motion_of(simulation)[-1, :2] == pytest.approx([1.5, 3.0], abs=1e-10)


def test_a_leader_that_lets_go_takes_its_follower_along() -> None:
    """Pull 4t on b: together with 2t each while 2t ≤ 3; from 1.5 s on, a is accelerated by 3 N."""
    machine, pieces = on_a_line(1.0, 1.0), Pieces()
    va, vb = (VelocityNode(c, pieces) for c in machine.places)
    pull = ProductNode(NumberNode(4.0), TimeNode(pieces))
    loads: list[Load] = [
        Force(machine.places[0], friction(DifferenceNode(va, vb), 3.0, pieces)),
        Force(machine.places[1], SumNode(pull, friction(DifferenceNode(vb, va), 3.0, pieces))),
    ]
    simulation = begun(machine, [0.0, 0.0], [0.0, 0.0], loads, pieces=pieces, duration=2.0, rows=20)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks == pytest.approx([1.5], abs=1e-9)
    t = 0.1 * np.arange(1, 21)
    late = np.maximum(t - 1.5, 0.0)
    expected = np.where(t < 1.5, t**2, 1.5**2 + 3.0 * late)
    np.testing.assert_allclose(motion_of(simulation)[:, 2], expected, atol=1e-9)
    expected = np.where(t < 1.5, t**2, 1.5**2 + 2.0 * (t**2 - 1.5**2) - 3.0 * late)
    np.testing.assert_allclose(motion_of(simulation)[:, 3], expected, atol=1e-9)


def test_what_others_hold_already_is_idle() -> None:
    """Both blocks held by the ground, 1 N each of 3: the friction between them has nothing to do."""
    machine, pieces = on_a_line(1.0, 1.0), Pieces()
    va, vb = (VelocityNode(c, pieces) for c in machine.places)
    loads: list[Load] = [
        Force(machine.places[0], SumNode(NumberNode(1.0), friction(va, 3.0, pieces))),
        Force(machine.places[1], SumNode(NumberNode(1.0), friction(vb, 3.0, pieces))),
        Force(machine.places[0], friction(DifferenceNode(va, vb), 0.5, pieces)),
    ]
    simulation = begun(machine, [0.0, 0.0], [0.0, 0.0], loads, pieces=pieces)
    assert [switch.mode for switch in pieces.switches] == [STUCK, STUCK, IDLE]
    assert pieces.switches[2].leader is None
    assert to_the_end(simulation) == DONE
    assert np.max(np.abs(motion_of(simulation))) < 1e-12


def test_a_brake_that_opens_is_exhausted() -> None:
    """Friction max(0, 1 − 2t) and nothing that pulls: nothing holds from ½ s on, and nothing moves."""
    machine, pieces = on_a_line(1.0), Pieces()
    opening = Switch(False, False)
    pieces.add(opening)
    most = ExtremeNode(
        DifferenceNode(NumberNode(1.0), ProductNode(NumberNode(2.0), TimeNode(pieces))),
        NumberNode(0.0),
        -1.0,
        opening,
        pieces,
    )
    rub = NegativeNode(ProductNode(most, jump_of(VelocityNode(machine.places[0], pieces), pieces, False, True)))
    loads: list[Load] = [Force(machine.places[0], rub)]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces)
    assert to_the_end(simulation) == DONE
    assert np.max(np.abs(motion_of(simulation)[:, :2])) < 1e-12
    assert pieces.stuck == 0


def test_a_held_value_that_does_not_enter_linearly_is_found() -> None:
    """1 = 3 s³ at rest: the sign takes (1/3)^⅓."""
    machine, pieces = on_a_line(1.0), Pieces()
    cube = PowerNode(jump_of(VelocityNode(machine.places[0], pieces), pieces, False, True), NumberNode(3.0))
    loads: list[Load] = [Force(machine.places[0], DifferenceNode(NumberNode(1.0), ProductNode(NumberNode(3.0), cube)))]
    begun(machine, [0.0], [0.0], loads, pieces=pieces)
    assert pieces.switches[0].held == pytest.approx((1.0 / 3.0) ** (1.0 / 3.0), abs=1e-7)


def test_what_depends_on_other_pieces_cannot_be_decided() -> None:
    machine, pieces = on_a_line(1.0), Pieces()
    rub = friction(VelocityNode(machine.places[0], pieces), 3.0, pieces)
    pieces.switches[0].feeds = True
    loads: list[Load] = [Force(machine.places[0], rub)]
    assert begun(machine, [0.0], [0.0], loads, pieces=pieces).reason == UNDECIDABLE


def test_a_relay_on_the_place_rests_in_its_middle() -> None:
    """−sign x from rest at 0: its argument knows no velocities, the second derivative decides."""
    machine, pieces = on_a_line(1.0), Pieces()
    back = NegativeNode(jump_of(PlaceNode(machine.places[0], pieces), pieces, False, False))
    loads: list[Load] = [Force(machine.places[0], back)]
    simulation = begun(machine, [0.0], [0.0], loads, pieces=pieces)
    (switch,) = pieces.switches
    assert (switch.mode, switch.derivative) == (STUCK, 2)
    assert to_the_end(simulation) == DONE
    assert np.max(np.abs(motion_of(simulation)[:, 0])) < 1e-12


def test_a_relay_swings_by_parabolas() -> None:
    """ẍ = −sign x from ½ m at rest: quarter periods of 1 s, so that x = ½ − ½t² first, and −½ after 2 s."""
    machine, pieces = on_a_line(1.0), Pieces()
    back = NegativeNode(jump_of(PlaceNode(machine.places[0], pieces), pieces, False, False))
    loads: list[Load] = [Force(machine.places[0], back)]
    simulation = begun(machine, [0.5], [0.0], loads, pieces=pieces, duration=4.0, rows=8)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks == pytest.approx([1.0, 3.0], abs=1e-9)
    expected = [0.375, 0.0, -0.375, -0.5, -0.375, 0.0, 0.375, 0.5]
    np.testing.assert_allclose(motion_of(simulation)[:, 0], expected, atol=1e-9)


def test_a_jump_that_leads_away_takes_the_side_it_is_led_to() -> None:
    """+sign x at x = 0: with a speed it goes on that way, as either side says."""
    for speed in (1.0, -1.0):
        machine, pieces = on_a_line(1.0), Pieces()
        away = jump_of(PlaceNode(machine.places[0], pieces), pieces, False, False)
        loads: list[Load] = [Force(machine.places[0], away)]
        simulation = begun(machine, [0.0], [speed], loads, pieces=pieces)
        assert pieces.switches[0].mode == speed
        assert to_the_end(simulation) == DONE
        assert motion_of(simulation)[-1, 0] == pytest.approx(1.5 * speed, abs=1e-9)


# ---- counting


def test_too_many_kinks_in_too_short_a_time_are_chatter() -> None:
    simulation = begun(on_a_line(1.0), [0.0], [1.0], duration=10.0)
    kinks = EventLocation(simulation.equation, 10.0)
    assert [kinks.note(0.001) for _ in range(MOST + 1)] == [FINE] * MOST + [CHATTERS]
    assert kinks.note(0.02) == FINE  # later: counted anew
    assert kinks.count == MOST + 2


def test_chatter_ends_a_simulation() -> None:
    """−v/|v| without anything that could hold: pieces end at every step of rounding."""
    machine, pieces = on_a_line(1.0), Pieces()
    switch = Switch(False, True)
    pieces.add(switch)
    v = VelocityNode(machine.places[0], pieces)
    loads: list[Load] = [
        Force(machine.places[0], ProductNode(NumberNode(-2.0), QuotientNode(v, AbsoluteNode(v, switch, pieces))))
    ]
    simulation = begun(machine, [0.0], [1.0], loads, pieces=pieces, method=Heun, tolerance=1e-6, duration=2.0)
    assert to_the_end(simulation) == FAILED
    assert simulation.reason == CHATTERS
    assert simulation.now == pytest.approx(0.5, abs=2e-3)


def test_how_jumps_were_met_is_noted() -> None:
    """First, again in no time (positions only), and what was held is released to the side of its value."""
    machine, pieces = on_a_line(1.0), Pieces()
    place = jump_of(PlaceNode(machine.places[0], pieces), pieces, False, False)
    rub = jump_of(VelocityNode(machine.places[0], pieces), pieces, False, True)
    loads: list[Load] = [Force(machine.places[0], SumNode(place, rub))]
    simulation = begun(machine, [1.0], [1.0], loads, pieces=pieces)
    a, b = pieces.switches
    a.at_start = -1e-9
    b.at_start = 0.5
    simulation.kinks.note_crossings(1.0, 1e-6)
    assert (a.crossed, a.met_at, b.crossed) == (MET, 1.0, 0)
    simulation.kinks.note_crossings(1.0 + 1e-7, 1e-6)
    assert a.crossed == MET_AGAIN
    simulation.kinks.note_crossings(1.1, 1e-6)
    assert a.crossed == MET
    follower, other = Switch(True, True), Switch(True, True)
    follower.mode, follower.leader, follower.sense, other.mode = IDLE, b, -1, IDLE
    pieces.add(follower)
    pieces.add(other)
    b.mode, b.held, b.at_start, pieces.stuck = STUCK, -1.0, -1e-12, 1
    a.at_start = 1.0
    simulation.kinks.note_crossings(1.2, 1e-6)
    assert (b.mode, b.crossed, pieces.stuck) == (-1, RELEASED, 0)
    assert (follower.held, follower.crossed, follower.mode) == (1.0, RELEASED, 1)
    assert (other.mode, other.crossed) == (1, MET)


def test_a_pull_that_comes_back_within_a_step_releases_what_is_held() -> None:
    """Held by 1 N, pulses of 1.3·sin 7t: loose first where sin 7t = 1/1.3, though a long step would not see it."""
    simulation, _ = rubbed(1.0, lambda pieces: wave(pieces, 1.3, 7.0), duration=1.0, rows=1, step=0.4)
    outcome, kinks = ends_of_steps(simulation)
    assert outcome == DONE
    assert kinks[0] == pytest.approx(math.asin(1.0 / 1.3) / 7.0, abs=1e-9)
