"""The page in a real Chromium: typing, dragging, sliding, building, keeping; compared with runs of the same deck."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

import runmec
from runmec.deck import loads
from runmec.deck.layout import format_text

from .opened import Opened
from .serving import EXAMPLE, ROOT, STARTER, Served

pytestmark = pytest.mark.browser


def position_of(text: str, point: str, row: int) -> tuple[float, float]:
    """By a run of its own."""
    result = runmec.run(loads(text))
    return float(result[f"{point}.x"][row]), float(result[f"{point}.y"][row])


# ---- typing


def test_a_fault_is_told_at_its_place_and_mended(opened: Opened) -> None:
    page = opened.page
    opened.type_deck(STARTER.replace("  uniform crank", "  unifrm crank"))
    assert "unknown word `unifrm`" in opened.messages()
    assert page.locator(".cm-lint-marker-error").count() == 1
    assert page.locator(".cm-lintRange-error").inner_text() == "unifrm"
    assert page.evaluate("() => window.studio.stale()")  # the last good picture stays, greyed
    page.click("#messages .fix")
    opened.settle()
    assert opened.text == STARTER
    assert "No faults" in opened.messages()
    assert not page.evaluate("() => window.studio.stale()")


def test_typing_changes_the_picture(opened: Opened) -> None:
    page = opened.page
    page.locator(".cm-line", has_text="a 30mm").click()
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    page.keyboard.type("4")
    opened.settle()
    assert "a 40mm" in opened.text
    assert opened.places()["A"]["at"] == pytest.approx([0.04, 0.0], abs=1e-5)


def test_completion_and_hover_speak_the_language(opened: Opened) -> None:
    page = opened.page
    page.locator(".cm-line", has_text="uniform rocker").click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("  dam")
    page.wait_for_selector(".cm-tooltip-autocomplete li")
    assert "damper" in page.inner_text(".cm-tooltip-autocomplete")
    page.keyboard.press("Escape")
    page.locator(".cm-line span", has_text="gravity").first.hover()
    page.wait_for_selector(".cm-tooltip .explained")
    assert "gravity" in page.inner_text(".cm-tooltip .explained")


def test_format_and_definition(opened: Opened) -> None:
    page = opened.page
    opened.type_deck(STARTER.replace("  para rocker.lenl      (c)", "   para rocker.lenl (c)"))
    page.click("#format")
    opened.settle()
    assert opened.text == format_text(STARTER)
    page.locator(".cm-line", has_text="plotcurv phi drive").click()
    page.keyboard.press("End")
    page.keyboard.press("F12")
    page.wait_for_timeout(400)
    assert page.evaluate("() => getSelection().toString()") == "drive"
    assert "bufdrive crank.angb drive" in page.inner_text(".cm-activeLine")


def test_line_and_thing_belong_together(opened: Opened) -> None:
    page = opened.page
    page.locator(".cm-line", has_text="elem rocker").click()
    assert page.evaluate("() => window.studio.selected()") == "rocker"
    a, b = (opened.places()[name]["pixel"] for name in ("A0", "A"))
    page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    assert page.evaluate("() => window.studio.selected()") == "crank"
    assert page.inner_text(".cm-lit") == "  elem crank   BIN A0 A"


# ---- dragging


@pytest.mark.parametrize("row", [0, 40, 95])
def test_a_moving_point_dragged_with_shift_changes_its_links(opened: Opened, row: int) -> None:
    """B at three positions of the cycle: the deck, run by itself, has it where the pointer let go."""
    opened.show(row)
    before, scale = opened.places()["B"], opened.page.evaluate("() => window.studio.scale()")
    opened.drag("B", 24, -18, shift=True)
    wanted = (before["at"][0] + 24 / scale, before["at"][1] + 18 / scale)
    assert position_of(opened.text, "B", row) == pytest.approx(wanted, abs=1.5 / scale)
    assert opened.places()["B"]["at"] == pytest.approx(wanted, abs=1.5 / scale)
    changed = [k for k, (a, b) in enumerate(zip(STARTER.split("\n"), opened.text.split("\n"), strict=True)) if a != b]
    lines = opened.text.split("\n")
    assert [lines[k].split()[0] for k in changed] == ["b", "c"]
    assert [lines[k].partition(";")[2] for k in changed] == [" coupler", " rocker"]
    opened.page.click("#undo")
    opened.settle()
    assert opened.text == STARTER  # one step for one gesture


def test_a_fixed_point_is_moved(opened: Opened) -> None:
    opened.show(30)
    before, scale = opened.places()["B0"], opened.page.evaluate("() => window.studio.scale()")
    opened.drag("B0", 20, 12)
    wanted = (before["at"][0] + 20 / scale, before["at"][1] - 12 / scale)
    assert position_of(opened.text, "B0", 0) == pytest.approx(wanted, abs=1.5 / scale)
    assert re.search(r"^  d \d+\.\dmm ; frame$", opened.text, re.MULTILINE)


def test_a_moving_point_drives_and_the_text_stays(opened: Opened) -> None:
    """The crank by 90 degrees: position 31 of 121."""
    places = opened.places()
    (x0, y0), (x, y) = places["A0"]["pixel"], places["A"]["pixel"]
    arm = x - x0
    mouse = opened.page.mouse
    mouse.move(x, y)
    mouse.down()
    for k in range(1, 7):
        turn = k * 3.14159265 / 12
        from math import cos, sin

        mouse.move(x0 + arm * cos(turn), y0 - arm * sin(turn))
    mouse.up()
    assert opened.page.inner_text("#where").startswith("position 31 of 121")
    assert opened.text == STARTER


def test_the_drag_stops_where_the_mechanism_cannot_be_assembled(opened: Opened) -> None:
    opened.drag("B0", 900, 0)
    assert "it goes no further" in opened.page.inner_text("#note")
    assert runmec.run(loads(opened.text)).deck  # the deck that is left can be calculated


def test_an_expression_of_several_names_asks(opened: Opened) -> None:
    opened.type_deck(STARTER.replace("point B0         (d) ", "point B0   (d + a/2) "))
    opened.drag("B0", 25, 0)
    dialog = opened.page.locator("#dialog")
    assert "Which value is to change?" in dialog.inner_text()
    opened.page.click("#dialog .choices button >> text=d")
    opened.drag("B0", 25, 0)
    assert "a 30mm" in opened.text
    assert "d 100mm" not in opened.text


def test_points_of_a_study_are_handles(opened: Opened) -> None:
    study = "STUDY\n  path miss cx cy 0.01 0.05  0.02 0.06 ; aims\n  goal min miss\nMOVEMENT"
    opened.type_deck(STARTER.replace("MOVEMENT", study))
    scale = opened.page.evaluate("() => window.studio.scale()")
    (x, y) = opened.page.evaluate("() => window.studio.targets()")[0]
    mouse = opened.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 10, y - 10)
    mouse.move(x + 20, y - 20)
    mouse.up()
    opened.settle()
    line = next(line for line in opened.text.split("\n") if "path miss" in line)
    numbers = [float(word) for word in line.partition(";")[0].split()[4:]]
    assert numbers == pytest.approx([0.01 + 20 / scale, 0.05 + 20 / scale, 0.02, 0.06], abs=2e-4)
    assert line.endswith("; aims")


CIRCLE = """KIN ANA  ; a crank whose end is to pass three points
DEFINE
  r 1.5   ; crank
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  para crank.lenl (r)
STORAGE
  bufx0 A ax ay
