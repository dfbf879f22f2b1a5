"""SIGKILL at a random moment, or at a random thing that is done to a file: the old set or the new one, whole."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from .trials import CASES, DECK, NOTES, counting, done, ended, faults_of, forked, results, said


class Stage:
    """A folder with the old set, and how long and how much a command does until the new one is there."""

    def __init__(self, name: str, home: Path) -> None:
        self.name, self.home, self.case = name, home, CASES[name]
        home.mkdir(parents=True)
        (home / "d.mec").write_text(DECK, encoding="utf-8")
        for out, arguments in (("old", self.case.old), ("other", self.case.new)):
            assert done([*arguments, "-o", out], home) == 0, said(home)
        (home / "old" / "notes.txt").write_text(NOTES, encoding="utf-8")
        self.known = [results(home / "old"), results(home / "other")]
        self.out = home / "trial"
        self.mended: list[str] = []  # what was told
        self.begin()
        log = home / "steps"
        began = time.monotonic()
        assert done(self.command, home, counting(self.out, -1, lambda n: _write(log, n))) == 0
        self.seconds, self.steps = time.monotonic() - began, int(log.read_text())
        assert faults_of(self.out, self.known[1:], []) == ""

    @property
    def command(self) -> list[str]:
        return [*self.case.new, "-o", "trial"]

    def begin(self) -> None:
        shutil.rmtree(self.out, ignore_errors=True)
        shutil.copytree(self.home / "old", self.out)


def _write(log: Path, number: int) -> None:
    log.write_text(str(number))


def kill_at_times(stage: Stage, count: int, seed: int) -> Iterator[str]:
    """What is wrong after each of so many kills."""
    dice = random.Random(seed)
    for _ in range(count):
        stage.begin()
        child = forked(stage.command, stage.home)
        time.sleep(dice.uniform(0.0, stage.seconds))
        os.kill(child, signal.SIGKILL)
        ended(child)
        yield faults_of(stage.out, stage.known, stage.mended)


def kill_at_steps(stage: Stage, count: int, seed: int) -> Iterator[str]:
    dice = random.Random(seed)
    steps = range(1, stage.steps + 1)
    for limit in dice.sample(steps, count) if count < len(steps) else [dice.choice(steps) for _ in range(count)]:
        stage.begin()
        assert done(stage.command, stage.home, counting(stage.out, limit)) == -signal.SIGKILL
        yield faults_of(stage.out, stage.known, stage.mended)


def fill_disks(stage: Stage, count: int, seed: int) -> Iterator[str]:
    """No file may be longer than so many bytes, which the system tells as it tells a full disk."""
    dice = random.Random(seed)
    for _ in range(count):
        stage.begin()
        most = int(10 ** dice.uniform(3.0, 4.7))
        code = done(stage.command, stage.home, lambda most=most: _bound(most))  # type: ignore[misc]  # its own number
        fault = faults_of(stage.out, stage.known, stage.mended)
        yield fault or ("" if code in (0, 2) else f"exit code {code}: {said(stage.home)[-300:]}")


def _bound(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
