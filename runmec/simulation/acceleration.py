"""Forces at a position -> accelerations of the free parameters: J_red ε̈ = x'ᵀ{f − M(ẍ₀ − g)} (8.26).

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from .loads import add_mass_forces, applied_forces
from .position import FINE, solve_transposed

MASSLESS = 3


def accelerate(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> tuple[int, float]:
    """Accelerations F[out + n:] of the free parameters and ẍ at the position and velocity in the workspace.

    Returns a status and the power of what is not conservative.
    """
    power = applied_forces(S, F, I, t)
    n, nx, a, v = S.free, S.nx, S.a, S.v
    # x'ᵀ{f − M(ẍ₀ − g)}, ẍ₀ without acceleration of the free parameters, by one transposed solution
    add_mass_forces(S, F, I, v, S.coasting, S.gravity, S.f, -1.0)
    if S.given_count > 0:
        for i in range(nx):
            power -= F[v + i] * F[S.f + i]  # what drives the given motion: σ·ε̇ = v·f
    solve_transposed(S, F, I, S.f, S.sigma)
    for k in range(n):
        F[out + k] = F[y + n + k]
        F[out + n + k] = F[S.sigma + I[S.free_row + k]]
    _reduced_inertia(S, F, I)
    status = _divide_by_inertia(F, S.J, n, out + n)
    for i in range(nx):
        F[a + i] = F[S.coasting + i]
    for k in range(n):
        second = F[out + n + k]
        for i in range(nx):
            F[a + i] += F[S.x1 + k * nx + i] * second
            if S.given_count > 0:
                power += F[v + i] * F[S.Mx1 + k * nx + i] * second
    return status, power


def _reduced_inertia(S: Any, F: Any, I: Any) -> None:
    """M x' and J_red = x'ᵀ M x'."""
    n, nx = S.free, S.nx
    for k in range(n):
        x1, Mx1 = S.x1 + k * nx, S.Mx1 + k * nx
        for i in range(nx):
            F[Mx1 + i] = 0.0
        add_mass_forces(S, F, I, S.zero, x1, S.zero, Mx1, 1.0)
        for j in range(k + 1):
            total = 0.0
            for i in range(nx):
                total += F[S.x1 + j * nx + i] * F[Mx1 + i]
            F[S.J + k * n + j] = total
            F[S.J + j * n + k] = total


def _divide_by_inertia(F: Any, J: int, n: int, b: int) -> int:
    """F[b:] = J⁻¹ F[b:] by Cholesky; MASSLESS where J is not positive."""
    for i in range(n):
        for j in range(i + 1):
            total, diagonal = F[J + i * n + j], F[J + i * n + i]
            for k in range(j):
                total -= F[J + i * n + k] * F[J + j * n + k]
            if i > j:
                F[J + i * n + j] = total / F[J + j * n + j]
            elif total > 1e-13 * abs(diagonal):
                F[J + i * n + i] = total**0.5
            else:
                return MASSLESS
    for i in range(n):
        total = F[b + i]
        for k in range(i):
            total -= F[J + i * n + k] * F[b + k]
        F[b + i] = total / F[J + i * n + i]
    for i in range(n - 1, -1, -1):
        total = F[b + i]
        for k in range(i + 1, n):
            total -= F[J + k * n + i] * F[b + k]
        F[b + i] = total / F[J + i * n + i]
    return FINE
