"""The engine of free motion: its coefficients, its failures and its messages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.integrate import DOP853

import runmec
from benchmarks.grids import a02
from runmec.cli import cli
from runmec.deck import loads
from runmec.engine.integrators import dop853_coefficients
from runmec.motion import simulate

from .free_motion import pendulum, simulated, slider, slider_crank


def test_coefficients_are_those_of_the_published_method() -> None:
    """Against scipy's, to the last bit; rows sum to their nodes."""
    for s, terms in enumerate(dop853_coefficients.STAGES[:12]):
        dense = np.zeros(12)
        for j, weight in terms:
            dense[j] = weight
        assert (dense == DOP853.A[s]).all()
        assert sum(weight for _, weight in terms) == pytest.approx(dop853_coefficients.NODES[s], abs=1e-14)
    assert [w for _, w in dop853_coefficients.STAGES[12]] == [w for w in DOP853.B if w]
    assert [w for _, w in dop853_coefficients.ERROR_5] == [w for w in DOP853.E5 if w]
    assert [w for _, w in dop853_coefficients.ERROR_3] == [w for w in DOP853.E3 if w]
    assert [w for terms in dop853_coefficients.DENSE for _, w in terms] == [w for w in DOP853.D.ravel() if w]
    assert [w for terms in dop853_coefficients.STAGES[13:] for _, w in terms] == [
        w for w in DOP853.A_EXTRA.ravel() if w
    ]


# what cannot go on


IN_SERIES = """DYN SIM ; two telescopes in line, a mass at the end of the second only
TOPOLOGY
  elem 1 TR1 1 2 3 4 5
       2 TR1 4 5 3 6 7
  form 1 lenv 1 1 1
       2 lenv 2 2 1
       3 lenu 1 3 1
       4 lenu 2 4 1
  nr dof 2
GEOMETRY
  xfix 1 0
       2 0
       3 0
  xmov 4 1
       5 0
       6 2
       7 0
DYNAMICS
  inertia 6 1
          7 1
MOVEMENT
  tstepf 10 1 0 0
END
"""


def test_inputs_that_move_no_mass_of_their_own() -> None:
    result = simulated(IN_SERIES)
    assert result.failure is not None
    assert result.failure.code == "R406"
    assert len(result) == 1


def test_motor_without_a_value_keeps_what_was_calculated() -> None:
    """√(0.5 − t) ends at t = 0.5: x'' = √(0.5 − t), x = x₀ + ∫∫."""
    result = simulated(slider("  motor 1 (sqrt(0.5 - t))", "dop853 1e-9", 1.0, 20, start=0.0))
    assert result.failure is not None
    assert result.failure.code == "R407"
    assert 0.4 < result.time[-1] <= 0.5
    t = result.time
    expected = (2 / 3) * (0.5**1.5 * t) - (4 / 15) * (0.5**2.5 - (0.5 - t) ** 2.5)
    np.testing.assert_allclose(result["inp 1"], expected, atol=1e-7)


@pytest.mark.parametrize(
    ("motor", "end"),
    [
        ("(exp(inp(1)))", np.pi / np.sqrt(2 * np.exp(1.0)) * 1.0),  # x'' = e^x, x(0) = 1: ∞ at π/√(2e)
        ("(1/(1 - t))", 1.0),
    ],
)
def test_motion_that_ends_in_finite_time(motor: str, end: float) -> None:
    result = simulated(slider(f"  motor 1 {motor}", "dop853 1e-8", 3.0, 300))
    assert result.failure is not None
    assert result.failure.code in ("R405", "R407")
    assert result.time[-1] == pytest.approx(end, abs=0.02)


def test_a_velocity_that_no_mechanism_has_ends() -> None:
    """Its square, 1e198, is a number; no step is short enough."""
    result = simulated(pendulum("dop853", 1.0, velocity=1e99))
    assert result.failure is not None
    assert result.failure.code == "R405"


def test_tolerance_of_zero_is_refused_by_the_check() -> None:
    with pytest.raises(runmec.DeckError) as fault:
        loads(pendulum("dop853 0", 1.0))
    assert "tolerance 0" in str(fault.value)


def test_given_input_beyond_its_reach() -> None:
    """A slider pulled away from its crank: the rod ends at x = 3.5."""
    text = slider_crank(True, 0.5, "dop853 1e-8", 4.0).replace("MOVEMENT", "  motor 1 given 0.5 0\nMOVEMENT")
    result = simulated(text)
    assert result.failure is not None
    assert result.failure.code == "R405"
    assert 3.4 < result["x0 5"][-1] <= 3.5
    assert "elements 1 and 2" in " ".join(result.failure.notes)


def test_interrupt_keeps_what_was_calculated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C reaches the driver between two portions of the engine's work, here after the fourth."""
    calls = 0
    clock = simulate.perf_counter

    def interrupted() -> float:
        nonlocal calls
        calls += 1
        if calls > 9:
            monkeypatch.setattr(simulate, "perf_counter", clock)
            raise KeyboardInterrupt
        return clock()

    monkeypatch.setattr(simulate, "AT_ONCE", 1e-9)
    monkeypatch.setattr(simulate, "perf_counter", interrupted)
    monkeypatch.chdir(tmp_path)
    Path("swing.mec").write_text(pendulum("heun 1e-8", 5.0, steps=500, dynamics="STORAGE\n  bufinp 1 101"))
    found = CliRunner().invoke(cli, ["run", "swing.mec", "--no-pictures"])
    assert found.exit_code == 3
    assert "R408" in found.stderr
    rows = Path("swing.out/buffers.csv").read_text().splitlines()
    assert 2 <= len(rows) < 400


def test_account_names_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("row.mec").write_text(a02(2, 40, 4.0, "dop853 1e-8"))
    found = CliRunner().invoke(cli, ["run", "row.mec", "--no-pictures"])
    assert found.exit_code == 0, found.stderr
    assert "dop853 to 1e-08 a step" in found.stdout
    assert "evaluations" in found.stdout
    assert "energy drift" in found.stdout
    assert "passages of singular positions" in found.stdout
    assert found.stderr.count("R453") == 1


def test_progress_tells_what_is_done() -> None:
    told: list[tuple[str, float]] = []
    runmec.run(loads(pendulum("heun 1e-7", 2.0, steps=40)), lambda what, part: told.append((what, part)))
    assert list(dict.fromkeys(what for what, _ in told)) == ["assembly", "motion", "forces"]
    for kind in ("assembly", "motion", "forces"):
        parts = [part for what, part in told if what == kind]
        assert parts == sorted(parts)
        assert parts[-1] == pytest.approx(1.0, abs=0.03)


def test_work_has_a_bound_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spring of 1e12 N/m with an explicit method: the bound of evaluations ends it, with all rows up to there."""
    monkeypatch.setattr(simulate, "EVALUATIONS", 2000)
    monkeypatch.setattr(simulate, "EVALUATIONS_A_ROW", 0)
    result = simulated(slider("  spring -1 1e12 0", "dop853 1e-9", 1.0, 20))
    assert result.failure is not None
    assert result.failure.code == "R411"
    assert 2000 < result.positions.simulated[0].account.evaluations < 2100
