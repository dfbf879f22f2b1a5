"""Sweeps and tolerances: the same table however they are run, nothing lost, numbers by closed forms."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.deck import loads
from runmec.motion.session import Session
from runmec.studies.grid import grid_of
from runmec.studies.journal import AnotherStudy, Journal
from runmec.studies.sweep import sweep_to_folder
from runmec.studies.variant import moved

INPUTS = Path(__file__).parent.parent / "inputs"
SLIDER = """\
KIN ANA ; slider-crank
DEFINE
  R 0.05
  l 0.2
  e 0
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (R) 0
  point B 0.24 (e) fixed y
  para crank.lenl (R)
  para rod.lenl (l)
STORAGE
  bufx0 B.x x
  bufinp crank.angb phi
MOVEMENT
  stepe 6 (2*pi)
STUDY
  vary R 0.03 0.07 3
  vary l 0.04 0.24 5
  tol R 0.003
  tol rod.lenl 0.006 uniform
  figure stroke (span(x))
  figure inner (least(x)+2*R)
END
"""


def table(folder: Path) -> list[dict[str, str]]:
    with open(folder / "sweep.csv", newline="") as file:
        return list(csv.DictReader(file))


def runmec_command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runmec", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "slider.mec"
    path.write_text(SLIDER)
    return path


# ---- sweep


def test_a_grid_is_numbered_and_every_figure_is_right() -> None:
    """Centric slider-crank: stroke 2R, inner dead centre l − R. Where l < R it does not turn, or not assemble."""
    found = runmec.sweep(loads(SLIDER))
    assert found.names == ("R", "l")
    assert len(found) == 15
    assert found["r"].tolist() == [0.03] * 5 + [0.05] * 5 + [0.07] * 5
    turns = found["l"] > found["R"] + 1e-9
    assert np.array_equal(found.complete, turns)
    assert found["stroke"][turns] == pytest.approx(2 * found["R"][turns], rel=1e-12)
    assert found["inner"][turns] == pytest.approx((found["l"] + found["R"])[turns], rel=1e-12)
    assert np.all(np.isnan(found["stroke"][~turns]))
    assert all(found.reasons[k] for k in np.flatnonzero(~turns))


def test_values_of_the_call_take_the_place_of_vary_lines() -> None:
    found = runmec.sweep(loads(SLIDER), R=np.linspace(0.02, 0.04, 3))
    assert found["stroke"] == pytest.approx([0.04, 0.06, 0.08])
    frame = found.to_pandas()
    assert list(frame.columns) == ["R", "stroke", "inner", "complete"]
    with pytest.raises(runmec.RunmecError, match="no DEFINE of `Q`"):
        runmec.sweep(loads(SLIDER), Q=[1.0])
    with pytest.raises(runmec.RunmecError, match="nothing is varied"):
        runmec.sweep(loads(SLIDER.replace("vary", ";")))


def test_a_grid_becomes_a_dataset() -> None:
    import xarray

    found = runmec.sweep(loads(SLIDER)).to_xarray()
    assert isinstance(found, xarray.Dataset)
    assert float(found["stroke"].isel(R=1, l=4)) == pytest.approx(0.1)


def test_other_values_of_a_deck_that_was_read_reach_the_processes() -> None:
    deck = loads(SLIDER).with_values(e=0.01)
    alone = runmec.sweep(deck, R=[0.04, 0.05])
    with ProcessPoolExecutor(1) as pool:
        others = runmec.sweep(deck, executor=pool, R=[0.04, 0.05])
    assert np.array_equal(alone.values, others.values)
    inner = np.sqrt((0.2 + 0.05) ** 2 - 0.01**2) - np.sqrt((0.2 - 0.05) ** 2 - 0.01**2)
    assert alone["stroke"][1] <= inner


class Mortal(Executor):
    """Does the work here; the first portions are lost as if their worker had died."""

    _max_workers = 2

    def __init__(self, lost: int) -> None:
        self.lost, self.sent = lost, 0

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:  # type: ignore[override]
        from concurrent.futures.process import BrokenProcessPool

        self.sent += 1
        found: Future[Any] = Future()
        if self.sent <= self.lost:
            found.set_exception(BrokenProcessPool("a worker died"))
        else:
            found.set_result(work(*arguments))
        return found


def test_a_worker_that_dies_costs_its_portion_only() -> None:
    deck = loads(SLIDER)
    pool = Mortal(2)
    found = runmec.sweep(deck, executor=pool)
    assert np.array_equal(found.values, runmec.sweep(deck).values, equal_nan=True)
    portions = 8  # 15 variants, 2 each
    assert pool.sent == portions + 2
    with pytest.raises(runmec.RunmecError, match="workers died 3 times"):
        runmec.sweep(deck, executor=Mortal(10**6))
    scattered = runmec.tolerance(deck, samples=20, executor=Mortal(2))
    assert np.array_equal(scattered.samples, runmec.tolerance(deck, samples=20).samples)
    assert scattered.doubt == 0.0


def test_the_command_writes_the_table(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(deck.parent)
    result = CliRunner().invoke(cli, ["sweep", "slider.mec", "--jobs", "1", "--no-pictures"])
    assert result.exit_code == 0, result.output
    rows = table(deck.parent / "slider.sweep")
    assert list(rows[0]) == ["row", "R", "l", "stroke", "inner", "complete"]
    assert len(rows) == 15
    assert {row["complete"] for row in rows} == {"0", "1"}
    assert "2 failed" in result.output
    assert result.output.count(" failed: the mechanism cannot move beyond position 1") == 2
    some = CliRunner().invoke(
        cli, ["sweep", "slider.mec", "R=40mm:60mm:2", "--jobs", "1", "-o", "other", "--set", "l=0.3"]
    )
    assert some.exit_code == 0, some.output
    assert [float(row["inner"]) for row in table(deck.parent / "other")] == pytest.approx([0.34, 0.36])
    assert (deck.parent / "other" / "sweep_stroke.svg").exists()
    assert "stroke" in (deck.parent / "other" / "report.html").read_text()


def test_a_figure_may_be_called_like_a_name() -> None:
    found = runmec.sweep(loads(SLIDER.replace("figure inner", "figure R")), R=[0.03, 0.04])
    assert found["R"].tolist() == [0.03, 0.04]
    assert list(found.to_pandas().columns) == ["R", "stroke", "R (figure)", "complete"]
    assert found.to_xarray()["R (figure)"].shape == (2,)


def test_a_figure_without_a_value_is_told() -> None:
    text = SLIDER.replace("  e 0\n", "  e 0\n  k 1\n").replace("figure inner", "figure there (at(x,k))\n  figure inner")
    found = runmec.sweep(loads(text), k=[1.0, 1.5, 2.0])
    assert np.all(found.complete)
    assert np.isnan(found["there"]).tolist() == [False, True, False]
    assert found.notes == {1: "figure there has no value"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Q=1:2:3"], "no DEFINE of `Q`"),
        (["R=1:2:x"], "is not name=low:high:n"),
        (["R=2:1"], "is not name=low"),
        (["R=1:2:2", "R=3:4:2"], "given twice"),
        (["R=1:2:99999999"], "at most 10000000"),
        (["--resume"], "nothing to resume"),
        (["--jobs", "2", "--cluster", "x"], "exclude each other"),
    ],
)
def test_wrong_use_is_told(deck: Path, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(deck.parent)
    result = CliRunner().invoke(cli, ["sweep", "slider.mec", *arguments])
    assert result.exit_code == 2
    assert said in result.output


def test_two_processes_give_the_same_bits(deck: Path) -> None:
    for jobs in ("1", "2"):
        done = runmec_command(
            "sweep", "slider.mec", "--jobs", jobs, "--no-pictures", "-o", f"with{jobs}", cwd=deck.parent
        )
        assert done.returncode == 0, done.stderr
    assert (deck.parent / "with1/sweep.csv").read_bytes() == (deck.parent / "with2/sweep.csv").read_bytes()


def test_a_killed_sweep_is_resumed(deck: Path) -> None:
    """SIGKILL in the middle: what was whole is taken over, nothing but what was in flight is calculated twice."""
    arguments = ["sweep", "slider.mec", "R=0.03:0.07:40", "l=0.2:0.25:40", "--no-pictures"]
    command = [sys.executable, "-m", "runmec", *arguments, "--jobs", "1", "-o", "study"]
    process = subprocess.Popen(command, cwd=deck.parent)
    journal = deck.parent / "study" / "journal"
    while not (journal.exists() and journal.stat().st_size > 0):
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    with open(journal, "ab") as file:
        file.write(b"portion 7 9999 1\n1,2,")  # a portion that was being written
    done = runmec_command(*arguments, "--jobs", "1", "-o", "study", "--resume", cwd=deck.parent)
    assert done.returncode == 0, done.stderr
    said = done.stdout.split("\n")[0]
    reused = int(said.split(": ")[1].split(" reused")[0])
    assert 0 < reused < 1600
    whole = runmec_command(*arguments, "--jobs", "2", "-o", "whole", cwd=deck.parent)
    assert whole.returncode == 0
    assert (deck.parent / "study/sweep.csv").read_bytes() == (deck.parent / "whole/sweep.csv").read_bytes()


def test_another_study_in_the_folder_is_refused(tmp_path: Path) -> None:
    deck = loads(SLIDER)
    grid = grid_of(deck, {"R": [0.04, 0.05]})
    counts = sweep_to_folder(deck, grid, {}, tmp_path, None, False, lambda _: None)
    assert (counts.done, counts.reused, counts.failed) == (2, 0, 0)
    again = sweep_to_folder(deck, grid, {}, tmp_path, None, True, lambda _: None)
    assert (again.done, again.reused) == (2, 2)
    with pytest.raises(AnotherStudy, match="another study"):
        sweep_to_folder(deck, grid_of(deck, {"R": [0.04, 0.06]}), {}, tmp_path, None, True, lambda _: None)


def test_a_spoilt_portion_of_the_journal_is_not_counted(tmp_path: Path) -> None:
    with Journal(tmp_path, "f", False) as journal:
        journal.add(0, ["a", "b"])
        journal.add(1, ["c"])
    data = (tmp_path / "journal").read_bytes()
    (tmp_path / "journal").write_bytes(data[:-2] + b"x\n")
    with Journal(tmp_path, "f", True) as journal:
        assert list(journal.places) == [0]
        assert list(journal.lines()) == ["a", "b"]


def test_a_variant_continues_the_branch_of_its_neighbour() -> None:
    """The rocker of a four-bar below its frame: an estimate near the change of branch, followed in small steps."""
    text = """KIN ANA
