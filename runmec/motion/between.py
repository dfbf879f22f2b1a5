"""Rows between the rows of a motion that was given: each is predicted from the known ones beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..deck.model import Move
from ..engine.given_path import steps_of, write_motion
from ..engine.status import FINE
from ..model.mechanism import Mechanism
from .given import prepared
from .positions import Part, Positions
from .walk import at_start, stand


def between(mech: Mechanism, moves: Sequence[Move], positions: Positions, times: int) -> Positions | None:
    """All positions of a complete motion, with `times` steps in the place of each; None where one is not found."""
    found = at_start(mech)
    found.parts = [positions.parts[0]]
    for before, part, move in zip(positions.parts, positions.parts[1:], moves, strict=False):
        stand(mech, before.rows, before.rows.count - 1)
        m = positions.inputs_count
        begin = [before.rows.motion[3 * m * (before.rows.count - 1) + k] for k in range(m)]
        finer = replace(move, steps=times * move.steps)
        sweep, laws, pace = prepared(mech, finer, begin)
        if sweep.begin(0.0) != FINE:
            return None
        for row in range(move.steps):
            stand(mech, part.rows, row)
            upto = times * (row + 1)
            if not sweep.pass_through(sweep.places[upto - 1], upto):
                return None
        write_motion(sweep.rows, laws, begin, pace, 1, finer.steps, move.time > 0)
        started = before.times[before.rows.count - 1]
        found.parts.append(Part(sweep.rows, steps_of(started, move.time / finer.steps, finer.steps), len(found)))
    return found
