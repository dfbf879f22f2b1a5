"""The studio in a real browser: from key or pointer to the new picture, medians of 100."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .decks import dyad_chain
from .timing import table

ROOT = Path(__file__).parent.parent
COUNT = 100
# milliseconds from an event to the first picture painted after it (and after the answer, where one is waited for)
_WATCH = """() => {
  window.times = []; let began = 0;
  addEventListener("pointermove", () => { if (!began) began = performance.now(); }, true);
  new MutationObserver(() => { if (began) { times.push(performance.now() - began); began = 0; } })
    .observe(document.body, { attributes: true, attributeFilter: ["data-drawn"] });
}"""
_TYPE = """(text) => new Promise((done) => {
  const began = performance.now(), seen = Number(document.body.dataset.asked);
  const watch = new MutationObserver(() => {
    const calculated = Number(document.body.dataset.calculated) > seen;
    if (calculated && painted) { watch.disconnect(); done(performance.now() - began); }
    if (Number(document.body.dataset.text) > seen) painted = true;
  });
  let painted = false;
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-drawn", "data-text", "data-calculated"] });
  studio.set(text);
})"""


def latency() -> None:
    browser = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if not browser or not find_spec("playwright") or not find_spec("starlette"):
        table("the studio", [("from key to picture", "no browser, or the extra `studio` is missing")])
        return
    example = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")
    chain = dyad_chain(49)
    rows = [
        ("a key in Table 8.1, to the new picture and curves", _typing(browser, example), "50"),
        ("a fixed point of Table 8.1 dragged, to the new positions", _dragging(browser, example, "5, 6"), "16"),
        ("a fixed point of a row of 99 links dragged", _dragging(browser, chain, _fixed_point(chain)), "100"),
    ]
    table(
        "the studio, median of 100", [(what, f"{found:.0f} ms (wanted: at most {most})") for what, found, most in rows]
    )


def _fixed_point(deck: str) -> str:
    from runmec.deck import loads

    found = loads(deck)
    held = {c.number for c in found.fixed}
    pairs = [e.coordinates[k : k + 2] for e in found.elements for k in (0, 2)]
    x, y = next(pair for pair in pairs[4:] if set(pair) <= held)
    return found.names.point(x, y) or f"{x}, {y}"


def _typing(browser: str, deck: str) -> float:
    def act(page: Any) -> list[float]:
        return [page.evaluate(_TYPE, deck.replace("para 4 0.6", f"para 4 0.6{k % 10}")) for k in range(1, COUNT + 1)]

    return _in_page(browser, deck, act)


def _dragging(browser: str, deck: str, point: str) -> float:
    def act(page: Any) -> list[float]:
        x, y = next(p["pixel"] for p in page.evaluate("() => studio.points()") if p["name"] == point)
        page.mouse.move(x, y)
        page.mouse.down()
        page.evaluate(_WATCH)
        for k in range(COUNT):
            page.mouse.move(x + 3 + k % 7, y + 2 + k % 5)
            page.wait_for_timeout(60)
        page.mouse.up()
        return [float(t) for t in page.evaluate("() => times")]

    return _in_page(browser, deck, act)


def _in_page(browser: str, deck: str, act: Callable[[Any], list[float]]) -> float:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        (Path(folder) / "deck.mec").write_text(deck, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "runmec", "studio", "--no-browser", "deck.mec"],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ},
        )
        assert process.stdout is not None
        try:
            opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
            page = opened.new_page(viewport={"width": 1280, "height": 800})
            page.goto(process.stdout.readline().strip())
            page.wait_for_selector("body[data-calculated]")
            page.wait_for_timeout(1500)
            found = act(page)
            opened.close()
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()
    return statistics.median(found)
