"""Prescribed lengths of a deck: those that `para` gives, and those that follow from where points are."""

from __future__ import annotations

from dataclasses import replace
from math import dist

from ..deck.item import changed_item
from ..deck.model import Deck, FormLine, Para
from ..elements import CHORD


def prescribed_lengths(deck: Deck) -> list[FormLine]:
    """Forms that alone are a prescribed length and have a value other than zero."""
    terms = [form.parameter for form in deck.forms]
    elements = {element.number: deck.kinds[element.kind] for element in deck.elements}
    return [
        form
        for form in deck.forms
        if form.parameter > 0
        and form.factor == 1.0
        and terms.count(form.parameter) == 1
        and form.parameter <= deck.prescribed - deck.inputs
        and elements[form.element].is_length(form.form)
        and value_of(deck, form)
    ]


def length_of(deck: Deck, element: int) -> float | None:
    """Of the line PQ of an element, where it is prescribed."""
    form = next((one for one in deck.forms if one.element == element and one.form == CHORD and one.parameter > 0), None)
    return value_of(deck, form) if form is not None else None


def value_of(deck: Deck, form: FormLine) -> float | None:
    """What `para` says; else, of a line PQ, how far its points are apart by the deck."""
    given = next((para.value for para in deck.paras if para.parameter == form.parameter), None)
    if given is not None or form.form != CHORD:
        return given
    element = next(element for element in deck.elements if element.number == form.element)
    known = {line.number: line.value for line in (*deck.fixed, *deck.moving)}
    kind = deck.kinds[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    ends = [[known.get(at[name]) for name in kind.axes_of(point)] for point in "PQ"]
    if not ends[0] or any(value is None for end in ends for value in end):
        return None
    return dist(*[[float(value) for value in end if value is not None] for end in ends])


def with_length(deck: Deck, form: FormLine, value: float) -> Deck:
    paras = list(deck.paras)
    at = next((at for at, para in enumerate(paras) if para.parameter == form.parameter), None)
    if at is None:
        paras.append(Para(form.parameter, value))
    else:
        paras[at] = changed_item(paras[at], {"value": value, "open": ()})
    return replace(deck, paras=tuple(paras))
