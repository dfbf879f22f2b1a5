"""`runmec watch`: as a user meets it, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from runmec.cli.watching import _saves
from runmec.examples import starter

ROOT = Path(__file__).parent.parent


def until(seconds: float, met: object) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if met():  # type: ignore[operator]
            return
        time.sleep(0.1)
    pytest.fail("nothing happens")


def test_data_files_are_watched_too(tmp_path: Path) -> None:
    deck, data = tmp_path / "a.mec", tmp_path / "f.csv"
    deck.write_text('KIN ANA ; "no.csv"\n(table(t, "f.csv")) "missing.csv"\n')
    data.write_text("0,0\n1,1\n")
    came: list[int] = []

    def watched() -> None:
        for number, _ in enumerate(_saves(str(deck))):
            came.append(number)
            if number == 3:
                return

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    until(20, lambda: len(came) == 1)
    data.write_text("0,0\n1,1\n2,2\n")
    until(20, lambda: len(came) == 2)
    (tmp_path / "missing.csv").write_text("0,0\n")
    until(20, lambda: len(came) == 3)
    (tmp_path / "other.csv").write_text("0,0\n")
    time.sleep(1.0)
    assert len(came) == 3
    deck.write_text("KIN ANA\n")
    until(20, lambda: len(came) == 4)


def fetched(address: str) -> str:
    with urlopen(address) as answer:
        return str(answer.read().decode())


def test_every_save_is_calculated_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    deck, data = tmp_path / "a.mec", tmp_path / "a.out" / "run.json"
    deck.write_text(starter("four-bar", "a"))
    process = subprocess.Popen(
        [sys.executable, "-m", "runmec", "watch", "a.mec"],
        cwd=tmp_path,
        text=True,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stderr is not None
        address = re.findall(r"http://127\.0\.0\.1:\d+/report\.html", process.stderr.readline())[0]
        until(60, lambda: (tmp_path / "a.out/report.html").exists())
        page = fetched(address)
        assert "location.reload" in page
        assert page.count("script-src") == 1
        assert "location.reload" not in (tmp_path / "a.out/report.html").read_text(encoding="utf-8")
        film = fetched(address.replace("report", "film"))
        assert "connect-src 'self'" in film
        deck.write_text("KIN ANA\nwombat\n")  # a fault does not end it
        time.sleep(1.0)
        deck.write_text(starter("four-bar", "a").replace("w 25 ", "w 30 "))
        until(60, lambda: data.exists() and json.loads(data.read_text())["defines"]["w"] == 30)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        said = process.stderr.read()
        assert "unknown word `wombat`" in said
        assert "Traceback" not in said
    finally:
        process.kill()
        process.communicate()
