"""What a user gets of a run: arrays, files, the account on the terminal, exit codes."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from librt.vecs import vec

import runmec
import runmec.results.output
from runmec.cli import cli

from .linkages import fourbar
from .positions import matrix

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "inputs" / "example8.mec"
HOEKEN = ROOT / "inputs" / "straight_lines/hoeken.mec"
SMALL = ROOT / "inputs" / "beams/cantilever.mec"  # one position, one picture
LOCKING = fourbar(0.1, 0.06, 0.08, 0.12, start=0.9, moves="tstepe 100 1 2 0", stores="bufinp 1 1\nbufsigma 4 2")


def call(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, list(arguments), prog_name="runmec")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_files_of_the_published_deck(folder: Path) -> None:
    result = call(str(EXAMPLE), "--no-pictures")
    assert result.exit_code == 0
    assert result.stderr == ""
    with (folder / "example8.out" / "buffers.csv").open() as file:
        rows = list(csv.reader(file))
    assert rows[0] == [
        "step",
        "time",
        "100",
        "101",
        "102",
        "105",
        "106",
        "103",
        "201",
        "202",
        "206",
        "208",
        "209",
        "210",
    ]
    assert len(rows) == 122
    assert [row[0] for row in rows[1:]] == [str(k) for k in range(121)]
    ours = runmec.run(EXAMPLE)
    np.testing.assert_array_equal([float(row[13]) for row in rows[1:]], ours.buffer(210))  # full precision
    data = json.loads((folder / "example8.out" / "run.json").read_text())
    assert data["status"] == "complete"
    assert data["version"] == runmec.__version__
    assert len(data["deck_sha256"]) == 64
    assert data["solve_seconds"] > 0
    assert max(data["trust"].values()) < 1e-9
    extreme = data["extremes"]["210"]
    many = runmec.run(runmec.loads(EXAMPLE.read_text().replace("tstepe 120", "tstepe 3600")))
    assert extreme["max"] == pytest.approx(many.buffer(210).max(), rel=1e-4)  # of the motion, between rows too
    assert abs(extreme["max_position"] - 1 - ours.buffer(210).argmax()) <= 1


def test_account_on_the_terminal(folder: Path) -> None:
    said = call(str(EXAMPLE), "--no-pictures").stdout
    for part in (
        "DYN ANA",
        "4 groups",
        "121 of 121 positions",
        "driving moment M = −σ of input 1",
        "trust: closure",
        f"files in example8.out{os.sep}: buffers.csv, run.json, joints.csv",
        "201: σ of parameter 1",
    ):
        assert part in said
    assert said.count("\n") > 121  # PRINTBUF
    assert call("run", "-q", str(SMALL)).stdout == ""


def test_other_folder_and_set(folder: Path) -> None:
    deck = ROOT / "inputs" / "beams/cantilever.mec"
    assert call("run", str(deck), "-o", "here/there", "--set", "l=3").exit_code == 0
    data = json.loads((folder / "here" / "there" / "run.json").read_text())
    assert data["defines"]["l"] == 3
    assert not (folder / "cantilever.out").exists()
    assert call(str(deck), "-q", "-o", "new").exit_code == 0  # a folder may have the name of a command
    assert (folder / "new" / "run.json").exists()


def test_dead_centre_keeps_what_was_calculated(folder: Path) -> None:
    (folder / "lock.mec").write_text(LOCKING)
    result = call("lock.mec")
    assert result.exit_code == 3
    assert "R402" in result.stderr
    assert "Traceback" not in result.stderr
    data = json.loads((folder / "lock.out" / "run.json").read_text())
    assert data["status"] == "incomplete"
    assert data["failure"]["code"] == "R402"
    rows = (folder / "lock.out" / "buffers.csv").read_text().splitlines()
    assert len(rows) == 1 + data["positions"] < 102


def test_nothing_is_written_where_there_is_no_position(folder: Path) -> None:
    (folder / "open.mec").write_text(fourbar(coupler=0.02, rocker=0.02))
    result = call("open.mec")
    assert result.exit_code == 3
    assert "R401" in result.stderr
    assert not (folder / "open.out").exists()


def test_wrong_deck_and_unwritable_folder(folder: Path) -> None:
    assert call(str(ROOT / "tests/bad/D101_unknown_word.mec")).exit_code == 1
    (folder / "file").write_text("")
    result = call("run", str(EXAMPLE), "-o", "file")
    assert result.exit_code == 2
    assert "cannot be made" in result.stderr


def test_structure_without_inputs_needs_no_movement() -> None:
    result = runmec.run(ROOT / "inputs" / "beams/cantilever.mec")
    assert len(result) == 1
    assert result.deck.inputs == 0


def test_names_of_quantities() -> None:
    result = runmec.run(EXAMPLE)
    for name, same in (
        ("x16", "x0 16"),
        ("dx16", "dx1 16"),
        ("ddx16", "dx2 16"),
        ("e-1", "bufe0 -1"),
        ("dinp 1", "dinp1 1"),
        ("sigma10", "sigma 10"),
        ("x1 16", "x1 16 1"),
        ("x2 16", "x2 16 1 1"),
    ):
        np.testing.assert_array_equal(result[name], result[same])
    np.testing.assert_array_equal(result["x16"], result.buffer(101))
    assert result["time"].shape == result["cond"].shape == (121,)
    for name, said in (
        ("y16", "no quantity"),
        ("sigmo 3", "did you mean 'sigma'"),
        ("x99", "no co-ordinate 99"),
        ("conn 4", "takes k c"),
        ("ekin 3", "no numbers"),
    ):
        with pytest.raises(KeyError, match=said):
            result[name]
    with pytest.raises(KeyError, match="stores no buffer 7"):
        result.buffer(7)


def test_reciprocal_condition_is_numpys() -> None:
    result = runmec.run(EXAMPLE)
    expected = [1 / np.linalg.cond(matrix(result, k), 1) for k in range(len(result))]
    np.testing.assert_allclose(result["cond"], expected, rtol=1e-10)


def test_rows_are_read_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the engine's turns are, the numbers are the same to the last bit."""
    whole = runmec.run(EXAMPLE)
    monkeypatch.setattr("runmec.results.reading.AT_ONCE", 1e-9)
    monkeypatch.setattr("runmec.motion.given.AT_ONCE", 1e-9)
    parts = runmec.run(EXAMPLE)
    for number, history in whole.buffers.items():
        assert (parts.buffers[number] == history).all()


