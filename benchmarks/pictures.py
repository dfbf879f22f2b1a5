"""Pictures and film: what they add to the imports they need, and a long film in a real browser."""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from runmec.calculate import run
from runmec.deck import loads
from runmec.drawing.film import film_html

from .decks import dyad_chain
from .timing import commands, table

_PREPARE = """
import runmec
result = runmec.run("inputs/example8.mec"); result.buffers
from runmec.drawing.curves import picture
from runmec.drawing.film import film_html
from runmec.drawing.style import image
import matplotlib.backends.backend_svg
"""
_DRAW = "film_html(result); [image(picture(result, asked), 'svg') for asked in result.deck.pictures]\n"


def cost() -> None:
    python = sys.executable
    found = commands({"imports": [python, "-c", _PREPARE], "all": [python, "-c", _PREPARE + _DRAW]})
    table(
        "two SVG pictures and the film of example8",
        [
            ("run and imports", f"{found['imports']:.2f} s"),
            ("with pictures and film", f"{found['all']:.2f} s"),
            ("added", f"{found['all'] - found['imports']:.2f} s (wanted: at most 0.2)"),
        ],
    )


def long_film() -> None:
    result = run(loads(dyad_chain(40, steps=1999)))
    page = film_html(result)
    rows = [(f"{len(result)} positions of a row of 40 four-bars", f"{len(page) / 1e6:.2f} MB (wanted: under 5)")]
    browser = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if browser and find_spec("playwright"):
        rows.append(("frames a second, forces on", f"{_frames_a_second(browser, page):.0f} (wanted: above 30)"))
    else:
        rows.append(("frames a second", "no browser here"))
    table("a long film", rows)


def _frames_a_second(browser: str, page: str) -> float:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "film.html"
        path.write_text(page)
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        tab = opened.new_page(viewport={"width": 1200, "height": 800})
        tab.goto(path.as_uri())
        tab.check("#forces")
        tab.click("#play")
        count: float = tab.evaluate(
            """() => new Promise((done) => { let n = 0; const began = performance.now();
            const tick = () => { n++; performance.now() - began < 3000 ? requestAnimationFrame(tick) :
            done(n / (performance.now() - began) * 1000); }; requestAnimationFrame(tick); })"""
        )
        opened.close()
    return count
