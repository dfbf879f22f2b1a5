"""Commands of runmec in processes of their own, what they leave, and the deck that they get."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from runmec.cli import main
from runmec.folder import Folder

DECK = """KIN ANA  ; slider-crank
UNITS SI
DEFINE
  r 50mm
  l 200mm
TOPOLOGY
  elem crank BIN O A
  elem rod   BIN A B
  input crank.angb
GEOMETRY
  point O    0    0 fixed
  point A 0.05    0
  point B 0.25    0 fixed y
  para crank.lenl (r)
  para rod.lenl   (l)
  para crank.angb 0
STORAGE
  bufinp crank.angb phi
  bufx0 B.x s
BEGINPIC
  plotcurv phi s
ENDPIC
MOVEMENT
  stepe 24 (2*pi)
STUDY
  vary r 40mm 60mm 3
  tol l  0.1mm
  figure stroke (span(s))
  figure miss ((span(s)-l/2)^2)
  goal min miss
END
"""
LONG = DECK.replace("stepe 24", "tstepe 100000").replace("(2*pi)", "1 (2*pi) 0")
NOTES = "what the user has written"
#: files that differ between equal runs, or that are no results
_NOT_COMPARED = {"run.json", "report.html", "journal", "study.json", "notes.txt"}


class Case(NamedTuple):
    """A command, twice: with what stands in the folder already, and with what is to take its place."""

    old: list[str]
    new: list[str]


CASES = {
    "run": Case(["run", "d.mec", "-q", "--format", "svg,png", "--set", "r=0.04"],
                ["run", "d.mec", "-q", "--format", "svg", "--set", "r=0.06"]),
    "sweep": Case(["sweep", "d.mec", "--jobs", "1", "--no-pictures"],
                  ["sweep", "d.mec", "l=0.2:0.3:4", "--jobs", "1", "--no-pictures"]),
    "tolerance": Case(["tolerance", "d.mec", "--samples", "9", "--jobs", "1", "--no-pictures"],
                      ["tolerance", "d.mec", "--samples", "8", "--jobs", "1", "--no-pictures"]),
    "optimise": Case(["optimise", "d.mec", "--starts", "1", "--jobs", "1", "--no-pictures"],
                     ["optimise", "d.mec", "--starts", "1", "--jobs", "1", "--set", "l=0.23", "--no-pictures"]),
}  # fmt: skip


def forked(arguments: list[str], home: Path, prepare: Callable[[], None] = lambda: None) -> int:
    """A process of this program that has loaded everything; its streams are files beside the deck."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        os.chdir(home)
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(home / f"{name}.{os.getpid()}", os.O_WRONLY | os.O_CREAT), number)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        sys.argv = ["runmec", *arguments]
        prepare()
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def ended(child: int) -> int:
    """Exit code, or minus the signal."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def done(arguments: list[str], home: Path, prepare: Callable[[], None] = lambda: None) -> int:
    return ended(forked(arguments, home, prepare))


def said(home: Path) -> str:
    """On standard error, by all that were started there."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted(home.glob("stderr.*")))


def results(folder: Path) -> dict[str, str]:
    """Files that a run has made, and what is in them."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file() and path.name not in _NOT_COMPARED
    }


def faults_of(folder: Path, known: list[dict[str, str]], mended: list[str]) -> str:
    """What is wrong with a folder that should hold one of the known sets, once it is mended; nothing if it does."""
    if not (folder / "run.json").exists() and not (folder / "unfinished.json").exists():
        return "neither run.json nor a word that it is missing"
    with Folder(folder, mended.append):
        pass
    if any((folder / name).exists() for name in (".runmec", "unfinished.json")) or list(folder.glob(".*")):
        return f"left behind: {sorted(path.name for path in folder.iterdir())}"
    if not (folder / "run.json").exists():
        return "no run.json"
    named = set(json.loads((folder / "run.json").read_text(encoding="utf-8"))["files"])
    there = {path.name for path in folder.iterdir()} - {"notes.txt", "journal", "study.json"}
    if named != there:
        return f"run.json names {sorted(named)}, there are {sorted(there)}"
    if results(folder) not in known:
        return "files of two runs"
    if (folder / "notes.txt").exists() and (folder / "notes.txt").read_text(encoding="utf-8") != NOTES:
        return "the notes of the user have changed"
    return ""


def counting(folder: Path, limit: int, told: Callable[[int], None] = lambda _: None) -> Callable[[], None]:
    """Kills the process at the n-th thing that it does to a file of the folder; tells every number before."""

    def prepare() -> None:
        seen = 0

        def hear(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal seen
            if event.startswith(("open", "os.", "shutil.")) and any(str(folder.name) in str(a) for a in arguments[:2]):
                seen += 1
                told(seen)
                if seen == limit:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hear)

    return prepare


def members(session: int) -> list[int]:
    """Processes of a session that are alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, _, its = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            except (OSError, ValueError):
                continue
            if int(its) == session and state != "Z":
                found.append(int(entry.name))
    return found


def gone(session: int, seconds: float) -> bool:
    """Whether nobody of the session is left, after a moment."""
    end = time.monotonic() + seconds
    while members(session):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
