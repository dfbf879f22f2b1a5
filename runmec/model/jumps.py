"""`sign` and `step` of an expression before they are compiled: simple arguments, and those that jump together.

Friction between two bodies is written twice, once for each: `3*sign(dx(6) - dx(4))` and `3*sign(dx(4) - dx(6))`. Both
are one jump, and must take one value while it is held. Arguments that are the same linear form but for a factor are
therefore one switch; the factor also frees the engine from the size and the units of the argument. Inputs are known
here as the parameters that they are, all states by their places in the engine's memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..deck.expression import VARIABLE, Instruction, taken

JUMPS = ("sign", "step")
_STATE = ("t", "x", "dx", "e", "de", "buf", VARIABLE)
Form = dict[tuple[str, int], float]  # state -> coefficient; ("", 0): the constant


class Operand(NamedTuple):
    """What a stretch of a program leaves on the stack: where it and its second operand begin, its linear form."""

    begin: int
    second: int
    form: Form | None
    jumps: bool  # whether its value depends on a jump


class LinearJump(NamedTuple):
    """Of a `sign` or `step`: what names its argument, and by which factor that is measured."""

    key: tuple[object, ...]
    factor: float


def prepared(program: Iterable[Instruction]) -> tuple[list[Instruction], dict[int, LinearJump]]:
    """The program with simpler arguments of jumps, and its jumps by the place of their instructions."""
    out: list[Instruction] = []
    stack: list[Operand] = []
    jumps: dict[int, LinearJump] = {}
    for word, operand in program:
        if word in JUMPS:
            _simplify(out, stack)
            jumps[len(out)] = _jump(out[stack[-1].begin :], stack[-1])
        _append(out, stack, word, operand)
    return out, jumps


def _append(out: list[Instruction], stack: list[Operand], word: str, operand: Any) -> None:
    count = taken(word, operand)
    parts = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    begin = parts[0].begin if parts else len(out)
    second = parts[1].begin if len(parts) > 1 else len(out)
    form = _form(word, operand, [part.form for part in parts])
    stack.append(Operand(begin, second, form, word in JUMPS or any(part.jumps for part in parts)))
    out.append((word, operand))


def _simplify(out: list[Instruction], stack: list[Operand]) -> None:
    """u³, u·|u| and |u|·u have the sign of u, but no slope where they pass zero."""
    while stack[-1].form is None and not stack[-1].jumps:
        begin, second, *_ = stack[-1]
        first, other, word = out[begin:second], out[second:-1], out[-1][0]
        odd = len(other) == 1 and other[0][0] == "number" and other[0][1] > 0 and other[0][1] % 2 == 1
        if (word == "power" and odd) or (word == "multiply" and other == [*first, ("abs", 1)]):
            kept = first
        elif word == "multiply" and first == [*other, ("abs", 1)]:
            kept = other
        else:
            return
        del out[begin:], stack[-1]
        for instruction in kept:
            _append(out, stack, *instruction)


def _jump(argument: list[Instruction], part: Operand) -> LinearJump:
    if part.form is None or not any(state for state, _ in part.form):
        return LinearJump(tuple(argument), 1.0)
    states = sorted(state for state in part.form if state[0])
    factor = part.form[states[0]]
    key = tuple((state, float(f"{part.form.get(state, 0.0) / factor:.12g}")) for state in [*states, ("", 0)])
    return LinearJump(key, factor)


def _form(word: str, operand: Any, forms: list[Form | None]) -> Form | None:
    """The linear form of an operation on linear forms, or None."""
    if word == "number":
        return {("", 0): float(operand)}
    if word in _STATE:
        return {(word, int(operand)): 1.0}
    known = [form for form in forms if form is not None]
    if len(known) < len(forms):
        return None
    if word == "negate":
        return _scaled(known[0], -1.0)
    if word == "add":
        return _sum(known[0], known[1])
    if word == "subtract":
        return _sum(known[0], _scaled(known[1], -1.0))
    if word == "multiply" and _constant(known[0]):
        return _scaled(known[1], known[0].get(("", 0), 0.0))
    if word == "multiply" and _constant(known[1]):
        return _scaled(known[0], known[1].get(("", 0), 0.0))
    if word == "divide" and _constant(known[1]) and known[1].get(("", 0), 0.0):
        return _scaled(known[0], 1.0 / known[1][("", 0)])
    return None


def _constant(form: Form) -> bool:
    return not any(state for state, _ in form)


def _scaled(form: Form, factor: float) -> Form:
    return {state: factor * value for state, value in form.items() if factor * value}


def _sum(a: Form, b: Form) -> Form:
    total = {state: a.get(state, 0.0) + b.get(state, 0.0) for state in {**a, **b}}
    return {state: value for state, value in total.items() if value}
