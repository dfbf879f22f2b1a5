"""Where motors sit: on inputs, and on dependent parameters that `carry` or `motor` names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deck.model import Store
from ..model.mechanism import Mechanism
from ..outputs import DRIVE, FORM, FORM_FIRST_ORDER, REDUCED_INERTIA
from ..words import kind_of
from .asking import Asked
from .units import ShownUnit, unit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]


def motors_of(mech: Mechanism) -> list[int]:
    """Inputs above zero, dependent parameters below: those that carry the motion, or else all inputs and motors."""
    return list(mech.carried_by) or [*range(1, mech.inputs + 1), *mech.drivers]


def drives(mech: Mechanism) -> list[tuple[int, Asked]]:
    """All motors, and what is asked for their forces and moments."""
    return [(number, (DRIVE.word, (number,), ())) for number in motors_of(mech)]


def elsewhere(mech: Mechanism) -> list[int]:
    """Motors that carry a given motion, or that drive dependent parameters."""
    return list(mech.carried_by) or list(mech.drivers)


def first_motor(mech: Mechanism) -> int:
    """Of which a drive tells if it is not said; raises ValueError where nothing is driven."""
    if not motors_of(mech):
        raise ValueError("nothing drives this mechanism: it has no input and no motor")
    return (*elsewhere(mech), 1)[0]


def motor_called(mech: Mechanism, text: str) -> int:
    """The number of a motor by its name or its number; raises ValueError."""
    there = [*range(1, mech.inputs + 1), *mech.drivers]
    by_name = {motor_name(mech, number): number for number in there}
    found = by_name.get(text, int(text) if text.lstrip("-").isdigit() else 0)
    if found in there:
        return found
    if text.isdigit():
        has = f"{mech.inputs} input{'s' * (mech.inputs != 1)}"
        raise ValueError(f"there is no input {text}: the deck has {has}")
    there_are = ", ".join(motor_name(mech, number) for number in there)
    raise ValueError(f"no motor sits on {text}; motors sit on {there_are or 'nothing'}")


def parameter_of(mech: Mechanism, number: int) -> int:
    """The parameter on which a motor sits."""
    return number if number < 0 else mech.parameters[mech.m][number - 1]


def motor_name(mech: Mechanism, number: int) -> str:
    return mech.names.of(kind_of("driven", number) or "", number)


def motor_title(mech: Mechanism, number: int) -> str:
    """`input crank.angb`; `leg.lenl`; `parameter -2`."""
    name = motor_name(mech, number)
    return f"input {name}" if number > 0 else name if not name.lstrip("-").isdigit() else f"parameter {name}"


def way_unit(mech: Mechanism, number: int) -> ShownUnit:
    """In which the way of a motor is shown."""
    return unit_of(mech, Store(FORM.word, (parameter_of(mech, number),), 0))


def inertia_at(result: Result, number: int) -> Floats:
    """What a motor has to accelerate: other motors at rest; where more motors than inputs share it, they being free.

    With T = ∂q/∂ε the reduced inertia of the inputs becomes T⁻ᵀ J T⁻¹; of one motor alone (t J⁻¹ tᵀ)⁻¹.
    """
    import numpy as np

    mech = result.mechanism
    m, motors = mech.inputs, mech.carried_by
    if number > 0 and number not in motors:
        return result.quantities([(REDUCED_INERTIA.word, (), (number, number))])[0]
    pairs = [(REDUCED_INERTIA.word, (), (i, j)) for i in range(1, m + 1) for j in range(1, m + 1)]
    J = np.array(result.quantities(pairs)).T.reshape(-1, m, m)
    others_rest = len(motors) == m
    T = np.array([_rates(result, q) for q in (motors if others_rest else (number,))]).transpose(2, 0, 1)
    found = np.full(len(result), np.nan)
    for k, (own, t) in enumerate(zip(J, T, strict=True)):
        try:
            if others_rest:
                way = np.linalg.inv(t)[:, motors.index(number)]
                found[k] = way @ own @ way
            else:
                found[k] = 1.0 / float(t[0] @ np.linalg.solve(own, t[0]))
        except (np.linalg.LinAlgError, ZeroDivisionError):
            continue
    return np.where(np.isfinite(result.quantities([(DRIVE.word, (number,), ())])[0]), found, np.nan)


def _rates(result: Result, number: int) -> Floats:
    """∂q/∂ε by every input (inputs, rows)."""
    import numpy as np

    m = result.mechanism.inputs
    if number > 0:
        return np.repeat(np.eye(m)[number - 1][:, None], len(result), axis=1)
    return np.array(result.quantities([(FORM_FIRST_ORDER.word, (number,), (i,)) for i in range(1, m + 1)]))
