"""{exercise}: what a deck with a section EXERCISE asks, with its own numbers; behind :answers: what is right."""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from runmec.course.classes import drawn
from runmec.course.questions import Questions
from runmec.course.sheets import answer_text, data, filled, told
from runmec.course.variants import as_it_stands
from runmec.deck import read

from .page import Page, code_block
from .sources import ROOT


class Exercise(SphinxDirective):
    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"answers": directives.flag}

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        self.env.note_dependency(str(ROOT / name))
        questions = Questions(read(ROOT / name))
        variant = as_it_stands(questions)
        if "answers" in self.options:
            rows = "".join(
                f"<tr><td>{escape(ask.text)}</td><td>{answer_text(questions, variant, ask.name)}</td></tr>"
                for ask in questions.asks
            )
            said = "".join(f"<p>{filled(text, questions, variant)}</p>" for text in questions.told("solution"))
            return [_html(f'<table class="docutils">{rows}</table>{said}')]
        shown = drawn(questions.result({}))
        stem = name.rpartition("/")[2].removesuffix(".mec")
        sketch = Page.of(self.env).picture(shown.sketch.encode(), f"{stem}-sketch.svg", "Sketch, to scale.", "sheet")
        asked = "".join(_asked(questions, at) for at in range(len(questions.asks)))
        commands = (
            f"$ runmec exercise {name} --students list.csv --seed 7 -o sheets",
            f"$ runmec grade {name} answers.csv --seed 7 -o marks",
        )
        return [
            _html(told(questions, variant)),
            sketch,
            _html(data(questions, variant, shown, "en")),
            _html(f"<ol>{asked}</ol>"),
            nodes.paragraph("", "Other numbers for everybody, and marks with the reason:"),
            code_block("\n".join(commands), "console"),
        ]


def _asked(questions: Questions, at: int) -> str:
    ask = questions.asks[at]
    unit = questions.units[ask.name][0] or "no unit"
    points = f"{ask.points:g} point{'s' * (ask.points != 1)}"
    return f"<li>{escape(ask.text)} <em>{escape(ask.name)}</em> in {escape(unit)} ({points})</li>"


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text.replace("<table>", '<table class="docutils">'), format="html")


def setup(app: Sphinx) -> None:
    app.add_directive("exercise", Exercise)
