"""A result as figures, film and tables."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..deck.model import Curve, Picture
from ..files import write_whole

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .result import Result

_TOLD = 12  # messages above a film


def plot(result: Result, *asked: int | str, ax: Axes | None = None) -> Figure:
    """Curves as `plotcurv` draws them, of buffers and of any other quantity.

    Parameters
    ----------
    *asked : int or str
        Names or numbers of buffers, or quantities as in ``result[...]``, two for each curve: x and y. A point alone
        is its path; any other quantity alone is drawn over the time, or over the first input where time stands
        still.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it the figure is a new one.

    Returns
    -------
    matplotlib.figure.Figure
        The new figure, or that of `ax`.

    Raises
    ------
    KeyError
        For what the deck does not know.
    ValueError
        For quantities that are no pairs.

    Examples
    --------
    >>> result = runmec.run("inputs/six_bars/watt_2.mec")
    >>> figure = result.plot("crank.angb", "psi", "crank.angb", "chi")
    >>> figure.savefig("swings.svg")

    Beside each other, in a figure of one's own:

    >>> from matplotlib.figure import Figure
    >>> both = Figure(figsize=(8, 3))
    >>> left, right = both.subplots(1, 2)
    >>> result.draw(1, 31, ax=left) is result.plot("D", ax=right) is both
    True
    """
    from ..drawing.curves import picture
    from .asking import with_buffers

    deck, found = with_buffers(result.deck, result.mechanism, asked)
    numbers = [number for numbers in found for number in numbers]
    if len(numbers) == 1:
        over = "time" if result.time[-1] > result.time[0] or not deck.inputs else f"inp {deck.names.input(1)}"
        return plot(result, over, asked[0], ax=ax)
    if not numbers or len(numbers) % 2:
        raise ValueError("plot takes pairs of buffers or quantities, x and y: plot(101, 102)")
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    shown = result if deck is result.deck else replace(result, deck=deck)
    return picture(shown, Picture(tuple(Curve(x, y) for x, y in pairs), ()), ax)


def draw(result: Result, *positions: int, labels: bool = False, ax: Axes | None = None) -> Figure:
    """The mechanism as `drawmech` draws it.

    Parameters
    ----------
    *positions : int
        Positions, 1 is the start, which is drawn if there are none; the later ones fade.
    labels : bool, default False
        With the names of points, elements and parameters.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it the figure is a new one.

    Returns
    -------
    matplotlib.figure.Figure
        The new figure, or that of `ax`.

    Raises
    ------
    ValueError
        For a position that the result does not have.

    Examples
    --------
    >>> figure = runmec.run("inputs/six_bars/watt_2.mec").draw(1, 31, labels=True)
    >>> figure.savefig("linkage.svg")
    """
    from ..drawing.mechanism_picture import mechanism_figure

    for position in positions:
        if not 1 <= position <= len(result):
            raise ValueError(f"position {position} of {len(result)}")
    return mechanism_figure(
        result.mechanism, result.positions.x, positions or (1,), labels=labels, outlines=result.outlines, axes=ax
    )


def film(result: Result) -> Film:
    """The mechanism moving, as a page.

    Returns
    -------
    Film
        Shows itself in a notebook; ``.save(path)`` writes it.

    Examples
    --------
    >>> film = runmec.run("inputs/six_bars/watt_2.mec").film()
    >>> film.save("watt.html")
    """
    from ..drawing.film import film_html

    return Film(film_html(result))


def to_pandas(result: Result) -> pandas.DataFrame:
    """The buffers as a table; needs pandas.

    Returns
    -------
    pandas.DataFrame
        A row a position, indexed by the time; heads are the names of the buffers, or their numbers.

    Examples
    --------
    >>> table = runmec.run("inputs/six_bars/watt_2.mec").to_pandas()
    >>> list(table.columns[:3])
    ['now', 'psi', 'chi']
    """
    import pandas

    return pandas.DataFrame(dict(result.items()), index=pandas.Index(result.time, name="time"))


def to_xarray(result: Result) -> Any:
    """The buffers with their units and comments; needs xarray.

    Returns
    -------
    xarray.Dataset
        Along the dimension ``position`` (1 is the start), beside which stands the ``time``. A buffer that is called
        like one of these is ``time (buffer)`` there.

    Examples
    --------
    >>> data = runmec.run("inputs/machines/servo_table.mec").to_xarray()
    >>> data["M"].units
    'N·m'
    >>> float(data["phi"].sel(position=1))
    0.0
    """
    import xarray  # type: ignore[import-not-found, unused-ignore]  # need not be there

    coordinates = {"position": range(1, len(result) + 1), "time": ("position", result.time)}
    buffers = {
        f"{result.key(number)} (buffer)" if result.key(number) in coordinates else result.key(number): (
            "position",
            history,
            {"units": result.unit(number).symbol, "long_name": result.described(number)},
        )
        for number, history in result.buffers.items()
    }
    return xarray.Dataset(buffers, coordinates, {"title": result.deck.title, "job": result.deck.job})


def html(result: Result) -> str:
    """In a notebook: what went wrong and what to know, then the film."""
    from html import escape

    told = [*([result.failure] if result.failure else []), *result.warnings]
    colours = {"error": "#b00020", "warning": "#9a5b00"}
    said = "".join(f'<p style="color:{colours[d.level]};margin:0.2em 0">{escape(str(d))}</p>' for d in told[:_TOLD])
    more = f"<p>… and {len(told) - _TOLD} more in result.warnings</p>" if len(told) > _TOLD else ""
    return said + more + film(result)._repr_html_()


@dataclass(frozen=True)
class Film:
    """A page in which the mechanism moves."""

    page: str

    def save(self, path: str | os.PathLike[str]) -> None:
        write_whole(path, self.page)

    def _repr_html_(self) -> str:
        from html import escape

        # low enough for a notebook on a small screen: Play stands at the lower edge
        frame = 'style="width:100%;height:min(600px,75vh);min-height:400px;border:0" sandbox="allow-scripts"'
        return f'<iframe {frame} srcdoc="{escape(self.page, quote=True)}"></iframe>'

    def __repr__(self) -> str:
        return f"<runmec film: {len(self.page) / 1000:.0f} kB>"
