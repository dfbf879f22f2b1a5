"""{examples}: the decks of one topic with picture, numbers and text."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from runmec.drawing.curves import picture
from runmec.drawing.style import image
from runmec.examples import Example, examples

from . import trying
from .comparison import calculated, compared
from .page import Page, code_block
from .tables import table

_PUBLISHED = (
    "The one deck that was published with the course book, as it stands: a four-bar linkage with a mass on its "
    "coupler and a spring, driven at 30 rad/s. Two help bars carry the force in A0, a TR1 that in B. Look at the "
    "coupler curve, and at the polar curves of the two forces."
)


class Examples(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        found = [example for example in examples() if example.topic == self.arguments[0]]
        if not found:
            text = f"no example has the topic {self.arguments[0]}"
            return [self.state.document.reporter.warning(text, line=self.lineno)]
        return [self._section(example) for example in found]

    def _section(self, example: Example) -> nodes.section:
        self.env.note_dependency(str(example.path))
        title = example.title[0].upper() + example.title[1:] if example.about else "The published deck (Table 8.1)"
        section = nodes.section("", nodes.title("", title), names=[example.name])
        self.state.document.note_explicit_target(section)
        copy = nodes.literal("", f"runmec examples {example.name}")
        about = example.about or [_PUBLISHED]
        section += self.parse_text_to_nodes("\n\n".join(_paragraphs(about)))
        result = calculated(example)
        shown = next((picture(result, asked) for asked in result.deck.pictures if asked.drawings), None)
        content = image(shown or result.draw(1), "svg")
        assert isinstance(content, bytes)
        caption = f"{example.name}.mec, drawn by runmec"
        section += Page.of(self.env).picture(content, f"{example.name}.svg", caption, "mechanism")
        section += trying.link(self.env.app, self.env.docname, example.name)
        section += nodes.paragraph("", "", copy, nodes.Text(" copies the deck into your folder."))
        rows = compared(example)
        section += _folded(
            f"{len(rows)} numbers found without runmec",
            table(
                ["quantity", "at", "reference", "runmec", "difference", "source"],
                [
                    [r.what, r.place, f"{r.reference:.10g}", f"{r.found:.10g}", f"{r.deviation:.0e}", r.source]
                    for r in rows
                ],
            ),
        )
        block = code_block(example.text.rstrip("\n"), "mec")
        section += _folded(f"{example.name}.mec", nodes.container("", block, classes=["shown-deck"]))
        return section


def _paragraphs(about: list[str]) -> list[str]:
    """The head comment as paragraphs: what it is, what to look at, where its numbers come from; formulas on lines."""
    found = [""]
    for line in about:
        if line.startswith(("Look at", "Source:", "Try ")) and found[-1]:
            found.append("")
        alone = line.startswith("  ")  # a formula on a line of its own
        found[-1] += f"\n\n> {_escaped(line.strip())}\n\n" if alone else f"\n{_escaped(line.strip())}"
    return [text.strip() for text in found if text.strip()]


def _escaped(text: str) -> str:
    """Heads are plain text: `code` and *words* mean something in Markdown, other signs do not."""
    return re.sub(r"[<$_#|~]|(?<=[\d)\s])\*(?=[\d(\s])", lambda sign: "\\" + sign[0], text)


def _folded(summary: str, content: nodes.Node) -> list[nodes.Node]:
    return [
        nodes.raw("", f"<details><summary>{summary}</summary>", format="html"),
        content,
        nodes.raw("", "</details>", format="html"),
    ]


def setup(app: Sphinx) -> None:
    app.add_directive("examples", Examples)
