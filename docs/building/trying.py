"""The studio beside the pages: every deck of inputs/ has a link that opens it there.

It is built where Node.js is and its parts can be had; elsewhere the pages have no such links, and say so while they are
built.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from runmec.page.building import build
from runmec.page.parts import PartMissing, parts

FOLDER = "try"
_WANTED = "wanted"  # a file beside the folders of pages: there are links


@cache
def _can_be_had() -> bool:
    try:
        parts(None)
    except PartMissing as fault:
        logging.getLogger(__name__).info(f"the pages have no studio beside them: {fault}")
        return False
    return True


def link(app: Sphinx, page: str, deck: str) -> list[nodes.Node]:
    """From a page to the studio with a deck of inputs/; nothing where the studio cannot be built."""
    if app.builder.format != "html" or not _can_be_had():
        return []
    _mark(app).touch()
    address = f"{'../' * page.count('/')}{FOLDER}/index.html#open={deck}"
    text = f'<p class="in-studio"><a href="{address}">Open {deck}.mec in the studio</a></p>'
    return [nodes.raw("", text, format="html")]


def _mark(app: Sphinx) -> Path:
    folder = Path(app.doctreedir) / "work"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / _WANTED


def _built(app: Sphinx, fault: Exception | None) -> None:
    if fault is None and _mark(app).exists():
        build(Path(app.outdir) / FOLDER, [])


class Try(SphinxDirective):
    """The link by itself, to a deck of inputs/."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return link(self.env.app, self.env.docname, self.arguments[0])


def setup(app: Sphinx) -> None:
    app.add_directive("try", Try)
    app.connect("build-finished", _built)
