"""File -> text: what can be wrong with a file is told in one line."""

from __future__ import annotations

import os
import sys

from ..diagnostics import FileError
from ..texts import form_of

BYTES_AT_MOST = 32_000_000


class NotADeck(FileError):
    """A file that can be read but is no deck; the fault is the deck's."""


def read_text(path: str) -> str:
    """The text of a deck file, UTF-8 or Latin-1; `-` is standard input."""
    if path == "-":
        if sys.stdin is None:
            raise FileError("standard input is closed: there is no deck to be read")
        return decode(sys.stdin.buffer.read(BYTES_AT_MOST + 1), "standard input")
    try:
        if os.path.isdir(path):
            raise FileError(f"{path} is a folder, not a deck")
        with open(path, "rb") as file:
            return decode(file.read(BYTES_AT_MOST + 1), path)
    except FileNotFoundError:
        raise FileError(f"{path} does not exist{_did_you_mean(path)}") from None
    except PermissionError:
        raise FileError(f"{path} may not be read (permission denied)") from None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else "not a file name"
        raise FileError(f"{path!r} cannot be read ({reason})") from None


def printable(text: str) -> str:
    """Half of a surrogate pair, from a file name or an editor, can be written nowhere: it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def decode(data: bytes, name: str) -> str:
    if len(data) > BYTES_AT_MOST:
        raise NotADeck(f"{name} is longer than {BYTES_AT_MOST // 1_000_000} MB, which no deck is")
    if not data.strip():
        raise NotADeck(f"{name} is empty")
    text = form_of(data).text(data)
    if "\0" in text:
        raise NotADeck(
            f"{name} is not a text (it has NUL bytes); if an editor has saved it as UTF-16, save it as UTF-8"
        )
    return text


def _did_you_mean(path: str) -> str:
    from .nearest import nearest

    folder, name = os.path.split(path)
    try:
        near = nearest(name, os.listdir(folder or "."))
    except OSError:
        return ""
    return f"; did you mean {os.path.join(folder, near)}?" if near else ""
