"""BEAMS: a beam between P and Q in space, with a turning node at each end.

Axes x along the beam, y and z across it are fixed in both nodes where it starts. With n along the chord PQ of length s:

p_z = −yP·n, q_z = yQ·n    bending in the xy-plane;  p_y = zP·n, q_y = −zQ·n  in the xz-plane
t                          turn of the section at Q against that at P about the beam

lens   length along the bent axis, s(1 + (2p_z² + p_z·q_z + 2q_z² + 2p_y² + p_y·q_y + 2q_y²)/30)
angt   twist, t + p_z·q_y − q_z·p_y
angpy, angpz, angqy, angqz  bending at P and Q: p_y + t(q_z + p_z)/6, p_z − t(q_y + p_y)/6,
                            q_y − t(q_z + p_z)/6, q_z + t(q_y + p_y)/6

The terms of second order are those of Meijaard: without them a beam that is bent and twisted is too stiff.
"""

from __future__ import annotations

from math import atan2, nan
from typing import Final

from ...engine.coordinate import EULER, Coordinate, X, Y, Z
from ...engine.form import Form
from ...engine.form import turned as wound
from ...engine.mass import Mass
from ...engine.space import (
    Quaternion,
    Vector,
    axes_along,
    conjugate,
    dot,
    leaning,
    plus,
    product,
    scaled,
    swung,
    turned,
    unit,
)
from ...engine.turning import Point, Turning
from .chord import Chord, angle_bend, fill

LENS: Final = 0
ANGT: Final = 1
ANGPY: Final = 2
ANGPZ: Final = 3
ANGQY: Final = 4
ANGQZ: Final = 5


