"""Rows read again: velocities, forces, balances, energies and all quantities, against closed forms and numpy."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from librt.vecs import vec

from runmec.dynamics.damper import Damper
from runmec.dynamics.elasticity import Elasticity
from runmec.dynamics.spring import Spring
from runmec.elements.bar import Angle, Length, uniform_bar
from runmec.elements.ternary1 import Seen
from runmec.engine import quantities
from runmec.engine.balance import Balance, Sum
from runmec.engine.block import Dense
from runmec.engine.coordinate import ANGLE, Coordinate, Partial
from runmec.engine.expression import COS, FunctionNode, NumberNode, QuotientNode, TimeNode
from runmec.engine.flexible import Flexible, FlexibleParameter
from runmec.engine.force import Force
from runmec.engine.form import Form, Held
from runmec.engine.load import Load
from runmec.engine.quantity import Quantity
from runmec.engine.reading import Reading
from runmec.engine.replay import Recorder, Replay, Second
from runmec.engine.switch import Pieces
from runmec.engine.trajectory import Trajectory
from runmec.engine.transmission import Transmission, TurningTransmission

from .machines import FourBar, G, assembled, beam_pendulum, double_pendulum, floats, hang, on_a_line, points

BAR = FourBar(0.1, 0.3, 0.2, 0.25)
ANGLE_AT, SPEED, ACCELERATION = 1.1, 4.0, -7.0
MASSES = np.array([0.5, 0.5, 2.0, 2.0])  # of the pins
WEIGHTS = np.array([0.0, -0.5 * G, 0.0, -2.0 * G])


class Posed:
    """The four-bar with masses at its pins, a spring and a damper on the rocker, and a force on the pin."""

    def __init__(
        self,
        angle: float = ANGLE_AT,
        at: tuple[float, float, float, float] | None = None,
        bar: FourBar = BAR,
        flexibles: Sequence[Flexible] = (),
        push: float = 3.0,
    ) -> None:
        self.machine = machine = bar.made(angle, at=at)
        hang(machine, [(2, 0.5), (4, 2.0)], [], G)
        self.mech = machine.mech
        self.rocker, self.pieces = machine.extra["rocker"], Pieces()
        loads: list[Load] = [
            Spring(self.rocker, 5.0, 0.2, (), self.pieces),
            Damper(self.rocker, 0.3),
            Force(machine.places[4], NumberNode(push)),
        ]
        self.angles = [machine.inputs[0], self.rocker]
        self.replay = Replay(self.mech, machine.inputs, self.angles, loads, list(flexibles), None, [], [], self.pieces)
        self.balance = Balance(
            self.mech, machine.inputs, [1.0] * 4, [0.0, 0.0, 0.0, 1.0, 1.0], [1, 0, 3, 2, 5, 4, 7, 6], []
        )
        self.rows = Trajectory()
        self.row(angle, SPEED, ACCELERATION)

    def row(self, value: float, rate: float, acceleration: float) -> None:
        self.rows.write(self.mech.coordinates, self.angles)
        for number in (value, rate, acceleration):
            self.rows.write_number(number)

    def stand(self) -> Posed:
        self.replay.wants_transfer = True
        self.replay.begin()
        self.replay.stand(self.rows, 0, 0.7)
        return self


def closed(name: str) -> np.ndarray:
    """Positions of the pins, first and second transfer functions, by five-point differences of the closed form."""
    h = 1e-3
    x = np.array([BAR.pins(ANGLE_AT + h * k, 1.0) for k in range(-2, 3)])
    if name == "x":
        return x[2]
    weights = [1, -8, 0, 8, -1] if name == "first" else [-1, 16, -30, 16, -1]
    return np.array(weights) @ x / (12 * h if name == "first" else 12 * h * h)


def rocker(first: bool) -> float:
    h = 1e-3
    turned = []
    for k in range(-2, 3):
        _, _, x, y = BAR.pins(ANGLE_AT + h * k, 1.0)
        turned.append(math.atan2(y, x - BAR.frame))
    weights = [1, -8, 0, 8, -1] if first else [-1, 16, -30, 16, -1]
    return float(np.array(weights) @ np.array(turned)) / (12 * h if first else 12 * h * h)


def test_velocities_and_accelerations_of_a_row() -> None:
    posed = Posed().stand()
    v = closed("first") * SPEED
    a = closed("second") * SPEED**2 + closed("first") * ACCELERATION
    np.testing.assert_allclose([c.v for c in posed.mech.moving], v, atol=1e-8)
    np.testing.assert_allclose([c.a for c in posed.mech.moving], a, atol=1e-6)
    assert posed.rocker.rate == pytest.approx(rocker(True) * SPEED, abs=1e-8)
    assert posed.rocker.acceleration == pytest.approx(rocker(False) * SPEED**2 + rocker(True) * ACCELERATION, abs=1e-6)
    assert not posed.replay.is_singular
    assert posed.pieces.t == 0.7


def test_the_drive_by_virtual_work() -> None:
    """M = Σ x'(m a − weight − f) + ε'(σ of spring and damper): the input's σ is −M."""
    posed = Posed().stand()
    posed.replay.inverse_dynamics()
    first = closed("first")
    a = closed("second") * SPEED**2 + first * ACCELERATION
    _, _, x, y = closed("x")
    tension = 5.0 * math.atan2(y, x - BAR.frame) + 0.2 + 0.3 * rocker(True) * SPEED
    outside = WEIGHTS + np.array([0.0, 0.0, 3.0, 0.0])
    drive = first @ (MASSES * a - outside) + rocker(True) * tension
    assert posed.machine.inputs[0].sigma == pytest.approx(-drive, abs=1e-6)
    assert posed.rocker.sigma == pytest.approx(tension, rel=1e-9)


