"""The drive sheet: figures against closed forms, the flywheel, gear ratios of motors, and the command."""

from __future__ import annotations

import itertools
import json
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import runmec
from runmec.cli import cli
from runmec.deck import loads
from runmec.drawing.drive_picture import drive_figure
from runmec.results.drive import Drive, excess, flywheel
from runmec.results.drive_account import drive_lines
from runmec.results.motors import BadMotors, Motor, fit, read_motors

DISC = """DYN ANA
UNITS SI
TOPOLOGY
elem disc TR1 O turn R free
elem hand BIN O R
input disc.angb
GEOMETRY
point O 0 0 fixed
angle turn 0
point R 0.1 0 fixed y
DYNAMICS
inertia turn 1.5625
{more}
MOVEMENT
{move}
END
"""

#: torque areas of a quarter each, at 50 rad/s
AREAS = (200.73, -261.05, 153.88, -92.02)


def calculated(deck: str) -> runmec.Result:
    return runmec.run(runmec.loads(deck))


def said(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def disc(move: str, more: str = "") -> runmec.Result:
    return calculated(DISC.format(move=move, more=more))


def test_figures_of_a_disc_that_is_sped_up_and_braked() -> None:
    """A harmonic rise h in time T: α = ±½h(π/T)² cos: rms J·½h(π/T)²/√2, peak J·½h(π/T)², no mean."""
    found = disc("law 1 harmonic 2\ntmove 400 0.5").drive()
    peak = 1.5625 * 0.5 * 2 * (pi / 0.5) ** 2
    assert found.peak(found.moment) == pytest.approx(peak, rel=1e-9)
    assert found.rms(found.moment) == pytest.approx(peak / sqrt(2), rel=1e-6)
    assert found.mean(found.moment) == pytest.approx(0.0, abs=1e-4)
    assert found.inertia == pytest.approx(np.full(401, 1.5625))
    assert found.mean_speed == pytest.approx(4.0, rel=1e-5)
    assert found.peak(found.power) == pytest.approx(0.25 * 1.5625 * 2 * 2 * (pi / 0.5) ** 3 / 2, rel=1e-4)


def test_flywheel_of_torque_areas() -> None:
    """Textbook: the sums of the areas reach from −60.32 to 200.73: 261.05 J, and 261.05/(0.05·50²) = 2.088 kg m²."""
    energy = excess(np.cumsum([0.0, *AREAS]))
    assert energy == pytest.approx(261.05)
    assert flywheel(energy, 50.0, 0.05) == pytest.approx(2.088, abs=5e-4)


def test_flywheel_of_a_machine_with_these_areas() -> None:
    """The same as a deck: each area as a half sine over a quarter turn, against the disc."""
    half = [
        f"table(inp(1),{k * pi / 2!r},0,{k * pi / 2 + 1e-6!r},{area!r},{(k + 1) * pi / 2 - 1e-6!r},{area!r},"
        f"{(k + 1) * pi / 2!r},0)*abs(sin(2*inp(1)))"
        for k, area in enumerate(AREAS)
    ]
    load = "force turn (-(" + "+".join(half) + "))"
    found = disc(f"tstepe 1600 {2 * pi / 50!r} 50 0", load).drive()
    mean = sum(AREAS) / (2 * pi)
    assert found.mean(found.moment) == pytest.approx(mean, rel=1e-3)
    # a motor of constant moment gives 1.54 over the turn: each area loses a quarter of that
    assert found.excess_energy == pytest.approx(261.05, rel=3e-3)
    assert found.flywheel(0.05) == pytest.approx(2.088, rel=3e-3)


def test_fluctuation_of_a_simulated_motion() -> None:
    result = calculated(
        DISC.replace("DYN ANA", "DYN SIM").format(more="motor 1 (20*cos(inp(1)))", move="integr dop853\ntstepf 200 1 8")
    )
    drive = result.drive()
    speed = result["dinp 1"]
    assert drive.fluctuation == pytest.approx((speed.max() - speed.min()) / drive.mean(speed), rel=1e-12)
    assert drive.excess_energy == pytest.approx(0.5 * 1.5625 * (speed.max() ** 2 - speed.min() ** 2), rel=1e-9)


PRESS = """DYN SIM
UNITS SI
DEFINE
J 0.8
TOPOLOGY
elem crank BIN O A
elem rod BIN A B
input crank.angb
GEOMETRY
point O 0 0 fixed
point A 60mm 0
point B 360mm 0 fixed y
para crank.angb 0.3
DYNAMICS
body crank 4kg 0 0 (J)
force B.x (1200*step(-dx(B.x)))
motor crank.angb async 120Nm 300rpm
MOVEMENT
integr dop853
{move}
END
"""


def test_flywheel_of_a_machine_whose_motor_yields() -> None:
    """1200 N over 120 mm on the way in: the store for a motor of even moment by summing up the work.

    The wheel that follows from it brings the fluctuation down to what is wanted, not above.
    """
    deck = runmec.loads(PRESS.format(move="tcycle 180 360deg 30"))
    drive = runmec.run(deck).drive()
    turn = np.linspace(0.0, 2 * pi, 20_001)
    place = 0.06 * np.cos(turn) + np.sqrt(0.3**2 - (0.06 * np.sin(turn)) ** 2)
    taken = 1200 * np.where(turn < pi, place[0] - place, 0.12)
    assert drive.demanded_energy == pytest.approx(np.ptp(144 * turn / (2 * pi) - taken), rel=2e-3)
    assert drive.demanded_energy > 1.1 * drive.excess_energy  # the motor yields, and carries part of it
    assert drive.is_cycle
    wheel = drive.flywheel(0.03)
    reached = runmec.run(deck.with_values(J=wheel)).drive().fluctuation
    assert 0.95 * 0.03 < reached <= 0.03


def test_a_run_up_is_no_cycle() -> None:
    result = calculated(PRESS.format(move="tstepf 20 0.2 0"))
    assert not result.drive().is_cycle
    said = "\n".join(drive_lines(result.drive(), None, ()))
    assert "`tcycle` in the place of `tstepf`" in said
    assert "even moment" not in said


HOIST = """DYN ANA ; a load of 3.4 t that a cylinder lets down
UNITS SI
TOPOLOGY
elem rope BIN O A free
input rope.lenl
GEOMETRY
point O 0 0 fixed
point A 0 -1.72 fixed x
DYNAMICS
inertia A.y 3400
gravity 9.81 (-pi/2)
MOVEMENT
law rope.lenl poly345 0.37
tmove 40 4
END
"""


def test_large_numbers_find_their_place_in_the_sheet() -> None:
    """Nothing is cut off or lies on another text, and a force that always pulls lies beside its root of squares."""
    figure = drive_figure(runmec.run(loads(HOIST)))
    figure.draw_without_rendering()
    for axes in figure.axes:
        texts = [axes.xaxis.label, axes.yaxis.label, *axes.get_yticklabels()]
        boxes = [text.get_window_extent() for text in texts]
        assert all(box.x0 >= 0.0 and box.x1 <= figure.bbox.x1 for box in boxes)
        own = axes.yaxis.label.get_window_extent()
        assert not any(own.overlaps(other.get_window_extent()) for other in figure.axes if other is not axes)
        left, right = axes.get_xlim()
        ticks = [
            text.get_window_extent()
            for text, at in zip(axes.get_xticklabels(), axes.get_xticks(), strict=True)
            if left <= at <= right
        ]
        assert all(one.x1 < other.x0 for one, other in itertools.pairwise(ticks))
    assert figure.axes[4].get_ylim()[1] < 0.0


# ---- motors


@pytest.mark.parametrize(("rotor", "ratio"), [(0.277e-4, 137), (8.17e-4, 25)])
def test_inertia_rule_of_a_servo(rotor: float, ratio: int) -> None:
    """A disc of 15 625 kg cm² at 60 rpm, J/R² < 3 J_M: a ratio above 137, above 25."""
    drive = disc(f"tstepe 10 1 {2 * pi!r} 0").drive()
    found = fit(drive, Motor("servo", 1.0, 3.0, 2000.0, rotor))
    assert int(found.low) == ratio
    assert found.fits
    assert found.high == pytest.approx(2000.0 / (2 * pi))


def drive_with(moment: list[float], acceleration: list[float]) -> Drive:
    t = np.linspace(0.0, 1.0, len(moment))
    nothing = np.zeros(len(moment))
    return Drive(
        1, t, t, np.ones(len(moment)), np.array(acceleration), np.array(moment), nothing + 1e-9, nothing, False
    )


def test_ranges_of_moment_are_just_those_that_a_scan_finds() -> None:
    drive = drive_with([3.0, -5.0, 8.0, 1.0, 0.0], [20.0, 10.0, -30.0, 5.0, 40.0])
    motor = Motor("m", 1.2, 2.0, 1e6, 0.01)
    found = {one.condition: one for one in fit(drive, motor).ranges}
    ratios = np.geomspace(0.01, 1000, 40_000)
    each = np.abs(drive.moment[:, None] / ratios + motor.inertia * ratios * drive.acceleration[:, None])
    peak = ratios[np.max(each, axis=0) <= motor.peak]
    rms = ratios[np.sqrt(np.trapezoid(each**2, drive.time, axis=0)) <= motor.rated]
    for name, allowed in (("peak moment", peak), ("rated moment", rms)):
        assert found[name].low == pytest.approx(allowed[0], rel=1e-3)
        assert found[name].high == pytest.approx(allowed[-1], rel=1e-3)


def test_a_motor_that_does_not_fit_says_why() -> None:
    drive = disc(f"tstepe 10 1 {2 * pi!r} 0").drive()
    slow = fit(drive, Motor("slow", 1.0, 3.0, 300.0, 0.277e-4))
    assert not slow.fits
    assert "inertia ratio asks for a ratio above 137.1" in slow.reason
    assert "speed for one below 47.75" in slow.reason
    weak = fit(drive_with([3.0] * 3, [100.0] * 3), Motor("weak", 0.1, 0.2, 1e6, 1.0))
    assert "no ratio keeps the rated moment" in weak.reason


def test_bad_lists_of_motors_tell_all_faults() -> None:
    head = "name,rated,peak,speed,inertia\n"
    with pytest.raises(BadMotors, match="no inertia"):
        read_motors("name,rated,peak,speed\n", float)
    with pytest.raises(BadMotors, match=r"line 2: rated.*line 3: speed"):
        read_motors(head + "a,-1,2,3,4\nb,1,2,0,4\n", float)
    with pytest.raises(BadMotors, match="no motor"):
        read_motors(head, float)


# ---- the command


def test_command_writes_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("disc.mec").write_text(DISC.format(more="", move="law 1 harmonic 2\ntmove 40 0.5"))
    Path("motors.csv").write_text("name,rated,peak,speed,inertia\nA,2,6,3000rpm,0.3e-4\nB,20,60,3000rpm,8e-4\n")
    told = said(
        "drive",
        "disc.mec",
        "--motors",
        "motors.csv",
        "--fluctuation",
        "0.1",
        "--rated",
        "50",
        "--speed",
        "2000rpm",
        "--rotor",
        "0.01",
    )
    assert told.exit_code == 0, told.output
    assert "rms moment" in told.output
    data = json.loads(Path("disc.drive/drive.json").read_text())
    assert [motor["name"] for motor in data["motors"]] == ["motor", "A", "B"]
    assert data["figures"]["peak moment"] == pytest.approx(61.685, rel=1e-4)
    assert Path("disc.drive/drive.csv").read_text().startswith("time,input,speed,acceleration,moment,power,")
    assert Path("disc.drive/drive.svg").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rated", "2"], "also needs --speed, --rotor"),
        (["--input", "3"], "no input 3: the deck has 1 input"),
        (["--motors", "none.csv"], "cannot be read"),
        (["--fluctuation", "-1"], "not a number above zero"),
        (["--efficiency", "1.2"], "above 1"),
    ],
)
def test_wrong_use_is_told(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("disc.mec").write_text(DISC.format(more="", move="law 1 harmonic 2\ntmove 4 0.5"))
    told = said("drive", "disc.mec", *arguments)
    assert told.exit_code == 2
    assert message in told.output


def test_rows_that_are_far_apart_are_told(tmp_path: Path) -> None:
    deck = tmp_path / "disc.mec"
    deck.write_text(DISC.format(more="", move="tstepe 4 1 6.2831853 0"), encoding="utf-8")
    found = said("drive", str(deck), "-o", str(tmp_path / "out"))
    assert "90° BETWEEN ROWS" in found.output
