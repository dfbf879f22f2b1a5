"""HBEAM: a bar with the angle of its end P, for bending.

  βP                lenl, angb  as in BIN
 /    ..----        angp        βP − angle of PQ
P.--'       '--Q      lens        length along the bent axis (bent_axis.py)
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from ..engine.coordinate import Coordinate, Partial
from ..engine.form import Form, turned
from ..engine.mass import Mass
from ..symbols.display import AngleAt, Symbol
from ..symbols.standard import beam
from ..symbols.use import Use
from .bar import ANGLE, LENGTH, uniform_bar
from .bent_axis import bent_axis
from .kind import JOINED, Kind, Measure

_ALL = ("xP", "yP", "bP", "xQ", "yQ")
A_CORNER: Final = 0.3  # radians: more than any beam bends
AT_P = ("xP", "yP", "xQ", "yQ", "bP")


class EndAngle(Form):
    """β − angle of PQ at the end P; at the end Q the other way round: angle of PQ − β."""

    __slots__ = (
        "b", "c", "d_b", "d_xP", "d_xQ", "d_yP", "d_yQ", "dx0", "dy0", "per_length", "s", "sense", "xP", "xQ",
        "yP", "yQ",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], sense: float) -> None:
        super().__init__(coordinates, False, True)
        self.sense: float = sense  # 1 at P, −1 at Q
        self.xP: Coordinate = coordinates[0]
        self.yP: Coordinate = coordinates[1]
        self.xQ: Coordinate = coordinates[2]
        self.yQ: Coordinate = coordinates[3]
        self.b: Coordinate = coordinates[4]
        self.d_xP: Partial = self.entries[0]
        self.d_yP: Partial = self.entries[1]
        self.d_xQ: Partial = self.entries[2]
        self.d_yQ: Partial = self.entries[3]
        self.d_b: Partial = self.entries[4]
        self.d_b.value = sense
        self.dx0: float = 0.0
        self.dy0: float = 0.0
        self.per_length: float = 0.0
        self.c: float = 1.0
        self.s: float = 0.0
        self.rebase()

    def rebase(self) -> None:
        self.dx0 = self.xQ.start - self.xP.start
        self.dy0 = self.yQ.start - self.yP.start

    def evaluate(self) -> None:
        dx = self.dx0 + (self.xQ.q - self.xP.q)
        dy = self.dy0 + (self.yQ.q - self.yP.q)
        l = sqrt(dx * dx + dy * dy)
        k = 1.0 / l if l > 0.0 else 0.0
        c = dx * k
        s = dy * k
        self.per_length = k
        self.c = c
        self.s = s
        b = self.b.start + self.b.q
        sense = self.sense
        self.value = sense * (b - turned(b - sense * self.reference, dx, dy))
        k *= sense
        self.d_xP.value = -s * k
        self.d_yP.value = c * k
        self.d_xQ.value = s * k
        self.d_yQ.value = -c * k

    def bias(self) -> float:
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        k = self.per_length
        return 2.0 * self.sense * (self.c * vx + self.s * vy) * (self.c * vy - self.s * vx) * k * k

    def jacobian_tangent(self) -> None:
        """As the angle of a bar, the other way round at P."""
        turn, grow = self.turned_by()
        k = self.per_length * self.sense
        c = (-self.s * turn - self.c * grow) * k
        s = (self.c * turn - self.s * grow) * k
        self.d_xP.by = -s
        self.d_yP.by = c
        self.d_xQ.by = s
        self.d_yQ.by = -c
        self.d_b.by = 0.0

    def bias_tangent(self) -> float:
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        along = self.c * vx + self.s * vy
        across = self.c * vy - self.s * vx
        turn, grow = self.turned_by()
        k = self.per_length
        return 2.0 * self.sense * k * k * ((across * across - along * along) * turn - 2.0 * along * across * grow)

    def turned_by(self) -> tuple[float, float]:
        """How PQ turns along x_by, and by which part it grows."""
        px = self.xQ.x_by - self.xP.x_by
        py = self.yQ.x_by - self.yP.x_by
        return (self.c * py - self.s * px) * self.per_length, (self.c * px + self.s * py) * self.per_length

    def size(self, scale: float) -> float:
        across = scale * self.per_length
        return across if across > 1.0 else 1.0


def _at_P(coordinates: list[Coordinate]) -> Form:
    return EndAngle(coordinates, 1.0)


def _uniform(mass: float, coordinates: list[Coordinate]) -> Mass:
    xP, yP, _, xQ, yQ = coordinates
    return uniform_bar(mass, [xP, yP, xQ, yQ])


def symbol(use: Use) -> Symbol:
    """A bending line, from which a corner in which the beam is fastened is taken off."""
    P, Q = use.points["P"], use.points["Q"]
    rests = (_corner(use, "angp"), -_corner(use, "angq"))
    ends = [AngleAt(angle.co_ordinate, rest) for angle, rest in zip(use.angles, rests)]  # noqa: B905  half beams have one
    return beam(P, Q, *ends, style="leaf" if use.rests else "beam")


def _corner(use: Use, form: str) -> float:
    """angp or angq without bending: as it is held, or a corner that the start shows."""
    turn = use.values.get(form, 0.0)
    if form in use.rests:
        return use.rests[form]
    return turn if form in use.held or abs(turn) > A_CORNER else 0.0


ANGLE_AT_P = Measure("βP − angle of PQ", AT_P, _at_P, winds=True)

HBEAM = Kind(
    "HBEAM", "half beam", _ALL,
    {"lenl": LENGTH, "angb": ANGLE, "angp": ANGLE_AT_P,
     "lens": Measure("length along the bent axis", _ALL, bent_axis)},
    rigid=("lenl", "angp"), uniform=_uniform, elastic=("lenl", "angp"), axis="lens", directed=True, symbol=symbol,
    joined={**JOINED, ("lens", "angp"): (("P", "Q"),)},
    example="elem 2 HBEAM 1 2 3 4 5",
)  # fmt: skip
