"""The command line as a user meets it: exit codes, streams, files that are no decks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import runmec
from runmec.cli import cli

ROOT = Path(__file__).parent.parent
EXAMPLE = str(ROOT / "inputs" / "example8.mec")


def call(*arguments: str, input: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, list(arguments), input=input, prog_name="runmec")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_check_of_a_good_deck() -> None:
    result = call("check", EXAMPLE)
    assert result.exit_code == 0
    assert result.stderr == ""
    for said in (
        "DYN ANA",
        "mobility 1",
        "input 1 is parameter 10: angb of element 3",
        "4 groups",
        "σ of parameter 8 (lenu of element 6)",
        "121 positions",
        "film",
    ):
        assert said in result.stdout


def test_check_of_a_bad_deck_goes_to_stderr() -> None:
    result = call("check", str(ROOT / "tests/bad/D101_unknown_word.mec"))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "D101_unknown_word.mec:51:3" in result.stderr
    assert "\x1b" not in result.stderr


def test_json_is_the_same_as_data() -> None:
    result = call("check", "--json", str(ROOT / "tests/bad/D101_unknown_word.mec"))
    assert result.exit_code == 1
    (told,) = json.loads(result.stdout)["diagnostics"]
    assert (told["code"], told["line"], told["column"], told["level"]) == ("D101", 51, 3, "error")
    good = json.loads(call("check", "--json", EXAMPLE).stdout)
    assert good["ok"]
    assert good["account"]["groups"][2]["coordinates"] == [12, 13, 14, 15]


def test_colours_only_where_wanted() -> None:
    from runmec.deck import check
    from runmec.diagnostics import render

    text = "KIN ANA\nTOPOLOGI\nEND\n"
    told = check(text, "d", {})[1]
    assert "\x1b[" in render(told, "d", text, colour=True)
    assert "\x1b[" not in render(told, "d", text)


@pytest.mark.parametrize(
    ("content", "said", "code"),
    [
        (b"", "is empty", 1),
        (b" \n\t\n", "is empty", 1),
        (b"DYN ANA\0\x01", "not a text", 1),
        ("DYN ANA\nEND".encode("utf-32"), "not a text", 1),
        (b";" + b"x" * 33_000_000, "longer than 32 MB", 1),
    ],
    ids=["empty", "blank", "binary", "UTF-32", "long"],
)
def test_files_that_are_no_decks_get_one_line(tmp_path: Path, content: bytes, said: str, code: int) -> None:
    path = tmp_path / "a.mec"
    path.write_bytes(content)
    for command in ("check", "fmt"):
        result = call(command, str(path))
        assert result.exit_code == code
        assert said in result.stderr
        assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "latin-1"])
def test_encodings_that_editors_choose(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.mec"
    text = Path(EXAMPLE).read_text().replace("test example", "Prüfbeispiel")
    mark = "\N{ZERO WIDTH NO-BREAK SPACE}" if encoding in ("utf-16-le", "utf-16-be") else ""
    path.write_bytes(f"{mark}{text}".encode(encoding))
    assert runmec.read(path).title.startswith("Prüfbeispiel")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    (tmp_path / "press.mec").write_text("x")
    for path, said in ((tmp_path / "pres.mec", "did you mean"), (tmp_path, "is a folder"), ("a\0b", "cannot be read")):
        result = call("check", str(path))
        assert result.exit_code == 2
        assert said in result.stderr
        assert result.stderr.count("\n") == 1


def test_standard_input() -> None:
    assert call("check", "-", input=Path(EXAMPLE).read_bytes()).exit_code == 0


def test_wrong_use() -> None:
    for arguments, said in (
        (("chek", "x.mec"), "did you mean `runmec check`"),
        (("check",), "Missing argument"),
        (("check", EXAMPLE, "--set", "r"), "not name=value"),
        (("check", EXAMPLE, "--set", "r=x"), "expected r"),
        (("check", EXAMPLE, "--set", "r=1"), "no DEFINE of `r`"),
        (("explain", "sprong"), "did you mean `spring`"),
        (("explain",), "Missing argument"),
    ):
        result = call(*arguments)
        assert result.exit_code == 2, arguments
        assert said in result.stderr


def test_set(tmp_path: Path) -> None:
    path = tmp_path / "a.mec"
    path.write_text(
        "KIN ANA\nDEFINE\n r 0\nTOPOLOGY\nelem 1 BIN 1 2 3 4\nform 1 lenl 1 1 1\n2 angb 1 2 1\nnr dof 1\n"
        "GEOMETRY\nxfix 1 0\n2 0\nxmov 3 (r)\n4 0\nEND\n"
    )
    assert call("check", str(path)).exit_code == 1  # points coincide
    assert call("check", str(path), "--set", "r=2").exit_code == 0
    assert call("check", str(path), "--set", "R=(sqrt(2))").exit_code == 0


def test_fmt(tmp_path: Path) -> None:
    path = tmp_path / "a.mec"
    text = Path(EXAMPLE).read_text()
    path.write_text(text)
    printed = call("fmt", str(path)).stdout
    assert path.read_text() == text
    assert call("fmt", "--check", str(path)).exit_code == 1
    assert call("fmt", "-w", str(path)).exit_code == 0
    assert path.read_text() == printed
    assert call("fmt", "--check", str(path)).exit_code == 0
    assert list(tmp_path.iterdir()) == [path]
    assert call("fmt", str(ROOT / "tests/bad/D106_not_closed.mec")).exit_code == 1


@pytest.mark.parametrize(
    "subject",
    [
        "D301",
        "d301",
        "spring",
        "elem",
        "nr dof",
        "BEAM",
        "modsine",
        "table",
        "TOPOLOGY",
        "ENDPIC",
        "DYN SIM",
        "async",
        "sigma",
        "hinge",
        "gear",
        "trust",
    ],
)
def test_explain(subject: str) -> None:
    result = call("explain", *subject.split())
    assert result.exit_code == 0
    assert subject.lower() in result.stdout.lower()


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("GEAR", "P βP Q βQ"),
        ("GEAR", "gear k r1 [r2 alpha]"),
        ("gear pair", "gear k r1 [r2 alpha]"),
        ("velocity polygon", "drawvel k"),
        ("coupler curve", "plotcurv cx cy"),
        ("polar diagram", "plotcurv fx fy"),
        ("natural frequency", "bufeig n b"),
        ("pressure angle", "PROFILE"),
        ("centrode", "drawpole k l"),
        ("steady state", "tcycle"),
        ("moment of inertia", "body k m u v J"),
        ("transmission angle", "R452"),
    ],
)
def test_explain_finds_what_a_newcomer_asks(subject: str, told: str) -> None:
    result = call("explain", *subject.split())
    assert result.exit_code == 0
    assert told in " ".join(result.stdout.split())


def test_version_and_help() -> None:
    assert runmec.__version__ in call("--version").stdout
    assert "runmec explain D301" in call("--help").stdout


def imported_modules(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    return {name.partition(".")[0] for name in done.stdout.split("\n")[-2].split()}


def test_check_imports_nothing_heavy() -> None:
    code = (
        f"from runmec.cli import cli\ntry: cli(['check', {EXAMPLE!r}])\nexcept SystemExit as end: assert not end.code"
    )
    assert not imported_modules(code) & {"scipy", "matplotlib", "numpy", "numba", "rich", "pandas"}


def test_module_and_no_colour_through_a_pipe() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "runmec", "check", "tests/bad/D106_not_closed.mec"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr


# ---- streams that are closed, names that are no text, little memory


def started(arguments: list[str], folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    """By a shell, which closes streams and sets limits."""
    command = " ".join([before, sys.executable, "-m", "runmec", *arguments])
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} if runmec.engine_kind() == "in plain Python" else os.environ
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        capture_output=True,
        env=environment,
        check=False,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
    )


@pytest.mark.skipif(os.name == "nt", reason="closes streams by a POSIX shell")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", EXAMPLE, ">&-"], "runmec: standard output is closed\n"),
        (["run", "-", "<&-"], "runmec: standard input is closed: there is no deck to be read\n"),
    ],
)
def test_a_closed_stream_is_told_in_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = started(arguments, tmp_path)
    assert (done.returncode, done.stderr) == (2, said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = b"caf\xe9.mec".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_text(Path(EXAMPLE).read_text(encoding="utf-8"), encoding="utf-8")
    done = started(["run", "*.mec", "-q", "--format", "svg"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (folder,) = tmp_path.glob("*.out")
    assert json.loads((folder / "run.json").read_text(encoding="utf-8"))["deck"] == "caf?.mec"


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v")
def test_little_memory_is_told_in_one_line(tmp_path: Path) -> None:
    done = started(["run", EXAMPLE], tmp_path, before="ulimit -v 200000;")
    assert done.returncode == 2
    assert "of memory are free, a calculation takes 250 MB at least" in done.stderr
    assert len(done.stderr.splitlines()) == 1
