"""What a run says on the terminal, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..deck.account import parameter_name
from ..deck.vocabulary import JOBS
from .result import Result, extreme, rounding

if TYPE_CHECKING:
    from ..motion.simulate import Account

ROWS_SHOWN = 1000
_WIDTH = 11


def account(result: Result) -> Iterator[str]:
    """What was read and solved."""
    deck, mech, p = result.deck, result.mechanism, result.positions
    job = tuple(deck.job.split())
    yield f"{deck.job} ({JOBS[job[0], job[1]]})" + (f": {deck.title}" if deck.title else "")
    groups = len(mech.kinematics.groups)
    largest = max((len(group.forms) for group in mech.kinematics.groups), default=0)
    elements, inputs = len(deck.elements), deck.inputs
    yield (f"  {elements} element{'s' * (elements != 1)}, {len(mech.c)} moving co-ordinates in "
           f"{groups} group{'s' * (groups != 1)} (largest {largest}), {inputs} input{'s' * (inputs != 1)}")  # fmt: skip
    yield f"  {len(result)} of {deck.positions} positions, {result.solve_seconds:.2g} s"
    given = len(result) - 1 - sum(move.last - move.first for move in p.simulated)
    if p.nodes:
        yield (f"  given motion: {given} positions from {p.nodes} node{'s' * (p.nodes != 1)}, "
               f"{p.corrections / max(1, given):.1f} corrections a position")  # fmt: skip
    yield from simulation_account(result)


def simulation_account(result: Result) -> Iterator[str]:
    """How the moves of free motion were integrated."""
    for move, (drift, exchanged) in zip(result.positions.simulated, result.energy_drifts, strict=True):
        yield from _simulated(result, move.account, drift, exchanged)


def _simulated(result: Result, a: Account, drift: float, exchanged: float) -> Iterator[str]:
    refused = a.refused_error + a.refused_singular + a.refused_position
    yield f"  {a.method} to {a.tolerance:g} a step: {a.steps} steps, {refused} refused, {a.evaluations} evaluations"
    parts = [f"energy drift {drift:.1e} of {exchanged:.3g} exchanged"]
    if a.passages:
        parts.append(f"{a.passages} passage{'s' * (a.passages != 1)} of singular positions")
    if a.kinks:
        parts.append(f"{a.kinks} kink{'s' * (a.kinks != 1)} stepped on")
    if a.holds:
        since = "" if a.held_since is None else f", at the end since t = {a.held_since:.4g}"
        parts.append(f"a jump held the motion at rest {'once' if a.holds == 1 else f'{a.holds} times'}{since}")
    replaced = {which: result.mechanism.coordinates[at] for _, which, at in a.replacements}
    for which, coordinate in replaced.items():
        count = sum(1 for _, i, _ in a.replacements if i == which)
        parts.append(f"co-ordinate {coordinate} followed {'once' if count == 1 else f'{count} times'} "
                     f"where input {which + 1} had no grip")  # fmt: skip
    yield "  " + ", ".join(parts)


def printed_buffers(result: Result, width: int) -> Iterator[str]:
    """The tables that PRINTBUF asks for."""
    for item in result.deck.prints:
        buffers = item.buffers or tuple(result.buffers)
        columns = max(1, (width - 6) // (_WIDTH + 1))
        for first in range(0, len(buffers), columns):
            yield from _table(result, buffers[first : first + columns])
            yield ""
        yield from (f"  {number}: {result.described(number)}" for number in buffers)
        yield ""


def _table(result: Result, buffers: Sequence[int]) -> Iterator[str]:
    yield f"{'step':>6}" + "".join(f" {number:>{_WIDTH}}" for number in buffers)
    for row in _shown_rows(len(result)):
        if row is None:
            yield f"     … {len(result) - ROWS_SHOWN} rows more in buffers.csv"
        else:
            cells = (result.buffers[number][row] for number in buffers)
            yield f"{row:>6}" + "".join(f" {_number(cell):>{_WIDTH}}" for cell in cells)


def _shown_rows(count: int) -> Iterator[int | None]:
    if count <= ROWS_SHOWN:
        yield from range(count)
        return
    yield from range(ROWS_SHOWN // 2)
    yield None
    yield from range(count - ROWS_SHOWN // 2, count)


def _number(value: float) -> str:
    return f"{value:.5g}"


def extremes(result: Result) -> Iterator[str]:
    """Extremes of the driving forces and of every stored force, with the input where they occur."""
    if result.deck.job == "KIN ANA":
        return
    is_length = [form.is_length for form in result.mechanism.input_forms]
    rows = [(f"driving {'force F' if is_length[i] else 'moment M'} = −σ of input {i + 1}", -history)
            for i, history in enumerate(result.driving)]  # fmt: skip
    words = ("bufsigma", "bufreac", "bufconn")
    rows += [(f"{s.buffer}: {result.name(s.buffer)}", result.buffers[s.buffer]) for s in result.deck.stores
             if s.word in words]  # fmt: skip
    rows = [(name, history) for name, history in rows if np.any(np.isfinite(history))]
    if not rows:
        return
    noise = max(rounding(history) for _, history in rows)
    rows = [(name, np.where(np.abs(history) <= noise, 0.0, history)) for name, history in rows]
    wide = max(len(name) for name, _ in rows)
    at = _PLACES[_place_kind(result)]
    yield f"{'':{wide}} {'least':>{_WIDTH}} {at:>{_WIDTH}} {'most':>{_WIDTH}} {at:>{_WIDTH}}"
    for name, history in rows:
        x = extreme(history)
        cells = (x.least, _place(result, x.at_least), x.most, _place(result, x.at_most))
        yield f"{name:{wide}} " + " ".join(f"{_number(cell):>{_WIDTH}}" for cell in cells)


_PLACES = {"input": "at input", "time": "at time", "step": "at step"}


def _place_kind(result: Result) -> str:
    """By what a place in the run is told: the input, if there is one only; else the time, if it goes on."""
    if result.deck.inputs == 1:
        return "input"
    return "time" if np.all(np.diff(result.time) > 0) and len(result) > 1 else "step"


def _place(result: Result, position: int) -> float:
    found = {"input": result.positions.inputs[:1], "time": result.time[None], "step": np.arange(len(result))[None]}
    return float(found[_place_kind(result)][0, position - 1])


def trust_line(result: Result) -> str:
    verdict = "" if result.trust.worst < 1e-9 else "  LARGER THAN 1e-9: do not rely on these results"
    return f"trust: {result.trust}{verdict}"


def inputs_line(result: Result) -> Iterator[str]:
    for i in range(1, result.deck.inputs + 1):
        p = result.deck.input_parameter(i)
        history = result.positions.inputs[i - 1]
        ends, reach = (history[0], history[-1]), (float(np.min(history)), float(np.max(history)))
        beyond = 1e-9 * (reach[1] - reach[0])
        between = reach[0] < min(ends) - beyond or reach[1] > max(ends) + beyond
        yield (f"  input {i}, {parameter_name(result.deck, p)}: {ends[0]:.5g} … {ends[1]:.5g}"
               + (f", between {reach[0]:.5g} and {reach[1]:.5g}" if between else ""))  # fmt: skip
