"""Workspaces against circles of stretched and folded legs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.deck import loads
from runmec.deck.numbering import number_text
from runmec.results.workspace import workspace_csv, workspace_of

INPUTS = Path(__file__).parent.parent / "inputs"


def test_arm_reaches_a_ring() -> None:
    """Stretched at l1 + l2, folded at l1 − l2; the transmission angle is that of the elbow."""
    found = workspace_of(runmec.run(INPUTS / "robots/tool_path_arm.mec"), steps=40)
    x, y = found.edge
    radius = np.hypot(x, y)
    assert found.tool == "T"
    assert found.is_whole
    assert not found.goes_on
    assert np.max(np.minimum(np.abs(radius - 0.9), np.abs(radius - 0.1))) < found.steps[0] / 200
    assert {round(float(r), 1) for r in radius} == {0.9, 0.1}
    r2 = np.sum(found.places**2, axis=0)
    elbow = np.degrees(np.arccos(np.clip((r2 - 0.41) / 0.4, -1, 1)))
    assert np.max(np.abs(np.minimum(elbow, 180 - elbow) - found.angle)) < 1e-6
    assert found.area == pytest.approx(np.pi * (0.9**2 - 0.1**2), rel=5e-3)
    assert found.extent == pytest.approx((-0.9, 0.9, -0.9, 0.9), rel=2e-3)


def test_five_bar_ends_where_a_leg_is_stretched_or_folded() -> None:
    found = workspace_of(runmec.run(INPUTS / "robots/five_bar_plotter.mec"), steps=40)
    left, right = (np.hypot(found.edge[0] - at, found.edge[1]) for at in (-0.1, 0.1))
    miss = np.min(np.abs([left - 0.35, left - 0.05, right - 0.37, right - 0.07]), axis=0)
    assert np.max(miss) < found.steps[0] / 200
    assert not np.any((left > 0.3501) | (right > 0.3701))
    assert np.any(found.motors > 0)
    assert np.any(found.motors < 0)


def test_motors_are_at_a_dead_centre_where_both_couplers_are_in_line() -> None:
    """The sine between the couplers has the sign of the motors' determinant, or the other one everywhere."""
    found = workspace_of(runmec.run(INPUTS / "robots/five_bar_plotter.mec"), steps=24)
    x, y = found.places
    along = []
    for at, crank, coupler, side in ((-0.1, 0.15, 0.2, 1), (0.1, 0.15, 0.22, -1)):
        r = np.hypot(x - at, y)
        q = np.arctan2(y, x - at) + side * np.arccos((r**2 + crank**2 - coupler**2) / (2 * r * crank))
        along.append((x - at - crank * np.cos(q), y - crank * np.sin(q)))
    sine = along[0][0] * along[1][1] - along[0][1] * along[1][0]
    clear = np.abs(sine) > 1e-6
    assert len({float(s) for s in np.sign(sine[clear]) * np.sign(found.motors[clear])}) == 1


def test_two_angles_end_where_the_arm_is_stretched_or_folded() -> None:
    """The same ring, once: elbow on the side on which it is; the tool loses a direction at its rims."""
    text = (INPUTS / "robots/tool_path_arm.mec").read_text()
    text = text.replace("input way.lenu way.lenv", "input upper.angb elbow").replace("carry", "; carry")
    text = text.replace("  bufdrive", "  ;").replace("  bufpower", "  ;").replace("para way", "; para way")
    before = text[: text.index("PRINTBUF")]
    found = workspace_of(runmec.run(loads(f"{before}MOVEMENT\n tstepe 2 1 0.5 0 -0.5 0\nEND\n")), steps=40)
    assert found.tool == "T"
    assert found.goes_on  # beyond a turn of the shoulder
    assert set(found.groups) == {-1}
    radius = np.hypot(*found.edge)
    assert np.max(np.minimum(np.abs(radius - 0.9), np.abs(radius - 0.1))) < 1e-4
    assert found.area == pytest.approx(np.pi * (0.9**2 - 0.1**2), rel=0.1)


def test_what_has_no_workspace_is_told() -> None:
    with pytest.raises(ValueError, match="two inputs; the deck has 1"):
        workspace_of(runmec.run(INPUTS / "slider_cranks/slider_crank.mec"))
    with pytest.raises(ValueError, match="no point Z in the plane; points are "):
        workspace_of(runmec.run(INPUTS / "robots/five_bar_plotter.mec"), "Z")


def test_command(tmp_path: Path) -> None:
    deck = str(INPUTS / "robots/five_bar_plotter.mec")
    told = CliRunner().invoke(cli, ["workspace", deck, "--steps", "16", "-o", str(tmp_path / "w")])
    assert told.exit_code == 0, told.output
    assert "workspace of T" in told.output
    names = {path.name for path in (tmp_path / "w").iterdir()}
    assert {"workspace.csv", "boundary.csv", "workspace.svg", "workspace.png"} <= names
    head, first, *_ = (tmp_path / "w" / "workspace.csv").read_text().splitlines()
    assert head == "input1,input2,x,y,transmission,motors"
    assert [float(part) for part in first.split(",")][:4] == pytest.approx([-0.05, 0.24, -0.05, 0.24])


def test_numbered_decks_have_the_same_workspace() -> None:
    named = runmec.read(INPUTS / "robots/five_bar_plotter.mec")
    ours, theirs = (workspace_of(runmec.run(deck), steps=12) for deck in (named, loads(number_text(named))))
    assert workspace_csv(ours) == workspace_csv(theirs)
