"""Two commands into one folder at once: one set or the other, and nobody is refused without a word."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from .kills import Stage
from .trials import ended, faults_of, forked


def two_at_once(stage: Stage, count: int, seed: int) -> Iterator[str]:
    dice = random.Random(seed)
    for _ in range(count):
        stage.begin()
        first = forked([*stage.case.old, "-o", "trial"], stage.home)
        time.sleep(dice.uniform(0.0, 0.5 * stage.seconds))
        second = forked(stage.command, stage.home)
        codes = {first: ended(first), second: ended(second)}
        yield faults_of(stage.out, stage.known, stage.mended) or _told(stage.home, codes)


def _told(home: Path, codes: dict[int, int]) -> str:
    for child, code in codes.items():
        told = (home / f"stderr.{child}").read_text(encoding="utf-8")
        if code not in (0, 2) or (code == 2 and "is in use by process" not in told):
            return f"exit code {code}: {told[-300:]}"
    return "" if 0 in codes.values() else "both were refused"
