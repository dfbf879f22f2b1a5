"""Compliant mechanisms at rest: the elastica, leaf springs, pivots and columns, by numbers found without runmec.

Exact ones are of inextensible elastica by shooting and by elliptic integrals; those of so many beams come from another
program, which solves the same formulas in co-ordinates.
"""

from __future__ import annotations

from math import radians

import numpy as np
import pytest

import runmec

from .compliant import between, cantilever, chain, column, cross_spring, deck, guided_leaf, pressed_leaf


def run(text: str) -> runmec.Result:
    result = runmec.run(runmec.loads(text))
    assert result.complete
    assert result.trust.is_sure
    return result


@pytest.mark.parametrize(
    ("load", "exact", "of_ten"),
    [
        (1, (0.9435667637, 0.3017207738, 0.4613519497), (0.9435668101, 0.3017206432, 0.4613518609)),
        (10, (0.4450044022, 0.8106090249, 1.4302855388), (0.4450101664, 0.8106023141, 1.4302843605)),
    ],
)
def test_the_elastica(load: float, exact: tuple[float, ...], of_ten: tuple[float, ...]) -> None:
    result = run(cantilever(10, load))
    tip = [result[name][-1] for name in ("x", "y", "slope")]
    assert tip == pytest.approx(of_ten, abs=2e-9)
    assert tip == pytest.approx(exact, abs=1e-5)
    assert result["clamp"] == pytest.approx(-np.linspace(0, load, 5) * result["x"], abs=1e-9)
    assert result["dx"] == pytest.approx(result["x"] - 1, abs=1e-15)
    assert result["dy"] == pytest.approx(result["y"], abs=1e-15)


def test_one_step_of_the_load_comes_to_the_same() -> None:
    one, many = run(cantilever(4, 10, "load 1")), run(cantilever(4, 10, "load 7"))
    for name in ("x", "y", "slope", "V"):
        assert one[name][-1] == pytest.approx(many[name][-1], abs=1e-10)


def test_beams_that_know_their_bent_axis_are_of_fourth_order() -> None:
    errors = [abs(run(cantilever(n, 10))["y"][-1] - 0.8106090249) for n in (2, 4, 8)]
    assert errors == pytest.approx([2.1e-3, 2.0e-4, 1.6e-5], rel=0.05)


@pytest.mark.parametrize(
    ("way", "pull", "force", "sinking", "exact"),
    [
        (0.1, 0, 1.2124905192, 0.0060207059, (1.2124881552, 0.0060207046)),
        (0.3, 0, 3.9724697250, 0.0557698754, (3.9723912242, 0.0557697183)),
        (0.1, 5, 1.8131769969, 0.0059540899, (1.8131639979, 0.0059538849)),
    ],
)
def test_a_leaf_spring_that_guides(
    way: float, pull: float, force: float, sinking: float, exact: tuple[float, float]
) -> None:
    """Its loop has more elastic forms than move: two follow as springs."""
    result = run(guided_leaf(8, pull, f"stepe 3 {way}"))
    found = (result["F"][-1], 1 - result["x"][-1])
    assert found == pytest.approx((force, sinking), abs=2e-9)
    assert found == pytest.approx(exact, abs=1e-4)
    assert not np.any(result["unstable"])


def test_a_cross_spring_pivot() -> None:
    result = run(cross_spring(6, f"stepe 1 {radians(10)!r}\n  stepe 1 {radians(20)!r}"))
    assert result["M"][1:] == pytest.approx([0.3508286719, 1.0928995996], abs=2e-9)
    assert result["x"][1:] == pytest.approx([-0.0003120146, -0.0081588679], abs=2e-9)
    assert result["y"][1:] == pytest.approx([0.0035663429, 0.0304493094], abs=2e-9)


def test_a_column_bends_beyond_its_critical_load() -> None:
    """π²/4 for unit length and stiffness; at 2.8 the elastica by elliptic integrals."""
    result = run(column(8, 1, "load 7 2.8"))
    assert result["x"][:6] == pytest.approx(0.0, abs=1e-9)
    assert result["x"][-1] == pytest.approx(0.5690332577, abs=1e-4)
    assert result["y"][-1] == pytest.approx(0.7660646314, abs=1e-4)
    (jump,) = result.positions.rested.jumps  # type: ignore[union-attr]
    assert (jump.row, jump.is_end) == (7, False)
    assert jump.factor == pytest.approx(np.pi**2 / 4, rel=1e-4)


def test_a_pinned_column_bends_to_the_right_and_then_hangs_from_its_foot() -> None:
    """Dead load 30 beyond 9.87: where its ends have met nothing keeps it from turning around, down to a pulled bar."""
    up, stiffness, load = 1.5707963267948966, 1e4, 30.0
    text = deck(
        [*chain("p", "A a", "B b", 2), "nr dof 0"],
        [
            "point A 0 0 fixed",
            f"angle a {up}",
            *between("p", (0, 0), (0, 1), up, 2),
            "point B 0 1 fixed x",
            f"angle b {up}",
        ],
        [*(f"stiff pe{i} {stiffness} 1" for i in range(2)), f"force B.y {-load}"],
        ["bufx0 p1 x y", "bufx0 B.y top", "bufstab unstable"],
        "load 3",
    )
    result = run(text)
    assert result["x"][1] > 0.05
    assert result["x"][-1] == pytest.approx(0.0, abs=1e-9)
    assert result["top"][-1] == pytest.approx(-1 - load / stiffness, abs=1e-9)
    assert not result["unstable"].any()


def test_a_pressed_leaf_and_the_path_that_branches_off() -> None:
    rest = 0.1789343295
    moves = f"stepe 1 0 {rest - 0.18!r}\n  stepe 1 0 {-0.05 * rest!r}\n  follow 6 B.y -0.03 guide.lenv"
    result = run(pressed_leaf(8, moves))
    assert result["F"][1:3] == pytest.approx([0.0, -4.4210045743], abs=0.02)
    assert result["N"][1:3] == pytest.approx([-9.9694238845, -29.62078609], rel=4e-3)
    assert abs(result["clamp"][1]) == pytest.approx(0.8919360894, rel=1e-3)
    (branch,) = result.positions.rested.turnings  # type: ignore[union-attr]
    assert not branch.is_limit
    assert branch.held[1] == pytest.approx(0.16198087, rel=2e-3)
    assert result["unstable"][[2, -1]].tolist() == [0, 1]
