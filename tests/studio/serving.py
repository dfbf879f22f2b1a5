"""A studio that runs, as a user starts it, and requests to it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent.parent
STARTER = (ROOT / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")


class Served:
    def __init__(self, process: subprocess.Popen[str], address: str, folder: Path) -> None:
        self.process, self.address, self.folder = process, address, folder
        parts = urlsplit(address)
        assert parts.port is not None
        self.port, self.token = parts.port, parts.query.removeprefix("token=")
        self.host = f"127.0.0.1:{self.port}"

    def socket(self, **changes: Any) -> ClientConnection:
        """A connection as the page has one; `changes` make it another."""
        given = {"token": self.token, "origin": f"http://{self.host}", "headers": {}, **changes}
        return connect(
            f"ws://{self.host}/talk?token={given['token']}",
            origin=given["origin"],
            additional_headers=given["headers"],
            max_size=None,
            compression=None,
        )


@contextlib.contextmanager
def studio(folder: Path, *arguments: str) -> Iterator[Served]:
    """`runmec studio` in a folder; ended by Ctrl-C, which must be clean."""
    path = os.environ.get("PYTHONPATH", "")
    process = subprocess.Popen(
        [sys.executable, "-m", "runmec", "studio", "--no-browser", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.abspath(path) if path else ""},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), process.stderr.read()
        yield Served(process, address, folder)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 0
            assert process.stderr.read() == ""
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def ask(socket: ClientConnection, op: str, **values: Any) -> dict[str, Any]:
    """The answer to a request; progress is passed over."""
    socket.send(json.dumps({"id": 7, "op": op, **values}))
    while True:
        answer = json.loads(socket.recv(timeout=30))
        if answer["id"] == 7 and "progress" not in answer:
            return dict(answer)
