"""Expressions of a deck as postfix programs: a flat list that a loop can run.

A program is a tuple of instructions (operation, operand):

    ("number", 2.0)      push a value
    ("t", 0)             push the time
    ("x", 16)            push what a state knows of number 16 (also inp, dinp, dx, e, de)
    ("table", (us, ys))  replace the top by linear interpolation
    ("sin", 1)           replace the top 1 values by the function of them

No recursion and no `eval`: the depth of an expression cannot exhaust anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

Instruction = tuple[str, Any]
State = Callable[[str, int], Any]

#: functions of a deck and how many arguments they take (None: two or more)
FUNCTIONS: dict[str, int | None] = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2,
    "sqrt": 1, "exp": 1, "log": 1, "abs": 1, "sign": 1, "step": 1,
    "min": None, "max": None,
}  # fmt: skip

#: what `force` and `motor` may also use: function of a number -> what it is
QUANTITIES: dict[str, str] = {
    "inp": "input", "dinp": "input", "x": "coordinate", "dx": "coordinate",
    "e": "parameter", "de": "parameter",
}  # fmt: skip

_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "^"}
_SHORT = 200  # instructions: longer programs are not searched for what fails

RESERVED_NAMES = {"pi": "the number π"}


@dataclass(frozen=True, slots=True)
class Expression:
    """What stands in a pair of parentheses; equal if it calculates the same."""

    program: tuple[Instruction, ...]
    text: str = field(default="", compare=False)

    @property
    def is_constant(self) -> bool:
        return not any(name in QUANTITIES or name == "t" for name, _ in self.program)

    def uses(self) -> list[tuple[str, int]]:
        """The quantities of the mechanism that it asks for: ("x", 16), ("e", -1), …"""
        return [(name, operand) for name, operand in self.program if name in QUANTITIES]

    def __call__(self, state: State) -> Any:
        """The value; `state("x", 16)` and `state("t", 0)` may give numbers or arrays."""
        return _run(self.program, state)


def constant(program: list[Instruction] | tuple[Instruction, ...]) -> float:
    """The value of a program that needs no state; NaN where any step of it has none."""
    try:
        return float(_run(program, _no_state, faults="raise"))
    except FloatingPointError:
        return float("nan")


def without_value(program: list[Instruction] | tuple[Instruction, ...]) -> str:
    """The first operation of a constant program without a finite value: `acos(1.2)`, `1 / 0`; of a long one nothing."""
    if len(program) > _SHORT:
        return ""
    for end, (name, operand) in enumerate(program, start=1):
        if name in ("number", "table") or isfinite(constant(program[:end])):
            continue
        # the arguments are what the programs before it leave on the stack: found by taking the rest of it away
        arguments = [f"{value:.17g}" for value in _top(program[: end - 1], operand)]
        return f" {_SIGNS[name]} ".join(arguments) if name in _SIGNS else f"{name}({', '.join(arguments)})"
    return ""


def _top(program: list[Instruction] | tuple[Instruction, ...], count: int) -> list[float]:
    """The top values that a constant program leaves."""
    found = []
    for below in range(count - 1, -1, -1):
        found.append(float(_run(program, _no_state, left=below)))
    return found


def is_constant(program: list[Instruction]) -> bool:
    return Expression(tuple(program)).is_constant


def _no_state(name: str, operand: int) -> float:
    raise LookupError(f"{name}({operand}) in a constant")


def _run(
    program: list[Instruction] | tuple[Instruction, ...],
    state: State,
    faults: Literal["raise", "ignore"] = "ignore",
    left: int = 0,
) -> Any:
    """The value on top of the stack, or `left` places below it."""
    import numpy as np

    functions = _functions()
    stack: list[Any] = []
    with np.errstate(divide=faults, invalid=faults, over=faults):
        for name, operand in program:
            if name == "number":
                stack.append(np.float64(operand))
            elif name == "table":
                stack.append(np.interp(stack.pop(), *operand))
            elif name in functions:
                arguments = stack[-operand:]
                del stack[-operand:]
                value = functions[name](*arguments[:2])
                for further in arguments[2:]:  # min and max of many
                    value = functions[name](value, further)
                stack.append(value)
            else:
                stack.append(state(name, operand))
    return stack[-1 - left]


_FUNCTION_TABLE: dict[str, Callable[..., Any]] = {}


def _functions() -> dict[str, Callable[..., Any]]:
    if not _FUNCTION_TABLE:
        import numpy as np

        _FUNCTION_TABLE.update(
            add=np.add, subtract=np.subtract, multiply=np.multiply, divide=np.true_divide,
            power=np.power, negate=np.negative,
            sin=np.sin, cos=np.cos, tan=np.tan, asin=np.arcsin, acos=np.arccos, atan=np.arctan,
            atan2=np.arctan2, sqrt=np.sqrt, exp=np.exp, log=np.log, abs=np.abs, sign=np.sign,
            step=lambda u: np.heaviside(u, 1.0), min=np.minimum, max=np.maximum,
        )  # fmt: skip
    return _FUNCTION_TABLE
