"""Checks that cost nothing and catch everything: what should be zero in every row, and how large its parts are.

closure   what the prescribed parameters miss
forces    sums of all forces on the mechanism: frame, applied, weight, inertia
moments   their moment about the origin, with the couples of absolute angles
power     input power + applied power − springs, dampers and friction − d(kinetic energy)/dt
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import ANGLE, X
from .coupled import Coupled
from .form import Form
from .kinematics import Kinematics


class Sum:
    """The worst row of a sum that should be zero, and the largest of its parts."""

    __slots__ = ("size", "worst")

    def __init__(self) -> None:
        self.worst: float = 0.0
        self.size: float = 0.0

    def add(self, total: float, size: float) -> None:
        if abs(total) > self.worst:
            self.worst = abs(total)
        if size > self.size:
            self.size = size

    def relative(self) -> float:
        return self.worst / self.size if self.size > 0.0 else self.worst


class Follower:
    """A parameter that follows another one: what it changes by when everything turns depends on the position."""

    __slots__ = ("at", "by", "factor", "other")

    def __init__(self, at: int, other: int, by: Coupled, factor: float) -> None:
        self.at: i64 = at
        self.other: i64 = other
        self.by: Coupled = by
        self.factor: float = factor


class Balance:
    __slots__ = (
        "closure", "couples", "followers", "forces", "forms", "inputs", "mech", "misfit", "moments", "partners",
        "power", "scales", "turning",
    )  # fmt: skip

    def __init__(
        self,
        mech: Kinematics,
        inputs: list[Form],
        scales: list[float],
        couples: list[float],
        partners: list[int],
        followers: list[Follower],
    ) -> None:
        self.mech: Kinematics = mech
        self.inputs: list[Form] = inputs
        self.forms: list[Form] = mech.all_forms
        self.scales: vec[float] = vec[float](scales)  # what counts as 1 for every prescribed parameter
        self.couples: vec[float] = vec[float](couples)  # what a parameter changes by when everything turns
        self.turning: vec[float] = vec[float](couples)  # the same with what follows by couples, at the position
        self.followers: list[Follower] = followers  # those that others follow first
        self.partners: vec[i64] = vec[i64](partners)  # the y of every x and the x of every y, −1: none
        self.closure: float = 0.0
        self.misfit: float = 0.0  # of surplus parameters
        self.forces: Sum = Sum()
        self.moments: Sum = Sum()
        self.power: Sum = Sum()

    def close(self) -> None:
        forms = self.forms
        for k in range(len(self.scales)):
            if forms[k].is_surplus:
                continue
            missing = abs(forms[k].value - forms[k].wanted) / self.scales[k]
            if not missing <= self.closure:
                self.closure = missing
        if self.mech.must_fit:
            self.mech.fits()
            if not self.mech.misfit <= self.misfit:
                self.misfit = self.mech.misfit
        for norm in self.mech.norms:
            if not abs(norm.value - 1.0) <= self.closure:
                self.closure = abs(norm.value - 1.0)

    def balance(self) -> None:
        """After the forces of a row were found; h of every co-ordinate is what acts from outside."""
        coordinates = self.mech.coordinates
        along = 0.0
        across = 0.0
        along_size = 0.0
        across_size = 0.0
        moment = 0.0
        moment_size = 0.0
        for k in range(len(coordinates)):
            c = coordinates[k]
            total = c.h if c.moving else c.h - c.f
            part = abs(c.h) + abs(c.weight) + abs(c.m * c.a) + (0.0 if c.moving else abs(c.f))
            lever = 1.0
            if c.axis != ANGLE:
                at = self.partners[k]
                arm = coordinates[at].x() if at >= 0 else 0.0
                if c.axis == X:
                    along += total
                    along_size += part
                    lever = -arm
                else:
                    across += total
                    across_size += part
                    lever = arm
            moment += lever * total
            moment_size += abs(lever) * part
        self.turn_followers()
        for k in range(len(self.forms)):
            form = self.forms[k]
            couple = self.turning[k] * form.sigma
            moment -= couple
            moment_size += abs(couple)
            for entry in form.entries:
                part = abs(entry.value * form.sigma)
                at = self.partners[entry.of.at]
                if entry.of.axis == X:
                    along_size += part
                elif entry.of.axis != ANGLE:
                    across_size += part
                moment_size += part * (abs(coordinates[at].x()) if at >= 0 else 1.0)
        size = along_size if along_size > across_size else across_size
        self.forces.add(along, size)
        self.forces.add(across, size)
        self.moments.add(moment, moment_size)
        self.add_power()

    def turn_followers(self) -> None:
        """What parameters that follow others change by when everything turns, at the position."""
        for follower in self.followers:
            self.turning[follower.at] = self.couples[follower.at]
        for follower in self.followers:
            self.turning[follower.at] += follower.factor * follower.by.slope * self.turning[follower.other]

    def add_power(self) -> None:
        power = 0.0
        power_size = 0.0
        for c in self.mech.coordinates:
            part = abs(c.h) + abs(c.weight) + abs(c.m * c.a) + (0.0 if c.moving else abs(c.f))
            power += c.h * c.v
            power_size += part * abs(c.v)
        for form in self.forms:
            for entry in form.entries:
                power_size += abs(entry.value * form.sigma * entry.of.v)
        for form in self.mech.dependents:
            power -= form.sigma * form.rate
            power_size += abs(form.sigma * form.rate)
        for form in self.mech.inner:
            power -= form.sigma * form.rate
            power_size += abs(form.sigma * form.rate)
        for form in self.inputs:
            power -= form.sigma * form.rate
            power_size += abs(form.sigma * form.rate)
        self.power.add(power, power_size)
