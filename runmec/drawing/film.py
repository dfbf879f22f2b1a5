"""film.html: one self-contained page in which the mechanism moves. Needs no picture library."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import asdict
from pkgutil import get_data
from typing import Any

import numpy as np

from ..deck.model import Picture
from ..results.result import Result
from ..symbols.display import STYLES, as_data
from .arrays import Floats
from .arrows import arrows, largest, traced_curves
from .modes import SWINGS, displaced, mode_name
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
    swings = [displaced(result, mode) for mode in result.modes]
    drawn = shown(result.mechanism, np.concatenate([result.positions.x, *swings], axis=1))
    order = {number: at for at, number in enumerate(result.buffers)}
    return {
        "title": result.deck.title,
        "positions": len(result),
        "time": [float(f"{t:.7g}") for t in result.time],
        "duration": float(result.time[-1]),
        "extent": drawn.extent,
        "unit": drawn.unit,
        "x": [packed(history[: len(result)]) for history in rows_of(drawn)],
        "styles": {name: style._asdict() for name, style in STYLES.items()},
        **symbol_data(drawn),
        "buffers": [
            {"number": result.key(number), "name": result.described(number), "unit": result.unit(number).shown,
             "v": base64_of(history.astype("<f8"))}
            for number, history in result.buffers.items()
        ],
        "traces": [[order[c.x], order[c.y]] for c in traced_curves(result)],
        "pictures": [_picture(result, picture, order) for picture in result.deck.pictures if picture.curves],
        "arrows": _arrows(result) if with_arrows else [],
        **({"space": _space(result, drawn)} if drawn.space is not None else {}),
        "second": " s" if result.deck.units == "SI" else "",
        **({"modes": _modes(result, drawn)} if result.modes else {}),
    }  # fmt: skip


def _modes(result: Result, drawn: Shown) -> list[dict[str, Any]]:
    """Where the mechanism swings about, and how far, at the start of a swing and a quarter later."""
    found = []
    for number, mode in enumerate(result.modes):
        first = len(result) + SWINGS * number
        rest, real, _, imaginary, _ = rows_of(drawn)[:, first : first + SWINGS].T
        parts = {"x": rest, "real": real - rest, "imaginary": imaginary - rest}
        found.append({"name": mode_name(result, mode)} | {key: base64_of(v.astype("<f8")) for key, v in parts.items()})
    return found


def rows_of(drawn: Shown) -> Floats:
    """Co-ordinates of points: x and y, or in space x, y and z, which the page itself looks at from somewhere."""
    return drawn.x if drawn.space is None else drawn.space.reshape(-1, drawn.space.shape[2])


def _space(result: Result, drawn: Shown) -> dict[str, Any]:
    """From where it is seen first, and a sphere in which everything stays, from wherever it is seen."""
    from .scene import VIEW
    from .space_arrows import traced_places

    assert drawn.space is not None
    low, high = drawn.space.min(axis=(0, 2)), drawn.space.max(axis=(0, 2))
    middle = 0.5 * (low + high)
    radius = float(np.max(np.hypot.reduce(drawn.space - middle[None, :, None], axis=1)))
    return {"view": result.deck.view_of() or VIEW, "middle": middle.tolist(), "radius": radius,
            "traces": traced_places(result), "on_top": [symbol.name in ON_TOP for symbol in drawn.symbols]}  # fmt: skip


def symbol_data(drawn: Shown) -> dict[str, Any]:
    """What is drawn (glyphs: all pins are one), and where."""
    glyphs: dict[str, int] = {}
    placed = []
    for symbol in drawn.symbols:
        glyph = json.dumps(as_data(symbol))
        placed.append({"glyph": glyphs.setdefault(glyph, len(glyphs)), "points": symbol.points,
                       "angles": symbol.angles})  # fmt: skip
    return {"glyphs": [json.loads(glyph) for glyph in glyphs], "symbols": placed}


def packed(history: Floats) -> dict[str, Any]:
    """A history in 16 bits a value: enough for a screen."""
    finite = np.where(np.isfinite(history), history, 0.0)
    low, high = float(finite.min()), float(finite.max())
    step = (high - low) / 65535 or 1.0
    whole = np.round((finite - low) / step) - 32768
    return {"low": low, "step": step, "v": base64_of(whole.astype("<i2"))}


def base64_of(values: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")


def _picture(result: Result, picture: Picture, order: dict[int, int]) -> dict[str, Any]:
    planned = plan(result, picture)
    both = np.concatenate([[result.buffer(c.x), result.buffer(c.y)] for c in picture.curves], axis=1)
    both = both[:, np.all(np.isfinite(both), axis=0)]
    if both.shape[1] == 0:
        both = np.array([[0.0, 1.0], [0.0, 1.0]])
    low, high = both.min(axis=1), both.max(axis=1)
    room = 0.06 * np.where(high > low, high - low, 1.0)
    return {
        "curves": [[order[c.x], order[c.y]] for c in picture.curves],
        "range": [float(v) for v in (low[0] - room[0], high[0] + room[0], low[1] - room[1], high[1] + room[1])],
        "true_distance": planned.true_distance,
        "x": asdict(planned.x),
        "y": asdict(planned.y),
        "legend": planned.legend,
    }


def _arrows(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "name": kind,
            "largest": largest(found),
            "unit": f" {_ARROW_UNITS[kind]}" if result.deck.units == "SI" else "",
            "arrows": [
                {"point": a.point, "x": packed(a.x), "y": packed(a.y), "name": a.name, "colour": a.colour}
                | ({"z": packed(a.z)} if a.z is not None else {})
                for a in found
            ],
        }
        for kind, found in arrows(result).items()
    ]
