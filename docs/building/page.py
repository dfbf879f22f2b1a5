"""One page while it is read: its folder, its Python names, the pictures it makes."""

from __future__ import annotations

import contextlib
import html
import io
import shutil
import sys
from code import InteractiveInterpreter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .sources import INPUTS, REFERENCES


class SnippetFailed(Exception):
    """A snippet of a page raised this."""


class _Interpreter(InteractiveInterpreter):
    """Raises what a snippet raises instead of printing it."""

    def showtraceback(self) -> None:
        kind, fault, _ = sys.exc_info()
        raise SnippetFailed(f"{kind.__name__ if kind else 'fault'}: {fault}") from fault


class Page:
    def __init__(self, app: Sphinx, name: str) -> None:
        self.app = app
        self.name = name
        self.folder = Path(app.doctreedir) / "work" / name
        self.names: dict[str, Any] = {"__name__": "page"}
        self._interpreter = _Interpreter(self.names)
        self._pictures: list[str] = []
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        (self.folder / "inputs").symlink_to(INPUTS)
        (self.folder / "references").symlink_to(REFERENCES)

    @classmethod
    def of(cls, env: BuildEnvironment) -> Page:
        """The page that is being read; made when it is first asked for."""
        held = env.current_document
        if "runmec page" not in held:
            held["runmec page"] = cls(env.app, env.docname)
        return held["runmec page"]

    @contextlib.contextmanager
    def inside(self) -> Iterator[io.StringIO]:
        """Work in the page's folder; what is printed is caught."""
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            yield printed

    def carry_out(self, snippet: str) -> str:
        """What the snippet printed."""
        with self.inside() as printed:
            try:
                self._interpreter.runcode(compile(snippet, f"<{self.name}>", "exec"))
            except SystemExit as end:  # which would end the build, silently
                raise SnippetFailed("SystemExit") from end
        return printed.getvalue()

    def picture(self, content: bytes, file_name: str, caption: str, kind: str = "") -> nodes.raw:
        """A figure with that picture, which is put beside the pages."""
        place, alt = self._beside(content, file_name), html.escape(caption, quote=True)
        return _figure(f'<img src="{place}" alt="{alt}" loading="lazy">', alt, kind)

    def film(self, content: bytes, file_name: str, caption: str) -> nodes.raw:
        """A figure in which that film plays."""
        place, title = self._beside(content, file_name), html.escape(caption, quote=True)
        return _figure(f'<iframe src="{place}#moving" title="{title}"></iframe>', title, "film")

    def _beside(self, content: bytes, file_name: str) -> str:
        """Its address, where it was put beside the pages."""
        again = self._pictures.count(file_name)
        self._pictures.append(file_name)
        flat = f"{self.name}-{again or ''}{file_name}".replace("/", "-")
        images = Path(self.app.outdir) / "_images"
        images.mkdir(parents=True, exist_ok=True)
        (images / flat).write_bytes(content)
        return f"{'../' * self.name.count('/')}_images/{flat}"


def _figure(content: str, caption: str, kind: str) -> nodes.raw:
    text = f'<figure class="made {kind}">{content}<figcaption>{caption}</figcaption></figure>'
    return nodes.raw("", text, format="html")


def code_block(text: str, language: str) -> nodes.literal_block:
    """Something that was carried out or checked."""
    return nodes.literal_block(text, text, language=language, carried_out=True)


def printed_block(text: str) -> nodes.container:
    """What was printed, set apart from what was typed."""
    return nodes.container("", code_block(text, "text"), classes=["printed"])
