"""Exercises: numbers of his own for every student, sheets and solutions, marks with the reason.

In: a Deck with a section EXERCISE, the names of students, their answers. Out: variants, pages, marks. An exercise is a
deck whose questions are figures of merit; a mistake is the same deck under a wrong assumption, calculated.
"""

from __future__ import annotations

from .classes import Sheets, exercise
from .marking import Marks, grade
from .questions import NoExercise, Questions
from .variants import Unfair, Variant

__all__ = ["Marks", "NoExercise", "Questions", "Sheets", "Unfair", "Variant", "exercise", "grade"]
