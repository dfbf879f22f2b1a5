"""min ‖E d − f‖ where A d ≥ b: as a least distance, by non-negative least squares (Lawson and Hanson)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


def constrained_squares(E: Floats, f: Floats, A: Floats, b: Floats) -> Floats | None:
    """The best d; None where the constraints contradict each other. The columns of E are independent."""
    Q, R = np.linalg.qr(E)
    target = Q.T @ f
    free = np.linalg.solve(R, target)
    if len(b) == 0 or np.all(A @ free >= b):
        return free
    from scipy.optimize import nnls

    G = np.linalg.solve(R.T, A.T).T  # A R⁻¹
    h = b - G @ target
    size = float(np.max(np.abs(h))) or 1.0  # the least distance is sought in units of about one
    system = np.vstack([G.T, h / size])
    wanted = np.zeros(len(system))
    wanted[-1] = 1.0
    try:
        u, _ = nnls(system, wanted, maxiter=30 * system.shape[1])
    except RuntimeError:
        return None
    rest = system @ u - wanted
    if not -rest[-1] > 1e-10:
        return None
    z = -size * rest[:-1] / rest[-1]
    return np.linalg.solve(R, z + target)
