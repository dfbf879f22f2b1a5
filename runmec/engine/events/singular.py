"""Singular positions are straddled: no stage near them, no end of a step close by, no change of branch.

Beside a singular position shorter steps are tried first, of which one may straddle it; then longer ones of DOP853; if
all fails, stages and then ends of steps may come nearer.
"""

from __future__ import annotations

import math

from ..block import Block
from ..forward_dynamics import ForwardDynamics
from ..given_path import Straight
from ..integrators.allowance import Allowance
from ..passage import Passage
from ..status import FINE, NO_POSITION, TOO_NEAR
from ..thresholds import APPROACH, BETWEEN_STAGES, LONGER, NEAR, OUTSIDE, PATIENCE, SHORTER, STRADDLE


class Singular:
    """The watch over all groups during a move."""

    __slots__ = ("equation", "is_best", "passed", "tries")

    def __init__(self, equation: ForwardDynamics) -> None:
        self.equation: ForwardDynamics = equation
        self.is_best: bool = False  # no other independent set is better where the step begins
        self.tries: int = 0  # steps that were refused here
        self.passed: list[tuple[float, int]] = []  # time, group

    def begin(self) -> None:
        """At the start of the move, or of a piece of it."""
        for g in self.equation.mech.groups:
            g.before = g.sign * g.quality
            g.least = 0.0

    def crosses(self) -> bool:
        """Whether a longer step of DOP853 is to cross a singular position."""
        return SHORTER < self.tries <= LONGER

    def set_least(self, h: float, allowance: Allowance) -> None:
        """How near to a singular position the stages of this step may come, and where it may end, group by group.

        What is refused must fit between two stages, so that it is measured by how far the group goes in a step, but
        not below where rounding costs more than the tolerance. A step that begins near may come somewhat nearer.
        """
        relax = 1.0 if self.tries <= LONGER else math.pow(0.8, self.tries - LONGER)
        relax_end = 1.0 if self.tries <= PATIENCE else math.pow(0.8, self.tries - PATIENCE)
        rounding = math.pow(2e-15 * h * allowance.pace / allowance.tolerance, 1.0 / 3.0)
        for g in self.equation.mech.groups:
            near = BETWEEN_STAGES * g.pace * h
            if near < rounding:
                near = rounding
            if near > NEAR:
                near = NEAR
            here = abs(g.before)
            outside = OUTSIDE * near
            if here > outside:
                g.least = relax * near
            else:
                g.least = relax * (near if near < APPROACH * here else APPROACH * here)
            g.least_end = relax_end * (outside if outside < here else here)
            g.changed = False

    def judge_end(self) -> int:
        """Steps end well outside what is refused, so that the next one can straddle it; and on the branch; a status."""
        changed: list[Block] = []
        for g in self.equation.mech.groups:
            g.after = g.sign * g.quality
            if g.quality < g.least_end and g.quality < abs(g.before):
                return TOO_NEAR
            if g.after * g.before < 0.0:
                changed.append(g)
            elif g.changed:
                return NO_POSITION  # there and back within a step: only a shorter one can tell
        if self.equation.mech.surplus:
            for g in changed:
                if not self.is_best or abs(g.before) > STRADDLE:
                    return NO_POSITION  # another independent set may have no such place
        return NO_POSITION if changed and not self.passes(changed) else FINE

    def passes(self, changed: list[Block]) -> bool:
        """Whether the flat position between start and end of the step exists."""
        equation = self.equation
        mech = equation.mech
        for g in mech.groups:
            g.least = 0.0
        forms = mech.inputs
        end = [form.wanted for form in forms]
        for c in mech.moving:
            c.q3 = c.q
        if equation.alone:
            origin = [mech.s0]
        else:
            origin = [form.wanted for form in forms]
            for k in range(len(equation.free)):
                at = forms.index(equation.free[k])
                origin[at] = mech.shadows[k].q0
            for given in equation.given:
                given.set_target(mech.s0)
                origin[forms.index(given.form)] = given.form.wanted
        direction = [b - a for a, b in zip(origin, end)]  # noqa: B905  mypyc knows no strict
        course = Straight(forms, origin, direction, [1.0] * len(forms))
        passage = Passage(mech, course)
        for c in mech.moving:
            c.q = c.q0
        passage.begin(0.0)
        for c in mech.moving:
            c.q = c.q3
        passage.end(1.0)
        return passage.exists(changed)

    def accept(self, t: float, h: float) -> None:
        """Notes determinants that have changed their sign, one passage however many groups, and goes on."""
        noted = False
        for g in self.equation.mech.groups:
            if g.after * g.before < 0.0 and not noted:
                self.passed.append((t + h, g.number))
                noted = True
            g.pace = abs(g.after - g.before) / h
            g.before = g.after
        self.tries = 0
        self.is_best = False
