"""A deck with its numbers looked up: what exists, how it is called, and what is said of what does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from .damage import Damage
from .expression import Expression
from .item import Item
from .links import Link, links
from .model import Deck
from .study import Figure
from .turning import as_written, node_of

_WORDS = {"element": ("element", "D201"), "coordinate": ("co-ordinate", "D202"),
          "parameter": ("parameter", "D203"), "input": ("input", "D204"), "buffer": ("buffer", "D205"),
          "program": ("program", "D232"), "variable": ("state", "D220")}  # fmt: skip
LISTED_AT_MOST = 12


@dataclass(frozen=True)
class Known:
    """A deck with its numbers looked up, and what damaged lines may have declared."""

    deck: Deck
    damage: Damage

    @cached_property
    def elements(self) -> dict[int, Any]:
        return {element.number: element for element in self.deck.elements}

    @cached_property
    def numbers(self) -> dict[str, set[int]]:
        deck = self.deck
        return {
            "element": set(self.elements),
            "coordinate": {c.number for c in (*deck.fixed, *deck.moving)},
            "parameter": {form.parameter for form in deck.forms},
            "input": set(range(1, deck.inputs + 1)),
            "buffer": {store.buffer for store in deck.stores},
            "program": {program.number for program in deck.programs},
            "variable": set(deck.names.variables),
        }

    @property
    def expressions(self) -> Iterator[tuple[Item, int, Expression]]:
        """Those that are evaluated in motion or of whole histories, with their line and which word of it they are."""
        for line in self.deck.dynamics:
            for k, value in enumerate(line.values):
                if isinstance(value, Expression):
                    yield line, line.word_of(k), value
        for store in self.deck.stores:
            if store.expression is not None:
                yield store, 1, store.expression
        for figure in self.deck.figures:
            if isinstance(figure, Figure):
                yield figure, 2, figure.expression

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return links(self.deck)

    @cached_property
    def mistyped(self) -> set[str]:
        """Kinds of which a number is given twice, or jumps: most likely it is the one that is missed."""
        deck = self.deck
        counts = {
            "element": len(deck.elements),
            "coordinate": len(deck.fixed) + len(deck.moving),
            "buffer": len(deck.stores),
        }
        found = {kind for kind, count in counts.items() if count > len(self.numbers[kind])}
        prescribed = {number for number in self.numbers["parameter"] if number > 0}
        return found | ({"parameter"} if prescribed and max(prescribed) > len(prescribed) else set())

    def called(self, kind: str, number: int) -> str:
        """The name of something, or its number."""
        return self.deck.names.of(kind, number)

    def listed(self, kind: str) -> str:
        """All that there are: their names, those without a name by number."""
        of_numbers = {number for number in self.numbers[kind] if not self.deck.names.has(kind, number)}
        named = [self.called(kind, number) for number in sorted(self.numbers[kind] - of_numbers)]
        shown = [*named[:LISTED_AT_MOST], *(["…"] if len(named) > LISTED_AT_MOST else [])]
        return ", ".join(filter(None, (*shown, _in_all(of_numbers))))

    def missing(self, kind: str, number: int) -> bool:
        if kind in self.mistyped or self.damage.may_declare(kind, number):
            return False
        return number not in self.numbers[kind]


def does_not_exist(known: Known, kind: str, number: int, span: Span | None, label: str = "") -> Diagnostic:
    word, code = _WORDS[kind]
    message = f"{word} {known.called(kind, number)} does not exist"
    remedy = ""
    if kind == "coordinate":
        message = f"co-ordinate {as_written(number)} has no value"
        turns = node_of(number) != number
        remedy = (
            f"add a line `{number} <value>` under `xmov` or `xfix`"
            if not turns
            else f"`turn {node_of(number)}` makes it"
        )
    elif kind == "input":
        inputs = known.deck.inputs
        line = "`input`" if known.deck.names else f"`nr dof {inputs}`"
        remedy = f"{line} makes {'inputs 1 … ' + str(inputs) if inputs else 'no inputs'}"
    elif kind == "buffer":
        message = f"buffer {number} is never filled"
        remedy = "store something in it by a `buf…` line"
    elif kind == "parameter":
        there = known.numbers["parameter"]
        remedy = f"parameters are {known.listed(kind)}; `form` makes them" if there else "`form` makes parameters"
    elif kind == "program":
        remedy = f"programs are {known.listed(kind)}" if known.numbers[kind] else "`program` in GEOMETRY makes one"
    elif known.numbers["element"]:
        remedy = f"elements are {known.listed(kind)}"
    return diagnostic(code, message, span, label=label, help=remedy)


def _in_all(numbers: Iterable[int]) -> str:
    """1 … 7, 9, −2 … −1: runs of numbers, those below zero last."""
    runs: list[list[int]] = []
    for number in sorted(numbers, key=lambda n: (n < 0, n)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [f"{run[0]} … {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(shown[:8]) + (", …" if len(shown) > 8 else "")


def shown(name: str) -> str:
    return name.replace("b", "β")
