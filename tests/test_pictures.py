"""What is drawn: line data, labels, frames; not pixels."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from matplotlib.figure import Figure

import runmec
from runmec.calculate import start_position
from runmec.deck.links import links
from runmec.deck.model import Curve
from runmec.drawing.arrows import arrows
from runmec.drawing.curves import picture
from runmec.drawing.extent import reach
from runmec.drawing.film import film_data, film_html
from runmec.drawing.marks import ticks
from runmec.drawing.mechanism_picture import mechanism_figure
from runmec.drawing.plan import picture_kind, plan
from runmec.drawing.refined import refined
from runmec.drawing.report import report_html
from runmec.drawing.said import numbers_text, value_text
from runmec.drawing.shown import shown
from runmec.drawing.style import CM, image
from runmec.drawing.symbols import symbols, wheels
from runmec.results.result import Result
from runmec.symbols.display import shapes

from .linkages import fourbar

INPUTS = Path(__file__).parent.parent / "inputs"
DRAWN = ["example8", "hoeken", "shaper", "cantilever", "rotating_bar", "peaucellier", "stephenson_far_side"]


def run(name: str) -> Result:
    return runmec.run(next(INPUTS.rglob(f"{name}.mec")))


def boxes(figure: Figure) -> dict[str, list]:
    """Boxes of all texts that are not empty, by what they are: labels inside the axes, or around them."""
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    (axes,) = figure.axes
    inside = [t for t in axes.texts if t.get_text()]
    around = [axes.xaxis.label, axes.yaxis.label]
    legend = axes.get_legend()
    around += legend.get_texts() if legend else []
    return {
        name: [t.get_window_extent(renderer) for t in found if t.get_text()]
        for name, found in (("inside", inside), ("around", around))
    }


def kinds(result: Result) -> dict[str, int]:
    found: dict[str, int] = {}
    for symbol in symbols(result.mechanism):
        found[symbol.name] = found.get(symbol.name, 0) + 1
    return found


def test_curves_of_the_published_deck() -> None:
    result = run("example8")
    first, second = result.deck.pictures
    assert [picture_kind(result, c) for c in first.curves] == ["plane"]
    assert [picture_kind(result, c) for c in second.curves] == ["polar", "polar"]
    (axes,) = picture(result, first).axes
    curve = next(line for line in axes.lines if len(line.get_xdata()) == 361)  # two positions between any two rows
    np.testing.assert_allclose(np.asarray(curve.get_xdata())[::3], result.buffer(101), atol=1e-14)
    np.testing.assert_allclose(np.asarray(curve.get_ydata())[::3], result.buffer(102), atol=1e-14)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("coupler point, x16", "x17")
    texts = {text.get_text() for text in axes.texts}
    assert {"start", "180°", "g"} <= texts


def test_polar_diagram_has_true_distance_rings_and_its_maximum() -> None:
    result = run("example8")
    figure = picture(result, result.deck.pictures[1])
    assert tuple(figure.get_size_inches()) == pytest.approx((18 * CM, 15 * CM))
    (axes,) = figure.axes
    width, height = axes.get_window_extent().size
    left, right = axes.get_xlim()
    bottom, top = axes.get_ylim()
    assert (right - left) / width == pytest.approx((top - bottom) / height)
    rings = [line for line in axes.lines if line.get_gid() == "ring"]
    radii = {round(float(np.hypot(*np.array(line.get_data())[:, 0]))) for line in rings}
    assert {2000, 4000, 6000, 8000} <= radii
    largest = np.hypot(result.buffer(202), result.buffer(201)).max()
    said = next(text.get_text() for text in axes.texts if text.get_text().startswith("max "))
    assert largest <= float(said.split()[1]) + 0.5 <= 1.01 * largest  # of the motion, between rows too


def test_diagram_marks_its_extremes() -> None:
    result = run("offset_slider_crank")
    (axes,) = picture(result, result.deck.pictures[0]).axes
    assert picture_kind(result, result.deck.pictures[0].curves[0]) == "diagram"
    assert axes.get_xlabel() == "phi: input crank.angb"
    texts = " ".join(text.get_text() for text in axes.texts)
    assert f"{result['s'].max():.4g}" in texts
    assert f"{result['s'].min():.4g}" in texts


def test_scale_of_the_deck_is_units_per_cm() -> None:
    text = (
        (INPUTS / "slider_cranks/offset_slider_crank.mec")
        .read_text()
        .replace("ENDPIC", "ENDPIC 12 10 -1 0.05 0.8 0.02")
    )
    result = runmec.run(runmec.loads(text))
    figure = picture(result, result.deck.pictures[0])
    (axes,) = figure.axes
    width_cm, height_cm = axes.get_window_extent().size / figure.dpi / CM
    assert axes.get_xlim() == pytest.approx((-1, -1 + 0.8 * width_cm))
    assert axes.get_ylim() == pytest.approx((0.05, 0.05 + 0.02 * height_cm))


@pytest.mark.parametrize("name", ["example8", "hoeken", "offset_slider_crank", "peaucellier", "stephenson_far_side"])
def test_labels_cover_neither_each_other_nor_leave_the_picture(name: str) -> None:
    result = run(name)
    for asked in result.deck.pictures:
        figure = picture(result, asked)
        found = boxes(figure)
        page = figure.bbox
        everything = found["inside"] + found["around"]
        assert all(page.x0 <= b.x0 and b.x1 <= page.x1 and page.y0 <= b.y0 and b.y1 <= page.y1 for b in everything)
        rings = {t.get_text() for t in figure.axes[0].texts if t.get_fontsize() == 6}
        named = [t for t in figure.axes[0].texts if t.get_text() and t.get_text() not in rings]
        renderer = figure.canvas.get_renderer()
        extents = [t.get_window_extent(renderer) for t in named]
        for k, one in enumerate(extents):
            assert not any(one.overlaps(other) for other in extents[k + 1 :]), [t.get_text() for t in named]


@pytest.mark.parametrize("name", DRAWN)
def test_numbers_of_a_drawing_hide_nothing(name: str) -> None:
    result = run(name)
    figure = mechanism_figure(result.mechanism, result.positions.x[:, :1], labels=True, estimate=result.mechanism.x0)
    renderer = figure.canvas.get_renderer()
    texts = [t for t in figure.axes[0].texts if t.get_text()]
    said = " ".join(t.get_text() for t in texts)
    names = result.deck.names
    for element in result.deck.elements:
        assert names.element(element.number) in said.split()
        for c in element.coordinates:
            assert names.coordinate(c).removesuffix(".x").removesuffix(".y") in said.split()
    for form in result.deck.forms:
        assert (form.form if names else f"{form.form} {form.parameter}") in said
    extents = [t.get_window_extent(renderer) for t in texts]
    for k, one in enumerate(extents):
        assert not any(one.overlaps(other) for other in extents[k + 1 :])
    for line in figure.axes[0].lines:
        corners = figure.axes[0].transData.transform(line.get_xydata())
        for a, b in pairwise(corners):
            for u in np.linspace(0, 1, 40):
                assert not any(box.contains(*(a + u * (b - a))) for box in extents), said


def test_symbols_engineers_know() -> None:
    assert kinds(run("example8")) == {"ground": 4, "bar": 5, "plate": 1, "spring": 1, "mass": 1, "pin": 8}
    assert kinds(run("shaper"))["block"] == 1
    assert kinds(run("cantilever"))["clamp"] == 1
    assert kinds(run("offset_slider_crank"))["guide_x"] == 1
    assert kinds(run("fig821_cylinder"))["cylinder"] == 1
    assert kinds(run("slipping_block"))["rail"] == 1  # moved by an input on a guide that is fixed
    assert kinds(run("governor"))["block"] == 1  # on one that turns
    assert kinds(run("portal_frame"))["pin"] == 3  # stiff corners have none


def test_symbols_stay_small_beside_short_links() -> None:
    """A row of 40 four-bars of 1 m: pins of the size of the row would hide them."""
    session, x, _ = start_position(runmec.read(INPUTS / "benchmarks/a02_n40.mec"))
    assert shown(session.mechanism, [vec[float]([one]) for one in x]).unit == pytest.approx(0.35)
    session, x, _ = start_position(runmec.read(INPUTS / "example8.mec"))
    assert shown(session.mechanism, [vec[float]([one]) for one in x]).unit == pytest.approx(0.035 * 0.8)  # x −0.1 … 0.7


def test_pitch_circles_touch() -> None:
    """Radii of the decks: 100 and 50 mm; 20 and 20 teeth on a carrier of 80 mm; a pinion of 30 mm."""
    radii = {"gear_five_bar": [0.1, 0.05], "planetary_train": [0.04, 0.04], "rack_and_pinion": [0.03]}
    for name, wanted in radii.items():
        result = run(name)
        x = result.positions.places
        found = wheels(result.mechanism)
        assert [next(reach(wheel, x))[5] for wheel in found] == pytest.approx(wanted), name
    assert not wheels(run("robot_arm").mechanism)  # a difference of angles is no gear


def test_gravity_stands_where_nothing_is_drawn() -> None:
    result = run("bearing_house")
    (axes,) = picture(result, result.deck.pictures[0]).axes
    (arrow,) = [text for text in axes.texts if text.get_text() == "g"]
    at = axes.transAxes.transform(arrow.xy)
    for line in axes.lines:
        points = axes.transData.transform(line.get_xydata())
        assert np.min(np.hypot(*(points - at).T)) > 8


def test_marks_of_small_swings_are_round_degrees() -> None:
    values = np.degrees([value for _, value in ticks(run("roberts"))])
    np.testing.assert_allclose(values / 2, np.round(values / 2), atol=1e-9)  # a swing of 29°: every 2°
    assert len(values) > 4


def test_ticks_lie_at_round_angles() -> None:
    found = ticks(run("hoeken"))
    np.testing.assert_allclose([value for _, value in found], np.radians(np.arange(0, 361, 30)), atol=1e-12)
    np.testing.assert_allclose([row for row, _ in found], np.arange(0, 361, 30), atol=1e-9)


def test_the_force_at_a_pin_is_that_of_the_link() -> None:
    """The coupler is a TR2 and a bar with mass on the same points: each carries a part of the force at the pins."""
    text = (INPUTS / "example8.mec").read_text().replace("5 BIN 5 6 14 15", "8 BIN 10 11 12 13\n5 BIN 5 6 14 15")
    result = runmec.run(runmec.loads(text.replace("uniform", "uniform 8 2.0\n")))
    assert (4, 8) in [link.elements for link in links(result.deck)]
    A = tuple(result.mechanism.index[c] for c in (12, 13))
    (arrow,) = [arrow for arrow in arrows(result)["forces"] if arrow.point == A]
    assert arrow.name == "element 6 on element 4 at x12 x13"
    np.testing.assert_allclose(arrow.x, result["conn 4 12"] + result["conn 8 12"])
    np.testing.assert_allclose(arrow.x, -result["conn 6 12"], rtol=1e-9, atol=1e-9)
    assert np.max(np.abs(result["conn 8 12"])) > 10


def test_arrows_stand_at_sliders_too() -> None:
    names = [arrow.name for arrow in arrows(run("engine_gas_force"))["forces"]]
    assert "guide on x5 x6 at x5 x6" in names  # the cylinder on the piston
    result = run("slipping_block")
    (arrow,) = arrows(result)["forces"]
    assert arrow.name == "guide on element 1 at x4 x5"
    still = 25  # at rest: the weight across the slope; along it rope and friction, which drive the block
    across = 4.0 * 9.81 * np.cos(np.radians(20.0))
    expected = across * np.array([-np.sin(np.radians(20.0)), np.cos(np.radians(20.0))])
    np.testing.assert_allclose([arrow.x[still], arrow.y[still]], expected, rtol=1e-9)


def test_measured_pairs_are_in_true_distance() -> None:
    """The same rule in picture and film: equal quantities, wherever they come from."""
    text = (INPUTS / "slider_cranks/shaper.mec").read_text()
    stores = "  bufe0 -1 103\n  bufe0 2 104\n  bufx0 3 105\n  bufx0 4 106\n  bufx0 7 107\n"
    curves = "".join(f"BEGINPIC\nplotcurv {pair}\nENDPIC\n" for pair in ("103 104", "105 103", "107 103", "107 100"))
    text = text.replace("  bufe0 -1 103\n", stores).replace("ANIMATE film", f"{curves}ANIMATE film")
    result = runmec.run(runmec.loads(text))
    true = [plan(result, asked).true_distance for asked in result.deck.pictures[1:]]
    assert true == [True, True, False, True]  # lengths, lengths, angle and length, angles
    assert [p["true_distance"] for p in film_data(result)["pictures"][1:]] == true


def test_two_forces_along_x_are_no_polar_diagram() -> None:
    result = run("engine_gas_force")  # reactions at x1, x2 and x5
    pairs = ((211, 212), (211, 203), (211, 201))
    assert [picture_kind(result, Curve(*pair)) for pair in pairs] == ["polar", "plain", "plain"]


def test_axes_of_angles_have_round_degrees() -> None:
    result = run("shaper")
    (axes,) = picture(result, result.deck.pictures[0]).axes
    shown = [text.get_text() for text in axes.get_xticklabels()]
    assert {"0°", "45°", "90°", "360°"} <= set(shown)
    assert "120°" in [text.get_text() for text in axes.get_yticklabels()]
    assert "120° at 210°" in {text.get_text() for text in axes.texts}


def test_numbers_along_an_axis_have_one_form() -> None:
    assert numbers_text([-0.05, 0.0, 0.05, 0.1]) == ["−0.05", "0", "0.05", "0.10"]
    assert numbers_text([0, 2500, 5000]) == ["0", "2500", "5000"]
    assert numbers_text([0, 2e6, 1.5e7]) == ["0", "0.2·10⁷", "1.5·10⁷"]
    assert [value_text(v) for v in (20260.4, -3.14159, 0.0, 2.5e-7)] == ["20260", "−3.142", "0", "2.5·10⁻⁷"]


def test_long_names_of_axes_are_not_cut_off() -> None:
    long = "y" * 20 + " a force that has been given a rather long name"
    text = (INPUTS / "machines/engine_gas_force.mec").read_text()
    text = text.replace("side force of the cylinder on the piston", long[:50]).replace("ENDPIC", "ENDPIC 7 5 0 0 -1 -1")
    result = runmec.run(runmec.loads(text))
    for asked in result.deck.pictures:
        figure = picture(result, asked)
        page = figure.bbox
        for b in boxes(figure)["around"]:
            assert page.x0 <= b.x0 < b.x1 <= page.x1
            assert page.y0 <= b.y0 < b.y1 <= page.y1


def test_incomplete_run_is_drawn_as_far_as_it_came() -> None:
    stores = "bufinp 1 1\nbufx0 7 2\n8 3\nbufsigma 4 4\nBEGINPIC\nplotcurv 2 3\ndrawmech 1 100\nENDPIC\nANIMATE film"
    lengths = {"crank": 0.1, "coupler": 0.06, "rocker": 0.08, "frame": 0.12}
    result = runmec.run(runmec.loads(fourbar(**lengths, start=0.9, moves="tstepe 100 1 2 0", stores=stores)))
    assert not result.complete
    assert picture(result, result.deck.pictures[0]).axes
    assert film_data(result)["positions"] == len(result)


def test_pictures_are_the_same_bytes_every_time() -> None:
    result = run("hoeken")
    for kind in ("svg", "png", "pdf"):
        one, other = (image(picture(result, result.deck.pictures[0]), kind) for _ in range(2))
        assert one == other


# film and report as text


def data_of(page: str) -> dict:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match
    return json.loads(match[1])


def test_film_is_small_and_holds_the_buffers() -> None:
    import base64

    result = run("example8")
    page = film_html(result)
    assert len(page) < 75_000
    assert "http://" not in page
    assert "https://" not in page
    data = data_of(page)
    values = np.frombuffer(base64.b64decode(data["buffers"][11]["v"]), dtype="<f8")
    np.testing.assert_array_equal(values, result.buffer(210))
    x = data["x"][result.mechanism.index[16]]
    history = x["low"] + x["step"] * (np.frombuffer(base64.b64decode(x["v"]), dtype="<i2").astype(float) + 32768)
    np.testing.assert_allclose(history, result["x16"], atol=1e-5)
    assert [kind["name"] for kind in data["arrows"]] == ["forces", "velocities", "accelerations"]
    assert (
        len(data["arrows"][0]["arrows"]) == 12
    )  # 4 fixed points, A, B of the coupler, 3 links each at A0 and B of the rocker


def test_hostile_titles_stay_text() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \" ' & " + "x" * 1_000_000
    text = (INPUTS / "example8.mec").read_text().replace("test example dynamics", evil)
    text = text.replace("; coupler curve", "; </pre><script>alert(3)</script>")
    result = runmec.run(runmec.loads(text))
    page = film_html(result)
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert data_of(page)["title"].startswith("</script><script>")
    report = report_html(result, [image(picture(result, asked), "svg") for asked in result.deck.pictures])
    assert "<script" not in report
    assert "<img" not in report
    assert len(report) < 3_000_000


def test_notebook_forms() -> None:
    result = run("example8")
    assert isinstance(result.plot(101, 102), Figure)
    for figure in (result.plot(101, 102), result.draw(1)):  # what a notebook asks for
        assert figure._repr_png_().startswith(b"\x89PNG")
    assert isinstance(result.plot(100, 201, 100, 202), Figure)
    assert isinstance(result.draw(1, 31), Figure)
    assert "srcdoc" in result._repr_html_()
    assert "film" in repr(result.film())
    for wrong in ((), (101, 102, 103)):
        with pytest.raises(ValueError, match="pairs"):
            result.plot(*wrong)
    with pytest.raises(ValueError, match="position 500"):
        result.draw(500)
    with pytest.raises(KeyError, match="no buffer 7"):
        result.plot(7, 101)


def test_mass_centres_of_bodies_are_drawn_where_they_are() -> None:
    """A crank along +y: 10 mm along it and 5 mm across, left positive, is (−5, 10) mm from P."""
    result = runmec.run(
        runmec.loads("""DYN ANA
