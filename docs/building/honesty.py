"""What a page only claims is a warning: results without a variable, snippets and commands that nobody carries out."""

from __future__ import annotations

import re
import tomllib

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

import runmec
from runmec.cli import cli
from runmec.results.result import Result

from .equations import CITED, places
from .sources import ROOT

_log = logging.getLogger(__name__)
_GENERATED = ("language", "messages")
#: results, in a worked solution, that no variable stands behind: decimals, long numbers, numbers with a unit
_UNIT = r"(?:°|%|degrees?|mm|m|kg|N|Nm|kN|Hz|rad|s|J|W|kW|rad/s|m/s)"
_BARE = re.compile(rf"(?<![\w.^_])[-−]?(?:\d+\.\d+|\d{{3,}}|[1-9]\d*(?= ?{_UNIT}(?!\w)))(?![\d.]*\d)")
_SECTION = re.compile(r"(?:section|sections|fig\.|Table|equation|\() ?8\.\d[\d.]*")
_MEMBER = re.compile(r"(result|runmec)\.(\w+)")
#: the README's command, which its readers carry out
_INSTALLATION = re.findall(r"^python3 -m venv .*", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
_EXTRA = re.compile(r"\.venv/bin/pip install '\.\[(\w+)\]'")
#: languages of settings, which other programs read
_SETTINGS = ("json", "lua", "toml")


def _no_bare_results(app: Sphinx, doctree: nodes.document) -> None:
    """In a worked solution every number of the text is either given in a formula or held to a variable."""
    for container in doctree.findall(nodes.container):
        title = container.next_node(nodes.rubric)
        if container.get("design_component") != "dropdown" or title is None or "Hint" in title.astext():
            continue
        for text in container.findall(nodes.Text):
            inside = text.parent
            told = isinstance(inside.parent, nodes.system_message)
            if isinstance(inside, nodes.paragraph | nodes.strong | nodes.emphasis | nodes.entry) and not told:
                for match in _BARE.finditer(_SECTION.sub("", text)):
                    _log.warning("the result %s is not held to a variable", match[0], location=inside)


def _carried_out(app: Sphinx, doctree: nodes.document) -> None:
    """No snippet, command or deck is only shown."""
    if app.env.current_document.docname in _GENERATED:
        return
    for block in doctree.findall(nodes.literal_block):
        if "carried_out" not in block and block.get("language") not in _SETTINGS and not _is_typed(block.astext()):
            _log.warning("a snippet that nobody carries out; use {python}, {command} or {deck}", location=block)
    for literal in doctree.findall(nodes.literal):
        fault = _wrong_command(literal.astext()) or _wrong_member(literal.astext())
        if fault:
            _log.warning(fault, location=literal)


def _is_typed(text: str) -> bool:
    """Whether a block is the README's command, or installs an extra that there is and starts the program."""
    if text.strip() in _INSTALLATION:
        return True
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    lines = [line.removeprefix(".venv/bin/") for line in text.splitlines()]
    first = _EXTRA.fullmatch(text.splitlines()[0])
    started = all(line.startswith("runmec ") and not _wrong_command(line) for line in lines[1:])
    return first is not None and first[1] in extras and started


def _wrong_command(text: str) -> str:
    """What is wrong with a command in the text, `runmec draw press.mec --labels`; nothing, if it could be typed."""
    program, *words = text.split()
    if program != "runmec" or not words:
        return ""
    name = words[0]
    command = cli.commands.get(name, cli.commands["run"] if name.endswith(".mec") else cli)
    if command is cli and not name.startswith("-"):
        return f"`{text}`: there is no command {name}"
    known = {option for parameter in command.get_params(click.Context(command)) for option in parameter.opts}
    wrong = [word for word in words if word.startswith("-") and len(word) > 1 and word not in known]
    return f"`{text}`: there is no option {', '.join(wrong)}" if wrong else ""


def _wrong_member(text: str) -> str:
    match = _MEMBER.match(text)
    if match is None:
        return ""
    known = hasattr(runmec, match[2]) if match[1] == "runmec" else match[2] in {*dir(Result), *Result.__annotations__}
    return "" if known else f"`{text}`: {match[1]} has no {match[2]}"


def _equations_are_ours(app: Sphinx, doctree: nodes.document) -> None:
    """An equation of the book that a page cites is one that the program cites too."""
    if app.env.current_document.docname in (*_GENERATED, "theory/equations"):
        return
    known = places()
    for text in doctree.findall(nodes.Text):
        if isinstance(text.parent, nodes.paragraph | nodes.entry | nodes.emphasis):
            for match in re.finditer(r"\(((?:[58]\.\d+(?:, | and )?)+)\)", text):
                for equation in CITED.findall(match[1]):
                    if equation not in known:
                        _log.warning("no line of the program cites the equation (%s)", equation, location=text.parent)


def setup(app: Sphinx) -> None:
    for check in (_no_bare_results, _carried_out, _equations_are_ours):
        app.connect("doctree-read", check)
