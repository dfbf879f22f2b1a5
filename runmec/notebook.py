"""What objects show of themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows of texts as a table."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
