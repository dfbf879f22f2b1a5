"""Medians of repeated runs, in this process or as commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any


def median_of(action: Callable[[], Any], repeat: int = 9) -> float:
    """Median seconds of an action, after one run that is not counted."""
    action()
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def best_of(action: Callable[[], Any], repeat: int = 5) -> float:
    """Fewest seconds of an action: what it takes where the machine does nothing else."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return min(times)


def commands(wanted: dict[str, list[str]], repeat: int = 9) -> dict[str, float]:
    """Median seconds of commands, run in turn so that the machine's mood is shared."""
    times: dict[str, list[float]] = {name: [] for name in wanted}
    # as an installed program runs: with compiled modules and buffered output
    odd = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    environment = {name: value for name, value in os.environ.items() if name not in odd}
    for number in range(repeat + 1):
        for name, command in wanted.items():
            began = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=environment)
            if number:
                times[name].append(time.perf_counter() - began)
    return {name: statistics.median(found) for name, found in times.items()}


#: what a run has measured, in order: tables, and curves under a name
MEASURED: dict[str, Any] = {"tables": [], "curves": {}}


def table(title: str, rows: list[tuple[str, str]]) -> None:
    MEASURED["tables"].append({"title": title, "rows": rows})
    wide = max(len(name) for name, _ in rows)
    print(f"\n{title}")
    for name, value in rows:
        print(f"  {name:<{wide}}  {value}")
