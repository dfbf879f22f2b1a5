"""Rows of a motion: what a position is known by, packed."""

from __future__ import annotations

from math import nan

from librt.vecs import append, extend, vec

from .coordinate import Coordinate
from .form import Form
from .reactive import Reactions
from .variable import Variables


class Trajectory:
    """Of every row: co-ordinates and followed angles; values, velocities and accelerations of the inputs; forces; work;
    states and samples.

    `forces` are the values of force lines, of motors on dependent parameters and of loads that follow from internal
    forces, as a simulation has used them (no numbers where it did not need the latter), `work` what was done since the
    start of its move by all that is not conservative; both are empty where the motion was given. `rests` are the load
    factor and the number of directions in which a rest is unstable; empty where nothing rests.
    """

    __slots__ = ("count", "forces", "motion", "rests", "variables", "work", "x")

    def __init__(self) -> None:
        self.count: int = 0
        self.x: vec[float] = vec[float]()
        self.motion: vec[float] = vec[float]()
        self.forces: vec[float] = vec[float]()
        self.work: vec[float] = vec[float]()
        self.variables: vec[float] = vec[float]()
        self.rests: vec[float] = vec[float]()

    def write(self, coordinates: list[Coordinate], angles: list[Form]) -> None:
        """The position that is there, as the next row."""
        x = self.x
        for c in coordinates:
            x = append(x, c.start + c.q)
        for form in angles:
            x = append(x, form.reference)
        self.x = x
        self.count += 1

    def write_inputs(self, inputs: list[Form]) -> None:
        motion = self.motion
        for form in inputs:
            motion = append(motion, form.value)
        for form in inputs:
            motion = append(motion, form.rate)
        for form in inputs:
            motion = append(motion, form.acceleration)
        self.motion = motion

    def write_number(self, value: float) -> None:
        """One number of the motion of the inputs."""
        self.motion = append(self.motion, value)

    def write_force(self, value: float) -> None:
        self.forces = append(self.forces, value)

    def write_reactions(self, reactions: Reactions) -> None:
        for load in reactions.loads:
            self.forces = append(self.forces, load.sigma if reactions.is_solved else nan)

    def write_work(self, value: float) -> None:
        self.work = append(self.work, value)

    def write_variables(self, variables: Variables) -> None:
        for value in variables.all_values():
            self.variables = append(self.variables, value)

    def write_rest(self, factor: float, unstable: float) -> None:
        self.rests = append(append(self.rests, factor), unstable)

    def extend(self, other: Trajectory) -> None:
        self.count += other.count
        self.x = extend(self.x, other.x)
        self.motion = extend(self.motion, other.motion)
        self.forces = extend(self.forces, other.forces)
        self.work = extend(self.work, other.work)
        self.variables = extend(self.variables, other.variables)
        self.rests = extend(self.rests, other.rests)
