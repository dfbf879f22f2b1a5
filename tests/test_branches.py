"""A mechanism stays on its branch: nearly flat positions are no passages, flat ones are passed and told.

Crank-rockers that are nearly parallelograms (frame 2, coupler 2, rocker 1, crank 1 − d) and slider-cranks that are
nearly centric (crank 1, rod 1 + d) turn back just before they would be flat. Source: their closed forms.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import runmec
from runmec.deck import loads
from runmec.results.result import Result

DEVIATIONS = (1e-2, 1e-3, 1e-4, 1e-5)


def joint(d: float, angle: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """Coupler and rocker's joint of the four-bar, left (1) or right (−1) of the line from crank pin to rocker pivot."""
    x, y = (1 - d) * np.cos(angle), (1 - d) * np.sin(angle)
    reach = np.hypot(2 - x, y)
    along = (4 - 1 + reach**2) / (2 * reach)
    across = side * np.sqrt(np.maximum(4 - along**2, 0))
    u, v = (2 - x) / reach, -y / reach
    return x + along * u - across * v, y + along * v + across * u


def four_bar(d: float, start: float, side: int, moves: str, dynamics: str = "", job: str = "DYN ANA") -> str:
    """Without a deviation `side` is that of the antiparallel four-bar, and 0 the parallelogram."""
    x, y = (float(v) for v in joint(d, np.array(start), side))
    if side == 0:
        x, y = 2 + math.cos(start), math.sin(start)
    return f"""{job} ; nearly a parallelogram
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 BIN 5 6 7 8
       3 BIN 3 4 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenl 3 3 1
       4 angb 1 4 1
       5 angb 3 -1 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 2
       4 0
  xmov 5 {(1 - d) * math.cos(start)!r}
       6 {(1 - d) * math.sin(start)!r}
       7 {x!r}
       8 {y!r}
  para 1 {1 - d!r}
       2 2
       3 1
       4 {start!r}
DYNAMICS
{dynamics}
MOVEMENT
{moves}
END
"""


def slider_crank(d: float, start: float, side: int, moves: str, dynamics: str = "", job: str = "DYN ANA") -> str:
    """The guide at y = 0.3·d."""
    x = math.cos(start) + side * math.sqrt((1 + d) ** 2 - (math.sin(start) - 0.3 * d) ** 2)
    return f"""{job} ; nearly centric
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       6 {0.3 * d!r}
  xmov 3 {math.cos(start)!r}
       4 {math.sin(start)!r}
       5 {x!r}
  para 1 1
       2 {1 + d!r}
       3 {start!r}
DYNAMICS
{dynamics}
MOVEMENT
{moves}
END
"""


def off_four_bar(result: Result, d: float, side: int) -> float:
    x, y = joint(d, result["inp 1"], side)
    return float(np.max(np.hypot(result["x7"] - x, result["x8"] - y)))


def off_slider_crank(result: Result, d: float, side: int) -> float:
    angle = result["inp 1"]
    x = np.cos(angle) + side * np.sqrt((1 + d) ** 2 - (np.sin(angle) - 0.3 * d) ** 2)
    return float(np.max(np.abs(result["x5"] - x)))


def told(result: Result) -> list[str]:
    return [warning.code for warning in result.warnings]


def stays(result: Result, off: float, ended: tuple[str, ...]) -> None:
    """On the branch in every row, no passage told; if it ended early, with a reason that may be."""
    assert off < 1e-6
    assert "R453" not in told(result)
    assert result.failure is None or result.failure.code in ended


MOVES = [
    "stepe 36 (4*pi)",
    "stepe 1 (2*pi)",
    "stepe 7 (-4*pi)",
    "tstepe 100 3 5 1",
    "law 1 poly345 (6*pi)\n  tmove 50 2",
    "stepe 5 0.4\n       40 9",
]


@pytest.mark.parametrize("d", DEVIATIONS)
@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("side", [1, -1])
def test_given_motion(d: float, moves: str, side: int) -> None:
    for start in (0.7, -2.3, 1.5):
        result = runmec.run(loads(four_bar(d, start, side, moves)))
        stays(result, off_four_bar(result, d, side), ())
    for start in (0.1, 2.9):
        result = runmec.run(loads(slider_crank(d, start, side, moves)))
        stays(result, off_slider_crank(result, d, side), ())


@pytest.mark.parametrize("d", [1e-3, 1e-5])
@pytest.mark.parametrize(("start", "flat"), [(0.7, math.pi), (-2.3, 0.0)])
def test_moves_that_end_where_it_is_nearly_flat(d: float, start: float, flat: float) -> None:
    moves = f"stepe 100 {flat - start!r}\n       100 (pi)"
    result = runmec.run(loads(four_bar(d, start, 1, moves)))
    stays(result, off_four_bar(result, d, 1), ())


METHODS = [
    *((f"heun {tolerance}") for tolerance in ("1e-4", "1e-6", "1e-8")),
    *((f"dop853 {tolerance}") for tolerance in ("1e-4", "1e-6", "1e-8", "1e-10")),
    *((f"radau {tolerance}") for tolerance in ("1e-4", "1e-6", "1e-8", "1e-10")),
]


