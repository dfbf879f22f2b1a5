"""A parameter that depends on another one by a program: S(ε_q), as a term in ε_p.

D by the chain rule, S'·D_q; its bend S''·(D_q·u)² + S'·bend_q.
"""

from __future__ import annotations

from .form import Form
from .load import Load
from .program import Program
from .switch import Pieces, Switch


class Share(Form):
    """What an elementary form parameter contributes to a coupled term: the forces on its element."""

    __slots__ = ("factor", "of")

    def __init__(self, of: Form, factor: float) -> None:
        super().__init__([entry.of for entry in of.entries], False, False)
        self.of: Form = of
        self.factor: float = factor

    def scale(self, slope: float) -> None:
        for k in range(len(self.entries)):
            self.entries[k].d = slope * self.factor * self.of.entries[k].d


class Coupled(Form):
    """S(ε_q). It keeps its piece of the program while a step of a simulation is tried."""

    __slots__ = ("curve", "on", "piece", "pieces", "program", "shares", "slope", "switch")

    def __init__(self, on: Form, program: Program, pieces: Pieces, shares: list[Share]) -> None:
        super().__init__([entry.of for entry in on.entries], False, False)
        self.on: Form = on
        self.program: Program = program
        self.pieces: Pieces = pieces
        self.shares: list[Share] = shares
        self.piece: int = 0
        self.slope: float = 0.0  # S' and S''
        self.curve: float = 0.0
        self.switch: Switch = Switch(False, False)
        if not program.is_smooth:
            pieces.add(self.switch)

    def look(self) -> None:
        on = self.on
        on.look()
        phi = on.value
        program = self.program
        if self.pieces.by_value or self.pieces.refresh or program.is_smooth:
            self.piece = program.piece(phi)
        program.at(phi, self.piece)
        self.switch.gap = program.gap(phi, self.piece)
        self.value = program.s
        slope = program.v
        self.slope = slope
        self.curve = program.a
        for k in range(len(self.entries)):
            self.entries[k].d = slope * on.entries[k].d
        for share in self.shares:
            share.scale(slope)

    def bend(self) -> float:
        on = self.on
        along = 0.0
        for entry in on.entries:
            along += entry.d * entry.of.u
        return self.curve * along * along + self.slope * on.bend()

    def size(self, scale: float) -> float:
        """A row is measured by its own form parameters."""
        return 0.0

    def winders(self) -> list[Form]:
        return self.on.winders()


class Corners(Load):
    """Watches where pieces of a program end; it acts on nothing."""

    __slots__ = ("of",)

    def __init__(self, of: Coupled) -> None:
        super().__init__()
        self.of: Coupled = of
        of.on.loaded = True

    def apply(self) -> None:
        of = self.of
        of.switch.gap = of.program.gap(of.on.value, of.piece)

    def measure(self) -> None:
        of = self.of
        on = of.on
        ahead = of.pieces.ahead
        phi = on.value + ahead * (on.rate + 0.5 * ahead * on.acceleration)
        of.switch.gap = of.program.gap(phi, of.piece)
