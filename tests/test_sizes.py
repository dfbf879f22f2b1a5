"""What a deck asks for is counted before it is built; work that was quadratic or worse is counted here too."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import runmec
from runmec import memory
from runmec.deck import check, loads, syntax
from runmec.deck.model import Deck
from runmec.deck.needs import needed
from runmec.diagnostics import Diagnostic
from runmec.drawing import curves
from runmec.engine import quantity
from runmec.results.memory import refuse_too_much

DECK = """KIN ANA ; a crank
TOPOLOGY
  elem crank BIN O A
  INPUTS
GEOMETRY
  point O 0 0 fixed
  point A 3 0
STORAGE
  bufx0 A ax ay
MORE
MOVEMENT
MOVES
END
"""


def deck(more: str = "", inputs: str = "input crank.angb", moves: str = "  stepe 4 1") -> str:
    return DECK.replace("MORE", more).replace("INPUTS", inputs).replace("MOVES", moves)


def faults(text: str) -> list[Diagnostic]:
    return [one for one in check(text, "deck", {})[1] if one.level == "error"]


def only(text: str) -> Diagnostic:
    (fault,) = faults(text)
    return fault


@pytest.mark.parametrize(("time", "remedy"), [("0", "time runs forward"), ("1e-101", "times below 1e-100")])
def test_a_time_whose_square_is_no_number_is_refused(time: str, remedy: str) -> None:
    fault = only(deck(moves=f"  law 1 cycloid 1\n  tmove 4 {time}"))
    assert fault.code == "D210"
    assert remedy in fault.help


# ---- numbers that size something


def test_inputs_are_compared_before_they_are_counted() -> None:
    fault = only(deck(inputs="nr dof 999999999"))
    assert (fault.code, fault.message) == ("D210", "999999999 inputs in a deck of 14 lines")


def test_a_line_of_too_many_terms_is_not_parsed() -> None:
    with mock.patch.object(syntax, "_tree", side_effect=AssertionError("parsed")):
        fault = only(deck(f"  bufcalc ({'+'.join(['buf(ax)'] * 50_000)}) sum"))
    assert fault.code == "D120"
    assert "of 400015 characters; 50000 are the most" in fault.message


def test_all_expressions_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "ALL_EXPRESSIONS_AT_MOST", 1000)
    lines = "\n".join(f"  bufcalc (buf(ax)+{k}) c{k}" for k in range(100))
    parsed = mock.Mock(wraps=syntax._tree)
    monkeypatch.setattr(syntax, "_tree", parsed)
    first, *others = faults(deck(lines))
    assert (first.code, others) == ("D120", [])
    assert sum(len(call.args[0]) for call in parsed.call_args_list) <= 1000


def test_lines_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "LINES_AT_MOST", 20)
    fault = only(deck("; a comment\n" * 30))
    assert (fault.code, fault.message) == ("D120", "a deck of 44 lines; 20 are the most")


@pytest.mark.parametrize("terms", [401, 402])
def test_operations_upon_each_other_are_bounded(terms: int) -> None:
    """400 are calculated, plain and compiled, whoever calls; a sum of n terms has n − 1."""
    found = faults(deck(f"  bufcalc ({'+'.join(['buf(ax)'] * terms)}) sum"))
    assert [fault.code for fault in found] == (["D120"] if terms > 401 else [])
    if not found:
        assert runmec.run(loads(deck(f"  bufcalc ({'+'.join(['buf(ax)'] * terms)}) sum")))["sum"][0] == 3.0 * terms


@pytest.mark.parametrize("terms", ["BEGINPIC\n  plotcurv ax ay\nENDPIC\n" * 100, "ANIMATE f{}\n"])
def test_pictures_are_counted_before_they_are_drawn(terms: str) -> None:
    more = "".join(terms.format(k) for k in range(100)) if "{}" in terms else terms
    fault = only(deck(more))
    assert fault.code == "D226"
    assert "6000 are the most" in fault.message


def test_a_position_is_drawn_once() -> None:
    result = runmec.run(loads(deck(f"BEGINPIC\n  drawmech {' '.join(['2 3'] * 5000)}\nENDPIC")))
    assert curves._reached(result, result.deck.pictures[0]) == [2, 3]


def test_the_length_of_the_movement_is_summed_once() -> None:
    """Reports of progress ask for it again and again."""
    read = loads(deck(moves="  stepe 1 1e-6\n" * 50))
    with mock.patch.object(Deck, "moves", create=True, new_callable=mock.PropertyMock) as asked:
        asked.return_value = vars(read)["moves"]
        assert [read.positions for _ in range(3)] == [51, 51, 51]
        assert asked.call_count <= 1


# ---- buffers


def chain(lines: int, each: str) -> str:
    """Every buffer is calculated from the one above."""
    first = ["  bufcalc (buf(ax)) c0"]
    return deck("\n".join([*first, *(f"  bufcalc ({each.format(i - 1)}) c{i}" for i in range(1, lines))]))


@pytest.fixture
def evaluations(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    found: list[object] = []

    class Counted(quantity.Kept):
        def keep(self) -> None:
            found.append(self)
            super().keep()

    monkeypatch.setattr("runmec.results.quantities.Kept", Counted)
    return found


@pytest.mark.skipif(runmec.engine_kind() != "in plain Python", reason="compiled classes have no interpreted subclasses")
def test_a_buffer_is_found_once_a_row(evaluations: list[object]) -> None:
    """40 lines, each using the one above twice, would be 2^40 evaluations; the last is 3·2^39 at the start."""
    result = runmec.run(loads(chain(40, "buf(c{0})+buf(c{0})")))
    assert len(evaluations) == 5 * (40 + 1)  # rows; the buffer ax is one of them
    assert result["c39"][0] == 3.0 * 2.0**39


def test_a_chain_as_long_as_a_deck() -> None:
    """Far more than Python's recursion allows; every line adds 1."""
    result = runmec.run(loads(chain(3000, "buf(c{0})+1")))
    assert result["c2999"][0] == 3.0 + 2999.0
    assert [store.word for store in needed(result.deck.stores, [result.number("c2")])] == ["bufx0"] + 3 * ["bufcalc"]


# ---- memory


def a_row(numbers: int, stored: int) -> int:
    """24 bytes of every number, 100 of what is stored."""
    return 24 * numbers + 100 * stored


def test_memory_is_estimated_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """4 co-ordinates, 2 forms and 3 numbers of the input in every row; 2 buffers."""
    read = loads(deck(moves="  stepe 99999 1"))
    needs = a_row(4 + 2 + 3, 2) * 100_000
    monkeypatch.setattr("runmec.results.memory.free", lambda: needs / 0.7 + 10.0)
    assert refuse_too_much(read) is None
    monkeypatch.setattr("runmec.results.memory.free", lambda: needs / 0.7 - 10.0)
    refused = refuse_too_much(read)
    assert refused is not None
    assert refused.code == "R412"
    assert "41.6 MB of memory, 59.4 MB are free" in refused.message
    assert "416 bytes a position" in refused.label


def test_memory_is_what_the_container_leaves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_CONTAINER", tmp_path)
    assert memory.free() > 1e7
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("3000000\n")
    assert memory.free() > 1e7
    (tmp_path / "memory.max").write_text("10000000\n")
    assert memory.free() == 7e6


def test_memory_is_what_a_limit_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(memory, "_OF_CONTAINER", ())
    monkeypatch.setattr(resource, "getrlimit", lambda which: (0, 0))
    assert memory.free() == 0.0
    assert np.isfinite(memory._of_machine())
