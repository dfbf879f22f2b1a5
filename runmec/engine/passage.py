"""Whether a mechanism goes through a singular position, or has been lost to another branch.

A change of sign of a group's determinant between two positions proves nothing: crank-rockers that are nearly
parallelograms turn back before they are flat, and what lies beyond belongs to another branch. The flat position between
must exist: the polynomial through both ends must close, to the accuracy that positions have.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block
from .given_path import GivenPath
from .kinematics import Kinematics
from .status import FINE
from .thresholds import EXISTS, FLAT, PASSAGE_HALVINGS, PASSAGE_PLACES


class KnownPosition:
    """A position with its derivatives along the course."""

    __slots__ = ("n", "q", "s", "u", "w")

    def __init__(self, mech: Kinematics, s: float) -> None:
        self.s: float = s
        self.n: i64 = len(mech.moving)
        self.q: vec[float] = vec[float]([c.q for c in mech.moving])
        self.u: vec[float] = vec[float]([c.u for c in mech.moving])
        self.w: vec[float] = vec[float]([c.w for c in mech.moving])


class Passage:
    """From one position to another along a course."""

    __slots__ = ("a", "b", "course", "mech")

    def __init__(self, mech: Kinematics, course: GivenPath) -> None:
        self.mech: Kinematics = mech
        self.course: GivenPath = course
        self.a: KnownPosition | None = None
        self.b: KnownPosition | None = None

    def here(self, s: float) -> KnownPosition | None:
        """The position that is there, as one of the course; None where its groups have no inverse."""
        self.course.set_target(s)
        if self.mech.evaluate() != FINE:
            return None
        return self.known(s)

    def known(self, s: float) -> KnownPosition:
        self.course.derive(s)
        self.mech.follow()
        return KnownPosition(self.mech, s)

    def begin(self, s: float) -> None:
        self.a = self.here(s)

    def end(self, s: float) -> None:
        self.b = self.here(s)

    def exists(self, changed: list[Block]) -> bool:
        """Whether the groups that have changed their sign between both ends went through a flat position."""
        a = self.a
        b = self.b
        if a is None or b is None:
            return False
        sign = [0.0] * len(changed)
        self.interpolate(a, b, 0.0)
        self.mech.evaluate()
        for k in range(len(changed)):
            sign[k] = changed[k].sign
        for _ in range(PASSAGE_HALVINGS):
            if self.closes(a, b, changed):
                return True
            s = 0.5 * (a.s + b.s)
            self.interpolate(a, b, 0.5)
            self.course.set_target(s)
            if self.mech.place() != FINE:
                return False
            quality = 1.0
            same = True
            for k in range(len(changed)):
                quality = min(quality, changed[k].quality)
                same = same and changed[k].sign == sign[k]
            if quality < FLAT:
                return False
            middle = self.known(s)
            if same:
                a = middle
            else:
                b = middle
        return False

    def closes(self, a: KnownPosition, b: KnownPosition, changed: list[Block]) -> bool:
        for place in range(1, PASSAGE_PLACES):
            share = place / PASSAGE_PLACES
            self.interpolate(a, b, share)
            self.course.set_target(a.s + share * (b.s - a.s))
            for g in changed:
                if not g.miss() < EXISTS:
                    return False
        return True

    def interpolate(self, a: KnownPosition, b: KnownPosition, share: float) -> None:
        """The polynomial of fifth degree through both ends, written as differences from a."""
        h = b.s - a.s
        left = 1.0 - share
        r3 = share * share * share
        l3 = left * left * left
        c0 = h * l3 * share * (1.0 + 3.0 * share)
        c1 = h * h * 0.5 * l3 * share * share
        c2 = r3 * (1.0 + left * (3.0 + 6.0 * left))
        c3 = -h * r3 * left * (1.0 + 3.0 * left)
        c4 = h * h * 0.5 * r3 * left * left
        moving = self.mech.moving
        for k in range(a.n):
            moving[k].q = a.q[k] + c0 * a.u[k] + c1 * a.w[k] + c2 * (b.q[k] - a.q[k]) + c3 * b.u[k] + c4 * b.w[k]
