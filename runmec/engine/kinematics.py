"""The mechanism at one position: Newton, derivatives along a path, and predictions from known positions.

A path has a parameter s: the free parameter itself where there is only one, else time. u = dx/ds, w = d²x/ds².
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .block import Block
from .coordinate import Coordinate
from .form import Form
from .mass import Coupling, Mass
from .status import FINE, NO_POSITION, TOO_NEAR
from .thresholds import CLOSE, CONTRACTION, DISTINCT, FITS, FLATTENS, NEWTON_AT_MOST, SURE

LARGEST_STEP: Final = 10.0  # Newton's, in units of a group
ROUNDING: Final = 1e-15
SMALLEST_WAY: Final = 1e-50  # between known positions: its powers must be numbers


class Kinematics:
    """Co-ordinates, form parameters and groups, with their masses."""

    __slots__ = (
        "all_forms", "contraction", "coordinates", "couplings", "dependents", "exchange", "failed", "fits_within",
        "fixed", "followed", "forms", "groups", "inner", "inputs", "known", "leaves_D", "looks", "masses", "misfit",
        "misfits", "moved", "moving", "must_fit", "norms", "s", "s0", "s1", "s2", "s3", "shadows", "slack",
        "supported", "surplus", "tried", "turns", "watched", "winders", "worst",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], forms: list[Form], dependents: list[Form], inputs: int) -> None:
        self.coordinates: list[Coordinate] = coordinates
        self.moving: list[Coordinate] = [c for c in coordinates if c.moving]
        self.fixed: list[Coordinate] = [c for c in coordinates if not c.moving]
        self.all_forms: list[Form] = [*forms, *dependents]  # in the order of the parameters
        self.forms: list[Form] = forms  # the prescribed parameters, the inputs last
        self.dependents: list[Form] = dependents
        self.surplus: list[Form] = []  # prescribed too, but not needed: they stand with the dependent ones
        self.must_fit: list[Form] = []  # those of them that do not yield
        self.fits_within: float = FITS  # of the size of a parameter
        self.misfits: Form | None = None  # the one that does not fit at the position, and by which part of its size
        self.misfit: float = 0.0
        self.exchange: Callable[[], bool] | None = None  # takes another independent set; False where none is better
        self.tried: float = FLATTENS  # quality below which it is asked
        self.inner: list[Form] = []  # measures of elements that are no parameters, on which loads act
        self.inputs: list[Form] = forms[len(forms) - inputs :]
        self.norms: list[Form] = []  # of turning nodes: held by the program, nobody's parameters
        self.groups: list[Block] = []
        self.winders: list[Form] = []  # angles whose whole turns are not prescribed
        self.turns: list[float] = []  # their references where a step began
        self.watched: list[Form] = []  # dependent parameters that are measured in every position
        self.masses: list[Mass] = []  # whose matrices change with the position
        self.couplings: list[Coupling] = []  # between two moving co-ordinates
        self.supported: list[Coupling] = []  # with a fixed one
        self.slack: float = 0.0  # how far from the position D may be taken
        self.leaves_D: bool = False  # only the position is wanted, D may be left as it is
        self.worst: float = 1.0  # quality of the worst group
        self.failed: int = 0  # the group that stopped Newton
        self.looks: int = 0
        self.moved: float = 0.0  # Newton's first correction
        self.contraction: float = 0.0  # the worst of the others to the one before
        self.s: float = 0.0
        self.known: int = 0  # positions that predictions start from
        self.s0: float = 0.0
        self.s1: float = 0.0
        self.s2: float = 0.0
        self.s3: float = 0.0
        self.shadows: list[Coordinate] = []
        self.followed: list[Coordinate] = self.moving

    def hold(self, held: list[Form], surplus: list[Form], own: list[Form], must_fit: list[Form]) -> None:
        """Another choice of what the position follows from; `own` are dependent whatever is chosen."""
        self.forms = held
        self.surplus = surplus
        self.must_fit = must_fit
        self.dependents = [*own, *surplus]
        for form in held:
            if form.is_surplus:  # what was measured of it is held from now on
                form.is_surplus = False
                form.rate = form.acceleration = form.right = form.strain = 0.0
        for form in surplus:
            form.is_surplus = True

    def arrange(self, groups: list[Block]) -> None:
        """Takes over the groups, in the order of solving."""
        self.groups = groups
        self.winders = []
        springs = [form for form in self.surplus if form not in self.must_fit]
        self.watched = [form for form in self.dependents if form.loaded or form.winders() or form in springs]
        alone = {id(form) for form in self.forms if form.winds}
        found = [winder for form in (*self.forms, *self.dependents) for winder in form.winders()]
        for winder in found:  # a coupled parameter has the angles of the one that it depends on
            if id(winder) not in alone:
                alone.add(id(winder))
                self.winders.append(winder)
        self.keep_turns()

    def set_couplings(self, constant: list[Coupling]) -> None:
        self.couplings = [m for m in constant if m.P.moving and m.Q.moving]
        self.supported = [m for m in constant if not (m.P.moving and m.Q.moving)]

    def rebase(self) -> None:
        """Counts all co-ordinates from the present position."""
        for c in self.coordinates:
            c.start += c.q
            c.q = 0.0
        for form in self.forms:
            form.rebase()
        for form in self.dependents:
            form.rebase()
        for form in self.inner:
            form.rebase()
        self.known = 0

    def restart(self, starts: list[float], forms: list[Form]) -> None:
        """At an estimate, as if nothing had ever been looked for; `forms` are all that measure something."""
        for k in range(len(self.coordinates)):
            c = self.coordinates[k]
            c.start = starts[k]
            c.q = c.u = c.w = c.v = c.a = c.f = c.h = 0.0
        for form in forms:
            form.value = form.wanted = form.reference = form.rate = form.acceleration = 0.0
            form.right = form.sigma = form.strain = 0.0
            form.rebase()
        for g in self.groups:
            g.quality = g.sign = g.before = g.after = 1.0
            g.changed = False
            g.pace = g.least = g.least_end = 0.0
            g.worst = 1e300
            g.worst_at = 0
        self.leaves_D = False
        self.slack = self.moved = self.contraction = 0.0
        self.worst = 1.0
        self.failed = self.looks = self.known = 0
        self.s = self.s0 = self.s1 = self.s2 = self.s3 = 0.0
        self.keep_turns()

    def part(self, group: Block) -> Kinematics:
        """One group by itself, on the same co-ordinates."""
        found = Kinematics(group.columns, group.forms, [], 0)
        found.moving = group.columns
        found.followed = group.columns
        found.arrange([group])
        return found

    # ---- predictions

    def predict(self, s: float) -> None:
        """q at s: the polynomial through values, first and second derivatives of one, two or three known positions."""
        self.s = s
        a = s - self.s0
        known = self.usable(s)
        if known == 1:
            for c in self.followed:
                c.q = c.q0 + a * (c.u0 + 0.5 * a * c.w0)
            return
        b = s - self.s1
        ab = 1.0 / (self.s0 - self.s1)
        if known == 2:
            l0 = cube(b * ab)
            l1 = -cube(a * ab)
            m0 = 3.0 * ab
            n0 = 6.0 * ab * ab
            k0 = l0 * a * (1.0 - m0 * a)
            k1 = l1 * b * (1.0 + m0 * b)
            j0 = 0.5 * l0 * a * a
            j1 = 0.5 * l1 * b * b
            i1 = l1 * (1.0 + m0 * b + n0 * b * b)
            for c in self.followed:
                c.q = c.q0 + i1 * (c.q1 - c.q0) + k0 * c.u0 + k1 * c.u1 + j0 * c.w0 + j1 * c.w1
            return
        d = s - self.s2
        ad = 1.0 / (self.s0 - self.s2)
        bd = 1.0 / (self.s1 - self.s2)
        l0 = cube(b * ab * d * ad)
        l1 = -cube(a * ab * d * bd)
        l2 = cube(a * ad * b * bd)
        m0 = 3.0 * (ab + ad)  # derivative of the logarithm of l0 at s0
        m1 = 3.0 * (bd - ab)
        m2 = -3.0 * (ad + bd)
        n1 = 0.5 * (m1 * m1 + 3.0 * (ab * ab + bd * bd))
        n2 = 0.5 * (m2 * m2 + 3.0 * (ad * ad + bd * bd))
        k0 = l0 * a * (1.0 - m0 * a)
        k1 = l1 * b * (1.0 - m1 * b)
        k2 = l2 * d * (1.0 - m2 * d)
        j0 = 0.5 * l0 * a * a
        j1 = 0.5 * l1 * b * b
        j2 = 0.5 * l2 * d * d
        i1 = l1 * (1.0 - m1 * b + n1 * b * b)
        i2 = l2 * (1.0 - m2 * d + n2 * d * d)
        for c in self.followed:
            c.q = (
                c.q0
                + i1 * (c.q1 - c.q0)
                + i2 * (c.q2 - c.q0)
                + k0 * c.u0
                + k1 * c.u1
                + k2 * c.u2
                + j0 * c.w0
                + j1 * c.w1
                + j2 * c.w2
            )

    def usable(self, s: float) -> int:
        """How many of the known positions can be used: not two that are nearly one."""
        if self.known < 2:
            return 1
        far = DISTINCT * (abs(s - self.s0) + abs(s - self.s1))
        far = far if far > SMALLEST_WAY else SMALLEST_WAY
        if not abs(self.s0 - self.s1) > far:
            return 1
        if self.known == 2 or not abs(self.s1 - self.s2) > far or not abs(self.s0 - self.s2) > far:
            return 2
        return 3

    def keep(self, slot: int) -> None:
        """The present position as one of three that predictions start from."""
        if slot == 0:
            self.s0 = self.s
            for c in self.followed:
                c.q0 = c.q
                c.u0 = c.u
                c.w0 = c.w
        elif slot == 1:
            self.s1 = self.s
            for c in self.followed:
                c.q1 = c.q
                c.u1 = c.u
                c.w1 = c.w
        else:
            self.s2 = self.s
            for c in self.followed:
                c.q2 = c.q
                c.u2 = c.u
                c.w2 = c.w
        if self.known == slot:
            self.known = slot + 1

    def keep_end(self) -> None:
        """The end of a step that may yet be refused."""
        self.s3 = self.s
        for c in self.followed:
            c.q3 = c.q
            c.u3 = c.u
            c.w3 = c.w

    def shift(self) -> None:
        """The end of a step becomes the first of the known positions, the others follow."""
        self.s2 = self.s1
        self.s1 = self.s0
        self.s0 = self.s3
        if self.known < 3:
            self.known += 1
        for c in self.followed:
            c.q2 = c.q1
            c.u2 = c.u1
            c.w2 = c.w1
            c.q1 = c.q0
            c.u1 = c.u0
            c.w1 = c.w0
            c.q0 = c.q3
            c.u0 = c.u3
            c.w0 = c.w3

    def unshift(self) -> None:
        """Takes the last `shift` back; of three known positions the first is forgotten."""
        self.s3 = self.s0
        self.s0 = self.s1
        self.s1 = self.s2
        self.known = max(1, self.known - 1)
        for c in self.followed:
            c.q3 = c.q0
            c.u3 = c.u0
            c.w3 = c.w0
            c.q0 = c.q1
            c.u0 = c.u1
            c.w0 = c.w1
            c.q1 = c.q2
            c.u1 = c.u2
            c.w1 = c.w2

    # ---- positions

    def place(self) -> int:
        """Newton for all groups at once, the linear system solved group after group (5.18); a status.

        D is left at the position, or within `slack` of it.
        """
        before = 0.0
        self.contraction = 0.0
        for _ in range(NEWTON_AT_MOST):
            self.looks += 1
            size = 0.0
            unit = 1.0
            worst = 1.0
            for g in self.groups:
                part = g.step()
                if not part <= size:  # also where it is not a number
                    size = part
                    self.failed = g.number
                if g.quality < worst:
                    worst = g.quality
                if g.unit < unit:
                    unit = g.unit
                if g.quality <= g.least or g.quality == 0.0:
                    self.failed = g.number
                    return TOO_NEAR
            if not size <= LARGEST_STEP:
                return NO_POSITION
            if before == 0.0:
                self.moved = size
            elif before > SURE:
                self.contraction = max(self.contraction, size / before)
                if self.contraction > CONTRACTION:
                    return NO_POSITION
            for c in self.moving:
                c.q += c.u
            if size <= self.slack * worst * worst or size < ROUNDING * unit / worst:
                self.worst = worst
                return self.track_turns()
            if size * size < CLOSE * CLOSE * worst * unit or (0.0 < before < SURE and size >= before):
                if self.leaves_D:
                    self.worst = worst
                    return self.track_turns()
                break
            before = size
        else:
            return NO_POSITION
        return self.evaluate()

    def evaluate(self) -> int:
        """D and its groups at the position that is there; a status."""
        self.looks += 1
        worst = 1.0
        for g in self.groups:
            g.evaluate()
            if g.quality < worst:
                worst = g.quality
            if g.quality <= g.least:
                self.failed = g.number
                return TOO_NEAR
        self.worst = worst
        return self.track_turns()

    def flattens(self) -> bool:
        """Whether another independent set may be better here."""
        if not self.surplus:
            return False
        if self.worst > 2.0 * FLATTENS:
            self.tried = FLATTENS
        return self.worst < self.tried

    def exchanged(self) -> bool:
        """Takes another independent set; where none is better it is asked again when this one is twice as bad."""
        if self.exchange is not None and self.exchange():
            self.tried = FLATTENS
            return True
        self.tried = 0.5 * self.worst
        return False

    def fits(self) -> bool:
        """Whether surplus parameters have their values, as far as they do not yield."""
        self.misfit = 0.0
        self.misfits = None
        for form in self.must_fit:
            form.evaluate()
            part = abs(form.value - form.wanted) / form.unit
            if not part <= self.misfit:
                self.misfit = part
                self.misfits = form
        return self.misfit <= self.fits_within

    def track_turns(self) -> int:
        """Follows the angles whose whole turns are not prescribed."""
        for form in self.watched:
            form.evaluate()
        for form in self.winders:
            if not form.track_turns():
                return NO_POSITION
        return FINE

    def keep_turns(self) -> None:
        """Remembers where the followed angles are: at the start of a step."""
        self.turns = [form.reference for form in self.winders]

    def restore_turns(self) -> None:
        """Takes the angles back there: what was tried since must not count."""
        for k in range(len(self.turns)):
            self.winders[k].reference = self.turns[k]

    def follow(self) -> None:
        """u and w along the path on which the parameters have their rates and accelerations."""
        for form in self.inputs:
            form.right = form.rate
        for g in self.groups:
            g.solve()
            g.solve_bias()
        for form in self.inputs:
            form.right = 0.0

    def take_motion(self) -> None:
        """u and w become velocities and accelerations; those of the dependent parameters follow (8.23)."""
        for c in self.moving:
            c.v = c.u
            c.a = c.w
        for form in self.dependents:
            form.rate = form.speed()
            total = form.bias()
            for entry in form.entries:
                total += entry.value * entry.of.a
            form.acceleration = total


def cube(x: float) -> float:
    return x * x * x
