"""Pictures and report.html of a study."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..folder import Folder
from .grid import Grid
from .sweep import table_of
from .tolerance import Tolerance

Floats = NDArray[Any]
Pages = dict[str, str | bytes]  # files and what is in them
Picture = tuple[str, str, Any]  # name of the file, caption, figure
_DRAWN_AT_MOST = 200_000  # variants; of more, every second, third …
_TABLE_AT_MOST = 300
_BANDS_AT_MOST = 24


def sweep_pages(deck: Deck, grid: Grid, folder: Folder) -> Pages:
    """The figures of sweep.csv as pictures, and report.html."""
    head, table = table_of(folder.written("sweep.csv"), _DRAWN_AT_MOST)
    names = head[1 : 1 + len(grid.names)]
    drawn = _sweep_pictures(names, head[1 + len(names) : -1], grid, table)
    failed = int(np.sum(table[:, -1] == 0))
    said = [f"{len(grid)} variants of {', '.join(names)}; {failed} of those shown failed."]
    body = [*_best(head, table, len(names)), *_failures(folder.written("failures.csv"))]
    return _made(deck, "Sweep", said, drawn, body)


def _sweep_pictures(names: Sequence[str], figures: Sequence[str], grid: Grid, table: Floats) -> list[Picture]:
    from ..drawing.study_pictures import contours, over_name, parallel

    found: list[Picture] = []
    for k, figure in enumerate(figures):
        values = table[:, 1 + len(names) + k]
        if not np.any(np.isfinite(values)):
            continue
        if len(names) == 1:
            drawn = over_name(names[0], table[:, 1], figure, values)
        elif len(names) == 2 and len(values) == len(grid) and min(grid.shape) > 1:
            drawn = contours(names, grid.axes, figure, values)
        else:
            drawn = parallel(names, table[:, 1 : 1 + len(names)].T, figure, values)
        found.append((f"sweep_{figure}", f"{figure} over {', '.join(names)}", drawn))
    return found


def _best(head: Sequence[str], table: Floats, names: int) -> list[str]:
    """Where every figure is least and largest."""
    rows = []
    for k in range(1 + names, len(head) - 1):
        values = table[:, k]
        if np.any(np.isfinite(values)):
            for word, at in (("least", int(np.nanargmin(values))), ("most", int(np.nanargmax(values)))):
                where = ", ".join(f"{head[j]} = {table[at, j]:.6g}" for j in range(1, 1 + names))
                rows.append((head[k], word, float(values[at]), where, int(table[at, 0])))
    return ["<h2>Extremes</h2>", _shown(("figure", "", "value", "at", "row"), rows)] if rows else []


def _failures(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    if not lines:
        return []
    rows = [tuple(line.split(",", 1)) for line in lines[:_TABLE_AT_MOST]]
    rows = [(row, reason.strip('"').replace('""', '"')) for row, reason in rows]
    more = [f"<p>… and {len(lines) - len(rows)} more in failures.csv</p>"] if len(lines) > len(rows) else []
    return ["<h2>What is told of variants</h2>", _shown(("row", "reason"), rows), *more]


def tolerance_pages(found: Tolerance) -> Pages:
    """Tornado and scatter of every figure, bands of every buffer, and report.html."""
    from ..drawing.study_pictures import bands, scatter, tornado

    drawn: list[Picture] = []
    for k, figure in enumerate(found.figures):
        changes = found.derivatives[k] * found.sizes
        if np.any(np.isfinite(changes)) and np.any(changes):
            drawn.append(
                (f"tornado_{figure}", f"what every tolerance does to {figure}", tornado(figure, found.names, changes))
            )
        if np.sum(np.isfinite(found.samples[k])) > 1:
            about = float(found.nominal[k]), float(found.worst[k]), float(found.rss[k])
            drawn.append(
                (
                    f"scatter_{figure}",
                    f"{figure} of {found.samples.shape[1]} samples",
                    scatter(figure, found.samples[k], *about),
                )
            )
    moves = len(found.time) > 1 and found.time[-1] > found.time[0]
    clock = "time, s" if found.deck.units else "time"
    x, label = (found.time, clock) if moves else (np.arange(len(found.time)), "step")
    for k, name in enumerate(found.buffers[:_BANDS_AT_MOST]):
        if len(found.time) > 1 and np.any(found.bands[k] > 0):
            unit = found.units[k]
            head, size = (f"{name}, {unit.shown}" if unit.shown else name), unit.number(1.0)
            drawn.append(
                (
                    f"band_{name}",
                    f"{name} with its worst-case band",
                    bands(head, x, label, size * found.histories[k], size * found.bands[k]),
                )
            )
    heads = ("figure", "nominal", "worst ±", "rss ±", "mean", "std", "0.135 %", "99.865 %")
    rows = []
    for k, name in enumerate(found.figures):
        s = found.scatter[k]
        numbers = (found.nominal[k], found.worst[k], found.rss[k], s.mean, s.std, s.low, s.high)
        rows.append((name, *map(float, numbers)))
    said = [f"{name} ± {size:.6g}" for name, size in zip(found.names, found.sizes, strict=True)]
    body = ["<h2>Figures</h2>", _shown(heads, rows)] if rows else []
    doubt = [f"Derivatives by differences, to {found.doubt:.1g} of the largest of every buffer."] if found.doubt else []
    return _made(found.deck, "Tolerances", ["; ".join(said), *doubt], drawn, body)


# ---- pages


def _shown(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    from ..drawing.tables import table

    return table(heads, rows)


def _made(deck: Deck, kind: str, said: Sequence[str], drawn: Sequence[Picture], body: Sequence[str]) -> Pages:
    from ..drawing.report import deck_part, picture_part, whole_page
    from ..drawing.style import image

    found: Pages = {}
    shown = []
    for name, caption, figure in drawn:
        picture = image(figure, "svg")
        found |= {f"{name}.svg": picture, f"{name}.png": image(figure, "png")}
        shown.append(picture_part(picture, caption))
    title = f"{kind}: {deck.title[:1000] or 'mechanism'}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in said),
        *body,
        "<h2>Pictures</h2>",
        *shown,
        *deck_part(deck.source),
    ]
    return {**found, "report.html": whole_page(title[:200], parts)}
