"""A bar on standard error for whatever takes longer than a second; between two words of it a signal is heeded."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from .. import interrupts

_PATIENCE = 1.0  # seconds


class Progress:
    """Told what is done ("assembly", "motion", "forces", "pictures" …) and which part of it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Any = None
        self._what = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __call__(self, what: str, part: float) -> None:
        interrupts.heed()
        if self._bar is None and time.monotonic() - self._began > _PATIENCE and sys.stderr.isatty():
            self._start()
        if self._bar is not None:
            if what != self._what:
                self._bar.reset(self._task, total=1.0)
                self._what = what
            self._bar.update(self._task, completed=min(part, 1.0), description=what)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
        self._bar = Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=1.0)
        self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def tell(self, what: str) -> None:
        """One line beside the bar."""
        if self._bar is not None:
            self._bar.console.print(f"runmec: {what}", highlight=False)
        else:
            click.echo(f"runmec: {what}", err=True)
