"""Expressions in the loop of a simulation, their kinks and jumps held in place.

`step`, `sign`, `abs`, `min`, `max` and `table` are made of smooth pieces. While a step is tried every one of
them keeps its piece (its *mode*), also beyond its end, and tells by a *gap* below zero that it has left it:
the integrator sees smooth functions only, and the engine steps exactly to where a piece ends.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..deck.expression import Expression, Instruction
from .jumps import Jump, prepared

# instructions; those from ADD on replace the top two, those from NEGATE on the top value
NUMBER, TIME, X, DX, E, DE = range(6)
ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, ATAN2, MIN, MAX = range(10, 18)
NEGATE, SIN, COS, TAN, ASIN, ACOS, ATAN, SQRT, EXP, LOG, ABS, SIGN, STEP, TABLE = range(20, 34)
_OF_WORD = {
    "add": ADD, "subtract": SUBTRACT, "multiply": MULTIPLY, "divide": DIVIDE, "power": POWER, "atan2": ATAN2,
    "min": MIN, "max": MAX, "negate": NEGATE, "sin": SIN, "cos": COS, "tan": TAN, "asin": ASIN, "acos": ACOS,
    "atan": ATAN, "sqrt": SQRT, "exp": EXP, "log": LOG, "abs": ABS, "sign": SIGN, "step": STEP,
}  # fmt: skip
_HAS_PIECES = {MIN, MAX, ABS, SIGN, STEP, TABLE}
STUCK = 9  # mode of a jump on which the motion rests: its value lies between its two pieces
IDLE = 8  # mode of a jump whose argument another one holds; it follows its leader, if it has one
_STATES = {"t": TIME, "x": X, "dx": DX, "e": E, "de": DE}
_PLACED = {"x": "x", "dx": "dx", "e": "e", "de": "de", "inp": "e", "dinp": "de"}


class Compiler:
    """Expressions -> programs, one after the other."""

    def __init__(self, index: Callable[[str, int], int], first_switch: int) -> None:
        self._index = index
        self.first, self.table = [0], [0]
        self.operation: list[int] = []
        self.number: list[float] = []
        self.index: list[int] = []
        self.switch: list[int] = []
        self.u: list[float] = []
        self.y: list[float] = []
        self.switches = first_switch
        self.jumps: list[int] = []
        self.program_of: list[int] = []
        self.of_velocity: list[int] = []  # whether the argument of a jump knows velocities
        self.feeding: frozenset[int] = frozenset()  # switches whose values are in the arguments of others
        self._switch_of: dict[tuple[object, ...], int] = {}  # argument of a jump -> its switch
        self.depth = 1

    def add(self, expression: Expression) -> int:
        """The number of the program of an expression."""
        known: list[tuple[bool, frozenset[int]]] = []  # of what lies on the stack: velocities in it? which switches?
        program, jumps = prepared(self._placed(expression))
        for place, (word, operand) in enumerate(program):
            if word in _STATES or word == "number":
                known.append((word in ("dx", "de"), frozenset()))
                self._push(word, operand)
                continue
            taken = 1 if word == "table" else int(operand)
            parts = known[-taken:]
            del known[-taken:]
            of_velocity, inside = any(v for v, _ in parts), frozenset[int]().union(*(some for _, some in parts))
            first = len(self.operation)
            if word == "table":
                self._instruction(TABLE, index=len(self.table) - 1)
                self.u += map(float, operand[0])
                self.y += map(float, operand[1])
                self.table.append(len(self.u))
            elif place in jumps:
                self._jump(_OF_WORD[word], jumps[place], of_velocity)
            else:
                for _ in range(operand - 1 if word in ("min", "max") else 1):
                    self._instruction(_OF_WORD[word], of_velocity=of_velocity)
            own = frozenset(switch for switch in self.switch[first:] if switch >= 0)
            if own:
                self.feeding |= inside
            known.append((of_velocity, inside | own))
        self.first.append(len(self.operation))
        self.depth = max(self.depth, len(program) + 1)
        return len(self.first) - 2

    def _placed(self, expression: Expression) -> list[Instruction]:
        """The program with places in the memory instead of numbers of the deck."""
        return [
            (_PLACED[word], self._index(word, operand)) if word in _PLACED else (word, operand)
            for word, operand in expression.program
        ]

    def _jump(self, operation: int, jump: Jump, of_velocity: bool) -> None:
        """A `sign` or `step`; jumps with one argument are one switch."""
        if jump.key in self._switch_of:
            self._append(operation, jump.factor, 0, self._switch_of[jump.key])
        else:
            self._switch_of[jump.key] = self.switches
            self._instruction(operation, number=jump.factor, of_velocity=of_velocity)

    def _push(self, word: str, operand: Any) -> None:
        if word == "number":
            self._instruction(NUMBER, number=float(operand))
        else:
            self._instruction(_STATES[word], index=int(operand))

    def _instruction(self, operation: int, number: float = 0.0, index: int = 0, of_velocity: bool = False) -> None:
        self._append(operation, number, index, self.switches if operation in _HAS_PIECES else -1)
        if operation in _HAS_PIECES:
            self.switches += 1
            self.jumps.append(int(operation in (SIGN, STEP)))
            self.program_of.append(len(self.first) - 1)
            self.of_velocity.append(int(of_velocity))

    def _append(self, operation: int, number: float, index: int, switch: int) -> None:
        self.operation.append(operation)
        self.number.append(number)
        self.index.append(index)
        self.switch.append(switch)


def value(S: Any, F: Any, I: Any, which: int, t: float) -> float:
    """The value of a program; numpy's functions, so that nothing is raised where there is no value.

    With a shift of time: where the state would be then, by its velocities and accelerations.
    """
    stack, top, ahead = S.stack, -1, F[S.shift]
    for k in range(I[S.program + which], I[S.program + which + 1]):
        code = I[S.operation + k]
        if code < ADD:
            top += 1
            if code == NUMBER:
                F[stack + top] = F[S.number + k]
            elif code == TIME:
                F[stack + top] = t + ahead
            elif code == X:
                i = I[S.operand + k]
                F[stack + top] = F[S.x + i] + ahead * (F[S.v + i] + 0.5 * ahead * F[S.a + i])
            elif code == DX:
                i = I[S.operand + k]
                F[stack + top] = F[S.v + i] + ahead * F[S.a + i]
            elif code == E:
                i = I[S.operand + k]
                F[stack + top] = F[S.e + i] + ahead * (F[S.de + i] + 0.5 * ahead * F[S.dde + i])
            else:
                i = I[S.operand + k]
                F[stack + top] = F[S.de + i] + ahead * F[S.dde + i]
        elif code < NEGATE:
            top -= 1
            F[stack + top] = _of_two(S, F, I, code, I[S.piece + k], F[stack + top], F[stack + top + 1])
        elif code < ABS:
            F[stack + top] = _of_one(code, F[stack + top])
        elif code == TABLE:
            F[stack + top] = _interpolated(S, F, I, I[S.operand + k], I[S.piece + k], F[stack + top])
        elif code == ABS:
            F[stack + top] = _absolute(S, F, I, I[S.piece + k], F[stack + top])
        else:
            F[stack + top] = _jump(S, F, I, code, I[S.piece + k], F[stack + top], F[S.number + k])
    return float(F[stack])


def _of_two(S: Any, F: Any, I: Any, code: int, switch: int, a: float, b: float) -> float:
    if code == ADD:
        return a + b
    if code == SUBTRACT:
        return a - b
    if code == MULTIPLY:
        return a * b
    if code == DIVIDE:
        return float(np.divide(a, b))
    if code == POWER:
        return float(np.power(a, b))
    if code == ATAN2:
        return float(np.arctan2(a, b))
    # min and max: mode 0 takes a, mode 1 takes b
    ahead = b - a if code == MIN else a - b
    if I[S.refresh] == 1:
        I[S.mode + switch] = 0 if ahead >= 0.0 else 1
    F[S.gap + switch] = ahead if I[S.mode + switch] == 0 else -ahead
    return a if I[S.mode + switch] == 0 else b


def _of_one(code: int, u: float) -> float:
    if code == NEGATE:
        return -u
    if code == SIN:
        return float(np.sin(u))
    if code == COS:
        return float(np.cos(u))
    if code == TAN:
        return float(np.tan(u))
    if code == ASIN:
        return float(np.arcsin(u))
    if code == ACOS:
        return float(np.arccos(u))
    if code == ATAN:
        return float(np.arctan(u))
    if code == SQRT:
        return float(np.sqrt(u))
    if code == EXP:
        return float(np.exp(u))
    return float(np.log(u))


def _absolute(S: Any, F: Any, I: Any, switch: int, u: float) -> float:
    """abs: modes −1 and 1."""
    if I[S.refresh] == 1:
        I[S.mode + switch] = 1 if u >= 0.0 else -1
    F[S.gap + switch] = I[S.mode + switch] * u
    return float(I[S.mode + switch] * u)


def _jump(S: Any, F: Any, I: Any, code: int, switch: int, u: float, factor: float) -> float:
    """sign and step: modes −1 and 1, or held between them; u is `factor` times the argument of the switch."""
    argument = u / factor
    F[S.argument + switch] = argument
    if I[S.refresh] == 1 and I[S.mode + switch] < IDLE:
        I[S.mode + switch] = 1 if argument >= 0.0 else -1
        F[S.slack + switch] = 0.0
    mode = I[S.mode + switch]
    side = 0.0
    if mode == STUCK:
        side = F[S.held + switch]
    elif mode == IDLE:
        F[S.gap + switch] = 1.0
        if I[S.leader + switch] >= 0:
            side = I[S.sense + switch] * F[S.held + I[S.leader + switch]]
    else:
        F[S.gap + switch] = mode * argument + F[S.slack + switch]
        side = float(mode)
    if factor < 0.0:
        side = -side
    return float(side if code == SIGN else 0.5 * (1.0 + side))


def _interpolated(S: Any, F: Any, I: Any, which: int, switch: int, u: float) -> float:
    """`table`: mode k lies before point k, constant outside the points."""
    us, ys = S.table_u + I[S.table + which], S.table_y + I[S.table + which]
    points = I[S.table + which + 1] - I[S.table + which]
    if I[S.refresh] == 1:
        k = 0
        while k < points and u >= F[us + k]:
            k += 1
        I[S.mode + switch] = k
    k = I[S.mode + switch]
    if k == 0:
        F[S.gap + switch] = F[us] - u
        return float(F[ys])
    if k == points:
        F[S.gap + switch] = u - F[us + k - 1]
        return float(F[ys + k - 1])
    F[S.gap + switch] = min(u - F[us + k - 1], F[us + k] - u)
    slope = (F[ys + k] - F[ys + k - 1]) / (F[us + k] - F[us + k - 1])
    return float(F[ys + k - 1] + slope * (u - F[us + k - 1]))
