"""Which assumption gives a number: of a question, a figure or a buffer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import copysign, isfinite, nan

from ..calculate import run
from ..deck import read
from ..deck.exercise import Ask, Judgement, Mistake
from ..deck.expression import REDUCTIONS
from ..deck.measures import is_alike
from ..deck.model import Deck
from ..deck.units import unit_of
from ..diagnostics import RunmecError
from ..dimensions import Dimension
from ..results.result import Result
from ..results.units import NO_UNIT, dimension_of_figure, unit_for
from .assumptions import assumptions
from .masses import AT_FIRST, WEIGHT_ALONE
from .questions import Questions, valued
from .readings import readings
from .written import Written, is_rounded, only_one, read_answer


class NotAsked(RunmecError):
    """A name that is no question, figure or buffer of the deck, or a number that cannot be one of its values.

    Examples
    --------
    >>> try:
    ...     runmec.why("inputs/slider_cranks/exercise_slider_crank.mec", "Q", "3 N")
    ... except runmec.NotAsked as fault:
    ...     print(str(fault)[:45])
    the deck has no question, figure or buffer `Q
    """


@dataclass(frozen=True)
class Reason:
    """What `why` has found: `assumption` is "" where none, or more than one,
    gives the number; `right` where it is right.

    Examples
    --------
    >>> runmec.why("inputs/slider_cranks/exercise_slider_crank.mec", "M", "-24.95 Nm").right
    True
    """

    name: str
    number: float  # in SI
    shown: str
    right: bool
    assumption: str

    def __str__(self) -> str:
        said = "right" if self.right else self.assumption or "no single assumption gives it"
        return f"{self.name} = {self.shown}: {said}"


def why(deck: Deck | str | os.PathLike[str], name: str, answer: str | float) -> Reason:
    """Says which assumption gives a number.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        A deck, or its file.
    name : str
        A question, a figure, or a buffer, of which the value that is largest in size is meant.
    answer : str or float
        The number as it was written, `"27.4 Nm"`: its digits tell how exactly it is meant.

    Returns
    -------
    Reason
        ``str(reason)`` is a sentence.

    Raises
    ------
    NotAsked
        Where the deck has nothing of that name, or the number is none of its dimension.

    Examples
    --------
    >>> str(runmec.why("inputs/slider_cranks/exercise_slider_crank.mec", "M", "-26.10 Nm"))
    'M = -26.10 N·m: the rod has no mass'
    """
    found = deck if isinstance(deck, Deck) else read(deck)
    return _Search(found, name).reason(str(answer))


class _Search:
    def __init__(self, deck: Deck, name: str) -> None:
        self.deck, self.name = deck, name
        self.questions = Questions(deck) if deck.exercise else None
        self.ask, self.judgement = self._meant(name)
        self.result = run(deck)

    def _meant(self, name: str) -> tuple[Ask | None, Judgement]:
        for ask in self.questions.asks if self.questions is not None else ():
            if ask.name == name:
                return ask, ask.judgement
        for figure in self.deck.figures:
            expression = getattr(figure, "expression", None)
            if figure.name == name and expression is not None:
                return None, Judgement(expression.open or expression.program, expression.text)
        buffer = self.deck.names.find("buffer", name)
        if buffer is None and name.isdigit() and int(name) in {store.buffer for store in self.deck.stores}:
            buffer = int(name)
        if buffer is None:
            known = [
                *(ask.name for ask in (self.questions.asks if self.questions is not None else ())),
                *(figure.name for figure in self.deck.figures),
                *self.deck.names.buffers.values(),
            ]
            raise NotAsked(f"the deck has no question, figure or buffer `{name}`; it has {', '.join(known)}")
        return None, Judgement((("largest", buffer),), "")

    # ---- values

    def _value(self, result: Result, judgement: Judgement | None = None) -> float:
        judgement = judgement or self.judgement
        if judgement.program[0][0] == "largest":
            history = result.buffers[judgement.program[0][1]]
            return float(max(history, key=abs)) if len(history) else nan
        known = {define.name: define.value for define in result.deck.defines}
        if self.questions is not None:
            known |= self.questions.asked_of(result)
        return valued(judgement, result, known)

    def reason(self, answer: str) -> Reason:
        written = read_answer(answer)
        if written is None:
            raise NotAsked(f"`{answer}` is no number")
        dimension, unit, size = self._unit()
        number = self._in_si(written, dimension, size)
        if number is None:
            raise NotAsked(f"`{answer}` is not measured as {self.name} is" + (f", in {unit}" if unit else ""))
        digits = answer.strip().removesuffix(written.unit).strip()
        shown = f"{digits} {_shown(written.unit) if written.unit else unit}".strip()
        right = self._value(self.result)
        if is_rounded(number, written.digits, right):
            return Reason(self.name, number, shown, True, "")
        found = {text: value for text, value in self._assumed(right) if isfinite(value)}
        return Reason(self.name, number, shown, False, only_one(number, written.digits, found))

    def _assumed(self, right: float) -> Iterator[tuple[str, float]]:
        """Assumptions and the numbers that they give; what the deck itself names goes before what every class does."""
        own: set[str] = set()
        for mistake in self.questions.mistakes if self.questions is not None and self.ask is not None else ():
            value = self._mistaken(mistake)
            own.add(f"{value:.9g}")
            yield mistake.text, value
        said: dict[str, str] = {}
        for text, value in self._of_every_class(right):
            said[text] = shown = f"{value:.9g}"
            if shown not in own and said.get(_stronger(text)) != shown:
                yield text, value

    def _of_every_class(self, right: float) -> Iterator[tuple[str, float]]:
        for one in assumptions(self.deck):
            if one.text.endswith(WEIGHT_ALONE) and self._is_of_pins:
                continue  # forces in a pin belong to the joint, the weight of a link to the link
            yield one.text, right * one.factor if one.change is None else self._under(one.change(self.deck))
        for reading in readings(self.result, self.judgement):
            value = (
                self._under(reading.deck, reading.judgement)
                if reading.deck
                else self._value(self.result, reading.judgement)
            )
            yield reading.text, copysign(value, right) if reading.unsigned else value

    @property
    def _is_of_pins(self) -> bool:
        buffers = [operand for name, operand in self.judgement.program if name in REDUCTIONS or name == "largest"]
        return any(self.result.store(number).kind.is_direction for number in buffers)

    def _mistaken(self, mistake: Mistake) -> float:
        assert self.questions is not None
        assert self.ask is not None
        if mistake.figures and self.ask.name not in mistake.figures:
            return nan
        return self.questions.mistaken(mistake, {}).get(self.ask.name, nan)

    def _under(self, deck: Deck | None, judgement: Judgement | None = None) -> float:
        if deck is None:
            return nan
        try:
            result = run(deck)
        except (RunmecError, ArithmeticError):
            return nan
        return self._value(result, judgement) if result.complete else nan

    # ---- units

    def _unit(self) -> tuple[Dimension | None, str, float]:
        if self.ask is not None and self.questions is not None:
            unit, size = self.questions.units[self.ask.name]
            return self.questions.dimensions[self.ask.name], unit, size
        program = self.judgement.program
        if program[0][0] == "largest":
            program = (("peak", program[0][1]),)
        dimension = dimension_of_figure(self.result.mechanism, program)
        shown = unit_for("SI", dimension) if dimension is not None else NO_UNIT
        return dimension, shown.shown, 1.0 / shown.number(1.0)

    @staticmethod
    def _in_si(written: Written, dimension: Dimension | None, size: float) -> float | None:
        if written.dimension is None:
            return written.number * size
        if dimension is not None and not is_alike(written.dimension, dimension):
            return None
        return written.number * written.size


def _stronger(text: str) -> str:
    """What says the same of the same thing where both give one number."""
    name, _, rest = text.partition(": ")
    return f"{name} without mass" if rest in (WEIGHT_ALONE, AT_FIRST) else "first row" if text == "last row" else ""


def _shown(unit: str) -> str:
    known = unit_of(unit.replace(" ", "").replace("·", "*"))
    return {"Nm": "N·m", "kNm": "kN·m", "Nmm": "N·mm"}.get(unit, unit.replace("*", "·")) if known is not None else unit
