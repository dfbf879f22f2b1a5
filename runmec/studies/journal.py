"""What a study has found so far, on disk: portions in the order in which they came, each whole or not counted.

`journal` holds a line `portion number bytes crc` and then that many bytes, the lines of its rows. A study that was
interrupted goes on from it; from the journal the table is written in order. `study.json` tells which study it is.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from .. import interrupts
from ..diagnostics import RunmecError
from ..files import make_folder, told, write_through


class AnotherStudy(RunmecError):
    """A folder that holds something else than what is to be resumed."""


class Journal:
    """Of one study in a folder; `fingerprint` is of the deck, the program and all that is varied."""

    def __init__(self, folder: Path, fingerprint: str, resume: bool) -> None:
        self.folder, self.fingerprint = folder, fingerprint
        self.path = folder / "journal"
        self.places: dict[int, tuple[int, int]] = {}  # portion -> place and length of its rows
        make_folder(folder)
        if resume:
            self._refuse_another()
            self._read()
        else:
            self._forget()
            with told(folder / "study.json"):
                write_through(folder / "study.json", (json.dumps({"fingerprint": fingerprint}) + "\n").encode())
        with told(self.path):
            self._file: BinaryIO = open(self.path, "ab")  # noqa: SIM115  closed by `close`

    def _refuse_another(self) -> None:
        said = self._said()
        if said is None:
            raise AnotherStudy(f"there is nothing to resume in {self.folder}: it holds no study.json")
        if said.get("fingerprint") != self.fingerprint:
            raise AnotherStudy(
                f"{self.folder} holds another study: deck, names or version of runmec differ; "
                "choose another folder (-o DIR), or leave --resume out to begin anew"
            )

    def _said(self) -> dict[str, Any] | None:
        try:
            said = json.loads((self.folder / "study.json").read_text(encoding="utf-8"))
            return said if isinstance(said, dict) else {}
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            return {}

    def _forget(self) -> None:
        with told(self.path, "removed"):
            self.path.unlink(missing_ok=True)

    def _read(self) -> None:
        """Portions that are whole; what was being written when the study ended is cut off."""
        if not self.path.exists():
            return
        with told(self.path, "read"), open(self.path, "rb+") as file:
            end = 0
            for head in iter(file.readline, b""):
                found = _head(head)
                if found is None:
                    break
                number, count, crc = found
                at = file.tell()
                data = file.read(count)
                if len(data) < count or zlib.crc32(data) != crc:
                    break
                self.places[number] = at, count
                end = file.tell()
            file.truncate(end)

    def add(self, number: int, lines: list[str]) -> None:
        data = "".join(f"{line}\n" for line in lines).encode()
        head = f"portion {number} {len(data)} {zlib.crc32(data)}\n".encode()
        with told(self.path), interrupts.undivided():
            self._file.seek(0, os.SEEK_END)
            at = self._file.tell() + len(head)
            self._file.write(head + data)
            self._file.flush()
        self.places[number] = at, len(data)

    def lines(self) -> Iterator[str]:
        """All rows in the order of the portions."""
        with open(self.path, "rb") as file:
            for number in sorted(self.places):
                at, count = self.places[number]
                file.seek(at)
                yield from file.read(count).decode().splitlines()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what could not be written was told
            self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _head(line: bytes) -> tuple[int, int, int] | None:
    words = line.split()
    if len(words) != 4 or words[0] != b"portion" or not all(word.isdigit() for word in words[1:]):
        return None
    return int(words[1]), int(words[2]), int(words[3])
