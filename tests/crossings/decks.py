"""Sample decks put together for every word and job, and their runs, each made once."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import runmec
from runmec.deck import check, loads
from runmec.deck.kinds import KINDS
from runmec.deck.model import Deck
from runmec.deck.vocabulary import RECORDS
from runmec.diagnostics import has_errors
from runmec.elements import Kind
from runmec.outputs import OUTPUTS
from runmec.results.result import Result

from .samples import ALL, DYN, FORCES, KIN, LAW, PLANE, REST, SIM, SPACE, Sample
from .units import METRES, Scale, in_units
from .words import WORDS

IN_SPACE = "space"
STEP = 3e-5  # of a number that is changed
_ORDER = ("DEFINE", "TOPOLOGY", "GEOMETRY", "DYNAMICS", "STORAGE", "output", "picture", "MOVEMENT", "STUDY", "EXERCISE")


class Case(NamedTuple):
    """A word in a job."""

    word: str
    job: str

    def __str__(self) -> str:
        return f"{self.word}-{self.job}".replace(" ", "_")

    @property
    def sample(self) -> Sample:
        return (SPACE if self.job == IN_SPACE else PLANE)[self.word]

    @property
    def first(self) -> str:
        """The word that its line begins with."""
        return self.word if self.word in RECORDS else self.word.split()[0]

    @property
    def last(self) -> str:
        """What the word is called, without the word of its line; `(expression)` stands for any."""
        rest = self.word.removeprefix(self.first).strip()
        return self.first if rest.startswith("(") else rest or self.first

    @property
    def section(self) -> str:
        return RECORDS[self.first].section

    def text(self, scale: Scale = METRES) -> str:
        return in_units(_composed(self), scale)

    def deck(self) -> Deck:
        return loads(self.text())

    def result(self) -> Result:
        return run(self.text())


def _jobs(word: str, sample: Sample) -> tuple[str, ...]:
    if sample.jobs:
        return sample.jobs
    case = Case(word, DYN)
    return FORCES if case.section == "DYNAMICS" or (word in OUTPUTS and OUTPUTS[word].needs_forces) else ALL


def _cases() -> list[Case]:
    found = [Case(word, job) for word in WORDS if word in PLANE for job in _jobs(word, PLANE[word])]
    return found + [Case(word, IN_SPACE) for word in WORDS if word in SPACE]


@cache
def run(text: str) -> Result:
    return runmec.run(loads(text))


def _composed(case: Case) -> str:
    sample, job = case.sample, DYN if case.job in (LAW, IN_SPACE) else case.job
    base, parts = sample.base, _parts(case)
    with_forces = job != KIN
    parts["TOPOLOGY"] += base.topology.splitlines()
    parts["GEOMETRY"] += base.geometry.splitlines()
    parts["STORAGE"] += base.seen.splitlines()
    if with_forces:
        parts["DYNAMICS"] += base.loads.splitlines()
        parts["STORAGE"] += base.felt.splitlines()
    if job in (SIM, REST) and not any(line.startswith("motor") for line in parts["DYNAMICS"]):
        parts["DYNAMICS"].append(base.motor if job == SIM else base.sprung)
    parts["STORAGE"] += _of_forms(case, parts["TOPOLOGY"], with_forces)
    if not parts["MOVEMENT"]:
        moves = {SIM: base.pushed, REST: "load 2", LAW: base.by_law}.get(case.job, base.given)
        parts["MOVEMENT"] = moves.splitlines()
    for section in ("TOPOLOGY", "GEOMETRY", "DYNAMICS"):
        parts[section] = _once(parts[section])
    return _text(job, parts)


def _of_forms(case: Case, topology: list[str], with_forces: bool) -> list[str]:
    """Every form parameter of the element whose type is tried."""
    kind: Kind | None = KINDS.get(case.word.removeprefix("elem "))
    if kind is None:
        return []
    name = next(line.split()[1] for line in topology if f" {kind.word} " in line)
    words = ("bufe0", "bufe1", "bufsigma") if with_forces else ("bufe0", "bufe1")
    return [f"{word} {name}.{form} {form}{word}" for form in kind.forms for word in words]


def _parts(case: Case) -> dict[str, list[str]]:
    """The lines of a sample by their sections."""
    own = {"": "output", "PICTURE": "picture"}.get(case.section, case.section)
    found: dict[str, list[str]] = {section: [] for section in _ORDER}
    for line in filter(None, case.sample.lines.splitlines()):
        section, bar, rest = line.partition(" | ")
        found[section if bar else own].append(rest if bar else line)
    return found


#: words of which a deck has one line, alone or for each thing that it speaks of
_ALONE, _ONE_EACH = ("input", "gravity"), ("turn", "program", "para", "axle", "uniform", "body", "solid")


def _once(lines: list[str]) -> list[str]:
    """Without what a base says of something of which the sample has spoken; those of the sample stand first."""
    kept: dict[str, str] = {}
    for number, line in enumerate(lines):
        first, second = [*line.split(), "", ""][:2]
        said = first if first in _ALONE else f"{first} {second}" if first in _ONE_EACH else str(number)
        kept.setdefault(said, line)
    return list(kept.values())


def _text(job: str, parts: dict[str, list[str]]) -> str:
    lines = [f"{job} ; crossing", "UNITS SI"]
    for section in _ORDER:
        inside = [f"  {line.strip()}" for line in parts[section] if line.strip()]
        if section == "output":
            lines += [line.strip() for line in inside]
        elif section == "picture":
            lines += ["BEGINPIC", *inside, "ENDPIC"] if inside else []
        elif inside:
            lines += [section, *inside]
    return "\n".join([*lines, "END"]) + "\n"


def line_of(case: Case, text: str) -> int:
    """Which line of the text is that of the word, counted from 0."""
    wanted = set(case.word.removeprefix(case.first).split()) - {"(expression)"}
    for number, line in enumerate(text.splitlines()):
        words = line.split()
        is_its_word = [word.lower() for word in words[: len(case.first.split())]] == case.first.split()
        if is_its_word and wanted <= set(words):
            return number
    raise AssertionError(f"no line of {case.word} in\n{text}")


class Opened(NamedTuple):
    """A deck with names of DEFINE in the place of numbers, and the values of these names."""

    text: str
    values: dict[str, float]

    def with_value(self, name: str, value: float) -> str:
        return self.text.replace(f"\n  {name} {self.values[name]!r}\n", f"\n  {name} {value!r}\n")


#: a number by itself, or the first one with a point in an expression
_NUMBER = re.compile(r"^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$|(?<=[(*])\d+\.\d+")


def own_numbers(case: Case) -> Opened:
    """All numbers of the word's line that may be expressions."""
    text = case.text()
    return _opened(text, line_of(case, text))


