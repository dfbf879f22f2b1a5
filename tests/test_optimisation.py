"""Optimisation: known optima, borders of what moves, and what is written."""

from __future__ import annotations

import json
import pickle
import re
import tomllib
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.optimize import minimize_scalar

import runmec
from runmec.cli import cli
from runmec.deck import loads
from runmec.deck.study import Figure
from runmec.examples import folder
from runmec.optimisation.best_deck import with_values_written
from runmec.optimisation.linkage import grashof
from runmec.optimisation.objective import Objective
from runmec.optimisation.optimise import solution
from runmec.optimisation.paths import PathSearch
from runmec.optimisation.points import Family, guessed, refit
from runmec.optimisation.problem import problem_of
from runmec.optimisation.search import Found, Searcher
from runmec.optimisation.sequence import Sequence
from runmec.optimisation.squares import constrained_squares
from runmec.optimisation.sum_of_squares import sum_of_squares

LINE = (folder() / "synthesis/path_line.mec").read_text(encoding="utf-8")
WEIGHT = (folder() / "synthesis/best_counterweight.mec").read_text(encoding="utf-8").replace("tstepe 360", "tstepe 72")


def best_known(name: str) -> float:
    return float(tomllib.loads((folder() / f"synthesis/{name}.toml").read_text(encoding="utf-8"))["optimum"]["goal"])


# ---- parts


