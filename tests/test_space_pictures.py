"""Pictures of mechanisms in space: what is seen from where, beams as they bend, a film that turns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from playwright.sync_api import Browser, sync_playwright

import runmec
from runmec.drawing.curves import picture
from runmec.drawing.film import film_data, film_html
from runmec.drawing.scene import VIEW, directions, scene, seen
from runmec.drawing.shown import shown
from runmec.model.mechanism import Mechanism
from tests.browser import FLAGS, chromium
from tests.spatial_decks import rssr

DRAWN = """STORAGE
  bufx0 B bx by bz
BEGINPIC
  plotcurv bx bz
  drawmech 1 3
  view 20 30
ENDPIC
MOVEMENT
  tstepe 12 0.5 (4*pi) 0"""


@pytest.fixture(scope="module")
def result() -> runmec.Result:
    return runmec.run(runmec.loads(rssr("hinges", "DYN ANA", DRAWN)))


def test_directions_are_square_and_as_said() -> None:
    """Seen from azimuth 0, elevation 0 the eye looks along −x: y to the right, z up."""
    np.testing.assert_allclose(directions((0.0, 0.0)), [[0, 1, 0], [0, 0, 1], [1, 0, 0]], atol=1e-15)
    for view in (VIEW, (20.0, 30.0), (-90.0, 90.0)):
        turned = np.array(directions(view))
        np.testing.assert_allclose(turned @ turned.T, np.eye(3), atol=1e-15)
        assert np.linalg.det(turned) == pytest.approx(1.0)


def test_points_are_drawn_where_they_are(result: runmec.Result) -> None:
    mech, drawn = result.mechanism, scene(result.mechanism)
    at = tuple(mech.index[number] for number in mech.names.coordinates_of("B") or ())
    number = next(k for k, place in enumerate(drawn.places) if place.at == at and place.is_point)
    found = shown(mech, result.positions.places, (20.0, 30.0))
    B = np.array([result["bx"], result["by"], result["bz"]])
    expected = (np.array(directions((20.0, 30.0))) @ B)[:2]
    np.testing.assert_allclose(found.x[2 * number : 2 * number + 2], expected, atol=1e-14)
    assert found.in_order(0)[-1][1] > found.in_order(0)[0][1]  # what is near has thicker lines


def test_hinges_have_axles_and_joints_balls(result: runmec.Result) -> None:
    names = [symbol.name for symbol in scene(result.mechanism).symbols]
    assert names.count("axle") == 2
    assert names.count("pin") == 2  # A and B
    axle = next(s for s in scene(result.mechanism).symbols if s.name == "axle")
    places = np.array(scene(result.mechanism).in_space(result.positions.places, 1.0))
    way = places[axle.points[1][0] // 2] - places[axle.points[0][0] // 2]
    np.testing.assert_allclose(way[:2], 0, atol=1e-15)  # along z, in all positions
    assert np.all(way[2] > 0)


def test_a_crank_of_points_has_an_axle_and_one_support() -> None:
    """TR2S: the points that tell where its axis is carry no supports; the crank goes from the axis to S."""
    result = runmec.run(runmec.loads(rssr("points", "KIN ANA", "MOVEMENT\n  stepe 4 1")))
    drawn = scene(result.mechanism)
    names = [symbol.name for symbol in drawn.symbols]
    assert names.count("axle") == 2
    for way, axle in zip(((0, 0, 1), (0, 1, 0)), [s for s in drawn.symbols if s.name == "axle"], strict=True):
        at = np.array(drawn.in_space(result.positions.places, 0.1))[[i // 2 for i, _ in axle.points]]
        np.testing.assert_allclose((at[1] - at[0]).T, np.tile(0.22 * np.array(way), (5, 1)), atol=1e-15)
    supports = [drawn.places[s.points[0][0] // 2] for s in drawn.symbols if s.name == "ground"]
    at = {tuple(result.mechanism.x0[at] for at in place.at) for place in supports if place.is_point}
    assert at == {(0.0, 0.0, 0.0), (1.0, 0.25, 0.1)}  # no triangles at Z, X, Y and V


def _at_start(mech: Mechanism) -> np.ndarray:
    """(places, 3)"""
    return np.array(scene(mech).in_space([vec[float]([one]) for one in mech.x0], 0.1))[:, :, 0]


def test_hinges_are_drawn_where_they_are_and_cardan_joints_as_crosses() -> None:
    folder = Path(__file__).parent.parent / "inputs"
    mech = runmec.run(folder / "space/bricard.mec").mechanism
    drawn = scene(mech)
    places = _at_start(mech)
    axles = [places[[i // 2 for i, _ in s.points]].mean(axis=0) for s in drawn.symbols if s.name == "axle"]
    corners = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    np.testing.assert_allclose(axles, corners, atol=1e-12)
    shaft = runmec.run(folder / "space/cardan_shaft.mec").mechanism
    axles = [s for s in scene(shaft).symbols if s.name == "axle"]
    assert len(axles) == 7  # three bearings, two crosses
    places = _at_start(shaft)
    ways = [np.subtract(*(places[i // 2] for i, _ in s.points)) for s in axles]
    middle = places[[i // 2 for i, _ in axles[0].points]].mean(axis=0)
    np.testing.assert_allclose(middle, [0, 0, -0.1], atol=1e-12)  # a sleeve on the first shaft
    for pin, other in ((3, 4), (5, 6)):
        assert ways[pin] @ ways[other] == pytest.approx(0, abs=1e-12)


def test_a_mechanism_as_large_as_numbers_go_has_a_film() -> None:
    text = rssr("hinges", "KIN ANA", "MOVEMENT\n  stepe 2 0.1").replace("1.0 0.25 0.1", "1e99 0.25 0.1")
    assert "<canvas" in film_html(runmec.run(runmec.loads(text)))


def test_planar_elements_in_space_keep_their_symbols() -> None:
    text = """KIN ANA
