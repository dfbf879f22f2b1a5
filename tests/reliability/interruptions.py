"""SIGINT, SIGTERM and SIGKILL at random moments of every command: an exit code, a line, and no worker."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .trials import DECK, LONG, gone

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0  # seconds for one command on a machine that has much to do
_LATEST = 4.0  # seconds until the signal comes

COMMANDS = [
    "run long.mec", "run long.mec -q --no-pictures", "film long.mec", "drive long.mec", "campbell long.mec",
    "linearise long.mec", "draw d.mec", "check d.mec", "fmt -w d.mec", "number d.mec -o n.mec", "explain spring",
    "examples --all -f", "new fresh -f", "watch d.mec", "studio d.mec --no-browser", "lsp",
    "sweep d.mec r=0.03:0.07:300 l=0.2:0.25:300 --jobs 2", "sweep d.mec r=0.03:0.07:300 l=0.2:0.25:300 --jobs 1",
    "tolerance d.mec --samples 100000 --jobs 2", "tolerance d.mec --samples 100000 --jobs 1",
    "optimise d.mec --starts 4000 --jobs 2", "optimise d.mec --starts 4000 --jobs 1",
    "exercise e.mec --count 9000", "grade e.mec answers.csv", "why e.mec M=27.4Nm", "workspace w.mec --steps 160",
    "spectrum long.mec s", "run rest.mec", "rest rest.mec -o r.mec",
]  # fmt: skip
EXAMPLES = {
    "e.mec": "slider_cranks/exercise_slider_crank.mec",
    "w.mec": "robots/five_bar_plotter.mec",
    "rest.mec": "compliant/bistable_arch.mec",
}
SERVICES = ("watch", "studio")


class Ended(NamedTuple):
    command: str
    seconds: float  # from the signal on
    fault: str


def interrupt(home: Path, count: int, seed: int, commands: list[str] = COMMANDS) -> Iterator[Ended]:
    """Each command in turn, with each signal in turn."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "d.mec").write_text(DECK, encoding="utf-8")
    (home / "long.mec").write_text(LONG, encoding="utf-8")
    for name, example in EXAMPLES.items():
        (home / name).write_text((ROOT / "inputs" / example).read_text(encoding="utf-8"), encoding="utf-8")
    students = (f"{k},{k}Nm" for k in range(9000))
    (home / "answers.csv").write_text("\n".join(["student,M", *students]), encoding="utf-8")
    dice = random.Random(seed)
    for k in range(count):
        command = commands[k % len(commands)]
        number = (signal.SIGINT, signal.SIGTERM)[(k // len(commands) + k) % 2]
        yield _one(home, command, number, dice.uniform(0.0, _LATEST))


def _one(home: Path, command: str, number: signal.Signals, moment: float) -> Ended:
    process = started(home, command)
    time.sleep(moment)
    began = time.monotonic()
    process.send_signal(number)
    try:
        _, told = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return Ended(command, PATIENCE, "it does not end")
    return Ended(command, time.monotonic() - began, _fault(command, process, number, told))


def _fault(command: str, process: subprocess.Popen[str], number: signal.Signals, told: str) -> str:
    if "Traceback" in told or "Exception" in told:
        return told[-1500:]
    is_service = command.split()[0] in SERVICES and number == signal.SIGINT
    if process.returncode not in (0, 128 + number) or (process.returncode and is_service and "interrupted" not in told):
        return f"exit code {process.returncode}: {told[-300:]}"
    return "" if gone(process.pid, PATIENCE) else "a worker is left"


def killed(home: Path, command: str, moment: float) -> str:
    """After SIGKILL nobody is left who has worked for it."""
    process = started(home, command)
    time.sleep(moment)
    process.kill()
    process.communicate(timeout=PATIENCE)
    return "" if gone(process.pid, PATIENCE) else "a worker is left"


def started(home: Path, command: str) -> subprocess.Popen[str]:
    """A command in a session of its own, from where it listens on."""
    process = subprocess.Popen(
        [sys.executable, "-m", "runmec", *command.split()],
        cwd=home,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    end = time.monotonic() + PATIENCE
    while process.poll() is None and not _listens(process.pid) and time.monotonic() < end:
        time.sleep(0.002)
    return process


def _listens(process: int) -> bool:
    """Whether SIGTERM has a handler; Python has one for SIGINT as soon as it runs."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return True
    caught = next(line.split()[1] for line in lines if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)