def test_balances_vanish_and_see_what_is_wrong() -> None:
    """Sums of forces, of moments and of power are zero to rounding; a newton too much anywhere is seen."""
    posed = Posed().stand()
    posed.replay.inverse_dynamics()
    posed.balance.close()
    posed.balance.balance()
    assert posed.balance.closure < 1e-13
    for total in (posed.balance.forces, posed.balance.moments, posed.balance.power):
        assert total.size > 0.0
        assert total.relative() < 1e-13
    for at, sums in ((4, ("forces", "moments", "power")), (0, ("forces",))):
        fresh = Posed().stand()
        fresh.replay.inverse_dynamics()
        fresh.mech.coordinates[at].h += 1.0
        fresh.balance.balance()
        for name in sums:
            assert getattr(fresh.balance, name).relative() > 1e-4
    posed.machine.forms[1].value += 1e-3
    posed.balance.close()
    assert posed.balance.closure == pytest.approx(1e-3)


def test_a_sum_remembers_its_worst_row() -> None:
    total = Sum()
    assert total.relative() == 0.0
    total.add(-2.0, 8.0)
    total.add(1.0, 10.0)
    assert (total.worst, total.size, total.relative()) == (2.0, 10.0, 0.2)
    none = Sum()
    none.add(3.0, 0.0)
    assert none.relative() == 3.0


def test_supports_carry_the_weight_at_rest() -> None:
    """Σ of the frame's forces along y is the weight of 2.5 kg; along x what was pushed, back."""
    posed = Posed()
    posed.rows = Trajectory()
    posed.row(ANGLE_AT, 0.0, 0.0)
    posed.stand()
    posed.replay.inverse_dynamics()
    reactions = [quantities.Reaction(c).value() for c in posed.machine.places]
    assert reactions[2:6] == [0.0] * 4
    assert reactions[1] + reactions[7] == pytest.approx(2.5 * G)
    assert reactions[0] + reactions[6] == pytest.approx(-3.0)


def test_uniform_links_of_a_four_bar_keep_all_balances() -> None:
    """Bars between moving pins and on the frame: sums vanish, the kinetic energy is that of their ends."""
    posed = Posed()
    O, A, B, C = (posed.machine.places[k : k + 2] for k in (0, 2, 4, 6))
    hang(posed.machine, [], [(O + A, 0.7), (A + B, 1.9), (C + B, 1.2)], G)
    posed.stand()
    posed.replay.inverse_dynamics()
    posed.balance.balance()
    for total in (posed.balance.forces, posed.balance.moments, posed.balance.power):
        assert total.relative() < 1e-13
    a, b = closed("first")[:2] * SPEED, closed("first")[2:] * SPEED
    rods = (0.7 * a @ a + 1.9 * (a @ a + a @ b + b @ b) + 1.2 * b @ b) / 6.0
    pins = 0.5 * (0.5 * a @ a + 2.0 * b @ b)
    assert posed.replay.kinetic() == pytest.approx(rods + pins, rel=1e-8)
    posed.replay.transfer()
    assert posed.replay.inertia(0, 0) == pytest.approx(2.0 * (rods + pins) / SPEED**2, rel=1e-8)


