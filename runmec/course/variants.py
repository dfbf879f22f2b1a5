"""Which numbers a student gets: by the seed and the name alone, and only variants that are fair."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, prod

from ..deck.exercise import Ask
from ..diagnostics import RunmecError
from ..messages import diagnostic
from .questions import Questions, VariantAnswers

_TRIES = 400  # of one student; with one variant in twenty fair, one in 10^9 students finds none
_SAMPLE = 40  # variants that are tried before the first student gets one
_FAIR_AT_LEAST = 1 / 20
_SLACK = 1e-9  # of a tolerance: an answer at its very end is right


class Unfair(RunmecError):
    """Fewer than one variant in twenty can be given; ``.diagnostic`` says which condition refuses most.

    Examples
    --------
    >>> with open("inputs/slider_cranks/exercise_slider_crank.mec", encoding="utf-8") as file:
    ...     text = file.read().replace("  ask M", "  fair (r - 1)\\n  ask M", 1)
    >>> try:
    ...     runmec.exercise(runmec.loads(text))
    ... except runmec.Unfair as fault:
    ...     print(fault.diagnostic.code)
    R446
    """

    def __init__(self, refused: Counter[str], tried: int) -> None:
        most, count = refused.most_common(1)[0]
        self.diagnostic = diagnostic(
            "R446",
            f"{tried - sum(refused.values())} of {tried} variants can be given",
            None,
            notes=(f"refused most often ({count} of {tried}): {most}",),
            help="widen `choose`, or what `fair` asks",
        )
        super().__init__(f"{self.diagnostic.message}; refused most often ({count} of {tried}): {most}")


@dataclass(frozen=True)
class Variant:
    """The numbers of a student: `place` of each value in its `choose` line."""

    student: str
    number: int  # of the variant, the same for equal numbers
    check: str  # a short code of deck, seed and values
    place: tuple[int, ...]
    values: dict[str, float]
    written: dict[str, str]
    answers: VariantAnswers


class Chooser:
    """Gives variants to students."""

    def __init__(self, questions: Questions, seed: int) -> None:
        self.questions, self.seed = questions, seed
        self.counts = [len(choice.values) for choice in questions.choices]
        self._is_fair_enough = False

    @property
    def variants(self) -> int:
        """How many there are, fair or not."""
        return prod(self.counts)

    def variant(self, student: str) -> Variant:
        """Raises Unfair where too few variants can be given."""
        self._see_that_enough_are_fair()
        tried: Counter[str] = Counter()
        for k in range(_TRIES):
            place = self._drawn(f"{student}\n{k}")
            answers = self.questions.answers(self.values_at(place))
            if not answers.refused:
                return self._given(student, place, answers)
            tried[answers.refused] += 1
        raise Unfair(tried, _TRIES)

    def _see_that_enough_are_fair(self) -> None:
        if self._is_fair_enough:
            return
        places = self._sample()
        found = [self.questions.answers(self.values_at(place)) for place in places]
        refused = Counter(answers.refused for answers in found if answers.refused)
        if sum(refused.values()) > (1 - _FAIR_AT_LEAST) * len(places):
            raise Unfair(refused, len(places))
        self._is_fair_enough = True

    def _sample(self) -> list[tuple[int, ...]]:
        """All variants, or as many as tell enough."""
        if self.variants <= _SAMPLE:
            return [self.place_of(number) for number in range(self.variants)]
        return list(dict.fromkeys(self._drawn(f"\n{k}") for k in range(_SAMPLE)))

    def _drawn(self, what: str) -> tuple[int, ...]:
        """Places of values, drawn by seed and text; the same on every machine."""
        found = []
        for choice, count in zip(self.questions.choices, self.counts, strict=True):
            told = hashlib.sha256(f"{self.seed}\n{choice.name}\n{what}".encode()).digest()
            found.append(int.from_bytes(told[:8]) % count)
        return tuple(found)

    def place_of(self, number: int) -> tuple[int, ...]:
        found = []
        for count in reversed(self.counts):
            number, place = divmod(number, count)
            found.append(place)
        return tuple(reversed(found))

    def number_of(self, place: tuple[int, ...]) -> int:
        number = 0
        for at, count in zip(place, self.counts, strict=True):
            number = number * count + at
        return number

    def values_at(self, place: tuple[int, ...]) -> dict[str, float]:
        return {choice.name: choice.values[at] for choice, at in zip(self.questions.choices, place, strict=True)}

    def _given(self, student: str, place: tuple[int, ...], answers: VariantAnswers) -> Variant:
        choices = self.questions.choices
        written = {choice.name: choice.written[at] for choice, at in zip(choices, place, strict=True)}
        text = "\n".join([self.questions.deck.source, str(self.seed), *written.values()])
        check = hashlib.sha256(text.encode()).hexdigest()[:6].upper()
        return Variant(student, self.number_of(place) + 1, check, place, self.values_at(place), written, answers)


def as_it_stands(questions: Questions) -> Variant:
    """The numbers of the deck itself; raises Unfair where it could not be given."""
    values = {define.name: define.value for define in questions.deck.defines}
    answers = questions.answers(values)
    if answers.refused:
        raise Unfair(Counter([answers.refused]), 1)
    return Variant("", 0, "", (), {choice.name: values[choice.name] for choice in questions.choices}, {}, answers)


def sharing(variants: Mapping[str, Variant]) -> int:
    """How many students have the numbers of somebody else."""
    counted = Counter(variant.place for variant in variants.values())
    return sum(count for count in counted.values() if count > 1)


def alike(questions: Questions, variants: Mapping[str, Variant]) -> int:
    """How many students with numbers of their own have answers that are all right for somebody else's too."""
    first = questions.asks[0].name
    ordered = sorted(
        {variant.place: variant for variant in variants.values()}.values(),
        key=lambda variant: variant.answers.values[first],
    )
    found: set[tuple[int, ...]] = set()
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if not _is_right(questions.asks[0], one, other):
                break
            if all(_is_right(ask, one, other) for ask in questions.asks):
                found |= {one.place, other.place}
    return sum(variant.place in found for variant in variants.values())


def _is_right(ask: Ask, one: Variant, other: Variant) -> bool:
    a, b = one.answers.values[ask.name], other.answers.values[ask.name]
    return is_within(ask, a, b) or is_within(ask, b, a)


def is_within(ask: Ask, value: float, expected: float) -> bool:
    tolerance = ask.tolerance * abs(expected) if ask.is_relative else ask.tolerance
    return abs(value - expected) <= tolerance * (1.0 + _SLACK)


def told_apart(ask: Ask, answers: Sequence[float]) -> int:
    """How many answers there are of which none would be right in the place of another."""
    count, last = 0, nan
    for value in sorted(answers):
        if not (is_within(ask, value, last) or is_within(ask, last, value)):
            count, last = count + 1, value
    return count
