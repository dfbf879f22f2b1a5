"""Cams: pitch curve, profile, pressure angle and curvature from exact derivatives, and the force of contact.

In the axes of the cam the centre of the roller is at p = z·exp(−iθ), z seen from the origin of the cam, θ its angle:

    p' = (z' − iθ'z)·exp(−iθ),   p'' = (z'' − 2iθ'z' − iθ''z − θ'²z)·exp(−iθ)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.couples import couples_of
from ..deck.links import links
from ..deck.model import Couple, Deck, Profile
from ..model.mechanism import Mechanism
from ..outputs import ACCELERATION, FIRST_ORDER, PLACE, SECOND_ORDER, SIGMA, VELOCITY
from .quantities import RESPONSE
from .result import Result

Floats = NDArray[Any]
Complexes = NDArray[Any]
STRAIGHT = 1e-11  # of what it is made of: a curvature that is rounding
OUTLINE = 240  # corners of a cam in drawings
RESTS = 1e-9  # of the way along the cam: a roller that does not move


class Peak(NamedTuple):
    """An extreme value, and where: a row, and the input there, between rows if it lies so."""

    value: float
    row: int
    at: float


class Outline(NamedTuple):
    """A cam as it is drawn: fixed to an element, with the roller that it works on."""

    element: int
    corners: tuple[tuple[float, float], ...]
    is_closed: bool
    roller: tuple[int, int]  # indices of its co-ordinates
    radius: float


@dataclass(frozen=True)
class Cam:
    """Everything row by row; places are complex numbers in the axes of the cam."""

    item: Profile
    angle: Floats  # of the cam
    pitch: Complexes
    profile: Complexes
    pressure: Floats  # degrees
    radius: Floats  # of curvature of the profile, positive where it is convex
    contact: Floats | None  # normal force of the cam on the roller; None without forces, or without a couple
    couple: Couple | None

    @property
    def pitch_radius(self) -> Floats:
        return self.radius + self.item.radius

    @property
    def is_undercut(self) -> NDArray[Any]:
        """Rows in which the pitch curve is more sharply curved than the roller."""
        return np.asarray((self.pitch_radius > 0) & (self.pitch_radius < self.item.radius * (1 - 1e-9)))

    @property
    def turn(self) -> slice:
        """Rows of the first turn of the cam."""
        beyond = np.flatnonzero(np.abs(self.angle - self.angle[0]) > 2 * pi * (1 + 1e-9))
        return slice(0, int(beyond[0]) if len(beyond) else len(self.angle))

    @property
    def is_closed(self) -> bool:
        places = self.profile[self.turn]
        steps = np.abs(np.diff(places))
        turned = abs(self.angle[self.turn][-1] - self.angle[0])
        return bool(len(places) > 2 and turned > 1.9 * pi and abs(places[-1] - places[0]) <= 2 * np.nanmax(steps))


def cam_of(result: Result, item: Profile) -> Cam:
    z, theta = _seen_from_the_cam(result, item)
    turn = np.exp(-1j * theta[0])
    pitch = z[0] * turn
    first = (z[1] - 1j * theta[1] * z[0]) * turn
    second = (z[2] - 2j * theta[1] * z[1] - 1j * theta[2] * z[0] - theta[1] ** 2 * z[0]) * turn
    with np.errstate(divide="ignore", invalid="ignore"):
        along = first / np.abs(first)
        inside = 1.0 if np.nansum(_cross(pitch, first)) >= 0 else -1.0  # the origin lies to the left, or to the right
        profile = pitch + 1j * inside * item.radius * along
        bend = inside * _cross(first, second)
        straight = np.abs(bend) <= STRAIGHT * np.abs(first) * (np.abs(second) + np.abs(first))
        radius = np.where(straight, np.inf, np.abs(first) ** 3 / bend) - item.radius
        couple = couple_of(result.deck, item)
        lift = _lift(result, item, couple)
        moved = z[3]
        rests = np.abs(moved) <= RESTS * np.abs(first)
        way = moved if lift is None else np.where(rests, lift, moved)
        slant = (np.conj(along) * way * turn).real / np.abs(way)
        pressure = np.degrees(np.arcsin(np.minimum(1.0, np.abs(slant))))
        contact = None
        if couple is not None and lift is not None and result.calculates_forces:
            push = couple.factor * result.quantity(SIGMA.word, (couple.parameter,))
            contact = push / (np.abs(lift) * np.cos(np.radians(pressure)))
    return Cam(item, theta[0], pitch, profile, pressure, radius, contact, couple)


def _cross(a: Complexes, b: Complexes) -> Floats:
    return np.asarray((np.conj(a) * b).imag)


def _seen_from_the_cam(result: Result, item: Profile) -> tuple[list[Complexes], list[Floats]]:
    """z, z', z'' from P, and the velocity of the roller itself; the angle of the cam with its derivatives."""
    mech = result.mechanism
    words = (
        (PLACE.word, FIRST_ORDER.word, SECOND_ORDER.word)
        if mech.inputs == 1
        else (PLACE.word, VELOCITY.word, ACCELERATION.word)
    )
    numbers = [*mech.plane_of(item.element), item.x, item.y]
    found = result.quantities([(word, (number,), ()) for word in words for number in numbers])
    orders = [found[k * len(numbers) : (k + 1) * len(numbers)] for k in range(3)]
    centre = [order[-2] + 1j * order[-1] for order in orders]
    origin = [order[0] + 1j * order[1] for order in orders]
    z = [a - b for a, b in zip(centre, origin, strict=True)]
    if len(numbers) == 5:
        return [*z, centre[1]], [order[2] for order in orders]
    d = [order[2] - order[0] + 1j * (order[3] - order[1]) for order in orders]
    rate = d[1] / d[0]  # d'/d = stretch + iθ'
    bend = d[2] / d[0] - rate**2
    return [*z, centre[1]], [np.unwrap(np.angle(d[0])), rate.imag, bend.imag]


