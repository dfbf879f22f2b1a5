"""A moment on a turning node about one axis of space: a number or an expression."""

from __future__ import annotations

from ..engine.coordinate import Coordinate
from ..engine.expression import Node
from ..engine.force import Force
from ..engine.space import Quaternion, product
from ..engine.turning import Turning
from .kind import LineOfDynamics, Site


class Moment(Force):
    __slots__ = ("axis", "node")

    def __init__(self, node: list[Coordinate], axis: int, program: Node) -> None:
        super().__init__(node[0], program)
        self.coordinates = node
        self.node: Turning = Turning(node)
        self.axis: int = axis  # 0, 1, 2 are x, y, z

    def apply(self) -> None:
        if not self.is_known:
            self.now = self.factor * self.program.value()
        _, x, y, z = self.about(self.now)
        m = (x, y, z)
        f = self.node.forces(m)
        self.node.a.f += f[0]
        self.node.b.f += f[1]
        self.node.c.f += f[2]
        self.node.d.f += f[3]
        spin = self.node.spin()
        self.power = m[0] * spin[0] + m[1] * spin[1] + m[2] * spin[2]

    def force_tangent(self) -> None:
        """2(0, m)∘λ, differentiated."""
        one = product(self.about(self.factor * self.program.by()), self.node.now())
        two = product(self.about(self.now), self.node.x_by())
        self.node.a.f += 2.0 * (one[0] + two[0])
        self.node.b.f += 2.0 * (one[1] + two[1])
        self.node.c.f += 2.0 * (one[2] + two[2])
        self.node.d.f += 2.0 * (one[3] + two[3])

    def about(self, m: float) -> Quaternion:
        axis = self.axis
        return 0.0, m if axis == 0 else 0.0, m if axis == 1 else 0.0, m if axis == 2 else 0.0


def make(site: Site, line: LineOfDynamics) -> Moment:
    (axis,) = line.others
    return Moment(site.turning(line.subject), axis - 1, site.expression(line.values[0]))
