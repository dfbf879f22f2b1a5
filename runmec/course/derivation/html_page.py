"""A derivation as html: one file that needs nothing else, and prints on A4."""

from __future__ import annotations

from html import escape
from itertools import groupby

from .document import Block, Document, Equations, Heading, Matrix, Paragraph, Picture, Table, Text
from .mathml import mathml
from .notation import EQUALS, MINUS, PLUS, Line, Math

STYLE = """
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", math; font-size: 1.02em }
.derivation { font-size: 9.5pt; line-height: 1.3; counter-reset: part }
@media screen and (max-width: 45rem) { .derivation { overflow-x: auto } .derivation figure { float: none } }
.derivation h1 { font-size: 15pt; margin: 0 0 1mm }
.derivation h2 { font-size: 11.5pt; margin: 3.2mm 0 .8mm; break-after: avoid}
.derivation h2::before { counter-increment: part; content: counter(part) ". " }
.derivation p { margin: .8mm 0; orphans: 2; widows: 2 }
.derivation .under { margin: 0 0 3mm; font-size: 9.5pt }
.derivation figure { float: right; margin: 0 0 2mm 5mm; text-align: center; break-inside: avoid }
.derivation figure.row { float: none; margin: 1mm 0 2mm 0 }
.derivation figure svg { max-width: 100%; height: auto; font-family: Georgia, "Times New Roman", serif }
.derivation figcaption { font-size: 8pt }
.derivation table { border-collapse: collapse; font-size: 8.8pt; break-inside: avoid;
  margin: 1mm 0 2mm 4mm }
.derivation .table td, .derivation .table th { border: 0; padding: .15mm 1.7mm; text-align: right; font-weight: normal;
  white-space: nowrap; vertical-align: middle }
.derivation .table .text { text-align: left }
.derivation .table thead th { border-bottom: .25mm solid #000; border-top: .25mm solid #000; padding-bottom: .5mm }
.derivation .table tbody tr:last-child td, .derivation .table tbody tr:last-child th { border-bottom: .25mm solid #000 }
.derivation .table tfoot td, .derivation .table tfoot th { border-bottom: .25mm solid #000; font-style: italic }
.derivation .many { font-size: 8pt } .derivation .many td, .derivation .many th { padding: .25mm 1.4mm }
.derivation .beside { display: flex; flex-wrap: wrap; gap: 1mm 6mm; align-items: flex-start; margin: 1mm 0 2mm 4mm }
.derivation .beside > * { margin: 0 }
.derivation .matrix { display: flex; align-items: center; gap: 2mm; break-inside: avoid }
.derivation .matrix table { margin: 0 } .derivation .matrix td { padding: .25mm 1.4mm; text-align: right; border: 0;
  white-space: nowrap }
.derivation .matrix .symbols td { text-align: center }
.derivation .matrix th { font-weight: normal; padding: .1mm 1.4mm; border: 0; color: #444; font-size: .92em }
.derivation .matrix tbody th { text-align: right; padding-right: 2.2mm }
.derivation .matrix .begin { border-left: .3mm solid #000 } .derivation .matrix .end { border-right: .3mm solid #000 }
.derivation .matrix .begin, .derivation .matrix .end { position: relative }
.derivation .matrix tr:first-child .begin::before, .derivation .matrix tr:first-child .end::after,
.derivation .matrix tr:last-child .begin::after, .derivation .matrix tr:last-child .end::before { content: "";
  position: absolute; width: 1.1mm; height: 0; border-top: .3mm solid #000 }
.derivation .matrix tr:first-child .begin::before { left: 0; top: 0 }
.derivation .matrix tr:first-child .end::after { right: 0; top: 0 }
.derivation .matrix tr:last-child .begin::after { left: 0; bottom: 0 }
.derivation .matrix tr:last-child .end::before { right: 0; bottom: 0 }
.derivation .wide { font-size: 8pt } .derivation .wide td { padding: .3mm 1mm }
.derivation .equations { display: grid; grid-template-columns: 1fr auto; margin: .8mm 0 1.2mm 4mm; align-items: center }
.derivation .equations math { display: block; text-align: left; margin: .1mm 0; padding-left: 6mm; text-indent: 0 }
.derivation .equations .long { padding-left: 6mm } .derivation .equations .long math { display: inline; padding: 0 }
.derivation .equations .number { grid-column: 2; grid-row: 1 / span 20; padding-left: 3mm }
"""
_PAGE = """
@page { size: A4; margin: 13mm 17mm }
body { font: 10pt/1.4 Georgia, "Times New Roman", serif; color: #000; background: #fff; max-width: 176mm;
       margin: 8mm auto }
@media print { body { margin: 0 auto } }
@media screen and (max-width: 190mm) { body { margin: 3mm } .derivation .table, .matrix { max-width: 100%;
  overflow-x: auto } }
"""
_MANY, _WIDE = 7, 6  # columns from which type is smaller
_FILLS = {"ink": "#000", "paper": "#fff", "plate": "#e4e4e4"}
_MM, _ROW = 25.4 / 72.0, ' class="row"'
_LONG_SUM = 24  # parts of a formula
_LONG = 12  # rows of a table that may go over to the next page


