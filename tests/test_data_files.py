"""Points in csv files: in `table`, `curve`, laws and programs, with the same bits as written in the deck."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import check
from runmec.deck.carrying import beside, inlined
from runmec.deck.data_files import Files, stamps
from runmec.deck.layout import format_text
from runmec.deck.numbering import number_text
from runmec.diagnostics import Diagnostic
from runmec.editing.names import occurrences
from runmec.editing.reading import draft

POINTS = [(0.0, 0.0), (0.125, 0.25), (0.3, -0.5), (0.75, 1.5), (1.0, 2.0)]
DECK = """DYN ANA ; a mass that is led, and data
DEFINE
  u 7
TOPOLOGY
  elem s BIN O A free
  input s.lenl
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
DYNAMICS
  inertia A.x 2
  force A.x ({force})
STORAGE
  bufdx1 A.x v
  bufcalc ({force}) f
  bufdrive s.lenl drive
MOVEMENT
  law s.lenl {law}
  tmove 7 1
END
"""
INLINE = " ".join(f"{t} {e}" for t, e in POINTS)
BUFFERS = ("v", "f", "drive")


def deck(force: str = "0", law: str = "points " + INLINE) -> str:
    return DECK.format(force=force, law=law)


def inline(function: str) -> str:
    return f"{function}(t, {', '.join(f'{t},{e}' for t, e in POINTS)})"


def same(text: str, wanted: str, folder: Path) -> None:
    found, other = (runmec.run(runmec.loads(one, data=folder)) for one in (text, wanted))
    for name in BUFFERS:
        np.testing.assert_array_equal(found[name], other[name])


def rows(separator: str = ",", shown: Callable[[float], str] = repr, head: str = "u,y") -> str:
    lines = [separator.join(map(shown, point)) for point in POINTS]
    return "\n".join([*([head.replace(",", separator)] if head else []), *lines]) + "\n"


def with_comma(value: float) -> str:
    return repr(value).replace(".", ",")


#: content of a file, and the columns that are asked of it
WRITTEN: dict[str, tuple[bytes, str]] = {
    "comma": (rows().encode(), ""),
    "by name": (rows().encode(), ", u, y"),
    "semicolon, decimal comma": (rows(";", with_comma).encode(), ", u, y"),
    "semicolon, decimal point": (rows(";").encode(), ""),
    "tab": (rows("\t").encode(), ", u, y"),
    "tab, decimal comma": (rows("\t", with_comma).encode(), ""),
    "units": (rows(shown=lambda v: repr(v * 1000), head="u [ms],y [mN]").encode(), ", u, y"),
    "units and blanks": (rows(shown=lambda v: f" {v * 1000!r} ", head="u [ ms ] , y[mN]").encode(), ", u, y"),
    "a unit of one": (rows(head="u [-],y []").encode(), ", u, y"),
    "mark and CRLF": (b"\xef\xbb\xbf" + rows().replace("\n", "\r\n").encode(), ", u, y"),
    "CR": (rows().replace("\n", "\r").encode(), ", u, y"),
    "quoted heads": (rows(head='"u","y"').encode(), ", u, y"),
    "another order": (("y,z,u\n" + "".join(f"{e},text,{t}\n" for t, e in POINTS)).encode(), ", u, y"),
    "heads that are no names": (rows(head="u 1,y (N)").encode(), ', "u 1", "y (N)"'),
    "a separator in a head": (rows(head='"u,1","y;2"').encode(), ', "u,1", "y;2"'),
    "a head twice": (("u,z,z,y\n" + "".join(f"{t},1,2,{e}\n" for t, e in POINTS)).encode(), ", u, y"),
    "no heads": (rows(head="").encode(), ""),
    "numbers in quotes": (rows(";", lambda v: f'"{with_comma(v)}"').encode(), ", u, y"),
    "UTF-16": (rows().encode("utf-16"), ", u, y"),
    "UTF-16 without mark": (rows().encode("utf-16-le"), ", u, y"),
    "UTF-16 the other way": (rows().encode("utf-16-be"), ", u, y"),
    "Latin-1": (("u,y,Länge\n" + "".join(f"{t},{e},ü\n" for t, e in POINTS)).encode("latin-1"), ", u, y"),
    "blank lines": (("\n\n" + rows().replace("\n", "\n\n  \n")).encode(), ", u, y"),
    "no last newline": (rows().rstrip("\n").encode(), ", u, y"),
    "Fortran": (rows(shown=lambda v: f"{v * 10!r}D-1").encode(), ", u, y"),
    "empty fields behind": (rows(";").replace("\n", ";;\n").encode(), ", u, y"),
    "empty fields behind, no heads": (rows(";", head="").replace("\n", ";;\n").encode(), ""),
    "a head of DEFINE": (rows().encode(), ", u, y"),
    "heads in other letters": (rows(head="Größe,y").encode(), ", Größe, y"),
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("function", ["table", "curve"])
def test_a_file_is_its_points(name: str, function: str, tmp_path: Path) -> None:
    content, columns = WRITTEN[name]
    (tmp_path / "my force.csv").write_bytes(content)
    same(deck(f'{function}(t, "my force.csv"{columns})'), deck(inline(function)), tmp_path)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_law_takes_the_same_files(name: str, tmp_path: Path) -> None:
    content, columns = WRITTEN[name]
    content = content.replace(b"mN", b"mm").replace(b"N\0", b"m\0")
    (tmp_path / "path.csv").write_bytes(content)
    words = columns.replace("N", "m" if "[mN]" in columns else "N").replace(", ", " ")
    same(deck(law=f'points "path.csv"{words}'), deck(), tmp_path)
    same(deck(law=f'freepoints "path.csv"{words}'), deck(law=f"freepoints {INLINE}"), tmp_path)


def test_a_law_counts_from_the_first_row(tmp_path: Path) -> None:
    (tmp_path / "path.csv").write_text("".join(f"{2 + t},{0.75 + e}\n" for t, e in POINTS))
    found, wanted = (runmec.run(runmec.loads(one, data=tmp_path)) for one in (deck(law='points "path.csv"'), deck()))
    for name in BUFFERS:
        np.testing.assert_allclose(found[name], wanted[name], atol=1e-12)


CAM = """KIN ANA
TOPOLOGY
  elem cam BIN O A
  elem f BIN O B free
  param lift f.lenl 1 fixed
  couple lift cam.angb S -1
  input cam.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 1 0 fixed y
  para lift 1
  program S points {points}
