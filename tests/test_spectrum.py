"""Harmonics over the input: the series of the slider-crank, and the command that writes them."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.integrate import quad

import runmec
from runmec.cli import cli

LAMBDA = 0.25


def slider(movement: str) -> str:
    """Crank 1, rod 4: −ẍ/(r·ω²) has the orders 1, 0.254025042, −0.00409811117 of 1, 2 and 4."""
    return f"""DYN ANA ; a slider-crank
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 5 0 fixed y
  para crank.lenl 1
  para rod.lenl {1 / LAMBDA}
DYNAMICS
  inertia B 1
STORAGE
  bufdx2 B.x a
  bufx2 B.x g
  bufinp crank.angb phi
MOVEMENT
  {movement}
END
"""


#: of the series of the acceleration: cos φ + A2·cos 2φ + A4·cos 4φ + …
KNOWN = {1: 1.0, 2: 0.254025042, 4: -0.00409811117}


def written(text: str, tmp_path: Path, *more: str) -> tuple[int, str, Path]:
    deck = tmp_path / "slider.mec"
    deck.write_text(text)
    done = CliRunner().invoke(cli, ["spectrum", str(deck), *more, "-o", str(tmp_path / "out")])
    return done.exit_code, done.output, tmp_path / "out"


def test_orders_of_a_slider_crank(tmp_path: Path) -> None:
    code, _, out = written(slider(f"tstepe 180 {4 * pi} 1 0"), tmp_path, "a")
    assert code == 0
    assert (out / "a.svg").exists()
    head, *rows = (out / "a.csv").read_text().splitlines()
    assert head == "order,cosine,sine,amplitude,phase"
    found = {int(row.split(",")[0]): [float(cell) for cell in row.split(",")[1:]] for row in rows}
    assert len(found) == 46  # 90 rows in the last turn
    for order, value in KNOWN.items():
        cosine, sine, amplitude, phase = found[order]
        assert cosine == pytest.approx(-value, abs=1e-9)
        assert sine == pytest.approx(0, abs=1e-9)
        assert amplitude == pytest.approx(abs(value), abs=1e-9)
        assert abs(phase) == pytest.approx(pi if value > 0 else 0, abs=1e-6)
    assert found[3][2] < 1e-9


def test_over_the_input_and_not_over_time() -> None:
    """Rows that are not even, a start at another angle, backwards: the same series of the same function of φ."""
    for movement in (f"tstepe 400 {4 * pi} 1 0.3", "stepe 37 0.7\n  stepe 240 (4*pi)", "stepe 240 (-4*pi)"):
        result = runmec.run(runmec.loads(slider(movement)))
        found = result.spectrum("g")
        for order, value in KNOWN.items():
            assert found.cosine[order] == pytest.approx(-value, abs=2e-7)
            assert found.sine[order] == pytest.approx(0, abs=2e-7)
        assert found.is_closed


def test_the_series_is_the_integral() -> None:
    """g(φ) = −cos φ − λ(cos 2φ + λ² sin⁴ φ)/(1 − λ² sin² φ)^1.5, integrated by another program."""

    def g(phi: float) -> float:
        s2 = (LAMBDA * np.sin(phi)) ** 2
        return float(-np.cos(phi) - LAMBDA * (np.cos(2 * phi) + LAMBDA**2 * np.sin(phi) ** 4) / (1 - s2) ** 1.5)

    result = runmec.run(runmec.loads(slider("stepe 120 (2*pi)")))
    found = result.spectrum("g")
    for order in range(7):
        cosine = quad(lambda phi, k=order: g(phi) * np.cos(k * phi), 0, 2 * pi)[0] / (pi if order else 2 * pi)
        assert found.cosine[order] == pytest.approx(cosine, abs=1e-9)


def test_a_period_of_its_own() -> None:
    """Over three turns the first order of a turn is the third."""
    result = runmec.run(runmec.loads(slider("stepe 360 (6*pi)")))
    found = result.spectrum("g", 6 * pi)
    assert found.amplitude[3] == pytest.approx(1, abs=1e-9)
    assert found.amplitude[1] < 1e-9


def test_ends_that_differ_are_averaged_and_told(tmp_path: Path) -> None:
    code, said, _ = written(slider("stepe 60 (2*pi)"), tmp_path, "phi")
    assert code == 0
    assert "differ by 1 of the span" in said
    assert "mean is taken" in said


@pytest.mark.parametrize(
    ("movement", "more", "told"),
    [
        ("stepe 60 3", ("a",), "less than a period"),
        ("stepe 60 7", ("a", "--cycle", "-1"), "above zero"),
        ("stepe 60 7", ("a", "--cycle", "1e-3"), "between two rows"),
        ("stepe 60 7", ("nobody",), "no buffer nobody"),
        ("stepe 60 4\n  stepe 60 -4", ("a",), "less than a period"),
        ("stepe 60 7", ("a", "--cycle", "x"), "x"),
    ],
)
def test_what_has_no_period(movement: str, more: tuple[str, ...], told: str, tmp_path: Path) -> None:
    code, said, out = written(slider(movement), tmp_path, *more)
    assert code == 2
    assert told in said
    assert not out.exists()


def test_a_length_does_not_turn() -> None:
    piston = """KIN ANA ; a piston
TOPOLOGY
  elem rod BIN O A
  input rod.lenl
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
STORAGE
  bufx0 A.x x
MOVEMENT
  stepe 50 0.5
END
"""
    result = runmec.run(runmec.loads(piston))
    with pytest.raises(ValueError, match="does not turn"):
        result.spectrum("x")
    assert result.spectrum("x", 0.5).cycle == 0.5