def test_bars_couple_moving_and_fixed_ends() -> None:
    """A uniform pendulum that turns evenly: the pivot carries m·l/2·ω² towards itself, and the weight."""
    places = points((0.0, 0.0, False), (0.8, 0.6, True))
    forms: list[Form] = [Length(places), Angle(places)]
    machine = assembled(places, forms, 1, [(forms, places[2:])])
    hang(machine, [], [(places, 3.0)], G)
    replay = Replay(machine.mech, machine.inputs, [forms[1]], [], [], None, [], [], Pieces())
    replay.wants_transfer = True
    replay.begin()
    rows = Trajectory()
    rows.write(places, [forms[1]])
    for number in (forms[1].value, 5.0, 0.0):
        rows.write_number(number)
    replay.stand(rows, 0, 0.0)
    replay.inverse_dynamics()
    inward = 3.0 * 0.5 * 25.0
    assert [-c.f for c in places[:2]] == pytest.approx([-0.8 * inward, 3.0 * G - 0.6 * inward])
    assert forms[1].sigma == pytest.approx(-3.0 * G * 0.4)  # the moment that carries the weight, M = −σ
    assert replay.kinetic() == pytest.approx(0.5 * 3.0 / 3.0 * 25.0)
    replay.transfer()
    assert replay.inertia(0, 0) == pytest.approx(1.0)
    assert replay.potential() == pytest.approx(3.0 * G * 0.3)
    # on the bar itself: what the pivot gives, of which its own third and sixth take a part
    bar = uniform_bar(3.0, places)
    bar.set_gravity([0.0, -G])
    ends = [[form.entries[k] for form in forms] for k in range(4)]
    at = [quantities.Connection(places[k], ends[k], [1.0, 1.0], forms, [bar]).value() for k in range(4)]
    assert at[0] == pytest.approx(-0.8 * inward)
    assert at[1] == pytest.approx(3.0 * G - 0.6 * inward)
    assert at[2:] == pytest.approx([0.0, 0.0], abs=1e-12)


def test_a_beam_gives_a_row_what_a_bar_gives() -> None:
    """Drive, energies and reduced inertia of a rigid beam on a pivot; its matrix turns with it."""
    l, angle, m, speed, acceleration = 0.9, 0.4, 2.0, 3.0, 5.0
    machine = beam_pendulum(l, angle, m, False)
    replay = Replay(machine.mech, machine.inputs, [], [], [], None, [], [], Pieces())
    replay.wants_transfer = True
    replay.begin()
    rows = Trajectory()
    rows.write(machine.places, [])
    for number in (angle, speed, acceleration):
        rows.write_number(number)
    replay.stand(rows, 0, 0.0)
    replay.inverse_dynamics()
    assert machine.inputs[0].sigma == pytest.approx(-(m * l * l / 3 * acceleration + 0.5 * m * G * l * math.cos(angle)))
    assert replay.kinetic() == pytest.approx(0.5 * m * l * l / 3 * speed**2)
    assert replay.potential() == pytest.approx(0.5 * m * G * l * math.sin(angle))
    replay.transfer()
    assert replay.inertia(0, 0) == pytest.approx(m * l * l / 3)


# ---- energies and transfer functions


def test_energies_and_reduced_inertia() -> None:
    posed = Posed().stand()
    posed.replay.transfer()
    first = closed("first")
    _, _, x, y = closed("x")
    angle = math.atan2(y, x - BAR.frame)
    assert posed.replay.inertia(0, 0) == pytest.approx(MASSES @ first**2, rel=1e-8)
    assert posed.replay.kinetic() == pytest.approx(0.5 * (MASSES @ first**2) * SPEED**2, rel=1e-8)
    spring = 0.5 * 5.0 * angle**2 + 0.2 * angle
    assert posed.replay.potential() == pytest.approx(-WEIGHTS @ closed("x") + spring, rel=1e-12)


def test_transfer_functions_of_first_and_second_order() -> None:
    posed = Posed()
    pair = Second(0, 0, 8, 5)
    posed.replay.seconds = [pair]
    posed.stand()
    posed.replay.transfer()
    moving = posed.mech.moving
    np.testing.assert_allclose([quantities.Transfer(c, 0).value() for c in moving], closed("first"), atol=1e-9)
    found = [quantities.SecondTransfer(c.at, pair).value() for c in moving]
    np.testing.assert_allclose(found, closed("second"), atol=1e-7)
    assert quantities.ParameterTransfer(posed.rocker, 0).value() == pytest.approx(rocker(True), abs=1e-9)
    assert quantities.ParameterSecond(4, pair).value() == pytest.approx(rocker(False), abs=1e-7)
    assert [pair.e[k] for k in range(4)] == pytest.approx([0.0] * 4, abs=1e-12)  # prescribed parameters do not bend
    assert posed.machine.inputs[0].acceleration == ACCELERATION  # as it was