def test_constrained_squares_meet_the_conditions_of_an_optimum() -> None:
    """Kuhn and Tucker: what pulls on d is held by walls that are touched, and pushed the right way only."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        E, f = rng.normal(size=(9, 4)), rng.normal(size=9)
        A, b = rng.normal(size=(6, 4)), rng.normal(size=6) - 1.0
        d = constrained_squares(E, f, A, b)
        if d is None:
            continue
        assert np.all(A @ d >= b - 1e-9)
        touched = A[A @ d - b < 1e-8]
        pull = E.T @ (E @ d - f)
        push = np.linalg.lstsq(touched.T, pull, rcond=None)[0] if len(touched) else np.zeros(0)
        assert touched.T @ push == pytest.approx(pull, abs=1e-7)
        assert np.all(push > -1e-8)


def test_constraints_that_contradict_each_other_are_told() -> None:
    A = np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert constrained_squares(np.eye(2), np.zeros(2), A, np.array([1.0, 1.0])) is None


def test_a_circle_is_fitted_through_points_from_nothing() -> None:
    """Centre and both components of its radius are linear: points on a known circle are met to rounding."""
    a = np.linspace(0, 2 * np.pi, 73)
    c = np.stack(
        [
            np.stack([np.cos(a), np.sin(a)]),
            np.stack([-np.sin(a), np.cos(a)]),
            np.stack([np.ones(73), np.zeros(73)]),
            np.stack([np.zeros(73), np.ones(73)]),
        ]
    )
    family = Family(np.zeros((2, 73)), c, np.full(4, -10.0), np.full(4, 10.0), [0, 72])
    at = np.array([0.3, 1.0, 1.4, 2.2, 2.9])
    points = np.stack([2.0 + 3.0 * np.cos(at), -1.0 + 3.0 * np.sin(at)], axis=1)
    best = min((refit(family, points, one, 30) for one in guessed(family, points, 3)), key=lambda one: one.sum)
    assert best.sum < 1e-10
    assert np.hypot(*best.a[:2]) == pytest.approx(3.0, rel=1e-4)
    assert best.a[2:] == pytest.approx([2.0, -1.0], abs=1e-3)


@pytest.mark.parametrize(
    ("lengths", "kind"),
    [
        ((2, 5, 4, 5), "crank-rocker"),
        ((4, 5, 5, 2), "double crank"),
        ((4, 2, 5, 5), "double rocker"),
        ((5, 4, 2, 5), "rocker-crank"),
        ((5, 5, 5, 9), "triple rocker"),
        ((2, 5, 2, 5), "change point"),
    ],
)
def test_types_by_grashof(lengths: tuple[float, ...], kind: str) -> None:
    assert grashof(*lengths) == kind


def test_linear_and_periodic_names_are_found_by_what_they_do() -> None:
    """Names that say nothing: place and coupler point are linear, the turn of the frame is periodic."""
    text = LINE
    for old, new in {"x0": "q9", "y0": "q8", "turn": "q7", "u": "q6", "v": "q5"}.items():
        text = re.sub(rf"\b{old}\b", new, text)
    problem = problem_of(loads(text))
    assert problem.path is not None
    search = PathSearch(Objective(problem), problem.path, problem.written)
    assert {problem.names[at] for at in search.inner} == {"q5", "q6", "q8", "q9"}
    assert [problem.names[at] for at in search.periodic] == ["q7"]
    assert [problem.names[at] for at in search.similar.lengths] == ["r1", "r2", "r3", "r4"]
    assert search.similar.turn == problem.names.index("q7")


def test_a_linear_name_that_a_limit_hangs_on_is_not_solved_for_inside() -> None:
    text = LINE.replace("  goal min", "  figure reach (u^2 + v^2)\n  keep reach none 100\n  goal min")
    problem = problem_of(loads(text.replace("stepe 90", "stepe 24")))
    search = Searcher(problem, 0).method
    assert {problem.names[at] for at in search.inner} == {"x0", "y0"}


def test_size_and_direction_of_a_shape_follow_from_the_points() -> None:
    """A linkage, twenty times too small and turned: one fit finds its size and direction, and meets its own points."""
    deck = loads(LINE.replace("stepe 90", "stepe 36"))
    own = runmec.run(deck)
    rows = list(range(0, 36, 4))
    points = " ".join(f"{own.buffer('cx')[k]:.15g} {own.buffer('cy')[k]:.15g}" for k in rows)
    text = re.sub(r"path miss cx cy .*", f"path miss cx cy {points}", deck.source).replace("5     60", "0.1   60")
    problem = problem_of(loads(text, set={"r1": 1.3, "r2": 0.4, "r3": 1.25, "r4": 1.25, "turn": 1.0}))
    start = Searcher(problem, 0).screen(0)
    assert start is not None
    assert start.x[:4] == pytest.approx([26, 8, 25, 25], rel=0.05)
    assert start.x[problem.names.index("turn")] == pytest.approx(4.0, abs=0.1)


def test_samples_fill_the_bounds_evenly() -> None:
    """Every tenth of every dimension holds a tenth of 400 points, but for four; random ones miss by up to twenty."""
    points = np.array([Sequence(6, 3).point(k) for k in range(400)])
    for column in points.T:
        assert np.all(np.abs(np.histogram(column, 10, (0, 1))[0] - 40) <= 4)
    assert not np.array_equal(points[5], Sequence(6, 4).point(5))


# ---- sums of squares


@pytest.mark.parametrize(
    ("expression", "terms"),
    [
        ("(at(a,1) - 3)^2 + 2*(last(b) - c)^2", 2),
        ("rms(a)", 1),
        ("sqrt((first(a) - 1)*(first(a) - 1) + rms(b)^2/4)", 2),
        ("at(a,1)^2 - last(b)^2", 0),
        ("c*at(a,1)^2", 0),
        ("at(a,1)^3", 0),
        ("peak(a)", 0),
        ("abs(first(a))", 0),
    ],
)
def test_sums_of_squares_are_seen(expression: str, terms: int) -> None:
    """c varies: it may stand inside a square, not before it. The parts give the figure and its derivative again."""
    head, moves = WEIGHT[: WEIGHT.index("STORAGE")], WEIGHT[WEIGHT.index("MOVEMENT") : WEIGHT.index("STUDY")]
    text = head.replace("DEFINE", "DEFINE\n  c 0.7") + "STORAGE\n  bufx0 B.x a\n  bufdx1 B.x b\n" + moves
    deck = loads(text + f"STUDY\n  vary c 0 1\n  figure F ({expression})\n  goal min F\nEND\n")
    figure = deck.figures[0]
    assert isinstance(figure, Figure)
    form = sum_of_squares(figure.expression.open or figure.expression.program, ["c"])
    assert (0 if form is None else len(form.terms)) == terms
    if form is None:
        return
    bench = Objective(problem_of(deck))
    motion = bench.motion(np.array([0.7]))
    assert not isinstance(motion, str)
    motion = bench.slopes(motion)
    parts, whole = form.residuals(motion.histories, bench.defined(motion)), bench.duals(motion)[0]
    assert form.figure(float(np.sum(parts.value**2))) == pytest.approx(whole.value, rel=1e-12)
    by = 2.0 * parts.by @ parts.value / (2.0 * whole.value if form.is_root else 1.0)
    assert by == pytest.approx(whole.by, abs=1e-12)


def test_derivatives_of_what_keeps_a_dyad_from_stretching() -> None:
    problem = problem_of(loads(LINE.replace("stepe 90", "stepe 24")))
    bench = Objective(problem)
    here = bench.motion(problem.written)
    assert not isinstance(here, str)
    by = bench.slopes(here).turning_by
    for at in range(4):
        ends = []
        for side in (1.0, -1.0):
            x = problem.written.copy()
            x[at] += side * 1e-5
            moved = bench.motion(x)
            assert not isinstance(moved, str)
            ends.append(moved.turning)
        assert (ends[0] - ends[1]) / 2e-5 == pytest.approx(by[:, at], abs=1e-8)


# ---- optima


def test_half_of_the_mass_to_and_fro_is_balanced_for_any_rod() -> None:
    """All harmonics of the slider but the first are even, so that one half is exact."""
    for rod in (2.5, 4.0):
        found = runmec.optimise(loads(WEIGHT, set={"l": rod}), starts=1)
        assert found.best.values["share"] == pytest.approx(0.5, abs=1e-6)
    assert found.best.goal == pytest.approx(0.5312934792, abs=2e-6)  # 72 rows instead of an integral


def test_least_peak_of_a_corner_between_two_rows() -> None:
    """λ = 1/4: 0.589934, where two places of the cycle shake alike; rows of 1° put it 2e-6 aside."""
    text = WEIGHT.replace("goal min mean_square", "goal min largest").replace("tstepe 72", "tstepe 360")
    found = runmec.optimise(loads(text), starts=1)
    assert found.best.values["share"] == pytest.approx(0.589934, abs=1e-5)
    assert found.best.goal == pytest.approx(0.660066, abs=1e-5)


def test_a_limit_that_binds_is_held_and_told() -> None:
    text = WEIGHT.replace("  goal min", "  figure part (share)\n  keep part 0.2 0.4\n  goal min")
    found = runmec.optimise(loads(text), starts=1)
    assert found.best.feasible
    assert found.best.values["share"] == pytest.approx(0.4, abs=1e-7)
    assert found.best.active == ("part highest",)


def test_what_cannot_be_held_is_told_not_hidden() -> None:
    text = WEIGHT.replace("  goal min", "  figure part (share)\n  keep part 2 none\n  goal min")
    found = runmec.optimise(loads(text), starts=1)
    assert not found.best.feasible
    assert found.best.values["share"] == pytest.approx(1.0, abs=1e-6)


def test_six_points_on_a_line_are_met_exactly() -> None:
    """One start near a linkage that a differential evolution published: from 3 % beside it to rounding."""
    published = {
        "r1": 25.8,
        "r2": 7.2,
        "r3": 25.4,
        "r4": 25.6,
        "u": 43.8,
        "v": 17.3,
        "turn": 4.33,
        "x0": -18.5,
        "y0": 56.4,
    }
    deck = loads(LINE, set={name: 1.03 * value for name, value in published.items()})
    searcher = Searcher(problem_of(deck), 0)
    start = searcher.screen(0)
    assert start is not None
    ended = searcher.refine(start, 60)
    assert ended is not None
    found = searcher.found(ended)
    assert found is not None
    assert found.figures[0] < best_known("path_line")


def test_five_points_with_timing_reach_the_best_known_sum() -> None:
    deck = loads((folder() / "synthesis/path_timed.mec").read_text(encoding="utf-8").replace("stepe 120", "stepe 72"))
    searcher = Searcher(problem_of(deck), 0)
    start = searcher.screen(0)
    assert start is not None
    ended = searcher.refine(start, 60)
    assert ended is not None
    found = searcher.found(ended)
    assert found is not None
    assert found.figures[0] == pytest.approx(best_known("path_timed"), rel=1e-3)


def test_a_variant_without_derivatives_costs_its_start_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flat position has none: they are then no numbers, and the search goes on with other starts."""
    searcher = Searcher(problem_of(loads(LINE.replace("stepe 90", "stepe 24"))), 0)
    start = searcher.screen(0)
    assert start is not None
    plain = Objective.slopes

    def flat(self: Objective, motion: Any, names: Any = None) -> Any:
        found = plain(self, motion, names)
        by = {number: np.full_like(some, np.nan) for number, some in (found.histories.buffers_by or {}).items()}
        return found._replace(histories=replace(found.histories, buffers_by=by))

    monkeypatch.setattr(Objective, "slopes", flat)
    assert searcher.screen(0) is None
    assert searcher.refine(start, 60) is None


