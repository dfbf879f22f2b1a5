"""`drawpole`: fixed and moving centrode, and in the positions that are drawn pole, inflection circle, pole tangent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from ..deck.model import Picture
from ..results.centrodes import Rolling, rolling
from ..results.result import Result
from .arrays import Floats
from .labels import Labels
from .refined import refined
from .style import COLOURS, QUIET

FAR = 1.2  # of the size of the mechanism: what lies further from its middle is not drawn
LARGE = 20.0  # of the same: an inflection circle that is as good as a line
POSITIONS_AT_MOST = 4
FIXED, MOVING, CIRCLE = COLOURS[3], COLOURS[1], COLOURS[2]


class Poles:
    """All that a picture shows of poles, within a distance of the mechanism."""

    def __init__(self, result: Result, asked: Picture, positions: Sequence[int]) -> None:
        x, y = (result.positions.x[[p.at for p in result.mechanism.coordinates if p.axis == axis]] for axis in range(2))
        self.middle = complex(0.5 * (np.min(x) + np.max(x)), 0.5 * (np.min(y) + np.max(y)))
        self.size = max(float(np.ptp(x)), float(np.ptp(y))) or 1.0
        self.rows = [k - 1 for k in positions[:POSITIONS_AT_MOST]]
        self.smooth: list[Rolling] = [rolling(refined(result), c.element, c.other) for c in asked.centrodes]
        self.steps = (len(refined(result)) - 1) // max(1, len(result) - 1)
        self.of = asked.centrodes

    def near(self, places: Floats) -> Floats:
        """Without what lies far away: the curve is broken there."""
        far = ~(np.abs(places - self.middle) <= FAR * self.size)
        return np.where(far, complex(np.nan, np.nan), places)

    def curves(self) -> list[tuple[Floats, str, float]]:
        """Places, colour and fade of every centrode; the fixed one of the frame once."""
        found: list[tuple[Floats, str, float]] = []
        for item, roll in zip(self.of, self.smooth, strict=True):
            for number, row in enumerate(self.rows or [0]):
                fade = 1.0 if number == 0 else 0.45
                at = row * self.steps
                if item.other or number == 0:
                    found.append((self.near(roll.fixed(at)), FIXED, fade))
                found.append((self.near(roll.moving(at)), MOVING, fade))
        return found

    def extent(self) -> Floats:
        """(2, n) of all places that are drawn."""
        parts = [places[np.isfinite(places)] for places, _, _ in self.curves()]
        together = np.concatenate(parts) if parts else np.zeros(0, complex)
        return np.stack([together.real, together.imag])

    def paint(self, axes: Axes) -> None:
        for places, colour, fade in self.curves():
            dashes = (0, (5, 2)) if colour == MOVING else "-"
            axes.plot(places.real, places.imag, color=colour, alpha=fade, lw=1.3, ls=dashes, zorder=2.9)
        for roll in self.smooth:
            for number, row in enumerate(self.rows):
                self._circle(axes, roll, row * self.steps, 1.0 if number == 0 else 0.45)

    def _circle(self, axes: Axes, roll: Rolling, row: int, fade: float) -> None:
        P, W = complex(roll.pole[row]), complex(roll.inflection[row])
        if not abs(P - self.middle) <= FAR * self.size:
            return
        across = 1j * (W - P) / abs(W - P) if W != P else 1j
        reach = 0.22 * self.size
        line = np.array([P - reach * across, P + reach * across])
        axes.plot(line.real, line.imag, color=QUIET, lw=0.9, ls=(0, (8, 2, 1.5, 2)), zorder=3.1)
        if abs(W - P) <= LARGE * self.size:
            circle = 0.5 * (P + W) + 0.5 * abs(W - P) * np.exp(1j * np.linspace(0, 2 * np.pi, 721))
            axes.plot(circle.real, circle.imag, color=CIRCLE, lw=1.0, alpha=fade, zorder=3.0)
        axes.plot([P.real], [P.imag], marker="o", ms=4.5, color="black", zorder=4)

    def name(self, labels: Labels) -> None:
        """The poles, where they are drawn."""
        for roll in self.smooth:
            for row in self.rows:
                P = complex(roll.pole[row * self.steps])
                if abs(P - self.middle) <= FAR * self.size:
                    labels.add("P", P.real, P.imag, fontsize=9, fontweight="bold")


def key() -> list[tuple[str, str, object]]:
    """Legend: text, colour, dashes."""
    return [
        ("fixed centrode", FIXED, "-"),
        ("moving centrode", MOVING, (0, (5, 2))),
        ("inflection circle", CIRCLE, "-"),
        ("pole tangent", QUIET, (0, (8, 2, 1.5, 2))),
    ]
