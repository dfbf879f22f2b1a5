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
from time import perf_counter
from typing import Any

import numpy as np

from runmec.calculate import run
from runmec.deck import loads

from .grids import a02, closed_form, grid
from .peers import PEERS, grid_of_fourbars, row_of_fourbars
from .timing import MEASURED, commands, table

OUT = Path("benchmarks.out")
PEER_STEPS = {"mujoco": (0.01, 0.005, 0.002, 0.001), "pinocchio": (0.1, 0.05, 0.02, 0.01), "exudyn": (0.01, 0.005)}
#: what a user may want of every row
FORCES_AND_ENERGIES = "STORAGE\n bufreac 1 901\n 2 902\n bufsigma 1 903\n bufekin 904\n bufepot 905\n"
TOLERANCES = tuple(f"1e-{k}" for k in range(4, 12))


def _installed() -> list[str]:
    return [name for name in PEERS if find_spec(name)]


def _error(N: int, time: Any, x: Any, y: Any) -> float:
    exact = np.array([closed_form(N, t) for t in time])
    return float(np.max(np.hypot(x - exact[:, 0], y - exact[:, 1])))


def _runmec(text: str) -> tuple[float, float, Any]:
    """Fewest seconds of five runs: of the integration with its output rows, and of all of `run`; and a result."""
    deck = loads(text)
    result = run(deck)
    solves, runs = [], []
    for _ in range(5):
        began = perf_counter()
        solves.append(run(deck).positions.simulated[0].account.seconds)
        runs.append(perf_counter() - began)
    return min(solves), min(runs), result


def row() -> None:
    """A02 with 40 four-bars: error of B0 over 20 s against time, and what it takes to stay below 1e-3 and 1e-5 m."""
    points: dict[str, list[tuple[float, float]]] = {"runmec": [], "runmec.run": []}
    shown = []
    for tolerance in TOLERANCES:
        text = a02(40, 400, 20.0, f"dop853 {tolerance}").replace("MOVEMENT", FORCES_AND_ENERGIES + "MOVEMENT")
        solve, whole, result = _runmec(text)
        account = result.positions.simulated[0].account
        error = _error(40, result.time, result["x0 3"], result["x0 4"])
        points["runmec"].append((solve, error))
        points["runmec.run"].append((whole, error))
        drift = result.energy_drifts[0][0]
        shown.append(
            (
                f"runmec, dop853 {tolerance}",
                f"solve {1e3 * solve:.1f} ms, all of run {1e3 * whole:.1f} ms, "
                f"error {error:.1e} m, drift {drift:.1e} J, {account.evaluations} evaluations, "
                f"{account.passages} passages",
            )
        )
    for name in _installed():
        points[name] = []
        for h in PEER_STEPS[name]:
            seconds, time, x, y, _ = min((PEERS[name](row_of_fourbars(40), h) for _ in range(3)), key=lambda t: t[0])
            error = _error(40, time, x, y) if np.all(np.isfinite(x)) and time[-1] > 19.9 else float("nan")
            points[name].append((seconds, error))
            shown.append((f"{name}, h = {h:g} s", f"{seconds:.3f} s, error {error:.1e} m"))
    for limit in (1e-2, 1e-3, 1e-5):
        best = {name: min([s for s, e in found if e <= limit], default=None) for name, found in points.items()}
        others = {name: s for name, s in best.items() if s is not None and not name.startswith("runmec")}
        solve, whole = best["runmec"], best["runmec.run"]
        if solve and whole and others:
            nearest = min(others, key=lambda name: others[name])
            shown.append(
                (
                    f"ratio at error ≤ {limit:g} m",
                    f"solve {others[nearest] / solve:.0f} ×, all of run "
                    f"{others[nearest] / whole:.0f} × ({nearest}; wanted: 100 ×, 50 ×)",
                )
            )
    table("A02, N = 40, 20 s, forces and energies stored", shown)
    MEASURED["curves"]["A02, N = 40"] = {
        name: [p for p in found if p[1] == p[1]] for name, found in points.items() if name != "runmec.run"
    }
    _picture({name: found for name, found in points.items() if name != "runmec.run"})


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
        solve, _, result = _runmec(a02(N, 20, 4.0, "dop853 1e-6"))
        each = solve / result.positions.simulated[0].account.evaluations
        exponent = f", exponent {log(each / last) / log(4):.2f}" if last else ""
        shown.append((f"runmec, N = {N}", f"{1e6 * each:.2f} µs an evaluation{exponent}"))
        last = each
    if "mujoco" in _installed():
        for N in (40, 160):
            seconds, *_ = PEERS["mujoco"](row_of_fourbars(N)._replace(duration=1.0), 0.005)
            shown.append(
                (f"mujoco, N = {N}", f"{1e6 * seconds / (4 * 200):.1f} µs an evaluation (RK4 has four a step)")
            )
    table("A02, growth (wanted: exponent at most 1.05, at most 100 µs at 640)", shown)


