"""Names for what old decks count: the results stay the same to the last bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import loads
from runmec.editing.names import CannotRename
from runmec.editing.naming import name_element, name_point

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")
POINTS = {"A0": (18, 19), "G": (1, 2), "H": (3, 4), "B0": (5, 6), "A": (10, 11), "B": (12, 13), "C": (16, 17)}


def same(one: str, other: str) -> bool:
    first, second = runmec.run(loads(one)), runmec.run(loads(other))
    return all(np.array_equal(a, b) for a, b in zip(first.values(), second.values(), strict=True))


@pytest.mark.parametrize("name", POINTS)
def test_a_point_of_table_8_1_gets_a_name(name: str) -> None:
    text = name_point(EXAMPLE, POINTS[name], name)
    assert POINTS[name] in loads(text).names.points or name in loads(text).names.points.values()
    assert same(EXAMPLE, text)


def test_all_points_and_elements_one_after_the_other() -> None:
    text = EXAMPLE
    for name, numbers in POINTS.items():
        text = name_point(text, numbers, name)
    for number in range(1, 8):
        text = name_element(text, number, f"link{number}")
    assert same(EXAMPLE, text)
    assert "elem link4 TR2 A B C free ; extra mass point on the coupler" in text
    assert "  inertia C.x 0.5" in text
    assert "bufdx2 C.x 105 ; acceleration of coupler point" in text


def test_numbers_in_expressions_and_comments_of_both_lines() -> None:
    deck = EXAMPLE.replace("  gravity", "  force 16 (2*x(17) + dx(5)) ; pushes\n  gravity").replace(
        "5 0.4", "5 0.4 ; hinge"
    )
    text = name_point(name_point(deck, (5, 6), "B0"), (16, 17), "C")
    assert "force C.x (2*x(C.y) + dx(B0.x)) ; pushes" in text
    assert "point B0 0.4 0.0 fixed  ; hinge" in text
    assert same(deck, text)


def test_what_cannot_be_a_name_is_refused() -> None:
    with pytest.raises(CannotRename, match="lenl"):
        name_point(EXAMPLE, (5, 6), "lenl")
    with pytest.raises(CannotRename, match="another point"):
        name_point(name_point(EXAMPLE, (5, 6), "Q"), (1, 2), "Q")
    with pytest.raises(CannotRename, match="xfix"):
        name_point(EXAMPLE, (5, 99), "Q")
