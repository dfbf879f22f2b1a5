"""{measured}: the stored results of the benchmarks as a chart of ratios, tables and curves."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

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
        found.append(_chart(Page.of(self.env), ratios(stored["tables"]), stored["circumstances"]))
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


class Ratio(NamedTuple):
    """How many times as long another program takes for the same."""

    what: str
    peer: str
    times: float


_BESIDE = re.compile(r"(?:(solve|all of run) )?([\d.]+) ×")  # of times by which others are slower
_PEER = re.compile(r"\((\w+);")


def ratios(tables: list[dict[str, Any]]) -> list[Ratio]:
    """Of all rows that compare with another program."""
    found = []
    for part in tables:
        for name, value in part["rows"]:
            peer = _PEER.search(value)
            if "ratio" in name and peer:
                said = " ".join(name.replace("ratio", "").replace(":", "").split())
                for which, times in _BESIDE.findall(value.partition("(")[0]):
                    detail = ", ".join(word for word in (said, which) if word)
                    found.append(Ratio(f"{part['title']}: {detail}", peer[1], float(times)))
            elif "ratio" in name and ("pylinkage" in name or "to those" in name):  # these say what part we take
                found.append(
                    Ratio(f"{part['title']}: {name.partition(': ')[2]}", "pylinkage", 1.0 / float(value.split()[0]))
                )
    return found


def _chart(page: Page, found: list[Ratio], circumstances: dict[str, Any]) -> nodes.Node:
    from matplotlib import pyplot as plt

    peers = sorted({one.peer for one in found})
    figure, ax = plt.subplots(figsize=(7.2, 0.9 + 0.36 * len(found)), layout="constrained")
    for at, one in enumerate(reversed(found)):
        ax.barh(at, one.times - 1.0, left=1.0, color=f"C{peers.index(one.peer)}", height=0.6)
        said = f"{one.times:.{0 if one.times > 10 else 1}f} ({one.peer})"
        ax.annotate(said, (max(one.times, 1.0), at), (4, 0), textcoords="offset points", va="center", fontsize=8)
    ax.set_yticks(range(len(found)), [_broken(one.what) for one in reversed(found)], fontsize=8)
    ax.set(xscale="log", xlabel="times as long as runmec", xlim=(0.3, 7.0 * max(one.times for one in found)))
    ax.axvline(1.0, color="0.3", linewidth=1)
    ax.grid(axis="x", alpha=0.3)
    version, date = circumstances["packages"]["runmec"], circumstances["date"]
    caption = (
        f"How many times as long other programs take for the same work, at the error that is named; measured "
        f"with runmec {version} on {date}. Left of 1 the other program is faster."
    )
    return page.picture(svg(figure), "ratios.svg", caption)


def _broken(text: str) -> str:
    """On two lines."""
    head, _, tail = text.partition(": ")
    return f"{head}\n{tail}"


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