# ---- many starts


class Mortal(Executor):
    """Does the work at once, from what is sent; the first portions are lost with their worker."""

    def __init__(self, lost: int) -> None:
        self.lost, self.sent = lost, 0

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        self.sent += 1
        found: Future[Any] = Future()
        if self.sent <= self.lost:
            found.set_exception(BrokenProcessPool("a worker died"))
        else:
            found.set_result(pickle.loads(pickle.dumps(work))(*pickle.loads(pickle.dumps(arguments))))
        return found


def test_workers_give_the_same_bits_and_a_death_costs_its_portion_only() -> None:
    deck = loads(WEIGHT.replace("tstepe 72", "tstepe 24").replace("drawmech 1 60", "drawmech 1"), set={"l": 3.0})
    alone = runmec.optimise(deck, starts=2, seed=5)
    pool = Mortal(2)
    others = runmec.optimise(deck, starts=2, seed=5, executor=pool)
    assert [one.values for one in others.solutions] == [one.values for one in alone.solutions]
    assert others.solutions[0].sums == alone.solutions[0].sums
    assert pool.sent > 4
    with pytest.raises(runmec.RunmecError, match="workers died 3 times"):
        runmec.optimise(deck, starts=2, executor=Mortal(10**6))


def test_solutions_come_as_they_are_found_and_a_stop_keeps_them() -> None:
    deck = loads(WEIGHT.replace("tstepe 72", "tstepe 24").replace("drawmech 1 60", "drawmech 1"))
    came: list[Any] = []
    found = runmec.optimise(deck, starts=4, solved=came.append, stop=lambda: len(came) > 1)
    assert found.interrupted
    assert len(came) == 2
    assert {one.goal for one in found.solutions} <= {one.goal for one in came}
    again = loads(found.text(found.solutions[-1]))
    assert runmec.run(again).figures["mean_square"] == found.solutions[-1].goal


