"""One pass over the rows of a motion: its quantities, its balances, what comes near to singular."""

from __future__ import annotations

from librt.vecs import vec

from .balance import Balance
from .linear import Linear
from .replay import Quantity, Recorder, Replay
from .rows import Rows
from .transmission import Transmission


class Reading:
    __slots__ = ("bad_force", "balance", "linear", "recorder", "replay", "transmissions", "without_value")

    def __init__(
        self, replay: Replay, quantities: list[Quantity], balance: Balance | None, transmissions: list[Transmission]
    ) -> None:
        self.replay: Replay = replay
        self.recorder: Recorder = Recorder(quantities)
        self.balance: Balance | None = balance
        self.transmissions: list[Transmission] = transmissions
        self.linear: Linear | None = None  # where vibrations are asked for
        self.without_value: list[int] = []  # rows in which an internal force has none
        self.bad_force: int = -1  # line of an applied force that has no value

    def read(self, rows: Rows, first: int, last: int, times: vec[float], offset: int) -> int:
        """Rows first … last − 1 of a part of the motion that begins at row `offset`, to be told as that.

        Returns the row after the last that was read: it ends before a row in which an applied force has no value.
        """
        replay = self.replay
        for row in range(first, last):
            replay.stand(rows, row, times[row])
            linear = self.linear
            if linear is not None:
                linear.find()
                replay.stand(rows, row, times[row])
            if replay.wants_forces:
                replay.load()
                if self.has_bad_force():
                    return row
            balance = self.balance
            if balance is not None:
                balance.close()
                if replay.wants_forces:
                    balance.balance()
                    self.look_for_values(offset + row)
                for g in replay.mech.groups:
                    g.note(offset + row)
                for transmission in self.transmissions:
                    transmission.note(offset + row)
            if replay.wants_strains:
                replay.deform()
            if replay.wants_transfer:
                replay.transfer()
            self.recorder.read()
        return last

    def has_bad_force(self) -> bool:
        """Whether an applied force has no value, although the mechanism moves well."""
        lines = self.replay.force_lines
        for k in range(len(lines)):
            if not abs(lines[k].now) < 1e300 and not self.replay.is_singular:
                self.bad_force = k
                return True
        return False

    def look_for_values(self, row: int) -> None:
        total = 0.0
        for form in self.replay.all_forms:
            total += form.sigma
        if not abs(total) < 1e300:
            self.without_value.append(row)
