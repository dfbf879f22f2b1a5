"""What co-ordinates and parameters of a deck are written as: x with the point, ℓ with the element, own names."""

from __future__ import annotations

import re

from ...deck.turning import node_of, parts
from ...elements.letters import LETTERS
from ...engine.coordinate import ANGLE, EULER
from ...model.mechanism import Mechanism
from .notation import Identifier, Line, Math, Operator, Script, Word

_GREEK = dict(zip(
    ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "rho",
     "sigma", "tau", "phi", "chi", "psi", "omega"), "αβγδεζηθκλμνξρστφχψω", strict=True))  # fmt: skip
_AXES = ("x", "y", "z", "β", "λ")
_NUMBERED = re.compile(r"([A-Za-z]+?)_?(\d+)")


def named(text: str) -> Math:
    """A name as one writes it: `phi` φ, `C2` C with a 2 below, other words upright."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered:
        return Script(named(numbered[1]), Word(numbered[2]))
    if text.lower() in _GREEK and text.islower():
        return Identifier(_GREEK[text])
    return Identifier(text) if len(text) == 1 else Word(text)


class Symbols:
    def __init__(self, mech: Mechanism) -> None:
        self.mech = mech
        self._points = {
            number: point
            for numbers in mech.names.points
            for number, point in ((n, mech.names.points[numbers]) for n in numbers)
        }

    def coordinate(self, at: int) -> Math:
        """By its place in x: `x` with the name of its point, its own name, or its number."""
        mech = self.mech
        number, axis = mech.numbers[at], mech.coordinates[at].axis
        if axis == EULER:
            node = node_of(number)
            which = parts(node).index(number)
            return Script(Identifier("λ"), Line((Word(str(which)), Operator(","), Word(mech.names.turn(node)))))
        if number in self._points:
            return Script(Identifier(_AXES[axis]), Word(self._points[number]))
        name = mech.names.coordinate(number)
        if axis == ANGLE and mech.names.has("coordinate", number) and not name.isdigit():
            return named(name)
        return Script(Identifier(_AXES[axis]), Word(name))

    def of_element(self, element: int, form: str) -> Math:
        """A form parameter of an element; those of elements from Python by their words."""
        return (
            self.lettered(element, LETTERS[form])
            if form in LETTERS
            else Script(Word(form), Word(self.mech.names.element(element)))
        )

    def lettered(self, element: int, letter: str) -> Script:
        name = Word(self.mech.names.element(element))
        base, _, below = letter.partition("_")
        return Script(Identifier(base), Line((Word(below), name)) if below else name)

    def parameter(self, row: int) -> Math:
        mech = self.mech
        number = mech.parameters[row]
        own = [line for line in mech.lines if line.parameter == number]
        name = mech.names.parameter(number)
        if self.has_own_name(row):
            return self.of_element(own[0].element, own[0].form)
        return Script(Identifier("ε"), Word(name))

    def has_own_name(self, row: int) -> bool:
        """Whether it is one form of a named element, and called by it."""
        mech = self.mech
        number = mech.parameters[row]
        own = [line for line in mech.lines if line.parameter == number]
        coupled = any(couple.parameter == number for couple, _ in mech.coupled)
        return (
            len(own) == 1
            and not coupled
            and own[0].factor == 1.0
            and mech.names.has("element", own[0].element)
            and mech.names.parameter(number) == f"{mech.names.element(own[0].element)}.{own[0].form}"
        )

    def sigma(self, row: int) -> Math:
        """The internal force of a parameter."""
        found = self.parameter(row)
        assert isinstance(found, Script)
        if self.has_own_name(row):
            below = found.below.parts if isinstance(found.below, Line) else (found.below,)
            return Script(Identifier("σ"), Line((found.base, *(part for part in below if part is not None))))
        return Script(Identifier("σ"), found.below)
