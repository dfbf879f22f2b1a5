"""What `runmec check` says of a deck that is in order, as data and as text."""

from __future__ import annotations

from typing import Any

from .links import links
from .mobility import numbers
from .model import Deck
from .said import parameter_name, store_name
from .turning import node_of
from .vocabulary import JOBS

GROUPS_SHOWN = 12


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
        "surplus": [_called(deck, "parameter", p) for p in deck.structure.surplus],
        "units": deck.units,
        "inputs": [
            {"input": n, "parameter": _called(deck, "parameter", p), "name": parameter_name(deck, p)}
            for n, p in enumerate(inputs, 1)
        ],
        "groups": [
            {
                "elements": [_called(deck, "element", n) for n in g.elements],
                "coordinates": _placed(deck, g.coordinates),
                "parameters": [_called(deck, "parameter", n) for n in g.parameters],
            }
            for g in deck.structure.groups
        ],
        "links": [[_called(deck, "element", n) for n in link.elements] for link in links(deck)],
        "stored": [
            {"buffer": _called(deck, "buffer", store.buffer), "word": store.word, "name": store_name(deck, store)}
            for store in deck.stores
        ],
        "drawn": [
            {
                "curves": [[_called(deck, "buffer", c.x), _called(deck, "buffer", c.y)] for c in picture.curves],
                "positions": [k for drawing in picture.drawings for k in drawing.positions],
            }
            for picture in deck.pictures
        ],
        "films": [film.name for film in deck.films],
        "profiles": [profile.name for profile in deck.profiles],
    }


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
    if found["surplus"]:
        count = len(found["surplus"])
        lines.append(f"  {_count(count, 'parameter')} more than needed: {numbers(found['surplus'], 24)}")
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
    lines.append(
        f"  {_count(counts['positions'], 'position')}, {_count(counts['buffers'], 'buffer')} stored, "
        f"{_count(counts['pictures'], 'picture')}"
        + "".join(f", film {name}" for name in found["films"])
        + "".join(f", profile {name}" for name in found["profiles"])
    )
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
