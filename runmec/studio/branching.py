"""Every assembly of a mechanism at its start, and the deck on another one."""

from __future__ import annotations

from ..editing.estimates import on_branch
from ..editing.reading import draft
from .calculation import CannotShow, Progress, Values, number


def branched(text: str, request: Values, progress: Progress) -> Values:
    """What is drawn in every branch, the one of the deck first; and the moving co-ordinates that tell it."""
    from librt.vecs import vec

    from ..calculate import start_position
    from ..drawing.film import rows_of
    from ..drawing.shown import shown
    from ..motion.branches import branches

    found = draft(text)
    if not found.is_sound:
        raise CannotShow("the deck has faults: mend them first")
    session, _, failure = start_position(found.deck)
    if failure is not None:
        raise CannotShow(f"{failure.message}: {failure.label}")
    mech = session.mechanism
    all_found = branches(mech, lambda part: progress("branches", part))
    moving = [(str(mech.numbers[at]), at) for at in mech.c]
    drawn = rows_of(shown(mech, [vec[float](list(one)) for one in zip(*all_found.positions, strict=True)]))
    return {
        "x": [[float(f"{value:.7g}") for value in row] for row in zip(*drawn, strict=True)],
        "values": [{name: x[at] for name, at in moving} for x in all_found.positions],
        "decisive": [mech.numbers[at] for at in all_found.decisive],
        "sure": all_found.is_sure,
    }


def on_other_branch(text: str, request: Values, progress: Progress) -> Values:
    wanted = {int(name): number(value) for name, value in dict(request["values"]).items()}
    found = on_branch(text, wanted, {int(one) for one in request["decisive"]})
    return {"text": found.text, "replaced": list(found.replaced)}
