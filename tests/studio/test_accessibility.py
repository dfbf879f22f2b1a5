"""The studio, every tab and dialog of it, to axe-core: light and dark, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from ..axe import faults
from .opened import Opened
from .serving import Served

TABS = ("curves", "sliders", "values", "joints", "study", "branches", "account")
DIALOGS = ("new", "open", "export", "link", "help", "changes")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_found_on_a_desk(served: Served, browser: Browser, scheme: str) -> None:
    found = Opened(browser, served, color_scheme=scheme)
    page = found.page
    page.click("#forces")
    for tab in TABS:
        page.click(f"#tab-{tab}")
        found.settle()
        assert faults(page) == [], tab
    for dialog in DIALOGS:
        page.click(f"#{dialog}")
        page.wait_for_selector("#dialog[open]")
        assert faults(page) == [], dialog
        page.keyboard.press("Escape")
    page.mouse.click(*found.places()["A"]["pixel"])
    found.settle()
    assert faults(page) == [], "a point is chosen"
    for text in ("KIN ANA\nTOPOLOGY\n  elem a BIN A B\n  wrong\nEND\n", ""):
        found.type_deck(text)
        assert faults(page) == [], text
    found.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_found_on_a_phone(served: Served, browser: Browser, scheme: str) -> None:
    found = Opened(
        browser, served, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme=scheme
    )
    page = found.page
    for view in ("text", "drawing", "results"):
        page.tap(f"#views [data-view={view}]")
        assert faults(page) == [], view
    for tab in ("values", "branches"):
        page.tap(f"#tab-{tab}")
        found.settle()
        assert faults(page) == [], tab
    found.close()
