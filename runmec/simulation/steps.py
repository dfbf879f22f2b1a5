"""What all integrators share: the state, the derivatives, the error that is allowed.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dop853_coefficients as coefficients
from .memory import Memory

NOT_CORRECTED = 5  # status of an implicit step that did not converge
CHATTERS = 7  # of a motion in which pieces end faster than it can go on
END = 12  # place of the derivatives at the end of a step among the stages
HEUN, DOP853, RADAU = range(3)
# places of the clock
NOW, STEP, TOLERANCE, FINAL, ROW, BEGIN, CLOCK = range(7)
# places of the counts
(
    METHOD, ACCEPTED, REFUSED_ERROR, REFUSED_SINGULAR, REFUSED_POSITION, KINKS, PASSAGES, NEXT_ROW, REASON, WHICH,
    TRIES, HOLDS, RECENT, COUNTS,
) = range(14)  # fmt: skip
MOST_PASSAGES = 4096  # that are kept
_EPSILON = 2.2e-16
RADAU_STAGES = 3


def lay_out_steps(memory: Memory, free: int, radau: bool) -> None:
    """The state y with its derivatives K[:n], the end y1, stages, interpolation and what the methods need."""
    n = 2 * free + 1
    sums = [*coefficients.STAGES, coefficients.ERROR_5, coefficients.ERROR_3, *coefficients.DENSE]
    firsts = [0]
    for terms in sums:
        firsts.append(firsts[-1] + len(terms))
    wide = RADAU_STAGES * free if radau else 0
    memory.count(n=n)
    memory.floats(y=n, y1=n, trial=n, spare=n, K=16 * n, dense=7 * n, stage_time=coefficients.NODES,
                  sum_weight=[w for terms in sums for _, w in terms])  # fmt: skip
    memory.ints(sum_first=firsts, sum_stage=[j for terms in sums for j, _ in terms])
    # Radau: ∂ε̈/∂ε and ∂ε̈/∂ε̇, its systems; Heun and Radau: what the last step knew
    memory.floats(jacobian=2 * free * free if radau else 0, matrix=wide * wide + free * free,
                  rhs=2 * wide + 2 * free, memory=3 * n + 1)  # fmt: skip
    memory.ints(pivots=wide + free, flags=2)


def allowed(a: float, b: float, tolerance: float) -> float:
    """The error allowed in a value that moves from a to b: never less than its rounding."""
    return max(tolerance, 10.0 * _EPSILON * max(abs(a), abs(b)))


def watch(S: Any, F: Any, since: float) -> None:
    """Remembers how far any piece was left in this step, and how soon after its start."""
    for k in range(S.switches):
        if F[S.gap + k] < 0.0:
            F[S.low + k] = min(F[S.low + k], F[S.gap + k])
            F[S.left_at] = min(F[S.left_at], since)
