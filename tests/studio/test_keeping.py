"""What is written outlives the tab, the browser, the server; files keep their form; others are noticed."""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import stat
import subprocess
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Playwright

from ..browser import FLAGS, chromium
from .opened import Opened
from .serving import EXAMPLE, STARTER, Served, ask, studio

pytestmark = pytest.mark.browser

CHANGED = STARTER.replace("a 30mm", "a 27mm")


@pytest.fixture
def beside(browser: Browser, served: Served) -> Iterator[BrowserContext]:
    """A browser in which several pages are opened one after the other."""
    (served.folder / "bar.mec").write_text(STARTER, encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    context.close()


def wait_until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


# ---- drafts


def test_a_draft_outlives_its_tab_and_is_offered_with_its_difference(beside: BrowserContext, served: Served) -> None:
    first = Opened(beside, served)
    first.type_deck(CHANGED)
    first.page.wait_for_timeout(300)
    first.page.close()
    page = Opened(beside, served).page
    page.wait_for_selector("#dialog[open]")
    said = page.inner_text("#dialog")
    assert "There is a draft" in said
    assert "-   a 30mm   ; crank" in said
    assert "+   a 27mm   ; crank" in said
    page.click("#dialog footer button >> text=Take the draft")
    page.wait_for_function("(text) => window.studio.text() === text", arg=CHANGED)
    assert page.is_visible("#dirty")
    page.click("#undo")
    assert page.evaluate("() => window.studio.text()") == STARTER


def test_two_tabs_of_a_file_have_two_drafts(beside: BrowserContext, served: Served) -> None:
    first, second = Opened(beside, served), Opened(beside, served)
    first.type_deck(CHANGED)
    second.type_deck(STARTER.replace("b 90mm", "b 91mm"))
    for one, text in ((first, "a 27mm"), (second, "b 91mm")):
        one.page.wait_for_timeout(300)
        one.page.reload()
        one.page.wait_for_selector("body[data-ready]")
        one.settle()
        assert text in one.text
        assert one.page.locator("#dialog[open]").count() == 0


def test_a_new_deck_that_was_not_saved_is_found_under_open(beside: BrowserContext, served: Served) -> None:
    first = Opened(beside, served)
    first.page.click("#new")
    first.page.click("#dialog .choices button >> text=An empty deck")
    first.settle()
    first.type_deck(EXAMPLE)
    first.page.wait_for_timeout(300)
    first.page.close()
    second = Opened(beside, served)
    assert second.text == STARTER
    second.page.click("#open")
    second.page.click("#dialog .choices button >> text=new deck")
    second.settle()
    assert second.text == EXAMPLE


def test_a_draft_outlives_the_browser(driver: Playwright, served: Served, tmp_path: Path) -> None:
    """It is killed; the next one has the same profile."""
    (served.folder / "bar.mec").write_text(STARTER, encoding="utf-8")
    port = tmp_path / "DevToolsActivePort"
    flags = [chromium(), *FLAGS, "--headless=new", f"--user-data-dir={tmp_path}", "--remote-debugging-port=0"]

    def killed_after(use: Callable[[BrowserContext], None]) -> None:
        port.unlink(missing_ok=True)
        process = subprocess.Popen(flags, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            wait_until(lambda: port.is_file() and "\n" in port.read_text(), 30)
            found = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port.read_text().split()[0]}")
            use(found.contexts[0])
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def write(context: BrowserContext) -> None:
        page = Opened(context, served)
        page.type_deck(CHANGED)
        page.page.wait_for_timeout(500)

    def read(context: BrowserContext) -> None:
        page = Opened(context, served).page
        page.click("#dialog footer button >> text=Take the draft")
        page.wait_for_function("(text) => window.studio.text() === text", arg=CHANGED)

    killed_after(write)
    killed_after(read)


def test_a_page_goes_on_without_its_server_and_with_the_next(browser: Browser, tmp_path: Path) -> None:
    """The server is killed; it is told within two seconds; the deck is downloaded; a studio started anew takes over."""
    (tmp_path / "bar.mec").write_text(STARTER, encoding="utf-8")
    with studio(tmp_path, "bar.mec") as first:
        opened = Opened(browser, first)
        page = opened.page
        first.process.kill()
        page.wait_for_selector("#banner >> text=The studio has ended", timeout=2000)
        page.locator(".cm-line", has_text="a 30mm").click()
        page.keyboard.press("End")
        page.keyboard.type(" alone")
        for way in ("#save", "#banner button", "#export"):
            with page.expect_download() as found:
                page.click(way)
                if way == "#export":
                    page.click("#dialog [data-value=deck]")
            assert found.value.suggested_filename == "bar.mec"
            found.value.save_as(tmp_path / "kept")
            assert (tmp_path / "kept").read_text(encoding="utf-8") == STARTER.replace("; crank\n", "; crank alone\n", 1)
    with studio(tmp_path, "bar.mec") as second:
        assert second.port == first.port  # the address of the folder
        assert second.token != first.token
        other = Opened(opened.context, second)
        page.wait_for_selector("#banner p", state="detached")
        opened.settle()
        assert "No faults" in opened.messages()
        assert "; crank alone" in opened.text
        assert other.text == STARTER
        page.click("#save")
        page.wait_for_selector("#dirty", state="hidden")
        assert "; crank alone" in (tmp_path / "bar.mec").read_text(encoding="utf-8")
        opened.context.close()


def test_a_server_that_hangs_is_told(browser: Browser, tmp_path: Path) -> None:
    with studio(tmp_path) as served:
        opened = Opened(browser, served)
        served.process.send_signal(signal.SIGSTOP)
        try:
            opened.page.wait_for_selector("#banner >> text=does not answer", timeout=3000)
        finally:
            served.process.send_signal(signal.SIGCONT)
        opened.page.wait_for_selector("#banner p", state="detached")
        opened.context.close()


def test_closing_with_unsaved_text_asks(opened: Opened) -> None:
    page = opened.page
    page.locator(".cm-line", has_text="a 30mm").click()
    page.keyboard.type("9")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.goto("about:blank")
    assert asked == ["beforeunload"]


# ---- links


def test_a_link_leaves_the_address_alone_and_opens_as_a_copy(opened: Opened, browser: Browser) -> None:
    page = opened.page
    address = page.url
    page.click("#link")
    link = page.input_value("#dialog input")
    page.keyboard.press("Escape")
    assert page.url == address
    assert opened.served.token not in link
    other = Opened(browser, opened.served, link[link.index("#") :])
    assert other.text == STARTER
    assert other.page.inner_text("#name") == "new deck"
    assert "#" not in other.page.url
    other.type_deck(CHANGED)
    other.page.wait_for_timeout(300)
    other.page.reload()
    other.page.wait_for_selector("body[data-ready]")
    assert other.text == CHANGED
    other.close()


def packed(text: str) -> str:
    machine = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = machine.compress(text.encode()) + machine.flush()
    return "#deck=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    ("link", "said"),
    [(packed(STARTER)[:-40], "broken"), ("#deck=!", "broken"), (packed(" " * 300_000_000), "more than 1000000")],
)
def test_a_link_that_cannot_be_opened_is_told(browser: Browser, served: Served, link: str, said: str) -> None:
    """The last one would unpack to 300 MB."""
    opened = Opened(browser, served, link)
    assert said in opened.page.inner_text("#banner")
    assert opened.page.evaluate("() => performance.memory.usedJSHeapSize") < 100e6
    opened.close()


