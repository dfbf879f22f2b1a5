"""Samples while the motion is given: the position of every instant, and what is set there."""

from __future__ import annotations

from librt.vecs import vec

from ..deck.model import Move
from ..engine.replay import Replay
from ..engine.status import FINE, NOT_FINITE, TOO_MUCH_WORK
from ..engine.trajectory import Trajectory
from ..model.mechanism import Mechanism
from .given import positions_at

AT_MOST = 200_000  # instants of a move: each is a position that is solved
ROUNDING = 1e-13  # of the time at the end of the move


def take(mech: Mechanism, rows: Trajectory, row: int, t: float, soon: float) -> int:
    """Sets the samples that are due in a row; a status. The mechanism is left in it."""
    replay = Replay(mech.kinematics, mech.input_forms, mech.angles, [], [], None, [], [], mech.expressions.pieces)
    replay.begin()
    replay.stand(rows, row, t)
    return FINE if mech.variables.take(t, soon) else NOT_FINITE


def follow_samples(
    mech: Mechanism, move: Move, begin: list[float], started: float, rows: Trajectory, times: vec[float]
) -> int:
    """Writes what is held in the rows of a move that starts where the mechanism is; a status."""
    variables = mech.variables
    soon = ROUNDING * (started + move.time)
    instants: list[float] = []
    due = variables.due_after(started, soon)
    while due <= started + move.time + soon:
        if len(instants) == AT_MOST:
            return TOO_MUCH_WORK
        instants.append(due)
        due = variables.due_after(due, soon)
    found = positions_at(mech, move, begin, [min(t - started, move.time) for t in instants])
    done = 0
    for row in range(rows.count):
        while done < len(instants) and instants[done] <= times[row] + soon:
            status = take(mech, found, done, instants[done], soon) if done < found.count else FINE
            if status != FINE:
                return status
            done += 1
        rows.write_variables(variables)
    return FINE
