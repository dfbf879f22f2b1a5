"""What a run of STA ANA says: rests that were lost and where it went on, what floats, what it took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from ..motion.positions import CriticalPoint, Jump, Positions
from ..motion.session import Session
from .units import input_unit

if TYPE_CHECKING:
    from .result import Result


def rest_ended(session: Session, positions: Positions) -> Diagnostic | None:
    """Why the movement did not reach its end."""
    told, mech, deck = positions.rested, session.mechanism, session.deck
    if told is None or not told.reason:
        return None
    start = deck.job_place
    if told.reason == "floats":
        name = mech.parameter_label(told.loose)
        under = " without load" if deck.moves and deck.moves[0].begins_unloaded else ""
        return diagnostic(
            "R426",
            f"the mechanism floats{under}: nothing holds {name}",
            start,
            label="it rests anywhere",
            help="give it a spring, `flex` or `stiff`, or hold it by `held`"
            + ("; `steady` loads act from the start" if under else ""),
        )
    if told.reason == "none":
        return diagnostic(
            "R428",
            "no rest was found at the start",
            start,
            help="look whether something holds every input: springs, elasticity, weight",
        )
    where = f"after position {len(positions)} of {deck.positions}"
    place = deck.moves[told.move].at(0) if deck.moves else start
    if told.reason == "lost":
        jump = told.jumps[-1]
        return diagnostic(
            "R428",
            f"the rest {_how(jump)} {where}, and no other one is reached",
            place,
            label=f"at {_at(session, jump)}",
            help="look whether something holds the mechanism beyond",
        )
    if told.reason == "closed":
        return diagnostic(
            "R432",
            "the path of rest closes before it reaches its end",
            place,
            label=f"{where}: all rows lie on it",
            help="follow something that changes further along it, or for less",
        )
    return diagnostic(
        "R411",
        f"a rest asks for too much work {where}",
        place,
        help="ask for more steps; look at forces that change suddenly, and at paths on which "
        "the load factor grows without end",
    )


def rest_warnings(session: Session, positions: Positions) -> Iterator[Diagnostic]:
    told, deck = positions.rested, session.deck
    if told is None:
        return
    if told.starts_unstable:
        n = told.starts_unstable
        yield diagnostic(
            "R429",
            f"the rest at the start is unstable in {n} direction{'s' * (n != 1)}",
            deck.job_place,
            help="it is kept; give other starting co-ordinates for another rest",
        )
    for jump in told.jumps[: len(told.jumps) - (told.reason == "lost")]:
        yield diagnostic(
            "R427",
            f"the rest {_how(jump)} at {_at(session, jump)}, before position {jump.row + 1}",
            _move_of(session, jump.row),
            label="the run goes on at the rest that a slow motion reaches",
            help="`follow` passes limit points without a jump",
        )

    for turning in told.turnings:
        where = f"between positions {turning.row} and {turning.row + 1}"
        if turning.is_limit:
            yield diagnostic(
                "R431", f"a limit point at {_at(session, turning)}, {where}", _move_of(session, turning.row)
            )
        else:
            yield diagnostic(
                "R430",
                f"another path branches off at {_at(session, turning)}, {where}",
                _move_of(session, turning.row),
                label="the run stays on its path",
            )


def _how(jump: Jump) -> str:
    return "ceases to exist" if jump.is_end else "becomes unstable"


def _at(session: Session, jump: Jump | CriticalPoint) -> str:
    """`load factor 0.0228438`; `push.lenv 3.2 mm`."""
    mech = session.mechanism
    if not jump.is_by_inputs:
        return f"load factor {jump.factor:.6g}"
    return ", ".join(
        f"{mech.names.inputs.get(i + 1) or f'input {i + 1}'} {input_unit(mech, i + 1).text(value, 6)}"
        for i, value in zip(mech.held_inputs, jump.held, strict=True)
    )


def _move_of(session: Session, row: int) -> Span | None:
    for move in session.deck.moves:
        if row <= move.steps:
            return move.at(0)
        row -= move.steps
    return session.deck.job_place


def rest_account(result: Result) -> Iterator[str]:
    told = result.positions.rested
    if told is None:
        return
    parts = [f"{len(result)} rest{'s' * (len(result) != 1)} by {told.looks} tangent stiffnesses"]
    if told.halved:
        parts.append(f"{told.halved} step{'s' * (told.halved != 1)} halved")
    if told.jumps:
        parts.append(f"{len(told.jumps)} jump{'s' * (len(told.jumps) != 1)}")
    yield "  " + ", ".join(parts)


def rest_data(positions: Positions) -> dict[str, Any]:
    """For run.json."""
    told = positions.rested
    if told is None:
        return {}
    jumps = [
        {
            "position": jump.row + 1,
            "factor": jump.factor,
            "held": list(jump.held),
            "kind": "end" if jump.is_end else "unstable",
        }
        for jump in told.jumps
    ]
    return {"rest": {"jumps": jumps, "looks": told.looks, "halved": told.halved, "unbalanced": told.unbalanced}}
