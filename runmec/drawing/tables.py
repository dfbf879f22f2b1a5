"""Tables of the report."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

ROWS_AT_MOST = 400


def _cell(value: object, column: int) -> str:
    """What stands first names the row, also where it is a number."""
    said = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f"<td{' class=n' if column and isinstance(value, (int, float)) else ''}>{escape(said)}</td>"


def _head(title: str, of_numbers: bool) -> str:
    return f"<th{' class=n' if of_numbers else ''}>{escape(title)}</th>" if title else "<td></td>"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Columns of numbers and their heads stand to the right."""
    body, numbers = [], set()
    for count, row in enumerate(rows):
        if count == ROWS_AT_MOST:
            body.append(f'<tr><td colspan="9">… more than {ROWS_AT_MOST} rows</td></tr>')
            break
        cells = list(row)
        numbers |= {at for at, value in enumerate(cells) if at and isinstance(value, (int, float))}
        body.append(f"<tr>{''.join(_cell(value, at) for at, value in enumerate(cells))}</tr>")
    titles = "".join(_head(title, at in numbers) for at, title in enumerate(head))
    return f'<div class="wide"><table><thead><tr>{titles}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
