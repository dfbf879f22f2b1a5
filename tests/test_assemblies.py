"""All branches of a mechanism, and decks on another one."""

from __future__ import annotations

from itertools import product
from math import atan2, cos, hypot, sin
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import loads, read
from runmec.editing.estimates import CannotBranch, on_branch
from runmec.model.build import build
from runmec.motion.assembly import assemble
from runmec.motion.branches import Branches, branches

ROOT = Path(__file__).parent.parent
STARTER = (ROOT / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")


def all_of(deck: runmec.Deck) -> tuple[Branches, dict[int, int]]:
    mech = build(deck)
    assemble(mech)
    return branches(mech), mech.index


def test_a_four_bar_has_two() -> None:
    """B on two circles: the second position is the mirror image of the first in the line A B0."""
    found, _ = all_of(loads(STARTER))
    assert found.is_sure
    assert len(found.positions) == 2
    deck = loads(STARTER)
    index = build(deck).index
    places = {name: [index[number] for number in numbers] for numbers, name in deck.names.points.items()}
    one, other = (np.array(x) for x in found.positions)
    a, b0, b = (one[places[name]] for name in ("A", "B0", "B"))
    along = (b0 - a) / hypot(*(b0 - a))
    mirrored = a + 2 * along * ((b - a) @ along) - (b - a)
    assert other[places["B"]] == pytest.approx(mirrored, abs=1e-12)


def test_a_slider_crank_has_two() -> None:
    """x = r cos φ ± sqrt(l² − (r sin φ − e)²), by hand from the numbers of the deck."""
    found, index = all_of(read(ROOT / "inputs" / "slider_cranks/offset_slider_crank.mec"))
    x = sorted(position[2] for position in found.positions)
    ax, ay, e = found.positions[0][4], found.positions[0][5], found.positions[0][3]
    length = hypot(found.positions[0][2] - ax, e - ay)
    reach = (length**2 - (ay - e) ** 2) ** 0.5
    assert x == pytest.approx([ax - reach, ax + reach], abs=1e-9)
    assert len(index) == 6


def test_a_slider_crank_that_starts_in_line_has_two() -> None:
    """There the length of the rod is linear in the place of its slider, and the other place is r − l all the same."""
    found, _ = all_of(read(ROOT / "inputs" / "slider_cranks/exercise_slider_crank.mec"))
    assert sorted(position[4] for position in found.positions) == pytest.approx([0.06 - 0.22, 0.06 + 0.22], abs=1e-12)


def chain(rows: int) -> str:
    """Dyads one behind the other, each on the point before and a fixed point: 2 branches for every dyad."""
    topology, geometry = ["  elem crank BIN F0 P0", "  input crank.angb"], ["  point F0 0 0 fixed", "  point P0 1 0.2"]
    for k in range(1, rows + 1):
        topology += [f"  elem a{k} BIN P{k - 1} P{k}", f"  elem b{k} BIN F{k} P{k}"]
        geometry += [f"  point F{k} {3 * k} -1 fixed", f"  point P{k} {3 * k - 0.4} {1 + 0.1 * k}"]
        geometry += [f"  para a{k}.lenl 3", f"  para b{k}.lenl 2"]
    return "\n".join(["KIN ANA", "TOPOLOGY", *topology, "GEOMETRY", *geometry, "END", ""])


def test_every_combination_of_dyads_that_closes() -> None:
    """Against two circles cut by hand, sign after sign."""

    def cut(p: tuple[float, float], q: tuple[float, float], sign: int) -> tuple[float, float] | None:
        away, turn = hypot(q[0] - p[0], q[1] - p[1]), atan2(q[1] - p[1], q[0] - p[0])
        cosine = (9.0 + away * away - 4.0) / (6.0 * away)
        if abs(cosine) > 1.0:
            return None
        angle = turn + sign * np.arccos(cosine)
        return p[0] + 3.0 * cos(angle), p[1] + 3.0 * sin(angle)

    expected = set()
    for signs in product((1, -1), repeat=3):
        at: tuple[float, float] | None = (1.0, 0.2)
        way: list[float] = []
        for k, sign in enumerate(signs, 1):
            at = cut(at, (3.0 * k, -1.0), sign) if at is not None else None
            way += [round(value, 6) for value in at or ()]
        if at is not None:
            expected.add(tuple(way))
    found, index = all_of(loads(chain(3)))
    deck = loads(chain(3))
    points = [numbers for numbers, name in deck.names.points.items() if name in ("P1", "P2", "P3")]
    reached = {
        tuple(round(position[index[n]], 6) for numbers in points for n in numbers) for position in found.positions
    }
    assert reached == expected
    assert len(found.positions) == len(expected)


def test_a_long_chain_ends_at_a_bound() -> None:
    found, _ = all_of(loads(chain(9)))
    assert len(found.positions) == 32
    assert not found.is_sure


def test_the_deck_is_put_on_the_other_branch_by_its_estimates() -> None:
    deck = loads(STARTER)
    found, index = all_of(deck)
    moving = {c.number for c in deck.moving}
    wanted = {number: found.positions[1][at] for number, at in index.items() if number in moving}
    changed = on_branch(STARTER, wanted)
    result = runmec.run(loads(changed.text))
    numbers = next(numbers for numbers, name in deck.names.points.items() if name == "B")
    assert [result["B.x"][0], result["B.y"][0]] == pytest.approx([wanted[n] for n in numbers], abs=1e-9)
    assert not result.warnings
    lines = [
        k
        for k, pair in enumerate(zip(STARTER.split("\n"), changed.text.split("\n"), strict=True), 1)
        if pair[0] != pair[1]
    ]
    assert all("point" in changed.text.split("\n")[k - 1] for k in lines)
    assert on_branch(changed.text, {n: found.positions[0][index[n]] for n in moving}).replaced == ()


def test_a_branch_that_does_not_exist_is_refused() -> None:
    numbers = next(numbers for numbers, name in loads(STARTER).names.points.items() if name == "B")
    with pytest.raises(CannotBranch):
        on_branch(STARTER, dict.fromkeys(numbers, 5.0))
