"""runmec: planar mechanisms from a text deck to motions, forces and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.3.0"

if TYPE_CHECKING:
    from .calculate import CalculationError, run
    from .course.classes import Sheets, exercise
    from .course.derivation.derive import Derivation, derive
    from .course.derivation.standing import NotDerived
    from .course.marking import Marks, grade
    from .course.questions import NoExercise
    from .course.reasons import NotAsked, Reason, why
    from .course.variants import Unfair
    from .deck import UnknownName, loads, read
    from .deck.builder import Model
    from .deck.model import Deck
    from .deck.registry import add_element
    from .diagnostics import DeckError, Diagnostic, FileError, RunmecError
    from .elements.custom import ElementType
    from .optimisation.optimise import NoSolution, Optimum, optimise
    from .optimisation.problem import NothingToOptimise
    from .results.result import Result
    from .studies.sweep import sweep
    from .studies.tolerance import NoTolerance, tolerance

_HOMES = {
    "exercise": "course.classes",
    "Sheets": "course.classes",
    "grade": "course.marking",
    "Marks": "course.marking",
    "NoExercise": "course.questions",
    "Unfair": "course.variants",
    "derive": "course.derivation.derive",
    "Derivation": "course.derivation.derive",
    "NotDerived": "course.derivation.standing",
    "why": "course.reasons",
    "Reason": "course.reasons",
    "NotAsked": "course.reasons",
    "read": "deck",
    "loads": "deck",
    "UnknownName": "deck",
    "Deck": "deck.model",
    "ElementType": "elements.custom",
    "Model": "deck.builder",
    "DeckError": "diagnostics",
    "Diagnostic": "diagnostics",
    "FileError": "diagnostics",
    "RunmecError": "diagnostics",
    "run": "calculate",
    "optimise": "optimisation.optimise",
    "Optimum": "optimisation.optimise",
    "NothingToOptimise": "optimisation.problem",
    "NoSolution": "optimisation.optimise",
    "CalculationError": "calculate",
    "Result": "results.result",
    "add_element": "deck.registry",
    "sweep": "studies.sweep",
    "tolerance": "studies.tolerance",
    "NoTolerance": "studies.tolerance",
}

__all__ = [
    "CalculationError", "Deck", "DeckError", "Derivation", "Diagnostic", "ElementType", "FileError", "Marks", "Model",
    "NoExercise", "NoSolution", "NoTolerance", "NotAsked", "NotDerived", "NothingToOptimise", "Optimum", "Reason",
    "Result", "RunmecError", "Sheets", "Unfair", "UnknownName", "__version__", "add_element", "derive", "engine_kind",
    "exercise", "grade", "loads", "optimise", "read", "run", "sweep", "tolerance", "why",
]  # fmt: skip


def engine_kind() -> str:
    """Which engine is at work.

    Returns
    -------
    str
        `compiled`, or `in plain Python` where there was no C compiler when the package was built.

    Examples
    --------
    >>> runmec.engine_kind() in ("compiled", "in plain Python")
    True
    """
    from importlib.util import find_spec

    found = find_spec("runmec.engine.block")
    is_plain = found is None or (found.origin or "").endswith(".py")
    return "in plain Python" if is_plain else "compiled"


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first asked for, so that `runmec check` starts fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'runmec' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
