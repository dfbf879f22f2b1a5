"""The decks of one folder, and no file outside it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from ..deck.source import read_text
from ..diagnostics import RunmecError
from ..editing.reading import TEXT_AT_MOST
from ..files import write_whole

_NAME = re.compile(r"[^/\\\0:]{1,120}\.mec", re.IGNORECASE)
_LISTED_AT_MOST = 500


class NotHere(RunmecError):
    """A file that the studio does not open; the text says why."""


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path.resolve()

    def decks(self) -> list[str]:
        return sorted(path.name for path in self.path.glob("*.mec") if path.is_file())[:_LISTED_AT_MOST]

    def read(self, name: str) -> dict[str, Any]:
        path = self._path(name)
        if not path.is_file():
            raise NotHere(f"{name} is not there")
        if path.stat().st_size > TEXT_AT_MOST:
            raise NotHere(f"{name} is longer than the studio takes; `runmec run` calculates it")
        text = read_text(str(path))
        return {"name": path.name, "text": text, "seen": digest(text)}

    def save(self, name: str, text: str, seen: str, force: bool) -> dict[str, Any]:
        """Writes the deck whole or not at all; where the file is another one than was `seen`, says so instead."""
        if len(text) > TEXT_AT_MOST:
            raise NotHere(f"the deck has {len(text)} characters; the studio takes {TEXT_AT_MOST} at most")
        path = self._path(name)
        if path.is_file() and not force:
            there = read_text(str(path)) if path.stat().st_size else ""
            if digest(there) != seen and there != text:
                return {"changed": True, "text": there, "new": not seen}
        write_whole(path, text)
        return {"name": path.name, "seen": digest(text)}

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name) or name.startswith(".") or not name.isprintable():
            raise NotHere(f"`{name[:60]}` cannot be the name of a deck: it ends in .mec and has no folder in it")
        path = self.path / name
        if path.resolve().parent != self.path:
            raise NotHere(f"{name} leads out of the folder")
        return path


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
