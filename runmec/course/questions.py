"""What an exercise asks of one variant of its deck: the answers, right ones and those of known mistakes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import copysign, isfinite, nan
from typing import TypeVar

import numpy as np

from ..calculate import CalculationError, run
from ..deck.arithmetic import NoNumber
from ..deck.exercise import Ask, Choose, Fair, Judgement, Mistake, Statement, dropped
from ..deck.expression import JUDGED, REDUCTIONS, Instruction
from ..deck.model import Deck
from ..deck.units import unit_of, units_of
from ..deck.variant import with_values
from ..diagnostics import DeckError, RunmecError
from ..dimensions import NUMBER, Dimension
from ..motion.walk import stand
from ..results.result import Result
from ..results.units import NO_UNIT, dimension_of_figure, unit_for
from ..studies.duals import Dual, evaluate
from ..studies.figures import Histories, ends_of, figures, reduced
from .texts import RAISED

_SINGULAR = frozenset(("R451", "R453", "R454", "R455"))  # warnings of branches and singular positions
_THOUSANDS = (-6, -3, 3, 6)
_ALIKE = 1e-9  # of sizes of units
_ROUNDING = 1e-9  # of the largest value of its history: an answer whose sign may be anything
AnyItem = TypeVar("AnyItem")


class NoExercise(RunmecError):
    """A deck without a section EXERCISE was asked for one.

    Examples
    --------
    >>> try:
    ...     runmec.exercise("inputs/six_bars/watt_2.mec")
    ... except runmec.NoExercise as fault:
    ...     print("no exercise")
    no exercise
    """


@dataclass(frozen=True)
class VariantAnswers:
    """Of one variant: the answers in SI by question; without any the reason."""

    values: dict[str, float]
    judged: dict[str, float] = field(default_factory=dict)  # names of DEFINE, figures, and the answers
    refused: str = ""


class Questions:
    """The exercise of a deck."""

    def __init__(self, deck: Deck) -> None:
        if not deck.exercise:
            raise NoExercise(f"{deck.name} has no section EXERCISE: `runmec new NAME --kind exercise` shows one")
        self.deck = deck
        self.asks = self._all(Ask)
        self.choices = self._all(Choose)
        self.conditions = self._all(Fair)
        self.mistakes = self._all(Mistake)
        self._known: dict[tuple[float, ...], VariantAnswers] = {}

    def _all(self, kind: type[AnyItem]) -> tuple[AnyItem, ...]:
        return tuple(item for item in self.deck.exercise if isinstance(item, kind))

    def told(self, word: str) -> list[str]:
        """The texts of its `title`, `text`, `hint` or `solution` lines."""
        return [item.text for item in self._all(Statement) if item.word == word]

    @property
    def paragraphs(self) -> list[str]:
        """What the student reads: `text` lines add up, an empty one begins a paragraph."""
        return [part for part in " ".join(text or "\n" for text in self.told("text")).split(" \n ") if part.strip()]

    @property
    def title(self) -> str:
        return " ".join(self.told("title")) or self.deck.title or self.deck.name

    # ---- answers

    def answers(self, values: Mapping[str, float]) -> VariantAnswers:
        """Of the variant with these values of `choose`; each is calculated once."""
        key = tuple(values[choice.name] for choice in self.choices)
        if key not in self._known:
            self._known[key] = self._answered(values)
        return self._known[key]

    def _answered(self, values: Mapping[str, float]) -> VariantAnswers:
        try:
            result = self.result(values)
        except (DeckError, CalculationError) as fault:
            return VariantAnswers({}, refused=_first_line(fault))
        if not result.complete:
            return VariantAnswers({}, refused="the motion does not reach its end")
        for warning in result.warnings:
            if warning.code in _SINGULAR:
                return VariantAnswers({}, refused=f"warning {warning.code}: {warning.message}")
        found = self.asked_of(result)
        if self._branch is not None and branch_of(result) != self._branch:
            return VariantAnswers({}, found, "it is assembled on another branch than the deck as it stands")
        for ask in self.asks:
            if not isfinite(found.get(ask.name, nan)):
                return VariantAnswers({}, found, f"question {ask.name} has no answer")
            if ask.is_relative and abs(found[ask.name]) <= _ROUNDING * self._largest(ask, result):
                return VariantAnswers({}, found, f"the answer to question {ask.name} is zero but for rounding")
        own = {ask.name: found[ask.name] for ask in self.asks}
        for condition in self.conditions:
            if not valued(condition.judgement, result, found) > 0.0:
                return VariantAnswers(own, found, f"`fair {condition.judgement.text}` is not above zero")
        return VariantAnswers(own, found)

    @cached_property
    def _branch(self) -> list[float] | None:
        """Of the deck as it stands; None where that does not run."""
        try:
            return branch_of(self._as_it_stands)
        except RunmecError:
            return None

    @cached_property
    def _as_it_stands(self) -> Result:
        return self.result({})

    def _largest(self, ask: Ask, result: Result) -> float:
        """The largest value of what an answer is made of."""
        buffers = [operand for name, operand in self.inlined(ask) if name in REDUCTIONS]
        return max((float(np.max(np.abs(result.buffers[buffer]))) for buffer in buffers), default=0.0)

    def result(self, values: Mapping[str, float]) -> Result:
        return run(with_values(self.deck, dict(values), with_warnings=False) if values else self.deck)

    def asked_of(self, result: Result, own: Mapping[str, float] | None = None) -> dict[str, float]:
        """Names of DEFINE, figures and answers of a run; `own` stand in the place of answers to earlier questions."""
        found = {define.name: define.value for define in result.deck.defines}
        duals = figures(result.deck, histories_of(result))
        found |= {figure.name: float(dual.value) for figure, dual in zip(result.deck.figures, duals, strict=True)}
        for ask in self.asks:
            carried = {name: own[name] for name in ask.after if own is not None and name in own}
            found[ask.name] = valued(ask.judgement, result, found | carried)
        return found

    def carried(self, ask: Ask, values: Mapping[str, float], own: Mapping[str, float]) -> float:
        """The answer that follows from a student's own answers to earlier questions."""
        return self.asked_of(self.result(values), own)[ask.name]

    # ---- under mistakes

    def mistaken(self, mistake: Mistake, values: Mapping[str, float]) -> dict[str, float]:
        """What the questions give where the assumption is made; empty where that does not run."""
        try:
            deck = with_values(self.deck, dict(values), with_warnings=False)
            defined = {define.name: define.value for define in deck.defines}
            changed = {name: valued(judgement, None, defined) for name, judgement in mistake.changes}
            if changed:
                deck = with_values(deck, {**values, **changed}, with_warnings=False)
            if mistake.drop:
                left_out = {id(line) for line in dropped(deck, mistake)}
                deck = replace(deck, dynamics=tuple(line for line in deck.dynamics if id(line) not in left_out))
            result = run(deck)
        except (RunmecError, ArithmeticError):
            return {}
        if not result.complete:
            return {}
        found = self.asked_of(result)
        return {ask.name: found[ask.name] for ask in self.asks if isfinite(found[ask.name])}

    # ---- units

    @cached_property
    def units(self) -> dict[str, tuple[str, float]]:
        """The unit of every question, and its size in SI."""
        return {ask.name: self._unit(ask, self._as_it_stands) for ask in self.asks}

    @cached_property
    def dimensions(self) -> dict[str, Dimension | None]:
        """Of the unit of every question; None where it cannot be known."""
        result = self._as_it_stands
        found: dict[str, Dimension | None] = {}
        for ask in self.asks:
            unit = unit_of(ask.unit) if ask.unit else None
            known = dimension_of_figure(result.mechanism, self.inlined(ask))
            found[ask.name] = unit.dimension if unit is not None else known
        return found

    def other_sizes(self, name: str) -> list[float]:
        """Sizes of units in which an answer may stand by mistake: kN for N, mm for m, rpm for rad/s."""
        dimension, own = self.dimensions[name], self.units[name][1]
        if dimension is None or dimension == NUMBER:
            return []
        sizes = {*(size for _, size in units_of(dimension)), *(own * 10.0**power for power in _THOUSANDS)}
        return [size for size in sizes if abs(size / own - 1.0) > _ALIKE]

    def other_units(self, name: str) -> list[tuple[str, float]]:
        """Names and sizes of the other units of a question that have one."""
        dimension, own = self.dimensions[name], self.units[name][1]
        if dimension is None or dimension == NUMBER:
            return []
        return [(unit, size) for unit, size in units_of(dimension) if abs(size / own - 1.0) > _ALIKE]

    def _unit(self, ask: Ask, result: Result) -> tuple[str, float]:
        if ask.unit:
            found = unit_of(ask.unit)
            assert found is not None, "the deck was checked"
            named = {"deg": "°"}.get(ask.unit, ask.unit.replace("*", "·"))
            named = re.sub(r"\^([234])", lambda power: power[1].translate(RAISED), named)
            return named, found.factor * 10.0**found.tens
        dimension = dimension_of_figure(result.mechanism, self.inlined(ask))
        shown = unit_for("SI", dimension) if dimension is not None else NO_UNIT
        return shown.shown, 1.0 / shown.number(1.0)

    def inlined(self, ask: Ask) -> tuple[Instruction, ...]:
        """Its program with those of the questions in it."""
        known = {one.name: one for one in self.asks}
        found: list[Instruction] = []
        for name, operand in ask.judgement.program:
            found += self.inlined(known[operand]) if name == JUDGED and operand in known else ((name, operand),)
        return tuple(found)


