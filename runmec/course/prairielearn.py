"""A question folder of PrairieLearn: its server has no runmec, so that it carries a table of variants."""

from __future__ import annotations

import json
import uuid
from html import escape
from typing import TYPE_CHECKING

from ..deck.exercise_rules import NAMES_IN_TEXT
from .sheets import data, shown_value

if TYPE_CHECKING:
    from .classes import Sheets

_GIVEN = "runmec_given"  # tables, as html
_SERVER = '''"""Draws a variant of the table and tells which assumption gives a wrong number."""

import json
import os

_HERE = os.path.dirname(os.path.abspath(__file__))


def _variants():
    with open(os.path.join(_HERE, "variants.json"), encoding="utf-8") as file:
        return json.load(file)


def generate(data):
    variants = _variants()
    variant = variants[int(data["variant_seed"]) % len(variants)]
    data["params"].update(variant["params"])
    data["params"]["picture"] = variant["picture"]
    data["correct_answers"].update(variant["answers"])


def grade(data):
    variants = _variants()
    variant = variants[int(data["variant_seed"]) % len(variants)]
    for name, known in variant["mistakes"].items():
        given = data["submitted_answers"].get(name)
        near = {text for text, value in known if given is not None and abs(given - value) <= 5e-4 * abs(value)}
        if len(near) == 1 and data["partial_scores"].get(name, {}).get("score", 0) == 0:
            data["feedback"][name] = near.pop()
'''


def question(sheets: Sheets, language: str) -> dict[str, str | bytes]:
    questions = sheets.questions
    variants = list({variant.place: variant for variant in sheets.variants.values()}.values())
    table = []
    files: dict[str, str | bytes] = {}
    names = sorted(
        {name for text in questions.paragraphs for name in NAMES_IN_TEXT.findall(text)}
        | {choice.name for choice in questions.choices}
    )
    for variant in variants:
        picture = f"variant{variant.number}.svg"
        files[f"clientFilesQuestion/{picture}"] = sheets.shown(variant.place).sketch
        under = [(mistake, questions.mistaken(mistake, variant.values)) for mistake in questions.mistakes]
        sizes = {ask.name: questions.units[ask.name][1] for ask in questions.asks}
        table.append(
            {
                "params": {name: shown_value(questions, variant, name) for name in names}
                | {_GIVEN: data(questions, variant, sheets.shown(variant.place), language)},
                "picture": picture,
                "answers": {name: variant.answers.values[name] / size for name, size in sizes.items()},
                "mistakes": {
                    name: [
                        [mistake.text, wrong[name] / size]
                        for mistake, wrong in under
                        if name in wrong and (not mistake.figures or name in mistake.figures)
                    ]
                    for name, size in sizes.items()
                },
            }
        )
    known = uuid.uuid5(uuid.NAMESPACE_URL, f"runmec:{sheets.seed}:{questions.deck.source}")
    about = {"uuid": str(known), "title": questions.title, "topic": "Mechanisms", "type": "v3"}
    return {
        "info.json": json.dumps(about, ensure_ascii=False, indent=2) + "\n",
        "question.html": _page(sheets),
        "server.py": _SERVER,
        "variants.json": json.dumps(table, ensure_ascii=False, indent=1) + "\n",
        **files,
    }


def _page(sheets: Sheets) -> str:
    questions = sheets.questions
    said = "".join(f"<p>{_with_params(text)}</p>\n" for text in questions.paragraphs)
    inputs = []
    for ask in questions.asks:
        unit, size = questions.units[ask.name]
        width = f'rtol="{ask.tolerance!r}" atol="0"' if ask.is_relative else f'rtol="0" atol="{ask.tolerance / size!r}"'
        known = f'answers-name="{ask.name}" label="{ask.name} =" comparison="relabs" {width}'
        weight = max(1, round(ask.points))
        field = f'<pl-number-input {known} suffix="{escape(unit)}" weight="{weight}"></pl-number-input>'
        inputs.append(f"<p>{escape(ask.text)}</p>\n{field}\n")
    solution = "".join(f"<p>{_with_params(text)}</p>\n" for text in questions.told("solution"))
    figure = '<pl-figure file-name="{{params.picture}}"></pl-figure>'
    given = f"{{{{{{params.{_GIVEN}}}}}}}"
    return (
        f"<pl-question-panel>\n{said}{figure}\n{given}\n</pl-question-panel>\n{''.join(inputs)}"
        f"<pl-answer-panel>\n{solution}</pl-answer-panel>\n"
    )


def _with_params(text: str) -> str:
    return NAMES_IN_TEXT.sub(lambda name: f"{{{{{{params.{name[1]}}}}}}}", escape(text))
