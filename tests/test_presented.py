"""A result in axes of one's own, as a table with units, and what decks, drives and extremes show of themselves."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

import runmec

INPUTS = Path(__file__).parents[1] / "inputs"
CRANK = """KIN ANA ; <b>a crank</b>
UNITS SI
TOPOLOGY
elem crank BIN O A
input crank.angb
GEOMETRY
point O 0 0 fixed
point A 2 0
STORAGE
buftime time
bufx0 A x position
MOVEMENT
tstepe 8 2 180deg 0
END
"""


@pytest.fixture(scope="module")
def press() -> runmec.Result:
    return runmec.run(INPUTS / "machines/servo_table.mec")


@pytest.fixture(scope="module")
def crank() -> runmec.Result:
    return runmec.run(runmec.loads(CRANK.replace("180deg", f"{np.pi!r}")))


def own_axes(count: int = 1) -> list[Axes]:
    """Side by side in a figure whose canvas only writes files, as in a script without a screen."""
    figure = Figure(figsize=(9, 3))
    FigureCanvasSVG(figure)
    return list(np.atleast_1d(figure.subplots(1, count)))


def test_curves_in_axes_of_ones_own_are_those_of_a_new_figure(press: runmec.Result) -> None:
    (ax,) = own_axes()
    figure = press.plot("t", "M", "t", "P", ax=ax)
    assert figure is ax.figure
    (new,) = press.plot("t", "M", "t", "P").axes
    assert len(ax.lines) == len(new.lines) > 1
    for mine, other in zip(ax.lines, new.lines, strict=True):
        assert np.array_equal(np.asarray(mine.get_xydata()), np.asarray(other.get_xydata()), equal_nan=True)
    assert ax.get_xlabel() == new.get_xlabel()
    assert ax.get_legend() is not None
    low, high = ax.get_ylim()
    assert low < np.min(press["M"])
    assert high > np.max(press["P"])


def test_curves_are_added_to_what_axes_have(press: runmec.Result) -> None:
    (ax,) = own_axes()
    ax.plot([0, 1], [0, 1], label="measured")
    press.plot("t", "M", "t", "P", ax=ax)
    legend = ax.get_legend()
    assert legend is not None
    assert "measured" not in [text.get_text() for text in legend.get_texts()]
    assert np.array_equal(ax.lines[0].get_xdata(), [0, 1])


def test_paths_and_drawings_are_true_to_distance_in_any_axes(crank: runmec.Result) -> None:
    """A circle of 2 m is as high as it is wide, wherever it is drawn, and lies within its axes."""
    left, right = own_axes(2)
    crank.plot("A", ax=left)
    crank.draw(1, 3, labels=True, ax=right)
    left.figure.canvas.print_figure(BytesIO(), format="svg")
    for ax in (left, right):
        (x0, y0), (x1, y1) = ax.transData.transform([(0.0, 0.0), (1.0, 1.0)])
        assert x1 - x0 == pytest.approx(y1 - y0, rel=1e-9)
        assert ax.viewLim.contains(2.0, 0.0)
    assert all(left.viewLim.contains(x, y) for x, y in crank["A"].T)


def test_a_table_with_units_is_the_buffers(crank: runmec.Result) -> None:
    data = crank.to_xarray()
    assert np.array_equal(data["x"], crank["x"])
    assert data["x"].units == "m"
    assert np.array_equal(data["x"].time, crank.time)
    assert float(data["x"].sel(position=5)) == pytest.approx(-2.0)
    assert data.attrs == {"title": "<b>a crank</b>", "job": "KIN ANA"}


def test_buffers_that_are_called_like_the_axes_of_the_table_stay(crank: runmec.Result) -> None:
    data = crank.to_xarray()
    assert np.array_equal(data["time (buffer)"], crank["time"])
    assert np.array_equal(data["position (buffer)"], crank["position"])


def test_a_deck_shows_what_it_is_and_unfolds_its_text(crank: runmec.Result) -> None:
    assert repr(crank.deck) == "<runmec deck '<b>a crank</b>': KIN ANA, 1 element, 1 input, 9 positions>"
    shown = crank.deck._repr_html_()
    assert "<b>" not in shown
    assert "bufx0 A x position" in shown


def test_extremes_show_values_places_and_units(crank: runmec.Result) -> None:
    """The crank of 2 m points to the left in the fifth of nine positions, counted from 0."""
    assert "x: -2 at 4 … 2 at 0 m" in repr(crank.extremes).splitlines()
    rows = re.findall(r"<tr>(.*?)</tr>", crank.extremes._repr_html_())
    assert "<td>x</td><td>-2</td><td>4</td><td>2</td><td>0</td><td>m</td>" in rows


def test_a_drive_shows_the_figures_of_its_account(press: runmec.Result) -> None:
    """J·φ̈ of a cycloid: 2π h/T² at its peak, J = 1.5625 kg·m², h = π/2, T = 0.5 s."""
    peak = 1.5625 * 2 * np.pi * (np.pi / 2) / 0.5**2
    shown = press.drive()._repr_html_()
    assert f"<td>peak moment</td><td>{peak:.5g}</td><td>N·m</td>" in shown
    assert f"peak moment {peak:.3g} N·m" in repr(press.drive())
    assert "nan" not in shown
