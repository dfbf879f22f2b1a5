"""The items that were read -> one Deck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from . import model
from .expression import Expression
from .model import Integrator
from .reader import Reader
from .turning import coordinates


def movement(items: list[Any]) -> Iterator[model.Move | model.Law]:
    """The moves with the laws and the integrator that hold for them; laws left over come last."""
    laws: list[model.Law] = []
    method, tolerance = "heun", None
    opened: tuple[tuple[str, int, Expression], ...] = ()
    for item in items:
        if isinstance(item, model.Law):
            laws.append(item)
        elif isinstance(item, Integrator):
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
        if isinstance(item, model.Law):
            told.append(diagnostic("D219", "a `law` without a `tmove` after it", item.at(0),
                                   help="add `tmove n T` below it"))  # fmt: skip
        else:
            moves.append(item)
    freedom = items.get("nr dof", [])
    if not freedom and "nr dof" not in reader.damage.words and not (items.keys() & {"elem", "form"}):
        told.append(diagnostic("D218", "the deck describes no mechanism", reader.job_place,
                               help="it needs elements, form parameters and `nr dof` in TOPOLOGY: see `runmec explain "
                                    "TOPOLOGY`"))  # fmt: skip
        reader.damage.add("nr dof", "input")
    elif not freedom and "nr dof" not in reader.damage.words:
        remedy = "say how many inputs there are: `nr dof 1` in TOPOLOGY"
        if reader.names:
            remedy = "name the inputs in TOPOLOGY: `input crank.angb`; a structure has `nr dof 0`"
        told.append(diagnostic("D218", f"`{'input' if reader.names else 'nr dof'}` is missing", reader.job_place,
                               help=remedy))  # fmt: skip
        reader.damage.add("nr dof", "input")
    told += [diagnostic("D206", "`nr dof` is given twice", extra.at(0)) for extra in freedom[1:]]
    turns = tuple(items.get("turn", ()))
    held, free = coordinates(turns)
    deck = model.Deck(
        job=reader.job, title=reader.title,
        defines=tuple(items.get("define", ())), elements=tuple(items.get("elem", ())),
        forms=tuple(items.get("form", ())), freedom=freedom[0] if freedom else model.Freedom(0),
        couples=tuple(items.get("couple", ())), programs=tuple(items.get("program", ())),
        fixed=(*items.get("xfix", ()), *held), moving=(*items.get("xmov", ()), *free), turns=turns,
        paras=tuple(items.get("para", ())), data=tuple(items.get("data", ())), inertias=tuple(items.get("inertia", ())),
        uniforms=tuple(items.get("uniform", ())), bodies=tuple(items.get("body", ())),
        solids=tuple(items.get("solid", ())),
        springs=tuple(items.get("spring", ())),
        dampers=tuple(items.get("damper", ())), frictions=tuple(items.get("friction", ())),
        gravities=tuple(items.get("gravity", ())),
        forces=tuple(items.get("force", ())), moments=tuple(items.get("moment", ())),
        flexes=tuple(items.get("flex", ())),
        stiffs=tuple(items.get("stiff", ())), motors=tuple(items.get("motor", ())),
        stores=tuple(items.get("store", ())), prints=tuple(items.get("print", ())),
        films=tuple(items.get("ANIMATE", ())), views=tuple(items.get("view", ())), modes=tuple(items.get("MODES", ())),
        pictures=tuple(items.get("picture", ())),
        profiles=tuple(items.get("PROFILE", ())),
        moves=tuple(moves), varied=tuple(items.get("vary", ())), deviations=tuple(items.get("tol", ())),
        figures=tuple(items.get("figure", ())), goals=tuple(items.get("goal", ())),
        keeps=tuple(items.get("keep", ())), units=reader.units, names=reader.names, name=name, source=text,
        job_place=reader.job_place,
    )  # fmt: skip
    return deck, told
