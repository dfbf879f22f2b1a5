"""Geometry of motion: poles, curvature, and how well D can be solved."""

from __future__ import annotations

from typing import Any

from ..dimensions import ANGLE, LENGTH, NUMBER
from .kind import OutputKind, Site


def _pole(name: str, site: Site) -> Any:
    from ..engine import planes

    return getattr(planes, name)(site.relative(), site.subject[2])


def _curvature(site: Site) -> Any:
    from ..engine.planes import Curvature

    return Curvature(*site.path())


def _condition(site: Site) -> Any:
    from ..engine.quantities import Condition

    return Condition(site.replay)


def _centre(site: Site) -> Any:
    from ..engine.moved import Centre

    return Centre(site.moved(), site.direction())


def _between(site: Site) -> Any:
    from ..engine.moved import AngleBetween

    k, l = site.subject
    return AngleBetween(site.line(k), site.line(l) if l else [])


_INFINITE = "nothing turns there, the pole lies at infinity"

GEOMETRY = (
    OutputKind("bufpole", "element k, link l, buffer bx, buffer by",
               "velocity pole (instant centre) of element k relative to element l; l = 0 is the frame", "4 0 220 221",
               axes=((0, 1),), make=lambda site: _pole("Pole", site),
               label=lambda s: f"{s.axis} of the velocity pole of {s.relative}", measure=lambda _: LENGTH,
               of_planes=True, missing=_INFINITE),
    OutputKind("bufapole", "element k, link l, buffer bx, buffer by",
               "acceleration pole of element k relative to element l; l = 0 is the frame", "4 0 222 223",
               axes=((0, 1),), make=lambda site: _pole("AccelerationPole", site),
               label=lambda s: f"{s.axis} of the acceleration pole of {s.relative}", measure=lambda _: LENGTH,
               of_planes=True, missing=_INFINITE),
    OutputKind("bufrho", "coordinate cx, coordinate cy, buffer b",
               "signed radius of curvature of the path of a point, positive where it turns left", "16 17 224",
               of_pair=True, make=_curvature, label=lambda s: f"radius of curvature of the path of {s.point}",
               measure=lambda _: LENGTH,
               missing="the path is straight there, or the point rests"),
    OutputKind("bufmu", "element k, link l, buffer b",
               "transmission angle, 0 … π/2: the acute angle between the lines PQ of elements k and l; l = 0 is the "
               "x-axis of the frame", "4 5 225", make=_between, label=lambda s: f"angle between {s.lines}",
               measure=lambda _: ANGLE, of_lines=True, missing="the points of a line lie on each other"),
    OutputKind("bufcm", "buffer cx, buffer cy",
               "mass centre of all moving mass, in space `bufcm cx cy cz`; no number where no mass moves", "226 227",
               wider=("buffer cx, buffer cy, buffer cz",), axes=((0, 1), (0, 1, 2)), make=_centre,
               label=lambda s: f"{s.axis} of the mass centre", measure=lambda _: LENGTH, missing="no mass moves"),
    OutputKind("bufcond", "buffer b", "reciprocal condition number (1-norm) of D", "210", make=_condition,
               label=lambda _: "reciprocal condition of D", measure=lambda _: NUMBER),
)  # fmt: skip
