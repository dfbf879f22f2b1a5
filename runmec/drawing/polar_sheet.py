"""The polar diagram of a joint as SVG: rings of round values, the force over the motion, and the largest one.

Written by hand, since a report has many: a page of sixteen costs a hundredth of what figures would.
"""

from __future__ import annotations

from html import escape
from math import hypot

import numpy as np

from ..results.result import Result
from ..results.sheet import JointLine
from .arrays import Floats
from .marks import input_mark, ring_step, ticks
from .said import value_text
from .style import COLOURS, QUIET

SIDE = 260.0  # pixels of the drawing
ROOM = 26.0  # between labels
LETTER = 5.5  # the width of one, about


def has_diagram(line: JointLine) -> bool:
    """Whether the force has a direction that changes: a guide along x or y has none to draw."""
    if not line.joint.is_force or len(line.force) != 2 or not line.largest > 0.0:
        return False
    x, y = np.nanmax(np.abs(line.force), axis=1)
    return bool(min(x, y) > 1e-9 * line.largest)


def polar_svg(result: Result, line: JointLine, force: Floats) -> str:
    """The end of the force around its start, in true distance; `force` may have more positions than the line."""
    sheet = _Sheet(line, force[0], force[1])
    unit = "N" if result.deck.units == "SI" else ""
    parts = [*sheet.rings(), sheet.curve(), *sheet.maximum(unit), *sheet.inputs(result)]
    return (
        f'<svg viewBox="0 0 {SIDE:g} {SIDE:g}" width="{SIDE:g}" height="{SIDE:g}" '
        f'font-family="sans-serif" font-size="10">{"".join(parts)}</svg>'
    )


class _Sheet:
    """Forces to pixels; labels keep out of each other's way."""

    def __init__(self, line: JointLine, x: Floats, y: Floats) -> None:
        self.line = line
        finite = np.isfinite(x) & np.isfinite(y)
        self.x, self.y = x, y
        low = min(0.0, float(x[finite].min())), min(0.0, float(y[finite].min()))
        high = max(0.0, float(x[finite].max())), max(0.0, float(y[finite].max()))
        self.centre = 0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])
        self.scale = 0.78 * SIDE / max(high[0] - low[0], high[1] - low[1])
        self.taken: list[tuple[float, float]] = []
        self.drawn = np.array([self.at(a, b) for a, b in zip(x[finite].tolist(), y[finite].tolist(), strict=True)])

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (0.5 * SIDE + (x - self.centre[0]) * self.scale, 0.5 * SIDE - (y - self.centre[1]) * self.scale)

    def rings(self) -> list[str]:
        step = ring_step(self.line.largest)
        ox, oy = self.at(0.0, 0.0)
        reach = max(hypot(a - ox, b - oy) for a in (0.0, SIDE) for b in (0.0, SIDE))
        found = [f'<path d="M{ox - 4:.1f} {oy:.1f}h8M{ox:.1f} {oy - 4:.1f}v8" stroke="#777"/>']
        numbered = []
        for k in range(1, int(reach / (step * self.scale)) + 1):
            radius = k * step * self.scale
            found.append(f'<circle cx="{ox:.1f}" cy="{oy:.1f}" r="{radius:.1f}" fill="none" stroke="#ddd"/>')
            numbered.append((k * step, radius))
        return found + [label for value, radius in numbered for label in self._on_ring(value, ox, oy, radius)]

    def _on_ring(self, value: float, ox: float, oy: float, radius: float) -> list[str]:
        """The value of a ring, where the curve is farthest away."""
        best, place = 12.0, None
        for angle in np.radians(np.arange(0, 360, 15)):
            a, b = ox + radius * np.cos(angle), oy - radius * np.sin(angle)
            if 16 < a < SIDE - 16 and 8 < b < SIDE - 8:
                away = self._from_curve(a, b)
                if away > best:
                    best, place = away, (float(a), float(b))
        return [self._text(*place, value_text(value), QUIET)] if place else []

    def curve(self) -> str:
        parts, pen = [], "M"
        for a, b in zip(self.x, self.y, strict=True):
            if np.isfinite(a) and np.isfinite(b):
                px, py = self.at(float(a), float(b))
                parts.append(f"{pen}{px:.1f} {py:.1f}")
                pen = "L"
            else:
                pen = "M"
        return f'<path d="{"".join(parts)}" fill="none" stroke="{COLOURS[0]}" stroke-width="1.6"/>'

    def maximum(self, unit: str) -> list[str]:
        assert self.line.peak is not None
        x, y = (float(part) for part in self.line.peak.force)
        (ox, oy), (px, py) = self.at(0.0, 0.0), self.at(x, y)
        length = hypot(px - ox, py - oy)
        ux, uy = (px - ox) / length, (py - oy) / length
        head = f"M{px:.1f} {py:.1f}l{-8 * ux - 3 * uy:.1f} {-8 * uy + 3 * ux:.1f}l{6 * uy:.1f} {-6 * ux:.1f}z"
        said = f"max {value_text(self.line.largest, unit=unit)}"
        half = 0.5 * LETTER * len(said)
        return [
            f'<path d="M{ox:.1f} {oy:.1f}L{px:.1f} {py:.1f}" stroke="{COLOURS[0]}"/>',
            f'<path d="{head}" fill="{COLOURS[0]}"/>',
            self._text(min(max(px + 12 * ux, half), SIDE - half), py + 12 * uy, said, COLOURS[0], "bold"),
        ]

    def inputs(self, result: Result) -> list[str]:
        """Dots where the first input passes round values, with these where there is room."""
        found = []
        rows = np.arange(len(self.x))
        for row, value in ticks(result):
            a, b = float(np.interp(row, rows, self.x)), float(np.interp(row, rows, self.y))
            if not (np.isfinite(a) and np.isfinite(b)):
                continue
            px, py = self.at(a, b)
            found.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2" fill="{COLOURS[0]}"/>')
            for lx, ly in ((px + 15 * np.cos(u), py + 15 * np.sin(u)) for u in np.radians(np.arange(0, 360, 30))):
                if self._is_free(lx, ly):
                    found.append(self._text(lx, ly, input_mark(result, value), QUIET))
                    break
        return found

    def _from_curve(self, x: float, y: float) -> float:
        return float(np.min(np.hypot(self.drawn[:, 0] - x, self.drawn[:, 1] - y)))

    def _is_free(self, x: float, y: float) -> bool:
        inside = 12 < x < SIDE - 12 and 8 < y < SIDE - 8
        return inside and self._from_curve(x, y) > 12 and all(hypot(x - a, y - b) > ROOM for a, b in self.taken)

    def _text(self, x: float, y: float, said: str, colour: str, weight: str = "normal") -> str:
        self.taken.append((x, y))
        return (
            f'<text x="{x:.1f}" y="{y + 3.5:.1f}" text-anchor="middle" fill="{colour}" font-weight="{weight}">'
            f"{escape(said)}</text>"
        )
