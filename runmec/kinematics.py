"""Form parameters, D and its groups, for all positions at once (chapter 5 of the book).

Shapes: co-ordinates x (nx, nt), values of D (nnz, nt), inverses of the groups (nt, n, n).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .elements import FORMULAS
from .mechanism import Floats, Ints, Mechanism

TURN = 2.0 * np.pi
WITHOUT_VALUE = 1e-6  # quality of a group that gives noise for forces


def nearest_turn(raw: Floats, reference: Floats) -> Floats:
    """An angle with the winding that is nearest to its reference."""
    return reference + np.remainder(raw - reference + np.pi, TURN) - np.pi


def deform(mech: Mechanism, x: Floats, angles: Floats) -> tuple[Floats, Floats, Floats]:
    """Parameters e (ne, nt), values of D (nnz, nt) and followed angles (na, nt).

    `angles` are references: every elementary angle is followed by itself, before factors.
    """
    e = np.zeros((len(mech.parameters), *x.shape[1:]))
    D = np.zeros((len(mech.entry_rows), *x.shape[1:]))
    followed = np.array(angles)
    for table in mech.tables:
        if not table.forms:
            continue
        e_k, D_k = FORMULAS[table.kind].deform(x[table.dofs])
        for use in table.forms:
            value = e_k[use.form][use.elements]
            if use.angles is not None:
                value = nearest_turn(value, angles[use.angles])
                followed[use.angles] = value
            np.add.at(e, use.rows, _column(use.factors, value) * value)
        for entry in table.entries:
            value = D_k[entry.form][entry.coordinate]
            value = value[entry.elements] if isinstance(value, np.ndarray) else value
            value = _column(entry.factors, x) * value
            if entry.slots_repeat:
                np.add.at(D, entry.slots, value)
            else:
                D[entry.slots] += value
    return e, D, followed


def second(mech: Mechanism, x: Floats, v: Floats, w: Floats) -> Floats:
    """(∂D/∂x·v)·w of every parameter (ne, nt)."""
    g = np.zeros((len(mech.parameters), *x.shape[1:]))
    for table in mech.tables:
        if not table.forms:
            continue
        g_k = FORMULAS[table.kind].second(x[table.dofs], v[table.dofs], w[table.dofs])
        for use in table.forms:
            value = np.asarray(g_k[use.form])[use.elements]
            np.add.at(g, use.rows, _column(use.factors, value) * value)
    return g


def _column(factors: Floats, like: Floats) -> Floats:
    return factors.reshape(-1, *(1,) * (like.ndim - 1))


@dataclass(frozen=True)
class Solver:
    """D^pc of many positions as its chain of groups, ready to be solved both ways."""

    mech: Mechanism
    D: Floats  # (nnz, nt)
    least: float = WITHOUT_VALUE  # quality of a group below which it has no inverse

    @cached_property
    def _with_zero(self) -> Floats:
        return np.concatenate([self.D, np.zeros((1, *self.D.shape[1:]))])

    @cached_property
    def _by_size(self) -> list[tuple[Ints, Floats, Floats]]:
        """Of every size of group: numbers (k,), matrices and inverses (k, nt, n, n)."""
        found = []
        for which, own, _ in self.mech.blocks_by_size:
            A = np.moveaxis(self._with_zero[own], -1, 1)
            found.append((which, A, _inverse(A)))
        return found

    @cached_property
    def inverses(self) -> list[Floats]:
        """Inverse (nt, n, n) of every group; NaN where it is singular, or so nearly that only noise would come out."""
        found: list[Floats] = [np.empty(0)] * len(self.mech.blocks)
        for which, _, inverse in self._by_size:
            for g, own_inverse in zip(which.tolist(), inverse, strict=True):
                lost = self.qualities[g] < self.least
                found[g] = np.where(lost[:, None, None], np.nan, own_inverse) if lost.any() else own_inverse
        return found

    @cached_property
    def signs(self) -> Floats:
        """(groups, nt): signs of the determinants, which tell branches apart."""
        found = np.ones((len(self.mech.blocks), self.D.shape[-1]))
        for which, A, _ in self._by_size:
            found[which] = np.sign(np.linalg.det(A))
        return found

    @cached_property
    def qualities(self) -> Floats:
        """(groups, nt): how far every group is from a singular position, 1 at best.

        1/‖A⁻¹‖₁ with columns scaled to the mechanism and rows to *all* they depend on: a rod across
        its guide is near a singular position, though the slider's own equation is alone.
        """
        mech = self.mech
        sizes = np.zeros((len(mech.parameters), self.D.shape[-1]))
        np.maximum.at(sizes, mech.entry_rows, np.abs(self.D) * mech.entry_weights[:, None])
        found = np.ones((len(mech.blocks), self.D.shape[-1]))
        for (which, _, inverse), (_, _, columns) in zip(self._by_size, mech.blocks_by_size, strict=True):
            rows = np.stack([mech.blocks[g].rows for g in which])
            size = np.moveaxis(sizes[rows], -1, 1)[:, :, None, :]  # (k, nt, 1, n)
            B = inverse / mech.scale[columns][:, None, :, None] * size
            norm = np.abs(B).sum(axis=2).max(axis=2)
            found[which] = np.where(np.isfinite(norm) & (norm > 0), np.minimum(1.0, 1.0 / norm), 0.0)
        return found

    def solve(self, right: Floats) -> Floats:
        """x (nx, nt) with D^pc x^c = right (np, nt) and x^o = 0."""
        x = np.zeros((len(self.mech.coordinates), right.shape[-1]))
        for block, inverse in zip(self.mech.blocks, self.inverses, strict=True):
            b = right[block.rows]
            if len(block.earlier_columns):
                b = b - np.einsum("ijt,jt->it", self._with_zero[block.earlier], x[block.earlier_columns])
            x[block.columns] = np.einsum("tij,jt->it", inverse, b)
        return x

    def solve_transposed(self, f: Floats) -> Floats:
        """σ^p (np, nt) with (D^pc)ᵀ σ^p = f^c; f (nx, nt)."""
        f = f.copy()
        sigma = np.zeros((self.mech.prescribed, f.shape[-1]))
        for block, inverse in zip(reversed(self.mech.blocks), reversed(self.inverses), strict=True):
            s = np.einsum("tij,it->jt", inverse, f[block.columns])
            # σ_b = A⁻ᵀ f_b: columns of the group to its rows
            sigma[block.rows] = s
            if len(block.earlier_columns):
                f[block.earlier_columns] -= np.einsum("ijt,it->jt", self._with_zero[block.earlier], s)
        return sigma

    def forces(self, sigma: Floats) -> Floats:
        """Dᵀσ (nx, nt) of all parameters, dependent ones included: sigma (ne, nt)."""
        f = np.zeros((len(self.mech.coordinates), sigma.shape[-1]))
        np.add.at(f, self.mech.entry_columns, self.D * sigma[self.mech.entry_rows])
        return f

    def rates(self, v: Floats) -> Floats:
        """D·v (ne, nt) for any velocity v (nx, nt)."""
        e1 = np.zeros((len(self.mech.parameters), v.shape[-1]))
        np.add.at(e1, self.mech.entry_rows, self.D * v[self.mech.entry_columns])
        return e1

    def dense(self) -> Floats:
        """D^pc (nt, np, nc) as one matrix."""
        nt = self.D.shape[-1]
        full = np.zeros((nt, len(self.mech.parameters), len(self.mech.coordinates)))
        full[:, self.mech.entry_rows, self.mech.entry_columns] = self.D.T
        return full[:, : self.mech.prescribed][:, :, self.mech.c]


def _inverse(A: Floats) -> Floats:
    """Inverses of matrices (…, n, n), those of dyads by their determinants; NaN where singular."""
    if A.shape[-1] == 1:
        with np.errstate(divide="ignore"):
            return np.where(A == 0, np.nan, 1.0 / A)
    if A.shape[-1] == 2:
        a, b, c, d = A[..., 0, 0], A[..., 0, 1], A[..., 1, 0], A[..., 1, 1]
        determinant = a * d - b * c
        adjugate = np.stack([d, -b, -c, a], axis=-1).reshape(A.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            return adjugate / np.where(determinant == 0, np.nan, determinant)[..., None, None]
    try:
        return np.linalg.inv(A)
    except np.linalg.LinAlgError:
        flat = A.reshape(-1, *A.shape[-2:])
        return np.array([_inverse_or_nan(matrix) for matrix in flat]).reshape(A.shape)


def _inverse_or_nan(A: Floats) -> Floats:
    try:
        return np.linalg.inv(A)
    except np.linalg.LinAlgError:
        return np.full_like(A, np.nan)
