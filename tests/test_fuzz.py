"""The fuzzer itself: it finds what is planted, makes it short, and says the same for the same seed."""

from __future__ import annotations

import time

import pytest

from .fuzz import __main__ as fuzz
from .fuzz import judging

DECK = fuzz.random_decks.valid(3)
DECKS = {f"{k}.mec": f"KIN ANA ; {k}\nTOPOLOGY\n  elem {k} BIN 1 2 3 4\n" for k in range(20)}
RUN = "run {deck} -q --no-pictures -o {out}"


def test_a_case_follows_from_seed_and_number() -> None:
    assert len({fuzz.Case(7, 11, DECKS).text for _ in range(3)}) == 1
    assert fuzz.Case(7, 12, DECKS).text != fuzz.Case(7, 11, DECKS).text


def test_another_deck_leaves_most_cases_as_they_were() -> None:
    """A case draws one of 21 with a chance of ½ twice: 200 · (1 − (1 − 1/42)²) = 9.4 of 200 cases change."""
    more = {**DECKS, "more.mec": DECK}
    changed = sum(fuzz.Case(7, k, DECKS).text != fuzz.Case(7, k, more).text for k in range(200))
    assert 0 < changed < 30


def test_what_is_planted_is_found_and_made_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault that needs two lines of a deck of some twenty."""

    def planted(data: bytes) -> int:
        if b"MOVEMENT" in data and b"TOPOLOGY" in data:
            raise ZeroDivisionError("planted")
        return 1

    assert fuzz.fault_of(DECK, RUN) == ""
    monkeypatch.setattr(fuzz, "judge", planted)
    assert fuzz.fault_of(DECK, RUN).endswith(": planted")
    assert fuzz.shortest(DECK, RUN).split() == ["TOPOLOGY", "MOVEMENT"]


def test_work_without_end_is_ended() -> None:
    def endless() -> None:
        with judging.bounded(0.05):
            while True:
                time.sleep(0)

    with pytest.raises(judging.TooLong):
        endless()


def test_a_number_that_is_missing_in_silence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (fuzz.BROKEN / "overflow_in_buffers.mec").read_text(encoding="utf-8")
    assert fuzz.fault_of(text, RUN) == ""
    monkeypatch.setattr("runmec.calculate.unknown_findings", lambda result, without_forces: ())
    assert fuzz.fault_of(text, RUN) == "Silent: inf, divided, root, logarithm"
