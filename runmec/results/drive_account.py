"""The drive sheet as text and as data: one list of figures for terminal, page and json."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, nan
from typing import Any, NamedTuple

from .drive import Drive
from .motors import Fit


class DriveFigure(NamedTuple):
    name: str
    value: float
    unit: str


def figures(drive: Drive, wanted: float | None) -> list[DriveFigure]:
    """What a drive must do; the flywheel for a wanted coefficient of fluctuation."""
    what, M, J, v = ("force", "N", "kg", "m/s") if drive.is_straight else ("moment", "N·m", "kg·m²", "rad/s")
    mean_inertia = drive.mean(drive.inertia)
    least_inertia = drive.extremes["inertia"].least if "inertia" in drive.extremes else nan
    found = [
        DriveFigure(f"mean {what}", drive.mean(drive.moment), M),
        DriveFigure(f"rms {what}", drive.rms(drive.moment), M),
        DriveFigure(f"peak {what}", drive.largest("moment"), M),
        DriveFigure("mean power", drive.mean(drive.power), "W"),
        DriveFigure("peak power", drive.largest("power"), "W"),
        DriveFigure("mean speed", drive.mean_speed, v),
        DriveFigure("peak speed", drive.largest("speed"), v),
        DriveFigure("peak acceleration", drive.largest("acceleration"), f"{v}²"),
        DriveFigure("mean reduced inertia", mean_inertia, J),
        DriveFigure("least reduced inertia", least_inertia, J),
        DriveFigure("largest reduced inertia", drive.largest("inertia"), J),
        DriveFigure("coefficient of fluctuation", drive.fluctuation, ""),
        DriveFigure("excess energy of the cycle", drive.excess_energy, "J"),
    ]
    if drive.is_simulated and drive.is_cycle:
        found.append(DriveFigure("the same, motor of even moment", drive.demanded_energy, "J"))
    if wanted is not None and drive.mean_speed:
        needed = drive.flywheel(wanted)
        found += [
            DriveFigure(f"inertia for a fluctuation of {wanted:g}", needed, J),
            DriveFigure("of which the mechanism lacks", max(0.0, needed - least_inertia), J),
        ]
    return [one if drive.has_units else one._replace(unit="") for one in found]


def drive_lines(drive: Drive, wanted: float | None, fits: Sequence[Fit]) -> Iterator[str]:
    yield f"drive of {drive.name}"
    for one in figures(drive, wanted):
        value = f"{one.value:.5g}" if isfinite(one.value) else "-"  # about a mean speed of zero there is no fluctuation
        yield f"  {one.name:<34} {value:>11} {one.unit}".rstrip()
    if drive.is_simulated and not drive.is_cycle:
        yield "  the speed at the end is not that at the start: fluctuation and excess energy are those of no cycle;"
        yield "  `tcycle` in the place of `tstepf` finds the steady state"
    for found in fits:
        if found.fits:
            top = f"{found.high:.5g}" if isfinite(found.high) else "any"
            yield f"  {found.motor.name}: fits with a ratio from {found.low:.5g} to {top}"
        else:
            yield f"  {found.motor.name}: does not fit; {found.reason}"
        for allowed in found.ranges:
            high = f" … {allowed.high:.5g}" if isfinite(allowed.high) else " …"
            yield f"    {allowed.condition:<14} {allowed.low:.5g}{high}"


def drive_data(drive: Drive, wanted: float | None, fits: Sequence[Fit]) -> dict[str, Any]:
    return {
        "input": drive.name.removeprefix("input "),
        "figures": {one.name: _finite(one.value) for one in figures(drive, wanted)},
        "motors": [
            {
                "name": f.motor.name,
                "fits": f.fits,
                "ratio_low": _finite(f.low),
                "ratio_high": _finite(f.high),
                "reason": f.reason,
                "conditions": {one.condition: [_finite(one.low), _finite(one.high)] for one in f.ranges},
            }
            for f in fits
        ],
    }


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None
