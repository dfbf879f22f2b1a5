"""Synthesis with default settings: every deck with a best known goal, what is reached, and what it takes; and two
tasks of path generation beside pylinkage."""

from __future__ import annotations

import tomllib
from cmath import rect
from importlib.util import find_spec
from time import perf_counter

import runmec
from runmec.deck import Deck, loads
from runmec.examples import folder

from .decks import PATH_OF_FOUR
from .path_peer import FOUR_POINTS, FourBar, Points, miss, pylinkage
from .timing import table

LIMIT = 60.0  # seconds for the other program


def synthesis() -> None:
    rows = []
    for facts in sorted(folder().glob("*.toml")):
        known = tomllib.loads(facts.read_text(encoding="utf-8")).get("optimum")
        if known is None:
            continue
        found = runmec.optimise(facts.with_suffix(".mec"))
        said = f"{found.best.goal:.7g} (best known {known['goal']:.7g}), {found.runs} runs, {found.seconds:.0f} s"
        rows.append((facts.stem, said))
    table("Goals of synthesis, one process, default starts", rows)


def beside_pylinkage() -> None:
    """The first example of pylinkage's README, and six points on a line."""
    if not (find_spec("pylinkage") and find_spec("scipy")):
        table("Path generation", [("pylinkage with SciPy", "not installed")])
        return
    line = (folder() / "path_line.mec").read_text(encoding="utf-8")
    _path("Path generation: four points, first example of pylinkage's README", PATH_OF_FOUR, FOUR_POINTS)
    _path("Path generation: six points on a line (path_line)", line, [(20.0, 20.0 + 5.0 * k) for k in range(6)])


def _path(title: str, text: str, points: Points) -> None:
    deck = loads(text)
    runmec.optimise(deck, starts=1)  # what is imported on first use is not counted
    wanted = {"runmec, default starts": None, "runmec, one start": 1}
    own = {name: _timed(deck, starts) for name, starts in wanted.items()}
    rows = [(name, _said(seconds, linkages, points)) for name, (seconds, linkages) in own.items()]
    other = pylinkage(points, LIMIT)
    rows.append(("pylinkage, default settings", _said(*other, points) if other else f"ended after {LIMIT:.0f} s"))
    for name, (seconds, _) in own.items():
        ratio = f"{seconds / other[0]:.2f}" if other else f"below {seconds / LIMIT:.2f}"
        rows.append((f"ratio of times: {name}, to pylinkage", ratio))
    table(f"{title}; sums of squared distances from the curve", rows)


def _timed(deck: Deck, starts: int | None) -> tuple[float, list[FourBar]]:
    began = perf_counter()
    found = runmec.optimise(deck, starts=starts)
    return perf_counter() - began, [_four_bar(one.values) for one in found.solutions]


def _said(seconds: float, linkages: list[FourBar], points: Points) -> str:
    if not linkages:
        return f"no solution, {seconds:.2f} s"
    sums = [miss(linkage, points) for linkage in linkages]
    return f"{sums[0]:.1e} first, {min(sums):.1e} best of {len(sums)}, {seconds:.2f} s"


def _four_bar(values: dict[str, float]) -> FourBar:
    pivot = complex(values["x0"], values["y0"])
    return FourBar(
        pivot,
        pivot + rect(values["r1"], values["turn"]),
        values["r2"],
        values["r3"],
        values["r4"],
        complex(values["u"], values["v"]),
    )
