"""Rules for `state`, `sample` and `where`: numbers of the motion with names of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..diagnostics import Diagnostic
from ..dynamics import DYNAMICS, SAMPLE, STATE, WHERE, VariableKind
from ..messages import diagnostic
from .expression import DEEPEST, VARIABLE, Expression
from .known import Known
from .model import Deck, Dynamic

FREE = ("tstepf", "tcycle")
MOST_OPERATIONS = 20_000  # of an expression with all that it calls by name


def variables(deck: Deck) -> list[Dynamic]:
    """Lines that give names to numbers of the motion."""
    return [line for line in deck.dynamics if isinstance(DYNAMICS[line.word], VariableKind)]


def names_are_their_own(known: Known) -> Iterator[Diagnostic]:
    """They share one set with DEFINE; the time and π have names already."""
    deck = known.deck
    defined = {define.name: define for define in deck.defines}
    for line in variables(deck):
        name = known.called("variable", line.subject)
        at = line.at(2 if line.word == SAMPLE.word else 1)
        if name == "t" or name.lower() == "pi":
            what = "the time" if name == "t" else "the number π"
            yield diagnostic(
                "D340", f"`{name}` is {what}: it cannot be the name of a `{line.word}`", at, help="choose another name"
            )
        elif name in defined:
            place = defined[name].at(0)
            yield diagnostic(
                "D341",
                f"`{name}` has a value in DEFINE already",
                at,
                label=f"on line {place.line}" if place else "",
                help="choose another name",
            )


def expressions_use_what_is_above(known: Known) -> Iterator[Diagnostic]:
    """A `where` may use those above it; together they stay within bounds."""
    deck = known.deck
    order = {line.subject: k for k, line in enumerate(deck.of(WHERE))}
    sizes: dict[int, tuple[int, int]] = {}
    for k, line in enumerate(deck.of(WHERE)):
        for number in dict.fromkeys(_used(line.values[0])):
            if order.get(number, -1) >= k:
                own, other = (known.called("variable", n) for n in (line.subject, number))
                told = "itself" if number == line.subject else f"`{other}`, which stands below it"
                yield diagnostic(
                    "D342",
                    f"`where {own}` uses {told}",
                    line.at(2),
                    help="a `where` may use those above it: move the line",
                )
                return
        sizes[line.subject] = _size(line.values[0], sizes)
    for item, at, expression in known.expressions:
        operations, depth = _size(expression, sizes)
        if any(number in sizes for number in _used(expression)) and (operations > MOST_OPERATIONS or depth > DEEPEST):
            told = f"with what it calls by name an expression of {operations} operations, {depth} upon each other"
            yield diagnostic("D343", f"{told}; {MOST_OPERATIONS} and {DEEPEST} are the most", item.at(at))
            return


def _used(expression: Any) -> list[int]:
    if not isinstance(expression, Expression):
        return []
    return [operand for word, operand in expression.program if word == VARIABLE]


def _size(expression: Any, sizes: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
    """Operations and depth, those of the names in it included."""
    if not isinstance(expression, Expression):
        return 1, 0
    inside = [sizes.get(number, (1, 0)) for number in _used(expression)]
    most = 10 * MOST_OPERATIONS
    return (
        min(most, len(expression.program) + sum(size for size, _ in inside)),
        expression.depth + max((depth for _, depth in inside), default=0),
    )


def jobs_suit(known: Known) -> Iterator[Diagnostic]:
    """Lines with a meaning in one job alone."""
    deck = known.deck
    for line in deck.dynamics:
        job = DYNAMICS[line.word].job
        if job and deck.job != job:
            yield diagnostic(
                "D344",
                f"`{line.word}` is for {job}; this deck is {deck.job}",
                line.at(0),
                help=f"begin the deck with `{job}`",
            )


def states_are_stored(known: Known) -> Iterator[Diagnostic]:
    """`bufstate` is of states and samples; what `where` calls by name has no memory."""
    named = {line.subject: line for line in variables(known.deck)}
    for store in known.deck.stores:
        line = named.get(store.subject[0]) if store.kind.of == "variable" else None
        if line is not None and line.word == WHERE.word:
            name = known.called("variable", line.subject)
            yield diagnostic(
                "D345",
                f"`{name}` is the name of an expression, no state",
                store.at(1),
                help=f"write `bufcalc ({name}) b`",
            )


def states_rest(known: Known) -> Iterator[Diagnostic]:
    """While the motion is given."""
    deck = known.deck
    given = next((move for move in deck.moves if move.word not in FREE), None)
    if given is not None and deck.of(STATE) and deck.job == STATE.job:
        names = ", ".join(known.called("variable", line.subject) for line in deck.of(STATE))
        yield diagnostic(
            "D346",
            f"states keep their values in moves of given motion: {names}",
            given.at(0),
            help="drive the input by `motor i given v a` in a `tstepf`: there they go on",
        )


RULES = (states_rest, names_are_their_own, expressions_use_what_is_above, jobs_suit, states_are_stored)
