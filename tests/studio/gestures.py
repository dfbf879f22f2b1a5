"""Random gestures on the page, and the way back through all of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from .opened import Opened

RESTED = 0.7  # share of gestures after which the page comes to rest; the others follow at once


class Gestures:
    """One gesture after the other, by a seed; `texts` are those at which the page came to rest."""

    def __init__(self, opened: Opened, seed: int) -> None:
        self.opened, self.page, self.random = opened, opened.page, random.Random(seed)
        self.texts = [opened.text]
        self.done: list[str] = []

    def carry_out(self, many: int) -> None:
        """Each kind may come anywhere."""
        kinds: list[Callable[[], None]] = [
            self.drag,
            self.drag,
            self.resize,
            self.slide,
            self.slide,
            self.type,
            self.type,
            self.nudge,
            self.build,
            self.join,
            self.load,
            self.rename,
            self.delete,
            self.format,
            self.undo,
            self.redo,
            self.type_in_a_drag,
        ]
        for _ in range(many):
            gesture = self.random.choice(kinds)
            self.done.append(gesture.__name__)
            gesture()
            if self.random.random() < RESTED:
                self.rest()
        self.rest()

    def rest(self) -> None:
        self.opened.settle()
        self.texts.append(self.opened.text)

    def undone(self) -> list[str]:
        """The texts on the way back to the start."""
        return self._walked("undo")

    def redone(self) -> list[str]:
        return self._walked("redo")

    def _walked(self, way: str) -> list[str]:
        found = []
        while self.page.evaluate(f"() => window.studio.steps().{way}"):
            self.page.evaluate(f"() => document.getElementById('{way}').click()")
            found.append(self.opened.text)
        self.opened.settle()
        return found

    # ---- the gestures

    def drag(self) -> None:
        self._drag(self._point(), shift=False)

    def resize(self) -> None:
        self._drag(self._point(), shift=True)

    def type_in_a_drag(self) -> None:
        """With the button down."""
        self._drag(self._point(), shift=True, within=lambda: self.page.keyboard.press("Control+z"))

    def slide(self) -> None:
        self.page.click("#tab-sliders")
        sliders = self.page.locator("#sliders input[type=range]")
        if sliders.count():
            sliders.nth(self.random.randrange(sliders.count())).focus()
            for _ in range(self.random.randint(1, 5)):
                self.page.keyboard.press(self.random.choice(["ArrowRight", "ArrowLeft"]))

    def type(self) -> None:
        self.page.focus(".cm-content")
        self.page.keyboard.press("Control+Home")
        for _ in range(self.random.randint(0, 12)):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("End")
        self.page.keyboard.type(self.random.choice([" ; more", " ; and more", ";x"]))

    def nudge(self) -> None:
        self.page.focus("#canvas")
        for _ in range(self.random.randint(1, 4)):
            self.page.keyboard.press("n")
        for _ in range(self.random.randint(1, 4)):
            self.page.keyboard.press("Shift+" + self.random.choice(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]))

    def build(self) -> None:
        self._tool(self.random.choice(["point", "ground"]))
        box = self.page.locator("#canvas").bounding_box()
        assert box is not None
        self.page.mouse.click(
            box["x"] + self.random.uniform(0.1, 0.9) * box["width"],
            box["y"] + self.random.uniform(0.1, 0.8) * box["height"],
        )
        self._tool("select")

    def join(self) -> None:
        self._tool("bar")
        for _ in range(2):
            self._click_on_a_point()
        self._tool("select")

    def load(self) -> None:
        self._tool(self.random.choice(["mass", "fixed"]))
        self._click_on_a_point()
        self._tool("select")

    def rename(self) -> None:
        self._click_on_a_point()
        self.page.evaluate("() => document.querySelector('#rename').click()")
        if self._dialog():
            self.page.fill("#dialog input", f"P{self.random.randrange(10**6)}")
            self.page.keyboard.press("Enter")

    def delete(self) -> None:
        if self.random.random() < 0.3:  # else nothing would be left
            self._click_on_a_point()
            self.page.keyboard.press("Delete")

    def format(self) -> None:
        self.page.click("#format")

    def undo(self) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.page.click("#undo")

    def redo(self) -> None:
        self.page.click("#redo")

    # ---- how

    def _point(self) -> tuple[float, float]:
        places = [place["pixel"] for place in self.opened.places().values()]
        box = self.page.locator("#canvas").bounding_box()
        assert box is not None
        inside = [
            (x, y)
            for x, y in places
            if box["x"] < x < box["x"] + box["width"] - 70 and box["y"] + 40 < y < box["y"] + box["height"] - 40
        ]
        return self.random.choice(inside or [(box["x"] + 50, box["y"] + 50)])

    def _click_on_a_point(self) -> None:
        self.page.mouse.click(*self._point())

    def _tool(self, name: str) -> None:
        self.page.evaluate("(name) => document.querySelector(`[data-tool=${name}]`).click()", name)

    def _drag(self, place: tuple[float, float], *, shift: bool, within: Callable[[], object] | None = None) -> None:
        x, y = place
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        if shift:
            self.page.keyboard.up("Shift")
        dx, dy = self.random.uniform(-25, 25), self.random.uniform(-25, 25)
        for k in (1, 2, 3):
            self.page.mouse.move(x + dx * k / 3, y + dy * k / 3)
            self.page.wait_for_timeout(20)
        if within is not None:
            within()
            self.page.mouse.move(x - dx, y - dy)
        self.page.mouse.up()
        if self._dialog(20):
            self.page.keyboard.press("Escape")

    def _dialog(self, wait: int = 150) -> bool:
        self.page.wait_for_timeout(wait)
        return self.page.locator("#dialog[open]").count() > 0


def differs(text: str, other: str) -> str:
    """Where two texts part."""
    at = next((k for k, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    return re.sub(r"\n", "⏎", f"{text[max(0, at - 30) : at + 30]!r} / {other[max(0, at - 30) : at + 30]!r}")
