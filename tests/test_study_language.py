"""STUDY: what its lines mean, and figures of merit of a motion."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import runmec
from runmec.deck import check, loads
from runmec.deck.layout import format_text
from runmec.deck.numbering import number_text
from runmec.studies.curve import Stencil
from runmec.studies.figures import Histories
from runmec.studies.places import nearest_places, places_of_changes

from .make_bad_decks import EXAMPLE

CRANK = """\
KIN ANA ; a crank
DEFINE
  R 2
  w 3
  turns 1
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (R) 0
STORAGE
  bufinp crank.angb phi
  bufx0 A x y
  bufdx1 A.x vx
MOVEMENT
  tstepe 72 (2*pi*turns/w) (w) 0
STUDY
{study}
END
"""


def crank(*lines: str) -> runmec.Deck:
    return loads(CRANK.format(study="\n".join(f"  {line}" for line in lines)))


def told(*lines: str) -> list[str]:
    _, found = check(CRANK.format(study="\n".join(f"  {line}" for line in lines)), "deck", {})
    return [f"{d.code} {d.message}" for d in found]


def figures(*lines: str) -> dict[str, float]:
    return runmec.run(crank(*lines)).figures


def test_all_words_are_read() -> None:
    deck = crank(
        "vary r 1 (2*R) 5",
        "vary w 1 2",
        "tol R 0.1",
        "tol crank.lenl 0.2 uniform",
        "figure F (most(x)/R)",
        "path P x y 2 0 0 2",
        "timed T x y 0 2 0 (pi/2) 0 2",
        "goal min F",
        "goal max P",
        "keep T none 3",
    )
    assert [(v.name, v.low, v.high, v.count) for v in deck.varied] == [("R", 1, 4, 5), ("w", 1, 2, 11)]
    assert deck.varied[0].values() == [1, 1.75, 2.5, 3.25, 4]
    assert [(d.name, d.parameter, d.size, d.spread) for d in deck.deviations] == [
        ("R", 0, 0.1, "normal"),
        ("", 1, 0.2, "uniform"),
    ]
    assert [figure.name for figure in deck.figures] == ["F", "P", "T"]
    assert [(g.sense, g.figure) for g in deck.goals] == [("min", "F"), ("max", "P")]
    assert [(k.figure, k.low, k.high) for k in deck.keeps] == [("T", None, 3)]


def test_it_is_written_as_it_was_read() -> None:
    deck = crank("vary R 1 2 3", "tol crank.lenl 0.1", "figure F (at(x, 2)+R)", "path P x y 0 (R)", "keep F 1 none")
    assert loads(number_text(deck)) == deck
    assert loads(format_text(deck.source)) == deck


def test_run_ignores_it_and_its_words_may_be_names() -> None:
    without = runmec.run(loads(CRANK.format(study="").replace("STUDY\n", "")))
    assert np.array_equal(runmec.run(crank("vary R 1 2"))["x"], without["x"])
    renamed = CRANK.format(study="").replace("STUDY\n", "").replace("phi", "path").replace("vx", "min")
    assert "path" in runmec.run(loads(renamed))
    assert loads(CRANK.format(study="  figure F (first(x))").replace("turns", "study")).figures


def test_with_values_opens_figures_and_ranges() -> None:
    deck = crank("vary w (R) 10", "figure F (most(x)*R)").with_values(R=3.0)
    assert deck.varied[0].low == 3.0
    assert runmec.run(deck).figures["F"] == pytest.approx(9.0)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("vary q 1 2", "D220"),
        ("vary R 2 1", "D210"),
        ("vary R 1 2 0", "D210"),
        ("vary 3 1 2", "D105"),
        ("tol R -1", "D210"),
        ("tol 7 1", "D203"),
        ("tol crank.angb 1 normal", "D119"),
        ("tol lever.lenl 1", "D220"),
        ("figure F (most(z))", "D220"),
        ("figure F (x(A.x))", "D116"),
        ("figure F (t)", "D116"),
        ("figure F (at(x, 99))", "D210"),
        ("figure F (at(x))", "D109"),
        ("figure F (most(x, y))", "D109"),
        ("figure 3 (R)", "D121"),
        ("path P x y 1", "D110"),
        ("path P x y 1 2 3", "D110"),
        ("timed P x y 1 2 3 0 4 5 2 6 7", "D210"),
        ("goal min F", "D220"),
        ("goal least F", "D119"),
        ("path P x 101 1 2", "D205"),
        ("vary T 1 2", "D220"),
    ],
)
def test_one_slip_is_one_message(line: str, code: str) -> None:
    found = told(line)
    assert [message[:4] for message in found] == [code], found


def test_what_is_given_twice() -> None:
    assert [m[:4] for m in told("vary R 1 2", "vary r 1 3", "figure F (R)", "figure F (w)")] == ["D206", "D206"]
    assert [m[:4] for m in told("figure F (R)", "keep F 3 2")] == ["D210"]


def test_histories_are_for_figures_only() -> None:
    text = EXAMPLE.read_text().replace("spring -1 200 -50", "spring -1 (most(101)) -50")
    _, found = check(text, "deck", {})
    assert [d.code for d in found] == ["D116"]


def test_reductions_of_a_circle() -> None:
    """x = R cos φ, φ = 0 … 2π in 72 equal steps: R = 2."""
    found = figures(
        "figure a (least(x))",
        "figure b (most(y))",
        "figure c (peak(x)+span(y))",
        "figure d (mean(x))",
        "figure e (rms(y))",
        "figure f (first(phi))",
        "figure g (last(phi))",
        "figure h (at(x,19))",
    )
    assert list(found.values()) == pytest.approx([-2, 2, 6, 0, 2**0.5, 0, 2 * np.pi, 0], abs=1e-12)


def test_means_weigh_time_and_rows_where_it_stands_still() -> None:
    slow = CRANK.replace("tstepe 72 (2*pi*turns/w) (w) 0", "tstepe 10 1 1 0\n  tstepe 10 3 0 0")
    rests = runmec.run(loads(slow.format(study="  figure F (mean(phi))\n  figure G (rms(phi))"))).figures
    assert rests["F"] == pytest.approx((0.5 + 3) / 4)  # φ = t for 1 s, then 1 for 3 s
    squares = [(k / 10) ** 2 for k in range(11)]
    area = sum(0.05 * (a + b) for a, b in itertools.pairwise(squares)) + 3
    assert rests["G"] == pytest.approx((area / 4) ** 0.5)
    still = CRANK.replace("tstepe 72 (2*pi*turns/w) (w) 0", "stepe 10 1").format(study="  figure F (mean(phi))")
    assert runmec.run(loads(still)).figures["F"] == pytest.approx(0.5)


def test_distance_from_a_circle() -> None:
    """Points on rays between rows: their distance from the circle of radius 2 is |r − 2|."""
    rays = [(0.111, 2.1), (1.234, 1.8), (4.0, 2.3)]
    line = "path P x y " + " ".join(f"{r * np.cos(a):.17g} {r * np.sin(a):.17g}" for a, r in rays)
    assert figures(line)["P"] == pytest.approx(0.1**2 + 0.2**2 + 0.3**2, rel=1e-9)


def test_order_of_the_curve() -> None:
    """Points at 0°, 180°, 90°, 270° with 1.9 as distance: once around, forward or back, two must be met elsewhere."""
    a, b, c, d = ((1.9, 0.0), (-1.9, 0.0), (0.0, 1.9), (0.0, -1.9))
    near = 0.1**2
    for way in ([a, c, b, d], [d, b, c, a], [c, a, d, b]):
        assert figures("path P x y " + " ".join(f"{v}" for p in way for v in p))["P"] == pytest.approx(4 * near)
    crossed = figures("path P x y " + " ".join(f"{v}" for p in (a, b, c, d) for v in p))["P"]
    # once around from anywhere, both ways, by brute force on a fine circle
    angles = np.linspace(0, 2 * np.pi, 721)
    ring = np.stack([2 * np.cos(angles), 2 * np.sin(angles)])
    away = [np.sum((ring.T - np.array(p)) ** 2, axis=1)[:-1] for p in (a, b, c, d)]
    best = np.inf
    for start, distances in itertools.product(range(0, 720, 10), (away, away[::-1])):
        rolled = [np.append(np.roll(one, -start), one[start]) for one in distances]
        so_far = np.minimum.accumulate(rolled[0])
        for one in rolled[1:]:
            so_far = np.minimum.accumulate(so_far + one)
        best = min(best, float(so_far[-1]))
    assert crossed == pytest.approx(best, rel=2e-3)
    assert crossed > 4 * near


def test_timed_points_are_met_by_the_input() -> None:
    met = figures(f"timed T x y 0 2 0 0.777 {2 * np.cos(0.777)} {2 * np.sin(0.777)} (2*pi) 2 0.5")["T"]
    assert met == pytest.approx(0.25, rel=1e-9)
    assert np.isnan(figures("timed T x y 0 2 0 7 2 0")["T"])  # the input changes by 2π only


def test_places_lie_on_the_curve_to_the_order_of_the_polynomial() -> None:
    angle = np.linspace(0.0, 2.0, 41) ** 2 / 2
    x, y = np.cos(angle), 0.5 * np.sin(angle)
    stencil = Stencil(np.array([0.3, 17.4, 39.9]), [0, 40])
    exact = (np.array([0.3, 17.4, 39.9]) / 20) ** 2 / 2
    assert stencil.value(x) == pytest.approx(np.cos(exact), abs=1e-9)
    assert stencil.slope(y) == pytest.approx(0.5 * np.cos(exact) * np.array([0.3, 17.4, 39.9]) / 400, abs=1e-7)
    foot = nearest_places(x, y, np.array([[1.3, 0.2]]), [0, 40])[0]
    t = (foot / 20) ** 2 / 2
    assert (np.cos(t) - 1.3) * -np.sin(t) + (0.5 * np.sin(t) - 0.2) * 0.5 * np.cos(t) == pytest.approx(0, abs=1e-7)
    assert places_of_changes(angle, np.array([0.5]), [0, 40])[0] == pytest.approx(20, abs=1e-9)


def test_derivatives_of_figures_agree_with_differences() -> None:
    rng = np.random.default_rng(8)
    deck = crank(
        "figure a (least(x)*R+most(y)/w)",
        "figure b (sqrt(peak(x))+span(y)^2)",
        "figure c (mean(x)-rms(y)*exp(R))",
        "figure d (at(x, 7)+table(R, 1,2, (w),5))",
        "path e x y 0.4 0.4 -0.3 0.5",
        "timed f x y 0.3 0.4 0.4 1 -0.3 0.5",
    )
    from runmec.studies.duals import Dual
    from runmec.studies.figures import figures as duals

    rows = np.arange(73.0)
    base = {k: np.cos(rows / 9 + k) + 0.1 * k for k in (1, 2, 3, 4)}
    way = {k: np.sin(rows / 7 + k) * rng.uniform(0.5, 1) for k in (1, 2, 3, 4)}
    time, time_by = rows / 30, rows / 80
    clock, clock_by = rows / 20, np.sin(rows / 40)

    def at(s: float, by: bool) -> list[Dual]:
        extra = (1, time_by[None], clock_by[None], {k: v[None] for k, v in way.items()}) if by else ()
        motion = Histories(
            time + s * time_by, clock + s * clock_by, {k: base[k] + s * way[k] for k in base}, [0, 72], *extra
        )
        one = np.ones(1) if by else np.zeros(0)
        defined = {"R": Dual(2 + s, one), "w": Dual(3 + 2 * s, 2 * one), "turns": Dual(1.0, 0 * one)}
        return duals(deck, motion, defined)

    h = 1e-5
    for exact, more, less in zip(at(0, True), at(h, False), at(-h, False), strict=True):
        assert exact.by[0] == pytest.approx((more.value - less.value) / (2 * h), rel=1e-6)
