"""Portions through any concurrent.futures.Executor: few at a time, in any order, each until it is done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from ..diagnostics import RunmecError

Rows = TypeVar("Rows")
_IN_FLIGHT = 4  # portions a worker
_ATTEMPTS = 3  # of a portion whose worker has died


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


class NoWorkers(RunmecError):
    """Workers that died again and again, or a scheduler that cannot be reached."""


class Given:
    """The executor of somebody else."""

    def __init__(self, executor: Executor, count: int) -> None:
        self._executor, self.count = executor, count

    def executor(self) -> Executor:
        return self._executor

    def renew(self) -> Executor:
        return self._executor


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._executor: Executor | None = None

    def executor(self) -> Executor:
        if self._executor is None:
            from concurrent.futures import ProcessPoolExecutor

            self._executor = ProcessPoolExecutor(self.count)
        return self._executor

    def renew(self) -> Executor:
        self.close()
        return self.executor()

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client  # type: ignore[import-not-found, unused-ignore]  # an extra
        except ImportError:
            raise NoWorkers("a cluster needs more packages: pip install 'runmec[cluster]'") from None
        try:
            self._client: Any = Client(address, timeout="10s")  # type: ignore[no-untyped-call, unused-ignore]  # it has no types
        except (OSError, ValueError) as fault:
            raise NoWorkers(f"no Dask scheduler answers at {address} ({fault})") from None
        self.count = max(1, len(self._client.scheduler_info()["workers"]))

    def executor(self) -> Executor:
        found: Executor = self._client.get_executor(pure=False)
        return found

    def renew(self) -> Executor:
        return self.executor()

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
            yield task, work(task)
        return
    executor = workers.executor()
    flying: dict[Future[Rows], tuple[Work, int]] = {}
    again: list[tuple[Work, int]] = []
    exhausted = False
    try:
        while flying or again or not exhausted:
            while len(flying) < _IN_FLIGHT * workers.count and (again or not exhausted):
                try:
                    task, attempt = again.pop() if again else (next(tasks), 1)
                except StopIteration:
                    exhausted = True
                    break
                try:
                    flying[executor.submit(work, task)] = task, attempt
                except BrokenProcessPool:
                    again.append((task, attempt))
                    executor = workers.renew()
            done, _ = wait(flying, return_when=FIRST_COMPLETED) if flying else (set(), None)
            for future in done:
                task, attempt = flying.pop(future)
                fault = _fault(future)
                if fault is None:
                    yield task, future.result()
                elif attempt >= _ATTEMPTS:
                    raise NoWorkers(f"workers died {attempt} times at variants {task.first + 1} to "
                                    f"{task.first + len(task.points)} ({fault}); what is done is kept")  # fmt: skip
                else:
                    again.append((task, attempt + 1))
                    if isinstance(fault, BrokenProcessPool) and not flying:
                        executor = workers.renew()
    finally:
        for future in flying:
            future.cancel()


def _fault(future: Future[Any]) -> BaseException | None:
    """Why a portion was lost with its worker; faults of the program itself are raised."""
    try:
        fault = future.exception()
    except CancelledError as cancelled:
        return cancelled
    if fault is None or isinstance(fault, BrokenProcessPool | CancelledError):
        return fault
    if type(fault).__module__.startswith("distributed"):  # KilledWorker, CommClosedError …
        return fault
    raise fault
