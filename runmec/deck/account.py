"""What `runmec check` says of a deck that is in order, as data and as text."""

from __future__ import annotations

from typing import Any

from .links import links
from .mobility import numbers
from .model import Deck
from .turning import node_of
from .vocabulary import JOBS, OF_TURNING

GROUPS_SHOWN = 12


def parameter_name(deck: Deck, parameter: int) -> str:
    """`angb of element 3`, or a sum such as `angb of element 3 − 2·angb of element 5`; with names `crank.angb`."""
    parts = []
    for form in deck.forms:
        if form.parameter == parameter:
            size = abs(form.factor)
            factor = "" if size == 1 else f"{size:g}·"
            sign = "−" if form.factor < 0 else "+"
            named = deck.names.has("element", form.element)
            element = deck.names.element(form.element)
            what = f"{element}.{form.form}" if named else f"{form.form} of element {element}"
            parts.append(f"{sign} {factor}{what}")
    for couple in deck.couples:
        if couple.parameter == parameter:
            times = "" if abs(couple.factor) == 1 else f"{abs(couple.factor):g}·"
            of = f"{deck.names.program(couple.program)}({deck.names.parameter(couple.other)})"
            parts.append(f"{'−' if couple.factor < 0 else '+'} {times}{of}")
    return " ".join(parts).removeprefix("+ ").replace("− ", "−", 1 if parts and parts[0][0] == "−" else 0)


def account(deck: Deck) -> dict[str, Any]:
    """Job, counts, mobility, inputs, groups and what is stored and drawn."""
    inputs = [deck.input_parameter(number) for number in range(1, deck.inputs + 1)]
    return {
        "job": deck.job,
        "title": deck.title,
        "counts": {
            "elements": len(deck.elements),
            "fixed co-ordinates": len(deck.fixed),
            "moving co-ordinates": len(deck.moving),
            "prescribed parameters": deck.prescribed,
            **({"norms of turning nodes": len(deck.structure.norms)} if deck.turns else {}),
            "dependent parameters": len({f.parameter for f in deck.forms if f.parameter < 0}),
            "positions": deck.positions,
            "buffers": len(deck.stores),
            "pictures": len(deck.pictures),
        },
        "mobility": deck.inputs,
        "units": deck.units,
        "inputs": [
            {"input": n, "parameter": _called(deck, "parameter", p), "name": parameter_name(deck, p)}
            for n, p in enumerate(inputs, 1)
        ],
        "groups": [
            {"elements": [_called(deck, "element", n) for n in g.elements],
             "coordinates": _placed(deck, g.coordinates),
             "parameters": [_called(deck, "parameter", n) for n in g.parameters]}
            for g in deck.structure.groups
        ],
        "links": [[_called(deck, "element", n) for n in link] for link in links(deck)],
        "stored": [
            {"buffer": _called(deck, "buffer", store.buffer), "word": store.word, "name": store_name(deck, store)}
            for store in deck.stores
        ],
        "drawn": [
            {"curves": [[_called(deck, "buffer", c.x), _called(deck, "buffer", c.y)] for c in picture.curves],
             "positions": [k for drawing in picture.drawings for k in drawing.positions]}
            for picture in deck.pictures
        ],
        "films": [film.name for film in deck.films],
        "profiles": [profile.name for profile in deck.profiles],
    }  # fmt: skip


def _placed(deck: Deck, numbers: tuple[int, ...]) -> list[int | str]:
    """Co-ordinates; a turning node by its own name or number."""
    turns = {turn.node for turn in deck.turns}
    found: dict[int | str, None] = {}
    for number in numbers:
        if node_of(number) in turns:
            name = deck.names.turns.get(node_of(number))
            found[name or node_of(number)] = None
        else:
            found[_called(deck, "coordinate", number)] = None
    return list(found)


def _called(deck: Deck, kind: str, number: int) -> int | str:
    """Its name, or the number where it has none."""
    return deck.names.of(kind, number) if deck.names.has(kind, number) else number


