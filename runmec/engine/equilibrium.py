"""Rest: what acts on the freedoms of a mechanism that stands still, how that changes, and the way to other positions.

r = x'ᵀf is the σ that the freedoms would need by (8.22), with all that acts on them counted among the loads; at rest
it is zero. The tangent stiffness K = −∂r/∂q is exact: one differentiation of the row for every freedom (tangent.py).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .exchange import Exchange
from .form import Form
from .replay import Replay
from .status import FINE
from .tangent import Direction, Tangent
from .thresholds import LEAST_LED, SINGULAR


class Equilibrium:
    """Of one choice of freedoms, at the position where the mechanism is."""

    __slots__ = (
        "K",
        "exchange",
        "first",
        "freedoms",
        "held",
        "largest",
        "led_by",
        "mech",
        "n",
        "r",
        "replay",
        "tangent",
        "wide",
    )

    def __init__(self, replay: Replay, exchange: Exchange, held: list[Form]) -> None:
        """`held` are parameters that may be led; the replay has all loads."""
        freedoms = exchange.freedoms()
        mech = replay.mech
        self.replay: Replay = replay
        self.mech = mech
        self.exchange: Exchange = exchange
        self.freedoms: list[Form] = freedoms  # co-ordinates in the place of those that have no grip
        self.held: list[Form] = held
        self.n: i64 = len(freedoms)
        self.wide: i64 = len(mech.coordinates)
        self.r: vec[float] = vec[float]([0.0] * len(freedoms))
        self.K: vec[float] = vec[float]([0.0] * (len(freedoms) * len(freedoms)))
        self.first: vec[float] = vec[float]([0.0] * (len(freedoms) * len(mech.coordinates)))  # x' of every freedom
        self.led_by: vec[float] = vec[float]([0.0] * (len(freedoms) + len(mech.coordinates)))  # r and x by what is led
        self.largest: float = 0.0  # internal force
        self.tangent: Tangent = Tangent(replay, [], [], [])
        self.tangent.rests = True

    def begin(self) -> None:
        """Before anything is asked for."""
        replay = self.replay
        replay.begin()
        for form in replay.all_forms:
            form.rate = form.acceleration = form.right = 0.0
        for c in self.mech.coordinates:
            c.u = c.v = c.a = c.w = 0.0
        mech = self.mech
        mech.slack = 0.0
        mech.leaves_D = False
        for g in mech.groups:
            g.least = SINGULAR
        mech.keep_turns()

    def suit(self) -> None:
        """Freedoms that have a grip where the mechanism is."""
        if self.exchange.suit():
            self.rearrange()

    def rearrange(self) -> None:
        """After an exchange."""
        self.replay.reactions.arrange(self.mech.groups, False)
        self.freedoms = self.exchange.freedoms()
        self.tangent = Tangent(self.replay, [], [], [])
        self.tangent.rests = True

    # ---- at the position

    def find_forces(self) -> None:
        """r, and the largest internal force."""
        replay = self.replay
        replay.evaluate()
        for c in self.mech.coordinates:
            c.u = c.v = c.a = 0.0
        replay.inverse_dynamics()
        for k in range(self.n):
            self.r[k] = self.freedoms[k].sigma
        most = 0.0
        for c in self.mech.coordinates:
            part = abs(c.h) * c.scale
            if part > most:
                most = part
        for form in replay.all_forms:
            part = abs(form.sigma)
            if part > most:
                most = part
        self.largest = most

    def find_stiffness(self) -> None:
        """K and x', after the forces."""
        self.tangent.keep()
        n = self.n
        for j in range(n):
            self.differentiate([self.freedoms[j]], [1.0])
            for k in range(n):
                self.K[k * n + j] = -self.freedoms[k].sigma_by
            for c in self.mech.coordinates:
                self.first[j * self.wide + c.at] = c.x_by

    def lead(self, forms: list[Form], rates: list[float]) -> None:
        """How r, and behind it x, change as parameters are led; after the forces."""
        self.tangent.keep()
        self.differentiate(forms, rates)
        for k in range(self.n):
            self.led_by[k] = self.freedoms[k].sigma_by
        for c in self.mech.coordinates:
            self.led_by[self.n + c.at] = c.x_by

    def differentiate(self, led: list[Form], rates: list[float]) -> None:
        forms = self.mech.forms
        parameters = [0.0] * len(forms)
        for k in range(len(forms)):
            for j in range(len(led)):
                if forms[k] is led[j]:
                    parameters[k] = rates[j]
        inputs = self.replay.inputs
        motion = [0.0] * (3 * len(inputs) + 1)
        for k in range(len(inputs)):
            for j in range(len(led)):
                if inputs[k] is led[j]:
                    motion[k] = rates[j]
        self.tangent.differentiate(Direction([0.0] * int(self.wide), parameters, [], vec[float](motion)))

    # ---- to another position

    def reach(self, forms: list[Form], wanted: list[float]) -> bool:
        """Leads parameters there, in halves where Newton does not contract; False, and nothing changed, where it
        cannot."""
        mech = self.mech
        begun = [form.wanted for form in forms]
        q = [c.q for c in mech.coordinates]
        references = [form.reference for form in self.replay.angles]
        done = 0.0
        part = 1.0
        while done < 1.0:
            to = done + part if done + part < 1.0 else 1.0
            if self.place(forms, begun, wanted, to):
                done = to
                part *= 2.0
                continue
            part *= 0.5
            if part < LEAST_LED:
                self.stand(q, references)
                for k in range(len(forms)):
                    forms[k].set_target(begun[k])
                return False
        return True

    def place(self, forms: list[Form], begun: list[float], wanted: list[float], to: float) -> bool:
        """A part of the way, on the same branch of every group; False, and nothing changed, where it is too long."""
        mech = self.mech
        q = [c.q for c in mech.coordinates]
        signs = [g.sign for g in mech.groups]
        mech.keep_turns()
        for k in range(len(forms)):
            forms[k].set_target(wanted[k] if to == 1.0 else begun[k] + to * (wanted[k] - begun[k]))
        found = mech.place() == FINE
        if found:
            for k in range(len(signs)):
                if mech.groups[k].sign != signs[k]:
                    found = False
        if not found:
            for c in mech.coordinates:
                c.q = q[c.at]
            mech.restore_turns()
        else:
            for form in mech.forms:  # an angle that is prescribed is looked at in its turn
                if form.winds:
                    form.reference = form.wanted
        return found

    def stand(self, q: list[float], references: list[float]) -> None:
        """Where the mechanism has been."""
        for c in self.mech.coordinates:
            c.q = q[c.at]
        for k in range(len(references)):
            self.replay.angles[k].reference = references[k]
