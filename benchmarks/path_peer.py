"""Four-bars through given points by pylinkage's path generation, in a process of its own that may be ended.

As a program (`python -m benchmarks.path_peer`) it reads points and writes solutions, both as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = list[tuple[float, float]]
#: the first example of pylinkage's README
FOUR_POINTS: Points = [(0.0, 0.0), (1.0, 1.0), (2.0, 1.0), (3.0, 0.0)]


class FourBar(NamedTuple):
    """A crank that turns about `crank_pivot`, a coupler with a point on it, a rocker about `rocker_pivot`."""

    crank_pivot: complex
    rocker_pivot: complex
    crank: float
    coupler: float
    rocker: float
    point: complex  # seen from the crank pin, along the coupler and to the left of it

    def curve(self, angles: NDArray[np.float64], side: int) -> NDArray[np.complex128]:
        """Places of the coupler point, not a number where the chain does not close."""
        pin = self.crank_pivot + self.crank * np.exp(1j * angles)
        across = self.rocker_pivot - pin
        length = np.abs(across)
        along = (length**2 + self.coupler**2 - self.rocker**2) / (2.0 * length)
        with np.errstate(invalid="ignore"):
            height = np.sqrt(self.coupler**2 - along**2)
        found: NDArray[np.complex128] = pin + self.point * across / length * (along + 1j * side * height) / self.coupler
        return found


def miss(linkage: FourBar, points: Points) -> float:
    """Sum of squared distances of points from the coupler curve: the whole turn of the better assembly."""
    return min(sum(_squared_distance(linkage, side, complex(*point)) for point in points) for side in (1, -1))


def _squared_distance(linkage: FourBar, side: int, point: complex) -> float:
    """Of all places where the curve comes near, as it may pass more than once."""
    angles = np.linspace(0.0, 2.0 * np.pi, 7200, endpoint=False)
    squares = _squares(linkage, side, point, angles)
    near = (squares <= np.roll(squares, 1)) & (squares <= np.roll(squares, -1)) & np.isfinite(squares)
    return min((_closer(linkage, side, point, angle, angles[1]) for angle in angles[near]), default=np.inf)


def _closer(linkage: FourBar, side: int, point: complex, angle: float, width: float) -> float:
    for _ in range(7):
        angles = angle + np.linspace(-width, width, 101)
        squares = _squares(linkage, side, point, angles)
        angle, width = angles[np.argmin(squares)], width / 25.0
    return float(squares.min())


def _squares(linkage: FourBar, side: int, point: complex, angles: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.nan_to_num(np.abs(linkage.curve(angles, side) - point) ** 2, nan=np.inf)


def pylinkage(points: Points, limit: float) -> tuple[float, list[FourBar]] | None:
    """Seconds of one call with default settings and its solutions; None where the limit of seconds has ended it.

    The limit counts from the start of the process, the seconds from that of the call.
    """
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "benchmarks.path_peer"],
            input=json.dumps(points),
            text=True,
            stdout=subprocess.PIPE,
            timeout=limit,
            check=True,
            cwd=Path(__file__).parents[1],
        )
    except subprocess.TimeoutExpired:
        return None
    said = json.loads(ended.stdout)
    return said["seconds"], [_four_bar(*(complex(*place) for place in places)) for places in said["solutions"]]


def _four_bar(a: complex, b: complex, c: complex, d: complex, p: complex) -> FourBar:
    return FourBar(a, d, abs(b - a), abs(c - b), abs(c - d), (p - b) / (c - b) * abs(c - b))


def _answer() -> None:
    from pylinkage.synthesis import path_generation

    warnings.simplefilter("ignore")  # that more than four points take long
    points = [(x, y) for x, y in json.load(sys.stdin)]
    path_generation(FOUR_POINTS, max_solutions=1)  # what is compiled on first use is not counted
    began = perf_counter()
    found = path_generation(points)
    seconds = perf_counter() - began
    solutions = [
        [
            [float(x), float(y)]
            for x, y in (
                one.ground_pivot_a,
                one.crank_pivot_b,
                one.coupler_pivot_c,
                one.ground_pivot_d,
                one.coupler_point or points[0],
            )
        ]
        for one in found.raw_solutions
    ]
    json.dump({"seconds": seconds, "solutions": solutions}, sys.stdout)


if __name__ == "__main__":
    _answer()
