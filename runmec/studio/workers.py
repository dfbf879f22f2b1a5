"""Processes that work, seen from the server: one request at a time each, the newest of its kind; ended if deaf."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import multiprocessing
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from .worker import work

SUPERSEDED = b'{"superseded":true}'
_PATIENCE = 1.0  # seconds in which a process must hear that its work is not wanted any more
_WAITING_AT_MOST = 64


@dataclass(eq=False)
class _Job:
    number: int
    key: Hashable
    request: dict[str, Any]
    tell: Callable[[bytes], None]
    answer: asyncio.Future[bytes] = field(repr=False)
    limit: float
    unwanted: bool = False


class Worker:
    """Must be used from one event loop. The process is there from `start`, or from the first request on.

    `folder` has the data files of decks; `patience`: seconds in which work that is stopped must come to its end with
    what it has.
    """

    def __init__(self, folder: str = ".", patience: float = 3 * _PATIENCE) -> None:
        self._folder, self._patience = folder, patience
        self._context = multiprocessing.get_context("spawn")
        self._numbers = itertools.count(1)
        self._waiting: dict[Hashable, _Job] = {}
        self._running: _Job | None = None
        self._generation = 0
        self.restarts = 0

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._generation += 1
        self._dropped, self._stopped = self._context.RawValue("q", 0), self._context.RawValue("q", 0)
        self._connection, theirs = self._context.Pipe()
        self._process = self._context.Process(
            target=work, daemon=True, args=(theirs, self._folder, self._dropped, self._stopped)
        )
        self._process.start()
        theirs.close()
        self._listener = threading.Thread(target=self._listen, args=(self._connection, self._generation), daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Ends the process; who still waits is told so."""
        if not self._generation:
            return
        self._generation += 1
        self._process.kill()
        self._process.join(5)
        self._connection.close()
        for job in [*self._waiting.values(), *filter(None, [self._running])]:
            _settle(job, b'{"error":"the studio is closing"}')
        self._waiting.clear()
        self._running = None

    async def ask(self, request: dict[str, Any], key: Hashable, limit: float, tell: Callable[[bytes], None]) -> bytes:
        """The answer as JSON. A newer request with the same key takes the place of an older one."""
        if not self._generation:
            self.start()
        older = self._waiting.pop(key, None)
        if older is not None:
            _settle(older, SUPERSEDED)
        if len(self._waiting) >= _WAITING_AT_MOST:
            return b'{"error":"too many requests at once"}'
        job = _Job(next(self._numbers), key, request, tell, self._loop.create_future(), limit)
        self._waiting[key] = job
        if self._running is not None and self._running.key == key:
            self._drop(self._running)
        elif self._running is not None and _owner(self._running.key) != _owner(key):
            tell(b'{"what":"waiting for another page","part":0}')
        self._next()
        return await job.answer

    def stop(self, key: Hashable) -> bool:
        """Ends the work of a key; what it has so far is its answer."""
        job = self._waiting.pop(key, None)
        if job is not None:
            _settle(job, b'{"error":"stopped before it began"}')
        if self._running is None or self._running.key != key:
            return job is not None
        self._stopped.value = self._running.number
        self._end_if_deaf(self._running, self._patience, "stopped; the calculation did not listen, what it had is lost")
        return True

    def forget(self, owner: Hashable) -> None:
        """Nobody waits for the work of keys (owner, …) any more."""
        for key in [key for key in self._waiting if _owner(key) == owner]:
            _settle(self._waiting.pop(key), SUPERSEDED)
        if self._running is not None and _owner(self._running.key) == owner:
            self._drop(self._running)

    def _drop(self, job: _Job) -> None:
        if not job.unwanted:
            job.unwanted = True
            self._dropped.value = job.number
            self._end_if_deaf(job, _PATIENCE, "")

    def _end_if_deaf(self, job: _Job, patience: float, reason: str) -> None:
        def look() -> None:
            if self._running is job:
                self._restart(reason)

        self._loop.call_later(patience, look)

    def _restart(self, reason: str) -> None:
        """The process is ended, whatever it does, and another one takes its place."""
        self.restarts += 1
        self._process.kill()
        self._connection.close()
        job, self._running = self._running, None
        self.start()
        if job is not None:
            _settle(job, json.dumps({"error": reason}).encode() if reason else SUPERSEDED)
        self._next()

    def _next(self) -> None:
        if self._running is not None or not self._waiting:
            return
        key = next(iter(self._waiting))
        job = self._running = self._waiting.pop(key)
        try:
            self._connection.send_bytes(json.dumps({**job.request, "job": job.number}).encode())
        except OSError:
            self._restart("the process that calculates has ended; try again")
            return
        self._end_if_deaf(job, job.limit, f"this takes longer than {job.limit:g} s; calculate it with `runmec run`")

    def _listen(self, connection: Any, generation: int) -> None:
        """In a thread of its own: the pipe blocks."""
        with contextlib.suppress(EOFError, OSError, TypeError, RuntimeError):
            while True:
                data = connection.recv_bytes()
                self._loop.call_soon_threadsafe(self._heard, data, generation)
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._ended, generation)

    def _heard(self, data: bytes, generation: int) -> None:
        head, _, body = data.partition(b"\n")
        kind, number = head.split()
        job = self._running
        if generation != self._generation or job is None or job.number != int(number):
            return
        if kind == b"progress":
            if not job.unwanted:
                job.tell(body)
            return
        self._running = None
        _settle(job, body)
        self._next()

    def _ended(self, generation: int) -> None:
        """The process has gone by itself: out of memory, most likely."""
        if generation == self._generation:
            self._restart("the calculation ended without an answer; it may need more memory than there is")


def _owner(key: Hashable) -> Hashable:
    return key[0] if isinstance(key, tuple) else key


def _settle(job: _Job, answer: bytes) -> None:
    if not job.answer.done():
        job.answer.set_result(answer)