def page(document: Document, language: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{_PAGE}{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{part(document)}</main>\n</body>\n</html>\n"
    )


def part(document: Document) -> str:
    """The derivation as a part of another page, which has STYLE."""
    blocks = "".join(_beside(kind, list(own)) for kind, own in groupby(document.blocks, type))
    return (
        f'<article class="derivation" tabindex="0">\n<h1>{escape(document.title)}</h1>\n'
        f'<p class="under">{_text(document.subtitle)}</p>\n{blocks}</article>\n'
    )


def _beside(kind: type[Block], blocks: list[Block]) -> str:
    """Matrices and tables that follow each other stand side by side where there is room."""
    shown = "".join(map(_block, blocks))
    is_long = any(isinstance(block, Table) and len(block.rows) > _LONG for block in blocks)
    return f'<div class="beside">{shown}</div>\n' if kind in (Matrix, Table) and not is_long else shown


def _text(text: Text) -> str:
    return "".join(escape(one) if isinstance(one, str) else mathml(one) for one in text)


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{escape(text)}</h2>\n"
        case Paragraph(text):
            return f"<p>{_text(text)}</p>\n"
        case Equations(lines, number):
            shown = "".join(map(_equation, lines))
            told = f'<div class="number">({number})</div>' if number else ""
            return f'<div class="equations"><div>{shown}</div>{told}</div>\n'
        case Matrix():
            return _matrix(block)
        case Table():
            return _table(block)
        case Picture():
            return _picture(block)


def _equation(math: Math) -> str:
    """A long sum in pieces, between which a browser begins another line."""
    if not isinstance(math, Line) or len(math.parts) <= _LONG_SUM:
        return f"<div>{mathml(math)}</div>"
    pieces: list[list[Math]] = [[]]
    for part in math.parts:
        if part in (PLUS, MINUS, EQUALS) and len(pieces[-1]) > _LONG_SUM // 2:
            pieces.append([])
        pieces[-1].append(part)
    return f'<div class="long">{" ".join(mathml(Line(tuple(piece))) for piece in pieces)}</div>'


def _picture(picture: Picture) -> str:
    def at(x: float, y: float) -> str:
        return f"{x:.2f},{picture.height - y:.2f}"

    drawn = []
    for stroke in picture.strokes:
        points = " ".join(at(*point) for point in stroke.points)
        fill = _FILLS.get(stroke.fill, "none")
        dash = ' stroke-dasharray="1.3 .9"' if stroke.is_dashed else ""
        drawn.append(
            f'<polyline points="{points}" fill="{fill}" stroke="#000" stroke-width="{_MM * stroke.width:.3f}" '
            f'stroke-linejoin="round" stroke-linecap="butt"{dash}/>'
        )
    for label in picture.labels:
        style = ' font-style="italic"' if label.is_italic else ' font-weight="bold"' if label.is_bold else ""
        x, _, y = at(label.x, label.y - 1.0).partition(",")
        drawn.append(f'<text x="{x}" y="{y}" font-size="2.9" text-anchor="middle"{style}>{escape(label.text)}</text>')
    size = f"{picture.width:.2f} {picture.height:.2f}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" style="width:{picture.width:.1f}mm" '
        f'role="img" aria-label="{escape(picture.caption)}">{"".join(drawn)}</svg>'
    )
    caption = f"<figcaption>{escape(picture.caption)}</figcaption>" if picture.caption else ""
    return f"<figure{_ROW if picture.is_wide else ''}>{svg}{caption}</figure>\n"


def _matrix(matrix: Matrix) -> str:
    head = "".join(f"<th>{mathml(column)}</th>" for column in matrix.columns)
    last = len(matrix.columns) - 1
    rows = []
    for name, cells in zip(matrix.rows, matrix.cells, strict=True):
        row = "".join(f"<td{_side(k, last)}>{mathml(cell)}</td>" for k, cell in enumerate(cells))
        rows.append(f"<tr><th>{mathml(name)}</th>{row}</tr>")
    size = ' class="wide"' if len(matrix.columns) >= _WIDE else ""
    return (
        f'<div class="matrix">{mathml(matrix.called)}{mathml(EQUALS)}<table{size}><thead><tr><th></th>{head}</tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>\n"
    )


def _side(k: int, last: int) -> str:
    sides = [name for name, is_there in (("begin", k == 0), ("end", k == last)) if is_there]
    return f' class="{" ".join(sides)}"' if sides else ""


def _table(table: Table) -> str:
    _left = ' class="text"'

    def row(cells: tuple[Text, ...], of: str) -> str:
        found = "".join(
            f"<{of if k else 'th'}{_left if k in table.texts else ''}>{_text(cell)}</{of if k else 'th'}>"
            for k, cell in enumerate(cells)
        )
        return f"<tr>{found}</tr>"

    size = " many" if len(table.head) > _MANY else ""
    foot = f"<tfoot>{row(table.total, 'td')}</tfoot>" if table.total else ""
    return (
        f'<table class="table{size}"><thead>{row(table.head, "th")}</thead>'
        f"<tbody>{''.join(row(one, 'td') for one in table.rows)}</tbody>{foot}</table>\n"
    )
