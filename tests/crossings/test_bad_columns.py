"""A column that is missing, below zero, zero or no number: one message, and never a traceback."""

from __future__ import annotations

from contextlib import suppress

import runmec
from runmec.deck import check, loads
from runmec.deck.vocabulary import RECORDS, columns
from runmec.diagnostics import render

from .decks import ONCE, SIM, Case, line_of, own_numbers
from .known import marked


def errors(text: str) -> list[str]:
    _, told = check(text, "deck", {})
    render(told, "deck", text)
    return [str(one) for one in told if one.level == "error"]


def with_word(case: Case, at: int, word: str | None) -> str:
    """The sample with another word in a place of the line; the line ends there where there is none."""
    lines = case.text().splitlines()
    number = line_of(case, case.text())
    words = lines[number].split()
    words[at:] = [] if word is None else [word, *words[at + 1 :]]
    lines[number] = " ".join(words)
    return "\n".join(lines) + "\n"


def ends(text: str) -> None:
    """With a result or with a message."""
    with suppress(runmec.RunmecError):
        runmec.run(loads(text))


def requires_more(case: Case) -> bool:
    own = columns(RECORDS[case.first].signature)
    return bool(own) and own[0].optional == 0


@marked("missing", filter(requires_more, ONCE))
def test_nothing_behind_the_word(case: Case) -> None:
    assert len(errors(with_word(case, len(case.first.split()), None))) == 1


@marked("no number", ONCE)
def test_no_number(case: Case) -> None:
    for name in own_numbers(case).values:
        for word in ("1e999", "nan", "(0/0)", "(nobody)", "("):
            assert len(errors(with_word(case, int(name[1:]), word))) == 1, (name, word)


@marked("no name", ONCE)
def test_a_name_that_does_not_exist(case: Case) -> None:
    words = case.text().splitlines()[line_of(case, case.text())].split()
    for at in range(len(case.first.split()), len(words)):
        assert len(errors(with_word(case, at, "nobody_5"))) <= 1, at


@marked("out of range", ONCE)
def test_zero_below_and_far_too_much(case: Case) -> None:
    for name in own_numbers(case).values:
        for word in ("0", "-0.001", *(() if case.job == SIM else ("1e300",))):
            text = with_word(case, int(name[1:]), word)
            said = errors(text)
            assert len(said) <= 1, (name, word, said)
            if not said:
                ends(text)
