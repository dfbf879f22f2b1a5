"""`runmec new` and `runmec examples`: decks to begin with."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import runmec
from runmec.cli import cli
from runmec.examples import TOPICS, examples, starter, starters

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*arguments: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, list(arguments), prog_name="runmec")
    assert result.exit_code == code, result.output
    return result


@pytest.mark.parametrize("kind", starters())
def test_starter_is_written_and_runs_without_a_word_of_warning(kind: str) -> None:
    command("new", "my_machine", "--kind", kind)
    text = Path("my_machine.mec").read_text()
    assert text.splitlines()[0].split(";")[1].strip().startswith("my machine: ")
    result = runmec.run("my_machine.mec")
    assert result.complete
    assert not result.warnings
    assert result.trust.worst < 1e-9
    assert command("fmt", "--check", "my_machine.mec").output == ""


def test_starters_say_what_every_section_is_for() -> None:
    for kind in starters():
        text = starter(kind, "x")
        for section in ("DEFINE", "STORAGE"):
            line = next(line for line in text.splitlines() if line.startswith(section))
            assert ";" in line, (kind, section)


def test_kinds_are_listed_and_a_wrong_one_is_answered_with_the_nearest() -> None:
    listed = command("new", "--kinds").output
    assert all(kind in listed for kind in starters())
    assert "did you mean `six-bar`" in command("new", "press", "-k", "sixbar", code=2).output
    assert "known are" in command("new", "press", "-k", "wombat", code=2).output
    assert not list(Path().iterdir())


def test_nothing_is_overwritten_unless_asked() -> None:
    Path("press.mec").write_text("mine")
    assert "there already" in command("new", "press", code=2).output
    assert Path("press.mec").read_text() == "mine"
    command("new", "press.mec", "--force")
    assert "four-bar" in Path("press.mec").read_text()
    Path("hoeken.mec").write_text("mine")
    assert "hoeken.mec is there already" in command("examples", "shaper", "hoeken", code=2).output
    assert not Path("shaper.mec").exists()
    assert Path("hoeken.mec").read_text() == "mine"


def test_a_name_that_would_break_the_deck_or_is_none_is_refused() -> None:
    for name in ("a;b", "", ".", "..", "folder/", "  "):
        assert "cannot be the name" in command("new", name, code=2).output, name
    command("new", "../x/../here")
    assert not Path("../x").exists()
    Path("../here.mec").unlink()
    assert "'a b.mec'" in command("new", "a b").output
    Path("a b.mec").unlink()
    assert "cannot be the name" in command("new", "a\nDEFINE", code=2).output


def test_a_folder_that_cannot_be_made_is_told() -> None:
    Path("file").write_text("")
    assert "cannot be made" in command("new", "file/press", code=2).output


def test_examples_are_listed_by_topic() -> None:
    listed = command("examples").output
    assert all(example.name in listed and example.title in listed for example in examples())
    topics = [line for line in listed.splitlines() if line in TOPICS]
    assert topics == list(TOPICS)


def test_examples_are_found_by_their_descriptions() -> None:
    found = command("examples", "--find", "ROPE").output
    assert "winch" in found
    assert "hoeken" not in found
    assert "--find lists" in command("examples", "hoeken", "--find", "rope", code=2).output
    assert "not both" in command("examples", "hoeken", "--all", code=2).output
    assert "no example speaks of" in command("examples", "--find", "submarine").output


def test_examples_are_copied_as_they_are() -> None:
    command("examples", "hoeken", "shaper.mec", "-o", "decks")
    assert Path("decks/hoeken.mec").read_bytes() == (ROOT / "inputs/straight_lines/hoeken.mec").read_bytes()
    assert "did you mean `hoeken`" in command("examples", "hoken", code=2).output
    command("examples", "--all", "-o", "all")
    assert sorted(p.stem for p in Path("all").glob("*.mec")) == sorted(example.name for example in examples())


def test_data_of_examples_are_copied_too() -> None:
    command("examples", "punch_force", "-o", "press")
    assert sorted(p.name for p in Path("press").iterdir()) == ["punch_force.csv", "punch_force.mec"]
    assert Path("press/punch_force.csv").read_bytes() == (ROOT / "inputs/machines/punch_force.csv").read_bytes()
    command("check", "press/punch_force.mec")
    assert "punch_force.csv is there already" in command("examples", "punch_force", "-o", "press", code=2).output or (
        "punch_force" in command("examples", "punch_force", "-o", "press", code=2).output
    )


def test_every_example_says_what_it_is_and_where_its_numbers_come_from() -> None:
    for example in examples():
        assert example.title
        if example.name != "example8":  # the published deck, as it stands
            assert any(line.startswith("Source:") for line in example.about), example.name


def test_both_commands_work_from_a_wheel(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
        env={**os.environ, "RUNMEC_PLAIN": "1"},
    )
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    code = (
        "import sys; sys.path.insert(0, 'installed'); import runmec.examples as e; from runmec.cli import cli\n"
        "assert 'installed' in e.__file__\n"
        "for words in (['new', 'press', '-k', 'gears'], ['examples', 'example8', 'punch_force']):\n"
        "    cli(words, standalone_mode=False)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert (tmp_path / "press.mec").exists()
    assert (tmp_path / "punch_force.csv").exists()
    assert (tmp_path / "example8.mec").read_bytes() == (ROOT / "inputs/example8.mec").read_bytes()


def test_examples_are_in_the_form_that_fmt_writes() -> None:
    """But for the published deck, which stands as it is, and those that a program writes."""
    own = [str(e.path) for e in examples() if e.name != "example8" and e.topic != "benchmarks"]
    command("fmt", "--check", *own)


def test_several_decks_are_formatted_in_place_only() -> None:
    command("examples", "shaper", "hoeken")
    assert "in place" in command("fmt", "shaper.mec", "hoeken.mec", code=2).output
    ragged = Path("shaper.mec").read_text().replace("  elem", "     elem")
    Path("shaper.mec").write_text(ragged)
    command("fmt", "--check", "shaper.mec", "hoeken.mec", code=1)
    command("fmt", "-w", "shaper.mec", "hoeken.mec")
    command("fmt", "--check", "shaper.mec", "hoeken.mec")


#: the starters as they were in numbers (tests/numbered), and what their buffers are called now; minus: M = −σ
NUMBERED = {
    "four_bar": {"phi": 100, "cx": 101, "cy": 102, "drive": -110, "ax": 201, "ay": 202, "bx": 203, "by": 204},
    "slider_crank": {"s": 101, "v": 102, "acc": 103, "drive": -110, "guide": 111, "ox": 201, "oy": 202},
    "six_bar": {"s": 101, "acc": 103, "drive": -110, "fx": 201, "fy": 202},
    "slotted_lever": {"psi": 101, "i": 102, "place": 103, "ex": 104, "ey": 105},
    "gears": {"psi": 101, "s": 102, "teeth": 201, "drive": -210},
    "robot_arm": {"gx": 103, "gy": 104, "m1": -201, "m2": -202, "p1": 203, "p2": 204},
    "simulation": {"speed": 101, "M": -102, "P": 103},
    "structure": {"ux": 101, "uy": 102, "turn": 103, "ax": 201, "ay": 202, "M": 203, "normal": 211},
}


@pytest.mark.parametrize("kind", NUMBERED)
def test_starters_in_names_have_the_numbers_that_they_had(kind: str) -> None:
    named = runmec.run(runmec.loads(starter(kind, "named")))
    numbered = runmec.run(ROOT / "tests/numbered" / f"{kind}.mec")
    for name, number in NUMBERED[kind].items():
        same = numbered.buffer(abs(number)) * (1 if number > 0 else -1)
        np.testing.assert_allclose(named[name], same, rtol=1e-12, atol=1e-12 * np.max(np.abs(same)))


def test_pendulum_of_the_starter_loses_what_its_bearing_takes() -> None:
    """Half a turn against the damping: d/dt (Ek + Ep) = −k·ω², integrated by Simpson's rule over the rows."""
    from scipy.integrate import simpson

    swing = runmec.run(runmec.loads(starter("pendulum", "p")))
    lost = simpson(0.05 * swing["w"] ** 2, x=swing.time)
    energy = swing["Ek"] + swing["Ep"]
    assert energy[0] - energy[-1] == pytest.approx(lost, rel=1e-5)
    assert energy[0] == pytest.approx(2 * 9.81 * 0.25 * -0.5)  # m g l/2 sin(−30°)


def test_cylinder_of_the_starter_lifts_by_statics() -> None:
    """Moments about O at the ends of the stroke: poly345 begins and ends at rest, without acceleration."""
    lift = runmec.run(runmec.loads(starter("cylinder", "c")))
    (bx, _), (px, py), (gx, gy) = lift["B"], lift["x P"], (0.3, -0.6)  # a buffer is called P too
    ux, uy = (px - gx) / lift["cyl.lenl"], (py - gy) / lift["cyl.lenl"]
    lever = px * uy - py * ux
    for k in (0, -1):
        moment = 9.81 * (500 * bx[k] + 120 * bx[k] / 2)
        assert lift["F"][k] * lever[k] == pytest.approx(moment, rel=1e-9)