@cache
def opened(case: Case) -> Opened:
    """The same; of a word without numbers some that it hangs on."""
    found = own_numbers(case)
    if found.values or case not in CHANGING:
        return found
    text = case.text()
    lines = text.splitlines()
    return _opened(
        text, next(k for word in ("para", "gear") for k, l in enumerate(lines) if l.startswith(f"  {word} "))
    )


def _opened(text: str, at: int) -> Opened:
    words = text.splitlines()[at].split()
    values: dict[str, float] = {}
    for place, number in ((k, _NUMBER.search(word)) for k, word in enumerate(words) if k):
        if number is None:
            continue
        one = {f"n{place}": float(number[0])}
        if is_valid(_with_names(text, at, one)):
            values |= one
    return Opened(_with_names(text, at, values), values)


def either_side(value: float) -> tuple[float, float]:
    """A little less and a little more, as differences ask for."""
    step = STEP * (abs(value) or 1.0)
    return value - step, value + step


def is_valid(text: str) -> bool:
    return not has_errors(check(text, "deck", {})[1])


def _with_names(text: str, at: int, values: dict[str, float]) -> str:
    """The numbers of a line given by names, `n2` in the place of its word 2."""
    if not values:
        return text
    lines = text.splitlines()
    words = lines[at].split()
    named = (_NUMBER.sub(f"(n{k})", word, count=1) if f"n{k}" in values else word for k, word in enumerate(words))
    lines[at] = "  " + " ".join(named)
    if "DEFINE" not in lines:
        lines.insert(2, "DEFINE")
    lines[3:3] = [f"  {name} {value!r}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


CASES = _cases()
#: one of each word
ONCE = list({case.word: case for case in reversed(CASES)}.values())[::-1]
#: the same in the last of its jobs: space, a law of motion or a simulation
LAST = list({case.word: case for case in CASES}.values())
#: of words that change the motion or what is stored of it
CHANGING = [case for case in CASES if case.section not in ("STUDY", "EXERCISE", "", "PICTURE")]
