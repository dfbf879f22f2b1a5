"""Portions through any concurrent.futures.Executor: few at a time, in any order, each until it is done."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, InvalidStateError, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeVar

from .. import interrupts
from ..diagnostics import RunmecError

Rows = TypeVar("Rows")
_IN_FLIGHT = 4  # portions a worker
_ATTEMPTS = 3  # of a portion whose worker has died
_LOOK = 0.1  # seconds between two looks at whether somebody still works and is still wanted
_ALONE_AT_MOST = 12.0  # seconds without workers


class Portion(Protocol):
    """What is sent: its points are variants `first`, `first` + 1, …"""

    @property
    def first(self) -> int: ...

    @property
    def points(self) -> tuple[Any, ...]: ...


Work = TypeVar("Work", bound=Portion)


class Workers(Protocol):
    """What gives executors: a new one where the last one broke."""

    count: int

    def executor(self) -> Executor: ...

    def renew(self) -> Executor: ...

    def missing(self) -> str:
        """Why nobody works at this moment; nothing where somebody does."""
        ...


class NoWorkers(RunmecError):
    """Workers that died again and again, or are gone."""


class NoCluster(NoWorkers):
    """Nobody has worked: there is no scheduler."""


class GivenExecutor:
    """The executor of somebody else."""

    def __init__(self, executor: Executor, count: int) -> None:
        self._executor, self.count = executor, count

    def executor(self) -> Executor:
        return self._executor

    def renew(self) -> Executor:
        return self._executor

    def missing(self) -> str:
        return ""


class Processes:
    """Processes of this machine. They hold the end of a pipe: whatever ends this process closes it, and they go."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._executor: Executor | None = None

    def executor(self) -> Executor:
        if self._executor is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import Pipe

            threading.excepthook = _without_late_answers
            self._ends = Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(self.count, initializer=_begin, initargs=self._ends)
        return self._executor

    def renew(self) -> Executor:
        self.close()
        return self.executor()

    def missing(self) -> str:
        return ""

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            for end in self._ends:
                end.close()
            self._executor = None


def _without_late_answers(told: threading.ExceptHookArgs) -> None:
    """What workers answer after they were given up has nowhere to go: the pool's own thread says so aloud."""
    if not issubclass(told.exc_type, InvalidStateError):
        threading.__excepthook__(told)


def _begin(listening: Connection, telling: Connection) -> None:
    """In a new process: it ends with the one that holds the other end of the pipe."""
    interrupts.as_worker()
    telling.close()
    threading.Thread(target=_end_with, args=(listening,), daemon=True).start()


def _end_with(other: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        other.recv_bytes()
    os._exit(1)


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client  # type: ignore[import-not-found, unused-ignore]  # an extra
        except ImportError:
            raise NoCluster("a cluster needs more packages: pip install 'runmec[cluster]'") from None
        try:
            self._client: Any = Client(address, timeout="10s")  # type: ignore[no-untyped-call, unused-ignore]  # it has no types
        except (OSError, ValueError) as fault:
            raise NoCluster(f"no Dask scheduler answers at {address} ({fault})") from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is told in a line
        self.address = address
        self.count = max(1, len(self._client.scheduler_info()["workers"]))

    def executor(self) -> Executor:
        found: Executor = self._client.get_executor(pure=False)
        return found

    def renew(self) -> Executor:
        return self.executor()

    def missing(self) -> str:
        if self._client.status != "running":
            return f"the Dask scheduler at {self.address} does not answer any more"
        if not self._client.scheduler_info()["workers"]:
            return f"the Dask scheduler at {self.address} has no workers any more"
        return ""

    def close(self) -> None:
        self._client.close()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def carried_out(
    tasks: Iterator[Work], workers: Workers | None, work: Callable[[Work], Rows]
) -> Iterator[tuple[Work, Rows]]:
    """Every task with its rows, as they come; in this process where there are no workers.

    A worker that dies costs its portions: they are sent again, three times at most.
    """
    if workers is None:
        for task in tasks:
            interrupts.heed()
            yield task, work(task)
        return
    flight = _Flight(workers, work)
    try:
        while flight.portions or flight.again or not flight.exhausted:
            flight.fill(tasks)
            interrupts.heed()
            for task, rows in flight.landed():
                yield task, rows
    finally:
        flight.cancel()


class _Flight(Generic[Work, Rows]):
    """Portions that are with the workers, and those that were lost with one."""

    def __init__(self, workers: Workers, work: Callable[[Work], Rows]) -> None:
        self.workers, self.work = workers, work
        self.portions: dict[Future[Rows], tuple[Work, int]] = {}
        self.again: list[tuple[Work, int]] = []
        self.exhausted = False
        self._executor = workers.executor()
        self._alone_since: float | None = None

    def fill(self, tasks: Iterator[Work]) -> None:
        while len(self.portions) < _IN_FLIGHT * self.workers.count and (self.again or not self.exhausted):
            try:
                task, attempt = self.again.pop() if self.again else (next(tasks), 1)
            except StopIteration:
                self.exhausted = True
                return
            try:
                self.portions[self._executor.submit(self.work, task)] = task, attempt
            except BrokenProcessPool:
                self.again.append((task, attempt))
                self._executor = self.workers.renew()
            except Exception as fault:
                raise _lost(fault) from None

    def landed(self) -> Iterator[tuple[Work, Rows]]:
        done, _ = wait(self.portions, timeout=_LOOK, return_when=FIRST_COMPLETED) if self.portions else (set(), None)
        if not done:
            self._refuse_to_be_alone()
        for future in done:
            task, attempt = self.portions.pop(future)
            fault = _fault(future)
            if fault is None:
                yield task, future.result()
            elif attempt >= _ATTEMPTS:
                raise NoWorkers(
                    f"workers died {attempt} times at variants {task.first + 1} to "
                    f"{task.first + len(task.points)} ({fault})"
                )
            else:
                self.again.append((task, attempt + 1))
                if isinstance(fault, BrokenProcessPool) and not self.portions:
                    self._executor = self.workers.renew()

    def cancel(self) -> None:
        if not self.workers.missing():
            for future in self.portions:
                future.cancel()

    def _refuse_to_be_alone(self) -> None:
        missing, now = self.workers.missing(), time.monotonic()
        if not missing:
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = now
        elif now - self._alone_since > _ALONE_AT_MOST:
            raise NoWorkers(missing)


def _lost(fault: Exception) -> Exception:
    """A scheduler that is gone takes no more portions."""
    return NoWorkers(f"the Dask scheduler takes no more work ({fault})") if _is_of_dask(fault) else fault


def _is_of_dask(fault: BaseException) -> bool:
    """KilledWorker, CommClosedError, ClosedClientError …"""
    return type(fault).__module__.startswith("distributed")


def _fault(future: Future[Any]) -> BaseException | None:
    """Why a portion was lost with its worker; faults of the program itself are raised."""
    try:
        fault = future.exception()
    except CancelledError as cancelled:
        return cancelled
    if fault is None or isinstance(fault, BrokenProcessPool | CancelledError) or _is_of_dask(fault):
        return fault
    raise fault
