"""Tables made of rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docutils import nodes

_NUMBER = re.compile(r"[-−±≤<]?\s*[\d.]+(e[-+]?\d+)?")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> nodes.table:
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in heads), cols=len(heads))
    group += nodes.thead("", _row(heads))
    group += nodes.tbody("", *(_row(row) for row in rows))
    return nodes.table("", group, classes=["numbers"])


def _row(cells: Sequence[str]) -> nodes.row:
    return nodes.row("", *(_entry(cell) for cell in cells))


def _entry(text: str) -> nodes.entry:
    classes = ["number"] if _NUMBER.fullmatch(text) else []
    return nodes.entry("", nodes.paragraph("", text), classes=classes)
