"""A session: moved again it gives the same rows, asked by several threads the same answers; what of it is sent away."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runmec
from runmec.deck.kinds import KINDS
from runmec.drawing.refined import refined
from runmec.motion import session as session_module
from runmec.motion.session import Session
from runmec.results.output import buffers_csv, write_output
from runmec.results.quantities import read_quantities
from runmec.results.result import asked

INPUTS = Path(__file__).parent.parent / "inputs"


def some_decks() -> list[Path]:
    """Every ninth, by name."""
    return sorted(INPUTS.rglob("*.mec"))[::9]


@pytest.fixture
def often_switched() -> Iterator[None]:
    """Threads change places a thousand times as often as usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def fresh(result: runmec.Result) -> runmec.Result:
    """The same motion of which nothing is known yet."""
    return replace(result, _columns={})


def questions(result: runmec.Result) -> list[str]:
    mech = result.mechanism
    places = [f"{word} {number}" for number in mech.numbers for word in ("dx", "ddx")]
    return [*places, *(f"sigma {number}" for number in mech.parameters)]


def test_threads_that_ask_one_result_get_what_one_thread_gets(often_switched: None) -> None:
    result = runmec.run(INPUTS / "example8.mec")
    wanted = questions(result)
    alone = {one: fresh(result)[one] for one in wanted}
    shared = fresh(result)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda one: (one, shared[one]), wanted * 2))
    assert len(found) >= 66
    for one, history in found:
        assert np.array_equal(history, alone[one], equal_nan=True), one


def test_threads_that_draw_and_ask_at_once(often_switched: None) -> None:
    """Rows in between move the same mechanism."""
    result = runmec.run(INPUTS / "example8.mec")
    expected = refined(fresh(result)).positions.x
    alone = {one: fresh(result)[one] for one in questions(result)[:12]}
    shared = fresh(result)

    def ask(one: str | None) -> Any:
        return refined(fresh(shared)).positions.x if one is None else shared[one]

    jobs = [job for one in alone for job in (one, None)]
    with ThreadPoolExecutor(8) as threads:
        for one, found in zip(jobs, threads.map(ask, jobs), strict=True):
            assert np.array_equal(found, expected if one is None else alone[one], equal_nan=True)


@pytest.mark.parametrize("path", some_decks(), ids=lambda path: path.stem)
def test_what_was_sent_away_answers_alike(path: Path) -> None:
    """To the last bit, also what is asked there for the first time, of a mechanism that never moved."""
    result = runmec.run(path)
    for arrived in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert buffers_csv(arrived) == buffers_csv(result)
        assert arrived.deck == result.deck
        assert arrived.warnings == result.warnings
        assert [move.account for move in arrived.positions.simulated] == [
            move.account for move in result.positions.simulated
        ]
        stored = [asked(store) for store in result.deck.stores]
        for ours, theirs in zip(result.quantities(stored), fresh(arrived).quantities(stored), strict=True):
            assert np.array_equal(ours, theirs, equal_nan=True)


@pytest.mark.parametrize("path", some_decks(), ids=lambda path: path.stem)
def test_moved_again_it_gives_the_same_rows(path: Path) -> None:
    session = Session(runmec.read(path))
    first = session.move()
    stored = [(store.word, store.asks, store.inputs) for store in session.deck.stores]
    read_quantities(session, first, stored)
    again = session.move()
    for name in ("x", "angles", "inputs", "de1", "de2", "time"):
        assert np.array_equal(getattr(first, name), getattr(again, name)), name


def test_a_deck_is_sent_without_the_types_of_its_elements() -> None:
    deck = runmec.read(INPUTS / "example8.mec")
    arrived = pickle.loads(pickle.dumps(deck))
    assert arrived == deck
    assert arrived.kinds == deck.kinds
    assert copy.deepcopy(deck) is deck
    values = {define.name: 1.01 * define.value for define in deck.defines}
    assert arrived.with_values(**values) == deck.with_values(**values)


def test_a_deck_that_arrives_where_a_type_is_unknown_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(runmec.read(INPUTS / "example8.mec"))
    monkeypatch.delitem(KINDS, "BIN")
    with pytest.raises(ValueError, match=r"elements BIN, which are not known here: call runmec\.add_element"):
        pickle.loads(sent)


def test_pictures_build_assemble_and_walk_nothing_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: dict[str, int] = {}

    def counting(name: str) -> Any:
        plain = getattr(session_module, name)

        def counts(*given: Any, **named: Any) -> Any:
            counted[name] = counted.get(name, 0) + 1
            return plain(*given, **named)

        return counts

    for name in ("build", "assemble", "walk"):
        monkeypatch.setattr(session_module, name, counting(name))
    write_output(runmec.run(INPUTS / "example8.mec"), tmp_path, ["svg"])
    assert (tmp_path / "report.html").exists()
    assert counted == {"build": 1, "assemble": 1, "walk": 1}


def test_rows_in_between_are_those_of_smaller_steps() -> None:
    """Found from both neighbours, not one after the other: they agree to rounding."""
    for name in ("example8", "radial_cam"):
        result = runmec.run(next(INPUTS.rglob(f"{name}.mec")))
        found = result.session.between(result.positions, 7)
        assert found is not None
        deck = replace(result.deck, moves=tuple(replace(move, steps=7 * move.steps) for move in result.deck.moves))
        finer = runmec.run(deck).positions
        for ours, theirs, size in ((found.x, finer.x, result.mechanism.size), (found.angles, finer.angles, 1.0)):
            np.testing.assert_allclose(ours / size, theirs / size, rtol=0, atol=1e-12)
        for of in ("time", "inputs", "de1", "de2"):
            assert np.array_equal(getattr(found, of), getattr(finer, of)), of
        np.testing.assert_allclose(found.x[:, ::7], result.positions.x, rtol=0, atol=1e-13 * result.mechanism.size)