class Ends:
    """The directions of both ends against the chord: pz qz py qy, and S, C whose angle is t.

    The forms of a beam share them: what was found at a position, and along a direction u, is not looked for again.
    """

    __slots__ = (
        "C", "C1", "C2", "S", "S1", "S2", "along_P", "along_Q", "along_chord", "at_P", "at_Q", "at_chord", "chord", "l",
        "m", "py", "py1", "py2", "pz", "pz1", "pz2", "qy", "qy1", "qy2", "qz", "qz1", "qz2", "t", "yP", "yPc", "yQ",
        "yQc", "zP", "zPc", "zQ", "zQc",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], data: list[float]) -> None:
        P = Point(coordinates[0:3])
        Q = Point(coordinates[7:10])
        self.chord: Chord = Chord(P, Q)
        self.l: Turning = Turning(coordinates[3:7])
        self.m: Turning = Turning(coordinates[10:14])
        _, y, z = axes_along(P.to(Q), (data[0], data[1], data[2]))
        to_P = conjugate(self.l.now())
        to_Q = conjugate(self.m.now())
        self.yPc: Vector = turned(to_P, y)  # in the axes of the nodes
        self.zPc: Vector = turned(to_P, z)
        self.yQc: Vector = turned(to_Q, y)
        self.zQc: Vector = turned(to_Q, z)
        self.yP: Vector = y
        self.zP: Vector = z
        self.yQ: Vector = y
        self.zQ: Vector = z
        self.pz: float = 0.0
        self.qz: float = 0.0
        self.py: float = 0.0
        self.qy: float = 0.0
        self.S: float = 0.0
        self.C: float = 1.0
        self.t: float = 0.0
        # first and second derivatives along u
        self.pz1: float = 0.0
        self.qz1: float = 0.0
        self.py1: float = 0.0
        self.qy1: float = 0.0
        self.S1: float = 0.0
        self.C1: float = 0.0
        self.pz2: float = 0.0
        self.qz2: float = 0.0
        self.py2: float = 0.0
        self.qy2: float = 0.0
        self.S2: float = 0.0
        self.C2: float = 0.0
        # the position and the direction that all this belongs to
        self.at_chord: Vector = (nan, nan, nan)
        self.at_P: Quaternion = self.l.now()
        self.at_Q: Quaternion = self.m.now()
        self.along_chord: Vector = (nan, nan, nan)
        self.along_P: Quaternion = self.l.u()
        self.along_Q: Quaternion = self.m.u()

    def evaluate(self) -> None:
        d = self.chord.P.to(self.chord.Q)
        l = self.l.now()
        m = self.m.now()
        if d == self.at_chord and l == self.at_P and m == self.at_Q:
            return
        self.at_chord = d
        self.at_P = l
        self.at_Q = m
        self.along_chord = (nan, nan, nan)
        self.chord.evaluate()
        n = self.chord.n
        yP = turned(l, self.yPc)
        zP = turned(l, self.zPc)
        yQ = turned(m, self.yQc)
        zQ = turned(m, self.zQc)
        self.yP = yP
        self.zP = zP
        self.yQ = yQ
        self.zQ = zQ
        self.pz = -dot(yP, n)
        self.qz = dot(yQ, n)
        self.py = dot(zP, n)
        self.qy = -dot(zQ, n)
        self.S = dot(zP, yQ) - dot(yP, zQ)
        self.C = dot(yP, yQ) + dot(zP, zQ)
        self.t = atan2(self.S, self.C)

    def move(self) -> None:
        """After `evaluate`."""
        d1 = self.chord.P.drift(self.chord.Q)
        lu = self.l.u()
        mu = self.m.u()
        if d1 == self.along_chord and lu == self.along_P and mu == self.along_Q:
            return
        self.along_chord = d1
        self.along_P = lu
        self.along_Q = mu
        self.chord.move()
        n = self.chord.n
        n1 = self.chord.n1
        n2 = self.chord.n2
        l = self.l.now()
        m = self.m.now()
        yP1 = scaled(swung(l, lu, self.yPc), 2.0)
        zP1 = scaled(swung(l, lu, self.zPc), 2.0)
        yQ1 = scaled(swung(m, mu, self.yQc), 2.0)
        zQ1 = scaled(swung(m, mu, self.zQc), 2.0)
        yP2 = scaled(swung(lu, lu, self.yPc), 2.0)
        zP2 = scaled(swung(lu, lu, self.zPc), 2.0)
        yQ2 = scaled(swung(mu, mu, self.yQc), 2.0)
        zQ2 = scaled(swung(mu, mu, self.zQc), 2.0)
        self.pz1 = -dot(yP1, n) - dot(self.yP, n1)
        self.qz1 = dot(yQ1, n) + dot(self.yQ, n1)
        self.py1 = dot(zP1, n) + dot(self.zP, n1)
        self.qy1 = -dot(zQ1, n) - dot(self.zQ, n1)
        self.pz2 = -dot(yP2, n) - 2.0 * dot(yP1, n1) - dot(self.yP, n2)
        self.qz2 = dot(yQ2, n) + 2.0 * dot(yQ1, n1) + dot(self.yQ, n2)
        self.py2 = dot(zP2, n) + 2.0 * dot(zP1, n1) + dot(self.zP, n2)
        self.qy2 = -dot(zQ2, n) - 2.0 * dot(zQ1, n1) - dot(self.zQ, n2)
        self.S1 = dot(zP1, self.yQ) + dot(self.zP, yQ1) - dot(yP1, self.zQ) - dot(self.yP, zQ1)
        self.C1 = dot(yP1, self.yQ) + dot(self.yP, yQ1) + dot(zP1, self.zQ) + dot(self.zP, zQ1)
        self.S2 = (
            dot(zP2, self.yQ)
            + 2.0 * dot(zP1, yQ1)
            + dot(self.zP, yQ2)
            - dot(yP2, self.zQ)
            - 2.0 * dot(yP1, zQ1)
            - dot(self.yP, zQ2)
        )
        self.C2 = (
            dot(yP2, self.yQ)
            + 2.0 * dot(yP1, yQ1)
            + dot(self.yP, yQ2)
            + dot(zP2, self.zQ)
            + 2.0 * dot(zP1, zQ1)
            + dot(self.zP, zQ2)
        )


