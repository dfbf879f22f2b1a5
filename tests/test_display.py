"""Display lists: closed geometry of the standard symbols, and what the film's painter makes of the same data."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from math import cos, hypot, pi, sin
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from playwright.sync_api import Page, sync_playwright

import runmec
from runmec.calculate import start_position
from runmec.drawing import extent
from runmec.drawing.shown import shown
from runmec.drawing.symbols import symbols
from runmec.symbols import display, standard
from runmec.symbols.display import AngleAt, Shape, Symbol, as_data, shapes

from .browser import FLAGS, chromium

INPUTS = Path(__file__).parent.parent / "inputs"
PAINTER = Path(extent.__file__).with_name("painter.js")
P, Q, R, BETA, GAMMA = (0, 1), (2, 3), (4, 5), 6, 7
#: P, Q five away from it along (3, 4)/5, R; an angle of 30°, an angle of the chord less 0.1
X = [1.0, 2.0, 4.0, 6.0, 3.0, 1.0, pi / 6, float(np.arctan2(4, 3)) - 0.1]
UNIT = 0.5
ALL = [
    standard.bar(P, Q), standard.cylinder(P, Q), standard.spring(P, Q), standard.damper(P, Q), standard.measure(P, Q),
    standard.plate(P, Q, R), standard.beam(P, Q, AngleAt(BETA), AngleAt(GAMMA, 0.2)), standard.beam(P, Q,
                                                                                                    AngleAt(GAMMA)),
    standard.outline(P, AngleAt(BETA), [(1, 0), (0, 2), (-1, 0)]), standard.block(P, Q, AngleAt(BETA)),
    standard.rail(P, Q, AngleAt(BETA)), standard.rail(Q, P, AngleAt(BETA)), standard.block_along(P, Q, R),
    standard.pin(P),
    standard.mass(P), standard.wheel(P, 0.7), standard.meshing_wheel(P, Q, 0.25), standard.ground(P),
    standard.clamp(P, AngleAt(BETA)), standard.guide_x(P), standard.guide_y(P),
]  # fmt: skip


def drawn(symbol: Symbol) -> list[tuple[str, list[tuple[float, float]]]]:
    return [(s.style, list(zip(s.xs, s.ys, strict=True))) for s in shapes(symbol, X, UNIT)]


def along(share: float, above: float = 0.0) -> tuple[float, float]:
    """A place on the way from P to Q, and beside it."""
    return 1 + 3 * share - 0.8 * above, 2 + 4 * share + 0.6 * above


def test_symbols_between_two_points() -> None:
    assert drawn(standard.bar(P, Q)) == [("link", [(1, 2), pytest.approx((4, 6))])]
    rod, tube = drawn(standard.cylinder(P, Q))
    assert rod[1][-1] == pytest.approx((4, 6))
    h = 0.35 * UNIT
    wanted = [along(0.15, h), along(0.6, h), along(0.6, -h), along(0.15, -h), along(0.15, h)]
    np.testing.assert_allclose(tube[1], wanted)
    ((_, zigzag),) = drawn(standard.spring(P, Q))
    np.testing.assert_allclose(zigzag[:2] + zigzag[-2:], [along(s) for s in (0, 0.15, 0.85, 1)])
    np.testing.assert_allclose(zigzag[2], along(0.15 + 0.7 / 22, 0.75 * UNIT))


def test_plate_has_its_corners() -> None:
    ((style, corners),) = drawn(standard.plate(P, Q, R))
    assert style == "plate"
    np.testing.assert_allclose(corners, [(1, 2), (4, 6), (3, 1), (1, 2)])


def test_slider_stands_where_it_is_seen_along_its_guide() -> None:
    rod, box = drawn(standard.block(P, Q, AngleAt(BETA)))
    t = np.array([cos(pi / 6), sin(pi / 6)])
    seen = np.array([3, 4]) @ t
    np.testing.assert_allclose(rod[1], [(1, 2), np.array([1, 2]) + (seen + 1.5 * UNIT) * t])
    np.testing.assert_allclose(np.mean(box[1][:-1], axis=0), (4, 6))


def test_hatches_do_not_jump_where_a_slider_passes_the_start_of_its_guide() -> None:
    def at(place: float) -> list[Shape]:
        return shapes(standard.rail(P, Q, AngleAt(BETA)), [0, 0, place, 0, 0, 0, 0, 0], UNIT)

    for before, after in zip(at(-1e-9), at(1e-9), strict=True):
        if before.style != "block":
            np.testing.assert_allclose(before[1:], after[1:], atol=1e-8)
    assert {s.style for s in at(1.0)} == {"ground", "hatch", "block"}
    assert all(y <= -0.4 * UNIT + 1e-12 for s in at(1.0) if s.style == "hatch" for y in s.ys)


def test_circles() -> None:
    for symbol, radius in (
        (standard.pin(P), 0.12),
        (standard.wheel(P, 0.7), 0.7),
        (standard.meshing_wheel(P, Q, 0.25), 1.25),
    ):
        ((_, around),) = drawn(symbol)
        assert [hypot(x - 1, y - 2) for x, y in around] == pytest.approx([radius] * len(around))


def test_outline_is_turned() -> None:
    ((_, corners),) = drawn(standard.outline(P, AngleAt(BETA), [(1, 0), (0, 2), (-1, 0)]))
    c, s = cos(pi / 6), sin(pi / 6)
    np.testing.assert_allclose(corners, [(1 + c, 2 + s), (1 - 2 * s, 2 + 2 * c), (1 - c, 2 - s), (1 + c, 2 + s)])


def test_bending_shape_has_the_end_slopes() -> None:
    """Slopes ψP at P and −ψQ at Q from the chord."""
    xs, ys = np.array(display.bending_line(2.0, 0.1, 0.05)).T
    slope = np.gradient(ys, xs, edge_order=2)
    assert slope[0] == pytest.approx(0.1, abs=2e-3)
    assert slope[-1] == pytest.approx(-0.05, abs=2e-3)
    ((_, half),) = drawn(standard.beam(P, Q, AngleAt(GAMMA)))  # ψP = −0.1, ψQ = −0.05: half of it, at the hinge
    s = 5 * (1 + 0.15 * 0.1**2)  # the middle of Hermite's curve: half way, and an eighth of what the ends differ
    on, sag = 2.5 + s / 8 * (cos(0.1) - cos(0.05)), -s / 8 * (sin(0.1) + sin(0.05))
    np.testing.assert_allclose(half[12], along(on / 5, sag))
    assert sag == pytest.approx(-5 * (0.1 + 0.05) / 8, rel=2e-3), "the cubic shape, where it bends a little"


def test_a_beam_that_bends_far_is_drawn_true() -> None:
    """A quarter of a circle, half angle π/4: 5·10⁻³ of its radius off at most."""
    psi = pi / 4
    xs, ys = np.array(display.bending_line(2 * sin(psi), psi, psi)).T
    off = np.hypot(xs - sin(psi), ys + cos(psi)) - 1
    assert np.max(np.abs(off)) < 5e-3


def test_an_element_can_say_its_symbol_without_a_picture_library() -> None:
    for module in (display, standard):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        found = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert found <= {"__future__", "collections.abc", "dataclasses", "math", "typing", "display"}
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page that has the film's painter."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        found = browser.new_page()
        found.add_script_tag(content=PAINTER.read_text(encoding="utf-8"))
        yield found
        browser.close()


def painted(page: Page, drawn: list[Symbol] | tuple[Symbol, ...], x: list[float], unit: float) -> list[list]:
    asked = [{"glyph": as_data(s), "points": s.points, "angles": s.angles} for s in drawn]
    run = "([asked, x, unit]) => asked.map((symbol) => shapes(symbol.glyph, symbol, x, unit))"
    return page.evaluate(run, json.loads(json.dumps([asked, x, unit])))


def agree(ours: list[Shape], theirs: list) -> None:
    assert [shape.style for shape in ours] == [style for style, _ in theirs]
    for shape, (_, corners) in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(np.column_stack(shape[1:]), corners, rtol=1e-12, atol=1e-12)


def test_the_film_draws_every_symbol_as_the_pictures_do(page: Page) -> None:
    for symbol, found in zip(ALL, painted(page, ALL, X, UNIT), strict=True):
        agree(shapes(symbol, X, UNIT), found)


@pytest.mark.parametrize("name", ["example8", "shaper", "portal_frame", "planetary_train", "slipping_block"])
def test_the_film_draws_decks_as_the_pictures_do(page: Page, name: str) -> None:
    session, x, _ = start_position(runmec.read(next(INPUTS.rglob(f"{name}.mec"))))
    mech = session.mechanism
    unit = shown(mech, [vec[float]([one]) for one in x]).unit
    for symbol, found in zip(symbols(mech), painted(page, symbols(mech), x, unit), strict=True):
        agree(shapes(symbol, x, unit), found)
