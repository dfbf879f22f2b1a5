"""What a run says on the terminal, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import degrees, isfinite, radians
from typing import TYPE_CHECKING

from ..deck.arithmetic import interpolated
from ..deck.model import Store
from ..deck.vocabulary import JOBS
from ..dimensions import PRESSURE
from ..dynamics.section import YIELD
from ..engine.columns import finite, largest, least, most, rises, steps
from ..outputs import DRIVE, INPUT_RATE
from .findings import input_name, input_text
from .motor_sites import drives, motor_title, parameter_of
from .resting import rest_account
from .result import Result, asked
from .stresses import worst_stresses
from .trust import SURE
from .units import input_unit, unit_for, unit_of

if TYPE_CHECKING:
    from ..motion.cycle import Cycle
    from ..motion.simulate import Account
    from .frequencies import Frequencies

ROWS_SHOWN = 1000
_WIDTH = 11
_MULTIPLIERS, _RUNS, _CROSSINGS, _SECTIONS = 6, 4, 40, 3  # shown
_SURE = 1e-6  # what their differences leave in doubt


def account(result: Result) -> Iterator[str]:
    """What was read and solved."""
    deck, mech, p = result.deck, result.mechanism, result.positions
    job = tuple(deck.job.split())
    yield f"{deck.job} ({JOBS[job[0], job[1]]})" + (f": {deck.title}" if deck.title else "")
    groups = len(mech.kinematics.groups)
    largest = max((len(group.forms) for group in mech.kinematics.groups), default=0)
    elements, inputs = len(deck.elements), deck.inputs
    yield (
        f"  {elements} element{'s' * (elements != 1)}, {len(mech.c)} moving co-ordinates in "
        f"{groups} group{'s' * (groups != 1)} (largest {largest}), {inputs} input{'s' * (inputs != 1)}"
    )
    yield f"  {len(result)} of {deck.positions} positions, {result.solve_seconds:.2g} s"
    given = len(result) - 1 - sum(move.last - move.first for move in p.simulated)
    if p.nodes:
        yield (
            f"  given motion: {given} positions from {p.nodes} node{'s' * (p.nodes != 1)}, "
            f"{p.corrections / max(1, given):.1f} corrections a position"
        )
    yield from simulation_account(result)
    yield from rest_account(result)
    yield from _safety(result)
    if result.stability is not None:
        yield from stability_lines(result, result.stability)


def _safety(result: Result) -> Iterator[str]:
    """Of elements whose section has a yield strength, the least safe first."""
    unit = unit_for(result.deck.units, PRESSURE)
    found = sorted(worst_stresses(result), key=lambda one: -one[1] / one[0].numbers[YIELD])
    for line, worst, position in found[:_SECTIONS]:
        name = result.deck.names.element(line.subject)
        safety = f"{line.numbers[YIELD] / worst:.4g}" if worst else "without stress"
        told = f"its largest stress is {unit.text(worst)} at position {position}"
        yield f"  safety of {name} against yield: {safety}, {told}"
    if len(found) > _SECTIONS:
        yield f"  and {len(found) - _SECTIONS} more elements, which are safer"


def simulation_account(result: Result) -> Iterator[str]:
    """How the moves of free motion were integrated."""
    for move, (drift, exchanged) in zip(result.positions.simulated, result.energy_drifts, strict=True):
        if move.cycle is not None:
            yield from _periodic(result, move.cycle, float(move.work[-1]) if len(move.work) else 0.0, exchanged)
        yield from _simulated(result, move.account, drift, exchanged)


def _periodic(result: Result, cycle: Cycle, work: float, exchanged: float) -> Iterator[str]:
    second = " s" if result.deck.units else ""
    yield (
        f"  periodic state: period {cycle.period:.6g}{second}, the end misses the start by {cycle.miss:.1e} of the "
        f"speed; {cycle.newton_steps} steps of Newton's method, {cycle.periods} cycles simulated"
    )
    shown = ", ".join(_multiplier(value) for value in cycle.multipliers[:_MULTIPLIERS] if value.imag >= 0.0)
    more = ", …" if len(cycle.multipliers) > _MULTIPLIERS else ""
    verdict = (
        "stable"
        if cycle.growth < 1.0 - _SURE
        else "NOT STABLE"
        if cycle.growth > 1.0 + _SURE
        else "neither damped nor growing"
    )
    yield f"  Floquet multipliers {shown}{more}: {verdict}; net work of the period {work:.1e} of {exchanged:.3g}"


def _multiplier(value: complex) -> str:
    return f"{value.real:.5g}" if not value.imag else f"{value.real:.4g} ± {value.imag:.4g}i"


def _simulated(result: Result, a: Account, drift: float, exchanged: float) -> Iterator[str]:
    refused = a.refused_error + a.refused_singular + a.refused_position
    yield f"  {a.accuracy}: {a.steps} steps, {refused} refused, {a.evaluations} evaluations"
    parts = [f"energy drift {drift:.1e} of {exchanged:.3g} exchanged"]
    if a.passages:
        parts.append(f"{a.passages} passage{'s' * (a.passages != 1)} of singular positions")
    if a.kinks:
        parts.append(f"{a.kinks} kink{'s' * (a.kinks != 1)} stepped on")
    if a.holds:
        since = "" if a.held_since is None else f", at the end since t = {a.held_since:.4g}"
        parts.append(f"a jump held the motion at rest {'once' if a.holds == 1 else f'{a.holds} times'}{since}")
    names = result.deck.names
    replaced = {which: result.mechanism.numbers[at] for _, which, at in a.replacements}
    for which, coordinate in replaced.items():
        count = sum(1 for _, i, _ in a.replacements if i == which)
        parts.append(
            f"co-ordinate {names.coordinate(coordinate)} followed "
            f"{'once' if count == 1 else f'{count} times'} "
            f"where {_freedom(result, which)} had no grip"
        )
    yield "  " + ", ".join(parts)


def _freedom(result: Result, which: int) -> str:
    """An input, or what is elastic, by its number from zero."""
    mech, names = result.mechanism, result.deck.names
    is_input = which < mech.inputs
    return f"input {names.input(which + 1)}" if is_input else names.parameter(mech.parameters[mech.freedoms[which]])


def printed_buffers(result: Result, width: int) -> Iterator[str]:
    """The tables that PRINTBUF asks for."""
    for item in result.deck.prints:
        buffers = item.buffers or tuple(result.stored)
        for first in _fitting(result, buffers, width):
            yield from _table(result, first)
            yield ""
        yield from (f"  {result.key(number)}: {result.described(number)}{_in(result, number)}" for number in buffers)
        yield ""


def mode_tables(result: Result) -> Iterator[str]:
    """What MODES asks for: frequencies, and what moves most in every mode."""
    names = result.deck.names
    for position, modes in groupby(result.modes, key=lambda mode: mode.position):
        where = (
            f" ({input_name(result.mechanism, 1)} {input_text(result.mechanism, 1, value, 5)})"
            if result.deck.inputs and (value := result.positions.input(0)[position - 1]) is not None
            else ""
        )
        yield f"modes in position {position}{where}"
        yield f"{'mode':>6} {'Hz':>{_WIDTH}}  moves most"
        for mode in modes:
            what = "without stiffness" if mode.frequency == 0 else "UNSTABLE" if mode.frequency < 0 else ""
            most = names.coordinate(result.mechanism.numbers[mode.most])
            yield f"{mode.number:>6} {_number(mode.frequency):>{_WIDTH}}  {most:<12} {what}".rstrip()
        yield f"  all eigenvalues, with damping: {_eigenvalues(result.linearise(position).eigenvalues)}"
        yield ""


def _eigenvalues(found: Iterable[complex]) -> str:
    """Pairs once; what is rounding beside the rest is zero."""
    shown = []
    for value in found:
        real = value.real if abs(value.real) > _SURE * abs(value) else 0.0
        if value.imag > _SURE * abs(value):
            shown.append(f"{real:.5g} ± {value.imag:.5g}i")
        elif value.imag >= -_SURE * abs(value):
            shown.append(f"{real:.5g}")
    return ", ".join(shown)


def stability_lines(result: Result, spectrum: Frequencies) -> Iterator[str]:
    """The least stiffness, and where it is below zero."""
    stiffness = [value for value in spectrum.least_stiffness if isfinite(value)]
    if not stiffness:
        yield "  stability: no position has a stiffness"
        return
    said = f"  stability: least stiffness {min(stiffness):.5g} … {max(stiffness):.5g}"
    runs = spectrum.unstable()
    if not runs:
        yield said + (", never below zero" if min(stiffness) >= 0.0 else "")
        return
    shown = ", ".join(_run(result, spectrum, first, last) for first, last in runs[:_RUNS])
    yield f"{said}; UNSTABLE at {shown}" + (", …" if len(runs) > _RUNS else "")


def _run(result: Result, spectrum: Frequencies, first: int, last: int) -> str:
    if spectrum.is_over_speed:
        ends = [f"{spectrum.at[k]:.5g}" for k in dict.fromkeys((first, last))]
        return f"speed {' … '.join(ends)}"
    positions = " … ".join(str(k + 1) for k in dict.fromkeys((first, last)))
    if not result.deck.inputs:
        return f"position {positions}"
    inputs = result.positions.input(0)
    ends = [input_text(result.mechanism, 1, inputs[k], 4) for k in dict.fromkeys((first, last))]
    return f"position{'s' * (first < last)} {positions} ({' … '.join(ends)})"


def crossing_lines(result: Result, spectrum: Frequencies, orders: Sequence[int]) -> Iterator[str]:
    """Orders of input 1 that are natural frequencies."""
    found = spectrum.crossings(orders)
    if not found:
        yield "  no order of the speed meets a natural frequency"
        return
    where = _speed_head(result) if spectrum.is_over_speed else "position"
    head = "" if spectrum.is_over_speed else f"  at {input_name(result.mechanism, 1)}"
    yield f"  {'order':>5} {'mode':>5} {'Hz':>{_WIDTH}} {where:>{_WIDTH}}{head}"
    for one in found[:_CROSSINGS]:
        place = ""
        if not spectrum.is_over_speed:
            value = interpolated(one.at, list(spectrum.at), list(result.positions.input(0)))
            place = f"  {input_text(result.mechanism, 1, value, 5)}"
        yield f"  {one.order:>5} {one.mode:>5} {_number(one.frequency):>{_WIDTH}} {_number(one.at):>{_WIDTH}}{place}"
    if len(found) > _CROSSINGS:
        yield f"  … {len(found) - _CROSSINGS} more"


def _speed_head(result: Result) -> str:
    unit = unit_of(result.mechanism, Store(INPUT_RATE.word, (1,), 0)).shown
    return f"speed [{unit}]" if unit else "speed"


def _in(result: Result, buffer: int) -> str:
    shown = result.unit(buffer).shown
    return f" [{shown}]" if shown else ""


def _fitting(result: Result, buffers: Sequence[int], width: int) -> Iterator[list[int]]:
    """As many columns as the terminal is wide."""
    row: list[int] = []
    taken = 6
    for number in buffers:
        wide = 1 + _column_width(result, number)
        if row and taken + wide > width:
            yield row
            row, taken = [], 6
        row.append(number)
        taken += wide
    if row:
        yield row


def _column_width(result: Result, buffer: int) -> int:
    return max(_WIDTH, len(str(result.key(buffer))))


def _table(result: Result, buffers: Sequence[int]) -> Iterator[str]:
    wide = [_column_width(result, number) for number in buffers]
    units = [result.unit(number) for number in buffers]
    yield f"{'step':>6}" + "".join(f" {result.key(number)!s:>{w}}" for number, w in zip(buffers, wide, strict=True))
    if any(unit.shown for unit in units):
        yield " " * 6 + "".join(f" {unit.shown:>{w}}" for unit, w in zip(units, wide, strict=True))
    histories = [result.stored[number] for number in buffers]
    for row in _shown_rows(len(result)):
        if row is None:
            yield f"     … {len(result) - ROWS_SHOWN} rows more in buffers.csv"
        else:
            cells = (_number(unit.number(h[row])) for unit, h in zip(units, histories, strict=True))
            yield f"{row:>6}" + "".join(f" {cell:>{w}}" for cell, w in zip(cells, wide, strict=True))


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
    """Extremes over the motion of the driving forces and of every buffer but time and inputs, and where they are."""
    stores = [*_driving(result), *(s for s in result.deck.stores if not s.kind.is_way)]
    stores = [s for s in stores if finite(result.columns([asked(s)])[0])]
    if not stores:
        return
    names = [_called(result, store) for store in stores]
    wide = max(map(len, names))
    at = _place_head(result)
    cell = max(_WIDTH, len(at))
    yield from cut_short(result)
    yield f"{'':{wide}} {'least':>{_WIDTH}} {at:>{cell}} {'most':>{_WIDTH}} {at:>{cell}}".rstrip()
    for store, name, x in zip(stores, names, result.over_motion(stores), strict=True):
        unit = unit_of(result.mechanism, store)
        low, high = _number(unit.number(x.least)), _number(unit.number(x.most))
        places = (_number(_place(result, at)) for at in (x.at_least, x.at_most))
        yield (
            "{:{}} {:>{w}} {:>{c}} {:>{w}} {:>{c}}".format(
                name, wide, low, next(places), high, next(places), w=_WIDTH, c=cell
            )
            + (f" {unit.shown}" if unit.shown else "")
            + (" (a pole: through infinity)" if x.has_pole else "")
        )
    yield from _figures(result)


def cut_short(result: Result) -> Iterator[str]:
    """Beside figures of a run that stopped: they are those of what was reached."""
    if not result.complete and len(result) < result.deck.positions:
        yield f"of {len(result)} rows of {result.deck.positions}, where the run stopped: not those of the whole motion"


_DIFFERS = 0.01


def _figures(result: Result) -> Iterator[str]:
    """Figures of STUDY are those of the rows; told where the motion between them has others."""
    finer = result.finer
    if not result.deck.figures or finer.times == 1:
        return
    over = replace(result, positions=finer.positions, _columns={})
    for name, value in result.figures.items():
        real = over.figures[name]
        if abs(real - value) > _DIFFERS * abs(real):
            yield (
                f"figure {name} is {_number(value)} by the rows, {_number(real)} by the motion between them: "
                "ask for more rows"
            )


def _driving(result: Result) -> list[Store]:
    """Of motors, where they sit, unless the deck stores them."""
    told = {store.subject[0] for store in result.deck.stores if store.word == DRIVE.word}
    motors = drives(result.mechanism) if result.calculates_forces else []
    return [Store(DRIVE.word, (q,), 0) for q, _ in motors if q not in told and not result.mechanism.finds_its_rest(q)]


def _called(result: Result, store: Store) -> str:
    if store.buffer:
        return f"{result.key(store.buffer)}: {result.name(store.buffer)}"
    mech, q = result.mechanism, store.subject[0]
    what = "force F" if mech.forms[mech.row[parameter_of(mech, q)]].is_length else "moment M"
    return f"driving {what}{' = −σ' * (q > 0)} of {motor_title(mech, q)}"


def _place_kind(result: Result) -> str:
    """By what a place in the run is told: the input, if one only is driven; else the time, if it goes on."""
    if result.deck.inputs == 1 and not result.positions.simulated:
        return "input"
    return "time" if rises(result.positions.clock) and len(result) > 1 else "step"


def _place_head(result: Result) -> str:
    kind = _place_kind(result)
    if kind != "input":
        return f"at {kind}" + (" [s]" if kind == "time" and result.deck.units else "")
    shown = input_unit(result.mechanism, 1).shown
    return f"at {result.deck.names.inputs.get(1) or 'input'}" + (f" [{shown}]" if shown else "")


def _place(result: Result, row: float) -> float:
    kind, finer = _place_kind(result), result.finer
    if kind == "step":
        return row
    history = finer.positions.input(0) if kind == "input" else finer.positions.clock
    value = interpolated(row * finer.times, list(range(len(history))), list(history))
    return input_unit(result.mechanism, 1).number(value) if kind == "input" else value


def trust_line(result: Result) -> str:
    verdict = "" if result.trust.is_sure else f"  LARGER THAN {SURE:g}: do not rely on these results"
    return f"trust: {result.trust}{verdict}"


def inputs_line(result: Result) -> Iterator[str]:
    mech = result.mechanism
    for i in range(1, result.deck.inputs + 1):
        history = result.positions.input(i - 1)
        ends, reach = (history[0], history[-1]), (least(history), most(history))
        beyond = 1e-9 * (reach[1] - reach[0])
        between = reach[0] < min(ends) - beyond or reach[1] > max(ends) + beyond
        first, last, low, high = (input_text(mech, i, value, 5) for value in (*ends, *reach))
        yield (
            f"  input {i}, {input_name(mech, i)}: {first} … {last}"
            + (f", between {low} and {high}" if between else "")
            + _far(result, i)
        )


_FAR = radians(30.0)


def coarse(result: Result) -> Iterator[str]:
    """Inputs that go so far between rows that figures of the motion say little."""
    for i in range(1, result.mechanism.inputs + 1):
        far = _far(result, i)
        if far:
            yield f"input {i}, {input_name(result.mechanism, i)}{far}".replace(";", ":")


def _far(result: Result, i: int) -> str:
    """How far an angle goes between rows, where what happens between them is hardly seen."""
    way = result.positions.input(i - 1)
    if result.mechanism.input_forms[i - 1].is_length or result.positions.simulated or len(way) < 2:
        return ""
    far = largest(steps(way))
    return f"; {degrees(far):.4g}° BETWEEN ROWS: ask for more of them" if far > _FAR * (1.0 + 1e-9) else ""
