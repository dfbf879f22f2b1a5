"""A quiz for Moodle: numerical questions with tolerance, units, and the feedback of every mistake."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape as xml

from ..deck.exercise import Ask
from .sheets import data, filled, told
from .texts import TEXTS
from .variants import Variant, is_within

_ROUNDED = 5e-4  # of a mistaken answer

if TYPE_CHECKING:
    from .classes import Sheets


def quiz(sheets: Sheets, language: str) -> str:
    """All variants of a question stand in one category: a quiz draws one of them at random."""
    questions = sheets.questions
    variants = list({variant.place: variant for variant in sheets.variants.values()}.values())
    found = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for ask in questions.asks:
        category = f"$course$/top/{questions.title.replace('/', '-')}/{ask.name}"
        found.append(f'<question type="category"><category><text>{xml(category)}</text></category></question>')
        found += [_question(sheets, ask, variant, language) for variant in variants]
    return "\n".join([*found, "</quiz>"]) + "\n"


def _question(sheets: Sheets, ask: Ask, variant: Variant, language: str) -> str:
    questions = sheets.questions
    _, size = questions.units[ask.name]
    answer = variant.answers.values[ask.name] / size
    tolerance = ask.tolerance * abs(answer) if ask.is_relative else ask.tolerance / size
    picture = base64.b64encode(sheets.shown(variant.place).sketch.encode()).decode()
    drawn = '<p><img src="@@PLUGINFILE@@/sketch.svg" alt=""></p>'
    given = data(questions, variant, sheets.shown(variant.place), language)
    asked = f"{told(questions, variant)}{drawn}{given}<p>{escape(ask.text)}</p>"
    solution = "".join(f"<p>{filled(text, questions, variant)}</p>" for text in questions.told("solution"))
    hints = [f'<hint format="html"><text>{_cdata(escape(text))}</text></hint>' for text in questions.told("hint")]
    return "\n".join(
        [
            '<question type="numerical">',
            f"<name><text>{xml(questions.title)} {ask.name} {variant.number:06d}</text></name>",
            f'<questiontext format="html"><text>{_cdata(asked)}</text>',
            f'<file name="sketch.svg" path="/" encoding="base64">{picture}</file></questiontext>',
            f'<generalfeedback format="html"><text>{_cdata(solution)}</text></generalfeedback>',
            f"<defaultgrade>{ask.points:g}</defaultgrade>",
            "<penalty>0.3333333</penalty>",
            "<hidden>0</hidden>",
            _answer(100, repr(answer), tolerance, ""),
            *_others(sheets, ask, variant, answer, tolerance, language),
            *_units(sheets, ask),
            *hints,
            "</question>",
        ]
    )


def _others(
    sheets: Sheets, ask: Ask, variant: Variant, answer: float, tolerance: float, language: str
) -> Iterator[str]:
    """The wrong sign, mistakes, and all else.

    The first answer within its tolerance wins: those of mistakes are as narrow as rounding, never near
    the right one.
    """
    questions = sheets.questions
    _, size = questions.units[ask.name]
    found: list[tuple[float, float, str]] = []
    for mistake in questions.mistakes:
        wrong = questions.mistaken(mistake, variant.values).get(ask.name)
        if wrong is None or (mistake.figures and ask.name not in mistake.figures):
            continue
        if not is_within(ask, wrong, variant.answers.values[ask.name]):
            found.append((wrong / size, _ROUNDED * abs(wrong / size), mistake.text))
    opposite = (-answer, tolerance, "")
    if answer and not any(_overlap(opposite, one) for one in found):
        yield _answer(50, repr(-answer), tolerance, TEXTS[language]["sign"])
    for one in found:
        if not any(_overlap(one, other) for other in found if other[2] != one[2]):
            yield _answer(0, repr(one[0]), one[1], one[2])
    yield _answer(0, "*", 0.0, "")


def _overlap(one: tuple[float, float, str], other: tuple[float, float, str]) -> bool:
    return abs(one[0] - other[0]) <= one[1] + other[1]


def _answer(fraction: int, text: str, tolerance: float, said: str) -> str:
    feedback = f'<feedback format="html"><text>{_cdata(escape(said))}</text></feedback>'
    given = f"<text>{text}</text><tolerance>{tolerance!r}</tolerance>"
    return f'<answer fraction="{fraction}" format="moodle_auto_format">{given}{feedback}</answer>'


def _units(sheets: Sheets, ask: Ask) -> Iterator[str]:
    """`multiplier`: how many of a unit one of the asked unit is."""
    unit, size = sheets.questions.units[ask.name]
    if not unit:
        yield "<showunits>3</showunits>"
        return
    yield "<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty>"
    yield "<showunits>0</showunits><unitsleft>0</unitsleft>"
    others = ((name, size / other) for name, other in sheets.questions.other_units(ask.name))
    rows = "".join(
        f"<unit><multiplier>{factor!r}</multiplier><unit_name>{xml(name)}</unit_name></unit>"
        for name, factor in ((unit, 1.0), *others)
    )
    yield f"<units>{rows}</units>"


def _cdata(html: str) -> str:
    return f"<![CDATA[{html.replace(']]>', ']]&gt;')}]]>"
