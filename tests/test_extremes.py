"""Extremes are those of the motion, not of its rows: in the account, labels, drive and run.json; poles are told."""

from __future__ import annotations

import json
from math import cos, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.optimize import minimize_scalar

import runmec
from runmec.cli import cli
from runmec.results.summary import extremes as lines
from runmec.results.summary import inputs_line

from .chains import chain

R, L = 1.0, 4.0


def slider(rows: int, job: str = "DYN ANA", more: str = "") -> str:
    return f"""{job} ; a slider-crank
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (cos(0.1)) (sin(0.1))
  point B 5 0 fixed y
  para crank.lenl {R}
  para rod.lenl {L}
DYNAMICS
  inertia B 2
STORAGE
  bufdx2 B.x a
  bufdx1 B.x v
  bufinp crank.angb phi
  bufdrive crank.angb M
  bufpower crank.angb P
BEGINPIC
  plotcurv phi v
ENDPIC
MOVEMENT
  tstepe {rows} (2*pi) 1 0
{more}END
"""


def velocity(phi: float) -> float:
    return -R * sin(phi) - R * R * sin(phi) * cos(phi) / sqrt(L * L - R * R * sin(phi) ** 2)


def acceleration(phi: float) -> float:
    h = 1e-4
    return (velocity(phi + h) - velocity(phi - h)) / (2 * h)


def true(f: object, low: float, high: float) -> tuple[float, float]:
    """Least value of a function of the angle, and where."""
    found = minimize_scalar(f, bounds=(low, high), method="bounded", options={"xatol": 1e-10})
    return float(found.fun), float(found.x)


@pytest.mark.parametrize("rows", [12, 24, 36])
def test_between_the_rows(rows: int) -> None:
    """To 1e-4 at 15°; the drive 2·a·v has more harmonics."""
    result = runmec.run(runmec.loads(slider(rows)))
    least, at = true(velocity, 1, 2)
    found = result.extremes["v"]
    assert found.least == pytest.approx(least, rel=1e-6)
    assert 0.1 + 2 * pi * found.at_least / rows == pytest.approx(at, abs=1e-3)
    drive, _ = true(lambda phi: 2 * acceleration(phi) * velocity(phi), 4, 6.3)
    assert result.extremes["M"].least == pytest.approx(drive, rel=1e-4)
    assert result.extremes["M"].most == pytest.approx(-drive, rel=1e-4)
    assert abs(result.drive().largest("power")) == pytest.approx(result.extremes["P"].most, rel=1e-6)
    assert np.min(result["v"]) >= found.least


def test_in_the_account_and_in_run_json(tmp_path: Path) -> None:
    deck = tmp_path / "slider.mec"
    deck.write_text(slider(24))
    done = CliRunner().invoke(cli, ["run", str(deck), "-o", str(tmp_path / "out")])
    assert done.exit_code == 0
    least, at = true(velocity, 1, 2)
    row = next(line for line in done.output.splitlines() if line.startswith("v: "))
    assert f"{least:.5g}" in row
    assert f"{at:.4g}"[:4] in row
    told = json.loads((tmp_path / "out" / "run.json").read_text())["extremes"]["v"]
    assert told["min"] == pytest.approx(least, rel=1e-6)
    assert told["min_position"] == pytest.approx(1 + (at - 0.1) / (2 * pi) * 24, abs=0.01)


def test_labels_of_pictures() -> None:
    result = runmec.run(runmec.loads(slider(12)))
    from runmec.drawing.curves import picture

    least, _ = true(velocity, 1, 2)
    texts = [
        text.get_text() for text in picture(result, result.deck.pictures[0]).findobj() if hasattr(text, "get_text")
    ]
    assert any(f"{least:.4g}".replace("-", "\N{MINUS SIGN}") in text or f"{least:.4g}" in text for text in texts), texts


POLES = """KIN ANA ; crank and rocker are parallel twice in a turn
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 100mm 0 fixed
  point A 30mm 0
  point B 77mm 77mm
STORAGE
  bufpole coupler 0 px py
MOVEMENT
  stepe 36 360deg
END
"""


def test_a_pole_is_told() -> None:
    """The instant centre of two links goes to infinity where they are parallel: between rows, too."""
    result = runmec.run(runmec.loads(POLES))
    found = [one for one in result.extremes.values() if one.has_pole]
    assert found
    assert all(one.least == -np.inf and one.most == np.inf for one in found)
    assert any("a pole: through infinity" in line for line in lines(result))
    from runmec.results.output import as_data

    told = [one for one in as_data(result)["extremes"].values() if "pole_position" in one]
    assert told
    assert told[0]["min"] is None


def test_rows_too_far_apart_are_told() -> None:
    assert any("60° BETWEEN ROWS" in line for line in inputs_line(runmec.run(runmec.loads(slider(6)))))
    assert not any("BETWEEN" in line for line in inputs_line(runmec.run(runmec.loads(slider(12)))))


def test_a_run_that_stopped_is_told_beside_its_figures(tmp_path: Path) -> None:
    deck = tmp_path / "stopped.mec"
    deck.write_text(
        slider(36)
        .replace("para crank.lenl 1.0", "para crank.lenl 5.0")
        .replace("(cos(0.1)) (sin(0.1))", "(5*cos(0.1)) (5*sin(0.1))")
        .replace("point B 5", "point B 8")
    )
    done = CliRunner().invoke(cli, ["run", str(deck), "-o", str(tmp_path / "out")])
    assert done.exit_code == 3
    assert done.output.count("where the run stopped: not those of the whole motion") == 2  # extremes and joints
    report = (tmp_path / "out" / "report.html").read_text()
    assert report.count("where the run stopped") >= 2


def test_figures_of_rows_are_told_where_they_differ() -> None:
    study = "STUDY\n  figure most (peak(v))\n"
    coarse, fine = (runmec.run(runmec.loads(slider(rows).replace("END\n", f"{study}END\n"))) for rows in (7, 60))
    assert coarse.figures["most"] == pytest.approx(float(np.max(np.abs(coarse["v"]))))
    assert any("figure most" in line and "ask for more rows" in line for line in lines(coarse))
    assert not any("figure most" in line for line in lines(fine))


def test_rests_and_constants_have_their_first_row() -> None:
    result = runmec.run(runmec.loads(slider(24).replace("  bufdx1 B.x v", "  bufcalc (0*t) nought\n  bufdx1 B.x v")))
    found = result.extremes["nought"]
    assert (found.least, found.at_least, found.most, found.at_most) == (0, 0, 0, 0)


def test_forces_that_are_simulated_have_no_poles() -> None:
    """From row to row of a fast motion they may change their signs as at a pole; given motion may have one."""
    from librt.vecs import vec

    from runmec.results.extremes import extreme

    result = runmec.run(runmec.loads(chain(3, moves="tstepf 20 0.4")))
    rows = vec[float]([0.0] * 9 + [1.0, 3.0, -3.0, -1.0] + [0.0] * 8)
    assert extreme(rows, result.positions).has_pole
    found = extreme(rows, result.positions, has_poles=False)
    assert (found.least, found.most) == (pytest.approx(-3.0, rel=0.5), pytest.approx(3.0, rel=0.5))
    stored = chain(3, moves="tstepf 20 0.4").replace("STORAGE\n", "STORAGE\n  bufpin b2 P1 fx fy\n")
    assert not any(one.has_pole for one in runmec.run(runmec.loads(stored)).extremes.values())
