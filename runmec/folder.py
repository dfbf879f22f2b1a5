"""A folder is one run: its files are made beside, and take their places together when all are complete.

While a run has the folder there is `.runmec` in it: `lock` tells whose it is, `new` has the files that are being made.
`run.json` names what is there; it is removed first and placed last. What takes its place stands in `unfinished.json`
until it has: a run that is killed meanwhile is completed by the next one that takes the folder.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shlex
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from . import __version__, interrupts, locks
from .diagnostics import FileError
from .files import flush_folder, make_folder, refuse_read_only, take_place, told, write_through

_ACCOUNT = "run.json"
_UNFINISHED = "unfinished.json"
_ABOUT = ("A run of runmec was ended while these files took their places: some are new, some still old. "
          "The next run into this folder completes that.")  # fmt: skip
_PATIENCE = 3.0  # seconds that another run is waited for
_LOOK = 0.05
#: names that a run may give to its files; decks that it has written are not removed, people go on with them
_PLAIN = re.compile(r"[^/\\\0.][^/\\\0]*(/[^/\\\0.][^/\\\0]*)*")
_REMOVED = re.compile(r".*\.(csv|svg|png|pdf|dxf|html|json|npz)", re.DOTALL)


class Folder:
    """Of this run alone from `__enter__` to `__exit__`; `exchange` puts what was written in place of what was there.

    `tell` is told in a line what had to be mended.
    """

    def __init__(self, path: Path, tell: Callable[[str], None] = lambda _: None) -> None:
        self.path, self.tell = path, tell
        self.names: list[str] = []
        self._own = path / ".runmec"
        self._new = self._own / "new"
        self._lock = self._own / "lock"
        self._handle = -1
        self._missing: list[Path] = []

    def __enter__(self) -> Self:
        self._missing = [folder for folder in (self.path, *self.path.parents) if not folder.exists()]
        make_folder(self.path)
        with told(self.path, "used", "folder "):
            self._take()
            self._ended = contextlib.ExitStack()
            self._ended.enter_context(interrupts.cleaned_by(self._leave))
            try:
                self._mend()
                self._begin()
            except BaseException:
                self.__exit__(None, None, None)
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        self._ended.close()
        self._leave()

    # ---- files

    def write(self, name: str, content: str | bytes) -> None:
        """A file of this run, to the disk itself."""
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        with self._admitted(name):
            (self._new / name).parent.mkdir(parents=True, exist_ok=True)
            write_through(self._new / name, data)

    @contextlib.contextmanager
    def growing(self, name: str) -> Iterator[TextIO]:
        """The same of a file that is written line by line."""
        with self._admitted(name), open(self._new / name, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())

    def written(self, name: str) -> Path:
        """Where a file of this run is until the exchange."""
        return self._new / name

    @contextlib.contextmanager
    def _admitted(self, name: str) -> Iterator[None]:
        place = self.path / name
        with told(place):
            if place.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            refuse_read_only(place)
            yield
        if name not in self.names:
            self.names.append(name)

    # ---- the exchange

    def finish(self, account: Mapping[str, Any], draw: Callable[[], Mapping[str, str | bytes]] | None) -> list[str]:
        """Pictures and pages, and the exchange. One that fails, or is not waited for, must not lose the tables."""
        if draw is None:
            return self.exchange(account)
        try:
            with interrupts.at_once():
                pages = draw()
        except BaseException:
            self.exchange(account)
            raise
        with interrupts.undivided():
            for name, content in pages.items():
                self.write(name, content)
            return self.exchange(account)

    def exchange(self, account: Mapping[str, Any]) -> list[str]:
        """All files of this run take their places, with run.json, which has the account and their names."""
        with interrupts.undivided():
            names = [self.names[0], _ACCOUNT, *self.names[1:]] if self.names else [_ACCOUNT]
            text = json.dumps({**account, "files": names}, ensure_ascii=False, indent=2, allow_nan=False)
            self.write(_ACCOUNT, text + "\n")
            old = [name for name in _files_of(self.path / _ACCOUNT) if name not in names]
            plan = {"about": _ABOUT, "files": names, "remove": old}
            with told(self.path / _UNFINISHED):
                write_through(self._new / _UNFINISHED, json.dumps(plan, indent=2).encode())
                flush_folder(self._new)
                os.replace(self._new / _UNFINISHED, self.path / _UNFINISHED)
                flush_folder(self.path)
            self._complete(names, old)
        self.names = names
        return names

    def _complete(self, names: list[str], old: list[str]) -> None:
        """Every step may be the last one and may have been done before."""
        account = self._new / _ACCOUNT
        if account.exists():
            self._remove(_ACCOUNT)
        for name in filter(_REMOVED.fullmatch, old):
            self._remove(name)
        for name in [*(name for name in names if name != _ACCOUNT), _ACCOUNT]:
            if (self._new / name).exists():
                with told(self.path / name):
                    make_folder((self.path / name).parent)
                    take_place(self._new / name, self.path / name)
        flush_folder(self.path)
        self._remove(_UNFINISHED)

    def _remove(self, name: str) -> None:
        if not (self.path / name).is_dir():
            with told(self.path / name, "removed"):
                (self.path / name).unlink(missing_ok=True)

    def _mend(self) -> None:
        """What an earlier run could not complete; what it left is cleared."""
        plan = _plan(self.path / _UNFINISHED)
        if plan is not None and (self._new / _ACCOUNT).exists():
            with interrupts.undivided():
                self._complete(*plan)
            self.tell(f"{self.path}: an earlier run was ended while its files took their places; they are complete now")
        elif plan is not None:
            self._remove(_UNFINISHED)

    def _begin(self) -> None:
        shutil.rmtree(self._new, ignore_errors=True)
        self._new.mkdir()

    # ---- whose it is

    def _take(self) -> None:
        """Waits a moment for another one; a lock whose owner is dead is free."""
        end = time.monotonic() + _PATIENCE
        while True:
            self._own.mkdir(exist_ok=True)
            with contextlib.suppress(FileNotFoundError):  # its owner has just left
                handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o666)
                if locks.take(handle) and _is_at(handle, self._lock):
                    break
                os.close(handle)
            if time.monotonic() > end:
                raise FileError(
                    f"{self.path} is in use by {_owner(self._lock)}; wait for its end, or choose "
                    "another folder (-o DIR)"
                )
            time.sleep(_LOOK)
            interrupts.heed()
        self._handle = handle
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, _self().encode("utf-8", "replace"))

    def _leave(self) -> None:
        """Nothing of this run stays beside its files; a folder that was made for it and is empty goes."""
        if self._handle < 0:
            return
        if not (self.path / _UNFINISHED).exists():
            shutil.rmtree(self._new, ignore_errors=True)
            with contextlib.suppress(OSError):
                self._lock.unlink()
                self._own.rmdir()
        os.close(self._handle)
        self._handle = -1
        with contextlib.suppress(OSError):
            for folder in self._missing:
                folder.rmdir()


def account_of(command: str, deck: str, text: str, **more: Any) -> dict[str, Any]:
    """What run.json tells of the files of a study; those of a run have an account of their own."""
    import hashlib

    return {
        "program": "runmec",
        "version": __version__,
        "command": command,
        "deck": os.path.basename(deck),
        "deck_sha256": hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(),
        **more,
    }


def _self() -> str:
    called, since = shlex.join(["runmec", *sys.argv[1:]])[:200], time.strftime("%Y-%m-%d %H:%M:%S")
    return f"process {os.getpid()} on {socket.gethostname()} ({called}) since {since}"


def _owner(lock: Path) -> str:
    try:
        return lock.read_text(encoding="utf-8", errors="replace").strip() or "another run"
    except OSError:
        return "another run"


def _is_at(handle: int, path: Path) -> bool:
    """Whether the open file still has its name: an owner that leaves takes it away."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), os.stat(path))
    return False


def _files_of(account: Path) -> list[str]:
    return _names(_data(account), "files")


def _plan(path: Path) -> tuple[list[str], list[str]] | None:
    """Names that take their places, and those that go."""
    data = _data(path)
    return (_names(data, "files"), _names(data, "remove")) if data else None


def _names(data: dict[str, Any], key: str) -> list[str]:
    """Only of files of this very folder, whatever stands there."""
    found = data.get(key)
    return [name for name in found if _is_plain(name)] if isinstance(found, list) else []


def _is_plain(name: object) -> bool:
    return isinstance(name, str) and _PLAIN.fullmatch(name) is not None


def _data(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
