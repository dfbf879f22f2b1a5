"""Places, velocities and accelerations of co-ordinates, parameters and inputs; time."""

from __future__ import annotations

from typing import Any

from ..dimensions import TIME, Dimension
from .kind import OutputKind, Said, Site, Ways, read


def _time(site: Site) -> Any:
    from ..engine.expression import TimeNode
    from ..engine.quantities import Calculated

    return Calculated(TimeNode(site.replay.pieces))


def _own(ways: Ways) -> Dimension | None:
    return ways.own


def _speed(ways: Ways) -> Dimension | None:
    return ways.own.times(TIME, -1) if ways.own is not None else None


def _acceleration(ways: Ways) -> Dimension | None:
    return ways.own.times(TIME, -2) if ways.own is not None else None


def _input(said: Said) -> str:
    return said.input + said.input_made_of


def _stated(site: Site) -> Any:
    from ..engine.expression import Node
    from ..engine.quantities import Calculated

    node: Node = site.variable()
    return Calculated(node)


MOTION = (
    OutputKind("buftime", "buffer b", "time", "100", make=_time, label=lambda _: "time", measure=lambda _: TIME,
               is_way=True),
    OutputKind("bufinp", "input i, buffer b", "input i", "1 101", of="input",
               make=read("quantities", "Parameter", "input"), label=_input, measure=_own, is_way=True),
    OutputKind("bufdinp1", "input i, buffer b", "velocity of input i", "1 102", of="input", short="dinp",
               needs_time=True, make=read("quantities", "ParameterRate", "input"),
               label=lambda s: f"velocity of {s.input}",
               measure=_speed),
    OutputKind("bufdinp2", "input i, buffer b", "acceleration of input i", "1 103", of="input", short="ddinp",
               needs_time=True, make=read("quantities", "ParameterAcceleration", "input"),
               label=lambda s: f"acceleration of {s.input}",
               measure=_acceleration),
    OutputKind("bufx0", "coordinate c, buffer b", "co-ordinate c", "16 104", of="coordinate", short="x", of_points=True,
               of_place=True, make=read("quantities", "Place", "coordinate"), label=lambda s: s.coordinate,
               measure=_own),
    OutputKind("bufdx1", "coordinate c, buffer b", "velocity of co-ordinate c", "16 107", of="coordinate", short="dx",
               of_points=True, of_place=True, needs_time=True, make=read("quantities", "Velocity", "coordinate"),
               label=lambda s: f"velocity of {s.coordinate}", measure=_speed),
    OutputKind("bufdx2", "coordinate c, buffer b", "acceleration of co-ordinate c", "16 108", of="coordinate",
               short="ddx", of_points=True, of_place=True, needs_time=True,
               make=read("quantities", "Acceleration", "coordinate"),
               label=lambda s: f"acceleration of {s.coordinate}", measure=_acceleration),
    OutputKind("bufe0", "parameter p, buffer b", "parameter p", "-1 109", of="parameter", short="e",
               make=read("quantities", "Parameter", "parameter"), label=lambda s: f"ε of {s.parameter}{s.made_of}",
               measure=_own),
    OutputKind("bufde1", "parameter p, buffer b", "velocity of parameter p", "-1 112", of="parameter", short="de",
               needs_time=True, make=read("quantities", "ParameterRate", "parameter"),
               label=lambda s: f"velocity of ε of {s.parameter}",
               measure=_speed),
    OutputKind("bufde2", "parameter p, buffer b", "acceleration of parameter p", "-1 113", of="parameter", short="dde",
               needs_time=True, make=read("quantities", "ParameterAcceleration", "parameter"),
               label=lambda s: f"acceleration of ε of {s.parameter}", measure=_acceleration),
    OutputKind("bufstate", "stated z, buffer b", "state or sample z", "err 114", of="variable", make=_stated,
               label=lambda s: s.variable, measure=lambda _: None),
)  # fmt: skip
