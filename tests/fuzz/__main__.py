"""python -m tests.fuzz [--seconds 60] [--cases N] [--seed 1] [--first NUMBER]

Every case follows from the seed and its number: `--first 516 --cases 1` is one of them again. A deck that is added to
inputs/, or changed there, changes the few cases that draw it. What breaks the program is made as short as it can be and
written to tests/broken/, where tests/test_broken_decks.py reads it again; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import runmec
from runmec import loads

from .. import machine_decks, random_decks
from .judging import Silent, bounded, carried_out, judge, silent_buffers
from .mutations import changed

ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(runmec.__file__).parent
BROKEN = ROOT / "tests" / "broken"
GENERATED = (random_decks.valid, machine_decks.planar, machine_decks.spatial)
#: what is done with a deck that can be read, the cheap ones more often
COMMANDS = [
    *6 * ["run {deck} -q --no-pictures -o {out}"],
    "run {deck} -o {out} --csv semicolon", "run {deck} -q --strict -o {out} --format svg",
    "draw {deck} --labels -o {out}.svg", "film {deck} -o {out}.html", "number {deck}", "check {deck} --json",
    "linearise {deck} --at 2 -o {out}", "campbell {deck} -o {out}", "drive {deck} -o {out}", "rest {deck} -o {out}.mec",
    "spectrum {deck} BUFFER -o {out}", "why {deck} BUFFER=1", "workspace {deck} --steps 8 -o {out}",
    "exercise {deck} --count 2 -o {out}",
    # arguments and files that are wrong
    "run {deck} -o {deck}", "run {deck} --set l=1e300 -o {out}", "run {deck} --set nothing=(1/0)",
    "draw {deck} -o {out}/no/folder.svg", "run {out}", "run {deck}.mec", "fmt -w {out}", "explain {deck}",
]  # fmt: skip
_STORED = re.compile(r"(?im)^ *buf.* (\w+) *(?:;.*)?$")  # the last buffer of a line


class Case:
    """One deck and what is done with it."""

    def __init__(self, seed: int, number: int, decks: Mapping[str, str]) -> None:
        rng = random.Random(f"{seed}:{number}")
        text, other = (self._drawn(rng, decks) for _ in range(2))
        self.text = changed(text, other, rng) if rng.random() < 0.98 else text
        stored = _STORED.findall(text) or ["none"]
        self.command = rng.choice(COMMANDS).replace("BUFFER", rng.choice(stored))

    def _drawn(self, rng: random.Random, decks: Mapping[str, str]) -> str:
        if rng.random() < 0.5:
            return rng.choice(GENERATED)(rng.randrange(500))
        drawn = rng.random()
        return decks[max(decks, key=lambda name: _hash(f"{drawn} {name}"))]


def fault_of(text: str, command: str) -> str:
    """What breaks: the kind of exception and the place in the program; nothing where all is well."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "deck.mec", Path(folder) / "out"
        path.write_text(text, encoding="utf-8", newline="")
        try:
            with bounded():
                if judge(path.read_bytes()) == 0:
                    carried_out([word.format(deck=path, out=out) for word in command.split()])
                    _refuse_silence(out, text)
        except Exception as fault:
            frames = traceback.extract_tb(fault.__traceback__)
            last = [frame for frame in frames if PACKAGE in Path(frame.filename).parents][-1:]
            where = f" in {Path(last[0].filename).name}, {last[0].name}" if last else ""
            return f"{type(fault).__name__}{where}: {str(fault).splitlines()[0] if str(fault) else ''}"
    return ""


def _refuse_silence(out: Path, text: str) -> None:
    if (out / "run.json").is_file() and (out / "buffers.csv").is_file():
        silent = silent_buffers(out, loads(text))
        if silent:
            raise Silent(", ".join(silent))


def shortest(text: str, command: str) -> str:
    """The same fault with as few lines as a minute finds: parts are left out, halves first, single lines last."""
    kind = fault_of(text, command).partition(":")[0]
    lines = text.split("\n")
    size, began = len(lines) // 2, time.monotonic()
    while size:
        at = 0
        while at < len(lines) and time.monotonic() - began < 60.0:
            fewer = lines[:at] + lines[at + size :]
            if fault_of("\n".join(fewer), command).partition(":")[0] == kind:
                lines = fewer
            else:
                at += size
        size //= 2
    return "\n".join(lines)


def written(text: str, command: str, fault: str) -> Path:
    """The deck among those that once broke the program; its last line says how."""
    path = BROKEN / f"{_hash(fault.partition(':')[0])}.mec"
    path.write_text(
        f"{text}\n; runmec {command.format(deck='DECK', out='OUT')}\n; {fault}\n", encoding="utf-8", newline=""
    )
    return path


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10**9, help="at most")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    asked = parser.parse_args()
    decks = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "inputs").rglob("*.mec"))}
    began, number, found = time.monotonic(), asked.first, Counter[str]()
    while number < asked.first + asked.cases and time.monotonic() - began < asked.seconds:
        case = Case(asked.seed, number, decks)
        fault = fault_of(case.text, case.command)
        kind = fault.partition(":")[0]
        if fault:
            print(f"case {number}: runmec {case.command}: {fault}", flush=True)
        if fault and kind not in found:
            print(f"  {written(shortest(case.text, case.command), case.command, fault)}", flush=True)
        found[kind] += bool(fault)
        number += 1
    faults = sum(found.values())
    print(f"seed {asked.seed}: {number - asked.first} decks in {time.monotonic() - began:.0f} s, {faults} broke it")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