TOPOLOGY
elem crank BIN O A
input crank.angb
GEOMETRY
point O 0.2 0 fixed
point A 0.2 40mm
DYNAMICS
body crank 0.5 10mm 5mm 1e-4
END
""")
    )
    (centre,) = (symbol for symbol in symbols(result.mechanism) if symbol.name == "centre")
    ring, dot = shapes(centre, result.positions.x[:, 0], unit=0.01)
    for drawn in (ring, dot):
        assert np.mean(drawn.xs[:-1]) == pytest.approx(0.195, abs=1e-12)
        assert np.mean(drawn.ys[:-1]) == pytest.approx(0.01, abs=1e-12)
    assert shown(result.mechanism, result.positions.places).extent == pytest.approx((0.195, 0.2, 0.0, 0.04), abs=1e-12)


def test_any_quantity_is_plotted() -> None:
    """As `result[...]` has it: stored or not, a point as its path, one quantity alone over time or input."""
    result = run("four_bar_poles")
    names = result.deck.names
    (path,) = result.plot("C").axes
    (line, *_) = path.lines
    finer = refined(result)
    assert np.array_equal(line.get_xdata(), finer["C.x"])
    assert np.array_equal(line.get_ydata(), finer["C.y"])
    (turned,) = result.plot("C.y").axes  # `stepe`: time stands still
    assert np.array_equal(turned.lines[0].get_xdata(), finer[f"inp {names.input(1)}"])
    (timed,) = run("hoeken").plot(101).axes
    assert "time" in timed.get_xlabel()
    with pytest.raises(KeyError, match="did you mean"):
        result.plot("C.z", "C.y")


def test_axes_of_several_polar_curves_tell_x_from_y() -> None:
    result = run("exercise_bearing_forces")
    (axes,) = picture(result, result.deck.pictures[2]).axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("force along x [N]", "force along y [N]")


def test_curves_of_different_units_carry_them_in_the_legend() -> None:
    result = run("planetary_gears")
    (axes,) = result.plot("turn", "M", "turn", "Fi").axes
    said = [text.get_text() for text in axes.get_legend().get_texts()]
    assert [one.rpartition(" ")[2] for one in said] == ["[N·m]", "[N]"]
    (axes,) = result.plot("turn", "Fi", "turn", "Fo").axes
    assert axes.get_ylabel() == "force [N]"
    assert result.name(result.number("Mr")).startswith("frame moment")


def test_curves_and_buffers_have_the_comments_of_the_deck() -> None:
    """Table 8.1 says what most of them are; what is not said, or at too great length, is told by the numbers."""
    result = run("example8")
    legend = picture(result, result.deck.pictures[1]).axes[0].get_legend()
    assert legend is not None
    said = ["polar curve of support force in A0", "idem of bearing forces in point B"]
    assert [text.get_text() for text in legend.get_texts()] == said
    assert result.caption(result.deck.pictures[1]) == "; ".join(said)
    assert result.described(208) == "σ of parameter 8 (lenu of element 6); horizontal bearing force in B"
    assert result.described(102) == "x17"
    text = (INPUTS / "example8.mec").read_text().replace("; idem of", f"; {'very ' * 20} long")
    wordy = runmec.run(runmec.loads(text))
    legend = picture(wordy, wordy.deck.pictures[1]).axes[0].get_legend()
    assert legend is not None
    assert legend.get_texts()[1].get_text() == "horizontal bearing force in B, vertical bearing force"
