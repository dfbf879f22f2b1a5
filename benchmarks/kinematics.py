"""Given motion: a four-bar beside pylinkage, chains of dyads, and the whole command."""

from __future__ import annotations

import sys
import tempfile
from importlib.util import find_spec
from math import log, pi
from pathlib import Path

from runmec.assembly import assemble
from runmec.calculate import run
from runmec.deck import loads
from runmec.mechanism import number
from runmec.positions import analyse

from .decks import FOURBAR, dyad_chain
from .timing import commands, median_of, table

POSITIONS = 360


def fourbar() -> None:
    deck = loads(FOURBAR)
    mech = number(deck)
    start = assemble(mech)

    def everything() -> None:
        result = run(deck)
        assert result.buffers

    rows = [
        ("runmec: positions only", median_of(lambda: analyse(mech, start.x, start.angles, start.e))),
        ("runmec: deck to positions, velocities, accelerations, all forces", median_of(everything)),
    ]
    if find_spec("pylinkage"):
        rows += [("pylinkage, plain: positions only", median_of(_pylinkage_plain))]
    shown = [(name, f"{1000 * seconds:.2f} ms") for name, seconds in rows]
    if len(rows) == 3:
        shown.append(("ratio: all of runmec to pylinkage's plain positions", f"{rows[1][1] / rows[2][1]:.2f}"))
    else:
        shown.append(("pylinkage", "not installed"))
    table(f"a four-bar with a tracing point, {POSITIONS} positions", shown)


def _pylinkage_plain() -> None:
    import pylinkage as pl

    ground, other = pl.Ground(0.0, 0.0, name="A"), pl.Ground(89.5, 0.0, name="D")
    crank = pl.Crank(anchor=ground, radius=38.1, angular_velocity=2 * pi / POSITIONS, initial_angle=0.0, name="B")
    joint = pl.RRRDyad(anchor1=crank.output, anchor2=other, distance1=115.2, distance2=115.2, x=63.8, y=112.3, name="O")
    point = pl.FixedDyad(anchor1=crank.output, anchor2=joint, distance=230.4, angle=0.0, name="C")
    linkage = pl.Linkage([ground, other, crank, joint, point])
    assert len(list(linkage.step(iterations=POSITIONS))) == POSITIONS


def chains() -> None:
    rows, sizes, seconds = [], (10, 40, 160, 640), []
    for dyads in sizes:
        deck = loads(dyad_chain(dyads))
        result = run(deck)
        seconds.append(median_of(lambda deck=deck: run(deck).buffers, repeat=3) / len(result))
        rows.append(
            (f"{dyads} dyads", f"{1e6 * seconds[-1]:.0f} µs a position, {1e6 * seconds[-1] / dyads:.1f} µs a dyad")
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
            }
        )
    table("runmec inputs/example8.mec --no-pictures, cold", [
        ('python -c "import lark, click, numpy"', f"{1000 * found['imports']:.0f} ms"),
        ("runmec", f"{1000 * found['run']:.0f} ms"),
        ("ratio", f"{found['run'] / found['imports']:.2f} (wanted: at most 1.5)"),
    ])  # fmt: skip
