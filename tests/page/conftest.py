"""A page that is built once for all tests, a plain server of files that shows it in a subfolder, and a browser."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from runmec.page.building import build

from ..browser import FLAGS, chromium
from ..studio.opened import Opened
from ..studio.serving import EXAMPLE, STARTER

OFFERED = [("bar", STARTER), ("example8", EXAMPLE)]
_PATIENCE = 600.0  # seconds for another worker that builds


def need_node() -> None:
    """node builds the page and npm fetches Python for it: without them tests are skipped, but not in CI."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"no {missing[0]} on this machine")
    if missing:
        pytest.skip(f"no {missing[0]} on this machine, which builds pages")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose subfolder is a page; workers of one run share it."""
    need_node()
    own = tmp_path_factory.getbasetemp()
    root = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    done = root / "done"
    try:
        root.mkdir()
    except FileExistsError:
        end = time.monotonic() + _PATIENCE
        while not done.exists():
            assert time.monotonic() < end, "the worker that builds the page has not done so"
            time.sleep(0.2)
        return root
    (root / "index.html").write_text("<!DOCTYPE html><title>beside the page</title>", encoding="utf-8")
    build(root / "course" / "page", OFFERED, "Mechanisms II")
    done.touch()
    return root


class Shown:
    """The page as plain files at an address."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.server = server
        self.host = f"127.0.0.1:{server.server_address[1]}"
        self.address = f"http://{self.host}/course/page/"


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """The terminal is for the tests."""


@contextlib.contextmanager
def shown_at(site: Path) -> Iterator[Shown]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Shown(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module")
def shown(site: Path) -> Iterator[Shown]:
    with shown_at(site) as found:
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


class InPage(Opened):
    """A page whose context goes on after it."""

    def close(self) -> None:
        assert not self.heard, self.heard
        self.page.close()


@pytest.fixture(scope="module")
def visited(browser: Browser, shown: Shown) -> Iterator[BrowserContext]:
    """A browser that keeps the page since its first visit."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    InPage(context, shown).close()  # type: ignore[arg-type]  # it has the address and the host of what a studio serves
    yield context
    context.close()


@pytest.fixture
def opened(visited: BrowserContext, shown: Shown) -> Iterator[InPage]:
    """The page of a reader who comes back and has written nothing yet."""
    beside = visited.new_page()
    beside.goto(f"http://{shown.host}/")
    beside.evaluate("""() => Promise.all(["runmec", "runmec decks"].map((name) => new Promise((done) => {
        const gone = indexedDB.deleteDatabase(name); gone.onsuccess = gone.onerror = gone.onblocked = done; })))""")
    beside.close()
    found = InPage(visited, shown)  # type: ignore[arg-type]
    yield found
    found.close()
