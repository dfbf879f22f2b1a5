"""The items that were read -> one Deck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import Diagnostic
from ..dynamics import DYNAMICS
from ..messages import diagnostic
from . import model
from .exercise import with_numbers
from .expression import Expression
from .model import DEFAULT_METHOD, IntegratorLine
from .reader import Reader
from .sections import lines_of_sections
from .turning import coordinates

_ORDER = {word: at for at, word in enumerate(DYNAMICS)}


def movement(items: list[Any]) -> Iterator[model.Move | model.LawLine]:
    """The moves with the laws and the integrator that hold for them; laws left over come last."""
    laws: list[model.LawLine] = []
    method, tolerance = DEFAULT_METHOD, None
    opened: tuple[tuple[str, int, Expression], ...] = ()
    for item in items:
        if isinstance(item, model.LawLine):
            laws.append(item)
        elif isinstance(item, IntegratorLine):
            method, tolerance, opened = item.method, item.tolerance, item.open
        elif item.word == "tmove":
            yield replace(item, laws=tuple(laws))
            laws = []
        elif item.word in ("tstepf", "tcycle"):
            yield replace(item, method=method, tolerance=tolerance, open=item.open + opened)
        else:
            yield item
    yield from laws


def make_deck(reader: Reader, name: str, text: str) -> tuple[model.Deck, list[Diagnostic]]:
    """The deck of what could be read, and what is wrong with laws and missing parts."""
    items = reader.items
    moves, told = [], []
    for item in movement(items.get("move", [])):
        if isinstance(item, model.LawLine):
            if "tmove" not in reader.damage.words:
                told.append(
                    diagnostic(
                        "D219", "a `law` without a `tmove` after it", item.at(0), help="add `tmove n T` below it"
                    )
                )
        else:
            moves.append(item)
    freedom = items.get("nr dof", [])
    if not freedom and "nr dof" not in reader.damage.words and not (items.keys() & {"elem", "form"}):
        told.append(
            diagnostic(
                "D218",
                "the deck describes no mechanism",
                reader.job_place,
                help="it needs elements, form parameters and `nr dof` in TOPOLOGY: see `runmec explain TOPOLOGY`",
            )
        )
        reader.damage.add("nr dof", "input")
    elif not freedom and "nr dof" not in reader.damage.words:
        remedy = "say how many inputs there are: `nr dof 1` in TOPOLOGY"
        if reader.names:
            remedy = "name the inputs in TOPOLOGY: `input crank.angb`; a structure has `nr dof 0`"
        told.append(
            diagnostic("D218", f"`{'input' if reader.names else 'nr dof'}` is missing", reader.job_place, help=remedy)
        )
        reader.damage.add("nr dof", "input")
    told += [diagnostic("D206", "`nr dof` is given twice", extra.at(0)) for extra in freedom[1:]]
    if freedom and freedom[0].inputs > max(len(items.get("form", ())), len(reader.lines.lines)):
        told.append(
            diagnostic(
                "D210",
                f"{freedom[0].inputs} inputs in a deck of {len(reader.lines.lines)} lines",
                freedom[0].at(1),
                help="the inputs are the last prescribed parameters",
            )
        )
        reader.damage.add("nr dof", "input")
        freedom = []
    turns = tuple(items.get("turn", ()))
    held, free = coordinates(turns)
    deck = model.Deck(
        job=reader.job,
        title=reader.title,
        defines=tuple(items.get("define", ())),
        elements=tuple(items.get("elem", ())),
        forms=tuple(items.get("form", ())),
        freedom=freedom[0] if freedom else model.Freedom(0),
        couples=tuple(items.get("couple", ())),
        programs=tuple(items.get("program", ())),
        fixed=(*items.get("xfix", ()), *held),
        moving=(*items.get("xmov", ()), *free),
        turns=turns,
        paras=tuple(items.get("para", ())),
        misfits=tuple(items.get("misfit", ())),
        data=tuple(items.get("data", ())),
        dynamics=tuple(sorted(items.get("dynamics", ()), key=lambda line: _ORDER[line.word])),
        stores=tuple(items.get("store", ())),
        prints=tuple(items.get("print", ())),
        films=tuple(items.get("ANIMATE", ())),
        views=tuple(items.get("view", ())),
        modes=tuple(items.get("MODES", ())),
        pictures=tuple(items.get("picture", ())),
        profiles=tuple(items.get("PROFILE", ())),
        moves=tuple(moves),
        varied=tuple(items.get("vary", ())),
        deviations=tuple(items.get("tol", ())),
        figures=tuple(items.get("figure", ())),
        goals=tuple(items.get("goal", ())),
        keeps=tuple(items.get("keep", ())),
        exercise=tuple(items.get("exercise", ())),
        units=reader.units,
        files=tuple(reader.lines.files.contents.items()),
        names=reader.names,
        name=name,
        source=text,
        job_place=reader.job_place,
    )
    derived = tuple(lines_of_sections(deck))
    if derived:
        dynamics = sorted((*deck.dynamics, *derived), key=lambda line: _ORDER[line.word])
        deck = replace(deck, dynamics=tuple(dynamics))
    if deck.exercise:
        deck = replace(deck, exercise=tuple(with_numbers(deck, item) for item in deck.exercise))
    return deck, told
