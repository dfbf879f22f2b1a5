"""A class: a variant for every student, and all files of it."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..deck import read
from ..deck.model import Deck
from ..diagnostics import RunmecError
from ..results.result import Result
from .derivation.of_answers import derived_answers
from .given import TOLD, rows_of
from .marking import marked_right
from .questions import Questions
from .sheets import ShownVariant, page, sheet, solution
from .texts import LANGUAGES
from .variants import Chooser, Variant, alike, sharing, told_apart

FORMATS = ("html", "moodle", "qti", "prairielearn")
_UNSAFE = re.compile(r"[^\w-]")


@dataclass(frozen=True)
class Sheets:
    """Of a class: the variants, by student; `more` are other columns of the list.

    Examples
    --------
    >>> sheets = runmec.exercise("inputs/slider_cranks/exercise_slider_crank.mec", ["ada", "emmy"], seed=1)
    >>> list(sheets.variants)
    ['ada', 'emmy']
    """

    questions: Questions
    variants: dict[str, Variant]
    seed: int
    more: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    _shown: dict[tuple[tuple[int, ...], str], ShownVariant] = field(default_factory=dict, repr=False)

    def files(self, format: str = "html", language: str = "en", preview: bool = False) -> dict[str, str | bytes]:
        """What `runmec exercise` writes, by name.

        Parameters
        ----------
        format : str, default "html"
            `html`, `moodle`, `qti` or `prairielearn`.
        language : str, default "en"
            Of the frame texts: `en`, `de` or `nl`.
        preview : bool, default False
            With one page of all sheets.

        Returns
        -------
        dict of str to str or bytes
            Contents by name; names may have folders in them.

        Examples
        --------
        >>> sheets = runmec.exercise("inputs/slider_cranks/exercise_slider_crank.mec", ["ada"])
        >>> sorted(sheets.files())
        ['sheets/ada.html', 'solutions/ada.html', 'variants.csv']
        """
        found: dict[str, str | bytes] = {}
        if format == "moodle":
            from .moodle import quiz

            found[f"{self._stem}.xml"] = quiz(self, language)
        elif format == "qti":
            from .qti import package

            found[f"{self._stem}.zip"] = package(self, language)
        elif format == "prairielearn":
            from .prairielearn import question

            found |= {f"questions/{self._stem}/{name}": content for name, content in question(self, language).items()}
        else:
            found |= self._pages(language, preview)
        return found | {"variants.csv": self.table()}

    @property
    def _stem(self) -> str:
        return file_names([os.path.splitext(os.path.basename(self.questions.deck.name))[0] or "deck"])[0]

    def _pages(self, language: str, preview: bool) -> dict[str, str | bytes]:
        found: dict[str, str | bytes] = {}
        bodies = []
        names = file_names(list(self.variants))
        for name, variant in zip(names, self.variants.values(), strict=True):
            drawn = self.shown(variant.place, language)
            one = sheet(self.questions, variant, drawn, language)
            bodies.append(one.partition("<main>")[2].partition("</main>")[0])
            found[f"sheets/{name}.html"] = one
            found[f"solutions/{name}.html"] = solution(self.questions, variant, drawn, language)
        if preview:
            found["preview.html"] = page(self.questions.title, language, '<hr style="break-after: page">'.join(bodies))
        return found

    def shown(self, place: tuple[int, ...], language: str = "") -> ShownVariant:
        """What is drawn and listed of a variant, with a language also its derivation; students share it."""
        if (place, language) not in self._shown:
            variant = next(one for one in self.variants.values() if one.place == place)
            result = self.questions.result(variant.values)
            derivation = derived_answers(self.questions, result, language) if language else ""
            self._shown[place, language] = drawn(result, derivation)
        return self._shown[place, language]

    def table(self) -> str:
        """The file variants.csv: numbers and answers of every student, and other columns of the list.

        Returns
        -------
        str
            A table, its head first.

        Examples
        --------
        >>> runmec.exercise("inputs/slider_cranks/exercise_slider_crank.mec", ["ada"]).table().splitlines()[0]
        'student,variant,check,r,l,n,M,F'
        """
        names, asks = [choice.name for choice in self.questions.choices], [ask.name for ask in self.questions.asks]
        others = list(dict.fromkeys(name for columns in self.more.values() for name in columns))
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["student", "variant", "check", *names, *asks, *others])
        for student, variant in self.variants.items():
            answers = [repr(variant.answers.values[name] / self.questions.units[name][1]) for name in asks]
            values = [variant.written[name] for name in names]
            given = self.more.get(student, {})
            rows.writerow(
                [student, variant.number, variant.check, *values, *answers, *(given.get(name, "") for name in others)]
            )
        return text.getvalue()

    def account(self) -> list[str]:
        """Of each question least and largest answer, how many differ, and what its tolerance would mark right.

        Returns
        -------
        list of str
            Lines as `runmec exercise` prints them.

        Examples
        --------
        >>> runmec.exercise("inputs/slider_cranks/exercise_slider_crank.mec", 4, seed=1).account()[0].partition(":")[0]
        'M'
        """
        found = []
        for ask in self.questions.asks:
            unit, size = self.questions.units[ask.name]
            answers = [variant.answers.values[ask.name] for variant in self.variants.values()]
            apart = told_apart(ask, answers)
            found.append(
                f"{ask.name}: {min(answers) / size:.5g} … {max(answers) / size:.5g} {unit}".rstrip()
                + (
                    f", {apart} answers that differ by more than the tolerance"
                    if apart > 1
                    else ", one answer is right for all"
                )
            )
        shared = sharing(self.variants)
        if shared:
            found.append(f"{shared} of {len(self.variants)} students share their numbers with somebody")
        near = alike(self.questions, self.variants)
        if near:
            found.append(f"{near} of {len(self.variants)} students have answers that are right for other numbers too")
        shown = list({variant.place: variant for variant in self.variants.values()}.values())[:_MISTAKES_TRIED]
        for name, text in marked_right(self.questions, shown):
            found.append(f"the tolerance of {name} would mark right in some variants: {text}")
        return found


_MISTAKES_TRIED = 20
_COMPARED = 1000  # students, each with every other


def exercise(
    deck: Deck | str | os.PathLike[str],
    students: Sequence[str] | int = 1,
    *,
    seed: int = 0,
    told: Callable[[int], None] = lambda _: None,
) -> Sheets:
    """Gives every student numbers of his own.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        A deck with a section EXERCISE, or its file.
    students : sequence of str or int, optional
        Their names, or how many there are: `1`, `2`, …
    seed : int, optional
        With another one everybody gets other numbers. The same seed gives the same bytes.
    told : callable, optional
        Is told how many students are done.

    Returns
    -------
    Sheets
        The variants; ``.files(format)`` has sheets, solutions and tables.

    Raises
    ------
    NoExercise
        Where the deck asks nothing.
    Unfair
        Where fewer than one variant in twenty can be given.

    Examples
    --------
    >>> sheets = runmec.exercise("inputs/slider_cranks/exercise_slider_crank.mec", ["ada", "emmy"], seed=1)
    >>> [variant.written["r"] for variant in sheets.variants.values()]
    ['80mm', '65mm']
    """
    questions = Questions(deck if isinstance(deck, Deck) else read(deck))
    names = [str(k) for k in range(1, students + 1)] if isinstance(students, int) else list(students)
    chooser = Chooser(questions, seed)
    variants: dict[str, Variant] = {}
    for done, name in enumerate(names, start=1):
        variants[name] = chooser.variant(name)
        told(done)
    return Sheets(questions, variants, seed)


def drawn(result: Result, derivation: str = "") -> ShownVariant:
    """The sketch of a variant, and what is given of it."""
    from ..drawing.dynamics_tables import tables_of_dynamics
    from ..drawing.sketch import sketch, telling_position
    from ..drawing.style import image

    svg = image(sketch(result, telling_position(result)), "svg").decode()
    given = {language: tuple(rows_of(result, language)) for language in LANGUAGES}
    return ShownVariant(svg[svg.index("<svg") :], given, "".join(tables_of_dynamics(result, TOLD)), derivation)


def file_names(students: Sequence[str]) -> list[str]:
    """All but letters, digits, `-` and `_` become `_`; equal ones get a number.

    >>> file_names(["Ada L.", "Ada L?", "Émilie"])
    ['Ada_L_', 'Ada_L__2', 'Émilie']
    """
    found: dict[str, None] = {}
    for student in students:
        plain = stem = _UNSAFE.sub("_", student)[:80] or "_"
        number = 1
        while plain.casefold() in (name.casefold() for name in found):
            number += 1
            plain = f"{stem}_{number}"
        found[plain] = None
    return list(found)


class NoList(RunmecError):
    """A list of students, or of answers, that cannot be read."""


def language_of(text: str) -> str:
    if text not in LANGUAGES:
        raise RunmecError(f"there are no frame texts in `{text}`; there are {', '.join(LANGUAGES)}")
    return text