BEGINPIC
  plotcurv ax ay
ENDPIC
MOVEMENT
  stepe 24 (2*pi)
END
"""


def test_targets_by_pointer_and_the_study_that_meets_them(opened: Opened) -> None:
    """Points on a circle about O with radius 1.2: the crank that meets them has this length."""
    page = opened.page
    opened.type_deck(CIRCLE)
    page.click("#fit")
    page.click("#tab-study")
    assert page.is_disabled("#optimise")
    page.click("[data-tool=target]")
    (x, y), scale = opened.places()["O"]["pixel"], page.evaluate("() => window.studio.scale()")
    for u, v in ((0.72, 0.96), (-0.96, 0.72), (0, 0.9)):
        page.mouse.click(x + u * scale, y - v * scale)
        opened.settle()
    page.click("[data-tool=select]")
    page.mouse.click(*page.evaluate("() => window.studio.targets()")[2])
    page.keyboard.press("Delete")
    opened.settle()
    studied = opened.text
    assert "vary r 0.75 3" in studied
    page.select_option("#effort", "quick")
    page.click("#optimise")
    page.wait_for_selector("body[data-optimised]", timeout=60000)
    assert "a click writes one into the deck" in page.inner_text("#study")
    page.locator(".gallery button").first.click()
    opened.settle()
    found = re.search(r"^  r (\S+) ; crank$", opened.text, re.MULTILINE)
    assert found
    assert float(found[1]) == pytest.approx(1.2, abs=2 / scale)
    assert not page.evaluate("() => window.studio.stale()")
    page.click("#undo")
    opened.settle()
    assert opened.text == studied


def test_a_search_is_stopped_and_shows_what_it_has(opened: Opened) -> None:
    page = opened.page
    study = "STUDY\n  vary r 0.5 3\n  path miss ax ay 2 0  0 2\n  goal min miss\nEND"
    opened.type_deck(CIRCLE.replace("stepe 24", "stepe 200").replace("\nEND\n", f"\n{study}\n"))
    page.click("#tab-study")
    page.select_option("#effort", "thorough")
    page.click("#optimise")
    page.wait_for_selector("#study progress[value]")  # it has told how far it is
    before = int(page.get_attribute("body", "data-calculated") or "")
    page.evaluate("() => window.studio.set(window.studio.text() + '; typed while it searches\\n')")
    page.wait_for_selector(f"body[data-calculated='{before + 1}']")
    page.click("#halt")
    page.wait_for_selector("body[data-optimised]", timeout=60000)
    said = page.inner_text("#study")
    assert "solution" in said or "stopped" in said
    assert page.is_enabled("#optimise")


def test_a_mechanism_in_space_is_turned_and_driven(opened: Opened) -> None:
    """By pointer and keys; a point of the crank is taken along the screen, and the text stays."""
    page = opened.page
    deck = (ROOT / "runmec" / "starters" / "rssr.mec").read_text(encoding="utf-8")
    opened.type_deck(deck)
    page.click("#fit")
    view = page.evaluate("() => window.studio.view()")
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    corner = box["x"] + 12, box["y"] + 12
    page.mouse.move(*corner)
    page.mouse.down()
    page.mouse.move(corner[0] + 20, corner[1] + 10, steps=2)
    page.mouse.up()
    turned = page.evaluate("() => window.studio.view()")
    assert [turned["az"], turned["el"]] == pytest.approx([view["az"] - 10, view["el"] + 5])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("0")
    assert page.evaluate("() => window.studio.view()") == view
    x, y = opened.places()["A"]["pixel"]
    page.evaluate("() => window.studio.show(4)")
    goal = opened.places()["A"]["pixel"]
    page.evaluate("() => window.studio.show(0)")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
    assert page.inner_text("#where").startswith("position 5 of 61")
    opened.drag("B", 5, 5, shift=True)
    assert "no depth" in page.inner_text("#note")
    assert opened.text == deck


def test_values_under_the_pointer(opened: Opened) -> None:
    """Of a point and of a link; compared with a run of its own."""
    page = opened.page
    opened.show(20)
    page.mouse.move(*opened.places()["B"]["pixel"])
    page.wait_for_selector("#tip >> text=transmission angle")
    said = page.inner_text("#tip")
    result = runmec.run(loads(STARTER))
    speed = float(np.hypot(*(result[f"dx B.{axis}"][20] for axis in "xy")))
    assert f"velocity {speed:.4g} m/s" in said
    a, b = (opened.places()[name]["pixel"] for name in ("B0", "B"))
    page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    page.wait_for_selector("#tip >> text=rocker.lenl")
    assert f"force σ {result['sigma rocker.lenl'][20]:.5g} N" in page.inner_text("#tip")


def test_transmission_angle_dead_centres_and_trust_are_seen_at_once(opened: Opened) -> None:
    """By the law of cosines from the four lengths of the starter."""
    a, b, c, d = 0.03, 0.09, 0.08, 0.1
    frame = [abs(d - a), d + a]  # distance A B0 where it is least and largest
    least = min(np.degrees(np.arccos(abs(b * b + c * c - e * e) / (2 * b * c))) for e in frame)
    dead = [np.degrees(np.arccos((d * d + r * r - c * c) / (2 * d * r))) for r in (a + b, b - a)]
    page = opened.page
    said = page.inner_text("#insight")
    assert "trust" in said
    assert f"transmission angle at B: least {least:.3g}°" in said
    assert f"dead centre of rocker at {dead[0]:.4g}°" in said
    assert f"dead centre of rocker at {dead[1] + 180:.4g}°" in said
    page.click("#insight button >> text=least")
    assert page.inner_text("#where").startswith("position 1 of")
    page.click("#tab-values")
    page.locator("#values tr", has_text="drive").locator("td:nth-child(5) button").click()
    row = int(np.argmax(runmec.run(loads(STARTER))["drive"]))
    assert page.inner_text("#where").startswith(f"position {row + 1} of")


def test_branches_are_shown_and_taken_over(opened: Opened) -> None:
    """The other assembly of a four-bar is the mirror image of B in the line from A to B0."""
    page = opened.page
    page.click("#tab-branches")
    opened.settle()
    assert "2 assemblies" in page.inner_text("#branches")
    (x, y) = opened.places()["B"]["at"]
    page.locator("#branches .gallery button").nth(1).click()
    opened.settle()
    assert opened.places()["B"]["at"] == pytest.approx([x, -y], abs=1e-4)
    assert position_of(opened.text, "B", 0) == pytest.approx((x, -y), abs=1e-6)
    page.click("#undo")
    opened.settle()
    assert opened.text == STARTER
    ghost = opened.places()["B"]["pixel"][0], 2 * opened.places()["B0"]["pixel"][1] - opened.places()["B"]["pixel"][1]
    page.mouse.click(*ghost)
    opened.settle()
    assert opened.places()["B"]["at"] == pytest.approx([x, -y], abs=1e-4)
    page.click("#tab-curves")


def test_modes_of_vibration_swing(opened: Opened) -> None:
    page = opened.page
    opened.type_deck((ROOT / "inputs" / "beams/euler_column.mec").read_text(encoding="utf-8"))
    page.select_option("#mode", "0")
    assert page.inner_text("#play") == "Pause"
    page.click("#play")
    page.click("#tab-account")
    assert "mode 1:" in page.inner_text("#account")
    page.select_option("#mode", "-1")
    opened.type_deck(STARTER)
    assert page.is_hidden("#modes")


def test_curves_are_read_and_polar_diagrams_stand_beside_them(opened: Opened) -> None:
    page = opened.page
    many = page.locator("#curves canvas").count()
    page.check("#forces")
    opened.settle()
    assert page.locator("#curves canvas").count() > many
    assert "frame" in page.inner_text("#curves")
    canvas = page.locator("#curves canvas").nth(1)
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.4 * box["height"])
    page.uncheck("#forces")
    assert page.locator("#curves canvas").count() == many


# ---- sliders and play


def test_a_slider_changes_its_value_in_place(opened: Opened) -> None:
    page = opened.page
    page.click("#tab-sliders")
    slider = page.locator("#slide-a")
    assert slider.get_attribute("min") == "0.015"
    slider.evaluate("""(e) => { for (const v of [0.032, 0.035]) { e.value = v; e.dispatchEvent(new Event('input')); }
        setTimeout(() => e.dispatchEvent(new Event('change')), 400); }""")
    page.wait_for_timeout(900)
    opened.settle()
    assert re.search(r"^  a 35\.?\d*mm\s+; crank$", opened.text, re.MULTILINE)
    assert opened.places()["A"]["at"][0] == pytest.approx(0.035, abs=1e-4)
    page.click("#undo")
    opened.settle()
    assert opened.text == STARTER


def test_play_moves_and_values_follow(opened: Opened) -> None:
    page = opened.page
    page.click("#tab-values")
    page.click("#play")
    page.wait_for_timeout(500)
    page.click("#play")
    shown = int(page.input_value("#position"))
    assert shown > 0
    result = runmec.run(loads(STARTER))
    said = page.inner_text("td[data-buffer=drive]").replace("−", "-")
    assert float(said) == pytest.approx(result["drive"][shown], rel=1e-5)
    page.click("#tab-account")
    assert "trust" in page.inner_text("#account")


def test_a_long_simulation_can_be_stopped(opened: Opened) -> None:
    deck = (ROOT / "inputs" / "free_motion/double_pendulum.mec").read_text(encoding="utf-8")
    line = next(line for line in deck.split("\n") if line.strip().startswith("tstepf"))
    words = line.split()
    long = deck.replace(line, f"  tstepf 90000 {float(words[2]) * 90000 / int(words[1]):g} {' '.join(words[3:])}")
    page = opened.page
    page.evaluate("(text) => window.studio.set(text)", long)
    page.wait_for_selector("#busy:not([hidden])")
    page.wait_for_timeout(700)
    page.click("#stop")
    opened.settle()
    assert "stopped by the user" in opened.messages() or "R408" in opened.messages()
    opened.type_deck(STARTER)
    assert "position 1 of 121" in page.inner_text("#where")


# ---- building


def test_the_textbook_four_bar_from_nothing(opened: Opened) -> None:
    page = opened.page
    page.click("#new")
    page.click("#dialog .choices button >> text=An empty deck")
    opened.settle()
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    places = [("ground", 0.25, 0.75), ("ground", 0.65, 0.75), ("point", 0.3, 0.5), ("point", 0.7, 0.25)]
    for tool, u, v in places:
        page.click(f"[data-tool={tool}]")
        page.mouse.click(box["x"] + u * box["width"], box["y"] + v * box["height"])
        opened.settle()
    assert set(opened.places()) == {"A0", "B0", "A", "B"}
    page.click("[data-tool=bar]")
    for pair in (("A0", "A"), ("A", "B"), ("B0", "B")):
        for name in pair:
            page.mouse.click(*opened.places()[name]["pixel"])
        opened.settle()
    page.click("[data-tool=input]")
    a, b = (opened.places()[name]["pixel"] for name in ("A0", "A"))
    page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    opened.settle()
    assert "No faults" in opened.messages() or "R4" in opened.messages()
    deck = loads(opened.text)
    assert [element.kind for element in deck.elements] == ["BIN"] * 3
    assert deck.inputs == 1
    assert page.inner_text("#where").startswith("position 1 of")
    assert not page.evaluate("() => window.studio.stale()")
    result = runmec.run(deck)
    assert opened.places()["B"]["at"] == pytest.approx([result["B.x"][0], result["B.y"][0]], abs=1e-4)


def test_rename_and_delete_reach_everything(opened: Opened) -> None:
    page = opened.page
    page.mouse.click(*opened.places()["C"]["pixel"])
    page.click("#tools button >> text=Rename")
    page.fill("#dialog input", "tip")
    page.keyboard.press("Enter")
    opened.settle()
    assert "bufx0 tip cx cy" in opened.text
    assert "elem coupler TR2 A  B tip" in opened.text
    page.mouse.click(*opened.places()["tip"]["pixel"])
    page.keyboard.press("Delete")
    opened.settle()
    assert "tip" not in opened.text
    assert "plotcurv cx cy" not in opened.text
    for _ in range(2):
        page.click("#undo")
        opened.settle()
    assert opened.text == STARTER


# ---- keeping


def test_save_warns_of_a_change_on_disk(opened: Opened) -> None:
    page, path = opened.page, opened.served.folder / "bar.mec"
    opened.type_deck(STARTER.replace("a 30mm", "a 31mm"))
    assert page.is_visible("#dirty")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#dirty", state="hidden")
    assert "a 31mm" in path.read_text(encoding="utf-8")
    path.write_text(STARTER.replace("a 30mm", "a 29mm"), encoding="utf-8")
    opened.type_deck(STARTER.replace("a 30mm", "a 33mm"))
    page.keyboard.press("Control+s")
    page.wait_for_selector("#dialog[open]")
    said = page.inner_text("#dialog")
    assert "changed on disk" in said
    assert "-   a 29mm   ; crank" in said
    assert "+   a 33mm   ; crank" in said
    page.click("#dialog footer button >> text=Take the one on disk")
    opened.settle()
    assert "a 29mm" in opened.text


def test_reload_and_link_restore_the_state(opened: Opened, browser: Browser) -> None:
    page = opened.page
    changed = STARTER.replace("a 30mm", "a 27mm")
    opened.type_deck(changed)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    opened.settle()
    assert opened.text == changed
    page.click("#link")
    link = page.input_value("#dialog input")
    other = Opened(browser, opened.served, link[link.index("#") :])
    assert other.text == changed
    other.close()


@pytest.mark.parametrize(("kind", "name"), [("film", "bar.html"), ("csv", "bar.csv"), ("picture", "bar_pictures.zip")])
def test_exports_are_those_of_the_command_line(opened: Opened, kind: str, name: str, tmp_path: Path) -> None:
    page = opened.page
    page.click("#export")
    with page.expect_download(timeout=90000) as found:
        page.click(f"#dialog [data-value={kind}]")
    assert found.value.suggested_filename == name
    found.value.save_as(tmp_path / name)
    data = (tmp_path / name).read_bytes()
    assert data[:2] == b"PK" if name.endswith("zip") else b"phi" in data


# ---- for everybody


def test_html_in_every_name_stays_text(opened: Opened) -> None:
    evil = "<img src=x onerror=alert(1)>"
    opened.type_deck(
        STARTER.replace("DYN ANA  ;", f"DYN ANA  ; {evil}")
        .replace("; crank\n", f"; {evil}\n")
        .replace("; moment of the drive\n", f"; {evil}\n")
        .replace("elem crank", f"elem {evil} crank")
    )
    opened.type_deck(STARTER.replace("; crank\n", f"; {evil}\n").replace("; moment of the drive\n", f"; {evil}\n"))
    for tab in ("sliders", "values", "account", "curves"):
        opened.page.click(f"#tab-{tab}")
    assert opened.page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_and_touch(browser: Browser, served: Served, scheme: str) -> None:
    found = Opened(
        browser, served, viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True, color_scheme=scheme
    )
    page = found.page
    for view in ("text", "results", "drawing"):
        page.tap(f"#views [data-view={view}]")
        assert page.is_visible(f"#{view}")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 400
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    x = y = 0.0
    while (x, y) != (now := tuple(found.places()["B0"]["pixel"])):  # the drawing is fitted into its pane
        x, y = now
        page.wait_for_timeout(200)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 5):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 4 * k, "y": y}]})
        page.wait_for_timeout(80)
    page.wait_for_timeout(250)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    found.settle()
    assert found.text != STARTER
    assert found.places()["B0"]["at"][0] > 0.1
    found.close()


def test_keyboard_alone(opened: Opened) -> None:
    page = opened.page
    page.focus("#canvas")
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#where").startswith("position 2 of")
    while page.evaluate("() => window.studio.selected()") != "B0":
        page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    opened.settle()
    assert opened.text != STARTER
    page.keyboard.press("Control+z")
    opened.settle()
    assert opened.text == STARTER
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.closest('.cm-editor') !== null")
    for element in page.locator("button:visible, input:visible, select:visible").all():
        named = element.evaluate("(e) => (e.ariaLabel || e.textContent || e.labels?.[0]?.textContent || '').trim()")
        assert named, element.evaluate("(e) => e.outerHTML")


def test_a_numbered_deck_is_dragged_too(opened: Opened) -> None:
    """Table 8.1: the hinge of the rocker, co-ordinates 5 and 6."""
    opened.type_deck(EXAMPLE)
    opened.page.click("#fit")
    before, scale = opened.places()["5, 6"], opened.page.evaluate("() => window.studio.scale()")
    opened.drag("5, 6", 15, 10)
    found = runmec.run(loads(opened.text))
    assert [found["x5"][0], found["x6"][0]] == pytest.approx(
        [before["at"][0] + 15 / scale, before["at"][1] - 10 / scale], abs=1.5 / scale
    )


def test_a_numbered_deck_is_built_on_and_named(opened: Opened) -> None:
    """Table 8.1: a path is plotted, a point gets a name, a new point the next free numbers; the forces stay."""
    page = opened.page
    opened.type_deck(EXAMPLE)
    page.click("#fit")
    page.mouse.click(*opened.places()["12, 13"]["pixel"])
    page.click("#plot")
    page.click("#dialog [data-value=path]")
    opened.settle()
    assert "bufx0 12 p12_x" in opened.text
    page.mouse.click(*opened.places()["5, 6"]["pixel"])
    page.click("#tools button >> text=Rename")
    page.fill("#dialog input", "B0")
    page.keyboard.press("Enter")
    opened.settle()
    assert "point B0 0.4 0.0 fixed" in opened.text
    assert runmec.run(loads(opened.text))[210] == pytest.approx(runmec.run(loads(EXAMPLE))[210], abs=0.0)
    opened.type_deck(EXAMPLE)
    page.click("[data-tool=point]")
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.2 * box["height"])
    opened.settle()
    assert "xmov 20 " in opened.text
    assert "20, 21" in opened.places()


@pytest.mark.parametrize("text", [None, ""], ids=["new", "nothing at all"])
def test_an_empty_deck_greets_with_three_things_to_do(opened: Opened, text: str | None) -> None:
    """No fault, and nothing of the deck before; the first of them leads to a link."""
    page = opened.page
    if text is None:
        page.click("#new")
        page.click("#dialog .choices button >> text=An empty deck")
        opened.settle()
    else:
        opened.type_deck(text)
    assert page.locator("#greeting button").all_inner_texts() == [
        "Draw the first link here, with the tool Bar",
        "Begin with a mechanism that moves, and change it",
        "Open a deck, a file or a link",
    ]
    assert opened.messages().strip() == "The deck is empty."
    assert page.locator("#curves canvas").count() == 0
    page.click("#greet-open")
    page.wait_for_selector("#dialog[open] h2:has-text('Open')" if text is None else "#dialog[open]")
    page.keyboard.press("Escape")
    page.click("#greet-draw")
    opened.settle()
    assert page.is_hidden("#greeting")
    assert "from the frame" in page.inner_text("#hint")
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.7 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.4 * box["height"])
    page.mouse.up()
    opened.settle()
    assert {"A0", "A"} <= opened.places().keys()
    assert "BIN A0 A" in opened.text
    page.keyboard.press("Escape")
    assert page.is_hidden("#greeting")


def test_a_new_deck_says_what_to_do(opened: Opened) -> None:
    page = opened.page
    page.click("#new")
    page.click("#dialog .choices button >> text=An empty deck")
    opened.settle()
    page.click("#plot")
    assert "choose a point or a link" in page.inner_text("#note")
    opened.type_deck(STARTER)
    assert page.is_hidden("#hint")


def test_tools_are_one_stop_and_links_are_chosen_by_keyboard(opened: Opened) -> None:
    page = opened.page
    page.focus("[data-tool=select]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.id") == "resize"
    assert page.locator("#tools [tabindex='0']").count() == 1
    page.focus("#canvas")
    for name in ("crank", "coupler", "rocker", "crank"):
        page.keyboard.press("l")
        assert page.evaluate("() => window.studio.selected()") == name
    assert page.inner_text(".cm-lit") == "  elem crank   BIN A0 A"


def test_on_a_phone_the_mechanism_is_seen_while_a_slider_moves(served: Served, browser: Browser) -> None:
    found = Opened(browser, served, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = found.page
    page.tap("#views [data-view=results]")
    page.tap("#tab-sliders")
    canvas, slider = page.locator("#canvas").bounding_box(), page.locator("#slide-a").bounding_box()
    assert canvas is not None
    assert slider is not None
    assert canvas["height"] > 200
    assert canvas["y"] + canvas["height"] <= slider["y"] < 844 - slider["height"]
    middle = (canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] / 2)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", middle) == "canvas"
    assert page.is_visible("#play")
    found.page.wait_for_function("""() => { const box = document.getElementById("canvas").getBoundingClientRect();
        return window.studio.points().every(({ pixel: [x, y] }) =>
            x > box.left && x < box.right && y > box.top && y < box.bottom); }""")
    found.close()


def test_a_letter_takes_a_tool_and_escape_lets_it_go(opened: Opened) -> None:
    page = opened.page
    page.focus("#canvas")
    for key, tool in (("b", "bar"), ("g", "gear"), ("Escape", "select"), ("i", "input"), ("v", "select")):
        page.keyboard.press(key)
        assert page.get_attribute("#tools [aria-pressed=true][data-tool]", "data-tool") == tool
    assert opened.text == STARTER


def test_the_sheet_of_joints_is_a_tab(opened: Opened) -> None:
    """The numbers of the result; a click leads to where the force is largest."""
    page = opened.page
    page.click("#tab-joints")
    page.wait_for_selector("#joints tbody tr")
    result = runmec.run(loads(opened.text))
    shown = [row.split("\t") for row in page.inner_text("#joints tbody").split("\n")]
    assert [row[:4] for row in shown] == [
        [line.joint.name, line.joint.kind, line.joint.link, line.joint.partner] for line in result.joints
    ]
    assert float(shown[0][4]) == pytest.approx(result.joints[0].largest, rel=1e-3)
    page.click("#joints tbody tr:first-child button")
    assert f"position {round(result.joints[0].row) + 1} of" in page.inner_text("#where")
    opened.type_deck(opened.text.replace("DYN ANA", "KIN ANA", 1))
    page.wait_for_selector("#joints p:has-text('No forces')")
