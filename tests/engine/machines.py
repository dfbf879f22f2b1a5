"""Small mechanisms put together from the engine's own objects, without decks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from librt.vecs import vec

from runmec.elements.bar import Angle, Length, uniform_bar
from runmec.elements.beam import BEAM
from runmec.elements.custom import Custom
from runmec.engine.block import Block, make_group
from runmec.engine.coordinate import ANGLE, Coordinate, X, Y
from runmec.engine.events.stiction import HeldDynamics
from runmec.engine.expression import (
    COS,
    SIN,
    DifferenceNode,
    FunctionNode,
    JumpNode,
    NegativeNode,
    Node,
    NumberNode,
    ProductNode,
    TimeNode,
)
from runmec.engine.force import Force
from runmec.engine.form import Form, Held
from runmec.engine.forward_dynamics import GivenInput
from runmec.engine.integrators.allowance import Allowance
from runmec.engine.integrators.dop853 import Dop853
from runmec.engine.integrators.integrator import Integrator, StepState
from runmec.engine.kinematics import Kinematics
from runmec.engine.load import Load
from runmec.engine.mass import ConstantMass, Coupling
from runmec.engine.simulation import RUNNING, Simulation
from runmec.engine.switch import Pieces, Switch

G = 9.81


def floats(packed: vec[float]) -> np.ndarray:
    """A packed vector as an array of its own."""
    return np.array([packed[k] for k in range(len(packed))])


# ---- forms


def quadratic(coordinates: list[Coordinate], a: np.ndarray, B: np.ndarray, is_length: bool = True) -> Form:
    """ε = a·x + ½ xᵀBx: D = a + Bx, and (∂D/∂x·u)·u = uᵀBu."""

    def deform(x: Sequence[float]) -> tuple[Sequence[float], Sequence[Sequence[float]]]:
        at = np.array(x)
        return [float(a @ at + 0.5 * at @ B @ at)], [(a + B @ at).tolist()]

    def second(x: Sequence[float], v: Sequence[float], w: Sequence[float]) -> Sequence[float]:
        return [float(np.array(v) @ B @ np.array(w))]

    return Custom(coordinates, 0, is_length, deform, second)


def linear(coordinates: list[Coordinate], a: np.ndarray, is_length: bool = True) -> Form:
    return quadratic(coordinates, a, np.zeros((len(a), len(a))), is_length)


# ---- mechanisms


@dataclass
class Machine:
    mech: Kinematics
    forms: list[Form]  # prescribed, the inputs last
    inputs: list[Form]
    places: list[Coordinate]
    extra: dict[str, Form] = field(default_factory=dict)

    def x(self, *at: int) -> list[float]:
        return [self.places[k].x() for k in (at or range(len(self.places)))]


def points(*at: tuple[float, float, bool]) -> list[Coordinate]:
    """Co-ordinates x and y of points, each fixed or moving."""
    places: list[Coordinate] = []
    for x, y, moving in at:
        places.append(Coordinate(len(places), x, moving, X))
        places.append(Coordinate(len(places), y, moving, Y))
    return places


def assembled(
    places: list[Coordinate],
    forms: list[Form],
    inputs: int,
    blocks: Sequence[tuple[list[Form], list[Coordinate]]],
    scale: float = 1.0,
    dependents: Sequence[Form] = (),
    unit: float = 1.0,
) -> Machine:
    """A mechanism in the position in which its co-ordinates are."""
    mech = Kinematics(places, forms, list(dependents), inputs)
    groups: list[Block] = [make_group(k, own, columns) for k, (own, columns) in enumerate(blocks)]
    mech.arrange(groups)
    for group in groups:
        group.measure_by(scale, unit)
    for form in (*forms, *dependents):
        for winder in form.winders():
            winder.evaluate()
            winder.reference = winder.value
        form.evaluate()
        form.wanted = form.value
    return Machine(mech, forms, forms[len(forms) - inputs :], places)


def on_a_line(*masses: float, start: float = 0.0) -> Machine:
    """Mass points on the x-axis; their places are the inputs."""
    places = [Coordinate(k, start, True, X) for k in range(len(masses))]
    forms: list[Form] = [Held(c) for c in places]
    for c, m in zip(places, masses, strict=True):
        c.m = m
    return assembled(places, forms, len(forms), [([form], [c]) for form, c in zip(forms, places, strict=True)])


def pendulum(l: float, angle: float, mass: float, uniform: bool = False, g: float = G, gravity: bool = True) -> Machine:
    """A point of mass at the end of a rod, or a uniform rod; the input is its angle from the x-axis."""
    places = points((0.0, 0.0, False), (l * math.cos(angle), l * math.sin(angle), True))
    forms: list[Form] = [Length(places), Angle(places)]
    found = assembled(places, forms, 1, [(forms, places[2:])], l)
    hang(found, [(2, mass)] if not uniform else [], [(places, mass)] if uniform else [], g if gravity else 0.0)
    return found


def double_pendulum(lengths: Sequence[float], angles: Sequence[float], masses: Sequence[float]) -> Machine:
    """Mass points on a chain of rods; inputs are the absolute angles."""
    at = [(0.0, 0.0, False)]
    for l, b in zip(lengths, angles, strict=True):
        at.append((at[-1][0] + l * math.cos(b), at[-1][1] + l * math.sin(b), True))
    places = points(*at)
    spans = [places[2 * k : 2 * k + 4] for k in range(len(lengths))]
    rods: list[Form] = [Length(span) for span in spans]
    turns: list[Form] = [Angle(span) for span in spans]
    blocks = [([rods[k], turns[k]], spans[k][2:]) for k in range(len(lengths))]
    found = assembled(places, [*rods, *turns], len(turns), blocks, max(lengths))
    hang(found, [(2 * k + 2, m) for k, m in enumerate(masses)], [], G)
    return found


def on_a_trolley(l: float, angle: float, mass: float, trolley: float) -> Machine:
    """A pendulum whose pivot moves along x: inputs are its angle and the place of the pivot."""
    c, s = math.cos(angle), math.sin(angle)
    places = points((0.0, 0.0, True), (l * c, l * s, True))
    places[1].moving = False
    forms: list[Form] = [Length(places), Angle(places), Held(places[0])]
    found = assembled(places, forms, 2, [([forms[2]], [places[0]]), (forms[:2], places[2:])], l)
    hang(found, [(2, mass)], [], G)
    places[0].m = trolley
    return found


def beam_pendulum(l: float, angle: float, mass: float, beside: bool) -> Machine:
    """A rigid beam on a pivot, the input its angle; beside it, if wanted, a mass of 3 kg on a line."""
    x, y = l * math.cos(angle), l * math.sin(angle)
    at = [(0.0, False), (0.0, False), (angle, True), (x, True), (y, True), (angle, True)]
    axes = [X, Y, ANGLE, X, Y, ANGLE]
    places = [Coordinate(k, at[k][0], at[k][1], axes[k]) for k in range(6)]
    named = dict(zip(BEAM.coordinates, places, strict=True))
    forms: list[Form] = []
    for word in ("lenl", "angp", "angq"):
        measure = BEAM.forms[word]
        forms.append(measure.form([named[name] for name in measure.needs]))
    forms.append(Angle([places[k] for k in (0, 1, 3, 4)]))
    blocks = [([forms[0], forms[3]], places[3:5]), ([forms[1]], [places[2]]), ([forms[2]], [places[5]])]
    ends = list(places)
    if beside:
        places.append(Coordinate(6, 0.0, True, X))
        places[6].m = 3.0
        forms.append(Held(places[6]))
        blocks.append(([forms[4]], [places[6]]))
    machine = assembled(places, forms, 2 if beside else 1, blocks, l)
    assert BEAM.uniform is not None
    own = BEAM.uniform(mass, ends)
    own.set_gravity([0.0, -G])
    machine.mech.masses.append(own)
    return machine


def hang(
    machine: Machine, masses: Sequence[tuple[int, float]], bars: Sequence[tuple[list[Coordinate], float]], g: float
) -> list[Coupling]:
    """Mass points at x, y and uniform bars on their ends, under gravity along −y."""
    for at, m in masses:
        for k in (at, at + 1):
            machine.places[k].m += m
        machine.places[at + 1].weight -= m * g
    couplings: list[Coupling] = []
    for ends, m in bars:
        mass = uniform_bar(m, ends)
        mass.set_gravity([0.0, -g])
        assert isinstance(mass, ConstantMass)
        mass.add_to(couplings)
    machine.mech.set_couplings(couplings)
    return couplings


@dataclass
class FourBar:
    """Crank 0-1, coupler 1-2, rocker 3-2; the input is the crank's angle. Group 0 is the crank, group 1 the dyad."""

    crank: float = 0.1
    coupler: float = 0.3
    rocker: float = 0.2
    frame: float = 0.25

    def pins(self, angle: float, side: float) -> tuple[float, float, float, float]:
        """Closed form: circles about the crank pin and the rocker's support; side 1 lies to the left."""
        ax, ay = self.crank * math.cos(angle), self.crank * math.sin(angle)
        reach = math.hypot(self.frame - ax, ay)
        along = (self.coupler**2 - self.rocker**2 + reach**2) / (2.0 * reach)
        across = side * math.sqrt(max(self.coupler**2 - along**2, 0.0))
        ux, uy = (self.frame - ax) / reach, -ay / reach
        return ax, ay, ax + along * ux - across * uy, ay + along * uy + across * ux

    def parallel(self, angle: float) -> tuple[float, float, float, float]:
        """Of a parallelogram: the rocker stays parallel to the crank."""
        ax, ay = self.crank * math.cos(angle), self.crank * math.sin(angle)
        return ax, ay, ax + self.frame, ay

    def made(self, angle: float, side: float = 1.0, at: tuple[float, float, float, float] | None = None) -> Machine:
        ax, ay, bx, by = at or self.pins(angle, side)
        places = points((0.0, 0.0, False), (ax, ay, True), (bx, by, True), (self.frame, 0.0, False))
        O, A, B, C = places[0:2], places[2:4], places[4:6], places[6:8]
        lengths: list[Form] = [Length(O + A), Length(A + B), Length(C + B)]
        angle_of: Form = Angle(O + A)
        rocker: Form = Angle(C + B)
        blocks = [([lengths[0], angle_of], A), (lengths[1:], B)]
        dependents: list[Form] = [rocker]
        scale = max(self.coupler, self.rocker)
        found = assembled(places, [*lengths, angle_of], 1, blocks, scale, dependents)
        for form, value in zip(lengths, (self.crank, self.coupler, self.rocker), strict=True):
            form.wanted = value
        angle_of.set_target(angle)
        found.extra["rocker"] = rocker
        return found


