"""{equations}: where each equation of the course book lives in the program, found in the program."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from .sources import ROOT
from .tables import table

_SECTIONS = {"8.3", "8.4", "8.5", "8.6"}  # of the book, not equations
CITED = re.compile(r"(?<![\d.])([58]\.\d{1,2})(?![\d.]*\d)")
_IN_PARENTHESES = re.compile(r"\(([^()]*)\)|eq\. ?([58]\.\d+)")


@cache
def places() -> dict[str, list[str]]:
    """Equation -> where it is cited: `file, function` (or class)."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "runmec").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        parts = list(_parts(ast.parse(source)))
        for line, text in _words_about_code(source):
            for inside in _IN_PARENTHESES.finditer(text):
                for equation in set(CITED.findall(inside[1] or inside[2] or "")) - _SECTIONS:
                    place = _place(path, parts, line + text[: inside.start()].count("\n"))
                    if place not in found[equation]:
                        found[equation].append(place)
    return found


def _words_about_code(source: str) -> Iterator[tuple[int, str]]:
    """Comments and docstrings with their first lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
            yield token.start[0], token.string


def _parts(tree: ast.AST, of: str = "") -> Iterator[tuple[int, int, str]]:
    """Functions and classes: first line, last line, name; a method is `Group.look`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{of}{node.name}"
            yield node.lineno, node.end_lineno or node.lineno, name
            yield from _parts(node, f"{name}." if isinstance(node, ast.ClassDef) else of)


def _place(path: Path, parts: list[tuple[int, int, str]], line: int) -> str:
    inside = [(first, name) for first, last, name in parts if first <= line <= last]
    file = path.relative_to(ROOT).as_posix()
    return f"{file}, {max(inside)[1]}" if inside else file


class Equations(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        found = places()
        keys = sorted(found, key=lambda equation: [int(part) for part in equation.split(".")])
        return [table(["equation", "where"], [[f"({key})", "; ".join(found[key])] for key in keys])]


class Source(SphinxRole):
    """{source}`runmec/engine/replay.py:Replay`: a part of the program; a warning if it is not there."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        file, _, name = self.text.partition(":")
        path = ROOT / file
        known = set() if not path.is_file() else {n for _, _, n in _parts(ast.parse(path.read_text("utf-8")))}
        if not path.is_file() or (name and name not in known):
            fault = f"there is no {self.text}; {', '.join(sorted(known)) or 'no such file'}"
            return [], [self.inliner.reporter.warning(fault, line=self.lineno)]
        return [nodes.literal("", f"{name} in {file}" if name else file, classes=["source"])], []


def setup(app: Sphinx) -> None:
    app.add_directive("equations", Equations)
    app.add_role("source", Source())
