"""Ctrl-C and the signals that end a process: heeded where it does no harm, and within a second in any case.

A command `listen`s from its first line on. A signal is noted; long work asks `heed` between its portions, which raises
KeyboardInterrupt. Whoever catches that has `TO_FINISH` seconds for what was found, and is then told again. What does
not ask is ended by a thread, except in the middle of something `undivided`.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

TO_FINISH = 0.4  # seconds in which work may be finished
_AT_MOST = 0.8  # seconds after which the process is ended
_AFTER_UNDIVIDED = 0.3  # seconds that are left then in any case
_LOOK = 0.05  # seconds between two looks of the thread
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class _State:
    """Of this process."""

    def __init__(self) -> None:
        self.process = 0  # that listens
        self.number = 0  # of the first signal
        self.since = 0.0
        self.deadline = 0.0
        self.heeded = False
        self.at_once = 0  # depth
        self.undivided = 0  # depth
        self.told = "interrupted"
        self.cleaning: list[Callable[[], None]] = []


_state = _State()


def listen() -> None:
    """From here on signals are noted; those that the process was started to ignore stay ignored."""
    if _state.process == os.getpid():
        return
    _state.process = os.getpid()
    for number in _signals():
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _note)
    sys.unraisablehook = _unraisable


def as_worker() -> None:
    """In a process that works for another one, which alone decides when it ends: Ctrl-C at a terminal reaches both."""
    _state.__init__()  # type: ignore[misc]  # nothing of the process that was forked
    for number in _signals():
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)


def _signals() -> list[int]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def came() -> bool:
    return _state.number != 0


def is_time_over() -> bool:
    """Whether nothing more should be finished."""
    return came() and time.monotonic() - _state.since > TO_FINISH


def heed() -> None:
    """Raises KeyboardInterrupt once a signal came; the second time when the time to finish is over."""
    if came() and (not _state.heeded or is_time_over()):
        _state.heeded = True
        raise KeyboardInterrupt


def exit_code() -> int:
    """As shells give it: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (_state.number or signal.SIGINT)


def end_of_service() -> int:
    """The same of what runs until somebody ends it: there Ctrl-C is as it should be."""
    return exit_code() if _state.number not in (0, signal.SIGINT) else 0


def say(told: str) -> None:
    """What is told where the command itself does not come to it."""
    _state.told = told


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """Work that asks nobody and may be left anywhere: a signal raises KeyboardInterrupt in the middle of it."""
    heed()
    _state.at_once += 1
    try:
        yield
    finally:
        _state.at_once -= 1


@contextlib.contextmanager
def undivided() -> Iterator[None]:
    """Work that is brought to its end."""
    _state.undivided += 1
    try:
        yield
    finally:
        _state.deadline = max(_state.deadline, time.monotonic() + _AFTER_UNDIVIDED)
        _state.undivided -= 1


@contextlib.contextmanager
def cleaned_by(clean: Callable[[], None]) -> Iterator[None]:
    """What must be done even where the process is ended from outside its work."""
    _state.cleaning.append(clean)
    try:
        yield
    finally:
        _state.cleaning.remove(clean)


def _note(number: int, _: FrameType | None) -> None:
    if _state.process != os.getpid():  # forked, and not yet a worker
        os._exit(exit_code())
    if not came():
        _state.number, _state.since = number, time.monotonic()
        _state.deadline = max(_state.deadline, _state.since + _AT_MOST)
        _thread.start_new_thread(_end_in_time, ())
    elif _state.heeded and not _state.undivided:  # asked twice: nothing more is finished
        _state.since = min(_state.since, time.monotonic() - TO_FINISH)
    if _state.at_once and not _state.heeded:
        _state.heeded = True
        raise KeyboardInterrupt


def _end_in_time() -> None:
    """In a thread of its own, without locks: the signal may have come in the middle of one."""
    while _state.undivided or time.monotonic() < _state.deadline:
        time.sleep(_LOOK)
        if _state.at_once and not _state.heeded:
            _thread.interrupt_main(signal.Signals(_state.number))
    for clean in reversed(_state.cleaning):
        with contextlib.suppress(OSError):
            clean()
    with contextlib.suppress(OSError):
        cursor = "\x1b[?25h" if os.isatty(2) else ""  # a bar hides it
        os.write(2, f"{cursor}runmec: {_state.told}\n".encode("utf-8", "replace"))
    os._exit(exit_code())


def _unraisable(found: Any) -> None:
    """An interrupt in a destructor is lost there: it comes again."""
    if found.exc_type is KeyboardInterrupt:
        _state.heeded = False
    else:
        sys.__unraisablehook__(found)
