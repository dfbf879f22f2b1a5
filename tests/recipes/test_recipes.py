"""The recipes of CONTRIBUTING, carried out as they are written: a file, and its name in a table.

The program is copied; an element with data, a load, an output and a law move in; then all crossings are asked of them,
and what they calculate is held to formulas of its own (guests/truths.py).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
GUESTS = Path(__file__).parent / "guests"


class Recipe(NamedTuple):
    """Where the file goes, the name in it, what stands before the name in the table, and a sample for the crossings."""

    room: str
    file: str
    name: str
    before: str
    samples: str


RECIPES = (
    Recipe("elements", "belt", "BELT", "RACK, ", """
    "elem BELT": Sample(_BELT), "belt": Sample(_BELT),
"""),
    Recipe("dynamics", "drag", "DRAG", "DAMPER, ", """
    "drag": Sample("drag C 2.17kg/m"),
"""),
    Recipe("outputs", "speed", "SPEED", "CALCULATED, ", """
    "bufspeed": Sample("bufspeed C own"),
"""),
    Recipe("laws", "skewed", "SKEWED", "HARMONIC,", """
    "law skewed": _law("skewed 0.9 0.3 0.4"), "program skewed": _segment("skewed 0.02m 0.3 0.4 1.5 dwell 4.783"),
"""),
)  # fmt: skip
BELT = '''
_BELT = """TOPOLOGY | elem own BELT B0 bo G bG
TOPOLOGY | elem arm TR1 B0 bo B lenv
TOPOLOGY | elem wheel TR1 G bG W
GEOMETRY | point G 0.7m 0.1m fixed
GEOMETRY | point W 0.75m 0.1m
GEOMETRY | angle bo 0.3
GEOMETRY | angle bG 0.2
GEOMETRY | para arm.lenv 0m
GEOMETRY | belt own 0.05m 0.0217m
DYNAMICS | inertia bG 0.013kg*m^2"""
'''


def put_in(text: str, before: str, more: str, times: int = 1) -> str:
    assert before in text
    return text.replace(before, more + before, times)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with its guests."""
    house = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "runmec", house / "runmec", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copytree(ROOT / "tests/crossings", house / "tests/crossings")
    shutil.copy(ROOT / "pyproject.toml", house)
    (house / "tests/__init__.py").touch()
    shutil.copy(GUESTS / "truths.py", house / "tests/test_truths.py")
    samples = house / "tests/crossings/samples.py"
    text = put_in(samples.read_text(encoding="utf-8"), "_MOVED =", BELT.lstrip() + "\n")
    for recipe in RECIPES:
        shutil.copy(GUESTS / f"{recipe.file}.py", house / "runmec" / recipe.room)
        table = house / "runmec" / recipe.room / "__init__.py"
        listed = put_in(table.read_text(encoding="utf-8"), "from .", f"from .{recipe.file} import {recipe.name}\n")
        table.write_text(put_in(listed, recipe.before, f"{recipe.name}, "), encoding="utf-8")
        text = put_in(text, "    # STUDY\n", recipe.samples)
    samples.write_text(text, encoding="utf-8")
    return house


def asked(house: Path, *what: str) -> str:
    """What the tests of the house say, in plain Python: what was edited is what runs."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *what]
    run = subprocess.run(
        command, cwd=house, env={**os.environ, "PYTHONPATH": str(house)}, capture_output=True, text=True, timeout=900
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return run.stdout


def test_what_moves_in_calculates_what_it_should(house: Path) -> None:
    assert "3 passed" in asked(house, "tests/test_truths.py")


@pytest.mark.parametrize("word", ["belt", "drag", "bufspeed", "skewed"])
def test_what_moves_in_is_crossed_with_everything(house: Path, word: str) -> None:
    said = asked(house, "tests/crossings", "-k", word)
    assert int(said.split(" passed")[0].split()[-1]) > 25
