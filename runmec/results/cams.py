"""What a designer should know of a cam: pressure angle, undercut, a follower that lifts off and what keeps it down."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..diagnostics import Diagnostic
from ..engine.reading import Reading
from ..forces.spring import Spring
from ..messages import diagnostic
from .findings import input_text
from .places import told
from .profiles import Cam, Floats, Peak, peak
from .quantities import Probe
from .reading import histories, make_replay, read
from .result import Result

LARGE = 30.0  # degrees
_SHOWN = 0.005  # degrees: what two decimals do not show is no warning
_PULLED = 1e-9  # of the largest contact force: a pull that is rounding


def cam_findings(result: Result) -> Iterator[Diagnostic]:
    for cam in result.cams:
        item = cam.item
        highest = peak(result, cam.pressure)
        if highest is not None and highest.value > LARGE + _SHOWN:
            yield diagnostic("R472", f"the pressure angle of {item.name} is {highest.value:.2f}° at "
                             f"{at_peak(result, highest)}, above {LARGE:g}°", item.at(0),
                             label=f"in {told(result, cam.pressure > LARGE)}" if np.any(cam.pressure > LARGE) else "",
                             help="take a larger prime radius, a longer range or an offset")  # fmt: skip
        if np.any(cam.is_undercut):
            sharpest = float(np.min(cam.pitch_radius[cam.is_undercut]))
            yield diagnostic("R473", f"the profile {item.name} is undercut in {told(result, cam.is_undercut)}",
                             item.at(5), label=f"the pitch curve has a radius of {sharpest:.4g} there, the roller "
                             f"{item.radius:g}", help="take a smaller roller or a larger prime radius")  # fmt: skip
        yield from _lift_off(result, cam)
        yield from _side_force(result, cam)
    if result.cams and find_spec("ezdxf") is None:
        names = ", ".join(f"{cam.item.name}.dxf" for cam in result.cams)
        yield diagnostic("R475", f"{names} cannot be written: the package ezdxf is not installed",
                         result.cams[0].item.at(0), help="pip install 'runmec[cad]'")  # fmt: skip


def at_peak(result: Result, found: Peak) -> str:
    """`cam.angb 40.89°`, or the time."""
    if result.mechanism.inputs != 1:
        return f"t = {found.at:.4g}"
    return f"{result.deck.names.inputs.get(1) or 'input'} {input_text(result.mechanism, 1, found.at, 6)}"


def account(result: Result) -> Iterator[str]:
    """One line or two for every profile."""
    length, force = (" m", " N") if result.deck.units == "SI" else ("", "")
    for cam in result.cams:
        parts = []
        highest = peak(result, cam.pressure)
        if highest is not None:
            parts.append(f"largest pressure angle {highest.value:.2f}° at {at_peak(result, highest)}")
        convex = peak(result, np.where(cam.pitch_radius > 0, cam.radius, np.nan), -1.0)
        hollow = peak(result, np.where(cam.pitch_radius < 0, cam.radius, np.nan))
        if convex is not None:
            parts.append(f"least radius of curvature {convex.value:.4g}{length} at {at_peak(result, convex)}")
        if hollow is not None:
            parts.append(f"hollow with {-hollow.value:.4g}{length} at {at_peak(result, hollow)}")
        yield f"profile {cam.item.name}: {', '.join(parts) or 'the cam does not move'}"
        if cam.contact is not None:
            most = peak(result, cam.contact)
            if most is not None:
                yield f"  largest contact force {most.value:.4g}{force} at {at_peak(result, most)}"


def profiles_data(result: Result) -> list[dict[str, Any]]:
    """The same as numbers, places in radians or the deck's lengths."""
    found: list[dict[str, Any]] = []
    for cam in result.cams:
        convex = peak(result, np.where(cam.pitch_radius > 0, cam.radius, np.nan), -1.0)
        sought = {"largest_pressure_angle": peak(result, cam.pressure), "least_radius": convex}
        if cam.contact is not None:
            sought |= {"largest_contact_force": peak(result, cam.contact),
                       "least_contact_force": peak(result, cam.contact, -1.0)}  # fmt: skip
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
        yield diagnostic("R471", f"the follower of {cam.item.name} lifts off in {told(result, pulled)}", cam.item.at(0),
                         label=f"it would have to be pulled with {-least:.4g}", notes=tuple(_preloads(result, cam)),
                         help="press it down by a spring, or lead it in a groove")  # fmt: skip


def _preloads(result: Result, cam: Cam) -> Iterator[str]:
    """For every spring that reaches the contact: the least change of its preload that keeps it closed."""
    if result.positions.simulated or cam.couple is None:
        return
    springs = [load for load in result.mechanism.loads if isinstance(load, Spring)]
    factor = cam.couple.factor
    for item, spring in zip(result.deck.springs, springs, strict=True):
        push = factor * _sigma(result, cam)
        change = _change(push, factor * _sigma(result, cam, spring, 1.0) - push)
        if change is not None and np.min(factor * _sigma(result, cam, spring, change)) > -1e-6 * np.max(np.abs(push)):
            name = result.deck.names.parameter(item.parameter)
            yield (f"the spring on {name} keeps it down with s0 = {item.at_zero + change:.6g} instead of "
                   f"{item.at_zero:.6g}, a preload of {abs(change):.4g} more")  # fmt: skip


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


def _sigma(result: Result, cam: Cam, spring: Spring | None = None, more: float = 0.0) -> Floats:
    """σ of what follows the cam, with more preload in a spring: it is linear in it."""
    assert cam.couple is not None
    before = spring.at_zero if spring is not None else 0.0
    if spring is not None:
        spring.at_zero = before + more
    replay = make_replay(result.mechanism, result.elasticity, True)
    probe = Probe(result.mechanism, replay)
    probe.add("bufsigma", (cam.couple.parameter,), ())
    reading = Reading(replay, probe.quantities, None, [])
    read(reading, result.positions)
    if spring is not None:
        spring.at_zero = before
    return np.array(histories(reading)[0])


def _side_force(result: Result, cam: Cam) -> Iterator[Diagnostic]:
    """Forces that are stored at the bearing of the cam or at the roller, which lack N·sin α."""
    if cam.contact is None or cam.couple is None or not np.nanmax(cam.pressure, initial=0.0) > _SHOWN:
        return
    element = result.mechanism.elements[cam.item.element]
    at = dict(zip(result.deck.kinds[element.kind].coordinates, element.coordinates, strict=True))
    places = {at["xP"], at["yP"], cam.item.x, cam.item.y}
    for store in result.deck.stores:
        if store.word in ("bufreac", "bufconn", "bufpin") and store.subject[-1] in places:
            side = float(np.nanmax(np.abs(cam.contact) * np.sin(np.radians(cam.pressure))))
            buffer = result.deck.names.buffer(store.buffer)
            yield diagnostic("R476", f"buffer {buffer} lacks the side force of {cam.item.name}", store.at(0),
                             label=f"up to {side:.4g}",
                             help="add contact force times sin of the pressure angle by hand")  # fmt: skip
            return
