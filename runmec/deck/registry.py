"""Adding element types to those that decks may use, once their facts and derivatives are found in order."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ..elements import ELEMENTS
from ..elements.custom import ElementType
from .kinds import KINDS
from .vocabulary import CHOICES, type_choice

_STEP, _AGREES = 1e-6, 1e-5


def add_element(element: ElementType) -> None:
    """Adds a type to those that decks may use.

    Decks that are read from now on know the new word; those read before keep the types they were read with.

    Parameters
    ----------
    element : ElementType
        Its facts and formulas.

    Raises
    ------
    ValueError
        Where facts are not in order, or derivatives do not agree with differences.

    Examples
    --------
    >>> wrong = runmec.ElementType("bar", "a bar", ("xP", "yP"), {}, lambda x: ([], []), lambda x, v, w: [])
    >>> runmec.add_element(wrong)
    Traceback (most recent call last):
    ValueError: the name of a type is a word in capitals, not 'bar'
    """
    _check_facts(element)
    _check_derivatives(element)
    KINDS[element.word] = element.kind()
    CHOICES["TYPE"][element.word] = type_choice(KINDS[element.word])
    for form in element.forms:
        CHOICES["form"].setdefault(form, ("", "form parameter"))


def _check_facts(element: ElementType) -> None:
    word, names = element.word, element.coordinates
    if not (word.isalnum() and word.isupper() and word[0].isalpha()):
        raise ValueError(f"the name of a type is a word in capitals, not {word!r}")
    if word in ELEMENTS:
        raise ValueError(f"{word} is an element of the language")
    if {name[0] for name in names} - set("xyb") or any(len(name) < 2 for name in names):
        raise ValueError("names of co-ordinates begin with x, y or b (an angle), then the point: xP yP bP xQ …")
    for name in names:
        if name[0] in "xy" and ("y" if name[0] == "x" else "x") + name[1:] not in names:
            raise ValueError(f"a point has an x and a y: the partner of {name} is missing")
    if not any(name[0] == "x" for name in names):
        raise ValueError("an element has a point at least: xP yP")
    for form in element.forms:
        if not form.startswith(("len", "ang")) or not form.islower():
            raise ValueError(f"a form parameter begins with len (a length) or ang (an angle), not {form!r}")
    if not set(element.rigid) <= set(element.forms):
        raise ValueError("`rigid` names form parameters of the element")


def _check_derivatives(element: ElementType) -> None:
    random = Random(8)
    count = len(element.coordinates)
    x, v, w = ([random.uniform(0.2, 1.0) for _ in range(count)] for _ in range(3))
    e, D = element.deform(x)
    if not len(e) == len(D) == len(element.forms):
        raise ValueError(f"{element.word} has {len(element.forms)} form parameters, deform gives {len(e)}")
    ahead = element.deform([a + _STEP * b for a, b in zip(x, w, strict=True)])
    behind = element.deform([a - _STEP * b for a, b in zip(x, w, strict=True)])
    g = element.second(x, v, w)
    for at, form in enumerate(element.forms):
        if len(D[at]) != count:
            raise ValueError(f"derivatives of {form}: {count} co-ordinates, {len(D[at])} derivatives")
        slope = (ahead[0][at] - behind[0][at]) / (2.0 * _STEP)
        _compare(f"derivatives of {form}", _dot(D[at], w), slope)
        curvature = _dot([a - b for a, b in zip(ahead[1][at], behind[1][at], strict=True)], v) / (2.0 * _STEP)
        _compare(f"second derivatives of {form}", float(g[at]), curvature)


def _dot(a: Iterable[float], b: list[float]) -> float:
    return float(sum(float(p) * q for p, q in zip(a, b, strict=True)))


def _compare(what: str, formula: float, difference: float) -> None:
    if not abs(formula - difference) <= _AGREES * (1.0 + abs(difference)):
        raise ValueError(f"{what}: the formula gives {formula:.6g}, differences give {difference:.6g}")
