"""Given motion: a four-bar beside pylinkage, chains of dyads, and the whole command."""

from __future__ import annotations

import sys
import tempfile
from importlib.util import find_spec
from math import log, pi
from pathlib import Path
from typing import Any

from runmec.calculate import run
from runmec.deck import loads
from runmec.model.build import build
from runmec.motion.assembly import assemble
from runmec.motion.walk import walk

from .decks import FOURBAR, dyad_chain
from .timing import best_of, commands, table

POSITIONS = 360


def fourbar() -> None:
    deck = loads(FOURBAR)

    def positions() -> float:
        mech = build(deck)
        assemble(mech)
        return best_of(lambda: walk(mech, None), 1)

    everything = best_of(lambda: run(deck), 30)
    only = min(positions() for _ in range(30))
    shown = [
        ("runmec: positions only, of an assembled mechanism", f"{1000 * only:.2f} ms"),
        ("runmec.run: assembly, positions, velocities, accelerations, all forces", f"{1000 * everything:.2f} ms"),
    ]
    if find_spec("pylinkage"):
        plain = best_of(_pylinkage_plain, 10)
        shown += [
            ("pylinkage, plain: positions only", f"{1000 * plain:.2f} ms"),
            ("ratio: all of runmec to pylinkage's plain positions", f"{everything / plain:.2f} (wanted: at most 0.5)"),
        ]
        if find_spec("numba"):
            fast = _pylinkage_fast()
            shown += [
                ("pylinkage, compiled: positions only", f"{1000 * fast:.3f} ms"),
                ("ratio: runmec's positions to those", f"{only / fast:.1f} (wanted: at most 5)"),
            ]
    else:
        shown.append(("pylinkage", "not installed"))
    table(f"a four-bar with a tracing point, {POSITIONS} positions", shown)


def _pylinkage_linkage() -> Any:
    import pylinkage as pl

    ground, other = pl.Ground(0.0, 0.0, name="A"), pl.Ground(89.5, 0.0, name="D")
    crank = pl.Crank(anchor=ground, radius=38.1, angular_velocity=2 * pi / POSITIONS, initial_angle=0.0, name="B")
    joint = pl.RRRDyad(anchor1=crank.output, anchor2=other, distance1=115.2, distance2=115.2, x=63.8, y=112.3, name="O")
    point = pl.FixedDyad(anchor1=crank.output, anchor2=joint, distance=230.4, angle=0.0, name="C")
    return pl.Linkage([ground, other, crank, joint, point])


def _pylinkage_plain() -> None:
    assert len(list(_pylinkage_linkage().step(iterations=POSITIONS))) == POSITIONS


def _pylinkage_fast() -> float:
    linkage = _pylinkage_linkage()
    linkage.step_fast(iterations=POSITIONS)  # compiles
    return best_of(lambda: linkage.step_fast(iterations=POSITIONS), 20)


def chains() -> None:
    rows, sizes, seconds = [], (10, 40, 160, 640), []
    for dyads in sizes:
        deck = loads(dyad_chain(dyads))
        result = run(deck)
        seconds.append(best_of(lambda deck=deck: run(deck)) / len(result))
        rows.append(
            (f"{dyads} dyads", f"{1e6 * seconds[-1]:.0f} µs a position, {1e6 * seconds[-1] / dyads:.2f} µs a dyad")
        )
    exponents = [log(b / a) / log(n / m) for a, b, m, n in zip(seconds, seconds[1:], sizes, sizes[1:], strict=False)]
    rows.append(("exponents of growth", ", ".join(f"{x:.2f}" for x in exponents)))
    table("chains of dyads, positions to forces", rows)


def cold() -> None:
    python = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "out")
        found = commands(
            {
                "imports": [python, "-c", "import lark, click, numpy"],
                "run": [python, "-m", "runmec", "run", "inputs/example8.mec", "--no-pictures", "-o", out],
                "drawing": [
                    python,
                    "-c",
                    "import lark, click, numpy; from matplotlib.backends import backend_agg, backend_svg",
                ],
                "all": [python, "-m", "runmec", "run", "inputs/example8.mec", "-o", out],
            }
        )
    table(
        "runmec inputs/example8.mec, cold",
        [
            ("importing lark, click, numpy", f"{1000 * found['imports']:.0f} ms"),
            ("runmec --no-pictures", f"{1000 * found['run']:.0f} ms"),
            ("ratio", f"{found['run'] / found['imports']:.2f} (wanted: at most 1.4)"),
            ("importing matplotlib too", f"{1000 * found['drawing']:.0f} ms"),
            ("runmec with all files", f"{1000 * found['all']:.0f} ms"),
            ("ratio", f"{found['all'] / found['drawing']:.2f} (wanted: at most 1.7)"),
        ],
    )
