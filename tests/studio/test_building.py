"""Built by the pointer alone, from nothing; every gesture is counted. And the numbers of a thing in a form."""

from __future__ import annotations

import numpy as np
import pytest

import runmec
from runmec.deck import loads

from .opened import Opened
from .serving import STARTER

pytestmark = pytest.mark.browser

Place = tuple[float, float]


class Builder:
    """One gesture each: a click, a choice of a list, a press with what is drawn until it is let go."""

    def __init__(self, opened: Opened) -> None:
        self.opened, self.page, self.gestures = opened, opened.page, 0

    def place(self, u: float, v: float) -> Place:
        """By parts of the drawing."""
        box = self.page.locator("#canvas").bounding_box()
        assert box is not None
        return box["x"] + u * box["width"], box["y"] + v * box["height"]

    def point(self, name: str) -> Place:
        x, y = self.opened.places()[name]["pixel"]
        return x, y

    def middle(self, one: str, other: str) -> Place:
        (a, b), (c, d) = self.point(one), self.point(other)
        return (a + c) / 2, (b + d) / 2

    def click(self, what: str | Place) -> None:
        self.gestures += 1
        if isinstance(what, str):
            self.page.click(what)
        else:
            self.page.mouse.click(*what)
        self.opened.settle()

    def draw(self, start: Place, end: Place) -> None:
        self.gestures += 1
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()
        self.opened.settle()

    def choose(self, select: str, value: str) -> None:
        self.gestures += 1
        self.page.select_option(select, value)
        self.opened.settle()

    def begin(self) -> None:
        self.click("#new")
        self.click("#dialog .choices button >> text=An empty deck")


def test_a_four_bar_with_the_path_of_its_coupler_in_twelve_gestures(opened: Opened) -> None:
    hands = Builder(opened)
    hands.begin()
    hands.click("[data-tool=bar]")
    hands.draw(hands.place(0.3, 0.75), hands.place(0.33, 0.6))
    hands.draw(hands.point("A"), hands.place(0.6, 0.3))
    hands.draw(hands.place(0.65, 0.75), hands.point("B"))
    hands.click("[data-tool=input]")
    hands.click(hands.middle("A0", "A"))
    hands.click("[data-tool=select]")
    hands.click(hands.point("B"))
    hands.click("#plot")
    hands.click("#dialog [data-value=path]")
    assert hands.gestures <= 12
    deck = loads(opened.text)
    assert [element.kind for element in deck.elements] == ["BIN"] * 3
    assert opened.page.locator("#curves canvas").count() == 1
    result = runmec.run(deck)
    assert result.complete
    a0, b0 = (np.array([result[f"{name}.x"][0], result[f"{name}.y"][0]]) for name in ("A0", "B0"))
    crank = np.hypot(result["A.x"] - a0[0], result["A.y"] - a0[1])
    rocker = np.hypot(result["B.x"] - b0[0], result["B.y"] - b0[1])
    assert np.ptp(crank) < 1e-9 * crank[0]
    assert np.ptp(rocker) < 1e-9 * rocker[0]


def test_a_slider_crank_with_mass_gravity_motor_and_torque_in_eighteen_gestures(opened: Opened) -> None:
    hands = Builder(opened)
    hands.begin()
    hands.click("[data-tool=bar]")
    hands.draw(hands.place(0.2, 0.6), hands.place(0.3, 0.4))
    hands.draw(hands.point("A"), hands.place(0.7, 0.6))
    hands.click("[data-tool=input]")
    hands.click(hands.middle("A0", "A"))
    hands.click("[data-tool=select]")
    hands.click("[data-add=gravity]")
    hands.click(hands.point("B"))
    hands.choose("#pick-held", "along x")
    hands.click("[data-add=mass]")
    hands.click(hands.middle("A0", "A"))
    hands.click("[data-add=uniform]")
    hands.click("[data-add=motor]")
    hands.click("#plot")
    hands.click("#dialog [data-value=drive]")
    assert hands.gestures <= 18
    deck = loads(opened.text)
    result = runmec.run(deck)
    assert result.complete
    assert result["B.y"] == pytest.approx(result["A0.y"], abs=1e-9)  # snapped level with the hinge
    assert opened.page.locator("#curves canvas").count() == 1
    assert "gravity 9.81 -90deg" in opened.text
    assert "DYN SIM" in opened.text


