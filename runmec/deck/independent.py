"""Which of more parameters than needed are independent, by numbers: the set from which the position follows.

Counts and patterns cannot tell: what is too much is often so by its geometry alone (Bennett, parallelograms with three
cranks). Rows are judged in the order of classes, so that a rigid parameter never gives way to an elastic one, and
within a class in the order of the deck, which keeps groups small.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from librt.vecs import vec

from ..dynamics import DYNAMICS, ElasticKind
from ..engine.independence import Basis, size_of
from .model import Deck

#: of D: derivatives of a parameter to the moving co-ordinates
Row: TypeAlias = vec[float]

RANK = 1e-5  # of a row, what is left of it beside those accepted: below, it says nothing new. Rounded data have 1e-7
ORDERLY = (0.1, 1e-2, 1e-3, 1e-4, RANK)  # a row of which little is left is put off: the next one may hold better
CAREFUL = (0.5, 0.3, 0.2, *ORDERLY)


def independent(
    D: Sequence[Row], classes: Sequence[Sequence[int]], passes: Sequence[float] = ORDERLY
) -> tuple[list[int], Basis]:
    """Rows of an independent set, sorted, and what they span.

    Columns of `D` are measured in units of the mechanism.
    """
    span = Basis(len(D[0]) if D else 0)
    chosen: list[int] = []
    for waiting in classes:
        for least in passes:
            put_off: list[int] = []
            for row in waiting:
                left = span.left(D[row])
                size = size_of(left)
                if len(chosen) < span.columns and size > least * size_of(D[row]):
                    span.add(left, size)
                    chosen.append(row)
                else:
                    put_off.append(row)
            waiting = put_off
    return sorted(chosen), span


def loose(span: Basis) -> list[Row]:
    """Directions that nothing holds: each time along the co-ordinate that is held least."""
    whole = Basis(span.columns)
    whole.rows = list(span.rows)
    units = [vec[float]([float(k == i) for k in range(span.columns)]) for i in range(span.columns)]
    for _ in range(span.columns - len(span.rows)):
        left = max((whole.left(unit) for unit in units), key=size_of)
        whole.add(left, size_of(left))
    return whole.rows[len(span.rows) :]


def classes_of(deck: Deck) -> tuple[list[int], list[int], list[int]]:
    """Rows: inputs and norms of turning nodes; rigid parameters; elastic ones."""
    first = deck.prescribed - deck.inputs
    yields = elastic_parameters(deck)
    rest = range(first)
    return (
        [*range(first, deck.prescribed + len(deck.structure.norms))],
        [row for row in rest if row + 1 not in yields],
        [row for row in rest if row + 1 in yields],
    )


def elastic_parameters(deck: Deck) -> set[int]:
    """Prescribed parameters that yield."""
    elements = {element.number: element for element in deck.elements}
    found: set[int] = set()
    for line in deck.of_all(ElasticKind):
        word = DYNAMICS[line.word]
        assert isinstance(word, ElasticKind)
        if word.fits is None:
            found |= {line.subject} if word.yields(line.values, 0) else set()
            continue
        kind = deck.kinds[elements[line.subject].kind]
        soft = {mode for mode in range(len(kind.elastic)) if word.yields(line.values, mode)}
        found |= {
            f.parameter
            for f in deck.forms
            if f.element == line.subject and f.parameter > 0 and kind.mode_of(f.form) in soft
        }
    return found
