"""What an editor sends, packet by packet; what is no packet is passed over, up to the next head."""

from __future__ import annotations

import json
import re
from typing import BinaryIO

#: in any case of letters; behind a broken packet it stands where its line happens to end
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?\n", re.IGNORECASE)
_LINE_AT_MOST = 1_000_000
_PACKET_AT_MOST = 64_000_000


class Packets:
    """A stream for the server: heads as it knows them, and bodies that are JSON objects."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines: list[bytes] = []
        self._body = b""

    def readline(self) -> bytes:
        if not self._lines:
            self._body = self._next()
            if not self._body:
                return b""
            self._lines = [b"Content-Length: %d\r\n" % len(self._body), b"\r\n"]
        return self._lines.pop(0)

    def read(self, count: int) -> bytes:
        return self._body[:count]

    def _next(self) -> bytes:
        """The next body that can be understood; empty at the end of the stream."""
        while (length := self._length()) >= 0:
            body = self._stream.read(length)
            if len(body) == length and _is_object(body):
                return body
        return b""

    def _length(self) -> int:
        """Of the packet whose head comes next; below zero at the end."""
        length = -1
        while line := self._stream.readline(_LINE_AT_MOST):
            found = _LENGTH.search(line)
            if found and int(found[1]) <= _PACKET_AT_MOST:
                length = int(found[1])
            elif length >= 0 and not line.strip():
                return length
        return -1


def _is_object(body: bytes) -> bool:
    try:
        return isinstance(json.loads(body), dict)
    except (ValueError, RecursionError):
        return False