TOPOLOGY
  elem crank BIN A0 A
  elem rocker BIN B0 B
  elem coupler TR2 A B C
  elem hang BINS D0 D
  elem around TR2S D0 E F D lenu
  input crank.angb around.angd
GEOMETRY
  point A0 0 0 fixed
  point B0 0.5 0 fixed
  point A 0.15 0
  point B 0.5 0.4
  point C 0.3 0.5
  point D0 0 0 0.3 fixed
  point E 0 0 0.5 fixed
  point F 0.2 0 0.3 fixed
  point D 0.1 0 0.4
MOVEMENT
  stepe 2 1 1
END
"""
    assert "plate" in {symbol.name for symbol in scene(runmec.run(runmec.loads(text)).mechanism).symbols}


def test_a_bent_beam_is_drawn_bent() -> None:
    """A beam of length 1 with ends turned by ±0.2 about z: its middle is ℓ·0.2/4 off the chord."""
    text = """KIN ANA
TOPOLOGY
  elem b BEAMS A l B m lens angt angpy angqy
  input b.angpz b.angqz
GEOMETRY
  point A 0 0 0 fixed
  turn l fixed
  point B 1 0 0
  turn m
MOVEMENT
  stepe 1 0.2 0.2
END
"""
    found = runmec.run(runmec.loads(text))
    drawn = scene(found.mechanism)
    places = np.array(drawn.in_space(found.positions.places, 1.0))[:, :, -1]
    beam = next(s for s in drawn.symbols if s.name == "beam")
    at = [places[i // 2] for i, _ in beam.points]
    chord = at[1] - at[0]
    n = chord / np.linalg.norm(chord)
    middle = at[2 + 5] - at[0]  # half the way
    assert np.linalg.norm(middle - (middle @ n) * n) == pytest.approx(np.linalg.norm(chord) * 0.2 / 4, rel=0.02)


def test_pictures_and_data_of_the_film(result: runmec.Result) -> None:
    figure = picture(result, result.deck.pictures[0])
    (axes,) = figure.axes
    B = np.array([result["bx"], result["by"], result["bz"]])
    expected = (np.array(directions((20.0, 30.0))) @ B)[:2, 0]  # the path begins where B is seen
    assert any(np.allclose([line.get_xdata()[0], line.get_ydata()[0]], expected, atol=1e-9) for line in axes.lines)
    data = film_data(result)
    assert len(data["x"]) == 3 * len(scene(result.mechanism).places)
    assert data["space"]["view"] == VIEW
    assert len(data["space"]["traces"]) == 1
    assert {kind["name"] for kind in data["arrows"]} == {"forces", "velocities", "accelerations"}


def test_planar_films_know_no_space() -> None:
    page = film_html(runmec.run(Path(__file__).parent.parent / "inputs" / "example8.mec"))
    assert "function turnView" not in page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


def test_the_film_is_turned_by_pointer_and_keys(browser: Browser, result: runmec.Result, tmp_path: Path) -> None:
    (tmp_path / "film.html").write_text(film_html(result), encoding="utf-8")
    page = browser.new_page(viewport={"width": 900, "height": 700})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"file://{tmp_path / 'film.html'}")
    drawing = "document.getElementById('mechanism').toDataURL()"
    first = page.evaluate(drawing)
    page.mouse.move(200, 200)
    page.mouse.down()
    page.mouse.move(260, 180)
    page.mouse.up()
    assert page.evaluate("view.az") == pytest.approx(VIEW[0] - 30)
    assert page.evaluate("view.el") == pytest.approx(VIEW[1] - 10)
    assert page.evaluate(drawing) != first
    page.keyboard.press("0")
    assert page.evaluate("[view.az, view.el]") == list(VIEW)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate("[view.az, view.el]") == [VIEW[0] + 5, VIEW[1] - 5]
    assert page.evaluate("shown") == 0
    page.keyboard.press("ArrowRight")
    assert page.evaluate("shown") == 1
    flat = page.evaluate("seen(view, [1, 2, 3]).flat")
    expected, _ = seen([[vec[float]([one]) for one in (1.0, 2.0, 3.0)]], (VIEW[0] + 5, VIEW[1] - 5))
    np.testing.assert_allclose(flat, [one[0] for one in expected], atol=1e-12)
    assert not faults
