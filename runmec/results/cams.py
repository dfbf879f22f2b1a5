"""What a designer should know of a cam: pressure angle, undercut, a follower that lifts off and what keeps it down."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..diagnostics import Diagnostic
from ..dimensions import FORCE, LENGTH
from ..dynamics import SPRING
from ..dynamics.spring import Spring
from ..messages import diagnostic
from ..outputs import SIGMA
from .asking import Asked
from .findings import input_text
from .places import told
from .profiles import Cam, Floats, Peak, peak
from .quantities import read_quantities
from .result import Result
from .units import unit_for

LARGE = 30.0  # degrees
_SHOWN = 0.005  # degrees: what two decimals do not show is no warning
_PULLED = 1e-9  # of the largest contact force: a pull that is rounding


def cam_findings(result: Result) -> Iterator[Diagnostic]:
    for cam in result.cams:
        item = cam.item
        highest = peak(result, cam.pressure)
        steep = (cam.pressure > LARGE).tolist()
        if highest is not None and highest.value > LARGE + _SHOWN:
            yield diagnostic(
                "R472",
                f"the pressure angle of {item.name} is {highest.value:.2f}° at "
                f"{at_peak(result, highest)}, above {LARGE:g}°",
                item.at(0),
                label=f"in {told(result, steep)}" if any(steep) else "",
                help="take a larger prime radius, a longer range or an offset",
            )
        if np.any(cam.is_undercut):
            sharpest = float(np.min(cam.pitch_radius[cam.is_undercut]))
            yield diagnostic(
                "R473",
                f"the profile {item.name} is undercut in {told(result, cam.is_undercut.tolist())}",
                item.at(5),
                label=f"the pitch curve has a radius of {sharpest:.4g} there, the roller {item.radius:g}",
                help="take a smaller roller or a larger prime radius",
            )
        yield from _lift_off(result, cam)
        yield from _side_force(result, cam)
    if result.cams and find_spec("ezdxf") is None:
        names = ", ".join(f"{cam.item.name}.dxf" for cam in result.cams)
        yield diagnostic(
            "R475",
            f"{names} cannot be written: the package ezdxf is not installed",
            result.cams[0].item.at(0),
            help="pip install 'runmec[cad]'",
        )


def at_peak(result: Result, found: Peak) -> str:
    """`cam.angb 40.89°`, or the time."""
    if result.mechanism.inputs != 1:
        return f"t = {found.at:.4g}"
    return f"{result.deck.names.inputs.get(1) or 'input'} {input_text(result.mechanism, 1, found.at, 6)}"


def account(result: Result) -> Iterator[str]:
    """One line or two for every profile."""
    length, force = unit_for(result.deck.units, LENGTH), unit_for(result.deck.units, FORCE)
    for cam in result.cams:
        parts = []
        highest = peak(result, cam.pressure)
        if highest is not None:
            parts.append(f"largest pressure angle {highest.value:.2f}° at {at_peak(result, highest)}")
        convex = peak(result, np.where(cam.pitch_radius > 0, cam.radius, np.nan), -1.0)
        hollow = peak(result, np.where(cam.pitch_radius < 0, cam.radius, np.nan))
        if convex is not None:
            parts.append(f"least radius of curvature {length.text(convex.value)} at {at_peak(result, convex)}")
        if hollow is not None:
            parts.append(f"hollow with {length.text(-hollow.value)} at {at_peak(result, hollow)}")
        yield f"profile {cam.item.name}: {', '.join(parts) or 'the cam does not move'}"
        if cam.contact is not None:
            most = peak(result, cam.contact)
            if most is not None:
                yield f"  largest contact force {force.text(most.value)} at {at_peak(result, most)}"


def profiles_data(result: Result) -> list[dict[str, Any]]:
    """The same as numbers, places in radians or the deck's lengths."""
    found: list[dict[str, Any]] = []
    for cam in result.cams:
        convex = peak(result, np.where(cam.pitch_radius > 0, cam.radius, np.nan), -1.0)
        sought = {"largest_pressure_angle": peak(result, cam.pressure), "least_radius": convex}
        if cam.contact is not None:
            sought |= {
                "largest_contact_force": peak(result, cam.contact),
                "least_contact_force": peak(result, cam.contact, -1.0),
            }
        known = {what: {"value": one.value, "at": one.at} for what, one in sought.items() if one is not None}
        found.append({"name": cam.item.name, "undercut": bool(np.any(cam.is_undercut)), **known})
    return found