DEFINE
  r 0.03
TOPOLOGY
  elem crank BIN A0 A
  elem rod BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.1 0 fixed
  point A (r) 0
  point B 0.09 -0.06
  para rod.lenl 0.09
  para rocker.lenl 0.07
END
"""
    session = Session(loads(text), keep_branch=True)
    session.assemble()
    y = []
    for r in np.linspace(0.03, 0.01, 5):
        positions = moved(session, {"r": float(r)})
        y.append(float(positions.x[session.mechanism.index[8], 0]))
        distance = 0.1 - r
        along = (0.09**2 - 0.07**2 + distance**2) / (2 * distance)
        assert y[-1] == pytest.approx(-np.sqrt(0.09**2 - along**2), rel=1e-12)
        assert not session.assemble().left_branch


def test_many_variants_stream_to_disk(tmp_path: Path) -> None:
    """The work in flight is bounded: tasks are taken one after the other, not all at once."""
    from runmec.studies.portion import Row, Task
    from runmec.studies.workers import GivenExecutor, carried_out

    taken = 0

    def tasks() -> Any:
        nonlocal taken
        for k in range(1000):
            taken += 1
            yield Task(k, k, "", "", (), (), (), ((float(k),),))

    ahead = 0
    for done, (task, _) in enumerate(carried_out(tasks(), GivenExecutor(Mortal(0), 2), lambda task: [Row((0.0,))])):
        ahead = max(ahead, taken - done)
        assert task.points
    assert taken == 1000
    assert ahead <= 10


# ---- tolerance


def test_worst_case_and_root_of_squares_by_closed_form() -> None:
    """stroke 2R; inner = l − R + 2R. Normal ±0.003 and uniform ±0.006."""
    found = runmec.tolerance(loads(SLIDER), samples=400, seed=8)
    assert found.names == ("R", "rod.lenl")
    assert found.nominal == pytest.approx([0.1, 0.25])
    assert found.derivatives == pytest.approx(np.array([[2, 0], [1, 1]]), abs=1e-12)
    assert found.worst == pytest.approx([0.006, 0.009])
    assert found.rss == pytest.approx([0.006, np.hypot(0.003, 0.006)])
    inner = found.scatter[1]
    expected = np.sqrt((0.003 / 3) ** 2 + 0.006**2 / 3)
    assert inner.std == pytest.approx(expected, rel=4 / np.sqrt(2 * 400))
    assert inner.mean == pytest.approx(0.25, abs=4 * expected / np.sqrt(400))
    assert inner.low < 0.25 - 0.8 * expected
    again = runmec.tolerance(loads(SLIDER), samples=400, seed=8)
    assert np.array_equal(found.samples, again.samples)
    assert not np.array_equal(found.samples, runmec.tolerance(loads(SLIDER), samples=400, seed=9).samples)
    phi = np.linspace(0, 2 * np.pi, 7)
    root = np.sqrt(0.2**2 - (0.05 * np.sin(phi)) ** 2)
    band = 0.003 * np.abs(np.cos(phi) - 0.05 * np.sin(phi) ** 2 / root) + 0.006 * 0.2 / root
    assert found.bands[0] == pytest.approx(band, rel=1e-12)


def test_the_deck_of_tolerances_by_pythagoras() -> None:
    """Dead centres √((l ± r)² − e²): stroke and outer position, differentiated by hand."""
    found = runmec.tolerance(INPUTS / "slider_cranks/toleranced_slider_crank.mec", samples=0)
    r, l, e = 0.05, 0.2, 0.02
    outer, inner = np.sqrt((l + r) ** 2 - e**2), np.sqrt((l - r) ** 2 - e**2)
    by = np.array(
        [
            [(l + r) / outer + (l - r) / inner, (l + r) / outer - (l - r) / inner, e / inner - e / outer],
            [(l + r) / outer, (l + r) / outer, -e / outer],
        ]
    )
    assert found.nominal == pytest.approx([outer - inner, outer], rel=1e-12)
    assert found.derivatives == pytest.approx(by, abs=1e-11)
    assert found.worst == pytest.approx(np.abs(by) @ [5e-5, 1e-4, 5e-4], rel=1e-9)


def test_tolerances_of_a_simulation_tell_what_differences_are_worth() -> None:
    """A slide of mass m under a constant force F: way F t²/(2m)."""
    text = """\
