"""Where a mechanism in space does not come out: nodes that spin freely, parameters of which one is too many.

Found by numbers, at the starting estimate: in space counts alone tell little. Asked only where counts do not agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.coordinate import ANGLE, EULER, Coordinate, X, Y, Z
from .model import Deck
from .turning import parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_AXES = {"x": X, "y": Y, "z": Z, "b": ANGLE, "l": EULER}
_NOTHING = 1e-9  # of the largest singular value


def spinning(deck: Deck) -> list[int]:
    """Turning nodes that can turn alone while everything else stands still."""
    import numpy as np

    D, columns = _matrix(deck)
    found = []
    for node in deck.structure.norms:
        own = D[:, [columns[number] for number in parts(node)]]
        sizes = np.linalg.svd(own, compute_uv=False) if own.size else np.zeros(4)
        if len(sizes) < 4 or sizes[3] <= _NOTHING * max(1.0, sizes[0]):
            found.append(node)
    return found


def dispensable(deck: Deck) -> list[int]:
    """Prescribed parameters that hold what others hold already: any one of them can be left out, but for inputs."""
    import numpy as np

    D, _ = _matrix(deck)
    held = D[: deck.prescribed - deck.inputs]
    norms = D[deck.prescribed :]
    rows = np.concatenate([held, norms])
    U, sizes, _ = np.linalg.svd(rows)
    rank = int(np.sum(sizes > 1e-7 * sizes[0])) if len(sizes) else 0
    between = U[:, rank:]  # combinations of rows that vanish
    weight = np.max(np.abs(between), axis=1, initial=0.0) if between.size else np.zeros(len(rows))
    return [k + 1 for k in range(len(held)) if weight[k] > 1e-6]


def _matrix(deck: Deck) -> tuple[Floats, dict[int, int]]:
    """D of prescribed parameters, then of norms, to the moving co-ordinates at the estimate."""
    import numpy as np

    value = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    columns = {c.number: at for at, c in enumerate(deck.moving)}
    D = np.zeros((deck.prescribed + len(deck.structure.norms), len(columns)))
    elements = {element.number: element for element in deck.elements}
    for line in deck.forms:
        if line.parameter <= 0:
            continue
        element = elements[line.element]
        kind = deck.kinds[element.kind]
        number = dict(zip(kind.coordinates, element.coordinates, strict=True))
        measure = kind.forms[line.form]
        places = [Coordinate(number[name], value[number[name]], True, _AXES[name[0]]) for name in measure.needs]
        form = measure.form(places, deck.data_of(element))
        form.look()
        for entry in form.entries:
            if entry.of.at in columns:
                D[line.parameter - 1, columns[entry.of.at]] += line.factor * entry.d
    for at, node in enumerate(deck.structure.norms, start=deck.prescribed):
        for own in parts(node):
            D[at, columns[own]] = 2.0 * value[own]
    return np.nan_to_num(D), columns
