"""The engine compiled and the same files plain: the same numbers, to the last bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import runmec

ROOT = Path(__file__).parent.parent
DECKS = ("example8", "a02_n2", "slipping_block", "elastic_coupler", "winch", "cantilever_vibration", "governor")


@pytest.mark.parametrize("name", DECKS)
def test_the_engine_that_is_tested_and_the_plain_one_write_the_same_csv(name: str, tmp_path: Path) -> None:
    """Given motion, singular passages, held friction, elasticity, gears, beams, several inputs."""
    deck = next((ROOT / "inputs").rglob(f"{name}.mec"))
    written = []
    for folder, path in (("tested", os.pathsep.join(filter(None, sys.path))), ("plain", str(ROOT))):
        environment = {**os.environ, "PYTHONPATH": path}
        command = [sys.executable, "-P", "-m", "runmec", "run", str(deck), "--no-pictures", "-q", "-o", folder]
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
        written.append((tmp_path / folder / "buffers.csv").read_bytes())
    assert written[0] == written[1]


def test_the_command_says_which_engine_it_has() -> None:
    command = [sys.executable, "-P", "-m", "runmec", "--version"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert said.strip() == f"runmec {runmec.__version__}, engine {runmec.engine_kind()}"
    plain = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True, text=True
    )
    assert "engine in plain Python" in plain.stdout
