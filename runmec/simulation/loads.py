"""Forces of a simulated position: applied, springs, dampers, motors, masses (8.3, 8.4, 8.5.3).

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from ..elements import beam
from .program import value
from .tables import WIDE

# models of motors
CONST, SPRING, ASYNC, EXPRESSION, ELASTIC, GIVEN = range(6)


def applied_forces(S: Any, F: Any, I: Any, t: float) -> float:
    """f: all forces but those of masses (8.17, 8.19). Returns the power of what is not conservative."""
    f, v, sigma, de = S.f, S.v, S.sigma, S.de
    for i in range(S.nx):
        F[f + i] = 0.0
    for row in range(S.ne):
        F[sigma + row] = 0.0
    power = 0.0
    for k in range(S.forces):
        force, c = value(S, F, I, I[S.force_program + k], t), I[S.force_dof + k]
        F[f + c] += force
        F[S.force_value + k] = force
        power += force * F[v + c]
    for k in range(S.springs):
        row = I[S.spring_row + k]
        F[sigma + row] += _spring(S, F, I, k, F[S.e + row])
    for k in range(S.dampers):
        row = I[S.damper_row + k]
        F[sigma + row] += F[S.damper + k] * F[de + row]
        power -= F[S.damper + k] * F[de + row] * F[de + row]
    for i in range(S.inputs):
        row = I[S.input_row + i]
        drive = _motor(S, F, I, i, t, F[S.e + row], F[de + row])
        F[sigma + row] -= drive
        if I[S.model + i] != ELASTIC:
            power += drive * F[de + row]
    for use in range(S.all_uses):
        s = F[sigma + I[S.row + use]]
        if s != 0.0:
            for j in range(WIDE * use, WIDE * use + I[S.count + use]):
                F[f + I[S.dof + j]] -= F[S.D + j] * s
    return power


def _spring(S: Any, F: Any, I: Any, k: int, e: float) -> float:
    """c·ε + s0, with other stiffnesses below e1 and above e2 (fig. 8.4.2)."""
    at, switch = S.spring + 6 * k, I[S.spring_switch + k]
    c, s0, e1, e2 = F[at], F[at + 1], F[at + 2], F[at + 3]
    if switch < 0:
        return float(c * e + s0)
    if I[S.refresh] == 1:
        I[S.mode + switch] = -1 if e < e1 else 1 if e > e2 else 0
    if I[S.mode + switch] < 0:
        F[S.gap + switch] = e1 - e
        return float(s0 + c * e1 + F[at + 4] * (e - e1))
    if I[S.mode + switch] > 0:
        F[S.gap + switch] = e - e2
        return float(s0 + c * e2 + F[at + 5] * (e - e2))
    F[S.gap + switch] = min(e - e1, e2 - e)
    return float(c * e + s0)


def spring_gaps(S: Any, F: Any, I: Any) -> None:
    """Gaps of the ranges of springs, with the shift of time that is set."""
    ahead = F[S.shift]
    for k in range(S.springs):
        row = I[S.spring_row + k]
        _spring(S, F, I, k, F[S.e + row] + ahead * (F[S.de + row] + 0.5 * ahead * F[S.dde + row]))


def _motor(S: Any, F: Any, I: Any, i: int, t: float, e: float, de: float) -> float:
    """Driving force M = −σ of an input."""
    at, model = S.motor + 3 * i, I[S.model + i]
    a, b, kappa = F[at], F[at + 1], F[at + 2]
    if model == CONST:
        return float(a)
    if model == SPRING:
        return float(-(a * e + b))
    if model == ASYNC:
        s = 1.0 - de / b
        return float(
            2.0 * kappa * a * s / (1.0 + kappa * kappa * s * s)
        )  # (8.29): s above zero below synchronous speed
    if model == EXPRESSION:
        return value(S, F, I, I[S.motor_program + i], t)
    total = 0.0
    if model == ELASTIC:
        for j in range(S.inputs):
            total -= F[S.stiffness + i * S.inputs + j] * (F[S.e + I[S.input_row + j]] - F[S.natural + j])
    return total


def add_mass_forces(S: Any, F: Any, I: Any, v: int, a: int, g: int, out: int, sign: float) -> None:
    """F[out:] += sign·M(a − g), with what turning beams add at the velocity v (8.16)."""
    for k in range(S.lumped):
        c = I[S.lumped_dof + k]
        F[out + c] += sign * F[S.lumped_mass + k] * (F[a + c] - F[g + c])
    for k in range(S.bars):
        m = sign * F[S.bar_mass + k] / 6.0
        for j in range(S.bar_dof + 4 * k, S.bar_dof + 4 * k + 2):
            p, q = I[j], I[j + 2]
            a_p, a_q = F[a + p] - F[g + p], F[a + q] - F[g + q]
            F[out + p] += m * (2.0 * a_p + a_q)
            F[out + q] += m * (a_p + 2.0 * a_q)
    x = S.x
    for k in range(S.beams):
        d, m = S.beam_dof + 6 * k, sign * F[S.beam_mass + k]
        i, j, p, k_, l, q = I[d], I[d + 1], I[d + 2], I[d + 3], I[d + 4], I[d + 5]
        h = beam.mass_force(
            (F[x + i], F[x + j], F[x + p], F[x + k_], F[x + l], F[x + q]),
            (F[v + i], F[v + j], F[v + p], F[v + k_], F[v + l], F[v + q]),
            (F[a + i] - F[g + i], F[a + j] - F[g + j], F[a + p], F[a + k_] - F[g + k_], F[a + l] - F[g + l], F[a + q]),
        )
        F[out + i] += m * float(h[0])
        F[out + j] += m * float(h[1])
        F[out + p] += m * float(h[2])
        F[out + k_] += m * float(h[3])
        F[out + l] += m * float(h[4])
        F[out + q] += m * float(h[5])
