"""What only the page has: no server behind it, work that is ended, decks that the browser keeps, links."""

from __future__ import annotations

import base64
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from ..axe import faults
from ..studio.serving import EXAMPLE, STARTER
from .conftest import InPage, Shown, shown_at

CHANGED = STARTER.replace("a 30mm", "a 29mm")
ENDLESS = STARTER.replace("input crank.angb", "input crank.angb\n  nr dof 99999999")
MILLION = STARTER.replace("tstepe 120", "tstepe 1000000")


def packed(text: str) -> str:
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = machine.compress(text.encode()) + machine.flush()
    return "#deck=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_the_page_is_isolated_and_offers_its_decks_first(opened: InPage) -> None:
    page = opened.page
    assert page.evaluate("crossOriginIsolated")
    assert opened.text == STARTER
    assert "position 1 of 121" in page.inner_text("#where")
    page.click("#new")
    page.wait_for_selector("#dialog[open] button:has-text('slider-crank')")
    shown = page.inner_text("#dialog")
    assert shown.index("example8") < shown.index("slider-crank")
    page.keyboard.press("Escape")


def test_the_server_may_end(site: Path, browser: Browser) -> None:
    """From the second start on nothing is asked of it; what was written is there."""
    context = browser.new_context()
    with shown_at(site) as shown:
        opened = InPage(context, shown)  # type: ignore[arg-type]
        opened.type_deck(CHANGED)
        opened.page.wait_for_timeout(300)
    opened.page.reload()
    opened.page.wait_for_selector("body[data-ready]")
    opened.settle()
    assert opened.text == CHANGED
    assert "position 1 of 121" in opened.page.inner_text("#where")
    opened.type_deck(EXAMPLE)
    assert "of 121" in opened.page.inner_text("#where")
    opened.close()
    context.close()


def test_a_deck_is_kept_by_its_name_and_found_by_another_page(
    opened: InPage, visited: BrowserContext, shown: Shown
) -> None:
    page = opened.page
    opened.type_deck(CHANGED)
    page.click("#saveas")
    page.fill("#dialog input", "mine.mec")
    page.keyboard.press("Enter")
    page.wait_for_selector("#dirty", state="hidden")
    other = InPage(visited, shown)  # type: ignore[arg-type]
    other.page.click("#open")
    other.page.click("#dialog button:has-text('mine.mec')")
    other.settle()
    assert other.text == CHANGED
    other.type_deck(STARTER)
    other.page.click("#save")
    other.page.wait_for_selector("#dirty", state="hidden")
    other.close()
    page.wait_for_selector("#banner:has-text('mine.mec'), #note:has-text('mine.mec has changed')")
    assert opened.text == STARTER  # nobody had written here meanwhile


@pytest.mark.parametrize("deck", [ENDLESS, MILLION], ids=["nr dof 99999999", "a million rows"])
def test_what_never_ends_is_stopped_or_told_and_the_next_deck_runs(opened: InPage, deck: str) -> None:
    page = opened.page
    page.evaluate("(text) => window.studio.set(text)", deck)
    page.wait_for_timeout(1200)
    began = time.monotonic()
    if page.is_visible("#stop"):
        page.click("#stop")
        page.wait_for_selector("#busy", state="hidden")
        assert time.monotonic() - began < 10.0  # a second on a machine that has nothing else to do
    opened.settle()
    assert opened.messages().strip() != "No faults, no warnings."
    assert opened.text == deck
    opened.type_deck(STARTER)
    assert "position 1 of 121" in page.inner_text("#where")
    assert opened.messages().strip() == "No faults, no warnings."


def test_what_needs_numpy_is_told_in_a_sentence(opened: InPage) -> None:
    inputs = Path(__file__).parent.parent.parent / "inputs"
    opened.type_deck((inputs / "beams/elastic_slider_crank.mec").read_text(encoding="utf-8"))
    assert "need numpy" in opened.messages()
    assert "position 1 of" in opened.page.inner_text("#where")
    opened.page.click("#export")
    opened.page.click("#dialog button:has-text('Report')")
    opened.page.wait_for_selector("#note:has-text('installed program')")


def test_notices_are_shown(opened: InPage) -> None:
    opened.page.click("#help")
    opened.page.click("#dialog button:has-text('About')")
    opened.page.wait_for_selector(".notices:has-text('@codemirror/view')")
    said = opened.page.inner_text(".notices")
    for package in ("pyodide", "librt", "lark", "mypy_extensions", "Marijn Haverbeke", "MPL-2.0"):
        assert package in said
    opened.page.keyboard.press("Escape")


# ---- links


def test_links_open_what_they_say(visited: BrowserContext, shown: Shown) -> None:
    for link, wanted in (("#open=example8", EXAMPLE), (packed(CHANGED), CHANGED)):
        found = InPage(visited, shown, link)  # type: ignore[arg-type]
        assert found.text == wanted
        assert "#" not in found.page.url
        found.close()


HOSTILE = [
    packed(" " * 300_000_000), packed("x" * 1_000_001), packed(STARTER)[:-40], packed(STARTER)[:12], "#deck=",
    "#deck=!", "#deck=%00%00", "#deck=" + "A" * 500_000, "#deck=AAAA", "#deck=<script>alert(1)</script>",
    "#deck=javascript:alert(1)", "#deck=../../etc/passwd", "#open=../secrets", "#open=..%2F..%2Fsecrets",
    "#open=%E0%A4%A", "#open=<img src=x onerror=alert(1)>", "#open=" + "a" * 100_000, "#open=__proto__",
    "#open=NAME.mec/../x", "#open=%00",
]  # fmt: skip


@pytest.fixture(scope="module")
def keeping(browser: Browser, shown: Shown) -> Iterator[BrowserContext]:
    """A reader with a deck of his own in the browser."""
    context = browser.new_context()
    found = InPage(context, shown)  # type: ignore[arg-type]
    found.type_deck(CHANGED)
    found.page.click("#saveas")
    found.page.fill("#dialog input", "mine.mec")
    found.page.keyboard.press("Enter")
    found.page.wait_for_selector("#dirty", state="hidden")
    found.close()
    yield context
    context.close()


def test_hostile_links_are_told_and_carry_out_nothing(keeping: BrowserContext, shown: Shown) -> None:
    """In one page, link after link, each as if it were opened anew; what was kept is kept."""
    found = InPage(keeping, shown)  # type: ignore[arg-type]
    page = found.page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for link in HOSTILE:
        page.goto("about:blank")
        page.goto(shown.address + link.replace(" ", "%20"))
        page.wait_for_selector("body[data-ready]")
        found.settle()
        assert "the deck shown is another one" in page.inner_text("#banner"), link[:60]
        assert page.evaluate("document.querySelectorAll('#banner img, #banner script').length") == 0
    assert not dialogs
    page.click("#open")
    page.wait_for_selector("#dialog[open] button:has-text('mine.mec')")
    page.keyboard.press("Escape")
    found.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(browser: Browser, shown: Shown, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme=scheme
    )  # type: ignore[arg-type]
    found = InPage(context, shown)  # type: ignore[arg-type]
    assert found.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found.page.is_visible("#canvas")
    for view in ("text", "results", "drawing"):
        found.page.tap(f"#views [data-view={view}]")
        assert faults(found.page) == [], view
    found.close()
    context.close()
