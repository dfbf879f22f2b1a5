"""Sketches of the elements: what each form parameter measures."""

from __future__ import annotations

from typing import Any

import numpy as np

INK, MEASURE, TURN = "#333333", "#b35900", "#0a6e8c"


def elements() -> Any:
    """BIN, TR1, TR2, HBEAM and BEAM with their points, lengths and angles."""
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(2, 3, figsize=(8.6, 5.2), layout="constrained")
    for ax in axes.flat:
        ax.set_aspect("equal")
        ax.set_axis_off()
    for ax, draw in zip(axes.flat, (_bar, _ternary_1, _ternary_2, _half_beam, _beam), strict=False):
        ax.set_title(draw(ax), fontsize=10, pad=12)
        ax.margins(0.14)
    axes.flat[5].text(
        0.0,
        0.5,
        "orange: lengths\nblue: angles\ndashed: directions\nleft of PQ is positive",
        fontsize=9,
        va="center",
        linespacing=1.6,
    )
    return figure


def _bar(ax: Any) -> str:
    P, Q = _at(0, 0), _at(2.2, 1.1)
    _link(ax, P, Q)
    _axis(ax, P, 0.0, 1.1)
    _angle(ax, P, 0.0, _direction(P, Q), 0.8, "angb")
    _length(ax, P, Q, "lenl", 0.4)
    _points(ax, P=P, Q=Q)
    return "BIN"


def _ternary_1(ax: Any) -> str:
    P, beta, u, v = _at(0, 0), 0.35, 1.9, 0.8
    Q, foot = P + u * _unit(beta) + v * _unit(beta + np.pi / 2), P + u * _unit(beta)
    _axis(ax, P, 0.0, 1.2)
    _axis(ax, P, beta, 2.5)
    _angle(ax, P, 0.0, beta, 0.8, "βP = angb", 0.3)
    _length(ax, P, foot, "lenu", 0.2)
    _length(ax, foot, Q, "lenv", -0.22)
    _points(ax, P=P, Q=Q)
    return "TR1: Q seen in axes that turn with βP"


def _ternary_2(ax: Any) -> str:
    P, Q = _at(0, 0), _at(2.3, 0.7)
    beta, u, v = _direction(P, Q), 1.1, 1.0
    foot = P + u * _unit(beta)
    R = foot + v * _unit(beta + np.pi / 2)
    ax.fill(*np.array([P, Q, R]).T, facecolor="#dfe6ec", edgecolor=INK, lw=2)
    _axis(ax, P, 0.0, 1.7)
    _angle(ax, P, 0.0, beta, 1.45, "angb", 0.4)
    _length(ax, P, Q, "lenl", -0.62)
    _length(ax, P, foot, "lenu", -0.2)
    _length(ax, foot, R, "lenv", 0.12)
    _points(ax, P=P, Q=Q, R=R)
    return "TR2: R seen from P along and across PQ"


def _half_beam(ax: Any) -> str:
    P, Q = _at(0, 0), _at(2.3, 0.5)
    chord = _direction(P, Q)
    _bent(ax, P, Q, 0.5, 0.25)
    _axis(ax, P, 0.0, 1.9)
    _axis(ax, P, chord + 0.5, 1.5)
    _angle(ax, P, chord, chord + 0.5, 1.25, "angp = ψP", 0.9)
    _angle(ax, P, 0.0, chord + 0.5, 0.6, "βP")
    _length(ax, P, Q, "lenl", -0.4)
    _points(ax, P=P, Q=Q)
    return "HBEAM"


def _beam(ax: Any) -> str:
    P, Q = _at(0, 0), _at(2.6, 0.4)
    chord = _direction(P, Q)
    _bent(ax, P, Q, 0.5, 0.45)
    _axis(ax, P, chord + 0.5, 1.4)
    _axis(ax, Q, chord, 1.3)
    _axis(ax, Q, chord - 0.45, 1.3)
    _angle(ax, P, chord, chord + 0.5, 1.1, "angp = ψP", 1.0)
    _angle(ax, Q, chord - 0.45, chord, 0.9, "angq = ψQ")
    _length(ax, P, Q, "lenl", -0.4)
    _points(ax, P=P, Q=Q)
    return "BEAM: ψP = βP − angb, ψQ = angb − βQ"


def _at(x: float, y: float) -> np.ndarray:
    return np.array([x, y], dtype=float)


def _unit(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def _direction(P: np.ndarray, Q: np.ndarray) -> float:
    return float(np.arctan2(*(Q - P)[::-1]))


def _link(ax: Any, P: np.ndarray, Q: np.ndarray) -> None:
    ax.plot(*np.array([P, Q]).T, color=INK, lw=3, solid_capstyle="round")


def _bent(ax: Any, P: np.ndarray, Q: np.ndarray, psi_P: float, psi_Q: float) -> None:
    from runmec.symbols.display import bending_line

    along, across = np.array(bending_line(float(np.hypot(*(Q - P))), psi_P, psi_Q)).T
    angle = _direction(P, Q)
    line = P[:, None] + np.outer(_unit(angle), along) + np.outer(_unit(angle + np.pi / 2), across)
    ax.plot(*line, color=INK, lw=3, solid_capstyle="round")
    ax.plot(*np.array([P, Q]).T, color=INK, lw=0.8, ls=(0, (4, 3)))


def _axis(ax: Any, P: np.ndarray, angle: float, length: float) -> None:
    ax.plot(*np.array([P, P + length * _unit(angle)]).T, color=INK, lw=0.8, ls=(0, (4, 3)))


def _length(ax: Any, P: np.ndarray, Q: np.ndarray, name: str, beside: float) -> None:
    """A dimension line, so far to the left of PQ."""
    across = _unit(_direction(P, Q) + np.pi / 2)
    aside = beside * across
    _arrow(ax, P + aside, Q + aside, "<->", MEASURE)
    _name(ax, name, (P + Q) / 2 + aside, 9 * np.sign(beside) * across, MEASURE, "center")


def _angle(ax: Any, P: np.ndarray, first: float, last: float, radius: float, name: str, at: float = 0.5) -> None:
    turn = np.linspace(first, last, 30)
    arc = P[:, None] + radius * np.array([np.cos(turn), np.sin(turn)])
    ax.plot(*arc[:, :-1], color=TURN, lw=1.2)
    _arrow(ax, arc[:, -3], arc[:, -1], "->", TURN)
    middle = first + at * (last - first)
    _name(ax, name, P + radius * _unit(middle), 5 * _unit(middle), TURN, "left")


def _arrow(ax: Any, tail: np.ndarray, tip: np.ndarray, style: str, colour: str) -> None:
    look = {"arrowstyle": style, "color": colour, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tip, tail, arrowprops=look, annotation_clip=False)


def _name(ax: Any, text: str, at: np.ndarray, offset: np.ndarray, colour: str, side: str) -> None:
    from matplotlib import patheffects

    halo = [patheffects.withStroke(linewidth=2.5, foreground="white")]
    ax.annotate(
        text,
        at,
        xytext=tuple(offset),
        textcoords="offset points",
        color=colour,
        ha=side,
        va="center",
        fontsize=9,
        annotation_clip=False,
        path_effects=halo,
        zorder=5,
    )


def _points(ax: Any, **points: np.ndarray) -> None:
    for name, at in points.items():
        ax.plot(*at, "o", color=INK, markerfacecolor="white", markersize=6)
        ax.annotate(name, at, xytext=(-9, 7), textcoords="offset points", ha="center", fontsize=10, fontweight="bold")
