"""film.html: one self-contained page in which the mechanism moves. Needs no picture library."""

from __future__ import annotations

import base64
import html
import json
from pkgutil import get_data
from typing import Any

import numpy as np

from ..deck.model import Picture
from ..mechanism import Floats
from ..result import Result
from .shapes import extent, symbol_unit
from .symbols import element_points, symbols


def film_html(result: Result) -> str:
    """The page; texts of the deck stay text."""
    template = get_data(__package__, "film.html")
    assert template is not None
    data = json.dumps(film_data(result), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    title = result.deck.title[:200] or "mechanism"
    page = template.decode("utf-8").replace("@TITLE@", html.escape(title))
    return page.replace("@DATA@", data.replace("<", "\\u003c").replace("&", "\\u0026"))


def film_data(result: Result) -> dict[str, Any]:
    mech, x = result.mechanism, result.positions.x
    frame = extent(mech, x)
    order = {number: at for at, number in enumerate(result.buffers)}
    forces, largest = _forces(result)
    return {
        "title": result.deck.title,
        "positions": len(result),
        "time": [float(f"{t:.7g}") for t in result.time],
        "duration": float(result.time[-1]),
        "extent": frame,
        "unit": symbol_unit(mech, x),
        "x": [packed(history) for history in x],
        "symbols": [{"k": s.kind, "p": s.points, "b": s.angles, "r": s.rest, "s": s.size} for s in symbols(mech)],
        "buffers": [
            {"number": number, "name": result.described(number), "v": _base64(history.astype("<f8"))}
            for number, history in result.buffers.items()
        ],
        "traces": [[order[c.x], order[c.y]] for c in _traces(result)],
        "pictures": [_picture(result, picture, order) for picture in result.deck.pictures if picture.curves],
        "forces": forces,
        "largest": largest,
    }


def packed(history: Floats) -> dict[str, Any]:
    """A history in 16 bits a value: enough for a screen."""
    finite = np.where(np.isfinite(history), history, 0.0)
    low, high = float(finite.min()), float(finite.max())
    step = (high - low) / 65535 or 1.0
    whole = np.round((finite - low) / step) - 32768
    return {"low": low, "step": step, "v": _base64(whole.astype("<i2"))}


def _base64(values: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")


def _traces(result: Result) -> list[Any]:
    """Curves of two co-ordinates, which grow in the drawing of the mechanism."""
    words = {store.buffer: store.word for store in result.deck.stores}
    curves = [curve for picture in result.deck.pictures for curve in picture.curves]
    return [curve for curve in curves if words[curve.x] == words[curve.y] == "bufx0"]


def _picture(result: Result, picture: Picture, order: dict[int, int]) -> dict[str, Any]:
    words = {store.buffer: store.word for store in result.deck.stores}
    both = np.concatenate([[result.buffer(c.x), result.buffer(c.y)] for c in picture.curves], axis=1)
    both = both[:, np.all(np.isfinite(both), axis=0)]
    if both.shape[1] == 0:
        both = np.array([[0.0, 1.0], [0.0, 1.0]])
    low, high = both.min(axis=1), both.max(axis=1)
    room = 0.06 * np.where(high > low, high - low, 1.0)
    equal = all(words[c.x] not in ("buftime", "bufinp") for c in picture.curves)
    return {
        "curves": [[order[c.x], order[c.y]] for c in picture.curves],
        "range": [float(v) for v in (low[0] - room[0], high[0] + room[0], low[1] - room[1], high[1] + room[1])],
        "equal": equal,
        "caption": result.caption(picture),
    }


def _forces(result: Result) -> tuple[list[dict[str, Any]], float]:
    """Vectors at supports (frame on mechanism) and at shared points (others on an element)."""
    if result.deck.job == "KIN ANA":
        return [], 1.0
    mech = result.mechanism
    fixed = set(mech.o.tolist())
    at_points: dict[tuple[int, int], list[int]] = {}
    for element in mech.deck.elements:
        for point in element_points(mech, element).values():
            at_points.setdefault(point, []).append(element.number)
    vectors: list[tuple[tuple[int, int], Floats, Floats, bool]] = []
    for point, elements in at_points.items():
        if set(point) <= fixed:
            fx, fy = (result.quantity("bufreac", (mech.coordinates[i],)) for i in point)
            vectors.append((point, fx, fy, True))
        elif len(elements) > 1:
            fx, fy = (result.quantity("bufconn", (elements[0], mech.coordinates[i])) for i in point)
            vectors.append((point, fx, fy, False))
    sizes = [float(np.nanmax(np.hypot(fx, fy), initial=0.0)) for _, fx, fy, _ in vectors]
    found = [{"p": p, "x": packed(fx), "y": packed(fy), "frame": frame} for p, fx, fy, frame in vectors]
    return found, max(sizes, default=1.0) or 1.0