class Deformed(Form):
    """One of lens, angt, angpy, angpz, angqy, angqz."""

    __slots__ = ("ends", "which")

    def __init__(self, coordinates: list[Coordinate], data: list[float], which: int) -> None:
        super().__init__(coordinates, which == LENS, which == ANGT)
        self.ends: Ends = Ends(coordinates, data)
        self.which: int = which

    def join(self, other: Form) -> None:
        if isinstance(other, Deformed):
            self.ends = other.ends

    def evaluate(self) -> None:
        e = self.ends
        e.evaluate()
        pz = e.pz
        qz = e.qz
        py = e.py
        qy = e.qy
        which = self.which
        # derivatives to s, pz, qz, py, qy, t
        by_s = 0.0
        by_pz = 0.0
        by_qz = 0.0
        by_py = 0.0
        by_qy = 0.0
        by_t = 0.0
        sixth = e.t / 6.0
        if which == LENS:
            s = e.chord.s
            by_s = 1.0 + shortening(pz, qz, py, qy)
            self.value = s * by_s
            by_pz = s * (4.0 * pz + qz) / 30.0
            by_qz = s * (pz + 4.0 * qz) / 30.0
            by_py = s * (4.0 * py + qy) / 30.0
            by_qy = s * (py + 4.0 * qy) / 30.0
        elif which == ANGT:
            more = pz * qy - qz * py
            self.value = wound(self.reference - more, e.C, e.S) + more
            by_pz = qy
            by_qy = pz
            by_qz = -py
            by_py = -qz
            by_t = 1.0
        elif which == ANGPY:
            self.value = py + sixth * (qz + pz)
            by_py = 1.0
            by_pz = by_qz = sixth
            by_t = (qz + pz) / 6.0
        elif which == ANGPZ:
            self.value = pz - sixth * (qy + py)
            by_pz = 1.0
            by_py = by_qy = -sixth
            by_t = -(qy + py) / 6.0
        elif which == ANGQY:
            self.value = qy - sixth * (qz + pz)
            by_qy = 1.0
            by_pz = by_qz = -sixth
            by_t = -(qz + pz) / 6.0
        else:
            self.value = qz + sixth * (qy + py)
            by_qz = 1.0
            by_py = by_qy = sixth
            by_t = (qy + py) / 6.0
        self.fill(by_s, by_pz, by_qz, by_py, by_qy, by_t)

    def fill(self, by_s: float, by_pz: float, by_qz: float, by_py: float, by_qy: float, by_t: float) -> None:
        """D by the chain rule."""
        e = self.ends
        n = e.chord.n
        r = e.C * e.C + e.S * e.S
        by_S = by_t * e.C / r if r > 0.0 else 0.0
        by_C = -by_t * e.S / r if r > 0.0 else 0.0
        k = 1.0 / e.chord.s if e.chord.s > 0.0 else 0.0
        # how n is felt: square to the chord
        felt = plus(plus(scaled(e.yP, -by_pz), e.yQ, by_qz), plus(scaled(e.zP, by_py), e.zQ, -by_qy), 1.0)
        of_chord = plus(scaled(n, by_s), plus(felt, n, -dot(n, felt)), k)
        fill(self.entries, 0, of_chord, -1.0)
        fill(self.entries, 7, of_chord, 1.0)
        on_yP = plus(plus(scaled(n, -by_pz), e.zQ, -by_S), e.yQ, by_C)
        on_zP = plus(plus(scaled(n, by_py), e.yQ, by_S), e.zQ, by_C)
        on_yQ = plus(plus(scaled(n, by_qz), e.zP, by_S), e.yP, by_C)
        on_zQ = plus(plus(scaled(n, -by_qy), e.yP, -by_S), e.zP, by_C)
        l = e.l.now()
        m = e.m.now()
        self.fill_both(3, leaning(l, e.yPc, on_yP), leaning(l, e.zPc, on_zP))
        self.fill_both(10, leaning(m, e.yQc, on_yQ), leaning(m, e.zQc, on_zQ))

    def fill_both(self, at: int, one: Quaternion, two: Quaternion) -> None:
        entries = self.entries
        entries[at].value = one[0] + two[0]
        entries[at + 1].value = one[1] + two[1]
        entries[at + 2].value = one[2] + two[2]
        entries[at + 3].value = one[3] + two[3]

    def bias(self) -> float:
        e = self.ends
        e.move()
        which = self.which
        if which == LENS:
            s = e.chord.s
            k = shortening(e.pz, e.qz, e.py, e.qy)
            k1 = (
                (4.0 * e.pz + e.qz) * e.pz1
                + (e.pz + 4.0 * e.qz) * e.qz1
                + (4.0 * e.py + e.qy) * e.py1
                + (e.py + 4.0 * e.qy) * e.qy1
            ) / 30.0
            k2 = (
                (4.0 * e.pz + e.qz) * e.pz2
                + (e.pz + 4.0 * e.qz) * e.qz2
                + (4.0 * e.py + e.qy) * e.py2
                + (e.py + 4.0 * e.qy) * e.qy2
            ) / 30.0
            k2 += 2.0 * shortening(e.pz1, e.qz1, e.py1, e.qy1)
            return e.chord.s2 * (1.0 + k) + 2.0 * e.chord.t * k1 + s * k2
        r = e.C * e.C + e.S * e.S
        t1 = (e.C * e.S1 - e.S * e.C1) / r if r > 0.0 else 0.0
        t2 = angle_bend(e.C, e.S, e.C1, e.S1, e.C2, e.S2)
        if which == ANGT:
            return t2 + (
                e.pz2 * e.qy + 2.0 * e.pz1 * e.qy1 + e.pz * e.qy2 - e.qz2 * e.py - 2.0 * e.qz1 * e.py1 - e.qz * e.py2
            )
        in_z = (t2 * (e.qz + e.pz) + 2.0 * t1 * (e.qz1 + e.pz1) + e.t * (e.qz2 + e.pz2)) / 6.0
        in_y = (t2 * (e.qy + e.py) + 2.0 * t1 * (e.qy1 + e.py1) + e.t * (e.qy2 + e.py2)) / 6.0
        if which == ANGPY:
            return e.py2 + in_z
        if which == ANGPZ:
            return e.pz2 - in_y
        if which == ANGQY:
            return e.qy2 - in_z
        return e.qz2 + in_y

    def size(self, scale: float) -> float:
        return scale if self.is_length else 2.0


