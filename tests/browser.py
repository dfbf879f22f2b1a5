"""A real Chromium for tests of pages: the system's, or installed by Debian's package manager."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@cache
def chromium() -> str:
    """Path of the browser; the test is skipped only where none can be installed, and never in CI."""
    path = _found()
    if path is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, capture_output=True)
        path = _found()
    if path is None:
        reason = "no Chromium on this machine, and none can be installed without root and apt-get"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path
