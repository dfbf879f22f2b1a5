"""From what a user asks for, `sigma crank.angb`, `C.x`, `dx 16`, to the quantities that a result can give."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import index
from typing import NoReturn, TypeAlias

from ..deck.model import Deck, Store
from ..deck.names import Names
from ..deck.nearest import nearest
from ..model.mechanism import Mechanism
from ..outputs import CALCULATED, FORM, OUTPUTS, PLACE
from ..words import Column, columns

Asked: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]  # word of STORAGE, its subject, inputs

_SHORT = {kind.short: word.removeprefix("buf") for word, kind in OUTPUTS.items() if kind.short}
_CALLED = {"coordinate": "co-ordinate", "driven": "motor on"}
_ORDERS = re.compile(r"(x|dx|e|de|dinp)([12])")
_JOINED = re.compile(r"(?:buf)?([a-z]+?)(-?\d+)")  # x16, sigma10, e-1


def quantities_of(mech: Mechanism, text: str) -> list[Asked]:
    """One quantity; of a point both of its co-ordinates. Raises KeyError with a remedy."""
    words = text.split()
    if not words:
        raise KeyError(f"{text!r} asks for nothing")
    if len(words) == 1:
        found = _of_name(mech, words[0])
        if found:
            return found
        words = _parted(mech, words[0])
    word = words[0].removeprefix("buf")
    word = f"buf{_SHORT.get(word, word)}"
    if word not in OUTPUTS or word == CALCULATED.word:
        _unknown(mech.names, text)
    return _Line(mech, text, word, words[1:]).found()


def with_buffers(deck: Deck, mech: Mechanism, asked: Sequence[int | str]) -> tuple[Deck, list[list[int]]]:
    """The deck with a buffer for whatever is asked for and not stored, and the buffers of each that is asked for."""
    stored = {store.buffer for store in deck.stores}
    free = max(stored, default=0) + 1
    found: list[list[int]] = []
    added: list[Store] = []
    for one in asked:
        number = deck.names.find("buffer", one) if isinstance(one, str) else index(one)
        if number in stored:
            found.append([number])
            continue
        if not isinstance(one, str):
            raise KeyError(f"the deck stores no buffer {one}; it stores {', '.join(map(str, stored)) or 'none'}")
        new = [_stored(*quantity, free + len(added) + k) for k, quantity in enumerate(quantities_of(mech, one))]
        added += new
        found.append([store.buffer for store in new])
    return (replace(deck, stores=(*deck.stores, *added)) if added else deck), found


def _stored(word: str, subject: tuple[int, ...], inputs: tuple[int, ...], buffer: int) -> Store:
    return (
        Store(word, subject[:-1], buffer, inputs, axis=subject[-1])
        if OUTPUTS[word].axes
        else Store(word, subject, buffer, inputs)
    )


def _of_name(mech: Mechanism, name: str) -> list[Asked]:
    """A co-ordinate, a point or a parameter by its name alone."""
    names = mech.names
    found: list[list[Asked]] = []
    point = names.coordinates_of(name)
    if point is not None:
        found.append([(PLACE.word, (number,), ()) for number in point])
    coordinate, parameter = names.find("coordinate", name), names.find("parameter", name)
    if coordinate is not None and not name.isdigit():
        found.append([(PLACE.word, (coordinate,), ())])
    if parameter is not None and not name.lstrip("-").isdigit():
        found.append([(FORM.word, (parameter,), ())])
    if len(found) > 1:
        raise KeyError(f"{name!r} is a co-ordinate and a parameter: write 'x {name}' or 'e {name}'")
    if found:
        return found[0]
    if names.form_of(name) is not None:
        _unused_form(mech, name, name)
    return []


def _parted(mech: Mechanism, text: str) -> list[str]:
    """`x16` -> x 16; what may mean two things is refused."""
    order = _ORDERS.fullmatch(text)
    if order is not None:
        short, number = order.groups()
        names = mech.names
        subject = (
            names.input(1)
            if short == "dinp"
            else names.parameter(mech.parameters[0])
            if short[-1] == "e"
            else names.coordinate(mech.numbers[-1])
        )
        raise KeyError(
            f"{text!r} may be `{short}` of number {number}, or `{text}` of something: "
            f"write '{short} {number}' or '{text} {subject}'"
        )
    joined = _JOINED.fullmatch(text)
    return list(joined.groups()) if joined and f"buf{_SHORT.get(joined[1], joined[1])}" in OUTPUTS else [text]


def _unknown(names: Names, text: str) -> NoReturn:
    known = [word.removeprefix("buf") for word in OUTPUTS]
    known += [*names.coordinates.values(), *names.points.values(), *names.parameters.values(), *names.buffers.values()]
    near = nearest(text, known) or nearest(text.split()[0], known)
    remedy = (
        f"; did you mean {near!r}?"
        if near
        else "; write a word of STORAGE without `buf` and what it takes: 'dx C.x', 'sigma 10'"
    )
    raise KeyError(f"no quantity {text!r}{remedy}")


def _unused_form(mech: Mechanism, text: str, name: str) -> NoReturn:
    form = mech.names.form_of(name)
    assert form is not None
    kind = mech.kind_of(mech.elements[form[0]])
    if form[1] not in kind.forms:
        raise KeyError(f"{text!r}: {kind.word} has {', '.join(kind.forms)}, no {form[1]}")
    raise KeyError(
        f"{text!r}: no line of the deck uses {name}, so that it is not calculated; "
        f"`bufe0 {name} b` under STORAGE has it calculated"
    )


class _Line:
    """A word and what stands behind it."""

    def __init__(self, mech: Mechanism, text: str, word: str, given: list[str]) -> None:
        self.mech, self.text, self.word, self.given = mech, text, word, given

    def found(self) -> list[Asked]:
        point = self.mech.names.coordinates_of(self.given[0]) if len(self.given) == 1 else None
        if OUTPUTS[self.word].of_pair and point is not None:
            return [(self.word, point, ())]
        kind = OUTPUTS[self.word]
        wanted = [c for c in columns(kind.signature) if c.role not in ("buffer", "value")]
        required = [c for c in wanted if not c.optional]
        if len(self.given) not in (len(required), len(wanted)):
            takes = " ".join(f"[{c.name}]" if c.optional else c.name for c in wanted)
            raise KeyError(f"{self.text!r}: {self.word.removeprefix('buf')} takes {takes or 'no numbers'}")
        parts: list[tuple[int, ...]] = [()]
        for column, given in zip(wanted, self.given, strict=False):
            parts = [(*part, number) for part in parts for number in self.numbers(column, given)]
        for numbers in parts:
            self.look_at(numbers)
        if kind.axes:
            axes = kind.axes[(max if self.mech.is_spatial else min)(kind.axes)]
            return [(self.word, (*numbers, axis), ()) for numbers in parts for axis in axes]
        if kind.is_vector:
            return [(self.word, numbers, (axis,)) for numbers in parts for axis in (1, 2, 3)]
        return [(self.word, numbers[: len(required)], numbers[len(required) :]) for numbers in parts]

    def numbers(self, column: Column, given: str) -> tuple[int, ...]:
        """One, or both of a point where a co-ordinate is wanted."""
        names, kind = self.mech.names, column.role
        point = names.coordinates_of(given) if kind == "coordinate" else None
        if point is not None:
            return point
        number = names.find({"link": "element", "turning": "coordinate", "driven": "input"}.get(kind, kind), given)
        if kind == "driven" and number is None and names.find("parameter", given) in self.mech.drivers:
            number = names.find("parameter", given)
        if kind == "turning":
            number = next((node for node, name in names.turns.items() if name == given), None)
        if number is None and re.fullmatch(r"-?\d{1,9}", given) and int(given) in self.known(kind):
            number = int(given)
        if number is not None:
            return (number,)
        if kind == "parameter" and names.form_of(given) is not None:
            _unused_form(self.mech, self.text, given)
        raise KeyError(f"{self.text!r}: the deck has no {_CALLED.get(kind, kind)} {given}")

    def known(self, kind: str) -> set[int]:
        mech = self.mech
        return {
            "coordinate": set(mech.numbers),
            "parameter": set(mech.parameters),
            "input": set(range(1, mech.inputs + 1)),
            "driven": {*range(1, mech.inputs + 1), *mech.drivers},
            "element": set(mech.elements),
            "link": {0, *mech.elements},
            "turning": {turn.node for turn in mech.turns},
        }[kind]

    def look_at(self, numbers: tuple[int, ...]) -> None:
        mech, names = self.mech, self.mech.names
        if OUTPUTS[self.word].elsewhere and mech.coordinates[mech.index[numbers[0]]].moving:
            raise KeyError(
                f"{self.text!r}: co-ordinate {names.coordinate(numbers[0])} moves; the frame acts on fixed ones"
            )
        if OUTPUTS[self.word].of_element and numbers[1] not in mech.elements[numbers[0]].coordinates:
            raise KeyError(
                f"{self.text!r}: element {names.element(numbers[0])} has no co-ordinate {names.coordinate(numbers[1])}"
            )
        link = mech.link_at(*numbers[:2]) if OUTPUTS[self.word].of_link else None
        if OUTPUTS[self.word].of_link and (link is None or numbers[1] not in mech.coordinates_of(link)):
            raise KeyError(
                f"{self.text!r}: the link of element {names.element(numbers[0])} has no co-ordinate "
                f"{names.coordinate(numbers[1])}"
            )