# ---- files


@pytest.mark.parametrize(
    "form",
    [
        lambda text: text.encode().replace(b"\n", b"\r\n"),
        lambda text: text.encode().replace(b"\n", b"\r"),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.replace("; crank", "; Kurbel \xfc").encode("latin-1"),
        lambda text: text.encode("utf-16"),
    ],
    ids=["CRLF", "CR", "BOM", "Latin-1", "UTF-16"],
)
def test_the_form_of_a_file_stays(browser: Browser, served: Served, form: Callable[[str], bytes]) -> None:
    path = served.folder / "bar.mec"
    path.write_bytes(form(STARTER))
    opened = Opened(browser, served)
    assert opened.page.is_hidden("#dirty")
    opened.type_deck(opened.text.replace("a 30mm", "a 29mm"))
    opened.page.click("#save")
    opened.page.wait_for_selector("#dirty", state="hidden")
    assert path.read_bytes() == form(STARTER.replace("a 30mm", "a 29mm"))
    opened.close()


def test_a_link_to_a_file_is_followed(served: Served) -> None:
    (served.folder / "target.mec").write_text(STARTER, encoding="utf-8")
    (served.folder / "way.mec").symlink_to("target.mec")
    with served.socket() as socket:
        seen = ask(socket, "open", kind="deck", name="way.mec")["seen"]
        assert "seen" in ask(socket, "save", name="way.mec", text=CHANGED, seen=seen)
    assert (served.folder / "way.mec").is_symlink()
    assert (served.folder / "target.mec").read_text(encoding="utf-8") == CHANGED


def test_a_read_only_file_is_asked_about(browser: Browser, served: Served) -> None:
    path = served.folder / "bar.mec"
    path.write_text(STARTER, encoding="utf-8")
    path.chmod(0o444)
    opened = Opened(browser, served)
    opened.type_deck(CHANGED)
    opened.page.click("#save")
    opened.page.wait_for_selector("#dialog >> text=read-only")
    assert path.read_text(encoding="utf-8") == STARTER
    opened.page.click("#dialog footer button >> text=Write it")
    opened.page.wait_for_selector("#dirty", state="hidden")
    assert path.read_text(encoding="utf-8") == CHANGED
    assert stat.S_IMODE(path.stat().st_mode) == 0o444
    path.chmod(0o644)
    opened.close()


