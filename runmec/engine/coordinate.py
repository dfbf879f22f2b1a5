"""Co-ordinates, and the entries of D that belong to them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

X: Final = 0
Y: Final = 1
Z: Final = 2
ANGLE: Final = 3
EULER: Final = 4  # one of the four parameters of an orientation in space


class Coordinate:
    """A co-ordinate with all that is known of it at the present position.

    It is counted from where it starts: a small link far from the origin then loses no digits.
    """

    __slots__ = (
        "a", "a_by", "at", "axis", "f", "f_by", "h", "is_length", "m", "m_by", "moving", "per", "q", "q0", "q1", "q2",
        "q3", "scale", "start", "transfer", "transfer_by", "u", "u0", "u1", "u2", "u3", "v", "v_by", "w", "w0", "w1",
        "w2", "w3", "weight", "weight_by", "x_by",
    )  # fmt: skip

    def __init__(self, at: int, start: float, moving: bool, axis: int) -> None:
        self.at: int = at
        self.start: float = start
        self.moving: bool = moving
        self.axis: int = axis
        self.is_length: bool = axis < ANGLE
        self.scale: float = 1.0  # a length, or the angle of one radian, by which it is measured
        self.per: float = 1.0
        self.m: float = 0.0  # its mass on the diagonal of M
        self.weight: float = 0.0  # M g of all masses that do not change with the position
        self.q: float = 0.0  # x − start
        self.u: float = 0.0  # what the last linear solution gave: Newton's step, or dx/ds along a path
        self.w: float = 0.0  # d²x/ds²
        self.v: float = 0.0  # velocity and acceleration in time
        self.a: float = 0.0
        self.f: float = 0.0  # force
        self.h: float = 0.0  # M u, or all that acts from outside
        self.transfer: vec[float] = vec[float]()  # x' of every free parameter, where there are several
        # derivatives to one number of the deck (tangent.py)
        self.x_by: float = 0.0
        self.v_by: float = 0.0
        self.a_by: float = 0.0
        self.f_by: float = 0.0
        self.m_by: float = 0.0
        self.weight_by: float = 0.0
        self.transfer_by: vec[float] = vec[float]()
        # three positions of the path known before, from which others are predicted
        self.q0: float = 0.0
        self.u0: float = 0.0
        self.w0: float = 0.0
        self.q1: float = 0.0
        self.u1: float = 0.0
        self.w1: float = 0.0
        self.q2: float = 0.0
        self.u2: float = 0.0
        self.w2: float = 0.0
        # the end of a step that may yet be refused
        self.q3: float = 0.0
        self.u3: float = 0.0
        self.w3: float = 0.0

    def x(self) -> float:
        return self.start + self.q

    def measure_by(self, scale: float) -> None:
        """What counts as 1, where the co-ordinate is a length."""
        if self.is_length:
            self.scale = scale
            self.per = 1.0 / scale


class Partial:
    """An entry of D: how much a form parameter changes with a co-ordinate."""

    __slots__ = ("by", "of", "value")

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of
        self.value: float = 0.0
        self.by: float = 0.0  # its derivative to one number of the deck