GRID_STEPS = {"mujoco": (0.04, 0.02, 0.01, 0.005, 0.002), "pinocchio": (0.1, 0.05, 0.02, 0.01), "exudyn": ()}
WANTED = {"H": 2.0, "R": 4.0, "S": 2.5}


def five_by_five() -> None:
    """The grid: whoever holds a drift of energy below 1 J in 10 s, at its longest step or largest tolerance."""
    shown = []
    for reading in "HRS":
        ours = []
        for tolerance in ("1e-2", "1e-3", "1e-4", "1e-5"):
            solve, _, result = _runmec(grid(reading, 200, 10.0, f"dop853 {tolerance}"))
            ours.append((solve, result.energy_drifts[0][0], tolerance))
        seconds, drift, tolerance = min(found for found in ours if found[1] <= 1.0)
        shown.append((f"{reading}: runmec, dop853 {tolerance}", f"{1e3 * seconds:.1f} ms, drift {drift:.1e} J"))
        best = []
        for name in _installed():
            for h in GRID_STEPS[name]:
                try:
                    found = min((PEERS[name](grid_of_fourbars(reading), h) for _ in range(3)), key=lambda t: t[0])
                except Exception as failure:  # a solver that gives up is a result too
                    shown.append((f"{reading}: {name}, h = {h:g} s", f"fails: {type(failure).__name__}"))
                    continue
                shown.append((f"{reading}: {name}, h = {h:g} s", f"{1e3 * found[0]:.0f} ms, drift {found[4]:.1e} J"))
                if found[4] <= 1.0:
                    best.append((found[0], name))
        if best:
            theirs, name = min(best)
            shown.append((f"{reading}: ratio", f"{theirs / seconds:.1f} × ({name}; wanted: {WANTED[reading]:g} ×)"))
    table("5×5 grid, 10 s, drift ≤ 1 J", shown)


def shell() -> None:
    """From the shell: the whole command against its imports."""
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
            "imports alone (numpy, lark, click)": [sys.executable, "-c", "import numpy, lark, click"],
        }
        found = commands(wanted, 5)
    table("A02, N = 40, from the shell", [(name, f"{seconds:.2f} s") for name, seconds in found.items()])


def others() -> None:
    """Mechanisms without a peer here: the flexible coupler of inputs/, with forces and energies."""
    text = Path("inputs/beams/flexible_coupler.mec").read_text(encoding="utf-8")
    solve, whole, result = _runmec(text)
    account = result.positions.simulated[0].account
    table(
        "flexible coupler of inputs/",
        [
            ("solve, all of run", f"{1e3 * solve:.1f} ms, {1e3 * whole:.1f} ms"),
            ("evaluations", f"{account.evaluations}, {1e6 * solve / account.evaluations:.2f} µs each"),
        ],
    )
