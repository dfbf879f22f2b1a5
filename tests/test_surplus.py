"""More parameters than needed: found, named, fitting or not; the motion is that of the same mechanism without them."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from runmec.deck import check
from runmec.deck.account import account

CRANKS = """{job} ; a plate on three cranks of length 1, any two of which flatten twice a turn, all three never
TOPOLOGY
  elem c0 BIN O0 A0
  elem c1 BIN O1 A1
  elem c2 BIN O2 A2{free}
  elem plate TR2 A0 A1 A2
  input c0.angb
GEOMETRY
  point O0 0 0 fixed
  point O1 2 0 fixed
  point O2 1 0.7 fixed
  point A0 (cos(0.3)) (sin(0.3))
  point A1 (2+cos(0.3)) (sin(0.3))
  point A2 (1+cos(0.3)) (0.7+sin(0.3))
  {given}
DYNAMICS
  inertia A0 1
  inertia A1 1
  inertia A2 2
  gravity 9.81 -90deg
MOVEMENT
  {move}
STORAGE
  bufx0 A2 x y
END
"""
TURNS = "tstepe 720 4 (pi) 0"


def cranks(job: str = "DYN ANA", given: str = "", move: str = TURNS, free: str = "") -> str:
    return CRANKS.format(job=job, given=given, move=move, free=free)


def codes(text: str) -> list[str]:
    return [told.code for told in check(text, "deck", {})[1]]


def test_surplus_is_counted_and_named_and_no_fault() -> None:
    deck, told = check(cranks(), "deck", {})
    assert not told
    assert account(deck)["surplus"] == ["plate.lenv"]


def test_three_cranks_turn_twice_without_a_flat_position() -> None:
    result = runmec.run(runmec.loads(cranks()))
    angle = 0.3 + pi * result.time
    assert result.complete
    np.testing.assert_allclose(result["x"], 1.0 + np.cos(angle), atol=1e-12)
    np.testing.assert_allclose(result["y"], 0.7 + np.sin(angle), atol=1e-12)
    assert "R453" not in [told.code for told in result.warnings]
    assert result.trust.misfit is not None
    assert result.trust.misfit < 1e-13


def test_the_drive_of_three_cranks_is_that_of_virtual_work() -> None:
    # masses 4 on circles of radius 1 at constant speed: M = Σ m g cos φ, inertia does no work
    result = runmec.run(runmec.loads(cranks()))
    angle = 0.3 + pi * result.time
    np.testing.assert_allclose(result["drive c0.angb"], 4.0 * 9.81 * np.cos(angle), atol=1e-9)


def test_three_cranks_simulated_are_a_pendulum() -> None:
    # 4 kg on a circle of radius 1 without friction: φ'' = −g cos φ, whatever the number of cranks
    from scipy.integrate import solve_ivp

    result = runmec.run(runmec.loads(cranks("DYN SIM", move="integr dop853 1e-11\n  tstepf 100 8 3")))
    assert result.complete
    assert "R453" not in [told.code for told in result.warnings]
    found = solve_ivp(
        lambda t, y: (y[1], -9.81 * cos(y[0])),
        (0.0, 8.0),
        (0.3, 3.0),
        method="DOP853",
        rtol=1e-12,
        atol=1e-12,
        t_eval=result.time,
    )
    np.testing.assert_allclose(result["x"], 1.0 + np.cos(found.y[0]), atol=1e-7)
    np.testing.assert_allclose(result["drive c0.angb"], 0.0, atol=1e-7)


@pytest.mark.parametrize(
    ("given", "rows"),
    [("", 721), ("para c1.lenl 1.00001", 0), ("para c1.lenl 1.00001\n  misfit 1e-5", 1), ("misfit 1e-3", 721)],
)
def test_what_does_not_fit_ends_the_run_there(given: str, rows: int) -> None:
    result = runmec.run(runmec.loads(cranks("KIN ANA", given=given)))
    assert len(result) >= max(rows, 1)
    assert result.complete == (rows == 721)
    if not result.complete:
        assert result.failure is not None
        assert result.failure.code == "R421"
        assert "plate.lenv" in result.failure.message


def test_a_row_misses_what_geometry_says() -> None:
    # third crank longer by d: at φ = π/2 (cranks upright, row 2 of 2) its end would have to be lower by d
    text = cranks("KIN ANA", given="para c2.lenl 1.0005\n  misfit 1", move="stepe 1 (pi/2-0.3)")
    result = runmec.run(runmec.loads(text))
    assert result.complete
    lenv = result["plate.lenv"][-1]
    x, y = cos(pi / 2), sin(pi / 2)
    assert lenv - 0.7 == pytest.approx(y * 0.0005 + x, abs=2e-6)


@pytest.mark.parametrize("value", ["0", "-1e-4"])
def test_a_misfit_limit_is_above_zero(value: str) -> None:
    assert codes(cranks(given=f"misfit {value}")) == ["D210"]
    assert "D206" in codes(cranks(given="misfit 1e-4\n  misfit 1e-3"))


def test_loose_and_surplus_at_once_names_what_moves() -> None:
    text = cranks().replace("GEOMETRY", "  elem tail BIN A2 T\n  elem more BIN O0 A2\nGEOMETRY\n  point T 3 1")
    _deck, told = check(text, "deck", {})
    (fault,) = told
    assert fault.code == "D302"
    assert "T" in " ".join(fault.notes)


def test_a_locked_mechanism_is_told_at_the_start() -> None:
    text = """KIN ANA ; a triangle with an input
TOPOLOGY
  elem a BIN A C
  elem b BIN B C
  input a.angb
GEOMETRY
  point A 0 0 fixed
  point B 1 0 fixed
  point C 0.5 0.6
MOVEMENT
  stepe 4 0.1
END
"""
    result = runmec.run(runmec.loads(text))
    assert [told.code for told in result.warnings][:1] == ["R422"]
    assert "b.lenl" in result.warnings[0].message
    assert result.failure is not None
    assert result.failure.code == "R421"
    assert len(result) == 1
