"""Pages for one student: the sheet, on which no solution stands anywhere, and the solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from ..deck.exercise_rules import NAMES_IN_TEXT
from .derivation.html_page import STYLE
from .given import Row, shown
from .questions import Questions
from .texts import TEXTS
from .variants import Variant

_STYLE = """
@page { size: A4; margin: 18mm 20mm }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #000; background: #fff;
       max-width: 170mm; margin: 8mm auto }
h1 { font-size: 16pt; margin: 0 0 2mm } h2 { font-size: 12pt; margin: 6mm 0 2mm }
header { display: flex; justify-content: space-between; border-bottom: .4mm solid #000; margin-bottom: 5mm;
         font-size: 9.5pt }
table { border-collapse: collapse; margin: 2mm 0 }
td, th { border: .2mm solid #555; padding: .5mm 3mm; text-align: left; font-weight: normal }
.data { display: flex; flex-wrap: wrap; gap: 2mm 6mm; align-items: flex-start; font-size: 9.5pt }
td.number { text-align: right }
figure { margin: 3mm 0; text-align: center; break-inside: avoid }
figure svg { max-width: min(120mm, 100%); height: auto }
figcaption { font-size: 9pt } ol { padding-left: 6mm } li { margin: 4mm 0; break-inside: avoid }
.room { display: block; height: 22mm } .points { float: right; font-size: 9.5pt }
.answer { border-bottom: .2mm solid #000; display: inline-block; min-width: 45mm }
"""


def page(title: str, language: str, body: str, style: str = "") -> str:
    """A whole page that needs nothing else."""
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


class ShownVariant(NamedTuple):
    """What is shown of a variant: a drawing, what acts in rows by language, tables of what has no row, and how its
    answers are derived, as html."""

    sketch: str
    given: Mapping[str, Sequence[Row]]
    more: str
    derivation: str = ""


def sheet(questions: Questions, variant: Variant, drawn: ShownVariant, language: str) -> str:
    """What the student gets: text, data, sketch, questions, room for the answers."""
    words = TEXTS[language]
    asked = "".join(_question(questions, at, language) for at in range(len(questions.asks)))
    task = _task(questions, variant, drawn, language)
    body = (
        f"{_head(variant, language)}<h1>{escape(questions.title)}</h1>\n{task}"
        f"<h2>{words['questions']}</h2>\n<ol>\n{asked}</ol>\n"
    )
    return page(questions.title, language, body)


def solution(questions: Questions, variant: Variant, drawn: ShownVariant, language: str) -> str:
    """The same with the answers, what the teacher says of them, and the derivation."""
    title = f"{TEXTS[language]['solution']}: {questions.title}"
    rows = "".join(
        f"<tr><td>{filled(ask.text, questions, variant)}</td>"
        f"<td class=number>{answer_text(questions, variant, ask.name)}</td></tr>\n"
        for ask in questions.asks
    )
    said = "".join(f"<p>{filled(text, questions, variant)}</p>\n" for text in questions.told("solution"))
    body = (
        f"{_head(variant, language)}<h1>{escape(title)}</h1>\n{_task(questions, variant, drawn, language)}"
        f"<h2>{TEXTS[language]['solution']}</h2>\n<table>\n{rows}</table>\n{said}{drawn.derivation}"
    )
    return page(title, language, body, STYLE)


def _task(questions: Questions, variant: Variant, drawn: ShownVariant, language: str) -> str:
    words = TEXTS[language]
    given = data(questions, variant, drawn, language)
    figure = f"<figure>{drawn.sketch}<figcaption>{words['sketch']}</figcaption></figure>\n"
    listed = f"<h2>{words['given']}</h2>\n<div class=data>{given}</div>\n" if given else ""
    return told(questions, variant) + figure + listed


def _head(variant: Variant, language: str) -> str:
    words = TEXTS[language]
    return (
        f"<header><span>{words['student']}: <b>{escape(variant.student)}</b></span>"
        f"<span>{words['variant']} {variant.number}</span>"
        f"<span>{words['code']} {variant.check}</span></header>\n"
    )


def told(questions: Questions, variant: Variant) -> str:
    return "".join(f"<p>{filled(text, questions, variant)}</p>\n" for text in questions.paragraphs)


def filled(text: str, questions: Questions, variant: Variant) -> str:
    """A text with the values of this variant in it, as html."""
    return NAMES_IN_TEXT.sub(lambda name: shown_value(questions, variant, name[1]), escape(text))


def shown_value(questions: Questions, variant: Variant, name: str) -> str:
    """The value of a name of DEFINE as it stands: number and unit."""
    text = variant.written.get(name) or written_defines(questions).get(name, "")
    return shown(text) if text else f"{{{name}}}"


def written_defines(questions: Questions) -> dict[str, str]:
    """Of every name of DEFINE what stands behind it; of an expression its value."""
    found = {}
    lines = questions.deck.source.splitlines()
    for define in questions.deck.defines:
        place = define.at(1)
        text = lines[place.line - 1][place.column - 1 :][: place.width] if place is not None else ""
        found[define.name] = text if text and "(" not in text else f"{define.value:.6g}"
    return found


def data(questions: Questions, variant: Variant, drawn: ShownVariant, language: str) -> str:
    """Tables of what is given: names of DEFINE that stand by themselves, and what acts."""
    defined = "".join(
        f"<tr><td><i>{escape(define.name)}</i></td>"
        f"<td class=number>{shown_value(questions, variant, define.name)}</td></tr>\n"
        for define in questions.deck.defines
        if not define.open
    )
    acting = "".join(
        f"<tr><td>{what}</td><td>{which}</td><td class=number>{value}</td></tr>\n"
        for what, which, value in drawn.given[language]
    )
    tables = "".join(f"<table>\n<tbody>{rows}</tbody></table>\n" for rows in (defined, acting) if rows)
    return tables + drawn.more


def _question(questions: Questions, at: int, language: str) -> str:
    ask, words = questions.asks[at], TEXTS[language]
    unit, _ = questions.units[ask.name]
    points = f"{ask.points:g} {words['point' if ask.points == 1 else 'points']}"
    return (
        f"<li><span class=points>{points}</span>{escape(ask.text)}<span class=room></span>"
        f"{escape(ask.name)} = <span class=answer>&nbsp;</span> {escape(unit)}</li>\n"
    )


def answer_text(questions: Questions, variant: Variant, name: str) -> str:
    unit, size = questions.units[name]
    return f"{escape(name)} = {variant.answers.values[name] / size:.5g} {escape(unit)}".rstrip()
