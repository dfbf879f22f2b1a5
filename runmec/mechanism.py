"""Deck -> Mechanism: numbering from zero, index sets, tables of elements, masses and loads.

The constant side of a calculation. Deck numbers end here; `labels` lead back for messages.
Symbols, here and in all that follows (book's letters; axes: quantity first, position last):

    x    co-ordinates (nx, …)          c, o  index sets: moving, fixed co-ordinates
    e    form parameters (ne, …)       p     prescribed rows 0 … np−1, m the inputs, last of them
    D    ∂e/∂x, as values of its entries (nnz, …)
    x1, x2     transfer functions of first and second order
    dx1, dx2   velocity, acceleration;  de1, de2 those of the inputs
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .beam_rest import rest_angle
from .deck.kinds import KINDS, depends_on
from .deck.model import Deck
from .deck.structure import Structure

Floats = NDArray[Any]  # of doubles; numpy's own stubs lose the precision on the way
Ints = NDArray[np.intp]


class FormUse(NamedTuple):
    """All uses of one form parameter of one kind: e[rows] += factors · e_k[form][elements]."""

    form: int
    elements: Ints
    rows: Ints
    factors: Floats
    angles: Ints | None  # slots of angles that jump by 2π in arctan2


class Entry(NamedTuple):
    """All entries of D from one form and one co-ordinate of a kind."""

    form: int
    coordinate: int
    elements: Ints
    slots: Ints
    factors: Floats
    slots_repeat: bool


class Table(NamedTuple):
    """All elements of a kind."""

    kind: str
    dofs: Ints  # (co-ordinates of the kind, elements)
    forms: tuple[FormUse, ...]
    entries: tuple[Entry, ...]


class Block(NamedTuple):
    """A group: its square part of D^pc and what it takes from earlier groups."""

    rows: Ints
    columns: Ints
    own: Ints  # (n, n) places in the values of D; the last place holds a zero
    earlier_columns: Ints
    earlier: Ints  # (n, k)


class Springs(NamedTuple):
    rows: Ints
    stiffness: Floats
    at_zero: Floats
    low: Floats  # e1, -inf for a plain spring
    high: Floats
    stiffness_low: Floats
    stiffness_high: Floats


class Bars(NamedTuple):
    """Uniform masses along PQ."""

    dofs: Ints  # (4, n): xP yP xQ yQ
    mass: Floats


class Beams(NamedTuple):
    """Uniform masses of BEAM, consistent with the bending shape."""

    dofs: Ints  # (6, n)
    mass: Floats
    rest: Floats  # (n,) ψP + ψQ without bending


class BeamElasticity(NamedTuple):
    """`stiff` of one beam: rows and factors of its lenl, angp, angq (row −1 where not a parameter)."""

    dofs: Ints
    EA: float
    EI: float
    uses: tuple[tuple[int, int, float], ...]  # (0 lenl, 1 angp, 2 angq; row; factor)


@dataclass(frozen=True, eq=False)
class Mechanism:
    deck: Deck
    structure: Structure
    coordinates: tuple[int, ...]  # deck numbers in the order of x
    parameters: tuple[int, ...]  # deck numbers in the order of e
    x0: Floats
    c: Ints
    o: Ints
    prescribed: int
    inputs: int
    tables: tuple[Table, ...]
    angle_count: int
    entry_rows: Ints  # (nnz,) of the values of D
    entry_columns: Ints
    blocks: tuple[Block, ...]
    lumped: tuple[Ints, Floats]  # co-ordinates, masses
    bars: Bars
    beams: Beams
    gravity: Floats  # (2,)
    axis: Floats  # (2, nx): 1 where the co-ordinate is an x, a y
    springs: Springs
    dampers: tuple[Ints, Floats]
    flexible: tuple[Ints, Floats]
    elastic_beams: tuple[BeamElasticity, ...]

    @cached_property
    def index(self) -> dict[int, int]:
        return {number: at for at, number in enumerate(self.coordinates)}

    @cached_property
    def row(self) -> dict[int, int]:
        return {number: at for at, number in enumerate(self.parameters)}

    @property
    def m(self) -> slice:
        """Rows of the inputs."""
        return slice(self.prescribed - self.inputs, self.prescribed)

    @cached_property
    def size(self) -> float:
        """A length that the mechanism is about as large as."""
        lengths = np.any(self.axis > 0, axis=0)
        found = [np.ptp(self.x0[self.axis[a] > 0]) for a in (0, 1) if np.any(self.axis[a] > 0)]
        spread = max(found, default=0.0)
        return float(spread or np.max(np.abs(self.x0[lengths]), initial=0.0) or 1.0)

    @cached_property
    def group_units(self) -> Floats:
        """(groups,) size of the smallest element of every group, in units of `size`: what its positions are to be
        measured by. Lengths of nothing (a point in a bearing) do not count."""
        lengths: dict[int, float] = {}
        for element in self.deck.elements:
            at = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
            xP, yP, xQ, yQ = (self.x0[self.index[at[name]]] for name in ("xP", "yP", "xQ", "yQ"))
            lengths[element.number] = float(np.hypot(xQ - xP, yQ - yP)) / self.size
        found = []
        for group in self.structure.groups:
            known = [lengths[number] for number in group.elements if lengths[number] > 1e-9]
            found.append(min([1.0, *known]))
        return np.array(found)

    @cached_property
    def blocks_by_size(self) -> tuple[tuple[Ints, Ints, Ints], ...]:
        """Of every size: numbers of the blocks (k,), places of their own entries (k, n, n), columns (k, n)."""
        found: dict[int, list[int]] = {}
        for number_, block in enumerate(self.blocks):
            found.setdefault(len(block.rows), []).append(number_)
        return tuple(
            (
                _ints(which),
                np.stack([self.blocks[g].own for g in which]),
                np.stack([self.blocks[g].columns for g in which]),
            )
            for which in found.values()
        )

    @cached_property
    def is_length(self) -> NDArray[np.bool_]:
        """Which parameters are lengths; the others are angles."""
        found = np.zeros(len(self.parameters), dtype=bool)
        for form in self.deck.forms:
            found[self.row[form.parameter]] |= form.form.startswith("len")
        return found

    @cached_property
    def parameter_scale(self) -> Floats:
        """What counts as 1 for every parameter: its factor times `size`, or times a radian."""
        found = np.zeros(len(self.parameters))
        for form in self.deck.forms:
            r = self.row[form.parameter]
            found[r] = max(found[r], abs(form.factor) * (self.size if form.form.startswith("len") else 1.0))
        return found

    @cached_property
    def scale(self) -> Floats:
        """What counts as 1 for every co-ordinate: `size` for lengths, a radian for angles."""
        lengths = np.any(self.axis > 0, axis=0)
        return np.where(lengths, self.size, 1.0)

    @cached_property
    def entry_weights(self) -> Floats:
        """What an entry of D counts for the size of its row: an angle in the row of a length has a lever as long as
        that has grown, which says nothing about how well the row can be solved."""
        is_lever = self.is_length[self.entry_rows] & ~np.any(self.axis > 0, axis=0)[self.entry_columns]
        return np.where(is_lever, 0.0, self.scale[self.entry_columns])


def number(deck: Deck) -> Mechanism:
    """The mechanism that a checked deck describes."""
    structure = Structure(deck)
    given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    coordinates = tuple(sorted(given))
    index = {n: at for at, n in enumerate(coordinates)}
    dependent = sorted({f.parameter for f in deck.forms if f.parameter < 0}, reverse=True)
    parameters = (*range(1, deck.prescribed + 1), *dependent)
    row = {n: at for at, n in enumerate(parameters)}
    moving = {c.number for c in deck.moving}
    tables, entry_rows, entry_columns, angle_count = _tables(deck, index, row)
    axis = _axes(deck, index)
    magnitude, angle = (deck.gravities[0].magnitude, deck.gravities[0].angle) if deck.gravities else (0.0, 0.0)
    x0 = np.array([given[n] for n in coordinates], dtype=float)
    return Mechanism(
        deck=deck,
        structure=structure,
        coordinates=coordinates,
        parameters=parameters,
        x0=x0,
        c=_ints(index[n] for n in coordinates if n in moving),
        o=_ints(index[n] for n in coordinates if n not in moving),
        prescribed=deck.prescribed,
        inputs=deck.inputs,
        tables=tables,
        angle_count=angle_count,
        entry_rows=entry_rows,
        entry_columns=entry_columns,
        blocks=_blocks(structure, index, entry_rows, entry_columns),
        lumped=(_ints(index[i.coordinate] for i in deck.inertias), _floats(i.mass for i in deck.inertias)),
        bars=_bars(deck, index),
        beams=_beams(deck, index, x0),
        gravity=magnitude * np.array([np.cos(angle), np.sin(angle)]),
        axis=axis,
        springs=_springs(deck, row),
        dampers=(_ints(row[d.parameter] for d in deck.dampers), _floats(d.constant for d in deck.dampers)),
        flexible=(_ints(row[f.parameter] for f in deck.flexes), _floats(f.flexibility for f in deck.flexes)),
        elastic_beams=_elastic_beams(deck, index, row),
    )


def _ints(values: Any) -> Ints:
    return np.array(list(values), dtype=np.intp)


def _floats(values: Any) -> Floats:
    return np.array(list(values), dtype=float)


def _tables(deck: Deck, index: dict[int, int], row: dict[int, int]) -> tuple[tuple[Table, ...], Ints, Ints, int]:
    by_number = {element.number: element for element in deck.elements}
    place: dict[int, int] = {}
    members: dict[str, list[int]] = {}
    for element in deck.elements:
        place[element.number] = len(members.setdefault(element.kind, []))
        members[element.kind].append(element.number)
    slots: dict[tuple[int, int], int] = {}
    angle_count = 0
    uses: dict[tuple[str, int], list[tuple[int, int, float, int]]] = {}
    entries: dict[tuple[str, int, int], list[tuple[int, int, float]]] = {}
    for form in deck.forms:
        element = by_number[form.element]
        facts = KINDS[element.kind]
        i, k, r = list(facts.forms).index(form.form), place[form.element], row[form.parameter]
        jumps = form.form.startswith("ang") and element.kind != "TR1"
        slot = angle_count if jumps else -1
        angle_count += jumps
        uses.setdefault((element.kind, i), []).append((k, r, form.factor, slot))
        needed = depends_on(element.kind, form.form, element.coordinates)
        for j, (name, number) in enumerate(zip(facts.coordinates, element.coordinates, strict=True)):
            if name in facts.forms[form.form] and number in needed:
                at = slots.setdefault((r, index[number]), len(slots))
                entries.setdefault((element.kind, i, j), []).append((k, at, form.factor))
    tables = []
    for kind, numbers in members.items():
        dofs = np.array([[index[c] for c in by_number[n].coordinates] for n in numbers], dtype=np.intp).T
        forms = [_form_use(i, rows) for (name, i), rows in uses.items() if name == kind]
        found = [_entry(i, j, rows) for (name, i, j), rows in entries.items() if name == kind]
        tables.append(Table(kind, dofs, tuple(forms), tuple(found)))
    return tuple(tables), _ints(r for r, _ in slots), _ints(c for _, c in slots), angle_count


def _form_use(form: int, rows: list[tuple[int, int, float, int]]) -> FormUse:
    elements, parameter_rows, factors, angles = zip(*rows, strict=True)
    jumps = angles[0] >= 0
    return FormUse(form, _ints(elements), _ints(parameter_rows), _floats(factors), _ints(angles) if jumps else None)


def _entry(form: int, coordinate: int, rows: list[tuple[int, int, float]]) -> Entry:
    elements, slots, factors = zip(*rows, strict=True)
    return Entry(form, coordinate, _ints(elements), _ints(slots), _floats(factors), len(set(slots)) < len(slots))


def _blocks(structure: Structure, index: dict[int, int], rows: Ints, columns: Ints) -> tuple[Block, ...]:
    slot: dict[int, list[tuple[int, int]]] = {}
    for at, (r, c) in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
        slot.setdefault(r, []).append((c, at))
    zero = len(rows)
    moving = {index[number] for number in structure.coordinates}
    found = []
    for block_rows in structure.row_blocks:
        own_columns = [index[structure.coordinates[structure.matched[r]]] for r in block_rows]
        place = {c: at for at, c in enumerate(own_columns)}
        others = sorted({c for r in block_rows for c, _ in slot[r] if c in moving and c not in place})
        other_place = {c: at for at, c in enumerate(others)}
        own = np.full((len(block_rows), len(block_rows)), zero, dtype=np.intp)
        earlier = np.full((len(block_rows), len(others)), zero, dtype=np.intp)
        for i, r in enumerate(block_rows):
            for c, at in slot[r]:
                if c in place:
                    own[i, place[c]] = at
                elif c in other_place:
                    earlier[i, other_place[c]] = at
        found.append(Block(_ints(block_rows), _ints(own_columns), own, _ints(others), earlier))
    return tuple(found)


def _axes(deck: Deck, index: dict[int, int]) -> Floats:
    """Which co-ordinates are x and which y, by their first use."""
    axis = np.zeros((2, len(index)))
    seen = set()
    for element in deck.elements:
        for name, c in zip(KINDS[element.kind].coordinates, element.coordinates, strict=True):
            if c not in seen and name[0] in "xy":
                axis["xy".index(name[0]), index[c]] = 1.0
            seen.add(c)
    return axis


def _dofs(deck: Deck, numbers: list[int], index: dict[int, int], names: tuple[str, ...]) -> Ints:
    by_number = {element.number: element for element in deck.elements}
    found = []
    for n in numbers:
        element = by_number[n]
        c = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
        found.append([index[c[name]] for name in names])
    return np.array(found, dtype=np.intp).reshape(len(numbers), len(names)).T


def _bars(deck: Deck, index: dict[int, int]) -> Bars:
    kind = {element.number: element.kind for element in deck.elements}
    uniforms = [u for u in deck.uniforms if kind[u.element] != "BEAM"]
    dofs = _dofs(deck, [u.element for u in uniforms], index, ("xP", "yP", "xQ", "yQ"))
    return Bars(dofs, _floats(u.mass for u in uniforms))


def _beams(deck: Deck, index: dict[int, int], x0: Floats) -> Beams:
    kind = {element.number: element.kind for element in deck.elements}
    uniforms = [u for u in deck.uniforms if kind[u.element] == "BEAM"]
    dofs = _dofs(deck, [u.element for u in uniforms], index, KINDS["BEAM"].coordinates)
    rest = [rest_angle(deck, u.element, "angp", x) + rest_angle(deck, u.element, "angq", x)
            for u, x in zip(uniforms, x0[dofs].T, strict=True)]  # fmt: skip
    return Beams(dofs, _floats(u.mass for u in uniforms), _floats(rest))


def _springs(deck: Deck, row: dict[int, int]) -> Springs:
    ranges = [s.ranges or (-np.inf, np.inf, 0.0, 0.0) for s in deck.springs]
    return Springs(
        _ints(row[s.parameter] for s in deck.springs),
        _floats(s.stiffness for s in deck.springs),
        _floats(s.at_zero for s in deck.springs),
        *(_floats(r[at] for r in ranges) for at in range(4)),
    )


def _elastic_beams(deck: Deck, index: dict[int, int], row: dict[int, int]) -> tuple[BeamElasticity, ...]:
    names = ("lenl", "angp", "angq")
    found = []
    for stiff in deck.stiffs:
        uses = [
            (names.index(form.form), row[form.parameter], form.factor)
            for form in deck.forms
            if form.element == stiff.element and form.form in names and form.parameter > 0
        ]
        dofs = _dofs(deck, [stiff.element], index, ("xP", "yP", "xQ", "yQ"))[:, 0]
        found.append(BeamElasticity(dofs, stiff.EA, stiff.EI, tuple(uses)))
    return tuple(found)
