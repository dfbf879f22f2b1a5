"""Variants in a mechanism that is there: the bits of one that is built for them, whatever was moved before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runmec.deck import loads, read
from runmec.deck.model import Deck
from runmec.deck.variant import with_values
from runmec.diagnostics import DeckError
from runmec.model.build import build
from runmec.model.renewal import renewed
from runmec.motion.session import Session
from runmec.results.quantities import read_quantities
from runmec.results.result import asked
from runmec.studies.variant import Failed, moved

from .linkages import random_sixbar
from .random_decks import valid
from .test_sensitivity import SIXBAR, opened

INPUTS = sorted((Path(__file__).parent.parent / "inputs").rglob("*.mec"))
WITH_NAMES = [path.stem for path in INPUTS if "\nDEFINE" in path.read_text(encoding="utf-8")]
ROWS = 5  # of every move


def shortened(deck: Deck) -> Deck:
    kept = replace(deck, moves=tuple(replace(move, steps=min(move.steps, ROWS)) for move in deck.moves), modes=())
    quick = tuple(store for store in deck.stores if store.word not in ("bufeig", "bufbuck", "bufcalc"))
    return replace(kept, stores=quick, figures=(), goals=(), keeps=())


def some_values(deck: Deck) -> list[dict[str, float]]:
    """A few names, up and down, alone and together; the deck itself again at the end."""
    names = [define.name for define in deck.defines][:3]
    now = {define.name: define.value for define in deck.defines}
    found = [{name: now[name] * (1.0 + change) + 1e-4 * change} for name in names for change in (0.003, -0.002)]
    return [*found, {name: now[name] * 1.001 for name in names}, {}]


def found_by(session: Session, values: dict[str, float]) -> list[np.ndarray] | str:
    try:
        positions = moved(session, values)
    except Failed as fault:
        return str(fault)
    stored = [asked(one) for one in session.deck.stores]
    return [positions.x, positions.inputs, *read_quantities(session, positions, stored)]


def agree(deck: Deck) -> int:
    """How many variants the mechanism took in place."""
    in_place, built = Session(deck, keep_branch=True), Session(deck, keep_branch=True)
    taken = 0
    for values in some_values(deck):
        before = in_place._mech
        found = found_by(in_place, values)
        taken += in_place._mech is before
        built._mech = None
        expected = found_by(built, values)
        if isinstance(expected, str):
            assert found == expected
            continue
        for a, b in zip(found, expected, strict=True):
            assert np.array_equal(a, b, equal_nan=True)
    return taken


@pytest.mark.parametrize("name", WITH_NAMES)
def test_decks_of_the_inputs(name: str) -> None:
    deck = read(next((Path(__file__).parent.parent / "inputs").rglob(f"{name}.mec")))
    if deck.job != "DYN SIM":
        agree(shortened(deck))


@pytest.mark.parametrize("seed", range(8))
def test_random_decks(seed: int) -> None:
    assert agree(loads(valid(seed))) >= 3
    if seed < 2:
        assert agree(loads(opened(random_sixbar(seed, "tstepe 6 0.7 9 2")))) >= 3


def test_what_a_given_motion_may_hold() -> None:
    deck = loads(SIXBAR.format(r=0.1))
    mech = build(deck)
    # m stands in max(…), k in the factor of a parameter
    for name, in_place in (("w", True), ("m", False), ("T", True), ("J", True), ("g", True), ("k", False)):
        now = next(define.value for define in deck.defines if define.name == name)
        assert renewed(mech, with_values(deck, {name: 1.01 * now}, with_warnings=False)) == in_place
    agree(deck)


def test_only_rules_that_look_at_what_changes_are_asked() -> None:
    deck = loads(SIXBAR.format(r=0.1))
    asked_of = {name: {rule.__name__ for rule in deck.opened.hanging_on([name]).rules} for name in ("g", "far", "l")}
    assert "dynamics" in asked_of["g"]
    assert "lengths" not in asked_of["g"]
    assert "lengths" in asked_of["l"]
    assert "degrees" not in asked_of["g"]
    assert "lengths" not in asked_of["far"]


def test_an_impossible_value_is_told_however_the_variant_is_made() -> None:
    deck = loads(SIXBAR.format(r=0.1))
    for values in ({"r": -0.1}, {"T": 0.0}, {"m": -1.0}, {"c": float("nan")}):
        said = []
        for with_warnings in (True, False):
            with pytest.raises(DeckError) as caught:
                with_values(deck, values, with_warnings)
            said.append([d.message for d in caught.value.diagnostics if d.level == "error"])
        assert said[0] == said[1]


FAR = """\
KIN ANA  ; a four-bar whose estimate lies nearer to the other branch
DEFINE
  a 0.04
  b 0.12
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.11 0 fixed
  point A (a) 0
  point B 0.12 0.01
  para crank.lenl (a)
  para coupler.lenl (b)
  para rocker.lenl 0.09
END
"""


def test_a_far_variant_is_led_along_the_branch_of_its_neighbour() -> None:
    """Steps that Newton does not take at once; B by the intersection of two circles, above the frame."""
    session = Session(loads(FAR), keep_branch=True)
    session.assemble()
    for a in (0.03, 0.05, 0.04, 0.001):
        for b in (0.1, 0.125, 0.145, 0.11):
            moved(session, {"a": a, "b": b})
            span = 0.11 - a
            along = (span * span + b * b - 0.09**2) / (2.0 * span)
            assert not session.assemble().left_branch
            at = session.mechanism.coordinates[-2:]
            assert [c.x() for c in at] == pytest.approx([a + along, (b * b - along * along) ** 0.5], abs=1e-12)


def test_where_a_branch_ends_it_is_told() -> None:
    """b = 0.151 is longer than the frame at this position and the rocker together, 0.06 + 0.09."""
    session = Session(loads(FAR), keep_branch=True)
    session.assemble()
    with pytest.raises(Failed, match="cannot be assembled"):
        moved(session, {"a": 0.05, "b": 0.151})
