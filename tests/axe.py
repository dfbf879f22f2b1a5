"""axe-core in a page that a test has open: what keeps people with other eyes and hands than ours from using it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page

from runmec.files import write_whole
from runmec.page.parts import cache as kept

VERSION = "4.14.1"
_RUN = """async () => (await axe.run(document)).violations.map((fault) =>
    `${fault.id}: ${fault.help}: ${fault.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join("   ")}`)"""


@cache
def _script() -> str:
    """Fetched once by its name, by npm; without npm tests are skipped, but not in CI."""
    place = kept() / f"axe-core-{VERSION}.js"
    if not place.is_file():
        npm = shutil.which("npm")
        if npm is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)("no npm on this machine, which fetches axe-core")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                [npm, "pack", "--silent", f"axe-core@{VERSION}"],
                cwd=folder,
                check=True,
                capture_output=True,
                timeout=300,
            )
            with tarfile.open(next(Path(folder).glob("*.tgz"))) as pack:
                file = pack.extractfile("package/axe.min.js")
                assert file is not None
                place.parent.mkdir(parents=True, exist_ok=True)
                write_whole(place, file.read())
    return place.read_text(encoding="utf-8")


def faults(page: Page | Frame) -> list[str]:
    page.evaluate(_script())
    return list(page.evaluate(_RUN))
