"""How a text stands in a file: its encoding, its byte-order mark, its line ends."""

from __future__ import annotations

import codecs
import contextlib
from typing import NamedTuple

_UTF_16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


class TextForm(NamedTuple):
    """Of a file that is there, so that what is written in its place looks the same to others."""

    encoding: str = "utf-8"
    mark: bytes = b""
    line_end: str = "\n"

    def text(self, data: bytes) -> str:
        return data[len(self.mark) :].decode(self.encoding)

    def data(self, text: str) -> bytes:
        """UTF-8 where the encoding has no such letters."""
        lines = unix(text).replace("\n", self.line_end)
        try:
            return self.mark + lines.encode(self.encoding)
        except UnicodeEncodeError:
            return lines.encode("utf-8", "replace")


def form_of(data: bytes) -> TextForm:
    """UTF-8 or Latin-1, or what a byte-order mark says."""
    for mark, encoding in _UTF_16:
        if data.startswith(mark):
            with contextlib.suppress(UnicodeDecodeError):
                if "\0" not in data[len(mark) :].decode(encoding):
                    return _with_line_end(TextForm(encoding, mark), data)
    if data.startswith(codecs.BOM_UTF8):
        with contextlib.suppress(UnicodeDecodeError):
            data[len(codecs.BOM_UTF8) :].decode("utf-8")
            return _with_line_end(TextForm("utf-8", codecs.BOM_UTF8), data)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _with_line_end(TextForm("latin-1"), data)
    return _with_line_end(TextForm(), data)


def decoded(data: bytes) -> str | None:
    """The text of a file: UTF-8, UTF-16, whose mark may be missing, or Latin-1; None where it is no text."""
    if b"\0" in data[:1000] and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16-le" if data[1::2].count(0) > data[0::2].count(0) else "utf-16-be"
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            return None if "\0" in text or not any(c in text for c in "\t\n\r,;") else text
        return None
    text = form_of(data).text(data)
    return None if "\0" in text else text


def _with_line_end(form: TextForm, data: bytes) -> TextForm:
    """The one that is most frequent."""
    text = form.text(data)
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return form._replace(line_end=max(counts, key=lambda end: counts[end]))


def unix(text: str) -> str:
    """With line ends as Python has them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
