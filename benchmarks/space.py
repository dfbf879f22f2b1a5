"""Mechanisms in space, falling freely: a four-bar with two balls (RSSR) and Bricard's mechanism, beside other programs.

All converge to the same motion; compared are seconds of the solve at equal error of one point against it.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from runmec.calculate import run
from runmec.deck import loads

from .spatial_peers import PEERS, Linkage, bricard, rssr
from .timing import MEASURED, table

TOLERANCES = tuple(f"1e-{k}" for k in range(2, 12))
STEPS = {
    "mujoco": (0.025, 0.0125, 0.005, 0.0025, 0.00125, 0.0005, 0.00025),
    "exudyn": (0.0125, 0.005, 0.0025, 0.00125, 0.0005),
}
LIMITS = (1e-4, 1e-6, 1e-8)


def _deck(name: str, own: str, tolerance: str) -> str:
    text = next(Path("inputs").rglob(f"{name}.mec")).read_text(encoding="utf-8")
    assert own in text
    return text.replace(own, f"dop853 {tolerance}")


def _track(result: Any, names: str) -> np.ndarray:
    return np.stack([result[name] for name in names.split()], axis=1)


def _runmec(text: str) -> tuple[float, Any]:
    """Fewest seconds of five integrations with their output rows, and a result."""
    deck = loads(text)
    found = [run(deck) for _ in range(6)][1:]
    return min(result.positions.simulated[0].account.seconds for result in found), found[0]


def _compare(title: str, name: str, own: str, names: str, make: Any) -> None:
    exact = _track(run(loads(_deck(name, own, "1e-13"))), names)
    linkage: Linkage = make(exact)
    each = linkage.duration / (len(exact) - 1)
    points: dict[str, list[tuple[float, float]]] = {"runmec": []}
    shown = []
    for tolerance in TOLERANCES:
        seconds, result = _runmec(_deck(name, own, tolerance))
        error = float(np.max(np.linalg.norm(_track(result, names) - exact, axis=1)))
        points["runmec"].append((seconds, error))
        many = result.positions.simulated[0].account.evaluations
        shown.append(
            (
                f"runmec, dop853 {tolerance}",
                f"{1e3 * seconds:.2f} ms, error {error:.1e} m, {many} evaluations, {1e6 * seconds / many:.1f} µs each",
            )
        )
    for peer in (peer for peer in PEERS if find_spec(peer)):
        points[peer] = []
        for h in STEPS[peer]:
            seconds, _, track = min((PEERS[peer](linkage, h, each) for _ in range(3)), key=lambda found: found[0])
            error = float(np.max(np.linalg.norm(track - exact, axis=1)))
            if np.isfinite(error):
                points[peer].append((seconds, error))
            shown.append((f"{peer}, h = {h:g} s", f"{1e3 * seconds:.1f} ms, error {error:.1e} m"))
    for limit in LIMITS:
        best = {who: min([s for s, e in found if e <= limit], default=None) for who, found in points.items()}
        ours = best.pop("runmec")
        ratios = [f"{s / ours:.1f} × ({peer})" if s else f"not reached ({peer})" for peer, s in best.items() if ours]
        shown.append((f"ratio at error ≤ {limit:g} m", ", ".join(ratios)))
    table(title, shown)
    MEASURED["curves"][title] = points


def four_bar() -> None:
    """RSSR of inputs/space/rssr_free_fall.mec, 1 s: error of the ball at the rocker."""
    _compare(
        "RSSR in free fall, 1 s",
        "rssr_free_fall",
        "dop853 1e-10",
        "bx by bz",
        lambda exact: rssr(0.9, 0.2, 0.6, (0, 0, 0), (1, 0.25, 0.1), exact[0]),
    )


def six_hinges() -> None:
    """Bricard's mechanism of inputs/space/bricard.mec, 2.5 s: error of the corner opposite to the frame."""
    _compare("Bricard's mechanism in free fall, 2.5 s", "bricard", "dop853 1e-9", "x y z", lambda exact: bricard())