def test_forms_for_people() -> None:
    result = runmec.run(EXAMPLE)
    assert "121 positions" in repr(result)
    assert "<iframe" in result._repr_html_()
    table = result.to_pandas()
    assert list(table.columns) == list(result.buffers)
    assert table.index.name == "time"


def test_kinematics_alone_stores_no_forces() -> None:
    deck = runmec.loads(EXAMPLE.read_text().replace("DYN ANA", "KIN ANA", 1))
    result = runmec.run(deck)
    assert np.all(np.isnan(result.buffer(210)))
    assert np.all(np.isfinite(result.buffer(106)))
    assert result.trust.forces is None
    assert 210 not in result.extremes


def test_run_needs_no_matplotlib_or_numba() -> None:
    code = f"import runmec, sys; runmec.run({str(EXAMPLE)!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"matplotlib", "numba", "pandas", "rich", "scipy"}


def test_pictures_film_and_report_are_files(folder: Path) -> None:
    assert call("-q", str(EXAMPLE)).exit_code == 0
    names = {path.name for path in (folder / "example8.out").iterdir()}
    assert names == {
        "buffers.csv",
        "joints.csv",
        "causes.csv",
        "run.json",
        "picture1.svg",
        "picture1.png",
        "picture2.svg",
        "picture2.png",
        "film.html",
        "report.html",
    }
    assert call("run", str(SMALL), "-q", "-o", "pdf", "--format", "pdf").exit_code == 0
    assert {p.suffix for p in (folder / "pdf").iterdir()} == {".csv", ".json", ".pdf", ".html"}
    assert call("run", str(SMALL), "-q", "-o", "none", "--no-pictures").exit_code == 0
    assert len(list((folder / "none").iterdir())) == 4
    wrong = call("run", str(EXAMPLE), "--format", "bmp")
    assert wrong.exit_code == 2
    assert "known are svg, png, pdf" in wrong.stderr


def test_draw_and_film_commands(folder: Path) -> None:
    assert call("draw", str(EXAMPLE), "--labels").stdout == "example8.svg\n"
    assert (folder / "example8.svg").read_text().startswith("<?xml")
    assert call("draw", str(EXAMPLE), "-o", "a.txt").exit_code == 2
    assert call("film", str(EXAMPLE)).exit_code == 0
    assert (folder / "example8.html").stat().st_size < 75_000
    (folder / "open.mec").write_text(fourbar(coupler=0.02, rocker=0.02))
    result = call("draw", "open.mec", "-o", "open.png")
    assert result.exit_code == 3
    assert "R401" in result.stderr
    assert (folder / "open.png").read_bytes().startswith(b"\x89PNG")


def test_ending_of_a_film_says_what_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runmec.drawing.frames.FRAMES_AT_MOST", 3)
    deck = str(ROOT / "inputs" / "gears/gear_pair.mec")
    assert call("film", deck, "-o", "made/film.gif").exit_code == 0
    assert (folder / "made/film.gif").read_bytes()[:4] == b"GIF8"
    for wrong in (("-o", "film.xyz"), ("-o", "film.html", "--gif"), ("-o", "film")):
        result = call("film", deck, *wrong)
        assert result.exit_code == 2
        assert "does not end in" in result.stderr
    assert not (folder / "film.xyz").exists()