def test_a_drawn_link_is_one_step_of_undo(opened: Opened) -> None:
    hands = Builder(opened)
    hands.click("[data-tool=bar]")
    hands.draw(hands.point("C"), hands.place(0.9, 0.2))
    assert "BIN C D" in opened.text
    opened.page.click("#undo")
    opened.settle()
    assert opened.text == STARTER


def test_what_is_drawn_at_a_position_holds_there(opened: Opened) -> None:
    """A bar beside A, at a third of the turn: its length is the one that was drawn."""
    hands = Builder(opened)
    opened.show(40)
    scale = opened.page.evaluate("() => window.studio.scale()")
    hands.click("[data-tool=bar]")
    x, y = hands.point("A")
    hands.draw((x, y), (x - 60, y - 40))
    line = next(line for line in opened.text.split("\n") if "para bar1.lenl" in line)
    assert float(line.split()[2]) == pytest.approx(np.hypot(60, 40) / scale, abs=8 / scale)  # a grid of five pixels


def test_numbers_of_what_is_chosen_in_a_form(opened: Opened) -> None:
    page = opened.page
    page.mouse.click(*Builder(opened).middle("A0", "A"))
    opened.settle()
    field = page.locator("#properties input[data-at='uniform crank 0']")
    assert field.input_value() == "0.2"
    field.fill("0.25")
    field.press("Enter")
    opened.settle()
    changed = STARTER.replace("uniform crank   0.2", "uniform crank   0.25")
    assert changed.split() == opened.text.split()
    assert page.evaluate("() => document.activeElement.dataset.at") == "uniform crank 0"
    page.click("[aria-label='a name for m of uniform crank']")
    opened.settle()
    assert "uniform crank (m_crank)" in " ".join(opened.text.split())
    assert loads(opened.text).defines[-1].value == 0.25
    page.click("#tab-sliders")
    assert page.locator("#slide-m_crank").count() == 1
    for _ in range(2):
        page.click("#undo")
        opened.settle()
    assert opened.text == STARTER


def test_a_wrong_number_in_the_form_is_refused(opened: Opened) -> None:
    page = opened.page
    page.mouse.click(*Builder(opened).middle("A0", "A"))
    opened.settle()
    field = page.locator("#properties input[data-at='uniform crank 0']")
    field.fill("1 ; 2")
    field.press("Enter")
    opened.settle()
    assert "a number" in page.inner_text("#note")
    assert opened.text == STARTER
    assert field.input_value() == "0.2"


def test_how_a_point_is_held_is_chosen_and_chosen_back(opened: Opened) -> None:
    page = opened.page
    page.mouse.click(*opened.places()["B"]["pixel"])
    opened.settle()
    texts = []
    for how in ("along x", "along y", "fixed", "free"):
        page.select_option("#pick-held", how)
        opened.settle()
        texts.append(next(line for line in opened.text.split("\n") if "point B " in line).split(")")[-1].strip())
    assert texts == ["fixed y", "fixed x", "fixed", ""]
    assert opened.text == STARTER


def test_the_job_is_chosen(opened: Opened) -> None:
    opened.page.select_option("#pick-job", "KIN ANA")
    opened.settle()
    assert opened.text == STARTER.replace("DYN ANA", "KIN ANA", 1)