def bending_of_length(form: Form, end: int, axis: int) -> float:
    """∂lens/∂ψ of the bending at P (0) or Q (1) about y (0) or z (1)."""
    assert isinstance(form, Deformed)
    e = form.ends
    p = e.pz if axis == 1 else e.py
    q = e.qz if axis == 1 else e.qy
    return e.chord.s * (4.0 * p + q if end == 0 else p + 4.0 * q) / 30.0


def shortening(pz: float, qz: float, py: float, qy: float) -> float:
    return (2.0 * pz * pz + pz * qz + 2.0 * qz * qz + 2.0 * py * py + py * qy + 2.0 * qy * qy) / 30.0


class UniformSpatialBeam(Mass):
    """Consistent with the cubic shape between P and Q whose slopes are the x-axes of the ends, of unit length.

    r(ξ) = H₁P + H₂ℓxP + H₃Q + H₄ℓxQ, ℓ the length without deformation: the matrix of the planar beam on these four
    vectors. Its own spin about x is half at each end.
    """

    __slots__ = ("J", "P", "Q", "l", "length", "m", "mass", "xPc", "xQc")

    def __init__(self, mass: float, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, [X, Y, Z, EULER, EULER, EULER, EULER] * 2, [mass])
        self.mass: float = mass
        self.J: float = 0.0
        self.P: Point = Point(coordinates[0:3])
        self.Q: Point = Point(coordinates[7:10])
        self.l: Turning = Turning(coordinates[3:7])
        self.m: Turning = Turning(coordinates[10:14])
        d = self.P.to(self.Q)
        self.length: float = dot(d, d) ** 0.5
        self.xPc: Vector = turned(conjugate(self.l.now()), unit(d))
        self.xQc: Vector = turned(conjugate(self.m.now()), unit(d))

    def take(self) -> None:
        self.mass = self.numbers[0]

    def polar(self, J: float) -> None:
        self.J = J

    def unbent(self, rest: float) -> None:
        d = self.P.to(self.Q)
        self.length = dot(d, d) ** 0.5

    def inertia_force(self) -> None:
        v = self.velocity
        a = self.acceleration
        l = self.l.now()
        m = self.m.now()
        l1 = (v[3], v[4], v[5], v[6])
        m1 = (v[10], v[11], v[12], v[13])
        l2 = (a[3], a[4], a[5], a[6])
        m2 = (a[10], a[11], a[12], a[13])
        L = self.length
        P2 = (a[0], a[1], a[2])
        Q2 = (a[7], a[8], a[9])
        xP2 = scaled(plus(swung(l, l2, self.xPc), swung(l1, l1, self.xPc), 1.0), 2.0 * L)
        xQ2 = scaled(plus(swung(m, m2, self.xQc), swung(m1, m1, self.xQc), 1.0), 2.0 * L)
        k = self.mass / 420.0
        at_P = weighed(k, P2, xP2, Q2, xQ2, 156.0, 22.0, 54.0, -13.0)
        on_xP = weighed(k * L, P2, xP2, Q2, xQ2, 22.0, 4.0, 13.0, -3.0)
        at_Q = weighed(k, P2, xP2, Q2, xQ2, 54.0, 13.0, 156.0, -22.0)
        on_xQ = weighed(k * L, P2, xP2, Q2, xQ2, -13.0, -3.0, -22.0, 4.0)
        f = self.force
        one = leaning(l, self.xPc, on_xP)
        two = leaning(m, self.xQc, on_xQ)
        for k3 in range(3):
            f[k3] = at_P[k3]
            f[7 + k3] = at_Q[k3]
        for k4 in range(4):
            f[3 + k4] = one[k4]
            f[10 + k4] = two[k4]
        if self.J != 0.0:
            one = spinning(l, l1, l2, self.xPc, 0.5 * self.J)
            two = spinning(m, m1, m2, self.xQc, 0.5 * self.J)
            for k4 in range(4):
                f[3 + k4] += one[k4]
                f[10 + k4] += two[k4]

    def potential(self) -> float:
        """−m·g of the mean of the shape: (P + Q)/2 + ℓ(xP − xQ)/12."""
        xP = turned(self.l.now(), self.xPc)
        xQ = turned(self.m.now(), self.xQc)
        at = self.coordinates
        total = 0.0
        for k in range(3):
            mean = 0.5 * (at[k].x() + at[7 + k].x()) + self.length * (xP[k] - xQ[k]) / 12.0
            total -= self.mass * self.field[k] * mean
        return total


