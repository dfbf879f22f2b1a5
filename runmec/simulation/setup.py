"""A mechanism, its loads and a move -> the memory of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..deck.expression import Expression
from ..deck.model import Motor, Move
from ..forces import elastic_inputs
from ..mechanism import Floats, Mechanism
from .loads import ASYNC, CONST, ELASTIC, EXPRESSION, GIVEN, SPRING
from .memory import Memory
from .program import Compiler
from .steps import BEGIN, CLOCK, COUNTS, FINAL, METHOD, MOST_PASSAGES, ROW, TOLERANCE, lay_out_steps
from .tables import WIDE, lay_out_groups

METHODS = ("heun", "dop853", "radau")
DEFAULT_TOLERANCE = {"heun": 1e-6, "dop853": 1e-8, "radau": 1e-7}


class Chosen(NamedTuple):
    """The mechanism that is integrated: inputs that lost their grip are replaced by co-ordinates.

    `input_rows` are the parameters of the deck's inputs, `free` and `given` the inputs whose motion is wanted and
    given.
    """

    mech: Mechanism
    input_rows: tuple[int, ...]
    free: tuple[int, ...]
    given: tuple[int, ...]


def motors(mech: Mechanism) -> dict[int, Motor]:
    """Motors by input, from zero."""
    return {motor.input - 1: motor for motor in mech.deck.motors}


def lay_out(chosen: Chosen, original: Mechanism, rest: Floats, move: Move, begin: float) -> Memory:
    """Everything but the state: position, y, and the time now."""
    mech, memory = chosen.mech, Memory()
    free, nx, ne, na = len(chosen.free), len(mech.coordinates), len(mech.parameters), mech.angle_count
    groups, prescribed = len(mech.blocks), mech.prescribed
    triple = [k for k, spring in enumerate(mech.deck.springs) if spring.ranges]
    compiler = Compiler(_index(chosen), len(triple))
    memory.count(nx=nx, ne=ne, na=na, prescribed=prescribed, free=free)
    lay_out_groups(memory, mech)
    _lay_out_masses(memory, mech)
    _lay_out_loads(memory, chosen, original, rest, compiler, triple)
    _lay_out_programs(memory, compiler, len(triple), free)
    # the position: what `nodes` keeps of it comes first, in one piece
    before = len(memory.F)
    memory.floats(
        x=nx,
        x_rest=nx,
        v=nx,
        a=nx,
        angle=na,
        wanted=prescribed,
        sign=groups,
        quality=groups,
        gap=compiler.switches,
        force_value=memory.S.forces,
    )
    kept = len(memory.F) - before
    memory.count(kept=kept)
    largest = max((len(block.rows) for block in mech.blocks), default=0)
    matrices = sum(block.own.size for block in mech.blocks)
    memory.floats(node=2 * kept, e=ne, de=ne, dde=ne, coasting=nx, sigma=ne, D=WIDE * memory.S.all_uses, lu=matrices,
                  size=prescribed, least=groups, least_end=groups, pace=groups, right=2 * largest, rates=prescribed,
                  accelerations=prescribed, step_x=nx, bend_x=nx, f=nx, zero=nx, x1=free * nx, Mx1=free * nx,
                  J=free * free)  # fmt: skip
    memory.ints(order=prescribed, evaluations=1, refused=1, x1_known=1, method=1)
    lay_out_steps(memory, free, radau=move.method == "radau")
    memory.count(rows_wanted=move.steps)
    memory.floats(clock=CLOCK, wish=1, usual=1, passage=2 * MOST_PASSAGES)
    memory.floats(row_x=move.steps * nx, row_angle=move.steps * na, row_y=move.steps * memory.S.n,
                  row_acceleration=move.steps * free, row_force=move.steps * memory.S.forces)  # fmt: skip
    memory.ints(counts=COUNTS)
    clock = memory.S.clock
    memory.F[clock + TOLERANCE] = DEFAULT_TOLERANCE[move.method] if move.tolerance is None else move.tolerance
    memory.F[clock + BEGIN], memory.F[clock + FINAL] = begin, begin + move.time
    memory.F[clock + ROW] = move.time / move.steps
    # without anything free there is nothing to correct: any explicit method will do
    memory.I[memory.S.counts + METHOD] = METHODS.index(move.method if free else "dop853")
    return memory


def _index(chosen: Chosen) -> Callable[[str, int], int]:
    mech = chosen.mech
    inputs = mech.deck.inputs

    def index(word: str, number: int) -> int:
        if word in ("x", "dx"):
            return mech.index[number]
        if word in ("inp", "dinp"):
            return chosen.input_rows[number - 1]
        which = number - (mech.prescribed - inputs) - 1
        return chosen.input_rows[which] if 0 <= which < inputs else mech.row[number]

    return index


def _lay_out_masses(memory: Memory, mech: Mechanism) -> None:
    memory.count(lumped=len(mech.lumped[0]), bars=len(mech.bars.mass), beams=len(mech.beams.mass))
    memory.ints(lumped_dof=mech.lumped[0], bar_dof=mech.bars.dofs.T.ravel(), beam_dof=mech.beams.dofs.T.ravel())
    memory.floats(lumped_mass=mech.lumped[1], bar_mass=mech.bars.mass, beam_mass=mech.beams.mass,
                  gravity=mech.gravity @ mech.axis)  # fmt: skip


def _lay_out_loads(
    memory: Memory, chosen: Chosen, original: Mechanism, rest: Floats, compiler: Compiler, triple: list[int]
) -> None:
    mech, springs = chosen.mech, chosen.mech.springs
    start, inputs = mech.m.start, original.inputs
    switch = {k: at for at, k in enumerate(triple)}
    values = (springs.stiffness, springs.at_zero, springs.low, springs.high, springs.stiffness_low,
              springs.stiffness_high)  # fmt: skip
    forces = mech.deck.forces
    elastic, stiffness = elastic_inputs(original, rest)
    models, numbers, programs = _motors(original, set(elastic.tolist()), compiler)
    S = np.zeros((inputs, inputs))
    S[np.ix_(elastic, elastic)] = stiffness
    memory.count(springs=len(springs.rows), dampers=len(mech.dampers[0]), forces=len(forces), inputs=inputs,
                 given_count=len(chosen.given))  # fmt: skip
    memory.floats(spring=np.stack(values, axis=1).ravel(), damper=mech.dampers[1], motor=numbers, stiffness=S.ravel(),
                  natural=rest[original.m], begin=1, given=[v for k in chosen.given for v in _given(original, k)],
                  free_scale=[mech.parameter_scale[start + k] for k in chosen.free])  # fmt: skip
    memory.ints(spring_row=springs.rows, spring_switch=[switch.get(k, -1) for k in range(len(springs.rows))],
                damper_row=mech.dampers[0], force_dof=[mech.index[force.coordinate] for force in forces],
                force_program=[compiler.add(force.value) for force in forces], input_row=chosen.input_rows,
                model=models, motor_program=programs, free_row=[start + k for k in chosen.free],
                given_row=[start + k for k in chosen.given], reach=_reach(memory, mech, chosen))  # fmt: skip


def _motors(mech: Mechanism, elastic: set[int], compiler: Compiler) -> tuple[list[int], list[float], list[int]]:
    models, values, programs = [], [], []
    found = motors(mech)
    for k in range(mech.inputs):
        motor = found.get(k)
        model, numbers, program = CONST, [0.0, 0.0, 0.0], -1
        if motor is None:
            model = ELASTIC if k in elastic else CONST
        elif motor.model == "expression":
            model, program = EXPRESSION, compiler.add(_expression(motor))
        elif motor.model != "zero":
            model = {"const": CONST, "spring": SPRING, "async": ASYNC, "given": GIVEN}[motor.model]
            numbers = [*_numbers(motor), *[2.0] * (motor.model == "async")][:3]
            numbers += [0.0] * (3 - len(numbers))
        models.append(model)
        values += numbers
        programs.append(program)
    return models, values, programs


def _numbers(motor: Motor) -> list[float]:
    return [float(value) for value in motor.values if not isinstance(value, Expression)]


def _expression(motor: Motor) -> Expression:
    (value,) = motor.values
    return value if isinstance(value, Expression) else Expression((("number", float(value)),))


def _given(mech: Mechanism, k: int) -> tuple[float, float, float]:
    """Value (set by the caller), velocity and acceleration of a given input."""
    v, a = _numbers(motors(mech)[k])
    return 0.0, v, a


def _reach(memory: Memory, mech: Mechanism, chosen: Chosen) -> list[int]:
    """For every free parameter and group: 1 where it moves the group."""
    S, I, found = memory.S, memory.I, []
    for k in chosen.free:
        moved: set[int] = set()
        for g, block in enumerate(mech.blocks):
            earlier = range(I[S.first_early + g], I[S.first_early + g + 1])
            hit = mech.m.start + k in block.rows or any(I[S.early_dof + j] in moved for j in earlier)
            if hit:
                moved |= set(block.columns.tolist())
            found.append(int(hit))
    return found


def _lay_out_programs(memory: Memory, compiler: Compiler, springs: int, free: int) -> None:
    count = compiler.switches
    memory.count(switches=count, programs=len(compiler.first) - 1)
    memory.ints(program=compiler.first, operation=compiler.operation, operand=compiler.index, piece=compiler.switch,
                table=compiler.table, mode=count, jumps=[0] * springs + compiler.jumps, refresh=1, stuck=1,
                program_of=[-1] * springs + compiler.program_of, derivative=count, crossed=count,
                of_velocity=[1] * springs + compiler.of_velocity, stuck_list=count, stuck_order=count,
                feeds=[int(switch in compiler.feeding) for switch in range(count)], leader=[-1] * count,
                sense=[1] * count)  # fmt: skip
    memory.floats(number=compiler.number, table_u=compiler.u, table_y=compiler.y, low=count, held=count,
                  stack=compiler.depth, stuck_matrix=count * count, stuck_right=2 * count,
                  met_at=[-1e300] * count, left_at=1, quiet_since=1, sampled=5 * count, unheld=1,
                  response=count * (free + 1),
                  held_since=1, argument=count, slack=count, shift=1)  # fmt: skip
