"""The page in a real Chromium: what it shows, what it complains of, and hands for it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from .serving import Served


class Opened:
    """A page, what it complains of, and hands for it."""

    def __init__(self, browser: Browser | BrowserContext, served: Served, hash: str = "", **context: Any) -> None:
        """In a browser of its own, or beside other pages of one."""
        self.served = served
        self.context = (
            browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context})
            if isinstance(browser, Browser)
            else browser
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15000)
        self.heard: list[str] = []
        own = (f"http://{served.host}/", f"ws://{served.host}/", "blob:", "data:")
        self.page.on("console", lambda message: self.heard.append(message.text))
        self.page.on("pageerror", lambda error: self.heard.append(error.stack or str(error)))
        self.page.on("request", lambda r: None if r.url.startswith(own) else self.heard.append(r.url))
        self.page.goto(served.address + hash)
        self.page.wait_for_selector("body[data-ready]")
        self.settle()

    def settle(self) -> None:
        """Until nothing is under way, seen twice: every request is answered, the text is calculated and painted."""
        quiet = 0
        for _ in range(1000):
            self.page.wait_for_timeout(30)
            done, asked, busy = self.page.evaluate(
                "() => [document.body.dataset.calculated, document.body.dataset.asked, window.studio.busy()]"
            )
            quiet = quiet + 1 if done is not None and done == asked and not busy else 0
            if quiet == 2:
                return
        raise AssertionError("the page does not come to rest")

    @property
    def text(self) -> str:
        return str(self.page.evaluate("() => window.studio.text()"))

    def type_deck(self, text: str) -> None:
        self.page.evaluate("(text) => window.studio.set(text)", text)
        self.settle()

    def places(self) -> dict[str, dict[str, Any]]:
        """Points by name: where they are, in the user's units and on the page."""
        return {p["name"]: p for p in self.page.evaluate("() => window.studio.points()")}

    def show(self, position: int) -> None:
        self.page.evaluate("(k) => window.studio.show(k)", position)

    def drag(self, name: str, dx: float, dy: float, *, shift: bool = False) -> None:
        """By so many pixels, in steps, as a hand does."""
        x, y = self.places()[name]["pixel"]
        mouse = self.page.mouse
        if shift:
            self.page.keyboard.down("Shift")
        mouse.move(x, y)
        mouse.down()
        for k in range(1, 6):
            mouse.move(x + dx * k / 5, y + dy * k / 5)
            self.page.wait_for_timeout(60)
        self.page.wait_for_timeout(250)
        mouse.up()
        if shift:
            self.page.keyboard.up("Shift")
        self.settle()

    def messages(self) -> str:
        return self.page.inner_text("#messages")

    def close(self) -> None:
        assert not self.heard, self.heard
        self.context.close()