def test_second_order_of_two_inputs() -> None:
    """x = cos a + ½ cos b of a chain: mixed derivatives vanish; of x·y-like sums −cos, −½ cos remain."""
    machine = double_pendulum((1.0, 0.5), (0.3, 1.2), (1.0, 1.0))
    replay = Replay(machine.mech, machine.inputs, [], [], [], None, [], [], Pieces())
    pairs = [Second(i, j, 6, 4) for i, j in ((0, 0), (0, 1), (1, 1))]
    replay.seconds = pairs
    replay.wants_transfer = True
    replay.begin()
    rows = Trajectory()
    rows.write(machine.places, [])
    for number in (0.3, 1.2, 0.0, 0.0, 0.0, 0.0):
        rows.write_number(number)
    replay.stand(rows, 0, 0.0)
    replay.transfer()
    assert [pair.x[4] for pair in pairs] == pytest.approx([-math.cos(0.3), 0.0, -0.5 * math.cos(1.2)], abs=1e-12)
    assert [machine.places[5].transfer[k] for k in range(2)] == pytest.approx([math.cos(0.3), 0.5 * math.cos(1.2)])
    assert replay.inertia(0, 1) == pytest.approx(0.5 * math.cos(0.3 - 1.2))
    assert quantities.ReducedInertia(1, 0, replay).value() == pytest.approx(0.5 * math.cos(0.9))


def test_the_condition_is_that_of_the_matrix() -> None:
    posed = Posed().stand()
    D = np.zeros((4, 4))
    for i, form in enumerate(posed.mech.forms):
        for entry in form.entries:
            if entry.of.moving:
                D[i, entry.of.at - 2] += entry.value
    expected = 1.0 / (np.linalg.norm(D, 1) * np.linalg.norm(np.linalg.inv(D), 1))
    assert posed.replay.reciprocal_condition() == pytest.approx(expected, rel=1e-10)
    assert quantities.Condition(posed.replay).value() == pytest.approx(expected, rel=1e-10)
    empty = Replay(on_a_line().mech, [], [], [], [], None, [], [], Pieces())
    assert empty.reciprocal_condition() == 1.0


def test_quantities_read_what_is_there() -> None:
    posed = Posed().stand()
    posed.replay.inverse_dynamics()
    pin, crank = posed.machine.places[4], posed.machine.inputs[0]
    crank.strain = 0.25
    read = {
        quantities.Place(pin): closed("x")[2],
        quantities.Velocity(pin): closed("first")[2] * SPEED,
        quantities.Acceleration(pin): pin.a,
        quantities.Parameter(crank): ANGLE_AT,
        quantities.ParameterRate(crank): SPEED,
        quantities.ParameterAcceleration(crank): ACCELERATION,
        quantities.Sigma(crank): crank.sigma,
        quantities.Power(crank): -crank.sigma * SPEED,
        quantities.Strain(crank): 0.25,
        quantities.KineticEnergy(posed.replay): posed.replay.kinetic(),
        quantities.PotentialEnergy(posed.replay): posed.replay.potential(),
    }
    for quantity, expected in read.items():
        assert quantity.value() == pytest.approx(expected, rel=1e-9, abs=1e-9)
    recorder = Recorder(list(read))
    recorder.read()
    recorder.read()
    assert floats(recorder.found).tolist() == pytest.approx(list(read.values()) * 2, rel=1e-9, abs=1e-9)


# ---- deformations


