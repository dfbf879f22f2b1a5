"""`runmec check`: cold start, and growth with the length of the deck."""

from __future__ import annotations

import sys
import time
from math import log

from runmec.deck import loads

from .decks import dyad_chain
from .timing import commands, table


def cold() -> None:
    python = sys.executable
    found = commands(
        {
            "imports": [python, "-c", "import lark, click"],
            "check": [python, "-m", "runmec", "check", "inputs/example8.mec"],
        }
    )
    limit = 1.5 * found["imports"] + 0.06
    table(
        "runmec check inputs/example8.mec, cold",
        [
            ('python -c "import lark, click"', f"{1000 * found['imports']:.0f} ms"),
            ("runmec check", f"{1000 * found['check']:.0f} ms"),
            ("limit: 1.5 × imports + 60 ms", f"{1000 * limit:.0f} ms, used {found['check'] / limit:.2f} of it"),
        ],
    )


def growth() -> None:
    rows, seconds = [], []
    for elements in (5_000, 20_000):
        text = dyad_chain((elements - 1) // 2)
        times = []
        for _ in range(3):
            began = time.perf_counter()
            loads(text)
            times.append(time.perf_counter() - began)
        seconds.append(min(times))
        rows.append((f"{elements} elements, {len(text) / 1e6:.1f} MB", f"{seconds[-1]:.2f} s"))
    rows.append(("exponent of growth", f"{log(seconds[1] / seconds[0]) / log(4):.2f}"))
    table("reading and checking a long deck", rows)
