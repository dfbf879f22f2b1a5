"""What a calculation gives: arrays of every quantity, stored or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from ..deck.model import Deck, Picture, Store
from ..deck.nearest import nearest
from ..deck.said import store_name
from ..diagnostics import Diagnostic
from ..engine.columns import Column, finite
from ..model.mechanism import Mechanism
from ..motion.positions import Positions, bytes_of, numbers_of
from ..motion.session import Session
from ..outputs import SIGMA
from . import derived, presented
from .asking import Asked, quantities_of
from .extremes import ByBuffer, Extreme, Extremes, extreme, rounding
from .quantities import read_columns
from .trust import Trust
from .units import ShownUnit, unit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .profiles import Outline


def asked(store: Store) -> Asked:
    """What a line of STORAGE asks for."""
    return store.word, store.asks, store.inputs


def driving_forces(mech: Mechanism) -> list[Asked]:
    return [(SIGMA.word, (number,), ()) for number in mech.parameters[mech.m]]


@dataclass(repr=False, eq=False)
class Result:
    """The motion of a deck and all that follows from it. Axes: quantity first, position last.

    A mapping of the buffers of the deck: `result["drive"]`, `result[101]`, `for name in result`, `result.items()`. Its
    length is the number of positions, as that of each array in it.

    And of any other quantity: `result["C.x"]`, `result["crank.angb"]`, `result["C"]` (both co-ordinates of a point), or
    a word of STORAGE without `buf` and what it takes, `result["dx C.x"]`, `result["sigma crank.angb"]`,
    `result["x1 16 1"]`, `result["conn 4 12"]`.

    Examples
    --------
    >>> result = runmec.run("inputs/six_bars/watt_2.mec")
    >>> len(result), result.complete
    (181, True)
    >>> print(f"the rocker swings by {np.degrees(np.ptp(result['psi'])):.1f}°")
    the rocker swings by 64.0°
    >>> result["D"].shape
    (2, 181)
    >>> "dx D.x" in result, "x Q" in result
    (True, False)
    """

    deck: Deck
    session: Session
    positions: Positions
    sums: Trust  # of the mechanism
    energy_drifts: tuple[tuple[float, float], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    failure: Diagnostic | None = None
    solve_seconds: float = 0.0
    _columns: dict[Asked, Column] = field(default_factory=dict)

    @property
    def mechanism(self) -> Mechanism:
        return self.session.mechanism

    @property
    def complete(self) -> bool:
        """Whether the whole movement was calculated; else `failure` says why not."""
        return self.failure is None

    @property
    def time(self) -> NDArray[Any]:
        """The time in every position."""
        return self.positions.time

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def calculates_forces(self) -> bool:
        return self.session.with_forces

    def quantity(self, word: str, subject: tuple[int, ...] = (), inputs: tuple[int, ...] = ()) -> NDArray[Any]:
        """The history of a quantity by its word of STORAGE and the numbers of what it is of.

        Parameters
        ----------
        word : str
            The word, ``bufdx1``.
        subject : tuple of int
            Numbers in the order of the word: an element, a co-ordinate, a parameter.
        inputs : tuple of int
            The inputs of a transfer function; input 1 where there are none.

        Returns
        -------
        numpy.ndarray
            One value a position.

        Examples
        --------
        >>> result = runmec.run("inputs/example8.mec")
        >>> np.array_equal(result.quantity("bufdx1", (16,)), result["dx 16"])
        True
        """
        return self.quantities([(word, subject, inputs)])[0]

    def quantities(self, wanted: Sequence[Asked]) -> list[NDArray[Any]]:
        """Histories of several quantities, read in one pass; no numbers where the job calculates no forces."""
        return [_array(one) for one in self.columns(wanted)]

    def columns(self, wanted: Sequence[Asked]) -> list[Column]:
        """The same as packed columns, which arrays are made of where somebody wants them."""
        with self.session.lock:
            missing = [one for one in dict.fromkeys(wanted) if one not in self._columns]
            if missing:
                found = read_columns(self.session, self.positions, missing)
                self._columns.update(zip(missing, found, strict=True))
            return [self._columns[one] for one in wanted]

    @property
    def driving(self) -> list[NDArray[Any]]:
        """σ of every input (nt,); none where the job calculates no forces."""
        return self.quantities(driving_forces(self.mechanism)) if self.calculates_forces else []

    @cached_property
    def stored(self) -> ByBuffer[Column]:
        """All buffers of the deck as columns, in its order, by number; names are found too."""
        stores = self.deck.stores
        found = self.columns([asked(store) for store in stores])
        return ByBuffer(self.deck, {s.buffer: history for s, history in zip(stores, found, strict=True)})

    @cached_property
    def buffers(self) -> ByBuffer[NDArray[Any]]:
        """All buffers of the deck, in its order, by number; names are found too."""
        return ByBuffer(self.deck, {number: _array(history) for number, history in self.stored.items()})

    def buffer(self, called: int | str) -> NDArray[Any]:
        """The history of a buffer of the deck.

        Parameters
        ----------
        called : int or str
            Its number or name.

        Returns
        -------
        numpy.ndarray
            One value a position.

        Raises
        ------
        KeyError
            Where the deck stores no such buffer.

        Examples
        --------
        >>> runmec.run("inputs/example8.mec").buffer(100).size
        121
        """
        return self.buffers[self.number(called)]

    def number(self, called: int | str) -> int:
        """The number of a buffer."""
        found = called if isinstance(called, int) else self.deck.names.find("buffer", called)
        if found is None or found not in self.stored:
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
        return found[0] if len(found) == 1 else _stacked(found)

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
            return index(cast(SupportsIndex, asked)) in self.stored
        except (KeyError, TypeError):
            return False

    def __iter__(self) -> Iterator[int | str]:
        return iter(self.keys())

    def keys(self) -> list[int | str]:
        """What the buffers of the deck are called.

        Returns
        -------
        list of int or str
            Their names, or numbers where they have none, in the order of the deck.

        Examples
        --------
        >>> runmec.run("inputs/six_bars/watt_2.mec").keys()
        ['now', 'psi', 'chi', 'dpsi', 'dchi']
        """
        return [self.key(number) for number in self.stored]

    def values(self) -> list[NDArray[Any]]:
        return list(self.buffers.values())

    def items(self) -> list[tuple[int | str, NDArray[Any]]]:
        """Names (or numbers) of the buffers with their histories.

        Returns
        -------
        list of tuple
            In the order of the deck.

        Examples
        --------
        >>> [name for name, history in runmec.run("inputs/six_bars/watt_2.mec").items() if history.max() > 3]
        ['chi', 'dchi']
        """
        return list(zip(self.keys(), self.values(), strict=True))

    def key(self, buffer: int) -> int | str:
        """The name of a buffer, or its number where it has none."""
        names = self.deck.names
        return names.buffer(buffer) if names.has("buffer", buffer) else buffer

    def unit(self, buffer: int | str) -> ShownUnit:
        """Of what a buffer holds.

        Parameters
        ----------
        buffer : int or str
            Its number or name.

        Returns
        -------
        Unit
            ``.symbol`` in files, ``.shown`` on axes; empty where the deck does not say `UNITS SI`.

        Examples
        --------
        >>> result = runmec.run("inputs/machines/servo_table.mec")
        >>> {name: result.unit(name).symbol for name in result}
        {'phi': 'rad', 'speed': 'rad/s', 'M': 'N·m', 'P': 'W', 'Jred': 'kg·m²', 't': 's'}
        """
        return unit_of(self.mechanism, self.store(self.number(buffer)))

    @cached_property
    def extremes(self) -> Extremes:
        """Smallest and largest value of every buffer that has numbers, by number or name, and where they stand.

        Examples
        --------
        >>> extremes = runmec.run("inputs/six_bars/watt_2.mec").extremes
        >>> round(extremes["psi"].at_least, 2)
        0.0
        """
        stores = [store for store in self.deck.stores if finite(self.stored[store.buffer])]
        found = dict(zip([store.buffer for store in stores], self.over_motion(stores), strict=True))
        return Extremes(self.deck, found, {n: self.unit(n).symbol for n in found})

    def over_motion(self, stores: Sequence[Store]) -> list[Extreme]:
        """Extremes of what lines of STORAGE ask for, between rows too; forces share the rounding of the largest."""
        costly = [store.kind.of_vibrations for store in stores]
        finer = iter(self.finer.columns([asked(s) for s, own in zip(stores, costly, strict=True) if not own]))
        own = iter(self.columns([asked(s) for s, own in zip(stores, costly, strict=True) if own]))
        found = [
            (next(own), self.positions, 1) if is_own else (next(finer), self.finer.positions, self.finer.times)
            for is_own in costly
        ]
        forces = [rounding(one[0]) for store, one in zip(stores, found, strict=True) if store.kind.is_effort]
        noise = max(forces, default=0.0)
        return [
            extreme(*one, noise=noise, has_poles=not self.deck.is_driven) if store.kind.is_effort else extreme(*one)
            for store, one in zip(stores, found, strict=True)
        ]

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
        said += [f"free body of {names.element(b.element)} in position {b.position}" for b in picture.bodies]
        return "; ".join(said) or "the mechanism"

    # what follows from it
    linearise = derived.linearise
    drive = derived.drive
    frequencies = derived.frequencies
    spectrum = derived.spectrum
    sensitivity = derived.sensitivity
    trust = cached_property(derived.trust)
    joints = cached_property(derived.joints)
    finer = cached_property(derived.finer)
    causes = cached_property(derived.causes)
    stability = cached_property(derived.stability)
    modes = cached_property(derived.modes)
    cams = cached_property(derived.cams)
    figures = cached_property(derived.figures)

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """Its cams, as they are drawn."""
        if not self.cams:
            return ()
        from .profiles import outline

        return tuple(outline(self.mechanism, cam) for cam in self.cams)

    # what it is shown as
    plot = presented.plot
    draw = presented.draw
    film = presented.film
    to_pandas = presented.to_pandas
    to_xarray = presented.to_xarray
    _repr_html_ = presented.html

    def __getstate__(self) -> dict[str, Any]:
        """The deck and its rows, and what was found; the mechanism is made again where it is asked for."""
        own = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "session"}
        return own | {"_columns": {one: bytes_of(history) for one, history in self._columns.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        columns = {one: numbers_of(history) for one, history in state["_columns"].items()}
        self.__dict__.update(state, session=Session(state["deck"]), _columns=columns)

    def __repr__(self) -> str:
        title = f" {self.deck.title!r}" if self.deck.title else ""
        state = "complete" if self.complete else "incomplete"
        return (
            f"<runmec result{title}: {self.deck.job}, {len(self)} positions, {len(self.deck.stores)} buffers, {state}>"
        )


def _array(history: Column) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(memoryview(history))


def _stacked(histories: Sequence[NDArray[Any]]) -> NDArray[Any]:
    import numpy as np

    return np.stack(histories)
