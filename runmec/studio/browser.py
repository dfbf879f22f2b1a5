"""Carries requests of a page to the answers where both are in the browser: Python runs in a worker of the page."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..examples import Example, starter
from .answers import Answers, Dropped, answered
from .folder import DeckFolder
from .tasks import carried_out

_TOLD_EVERY = 0.1  # seconds between words of progress
_FIRST = "four-bar"  # the starter that a page begins with


class Page:
    """The decks that this browser keeps lie in a folder, those that the page offers in another one.

    `tell` is given words of progress; `hear` says whether the work under way is still wanted: `drop`, `stop` or
    nothing.
    """

    def __init__(
        self, folder: str, offered: str, tell: Callable[[str], None] | None, hear: Callable[[], str] | None
    ) -> None:
        os.chdir(folder)  # where data files of decks are looked for
        self._tell, self._hear = tell, hear
        self._offered = [_example(path) for path in sorted(Path(offered).glob("*.mec"))]
        self._answers = Answers(DeckFolder(Path(folder)), place="this browser", offered=self._offered)

    def answer(self, text: str) -> str:
        """To a request, as JSON both."""
        request = json.loads(text)
        return json.dumps({"id": request["id"], **answered(lambda: self._answer(request))}, separators=(",", ":"))

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        op = request["op"]
        if op == "begin":
            return {**self._answers.begin(request), "name": "", "text": self._first(), "seen": ""}
        own = self._answers.of(op)
        return own(request) if own is not None else carried_out(request, self._watch(request["id"]))

    def _first(self) -> str:
        """What a page shows that nobody has used yet."""
        return self._offered[0].text if self._offered else starter(_FIRST, _FIRST)

    def _watch(self, number: int) -> Callable[[str, float], None]:
        """Listens, between portions of the work, whether it is still wanted."""
        told = [time.monotonic()]

        def progress(what: str, part: float) -> None:
            heard = self._hear() if self._hear is not None else ""
            if heard == "drop":
                raise Dropped
            if heard == "stop":
                raise KeyboardInterrupt
            now = time.monotonic()
            if self._tell is not None and now - told[0] > _TOLD_EVERY:
                told[0] = now
                self._tell(json.dumps({"id": number, "progress": {"what": what, "part": min(1.0, max(0.0, part))}}))

        return progress


def _example(path: Path) -> Example:
    """The number before its name keeps the order in which the decks were given."""
    name = path.stem.partition("_")[2]
    title = path.read_text(encoding="utf-8").partition("\n")[0].partition(";")[2].strip()
    return Example(name, title or name, "", path)