def store_name(deck: Deck, store: Any) -> str:
    """What a buffer holds, in words: `σ of parameter 8 (lenu of element 6)`, `σ of rocker.lenu`."""
    names, subject = deck.names, store.subject
    inputs = " ".join(map(names.input, store.inputs))
    first = subject[0] if subject else 0
    x, parameter = _coordinate(deck, first), f"parameter {names.parameter(first)}"
    named = f" ({parameter_name(deck, first)})" if subject and store.word.startswith(("bufe", "bufs")) else ""
    if names.has("parameter", first) and not names.parameter(first).isdigit():
        parameter, named = names.parameter(first), ""
    e, to = f"ε of {parameter}", f" to input {inputs}" if inputs else ""
    drive = f"input {names.input(first)}"
    is_named_input = names.has("input", first)
    element = names.element(first) if names.has("element", first) else f"element {first}"
    turn = names.turn(subject[-1]) if subject else ""
    along = f" about {'xyz'[store.inputs[0] - 1]}" if is_vector(store) else ""
    if store.word in ("bufconn", "bufpin") and along:
        on = f"the link of {element}" if store.word == "bufpin" else element
        return f"moment on {on} at {turn}{along}"
    return {
        "buftime": "time",
        "bufinp": drive if is_named_input else f"{drive}{_input_name(deck, subject)}",
        "bufdinp1": f"velocity of {drive}",
        "bufdinp2": f"acceleration of {drive}",
        "bufx0": x,
        "bufx1": f"{x}′{to}",
        "bufx2": f"{x}″{to}",
        "bufdx1": f"velocity of {x}",
        "bufdx2": f"acceleration of {x}",
        "bufe0": e + named,
        "bufe1": f"{e}, first order{to}{named}",
        "bufe2": f"{e}, second order{to}{named}",
        "bufde1": f"velocity of {e}",
        "bufde2": f"acceleration of {e}",
        "bufsigma": f"σ of {parameter}{named}",
        "bufreac": f"frame {'moment' if _is_angle(deck, first) else 'force'} at {x}",
        "bufconn": f"force on {element} at {_coordinate(deck, subject[-1] if subject else 0)}",
        "bufpin": f"force on the link of {element} at {_coordinate(deck, subject[-1] if subject else 0)}",
        "bufmom": f"frame moment on {turn}{along}",
        "bufomega": f"angular velocity of {turn}{along}",
        "bufalpha": f"angular acceleration of {turn}{along}",
        "bufdrive": f"driving {_effort(deck, first)} of {drive}",
        "bufcalc": store.expression.text.strip().removeprefix("(").removesuffix(")") if store.expression else "",
        "bufjred": f"reduced inertia{f' of inputs {inputs}' if inputs else ''}",
        "bufekin": "kinetic energy",
        "bufepot": "potential energy",
        "bufpower": f"power of {drive}",
        "bufdef": f"deformation of {parameter}",
        "bufdisp": f"displacement of {x}",
        "bufeig": f"natural frequency {first}",
        "bufbuck": f"load factor of buckling {first}",
        "bufcond": "reciprocal condition of D",
        "bufpole": f"{'xy'[store.axis]} of the velocity pole of {_relative(deck, subject)}",
        "bufapole": f"{'xy'[store.axis]} of the acceleration pole of {_relative(deck, subject)}",
        "bufrho": f"radius of curvature of the path of {_point(deck, subject)}",
    }[store.word]


def _relative(deck: Deck, subject: tuple[int, ...]) -> str:
    """`coupler`, or `coupler against rocker`."""
    if len(subject) < 2:
        return ""
    k, l = (deck.names.element(n) if deck.names.has("element", n) else f"element {n}" for n in subject[:2])
    return f"{k} against {l}" if subject[1] else k


def _point(deck: Deck, subject: tuple[int, ...]) -> str:
    if len(subject) < 2:
        return ""
    return deck.names.point(subject[0], subject[1]) or " ".join(_coordinate(deck, n) for n in subject[:2])


def is_vector(store: Any) -> bool:
    """Whether a buffer holds a component of a vector at a turning node."""
    return store.word in OF_TURNING or (store.word in ("bufconn", "bufpin") and bool(store.inputs))


