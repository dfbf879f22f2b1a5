"""{deck}, {command} and {picture}: what a user has, types and gets."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, ClassVar

from click.testing import CliRunner
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from runmec.cli import cli
from runmec.deck import check

from . import trying
from .page import Page, code_block, printed_block
from .sources import INPUTS, ROOT


class Deck(SphinxDirective):
    """A deck of inputs/, or one that stands here and is written into the page's folder."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "section": directives.unchanged_required,
        "lines": directives.unchanged_required,  # "first text -> last text"
        "faults": directives.unchanged_required,
        "hide": directives.flag,
        "no-head": directives.flag,  # without the comment that tells what to look at, and with it the answers
    }

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        path = Page.of(self.env).folder / name
        if self.content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(self.content) + "\n", encoding="utf-8")
        else:
            self.env.note_dependency(str(ROOT / name))
        if not path.is_file():
            return [self._warning(f"there is no deck {name}")]
        text = path.read_text(encoding="utf-8").rstrip("\n")
        found = {diagnostic.code for diagnostic in check(text, name, {}, path.parent)[1]}
        expected = set(self.options.get("faults", "").split())
        if found != expected:
            return [self._warning(f"{name}: faults {sorted(found)}, expected {sorted(expected)}")]
        shown = self._shown(text)
        if shown is None:
            return [self._warning(f"{name} has no such part")]
        if "hide" in self.options:
            return []
        block = nodes.container(
            "",
            nodes.caption("", "", nodes.literal("", name)),
            code_block(shown, "mec"),
            classes=["shown-deck", "literal-block-wrapper"],
            literal_block=True,
        )
        collected = not self.content and path.resolve().is_relative_to(INPUTS.resolve())
        return [block, *(trying.link(self.env.app, self.env.docname, path.stem) if collected else [])]

    def _shown(self, text: str) -> str | None:
        """The whole text, a section, or the lines from one text to another."""
        lines = text.split("\n")
        if "section" in self.options:
            wanted = self.options["section"].upper()
            heads = [i for i, line in enumerate(lines) if line and line[0].isalpha()]
            start = next((i for i in heads if lines[i].split()[0].upper() == wanted), None)
            if start is None:
                return None
            end = next((i for i in heads if i > start), len(lines))
            return "\n".join(lines[start:end])
        if "lines" in self.options:
            first, _, last = (part.strip() for part in self.options["lines"].partition("->"))
            start = next((i for i, line in enumerate(lines) if first in line), None)
            if start is None:
                return None
            end = next((i for i in range(start, len(lines)) if (last or first) in lines[i]), None)
            return None if end is None else "\n".join(lines[start : end + 1])
        if "no-head" in self.options:
            body = next(i for i, line in enumerate(lines) if i and not line.startswith(";"))
            return "\n".join([lines[0], *lines[body:]])
        return text

    def _warning(self, text: str) -> nodes.system_message:
        return self.state.document.reporter.warning(text, line=self.lineno)


class Command(SphinxDirective):
    """A command line, carried out; the build fails if its exit code is not the expected one."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "exit": directives.nonnegative_int,
        "head": directives.nonnegative_int,
        "tail": directives.nonnegative_int,
        "hide": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        line = self.arguments[0]
        program, *arguments = shlex.split(line)
        if program != "runmec":
            return [self._warning(f"`{line}` is not a command of runmec")]
        with Page.of(self.env).inside():
            result = CliRunner().invoke(cli, arguments, prog_name="runmec")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return [self._warning(f"`{line}` fails: {result.exception!r}")]
        expected = self.options.get("exit", 0)
        if result.exit_code != expected:
            return [self._warning(f"`{line}` ends with {result.exit_code}, not {expected}:\n{result.output}")]
        typed = code_block(f"$ {line}", "console")
        if "hide" in self.options:
            return [typed]
        return [typed, printed_block(self._shown(result.output.rstrip("\n").split("\n")))]

    def _shown(self, lines: list[str]) -> str:
        head, tail = self.options.get("head"), self.options.get("tail")
        if head is None and tail is None:
            return "\n".join(lines)
        first, last = lines[: head or 0], lines[len(lines) - (tail or 0) :]
        return "\n".join(lines if len(first) + len(last) >= len(lines) else [*first, "…", *last])

    def _warning(self, text: str) -> nodes.system_message:
        return self.state.document.reporter.warning(text, line=self.lineno)


class Picture(SphinxDirective):
    """A picture that a command of this page has written; the content is its caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        page = Page.of(self.env)
        path = page.folder / self.arguments[0]
        if not path.is_file():
            there = sorted(str(p.relative_to(page.folder)) for p in page.folder.rglob("*.svg"))
            text = f"there is no picture {self.arguments[0]}; there are {', '.join(there)}"
            return [self.state.document.reporter.warning(text, line=self.lineno)]
        name = f"{Path(self.arguments[0]).parent.name}-{path.name}"
        return [page.picture(path.read_bytes(), name, " ".join(self.content), "mechanism")]


class Film(SphinxDirective):
    """A film that a command of this page has written, which the reader plays; the content is its caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        page = Page.of(self.env)
        path = page.folder / self.arguments[0]
        if not path.is_file():
            return [self.state.document.reporter.warning(f"there is no film {self.arguments[0]}", line=self.lineno)]
        return [page.film(path.read_bytes(), f"{path.parent.name}.html", " ".join(self.content))]


def setup(app: Sphinx) -> None:
    app.add_directive("deck", Deck)
    app.add_directive("command", Command)
    app.add_directive("picture", Picture)
    app.add_directive("film", Film)
