"""What may happen to a run, and what the user then has: the promises of docs/reliability.md, a test each.

`python -m tests.reliability` tries the same often and at random moments.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from runmec import folder as folders
from runmec import interrupts
from runmec.cli import cli
from runmec.deck.layout import format_text
from runmec.diagnostics import FileError
from runmec.files import rewrite, write_whole
from runmec.folder import Folder
from runmec.studies import workers
from runmec.studies.workers import NoWorkers, carried_out

from .reliability.interruptions import interrupt, killed
from .reliability.trials import DECK

ROOT = Path(__file__).parent.parent


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def filled(folder: Path, **texts: str) -> None:
    """A run whose files are called like the arguments."""
    with Folder(folder) as mine:
        for name, text in texts.items():
            mine.write(f"{name}.csv", text)
        mine.exchange({})


def command(home: Path, *arguments: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runmec", *arguments],
        cwd=home,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        **streams,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "d.mec").write_text(DECK, encoding="utf-8")
    return tmp_path


# ---- a folder is one run


def test_kills_full_disks_and_two_at_once_leave_one_set_or_the_other() -> None:
    arguments = ["--kills", "4", "--disks", "1", "--pairs", "1", "--seed", "3"]
    found = subprocess.run(
        [sys.executable, "-m", "tests.reliability", *arguments],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert found.returncode == 0, found.stdout
    assert found.stdout.count("tried, 0 faults") == 9  # kills and disks of four commands, and two at once


@pytest.mark.parametrize("step", range(5))
def test_an_exchange_that_was_killed_is_told_and_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """After any number of the four files: a, c, d and run.json."""
    filled(tmp_path, a="old", b="old")
    (tmp_path / "notes.txt").write_text("mine")
    placed = 0

    def ends(complete: Path, place: Path) -> None:
        nonlocal placed
        if placed == step:
            raise SystemExit
        placed += 1
        complete.replace(place)

    with monkeypatch.context() as patch, Folder(tmp_path) as mine:
        for name in ("a.csv", "c.csv", "d.csv"):
            mine.write(name, "new")
        patch.setattr(folders, "take_place", ends)
        if step < 4:
            with pytest.raises(SystemExit):
                mine.exchange({})
        else:
            mine.exchange({})
    assert (tmp_path / "run.json").exists() is (step == 4)
    assert (tmp_path / "unfinished.json").exists() is (step < 4)
    told: list[str] = []
    with Folder(tmp_path, told.append):
        pass
    assert len(told) == (step < 4)
    assert names(tmp_path) == ["a.csv", "c.csv", "d.csv", "notes.txt", "run.json"]
    assert (tmp_path / "a.csv").read_text() == "new"
    assert json.loads((tmp_path / "run.json").read_text())["files"] == ["a.csv", "run.json", "c.csv", "d.csv"]


def test_a_plan_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    filled(out, a="1")
    (tmp_path / "mine.csv").write_text("mine")
    (out / ".runmec" / "new").mkdir(parents=True)
    (out / ".runmec" / "new" / "run.json").write_text("{}")
    plan = {"files": ["run.json", "../x.csv"], "remove": ["../mine.csv", "..", 3, ".hidden.csv", "d.mec"]}
    (out / "unfinished.json").write_text(json.dumps(plan))
    for name in (".hidden.csv", "d.mec"):
        (out / name).write_text("mine")
    with Folder(out):
        pass
    assert names(tmp_path) == ["mine.csv", "out"]
    assert names(out) == [".hidden.csv", "a.csv", "d.mec", "run.json"]


def test_links_lead_to_where_the_files_are(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "out").symlink_to("far", target_is_directory=True)
    (tmp_path / "table.csv").write_text("old")
    (tmp_path / "far" / "a.csv").symlink_to(tmp_path / "table.csv")
    filled(tmp_path / "out", a="new")
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "far" / "a.csv").is_symlink()
    assert (tmp_path / "table.csv").read_text() == "new"


def test_a_file_that_is_read_only_is_not_replaced(tmp_path: Path) -> None:
    filled(tmp_path, a="old", b="old")
    (tmp_path / "b.csv").chmod(0o444)
    with pytest.raises(FileError, match=r"b\.csv is read-only"):
        filled(tmp_path, a="new", b="new")
    assert (tmp_path / "a.csv").read_text() == "old"
    assert names(tmp_path) == ["a.csv", "b.csv", "run.json"]


def test_the_second_is_told_whose_the_folder_is(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "_PATIENCE", 0.1)
    monkeypatch.chdir(home)
    with Folder(home / "d.out"):
        for arguments in (["run", "d.mec"], ["sweep", "d.mec"], ["tolerance", "d.mec"], ["optimise", "d.mec"]):
            found = CliRunner().invoke(cli, [*arguments, "-o", "d.out"])
            assert found.exit_code == 2
            assert f"d.out is in use by process {os.getpid()}" in found.stderr
            assert f"since {time.strftime('%Y-')}" in found.stderr
    assert names(home) == ["d.mec"]


def test_the_folder_of_a_dead_owner_is_free(tmp_path: Path) -> None:
    (tmp_path / ".runmec" / "new").mkdir(parents=True)
    (tmp_path / ".runmec" / "lock").write_text("process 1 on another machine")
    (tmp_path / ".runmec" / "new" / "a.csv").write_text("half")
    filled(tmp_path, b="1")
    assert names(tmp_path) == ["b.csv", "run.json"]


def test_this_folder_and_a_name_that_is_empty(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert CliRunner().invoke(cli, ["run", "d.mec", "-o", ".", "--no-pictures"]).exit_code == 0
    assert names(home) == ["buffers.csv", "d.mec", "run.json"]
    for name in ("run", "draw", "film", "sweep", "tolerance", "optimise", "drive", "linearise", "campbell", "watch"):
        found = CliRunner().invoke(cli, [name, "d.mec", "-o", ""])
        assert found.exit_code == 2
        assert "-o has an empty name" in found.output
    assert CliRunner().invoke(cli, ["draw", "d.mec", "-o", "new/d.svg"]).exit_code == 0
    assert (home / "new" / "d.svg").exists()


# ---- files that are rewritten


def test_links_hard_links_and_rights_stay(tmp_path: Path) -> None:
    deck, link, second = tmp_path / "d.mec", tmp_path / "link.mec", tmp_path / "second.mec"
    deck.write_text("a longer text")
    deck.chmod(0o640)
    link.symlink_to("d.mec")
    write_whole(link, "one")
    assert link.is_symlink()
    assert (deck.read_text(), deck.stat().st_mode & 0o777) == ("one", 0o640)
    second.hardlink_to(deck)
    write_whole(second, "two")
    assert deck.read_text() == "two"
    assert deck.samefile(second)
    deck.chmod(0o440)
    with pytest.raises(FileError, match="is read-only"):
        write_whole(second, "three")
    assert names(tmp_path) == ["d.mec", "link.mec", "second.mec"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_fmt_keeps_encoding_mark_and_line_ends(home: Path, encoding: str, line_end: str) -> None:
    deck = home / "d.mec"
    text = format_text(DECK.replace("slider-crank", "Schubkurbel für Übungen"), "d.mec")
    deck.write_bytes(text.replace("  l 200mm", "  l   200mm").replace("\n", line_end).encode(encoding))
    assert CliRunner().invoke(cli, ["fmt", "-w", str(deck)]).exit_code == 0
    assert deck.read_bytes() == text.replace("\n", line_end).encode(encoding)
    assert CliRunner().invoke(cli, ["fmt", "--check", str(deck)]).exit_code == 0
    assert CliRunner().invoke(cli, ["number", str(deck), "-o", str(deck)]).exit_code == 0
    assert "für".encode(encoding.removesuffix("-sig").replace("16", "16-le")) in deck.read_bytes()


def test_letters_that_an_encoding_has_not_are_written_in_utf_8(tmp_path: Path) -> None:
    (tmp_path / "d.mec").write_bytes("für".encode("latin-1"))
    rewrite(tmp_path / "d.mec", "für φ")
    assert (tmp_path / "d.mec").read_bytes() == "für φ".encode()


def test_what_a_killed_writer_has_left_is_cleared(tmp_path: Path) -> None:
    left, young = tmp_path / ".d.mec.abcdefgh.part.mec", tmp_path / ".d.mec.ijklmnop.part.mec"
    for path in (left, young):
        path.write_text("half")
    os.utime(left, (0, 0))
    write_whole(tmp_path / "d.mec", "whole")
    assert names(tmp_path) == [young.name, "d.mec"]


def test_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    name = b"caf\xe9.mec".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_text(DECK, encoding="utf-8")
    done = command(tmp_path, "run", name, "-q", "--no-pictures", capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(next(tmp_path.glob("caf*.out/run.json")).read_text(encoding="utf-8"))["deck"] == "caf?.mec"


# ---- streams and memory


@pytest.mark.parametrize(
    ("redirected", "code", "told"),
    [
        ("run d.mec >&-", 2, "standard output is closed"),
        ("run - <&-", 2, "standard input is closed"),
        ("run d.mec -q 2>&-", 0, ""),
        ("check d.mec >/dev/full", 2, "standard output cannot be written"),
    ],
)
def test_streams_that_are_closed_or_full(home: Path, redirected: str, code: int, told: str) -> None:
    line = f"'{sys.executable}' -m runmec {redirected}"
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == code, done.stderr
    assert told in done.stderr
    assert done.stderr.count("\n") == bool(told)


@pytest.mark.parametrize("megabytes", [60, 200])
def test_little_memory_is_told(home: Path, megabytes: int) -> None:
    import resource

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 10**6,) * 2)

    done = command(home, "run", "d.mec", capture_output=True, preexec_fn=bound)
    assert done.returncode == 2
    assert "memory" in done.stderr
    assert done.stderr.count("\n") == 1
    assert names(home) == ["d.mec"]


def test_a_process_that_may_open_no_more_files_is_told_so(home: Path) -> None:
    import resource

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))

    done = command(home, "tolerance", "d.mec", "--jobs", "2", capture_output=True, preexec_fn=bound)
    assert done.returncode == 2
    assert "the system gives this process no more (Too many open files)" in done.stderr
    assert done.stderr.count("\n") == 1


# ---- interrupts and workers


@pytest.fixture
def signalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The state of a process in which SIGTERM has come just now."""
    state = interrupts._State()
    monkeypatch.setattr(interrupts, "_state", state)
    state.number, state.since = signal.SIGTERM, time.monotonic()
    return state


