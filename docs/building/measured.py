"""{measured}: the stored results of the benchmarks as tables and curves."""

from __future__ import annotations

import json
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .page import Page
from .snippets import svg
from .sources import ROOT
from .tables import table

RESULTS = ROOT / "benchmarks" / "results.json"


class Measured(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(RESULTS))
        stored = json.loads(RESULTS.read_text(encoding="utf-8"))
        found: list[nodes.Node] = [nodes.paragraph("", _circumstances(stored["circumstances"]))]
        curves = dict(stored["curves"])
        for part in stored["tables"]:
            found.append(nodes.rubric("", part["title"]))
            found.append(table(["what", "measured"], part["rows"]))
            for name in [name for name in curves if part["title"].startswith(name)]:  # below the first of its tables
                found.append(_work_and_precision(Page.of(self.env), name, curves.pop(name)))
        return found


def _circumstances(c: dict[str, Any]) -> str:
    packages = ", ".join(f"{name} {number}" for name, number in c["packages"].items())
    return f"Measured on {c['date']}: {c['cores']} cores ({c['machine']}), Python {c['python']}; {packages}."


def _work_and_precision(page: Page, title: str, curves: dict[str, list[list[float]]]) -> nodes.Node:
    from matplotlib import pyplot as plt

    figure, ax = plt.subplots(figsize=(6.5, 4), layout="constrained")
    for (name, points), mark in zip(curves.items(), "osv^", strict=False):
        ax.loglog([error for _, error in points], [seconds for seconds, _ in points], f"{mark}-", label=name)
    ax.set(xlabel="largest error, m", ylabel="seconds of the solve")
    ax.invert_xaxis()
    ax.grid(alpha=0.3)
    ax.legend()
    caption = f"{title}: time of the solve over its error; to the right more exact, below faster."
    return page.picture(svg(figure), "work.svg", caption)


def setup(app: Sphinx) -> None:
    app.add_directive("measured", Measured)
