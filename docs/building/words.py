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
from runmec.deck.vocabulary import CHOICES, JOBS, OUTPUT_WORDS, RECORDS, SECTIONS, columns
from runmec.examples import starters
from runmec.messages import MESSAGES
from runmec.results.result import Result

from .page import Page

_log = logging.getLogger(__name__)
_CODE = re.compile(r"\b[DR]\d{3}\b")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{2,}")
_GENERATED = ("language", "messages")
#: words with a heading of their own in language.md -> its anchor
ANCHORS = {
    word.lower(): f"word-{word.lower().replace(' ', '-')}"
    for word in (*RECORDS, *KINDS, *SECTIONS, *OUTPUT_WORDS, "END")
}
_LANGUAGE = {
    *ANCHORS, *FORMS, *FUNCTIONS, *QUANTITIES, *(word.lower() for group in CHOICES.values() for word in group),
    *(word.lower() for job in JOBS for word in job),
    *(word.removeprefix("buf") for word in RECORDS if word.startswith("buf")),  # of results: result["dx1 5"]
}  # fmt: skip
_COLUMNS = {c.name for group in CHOICES.values() for signature, _ in group.values() for c in columns(signature)}
#: of Python and of the code
_PLAIN = {
    "pytest",
    "table",
    "step",
    "inputs",
    "forces",
    "forms",
    "field",
    "expression",
    "len",
    "ang",
    "Second",
    "coupler",
}
_OTHERS = {*dir(runmec), *dir(Result), *cli.commands, *starters(), *_COLUMNS, *_PLAIN}


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
        if name in _GENERATED and isinstance(literal.parent, nodes.title):
            continue  # the program's own words for its things
        word = literal.astext()
        if word.lower() in ANCHORS and name not in _GENERATED and _may_link(literal) and word.lower() not in told:
            told.add(word.lower())
            _link(app, literal, "language", ANCHORS[word.lower()], literal.deepcopy())
        elif "source" not in literal["classes"]:
            for fault in _misspelt(word, names):
                _log.warning(fault, location=literal)
    for text in list(_prose(doctree)):
        codes = _CODE.findall(text)
        for code in codes:
            if code not in MESSAGES:
                _log.warning("%s is no code of a message", code, location=text.parent)
        if codes and name not in _GENERATED and _may_link(text):
            _link_codes(app, text)


def _misspelt(text: str, names: set[str]) -> Iterator[str]:
    """What is wrong with a word of the language, or with a line that begins with one."""
    first, *others = text.split()
    if others and not (first.lower() in ANCHORS or _nearest(first)):
        return
    for word in (first, *others):
        if _WORD.fullmatch(word) and word.lower() not in _LANGUAGE and word not in _OTHERS | names:
            near = _nearest(word)
            if near:
                yield f"`{word}` is no word of the language; `{near}` is"


def _nearest(word: str) -> str:
    return next(iter(difflib.get_close_matches(word.lower(), _LANGUAGE, n=1, cutoff=0.8)), "")


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


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _anchored)
    app.connect("doctree-read", _linked)
