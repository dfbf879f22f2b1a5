"""Rules of EXERCISE: what its lines name exists, once, and somebody is asked something."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..dynamics import DYNAMICS
from ..messages import diagnostic
from .exercise import Ask, Choose, Fair, Mistake, Statement, dropped
from .item import Item
from .model import Deck

NAMES_IN_TEXT = re.compile(r"\{(\w+)\}")


def exercise_is_whole(deck: Deck) -> Iterator[Diagnostic]:
    if not deck.exercise:
        return
    asked: list[str] = []
    for item in deck.exercise:
        if isinstance(item, Statement):
            yield from _of_text(deck, item, item.text, 1)
        elif isinstance(item, Ask):
            yield from _of_text(deck, item, item.text, len(item.places) - 1)
            yield from _of_question(item, asked)
            asked.append(item.name)
        elif isinstance(item, Choose) and sum(isinstance(c, Choose) and c.name == item.name for c in deck.exercise) > 1:
            first = next(c for c in deck.exercise if isinstance(c, Choose) and c.name == item.name)
            if item is not first:
                yield diagnostic("D206", f"`choose {item.name}` is given twice", item.at(1))
        elif isinstance(item, Mistake):
            yield from _of_mistake(deck, item)
    if not asked:
        yield diagnostic(
            "D361",
            "the exercise asks nothing",
            deck.exercise[0].at(0),
            help='add a question: `ask M (peak(101)) 2% N*m "How large …?"`',
        )
    figures = {figure.name for figure in deck.figures}
    for item in deck.exercise:
        if isinstance(item, Fair):
            yield from _known(item, item.judgement.judged, figures | set(asked), 1)
        if isinstance(item, Mistake):
            yield from _known(item, item.figures, set(asked), 1)


def _of_question(item: Ask, asked: list[str]) -> Iterator[Diagnostic]:
    for name in item.judgement.judged:
        if name == item.name or name not in item.after:
            yield diagnostic(
                "D361",
                f"question {item.name} uses `{name}`, which does not stand behind `after`",
                item.at(2),
                help=f"write `after {name}` behind unit and points",
            )
    yield from _known(item, item.after, set(asked), len(item.places) - 2)


def _of_mistake(deck: Deck, item: Mistake) -> Iterator[Diagnostic]:
    if item.drop and item.drop[0].lower() not in DYNAMICS:
        yield diagnostic(
            "D361",
            f"`{item.drop[0]}` is no word of DYNAMICS that could be left out",
            item.at(len(item.places) - len(item.drop)),
            help=f"known are {', '.join(DYNAMICS)}",
        )
    elif item.drop and not dropped(deck, item):
        yield diagnostic(
            "D361",
            f"the deck has no line `{' '.join(item.drop)}`",
            item.at(len(item.places) - len(item.drop)),
            help="name what stands in DYNAMICS",
        )


def _of_text(deck: Deck, item: Item, text: str, at: int) -> Iterator[Diagnostic]:
    known = {define.name for define in deck.defines}
    for name in NAMES_IN_TEXT.findall(text):
        if name not in known:
            yield diagnostic(
                "D361",
                f"`{{{name}}}` is no name of DEFINE",
                item.at(at),
                help=f"known are {', '.join(sorted(known))}" if known else "DEFINE has none",
            )


def _known(item: Item, names: tuple[str, ...], known: set[str], at: int) -> Iterator[Diagnostic]:
    for name in names:
        if name not in known:
            yield diagnostic(
                "D361",
                f"`{name}` is no question that stands before",
                item.at(at),
                help=f"there {'is' if len(known) == 1 else 'are'} {', '.join(sorted(known))}"
                if known
                else "`ask` makes one",
            )
