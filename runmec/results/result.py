"""What a calculation gives: arrays of every quantity, stored or not."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..deck.account import store_name
from ..deck.model import Curve, Deck, Picture, Store
from ..deck.nearest import nearest
from ..deck.vocabulary import RECORDS, columns
from ..diagnostics import Diagnostic
from ..engine.reading import Reading
from ..files import write_whole
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from ..motion.positions import Positions
from .quantities import QUANTITIES, Probe
from .reading import histories, make_replay, read
from .trust import Trust

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

_SHORT = {"x": "x0", "dx": "dx1", "ddx": "dx2", "e": "e0", "de": "de1", "dde": "de2", "dinp": "dinp1", "ddinp": "dinp2"}
Asked = tuple[str, tuple[int, ...], tuple[int, ...]]  # word of STORAGE, its subject, inputs


@dataclass(frozen=True)
class Extreme:
    """Smallest and largest value of a quantity, and the positions (1 is the start) where they occur."""

    least: float
    at_least: int
    most: float
    at_most: int


def asked(store: Store) -> Asked:
    """What a line of STORAGE asks for; a calculated buffer is known by its number."""
    return store.word, (store.buffer,) if store.word == "bufcalc" else store.subject, store.inputs


@dataclass(repr=False, eq=False)
class Result:
    """The motion of a deck and all that follows from it. Axes: quantity first, position last.

    `result.buffer(101)` is a buffer of the deck; `result["x16"]`, `result["sigma 10"]`,
    `result["x1 16 1"]`, `result["conn 4 12"]` any quantity by the words of STORAGE without `buf`.
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
            replay = make_replay(self.mechanism, self.elasticity, self.calculates_forces)
            probe = Probe(self.mechanism, replay)
            for one in missing:
                probe.add(*one)
            reading = Reading(replay, probe.quantities, None, [])
            read(reading, self.positions)
            self._histories.update(zip(missing, histories(reading), strict=True))
        return [self._histories[one] for one in wanted]

    @cached_property
    def buffers(self) -> dict[int, NDArray[Any]]:
        """All buffers of the deck, by number, in its order."""
        stores = self.deck.stores
        found = self.quantities([asked(store) for store in stores])
        return {s.buffer: history for s, history in zip(stores, found, strict=True)}

    def buffer(self, number: int) -> NDArray[Any]:
        """The history of a buffer of the deck."""
        if number not in self.buffers:
            raise KeyError(f"the deck stores no buffer {number}; it stores {', '.join(map(str, self.buffers))}")
        return self.buffers[number]

    def __getitem__(self, name: str) -> NDArray[Any]:
        store = self._store(name)
        return self.quantity(store.word, store.subject, store.inputs)

    def _store(self, name: str) -> Store:
        """`x16`, `sigma 10`, `bufx1 16 1` … -> what STORAGE would say."""
        match = re.fullmatch(r"\s*(?:buf)?([a-z]+\d*?)((?:\s+-?\d+)*|-?\d+)\s*", name)
        word, numbers = (match[1], [int(n) for n in match[2].split()]) if match else (name, [])
        word = f"buf{_SHORT.get(word, word)}"
        if word not in QUANTITIES:
            near = nearest(name, [known.removeprefix("buf") for known in QUANTITIES])
            raise KeyError(f"no quantity {name!r}" + (f"; did you mean {near!r}?" if near else ""))
        roles = [c for c in columns(RECORDS[word].signature) if c.role != "buffer"]
        required = [c for c in roles if not c.optional]
        if len(numbers) not in (len(required), len(roles)):
            takes = " ".join(f"[{c.name}]" if c.optional else c.name for c in roles)
            raise KeyError(f"{name!r}: {word.removeprefix('buf')} takes {takes or 'no numbers'}")
        for column, number in zip(roles, numbers, strict=False):
            if number not in self._known[column.role]:
                raise KeyError(f"{name!r}: the deck has no {column.role} {number}")
        if word == "bufreac" and self.mechanism.places[self.mechanism.index[numbers[0]]].moving:
            raise KeyError(f"{name!r}: co-ordinate {numbers[0]} moves; the frame acts on fixed ones")
        if word == "bufconn":
            element = next(e for e in self.deck.elements if e.number == numbers[0])
            if numbers[1] not in element.coordinates:
                raise KeyError(f"{name!r}: element {numbers[0]} has no co-ordinate {numbers[1]}")
        return Store(word, tuple(numbers[: len(required)]), 0, tuple(numbers[len(required) :]))

    @cached_property
    def _known(self) -> dict[str, set[int]]:
        return {
            "coordinate": set(self.mechanism.coordinates),
            "parameter": set(self.mechanism.parameters),
            "input": set(range(1, self.deck.inputs + 1)),
            "element": {element.number for element in self.deck.elements},
        }

    @cached_property
    def extremes(self) -> dict[int, Extreme]:
        """Extremes of every buffer that has numbers."""
        return {n: extreme(history) for n, history in self.buffers.items() if np.any(np.isfinite(history))}

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
        curves = (c.title or f"{self.name(c.y)} against {self.name(c.x)}" for c in picture.curves)
        return "; ".join(curves) or "the mechanism"

    def to_pandas(self) -> pandas.DataFrame:
        """The buffers as a table, indexed by time; needs pandas."""
        import pandas

        return pandas.DataFrame(self.buffers, index=pandas.Index(self.time, name="time"))

    def __repr__(self) -> str:
        title = f" {self.deck.title!r}" if self.deck.title else ""
        state = "complete" if self.complete else "incomplete"
        return (f"<runmec result{title}: {self.deck.job}, {len(self)} positions, {len(self.deck.stores)} buffers, "
                f"{state}>")  # fmt: skip

    def plot(self, *buffers: int) -> Figure:
        """A curve of pairs of buffers, as `plotcurv` draws it: `plot(101, 102)`, `plot(100, 201, 100, 202)`."""
        from ..drawing.curves import picture

        if len(buffers) < 2 or len(buffers) % 2:
            raise ValueError("plot takes pairs of buffers, x and y: plot(101, 102)")
        for number in buffers:
            self.buffer(number)
        pairs = zip(buffers[::2], buffers[1::2], strict=True)
        return picture(self, Picture(tuple(Curve(x, y) for x, y in pairs), ()))

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
        return self.film()._repr_html_()


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
    return Extreme(float(clean[least]), least + 1, float(clean[most]), most + 1)
