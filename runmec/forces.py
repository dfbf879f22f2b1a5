"""Springs, masses, weight and applied forces (8.3 and 8.4 of the book), for all positions at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .elements.beam import flexibility, mass_force
from .mechanism import BeamElasticity, Floats, Ints, Mechanism, Springs


def spring_forces(springs: Springs, e: Floats) -> Floats:
    """σ of every spring (8.17; fig. 8.4.2): stiffness c inside e1 … e2, c1 below, c2 above."""
    e, inside = _ranges(springs, e)
    return (
        _col(springs.at_zero)
        + _col(springs.stiffness) * inside
        + _col(springs.stiffness_low) * np.minimum(e - inside, 0.0)
        + _col(springs.stiffness_high) * np.maximum(e - inside, 0.0)
    )


def spring_energies(springs: Springs, e: Floats) -> Floats:
    """∫σ dε of every spring from ε = 0."""
    e, inside = _ranges(springs, e)
    outside = e - inside
    stiffness = np.where(outside < 0, _col(springs.stiffness_low), _col(springs.stiffness_high))
    return (
        _col(springs.at_zero) * e
        + _col(springs.stiffness) * inside * (0.5 * inside + outside)
        + 0.5 * stiffness * outside * outside
    )


def _ranges(springs: Springs, e: Floats) -> tuple[Floats, Floats]:
    e = e[springs.rows]
    return e, np.clip(e, _col(springs.low), _col(springs.high))


def _col(values: Floats) -> Floats:
    return values[:, None]


def dependent_forces(mech: Mechanism, e: Floats, e_rates: Floats) -> Floats:
    """σ (ne, nt) of springs and dampers (8.17, 8.19); zero at the prescribed parameters."""
    sigma = np.zeros_like(e)
    np.add.at(sigma, mech.springs.rows, spring_forces(mech.springs, e))
    rows, constants = mech.dampers
    np.add.at(sigma, rows, _col(constants) * e_rates[rows])
    return sigma


def mass_forces(mech: Mechanism, x: Floats, v: Floats, a: Floats) -> Floats:
    """M·a and what a turning mass matrix adds (nx, nt): mass forces are minus this.

    With v = 0 it is the plain product M·a.
    """
    f = np.zeros_like(x)
    places, masses = mech.lumped
    np.add.at(f, places, _col(masses) * a[places])
    if len(mech.bars.mass):
        xP, yP, xQ, yQ = mech.bars.dofs
        for P, Q in ((xP, xQ), (yP, yQ)):  # consistent matrix 1/3, 1/6 (8.16)
            m = _col(mech.bars.mass) / 6.0
            np.add.at(f, P, m * (2.0 * a[P] + a[Q]))
            np.add.at(f, Q, m * (a[P] + 2.0 * a[Q]))
    if len(mech.beams.mass):
        dofs = mech.beams.dofs
        for place, value in zip(dofs, mass_force(x[dofs], v[dofs], a[dofs]), strict=True):
            np.add.at(f, place, _col(mech.beams.mass) * value)
    return f


def field(mech: Mechanism) -> Floats:
    """Gravity as an acceleration of every co-ordinate (nx, 1)."""
    g: Floats = (mech.gravity @ mech.axis)[:, None]
    return g


def weights(mech: Mechanism, x: Floats) -> Floats:
    """M·g (nx, nt)."""
    g = np.broadcast_to(field(mech), x.shape)
    return mass_forces(mech, x, np.zeros_like(x), g)


def gravity_energy(mech: Mechanism, x: Floats) -> Floats:
    """−Σ m·g·r (nt,), beams with their bending; a shape that is rigid has the weight of a bar, as in M·g."""
    g = field(mech)
    places, masses = mech.lumped
    energy = -np.sum(_col(masses) * g[places] * x[places], axis=0)
    for dofs, mass in ((mech.bars.dofs, mech.bars.mass), (mech.beams.dofs[[0, 1, 3, 4]], mech.beams.mass)):
        energy = energy - np.sum(_col(mass) / 2.0 * np.sum(g[dofs] * x[dofs], axis=0), axis=0)
    if len(mech.beams.mass):
        xP, yP, bP, xQ, yQ, bQ = x[mech.beams.dofs]
        # mean deflection from the chord: ℓ(ψP + ψQ)/12 across it, with ψP + ψQ = βP − βQ
        bend = (bP - bQ - _col(mech.beams.rest)) / 12.0
        across = -(yQ - yP) * mech.gravity[0] + (xQ - xP) * mech.gravity[1]
        energy = energy - np.sum(_col(mech.beams.mass) * bend * across, axis=0)
    return energy


def applied_forces(
    mech: Mechanism, shape: tuple[int, ...], state: Callable[[str, int], Any], known: Floats | None
) -> Floats:
    """Forces of `force` lines (nx, nt); they add up.

    `known` (lines, nt) are values that a simulation has used, NaN elsewhere: where a jump holds the motion at rest,
    its value does not follow from the state.
    """
    f = np.zeros(shape)
    for at, force in enumerate(mech.deck.forces):
        value = force.value(state)
        f[mech.index[force.coordinate]] += value if known is None else np.where(np.isnan(known[at]), value, known[at])
    return f


def deformations(mech: Mechanism, x: Floats, sigma: Floats) -> Floats:
    """Small deformations of the prescribed parameters by their forces (8.34, 8.37): (np, nt)."""
    change = np.zeros((mech.prescribed, x.shape[1]))
    rows, flexibilities = mech.flexible
    np.add.at(change, rows, _col(flexibilities) * sigma[rows])
    for beam in mech.elastic_beams:
        xP, yP, xQ, yQ = x[beam.dofs]
        F = flexibility(np.hypot(xQ - xP, yQ - yP), beam.EA, beam.EI)  # (8.38)
        for i, row, factor in beam.uses:
            for j, other, other_factor in beam.uses:
                change[row] += factor * F[i][j] * other_factor * sigma[other]
    return change


def elastic_inputs(mech: Mechanism, rest: Floats) -> tuple[Ints, Floats]:
    """Inputs (from zero) that their own elasticity drives, and its stiffness (8.38, inverted).

    Those are the inputs with `flex` or `stiff` and without a motor. Flexible parameters that are no such
    inputs are taken as rigid here. `rest` are the prescribed parameters without deformation.
    """
    F = np.zeros((mech.prescribed, mech.prescribed))
    rows, flexibilities = mech.flexible
    np.add.at(F, (rows, rows), flexibilities)
    for beam in mech.elastic_beams:
        F_beam = flexibility(_rest_length(mech, beam, rest), beam.EA, beam.EI)
        for i, row, factor in beam.uses:
            for j, other, other_factor in beam.uses:
                F[row, other] += factor * F_beam[i][j] * other_factor
    flexible = np.flatnonzero(np.diag(F) > 0)
    driven = {motor.input - 1 for motor in mech.deck.motors}
    chosen = [k for k, row in enumerate(flexible) if row >= mech.m.start and row - mech.m.start not in driven]
    if not chosen:
        return np.zeros(0, dtype=np.intp), np.zeros((0, 0))
    S = np.linalg.inv(F[np.ix_(flexible, flexible)])
    return flexible[chosen] - mech.m.start, S[np.ix_(chosen, chosen)]


def _rest_length(mech: Mechanism, beam: BeamElasticity, rest: Floats) -> float:
    lengths = [rest[row] / factor for i, row, factor in beam.uses if i == 0]
    if lengths:
        return float(lengths[0])
    xP, yP, xQ, yQ = mech.x0[beam.dofs]
    return float(np.hypot(xQ - xP, yQ - yP))
