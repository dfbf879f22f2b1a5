"""Every pin of random machines against free bodies. `python -m tests.test_free_bodies 500` runs more of them."""

from __future__ import annotations

import sys
from math import hypot

import runmec

from .free_machines import ROWS, Machine, machine


def worst_pin(made: Machine, result: runmec.Result) -> tuple[float, str]:
    """The largest difference of a pin, as a part of the largest force of all pins in that row; which it is."""
    worst, where = 0.0, ""
    for row in (0, ROWS // 2, ROWS):
        expected = made.model.pins(made.situation(result, row))
        largest = max(hypot(*force) for force in expected.values())
        for element, point, body in made.pins:
            found = [float(result[f"pin {element} {point}.{axis}"][row]) for axis in "xy"]
            true = expected[body, point]
            miss = hypot(found[0] - true[0], found[1] - true[1]) / largest
            if not miss <= worst:
                worst, where = miss, f"{element} {point} row {row}: {found} instead of {true}"
    return worst, where


def runs(seed: int) -> tuple[Machine, runmec.Result] | None:
    """None for a machine that cannot go its way: it jams, or stands at a dead centre."""
    made = machine(seed)
    deck = runmec.loads(made.deck())
    try:
        result = runmec.run(deck)
    except runmec.CalculationError:
        return None
    told = {warning.code for warning in result.warnings}
    bad = not result.complete or told & {"R441", "R452"}
    return None if bad else (made, result)


def test_every_pin_of_random_machines_is_that_of_free_bodies() -> None:
    """Sixty of them; with gears, planets, racks, telescopes and triangles among them."""
    found = [(seed, pair) for seed in range(120) if (pair := runs(seed)) is not None][:60]
    assert len(found) == 60
    elements = " ".join(line for _, (made, _) in found for line in made.topology)
    assert all(elements.count(kind) >= 10 for kind in (" GEAR ", " RACK ", " barrel", " stay", " slot", " planet"))
    for seed, pair in found:
        miss, where = worst_pin(*pair)
        assert miss < 1e-11, (seed, where)


if __name__ == "__main__":
    count, over = 0, 0.0
    for seed in range(int(sys.argv[1])):
        found = runs(seed)
        if found is None:
            continue
        count += 1
        miss, where = worst_pin(*found)
        over = max(over, miss)
        if not miss < 1e-11:
            print(seed, miss, where)
    print(f"{count} machines, worst difference {over:.1e} of the largest force")