def test_a_signal_is_heeded_once_and_again_when_the_time_is_over(signalled: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupts.heed()
    interrupts.heed()
    assert not interrupts.is_time_over()
    signalled.since -= interrupts.TO_FINISH
    with pytest.raises(KeyboardInterrupt):
        interrupts.heed()
    assert interrupts.exit_code() == 143


def test_tolerances_keep_the_samples_that_are_done(signalled: Any) -> None:
    import runmec

    signalled.number = 0

    def counted(counts: Any) -> None:
        signalled.number = signal.SIGINT if counts.done else 0

    found = runmec.tolerance(runmec.loads(DECK), samples=200, progress=counted)
    assert found.interrupted
    assert 0 < found.samples.shape[1] < 200
    whole = runmec.tolerance(runmec.loads(DECK), samples=200)
    assert found.samples.tolist() == whole.samples[:, : found.samples.shape[1]].tolist()


def test_pictures_that_are_not_waited_for_leave_the_tables(tmp_path: Path) -> None:
    def draw() -> dict[str, str]:
        raise KeyboardInterrupt

    with Folder(tmp_path) as mine:
        mine.write("a.csv", "1")
        with pytest.raises(KeyboardInterrupt):
            mine.finish({"status": "complete"}, draw)
    assert names(tmp_path) == ["a.csv", "run.json"]


def test_interrupts_end_commands_with_a_line_and_without_a_worker(tmp_path: Path) -> None:
    long = ["run long.mec", "optimise d.mec --starts 4000 --jobs 2", "tolerance d.mec --samples 100000 --jobs 2"]
    for one in interrupt(tmp_path, len(long), 5, long):
        assert one.fault == "", one.command


def test_workers_go_with_their_parent(home: Path) -> None:
    assert killed(home, "sweep d.mec r=0.03:0.07:300 l=0.2:0.25:300 --jobs 2", 1.5) == ""


class Idle(Executor):
    """Takes everything and does nothing, as a scheduler without workers."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


class Lonely:
    """Workers of a cluster, all of which are gone."""

    count = 1

    def executor(self) -> Executor:
        return Idle()

    renew = executor

    def missing(self) -> str:
        return "no workers any more"


def test_a_cluster_in_which_nobody_works_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from runmec.studies.portion import Task

    assert workers._ALONE_AT_MOST < 20.0
    monkeypatch.setattr(workers, "_ALONE_AT_MOST", 0.2)
    with pytest.raises(NoWorkers, match="no workers any more"):
        list(carried_out(iter([Task(0, 0, "", "", (), (), (), ())]), Lonely(), lambda _: [0]))