DYN SIM ; slide
DEFINE
  m 2
TOPOLOGY
  elem slide TR1 O b S lenv
  input slide.lenu
GEOMETRY
  point O 0 0 fixed
  angle b 0 fixed
  point S 0.1 0
DYNAMICS
  inertia S (m)
  motor 1 const 3
STORAGE
  bufinp 1 s
MOVEMENT
  integr dop853 1e-10
  tstepf 4 0.8 0
STUDY
  tol m 0.01
  figure way (last(s)-first(s))
END
"""
    found = runmec.tolerance(loads(text), samples=0)
    assert 0.0 < found.doubt < 1e-3
    assert found.nominal[0] == pytest.approx(3 * 0.8**2 / 4, rel=1e-9)
    assert found.worst[0] == pytest.approx(0.01 * 3 * 0.8**2 / 8, rel=1e-6)


def test_play_in_pins_by_virtual_work() -> None:
    """What a pin with play does is play times force over moment, 1/(c sin μ) of a rocker; and all pins at once."""
    deck = runmec.read(INPUTS / "four_bars/clearance_four_bar.mec")
    found = runmec.tolerance(deck, samples=0)
    coupler, rocker = np.radians(20.297882788196475), np.radians(57.32488007036080)
    one = np.degrees(5e-5 / (0.08 * np.sin(rocker - coupler)))
    assert one == pytest.approx(0.0594659, abs=1e-7)
    assert found.contributions[0] == pytest.approx([one] * 3, rel=1e-10)
    assert found.worst[0] == pytest.approx(3 * one, rel=1e-10)
    assert found.rss[0] == pytest.approx(np.sqrt(3) * one, rel=1e-10)
    loose = runmec.run(deck.with_values(pA=5e-5, pB=5e-5, pO=5e-5)).figures["rest"]
    assert abs(loose - found.nominal[0]) == pytest.approx(0.17857, abs=1e-6)
    psi, mu = (found.histories[found.buffers.index(name)] for name in ("psi", "transmission"))
    turned = psi - mu - (psi[0] - mu[0])  # of the coupler since the start: play in O4 keeps its direction
    band = 5e-5 * (2 + np.abs(np.cos(turned))) / (0.08 * np.abs(np.sin(mu)))
    assert found.bands[found.buffers.index("psi")] == pytest.approx(band, rel=1e-10)


def test_the_command_writes_its_tables(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(deck.parent)
    result = CliRunner().invoke(cli, ["tolerance", "slider.mec", "--samples", "30", "--jobs", "1"])
    assert result.exit_code == 0, result.output
    folder = deck.parent / "slider.tolerance"
    assert (folder / "figures.csv").read_text().splitlines()[0] == (
        "figure,nominal,worst,rss,mc_mean,mc_std,mc_low,mc_high"
    )
    lines = (folder / "derivatives.csv").read_text().splitlines()
    assert lines[0] == "figure,name,derivative,contribution"
    assert lines[1].split(",")[:2] == ["stroke", "R"]
    assert (folder / "bands.csv").read_text().splitlines()[0] == "step,time,x,phi"
    assert {"tornado_stroke.svg", "band_x.svg", "scatter_inner.png", "report.html"} <= set(os.listdir(folder))
    told = CliRunner().invoke(cli, ["tolerance", "-"], input=SLIDER.replace("tol ", ";"))
    assert told.exit_code == 2
    assert "no tolerances" in told.output


# ---- a cluster


def test_a_dask_cluster_of_two_processes_gives_the_same_bits_though_one_is_killed(deck: Path) -> None:
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", processes=True
    ) as cluster:
        arguments = ["sweep", "slider.mec", "R=0.03:0.07:20", "l=0.2:0.25:20", "--no-pictures"]
        command = [sys.executable, "-m", "runmec", *arguments, "--cluster", cluster.scheduler_address, "-o", "dask"]
        process = subprocess.Popen(command, cwd=deck.parent)
        journal = deck.parent / "dask" / "journal"
        while process.poll() is None and not (journal.exists() and journal.stat().st_size > 0):
            time.sleep(0.05)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        assert process.wait(timeout=300) == 0
        with distributed.Client(cluster.scheduler_address) as client:
            scattered = runmec.tolerance(loads(SLIDER), samples=40, executor=client.get_executor(pure=False))
    assert np.array_equal(scattered.samples, runmec.tolerance(loads(SLIDER), samples=40).samples)
    alone = runmec_command(*arguments, "--jobs", "1", "-o", "alone", cwd=deck.parent)
    assert alone.returncode == 0, alone.stderr
    assert (deck.parent / "dask/sweep.csv").read_bytes() == (deck.parent / "alone/sweep.csv").read_bytes()
