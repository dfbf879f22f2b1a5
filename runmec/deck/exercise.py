"""The items of EXERCISE: what a student reads, which numbers he gets, what he is asked, and what goes wrong often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .expression import Instruction
from .item import Item, changed_item

if TYPE_CHECKING:
    from .model import Deck, Dynamic


@dataclass(frozen=True, slots=True)
class Judgement:
    """An expression of names of DEFINE, figures, other questions and what is made of buffers."""

    program: tuple[Instruction, ...]
    text: str = field(compare=False)

    @property
    def judged(self) -> tuple[str, ...]:
        """The figures and questions in it."""
        return tuple(dict.fromkeys(operand for name, operand in self.program if name == "judged"))


@dataclass(frozen=True, eq=False, repr=False)
class Statement(Item):
    """Quoted text: title, text, hint or solution."""

    word: str
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Choose(Item):
    """A name of DEFINE takes one of these values for each student; as they were written, with their units."""

    name: str
    values: tuple[float, ...]
    written: tuple[str, ...] = field(compare=False)


@dataclass(frozen=True, eq=False, repr=False)
class Fair(Item):
    """A variant is given only where this is above zero."""

    judgement: Judgement


@dataclass(frozen=True, eq=False, repr=False)
class Ask(Item):
    """A question. A wrong answer is compared once more with the student's own answers to those in `after`."""

    name: str
    judgement: Judgement
    tolerance: float
    is_relative: bool
    unit: str  # as it was written; "": that of the set of units
    points: float
    after: tuple[str, ...]
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Mistake(Item):
    """A wrong assumption: names of DEFINE with other values, or an item of the deck that is left out."""

    figures: tuple[str, ...]
    text: str
    changes: tuple[tuple[str, Judgement], ...]
    drop: tuple[str, ...] = field(compare=False)  # as it was written
    left_out: tuple[str | int, ...] = ()  # the same with numbers for names, when the deck is known


def numbers_of(deck: Deck, name: str) -> list[int]:
    """The numbers that a name may stand for in a line of DYNAMICS: a point is its co-ordinates."""
    point = deck.names.coordinates_of(name)
    if point is not None:
        return list(point)
    kinds = ("element", "coordinate", "parameter", "input")
    found = [number for kind in kinds if (number := deck.names.find(kind, name)) is not None]
    turning = next((node for node, called in deck.names.turns.items() if called == name), None)
    return found[:1] or ([turning] if turning is not None else [])


def with_numbers(deck: Deck, item: Item) -> Item:
    """A mistake that knows by number what its dropped line is about; what nothing is called stays a word."""
    if not isinstance(item, Mistake) or not item.drop:
        return item
    word, *names = item.drop
    about: list[str | int] = []
    for name in names:
        about += numbers_of(deck, name) or [int(name) if _is_whole(name) else name]
    return changed_item(item, {"left_out": (word.lower(), *about)})


def dropped(deck: Deck, item: Mistake) -> list[Dynamic]:
    """The lines of DYNAMICS that a mistake leaves out."""
    word, *about = item.left_out or ("",)
    return [line for line in deck.dynamics if line.word == word and (not about or line.subject in about)]


def _is_whole(text: str) -> bool:
    return text.lstrip("-").isdigit()


def written_words(item: Item, expression: Callable[[Judgement], str], subject: Callable[[str], list[str]]) -> list[str]:
    """The words of its line; expressions, and what a dropped line is about, as they are to be written."""
    if isinstance(item, Choose):
        return ["choose", item.name, "from", *item.written]
    if isinstance(item, Fair):
        return ["fair", expression(item.judgement)]
    if isinstance(item, Ask):
        size = f"{100.0 * item.tolerance:.12g}%" if item.is_relative else f"{item.tolerance!r}"
        after = ["after", *item.after] if item.after else []
        unit = [item.unit] if item.unit else []
        return [
            "ask",
            item.name,
            expression(item.judgement),
            size,
            *unit,
            f"{item.points:.12g}",
            *after,
            _quoted(item.text),
        ]
    if isinstance(item, Mistake):
        changes = [word for name, value in item.changes for word in (name, expression(value))]
        dropped = [word for name in item.drop[1:] for word in subject(name)]
        assumed = ["drop", item.drop[0], *dropped] if item.drop else changes
        return ["mistake", *item.figures, _quoted(item.text), *assumed]
    assert isinstance(item, Statement)
    return [item.word, _quoted(item.text)]


def _quoted(text: str) -> str:
    return f'"{text}"'
