"""Data files that a deck names: opened in its folder and nowhere else, or given with their contents."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Mapping, Sequence

from .columns import DataFault, Points, Table
from .quotes import quoted
from .source import BYTES_AT_MOST

_ALL_AT_MOST = 4 * BYTES_AT_MOST
_LOOKED_AT_MOST = 100
_DRIVE = re.compile(r"[A-Za-z]:")

#: stands for points that nobody has looked at
_UNSEEN = Points((0.0, 1.0), (0.0, 0.0), (None, None), ("", ""))


class Files:
    """Of one deck. `contents` are those that were read, by their names: they go where the deck goes."""

    def __init__(self, data: Mapping[str, bytes] | str | os.PathLike[str] | None = None) -> None:
        """A folder, or contents by name; without either nothing is opened."""
        self._given = data if isinstance(data, Mapping) else None
        self._folder = None if data is None or isinstance(data, Mapping) else os.fspath(data)
        self._tables: dict[str, Table] = {}
        self._known: dict[tuple[str, ...], Points] = {}
        self._failed: set[tuple[str, ...]] = set()
        self.contents: dict[str, bytes] = {}

    def points(self, name: str, heads: Sequence[str]) -> Points:
        """Two columns of a file, by their heads or the first two. Raises DataFault, which speaks once."""
        if self._given is None and self._folder is None:
            return _UNSEEN
        key = (name, *heads)
        if self._failed & {key, (name,)}:
            raise DataFault("", "")
        if key not in self._known:
            try:
                table = self._table(name)
            except DataFault:
                self._failed.add((name,))
                raise
            try:
                self._known[key] = table.points(heads)
            except DataFault:
                self._failed.add(key)
                raise
        return self._known[key]

    def _table(self, name: str) -> Table:
        if name not in self._tables:
            self._tables[name] = Table(self._content(name), name)
        return self._tables[name]

    def _content(self, name: str) -> bytes:
        if name not in self.contents:
            if self._given is not None:
                if name not in self._given:
                    raise DataFault("D125", f"`{name}` did not come with the deck")
                found = self._given[name]
            else:
                assert self._folder is not None
                found = opened(self._folder, name)
            if sum(map(len, self.contents.values())) + len(found) > _ALL_AT_MOST:
                most = f"{_ALL_AT_MOST // 1_000_000} MB"
                raise DataFault("D125", f"with `{name}` the data files of the deck are longer than {most}")
            self.contents[name] = found
        return self.contents[name]


def folder_of(path: str) -> str:
    """Where the data files of a deck lie; of standard input in the current folder."""
    return (os.path.dirname(path) or ".") if path != "-" else "."


def stamps(text: str, folder: str | os.PathLike[str] = ".") -> tuple[tuple[str, int, int], ...]:
    """What changes when a file changes that a deck may name: its name, time and length."""
    found = []
    for name in dict.fromkeys(quoted(text)[:_LOOKED_AT_MOST]):
        with contextlib.suppress(OSError, ValueError):
            stat_now = os.stat(os.path.join(folder, name))
            found.append((name, stat_now.st_mtime_ns, stat_now.st_size))
    return tuple(found)


def opened(folder: str, name: str) -> bytes:
    """The content of an ordinary file in a folder or below it. Raises DataFault."""
    _refuse_name(name)
    path = os.path.join(folder, name)
    try:
        real = os.path.realpath(path)
        root = os.path.realpath(folder)
        if os.path.commonpath([real, root]) != root:
            raise DataFault("D125", f"`{name}` is a link that leads out of the folder of the deck", _COPY)
        _refuse_kind(name, os.stat(real).st_mode)
        handle = os.open(real, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            found = os.fstat(handle)
            _refuse_kind(name, found.st_mode)
            if found.st_size > BYTES_AT_MOST:
                raise _too_long(name)
            content = file.read(BYTES_AT_MOST + 1)
    except FileNotFoundError:
        raise DataFault("D125", f"`{name}` does not exist in the folder of the deck", _near(folder, name)) from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else "not a file name"
        raise DataFault("D125", f"`{name}` cannot be read ({reason})") from None
    if len(content) > BYTES_AT_MOST:
        raise _too_long(name)
    return content


_COPY = "copy the file into the folder of the deck, or below it"


def _refuse_name(name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise DataFault("D125", "a file has no name here" if not name.strip() else "not the name of a file")
    if "\\" in name and not _DRIVE.match(name):
        raise DataFault("D125", f"`{name}` has a backslash", f"write folders with `/`: `{name.replace(chr(92), '/')}`")
    if name[0] == "/" or _DRIVE.match(name):
        raise DataFault("D125", f"`{name}` is an absolute name", f"{_COPY}, and write its name alone")
    if name[0] == "~" or ".." in name.split("/"):
        raise DataFault("D125", f"`{name}` leads out of the folder of the deck", _COPY)


def _refuse_kind(name: str, mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    what = "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device"
    raise DataFault("D125", f"`{name}` is {what}, not an ordinary file")


def _too_long(name: str) -> DataFault:
    return DataFault(
        "D125",
        f"`{name}` is longer than {BYTES_AT_MOST // 1_000_000} MB",
        "keep the columns and rows that the deck needs",
    )


def _near(folder: str, name: str) -> str:
    from .nearest import nearest

    below, last = os.path.split(name)
    try:
        near = nearest(last, os.listdir(os.path.join(folder, below)))
    except OSError:
        near = None
    return f"did you mean `{os.path.join(below, near)}`?" if near else _COPY
