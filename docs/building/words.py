"""Words of the language and codes of messages in the text: links to their paragraphs, or warnings if misspelt."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

import runmec
from runmec.cli import cli
from runmec.deck.expression import FUNCTIONS, QUANTITIES
from runmec.deck.kinds import FORMS, KINDS
from runmec.deck.vocabulary import CHOICES, OUTPUT_WORDS, RECORDS, SECTIONS
from runmec.examples import starters
from runmec.messages import MESSAGES
from runmec.result import Result

from .page import Page
from .sources import ROOT

_log = logging.getLogger(__name__)
_CODE = re.compile(r"\b[DR]\d{3}\b")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{3,}")
_GENERATED = ("language", "messages")
#: results, in a worked solution, that no variable stands behind
_BARE = re.compile(r"(?<![\w.^_(])[-−]?(?:\d+\.\d+|\d{3,})(?![\w.)])")
_CITED = re.compile(r"(?:section|sections|fig\.|Table|equation|\() ?8\.\d[\d.]*")

#: the README's command, which its readers carry out
INSTALLATION = re.findall(r"^python3 -m venv .*", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
#: words with a heading of their own in language.md -> its anchor
ANCHORS = {
    word.lower(): f"word-{word.lower().replace(' ', '-')}"
    for word in (*RECORDS, *KINDS, *SECTIONS, *OUTPUT_WORDS, "END")
}
_LANGUAGE = {*ANCHORS, *FORMS, *FUNCTIONS, *QUANTITIES, *(word.lower() for group in CHOICES.values() for word in group)}
_OTHERS = {*dir(runmec), *dir(Result), *cli.commands, *starters(), "pytest", "table", "step"}


def _anchored(app: Sphinx, doctree: nodes.document) -> None:
    """Gives the headings of the generated pages the anchors that the links lead to."""
    name = app.env.current_document.docname
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title).astext()
        if name == "messages" and title[:4] in MESSAGES:
            section["ids"].append(title[:4].lower())
        elif name == "language":
            section["ids"] += [ANCHORS[word] for word in ANCHORS if re.match(rf"{word}\b", title.lower())]


def _linked(app: Sphinx, doctree: nodes.document) -> None:
    name = app.env.current_document.docname
    names = {*Page.of(app.env).names} if "runmec page" in app.env.current_document else set()
    told: set[str] = set()
    for literal in list(doctree.findall(nodes.literal)):
        word = literal.astext()
        if word.lower() in ANCHORS and name not in _GENERATED and _may_link(literal) and word.lower() not in told:
            told.add(word.lower())
            _link(app, literal, "language", ANCHORS[word.lower()], literal.deepcopy())
        elif _WORD.fullmatch(word) and word.lower() not in _LANGUAGE and word not in _OTHERS | names:
            near = difflib.get_close_matches(word.lower(), _LANGUAGE, n=1, cutoff=0.8)
            if near:
                _log.warning("`%s` is no word of the language; `%s` is", word, near[0], location=literal)
    for text in list(_prose(doctree)):
        codes = _CODE.findall(text)
        for code in codes:
            if code not in MESSAGES:
                _log.warning("%s is no code of a message", code, location=text.parent)
        if codes and name not in _GENERATED and _may_link(text):
            _link_codes(app, text)


def _prose(doctree: nodes.document) -> Iterator[nodes.Text]:
    for text in doctree.findall(nodes.Text):
        if not isinstance(text.parent, nodes.literal_block | nodes.raw | nodes.math | nodes.math_block):
            yield text


def _may_link(node: nodes.Node) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, nodes.reference | nodes.title | nodes.literal_block | nodes.caption):
            return False
        parent = parent.parent
    return True


def _link_codes(app: Sphinx, text: nodes.Text) -> None:
    pieces: list[nodes.Node] = []
    at = 0
    for match in _CODE.finditer(text):
        if match[0] in MESSAGES:
            pieces.append(nodes.Text(text[at : match.start()]))
            pieces.append(_reference(app, "messages", match[0].lower(), nodes.Text(match[0])))
            at = match.end()
    pieces.append(nodes.Text(text[at:]))
    text.parent.replace(text, pieces)


def _link(app: Sphinx, node: nodes.Node, page: str, anchor: str, shown: nodes.Node) -> None:
    node.parent.replace(node, _reference(app, page, anchor, shown))


def _reference(app: Sphinx, page: str, anchor: str, shown: nodes.Node) -> nodes.reference:
    uri = f"{app.builder.get_relative_uri(app.env.current_document.docname, page)}#{anchor}"
    return nodes.reference("", "", shown, refuri=uri, internal=True)


def _no_bare_results(app: Sphinx, doctree: nodes.document) -> None:
    """In a worked solution every number of the text is either given in a formula or held to a variable."""
    for container in doctree.findall(nodes.container):
        title = container.next_node(nodes.rubric)
        if container.get("design_component") != "dropdown" or title is None or "olution" not in title.astext():
            continue
        for text in container.findall(nodes.Text):
            inside = text.parent
            told = isinstance(inside.parent, nodes.system_message)
            if isinstance(inside, nodes.paragraph | nodes.strong | nodes.emphasis | nodes.entry) and not told:
                for match in _BARE.finditer(_CITED.sub("", text)):
                    _log.warning("the result %s is not held to a variable", match[0], location=inside)


def _carried_out(app: Sphinx, doctree: nodes.document) -> None:
    """No snippet, command or deck is only shown: a plain fence of these languages is a warning."""
    for block in doctree.findall(nodes.literal_block):
        shown = block.get("language") in ("python", "console", "bash", "sh", "mec") and "carried_out" not in block
        if shown and block.astext().strip() not in INSTALLATION:
            _log.warning("a snippet that nobody carries out; use {python}, {command} or {deck}", location=block)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _carried_out)
    app.connect("doctree-read", _no_bare_results)
    app.connect("doctree-read", _anchored)
    app.connect("doctree-read", _linked)
