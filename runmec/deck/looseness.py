"""D by numbers, at the starting estimate, where counts do not agree: what spins freely, what is independent."""

from __future__ import annotations

from math import isfinite
from random import Random

from librt.vecs import vec

from ..engine.coordinate import ANGLE, EULER, Coordinate, X, Y, Z
from ..engine.independence import Basis, size_of
from .couples import depths
from .independent import Row, classes_of, independent, loose
from .model import Deck, Element
from .turning import parts

_AXES = {"x": X, "y": Y, "z": Z, "b": ANGLE, "l": EULER}
_NOTHING = 1e-9  # of the largest singular value
_ASIDE = 1e-2  # of the mechanism's size, a radian: where a flat estimate is left
_TAKES_PART = 0.1  # of the largest part in a freedom: what is told of it


def chosen(deck: Deck) -> list[int]:
    """Rows of an independent set at the estimate; beside it where it is flat. Fewer than columns: some are loose."""
    classes = classes_of(deck)
    found, _ = independent(_matrix(deck), classes)
    if len(found) < len(deck.moving):
        beside, _ = independent(_matrix(deck, aside=_ASIDE), classes)
        return beside if len(beside) == len(deck.moving) else found
    return found


def freedoms(deck: Deck) -> list[int]:
    """Numbers of co-ordinates that move although all parameters hold."""
    _, span = independent(_matrix(deck), classes_of(deck))
    taking: set[int] = set()
    for way in loose(span):
        most = max(map(abs, way))
        taking |= {at for at, part in enumerate(way) if abs(part) > _TAKES_PART * most}
    return sorted(c.number for at, c in enumerate(deck.moving) if at in taking)


def spinning(deck: Deck) -> list[int]:
    """Turning nodes that can turn alone while everything else stands still."""
    D, columns = _matrix(deck), deck.structure.column
    found = []
    for node in deck.structure.norms:
        own = [vec[float]([row[columns[number]] for row in D]) for number in parts(node)]
        largest = max(1.0, *map(size_of, own))
        held = Basis(len(D))
        for column in own:
            left = held.left(column)
            if size_of(left) > _NOTHING * largest:
                held.add(left, size_of(left))
        if len(held.rows) < len(own):
            found.append(node)
    return found


def _rests(deck: Deck, element: Element, value: dict[int, float]) -> list[float]:
    """What the ends of a beam measure without bending: as `para` says, or at the starting co-ordinates."""
    kind, given = deck.kinds[element.kind], {para.parameter: para.value for para in deck.paras}
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    found = []
    for end in kind.elastic[1:]:
        measure = kind.forms[end]
        form = measure.form([Coordinate(number[n], value[number[n]], True, _AXES[n[0]]) for n in measure.needs])
        form.evaluate()
        own = (f for f in deck.forms if (f.element, f.form) == (element.number, end) and f.parameter in given)
        found.append(next((given[f.parameter] / f.factor for f in own), form.value))
    return found


def _matrix(deck: Deck, aside: float = 0.0) -> list[Row]:
    """D of prescribed parameters, then of norms, to the moving co-ordinates, which are measured by the size.

    `aside`: so far beside the estimate. Of couples the slope 1 stands for all others.
    """
    value = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    size, lengths = deck.size, {n for n, axis in deck.axes.items() if axis in "xyz"}
    columns = deck.structure.column
    unit = {number: size if number in lengths else 1.0 for number in columns}
    rng = Random(8)
    value |= {number: value[number] + aside * unit[number] * rng.uniform(-1.0, 1.0) for number in columns}
    elements = {element.number: element for element in deck.elements}
    none = [0.0] * len(columns)
    rows: dict[int, list[float]] = {p: list(none) for p in {form.parameter for form in deck.forms}}
    for line in deck.forms:
        element = elements[line.element]
        kind = deck.kinds[element.kind]
        number = dict(zip(kind.coordinates, element.coordinates, strict=True))
        measure = kind.forms[line.form]
        places = [Coordinate(number[name], value[number[name]], True, _AXES[name[0]]) for name in measure.needs]
        form = measure.form(places, deck.data_of(element))
        if line.form == kind.axis:
            form.unbend(_rests(deck, element, value))
        form.evaluate()
        for entry in form.entries:
            if entry.of.at in columns:
                rows[line.parameter][columns[entry.of.at]] += line.factor * entry.value * unit[entry.of.at]
    depth = depths(deck)
    for couple in sorted(deck.couples, key=lambda couple: depth.get(couple.parameter, 0)):
        before, other = rows[couple.parameter], rows[couple.other]
        rows[couple.parameter] = [a + couple.factor * b for a, b in zip(before, other, strict=True)]
    D = [rows[p] for p in range(1, deck.prescribed + 1)]
    for node in deck.structure.norms:
        D.append(list(none))
        for own in parts(node):
            D[-1][columns[own]] = 2.0 * value[own]
    return [vec[float]([part if isfinite(part) else 0.0 for part in row]) for row in D]
