"""Wheels and racks of a mechanism with teeth that fit into each other: every wheel once, whatever it meshes with."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import atan2, cos, isinf, pi, sin

from ..model.mechanism import Mechanism
from ..symbols.display import Point, Symbol
from ..symbols.gears import Meshing, toothed_rack, toothed_wheel

_TEETH = range(12, 25)  # of the smallest wheel
_TEETH_AT_MOST = 2000  # of the largest one: where it would have more, all teeth are larger
Key = tuple[object, ...]


@dataclass
class _Wheel:
    """`radius` is infinite for a rack. `turn` is where it starts, `phase` where its first tooth is."""

    centre: Point
    angle: int
    radius: float
    is_ring: bool
    place: tuple[float, float]
    turn: float
    teeth: int = 0
    phase: float | None = None
    meshes: list[tuple[Key, float]] = field(default_factory=list)  # with whom, and the direction of the pitch point


def gear_symbols(mech: Mechanism, meshings: list[Meshing]) -> list[Symbol]:
    """Rings first: wheels lie in them."""
    wheels = _wheels(mech, meshings)
    if not wheels:
        return []
    pitch = _pitch([wheel.radius for wheel in wheels.values() if not isinf(wheel.radius)])
    pitch = max(pitch, *(_way(wheel, wheels) / _TEETH_AT_MOST for wheel in wheels.values()))
    for wheel in wheels.values():
        wheel.teeth = 0 if isinf(wheel.radius) else max(6, round(2 * pi * wheel.radius / pitch))
    for key in wheels:
        _fit_together(wheels, key, pitch)
    ordered = sorted(wheels.values(), key=lambda wheel: not wheel.is_ring)
    return [_symbol(wheel, wheels, pitch) for wheel in ordered]


def _wheels(mech: Mechanism, meshings: list[Meshing]) -> dict[Key, _Wheel]:
    found: dict[Key, _Wheel] = {}
    for m in meshings:
        is_internal = m.rQ < 0
        ring_is_Q = is_internal and -m.rQ > m.rP
        ends = []
        for centre, angle, radius, is_ring in (
            (m.P, m.bP, m.rP, is_internal and not ring_is_Q),
            (m.Q, m.bQ, abs(m.rQ), ring_is_Q),
        ):
            key = (centre, angle, f"{radius:.9g}", is_ring)
            place = mech.coordinates[centre[0]].x(), mech.coordinates[centre[1]].x()
            found.setdefault(key, _Wheel(centre, angle, radius, is_ring, place, mech.coordinates[angle].x()))
            ends.append(key)
        P, Q = (found[key] for key in ends)
        to_P, to_Q = _pitch_point(P, Q, is_internal)
        P.meshes.append((ends[1], to_P))
        Q.meshes.append((ends[0], to_Q))
    return found


def _pitch_point(P: _Wheel, Q: _Wheel, is_internal: bool) -> tuple[float, float]:
    """Its direction from P, and from Q; on a rack its place along it."""
    dx, dy = Q.place[0] - P.place[0], Q.place[1] - P.place[1]
    if isinf(Q.radius):
        along = -(dx * cos(Q.turn) + dy * sin(Q.turn))
        return Q.turn - _side(P, Q) * pi / 2, along
    phi = atan2(dy, dx)
    if not is_internal:
        return phi, phi + pi
    return (phi + pi, phi + pi) if Q.is_ring else (phi, phi)


def _side(P: _Wheel, rack: _Wheel) -> float:
    """1 where P lies left of the rack."""
    dx, dy = P.place[0] - rack.place[0], P.place[1] - rack.place[1]
    return -1.0 if dy * cos(rack.turn) - dx * sin(rack.turn) < 0 else 1.0


def _pitch(radii: list[float]) -> float:
    """That of teeth which fit all wheels best in whole numbers."""
    least = min(radii)

    def misfit(teeth: int) -> float:
        return max(abs(teeth * r / least - round(teeth * r / least)) for r in radii)

    return 2 * pi * least / min(_TEETH, key=lambda teeth: (round(misfit(teeth), 6), abs(teeth - 18)))


def _fit_together(wheels: dict[Key, _Wheel], key: Key, pitch: float) -> None:
    """From one wheel on: teeth of each partner stand in the gaps of the other."""
    if wheels[key].phase is not None:
        return
    wheels[key].phase = 0.0
    waiting = deque([key])
    while waiting:
        one = waiting.popleft()
        for other, direction in wheels[one].meshes:
            partner = wheels[other]
            if partner.phase is not None:
                continue
            back = next(to for whom, to in partner.meshes if whom == one)
            partner.phase = _phase(wheels[one], direction, partner, back, pitch)
            waiting.append(other)


def _phase(one: _Wheel, direction: float, partner: _Wheel, back: float, pitch: float) -> float:
    """Of the partner's first tooth; parts of a pitch are counted along the common tangent, left of `direction`."""
    assert one.phase is not None
    if isinf(one.radius):  # seen from the rack the tangent of the wheel points along it, or against it
        part = (direction - one.phase) / pitch * _side(partner, one)
    else:
        part = (direction - one.turn - one.phase) * one.teeth / (2 * pi)
    if isinf(partner.radius):
        return back - (part - 0.5) * pitch * _side(one, partner)
    same_sense = one.is_ring or partner.is_ring or isinf(one.radius)
    part = part + 0.5 if same_sense else 0.5 - part
    return back - partner.turn - part * 2 * pi / partner.teeth


def _symbol(wheel: _Wheel, wheels: dict[Key, _Wheel], pitch: float) -> Symbol:
    assert wheel.phase is not None
    if not isinf(wheel.radius):
        return toothed_wheel(wheel.centre, wheel.angle, wheel.radius, wheel.teeth, wheel.phase, wheel.is_ring)
    pinion = wheels[wheel.meshes[0][0]]
    return toothed_rack(wheel.centre, wheel.angle, pitch, _side(pinion, wheel), wheel.phase, _ends(wheel, wheels))


def _ends(rack: _Wheel, wheels: dict[Key, _Wheel]) -> tuple[float, float]:
    places = [(along, wheels[other].radius) for other, along in rack.meshes]
    return min(0.0, *(a - pi * r for a, r in places)), max(0.0, *(a + pi * r for a, r in places))


def _way(wheel: _Wheel, wheels: dict[Key, _Wheel]) -> float:
    """Along its teeth."""
    if not isinf(wheel.radius):
        return 2 * pi * wheel.radius
    first, last = _ends(wheel, wheels)
    return last - first
