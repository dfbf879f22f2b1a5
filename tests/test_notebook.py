"""The page on notebooks, carried out by a real kernel, as a reader would do it."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
SHOWN = ("result", "result.plot(101, 102)", "result.draw(1)")


def cells() -> list[str]:
    page = (ROOT / "docs" / "python" / "notebook.md").read_text()
    snippets = re.findall(r"^```\{python\}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return ["\n".join(line for line in text.splitlines() if not line.startswith(":")) for text in snippets]


def test_every_cell_of_the_page_runs_and_shows() -> None:
    written = cells()
    assert len(written) > 4
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in (*written, *SHOWN)])
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    film, plot, drawing = (cell.outputs[-1].data for cell in notebook.cells[-3:])
    assert "<iframe" in film["text/html"]
    assert "image/png" in plot  # without a magic line
    assert "image/png" in drawing
