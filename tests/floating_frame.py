"""A spatial four-bar (RSSR) with flexible links by floating frames of reference: our own independent calculation.

Crank and rocker bend in the frames of their hinges by polynomials ξ², ξ³ …, the coupler beside its chord by sines, each
in both planes; bending shortens them. Co-ordinates are the angles of crank and rocker and all amplitudes. One equation
closes the loop: the chord of the coupler is as long as the two tips are apart. Jacobians by complex steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tests.spatial_decks import B0, COUPLER, CRANK, MASSES, ROCKER

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
XI, W = (_NODES + 1) / 2, _WEIGHTS / 2
AT = np.append(XI, 1.0)  # along a link; its end last
COUNT = len(AT)
TIP_OF_CRANK, TIP, MIDDLE = COUNT - 1, 2 * COUNT - 1, 3 * COUNT - 1
G = np.array([0.0, 0.0, -9.81])


class Shapes(NamedTuple):
    """Of one link, in one plane."""

    at: np.ndarray  # (points, shapes)
    shorter: np.ndarray  # (points, shapes, shapes): how much bending shortens the way to a point
    stiff: np.ndarray  # for EI = 1


def clamped(most: int, length: float) -> Shapes:
    """ξ² … ξ^most."""
    n = np.arange(2, most + 1)
    if not len(n):
        return straight()
    both = n[:, None] + n - 1
    shorter = 0.5 * n[:, None] * n * AT[:, None, None] ** both / both / length
    stiff = n[:, None] * (n[:, None] - 1) * n * (n - 1) / (n[:, None] + n - 3) / length**3
    return Shapes(AT[:, None] ** n, shorter, stiff)


def supported(most: int, length: float) -> Shapes:
    """sin πξ … sin most·πξ; the last point is the middle of the chord's way, not its end."""
    k = np.arange(1, most + 1)
    if not len(k):
        return straight()
    at = np.append(XI, 0.5)
    a, b = k[:, None], k[None, :]
    plus, minus = (a + b) * np.pi, np.where(a == b, 1, a - b) * np.pi
    slopes = 0.5 * (
        np.sin(plus * at[:, None, None]) / plus
        + np.where(a == b, at[:, None, None], np.sin(minus * at[:, None, None]) / minus)
    )
    return Shapes(
        np.sin(np.pi * k * at[:, None]),
        0.5 * a * b * np.pi**2 * slopes / length,
        np.diag((k * np.pi) ** 4 / 2) / length**3,
    )


def straight() -> Shapes:
    return Shapes(np.zeros((COUNT, 0)), np.zeros((COUNT, 0, 0)), np.zeros((0, 0)))