def weighed(k: float, P: Vector, xP: Vector, Q: Vector, xQ: Vector, a: float, b: float, c: float, d: float) -> Vector:
    return scaled(plus(plus(scaled(P, a), xP, b), plus(scaled(Q, c), xQ, d), 1.0), k)


def spinning(l: Quaternion, l1: Quaternion, l2: Quaternion, axis: Vector, J: float) -> Quaternion:
    """Forces on Euler parameters of a polar inertia about an axis of the node: d/dt(∂T/∂λ̇) − ∂T/∂λ, T = ½Jω²."""
    rate = about(l, l1, axis)
    change = about(l, l2, axis)
    c = (0.0, axis[0], axis[1], axis[2])
    here = product(l, c)
    there = product(l1, c)
    p = 2.0 * J * change
    q = 4.0 * J * rate
    return (
        p * here[0] + q * there[0],
        p * here[1] + q * there[1],
        p * here[2] + q * there[2],
        p * here[3] + q * there[3],
    )


def about(l: Quaternion, m: Quaternion, axis: Vector) -> float:
    """2(conj(l)∘m)·axis: angular velocity about an axis of the node, m = dl/dt."""
    q = product(conjugate(l), m)
    return 2.0 * (q[1] * axis[0] + q[2] * axis[1] + q[3] * axis[2])


def deformed(which: int, coordinates: list[Coordinate], data: list[float]) -> Form:
    return Deformed(coordinates, data, which)


def uniform_beam(mass: float, coordinates: list[Coordinate]) -> Mass:
    return UniformSpatialBeam(mass, coordinates)
