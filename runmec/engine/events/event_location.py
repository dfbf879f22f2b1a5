"""Ends of pieces: a step is cut where the first one is left; then the next pieces are chosen."""

from __future__ import annotations

from typing import Final

from ..integrators.integrator import Integrator
from ..status import CHATTERS, FINE
from ..switch import IDLE, MET, MET_AGAIN, RELEASED, STUCK, Switch
from .stiction import HeldDynamics, side

SHORTER: Final = 30  # shorter steps towards the first end of a piece that was seen
CLOSER: Final = 80  # steps that close in upon it
MOST: Final = 500  # so many kinks …
SOON: Final = 1e-3  # … in this part of a move are chatter


class EventLocation:
    """Of one move."""

    __slots__ = ("count", "duration", "equation", "quiet_since", "recent")

    def __init__(self, equation: HeldDynamics, duration: float) -> None:
        self.equation: HeldDynamics = equation
        self.duration: float = duration
        self.count: int = 0
        self.recent: int = 0
        self.quiet_since: float = 0.0

    def cut(self, method: Integrator, t: float, h: float, smallest: float) -> tuple[float, int]:
        """The step cut to where the first piece ends, just beyond it: its length and status.

        The end is found by trying shorter steps (regula falsi, Illinois): no interpolation comes in. First to where a
        piece was seen to be left, which may have been entered again since.
        """
        pieces = self.equation.pieces
        low = 0.0
        high = h
        gap_low = max(0.0, pieces.least_at_start())
        gap_high = pieces.least_gap()
        status = FINE
        for _ in range(SHORTER):
            seen = pieces.left_at
            if gap_high < 0.0 and seen > high * (1.0 - 1e-9):
                break
            high = max(seen if seen < high * (1.0 - 1e-9) else 0.5 * high, 4.0 * smallest)
            pieces.forget()
            self.equation.mech.restore_turns()
            status = method.step(t, high)
            gap_high = pieces.least_gap()
            if status != FINE or (gap_high >= 0.0 and not pieces.were_left()):
                return high, status
        if gap_high >= 0.0:
            return high, status
        went = 0
        for tries in range(CLOSER):
            if high - low <= smallest:
                break
            # just beyond the root and just before it in turn, so that the end closes in from both sides
            aim = low + gap_low / (gap_low - gap_high) * (high - low) + (0.4 if tries % 2 == 0 else -0.4) * smallest
            if tries % 4 == 3:
                aim = 0.5 * (low + high)
            length = min(max(aim, low + 0.3 * smallest), high - 0.3 * smallest)
            self.equation.mech.restore_turns()
            status = method.step(t, length)
            if status != FINE:
                return length, status
            gap = pieces.least_gap()
            if gap < 0.0:
                high = length
                gap_high = gap
                gap_low *= 0.5 if went == 1 else 1.0
                went = 1
            else:
                low = length
                gap_low = gap
                gap_high *= 0.5 if went == -1 else 1.0
                went = -1
        self.equation.mech.restore_turns()
        return high, method.step(t, high)

    def note(self, t: float) -> int:
        """Counts a kink; CHATTERS where they come so fast that the motion would never end."""
        self.count += 1
        if t - self.quiet_since > SOON * self.duration:
            self.quiet_since = t
            self.recent = 0
        self.recent += 1
        return CHATTERS if self.recent > MOST else FINE

    def note_crossings(self, t: float, soon: float) -> None:
        """After a step that ended at a kink: which jumps were met there, and which are exhausted."""
        for k in self.equation.pieces.switches:
            if not k.jumps or k.at_start >= 0.0:
                continue
            if k.mode == STUCK:
                self.release(k)
            else:
                again = not k.of_velocity and t - k.met_at <= soon
                k.crossed = MET_AGAIN if again else MET
                k.met_at = t

    def release(self, k: Switch) -> None:
        """What held a jump is exhausted: it takes the side on which it was, and others may hold in its place."""
        pieces = self.equation.pieces
        pieces.stuck -= 1
        for j in pieces.switches:
            if j.mode == IDLE and j.leader is k:
                j.held = j.sense * k.held
                j.crossed = RELEASED
            elif j.mode == IDLE:
                j.mode = 1
                j.crossed = MET
        k.take(side(k), pieces.switches)
        k.crossed = RELEASED