class Links:
    """`most` shapes of crank, coupler and rocker; their stiffness EI and mass."""

    def __init__(self, most: tuple[int, int, int], EI: tuple[float, float, float], masses: tuple[float, float, float]):
        self.crank, self.coupler = clamped(most[0], CRANK), supported(most[1], COUPLER)
        self.rocker = clamped(most[2], ROCKER)
        self.counts = [shape.at.shape[1] for shape in (self.crank, self.coupler, self.rocker)]
        self.size = 2 + 2 * sum(self.counts)
        self.masses = np.concatenate([np.append(m * W, 0.0) for m in (masses[0], masses[2], masses[1])])
        self.stiff = np.zeros((self.size, self.size))
        at = 2
        for shape, bending in zip((self.crank, self.coupler, self.rocker), EI, strict=True):
            for _ in range(2):
                part = slice(at, at + len(shape.stiff))
                self.stiff[part, part] = bending * shape.stiff
                at += len(shape.stiff)

    def places(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(points, 3): along crank, rocker and coupler, each with its end, or middle; and the gap of the loop."""
        c, d = np.cos(p[0]), np.sin(p[0])
        e, f = np.cos(p[1]), np.sin(p[1])
        nothing = 0 * p[0]
        a = np.split(p[2:], np.cumsum(np.repeat(self.counts, 2))[:-1])
        crank = bent(self.crank, CRANK, a[0], a[1], np.array([[c, d, nothing], [-d, c, nothing], [0, 0, 1 + nothing]]))
        rocker = B0 + bent(
            self.rocker, ROCKER, a[4], a[5], np.array([[f, nothing, e], [e, nothing, -f], [0, 1 + nothing, 0]])
        )
        chord = rocker[-1] - crank[-1]
        long = np.sqrt(chord @ chord)
        along = chord / long
        side = np.array([-along[1], along[0], nothing]) / np.sqrt(along[0] ** 2 + along[1] ** 2)
        up = np.array(
            [
                along[1] * side[2] - along[2] * side[1],
                along[2] * side[0] - along[0] * side[2],
                along[0] * side[1] - along[1] * side[0],
            ]
        )
        at = np.append(XI, 0.5)
        coupler = crank[-1] + bent(self.coupler, COUPLER, a[2], a[3], np.array([along, side, up]), at)
        whole = COUPLER - sum(
            np.pi**2 / (4 * COUPLER) * (k + 1) ** 2 * amplitude**2
            for plane in (a[2], a[3])
            for k, amplitude in enumerate(plane)
        )
        return np.concatenate([crank, rocker, coupler]), long - whole

    def jacobian(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(points, 3, co-ordinates), and that of the gap."""
        h = 1e-30
        found = [self.places(p + 1j * h * unit) for unit in np.eye(self.size)]
        return np.stack([np.imag(at) / h for at, _ in found], axis=2), np.array([np.imag(gap) / h for _, gap in found])

    def accelerations(self, p: np.ndarray, v: np.ndarray) -> np.ndarray:
        """M·p̈ + Dᵀμ = F, D·p̈ = −Ḋṗ, the gap held against drift."""
        h = 1e-5
        J, D = self.jacobian(p)
        ahead, behind = self.jacobian(p + h * v), self.jacobian(p - h * v)
        curved, closing = ((ahead[0] - behind[0]) @ v) / (2 * h), ((ahead[1] - behind[1]) @ v) / (2 * h)
        M = np.einsum("k,kia,kib->ab", self.masses, J, J)
        F = np.einsum("k,kia,ki->a", self.masses, J, G - curved) - self.stiff @ p
        missing = -closing - 40.0 * (D @ v) - 400.0 * self.places(p)[1]
        whole = np.block([[M, D[:, None]], [D[None], np.zeros((1, 1))]])
        found: np.ndarray = np.linalg.solve(whole, np.append(F, missing))[: self.size]
        return found

    def motion(self, phi: float, psi: float, times: np.ndarray) -> np.ndarray:
        """All places (nt, points, 3) from rest, straight."""
        from scipy.integrate import solve_ivp

        n = self.size
        start = np.zeros(2 * n)
        start[:2] = phi, psi

        def rate(_: float, y: np.ndarray) -> np.ndarray:
            return np.concatenate([y[n:], self.accelerations(y[:n], y[n:])])

        found = solve_ivp(rate, (0.0, float(times[-1])), start, "DOP853", times, rtol=1e-8, atol=1e-10)
        return np.array([self.places(found.y[:n, k])[0] for k in range(len(times))])


def bent(
    shape: Shapes, length: float, one: np.ndarray, two: np.ndarray, axes: np.ndarray, at: np.ndarray = AT
) -> np.ndarray:
    """Points of a bent link in the axes along, beside and above it."""
    along = at * length - (shape.shorter @ one) @ one - (shape.shorter @ two) @ two
    found: np.ndarray = (
        along[:, None] * axes[0] + (shape.at @ one)[:, None] * axes[1] + (shape.at @ two)[:, None] * axes[2]
    )
    return found


#: a flexible rocker of EI = 2 N·m² and 1.1 kg; all links flexible, EI = 1, 20 and 2 N·m²
ONLY_THE_ROCKER = Links((0, 0, 6), (0.0, 0.0, 2.0), MASSES)
ALL_LINKS = Links((4, 3, 5), (1.0, 20.0, 2.0), MASSES)
