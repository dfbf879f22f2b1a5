"""Rules of couples and programs: what they name exists, no circle of them, numbers that are possible."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..laws import LAWS
from ..laws.programs import SPLINE, Segment, jumps, make_program
from ..laws.steepness import too_steep
from ..messages import diagnostic
from .model import Couple, Deck, ProgramLine
from .model import SegmentLine as Written
from .usable import LEAST


def depths(deck: Deck) -> dict[int, int]:
    """Of every parameter that depends on others by couples: how many stand one upon the other.

    A parameter in a circle of couples has none.
    """
    needs: dict[int, list[int]] = {}
    for couple in deck.couples:
        needs.setdefault(couple.parameter, []).append(couple.other)
    found: dict[int, int] = {}
    waiting = dict(needs)
    while waiting:
        ready = {p: qs for p, qs in waiting.items() if not any(q in waiting for q in qs)}
        if not ready:
            break
        for p, qs in ready.items():
            found[p] = 1 + max(found.get(q, 0) for q in qs)
            del waiting[p]
    return found


def couples_form_no_circle(deck: Deck) -> Iterator[Diagnostic]:
    known = depths(deck)
    names = deck.names
    stuck = [couple for couple in deck.couples if couple.parameter not in known]
    alone = [couple for couple in stuck if couple.parameter == couple.other]
    if alone:
        name = names.parameter(alone[0].parameter)
        yield diagnostic(
            "D231",
            f"parameter {name} is coupled with itself",
            alone[0].at(2),
            help="the second parameter is the one that it follows: the angle of the cam",
        )
    elif stuck:
        circle = ", ".join(dict.fromkeys(names.parameter(couple.parameter) for couple in stuck))
        yield diagnostic(
            "D231",
            f"parameter {names.parameter(stuck[0].parameter)} depends on itself by couples",
            stuck[0].at(1),
            notes=(f"these wait for each other: {circle}",),
            help="let one of them depend on no other",
        )


def couples(deck: Deck) -> Iterator[Diagnostic]:
    """Ranges of couples and programs."""
    for couple in deck.couples:
        if couple.factor == 0:
            yield diagnostic("D210", "the factor 0 takes the couple away", couple.at(4), help="remove the line")
    used = {couple.program for couple in deck.couples}
    for program in deck.programs:
        faults = list(_faults(program))
        yield from faults
        if not faults:
            yield from _doubts(deck, program)
        if program.number not in used:
            yield diagnostic(
                "D266",
                f"no `couple` uses program {deck.names.program(program.number)}",
                program.at(1),
                help="`couple p q S c` in TOPOLOGY adds c·S(ε of q) to parameter p",
            )


def _faults(program: ProgramLine) -> Iterator[Diagnostic]:
    for segment in program.segments:
        if segment.law == SPLINE:
            yield from _points(segment)
            continue
        last = len(segment.values)
        if not segment.values[-1] >= LEAST:
            least = LEAST if segment.values[-1] > 0 else 0.0
            remedy = f"a range is above {least:g}; a fall has a negative h: `cycloid -0.02 (pi/2)`"
            yield diagnostic("D210", f"the range {segment.values[-1]:g} of a segment", segment.at(last), help=remedy)
        kind = LAWS.get(segment.law)
        for fault in kind.faults(segment.values[:-1], segment.values[-1]) if kind is not None else ():
            yield diagnostic(fault.code, fault.message, segment.at(1 + fault.at), help=fault.help)


def _points(segment: Written) -> Iterator[Diagnostic]:
    places = segment.values[::2]
    if len(segment.values) % 2:
        yield diagnostic("D110", "`points` takes pairs of φ and s", segment.at(len(segment.values)))
    elif len(places) < 2:
        yield diagnostic("D110", "`points` takes a second point", segment.at(len(segment.values)))
    elif any(b <= a for a, b in itertools.pairwise(places)):
        first = next(k for k, (a, b) in enumerate(itertools.pairwise(places)) if b <= a)
        yield diagnostic(
            "D210",
            f"φ falls from {places[first]:g} to {places[first + 1]:g}",
            segment.at(2 * first + 3),
            help="the places of `points` increase",
        )
    elif (steep := too_steep(segment.values)) is not None:
        yield diagnostic(
            "D210", f"no spline can rise to {segment.values[steep]:g} in so short a way", segment.at(1 + steep)
        )


def _doubts(deck: Deck, program: ProgramLine) -> Iterator[Diagnostic]:
    """Jumps of S', with which forces would be infinite; degrees in place of radians."""
    name = deck.names.program(program.number)
    if program.segments[0].law == SPLINE and len(program.segments[0].values) > 4000:
        return  # a spline of so many points is looked at by nobody
    made = make_program([Segment(segment.law, segment.values) for segment in program.segments])
    for phi, before, after in jumps(made)[:1]:
        yield diagnostic(
            "D267",
            f"the slope of program {name} jumps from {before:.4g} to {after:.4g} at {phi:.4g}",
            program.at(1),
            label="velocities jump here, forces would be infinite",
            help="let a segment end with the slope with which the next one begins; the last with that of the first",
        )
    if any(abs(made.period - degrees) < 1e-9 for degrees in (90, 180, 360, 720)) and _is_of_angle(deck, program):
        yield diagnostic(
            "D253",
            f"program {name} has a period of {made.period:g} rad: degrees?",
            program.at(1),
            help="angles are radians: write `90deg` or `(pi/2)`",
        )


def _is_of_angle(deck: Deck, program: ProgramLine) -> bool:
    others = {couple.other for couple in deck.couples if couple.program == program.number}
    return any(form.parameter in others and form.form.startswith("ang") for form in deck.forms)


def coupled_parameters(deck: Deck) -> set[int]:
    """Parameters that change with another one although they are held."""
    return {couple.parameter for couple in deck.couples}


def couples_of(deck: Deck, parameter: int) -> list[Couple]:
    return [couple for couple in deck.couples if couple.parameter == parameter]
