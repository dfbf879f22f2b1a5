"""Frames by the textbook's stiffness method, for comparison: straight beams in space, no formula of the program.

Where something is rigid stiffness does not exist: displacements and forces are then found together from
Bᵀσ = f, Bu = Fσ + misfit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


@dataclass
class Beam:
    P: int
    Q: int
    EA: float
    EIy: float
    EIz: float
    GJ: float
    y: Floats  # its y-axis
    mass: float = 0.0
    too_long: float = 0.0


@dataclass
class Frame:
    nodes: Floats
    beams: list[Beam]
    held: set[int]  # of 6 numbers a node: three displacements, three turns
    loads: Floats
    u: Floats = field(default_factory=lambda: np.zeros(0))
    reactions: Floats = field(default_factory=lambda: np.zeros(0))

    def axes(self, beam: Beam) -> tuple[Floats, float]:
        along = self.nodes[beam.Q] - self.nodes[beam.P]
        length = float(np.linalg.norm(along))
        x = along / length
        y = beam.y - (beam.y @ x) * x
        y /= np.linalg.norm(y)
        return np.array([x, y, np.cross(x, y)]), length

    def local(self, beam: Beam) -> tuple[Floats, list[int], float]:
        """12 local displacements from those of the frame."""
        R, length = self.axes(beam)
        T = np.zeros((12, 12))
        for k in range(4):
            T[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] = R
        return T, [6 * n + k for n in (beam.P, beam.Q) for k in range(6)], length

    def strains(self, beam: Beam) -> tuple[Floats, Floats]:
        """Elongation, twist, turns of both ends against the chord in two planes; and their flexibility."""
        T, at, l = self.local(beam)
        B = np.zeros((6, 12))
        B[0, [0, 6]] = -1.0, 1.0
        B[1, [3, 9]] = -1.0, 1.0
        for row, end in ((2, 5), (3, 11)):  # in the xy-plane, by EIz
            B[row, end], B[row, 1], B[row, 7] = 1.0, 1.0 / l, -1.0 / l
        for row, end in ((4, 4), (5, 10)):  # in the xz-plane, by EIy
            B[row, end], B[row, 2], B[row, 8] = 1.0, -1.0 / l, 1.0 / l
        F = np.zeros((6, 6))
        F[0, 0] = l / beam.EA if beam.EA else 0.0
        F[1, 1] = l / beam.GJ if beam.GJ else 0.0
        bend = l / 6.0 * np.array([[2.0, -1.0], [-1.0, 2.0]])
        F[2:4, 2:4] = bend / beam.EIz if beam.EIz else 0.0
        F[4:6, 4:6] = bend / beam.EIy if beam.EIy else 0.0
        whole = np.zeros((6, 6 * len(self.nodes)))
        whole[:, at] = B @ T
        return whole, F

    @property
    def free(self) -> list[int]:
        return [k for k in range(6 * len(self.nodes)) if k not in self.held]

    def solve(self) -> None:
        both = [self.strains(beam) for beam in self.beams]
        B = np.vstack([b for b, _ in both])
        F = np.zeros((len(B), len(B)))
        misfit = np.zeros(len(B))
        for k, ((_, f), beam) in enumerate(zip(both, self.beams, strict=True)):
            F[6 * k : 6 * k + 6, 6 * k : 6 * k + 6] = f
            misfit[6 * k] = beam.too_long
        free = self.free
        n, m = len(free), len(B)
        A = np.block([[np.zeros((n, n)), B[:, free].T], [B[:, free], -F]])
        scale = np.ones(n + m)
        scale[n:] = 1.0 / max(1e-12, float(np.max(F))) ** 0.5
        scale[:n] = 1.0 / scale[n]
        found = scale * np.linalg.solve(scale[:, None] * A * scale, scale * np.concatenate([self.loads[free], misfit]))
        self.u = np.zeros(6 * len(self.nodes))
        self.u[free] = found[:n]
        self.reactions = B.T @ found[n:] - self.loads

    def frequencies(self) -> Floats:
        """Hz, ascending, with the consistent masses of cubic bending; all beams are elastic."""
        wide = 6 * len(self.nodes)
        K, M = np.zeros((wide, wide)), np.zeros((wide, wide))
        for beam in self.beams:
            B, F = self.strains(beam)
            K += B.T @ np.linalg.solve(F, B)
            T, at, l = self.local(beam)
            m = np.zeros((12, 12))
            m[np.ix_([0, 6], [0, 6])] = beam.mass / 6.0 * np.array([[2.0, 1.0], [1.0, 2.0]])
            cubic = np.array(
                [
                    [156, 22 * l, 54, -13 * l],
                    [22 * l, 4 * l * l, 13 * l, -3 * l * l],
                    [54, 13 * l, 156, -22 * l],
                    [-13 * l, -3 * l * l, -22 * l, 4 * l * l],
                ]
            )
            m[np.ix_([1, 5, 7, 11], [1, 5, 7, 11])] = beam.mass / 420.0 * cubic
            turned = np.diag([1.0, -1.0, 1.0, -1.0])
            m[np.ix_([2, 4, 8, 10], [2, 4, 8, 10])] = beam.mass / 420.0 * turned @ cubic @ turned
            M[np.ix_(at, at)] += T.T @ m @ T
        free = self.free
        values = np.linalg.eigvals(np.linalg.solve(M[np.ix_(free, free)], K[np.ix_(free, free)]))
        return np.sort(np.sqrt(values.real)) / (2.0 * np.pi)