@pytest.mark.parametrize(("name", "text"), [("UP.MEC", STARTER), ("zz.mec", STARTER), ("empty.mec", "")])
def test_every_deck_opens(browser: Browser, tmp_path: Path, name: str, text: str) -> None:
    """Capitals; behind the 500th; nothing in it."""
    for k in range(600):
        (tmp_path / f"d{k}.mec").touch()
    (tmp_path / name).write_text(text, encoding="utf-8")
    with studio(tmp_path, name) as served:
        opened = Opened(browser, served)
        assert opened.text == text
        assert opened.page.inner_text("#name") == name
        assert opened.page.is_hidden("#dirty")
        opened.page.click("#open")
        opened.page.fill("#dialog .search", name[:5])
        assert opened.page.locator(f"#dialog .choices button:visible >> text={name}").count() == 1
        opened.close()


def test_what_cannot_be_opened_is_told_and_not_a_white_page(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "bar.mec").write_text(STARTER, encoding="utf-8")
    with studio(tmp_path, "bar.mec") as served:
        (tmp_path / "bar.mec").unlink()
        opened = Opened(browser, served)
        assert "bar.mec is not there" in opened.page.inner_text("#banner")
        opened.close()


def test_a_change_on_disk_is_noticed(opened: Opened) -> None:
    """An unchanged page takes it over, a changed one is told."""
    page, path = opened.page, opened.served.folder / "bar.mec"
    path.write_text(STARTER.replace("a 30mm", "a 28mm"), encoding="utf-8")
    page.wait_for_function("() => window.studio.text().includes('a 28mm')", timeout=4000)
    assert page.is_hidden("#dirty")
    page.click("#undo")
    opened.settle()
    assert opened.text == STARTER
    path.write_text(CHANGED, encoding="utf-8")
    page.wait_for_selector("#banner >> text=changed on disk", timeout=4000)
    assert opened.text == STARTER
    page.click("#banner button")
    assert "a 27mm" in page.inner_text("#dialog")
    page.click("#dialog footer button >> text=Take the one on disk")
    opened.settle()
    assert opened.text == CHANGED
    assert page.locator("#banner p").count() == 0


def test_save_as_writes_another_file(opened: Opened) -> None:
    page = opened.page
    opened.type_deck(CHANGED)
    page.click("#saveas")
    page.fill("#dialog input", "copy")
    page.keyboard.press("Enter")
    page.wait_for_selector("#dirty", state="hidden")
    assert page.inner_text("#name") == "copy.mec"
    assert (opened.served.folder / "copy.mec").read_text(encoding="utf-8") == CHANGED
    assert (opened.served.folder / "bar.mec").read_text(encoding="utf-8") == STARTER
    page.click("#saveas")
    page.fill("#dialog input", "bar.mec")
    page.keyboard.press("Enter")
    page.wait_for_selector("#dialog >> text=bar.mec is there already")
    page.click("#dialog footer button >> text=Cancel")
    assert page.inner_text("#name") == "copy.mec"


def test_the_title_tells_what_is_not_saved(opened: Opened) -> None:
    assert opened.page.title() == "bar.mec, runmec studio"
    opened.type_deck(CHANGED)
    assert opened.page.title() == "• bar.mec, runmec studio"
    opened.page.click("#undo")
    opened.settle()
    assert opened.page.title() == "bar.mec, runmec studio"


# ---- tabs


def test_a_long_run_in_one_tab_leaves_the_others_alone(beside: BrowserContext, served: Served) -> None:
    first = Opened(beside, served)
    first.page.evaluate("(text) => window.studio.set(text)", EXAMPLE.replace("tstepe 120", "tstepe 199000"))
    first.page.wait_for_selector("#busy:not([hidden])")
    second = Opened(beside, served)  # at rest: its deck is calculated
    second.drag("B0", 20, 0)
    assert second.text != STARTER
    assert "No faults" in second.messages()
    assert first.page.evaluate("() => window.studio.busy()")
    first.page.evaluate("(text) => window.studio.set(text)", STARTER)
    first.settle()


def test_the_page_that_is_one_too_many_is_told(browser: Browser, served: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    with contextlib.ExitStack() as others:
        for _ in range(16):
            assert "place" in ask(others.enter_context(served.socket()), "begin")
        page.goto(served.address)
        page.wait_for_selector("#banner >> text=16 pages are open")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#banner p", state="detached")
    context.close()