def _effort(deck: Deck, number: int) -> str:
    """What drives an input: a force where a length is in it."""
    parameter = deck.input_parameter(number)
    kinds = {element.number: deck.kinds[element.kind] for element in deck.elements}
    lines = [form for form in deck.forms if form.parameter == parameter]
    return "force" if any(kinds[line.element].is_length(line.form) for line in lines) else "moment"


def _is_angle(deck: Deck, coordinate: int) -> bool:
    """Whether an element has it as an angle."""
    return any(
        number == coordinate and name[0] == "b"
        for element in deck.elements
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=False)
    )


def _coordinate(deck: Deck, number: int) -> str:
    return deck.names.coordinate(number) if deck.names.has("coordinate", number) else f"x{number}"


def _input_name(deck: Deck, subject: tuple[int, ...]) -> str:
    return f" ({parameter_name(deck, deck.input_parameter(subject[0]))})" if subject else ""


def as_text(found: dict[str, Any]) -> str:
    """The account for a terminal."""
    counts = found["counts"]
    job = tuple(found["job"].split())
    dependent = counts["dependent parameters"]
    lines = [
        f"{found['job']} ({JOBS[job]})" + (f": {found['title']}" if found["title"] else ""),
        f"  {_count(counts['elements'], 'element')}, {counts['moving co-ordinates']} moving and "
        f"{_count(counts['fixed co-ordinates'], 'fixed co-ordinate')}, "
        f"{_count(counts['prescribed parameters'], 'prescribed parameter')}"
        + (
            f", {_count(counts['norms of turning nodes'], 'norm')} of turning nodes"
            if counts.get("norms of turning nodes")
            else ""
        )
        + (f" and {dependent} dependent" if dependent else ""),
        f"  mobility {found['mobility']}" + ("" if found["mobility"] else ": a structure"),
    ]
    lines += [f"  input {i['input']} is {_input_as_text(i)}" for i in found["inputs"]]
    lines += _links_as_text(found["links"])
    groups = found["groups"]
    lines.append(f"  {_count(len(groups), 'group')}, solved in this order:")
    for at, group in enumerate(groups[:GROUPS_SHOWN], start=1):
        elements, placed = group["elements"], numbers(group["coordinates"])
        who = f"elements {numbers(elements)} place" if len(elements) > 1 else f"element {elements[0]} places"
        lines.append(f"    {at}: {who} co-ordinate{'s' * (len(group['coordinates']) > 1)} {placed}")
    if len(groups) > GROUPS_SHOWN:
        largest = max(len(g["coordinates"]) for g in groups)
        lines.append(f"    … and {len(groups) - GROUPS_SHOWN} more; the largest has {largest} co-ordinates")
    lines.append(f"  {_count(counts['positions'], 'position')}, {_count(counts['buffers'], 'buffer')} stored, "
                 f"{_count(counts['pictures'], 'picture')}"
                 + "".join(f", film {name}" for name in found["films"])
                 + "".join(f", profile {name}" for name in found["profiles"]))  # fmt: skip
    lines += [f"    {s['buffer']}: {s['name']}" for s in found["stored"]]
    return "\n".join(lines)


def _input_as_text(found: dict[str, Any]) -> str:
    parameter, name = found["parameter"], found["name"]
    if isinstance(parameter, int) or parameter.isdigit():
        return f"parameter {parameter}: {name}"
    return parameter if parameter == name else f"{parameter}: {name}"


def _links_as_text(links_found: list[list[int | str]]) -> list[str]:
    """Links of one element need no line of their own."""
    joined = [link for link in links_found if len(link) > 1]
    lines = [f"  {_count(len(links_found), 'link')}" + (f", {len(joined)} of several elements:" if joined else "")]
    lines += [f"    elements {numbers(link)}" for link in joined[:GROUPS_SHOWN]]
    return lines + ([f"    … and {len(joined) - GROUPS_SHOWN} more"] if len(joined) > GROUPS_SHOWN else [])


def _count(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"
