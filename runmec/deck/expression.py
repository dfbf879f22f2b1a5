"""Expressions of a deck as postfix programs: a flat list that a loop can run.

A program is a tuple of instructions (operation, operand):

    ("number", 2.0)      push a value
    ("t", 0)             push the time
    ("x", 16)            push what a state knows of number 16 (also inp, dinp, dx, e, de, buf)
    ("judged", "F")      push the value of a figure or question; in exercises only
    ("least", 101)       push what is made of the whole history of buffer 101; `at` replaces the top, a position
    (VARIABLE, 2)        push what is known by a name of its own
    ("table", (us, ys))  replace the top by linear interpolation; `curve` by a smooth one
    ("sin", 1)           replace the top 1 values by the function of them

An open program may hold more, which `closed` turns into the above:

    ("define", "l")      push the value of a name of DEFINE
    ("x", Named(…))      a co-ordinate by its name, until the names of the deck are known
    ("x", Program)       … by a constant expression of DEFINE names
    ("table", [Program]) points by such expressions

No recursion and no `eval`: the depth of an expression cannot exhaust anything.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ..diagnostics import Span
from ..laws.steepness import too_steep
from .arithmetic import THROUGH, NoNumber, apply, smooth

Instruction = tuple[str, Any]
Program = tuple[Instruction, ...]
State = Callable[[str, int], Any]

#: functions of a deck and how many arguments they take (None: two or more)
FUNCTIONS: dict[str, int | None] = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2,
    "sqrt": 1, "exp": 1, "log": 1, "abs": 1, "sign": 1, "step": 1,
    "min": None, "max": None,
}  # fmt: skip

#: what the motion gives: function of a number -> what it is a number of; `buf` is for `bufcalc` only
QUANTITIES: dict[str, str] = {
    "inp": "input", "dinp": "input", "x": "coordinate", "dx": "coordinate",
    "e": "parameter", "de": "parameter", "buf": "buffer",
}  # fmt: skip

#: figures of merit: what is made of the history of a buffer, and how many arguments it takes; for `figure` only
REDUCTIONS: dict[str, int] = {
    "least": 1, "most": 1, "peak": 1, "span": 1, "mean": 1, "rms": 1, "first": 1, "last": 1, "at": 2,
}  # fmt: skip

#: a number of the motion with a name of its own (`state`, `sample`, `where`), which stands there without a function
VARIABLE = "named variable"
#: functions of one argument through points, which the instruction holds
THROUGH_POINTS = {
    "table": "linear between points, constant outside",
    "curve": "a smooth curve through points, constant outside",
}

#: functions whose first argument is the number or name of something
SUBJECTS: dict[str, str] = QUANTITIES | dict.fromkeys(REDUCTIONS, "buffer")
#: all words of a program whose operand is the number or name of something
REFERENCES: dict[str, str] = SUBJECTS | {VARIABLE: "variable"}

#: a figure or question by its name
JUDGED = "judged"

_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "^"}
_SHORT = 200  # instructions: longer programs are not searched for what fails
_LARGEST = 1e9  # number of anything
DEEPEST = 400  # operations upon each other that are calculated in every position

RESERVED_NAMES = {"pi": "the number π"}


@dataclass(frozen=True, slots=True)
class Named:
    """Something of the deck called by its name in an expression, `x(C.x)`."""

    text: str
    span: Span


class NotClosed(Exception):
    """An open program that the values of DEFINE give no meaning; the text says why."""


@dataclass(frozen=True, slots=True)
class Expression:
    """What stands in a pair of parentheses; equal if it calculates the same.

    `open` is the same program with the names of DEFINE in it, empty if there are none.
    """

    program: Program
    text: str = field(default="", compare=False)
    open: Program = field(default=(), compare=False, repr=False)

    @property
    def is_constant(self) -> bool:
        return not any(name in REFERENCES or name in ("t", JUDGED) for name, _ in self.program)

    @property
    def depth(self) -> int:
        """How many operations stand upon each other: a sum of 100 terms has 99."""
        stack: list[int] = []
        for name, operand in self.program:
            count = taken(name, operand)
            if not count:
                stack.append(0)
            elif name != "at":  # which takes the place of a position
                stack[-count:] = [max(stack[-count:]) + max(1, count - 1)]
        return max(stack, default=0)

    def uses(self) -> list[tuple[str, int]]:
        """The quantities of the mechanism that it asks for: ("x", 16), ("e", -1), …"""
        return [(name, operand) for name, operand in self.program if name in REFERENCES]

    def with_values(self, defined: Mapping[str, float]) -> Expression:
        """With other values of DEFINE; raises NotClosed."""
        return Expression(closed(self.open, defined), self.text, self.open) if self.open else self

    def __call__(self, state: State) -> Any:
        """The value; `state("x", 16)` and `state("t", 0)` may give numbers or arrays."""
        return _run_on_arrays(self.program, state)


def closed(program: Program, defined: Mapping[str, float]) -> Program:
    """The program with the values of DEFINE in it; names of the deck stay."""
    found: list[Instruction] = []
    for name, operand in program:
        if name == "define":
            found.append(("number", defined[operand]))
        elif name in THROUGH_POINTS and isinstance(operand, list):
            values = [constant(closed(point, defined)) for point in operand]
            found.append((name, _points(name, values)))
        elif name in SUBJECTS and isinstance(operand, tuple):
            found.append((name, _whole(name, constant(closed(operand, defined)))))
        else:
            found.append((name, operand))
    return tuple(found)


def taken(name: str, operand: Any) -> int:
    """How many values an instruction takes from the stack; it puts one there."""
    if name in REFERENCES:
        return int(name == "at")
    if name in ("number", "t", "define", JUDGED):
        return 0
    return 1 if name in THROUGH_POINTS else int(operand)


def _points(name: str, values: list[float]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    us, ys = tuple(values[::2]), tuple(values[1::2])
    if not all(a < b for a, b in itertools.pairwise(us)):
        raise NotClosed(f"the points u1, u2, … of `{name}` must increase")
    if name == "curve" and too_steep(values) is not None:
        raise NotClosed("the points of `curve` rise too steeply to be joined by a smooth curve")
    return us, ys


def _whole(name: str, number: float) -> int:
    if isfinite(number) and abs(number) < _LARGEST:
        if number == int(number):
            return int(number)
        part = round(10 * (number - int(number)), 6)  # `7.2`: of a turning node
        if SUBJECTS[name] == "coordinate" and part in (1.0, 2.0, 3.0):
            from .turning import parts  # whose items have expressions

            return parts(int(number))[int(part)]
    what = {"input": "an input", "coordinate": "a co-ordinate", "parameter": "a parameter", "buffer": "a buffer"}
    raise NotClosed(f"`{name}` takes the number or name of {what[SUBJECTS[name]]}")


def is_open(program: Program | list[Instruction]) -> bool:
    """Whether values of DEFINE are in it."""
    return any(
        name == "define"
        or (name in THROUGH_POINTS and isinstance(operand, list))
        or (name in SUBJECTS and isinstance(operand, tuple))
        for name, operand in program
    )


def constant(program: list[Instruction] | Program) -> float:
    """The value of a program that needs no state; NaN where any step of it has none."""
    try:
        return _run(program)[-1]
    except NoNumber:
        return float("nan")


def without_value(program: list[Instruction] | Program) -> str:
    """The first operation of a constant program without a finite value: `acos(1.2)`, `1 / 0`; of a long one nothing."""
    if len(program) > _SHORT:
        return ""
    for end, (name, operand) in enumerate(program, start=1):
        if name == "number" or name in THROUGH_POINTS or isfinite(constant(program[:end])):
            continue
        return operation(name, _run(program[: end - 1])[-operand:])
    return ""


def operation(name: str, arguments: Sequence[float]) -> str:
    """As it is written, with numbers: `1 / 0`, `acos(1.2)`."""
    shown = [f"{value:.17g}" for value in arguments]
    return f" {_SIGNS[name]} ".join(shown) if name in _SIGNS else f"{name}({', '.join(shown)})"


def is_constant(program: list[Instruction] | Program) -> bool:
    return Expression(tuple(program)).is_constant


def _run(program: list[Instruction] | Program) -> list[float]:
    """The stack that a constant program leaves; raises NoNumber."""
    stack: list[float] = []
    for name, operand in program:
        if name == "number":
            stack.append(operand)
        elif name in THROUGH_POINTS:
            stack.append(THROUGH[name](stack.pop(), *operand))
        else:
            arguments = stack[-operand:]
            del stack[-operand:]
            stack.append(apply(name, arguments))
    return stack


def _run_on_arrays(program: Program, state: State) -> Any:
    import numpy as np

    functions = _functions()
    stack: list[Any] = []
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for name, operand in program:
            if name == "number":
                stack.append(np.float64(operand))
            elif name == "table":
                stack.append(np.interp(stack.pop(), *operand))
            elif name == "curve":
                stack.append(smooth(stack.pop(), *operand))
            elif name in functions:
                arguments = stack[-operand:]
                del stack[-operand:]
                value = functions[name](*arguments[:2])
                for further in arguments[2:]:  # min and max of many
                    value = functions[name](value, further)
                stack.append(value)
            else:
                stack.append(state(name, operand))
    return stack[-1]


_FUNCTION_TABLE: dict[str, Callable[..., Any]] = {}


def _functions() -> dict[str, Callable[..., Any]]:
    if not _FUNCTION_TABLE:
        import numpy as np

        _FUNCTION_TABLE.update(
            add=np.add,
            subtract=np.subtract,
            multiply=np.multiply,
            divide=np.true_divide,
            power=np.power,
            negate=np.negative,
            sin=np.sin,
            cos=np.cos,
            tan=np.tan,
            asin=np.arcsin,
            acos=np.arccos,
            atan=np.arctan,
            atan2=np.arctan2,
            sqrt=np.sqrt,
            exp=np.exp,
            log=np.log,
            abs=np.abs,
            sign=np.sign,
            step=lambda u: np.heaviside(u, 1.0),
            min=np.minimum,
            max=np.maximum,
        )
    return _FUNCTION_TABLE
