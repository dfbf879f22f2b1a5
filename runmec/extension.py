"""Elements of one's own: a Kind (facts), `deform` and `second` (formulas), and decks know the new word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .deck.kinds import KINDS, Kind
from .deck.vocabulary import CHOICES, type_choice
from .elements import FORMULAS, Formulas

#: types that were added; simulation has no formulas for them
ADDED: set[str] = set()
_STEP, _AGREES = 1e-6, 1e-5


def add_element(kind: Kind, deform: Callable[[Any], tuple[Any, Any]], second: Callable[[Any, Any, Any], Any]) -> None:
    """Adds an element type for KIN ANA and DYN ANA.

    `deform(x)` gives the form parameters and, for each, its derivatives to all co-ordinates; `second(x, v, w)` their
    second derivatives in the directions v and w. Both are plain arithmetic with numpy's functions, which serves
    floats as well as arrays. Raises ValueError where the derivatives do not agree with differences.
    """
    _check_facts(kind)
    _check_derivatives(kind, deform, second)
    KINDS[kind.name] = kind
    FORMULAS[kind.name] = Formulas(deform, second)
    CHOICES["TYPE"][kind.name] = type_choice(kind)
    CHOICES["form"] |= dict.fromkeys(kind.forms, ("", "form parameter"))
    ADDED.add(kind.name)


def _check_facts(kind: Kind) -> None:
    if not (kind.name.isalnum() and kind.name.isupper() and kind.name[0].isalpha()):
        raise ValueError(f"the name of a type is a word in capitals, not {kind.name!r}")
    if kind.name in KINDS and kind.name not in ADDED:
        raise ValueError(f"{kind.name} is an element of the language")
    if not {"xP", "yP", "xQ", "yQ"} <= set(kind.coordinates) or {name[0] for name in kind.coordinates} - set("xyb"):
        raise ValueError("co-ordinates are xP yP xQ yQ and others that begin with x, y or b (an angle)")
    for form, depends in kind.forms.items():
        if not form.startswith(("len", "ang")) or not form.islower():
            raise ValueError(f"a form parameter begins with len (a length) or ang (an angle), not {form!r}")
        if not set(depends) <= set(kind.coordinates):
            raise ValueError(f"{form} depends on co-ordinates that {kind.name} has not")
    if set(kind.form_meaning) != set(kind.forms):
        raise ValueError("every form parameter has a meaning in words, and only those have one")


def _check_derivatives(kind: Kind, deform: Callable[[Any], Any], second: Callable[[Any, Any, Any], Any]) -> None:
    random = np.random.default_rng(8)
    x, v, w = random.uniform(0.2, 1.0, (3, len(kind.coordinates)))
    e, D = deform(tuple(x))
    if not len(e) == len(D) == len(kind.forms):
        raise ValueError(f"{kind.name} has {len(kind.forms)} form parameters, deform gives {len(e)}")
    ahead, behind = deform(tuple(x + _STEP * w)), deform(tuple(x - _STEP * w))
    g = second(tuple(x), tuple(v), tuple(w))
    for at, (form, depends) in enumerate(kind.forms.items()):
        if len(D[at]) != len(kind.coordinates):
            raise ValueError(f"derivatives of {form}: {len(kind.coordinates)} co-ordinates, {len(D[at])} derivatives")
        unused = [name for name, d in zip(kind.coordinates, D[at], strict=True) if d != 0.0 and name not in depends]
        if unused:
            raise ValueError(f"{form} has derivatives to {' '.join(unused)}, on which it is said not to depend")
        slope = (ahead[0][at] - behind[0][at]) / (2.0 * _STEP)
        _compare(f"derivatives of {form}", float(np.dot(D[at], w)), slope)
        curvature = np.dot(np.subtract(ahead[1][at], behind[1][at]), v) / (2.0 * _STEP)
        _compare(f"second derivatives of {form}", float(g[at]), float(curvature))


def _compare(what: str, formula: float, difference: float) -> None:
    if not abs(formula - difference) <= _AGREES * (1.0 + abs(difference)):
        raise ValueError(f"{what}: the formula gives {formula:.6g}, differences give {difference:.6g}")
