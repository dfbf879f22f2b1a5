"""A derivation as LaTeX that needs amsmath, geometry and longtable; lines are finer with pict2e."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from .document import Block, Document, Equations, Heading, Matrix, Paragraph, Picture, Table, Text
from .latex import latex, text

_HEAD = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,longtable}
\usepackage[margin=18mm]{geometry}
\IfFileExists{pict2e.sty}{\usepackage{pict2e}}{}
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}\setlength{\tabcolsep}{4pt}
\makeatletter
\renewcommand\section{\@startsection{section}{1}{0pt}{9pt plus 2pt}{2pt}{\normalfont\large\bfseries}}
\makeatother
\sloppy
\begin{document}
"""
_LONG, _WIDE = 30, 6  # rows of a table that may be broken, columns from which type is smaller
_TINY = 0.3  # mm: a line that is no longer is left out


def page(document: Document) -> str:
    blocks = "\n".join(_beside(kind, list(own)) for kind, own in groupby(document.blocks, type))
    head = f"{{\\Large\\bfseries {text(document.title)}\\par}}\n{_text(document.subtitle)}\n"
    return f"{_HEAD}{head}\n{blocks}\n\\end{{document}}\n"


def _beside(kind: type[Block], blocks: list[Block]) -> str:
    """Matrices and tables that follow each other stand side by side where there is room."""
    shown = [_block(block) for block in blocks]
    if kind not in (Matrix, Table):
        return "\n".join(shown)
    return "\n" + " \\quad\\allowbreak\n".join(shown) + "\n"


def _text(cell: Text) -> str:
    return "".join(text(one) if isinstance(one, str) else f"${latex(one)}$" for one in cell)


def _block(block: Block) -> str:
    match block:
        case Heading(words):
            return f"\n\\section{{{text(words)}}}"
        case Paragraph(words):
            return f"\n{_text(words)}\n"
        case Equations(lines, number):
            shown = [f"\\hspace*{{1.5em}}${latex(one)}$" for one in lines]
            shown[0] += f"\\hfill({number})" if number else ""
            return "\n" + "\n\n".join(shown) + "\n"
        case Matrix():
            return _matrix(block)
        case Table():
            return _table(block)
        case Picture():
            return "\n".join(["\n\\begin{center}", *_picture(block), "\\end{center}"])


def _matrix(matrix: Matrix) -> str:
    rows = [["", *map(latex, matrix.columns)]]
    rows += [[latex(name), *map(latex, cells)] for name, cells in zip(matrix.rows, matrix.cells, strict=True)]
    inner = " \\cr\n".join(" & ".join(row) for row in rows)
    size = "\\scriptsize" if len(matrix.columns) >= _WIDE else "\\small"
    return f"{{{size} ${latex(matrix.called)} = \\bordermatrix{{{inner} \\cr}}$}}"


def _table(table: Table) -> str:
    columns = "".join("l" if k in table.texts else "r" for k in range(len(table.head)))
    kind = "longtable" if len(table.rows) > _LONG else "tabular"
    begin = f"\\begin{{longtable}}[l]{{{columns}}}" if kind == "longtable" else f"\\begin{{tabular}}[t]{{{columns}}}"
    lines = [begin, "\\hline", _row(table.head), "\\hline"]
    lines += ["\\endhead"] if kind == "longtable" else []
    lines += [_row(row) for row in table.rows]
    lines += ["\\hline", *([_row(table.total), "\\hline"] if table.total else []), f"\\end{{{kind}}}"]
    inner = "\n".join(lines)
    size = "\\small" if len(table.head) <= _WIDE + 1 else "\\scriptsize"
    return f"{{{size} {inner}}}"


def _row(cells: tuple[Text, ...]) -> str:
    return " & ".join(map(_text, cells)) + " \\\\"


def _picture(picture: Picture) -> Iterator[str]:
    """Straight lines as curves that are straight: LaTeX by itself knows few slopes."""
    yield "\\setlength{\\unitlength}{1mm}"
    yield f"\\begin{{picture}}({picture.width:.1f},{picture.height:.1f})"
    for stroke in picture.strokes:
        yield f"\\linethickness{{{max(0.3, stroke.width):.2f}pt}}"
        for (x0, y0), (x1, y1) in zip(stroke.points, stroke.points[1:], strict=False):
            if max(abs(x1 - x0), abs(y1 - y0)) > _TINY:
                middle = f"({0.5 * (x0 + x1):.2f},{0.5 * (y0 + y1):.2f})"
                yield f"\\qbezier({x0:.2f},{y0:.2f}){middle}({x1:.2f},{y1:.2f})"
    for label in picture.labels:
        style = "\\itshape " if label.is_italic else "\\bfseries " if label.is_bold else ""
        yield f"\\put({label.x:.2f},{label.y:.2f}){{\\makebox(0,0){{\\scriptsize {style}{text(label.text)}}}}}"
    yield "\\end{picture}"
