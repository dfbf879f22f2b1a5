"""How far a motion stays from where it would stop: dyads that stretch or fold, rods that stand across their slide.

A measure is above zero while the group moves freely and falls to zero, in proportion to what is missing in the lengths,
where it lies in line. A search that knows it goes along the border of what turns instead of running against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..elements.bar import Length
from ..model.mechanism import Mechanism

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[Any]"


class Hinge(NamedTuple):
    """A point placed by two lengths, or along a slide by one: the cosine between them, or of the angle to the slide."""

    lines: list[Length]
    placed: frozenset[int]
    axis: int  # of the slide

    def places(self) -> set[int]:
        return {c.at for line in self.lines for c in (line.xP, line.yP, line.xQ, line.yQ)}

    def direction(self, line: Length, x: Mapping[int, Floats]) -> tuple[Floats, Floats, Floats]:
        """Unit vector towards the end that is placed, and the length with its sign."""
        import numpy as np

        dx, dy = x[line.xQ.at] - x[line.xP.at], x[line.yQ.at] - x[line.yP.at]
        towards = line.xQ.at in self.placed or line.yQ.at in self.placed
        size = np.hypot(dx, dy) * (1.0 if towards else -1.0)
        with np.errstate(all="ignore"):
            return dx / size, dy / size, size

    def cosine(self, x: Mapping[int, Floats]) -> Floats:
        import numpy as np

        ends = [self.direction(line, x) for line in self.lines]
        if len(ends) == 1:
            return ends[0][1 - self.axis]
        return np.asarray(ends[0][0] * ends[1][0] + ends[0][1] * ends[1][1])

    def cosine_by(self, x: Mapping[int, Floats], by: Mapping[int, Floats]) -> Floats:
        """Its derivatives at one row, from those of the co-ordinates (names,)."""
        import numpy as np

        ends, changes = [], []
        for line in self.lines:
            ux, uy, size = self.direction(line, x)
            dx, dy = by[line.xQ.at] - by[line.xP.at], by[line.yQ.at] - by[line.yP.at]
            along = ux * dx + uy * dy
            ends.append((ux, uy))
            changes.append(((dx - ux * along) / size, (dy - uy * along) / size))
        if len(ends) == 1:
            return np.asarray(changes[0][1 - self.axis])
        (a, b), (da, db) = ends, changes
        return np.asarray(da[0] * b[0] + da[1] * b[1] + a[0] * db[0] + a[1] * db[1])


def hinges(mech: Mechanism) -> list[Hinge]:
    found = []
    for group in mech.kinematics.groups:
        lines = [form for form in group.forms if isinstance(form, Length)]
        placed = frozenset(c.at for c in group.columns)
        if len(lines) == len(group.forms) == len(placed) <= 2 and group.columns[0].axis < 2:
            found.append(Hinge(lines, placed, group.columns[0].axis))
    return found


def turning(mech: Mechanism, x: Floats) -> Floats:
    """Two measures of every hinge over all rows (nx, rows): 1 − most and 1 + least of its cosine."""
    import numpy as np

    found: list[float] = []
    for hinge in hinges(mech):
        cosine = hinge.cosine({at: x[at] for at in hinge.places()})
        found += [1.0 - float(np.max(cosine)), 1.0 + float(np.min(cosine))]
    return np.array(found)


def turning_by(mech: Mechanism, x: Floats, by: Mapping[int, Floats], names: int) -> Floats:
    """(measures, names) from the derivatives (names, rows) of the co-ordinates."""
    import numpy as np

    found: list[Floats] = []
    for hinge in hinges(mech):
        places = hinge.places()
        cosine = hinge.cosine({at: x[at] for at in places})
        for sign, row in ((-1.0, int(np.argmax(cosine))), (1.0, int(np.argmin(cosine)))):
            here, there = {at: x[at, row] for at in places}, {at: by[at][:, row] for at in places}
            found.append(sign * hinge.cosine_by(here, there))
    return np.array(found).reshape(-1, names)
