"""What a calculation gives: arrays of every quantity, stored or not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, cast

import numpy as np

from ..deck.account import store_name
from ..deck.model import Curve, Deck, Picture, Store
from ..deck.nearest import nearest
from ..diagnostics import Diagnostic
from ..files import write_whole
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from ..motion.positions import Positions
from .asking import Asked, quantities_of
from .quantities import LEAST_STIFFNESS, read_quantities
from .trust import Trust
from .units import Unit, unit_of

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ..studies.sensitivity import Sensitivity
    from ..vibration.linearisation import Linearisation
    from .drive import Drive
    from .profiles import Cam
    from .spectrum import Spectrum
    from .vibrating import Mode

T = TypeVar("T")
_TOLD = 12  # messages above a film


class ByBuffer(dict[int, T]):
    """By the numbers of buffers; `[name]` and `name in` work too."""

    def __init__(self, deck: Deck, found: dict[int, T]) -> None:
        super().__init__(found)
        self._deck = deck

    def __missing__(self, called: object) -> T:
        number = self._deck.names.find("buffer", called) if isinstance(called, str) else None
        if number is None or not super().__contains__(number):
            raise KeyError(called)
        return self[number]

    def __contains__(self, called: object) -> bool:
        return super().__contains__(self._deck.names.find("buffer", called) if isinstance(called, str) else called)


@dataclass(frozen=True)
class Extreme:
    """Smallest and largest value of a quantity, and where in its array they stand (0 is the start)."""

    least: float
    at_least: int
    most: float
    at_most: int


def asked(store: Store) -> Asked:
    """What a line of STORAGE asks for."""
    return store.word, store.asks, store.inputs


@dataclass(repr=False, eq=False)
class Result:
    """The motion of a deck and all that follows from it. Axes: quantity first, position last.

    A mapping of the buffers of the deck: `result["drive"]`, `result[101]`, `for name in result`, `result.items()`. Its
    length is the number of positions, as that of each array in it.

    And of any other quantity: `result["C.x"]`, `result["crank.angb"]`, `result["C"]` (both co-ordinates of a point), or
    a word of STORAGE without `buf` and what it takes, `result["dx C.x"]`, `result["sigma crank.angb"]`,
    `result["x1 16 1"]`, `result["conn 4 12"]`.
    """

    deck: Deck
    mechanism: Mechanism
    positions: Positions
    elasticity: Elasticity | None
    trust: Trust
    driving: list[NDArray[Any]]  # σ of every input (nt,); none where the job calculates no forces
    energy_drifts: tuple[tuple[float, float], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    failure: Diagnostic | None = None
    solve_seconds: float = 0.0
    _histories: dict[Asked, NDArray[Any]] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.failure is None

    @property
    def time(self) -> NDArray[Any]:
        return self.positions.time

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def calculates_forces(self) -> bool:
        return self.deck.job != "KIN ANA"

    def quantity(self, word: str, subject: tuple[int, ...] = (), inputs: tuple[int, ...] = ()) -> NDArray[Any]:
        """The history of a quantity by its word of STORAGE."""
        return self.quantities([(word, subject, inputs)])[0]

    def quantities(self, wanted: Sequence[Asked]) -> list[NDArray[Any]]:
        """Histories of several quantities, read in one pass; no numbers where the job calculates no forces."""
        missing = [one for one in dict.fromkeys(wanted) if one not in self._histories]
        if missing:
            found = read_quantities(self.mechanism, self.elasticity, self.positions, missing)
            self._histories.update(zip(missing, found, strict=True))
        return [self._histories[one] for one in wanted]

    def linearise(self, position: int = 1) -> Linearisation:
        """The equation of motion about a position (1 is the start): M, C, K with their parts, frequencies, modes."""
        from .vibrating import linearise

        return linearise(self, position)

    @cached_property
    def stability(self) -> Spectrum | None:
        """The least stiffness in all positions, where the deck stores frequencies or load factors."""
        from .spectrum import Spectrum

        least = self._histories.get(LEAST_STIFFNESS)
        if least is None:
            return None
        at = np.arange(1.0, len(self) + 1.0)
        return Spectrum(at, False, np.empty((0, len(self))), least, np.zeros(len(self)))

    def drive(self, number: int = 1) -> Drive:
        """What drives an input: moment, power, reduced inertia, fluctuation, `.flywheel(δ)`."""
        from .drive import drive_of

        return drive_of(self, number)

    def spectrum(self, modes: int = 3) -> Spectrum:
        """Natural frequencies and the least stiffness in all positions; `.crossings([1])` tells orders of input 1."""
        from .spectrum import over_positions

        return over_positions(self, modes)

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """The modes of vibration that the deck asks for by `MODES`."""
        from .vibrating import asked_modes

        return tuple(asked_modes(self))

    @cached_property
    def buffers(self) -> ByBuffer[NDArray[Any]]:
        """All buffers of the deck, in its order, by number; names are found too."""
        stores = self.deck.stores
        found = self.quantities([asked(store) for store in stores])
        return ByBuffer(self.deck, {s.buffer: history for s, history in zip(stores, found, strict=True)})

    def buffer(self, called: int | str) -> NDArray[Any]:
        """The history of a buffer of the deck, by its number or name."""
        return self.buffers[self.number(called)]

    def number(self, called: int | str) -> int:
        """The number of a buffer."""
        found = called if isinstance(called, int) else self.deck.names.find("buffer", called)
        if found is None or found not in self.buffers:
            stored = ", ".join(map(str, self.keys())) or "none"
            near = nearest(called, map(str, self.keys())) if isinstance(called, str) else None
            remedy = f"did you mean {near!r}?" if near else f"it stores {stored}"
            raise KeyError(f"the deck stores no buffer {called}; {remedy}")
        return found

    def __getitem__(self, asked: str | SupportsIndex) -> NDArray[Any]:
        """A buffer by its name or number, or any quantity; of a point both co-ordinates (2, positions)."""
        if not isinstance(asked, str):
            return self.buffer(index(asked))
        if self.deck.names.find("buffer", asked) is not None:
            return self.buffer(asked)
        found = self.quantities(quantities_of(self.mechanism, asked))
        return found[0] if len(found) == 1 else np.stack(found)

    def get(self, asked: str | SupportsIndex, default: Any = None) -> Any:
        try:
            return self[asked]
        except KeyError:
            return default

    def __contains__(self, asked: object) -> bool:
        """Whether `result[asked]` has an answer."""
        try:
            if isinstance(asked, str):
                return self.deck.names.find("buffer", asked) is not None or bool(quantities_of(self.mechanism, asked))
            return index(cast(SupportsIndex, asked)) in self.buffers
        except (KeyError, TypeError):
            return False

    def __iter__(self) -> Iterator[int | str]:
        return iter(self.keys())

    def keys(self) -> list[int | str]:
        """The buffers of the deck: their names, or their numbers."""
        return [self.key(number) for number in self.buffers]

    def values(self) -> list[NDArray[Any]]:
        return list(self.buffers.values())

    def items(self) -> list[tuple[int | str, NDArray[Any]]]:
        return list(zip(self.keys(), self.values(), strict=True))

    def key(self, buffer: int) -> int | str:
        """The name of a buffer, or its number where it has none."""
        names = self.deck.names
        return names.buffer(buffer) if names.has("buffer", buffer) else buffer

    def unit(self, buffer: int | str) -> Unit:
        """Of what a buffer holds; empty where the deck does not say `UNITS SI`."""
        return unit_of(self.mechanism, self.store(self.number(buffer)))

    @cached_property
    def cams(self) -> list[Cam]:
        """The profiles that the deck asks for, in its order."""
        from .profiles import cam_of

        return [cam_of(self, item) for item in self.deck.profiles]

    @cached_property
    def extremes(self) -> ByBuffer[Extreme]:
        """Extremes of every buffer that has numbers, by number or name."""
        found = {n: extreme(history) for n, history in self.buffers.items() if np.any(np.isfinite(history))}
        return ByBuffer(self.deck, found)

    def name(self, buffer: int) -> str:
        """What a buffer holds, in words."""
        return store_name(self.deck, self.store(buffer))

    def store(self, buffer: int) -> Store:
        return next(store for store in self.deck.stores if store.buffer == buffer)

    def described(self, buffer: int) -> str:
        """What a buffer holds, and the deck's comment on it."""
        remark = self.store(buffer).remark
        return f"{self.name(buffer)}; {remark}" if remark else self.name(buffer)

    def caption(self, picture: Picture) -> str:
        """What the curves of a picture show."""
        names = self.deck.names
        said = [c.title or f"{self.name(c.y)} against {self.name(c.x)}" for c in picture.curves]
        said += [f"centrodes of {names.element(c.element)}" for c in picture.centrodes]
        what = {"drawvel": "velocity", "drawacc": "acceleration"}
        said += [f"{what[p.word]} polygon in position {p.position}" for p in picture.polygons]
        return "; ".join(said) or "the mechanism"

    @cached_property
    def figures(self) -> dict[str, float]:
        """The figures of merit of STUDY, by name."""
        from ..studies.asking import figures_of

        return figures_of(self)

    def sensitivity(self, asked: str | int, to: Sequence[str | int] | str | int | None = None) -> Sensitivity:
        """Derivatives of a quantity along the motion to names of DEFINE and prescribed parameters: `["a", "rod.lenl"]`.

        Exact where the motion is given; by differences, with an error estimate, where it is simulated.
        """
        from ..studies.sensitivity import sensitivity

        return sensitivity(self, asked, to)

    def to_pandas(self) -> pandas.DataFrame:
        """The buffers as a table with their names (or numbers) as heads, indexed by time; needs pandas."""
        import pandas

        return pandas.DataFrame(dict(self.items()), index=pandas.Index(self.time, name="time"))

    def __repr__(self) -> str:
        title = f" {self.deck.title!r}" if self.deck.title else ""
        state = "complete" if self.complete else "incomplete"
        return (f"<runmec result{title}: {self.deck.job}, {len(self)} positions, {len(self.deck.stores)} buffers, "
                f"{state}>")  # fmt: skip

    def plot(self, *asked: int | str) -> Figure:
        """Curves as `plotcurv` draws them, of buffers and of any other quantity, two for each.

        `plot(101, 102)`, `plot("phi", "fx", "phi", "fy")`, `plot("C.x", "C.y")`. A point alone is its path,
        `plot("C")`; any other quantity alone is drawn over the time, or over the first input where time stands still.
        """
        from ..drawing.curves import picture
        from .asking import with_buffers

        deck, found = with_buffers(self.mechanism, asked)
        numbers = [number for numbers in found for number in numbers]
        if len(numbers) == 1:
            over = "time" if self.time[-1] > self.time[0] or not deck.inputs else f"inp {deck.names.input(1)}"
            return self.plot(over, asked[0])
        if not numbers or len(numbers) % 2:
            raise ValueError("plot takes pairs of buffers or quantities, x and y: plot(101, 102)")
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        shown = self if deck is self.deck else replace(self, deck=deck)
        return picture(shown, Picture(tuple(Curve(x, y) for x, y in pairs), ()))

    def draw(self, *positions: int, labels: bool = False) -> Figure:
        """The mechanism at positions (1 is the start), as `drawmech` draws it."""
        from ..drawing.mechanism_picture import mechanism_figure

        for position in positions:
            if not 1 <= position <= len(self):
                raise ValueError(f"position {position} of {len(self)}")
        return mechanism_figure(self.mechanism, self.positions.x, positions or (1,), labels=labels)

    def film(self) -> Film:
        """The film; shows itself in a notebook, `.save(path)` writes it."""
        from ..drawing.film import film_html

        return Film(film_html(self))

    def _repr_html_(self) -> str:
        """In a notebook: what went wrong and what to know, then the film."""
        from html import escape

        told = [*([self.failure] if self.failure else []), *self.warnings]
        colours = {"error": "#b00020", "warning": "#9a5b00"}
        said = "".join(f'<p style="color:{colours[d.level]};margin:0.2em 0">{escape(str(d))}</p>' for d in told[:_TOLD])
        more = f"<p>… and {len(told) - _TOLD} more in result.warnings</p>" if len(told) > _TOLD else ""
        return said + more + self.film()._repr_html_()


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


def rounding(history: NDArray[Any]) -> float:
    """How large a zero may be in a quantity that is calculated."""
    return 1e-12 * float(np.max(np.abs(history[np.isfinite(history)]), initial=0.0))


def extreme(history: NDArray[Any]) -> Extreme:
    """Least and most, the first position of each; what rounding leaves is taken for zero, and for equal."""
    noise = rounding(history)
    clean = np.where(np.abs(history) <= noise, 0.0, history)
    least = int(np.flatnonzero(clean <= np.nanmin(clean) + noise)[0])
    most = int(np.flatnonzero(clean >= np.nanmax(clean) - noise)[0])
    return Extreme(float(clean[least]), least, float(clean[most]), most)
