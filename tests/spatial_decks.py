"""Decks in space that several tests use, and closed forms for them."""

from __future__ import annotations

from math import acos, atan2, cos, hypot, sin

import numpy as np

#: an RSSR four-bar of our own dimensions: crank about z at the origin, rocker about y at B0
CRANK, ROCKER, COUPLER = 0.2, 0.6, 1.1
B0 = np.array([1.0, 0.25, 0.1])
MASSES = (0.8, 1.5, 1.1)  # crank, coupler, rocker: uniform rods

_HEAD = {
    "points": """
TOPOLOGY
  elem crank TR2S A0 Z X A
  elem rocker TR2S B0 Y V B
  elem coupler BINS A B
  elem rod1 BINS A0 A free
  elem rod2 BINS B0 B free
  input crank.angd
GEOMETRY
  point A0 0 0 0 fixed
  point Z 0 0 1 fixed
  point X 1 0 0 fixed
  point B0 1.0 0.25 0.1 fixed
  point Y 1.0 1.25 0.1 fixed
  point V 1.0 0.25 1.1 fixed
  point A {ax} {ay} 0
  point B {bx} 0.25 {bz}
""",
    "axes": """
TOPOLOGY
  elem crank TR1S A0 f A lenw lenr
  elem rocker TR1S B0 g B lenw lenr
  elem coupler BINS A B
  elem rod1 BINS A0 A free
  elem rod2 BINS B0 B free
  input crank.angw
GEOMETRY
  point A0 0 0 0 fixed
  point B0 1.0 0.25 0.1 fixed
  point A {ax} {ay} 0
  point B {bx} 0.25 {bz}
  turn f fixed
  turn g 1 0 0 (-pi/2) fixed
""",
    "hinges": """
TOPOLOGY
  elem crank TR1S A0 la A
  elem rocker TR1S B0 lb B
  elem coupler BINS A B
  elem rod1 BINS A0 A free
  elem rod2 BINS B0 B free
  elem ha HINGE f la
  elem hb HINGE f lb
  input ha.angx
GEOMETRY
  point A0 0 0 0 fixed
  point B0 1.0 0.25 0.1 fixed
  point A {ax} {ay} 0
  point B {bx} 0.25 {bz}
  turn f fixed
  turn la 0 0 1 {phi}
  turn lb
  axle ha 0 0 1
  axle hb 0 1 0
  para crank.lenu 0.2
  para crank.lenv 0
""",
}
INPUT = {"points": "crank.angd", "axes": "crank.angw", "hinges": "ha.angx"}


def rocker_angle(phi: float, branch: float = 1.0) -> float:
    """Angle ψ of the rocker from z towards x, from |AB| = coupler: E cos ψ + F sin ψ + G = 0."""
    A = CRANK * np.array([cos(phi), sin(phi), 0.0])
    d = B0 - A
    E, F = 2 * ROCKER * d[2], 2 * ROCKER * d[0]
    G = d @ d + ROCKER**2 - COUPLER**2
    return atan2(F, E) + branch * acos(-G / hypot(E, F))


def point_B(phi: float) -> np.ndarray:
    psi = rocker_angle(phi, -1.0)
    return B0 + ROCKER * np.array([sin(psi), 0.0, cos(psi)])


def rssr(way: str, job: str, rest: str, phi: float = 0.3) -> str:
    """The four-bar with rods of uniform mass, in one of three ways, its crank at phi."""
    B = point_B(phi)
    head = _HEAD[way].format(
        ax=repr(CRANK * cos(phi)), ay=repr(CRANK * sin(phi)), bx=repr(float(B[0])), bz=repr(float(B[2])), phi=repr(phi)
    )
    masses = "\n".join(f"  uniform {k} {m}" for k, m in zip(("rod1", "coupler", "rod2"), MASSES, strict=True))
    return f"{job} ; RSSR by {way}{head}DYNAMICS\n  gravity 9.81 0 0 -1\n{masses}\n{rest}\nEND\n"


def lagrange(phi: float) -> tuple[float, float, float, float]:
    """Reduced inertia J(φ), its derivative, potential energy and its derivative.

    By the closed form: e = B − A has constant length, so that e·e' = 0 and e'·e' + e·e'' = 0.
    """
    psi = rocker_angle(phi, -1.0)
    A1, A2 = CRANK * np.array([-sin(phi), cos(phi), 0.0]), CRANK * np.array([-cos(phi), -sin(phi), 0.0])
    by_psi, by_psi_twice = ROCKER * np.array([cos(psi), 0.0, -sin(psi)]), ROCKER * np.array([-sin(psi), 0.0, -cos(psi)])
    B = point_B(phi)
    e = B - CRANK * np.array([cos(phi), sin(phi), 0.0])
    psi1 = (e @ A1) / (e @ by_psi)
    B1 = by_psi * psi1
    psi2 = -((B1 - A1) @ (B1 - A1) + e @ (by_psi_twice * psi1**2 - A2)) / (e @ by_psi)
    B2 = by_psi * psi2 + by_psi_twice * psi1**2
    crank, coupler, rocker = MASSES
    J = (crank * (A1 @ A1) + rocker * (B1 @ B1) + coupler * (A1 @ A1 + A1 @ B1 + B1 @ B1)) / 3
    dJ = (
        2 * crank * (A1 @ A2) + 2 * rocker * (B1 @ B2) + coupler * (2 * (A1 @ A2) + A1 @ B2 + A2 @ B1 + 2 * (B1 @ B2))
    ) / 3
    half = 9.81 * (coupler + rocker) / 2
    return float(J), float(dJ), float(half * B[2]), float(half * B1[2])
