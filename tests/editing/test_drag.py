"""Points dragged: which numbers change, and where the point then is, by a run of its own."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import pytest

import runmec
from runmec.deck import loads
from runmec.editing.drag import CannotDrag, drag, placed

ROOT = Path(__file__).parent.parent.parent
STARTER = (ROOT / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")
PENDULUM = (ROOT / "inputs" / "free_motion/pendulum.mec").read_text(encoding="utf-8")


def changed(old: str, new: str) -> list[str]:
    return [b for a, b in zip(old.split("\n"), new.split("\n"), strict=True) if a != b]


def dragged(text: str, name: str, row: int, by: tuple[float, float], only: str = "") -> tuple[str, str]:
    """The text after a drag at a position; checks that a run of it has the point there."""
    before = runmec.run(loads(text))
    numbers = before.deck.names.coordinates_of(name) or tuple(int(part) for part in name.split())
    place = [before.quantity("bufx0", (number,))[row] for number in numbers]
    change = [float(e[row] - e[0]) for e in before.positions.inputs]
    target = (float(place[0]) + by[0], float(place[1]) + by[1])
    found = drag(text, (numbers[0], numbers[1]), target, change, 1e-4, only)
    after = runmec.run(loads(found.text))
    reached = [float(after.quantity("bufx0", (number,))[row]) for number in numbers]
    if not found.limit:
        assert reached == pytest.approx(target, abs=4e-4)
    return found.text, found.limit


@pytest.mark.parametrize("row", [0, 33, 100])
def test_a_point_of_two_links_changes_both_lengths(row: int) -> None:
    text, _ = dragged(STARTER, "B", row, (0.004, 0.002))
    assert [line.split()[0] for line in changed(STARTER, text)] == ["b", "c"]


@pytest.mark.parametrize("row", [0, 33, 100])
def test_the_end_of_the_crank_changes_length_and_start_of_the_input(row: int) -> None:
    text, _ = dragged(STARTER, "A", row, (0.002, 0.001))
    assert [line.split()[:2] for line in changed(STARTER, text)] == [
        ["a", changed(STARTER, text)[0].split()[1]],
        ["para", "crank.angb"],
    ]


def test_lengths_without_para_are_changed_by_the_estimate() -> None:
    """Table 8.1: the crank's length follows from the starting estimate of its end."""
    text, _ = dragged(EXAMPLE, "10 11", 40, (0.01, 0.005))
    assert [line.split()[-2] for line in changed(EXAMPLE, text)] == ["10", "11"]


def test_a_point_of_the_coupler_changes_its_own_place_only() -> None:
    text, _ = dragged(EXAMPLE, "16 17", 70, (0.02, 0.01))
    lines = changed(EXAMPLE, text)
    assert [line.split()[0] for line in lines] == ["5", "6"]
    assert all(line.startswith("        ") for line in lines)  # the columns stay


def test_a_fixed_point_takes_the_place_of_the_pointer() -> None:
    text, _ = dragged(EXAMPLE, "5 6", 20, (0.0123, -0.0045))
    assert changed(EXAMPLE, text) == ["        5 0.4123", "        6 -0.0045"]


def test_free_motion_is_dragged_where_its_inputs_are() -> None:
    """A pendulum at a position of its simulation: the geometry there is that of its angle there."""
    found = runmec.run(loads(PENDULUM))
    row = 20
    numbers = next(e.coordinates[2:4] for e in found.deck.elements)
    x, y = (float(found.quantity("bufx0", (n,))[row]) for n in numbers)
    change = [float(e[row] - e[0]) for e in found.positions.inputs]
    longer = (1.1 * x, 1.1 * y)
    text = drag(PENDULUM, (numbers[0], numbers[1]), longer, change, 1e-3).text
    length = next(d.value for d in loads(text).defines if d.name == "l")
    assert length == pytest.approx(1.1 * hypot(x, y), rel=2e-3)


def test_the_limit_is_told_with_the_link() -> None:
    text, limit = dragged(STARTER, "B0", 0, (0.3, 0.0))
    assert "cannot be assembled" in limit
    assert "lenl" in limit
    frame = next(d.value for d in loads(text).defines if d.name == "d")
    assert 0.1 < frame < 0.2  # 30 + 90 + 80 mm are the longest that the links reach


def test_of_several_names_one_must_be_chosen() -> None:
    deck = STARTER.replace("point B0         (d) ", "point B0   (d + a/2) ")
    numbers = loads(deck).names.coordinates_of("B0")
    assert numbers is not None
    assert drag(deck, numbers, (0.12, 0.0)).choose == ("d", "a")
    text, _ = dragged(deck, "B0", 0, (0.005, 0.0), only="d")
    assert changed(deck, text)[0].startswith("  d 105")


def test_what_cannot_be_dragged_is_told() -> None:
    with pytest.raises(CannotDrag):
        drag(STARTER.replace("GEOMETRY", "GEOMETRI"), (1, 2), (0.0, 0.0))


def test_a_sketch_is_moved_by_its_estimates() -> None:
    deck = "KIN ANA\nTOPOLOGY\nGEOMETRY\n  point A  0.10 0.20  ; here\nEND\n"
    assert placed(deck, "A", (0.123, -0.2), 1e-3) == deck.replace("0.10 0.20  ;", "0.123 -0.200 ;")
