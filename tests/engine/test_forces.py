"""Loads: forces, energy, power, and the pieces of springs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad

from runmec.dynamics.damper import Damper
from runmec.dynamics.elasticity import Elasticity
from runmec.dynamics.motor import AsynchronousMotor, Motor, SpringMotor, WrittenMotor
from runmec.dynamics.spring import Spring
from runmec.elements.bar import Length
from runmec.engine.coordinate import ANGLE, Coordinate, X, Y
from runmec.engine.expression import NumberNode, ProductNode, TimeNode
from runmec.engine.flexible import FlexibleBeam, FlexibleParameter
from runmec.engine.force import Force
from runmec.engine.form import Form, Held
from runmec.engine.mass import ConstantMass, Coupling
from runmec.engine.switch import Pieces

from .machines import linear, points

RANGES = (-0.3, 0.5, 70.0, 11.0)


def place(value: float, rate: float = 0.0) -> tuple[Form, Coordinate]:
    c = Coordinate(0, 0.0, True, X)
    form: Form = Held(c)
    form.value, form.rate = value, rate
    return form, c


def tension(e: float) -> float:
    """c = 20, s0 = −3; 70 below −0.3, 11 above 0.5 (fig. 8.4.2)."""
    if e < -0.3:
        return -3.0 + 20.0 * -0.3 + 70.0 * (e + 0.3)
    return -3.0 + 20.0 * e if e <= 0.5 else -3.0 + 20.0 * 0.5 + 11.0 * (e - 0.5)


@pytest.mark.parametrize("e", [-2.0, -0.3, -0.1, 0.0, 0.49, 0.5, 3.0])
def test_a_spring_with_ranges(e: float) -> None:
    """σ by its pieces, −Dᵀσ at the co-ordinate, energy ∫σ dε from zero."""
    form, c = place(e)
    spring = Spring(form, 20.0, -3.0, RANGES, Pieces())
    assert form.loaded
    spring.apply()
    assert (form.sigma, c.f, spring.power) == pytest.approx((tension(e), -tension(e), 0.0))
    spring.apply()
    assert form.sigma == pytest.approx(2.0 * tension(e))  # loads add up
    assert spring.energy() == pytest.approx(quad(tension, 0.0, e, points=[-0.3, 0.5])[0], abs=1e-12)


def test_a_spring_without_ranges_has_no_pieces() -> None:
    form, _ = place(-7.0)
    pieces = Pieces()
    spring = Spring(form, 20.0, -3.0, (), pieces)
    spring.apply()
    assert form.sigma == -143.0
    assert spring.energy() == pytest.approx(0.5 * 20.0 * 49.0 + 21.0)
    assert pieces.switches == []


def test_a_spring_keeps_its_range_while_a_step_is_tried() -> None:
    form, _ = place(0.2)
    pieces = Pieces()
    spring = Spring(form, 20.0, -3.0, RANGES, pieces)
    (switch,) = pieces.switches
    pieces.by_value = False
    pieces.refresh = True
    for e, mode, gap in ((0.2, 0, 0.3), (-0.2, 0, 0.1), (-0.5, -1, 0.2), (0.75, 1, 0.25)):
        assert spring.at(e) == pytest.approx(tension(e))
        assert (switch.mode, switch.gap) == pytest.approx((mode, gap))
    pieces.refresh = False
    assert spring.at(0.4) == pytest.approx(7.0 + 11.0 * -0.1)  # the upper line, extended
    assert switch.gap == pytest.approx(-0.1)
    form.rate, form.acceleration = 2.0, 4.0
    pieces.ahead = 0.5
    spring.witness()  # 0.2 + 1 + 0.5
    assert switch.gap == pytest.approx(1.7 - 0.5)


def test_a_damper_takes_power() -> None:
    form, c = place(0.0, rate=-1.5)
    damper = Damper(form, 4.0)
    damper.apply()
    assert (form.sigma, c.f, damper.power, damper.energy()) == (-6.0, 6.0, -9.0, 0.0)


def test_motors() -> None:
    """M = −σ, power M·ω; (8.29): the most at a slip of 1/κ, nothing at synchronous speed, less than zero above it."""
    form, c = place(0.3, rate=2.0)
    motor = Motor(form, [5.0])
    motor.apply()
    assert (form.sigma, c.f, motor.power) == (-5.0, 5.0, 10.0)
    spring = SpringMotor(form, [4.0, 1.0])
    assert spring.drive() == -(4.0 * 0.3 + 1.0)
    pieces = Pieces()
    pieces.t = 3.0
    written = WrittenMotor(form, ProductNode(NumberNode(2.0), TimeNode(pieces)))
    assert written.drive() == 6.0
    pieces.ahead = 1.0
    written.witness()
    asynchronous = AsynchronousMotor(form, [8.0, 150.0, 5.0])
    drive = {}
    for speed in (0.0, 120.0, 150.0, 180.0):
        form.rate = speed
        drive[speed] = asynchronous.drive()
    assert drive[120.0] == pytest.approx(8.0)  # slip 1/5
    assert drive[150.0] == 0.0
    assert drive[180.0] == pytest.approx(-8.0)
    assert drive[0.0] == pytest.approx(2.0 * 8.0 * 5.0 / 26.0)


def test_elasticity_of_several_inputs() -> None:
    """σ = S(ε − ε₀), energy ½(ε − ε₀)ᵀS(ε − ε₀)."""
    S = np.array([[4.0, 1.0], [1.0, 3.0]])
    places = [Coordinate(k, 0.0, True, X) for k in range(2)]
    forms: list[Form] = [Held(c) for c in places]
    forms[0].value, forms[1].value = 1.5, -0.5
    elasticity = Elasticity(forms, [1.0, -1.0], S.ravel().tolist(), [0.0] * 4)
    elasticity.apply()
    deformed = np.array([0.5, 0.5])
    assert [form.sigma for form in forms] == pytest.approx(S @ deformed)
    assert [c.f for c in places] == pytest.approx(-S @ deformed)
    assert elasticity.energy() == pytest.approx(0.5 * deformed @ S @ deformed)
    assert all(form.loaded for form in forms)


def test_a_force_at_a_coordinate() -> None:
    pieces = Pieces()
    pieces.t = 2.0
    c = Coordinate(0, 0.0, True, Y)
    c.v, c.f = 3.0, 1.0
    force = Force(c, ProductNode(NumberNode(-4.0), TimeNode(pieces)))
    force.apply()
    assert (force.now, c.f, force.power) == (-8.0, -7.0, -24.0)
    force.is_known, force.now = True, 0.5  # as a simulation found it
    force.apply()
    assert (c.f, force.power) == (-6.5, 1.5)


def test_pulling_a_form_pulls_its_coordinates_together() -> None:
    """A tension in a bar from (0, 0) to (3, 4): forces of 0.6 and 0.8 towards each other."""
    places = points((0.0, 0.0, True), (3.0, 4.0, True))
    bar: Form = Length(places)
    bar.evaluate()
    Spring(bar, 2.0, 0.0, (), Pieces()).apply()
    assert [c.f for c in places] == pytest.approx([6.0, 8.0, -6.0, -8.0])


# ---- deformations


def test_small_deformations() -> None:
    """strain = f·σ; a cantilever of 2 m under a moment at its end turns by Ml/EI there, is l/EA longer per newton."""
    form, _ = place(0.0)
    form.sigma = 5.0
    FlexibleParameter(form, 0.1).deform()
    FlexibleParameter(form, 0.02).deform()
    assert form.strain == pytest.approx(0.6)
    ends = points((1.0, 1.0, False), (1.0, 3.0, True))
    modes: list[Form] = [linear(ends, np.zeros(4)) for _ in range(3)]
    EA, EI, l = 50.0, 7.0, 2.0
    modes[0].sigma = 3.0
    modes[1].sigma, modes[2].sigma = 1.0, -1.0  # pure bending: both ends turn by l/2EI, against each other
    FlexibleBeam(ends, [EA, EI], [0, 1, 2], modes, [1.0, 1.0, 1.0]).deform()
    bent = l / (2.0 * EI)
    # (8.38): the diagonal l/3EI, beside it l/6EI
    assert [m.strain for m in modes] == pytest.approx([3.0 * l / EA, l / (3 * EI) - l / (6 * EI), -l / (6 * EI)])
    modes[1].strain = modes[2].strain = 0.0
    modes[1].sigma = modes[2].sigma = 1.0
    modes[0].sigma = 0.0
    FlexibleBeam(ends, [0.0, EI], [0, 1, 2], modes, [1.0, 1.0, 1.0]).deform()
    assert [m.strain for m in modes[1:]] == pytest.approx([bent, bent])


def test_factors_of_deformations_come_in_twice() -> None:
    """A parameter of −2·angp: σ of it is half as large at the beam, its strain twice as large, against it."""
    ends = points((0.0, 0.0, False), (3.0, 0.0, True))
    mode: Form = linear(ends, np.zeros(4))
    mode.sigma = 1.0
    FlexibleBeam(ends, [0.0, 1.0], [1], [mode], [-2.0]).deform()
    assert mode.strain == pytest.approx(4.0 * 3.0 / 3.0)
    rigid: Form = linear(ends, np.zeros(4))
    rigid.sigma = 1.0
    FlexibleBeam(ends, [0.0, 0.0], [0], [rigid], [1.0]).deform()
    FlexibleBeam(ends, [0.0, 0.0], [1], [rigid], [1.0]).deform()
    assert rigid.strain == 0.0


# ---- masses


def test_a_constant_matrix_acts_carries_and_weighs() -> None:
    """Against the matrix itself; entries beside the diagonal count twice."""
    entries = [(0, 0, 3.0), (1, 1, 2.0), (0, 1, 0.5), (2, 2, 4.0)]
    M = np.array([[3.0, 0.5, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 4.0]])
    places = [Coordinate(k, 1.0 + k, k < 2, axis) for k, axis in enumerate((X, X, Y))]
    mass = ConstantMass(places, [0, 0, 1], 3.0, entries)
    mass.set_gravity([1.5, -9.0])
    g = np.array([1.5, 1.5, -9.0])
    for k, c in enumerate(places):
        c.q, c.u, c.v, c.a, c.f, c.h = 0.1, 1.0 - k, 5.0, 0.3 * k, 1.0, 2.0
    x, a, u = (np.array([getattr(c, name) for c in places]) for name in ("start", "a", "u"))
    mass.resist()
    assert [c.f for c in places] == pytest.approx(1.0 - M @ (a - g))
    mass.carry()
    assert [c.h for c in places] == pytest.approx(2.0 + M @ u)
    assert mass.potential() == pytest.approx(-(x + 0.1) @ M @ g)
    couplings: list[Coupling] = []
    mass.add_to(couplings)
    assert [c.m for c in places] == [3.0, 2.0, 4.0]
    assert [c.weight for c in places] == pytest.approx(M @ g)
    assert [(m.P, m.Q, m.m) for m in couplings] == [(places[0], places[1], 0.5)]


def test_gravity_does_not_pull_at_angles() -> None:
    places = [Coordinate(0, 0.0, True, ANGLE)]
    mass = ConstantMass(places, [2], 3.0, [(0, 0, 3.0)])
    mass.set_gravity([1.0, 2.0])
    assert mass.potential() == 0.0
    assert math.isclose(mass.field[0], 0.0)
