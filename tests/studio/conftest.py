"""A studio that runs, a browser, and a page of the starter that is opened for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from ..browser import FLAGS, chromium
from .opened import Opened
from .serving import STARTER, Served, studio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("decks")
    (folder / "bar.mec").write_text(STARTER, encoding="utf-8")
    with studio(folder, "bar.mec") as found:
        yield found


@pytest.fixture(scope="module")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(driver: Playwright) -> Iterator[Browser]:
    found = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield found
    found.close()


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Opened]:
    (served.folder / "bar.mec").write_text(STARTER, encoding="utf-8")
    found = Opened(browser, served)
    yield found
    found.close()
