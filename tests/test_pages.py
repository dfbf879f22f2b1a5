"""film.html and report.html in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import runmec
from runmec.results.output import write_output

from .axe import faults
from .browser import FLAGS, chromium

INPUTS = Path(__file__).parent.parent / "inputs"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def result() -> runmec.Result:
    return runmec.run(INPUTS / "example8.mec")


@pytest.fixture(scope="module")
def folder(result: runmec.Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages")
    write_output(result, path, ["svg"])
    return path


def opened(
    browser: Browser, path: Path, width: int = 1200, height: int = 800, scheme: str = "light"
) -> tuple[Page, list[str]]:
    """A page and what it complains of or asks the network for."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if not request.url.startswith("file:") else None)
    page.on("dialog", lambda dialog: heard.append(f"dialog: {dialog.message}"))
    page.goto(path.as_uri())
    return page, heard


def pixels(page: Page) -> str:
    return str(page.evaluate("document.getElementById('mechanism').toDataURL()"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("deck", ["example8", "rssr", "bearing_house"])
def test_film_and_report_have_no_fault_for_axe(browser: Browser, deck: str, scheme: str, tmp_path: Path) -> None:
    write_output(runmec.run(next(INPUTS.rglob(f"{deck}.mec"))), tmp_path, ["svg"])
    for name in ("film.html", "report.html"):
        page, heard = opened(browser, tmp_path / name, scheme=scheme)
        assert faults(page) == [], name
        assert not heard
        page.context.close()


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_film_plays(browser: Browser, folder: Path, width: int, scheme: str) -> None:
    page, heard = opened(browser, folder / "film.html", width, scheme=scheme)
    before = pixels(page)
    page.click("#play")
    for _ in range(200):
        if int(page.input_value("#slider")) > 3:
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail("the film does not move")
    page.click("#play")
    assert pixels(page) != before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    assert heard == []


def test_keys_slider_and_values(browser: Browser, folder: Path, result: runmec.Result) -> None:
    page, heard = opened(browser, folder / "film.html")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#slider") == "10"
    page.keyboard.press("End")
    assert page.inner_text("#where").startswith("position 121 of 121")
    page.keyboard.press("Home")
    page.fill("#slider", "60")
    rows = (folder / "buffers.csv").read_text().splitlines()
    header, row = rows[0].split(",")[2:], rows[61].split(",")[2:]
    for number, value in zip(header, row, strict=True):
        shown = float(page.inner_text(f"[data-buffer='{number}']"))
        assert shown == pytest.approx(float(value), rel=1e-8, abs=1e-12)
    assert heard == []


def test_forces_are_switched_on(browser: Browser, folder: Path) -> None:
    page, heard = opened(browser, folder / "film.html")
    page.fill("#slider", "85")
    before = pixels(page)
    page.check("#forces")
    assert pixels(page) != before
    assert heard == []


def test_the_value_stands_at_an_arrow(browser: Browser, folder: Path, result: runmec.Result) -> None:
    page, heard = opened(browser, folder / "film.html")
    page.fill("#slider", "85")
    page.check("#forces")
    tips = page.evaluate("tips")
    (tip,) = [tip for tip in tips if tip["name"] == "frame on element 5 at x5 x6"]
    wanted = [result[f"reac {c}"][85] for c in (5, 6)]
    assert [tip["fx"], tip["fy"]] == pytest.approx(wanted, abs=1e-4 * max(map(abs, wanted)))
    before = pixels(page)
    frame = page.locator("#mechanism").bounding_box()
    assert frame
    page.mouse.move(*(frame[k] + 0.5 * (tip["from"][i] + tip["end"][i]) for i, k in enumerate("xy")))
    assert pixels(page) != before
    assert page.evaluate("pointed") == "frame on element 5 at x5 x6"
    page.mouse.move(frame["x"] + 3, frame["y"] + 3)
    assert page.evaluate("pointed") is None
    assert heard == []


def test_arrows_of_motion(browser: Browser, folder: Path, result: runmec.Result) -> None:
    page, heard = opened(browser, folder / "film.html")
    page.fill("#slider", "30")
    for kind, of in (("velocities", "dx"), ("accelerations", "ddx")):
        page.check(f"#{kind}")
        (tip,) = [t for t in page.evaluate("tips") if t["name"].endswith("x16 x17") and kind[:7] in t["name"]]
        wanted = [result[f"{of}{c}"][30] for c in (16, 17)]
        assert [tip["fx"], tip["fy"]] == pytest.approx(wanted, abs=1e-3 * max(map(abs, wanted)))
    assert heard == []


@pytest.mark.parametrize("size", [(1366, 768), (1000, 500), (400, 700)])
def test_play_is_always_in_view(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    write_output(runmec.run(INPUTS / "machines/engine_gas_force.mec"), tmp_path, ["svg"])  # three pictures
    page, _ = opened(browser, tmp_path / "film.html", *size)
    for scrolled in ("0", "document.body.scrollHeight / 2", "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {scrolled})")
        for name in ("#play", "#slider"):
            box = page.locator(name).bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]
    page.evaluate("scrollTo(0, 0)")
    mechanism, controls = (page.locator(name).bounding_box() for name in ("#mechanism", "#controls"))
    assert mechanism
    assert controls
    assert mechanism["y"] + mechanism["height"] <= controls["y"]


def test_a_film_that_was_loaded_out_of_sight_is_not_squeezed(browser: Browser, result: runmec.Result) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.set_content(f'<div id="cell" style="display:none">{result.film()._repr_html_()}</div>')
    page.wait_for_timeout(300)
    page.evaluate("document.getElementById('cell').style.display = 'block'")
    (film,) = page.frames[1:]
    for _ in range(100):  # the film's own rules forbid what `wait_for_function` does
        if film.evaluate("() => mechanism.width > 400"):
            break
        page.wait_for_timeout(50)
    inner = film.evaluate("[mechanism.width, mechanism.clientWidth * devicePixelRatio]")
    assert inner[0] == pytest.approx(inner[1], abs=1)
    box = film.locator("#play").bounding_box()
    assert box
    assert box["y"] + box["height"] < 700


def test_report(browser: Browser, folder: Path) -> None:
    for width in (1200, 400):
        page, heard = opened(browser, folder / "report.html", width)
        assert page.locator("main > figure svg").count() == 4  # mechanism, two pictures, the drive
        assert page.locator(".sheets svg").count() == 10  # joints: three links meet in the crank's bearing
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        text = page.inner_text("body")
        for said in ("Trust: closure", "σ of parameter 8 (lenu of element 6)", "bearing in point B", "-50"):
            assert said in text
        broken = "(cells) => cells.filter((c) => c.scrollWidth > c.clientWidth + 1).map((c) => c.innerText)"
        assert page.locator("td").evaluate_all(broken) == []  # nothing is broken inside a word or a number
        assert heard == []
    assert len(page.pdf(format="A4")) > 10_000


def test_hostile_deck_runs_no_script(browser: Browser, tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    text = (INPUTS / "example8.mec").read_text().replace("test example", evil).replace("; crank angle", f"; {evil}")
    write_output(runmec.run(runmec.loads(text)), tmp_path, ["svg"])
    for name in ("film.html", "report.html"):
        page, heard = opened(browser, tmp_path / name)
        assert evil in page.inner_text("h1")
        assert heard == []


def test_frames_a_second(browser: Browser, folder: Path) -> None:
    """Counted work, not a stop-watch: drawing one position takes far fewer calls than a frame allows."""
    page, _ = opened(browser, folder / "film.html")
    strokes = page.evaluate(
        """() => { let count = 0; const stroke = CanvasRenderingContext2D.prototype.stroke;
        CanvasRenderingContext2D.prototype.stroke = function () { count++; return stroke.call(this); };
        document.getElementById('forth').click(); return count; }"""
    )
    assert 0 < strokes < 200
