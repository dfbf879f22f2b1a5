"""Harmonics of what is stored: over the input, not over time, in the last full period of input 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]

_NEARLY = 1e-6  # part of the span, or of a period, that is rounding
_NODES = 8  # rows through which a value between them is laid


@dataclass(frozen=True, eq=False)
class Spectrum:
    """b = Σ cosine·cos(kφ) + sine·sin(kφ) = Σ amplitude·cos(kφ − phase), φ = 2π·input/cycle; places count orders."""

    cosine: Floats
    sine: Floats
    cycle: float
    gap: float  # by which the ends of the period differ, as part of the span

    @property
    def amplitude(self) -> Floats:
        return np.hypot(self.cosine, self.sine)

    @property
    def phase(self) -> Floats:
        return np.arctan2(self.sine, self.cosine)

    @property
    def is_closed(self) -> bool:
        return self.gap <= _NEARLY


def spectrum_of(result: Result, history: Floats, cycle: float | None = None) -> Spectrum:
    """Raises ValueError with what stands in the way."""
    if np.ndim(history) != 1:
        raise ValueError("a point has two co-ordinates: ask for one of them")
    if not result.deck.inputs:
        raise ValueError("the deck has no input, so that nothing has a period")
    if cycle is not None and not 0.0 < cycle < float("inf"):
        raise ValueError(f"a period is a change of input 1 above zero, found {cycle:g}")
    if cycle is None and result.mechanism.input_forms[0].is_length:
        raise ValueError("input 1 is a length, which does not turn: give its period, as in `--cycle 0.2`")
    period = 2.0 * pi if cycle is None else cycle
    inputs, values = _last_stretch(np.asarray(result.positions.inputs[0]), history)
    reach = abs(float(inputs[-1] - inputs[0]))
    if reach < period * (1.0 - _NEARLY):
        raise ValueError(
            f"input 1 passes through {reach:.6g} in one sense, which is less than a period of {period:.6g}"
        )
    sense = 1.0 if inputs[-1] > inputs[0] else -1.0
    begin = float(inputs[-1]) - sense * min(period, reach)
    count = int(np.sum(sense * (inputs - begin) > _NEARLY * period))
    if count < 2:
        raise ValueError(
            f"a period of {period:.6g} lies between two rows; take smaller steps, or give the whole period"
        )
    if not np.all(np.isfinite(values)):
        raise ValueError("it has no value in some positions of the period")
    places = begin + sense * period * np.arange(count + 1) / count
    even = _at(inputs, values, np.clip(places, min(inputs[0], inputs[-1]), max(inputs[0], inputs[-1])))
    span = float(np.ptp(even))
    gap = abs(float(even[-1] - even[0])) / span if span > 0.0 else 0.0
    even[0] = 0.5 * (even[0] + even[-1])
    cosine, sine = _harmonics(even[:-1], 2.0 * pi * begin / period, sense)
    return Spectrum(cosine, sine, period, gap)


def _last_stretch(inputs: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The last rows in which the input goes on in one sense; of rows in one place the last one."""
    steps = np.diff(inputs)
    moving = np.flatnonzero(np.abs(steps) > 0.0)
    if not len(moving):
        return inputs[-1:], values[-1:]
    sense = np.sign(steps[moving[-1]])
    turned = np.flatnonzero(steps * sense < 0.0)
    first = int(turned[-1]) + 1 if len(turned) else 0
    kept = [k for k in range(first, len(inputs)) if k + 1 == len(inputs) or inputs[k + 1] != inputs[k]]
    return inputs[kept], values[kept]


def _at(inputs: Floats, values: Floats, places: Floats) -> Floats:
    """By polynomials through the nearest rows; a row itself where a place is one."""
    found = np.empty(len(places))
    order = np.argsort(inputs)
    x, y = inputs[order], values[order]
    wide = min(_NODES, len(x))
    for k, place in enumerate(places):
        at = int(np.searchsorted(x, place))
        start = min(max(0, at - wide // 2), len(x) - wide)
        xs, ys = x[start : start + wide], y[start : start + wide]
        near = int(np.argmin(np.abs(xs - place)))
        if abs(xs[near] - place) <= 1e-12 * (abs(place) + abs(x[-1] - x[0])):
            found[k] = ys[near]
            continue
        weights = [np.prod(place - np.delete(xs, i)) / np.prod(xs[i] - np.delete(xs, i)) for i in range(wide)]
        found[k] = float(np.dot(weights, ys))
    return found


def _harmonics(even: Floats, begin: float, sense: float) -> tuple[Floats, Floats]:
    """Of values at equal distances from φ = begin, forwards or backwards."""
    count = len(even)
    orders = np.arange(count // 2 + 1)
    turned = np.fft.rfft(even) / count
    if sense < 0.0:
        turned = np.conj(turned)
    turned = turned * np.exp(-1j * orders * begin)
    twice = np.where((orders == 0) | (2 * orders == count), 1.0, 2.0)
    return twice * turned.real, -twice * turned.imag


def spectrum_csv(spectrum: Spectrum) -> str:
    rows: Iterator[Any] = zip(spectrum.cosine, spectrum.sine, spectrum.amplitude, spectrum.phase, strict=True)
    lines = [f"{order},{','.join(repr(float(value)) for value in row)}" for order, row in enumerate(rows)]
    return "\n".join(["order,cosine,sine,amplitude,phase", *lines]) + "\n"
