"""Decks of compliant mechanisms: chains of elastic beams of unit stiffness."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def chain(name: str, begin: str, end: str, count: int) -> list[str]:
    """Elements from point and angle `A a` to `B b`."""
    nodes = [begin, *(f"{name}{i} {name}b{i}" for i in range(1, count)), end]
    return [f"elem {name}e{i} BEAM {one} {other} elastic" for i, (one, other) in enumerate(pairwise(nodes))]


def between(name: str, begin: Sequence[float], end: Sequence[float], angle: float, count: int) -> list[str]:
    """Its inner nodes, on a straight line."""
    found = []
    for i in range(1, count):
        x, y = (a + (b - a) * i / count for a, b in zip(begin, end, strict=True))
        found += [f"point {name}{i} {x!r} {y!r}", f"angle {name}b{i} {angle!r}"]
    return found


def deck(topology: list[str], geometry: list[str], dynamics: list[str], storage: list[str], moves: str) -> str:
    parts = (("TOPOLOGY", topology), ("GEOMETRY", geometry), ("DYNAMICS", dynamics), ("STORAGE", storage))
    lines = [line for head, own in parts for line in (head, *(f"  {one}" for one in own))]
    return "\n".join(["STA ANA ; compliant", *lines, "MOVEMENT", f"  {moves}", "END"]) + "\n"


def stiff(name: str, count: int) -> list[str]:
    return [f"stiff {name}e{i} 0 1" for i in range(count)]


def cantilever(count: int, load: float, moves: str = "load 4") -> str:
    return deck(
        [*chain("p", "A a", "B b", count), "nr dof 0"],
        ["point A 0 0 fixed", "angle a 0 fixed", *between("p", (0, 0), (1, 0), 0.0, count), "point B 1 0", "angle b 0"],
        [*stiff("p", count), f"force B 0 {load}"],
        ["bufx0 B x y", "bufx0 b slope", "bufreac a clamp", "bufepot V", "bufstab unstable", "bufdisp B dx dy"],
        moves,
    )


def guided_leaf(count: int, pull: float, moves: str) -> str:
    """A leaf spring whose end does not turn, led across."""
    return deck(
        [*chain("p", "A a", "B b", count), "elem guide TR1 A a B free", "input guide.lenv"],
        [
            "point A 0 0 fixed",
            "angle a 0 fixed",
            *between("p", (0, 0), (1, 0), 0.0, count),
            "point B 1 0",
            "angle b 0 fixed",
        ],
        [*stiff("p", count), f"force B.x {pull}", "held guide.lenv"],
        ["bufx0 B x y", "bufdrive guide.lenv F", "bufstab unstable"],
        moves,
    )


def cross_spring(count: int, moves: str) -> str:
    h = 0.5**0.5 / 2
    return deck(
        [
            *chain("p", "G1 g", "E1 b", count),
            *chain("q", "G2 g", "E2 b", count),
            "elem arm1 TR1 C b E1",
            "elem arm2 TR1 C b E2",
            "input arm1.angb",
        ],
        [
            f"point G1 {-h!r} {-h!r} fixed",
            f"point G2 {h!r} {-h!r} fixed",
            f"point E1 {h!r} {h!r}",
            f"point E2 {-h!r} {h!r}",
            "point C 0 0",
            "angle g 0 fixed",
            "angle b 0",
            *between("p", (-h, -h), (h, h), 0.7853981633974483, count),
            *between("q", (h, -h), (-h, h), 2.356194490192345, count),
        ],
        [*stiff("p", count), *stiff("q", count), "held arm1.angb"],
        ["bufx0 C x y", "bufdrive arm1.angb M"],
        moves,
    )


def column(count: int, load: float, moves: str) -> str:
    """Upright, clamped at its foot."""
    up = 1.5707963267948966
    return deck(
        [*chain("p", "A a", "B b", count), "nr dof 0"],
        [
            "point A 0 0 fixed",
            f"angle a {up} fixed",
            *between("p", (0, 0), (0, 1), up, count),
            "point B 0 1",
            f"angle b {up}",
        ],
        [*stiff("p", count), f"force B.y {-load}"],
        ["bufx0 B x y", "bufstab unstable"],
        moves,
    )


def pressed_leaf(count: int, moves: str) -> str:
    """Half of a beam whose ends are pressed together by 0.02, near its rest without force."""
    geometry = ["point A 0 0 fixed", "angle a 0 fixed", "point B 0.98 0.18", "angle b 0 fixed"]
    for i in range(1, count):
        u = i / count
        geometry += [f"point p{i} {0.98 * u!r} {0.18 * (3 * u * u - 2 * u**3)!r}", f"angle pb{i} {1.1 * u * (1 - u)!r}"]
    rests = [
        f"para pe{i}.{form} {value!r}"
        for i in range(count)
        for form, value in (("lens", 1 / count), ("angp", 0.0), ("angq", 0.0))
    ]
    return deck(
        [*chain("p", "A a", "B b", count), "elem guide TR1 A a B free", "input guide.lenu guide.lenv"],
        [*geometry, *rests],
        [*stiff("p", count), "held guide.lenu guide.lenv"],
        ["bufx0 B x y", "bufdrive guide.lenv F", "bufdrive guide.lenu N", "bufreac a clamp", "bufstab unstable"],
        moves,
    )