def test_a_stop_at_once_keeps_the_best_start() -> None:
    deck = loads(LINE.replace("stepe 90", "stepe 24"))
    found = runmec.optimise(deck, starts=2, stop=lambda: True)
    assert found.interrupted
    assert found.best.goal < runmec.run(deck).figures["miss"]


# ---- what is written


def test_only_values_change_in_the_best_deck() -> None:
    deck = loads(WEIGHT)
    text = with_values_written(deck, {"share": 0.125})
    assert loads(text).defines[2].value == 0.125
    assert [a for a, b in zip(WEIGHT.splitlines(), text.splitlines(), strict=True) if a != b] == [
        "  share 0.1  ; of the mass to and fro"
    ]
    assert "  share 0.125 ; of the mass to and fro" in text.splitlines()


@pytest.mark.parametrize("unit", ["mm", "deg", "N/mm", ""])
def test_a_value_keeps_its_unit_to_the_last_bit(unit: str) -> None:
    deck = loads(WEIGHT.replace("share 0.1 ", f"share 0.1{unit} "))
    for value in (0.1, 0.03636557010100788, 2.0 / 3.0, 1e-7, 12345.6789):
        text = with_values_written(deck, {"share": value})
        assert loads(text).defines[2].value == value
        assert unit in ("deg", "") or f"{unit} " in text


