"""`runmec linearise` and `runmec campbell`; responses, crossings and stability against closed forms and simulations."""

from __future__ import annotations

import json
from math import pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import runmec
from runmec.cli import cli

from .elastic_decks import column, turning_arm

EXAMPLE = Path(__file__).parents[1] / "inputs" / "example8.mec"
MASS = """DYN SIM
DEFINE
F 0
hertz 1
TOPOLOGY
elem s BIN A B
input s.lenl
GEOMETRY
point A 0 0 fixed
point B 1 0 fixed y
DYNAMICS
inertia B.x 2
motor 1 (-(50*(inp(1)-1)+3*dinp(1)))
force B.x (F*sin(2*pi*hertz*t))
STORAGE
bufx0 B.x x
buftime t
MOVEMENT
integr dop853 1e-10
tstepf 600 40 0
END
"""

INVERTED = """DYN SIM
TOPOLOGY
elem rod BIN A B
input rod.angb
GEOMETRY
point A 0 0 fixed
point B 0.5 0
DYNAMICS
inertia B 2
gravity 9.81 (-pi/2)
motor rod.angb spring 6 (-3*pi)
STORAGE
bufeig 1 f
MOVEMENT
integr dop853 1e-10
stepe 40 (pi)
END
"""


def said(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- responses


def test_response_against_a_simulation_and_the_closed_form() -> None:
    """m ẍ + k ẋ + c x = F sin 2πft: amplitude F/√((c − mω²)² + (kω)²), in a simulation after it has settled."""
    space = runmec.run(runmec.loads(MASS)).linearise(1).state_space(["B.x"], ["B.x", "dx B.x"])
    f = 0.7
    found = space.response(np.array([f]))[:, 0, 0]
    w = 2 * pi * f
    assert found[0] == pytest.approx(1 / complex(50 - 2 * w * w, 3 * w), rel=1e-9)
    assert found[1] == pytest.approx(1j * w * found[0], rel=1e-12)
    result = runmec.run(runmec.loads(MASS, set={"F": 0.01, "hertz": f}))
    late = result["t"] > 30.0
    angle = w * result["t"][late]
    fit = np.linalg.lstsq(
        np.column_stack([np.sin(angle), np.cos(angle), np.ones(late.sum())]), result["x"][late], rcond=None
    )[0]
    assert complex(fit[0], fit[1]) == pytest.approx(0.01 * found[0], rel=1e-6)


def test_poles_have_damping() -> None:
    poles = runmec.run(runmec.loads(MASS)).linearise(1).state_space().poles
    assert poles[1] == pytest.approx(complex(-3 / 4, sqrt(50 / 2 - (3 / 4) ** 2)), rel=1e-9)


def test_velocity_of_an_output_follows_the_motion() -> None:
    """B on a turning rod: ẋ = −l φ̇ sin φ, so that ∂ẋ/∂φ = −l φ̇ cos φ; of a measured length likewise, by differences."""
    deck = """DYN SIM
TOPOLOGY
elem rod BIN A B
elem s BIN C B free
input rod.angb
GEOMETRY
point A 0 0 fixed
point C 2 1 fixed
point B {x!r} {y!r}
DYNAMICS
inertia B 2
spring s.lenl 5 -3
motor rod.angb const 1
STORAGE
bufde1 s.lenl v
MOVEMENT
tstepf 1 1e-9 3
END
"""

    def at(phi: float) -> runmec.Result:
        return runmec.run(runmec.loads(deck.format(x=0.5 * np.cos(phi).item(), y=0.5 * np.sin(phi).item())))

    linear = at(0.4).linearise(1)
    x = linear.state_space([], ["dx B.x"]).C[0]
    assert x == pytest.approx([-0.5 * 3 * np.cos(0.4), -0.5 * np.sin(0.4)], rel=1e-9)
    length = linear.state_space([], ["de s.lenl"]).C[0]
    assert length[0] == pytest.approx((at(0.401)["v"][0] - at(0.399)["v"][0]) / 0.002, rel=1e-5)


SWINGS = {
    "pendulum": (INVERTED.replace("point B 0.5 0", "point B 0 -0.5").replace("motor rod.angb spring 6 (-3*pi)",
                 "motor rod.angb zero").replace("stepe 40 (pi)", "tstepf 200 4 0.01"), "rod.angb"),
    "mass on a spring": (MASS.replace("+3*dinp(1)", "").replace("tstepf 600 40 0", "tstepf 200 4 0.01")
                         .replace("STORAGE", "STORAGE\nbufeig 1 f"), "s.lenl"),
    "inverted with a stiff spring": (INVERTED.replace("point B 0.5 0", "point B 0 0.5").replace("spring 6 (-3*pi)",
                                     "spring 30 (-15*pi)").replace("stepe 40 (pi)", "tstepf 200 4 0.01"), "rod.angb"),
    "bar on two springs": ("""DYN SIM
TOPOLOGY
elem bar BIN A B
elem s BIN B C free
input bar.angb
GEOMETRY
point A 0 0 fixed
point B 1 0
point C 1 -0.7 fixed
DYNAMICS
uniform bar 3
spring s.lenl 40 -28
motor 1 zero
STORAGE
bufeig 1 f
MOVEMENT
integr dop853 1e-10
tstepf 200 4 0.01
END
""", "bar.angb"),
    "beam with a load": ("""DYN SIM
TOPOLOGY
elem b BEAM A a B c
input b.angp b.angq
GEOMETRY
point A 0 0 fixed
angle a 0 fixed
point B 1 0
angle c 0
DYNAMICS
stiff b 0 2
inertia B 1
inertia c 1e-7
STORAGE
bufeig 1 f
MOVEMENT
integr radau 1e-9
tstepf 200 4 -0.01 -0.005
END
""", "b.angp"),
}  # fmt: skip


@pytest.mark.parametrize(("deck", "watched"), SWINGS.values(), ids=SWINGS)
def test_frequency_against_the_period_of_a_small_vibration(deck: str, watched: str) -> None:
    """Twice the time between passages of the mean is the period; of small swings to 1e-5."""
    result = runmec.run(runmec.loads(deck))
    swing = result[watched] - 0.5 * (np.max(result[watched]) + np.min(result[watched]))
    up = np.flatnonzero((swing[:-1] < 0) & (swing[1:] >= 0))
    t = result.time
    speed = result[f"de {watched}"]
    passages = t[up] - swing[up] / speed[up]
    for _ in range(3):  # cubic between two rows
        h = t[1] - t[0]
        u = (passages - t[up]) / h
        value = (
            swing[up] * (1 + 2 * u) * (1 - u) ** 2
            + h * speed[up] * u * (1 - u) ** 2
            + swing[up + 1] * u * u * (3 - 2 * u)
            - h * speed[up + 1] * u * u * (1 - u)
        )
        passages -= value / speed[up]
    period = np.mean(np.diff(passages))
    assert result["f"][0] == pytest.approx(1 / period, rel=3e-5)


# ---- stability and crossings


def test_least_stiffness_of_an_inverted_pendulum() -> None:
    """K = c − m g l sin φ, in all positions; below zero where sin φ > c/m g l."""
    result = runmec.run(runmec.loads(INVERTED))
    assert result.stability is not None
    expected = 6 - 2 * 9.81 * 0.5 * np.sin(np.linspace(0, pi, 41))
    assert result.stability.least_stiffness == pytest.approx(expected, rel=1e-9)
    ((first, last),) = result.stability.unstable()
    assert (first, last) == (int(np.flatnonzero(expected < 0)[0]), int(np.flatnonzero(expected < 0)[-1]))


def test_orders_of_the_speed_that_meet_frequencies() -> None:
    """Of a turning arm: 2Ω = ω1 and Ω = ω1 at one speed each, found again by calculating there."""
    from runmec.results.frequencies import over_speed

    result = runmec.run(runmec.loads(turning_arm(2, 1.0, "DYN ANA")))
    found = over_speed(result, 1, np.linspace(0.0, 8.0, 33), 1).crossings([1, 2])
    assert [(one.order, one.mode) for one in found] == [(2, 1), (1, 1)]
    there = over_speed(result, 1, np.array([one.at for one in found]), 1)
    assert [one.order * one.at for one in found] == pytest.approx(2 * pi * there.frequencies[0], rel=1e-3)


# ---- commands


def test_linearise_writes_what_python_gives(here: Path) -> None:
    deck = column(2, load=0.5, mass=1.0)
    (here / "column.mec").write_text(deck)
    told = said("linearise", "column.mec", "--bode", "P2.y", "P2.y")
    assert told.exit_code == 0, told.output
    assert "natural frequencies" in told.output
    linear = runmec.run(runmec.loads(deck)).linearise(1)
    data = json.loads((here / "column.linear" / "linear.json").read_text())
    assert data["freedoms"] == ["e0.angp", "e0.angq", "e1.angp", "e1.angq"]
    assert np.array(data["K"]) == pytest.approx(linear.K, rel=1e-12)
    with np.load(here / "column.linear" / "linear.npz") as arrays:
        assert arrays["A"].shape == (8, 8)
        assert arrays["K"] == pytest.approx(sum(arrays[f"stiffness_{name}"] for name in linear.stiffness), rel=1e-12)
        assert arrays["states"].tolist()[4] == "d e0.angp"
        assert arrays["stiffness_elastic"] == pytest.approx(linear.stiffness["elastic"])
    static = (here / "column.linear" / "bode.csv").read_text().splitlines()[1].split(",")
    assert float(static[3]) == pytest.approx(1 / linear.stiffness_at("P2.y"), rel=0.03)
    assert (here / "column.linear" / "bode.svg").stat().st_size > 1000


def test_campbell_draws_and_tells(here: Path) -> None:
    (here / "inverted.mec").write_text(INVERTED)
    told = said("campbell", "inverted.mec")
    assert told.exit_code == 0, told.output
    assert "UNSTABLE at positions" in told.output
    rows = (here / "inverted.campbell" / "campbell.csv").read_text().splitlines()
    assert rows[0] == "position,input_speed,least_stiffness,hertz1"
    assert len(rows) == 42
    assert float(rows[21].split(",")[2]) == pytest.approx(6 - 9.81 * sin(pi / 2), rel=1e-9)
    assert {p.name for p in (here / "inverted.campbell").glob("*.svg")} == {"campbell.svg", "stability.svg"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["linearise", "d.mec", "--at", "99"], "position 99 of 41"),
        (["linearise", "d.mec", "--bode", "B.z", "B.x"], "B.z"),
        (["linearise", "d.mec", "--input", "Q"], "Q"),
        (["campbell", "d.mec", "--orders", "x"], "whole numbers"),
        (["campbell", "d.mec", "--speed", "3:1:2"], "low is below high"),
    ],
)
def test_wrong_use_is_told(here: Path, arguments: list[str], message: str) -> None:
    (here / "d.mec").write_text(INVERTED)
    told = said(*arguments)
    assert told.exit_code == 2
    assert message in told.output


@pytest.mark.parametrize("arguments", [["linearise", "--at", "3"], ["campbell"]])
def test_mechanisms_without_freedom_are_told(here: Path, arguments: list[str]) -> None:
    """In the course's deck the motion is given and nothing is elastic."""
    told = said(*arguments, str(EXAMPLE))
    assert told.exit_code == 2
    assert "no freedom can vibrate: give `stiff` or `flex`" in told.output
    assert not list(here.iterdir())
