"""The engine as it is installed and the plain one, in another process: the same bits for every word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from .decks import LAST

ROOT = Path(__file__).parent.parent.parent


def fingerprints() -> dict[str, str]:
    """Of all buffers."""
    return {
        str(case): sha256(b"".join(history.tobytes() for history in case.result().values())).hexdigest()
        for case in LAST
    }


def test_plain_and_compiled() -> None:
    told = "import json, tests.crossings.test_engines as told; print(json.dumps(told.fingerprints()))"
    command = [sys.executable, "-P", "-c", told]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    assert json.loads(said) == fingerprints()
