"""Buffers that hold nan or inf: where first, and why. No number is missing in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, isinf

from ..deck.arithmetic import THROUGH, NoNumber, apply
from ..deck.expression import REFERENCES, THROUGH_POINTS, VARIABLE, Expression, Instruction, operation
from ..deck.model import Store
from ..diagnostics import Diagnostic
from ..dynamics import WHERE
from ..messages import diagnostic
from ..outputs import OUTPUTS
from .absent import has_numpy
from .asking import Asked
from .places import told, without_number
from .result import Result
from .undetermined import UNDETERMINED, is_of_forces

#: what expressions ask of the motion -> the word of STORAGE that holds it
_STORED_AS = {kind.short or word.removeprefix("buf"): word for word, kind in OUTPUTS.items()}
_STORED_AS[VARIABLE] = _STORED_AS["state"]


def unknown_findings(result: Result, without_forces: Sequence[int]) -> Iterator[Diagnostic]:
    """`without_forces` are rows of which it was told that they have none."""
    told_of_forces = any(told.code == UNDETERMINED for told in result.warnings)
    for store in result.deck.stores:
        if store.kind.needs_forces and not result.calculates_forces:
            continue  # of which the deck was told
        if store.kind.of_vibrations and not has_numpy():
            continue  # of which it is told
        missing = without_number(store, result.stored[store.buffer])
        if any(missing) and told_of_forces and is_of_forces(result.deck, store):
            continue
        explained = store.kind.needs_forces and {row for row, is_so in enumerate(missing) if is_so} <= set(
            without_forces
        )
        if any(missing) and not explained:
            first = missing.index(True)
            name = result.deck.names.buffer(store.buffer)
            yield diagnostic(
                "R483",
                f"buffer {name} holds no number in {told(result, missing)}",
                store.at(1),
                label=f"at position {first + 1}: {_cause(result, store, first)}",
                help="extremes and figures leave these positions out",
            )


def _cause(result: Result, store: Store, row: int) -> str:
    if store.expression is not None:
        return _failing(result, store.expression, row)
    if store.kind.needs_forces:
        return "forces and deformations have no value there"
    return "too large a number" if isinf(result.stored[store.buffer][row]) else "it has no value there"


def _failing(result: Result, expression: Expression, row: int) -> str:
    """The first operation of an expression that gives no number in a row, or what it is given that is none."""
    program = _written_out(result, expression.program)
    states = dict.fromkeys(one for one in program if one[0] in REFERENCES)
    values = {
        state: history[row]
        for state, history in zip(states, result.columns([_asked(result, *state) for state in states]), strict=True)
    }
    stack: list[float] = []
    for name, operand in program:
        if name in REFERENCES:
            if not isfinite(values[name, operand]):
                called = result.deck.names.of(REFERENCES[name], operand)
                asked = called if name == VARIABLE else f"{name}({called})"
                return f"`{asked}` is {values[name, operand]} there"
            stack.append(values[name, operand])
        elif name in ("number", "t"):
            stack.append(result.positions.clock[row] if name == "t" else operand)
        elif name in THROUGH_POINTS:
            stack.append(THROUGH[name](stack.pop(), *operand))
        else:
            arguments = stack[-operand:]
            del stack[-operand:]
            try:
                stack.append(apply(name, arguments))
            except NoNumber:
                return f"{operation(name, arguments)} is no number"
    return "it has no value there"


def _written_out(result: Result, program: Sequence[Instruction]) -> list[Instruction]:
    """With the expressions in the place of the names that `where` gives them."""
    named: dict[int, list[Instruction]] = {}

    def inserted(program: Sequence[Instruction]) -> list[Instruction]:
        return [own for one in program for own in (named.get(one[1], [one]) if one[0] == VARIABLE else [one])]

    for line in result.deck.of(WHERE):
        (meant,) = line.values
        assert isinstance(meant, Expression)
        named[line.subject] = inserted(meant.program)
    return inserted(program)


def _asked(result: Result, name: str, number: int) -> Asked:
    if name == "buf":
        store = result.store(number)
        return store.word, store.asks, store.inputs
    return _STORED_AS[name], (number,), ()
