"""Free motion: the published benchmarks beside other programs, in one run on one machine.

`python -m benchmarks simulation` prints tables and writes the work–precision picture benchmarks.out/simulation.png.
"""

from __future__ import annotations

import os
import sys
import tempfile
from importlib.util import find_spec
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from runmec.calculate import run
from runmec.deck import loads

from .grids import a02, closed_form, grid
from .peers import PEERS, grid_of_fourbars, row_of_fourbars
from .timing import MEASURED, commands, median_of, table

OUT = Path("benchmarks.out")
PEER_STEPS = {"mujoco": (0.01, 0.005, 0.002, 0.001), "pinocchio": (0.1, 0.05, 0.02, 0.01), "exudyn": (0.01, 0.005)}
TOLERANCES = tuple(f"1e-{k}" for k in range(4, 12))


def _installed() -> list[str]:
    return [name for name in PEERS if find_spec(name)]


def _error(N: int, time: Any, x: Any, y: Any) -> float:
    exact = np.array([closed_form(N, t) for t in time])
    return float(np.max(np.hypot(x - exact[:, 0], y - exact[:, 1])))


def _runmec(text: str) -> tuple[float, Any]:
    """Median seconds of integration and output rows, and a result."""
    deck = loads(text)
    result = run(deck, engine="compiled")
    seconds = sorted(run(deck, engine="compiled").positions.simulated[0].found.account.seconds for _ in range(3))
    return seconds[1], result


def row() -> None:
    """A02 with 40 four-bars: error of B0 over 20 s against time, and what it takes to stay below 1e-3 and 1e-5 m."""
    points: dict[str, list[tuple[float, float]]] = {"runmec": []}
    shown = []
    for tolerance in TOLERANCES:
        seconds, result = _runmec(a02(40, 400, 20.0, f"dop853 {tolerance}"))
        account = result.positions.simulated[0].found.account
        error = _error(40, result.time, result["x0 3"], result["x0 4"])
        points["runmec"].append((seconds, error))
        drift = result.energy_drifts[0][0]
        shown.append((f"runmec, dop853 {tolerance}", f"{seconds:.3f} s, error {error:.1e} m, drift {drift:.1e} J, "
                      f"{account.evaluations} evaluations, {account.passages} passages"))  # fmt: skip
    for name in _installed():
        points[name] = []
        for h in PEER_STEPS[name]:
            seconds, time, x, y = PEERS[name](row_of_fourbars(40), h)
            error = _error(40, time, x, y) if np.all(np.isfinite(x)) and time[-1] > 19.9 else float("nan")
            points[name].append((seconds, error))
            shown.append((f"{name}, h = {h:g} s", f"{seconds:.3f} s, error {error:.1e} m"))
    for limit in (1e-2, 1e-3, 1e-5):
        best = {name: min([s for s, e in found if e <= limit], default=None) for name, found in points.items()}
        others = {name: s for name, s in best.items() if s is not None and name != "runmec"}
        if best["runmec"] is not None and others:
            nearest = min(others, key=lambda name: others[name])
            shown.append((f"ratio at error ≤ {limit:g} m", f"{others[nearest] / best['runmec']:.0f} × ({nearest})"))
        elif best["runmec"] is not None:
            shown.append((f"error ≤ {limit:g} m", f"runmec {best['runmec']:.3f} s, none of the others here"))
    table("A02, N = 40, 20 s", shown)
    MEASURED["curves"]["A02, N = 40"] = {name: [p for p in found if p[1] == p[1]] for name, found in points.items()}
    _picture(points)


def _picture(points: dict[str, list[tuple[float, float]]]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for (name, found), mark in zip(points.items(), "osv^", strict=False):
        axes.loglog([e for _, e in found], [s for s, _ in found], f"{mark}-", label=name)
    axes.set(xlabel="largest error of B0 in 20 s (m)", ylabel="seconds of the solve", title="A02, 40 four-bars")
    axes.invert_xaxis()
    axes.grid(True, which="major", alpha=0.4)
    axes.legend()
    OUT.mkdir(exist_ok=True)
    figure.savefig(OUT / "simulation.png", dpi=130)
    print(f"  picture: {OUT / 'simulation.png'}")


def growth() -> None:
    """Cost of an evaluation with the number of four-bars."""
    shown, last = [], None
    for N in (10, 40, 160, 640):
        seconds, result = _runmec(a02(N, 20, 4.0, "dop853 1e-6"))
        each = seconds / result.positions.simulated[0].found.account.evaluations
        exponent = f", exponent {log(each / last) / log(4):.2f}" if last else ""
        shown.append((f"runmec, N = {N}", f"{1e6 * each:.1f} µs an evaluation{exponent}"))
        last = each
    if "mujoco" in _installed():
        for N in (40, 160):
            seconds, *_ = PEERS["mujoco"](row_of_fourbars(N)._replace(duration=1.0), 0.005)
            shown.append(
                (f"mujoco, N = {N}", f"{1e6 * seconds / (4 * 200):.1f} µs an evaluation (RK4 has four a step)")
            )
    table("A02, growth", shown)


def five_by_five() -> None:
    """The grid: energy drift below 1 J in 10 s."""
    shown = []
    for reading, tolerance in (("H", "1e-3"), ("R", "1e-4"), ("S", "1e-5")):
        seconds, result = _runmec(grid(reading, 200, 10.0, f"dop853 {tolerance}"))
        drift = result.energy_drifts[0][0]
        shown.append((f"{reading}: runmec, dop853 {tolerance}", f"{seconds:.3f} s, drift {drift:.1e} J"))
        for name in _installed():
            h = {"mujoco": {"H": 0.02, "R": 0.005, "S": 0.002}, "pinocchio": dict.fromkeys("HRS", 0.01),
                 "exudyn": dict.fromkeys("HRS", 0.005)}[name][reading]  # fmt: skip
            try:
                theirs, *_ = PEERS[name](grid_of_fourbars(reading), h)
            except Exception as failure:  # a solver that gives up is a result too
                shown.append((f"{reading}: {name}, h = {h:g} s", f"fails: {type(failure).__name__}"))
                continue
            shown.append((f"{reading}: {name}, h = {h:g} s", f"{theirs:.3f} s, ratio {theirs / seconds:.1f}"))
    table("5×5 grid, 10 s", shown)


def shell() -> None:
    """From the shell, the engine compiled before: the whole command against its imports."""
    with tempfile.TemporaryDirectory() as folder:
        deck = os.path.join(folder, "a02.mec")
        Path(deck).write_text(a02(40, 400, 20.0, "dop853 1e-8"), encoding="utf-8")
        wanted = {
            "runmec a02_n40.mec --no-pictures": [
                sys.executable,
                "-m",
                "runmec",
                deck,
                "--no-pictures",
                "-q",
                "-o",
                folder,
            ],
            "imports alone (numpy, numba, lark, click)": [sys.executable, "-c", "import numpy, numba, lark, click"],
        }
        found = commands(wanted, 3)
    table("A02, N = 40, from the shell", [(name, f"{seconds:.2f} s") for name, seconds in found.items()])


def plain() -> None:
    """What plain Python costs beside compiled code, on a small mechanism."""
    deck = loads(a02(2, 50, 4.0, "dop853 1e-8"))
    rows = [
        (name, f"{1000 * median_of(lambda name=name: run(deck, engine=name), 3):.1f} ms")
        for name in ("plain", "compiled")
    ]
    table("A02, N = 2, 4 s: all of a run", rows)
