"""An RSSR with a flexible rocker by a floating frame of reference: our own independent calculation.

The rocker bends in its hinge's frame by polynomials ξ², ξ³, ξ⁴ in both planes; bending shortens it. Co-ordinates are
the angles of crank and rocker and the amplitudes; the coupler holds its length; Jacobians by complex steps.
"""

from __future__ import annotations

import numpy as np

from tests.spatial_decks import B0, COUPLER, CRANK, MASSES, ROCKER

POWERS = np.array([2, 3, 4])
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
XI, W = (_NODES + 1) / 2, _WEIGHTS / 2
AT = np.append(XI, 1.0)  # along the rocker; the tip last
_SHAPE = AT[:, None] ** POWERS
#: ∫ of products of slopes up to every place: how much bending shortens the way there
_TOGETHER = (POWERS[:, None] + POWERS) - 1
_SHORTER = 0.5 * POWERS[:, None] * POWERS * AT[:, None, None] ** _TOGETHER / _TOGETHER / ROCKER
_STIFF = np.array([[a * (a - 1) * b * (b - 1) / (a + b - 3) for b in POWERS] for a in POWERS]) / ROCKER**3
COUPLED, CRANKED = np.array([0.0, 0.5, 1.0]), np.array([0.5, 1.0])
G = np.array([0.0, 0.0, -9.81])


def places(p: np.ndarray) -> np.ndarray:
    """(points, 3): along the rocker, its tip, along the coupler, along the crank."""
    n = len(POWERS)
    in_x, in_y = p[2 : 2 + n], p[2 + n :]
    x, y = _SHAPE @ in_x, _SHAPE @ in_y
    z = AT * ROCKER - (_SHORTER @ in_x) @ in_x - (_SHORTER @ in_y) @ in_y
    c, s = np.cos(p[1]), np.sin(p[1])
    rocker = B0 + np.stack([c * x + s * z, y, c * z - s * x], axis=1)
    A = CRANK * np.array([np.cos(p[0]), np.sin(p[0]), 0 * p[0]])
    coupler = (1 - COUPLED[:, None]) * A + COUPLED[:, None] * rocker[-1]
    return np.concatenate([rocker, coupler, CRANKED[:, None] * A])


def jacobian(p: np.ndarray) -> np.ndarray:
    """(points, 3, co-ordinates)."""
    h = 1e-30
    return np.stack([np.imag(places(p + 1j * h * unit)) / h for unit in np.eye(len(p))], axis=2)


def accelerations(p: np.ndarray, v: np.ndarray, EI: float, rocker_mass: float) -> np.ndarray:
    """M·p̈ + Dᵀμ = F, D·p̈ = −Ḋṗ, the constraint held against drift. Straight rods by Simpson's points, exactly."""
    m = np.concatenate([rocker_mass * W, [0.0], MASSES[1] / 6 * np.array([1, 4, 1]), MASSES[0] / 6 * np.array([4, 1])])
    h, J, at = 1e-5, jacobian(p), places(p)
    curved = ((jacobian(p + h * v) - jacobian(p - h * v)) @ v) / (2 * h)
    M = np.einsum("k,kia,kib->ab", m, J, J)
    F = np.einsum("k,kia,ki->a", m, J, G - curved)
    n = len(POWERS)
    F[2 : 2 + n] -= EI * _STIFF @ p[2 : 2 + n]
    F[2 + n :] -= EI * _STIFF @ p[2 + n :]
    tip, crank = len(XI), len(at) - 1
    e, e1 = at[tip] - at[crank], (J[tip] - J[crank]) @ v
    D = 2 * e @ (J[tip] - J[crank])
    bent = 2 * (e1 @ e1 + e @ (curved[tip] - curved[crank]))
    missing = -bent - 40.0 * (D @ v) - 400.0 * (e @ e - COUPLER**2)
    whole = np.block([[M, D[:, None]], [D[None], np.zeros((1, 1))]])
    found: np.ndarray = np.linalg.solve(whole, np.append(F, missing))[: len(p)]
    return found


def motion(phi: float, psi: float, EI: float, rocker_mass: float, times: np.ndarray) -> np.ndarray:
    """Place of the rocker's tip (nt, 3) from rest, straight."""
    from scipy.integrate import solve_ivp

    n = 2 + 2 * len(POWERS)
    start = np.zeros(2 * n)
    start[:2] = phi, psi

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[n:], accelerations(y[:n], y[n:], EI, rocker_mass)])

    found = solve_ivp(rate, (0.0, float(times[-1])), start, "DOP853", times, rtol=1e-7, atol=1e-9)
    return np.array([places(found.y[:n, k])[len(XI)] for k in range(len(times))])