def test_gif_and_mp4(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image

    monkeypatch.setattr("runmec.drawing.frames.FRAMES_AT_MOST", 6)
    assert call("film", str(EXAMPLE), "--gif").exit_code == 0
    with Image.open(folder / "example8.gif") as image:
        assert image.n_frames == 6
    assert call("film", str(EXAMPLE), "--mp4").exit_code == 0
    assert (folder / "example8.mp4").read_bytes()[4:8] == b"ftyp"


def test_pictures_of_an_earlier_run_do_not_stand_beside_new_numbers(tmp_path: Path) -> None:
    deck = str(SMALL)
    call("run", deck, "-o", str(tmp_path / "out"), "-q")
    assert (tmp_path / "out/picture1.svg").exists()
    (tmp_path / "out/notes.txt").write_text("mine")
    call("run", deck, "-o", str(tmp_path / "out"), "-q", "--no-pictures", "--set", "l=3")
    left = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert left == ["buffers.csv", "causes.csv", "joints.csv", "notes.txt", "run.json"]


def test_pictures_that_fail_leave_no_old_ones_beside_new_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError("no pictures today")

    runmec.results.output.write_output(runmec.run(SMALL), tmp_path, ["svg"])
    monkeypatch.setattr("runmec.drawing.curves.picture", fails)
    with pytest.raises(OSError, match="no pictures today"):
        runmec.results.output.write_output(runmec.run(SMALL, set={"l": 3}), tmp_path, ["svg"])
    assert sorted(p.name for p in tmp_path.iterdir()) == ["buffers.csv", "causes.csv", "joints.csv", "run.json"]


def test_a_picture_of_positions_that_were_not_reached_says_so(folder: Path) -> None:
    pictures = "BEGINPIC\ndrawmech 90 95\nENDPIC\nBEGINPIC\ndrawmech 1 95\nplotcurv 1 2\nENDPIC\nMOVEMENT"
    (folder / "lock.mec").write_text(LOCKING.replace("MOVEMENT", pictures))
    result = call("lock.mec", "--format", "svg")
    assert result.exit_code == 3
    assert "R402" in result.stderr
    files = json.loads((folder / "lock.out" / "run.json").read_text())["files"]
    assert {"picture1.svg", "picture2.svg", "report.html"} <= set(files)
    assert all((folder / "lock.out" / name).exists() for name in files)


def test_extremes_take_rounding_for_zero_but_not_what_an_infinity_makes_small() -> None:
    from runmec.results.extremes import Extreme, extreme

    assert extreme(vec[float]([3e-17, 1.0, -2e-16, 1.0 + 1e-15])) == Extreme(0.0, 0, 1.0, 1)
    assert extreme(vec[float]([1.0, np.inf, 2.0, np.nan])) == Extreme(1.0, 0, np.inf, 1)
    assert extreme(vec[float]([1.0, -np.inf, 2.0])) == Extreme(-np.inf, 1, 2.0, 2)


def test_report_and_run_json_have_the_account_of_a_simulation(tmp_path: Path) -> None:
    result = runmec.run(ROOT / "inputs" / "free_motion/pendulum.mec")
    runmec.results.output.write_output(result, tmp_path, ["svg"])
    account = result.positions.simulated[0].account
    assert f"{account.evaluations} evaluations" in (tmp_path / "report.html").read_text(encoding="utf-8")
    (stored,) = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["simulated"]
    assert (stored["method"], stored["tolerance"], stored["evaluations"]) == ("dop853", 1e-11, account.evaluations)


def test_range_of_an_input_that_goes_beyond_its_ends_is_told(folder: Path) -> None:
    text = fourbar(moves="stepe 10 1\nstepe 10 -1.5\nstepe 10 0.5")
    (folder / "a.mec").write_text(text)
    start = runmec.run("a.mec")["inp 1"][0]
    between = f"between {start - 0.5:.5g} and {start + 1:.5g}"
    assert between in call("a.mec").stdout
    (folder / "b.mec").write_text(fourbar(moves="stepe 10 1"))
    assert "between" not in call("b.mec").stdout


def test_a_list_of_files_that_leads_elsewhere_is_not_believed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "precious.txt").write_text("mine")
    (out / "press.mec").write_text("mine")
    (out / "run.json").write_text('{"files": ["../precious.txt", 3, "/etc/passwd", "press.mec", "../precious.html"]}')
    (tmp_path / "precious.html").write_text("mine")
    call("run", str(HOEKEN), "-o", str(out), "-q", "--no-pictures")
    assert (tmp_path / "precious.txt").exists()
    assert (tmp_path / "precious.html").exists()
    assert (out / "press.mec").exists()


def test_transmission_angle_is_told_where_the_rocker_has_an_angle_of_its_own() -> None:
    """Crank 40, coupler 120, rocker 80, frame 100 mm: 26.38° at crank angle 0 (textbook), the rocker as bar or TR1."""
    text = """KIN ANA ; the rocker is a TR1
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 BIN 5 6 7 8
       3 TR1 3 4 9 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenu 3 3 1
       4 lenv 3 4 1
       5 angb 1 5 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 0.1
       4 0
  xmov 5 0.04
       6 0
       7 0.15
       8 0.06
       9 0.9
  para 1 0.04
       2 0.12
       3 0.08
       4 0
       5 0
MOVEMENT
  stepe 36 6.283185307179586
END
"""
    told = [w.message for w in runmec.run(runmec.loads(text)).warnings if w.code == "R452"]
    assert len(told) == 1
    assert "26.4°" in told[0]