@pytest.mark.parametrize("d", DEVIATIONS)
@pytest.mark.parametrize("method", METHODS)
def test_free_motion(d: float, method: str) -> None:
    """A heavy crank that turns on; a rocker or slider that is light, or heavier than it should be."""
    for mass, start, side, velocity in ((0.01, 0.7, 1, 2.0), (10.0, -2.0, -1, -3.0)):
        moves = f"integr {method}\n  tstepf 20 {1.5 if method.endswith('1e-10') else 3} {velocity}"
        dynamics = f"  inertia 5 100\n          6 100\n          7 {mass}\n          8 {mass}"
        result = runmec.run(loads(four_bar(d, start, side, moves, dynamics, "DYN SIM")))
        stays(result, off_four_bar(result, d, side), ("R405", "R411"))
        dynamics = f"  inertia 3 100\n          4 100\n          5 {mass}"
        result = runmec.run(loads(slider_crank(d, start + 0.4, side, moves, dynamics, "DYN SIM")))
        stays(result, off_slider_crank(result, d, side), ("R405", "R411"))


@pytest.mark.parametrize("method", ["heun", "dop853", "radau"])
@pytest.mark.parametrize("d", [1e-2, 1e-3])
def test_free_motion_comes_to_its_end(method: str, d: float) -> None:
    """At default tolerances nothing has to end; the rocker's angle is followed through."""
    dynamics = "  inertia 5 100\n          6 100\n          7 0.1\n          8 0.1"
    moves = f"integr {method}\n  tstepf 100 8 2"
    result = runmec.run(loads(four_bar(d, 0.7, 1, moves, dynamics, "DYN SIM")))
    stays(result, off_four_bar(result, d, 1), ())
    x, y = joint(d, np.linspace(0.7, float(result["inp 1"][-1]), 20001), 1)
    followed = np.unwrap(np.arctan2(y, x - 2))
    assert float(result["e-1"][-1] - result["e-1"][0]) == pytest.approx(followed[-1] - followed[0], abs=1e-6)


@pytest.mark.parametrize(
    ("d", "start", "side", "mass", "motor", "moves"),
    [
        (
            1e-4,
            0.7671265892693562,
            -1,
            0.1,
            "",
            "integr dop853 1e-4\n  tstepf 300 5.781467246624635 -1.3946935879110782",
        ),
        (
            1e-3,
            0.40871321320934495,
            -1,
            1.0,
            "motor 1 given 1.5288994391129445 0.3",
            "integr dop853 1e-6\n  tstepf 300 8.161729036602413 1.5288994391129445",
        ),
    ],
)
def test_followed_angles_forget_a_refused_step(
    d: float, start: float, side: int, mass: float, motor: str, moves: str
) -> None:
    """A stage on the other branch must not be remembered by the angle of the rocker: these ended early by it."""
    dynamics = f"  inertia 5 100\n          6 100\n          7 {mass}\n          8 {mass}\n  {motor}"
    result = runmec.run(loads(four_bar(d, start, side, moves, dynamics, "DYN SIM")))
    stays(result, off_four_bar(result, d, side), ())


def test_rows_between_long_steps_close() -> None:
    """Rows of radau where the position between two steps is interpolated badly: 0.03 and 0.015 were missing."""
    moves = "integr radau 1e-4\n  tstepf 300 8.479700332557613 2.134025255499604"
    dynamics = "  inertia 5 100\n          6 100\n          7 0.001\n          8 0.001"
    result = runmec.run(loads(four_bar(1e-3, -1.5125057817326593, -1, moves, dynamics, "DYN SIM")))
    stays(result, off_four_bar(result, 1e-3, -1), ())
    moves = "integr radau 1e-4\n  tstepf 300 9.49548580326988 -1.9560007317191024"
    dynamics = "  inertia 3 100\n          4 100\n          5 0.001"
    result = runmec.run(loads(slider_crank(1e-3, -0.18222472994633332, -1, moves, dynamics, "DYN SIM")))
    stays(result, off_slider_crank(result, 1e-3, -1), ())


def parallelogram(moves: str, job: str = "DYN ANA") -> str:
    return four_bar(0.0, 0.7, 0, moves, "  inertia 5 10\n          6 10\n          7 0.5\n          8 0.5", job)


@pytest.mark.parametrize("moves", ["stepe 36 (4*pi)", "stepe 7 (4*pi)", "tstepe 100 3 5 1", "stepe 1000 (-4*pi)"])
def test_true_parallelogram_is_passed_in_given_motion(moves: str) -> None:
    result = runmec.run(loads(parallelogram(moves)))
    assert result.complete
    angle = result["inp 1"]
    assert np.max(np.abs(result["x7"] - 2 - np.cos(angle))) < 1e-6
    assert np.max(np.abs(result["x8"] - np.sin(angle))) < 1e-6
    assert "R453" in told(result)


@pytest.mark.parametrize(
    "method", ["heun", "heun 1e-8", "dop853 1e-4", "dop853", "dop853 1e-10", "radau", "radau 1e-9"]
)
def test_true_parallelogram_is_passed_in_free_motion(method: str) -> None:
    result = runmec.run(loads(parallelogram(f"integr {method}\n  tstepf 50 6 2", "DYN SIM")))
    assert result.complete
    angle = result["inp 1"]
    assert angle[-1] == pytest.approx(0.7 + 12, abs=1e-2)
    assert np.max(np.abs(result["x7"] - 2 - np.cos(angle))) < 1e-5
    assert np.max(np.abs(result["x8"] - np.sin(angle))) < 1e-5
    assert "R453" in told(result)
