"""Why there is no start position, or why nothing moves from it."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from ..motion.assembly import Unassembled
from ..motion.session import Session
from .findings import estimate_of


def unassembled(session: Session, fault: Unassembled) -> Diagnostic:
    deck, mech = session.deck, session.estimated
    form = next(f for f in deck.forms if f.parameter == mech.parameters[fault.row])
    missing = f"{mech.parameter_label(fault.row)} still misses {abs(fault.miss):.4g} at best"
    return diagnostic(
        "R401",
        "the mechanism cannot be assembled",
        form.at(0),
        label=missing,
        notes=(f"the group that does not close: {mech.describe(fault.group)}",),
        help=f"check the lengths of this group, or give a better estimate {estimate_of(deck)}",
    )


def singular_start(session: Session, group: int) -> Diagnostic:
    deck, mech = session.deck, session.mechanism
    form = next(f for f in deck.forms if f.parameter == mech.group_of(group).parameters[0])
    return diagnostic(
        "R403",
        "the start position is singular",
        form.at(0),
        notes=(f"the group without an inverse: {mech.describe(group)}",),
        help=f"start a little beside this position; give the branch by the estimate {estimate_of(deck)}",
    )
