"""The process that works: requests come in, answers go out. A request may be dropped, or stopped with what it has."""

from __future__ import annotations

import contextlib
import json
import os
import time
from multiprocessing.connection import Connection
from typing import Any

from .. import interrupts
from .answers import Dropped, answered

MEMORY_AT_MOST = 6_000_000_000  # bytes of addresses
_TOLD_EVERY = 0.1  # seconds between words of progress


class _Watch:
    """Listens, between portions of the work, whether it is still wanted."""

    def __init__(self, connection: Connection, job: int, dropped: Any, stopped: Any) -> None:
        self._connection, self._job, self._dropped, self._stopped = connection, job, dropped, stopped
        self._told = time.monotonic()

    def __call__(self, what: str, part: float) -> None:
        if self._dropped.value == self._job:
            raise Dropped
        if self._stopped.value == self._job:
            self._stopped.value = 0
            raise KeyboardInterrupt
        now = time.monotonic()
        if now - self._told > _TOLD_EVERY:
            self._told = now
            _send(self._connection, "progress", self._job, {"what": what, "part": min(1.0, max(0.0, part))})


def work(connection: Connection, folder: str, dropped: Any, stopped: Any) -> None:
    """Until the other side closes."""
    interrupts.as_worker()
    with contextlib.suppress(OSError):
        os.chdir(folder)
    _bound_memory()
    _warm_up()
    while True:
        try:
            request = json.loads(connection.recv_bytes())
        except (EOFError, OSError):
            return
        job = request["job"]
        with contextlib.suppress(BrokenPipeError, OSError):
            _send(connection, "answer", job, _answer(request, _Watch(connection, job, dropped, stopped)))


def _answer(request: dict[str, Any], watch: _Watch) -> dict[str, Any]:
    from .tasks import carried_out

    return answered(lambda: carried_out(request, watch))


def _send(connection: Connection, kind: str, job: int, values: dict[str, Any]) -> None:
    head = f"{kind} {job}\n".encode()
    connection.send_bytes(head + json.dumps(values, separators=(",", ":")).encode())


def _bound_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_AT_MOST, MEMORY_AT_MOST))


def _warm_up() -> None:
    """What the first request would have to load."""
    from ..drawing import film
    from . import tasks

    assert film
    assert tasks
