"""Transfer functions of first and second order to inputs."""

from __future__ import annotations

from typing import Any

from .kind import OutputKind, Said, Site


def _first(site: Site) -> Any:
    from ..engine.quantities import Transfer

    site.replay.wants_transfer = True
    return Transfer(site.coordinate(), site.numbers_of_inputs(1)[0])


def _second(site: Site) -> Any:
    from ..engine.quantities import SecondTransfer

    return SecondTransfer(site.at(), site.pair())


def _first_of_parameter(site: Site) -> Any:
    from ..engine.quantities import ParameterTransfer

    site.replay.wants_transfer = True
    return ParameterTransfer(site.parameter(), site.numbers_of_inputs(1)[0])


def _second_of_parameter(site: Site) -> Any:
    from ..engine.quantities import ParameterSecond

    return ParameterSecond(site.row(), site.pair())


def _to(said: Said) -> str:
    return f" to input {said.inputs}" if said.inputs else ""


TRANSFER = (
    OutputKind("bufx1", "coordinate c, buffer b, [input i]",
               "first order transfer function of co-ordinate c to input i (1)", "16 105", of="coordinate",
               of_points=True, of_place=True, make=_first, label=lambda s: f"{s.coordinate}′{_to(s)}",
               measure=lambda w: w.per_inputs(1)),
    OutputKind("bufx2", "coordinate c, buffer b, [input i, input j]",
               "second order transfer function of co-ordinate c to inputs i and j (1 1)", "16 106", of="coordinate",
               of_points=True, of_place=True, make=_second, label=lambda s: f"{s.coordinate}″{_to(s)}",
               measure=lambda w: w.per_inputs(2)),
    OutputKind("bufe1", "parameter p, buffer b, [input i]",
               "first order transfer function of parameter p to input i (1)", "-1 110", of="parameter",
               make=_first_of_parameter, label=lambda s: f"ε of {s.parameter}, first order{_to(s)}{s.made_of}",
               measure=lambda w: w.per_inputs(1)),
    OutputKind("bufe2", "parameter p, buffer b, [input i, input j]",
               "second order transfer function of parameter p to inputs i and j (1 1)", "-1 111", of="parameter",
               make=_second_of_parameter, label=lambda s: f"ε of {s.parameter}, second order{_to(s)}{s.made_of}",
               measure=lambda w: w.per_inputs(2)),
)  # fmt: skip
