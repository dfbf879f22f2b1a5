"""A slip of a name does not go unnoticed: at most one in a hundred is neither told, nor in a picture or table."""

from __future__ import annotations

from pathlib import Path

from .slips import count

INPUTS = Path(__file__).parent.parent / "inputs"
DECKS = ("shaking_conveyor", "whitworth", "governor", "gear_five_bar", "two_cranks_press", "watt_1", "stephenson_2",
         "pantograph", "offset_slider_crank", "triad_platform")  # fmt: skip


def test_slips_are_noticed() -> None:
    total, hidden = 0, 0
    for name in DECKS:
        number, _, unseen = count((next(INPUTS.rglob(f"{name}.mec"))).read_text())
        total += number
        hidden += len(unseen)
    assert total > 1000
    assert hidden <= 0.01 * total