STORAGE
  bufx0 B.x v
MOVEMENT
  stepe 24 (2*pi)
END
"""


def test_a_program_takes_them_as_they_are(tmp_path: Path) -> None:
    places = [0.0, 1.5, 3.0, 5.0, 2 * np.pi]
    lifts = [0.0, 0.1, 0.3, 0.2, 0.0]
    (tmp_path / "lift.csv").write_text(
        "s [mm],phi [deg]\n"
        + "".join(f"{1000 * s!r},{float(np.degrees(phi))!r}\n" for phi, s in zip(places, lifts, strict=True))
    )
    listed = " ".join(f"{phi!r} {s!r}" for phi, s in zip(places, lifts, strict=True))
    found = runmec.run(runmec.loads(CAM.format(points='"lift.csv" phi s'), data=tmp_path))["v"]
    np.testing.assert_allclose(found, runmec.run(runmec.loads(CAM.format(points=listed)))["v"], atol=1e-12)


# faults


def faults(text: str, folder: Path) -> list[Diagnostic]:
    return [one for one in check(text, "deck", {}, folder)[1] if one.level == "error"]


def fault(content: bytes | str, folder: Path, columns: str = ", u, y") -> Diagnostic:
    (folder / "f.csv").write_bytes(content.encode() if isinstance(content, str) else content)
    (found,) = faults(deck(f'curve(t, "f.csv"{columns})').replace("  bufcalc", ";"), folder)
    (of_law,) = faults(deck(law=f'points "f.csv"{columns.replace(",", "")}'), folder)
    assert (found.code, found.message) == (of_law.code, of_law.message)
    assert found.span is not None
    assert found.span.line == 12
    return found


@pytest.mark.parametrize(
    ("content", "columns", "code", "place", "said"),
    [
        ("", "", "D127", "1:1", "empty"),
        ("\n \n", "", "D127", "1:1", "empty"),
        ("u,y\n", "", "D127", "1:1", "no row"),
        ("u,y\n1,2\n", "", "D127", "2:1", "one row"),
        ("u\n1\n2\n", "", "D127", "1:1", "one column"),
        (";;;\n1;2\n", "", "D127", "1:1", "one column"),
        ("0,1,note\n1,2,\n", "", "D127", "1:5", "`note` is no number"),
        ("1\n2\n", "", "D127", "1:1", "one column"),
        ("u,y\n1,2\n3,4\n", ", u, z", "D126", "1:1", "no column `z`"),
        ("0,0\n3,4\n", ", u, y", "D126", "1:1", "no heads"),
        ("u,y,y\n1,2,3\n3,4,5\n", ", u, y", "D126", "1:5", "2 columns"),
        ("u,y\n0,nan\n3,4\n", "", "D127", "2:3", "`nan` is no finite number, in y"),
        ("u,y\n0,1\ninf,4\n", "", "D127", "3:1", "`inf` is no finite number, in u"),
        ("u,y\n0,1\n1,1e999\n", "", "D127", "3:3", "`1e999` is no finite number"),
        ("u,y\n0,1\n1,1e99999999999999999999\n", "", "D127", "3:3", "is no finite number"),
        ("u,y [mm]\n0,1\n1,1e99999999999999999999\n", ", u, y", "D127", "3:3", "is no finite number"),
        ("u,y\n0,1\n1,1e200\n", "", "D127", "3:3", "too large"),
        ("u,y\n0,\n1,4\n", "", "D127", "2:3", "an empty field, in y"),
        ("u,y\n0,1\n1,two\n", "", "D127", "3:3", "`two` is no number"),
        ("u,y\n0,1\n1,=1+1\n", "", "D127", "3:3", "`=1+1` is no number"),
        ("0,=1+1\n1,4\n", "", "D127", "1:3", "`=1+1` is no number"),
        ("nan,0\n1,4\n", "", "D127", "1:1", "`nan` is no finite number"),
        ("u,y\n0,1_0\n1,4\n", "", "D127", "2:3", "`1_0` is no number"),
        ("u,y\n0,0x10\n1,4\n", "", "D127", "2:3", "`0x10` is no number"),
        ("u,y\n0,\u0661\n1,4\n", "", "D127", "2:3", "is no number"),
        ("u,y\n0,1\n1\n", "", "D127", "3:2", "1 field,"),
        ("u,y\n0,1\n0,4\n", "", "D127", "3:1", "u does not increase: 0 behind 0"),
        ("a,u,y\n9,0,1\n9,2,4\n9,1,4\n", ", u, y", "D127", "4:3", "u does not increase: 1 behind 2"),
        ("u,y\n0,5,1,5\n1,5,2,5\n", "", "D127", "2:5", "4 fields"),
        ('u,y\n"0,5","1,5"\n', "", "D127", "2:1", "`0,5` is no number"),
        ("u;y\n0;1.000,5\n1;2\n", "", "D127", "2:3", "`1.000,5` is no number"),
        ("u [parsec],y\n0,1\n1,2\n", ", u, y", "D122", "1:4", "unknown unit `parsec`"),
        ("u,y [m per s]\n0,1\n1,2\n", ", u, y", "D122", "1:6", "unknown unit"),
        (b"u,y\n0,1\0\n1,2\n", "", "D127", "1:1", "NUL"),
        (b"\0" * 100, "", "D127", "1:1", "NUL"),
        (b"\xff\xfeu", "", "D127", "1:1", ""),
    ],
)
def test_faults_are_told_by_file_line_and_column(
    content: bytes | str, columns: str, code: str, place: str, said: str, tmp_path: Path
) -> None:
    found = fault(content, tmp_path, columns)
    assert found.code == code
    assert found.message.startswith(f"f.csv:{place}: ")
    assert said in found.message


def test_as_many_rows_as_there_may_be(tmp_path: Path) -> None:
    began = time.perf_counter()
    many = "u,y\n" + "".join(f"{k},{k % 7}\n" for k in range(100_001))
    found = fault(many, tmp_path)
    assert found.message == "f.csv:100002:1: more than 100000 rows"
    (tmp_path / "f.csv").write_text(many.removesuffix("100000,5\n"))
    assert not faults(deck('curve(t, "f.csv")'), tmp_path)
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\n" * 31_000_000, "1000001:1"),
        (b"1," * 15_000_000, "1:1"),
        (b"1,1\n" * 8_000_000, "1000001:1"),
        (b"0" * 32_000_001, "longer than 32 MB"),
        (b'"' * 31_000_000, "1:1"),
    ],
)
def test_hostile_files_are_refused_at_once(content: bytes, said: str, tmp_path: Path) -> None:
    assert said in fault(content, tmp_path, "").message


def test_a_hole_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    with open(tmp_path / "f.csv", "wb") as file:
        file.truncate(10**9)
    (found,) = faults(deck('table(t, "f.csv")').replace("  bufcalc", ";"), tmp_path)
    assert "longer than 32 MB" in found.message


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "below").mkdir()
    (tmp_path / "secret.csv").write_text("0,0\n1,1\n")
    (folder / "below" / "f.csv").write_text("0,0\n1,1\n")
    (folder / "out.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "away").symlink_to(tmp_path)
    (folder / "null.csv").symlink_to("/dev/zero")
    (folder / "in.csv").symlink_to(folder / "below" / "f.csv")
    (folder / "round.csv").symlink_to(folder / "round.csv")
    os.mkfifo(folder / "pipe.csv")
    return folder


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.csv", "does not exist"),
        ("../secret.csv", "leads out"),
        ("below/../../secret.csv", "leads out"),
        ("below/../in.csv", "leads out"),
        ("~/f.csv", "leads out"),
        ("/etc/passwd", "absolute"),
        ("C:/f.csv", "absolute"),
        ("C:\\f.csv", "absolute"),
        ("below\\f.csv", "backslash"),
        ("out.csv", "link that leads out"),
        ("away/secret.csv", "link that leads out"),
        ("null.csv", "link that leads out"),
        ("pipe.csv", "a pipe"),
        ("below", "a folder"),
        (".", "a folder"),
        ("round.csv", "cannot be read"),
        ("", "no name"),
        (" ", "no name"),
        ("f.csv/x", "does not exist"),
        ("a" * 5000, "cannot be read"),
    ],
)
def test_only_ordinary_files_of_the_folder_are_opened(name: str, said: str, inside: Path) -> None:
    (found,) = faults(deck(f'table(t, "{name}")').replace("  bufcalc", ";"), inside)
    assert found.code == "D125"
    assert said in found.message


def test_what_lies_below_is_opened_and_links_within(inside: Path) -> None:
    assert not faults(deck('table(t, "below/f.csv") + table(t, "in.csv")'), inside)


def test_a_file_that_cannot_be_read(inside: Path) -> None:
    if os.geteuid() == 0:
        (inside / "below" / "f.csv").unlink()
        assert "does not exist" in faults(deck('table(t, "in.csv")').replace("  bufcalc", ";"), inside)[0].message
        return
    (inside / "below" / "f.csv").chmod(0)
    assert "cannot be read" in faults(deck('table(t, "in.csv")').replace("  bufcalc", ";"), inside)[0].message


def test_one_fault_of_a_file_is_told_once(tmp_path: Path) -> None:
    text = deck('table(t, "no.csv") + curve(t, "no.csv", a, b)', 'points "no.csv"')
    assert [one.code for one in faults(text, tmp_path)] == ["D125"]


@pytest.mark.parametrize(
    ("force", "law", "code"),
    [
        ('table("f.csv", u, y)', "", "D109"),
        ('sin("f.csv")', "", "D109"),
        ('table(t, "f.csv", u)', "", "D109"),
        ('table(t, "f.csv", u, y, 3)', "", "D109"),
        ('table(t, "f.csv", u, 2)', "", "D109"),
        ('table(t, "f.csv", u+1, y)', "", "D109"),
        ('table(t, 0,1, "f.csv")', "", "D109"),
        ("0", 'points "f.csv" u', "D110"),
        ("0", 'points "f.csv" u y 3', "D111"),
        ("0", 'points "f.csv" 1 2', "D111"),
        ("0", 'points 0 0 "f.csv"', "D105"),
        ("0", 'poly345 "f.csv"', "D105"),
    ],
)
def test_what_may_stand_beside_a_file(force: str, law: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("u,y\n0,0\n1,1\n")
    text = deck(force, law or "points 0 0 1 1").replace("  bufcalc", ";")
    assert [one.code for one in faults(text, tmp_path)] == [code]


@pytest.mark.parametrize(
    ("head", "wrong"),
    [
        ("t [s],e [mm]", False),
        ("t [ms],e", False),
        ("t [mm],e [mm]", True),
        ("t [s],e [N]", True),
        ("t [s],e [rad]", True),
        ("t [Hz],e [m]", True),
    ],
)
def test_units_of_a_law_are_checked(head: str, wrong: bool, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(f"{head}\n0,0\n1000,1\n")
    assert [one.code for one in faults(deck(law='points "f.csv"'), tmp_path)] == ["D123"] * wrong


# the points are part of the deck


def test_a_deck_knows_its_data_for_good(tmp_path: Path) -> None:
    file = tmp_path / "f.csv"
    file.write_text(rows())
    (tmp_path / "a.mec").write_text(deck('curve(t, "f.csv")', 'points "f.csv"'))
    read = runmec.read(tmp_path / "a.mec")
    before = runmec.run(read)["drive"]
    file.unlink()
    there = pickle.loads(pickle.dumps(read))
    assert there == read
    assert dict(there.files) == {"f.csv": rows().encode()}
    np.testing.assert_array_equal(runmec.run(there)["drive"], before)
    again = runmec.loads(read.source, data=dict(read.files))
    np.testing.assert_array_equal(runmec.run(again)["drive"], before)
    with pytest.raises(runmec.DeckError, match="does not exist"):
        runmec.read(tmp_path / "a.mec")
    with pytest.raises(runmec.DeckError, match="did not come"):
        runmec.loads(read.source, data={})


def test_the_current_folder_is_that_of_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "f.csv").write_text(rows())
    text = deck('curve(t, "f.csv")')
    monkeypatch.chdir(tmp_path)
    np.testing.assert_array_equal(runmec.run(runmec.loads(text))["f"], runmec.run(runmec.loads(text, data="."))["f"])


def test_number_and_fmt_keep_the_names_of_files(tmp_path: Path) -> None:
    (tmp_path / "f(t);x(A.x).csv").write_text(rows(head="u,x(A.x)"))
    name = '"f(t);x(A.x).csv"'
    text = deck(f'curve(t, {name}, u, "x(A.x)")', f'points {name} u "x(A.x)"')
    numbered = number_text(runmec.loads(text, data=tmp_path))
    assert numbered.count(f'{name}, u, "x(A.x)"') == 2
    assert f'points {name} u "x(A.x)"' in numbered
    first, second = (runmec.loads(one, data=tmp_path) for one in (text, numbered))
    assert first.dynamics == second.dynamics
    assert first.moves == second.moves
    assert name in format_text(text)
    assert runmec.loads(format_text(text), data=tmp_path) == first


# decks that leave their folder


def test_a_deck_with_its_points_in_it_needs_no_file(tmp_path: Path) -> None:
    (tmp_path / "path.csv").write_text(rows(head="a b,t [s]").replace("a b,t [s]", "t [s],a b"))
    text = deck('table(t, "path.csv", t, "a b") + 0*curve(t, "path.csv")', 'points "path.csv" t "a b" ; "path.csv"')
    alone = inlined(text, Files(tmp_path))
    assert '"path.csv"' not in alone.replace('; "path.csv"', "")
    found, wanted = runmec.run(runmec.loads(alone, data={})), runmec.run(runmec.loads(text, data=tmp_path))
    for name in BUFFERS:
        np.testing.assert_array_equal(found[name], wanted[name])
    cam = CAM.format(points='"path.csv"')
    assert runmec.loads(inlined(cam, Files(tmp_path)), data={}).programs == runmec.loads(cam, data=tmp_path).programs
    assert inlined(text, Files(tmp_path / "nowhere")) == text


def test_copies_in_one_folder_take_no_name_that_is_taken() -> None:
    files = [("best.mec", b"1"), ("a/f.csv", b"2"), ("f.csv", b"3")]
    text, found = beside('x (table(t, "best.mec")) "a/f.csv" "f.csv" ; "f.csv"', files, {"best.mec"})
    assert found == {"data_best.mec": b"1", "f.csv": b"2", "data_f.csv": b"3"}
    assert text == 'x (table(t, "data_best.mec")) "f.csv" "data_f.csv" ; "data_f.csv"'


def command(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(os.path.abspath(p or ".") for p in sys.path)}
    return subprocess.run(
        [sys.executable, "-m", "runmec", *words],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


def test_commands_find_the_data_beside_the_deck(tmp_path: Path) -> None:
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "f.csv").write_text(rows())
    (decks / "a.mec").write_text(deck('curve(t, "f.csv")'))
    assert command("check", "decks/a.mec", folder=tmp_path).returncode == 0
    done = command("number", "decks/a.mec", "-o", "new/n.mec", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new" / "f.csv").read_bytes() == (decks / "f.csv").read_bytes()
    assert command("run", "new/n.mec", "--no-pictures", "-q", folder=tmp_path).returncode == 0
    (tmp_path / "new" / "f.csv").write_text("0,0\n1,1\n")
    done = command("number", "decks/a.mec", "-o", "new/n.mec", folder=tmp_path)
    assert done.returncode == 2
    assert "with other data" in done.stderr
    (decks / "f.csv").unlink()
    done = command("run", "decks/a.mec", folder=tmp_path)
    assert done.returncode == 1
    assert "error[D125]: `f.csv` does not exist" in done.stderr
    standard = subprocess.run(
        [sys.executable, "-m", "runmec", "check", "-"],
        cwd=tmp_path / "new",
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(runmec.__file__).parent.parent)},
        input=deck('curve(t, "f.csv")'),
        capture_output=True,
        text=True,
    )
    assert standard.returncode == 0, standard.stderr


STUDY = "STUDY\n  vary u 1 2 2\n  figure F (most(f)*u)\n  goal min F\nEND"


def test_studies_do_not_open_the_file_again(tmp_path: Path) -> None:
    (tmp_path / "history.csv").write_text(rows())
    (tmp_path / "a.mec").write_text(deck('curve(t, "history.csv")').replace("END", STUDY))
    assert command("sweep", "a.mec", "--jobs", "1", "--no-pictures", folder=tmp_path).returncode == 0
    assert command("sweep", "a.mec", "--jobs", "1", "--no-pictures", "--resume", folder=tmp_path).returncode == 0
    read = runmec.read(tmp_path / "a.mec")
    (tmp_path / "history.csv").write_text("0,0\n1,9\n")
    done = command("sweep", "a.mec", "--jobs", "1", "--no-pictures", "--resume", folder=tmp_path)
    assert done.returncode == 2
    assert "another study" in done.stderr
    (tmp_path / "history.csv").unlink()
    swept = runmec.sweep(read)
    assert swept["F"] == pytest.approx([max(y for _, y in POINTS) * u for u in (1, 2)], rel=0.05)


def test_the_best_deck_has_its_data_beside_it(tmp_path: Path) -> None:
    (tmp_path / "history.csv").write_text(rows())
    (tmp_path / "a.mec").write_text(deck('curve(t, "history.csv")').replace("END", STUDY))
    done = command("optimise", "a.mec", "--jobs", "1", "--starts", "1", "--no-pictures", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "a.optimise"
    assert '"data_history.csv"' in (folder / "best.mec").read_text()
    assert (folder / "data_history.csv").read_text() == rows()
    assert command("check", "best.mec", folder=folder).returncode == 0


def test_heads_of_columns_are_no_names_of_the_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.csv").write_text("u,y\n0,1\n1,2\n")
    text = deck('table(u, "f.csv", u, y) + u')
    line = text.splitlines()[11]
    found = [one.span.column for one in occurrences(text) if one.span.line == 12 and one.kind == "define"]
    assert found == [line.index("(u,") + 2, line.rindex("+ u") + 3]


def test_who_looks_at_a_deck_looks_at_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = deck('curve(t, "f.csv")')
    assert [one.code for one in draft(text).told if one.level == "error"] == ["D125"]
    (tmp_path / "f.csv").write_text(rows())
    assert draft(text).is_sound
    before = stamps(text, tmp_path)
    (tmp_path / "f.csv").write_text("u,y\n0,0\n")
    assert stamps(text, tmp_path) != before
    assert not draft(text).is_sound
