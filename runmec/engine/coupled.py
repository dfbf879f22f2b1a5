"""A parameter that depends on another one by a program: S(ε_q), as a term in ε_p.

D by the chain rule, S'·D_q; its bend S''·(D_q·u)² + S'·bend_q. Where numbers of the program change (tangent.py), S, S'
and S'' do by differences of fourth order between programs that stand a little beside it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from .coordinate import Partial
from .form import Form, shift_at, weight_at
from .load import Load
from .program import Program
from .seed import Seed
from .switch import Pieces, Switch

SMALL_WAY: Final = 1e-4  # of a period, for S''' by differences of fourth order


class Share(Form):
    """What an elementary form parameter contributes to a coupled term: the forces on its element."""

    __slots__ = ("factor", "of")

    def __init__(self, of: Form, factor: float) -> None:
        super().__init__([entry.of for entry in of.entries], False, False)
        self.of: Form = of
        self.factor: float = factor

    def scale(self, slope: float) -> None:
        for k in range(len(self.entries)):
            self.entries[k].value = slope * self.factor * self.of.entries[k].value

    def scale_by(self, slope: float, slope_by: float) -> None:
        for k in range(len(self.entries)):
            entry = self.of.entries[k]
            self.entries[k].by = self.factor * (slope_by * entry.value + slope * entry.by)


class Coupled(Form):
    """S(ε_q). It keeps its piece of the program while a step of a simulation is tried."""

    __slots__ = ("beside", "curve", "on", "piece", "pieces", "program", "shares", "slope", "step", "switch")

    def __init__(self, on: Form, program: Program, pieces: Pieces, shares: list[Share]) -> None:
        super().__init__([entry.of for entry in on.entries], False, False)
        self.on: Form = on
        self.program: Program = program
        self.pieces: Pieces = pieces
        self.shares: list[Share] = shares
        self.piece: int = 0
        self.beside: list[Program] = []  # at SHIFTS·step of a number of the deck
        self.step: float = 1.0
        self.slope: float = 0.0  # S' and S''
        self.curve: float = 0.0
        self.switch: Switch = Switch(False, False)
        if not program.is_smooth:
            pieces.add(self.switch)

    def evaluate(self) -> None:
        on = self.on
        on.evaluate()
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
            self.entries[k].value = slope * on.entries[k].value
        for share in self.shares:
            share.scale(slope)

    def bias(self) -> float:
        on = self.on
        along = 0.0
        for entry in on.entries:
            along += entry.value * entry.of.u
        return self.curve * along * along + self.slope * on.bias()

    def data_tangent(self) -> float:
        return self.slope * self.on.data_tangent() + self.aside(0)

    def aside(self, order: int) -> float:
        """How S, S' or S'' change at the place with the numbers of the program."""
        total = 0.0
        for k in range(len(self.beside)):
            program = self.beside[k]
            program.at(self.on.value, self.piece)
            value = program.s if order == 0 else program.v if order == 1 else program.a
            total += weight_at(k) * value / self.step
        return total

    def led_by(self) -> float:
        """How ε_q changes."""
        total = self.on.data_tangent()
        for entry in self.on.entries:
            total += entry.value * entry.of.x_by
        return total

    def jerk(self) -> float:
        """S''', within the piece."""
        program = self.program
        step = SMALL_WAY * program.period
        total = 0.0
        for k in range(4):
            program.at(self.on.value + shift_at(k) * step, self.piece)
            total += weight_at(k) * program.a / step
        return total

    def jacobian_tangent(self) -> None:
        on = self.on
        on.jacobian_tangent()
        slope_by = self.curve * self.led_by() + self.aside(1)
        for k in range(len(self.entries)):
            self.entries[k].by = slope_by * on.entries[k].value + self.slope * on.entries[k].by
        for share in self.shares:
            share.scale_by(self.slope, slope_by)

    def bias_tangent(self) -> float:
        on = self.on
        led_by = self.led_by()
        along = 0.0
        along_by = 0.0
        for entry in on.entries:
            along += entry.value * entry.of.u
            along_by += entry.by * entry.of.u
        curve_by = self.jerk() * led_by + self.aside(2)
        slope_by = self.curve * led_by + self.aside(1)
        own = curve_by * along * along + 2.0 * self.curve * along * along_by
        return own + slope_by * on.bias() + self.slope * on.bias_tangent()

    def has_entry(self, entry: Partial) -> bool:
        for share in self.shares:
            if entry in share.entries:
                return True
        return False

    def size(self, scale: float) -> float:
        """A row is measured by its own form parameters."""
        return 0.0

    def winders(self) -> list[Form]:
        return self.on.winders()


class Reprogrammed(Seed):
    """A program whose numbers change."""

    __slots__ = ("beside", "of", "step")

    def __init__(self, of: Coupled, beside: list[Program], step: float) -> None:
        super().__init__(vec[float]([0.0]), 0, 0.0)
        self.of: Coupled = of
        self.beside: list[Program] = beside
        self.step: float = step

    def set(self) -> None:
        self.of.beside = self.beside
        self.of.step = self.step

    def clear(self) -> None:
        self.of.beside = []


class Corners(Load):
    """Watches where pieces of a program end; it acts on nothing."""

    __slots__ = ("of",)

    def __init__(self, of: Coupled) -> None:
        super().__init__([], [])
        self.of: Coupled = of
        self.is_outside = False
        of.on.loaded = True

    def apply(self) -> None:
        of = self.of
        of.switch.gap = of.program.gap(of.on.value, of.piece)

    def witness(self) -> None:
        of = self.of
        on = of.on
        ahead = of.pieces.ahead
        phi = on.value + ahead * (on.rate + 0.5 * ahead * on.acceleration)
        of.switch.gap = of.program.gap(phi, of.piece)
