"""film.html: one self-contained page in which the mechanism moves. Needs no picture library."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import asdict
from pkgutil import get_data
from typing import Any

from librt.vecs import extend, vec

from ..deck.model import Picture
from ..engine.columns import Column, divided, finite_pairs, largest, least, most, shifted, shorts, sizes
from ..results.result import Result
from ..symbols.display import STYLES, as_data
from .arrows import arrows, largest_arrow, traced_curves
from .extent import Columns
from .plan import plan
from .shown import ON_TOP, Shown, shown

_ARROW_UNITS = {"forces": "N", "velocities": "m/s", "accelerations": "m/s²"}
SCRIPTS = ("painter.js", "diagram.js", "film.js", "modes.js")


def film_html(result: Result) -> str:
    """The page; texts of the deck stay text."""
    data = json.dumps(film_data(result), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    page = _file("film.html").replace("@TITLE@", html.escape(result.deck.title[:200] or "mechanism"))
    scripts = ["space.js", "turning.js", *SCRIPTS] if result.deck.is_spatial else SCRIPTS
    page = page.replace("@STYLE@", _file("film.css")).replace("@SCRIPT@", "\n".join(map(_file, scripts)))
    return page.replace("@DATA@", data.replace("<", "\\u003c").replace("&", "\\u0026"))


def _file(name: str) -> str:
    found = get_data(__package__, name)
    assert found is not None
    return found.decode("utf-8")


def film_data(result: Result, with_arrows: bool = True) -> dict[str, Any]:
    drawn = shown(result.mechanism, _positions(result), outlines=result.outlines)
    order = {number: at for at, number in enumerate(result.stored)}
    return {
        "title": result.deck.title,
        "positions": len(result),
        "time": [float(f"{t:.7g}") for t in result.positions.clock],
        "duration": result.positions.clock[-1],
        "extent": drawn.extent,
        "unit": drawn.unit,
        "x": [packed(history[: len(result)]) for history in rows_of(drawn)],
        "styles": {name: style._asdict() for name, style in STYLES.items()},
        **symbol_data(drawn),
        "buffers": [
            {
                "number": result.key(number),
                "name": result.described(number),
                "unit": result.unit(number).shown,
                "v": base64_of(divided(history, result.unit(number).size)),
            }
            for number, history in result.stored.items()
        ],
        "traces": [[order[c.x], order[c.y]] for c in traced_curves(result)],
        "jumps": result.positions.jumped,
        "pictures": [_picture(result, picture, order) for picture in result.deck.pictures if picture.curves],
        "arrows": _arrows(result) if with_arrows else [],
        **({"space": _space(result, drawn)} if drawn.space is not None else {}),
        "second": " s" if result.deck.units else "",
        **({"modes": _modes(result, drawn)} if result.modes else {}),
    }


def _positions(result: Result) -> Columns:
    """Of the motion, and behind them of modes of vibration."""
    found = result.positions.places
    if not result.modes:
        return found
    from .arrays import columns_of
    from .modes import displaced

    for mode in result.modes:
        found = [
            extend(vec[float](x), more) for x, more in zip(found, columns_of(displaced(result, mode)), strict=True)
        ]
    return found


def _modes(result: Result, drawn: Shown) -> list[dict[str, Any]]:
    """Where the mechanism swings about, and how far, at the start of a swing and a quarter later."""
    from .modes import SWINGS, mode_name

    found = []
    for number, mode in enumerate(result.modes):
        first = len(result) + SWINGS * number
        rest, real, imaginary = ([x[first + k] for x in rows_of(drawn)] for k in (0, 1, 3))
        parts = {
            "x": rest,
            "real": [a - b for a, b in zip(real, rest, strict=True)],
            "imaginary": [a - b for a, b in zip(imaginary, rest, strict=True)],
        }
        found.append({"name": mode_name(result, mode)} | {key: base64_of(vec[float](v)) for key, v in parts.items()})
    return found


def rows_of(drawn: Shown) -> Columns:
    """Co-ordinates of points: x and y, or in space x, y and z, which the page itself looks at from somewhere."""
    return drawn.x if drawn.space is None else [part for place in drawn.space for part in place]


def _space(result: Result, drawn: Shown) -> dict[str, Any]:
    """From where it is seen first, and a sphere in which everything stays, from wherever it is seen."""
    from .scene import VIEW
    from .space_arrows import traced_places

    assert drawn.space is not None
    axes = [[place[axis] for place in drawn.space] for axis in range(3)]
    middle = [0.5 * (min(map(least, some)) + max(map(most, some))) for some in axes]
    radius = max(largest(sizes([shifted(place[k], -middle[k]) for k in range(3)])) for place in drawn.space)
    return {
        "view": result.deck.view_of() or VIEW,
        "middle": middle,
        "radius": radius,
        "traces": traced_places(result),
        "on_top": [symbol.name in ON_TOP for symbol in drawn.symbols],
    }


def symbol_data(drawn: Shown) -> dict[str, Any]:
    """What is drawn (glyphs: all pins are one), and where."""
    glyphs: dict[str, int] = {}
    placed = []
    for symbol in drawn.symbols:
        glyph = json.dumps(as_data(symbol))
        placed.append(
            {"glyph": glyphs.setdefault(glyph, len(glyphs)), "points": symbol.points, "angles": symbol.angles}
        )
    return {"glyphs": [json.loads(glyph) for glyph in glyphs], "symbols": placed}


def packed(history: Column) -> dict[str, Any]:
    """A history in 16 bits a value: enough for a screen."""
    known = finite_pairs(history, history)[0]
    ends = [0.0] * (len(known) < len(history)) + ([least(known), most(known)] if len(known) else [])
    low, high = min(ends), max(ends)
    step = (high - low) / 65535 or 1.0
    return {"low": low, "step": step, "v": base64_of(shorts(history, low, step))}


def base64_of(values: Any) -> str:
    """Of packed numbers."""
    return base64.b64encode(memoryview(values)).decode("ascii")


def _picture(result: Result, picture: Picture, order: dict[int, int]) -> dict[str, Any]:
    planned = plan(result, picture)
    pairs = [finite_pairs(_scaled(result, c.x), _scaled(result, c.y)) for c in picture.curves]
    return {
        "curves": [[order[c.x], order[c.y]] for c in picture.curves],
        "jumps": result.positions.jumped,
        "range": [end for axis in (0, 1) for end in _range([pair[axis] for pair in pairs if len(pair[axis])])],
        "true_distance": planned.true_distance,
        "x": asdict(planned.x),
        "y": asdict(planned.y),
        "legend": planned.legend,
    }


def _range(some: Columns) -> tuple[float, float]:
    """With some room at both ends."""
    low, high = (min(map(least, some)), max(map(most, some))) if some else (0.0, 1.0)
    room = 0.06 * (high - low if high > low else 1.0)
    return low - room, high + room


def _scaled(result: Result, buffer: int) -> Column:
    return divided(result.stored[buffer], result.unit(buffer).size)


def _arrows(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "name": kind,
            "largest": largest_arrow(found),
            "unit": f" {_ARROW_UNITS[kind]}" if result.deck.units else "",
            "arrows": [
                {"point": a.point, "x": packed(a.x), "y": packed(a.y), "name": a.name, "colour": a.colour}
                | ({"z": packed(a.z)} if a.z is not None else {})
                for a in found
            ],
        }
        for kind, found in arrows(result).items()
    ]
