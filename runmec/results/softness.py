"""Elastic deformations that are too large for a theory of small ones: told with the results."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isnan

from ..deck.item import Item
from ..diagnostics import Diagnostic
from ..engine.flexible import FlexibleBeam, FlexibleParameter
from ..messages import diagnostic
from ..model.mechanism import Mechanism
from ..motion.elasticity import rest_length
from ..outputs import DEFORMATION
from .asking import Asked
from .result import Result

_OF_LENGTH = 0.1  # of a beam, or of a prescribed length: by so much it may become longer
_ANGLE = 0.2  # rad: its sine is then off by less than a hundredth, its cosine by two


def strains(mech: Mechanism) -> list[Asked]:
    """What has to be read off the motion."""
    return [(DEFORMATION.word, (parameter,), ()) for _, parameter, _ in _elastic(mech)]


def soft_findings(result: Result) -> Iterator[Diagnostic]:
    """The worst of every line `stiff` or `flex`, where it is too large."""
    if not result.calculates_forces:
        return
    mech = result.mechanism
    worst: dict[Item, tuple[float, int, int, float]] = {}
    for item, parameter, most in _elastic(mech):
        history = [abs(value) for value in result.columns([(DEFORMATION.word, (parameter,), ())])[0]]
        row = max(range(len(history)), key=lambda row: inf if isnan(history[row]) else history[row])
        found = history[row]
        if not found <= most and (item not in worst or not found / most <= worst[item][0]):
            worst[item] = found / most, parameter, row, found
    for item, (_, parameter, row, found) in worst.items():
        is_length = mech.forms[mech.row[parameter]].is_length
        told = f"{mech.parameter_label(mech.row[parameter])} deforms by {found:.3g}{'' if is_length else ' rad'}"
        yield diagnostic(
            "R485",
            f"{told} at position {row + 1}",
            item.at(0),
            label="too soft for small deformations",
            help="look at the units of the stiffness; forces and displacements are those of small deformations",
        )


def _elastic(mech: Mechanism) -> Iterator[tuple[Item, int, float]]:
    """Lines that make something elastic, which prescribed parameters, and how far these may deform."""
    if mech.job == "KIN ANA":
        return
    for line, made in mech.of_loads:
        if isinstance(made, FlexibleParameter) and mech.row[line.subject] not in mech.elastic:
            yield line, line.subject, _bound(mech, line.subject, abs(mech.undeformed[mech.row[line.subject]]))
        if isinstance(made, FlexibleBeam):
            length = abs(rest_length(mech, line.subject))
            for _, parameter, factor in mech.site.elastic_modes(line.subject):
                if mech.row[parameter] in mech.elastic:  # it moves: its deformations may be large
                    continue
                yield line, parameter, abs(factor) * _bound(mech, parameter, length)


def _bound(mech: Mechanism, parameter: int, length: float) -> float:
    return _OF_LENGTH * max(length, 1e-3 * mech.size) if mech.forms[mech.row[parameter]].is_length else _ANGLE
