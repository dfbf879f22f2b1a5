"""One pass over the rows of a motion: its quantities, its balances, what comes near to singular."""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import vec

from .balance import Balance
from .linear import Linear
from .quantity import Kept, Quantity, differs
from .replay import Recorder, Replay
from .selfstress import SelfStress
from .status import LOCKED
from .trajectory import Trajectory
from .transmission import Transmission

ROUNDING: Final = 1e-10  # of forces: what changes by less is as it was
SMALL: Final = 1e-2  # of forces: a smaller quantity is judged as if it were as large


class Reading:
    __slots__ = (
        "bad_force", "balance", "flat", "limit", "linear", "locked", "recorder", "replay", "resting", "transmissions",
        "without_value",
    )  # fmt: skip

    def __init__(
        self, replay: Replay, quantities: list[Quantity], balance: Balance | None, transmissions: list[Transmission]
    ) -> None:
        self.replay: Replay = replay
        self.recorder: Recorder = Recorder(quantities)
        self.balance: Balance | None = balance
        self.transmissions: list[Transmission] = transmissions
        self.linear: Linear | None = None  # where vibrations are asked for
        self.without_value: list[int] = []  # rows in which an internal force has none
        self.flat: list[int] = []  # rows in which carriers do not move every input
        self.locked: list[int] = []  # rows that no friction allows
        self.limit: float = 1.0  # the part of friction that the first of them would allow
        self.resting: dict[int, list[int]] = {}  # rows in which a reactive load has no velocity to tell its direction
        self.bad_force: int = -1  # line of an applied force that has no value

    def read(self, rows: Trajectory, first: int, last: int, times: vec[float], offset: int) -> int:
        """Rows first … last − 1 of a part of the motion that begins at row `offset`, to be told as that.

        Returns the row after the last that was read: it ends before a row in which an applied force has no value.
        """
        replay = self.replay
        for row in range(first, last):
            replay.stand(rows, row, times[row])
            linear = self.linear
            if linear is not None:
                if replay.carriers is not None:
                    replay.inverse_dynamics()
                linear.find()
                replay.stand(rows, row, times[row])
            if replay.wants_forces:
                replay.inverse_dynamics()
                if self.has_bad_force():
                    return row
            balance = self.balance
            if balance is not None:
                balance.close()
                if replay.wants_forces:
                    balance.balance()
                    if replay.carriers is not None and replay.carriers.is_flat and not replay.is_singular:
                        self.flat.append(offset + row)
                    elif not replay.reactions.loads or not self.is_locked(offset + row):
                        self.look_for_values(offset + row)
                for g in replay.mech.groups:
                    g.note(offset + row)
                for transmission in self.transmissions:
                    transmission.note(offset + row)
            if replay.wants_strains:
                replay.deform()
            if replay.wants_transfer:
                replay.transfer()
            for kept in replay.kept:
                kept.keep()
            self.recorder.read()
            if replay.stress is not None and replay.stress.is_open:
                self.leave_open(replay.stress)
        return last

    def leave_open(self, stress: SelfStress) -> None:
        """No number where a quantity is another one with other forces that nothing determines."""
        size = stress.disturb()
        rounding = ROUNDING * min(size, size / stress.length)
        for kept in self.replay.kept:
            kept.keep_if_open(stress.limit, rounding)
        quantities = self.recorder.quantities
        found = self.recorder.found
        at = len(found) - len(quantities)
        for quantity in quantities:
            least = SMALL * size if not isinstance(quantity, Kept) else 0.0
            if differs(found[at], quantity.value(), stress.limit, least, rounding):
                found[at] = nan
            at += 1
        self.recorder.found = found
        stress.restore()

    def has_bad_force(self) -> bool:
        """Whether an applied force has no value, although the mechanism moves well."""
        lines = self.replay.force_lines
        for k in range(len(lines)):
            if not abs(lines[k].now) < 1e300 and not self.replay.is_singular:
                self.bad_force = k
                return True
        return False

    def is_locked(self, row: int) -> bool:
        """Whether friction allows no equilibrium, or several; notes also where it has no direction."""
        reactions = self.replay.reactions
        for k in range(len(reactions.loads)):
            load = reactions.loads[k]
            if load.is_friction and not load.is_known and load.share == 0.0:
                self.resting.setdefault(k, []).append(row)
        if reactions.loads[0].is_known or reactions.status != LOCKED:
            return False
        if not self.locked:
            self.limit = reactions.limit()
        self.locked.append(row)
        return True

    def look_for_values(self, row: int) -> None:
        total = 0.0
        for form in self.replay.all_forms:
            total += form.sigma
        if not abs(total) < 1e300:
            self.without_value.append(row)
