"""Everything that follows from positions and input rates, for a run of positions at once.

Three stages, each reading only earlier ones: position, velocity and acceleration, force. A quantity
is calculated when it is first asked for. Axes: quantity first, position last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .deck.kinds import KINDS
from .elements import FORMULAS
from .elements.beam import mass_force
from .forces import (
    applied_forces,
    deformations,
    dependent_forces,
    elastic_inputs,
    field,
    gravity_energy,
    mass_forces,
    spring_energies,
    weights,
)
from .kinematics import Solver, deform, second
from .mechanism import Floats, Mechanism


@dataclass(frozen=True)
class Stage:
    mech: Mechanism
    time: Floats  # (nt,)
    x: Floats  # (nx, nt)
    angles: Floats  # (na, nt)
    de1: Floats  # (m, nt)
    de2: Floats
    rest: Floats | None = None  # (np,) parameters without deformation, where elasticity drives inputs (DYN SIM)
    known_forces: Floats | None = None  # (force lines, nt) as simulated, NaN elsewhere

    # position

    @cached_property
    def _deformed(self) -> tuple[Floats, Floats]:
        e, D, _ = deform(self.mech, self.x, self.angles)
        return e, D

    @property
    def e(self) -> Floats:
        """All parameters (ne, nt)."""
        return self._deformed[0]

    @cached_property
    def solver(self) -> Solver:
        return Solver(self.mech, self._deformed[1])

    @cached_property
    def x1(self) -> Floats:
        """First order transfer functions (nx, m, nt): D^pc x' = unit columns of the inputs."""
        found = np.zeros((len(self.x), self.mech.inputs, self.x.shape[1]))
        for i in range(self.mech.inputs):
            unit = np.zeros((self.mech.prescribed, self.x.shape[1]))
            unit[self.mech.m.start + i] = 1.0
            found[:, i] = self.solver.solve(unit)
        return found

    def x2(self, i: int, j: int) -> Floats:
        """Second order transfer function to inputs i and j: D^pc x'' = −(∂D/∂x·x'_i)x'_j."""
        curvature = second(self.mech, self.x, self.x1[:, i], self.x1[:, j])
        return self.solver.solve(-curvature[: self.mech.prescribed])

    def e1(self, i: int) -> Floats:
        """Transfer functions of all parameters (ne, nt) to input i."""
        return self.solver.rates(self.x1[:, i])

    def e2(self, i: int, j: int) -> Floats:
        curvature = second(self.mech, self.x, self.x1[:, i], self.x1[:, j])
        return self.solver.rates(self.x2(i, j)) + curvature

    @cached_property
    def reciprocal_condition(self) -> Floats:
        """1 / (‖D^pc‖₁·‖(D^pc)⁻¹‖₁) (nt,)."""
        D = self.solver.dense()
        if D.shape[1] == 0:
            return np.ones(len(D))
        with np.errstate(all="ignore"):
            try:
                inverse = np.linalg.inv(D)
            except np.linalg.LinAlgError:
                return np.array([0.0 if np.linalg.matrix_rank(d) < len(d) else 1 / np.linalg.cond(d, 1) for d in D])
            found = 1.0 / (_norm_1(D) * _norm_1(inverse))
        return np.where(np.isfinite(found), found, 0.0)

    # velocity and acceleration

    def _inputs_only(self, rates: Floats) -> Floats:
        right = np.zeros((self.mech.prescribed, self.x.shape[1]))
        right[self.mech.m] = rates
        return right

    @cached_property
    def dx1(self) -> Floats:
        return self.solver.solve(self._inputs_only(self.de1))

    @cached_property
    def _curvature(self) -> Floats:
        return second(self.mech, self.x, self.dx1, self.dx1)

    @cached_property
    def dx2(self) -> Floats:
        """Accelerations (8.23) by one directional solve: D^pc ẍ = ε̈ − (∂D/∂x·ẋ)ẋ."""
        return self.solver.solve(self._inputs_only(self.de2) - self._curvature[: self.mech.prescribed])

    @cached_property
    def de1_all(self) -> Floats:
        """Velocities of all parameters (ne, nt)."""
        return self.solver.rates(self.dx1)

    @cached_property
    def de2_all(self) -> Floats:
        return self.solver.rates(self.dx2) + self._curvature

    # force

    def state(self, name: str, number: int) -> Any:
        """What expressions of `force` and `motor` may ask for."""
        mech = self.mech
        if name == "t":
            return self.time
        if name in ("inp", "dinp"):
            return self.e[mech.m.start + number - 1] if name == "inp" else self.de1[number - 1]
        if name in ("x", "dx"):
            return (self.x if name == "x" else self.dx1)[mech.index[number]]
        return (self.e if name == "e" else self.de1_all)[mech.row[number]]

    @cached_property
    def applied(self) -> Floats:
        """Forces of `force` lines (nx, nt)."""
        return applied_forces(self.mech, self.x.shape, self.state, self.known_forces)

    @cached_property
    def weight(self) -> Floats:
        return weights(self.mech, self.x)

    @cached_property
    def mass_force(self) -> Floats:
        """M ẍ with the turning of beams' matrices (nx, nt)."""
        return mass_forces(self.mech, self.x, self.dx1, self.dx2)

    @cached_property
    def sigma_dependent(self) -> Floats:
        """Springs and dampers (ne, nt), zero at prescribed parameters."""
        return dependent_forces(self.mech, self.e, self.de1_all)

    @cached_property
    def f(self) -> Floats:
        """All that acts on the co-ordinates but the prescribed parameters and the frame (nx, nt)."""
        return self.applied + self.weight - self.mass_force - self.solver.forces(self.sigma_dependent)

    @cached_property
    def sigma(self) -> Floats:
        """Internal forces of all parameters (ne, nt): σ^p = (D^pc)⁻ᵀ{f^c − M^c(ẍ^c − g^c)} (8.22)."""
        found = self.sigma_dependent.copy()
        found[: self.mech.prescribed] = self.solver.solve_transposed(self.f)
        return found

    @cached_property
    def sigma_prescribed(self) -> Floats:
        only = np.zeros_like(self.sigma)
        only[: self.mech.prescribed] = self.sigma[: self.mech.prescribed]
        return only

    @cached_property
    def reaction(self) -> Floats:
        """Force of the frame (nx, nt) at fixed co-ordinates (8.8); zero at moving ones to rounding."""
        return self.solver.forces(self.sigma_prescribed) - self.f

    def connection(self, number: int) -> dict[int, Floats]:
        """Connection forces on element `number` at its co-ordinates (8.10, 8.11): index -> (nt,).

        The element's own mass and weight belong to it; all else at a shared node to the joint.
        """
        mech = self.mech
        element = next(e for e in mech.deck.elements if e.number == number)
        dofs = [mech.index[c] for c in element.coordinates]
        facts = KINDS[element.kind]
        _, D = FORMULAS[element.kind].deform(self.x[dofs])
        force = np.zeros((len(dofs), self.x.shape[1]))
        for form in mech.deck.forms:
            if form.element == number:
                row = D[list(facts.forms).index(form.form)]
                for j in range(len(dofs)):
                    force[j] += form.factor * row[j] * self.sigma[mech.row[form.parameter]]
        force += self._own_mass_force(number, element.kind, dofs)
        found: dict[int, Floats] = {}
        for j, dof in enumerate(dofs):
            found[dof] = found.get(dof, 0.0) + force[j]
        return found

    def _own_mass_force(self, number: int, kind: str, dofs: list[int]) -> Floats:
        """M_k(ẍ − g) of the element's own uniform mass (8.11)."""
        mass = sum(u.mass for u in self.mech.deck.uniforms if u.element == number)
        f = np.zeros((len(dofs), self.x.shape[1]))
        if mass == 0:
            return f
        g = np.broadcast_to(field(self.mech), self.x.shape)[dofs]
        x, v, a = self.x[dofs], self.dx1[dofs], self.dx2[dofs]
        if kind == "BEAM":
            return mass * (np.array(mass_force(x, v, a)) - np.array(mass_force(x, 0.0 * v, g)))
        names = KINDS[kind].coordinates
        for axis in "xy":
            P, Q = names.index(f"{axis}P"), names.index(f"{axis}Q")
            a_P, a_Q = a[P] - g[P], a[Q] - g[Q]
            f[P], f[Q] = mass / 6.0 * (2.0 * a_P + a_Q), mass / 6.0 * (a_P + 2.0 * a_Q)
        return f

    def reduced_inertia(self, i: int, j: int) -> Floats:
        """x'ᵢᵀ M x'ⱼ (nt,)."""
        rest = np.zeros_like(self.x)
        return np.sum(self.x1[:, i] * mass_forces(self.mech, self.x, rest, self.x1[:, j]), axis=0)

    @cached_property
    def kinetic_energy(self) -> Floats:
        rest = np.zeros_like(self.x)
        return 0.5 * np.sum(self.dx1 * mass_forces(self.mech, self.x, rest, self.dx1), axis=0)

    @cached_property
    def potential_energy(self) -> Floats:
        """Gravity, springs and elasticity (nt,)."""
        springs = np.sum(spring_energies(self.mech.springs, self.e), axis=0)
        return gravity_energy(self.mech, self.x) + springs + self.elastic_energy

    @cached_property
    def elastic_energy(self) -> Floats:
        """½σᵀFσ of all flexible parameters (nt,); in DYN SIM of the inputs that their elasticity drives.

        Other flexible parameters deform as if slowly there, and take no part in the exchange of energy.
        """
        if self.rest is not None:
            inputs, stiffness = elastic_inputs(self.mech, self.rest)
            d = (self.e[: self.mech.prescribed] - self.rest[:, None])[self.mech.m.start + inputs]
            return 0.5 * np.sum(d * (stiffness @ d), axis=0)
        return 0.5 * np.sum(self.sigma[: self.mech.prescribed] * self.deformation, axis=0)

    @cached_property
    def power(self) -> Floats:
        """Power of every input, −σ·dε/dt (m, nt)."""
        return -self.sigma[self.mech.m] * self.de1

    @cached_property
    def deformation(self) -> Floats:
        """Deformations of the prescribed parameters (np, nt) (8.34, 8.37)."""
        found = deformations(self.mech, self.x, self.sigma)
        if self.rest is not None:
            rows = self.mech.m.start + elastic_inputs(self.mech, self.rest)[0]
            found[rows] = (self.e[: self.mech.prescribed] - self.rest[:, None])[rows]
        return found

    @cached_property
    def displacement(self) -> Floats:
        """Displacements of the co-ordinates by all deformations (nx, nt) (8.6.3)."""
        return self.solver.solve(self.deformation)


def _norm_1(A: Floats) -> Floats:
    found: Floats = np.abs(A).sum(axis=1).max(axis=1)
    return found
