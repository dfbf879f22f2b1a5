"""What the program promises, whatever it is given: an exit code, within a bound of time, and nothing in silence."""

from __future__ import annotations

import csv
import json
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.deck import check
from runmec.deck.layout import format_text
from runmec.deck.model import Deck
from runmec.deck.source import NotADeck, decode
from runmec.diagnostics import has_errors, render, split_lines
from runmec.outputs import OUTPUTS

#: of processor time, of the compiled engine; the same files as plain Python may take longer
SECONDS = 20.0 if runmec.engine_kind() != "in plain Python" else 60.0
EXIT_CODES = frozenset({0, 1, 2, 3, 4})
_WORD = re.compile(r"[\w.-]+")
#: what is no number, and the same of quantities that need not have a value everywhere
_NONE = (frozenset({"nan", "inf", "-inf"}), frozenset({"inf", "-inf"}))


class TooLong(Exception):
    """More work than is promised."""


class Silent(Exception):
    """A number that is none, and not a word about it."""


@contextmanager
def bounded(seconds: float = SECONDS) -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judge(data: bytes) -> int:
    """The exit code that `runmec check` would give; what is told has its place, what is in order keeps its meaning."""
    try:
        text = decode(data, "deck")
    except NotADeck:
        return 1
    deck, diagnostics = check(text, "deck", {})
    render(diagnostics, "deck", text)
    lines = split_lines(text)
    for told in diagnostics:
        assert told.span is not None
        assert 1 <= told.span.line <= len(lines), told
        assert 1 <= told.span.column <= len(lines[told.span.line - 1]) + 1, told
    if has_errors(diagnostics):
        return 1
    written = format_text(text)
    assert check(written, "deck", {})[0] == deck
    assert format_text(written) == written
    return 0


def carried_out(arguments: Sequence[str]) -> int:
    """The exit code of a command, which is one of those that are documented; its words are on the streams."""
    result = CliRunner().invoke(cli, list(arguments), prog_name="runmec")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in EXIT_CODES, result.exit_code
    assert "Traceback" not in result.stderr
    assert "RuntimeWarning" not in result.stderr, result.stderr
    return result.exit_code


def silent_buffers(folder: Path, deck: Deck) -> list[str]:
    """Buffers of a run that hold nan or inf, of which no warning and no failure speaks, at its line or by its name."""
    said = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    told = {one["line"] for one in said["warnings"]}
    noted = {word for one in said["warnings"] for note in one["notes"] for word in _WORD.findall(note)}
    without_forces = deck.job == "KIN ANA" or any(one["code"] == "R436" for one in said["warnings"])  # one for all
    empty = [word for word, kind in OUTPUTS.items() if kind.needs_forces and without_forces]
    with open(folder / "buffers.csv", encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter=";" if file.readline().startswith("step;") else ","))
    columns = list(zip(*rows, strict=True))[2:]
    return [
        deck.names.buffer(store.buffer)
        for store, column in zip(deck.stores, columns, strict=True)
        if store.word not in empty
        and not _NONE[bool(store.kind.missing)].isdisjoint(column)
        and (place := store.at(0)) is not None
        and place.line not in told
        and deck.names.buffer(store.buffer) not in noted
    ]