def test_displacements_are_the_derivatives_to_the_lengths() -> None:
    """A coupler that is δ longer moves the pin by ∂x/∂l·δ, and turns the rocker by D·u."""
    posed = Posed()
    posed.replay.flexibles = [FlexibleParameter(posed.machine.forms[1], 1e-4)]
    posed.replay.wants_displacements = True
    posed.stand()
    posed.replay.inverse_dynamics()
    posed.replay.deform()
    strain = posed.machine.forms[1].strain
    assert strain == pytest.approx(1e-4 * posed.machine.forms[1].sigma)
    h = 1e-5
    longer, shorter = (np.array(FourBar(0.1, 0.3 + by, 0.2, 0.25).pins(ANGLE_AT, 1.0)) for by in (h, -h))
    slope = (longer - shorter) / (2 * h)
    found = [quantities.Displacement(c.at, posed.replay).value() for c in posed.mech.moving]
    np.testing.assert_allclose(found, slope * strain, rtol=1e-6, atol=1e-12)
    turned = [math.atan2(pins[3], pins[2] - 0.25) for pins in (longer, shorter)]
    assert posed.rocker.strain == pytest.approx((turned[0] - turned[1]) / (2 * h) * strain, rel=1e-6)
    springs = sum(load.energy() for load in posed.replay.loads)
    weights = -WEIGHTS @ closed("x")
    assert posed.replay.potential() == pytest.approx(weights + springs + 0.5 * posed.machine.forms[1].sigma * strain)


def test_inputs_that_elasticity_drives_are_deformed_by_what_they_are() -> None:
    machine = on_a_line(1.0, start=0.3)
    elastic = Elasticity(machine.inputs, [0.1], [50.0], [0.0])
    replay = Replay(machine.mech, machine.inputs, [], [], [], elastic, machine.inputs, [0.1], Pieces())
    replay.begin()
    rows = Trajectory()
    rows.write(machine.places, [])
    for number in (0.3, 0.0, 0.0):
        rows.write_number(number)
    replay.stand(rows, 0, 0.0)
    replay.deform()
    assert machine.inputs[0].strain == pytest.approx(0.2)
    assert replay.potential() == pytest.approx(0.5 * 50.0 * 0.04)


# ---- rows without values


FLAT = FourBar(0.1, 0.3, 0.1, 0.3)


def test_a_flat_row_has_no_velocities_behind_its_group_but_before_it() -> None:
    posed = Posed(0.0, FLAT.parallel(0.0), FLAT).stand()
    assert posed.replay.is_singular
    v = [c.v for c in posed.mech.moving]
    assert v[:2] == pytest.approx([0.0, 0.1 * SPEED])
    assert all(math.isnan(value) for value in v[2:])
    posed.replay.inverse_dynamics()
    assert math.isnan(posed.machine.forms[1].sigma)
    assert math.isnan(posed.machine.inputs[0].sigma)
    assert posed.replay.reciprocal_condition() < 1e-9


def test_points_that_lie_on_each_other_have_no_direction() -> None:
    places = points((1.0, 1.0, False), (1.0, 1.0, True))
    distance: Form = Length(places)
    across: Form = Held(places[3])
    along: Form = Held(places[2])
    forms = [across, along]
    machine = assembled(places, forms, 1, [([across], [places[3]]), ([along], [places[2]])], 1.0, [distance])
    replay = Replay(machine.mech, machine.inputs, [], [], [], None, [], [], Pieces())
    replay.begin()
    replay.evaluate()
    assert all(math.isnan(entry.value) for entry in distance.entries)
    places[2].q = 0.5
    replay.evaluate()
    assert [entry.value for entry in distance.entries] == [-1.0, 0.0, 1.0, 0.0]


# ---- the pass over all rows


def test_a_pass_over_rows() -> None:
    posed = Posed()
    machine = posed.machine
    B = machine.places[4:6]
    two, three = machine.forms[1], machine.forms[2]
    between = Transmission(1, two.entries[2], two.entries[3], three.entries[2], three.entries[3])
    posed.replay.wants_transfer = posed.replay.wants_strains = True
    read: list[Quantity] = [quantities.Place(B[0]), quantities.Transfer(B[0], 0)]
    angles = [ANGLE_AT + 0.3, ANGLE_AT + 0.6]
    for angle in angles:
        for c, x in zip(posed.mech.moving, BAR.pins(angle, 1.0), strict=True):
            c.q = x - c.start
        machine.inputs[0].set_target(angle)
        posed.row(angle, 0.0, 0.0)
    reading = Reading(posed.replay, read, posed.balance, [between])
    posed.replay.begin()
    assert reading.read(posed.rows, 0, 3, vec[float]([0.0, 0.1, 0.2]), 10) == 3
    found = floats(reading.recorder.found).reshape(3, 2)
    all_angles = [ANGLE_AT, *angles]
    np.testing.assert_allclose(found[:, 0], [BAR.pins(e, 1.0)[2] for e in all_angles], atol=1e-12)
    assert posed.balance.forces.relative() < 1e-12
    assert reading.without_value == []
    sines = []
    for e in all_angles:
        ax, ay, bx, by = BAR.pins(e, 1.0)
        sines.append(abs((bx - ax) * by - (by - ay) * (bx - BAR.frame)) / (BAR.coupler * BAR.rocker))
    assert between.least == pytest.approx(min(sines))
    assert between.least_at == 10 + int(np.argmin(sines))
    dyad = posed.mech.groups[1]
    assert (dyad.worst, dyad.worst_at) == pytest.approx((min(sines), 10 + int(np.argmin(sines))))


