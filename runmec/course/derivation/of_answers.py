"""The derivation on a solution: of the positions that the questions ask about."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ...deck.expression import Program
from ...results.result import Result
from ..questions import Questions
from .html_page import part
from .standing import NotDerived
from .writing import derivation

_MOST = 2  # positions: a solution is no book


def derived_answers(questions: Questions, result: Result, language: str) -> str:
    """As html; where no question names a position, of the one that is drawn."""
    positions = list(dict.fromkeys(at for ask in questions.asks for at in _positions(questions.inlined(ask), result)))
    if not positions:
        from ...drawing.sketch import telling_position

        positions = [telling_position(result)]
    found = []
    for at in positions[:_MOST]:
        try:
            found.append(part(derivation(result, at, language)))
        except NotDerived as fault:
            found.append(f"<p>{escape(str(fault))}</p>\n")
    return '<section style="break-before: page">\n' + "".join(found) + "</section>\n"


def _positions(program: Program, result: Result) -> Iterator[int]:
    """`at(b, k)` names one; `first` and `last` do too."""
    for k, (name, _) in enumerate(program):
        before = program[k - 1] if k else ("", 0)
        if name == "at" and before[0] == "number" and 1 <= before[1] <= len(result):
            yield int(before[1])
        elif name in ("first", "last"):
            yield 1 if name == "first" else len(result)