# ---- expressions


def wave(pieces: Pieces, amplitude: float, frequency: float, which: int = SIN) -> Node:
    return ProductNode(NumberNode(amplitude), FunctionNode(which, ProductNode(NumberNode(frequency), TimeNode(pieces))))


def cosine(pieces: Pieces, amplitude: float) -> Node:
    return ProductNode(NumberNode(amplitude), FunctionNode(COS, TimeNode(pieces)))


def since(pieces: Pieces, t: float) -> Node:
    """t − t₀."""
    return DifferenceNode(TimeNode(pieces), NumberNode(t))


def jump_of(argument: Node, pieces: Pieces, is_step: bool, of_velocity: bool, factor: float = 1.0) -> JumpNode:
    switch = Switch(True, of_velocity)
    pieces.add(switch)
    return JumpNode(argument, factor, is_step, switch, pieces)


def friction(argument: Node, most: float, pieces: Pieces, factor: float = 1.0) -> Node:
    """−most·sign(argument)."""
    return NegativeNode(ProductNode(NumberNode(most), jump_of(argument, pieces, False, True, factor)))


# ---- simulations


def begun(
    machine: Machine,
    values: Sequence[float],
    speeds: Sequence[float],
    loads: Sequence[Load] = (),
    *,
    free: Sequence[int] | None = None,
    given: Sequence[GivenInput] = (),
    pieces: Pieces | None = None,
    method: Callable[[HeldDynamics, StepState, Allowance], Integrator] = Dop853,
    tolerance: float = 1e-9,
    duration: float = 1.0,
    rows: int = 10,
    bound: int = 200_000,
    step: float = 0.0,
) -> Simulation:
    """A simulation of the free inputs that has evaluated its start."""
    mech = machine.mech
    pieces = pieces or Pieces()
    pieces.by_value = False
    programs: list[Node | None] = [None] * len(pieces.switches)
    for load in loads:
        if isinstance(load, Force):
            for number in switches_in(load.program, pieces):
                programs[number] = load.program
    chosen = [machine.inputs[k] for k in (range(len(machine.inputs)) if free is None else free)]
    equation = HeldDynamics(mech, chosen, list(given), list(loads), pieces, programs, tolerance)
    equation.angles = [winder for form in (*mech.forms, *mech.dependents) for winder in form.winders()]
    mech.slack = 1e-3 * tolerance
    state = StepState(int(equation.size))
    n = len(chosen)
    for k in range(n):
        state.y[k], state.y[n + k] = float(values[k]), float(speeds[k])
    allowance = Allowance(tolerance, False, [1.0] * n, 1.0)
    simulation = Simulation(equation, state, method(equation, state, allowance), 0.0, 0.0, duration, rows, 1, bound)
    simulation.h = step or 1e-3 * duration
    for c in mech.coordinates:
        c.q0, c.u0, c.w0 = c.q, 0.0, 0.0
    mech.known = 1
    mech.s0 = float(values[0]) if equation.alone else 0.0
    for shadow, value in zip(mech.shadows, values, strict=False):
        shadow.q0 = float(value)
    simulation.reason = simulation.begin()
    return simulation


def switches_in(program: Node, pieces: Pieces) -> list[int]:
    """The switches that a program reads: their arguments change when it is valued."""
    found = []
    by_value, refresh = pieces.by_value, pieces.refresh
    pieces.by_value, pieces.refresh = False, False
    for switch in pieces.switches:
        kept = switch.gap, switch.argument, switch.mode
        switch.gap = 12345.0
        switch.mode = 1
        program.value()
        if switch.gap != 12345.0:
            found.append(switch.number)
        switch.gap, switch.argument, switch.mode = kept
    pieces.by_value, pieces.refresh = by_value, refresh
    return found


def to_the_end(simulation: Simulation, steps: int = 100_000) -> int:
    """Its outcome."""
    outcome = RUNNING
    while outcome == RUNNING and steps > 0:
        outcome = simulation.advance(100)
        steps -= 100
    return outcome


def motion_of(simulation: Simulation) -> np.ndarray:
    """(rows, 3·inputs): values, velocities, accelerations."""
    rows = simulation.rows
    return floats(rows.motion).reshape(rows.count, -1)
