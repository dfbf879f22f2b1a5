"""Slips of a name: every name in a deck, changed in turn to another of its kind and to one that does not exist.

`python -m tests.slips DECK.mec …` counts those that are neither told by a message nor seen in a picture,
and of these the ones that are not seen in the tables of the account either. A picture shows a slip if a curve, a
symbol, or the name of an axis or curve is another one.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import runmec
from runmec.diagnostics import DeckError
from runmec.drawing.plan import plan
from runmec.drawing.symbols import symbols
from runmec.results.summary import extremes
from runmec.symbols.display import shapes

NAME = re.compile(r"[A-Za-z]\w*(?:\.\w+)?")
ABSENT = "nowhere"


class Slip(NamedTuple):
    line: int
    written: str
    meant: str
    text: str  # of the whole deck


def slips(text: str) -> Iterator[Slip]:
    """Every name of a point, angle, element or buffer, and the element and form of `crank.angb`."""
    deck = runmec.loads(text)
    names = deck.names
    kinds = [
        list(dict.fromkeys(names.points.values())),
        [names.element(element.number) for element in deck.elements],
        [names.buffer(store.buffer) for store in deck.stores],
    ]
    kinds = [[name for name in kind if not name.isdigit()] for kind in kinds]
    lines = text.splitlines()
    text = "\n".join(line.partition(";")[0] for line in lines)
    for at, line in enumerate(lines):
        code, semicolon, remark = line.partition(";")
        for found in NAME.finditer(code):
            is_alone = len(re.findall(rf"\b{found.group()}\b", text)) == 1
            for wrong in _wrong(found.group(), kinds, deck, code[: found.start()].split()[:1]):
                if wrong == found.group() or (is_alone and wrong == ABSENT):
                    continue  # no slip: there is no other, or another name is given to what nobody refers to
                changed = code[: found.start()] + wrong + code[found.end() :]
                whole = "\n".join([*lines[:at], changed + semicolon + remark, *lines[at + 1 :]]) + "\n"
                yield Slip(at + 1, wrong, found.group(), whole)


def _wrong(name: str, kinds: list[list[str]], deck: runmec.Deck, word: list[str]) -> Iterator[str]:
    if not word:
        return
    owner, _, part = name.partition(".")
    points, elements, buffers = kinds
    if part:
        for kind in (points, elements):
            if owner in kind:
                yield f"{_next(owner, kind)}.{part}"
                yield f"{ABSENT}.{part}"
        if owner in elements:
            number = next(e for e in deck.elements if deck.names.element(e.number) == owner)
            yield f"{owner}.{_next(part, list(deck.kinds[number.kind].forms))}"
        elif owner in points:
            yield f"{owner}.{'y' if part == 'x' else 'x'}"
        return
    is_store = word[0].startswith("buf") or word[0] in ("PRINTBUF", "plotcurv")
    for kind in (buffers, points, elements) if is_store else (points, elements, buffers):
        if name in kind and len(kind) > 1:
            yield _next(name, kind)
            yield ABSENT
            return


def _next(name: str, kind: list[str]) -> str:
    return kind[(kind.index(name) + 1) % len(kind)] if name in kind else ABSENT


class Seen(NamedTuple):
    messages: tuple[str, ...]
    pictures: tuple[object, ...] = ()
    table: tuple[object, ...] = ()


def seen(text: str) -> Seen:
    """What a user is told and shown of a deck."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = runmec.run(runmec.loads(text))
    except runmec.CalculationError as error:
        return Seen((f"{error.diagnostic.code} {error.diagnostic.message}",))
    except DeckError as error:
        return Seen(tuple(f"{d.code} {d.message}" for d in error.diagnostics))
    told = tuple(f"{d.code} {d.message}" for d in (*result.deck.warnings, *result.warnings))
    return Seen(told + ((str(result.failure),) if result.failure else ()), _shown(result), _printed(result))


def _printed(result: runmec.Result) -> tuple[object, ...]:
    lists = [line.buffers for line in result.deck.prints]
    return *lists, *extremes(result)


def _shown(result: runmec.Result) -> tuple[object, ...]:
    found: list[object] = []
    start = result.positions.x[:, 0]
    for symbol in symbols(result.mechanism):
        for shape in shapes(symbol, start, 1.0):
            found.append((shape.style, _digits(shape.xs), _digits(shape.ys)))
    for picture in result.deck.pictures:
        found.append(plan(result, picture))
        found += [_digits(result.buffer(number)) for curve in picture.curves for number in (curve.x, curve.y)]
    return tuple(found)


def _digits(numbers: object) -> tuple[float, ...]:
    return tuple(np.round(np.asarray(numbers, dtype=float), 9).tolist())


def count(text: str) -> tuple[int, list[Slip], list[Slip]]:
    """How many slips there are, those neither told nor in a picture, and of these the ones not in a table either."""
    right = seen(text)
    total, silent, hidden = 0, [], []
    for slip in slips(text):
        total += 1
        found = seen(slip.text)
        if set(found.messages) - set(right.messages) or found.pictures != right.pictures:
            continue
        silent.append(slip)
        if found.table == right.table:
            hidden.append(slip)
    return total, silent, hidden


def main(paths: list[str]) -> None:
    total, unnoticed, unseen = 0, 0, 0
    for path in paths:
        number, silent, hidden = count(Path(path).read_text())
        print(f"{Path(path).name}: {number} slips, {len(silent)} neither told nor in a picture")
        for slip in silent:
            where = "nowhere" if slip in hidden else "in a table"
            line = slip.text.splitlines()[slip.line - 1].strip()
            print(f"  line {slip.line}: {slip.written} for {slip.meant}, seen {where}: {line}")
        total, unnoticed, unseen = total + number, unnoticed + len(silent), unseen + len(hidden)
    print(f"{total} slips; neither told nor in a picture: {unnoticed}; nor in a table: {unseen}")


if __name__ == "__main__":
    main(sys.argv[1:])