def test_a_gear_pair_in_eight_gestures(opened: Opened) -> None:
    hands = Builder(opened)
    hands.begin()
    hands.click("#more")
    hands.click("[data-tool=gear]")
    hands.draw(hands.place(0.3, 0.5), hands.place(0.6, 0.5))
    hands.click("[data-tool=input]")
    hands.click(hands.middle("A0", "A"))
    assert hands.gestures <= 8
    result = runmec.run(loads(opened.text))
    assert result.complete
    turns = [result[angle][-1] - result[angle][0] for angle in ("bA0", "bB0")]
    assert turns == pytest.approx([2 * np.pi, -2 * np.pi], rel=1e-9)
    assert "position 1 of 121" in opened.page.inner_text("#where")


def test_a_cam_and_its_follower_by_the_pointer(opened: Opened) -> None:
    hands = Builder(opened)
    hands.begin()
    hands.click("[data-tool=bar]")
    hands.draw(hands.place(0.5, 0.7), hands.place(0.6, 0.7))
    hands.draw(hands.point("A0"), hands.place(0.5, 0.3))
    hands.click("[data-tool=input]")
    hands.click(hands.middle("A0", "A"))
    hands.click("[data-tool=select]")
    hands.click(hands.point("B"))
    hands.choose("#pick-held", "along y")
    hands.click("#more")
    hands.click("[data-tool=cam]")
    hands.click(hands.middle("A0", "A"))
    hands.click(hands.middle("A0", "B"))
    assert hands.gestures <= 14
    result = runmec.run(loads(opened.text))
    assert result.complete
    start = result["B.y"][0] - result["A0.y"][0]
    assert np.ptp(result["B.y"]) == pytest.approx(0.2 * start, rel=0.01)  # as it is written, in three digits


def tip_of_load(opened: Opened) -> Place:
    found = opened.page.evaluate("() => window.studio.loads()")
    x, y = found[0]["end"]
    return x, y


def test_arrows_of_force_and_gravity_are_dragged(opened: Opened) -> None:
    """The text follows, in one step of undo each."""
    hands, before = Builder(opened), opened.text
    x, y = tip_of_load(opened)
    hands.draw((x, y), (x + 80, y - 33))  # from below to the right of its root
    line = next(line for line in opened.text.split("\n") if line.lstrip().startswith("gravity"))
    assert float(line.split()[2].removesuffix("deg")) == pytest.approx(0.0, abs=5.0)
    opened.page.click("#undo")
    opened.settle()
    assert opened.text == before
    opened.type_deck(before.replace("gravity", "force B 0 -10\n;  gravity"))
    x, y = tip_of_load(opened)
    root, long = hands.point("B"), y - hands.point("B")[1]
    hands.draw((x, y), (root[0] + 2 * long, root[1]))
    assert "force B 20 0" in opened.text


def test_several_things_are_moved_copied_and_mirrored(opened: Opened) -> None:
    hands, page = Builder(opened), opened.page
    page.mouse.click(*hands.point("A0"))
    page.keyboard.down("Control")
    page.mouse.click(*hands.point("B0"))
    page.keyboard.up("Control")
    start, (x, y) = opened.places(), hands.point("B0")
    scale = page.evaluate("() => window.studio.scale()")
    hands.draw((x, y), (x + 40, y - 20))
    for name in ("A0", "B0"):
        moved = np.subtract(opened.places()[name]["at"], start[name]["at"])
        assert moved == pytest.approx([40 / scale, 20 / scale], abs=1.5 / scale)
    page.keyboard.press("Control+z")
    opened.settle()
    assert opened.text == STARTER
    page.keyboard.press("Control+a")
    page.click("#copy")
    opened.settle()
    assert "elem coupler_2 TR2 A_2  B_2 C_2" in opened.text
    assert opened.text.count("input") == 1
    page.click("#undo")
    opened.settle()
    assert opened.text == STARTER
    page.mouse.click(*hands.middle("B0", "B"))
    page.click("#mirror")
    opened.settle()
    names = ("B", "B0")
    places = {one.split()[1]: one.split() for one in opened.text.split("\n") if one.strip().startswith("point B")}
    assert set(places) == {*names, *(f"{name}_2" for name in names)}
    assert "rocker_2  BIN B0_2 B_2" in opened.text
