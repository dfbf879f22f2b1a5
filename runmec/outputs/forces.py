"""Forces: inside parameters, of drives, of the frame, on elements and on links."""

from __future__ import annotations

from typing import Any

from ..dimensions import FORCE, MOMENT, POWER, Dimension, effort
from .kind import OutputKind, Said, Site, Ways, read


def _effort(ways: Ways) -> Dimension | None:
    if ways.is_vector:
        return MOMENT
    return effort(ways.own) if ways.own is not None else None


def _on(said: Said, what: str) -> str:
    size = "size of the " if said.is_size else ""
    if said.is_vector:
        return f"{size}moment on {what} at {said.node}{said.about}"
    at = said.point if said.is_size else said.last_coordinate
    return f"{size}{'moment' if said.is_moment else 'force'} on {what} at {at}"


def _shaking(site: Site) -> Any:
    from ..engine.moved import Shaking

    return Shaking(site.moved(), site.direction(), list(site.values()))


def _shaken(said: Said) -> str:
    return f"shaking moment{said.about_point}" if said.is_turning else f"shaking force along {said.axis}"


FORCES = (
    OutputKind("bufsigma", "parameter p, buffer b", "internal force of parameter p; for an input, the driving σ",
               "10 201", of="parameter", needs_forces=True, is_effort=True,
               make=read("quantities", "Sigma", "parameter"),
               label=lambda s: f"σ of {s.parameter}{s.made_of}", measure=_effort),
    OutputKind("bufreac", "coordinate c, buffer b",
               "force of the frame on the mechanism at fixed co-ordinate c (8.8); all that acts there, weight and "
               "springs anchored there included, is carried by the frame", "1 202", of="coordinate",
               needs_forces=True, is_effort=True,
               of_points=True, is_direction=True, make=lambda site: site.of_the_frame(),
               elsewhere="`bufpin k A fx fy` stores the force in a pin, on the link of element k",
               at_turns="write `bufmom l mx my mz` for the moment of the frame",
               label=lambda s: f"frame {s.effort} at {s.coordinate}", measure=_effort),
    OutputKind("bufconn", "element k, coordinate c, buffer b",
               "connection force on element k at its co-ordinate c (8.10, 8.11); its own `uniform` mass and weight "
               "belong to the element, `inertia`, `force` and springs at a shared node to the joint", "4 12 203",
               of="coordinate", needs_forces=True, is_effort=True, of_points=True, at_nodes=True, is_direction=True,
               make=lambda site: site.on_element(), of_element=True, label=lambda s: _on(s, s.element),
               measure=_effort),
    OutputKind("bufpin", "element k, coordinate c, buffer b",
               "force on the link that element k belongs to, at co-ordinate c, by all other links and the frame, at an "
               "angle the moment; a link is a set of elements that are rigid to each other. One buffer more takes the "
               "size of the force at a point, in numbers `bufpin k cx cy f`", "4 12 211", of="coordinate",
               needs_forces=True, is_effort=True, of_points=True, at_nodes=True, is_direction=True, sized=True,
               wider=("element k, coordinate cx, coordinate cy, buffer f",
                      "element k, coordinate cx, coordinate cy, coordinate cz, buffer f"),
               make=lambda site: site.on_link(), of_link=True,
               label=lambda s: _on(s, f"the link of {s.element}"), measure=_effort),
    OutputKind("bufpinm", "element k, turning l, buffer mx, buffer my, buffer mz, [buffer m]",
               "moment on the link of element k at turning node l by the other links and the frame, along x y z, a "
               "hinge's drive included; one buffer more takes its size", "4 7 301 302 303", needs_forces=True,
               is_effort=True, is_vector=True, sized=True, of_link=True, make=lambda site: site.on_link(),
               label=lambda s: _on(s, f"the link of {s.element}"), measure=lambda _: MOMENT),
    OutputKind("bufmom", "turning l, buffer bx, buffer by, buffer bz",
               "moment of the frame on a fixed turning node, along x y z", "7 301 302 303", needs_forces=True,
               is_vector=True, make=read("vectors", "FrameMoment", "node", "axis"),
               elsewhere="`bufconn k l mx my mz` stores moments on elements",
               label=lambda s: f"frame moment on {s.node}{s.about}", measure=lambda _: MOMENT),
    OutputKind("bufshake", "buffer fx, buffer fy, buffer m, [value x:length, value y:length]",
               "what the frame feels of all moving mass: minus the rate of change of its momentum, and of its angular "
               "momentum about (x, y), the origin unless given; weight and loads do not count. In space "
               "`bufshake fx fy fz mx my mz [x y z]`", "310 311 312", needs_forces=True,
               wider=("buffer fx, buffer fy, buffer fz, buffer mx, buffer my, buffer mz, "
                      "[value x:length, value y:length, value z:length]",), axes=((0, 1, 5), (0, 1, 2, 3, 4, 5)),
               make=_shaking, label=_shaken,
               measure=lambda w: MOMENT if w.is_turning else FORCE),
    OutputKind("bufdrive", "driven q, buffer b",
               "driving force or moment M of the motor on q: of an input −σ, of a dependent parameter what `motor` or "
               "`carry` gives it", "1 212", of="driven", needs_forces=True, is_effort=True,
               make=lambda site: site.drive(),
               label=lambda s: f"driving {s.effort} of {s.input}", measure=_effort),
    OutputKind("bufpower", "driven q, buffer b", "power of the motor on q, M·dq/dt", "1 207", of="driven",
               needs_forces=True, needs_time=True, make=lambda site: site.power(),
               label=lambda s: f"power of {s.input}",
               measure=lambda _: POWER),
)  # fmt: skip
