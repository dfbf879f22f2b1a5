"""Many freedoms by fronts: the accelerations of the reduced inertia x'ᵀMx', at a cost that grows with the mechanism."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from librt.vecs import vec

import runmec
from runmec.dynamics.body import Body
from runmec.dynamics.solid import Solid
from runmec.engine.coordinate import EULER, Coordinate, X, Y, Z
from runmec.engine.forward_dynamics import ForwardDynamics, GivenInput
from runmec.engine.fronts import Fronts, cost_without
from runmec.engine.mass import Mass
from runmec.engine.status import FINE, MASSLESS
from runmec.motion.session import Session
from tests.chains import chain, ladder, random_mechanism, spatial_chain


class Posed:
    """The equation of motion of a deck at its start, with speeds."""

    def __init__(self, text: str, seed: int) -> None:
        mech = Session(runmec.loads(text)).mechanism
        rng = np.random.default_rng(seed)
        given = [GivenInput(mech.input_forms[k], 0.0, mech.begin[mech.m][k], v, a) for k, v, a in mech.given]
        free = [form for k, form in enumerate(mech.input_forms) if k not in {k for k, _, _ in mech.given}]
        values = [form.wanted for form in free]
        speeds = rng.uniform(-2.0, 2.0, len(free)).tolist()
        self.equation = ForwardDynamics(mech.kinematics, free, given, mech.motors, mech.expressions.pieces)
        self.equation.units = [mech.unit(form) for form in free]
        for c in mech.coordinates:
            c.q0 = c.q
        for shadow, value in zip(mech.kinematics.shadows, values, strict=True):
            shadow.q0 = value
        mech.kinematics.known = 1
        self.y = vec[float]([*values, *speeds, 0.0])

    def accelerations(self, fronts: Fronts | None) -> tuple[int, np.ndarray]:
        n = int(self.equation.n)
        self.equation.fronts = fronts
        self.equation.J = vec[float]([0.0] * (n * n))
        self.equation.find_reach()
        for c in self.equation.mech.coordinates:
            c.transfer = vec[float]([0.0] * n)
        dy = vec[float]([0.0] * (2 * n + 1))
        status = self.equation.rate(0.0, self.y, dy)
        return status, np.array(list(dy))

    def both(self) -> tuple[np.ndarray, np.ndarray]:
        (status, by_fronts), (same, by_pairs) = (self.accelerations(way) for way in (self.fronts(), None))
        assert (status, same) == (FINE, FINE)
        return by_fronts, by_pairs

    def fronts(self) -> Fronts:
        return Fronts(self.equation.mech, self.equation.free)


@pytest.mark.parametrize("seed", range(60))
def test_random_mechanisms_accelerate_as_by_the_reduced_inertia(seed: int) -> None:
    rng = Random(seed)
    by_fronts, by_pairs = Posed(random_mechanism(rng, rng.randint(2, 9)), seed).both()
    np.testing.assert_allclose(by_fronts, by_pairs, rtol=0.0, atol=1e-10 * float(np.max(np.abs(by_pairs))))


@pytest.mark.parametrize(
    "text",
    [chain(9), chain(9, True), chain(6, mass="body"), spatial_chain(5), ladder(5)],
    ids=["angles", "relative angles", "bodies", "in space", "ladder"],
)
def test_chains_and_ladders(text: str) -> None:
    by_fronts, by_pairs = Posed(text, 1).both()
    np.testing.assert_allclose(by_fronts, by_pairs, rtol=0.0, atol=1e-11 * float(np.max(np.abs(by_pairs))))


def test_a_hanging_chain_of_points_by_its_closed_form() -> None:
    """A straight level chain of uniform bars let go: the first bar of two begins with 9g/7l, the second −3g/7l against
    it (Lagrange), whatever way is taken."""
    text = """DYN SIM
    TOPOLOGY
      elem a BIN O A
      elem b BIN A B
      input a.angb b.angb
    GEOMETRY
      point O 0 0 fixed
      point A 0.5 0
      point B 1 0
    DYNAMICS
      gravity 9.81 (-pi/2)
      uniform a 1.2
      uniform b 1.2
      motor a.angb zero
      motor b.angb zero
    MOVEMENT
      tstepf 1 0.001 0 0
    END
    """
    posed = Posed(text, 0)
    posed.y[2] = posed.y[3] = 0.0
    found = posed.accelerations(posed.fronts())[1][2:4]
    np.testing.assert_allclose(found, [-9.81 / 0.5 * 9 / 7, 9.81 / 0.5 * 3 / 7], rtol=1e-12)


@pytest.mark.parametrize(("end", "expected"), [("1 0", MASSLESS), ("0.9 0.3", FINE)])
def test_a_direction_without_mass_is_found_both_ways(end: str, expected: int) -> None:
    """Two bars with mass at the end alone: stretched out both freedoms move it in one direction."""
    text = f"""DYN SIM
    TOPOLOGY
      elem a BIN O A
      elem b BIN A B
      input a.angb b.angb
    GEOMETRY
      point O 0 0 fixed
      point A 0.5 0
      point B {end}
    DYNAMICS
      inertia B 1
      motor a.angb const 1
      motor b.angb zero
    MOVEMENT
      tstepf 1 0.001 0 0
    END
    """
    posed = Posed(text, 0)
    assert [posed.accelerations(way)[0] for way in (posed.fronts(), None)] == [expected, expected]


def test_the_cost_grows_with_the_mechanism_and_not_with_its_cube() -> None:
    for text_of in (chain, spatial_chain, ladder):
        costs = [Posed(text_of(n), 0).fronts().cost() for n in (10, 20, 40)]
        assert costs[2] / costs[1] < 2.3, text_of.__name__
    one, two = (Posed(chain(n), 0).equation for n in (10, 20))
    assert cost_without(two.mech, two.free) / cost_without(one.mech, one.free) > 3.5


def test_fronts_are_taken_where_they_are_cheaper() -> None:
    assert Posed(chain(2), 0).equation.fronts is None
    assert Posed(chain(20), 0).equation.fronts is not None


def test_a_long_chain_with_relative_angles_keeps_its_grip() -> None:
    """The end of a chain moves fast with each of its angles; what a group makes of what moves it does not grow."""
    text = chain(24, True, moves="integr dop853 1e-6\n  tstepf 2 0.05")
    same = chain(24, moves="integr dop853 1e-6\n  tstepf 2 0.05")
    relative, absolute = (runmec.run(runmec.loads(one)) for one in (text, same))
    account = relative.positions.simulated[0].account
    assert account.replacements == []
    assert account.steps < 60
    assert relative["y"][-1] == pytest.approx(absolute["y"][-1], abs=1e-6)


def test_x_dashed_is_there_when_somebody_asks() -> None:
    """Where fronts do without: ∂x of the end of a chain by the angle of bar k is −l sin ε_k."""
    posed = Posed(chain(20), 0)
    posed.accelerations(posed.fronts())
    equation = posed.equation
    equation.has_first = False
    equation.find_first()
    end = equation.mech.moving[-2]
    expected = [-0.1 * math.sin(form.value) for form in equation.free]
    np.testing.assert_allclose([end.transfer[k] for k in range(20)], expected, atol=1e-12)


def masses() -> list[Mass]:
    rng = np.random.default_rng(4)
    ends = [
        Coordinate(k, value, True, axis) for k, (value, axis) in enumerate([(0.1, X), (0.3, Y), (0.9, X), (-0.2, Y)])
    ]
    at = [Coordinate(k, float(rng.normal()), True, axis) for k, axis in enumerate([X, Y, Z, *[EULER] * 4])]
    return [
        Body(ends, 1.3, 0.2, -0.1, 0.05),
        Solid(at, 0.7, [0.1, -0.2, 0.3], [0.02, 0.03, 0.04, 0.001, -0.002, 0.003]),
    ]


@pytest.mark.parametrize("mass", masses(), ids=lambda mass: type(mass).__name__)
def test_formulas_of_matrices_are_their_columns(mass: Mass) -> None:
    """M·e_k is what the mass resists an acceleration e_k with, at rest."""
    n = len(mass.coordinates)
    M = vec[float]([0.0] * (n * n))
    mass.find_matrix(M)
    for k in range(n):
        for j in range(n):
            mass.velocity[j], mass.acceleration[j] = 0.0, float(j == k)
        mass.inertia_force()
        assert list(mass.force) == pytest.approx([M[n * j + k] for j in range(n)], abs=1e-15)
