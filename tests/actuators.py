"""Robots and parallel mechanisms by closed inverse kinematics and virtual power, apart from the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
G = 9.81


class Motion(NamedTuple):
    """A value in time, its velocity and acceleration."""

    s: Floats
    v: Floats
    a: Floats


def poly345(t: Floats, h: float, T: float) -> Motion:
    u = t / T
    return Motion(
        h * u**3 * (10 - 15 * u + 6 * u**2),
        h / T * 30 * u**2 * (1 - u) ** 2,
        h / T**2 * 60 * u * (1 - u) * (1 - 2 * u),
    )


def poly4567(t: Floats, h: float, T: float) -> Motion:
    u = t / T
    return Motion(
        h * u**4 * (35 - 84 * u + 70 * u**2 - 20 * u**3),
        h / T * 140 * u**3 * (1 - u) ** 3,
        h / T**2 * 420 * u**2 * (1 - u) ** 2 * (1 - 2 * u),
    )


def cycloid(t: Floats, h: float, T: float) -> Motion:
    u, w = t / T, 2 * np.pi
    return Motion(h * (u - np.sin(w * u) / w), h / T * (1 - np.cos(w * u)), h / T**2 * w * np.sin(w * u))


class Body(NamedTuple):
    """On a bar: mass, centre along and across it, inertia about the centre."""

    m: float
    u: float
    v: float
    J: float


def direction(angle: Floats) -> Floats:
    return np.array([np.cos(angle), np.sin(angle)])


def across(angle: Floats) -> Floats:
    return np.array([-np.sin(angle), np.cos(angle)])


def derived(jacobian: Floats, drift: Floats, v: Floats, a: Floats) -> tuple[Floats, Floats]:
    """Rates and accelerations from J q̇ = v, J q̈ = a − J̇q̇; `drift` is a function of q̇."""
    q1 = np.linalg.solve(jacobian, v)
    return q1, np.linalg.solve(jacobian, a - drift(q1))


def arm(
    x: Motion, y: Motion, l1: float, l2: float, bodies: Sequence[Body], tool: float, elbow: float = -1.0
) -> dict[str, Floats]:
    """Two links with motors in shoulder and elbow, their tool led to (x, y); `elbow` its side."""
    c = (x.s**2 + y.s**2 - l1**2 - l2**2) / (2 * l1 * l2)
    q2 = elbow * np.arccos(c)
    q1 = np.arctan2(y.s, x.s) - np.arctan2(l2 * np.sin(q2), l1 + l2 * np.cos(q2))
    M = np.zeros((2, len(x.s)))
    rates = np.zeros((2, len(x.s)))
    for k in range(len(x.s)):
        angles = [q1[k], q1[k] + q2[k]]  # absolute
        e = [direction(b) for b in angles]
        n = [across(b) for b in angles]
        J = np.column_stack([l1 * n[0], l2 * n[1]])  # of the tool, by the rates of the absolute angles
        w, alpha = derived(
            J,
            lambda w, e=e: -l1 * w[0] ** 2 * e[0] - l2 * w[1] ** 2 * e[1],
            np.array([x.v[k], y.v[k]]),
            np.array([x.a[k], y.a[k]]),
        )
        force = np.zeros(2)  # virtual work of the absolute angles
        carried = np.zeros(2)
        for link, (body, length) in enumerate(zip(bodies, (l1, l2), strict=True)):
            r, t = body.u * e[link] + body.v * n[link], body.u * n[link] - body.v * e[link]
            lever = [np.zeros(2), np.zeros(2)]
            if link:
                lever[0] = l1 * n[0]
            lever[link] = t
            push = body.m * (carried + alpha[link] * t - w[link] ** 2 * r + [0, G])
            force += [lever[0] @ push, lever[1] @ push]
            force[link] += body.J * alpha[link]
            carried = carried + length * (alpha[link] * n[link] - w[link] ** 2 * e[link])
        push = tool * np.array([x.a[k], y.a[k] + G])
        force += J.T @ push
        M[:, k] = [force[0] + force[1], force[1]]  # shoulder turns both, the elbow the second alone
        rates[:, k] = [w[0], w[1] - w[0]]
    return {"q1": q1, "q2": q2, "M1": M[0], "M2": M[1], "w1": rates[0], "w2": rates[1]}


class Leg(NamedTuple):
    """A crank on the frame and a coupler to the pen; `side` of the elbow."""

    at: float
    crank: float
    coupler: float
    side: float
    bodies: tuple[Body, Body]


def five_bar(x: Motion, y: Motion, legs: Sequence[Leg], pen: float) -> dict[str, Floats]:
    """A pen on two cranks and two couplers: moments of the cranks by virtual power of each leg."""
    found: dict[str, Floats] = {}
    total = [np.zeros(len(x.s)) for _ in legs]
    columns = []
    for number, leg in enumerate(legs):
        px, py = x.s - leg.at, y.s
        r = np.hypot(px, py)
        q = np.arctan2(py, px) + leg.side * np.arccos((r**2 + leg.crank**2 - leg.coupler**2) / (2 * r * leg.crank))
        p = np.arctan2(py - leg.crank * np.sin(q), px - leg.crank * np.cos(q))
        found[f"q{number}"] = q
        columns.append((q, p))
    for k in range(len(x.s)):
        own = np.zeros(len(legs))  # what each crank bears of its own leg, the pen standing still
        at_pen = pen * np.array([x.a[k], y.a[k] + G])
        rows = []
        for number, leg in enumerate(legs):
            q, p = columns[number][0][k], columns[number][1][k]
            e, n, f, g = direction(q), across(q), direction(p), across(p)
            w, alpha = derived(
                np.column_stack([leg.crank * n, leg.coupler * g]),
                lambda w, leg=leg, e=e, f=f: -leg.crank * w[0] ** 2 * e - leg.coupler * w[1] ** 2 * f,
                np.array([x.v[k], y.v[k]]),
                np.array([x.a[k], y.a[k]]),
            )
            force = np.zeros(2)
            first, second = leg.bodies
            at_knee = leg.crank * (alpha[0] * n - w[0] ** 2 * e)
            for link, (body, base, d, c, lever) in enumerate(
                (
                    (first, np.zeros(2), e, n, np.zeros(2)),
                    (second, at_knee, f, g, leg.crank * n),
                )
            ):
                r, t = body.u * d + body.v * c, body.u * c - body.v * d
                push = body.m * (base + alpha[link] * t - w[link] ** 2 * r + [0, G])
                force[link] += t @ push + body.J * alpha[link]
                if link:
                    force[0] += lever @ push
            # by crank and coupler -> by the pen: w = B·(pen velocity)
            B = np.linalg.inv(np.column_stack([leg.crank * n, leg.coupler * g]))
            at_pen = at_pen + B.T @ force
            rows.append(B[0])
        own = np.linalg.solve(np.array(rows).T, at_pen)
        for number in range(len(legs)):
            total[number][k] = own[number]
    return found | {f"M{number}": total[number] for number in range(len(legs))}


def rotation(axis: int, angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    R = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


class Platform(NamedTuple):
    m: float
    centre: Floats
    inertia: Floats  # about the centre, in the platform's axes


def stewart(
    place: Sequence[Motion], turns: Sequence[Motion], base: Floats, joints: Floats, body: Platform
) -> tuple[Floats, Floats]:
    """Lengths and forces of six legs; turns are yaw, pitch, roll, R = Rz Ry Rx; one row a leg."""
    count = len(place[0].s)
    lengths, forces = np.zeros((6, count)), np.zeros((6, count))
    for k in range(count):
        P, a = (np.array([getattr(m, what)[k] for m in place]) for what in ("s", "a"))
        angle, rate, second = (np.array([getattr(m, what)[k] for m in turns]) for what in ("s", "v", "a"))
        Rz, Ry = rotation(2, angle[0]), rotation(1, angle[1])
        R = Rz @ Ry @ rotation(0, angle[2])
        axes = np.column_stack([[0, 0, 1], Rz @ [0, 1, 0], Rz @ Ry @ [1, 0, 0]])
        w = axes @ rate
        # the axes turn with what lies before them
        alpha = axes @ second
        alpha = alpha + rate[1] * np.cross(rate[0] * axes[:, 0], axes[:, 1])
        alpha = alpha + rate[2] * np.cross(rate[0] * axes[:, 0] + rate[1] * axes[:, 1], axes[:, 2])
        c = R @ body.centre
        push = body.m * (a + np.cross(alpha, c) + np.cross(w, np.cross(w, c)) + [0, 0, G])
        I = R @ body.inertia @ R.T
        moment = I @ alpha + np.cross(w, I @ w) + np.cross(c, push)
        arms = joints @ R.T
        legs = P + arms - base
        lengths[:, k] = np.linalg.norm(legs, axis=1)
        u = legs / lengths[:, k][:, None]
        forces[:, k] = np.linalg.solve(np.vstack([u.T, np.cross(arms, u).T]), np.concatenate([push, moment]))
    return lengths, forces


Law = Callable[[Floats, float, float], Motion]


def led(law: Law, start: float, h: float, t: Floats, T: float) -> Motion:
    moved = law(t, h, T)
    return Motion(start + moved.s, moved.v, moved.a)


class Delta(NamedTuple):
    """Three arms about horizontal axes, rods to a platform that only translates; uniform arms and rods."""

    base: float  # from the middle to the axes
    foot: float  # from the middle of the platform to the rods
    arm: float
    rod: float
    mass: tuple[float, float, float]  # of an arm, a rod (both of its bars together), the platform


def delta(place: Sequence[Motion], robot: Delta) -> tuple[Floats, Floats]:
    """Angles of the arms, downwards from outwards, and their moments; one row an arm."""
    count = len(place[0].s)
    angles, moments = np.zeros((3, count)), np.zeros((3, count))
    of_arm, of_rod, of_platform = robot.mass
    up = np.array([0, 0, G])
    for k in range(count):
        P, v, a = (np.array([getattr(m, what)[k] for m in place]) for what in ("s", "v", "a"))
        wrench = of_platform * (a + up)
        rows, own = [], []
        for leg in range(3):
            turn = 2 * np.pi * leg / 3
            out, down = np.array([np.cos(turn), np.sin(turn), 0]), np.array([0, 0, -1])
            D = P + (robot.foot - robot.base) * out  # from the axis to the end of the rod
            C = (D @ D + robot.arm**2 - robot.rod**2) / (2 * robot.arm)
            x, y = D @ out, D @ down
            q = np.arctan2(y, x) - np.arccos(C / np.hypot(x, y))
            e, t = np.cos(q) * out + np.sin(q) * down, -np.sin(q) * out + np.cos(q) * down
            d = D - robot.arm * e
            rate = d @ v / (robot.arm * (d @ t))
            slip = v - robot.arm * rate * t
            second = (d @ a + slip @ slip + robot.arm * rate**2 * (d @ e)) / (robot.arm * (d @ t))
            at_elbow = robot.arm * (second * t - rate**2 * e)
            push_elbow = of_rod * (at_elbow / 3 + a / 6 + up / 2) + of_arm * (at_elbow / 3 + up / 2)
            wrench = wrench + of_rod * (at_elbow / 6 + a / 3 + up / 2)
            rows.append(d / (robot.arm * (d @ t)))
            own.append(robot.arm * (t @ push_elbow))
            angles[leg, k] = q
        moments[:, k] = np.linalg.solve(np.array(rows).T, wrench) + own
    return angles, moments


class Digger(NamedTuple):
    """Boom, stick and bucket, each with its length and body; `mounts` are (foot, head) of its cylinder.

    The foot is seen from the link before (u along, v across it; the frame for the boom), the head from its own.
    """

    lengths: tuple[float, float]
    bodies: tuple[Body, Body, Body]
    mounts: tuple[tuple[Floats, Floats], ...]


def digger(x: Motion, y: Motion, level: Motion, links: Digger) -> tuple[Floats, Floats]:
    """Lengths and forces of three cylinders; the pin of the bucket is led to (x, y), the bucket turned by `level`."""
    l1, l2 = links.lengths
    count = len(x.s)
    lengths, forces = np.zeros((3, count)), np.zeros((3, count))
    c = (x.s**2 + y.s**2 - l1**2 - l2**2) / (2 * l1 * l2)
    bend = -np.arccos(c)
    boom = np.arctan2(y.s, x.s) - np.arctan2(l2 * np.sin(bend), l1 + l2 * np.cos(bend))
    for k in range(count):
        angles = [boom[k], boom[k] + bend[k], level.s[k]]
        e, n = [direction(b) for b in angles], [across(b) for b in angles]
        w2, a2 = derived(
            np.column_stack([l1 * n[0], l2 * n[1]]),
            lambda w, e=e: -l1 * w[0] ** 2 * e[0] - l2 * w[1] ** 2 * e[1],
            np.array([x.v[k], y.v[k]]),
            np.array([x.a[k], y.a[k]]),
        )
        w, alpha = [*w2, level.v[k]], [*a2, level.a[k]]
        needed = np.zeros(3)  # virtual work by absolute angles
        base, arms = np.zeros(2), [np.zeros(2)] * 3
        for link, body in enumerate(links.bodies):
            r, t = body.u * e[link] + body.v * n[link], body.u * n[link] - body.v * e[link]
            push = body.m * (base + alpha[link] * t - w[link] ** 2 * r + [0, G])
            for before in range(link):
                needed[before] += arms[before] @ push
            needed[link] += t @ push + body.J * alpha[link]
            if link < 2:
                arms[link] = links.lengths[link] * n[link]
                base = base + links.lengths[link] * (alpha[link] * n[link] - w[link] ** 2 * e[link])
        joints = [np.zeros(2), l1 * e[0], l1 * e[0] + l2 * e[1]]
        frames = [(np.array([1.0, 0.0]), np.array([0.0, 1.0])), (e[0], n[0]), (e[1], n[1])]
        starts = [np.zeros(2), np.zeros(2), joints[1]]
        rows = np.zeros((3, 3))
        for link, (foot, head) in enumerate(links.mounts):
            along, beside = frames[link]
            lower = starts[link] + foot[0] * along + foot[1] * beside
            upper = joints[link] + head[0] * e[link] + head[1] * n[link]
            way = upper - lower
            lengths[link, k] = np.linalg.norm(way)
            u = way / lengths[link, k]
            rows[link, link] = u @ (head[0] * n[link] - head[1] * e[link])
            for before in range(link):  # how the ends move with the links before
                rows[link, before] += u @ arms[before]
            if link:
                rows[link, link - 1] -= u @ (foot[0] * n[link - 1] - foot[1] * e[link - 1])
                for before in range(link - 1):
                    rows[link, before] -= u @ arms[before]
        forces[:, k] = np.linalg.solve(rows.T, needed)
    return lengths, forces