def test_a_pass_ends_before_a_force_without_a_value() -> None:
    """1/(t − 0.1) in the second row; flat rows are told, not ended at."""
    posed = Posed()
    posed.row(ANGLE_AT, SPEED, ACCELERATION)
    bad = Force(posed.machine.places[4], QuotientNode(NumberNode(1.0), TimeNode(posed.pieces)))
    posed.replay.force_lines.append(bad)
    reading = Reading(posed.replay, [quantities.Place(posed.machine.places[4])], posed.balance, [])
    posed.replay.begin()
    assert reading.read(posed.rows, 0, 2, vec[float]([0.5, 0.0]), 0) == 1
    assert reading.bad_force == 1
    flat = Posed(0.0, FLAT.parallel(0.0), FLAT)
    reading = Reading(flat.replay, [], flat.balance, [])
    flat.replay.begin()
    assert reading.read(flat.rows, 0, 1, vec[float]([0.0]), 4) == 1
    assert reading.without_value == [4]


def test_forces_that_a_simulation_has_found_are_taken() -> None:
    posed = Posed(push=3.0)
    posed.rows.write_force(11.0)
    posed.stand()
    (force,) = posed.replay.force_lines
    assert (force.is_known, force.now) == (True, 11.0)
    posed.replay.inverse_dynamics()
    known = posed.machine.inputs[0].sigma
    other = Posed(push=11.0).stand()
    other.replay.inverse_dynamics()
    assert known == pytest.approx(other.machine.inputs[0].sigma)


def test_transmission_of_a_link_with_an_angle_of_its_own() -> None:
    """A bar and a slot through one point: the slot is placed by lenv alone, its angle β eliminated by lenu."""
    places = points((0.0, 0.0, False), (0.6, 0.8, True), (2.0, 0.5, False))
    turn = Coordinate(6, 2.0, True, ANGLE)
    P, Q, R = places[0:2], places[2:4], places[4:6]
    bar: Form = Length(P + Q)
    along, across = (Seen([*R, turn, *Q], side) for side in (False, True))
    for form in (bar, along, across):
        form.evaluate()

    def entry(form: Form, of: Coordinate) -> Partial:
        return next(found for found in form.entries if found.of is of)

    found = TurningTransmission(
        0,
        entry(bar, Q[0]),
        entry(bar, Q[1]),
        entry(across, Q[0]),
        entry(across, Q[1]),
        entry(across, turn),
        entry(along, Q[0]),
        entry(along, Q[1]),
        entry(along, turn),
    )
    found.note(3)
    # turned with the link about R, Q moves across RQ: the link holds it along RQ
    r = np.array([0.6 - 2.0, 0.8 - 0.5])
    sine = abs(0.6 * r[1] - 0.8 * r[0]) / np.linalg.norm(r)
    assert found.least == pytest.approx(sine)
    assert found.least_at == 3
    nothing = Partial(places[0])
    none = Transmission(0, nothing, nothing, nothing, nothing)
    none.note(1)
    assert none.least == 1e300


def test_dense_groups_serve_a_row_as_well() -> None:
    """All parameters of the four-bar as one group of four: the same velocities."""
    posed = Posed().stand()
    v = [c.v for c in posed.mech.moving]
    whole = Posed()
    whole.mech.arrange([Dense(0, whole.mech.forms, whole.mech.moving)])
    whole.mech.groups[0].measure_by(0.3, 1.0)
    whole.stand()
    assert [c.v for c in whole.mech.moving] == pytest.approx(v, rel=1e-12)
    for each in (posed, whole):
        each.replay.inverse_dynamics()
    assert whole.machine.inputs[0].sigma == pytest.approx(posed.machine.inputs[0].sigma, rel=1e-11)


def test_a_force_by_time_is_read_at_the_time_of_its_row() -> None:
    posed = Posed()
    later = Force(posed.machine.places[5], FunctionNode(COS, TimeNode(posed.pieces)))
    posed.replay.force_lines.append(later)
    posed.stand()
    posed.replay.inverse_dynamics()
    assert later.now == pytest.approx(math.cos(0.7))
