"""Numbers of four-bar decks that are said to come from Newton and Euler, calculated so once more, without runmec.

Positions by the vector loop r e^{iφ} + l e^{iθ} = d + s e^{iψ}, its two derivatives by real 2 × 2 systems; then every
link by itself: mass times acceleration of its centre, inertia times angular acceleration, joint forces as unknowns.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

INPUTS = Path(__file__).parent.parent / "inputs"


class Link(NamedTuple):
    """Mass, place of its centre from the first joint as a part of the link, moment of inertia about it."""

    mass: float
    centre: float
    inertia: float


def uniform(mass: float, length: float) -> Link:
    return Link(mass, 0.5, mass * length**2 / 12)


class Linkage(NamedTuple):
    r: float
    l: float
    s: float
    d: float
    links: tuple[Link, Link, Link]  # crank, coupler, rocker (from B0 to B)
    gravity: complex = 0.0
    spring: tuple[float, float, complex] | None = None  # c, s0, other end; on the rocker's side of B


def _real(equation: complex) -> np.ndarray:
    return np.array([equation.real, equation.imag])


def _cross(a: complex, b: complex) -> float:
    return (a.conjugate() * b).imag


def forces(f: Linkage, phi: float, speed: float) -> dict[str, float | complex]:
    """Forces of the frame in A0, in B0 and on the spring, those on the coupler in A and B, the moment of the drive."""
    A = f.r * np.exp(1j * phi)
    to_B0 = f.d - A
    far = abs(to_B0)
    along = (f.l**2 - f.s**2 + far**2) / (2 * far)
    B = A + to_B0 / far * (along + 1j * np.sqrt(f.l**2 - along**2))  # left of A B0
    crank, coupler, rocker = A, B - A, B - f.d
    columns = np.column_stack([_real(1j * coupler), _real(-1j * rocker)])
    turn = np.linalg.solve(columns, _real(-1j * crank * speed))
    bend = np.linalg.solve(columns, _real(crank * speed**2 + coupler * turn[0] ** 2 - rocker * turn[1] ** 2))
    accelerated = (-crank * speed**2, coupler * (1j * bend[0] - turn[0] ** 2), rocker * (1j * bend[1] - turn[1] ** 2))
    at_A = accelerated[0]
    origins = (0.0, at_A, 0.0)
    # what every link needs: force, and moment about its first joint
    needs = []
    for link, vector, acceleration, origin, angular in zip(
        f.links, (crank, coupler, rocker), accelerated, origins, (0.0, *bend), strict=True
    ):
        force = link.mass * (origin + link.centre * acceleration - f.gravity)
        needs.append((force, _cross(link.centre * vector, force) + link.inertia * angular))
    pull = 0.0 + 0.0j
    if f.spring is not None:
        c, s0, end = f.spring
        pull = (c * abs(end - B) + s0) * (end - B) / abs(end - B)
    matrix, right = np.zeros((9, 9)), np.zeros(9)  # A0, A (on the coupler), B (on the coupler), B0, moment
    for k in range(2):
        matrix[k, [k, 2 + k]] = 1, -1
        matrix[2 + k, [2 + k, 4 + k]] = 1, 1
        matrix[4 + k, [4 + k, 6 + k]] = -1, 1
    matrix[6, [2, 3, 8]] = A.imag, -A.real, 1
    matrix[7, [4, 5]] = -coupler.imag, coupler.real
    matrix[8, [4, 5]] = rocker.imag, -rocker.real
    right[0:2], right[2:4], right[4:6] = _real(needs[0][0]), _real(needs[1][0]), _real(needs[2][0] - pull)
    right[6:] = needs[0][1], needs[1][1], needs[2][1] - _cross(rocker, pull)
    x = np.linalg.solve(matrix, right)
    points = {name: complex(x[2 * k], x[2 * k + 1]) for k, name in enumerate(("A0", "A", "B", "B0"))}
    return {**points, "spring": pull, "moment": float(x[8])}


L, S = 0.6, 0.5
TABLE_8_1 = Linkage(
    np.hypot(0.1, 0.2), L, S, 0.4,
    (uniform(1.3, np.hypot(0.1, 0.2)), Link(2.6 + 0.5, 0.5, 2.6 * L**2 / 12), uniform(1.7, S)),
    9.81 * np.exp(-1.5708j), (200.0, -50.0, 0.7),
)  # fmt: skip
HOEKEN = Linkage(
    0.0381, 0.1152, 0.1152, 0.0895,
    (Link(1.5, 0.5, 725.80e-6 - 1.5 * 0.01905**2), Link(5.0, 1.0, 88473.60e-6 - 5 * 0.1152**2),
     Link(3.0, 0.5, 13271.76e-6 - 3 * 0.0576**2)),
)  # fmt: skip
#: quantity of the deck -> joint and axis; signs: sigma of a help bar is tension
QUANTITIES = {
    "direct_forces": {"reac 18": ("A0", 1, 0), "reac 19": ("A0", 1, 1), "reac 5": ("B0", 1, 0), "reac 6": ("B0", 1, 1),
                      "reac 7": ("spring", 1, 0), "conn 4 10": ("A", 1, 0), "conn 4 12": ("B", 1, 0),
                      "conn 4 13": ("B", 1, 1), "sigma 6": ("moment", -1, 0)},
    "example8": {"sigma 8": ("B", 1, 0), "sigma 10": ("moment", -1, 0)},
    "hoeken": {"sigma 8": ("moment", -1, 0), "reac 1": ("A0", 1, 0), "reac 2": ("A0", 1, 1), "conn 2 3": ("A", 1, 0),
               "conn 2 4": ("A", 1, 1), "conn 2 7": ("B", 1, 0), "conn 2 8": ("B", 1, 1), "reac 9": ("B0", 1, 0),
               "reac 10": ("B0", 1, 1)},
}  # fmt: skip
CRANKS = {
    "direct_forces": (TABLE_8_1, np.arctan2(0.2, -0.1), 30 * 0.20944 / 120, 30.0),
    "example8": (TABLE_8_1, np.arctan2(0.2, -0.1), 30 * 0.20944 / 120, 30.0),
    "hoeken": (HOEKEN, 0.0, np.radians(1), 4.7124),
}


@pytest.mark.parametrize("deck", QUANTITIES)
def test_numbers_of_a_deck_follow_from_newton_and_euler(deck: str) -> None:
    linkage, start, step, speed = CRANKS[deck]
    compared = 0
    for expected in tomllib.loads((next(INPUTS.rglob(f"{deck}.toml"))).read_text(encoding="utf-8"))["expect"]:
        if not expected["source"].startswith("Newton and Euler") or not isinstance(expected["at"], int):
            continue
        name, sign, axis = QUANTITIES[deck][expected["what"]]
        found = complex(forces(linkage, start + step * (expected["at"] - 1), speed)[name])
        value = sign * (found.real, found.imag)[axis]
        assert value == pytest.approx(expected["value"], rel=1e-9), expected
        compared += 1
    assert compared >= 2
