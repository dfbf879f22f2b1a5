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

from ..deck.expression import Expression

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
IDLE = 8  # mode of a jump whose argument another one holds
SIGN_JUMP, STEP_JUMP = 1, 2


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
        self.depth = 1

    def add(self, expression: Expression) -> int:
        """The number of the program of an expression."""
        knows: list[bool] = []  # of what lies on the stack: whether it knows velocities
        for word, operand in expression.program:
            if word in ("number", "t", "x", "dx", "e", "de", "inp", "dinp"):
                knows.append(word in ("dx", "de", "dinp"))
                self._push(word, operand)
                continue
            taken = 1 if word == "table" else int(operand)
            of_velocity = any(knows[-taken:])
            del knows[-taken:]
            knows.append(of_velocity)
            if word == "table":
                self._instruction(TABLE, index=len(self.table) - 1)
                self.u += map(float, operand[0])
                self.y += map(float, operand[1])
                self.table.append(len(self.u))
            else:
                for _ in range(operand - 1 if word in ("min", "max") else 1):
                    self._instruction(_OF_WORD[word], of_velocity=of_velocity)
        self.first.append(len(self.operation))
        self.depth = max(self.depth, len(expression.program) + 1)
        return len(self.first) - 2

    def _push(self, word: str, operand: Any) -> None:
        if word == "number":
            self._instruction(NUMBER, number=float(operand))
        elif word == "t":
            self._instruction(TIME)
        else:
            code = {"x": X, "dx": DX, "e": E, "de": DE, "inp": E, "dinp": DE}[word]
            self._instruction(code, index=self._index(word, operand))

    def _instruction(self, operation: int, number: float = 0.0, index: int = 0, of_velocity: bool = False) -> None:
        self.operation.append(operation)
        self.number.append(number)
        self.index.append(index)
        self.switch.append(self.switches if operation in _HAS_PIECES else -1)
        if operation in _HAS_PIECES:
            self.switches += 1
            self.jumps.append({SIGN: SIGN_JUMP, STEP: STEP_JUMP}.get(operation, 0))
            self.program_of.append(len(self.first) - 1)
            self.of_velocity.append(int(of_velocity))


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
        else:
            F[stack + top] = _with_sign(S, F, I, code, I[S.piece + k], F[stack + top])
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


def _with_sign(S: Any, F: Any, I: Any, code: int, switch: int, u: float) -> float:
    """abs, sign and step: modes −1 and 1; a jump may also be held."""
    F[S.argument + switch] = u
    if I[S.refresh] == 1 and I[S.mode + switch] < IDLE:
        I[S.mode + switch] = 1 if u >= 0.0 else -1
        F[S.slack + switch] = 0.0
    mode = I[S.mode + switch]
    if mode == STUCK:
        return float(F[S.held + switch])
    if mode == IDLE:
        F[S.gap + switch] = 1.0
        return 0.0 if code == SIGN else 0.5
    F[S.gap + switch] = mode * u + F[S.slack + switch]
    if code == ABS:
        return mode * u
    if code == SIGN:
        return float(mode)
    return 1.0 if mode > 0 else 0.0


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
