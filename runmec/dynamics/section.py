"""`section`: the cross-section of a beam or bar, from which its stiffness, its mass and its stress follow.

h lies in the plane of bending, of BEAMS along its y-axis, b along its z-axis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import pi
from typing import Any

from ..elements import Kind
from ..engine.form import Form
from ..engine.quantity import Quantity
from .kind import DynamicsKind, Fault, LineOfDynamics

KEYED = 4  # E G rho yield, the last values of a line; zero where they are not given
E, G, RHO, YIELD = -4, -3, -2, -1


class CrossSection:
    """Of a cross-section: its area, second moments about z and y, section moduli about z and y.

    `is_round`: bending about all axes alike, so that both moments are one.
    """

    __slots__ = ("Iy", "Iz", "Wy", "Wz", "area", "is_round")

    def __init__(self, area: Any, Iz: Any, Iy: Any, Wz: Any, Wy: Any, is_round: bool) -> None:
        self.area: Any = area
        self.Iz: Any = Iz
        self.Iy: Any = Iy
        self.Wz: Any = Wz
        self.Wy: Any = Wy
        self.is_round: bool = is_round


def rectangle(b: Any, h: Any) -> CrossSection:
    area = b * h
    return CrossSection(area, area * h * h / 12.0, area * b * b / 12.0, area * h / 6.0, area * b / 6.0, False)


def rod(d: Any) -> CrossSection:
    area = d * d * (pi / 4.0)
    I = area * d * d / 16.0
    W = area * d / 8.0
    return CrossSection(area, I, I, W, W, True)


def tube(D: Any, d: Any) -> CrossSection:
    area = (D * D - d * d) * (pi / 4.0)
    I = area * (D * D + d * d) / 16.0
    W = I * 2.0 / D
    return CrossSection(area, I, I, W, W, True)


#: of numbers, or of whatever can be added, multiplied and divided
SHAPES: dict[str, tuple[str, str, Callable[..., CrossSection]]] = {
    "rect": ("value b:length, value h:length", "a rectangle b × h, h in the plane of bending", rectangle),
    "round": ("value d:length", "a round rod of diameter d", rod),
    "tube": ("value D:length, value d:length", "a tube, D its outer and d its inner diameter", tube),
}


class Stress(Quantity):
    """The largest |N|/A + |M|/W along an element: at one of its ends, between which moments are linear."""

    __slots__ = ("along", "ends", "shape")

    def __init__(self, shape: CrossSection, along: list[tuple[Form, float]], ends: list[list[BendingMoment]]) -> None:
        self.shape: CrossSection = shape
        self.along: list[tuple[Form, float]] = along
        self.ends: list[list[BendingMoment]] = ends  # about z and, in space, y

    def value(self) -> float:
        N = 0.0
        for form, factor in self.along:
            N += factor * form.sigma
        worst = 0.0
        for end in self.ends:
            Mz = end[0].value()
            My = end[1].value() if len(end) > 1 else 0.0
            if self.shape.is_round:
                bent = (Mz * Mz + My * My) ** 0.5 / float(self.shape.Wz)
            else:
                bent = abs(Mz) / float(self.shape.Wz) + abs(My) / float(self.shape.Wy)
            if not bent <= worst:
                worst = bent
        return abs(N) / float(self.shape.area) + worst


class BendingMoment:
    """The moment at an end of a beam: Σ factor·σ, and the part of N that its length along the bent axis adds."""

    __slots__ = ("terms",)

    def __init__(self, terms: list[Bearing]) -> None:
        self.terms: list[Bearing] = terms

    def value(self) -> float:
        total = 0.0
        for form, factor, lever in self.terms:
            total += factor * form.sigma * lever()
        return total


Lever = Callable[[], float]
Bearing = tuple[Form, float, Lever]  # parameter, factor, ∂ε/∂ψ


def lever_of_length(form: Form, end: int, axis: int) -> float:
    """∂lens/∂ψ of a beam in space, of its bending at P (0) or Q (1) about y (0) or z (1)."""
    from ..elements.spatial.beam import bending_of_length  # formulas of space are loaded where they are used

    return bending_of_length(form, end, axis)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    dimensions = len(values) - KEYED
    for at, value in enumerate(values):
        name = ("E", "G", "rho", "yield")[at - dimensions] if at >= dimensions else "the cross-section"
        if value < 0 or (value == 0 and at == 0) or (value == 0 and at == dimensions):
            what = f"{name} is {value:g}" if at >= dimensions else f"{name} has a size of {value:g}"
            yield Fault(at, what, "it is above zero")


def _suits(line: LineOfDynamics, kind: Kind) -> Fault | None:
    if line.choice == "tube" and not line.values[1] < line.values[0] and line.values[0] > 0:
        return Fault(
            1,
            f"the inner diameter {line.values[1]:g} is not below the outer one, {line.values[0]:g}",
            "write `tube D d`, the outer diameter first",
        )
    if line.choice == "rect" and not line.values[1]:
        return Fault(1, "the cross-section has a size of 0", "it is above zero")
    if kind.is_spatial and kind.bends and not line.values[G]:
        return Fault(-1, f"a {kind.word} twists: `section` needs G", "write `G 80GPa` behind E", "D110")
    return None


SECTION = DynamicsKind(
    "section", "element k, <section>, keyed E value:pressure, [keyed G value:pressure], [keyed rho value:density], "
    "[keyed yield value:pressure]",
    "cross-section and material of a bar or beam: `stiff` by them (G for BEAMS), with `rho` also `uniform`; "
    "`bufstress` tells the stress, and with `yield` the account the safety",
    "section 2 rect 10mm 0.5mm E 210GPa rho 7850kg/m^3 yield 900MPa", faults=_faults,
    once="the section of element {}", fits=lambda kind: bool(kind.elastic), suits=_suits,
    choices={word: (signature, sentence) for word, (signature, sentence, _) in SHAPES.items()},
)  # fmt: skip
