"""The decks of one folder, and no file outside it."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path
from typing import Any

from ..deck.data_files import stamps
from ..deck.source import decode
from ..diagnostics import FileError, RunmecError
from ..editing.reading import TEXT_AT_MOST
from ..files import rewrite
from ..texts import unix

_NAME = re.compile(r"[^/\\\0:]{1,120}\.mec", re.IGNORECASE)
_LISTED_AT_MOST = 5000


class NotHere(RunmecError):
    """A file that the studio does not open; the text says why."""


class DeckFolder:
    def __init__(self, path: Path) -> None:
        self.path = path.resolve()

    def decks(self) -> tuple[list[str], int]:
        """Names, and how many more there are."""
        names = sorted(entry.name for entry in os.scandir(self.path) if _is_deck(entry.name) and entry.is_file())
        return names[:_LISTED_AT_MOST], max(0, len(names) - _LISTED_AT_MOST)

    def read(self, name: str) -> dict[str, Any]:
        path = self._path(name)
        if not path.is_file():
            raise NotHere(f"{name} is not there")
        if path.stat().st_size > TEXT_AT_MOST:
            raise NotHere(f"{name} is longer than the studio takes; `runmec run` calculates it")
        text = _text(path)
        return {"name": path.name, "text": text, "seen": digest(text)}

    def look(self, name: str, seen: str) -> dict[str, Any]:
        """Whether the file is still the one that was `seen`; another one with its text, none without."""
        try:
            now = self.read(name)
        except RunmecError:
            return {"changed": True}
        data = digest(repr(stamps(now["text"], self.path)))
        return {"changed": True, **now} if now["seen"] != seen else {"changed": False, "data": data}

    def save(self, name: str, text: str, seen: str, force: str) -> dict[str, Any]:
        """Writes the deck whole or not at all.

        Says so instead where the file is another one than was `seen`, unless `force` is `changed` or `locked`, and
        where it is read-only, unless that is `locked`.
        """
        if len(text) > TEXT_AT_MOST:
            raise NotHere(f"the deck has {len(text)} characters; the studio takes {TEXT_AT_MOST} at most")
        path = self._path(name)
        if path.is_file() and not force:
            there = _text(path)
            if digest(there) != seen and there != text:
                return {"changed": True, "text": there, "new": not seen}
        if not path.is_file() or path.stat().st_mode & stat.S_IWUSR:
            rewrite(path, text)
        elif force == "locked":
            _write_locked(path, text)
        else:
            return {"locked": True}
        return {"name": path.name, "seen": digest(text)}

    def _path(self, name: str) -> Path:
        if not _is_deck(name) or not name.isprintable():
            raise NotHere(
                f"`{name[:60]}` cannot be the name of a deck: it ends in .mec, does not begin with a dot "
                "and has no folder in it"
            )
        path = self.path / name
        if path.resolve().parent != self.path:
            raise NotHere(f"{name} leads out of the folder")
        return path


def _is_deck(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and not name.startswith(".")


def _text(path: Path) -> str:
    """An empty file is an empty deck."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise FileError(f"{path.name} cannot be read ({fault.strerror})") from None
    return unix(decode(data, path.name) if data.strip() else data.decode("ascii", "replace"))


def _write_locked(path: Path, text: str) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    os.chmod(path, mode | stat.S_IWUSR)
    try:
        rewrite(path, text)
    finally:
        os.chmod(path, mode)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
