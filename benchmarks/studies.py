"""Studies: variants of a four-bar beside pylinkage and beside a loop over texts; two processes; a long stream."""

from __future__ import annotations

import resource
import tempfile
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from math import pi
from pathlib import Path

import numpy as np

from runmec.calculate import run
from runmec.deck import loads
from runmec.studies.grid import grid_of
from runmec.studies.sweep import sweep, sweep_to_folder

from .decks import FOURBAR
from .timing import best_of, table

VARIANTS, POSITIONS = 10_000, 120
STREAMED = 1_000_000
STUDY = """\
STUDY
  figure torque (peak(201))
  figure bearing (peak(202)+peak(203))
END
"""
DECK = (FOURBAR.replace("tstepe 360", f"tstepe {POSITIONS}").replace("TOPOLOGY", "DEFINE\n  r 38.1\nTOPOLOGY")
        .replace("para 1 38.1", "para 1 (r)").partition("END")[0] + STUDY)  # fmt: skip
CRANKS = np.linspace(30.0, 40.0, VARIANTS)
_SOME = 200  # of the slow ways, from which all are reckoned


def one_core() -> None:
    deck = loads(DECK)
    all_of_them = best_of(lambda: sweep(deck, r=CRANKS), 1)
    by_text = best_of(lambda: [run(loads(DECK, set={"r": float(r)})) for r in CRANKS[:_SOME]], 1) * VARIANTS / _SOME
    rows = [
        ("runmec.sweep: positions, motions and all forces", f"{all_of_them:.1f} s"),
        ("a loop over runmec.run with the text of the deck", f"{by_text:.1f} s"),
        ("ratio", f"{by_text / all_of_them:.1f}"),
    ]
    if find_spec("pylinkage") and find_spec("numba"):
        linkage = best_of(_pylinkage, 1) * VARIANTS / _SOME
        rows += [
            ("pylinkage, step_fast: positions only", f"{linkage:.1f} s"),
            ("ratio: runmec.sweep to that", f"{all_of_them / linkage:.2f}"),
        ]
    table(f"{VARIANTS} variants of a four-bar, {POSITIONS} positions, one core", rows)


def _pylinkage() -> None:
    import pylinkage as pl

    for radius in CRANKS[:_SOME]:
        ground, other = pl.Ground(0.0, 0.0, name="A"), pl.Ground(89.5, 0.0, name="D")
        crank = pl.Crank(
            anchor=ground, radius=float(radius), angular_velocity=2 * pi / POSITIONS, initial_angle=0.0, name="B"
        )
        joint = pl.RRRDyad(
            anchor1=crank.output, anchor2=other, distance1=115.2, distance2=115.2, x=63.8, y=112.3, name="O"
        )
        point = pl.FixedDyad(anchor1=crank.output, anchor2=joint, distance=230.4, angle=0.0, name="C")
        pl.Linkage([ground, other, crank, joint, point]).step_fast(iterations=POSITIONS)


def two_processes() -> None:
    deck = loads(DECK)
    alone = best_of(lambda: sweep(deck, r=CRANKS), 1)
    with ProcessPoolExecutor(2) as pool:
        sweep(deck, executor=pool, r=CRANKS[:200])  # processes start and read the deck
        both = best_of(lambda: sweep(deck, executor=pool, r=CRANKS), 1)
    rows = [
        ("one", f"{alone:.1f} s"),
        ("two", f"{both:.1f} s"),
        ("efficiency", f"{alone / both / 2:.0%} (wanted: 85 %)"),
    ]
    table(f"{VARIANTS} variants of a four-bar on two processes", rows)


def stream() -> None:
    """One position a variant; what counts is that memory does not grow."""
    deck = loads(DECK.partition("MOVEMENT")[0] + STUDY)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grid = grid_of(deck, {"r": np.linspace(30.0, 40.0, STREAMED)})
    with tempfile.TemporaryDirectory() as folder:
        seconds = best_of(lambda: sweep_to_folder(deck, grid, {}, Path(folder), None, False, lambda _: None), 1)
        size = (Path(folder) / "sweep.csv").stat().st_size
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    rows = [("time", f"{seconds:.0f} s"), ("sweep.csv", f"{size / 1e6:.0f} MB"), ("memory grown by", f"{grown:.0f} MB")]
    table(f"{STREAMED} variants of one position, streamed to disk", rows)
