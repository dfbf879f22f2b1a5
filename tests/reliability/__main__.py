"""`python -m tests.reliability --kills 500 --pairs 200 --interrupts 200 --disks 50`: tells counts and all faults."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from .interruptions import interrupt
from .kills import Stage, fill_disks, kill_at_steps, kill_at_times
from .pairs import two_at_once
from .trials import CASES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability")
    parser.add_argument("--kills", type=int, default=0, help="of each of run, sweep, tolerance, optimise")
    parser.add_argument("--pairs", type=int, default=0, help="of commands into one folder at once")
    parser.add_argument("--interrupts", type=int, default=0, help="SIGINT and SIGTERM, every command in turn")
    parser.add_argument("--disks", type=int, default=0, help="full disks, for each of the four")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="at most, for each part")
    asked = parser.parse_args()
    _load()
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        for case in CASES if asked.kills or asked.disks else ():
            stage = Stage(case, Path(name) / case)
            half = asked.kills // 2
            killed = chain(kill_at_steps(stage, asked.kills - half, asked.seed), kill_at_times(stage, half, asked.seed))
            faults += _told(f"{case}: kills", killed, asked.seconds)
            print(f"  of these mended: {len(stage.mended)}")
            faults += _told(f"{case}: full disks", fill_disks(stage, asked.disks, asked.seed), asked.seconds)
        if asked.pairs:
            stage = Stage("run", Path(name) / "pairs")
            faults += _told("two at once", two_at_once(stage, asked.pairs, asked.seed), asked.seconds)
        if asked.interrupts:
            slowest = 0.0
            told = []
            end = time.monotonic() + asked.seconds
            for one in interrupt(Path(name) / "interrupts", asked.interrupts, asked.seed):
                slowest = max(slowest, one.seconds)
                told.append(f"{one.command}: {one.fault}" if one.fault else "")
                if time.monotonic() > end:
                    break
            faults += _told(f"interrupts (slowest end {slowest:.2f} s)", told, asked.seconds)
    return 1 if faults else 0


def _told(what: str, trials: Iterable[str], seconds: float) -> int:
    count, faults = 0, []
    end = time.monotonic() + seconds
    for fault in trials:
        count += 1
        faults += [fault] if fault else []
        if time.monotonic() > end:
            break
    print(f"{what}: {count} tried, {len(faults)} faults", flush=True)
    for fault in faults[:5]:
        print(f"  {fault}", flush=True)
    return len(faults)


def _load() -> None:
    """What every trial would have to load."""
    from runmec import calculate
    from runmec.drawing import curves, report
    from runmec.optimisation import optimise
    from runmec.studies import pages

    assert all((calculate, curves, report, optimise, pages))


if __name__ == "__main__":
    sys.exit(main())
