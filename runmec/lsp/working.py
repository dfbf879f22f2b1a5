"""The process in which answers are found: the server listens on, whatever a deck does to it; it is ended if deaf."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

LIMIT = 20.0  # seconds for an answer
_ENDED = "the process that reads decks has ended; it may need more memory than there is"
_TOO_LONG = f"this takes longer than {LIMIT:g} s; the deck is too large for an editor"


class NoAnswer(Exception):
    """Why there is none."""


def work(connection: Connection) -> None:
    """Until the server closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from . import answers

    home = os.getcwd()
    while True:
        try:
            what, folder, given = connection.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(OSError):
            os.chdir(folder or home)  # where data files of the deck are
        try:
            found = True, getattr(answers, what)(*given)
        except answers.CannotRename as fault:
            found = False, str(fault)
        except Exception as fault:
            found = False, f"this went wrong inside runmec ({type(fault).__name__}: {fault})"
        with contextlib.suppress(OSError):
            connection.send(found)


class Working:
    """One question after the other; the process is there from the first one on."""

    def __init__(self) -> None:
        self._process: Any = None
        self._connection: Any = None
        self._thread = ThreadPoolExecutor(1)  # waits for the pipe
        self._turn = asyncio.Lock()
        self.restarts = 0

    async def answer(self, what: str, *given: Any, folder: str = "", wanted: Callable[[], bool] = lambda: True) -> Any:
        """What a function of answers.py finds, None if it is not `wanted` any more when it would be its turn.

        `folder`: where the deck lies, if it is a file.
        """
        return await asyncio.shield(asyncio.ensure_future(self._answer(what, folder, given, wanted)))

    async def _answer(self, what: str, folder: str, given: tuple[Any, ...], wanted: Callable[[], bool]) -> Any:
        async with self._turn:
            if not wanted():
                return None
            if self._process is None:
                self._start()
            asked = asyncio.get_running_loop().run_in_executor(self._thread, self._exchange, what, folder, given)
            try:
                is_found, found = await asyncio.wait_for(asyncio.shield(asked), LIMIT)
            except TimeoutError:
                self.close()
                await asyncio.wait([asked])
                raise NoAnswer(_TOO_LONG) from None
            except (EOFError, OSError):
                self.close()
                raise NoAnswer(_ENDED) from None
            if not is_found:
                raise NoAnswer(found)
            return found

    def _exchange(self, what: str, folder: str, given: tuple[Any, ...]) -> Any:
        self._connection.send((what, folder, given))
        return self._connection.recv()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.restarts += 1

    def close(self) -> None:
        """Ends the process, whatever it does; the next question starts another one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
