"""A word is explained, offered and drawn: `explain`, the editor's hover and completion, picture, film and report."""

from __future__ import annotations

import math
import re

import pytest

from runmec.deck.kinds import KINDS
from runmec.drawing.film import film_html
from runmec.drawing.mechanism_picture import mechanism_figure
from runmec.drawing.report import report_html
from runmec.drawing.style import image
from runmec.editing.building import LINKS
from runmec.editing.completion import complete
from runmec.editing.hover import hover
from runmec.manual import explain

from .decks import IN_SPACE, ONCE, Case, line_of, own_numbers
from .known import marked


@marked("explain", ONCE)
def test_explain(case: Case) -> None:
    paragraph = explain(case.last)
    assert paragraph is not None
    assert case.last.lower() in paragraph.lower()


@marked("hover", ONCE)
def test_hover(case: Case) -> None:
    text = case.text()
    line = line_of(case, text)
    word = case.last.split()[0].lower()
    found = hover(text, line + 1, text.splitlines()[line].lower().index(word) + 1)
    assert found is not None
    assert word in found.text.lower()


@marked("completion", ONCE)
def test_completion(case: Case) -> None:
    lines = case.text().splitlines()
    line = line_of(case, case.text())
    before = re.split(rf"(?i)\b{re.escape(case.last)}(?!\S)", lines[line], maxsplit=1)[0]
    lines[line] = before
    _, offered = complete("\n".join(lines), line + 1, len(before) + 1)
    assert case.last.lower() in {choice.label.lower() for choice in offered}


@marked("picture", [case for case in ONCE if case.section in ("TOPOLOGY", "DYNAMICS", "", "PICTURE")])
def test_picture_and_film(case: Case) -> None:
    result = case.result()
    drawing = mechanism_figure(result.mechanism, result.positions.x[:, :1], labels=True)
    assert b"<svg" in image(drawing, "svg")
    page = film_html(result)
    assert all(name in page for name in map(str, result.keys()))


#: numbers of plane mechanisms that are angles: `UNITS SI` shows them in degrees
ANGLES = {("gravity", "n2")}


@marked("report", [case for case in ONCE if case.section == "DYNAMICS" and case.word != "motor zero"])
def test_report_has_the_numbers_of_what_acts(case: Case) -> None:
    page = report_html(case.result(), [])
    data = page.partition("<h2>Data</h2>")[2].partition("<h2>")[0]
    for name, value in own_numbers(case).values.items():
        if (case.word, name) in ANGLES and case.job != IN_SPACE:
            assert f"{math.degrees(value):.6g} °" in data
        else:
            assert f"{value:.6g}" in data or f"{-value:.6g}" in data


@pytest.mark.parametrize("tool", LINKS)
def test_the_palette_of_the_studio_has_types_of_the_language(tool: str) -> None:
    kind, points, behind, _ = LINKS[tool]
    nodes = [node for node in KINDS[kind].nodes if node[0][0] == "x"]
    assert len(nodes) == points
    assert set(behind.split()) - {"free"} <= set(KINDS[kind].forms)
