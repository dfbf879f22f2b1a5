"""Decks that once broke the program, most of them found by `python -m tests.fuzz`; the last lines say how."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .fuzz.__main__ import BROKEN, fault_of

DECKS = sorted(BROKEN.glob("*.mec"))
COMMAND = re.compile(r"^; runmec (.*)$", re.MULTILINE)


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_it_is_borne_now(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for command in COMMAND.findall(text):
        assert fault_of(text, command.replace("DECK", "{deck}").replace("OUT", "{out}")) == ""
