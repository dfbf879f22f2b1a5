"""Marks with the reason: what was answered, what is right, and which assumption gives the number that was stated."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose, isfinite, nan
from typing import NamedTuple

from ..deck import read
from ..deck.exercise import Ask, Mistake
from ..deck.measures import is_alike
from ..deck.model import Deck
from .questions import Questions
from .variants import Chooser, Variant, is_within
from .written import Written, only_one, read_answer

_THE_SAME = 1e-9


class Mark(NamedTuple):
    """Of one question of one student; the answer as it was written, `expected` in the unit asked."""

    student: str
    question: str
    answer: str
    expected: float
    points: float
    mark: float
    reason: str


@dataclass(frozen=True)
class Marks:
    """Of a class.

    Examples
    --------
    >>> marks = runmec.grade("inputs/slider_cranks/exercise_slider_crank.mec", {"ada": {"F": "1 kN"}})
    >>> marks.rows[0].reason
    'blank'
    """

    questions: Questions
    rows: tuple[Mark, ...]

    def of(self, student: str) -> list[Mark]:
        """Those of one student.

        Parameters
        ----------
        student : str
            The name.

        Returns
        -------
        list of Mark
            One a question.

        Examples
        --------
        >>> marks = runmec.grade("inputs/slider_cranks/exercise_slider_crank.mec", {"ada": {}})
        >>> [mark.question for mark in marks.of("ada")]
        ['M', 'F']
        """
        return [row for row in self.rows if row.student == student]

    def save(self, folder: str | os.PathLike[str]) -> list[str]:
        """Writes marks.csv, summary.csv and the feedback for every student.

        Parameters
        ----------
        folder : str or os.PathLike
            Where to.

        Returns
        -------
        list of str
            The names of the files.

        Examples
        --------
        >>> marks = runmec.grade("inputs/slider_cranks/exercise_slider_crank.mec", {"ada": {}})
        >>> sorted(marks.save("marks"))
        ['feedback/ada.html', 'marks.csv', 'run.json', 'summary.csv']
        """
        from .marks_files import write

        return write(self, folder)


def grade(
    deck: Deck | str | os.PathLike[str],
    answers: Mapping[str, Mapping[str, str | float]],
    *,
    seed: int = 0,
    told: Callable[[int], None] = lambda _: None,
) -> Marks:
    """Marks the answers of a class to the exercise of a deck.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        A deck with a section EXERCISE, or its file.
    answers : mapping of str to mapping of str to str or float
        Of every student, by question, as they were written.
    seed : int, optional
        That with which the sheets were made.
    told : callable, optional
        Is told how many students are done.

    Returns
    -------
    Marks
        Marks and reasons.

    Examples
    --------
    >>> marks = runmec.grade("inputs/slider_cranks/exercise_slider_crank.mec", {"ada": {"M": "1 Nm"}}, seed=1)
    >>> [(mark.question, mark.mark, mark.reason) for mark in marks.rows]
    [('M', 0.0, 'wrong'), ('F', 0.0, 'blank')]
    """
    questions = Questions(deck if isinstance(deck, Deck) else read(deck))
    chooser = Chooser(questions, seed)
    rows: list[Mark] = []
    for done, (student, given) in enumerate(answers.items(), start=1):
        rows += Marker(questions, chooser.variant(student)).marks(given)
        told(done)
    return Marks(questions, tuple(rows))


class Marker:
    """Marks the answers to one variant."""

    def __init__(self, questions: Questions, variant: Variant) -> None:
        self.questions, self.variant = questions, variant
        self._under: dict[int, dict[str, float]] = {}

    def marks(self, given: Mapping[str, str | float]) -> Iterable[Mark]:
        said = {ask.name: str(given.get(ask.name, "")).strip() for ask in self.questions.asks}
        own = {name: value for name, text in said.items() if (value := self._in_si(name, text)) is not None}
        for ask in self.questions.asks:
            _, size = self.questions.units[ask.name]
            part, reason = self._judged(ask, said[ask.name], own)
            expected = self.variant.answers.values[ask.name] / size
            yield Mark(self.variant.student, ask.name, said[ask.name], expected, ask.points, part * ask.points, reason)

    def _in_si(self, name: str, text: str) -> float | None:
        answer = read_answer(text)
        return None if answer is None else self._value(name, answer)

    def _value(self, name: str, answer: Written) -> float | None:
        """In SI; None where the dimension is another one."""
        if answer.dimension is None:
            return answer.number * self.questions.units[name][1]
        wanted = self.questions.dimensions[name]
        return answer.number * answer.size if wanted is None or is_alike(answer.dimension, wanted) else None

    def _judged(self, ask: Ask, text: str, own: Mapping[str, float]) -> tuple[float, str]:
        """The part of the points, and why."""
        if not text:
            return 0.0, "blank"
        answer = read_answer(text)
        if answer is None:
            return 0.0, "not a number"
        value = self._value(ask.name, answer)
        if value is None:
            return 0.0, "wrong"
        expected = self.variant.answers.values[ask.name]
        if is_within(ask, value, expected):
            return 1.0, "right"
        carried = self._carried(ask, own)
        if carried is not None and is_within(ask, value, carried):
            return 0.5, f"carried from {', '.join(ask.after)}"
        if is_within(ask, -value, expected):
            return 0.5, "sign"
        if answer.dimension is None and any(
            is_within(ask, answer.number * size, expected) for size in self.questions.other_sizes(ask.name)
        ):
            return 0.5, "unit"
        return 0.0, self._mistake(ask, value, answer.digits) or "wrong"

    def _carried(self, ask: Ask, own: Mapping[str, float]) -> float | None:
        """The answer that follows from the student's own answers, where one of them is not right."""
        if not any(name in own for name in ask.after):
            return None
        return self.questions.carried(ask, self.variant.values, own)

    def _mistake(self, ask: Ask, value: float, digits: int) -> str:
        """The text of the only mistake that gives the number; "" where none or several do."""
        found = {
            mistake.text: self._mistaken(at, mistake).get(ask.name, nan)
            for at, mistake in enumerate(self.questions.mistakes)
            if not mistake.figures or ask.name in mistake.figures
        }
        named = only_one(value, digits, {text: exact for text, exact in found.items() if isfinite(exact)})
        return f"mistake: {named}" if named else ""

    def _mistaken(self, at: int, mistake: Mistake) -> dict[str, float]:
        if at not in self._under:
            self._under[at] = self.questions.mistaken(mistake, self.variant.values)
        return self._under[at]


def marked_right(questions: Questions, variants: Sequence[Variant]) -> list[tuple[str, str]]:
    """Questions and mistakes that the tolerance of a variant would mark right; not those that change nothing there."""
    found: dict[tuple[str, str], None] = {}
    for variant in variants:
        for mistake in questions.mistakes:
            wrong = questions.mistaken(mistake, variant.values)
            for ask in questions.asks:
                if mistake.figures and ask.name not in mistake.figures:
                    continue
                right = variant.answers.values[ask.name]
                given = wrong.get(ask.name, nan)
                if is_within(ask, given, right) and not isclose(given, right, rel_tol=_THE_SAME):
                    found[ask.name, mistake.text] = None
    return list(found)
