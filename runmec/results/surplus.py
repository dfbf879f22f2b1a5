"""What is told of parameters that are more than needed: those that do not fit, those that inputs would change."""

from __future__ import annotations

from collections.abc import Iterator

from ..deck.mobility import numbers
from ..diagnostics import Diagnostic, Span
from ..dynamics import FRICTION
from ..messages import diagnostic
from ..motion.assembly import Assembled
from ..motion.session import Session
from ..motion.surplus import SurplusMisfit

MISFIT = "R421"
_SHOWN = 12


def misfit_at_start(session: Session, found: SurplusMisfit) -> Diagnostic:
    """A surplus parameter does not fit where the mechanism is assembled."""
    return _misfit(session, found, "the mechanism cannot be assembled as prescribed", _place_of(session, found))


def misfit_on_the_way(session: Session, found: SurplusMisfit, row: int, place: Span | None) -> Diagnostic:
    """It does not fit behind a row."""
    return _misfit(session, found, f"what is prescribed no longer fits after position {row}", place)


def _misfit(session: Session, found: SurplusMisfit, message: str, place: Span | None) -> Diagnostic:
    deck, mech = session.deck, session.mechanism
    label = mech.parameter_label(found.row)
    held = "angle" if not mech.forms[found.row].is_length else "length"
    return diagnostic(
        MISFIT,
        f"{message}: {label} would have to be {found.needed:.9g}, not {found.value:.9g}",
        place,
        label=f"it misses {abs(found.needed - found.value):.3g}, {found.part:.1e} of its size",
        notes=(f"parameters that are more than needed fit within {mech.fits_within:g} of their size",),
        help=f"correct this {held} or those around it; where data are rounded write "
        f"`misfit {_next_power(found.part):g}` in GEOMETRY; let it go, or give it elasticity "
        f"(`flex {deck.names.parameter(mech.parameters[found.row])} f`)",
    )


def _next_power(part: float) -> float:
    """The limit that lets it pass, a power of ten."""
    limit = 1e-6
    while limit < part:
        limit *= 10.0
    return limit


def _place_of(session: Session, found: SurplusMisfit) -> Span | None:
    number = session.mechanism.parameters[found.row]
    given = next((para.at(2) for para in session.deck.paras if para.parameter == number), None)
    return given or next(form.at(0) for form in session.deck.forms if form.parameter == number)


def surplus_findings(session: Session, assembled: Assembled) -> Iterator[Diagnostic]:
    """Parameters that inputs would change although they are held: the mechanism is locked."""
    if not assembled.locked:
        return
    deck, mech = session.deck, session.mechanism
    names = list(dict.fromkeys(mech.names.parameter(mech.parameters[one.row]) for one in assembled.locked))
    inputs = list(dict.fromkeys(mech.names.parameter(mech.parameters[one.input]) for one in assembled.locked))
    worst = max(assembled.locked, key=lambda one: abs(one.slope))
    span = next(form.at(0) for form in deck.forms if form.parameter == mech.parameters[worst.input])
    yield diagnostic(
        "R422",
        f"the mechanism is locked: input {numbers(inputs)} cannot move without a change of {numbers(names, _SHOWN)}",
        span,
        label=f"{mech.names.parameter(mech.parameters[worst.row])} changes by {worst.slope:.3g} of it",
        help="let one of these parameters go, give it elasticity, or take the input away",
    )


def friction_by_nothing(session: Session) -> Diagnostic | None:
    """Friction whose normal force nothing determines where the motion begins."""
    mech = session.mechanism
    frictions = mech.made_of(FRICTION)
    if not frictions or not mech.kinematics.surplus:
        return None
    with session.replaying() as replay:
        replay.begin()
        replay.evaluate()
        stress = replay.stress
        if stress is None or replay.is_singular:
            return None
        stress.find()
        unknown = {id(form) for form, is_unknown in zip(replay.all_forms, stress.unknown, strict=True) if is_unknown}
    for line, made in frictions:
        if any(id(form) in unknown for form in made.normals):
            normals = numbers([mech.names.parameter(number) for number in line.others]) or "its pin"
            return diagnostic(
                "R424",
                f"the normal force of this friction, by {normals}, is not determined",
                line.at(0),
                label="other forces in equilibrium would give it any value",
                help="give what yields its elasticity (`flex`, `stiff`), or write `share`",
            )
    return None
