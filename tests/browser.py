"""A real Chromium for tests of pages: the system's. `.ci/run` installs it; tests install nothing."""

from __future__ import annotations

import os
import shutil
from functools import cache

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "Google Chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip


def _found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@cache
def chromium() -> str:
    """Path of the browser; without one a test of pages is skipped on a developer's machine, and fails in CI."""
    path = _found()
    if path is None:
        reason = "no Chromium on this machine: install the package `chromium`"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path
