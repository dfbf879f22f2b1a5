"""Many freedoms: accelerations by fronts, in a time that grows with the mechanism and not with its square or cube.

x' of the free parameters and the reduced inertia are never formed; a chain, a tree or a ladder costs a little for every
group. A front may be eliminated when no group that is left depends on its own; of those always the smallest one.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block, Dyad
from .coordinate import Coordinate
from .form import Form
from .front import COST_OF_A_COLUMN, Child, DyadFront, Front, Part
from .kinematics import Kinematics
from .mass import Coupling


class Elimination:
    """Which groups a free parameter moves, what each has to do with others, and the order in which they go."""

    __slots__ = (
        "couplings", "driving", "free", "fronts", "groups", "masses", "mech", "moved", "near", "owner", "spent",
        "taken", "waiting", "waits",
    )  # fmt: skip

    def __init__(self, mech: Kinematics, free: list[Form]) -> None:
        self.mech: Kinematics = mech
        self.free: dict[int, int] = {id(form): k for k, form in enumerate(free)}
        self.moved: dict[int, Coordinate] = {}
        self.groups: list[Block] = []
        self.owner: dict[int, int] = {}  # of a co-ordinate: its group
        for g in mech.groups:
            if self.reaches(g):
                for c in g.columns:
                    self.moved[c.at] = c
                    self.owner[c.at] = len(self.groups)
                self.groups.append(g)
        self.driving: list[list[int]] = []  # of a group: co-ordinates of groups before, that D knows
        self.near: list[set[int]] = []  # and all of other groups that its front would know now
        self.waits: list[int] = [0] * len(self.groups)  # groups that depend on it and are not eliminated
        self.couplings: list[list[Coupling]] = [[] for _ in self.groups]
        self.masses: list[list[int]] = [[] for _ in self.groups]
        self.taken: set[int] = set()  # couplings and masses that are in a front already
        self.waiting: list[list[Front]] = [[] for _ in self.groups]  # eliminated fronts that know a co-ordinate of it
        self.spent: set[int] = set()  # those that have been added to another one
        self.fronts: list[Front] = []
        self.find_neighbours()
        self.eliminate()

    def reaches(self, g: Block) -> bool:
        for form in g.forms:
            if id(form) in self.free:
                return True
        for entries in g.earlier:
            for entry in entries:
                if entry.of.at in self.moved:
                    return True
        return False

    def find_neighbours(self) -> None:
        for g in self.groups:
            found: dict[int, bool] = {}
            for entries in g.earlier:
                for entry in entries:
                    if entry.of.at in self.moved:
                        found[entry.of.at] = True
            self.driving.append(list(found))
            self.near.append(set(found))
            for k in {self.owner[at] for at in found}:
                self.waits[k] += 1
        for coupling in self.mech.couplings:
            for k in self.join([coupling.P, coupling.Q]):
                self.couplings[k].append(coupling)
        for j in range(len(self.mech.masses)):
            for k in self.join(self.mech.masses[j].coordinates):
                self.masses[k].append(j)

    def join(self, coordinates: list[Coordinate]) -> set[int]:
        """Groups of co-ordinates that resist together."""
        places = [c.at for c in coordinates if c.at in self.moved]
        found = {self.owner[at] for at in places}
        for k in found:
            for at in places:
                if self.owner[at] != k:
                    self.near[k].add(at)
        return found

    def eliminate(self) -> None:
        """Of the groups on which no other one depends any more always that with the smallest front."""
        ready = [(len(self.near[k]), -k) for k in range(len(self.groups)) if self.waits[k] == 0]
        heapify(ready)
        gone: set[int] = set()
        while ready:
            size, behind = heappop(ready)
            best = -behind
            if best in gone or size != len(self.near[best]):
                continue  # it stands there again with another size
            gone.add(best)
            front = self.make(best)
            self.fronts.append(front)
            around = self.near[best]
            own = {c.at for c in front.columns}
            for k in {self.owner[at] for at in self.driving[best]}:
                self.waits[k] -= 1
            for k in {self.owner[at] for at in around}:
                self.near[k] |= around
                self.near[k] -= {c.at for c in self.groups[k].columns}
                self.near[k] -= own
                self.waiting[k].append(front)
                if self.waits[k] == 0:
                    heappush(ready, (len(self.near[k]), -k))

    def make(self, k: int) -> Front:
        """The front of a group with all that is first met in it."""
        g = self.groups[k]
        drives = self.driving[k]
        met = set(drives)
        outer = [self.moved[at] for at in drives]
        outer.extend([self.moved[at] for at in sorted(self.near[k]) if at not in met])
        rows = [i for i in range(len(g.forms)) if id(g.forms[i]) in self.free]
        freedoms = [self.free[id(g.forms[i])] for i in rows]
        front: Front
        if isinstance(g, Dyad) and len(rows) < 2:
            front = DyadFront(g, rows, freedoms, outer, len(drives))
        else:
            front = Front(g, rows, freedoms, outer, len(drives))
        place: dict[int, int] = {}
        for c in g.columns:
            place[c.at] = len(place)
        for c in outer:
            place[c.at] = len(place)
        pairs: list[int] = []
        for coupling in self.couplings[k]:
            if id(coupling) not in self.taken:
                self.taken.add(id(coupling))
                if coupling.P.at in place and coupling.Q.at in place:
                    front.couplings.append(coupling)
                    pairs.append(place[coupling.P.at])
                    pairs.append(place[coupling.Q.at])
        front.pairs = vec[i64](pairs)
        for j in self.masses[k]:
            mass = self.mech.masses[j]
            if id(mass) not in self.taken:
                self.taken.add(id(mass))
                of = [i for i in range(len(mass.coordinates)) if mass.coordinates[i].at in place]
                front.parts.append(Part(mass, of, [place[mass.coordinates[i].at] for i in of]))
        for other in self.waiting[k]:
            if id(other) not in self.spent:
                self.spent.add(id(other))
                front.children.append(Child(other, [place[c.at] for c in other.outer]))
        return front


class Fronts:
    """The fronts of a mechanism, in the order of elimination."""

    __slots__ = ("fronts", "resting")

    def __init__(self, mech: Kinematics, free: list[Form]) -> None:
        found = Elimination(mech, free)
        self.fronts: list[Front] = found.fronts
        self.resting: list[Coordinate] = [c for c in mech.moving if c.at not in found.moved]

    def cost(self) -> float:
        total = 0.0
        for front in self.fronts:
            total += front.cost()
        return total

    def factor(self) -> bool:
        """All that does not depend on forces; False where a free parameter moves no mass."""
        for front in self.fronts:
            if not front.factor():
                return False
        return True

    def solve(self, dy: vec[float], first: i64) -> None:
        """ε̈ into dy, and all accelerations, from the forces f without those of ε̈."""
        fronts = self.fronts
        for front in fronts:
            front.pass_on()
        for c in self.resting:
            c.h = 0.0
            c.a = c.w
        for k in range(len(fronts) - 1, -1, -1):
            fronts[k].accelerate(dy, first)

    def loosest(self, units: list[float], most: float) -> Front | None:
        """The first front in which a co-ordinate moves faster than so many times what moves it."""
        for front in self.fronts:
            if front.gain(units) > most:
                return front
        return None


def cost_without(mech: Kinematics, free: list[Form]) -> float:
    """Of x' of all free parameters and the reduced inertia, about as many products as `Fronts.cost`."""
    n = float(len(free))
    total = n * n * n / 6.0 + n * (n + 6.0) / 2.0 * len(mech.moving) + n * COST_OF_A_COLUMN * len(mech.masses)
    number = {id(form): k for k, form in enumerate(free)}
    reach: dict[int, int] = {}  # bits of the free parameters that move a co-ordinate
    for g in mech.groups:
        bits = 0
        for form in g.forms:
            if id(form) in number:
                bits |= 1 << number[id(form)]
        for entries in g.earlier:
            for entry in entries:
                bits |= reach.get(entry.of.at, 0)
        for c in g.columns:
            reach[c.at] = bits
        total += bits.bit_count() * (20.0 + float(g.n * g.n))
    return total