def _lift(result: Result, item: Profile, couple: Couple | None) -> Complexes | None:
    """How the roller moves with the rise of the program, the cam at rest."""
    if couple is None or couple.parameter < 0:
        return None
    x, y = result.quantities([(RESPONSE, (couple.parameter, number), ()) for number in (item.x, item.y)])
    return np.asarray(-couple.factor * (x + 1j * y))


def couple_of(deck: Deck, item: Profile) -> Couple | None:
    """The couple by which the roller follows the cam: with an angle of its link, of a parameter that is prescribed."""
    link = next((set(found.elements) for found in links(deck) if item.element in found.elements), {item.element})
    turning = {form.parameter for form in deck.forms if form.element in link}
    found = [couple for couple in deck.couples if couple.other in turning and couple.parameter > 0]
    at_roller = {e.number for e in deck.elements if {item.x, item.y} <= set(e.coordinates)}
    near = [
        couple
        for couple in found
        if any(f.parameter == couple.parameter and f.element in at_roller for f in deck.forms)
    ]
    chosen = near or found
    return chosen[0] if chosen and len(couples_of(deck, chosen[0].parameter)) == 1 else None


def peak(result: Result, history: Floats, sense: float = 1.0) -> Peak | None:
    """The largest value (sense −1: the least), by a parabola through three rows where it lies between."""
    chosen = np.isfinite(history)
    if not np.any(chosen):
        return None
    high = np.where(chosen, sense * history, -np.inf)
    row = int(np.flatnonzero(high >= np.max(high) - 1e-9 * abs(np.max(high)))[0])  # of equal ones the first
    value, shift = float(history[row]), 0.0
    if 0 < row < len(history) - 1 and bool(np.all(chosen[row - 1 : row + 2])):
        before, here, after = (float(part) for part in history[row - 1 : row + 2])
        bend = before - 2 * here + after
        ends_smoothly = abs(bend) < 0.1 * abs(here)  # no corner of the curve
        if bend * sense < 0 and ends_smoothly and abs(before - after) < 0.99 * abs(bend):  # nor where it goes level
            shift = 0.5 * (before - after) / bend
            value = here - 0.25 * (before - after) * shift
    return Peak(value, row, _input_at(result, row, shift))


def _input_at(result: Result, row: int, shift: float) -> float:
    """The only input there, or the time."""
    along = result.positions.inputs[0] if result.mechanism.inputs == 1 else result.time
    beside = row + (1 if shift > 0 else -1 if shift < 0 else 0)
    return float(along[row] + abs(shift) * (along[beside] - along[row]))


def outline(mech: Mechanism, cam: Cam) -> Outline:
    """For drawings and film: not more corners than the eye needs."""
    places = cam.profile[cam.turn]
    places = places[np.isfinite(places)]
    places = places[:: max(1, len(places) // OUTLINE)]
    corners = tuple((z.real, z.imag) for z in places.tolist())
    roller = (mech.index[cam.item.x], mech.index[cam.item.y])
    return Outline(cam.item.element, corners, cam.is_closed, roller, cam.item.radius)


def profile_csv(cam: Cam, style: str = "comma") -> str:
    """One row a position, as in buffers.csv."""
    columns = (cam.pitch.real, cam.pitch.imag, cam.profile.real, cam.profile.imag, cam.pressure, cam.radius)
    lines = ["step,pitch_x,pitch_y,profile_x,profile_y,pressure,radius"]
    rows = zip(*(column.tolist() for column in columns), strict=True)
    lines += [f"{step},{','.join(map(repr, row))}" for step, row in enumerate(rows)]
    text = "\n".join(lines) + "\n"
    return text.translate(str.maketrans(",.", ";,")) if style == "semicolon" else text