# ---- contact


def _lift_off(result: Result, cam: Cam) -> Iterator[Diagnostic]:
    if cam.contact is None or cam.couple is None:
        return
    largest = float(np.max(np.abs(cam.contact[np.isfinite(cam.contact)]), initial=0.0))
    pulled = cam.contact < -_PULLED * largest
    if np.any(pulled):
        least = float(np.min(cam.contact[pulled]))
        where = told(result, pulled.tolist())
        yield diagnostic(
            "R471",
            f"the follower of {cam.item.name} lifts off in {where}",
            cam.item.at(0),
            label=f"it would have to be pulled with {-least:.4g}",
            notes=tuple(_preloads(result, cam)),
            help="press it down by a spring, or lead it in a groove",
        )


def _preloads(result: Result, cam: Cam) -> Iterator[str]:
    """For every spring that reaches the contact: the least change of its preload that keeps it closed."""
    if result.positions.simulated or cam.couple is None:
        return
    factor = cam.couple.factor
    for item, spring in result.mechanism.made_of(SPRING):
        push = factor * result.quantity(SIGMA.word, (cam.couple.parameter,))
        change = _change(push, factor * _sigma(result, cam, spring, 1.0) - push)
        if change is not None and np.min(factor * _sigma(result, cam, spring, change)) > -1e-6 * np.max(np.abs(push)):
            name = result.deck.names.parameter(item.subject)
            before = item.numbers[1]
            yield (
                f"the spring on {name} keeps it down with s0 = {before + change:.6g} instead of "
                f"{before:.6g}, a preload of {abs(change):.4g} more"
            )


def _change(push: Floats, by: Floats) -> float | None:
    """The least change x with push + x·by ≥ 0 in all rows; None where there is none."""
    scale = float(np.max(np.abs(by)))
    if not scale > 1e-9:
        return None
    rises, falls = by > 1e-9 * scale, by < -1e-9 * scale
    if np.any(push[~rises & ~falls] < -_PULLED * np.max(np.abs(push))):
        return None
    low = float(np.max(-push[rises] / by[rises], initial=-np.inf))
    high = float(np.min(-push[falls] / by[falls], initial=np.inf))
    if low > high:
        return None
    return low if low > 0 else high


def _sigma(result: Result, cam: Cam, spring: Spring, more: float) -> Floats:
    """σ of what follows the cam, with more preload in a spring: it is linear in it."""
    assert cam.couple is not None
    wanted: list[Asked] = [(SIGMA.word, (cam.couple.parameter,), ())]
    with result.session.lock:
        before = spring.at_zero
        spring.at_zero = before + more
        try:
            return np.array(read_quantities(result.session, result.positions, wanted)[0])
        finally:
            spring.at_zero = before


def _side_force(result: Result, cam: Cam) -> Iterator[Diagnostic]:
    """Forces at the bearing of the cam and at the roller lack N·sin α."""
    if cam.contact is None or cam.couple is None or not np.nanmax(cam.pressure, initial=0.0) > _SHOWN:
        return
    side = float(np.nanmax(np.abs(cam.contact) * np.sin(np.radians(cam.pressure))))
    yield diagnostic(
        "R476",
        f"bearings and guides lack the side force of {cam.item.name}",
        cam.item.at(0),
        label=f"up to {side:.4g}",
        help="add contact force times sin of the pressure angle by hand, at the bearing of the cam and at the roller",
    )