def _run(tmp_path: Path, text: str, *options: str) -> Any:
    (tmp_path / "deck.mec").write_text(text, encoding="utf-8")
    arguments = ["optimise", str(tmp_path / "deck.mec"), "-o", str(tmp_path / "out"), "--jobs", "1", "--starts", "1"]
    return CliRunner().invoke(cli, [*arguments, *options])


def test_command_writes_what_the_language_says(tmp_path: Path) -> None:
    told = _run(tmp_path, WEIGHT, "--json")
    assert told.exit_code == 0, told.output
    said = json.loads(told.output)
    assert said["solutions"][0]["values"]["share"] == pytest.approx(0.5, abs=1e-6)
    lines = (tmp_path / "out" / "solutions.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "rank,share,mean_square,largest,goal,feasible"
    row = dict(zip(lines[0].split(","), map(float, lines[1].split(",")), strict=True))
    best = runmec.run(tmp_path / "out" / "best.mec")
    assert best.figures["mean_square"] == row["goal"] == row["mean_square"]
    for name in ("history.csv", "before_after.svg", "before_after.png", "history.svg", "report.html"):
        assert (tmp_path / "out" / name).stat().st_size > 20


def test_account_of_a_path_is_plain_json() -> None:
    deck = loads(LINE.replace("stepe 90", "stepe 24"))
    problem = problem_of(deck)
    trial = Objective(problem).trial(problem.written)
    said = solution(problem, Found(trial.x, trial.figures, (1.0,))).as_data()
    assert json.loads(json.dumps(said))["type"] == "crank-rocker"
    assert isinstance(said["in_order"], bool)


def test_two_goals_give_a_front(tmp_path: Path) -> None:
    told = _run(
        tmp_path, WEIGHT.replace("  goal min mean_square", "  goal min mean_square\n  goal min largest"), "--json"
    )
    assert told.exit_code == 0, told.output
    found = [(one["figures"]["mean_square"], one["figures"]["largest"]) for one in json.loads(told.output)["solutions"]]
    assert len(found) > 5
    assert found == sorted(set(found))
    assert [large for _, large in found] == sorted({large for _, large in found}, reverse=True)
    assert (tmp_path / "out" / "front.svg").exists()


def test_a_front_is_the_same_by_two_processes() -> None:
    """For λ = ¼ from the least root of the mean square, share ½ and peak ¾, to the least peak over the rows."""
    deck = loads(WEIGHT.replace("  goal min mean_square", "  goal min mean_square\n  goal min largest"))
    alone = runmec.optimise(deck, starts=1)
    with ProcessPoolExecutor(2) as pool:
        both = runmec.optimise(deck, starts=1, executor=pool)
    assert [one.values for one in both.solutions] == [one.values for one in alone.solutions]
    ends = [both.solutions[at].figures["largest"] for at in (0, -1)]
    s, c = np.sin(angles := np.linspace(0, 2 * np.pi, 73)), np.cos(angles)
    root = np.sqrt(16 - s**2)
    piston = -c - (c**2 - s**2) / root - (s * c) ** 2 / root**3  # x'' of x = cos φ + √(l² − sin² φ), l = 4
    least = minimize_scalar(
        lambda share: np.max(np.hypot(piston + share * c, share * s)), bounds=(0, 1), options={"xatol": 1e-9}
    )
    assert ends == pytest.approx([0.75, least.fun], abs=5e-6)


def test_a_deck_without_a_goal_says_what_to_add(tmp_path: Path) -> None:
    told = _run(tmp_path, WEIGHT.replace("  goal min mean_square\n", ""))
    assert told.exit_code == 1
    assert "R420" in told.output
    assert "goal min F" in told.output


def test_one_figure_is_not_two_goals(tmp_path: Path) -> None:
    told = _run(tmp_path, WEIGHT.replace("  goal min mean_square", "  goal min mean_square\n  goal max mean_square"))
    assert told.exit_code == 1
    assert "figure mean_square is to be min and max" in told.output
    assert "leave one `goal` line out" in told.output


def test_where_nothing_moves_the_reason_is_told(tmp_path: Path) -> None:
    text = WEIGHT.replace("vary share 0 1", "vary l 0.2 0.5")
    told = _run(tmp_path, text.replace("  l     4", "  l     0.4"))
    assert told.exit_code == 3
    assert "no variant within the bounds" in told.output
