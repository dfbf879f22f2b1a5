"""`flex` and `stiff`: prescribed parameters that yield by their forces (8.34, 8.37)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..elements import Kind
from ..engine.flexible import FlexibleBeam, FlexibleParameter, stiffness_of
from .kind import ElasticKind, Fault, LineOfDynamics, Site


def _make_parameter(site: Site, line: LineOfDynamics) -> FlexibleParameter:
    return FlexibleParameter(site.parameter(line.subject), line.values[0])


def _make_beam(site: Site, line: LineOfDynamics) -> FlexibleBeam:
    at, kind = site.at(line.subject), site.kind(line.subject)
    ends = [at[name] for point in "PQ" for name in kind.axes_of(point)]
    uses = site.elastic_modes(line.subject)
    return FlexibleBeam(
        ends,
        list(line.values),
        [mode for mode, _, _ in uses],
        [site.parameter(p) for _, p, _ in uses],
        [factor for _, _, factor in uses],
    )


def _negative(what: str, values: Sequence[Any]) -> Iterator[Fault]:
    for at, value in enumerate(values):
        if value < 0:
            yield Fault(at, f"negative {what} {value:g}")


def _suits(line: LineOfDynamics, kind: Kind) -> Fault | None:
    """EA of a bar, EA EI of a beam in the plane, EA EIy EIz GJ in space."""
    takes = "EA" if not kind.bends else "EA EIy EIz GJ" if kind.is_spatial else "EA EI"
    missing = len(takes.split()) - len(line.values)
    if not kind.elastic or not missing:
        return None
    code, what, at = ("D110", "few", -1) if missing > 0 else ("D111", "many", missing)
    return Fault(
        len(line.values) + at, f"too {what} values for `stiff` of a {kind.word}", f"write `stiff {{}} {takes}`", code
    )


FLEX = ElasticKind(
    "flex", "prescribed p, value f:flexibility", "flexibility 1/S of prescribed parameter p; zero is rigid",
    "flex 3 1e-7",
    make=_make_parameter, faults=lambda values: _negative("flexibility", values), once="flexibility of parameter {}",
    yields=lambda values, _: bool(values[0]),
)  # fmt: skip
STIFF = ElasticKind(
    "stiff", "element k, value EA:force, [value EI:bending], [value EIz:bending, value GJ:bending]",
    "stiffness of beam k (8.38); EA or EI zero: that mode is rigid. Of BIN and BINS `stiff k EA`, of BEAMS "
    "`stiff k EA EIy EIz GJ`, with bending about its y and z axes and torsion", "stiff 2 4.2e6 350", make=_make_beam,
    faults=lambda values: _negative("stiffness", values), once="stiffness of element {}",
    fits=lambda kind: bool(kind.elastic), suits=_suits, yields=lambda values, mode: bool(values[stiffness_of(mode)]),
)  # fmt: skip
