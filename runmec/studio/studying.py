"""The study of a deck: its solutions as small pictures with what a designer asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deck.model import Deck
from ..deck.study import Keep, Path
from ..editing.reading import draft
from .calculation import CannotShow, Progress, Values, targets

if TYPE_CHECKING:
    from ..optimisation.optimise import Solution
    from ..results.result import Result

_SHOWN = 24  # solutions
_STARTS_AT_MOST = 1000
_CURVE_POINTS = 240


def aim(deck: Deck) -> Values:
    """What the study of a deck wants, in its own words."""
    return {
        "vary": [one.name for one in deck.varied],
        "goals": [f"{'least' if one.sense == 'min' else 'largest'} {one.figure}" for one in deck.goals],
        "keeps": [f"{one.figure}{_bounds(one)}" for one in deck.keeps],
    }


def _bounds(kept: Keep) -> str:
    ends = ((" at least", kept.low), (" at most", kept.high))
    return " and".join(f"{word} {end:g}" for word, end in ends if end is not None)


def optimised(text: str, request: Values, progress: Progress) -> Values:
    """Distinct local optima, best first, each with a picture; what was found so far, where it is stopped."""
    from ..calculate import run
    from ..optimisation.files import account
    from ..optimisation.optimise import optimise
    from ..optimisation.problem import NothingToOptimise
    from ..symbols.display import STYLES

    deck = draft(text).deck
    if not draft(text).is_sound:
        raise CannotShow("the deck has faults: mend them first")
    try:
        found = optimise(deck, starts=_starts(request), progress=progress)
    except NothingToOptimise as fault:
        raise CannotShow(
            "; ".join(". ".join(filter(None, (one.message, one.help))) for one in fault.diagnostics)
        ) from None
    goal = deck.figures[found.problem.aims[0].figure].name
    best = found.solutions[:_SHOWN]
    shown = []
    for at, one in enumerate(best):
        progress("pictures", at / len(best))
        shown.append({**_facts(one), "picture": tile(run(deck.with_values(**one.values)))})
    before = run(deck)
    return {
        "goal": goal,
        "wanted": "min" if found.problem.aims[0].sign > 0 else "max",
        "solutions": shown,
        "before": _finite(before.figures[goal]),
        "more": len(found.solutions) - len(shown),
        "front": found.is_front,
        "lines": account(found),
        "targets": [target["at"] for target in targets(deck)],
        "styles": {name: style._asdict() for name, style in STYLES.items()},
    }


def _starts(request: Values) -> int | None:
    """How many are followed; None leaves it to the problem."""
    wanted = request.get("starts")
    return None if wanted is None else min(max(1, int(wanted)), _STARTS_AT_MOST)


def _facts(one: Solution) -> Values:
    defects = []
    if not one.feasible:
        defects.append("does not hold what it must keep")
    if one.linkage.order is False:
        defects.append("meets the points in another order")
    return {
        "values": one.values,
        "figures": {name: _finite(value) for name, value in one.figures.items()},
        "goal": _finite(one.goal),
        "type": one.linkage.type,
        "transmission": _finite(one.linkage.transmission),
        "active": list(one.active),
        "defects": defects,
    }


def _finite(value: float) -> float | None:
    return float(value) if abs(value) < float("inf") else None


def tile(result: Result) -> Values:
    """The mechanism at its start and the paths that its pictures or its study show; numbers for a small drawing."""
    from ..drawing.film import symbol_data
    from ..drawing.shown import shown

    drawn = shown(result.mechanism, [history[:1] for history in result.positions.places], outlines=result.outlines)
    return {
        "x": [float(f"{value:.6g}") for value in drawn.at(0)],
        "unit": drawn.unit,
        "extent": drawn.extent,
        **symbol_data(drawn),
        "curves": [] if result.deck.is_spatial else _curves(result),
    }


def _curves(result: Result) -> list[list[list[float]]]:
    from ..drawing.arrows import traced_curves

    pairs = {(path.x, path.y): None for path in result.deck.figures if isinstance(path, Path)}
    pairs |= {(curve.x, curve.y): None for curve in traced_curves(result)}
    return [_points(result.buffer(x), result.buffer(y)) for x, y in pairs]


def _points(x: Any, y: Any) -> list[list[float]]:
    import numpy as np

    some = np.unique(np.linspace(0, len(x) - 1, min(len(x), _CURVE_POINTS)).astype(int))
    both = np.stack([x[some], y[some]], axis=1)
    return [[float(f"{value:.6g}") for value in row] for row in both[np.all(np.isfinite(both), axis=1)]]
