"""No letter is lost: whatever is done, undo leads back to the start and redo to the end, by texts that stood there."""

from __future__ import annotations

import os

import pytest

from .gestures import Gestures, differs
from .opened import Opened
from .serving import EXAMPLE, STARTER

pytestmark = pytest.mark.browser

MANY = 40  # gestures of a sequence
SEQUENCES = int(os.environ.get("RUNMEC_SEQUENCES", "1"))  # 50 of them are 2 000 gestures


@pytest.mark.parametrize("seed", range(2, SEQUENCES + 2))
def test_random_gestures_are_undone_and_redone_letter_by_letter(opened: Opened, seed: int) -> None:
    hands = Gestures(opened, seed)
    hands.carry_out(MANY)
    hands.redone()  # what the last of them have undone
    final = opened.text
    assert len(set(hands.texts)) > MANY / 4
    back = hands.undone()
    assert opened.text == STARTER, differs(opened.text, STARTER)
    forth = hands.redone()
    assert opened.text == final, differs(opened.text, final)
    assert back[:-1] == forth[-2::-1]  # both ways pass the same texts
    print(f"{len(hands.done)} gestures, {len(back)} steps of undo, {len(set(hands.texts))} texts")


def test_every_key_on_a_slider_is_a_step(opened: Opened) -> None:
    page = opened.page
    page.click("#tab-sliders")
    page.focus("#slide-a")
    seen = [opened.text]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        opened.settle()
        seen.append(opened.text)
    assert len(set(seen)) == 6
    for text in seen[-2::-1]:
        page.click("#undo")
        assert opened.text == text


def test_sliders_in_quick_succession_all_count(opened: Opened) -> None:
    """A long motion, and three keys on three sliders before it is calculated."""
    page = opened.page
    opened.type_deck(STARTER.replace("tstepe 120", "tstepe 4000"))
    page.click("#tab-sliders")
    for name in "abc":
        page.focus(f"#slide-{name}")
        page.keyboard.press("ArrowRight")
    opened.settle()
    assert not {line for line in ("a 30mm", "b 90mm", "c 80mm") if f"  {line} " in opened.text}


def test_typing_ends_a_drag_and_loses_no_letter(opened: Opened) -> None:
    """In a long motion the answer to the drag comes when the letters are there."""
    page = opened.page
    long = STARTER.replace("tstepe 120", "tstepe 4000")
    opened.type_deck(long)
    x, y = opened.places()["B0"]["pixel"]
    page.mouse.move(x, y)
    page.mouse.down()
    for k in (1, 2, 3):
        page.mouse.move(x + 8 * k, y)
        page.wait_for_timeout(30)
    page.mouse.up()
    page.focus(".cm-content")
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.type(" AFTERDRAG")
    opened.settle()
    assert opened.text.partition("\n")[0] == long.partition("\n")[0] + " AFTERDRAG"
    while page.evaluate("() => window.studio.steps().undo") > 1:  # the one left is the long motion
        page.click("#undo")
    assert opened.text == long


def test_undo_within_a_drag_ends_it_first(opened: Opened) -> None:
    page = opened.page
    page.focus(".cm-content")
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.type(" T1")
    typed = opened.text
    opened.settle()
    x, y = opened.places()["B0"]["pixel"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    page.wait_for_function("(typed) => window.studio.text() !== typed", arg=typed)
    page.keyboard.press("Control+z")
    assert opened.text == typed
    page.mouse.move(x + 40, y)
    page.mouse.up()
    opened.settle()
    assert opened.text == typed
    page.click("#undo")
    assert opened.text == STARTER


def test_an_opened_deck_begins_a_history_of_its_own(opened: Opened) -> None:
    page = opened.page
    (opened.served.folder / "other.mec").write_text(EXAMPLE, encoding="utf-8")
    opened.drag("B0", 20, 0)
    opened.drag("A0", -10, 5)
    page.click("#open")
    page.click("#dialog footer button >> text=Go on")
    page.click("#dialog .choices button >> text=other.mec")
    opened.settle()
    assert opened.text == EXAMPLE
    for _ in range(3):
        page.click("#undo")
    assert opened.text == EXAMPLE


def test_a_thousand_steps_and_more_after_a_reload(opened: Opened) -> None:
    page = opened.page
    page.evaluate("(text) => { for (let k = 1; k <= 1200; k++) window.studio.set(text + ';' + k); }", STARTER)
    opened.settle()
    page.wait_for_timeout(300)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    opened.settle()
    assert opened.text == f"{STARTER};1200"
    hands = Gestures(opened, 0)
    assert hands.undone() == [f"{STARTER};{k}" for k in range(1199, 0, -1)] + [STARTER]
    assert hands.redone()[-1] == f"{STARTER};1200"


def test_what_is_chosen_stays_chosen(opened: Opened) -> None:
    """A point in front of it comes and goes."""
    page = opened.page
    opened.type_deck(STARTER.replace("GEOMETRY\n", "GEOMETRY\n  point AA 0.1 0.1\n"))
    page.mouse.click(*opened.places()["B0"]["pixel"])
    assert page.evaluate("() => window.studio.selected()") == "B0"
    page.click("#undo")
    opened.settle()
    assert page.evaluate("() => window.studio.selected()") == "B0"


def test_held_arrows_add_up(opened: Opened) -> None:
    """Ten keys of six pixels, in a motion that takes long to calculate."""
    page = opened.page
    opened.type_deck(STARTER.replace("tstepe 120", "tstepe 4000"))
    before, scale = opened.places()["B0"]["at"], page.evaluate("() => window.studio.scale()")
    page.mouse.click(*opened.places()["B0"]["pixel"])
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    opened.settle()
    assert opened.places()["B0"]["at"][0] - before[0] == pytest.approx(60 / scale, abs=1.0 / scale)