def branch_of(result: Result) -> list[float]:
    """Signs of the determinants of all groups where the motion begins."""
    with result.session.replaying():
        groups = result.mechanism.kinematics.groups
        stand(result.mechanism, result.positions.parts[0].rows, 0)
        for group in groups:
            group.evaluate()
        return [copysign(1.0, group.sign) for group in groups]


def histories_of(result: Result) -> Histories:
    first = result.positions.inputs[0] if result.deck.inputs else np.zeros(len(result.positions))
    ends = ends_of(result.deck, len(result.positions))
    return Histories(np.asarray(result.time), np.asarray(first), {b: result.buffers[b] for b in result.buffers}, ends)


def valued(judgement: Judgement, result: Result | None, known: Mapping[str, float]) -> float:
    """An expression of names of DEFINE, figures, answers and of what is made of buffers."""
    program = tuple(("define", operand) if name == JUDGED else (name, operand) for name, operand in judgement.program)
    nothing = np.zeros(0)
    duals = {name: Dual(value, nothing) for name, value in known.items()}
    histories = histories_of(result) if result is not None else None

    def made(name: str, buffer: int, at: Dual | None) -> Dual:
        return reduced(name, buffer, at, histories) if histories is not None else Dual(nan, nothing)

    try:
        with np.errstate(all="ignore"):
            return float(evaluate(program, made, duals, 0).value)
    except (NoNumber, KeyError):
        return nan


def _first_line(fault: Exception) -> str:
    diagnostics = getattr(fault, "diagnostics", None) or [getattr(fault, "diagnostic", None)]
    first = next((one for one in diagnostics if one is not None), None)
    return first.message if first is not None else str(fault).splitlines()[0]
