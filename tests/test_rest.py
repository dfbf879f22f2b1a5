"""STA ANA: rest under load, against closed forms and the elastica."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

import runmec
from runmec.deck import check
from runmec.editing.at_rest import at_rest, unwritable

from .compliant import cantilever as elastic_cantilever
from .resting import FOUR_BAR, LOOP, PENDULUM, PUSHED, UPRIGHT, cantilever, truss


def run(text: str) -> runmec.Result:
    result = runmec.run(runmec.loads(text))
    assert result.trust.is_sure
    return result


def codes(result: runmec.Result) -> list[str]:
    return [warning.code for warning in result.warnings]


def root(f: object, low: float, high: float) -> float:
    """By halves."""
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if f(middle) * f(low) > 0.0 else (low, middle)  # type: ignore[operator]
    return low


def test_a_rod_on_a_spring_rests_where_its_moments_are_equal() -> None:
    result = run(PENDULUM)
    phi, factor = result["phi"], result["factor"]
    assert factor == pytest.approx(np.linspace(0, 2, 11), abs=1e-15)
    assert 20 * phi == pytest.approx(-10 * factor * np.cos(phi), abs=1e-11)
    assert not np.any(result["unstable"])
    assert result["M"] == pytest.approx(-20 * phi, abs=1e-11)  # of the spring that drives it
    assert result["V"] == pytest.approx(10 * factor * np.sin(phi), abs=1e-11)


def test_an_upright_rod_falls_to_the_right_at_its_critical_load() -> None:
    result = run(UPRIGHT)
    lean = pi / 2 - result["phi"]
    assert lean[:6] == pytest.approx(0.0, abs=1e-12)
    for factor, found in zip(result["factor"][6:], lean[6:], strict=True):
        assert found == pytest.approx(root(lambda a, f=factor: 2 * a - f * sin(a), 0.1, 3.0), abs=1e-9)
    assert not np.any(result["unstable"])
    (jump,) = result.positions.rested.jumps  # type: ignore[union-attr]
    assert (jump.row, jump.is_end) == (6, False)
    assert jump.factor == pytest.approx(2.0, rel=1e-6)
    assert codes(result) == ["R427"]
    assert "becomes unstable at load factor 2, before position 7" in str(result.warnings[0])


def test_a_start_that_is_unstable_is_kept_and_told() -> None:
    falling = UPRIGHT.replace("spring 20 (-10*pi)", "spring 5 (-2.5*pi)").replace("load 10 4", "load 2 1")
    result = run(falling.replace("DYNAMICS", "DYNAMICS\n  steady weight"))
    assert result["phi"] == pytest.approx(pi / 2, abs=1e-12)
    assert result["unstable"].tolist() == [1, 1, 1]
    assert codes(result) == ["R429"]


def test_weight_may_hold_what_nothing_else_does() -> None:
    hanging = PENDULUM.replace("  motor rod.angb spring 20 0\n", "")
    assert run(hanging.replace("  load 10 2\n", ""))["phi"] == pytest.approx(-pi / 2, abs=1e-9)
    assert run(hanging.replace("DYNAMICS", "DYNAMICS\n  steady weight"))["phi"] == pytest.approx(-pi / 2, abs=1e-9)


@pytest.mark.parametrize(("text", "said"), [("", "floats without load"), ("  gravity 10 (-pi/2)\n", "floats")])
def test_a_mechanism_that_floats_is_told_by_its_freedom(text: str, said: str) -> None:
    floating = (
        PENDULUM.replace("  motor rod.angb spring 20 0\n", "").replace(text, "")
        if text
        else PENDULUM.replace("  motor rod.angb spring 20 0\n", "")
    )
    result = runmec.run(runmec.loads(floating))
    assert result.failure is not None
    assert result.failure.code == "R426"
    assert said in result.failure.message
    assert "rod.angb" in result.failure.message
    assert len(result) == 1


def test_a_held_input_is_led_and_needs_what_the_load_asks_for() -> None:
    held = PENDULUM.replace("  motor rod.angb spring 20 0\n", "  held rod.angb\n").replace("load 10 2", "stepe 4 1")
    result = run(held)
    assert result["phi"] == pytest.approx(np.linspace(0, 1, 5), abs=1e-12)
    assert result["M"] == pytest.approx(10 * np.cos(result["phi"]), abs=1e-12)
    assert result["factor"].tolist() == [1] * 5


@pytest.mark.parametrize(
    ("steady", "weight", "force"),
    [
        ("", 0, 0),
        ("steady weight", 1, 0),
        ("steady A.y", 0, 1),
        ("steady A", 0, 1),
        ("steady A\n steady weight", 1, 1),
    ],
)
def test_what_the_load_factor_multiplies(steady: str, weight: int, force: int) -> None:
    text = f"""STA ANA ; a mass on a bar, pulled down
TOPOLOGY
 elem s BIN O A
 input s.lenl
GEOMETRY
 point O 0 0 fixed
 point A 0 -1 fixed x
DYNAMICS
 inertia A 2
 gravity 9.81 (-pi/2)
 flex s.lenl 0.002
 force A.y -10
 {steady}
STORAGE
 bufx0 A.y y
 buffactor factor
 bufsigma s.lenl n
MOVEMENT
 load 4 2
END
"""
    result = run(text)
    pull = 19.62 * (1 if weight else result["factor"]) + 10 * (1 if force else result["factor"])
    assert result["y"] == pytest.approx(-1 - pull / 500, abs=1e-12)
    assert result["n"] == pytest.approx(pull, abs=1e-9)


def test_a_truss_snaps_through_at_its_limit_load() -> None:
    result = run(truss(0.4, "load 10 0.06"))
    long = sqrt(1.16)
    y = sqrt(long ** (2 / 3) - 1)
    (jump,) = result.positions.rested.jumps  # type: ignore[union-attr]
    assert jump.is_end
    assert jump.row == 4
    assert jump.factor == pytest.approx(2 * y * (long / sqrt(1 + y * y) - 1), rel=1e-7)
    places = result["y"]
    assert result["factor"] == pytest.approx(2 * places * (long / np.sqrt(1 + places**2) - 1), abs=1e-10)
    assert np.all(places[:4] > y)
    assert np.all(places[4:] < -y)
    assert result["x"] == pytest.approx(0.0, abs=1e-9)
    assert result["s"] == pytest.approx(np.sqrt(1 + places**2) - long, abs=1e-10)
    assert "ceases to exist at load factor 0.0228438" in str(result.warnings[0])


def test_bars_that_rest_in_line() -> None:
    """Pressed flat by a force that holds them there: neither length says where the joint is."""
    flat = truss(0.4, "stepe 1").replace("force C.y -1", "force C.y (-10*x(C.y))")
    result = run(flat.replace("bufstab", "bufreac A rx ry\nbufstab"))
    assert result["y"] == pytest.approx(0.0, abs=1e-9)
    assert result["s"] == pytest.approx(1 - sqrt(1.16), abs=1e-9)
    assert result["rx"] == pytest.approx(sqrt(1.16) - 1, abs=1e-9)


@pytest.mark.parametrize("moves", ["load 10", "load 1", "load 3 0.3\n load 2"])
def test_a_cantilever_to_large_deflections(moves: str) -> None:
    """Dead load PL²/EI = 10: the elastica by elliptic integrals, 16 beams that keep their chords, of second order."""
    result = run(cantilever(16, 10, moves))
    assert result["x"][-1] == pytest.approx(0.4450044022, abs=1e-4)
    assert result["y"][-1] == pytest.approx(0.8106090249, abs=5e-4)
    assert result["slope"][-1] == pytest.approx(1.4302855388, abs=1e-3)
    assert result["clamp"][-1] == pytest.approx(-10 * result["x"][-1], abs=1e-9)
    assert not np.any(result["unstable"])


def test_the_error_of_beams_that_keep_their_chords_is_of_second_order() -> None:
    tips = [run(cantilever(n, 10, "load 2"))["y"][-1] for n in (4, 8, 16)]
    errors = [abs(tip - 0.8106090249) for tip in tips]
    assert errors == pytest.approx([8.2e-3, 1.9e-3, 4.5e-4], rel=0.05)


def test_rest_in_space() -> None:
    """A conical hinge: a bar on an axle along x, held by a torsion spring against its weight."""
    text = """STA ANA ; a body on an axle
TOPOLOGY
 elem arm TR1S O l C
 elem axis HINGE f l
 input axis.angx
GEOMETRY
 point O 0 0 0 fixed
 point C 0.3 0.5 0
 turn f fixed
 turn l
 axle axis 1 0 0
DYNAMICS
 inertia C 2
 gravity 10 0 0 -1
 force C 0 3 0
 motor axis.angx spring 15 0
STORAGE
 bufinp axis.angx phi
 buffactor factor
 bufstab unstable
 bufeig 1 f
MOVEMENT
 load 5
END
"""
    result = run(text)
    for factor, phi in zip(result["factor"], result["phi"], strict=True):
        found = root(lambda a, f=factor: 15 * a + f * 0.5 * (20 * cos(a) + 3 * sin(a)), -1.5, 1.5)
        assert phi == pytest.approx(found, abs=1e-10)
    phi = result["phi"]
    stiff = 15 + result["factor"] * 0.5 * (-20 * np.sin(phi) + 3 * np.cos(phi))
    assert result["f"] == pytest.approx(np.sqrt(stiff / (2 * 0.25)) / (2 * pi), rel=1e-8)


@pytest.mark.parametrize("moves", ["load 4", "stepe 1", "load 3\n  follow 4 C.x -0.02"])
def test_rests_do_not_depend_on_which_input_finds_them(moves: str) -> None:
    """The rocker has dead centres on its way, where the crank alone says where the mechanism is."""
    by_crank, by_rocker = (run(FOUR_BAR.format(free=free, moves=moves)) for free in ("crank", "rocker"))
    for name in ("x", "y", "factor"):
        assert by_rocker[name] == pytest.approx(by_crank[name], abs=1e-9)


def test_follow_passes_the_limit_points_of_a_truss() -> None:
    result = run(truss(0.4, "follow 50 C.y -0.9"))
    y, factor = result["y"], result["factor"]
    long, limit = sqrt(1.16), sqrt(1.16 ** (1 / 3) - 1)
    assert len(y) == 51
    assert (factor[0], y[-1]) == (0.0, pytest.approx(-0.5, abs=1e-13))
    assert factor == pytest.approx(2 * y * (long / np.sqrt(1 + y * y) - 1), abs=1e-12)
    assert np.diff(y) == pytest.approx(-0.018, abs=1e-9)
    assert np.array_equal(result["unstable"], np.abs(y) < limit)
    most = 2 * limit * (long / sqrt(1 + limit**2) - 1)
    turnings = result.positions.rested.turnings  # type: ignore[union-attr]
    assert [one.factor for one in turnings] == pytest.approx([most, -most], rel=1e-9)
    assert codes(result) == ["R431", "R431"]
    assert result["s"] == pytest.approx(np.sqrt(1 + y * y) - long, abs=1e-12)
    assert result["V"] == pytest.approx((np.sqrt(1 + y * y) - long) ** 2, abs=1e-12)


def test_rows_of_a_path_that_lie_in_the_flat_position() -> None:
    """Of 40 rows the twentieth has both bars in line, where their lengths do not say where the joint is."""
    result = run(truss(0.4, "follow 40 C.y -0.8"))
    assert result["y"][20] == pytest.approx(0.0, abs=1e-10)
    assert result["factor"][20] == pytest.approx(0.0, abs=1e-10)
    assert result["s"][20] == pytest.approx(1 - sqrt(1.16), abs=1e-12)
    assert not np.any(np.isnan(result["V"]))


def test_the_peak_and_the_barrier_of_von_mises() -> None:
    result = run(truss(0.5, "follow 400 C.y -1"))
    assert np.max(result["factor"]) == pytest.approx(0.0429143257, abs=5e-7)
    assert result.positions.rested.turnings[0].factor == pytest.approx(0.0429143257, abs=1e-10)  # type: ignore[union-attr]
    assert np.max(result["V"]) == pytest.approx(0.0139320225, abs=1e-9)


def test_follow_by_a_held_input_that_goes_back_and_forth() -> None:
    result = run(PUSHED)
    y, h, push = result["y"], result["h"], result["push"]
    long = sqrt(1.16)
    force = 2 * y * (long / np.sqrt(1 + y * y) - 1)
    assert y[-1] == pytest.approx(-0.5, abs=1e-13)
    assert h == pytest.approx(y + 1 - force / 0.1, abs=1e-12)
    assert push == pytest.approx(-force, abs=1e-13)
    assert np.array_equal(result["unstable"], 2 * (long / (1 + y * y) ** 1.5 - 1) > 0.1)
    fine = np.linspace(0.4, -0.5, 200001)
    led = fine + 1 - 20 * fine * (long / np.sqrt(1 + fine * fine) - 1)
    along = np.append(0, np.cumsum(np.hypot(np.diff(fine), np.diff(led))))
    assert y == pytest.approx(np.interp(along[-1] * np.arange(201) / 200, along, fine), abs=1e-6)
    assert len([code for code in codes(result) if code == "R431"]) == 2


def test_a_path_stays_on_its_branch_and_tells_the_others() -> None:
    """An upright rod that is pressed by a spring: nothing but its compression changes."""
    column = UPRIGHT.replace("input rod.angb", "input rod.angb rod.lenl")
    column = column.replace("load 10 4", "follow 10 rod.lenl -0.5")
    result = run(column.replace("STORAGE", "  motor rod.lenl spring 100 -100\nSTORAGE"))
    assert result["x"] == pytest.approx(0.0, abs=1e-12)
    assert result["y"] == pytest.approx(1 - 0.05 * np.arange(11), abs=1e-9)
    (branch,) = result.positions.rested.turnings  # type: ignore[union-attr]
    assert not branch.is_limit
    f = root(lambda factor: 20 - 10 * factor * (1 - 0.1 * factor), 1.0, 4.0)  # moments about the pin
    assert branch.factor == pytest.approx(f, rel=1e-4)
    assert codes(result) == ["R430"]
    assert result["unstable"].tolist() == [0] * 6 + [1] * 5


def test_a_path_that_closes_ends_and_is_told() -> None:
    """A heavy crank led around against a spring, whose angle never comes to what is asked for."""
    result = runmec.run(runmec.loads(LOOP))
    assert result.failure is not None
    assert result.failure.code == "R432"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("load 10 2", "follow 10 A.y 0"), "D210"),
        (("load 10 2", "follow 10 O.y 1"), "D210"),
        (("load 10 2", "follow 10 A.y 1 rod.angb"), "D322"),
        (("load 10 2", "follow 10 A 1"), "D221"),
        (("load 10 2", "follow 10 B.y 1"), "D220"),
        (("load 10 2", "tstepe 10 1 1 0"), "D217"),
        (("load 10 2", "tstepf 10 1 1"), "D217"),
        (("motor rod.angb spring 20 0", "motor rod.angb given 1 0"), "D217"),
        (("motor rod.angb spring 20 0", "held rod.angb rod.angb"), "D206"),
        (("load 10 2", "stepe 10 1"), "D215"),
        (("STA ANA", "DYN SIM"), "D217"),
        (("inertia A 1", "inertia A 1\n steady A"), "D321"),
    ],
)
def test_what_rest_does_not_take(change: tuple[str, str], code: str) -> None:
    assert code in {told.code for told in check(PENDULUM.replace(*change), "deck", {})[1]}


def test_a_deck_that_starts_where_another_one_rests() -> None:
    """Read again it rests there; simulated from there, without velocity, it stays there."""
    text = elastic_cantilever(4, 6).replace(
        "DYNAMICS", "DYNAMICS\n  " + "\n  ".join(f"uniform pe{i} 0.2" for i in range(4))
    )
    first = run(text)
    found = at_rest(text, first)
    assert not found.warnings
    again = run(found.text.replace("load 4", "stepe 1"))
    for name in ("x", "y", "slope", "clamp", "V"):
        assert again[name] == pytest.approx(first[name][-1], abs=1e-9)
    simulated = found.text.replace("STA ANA", "DYN SIM").replace("bufstab unstable\n", "buftime t\n")
    still = runmec.run(runmec.loads(simulated.replace("load 4", "tstepf 5 0.5")))
    for name in ("x", "y", "slope", "clamp"):
        assert still[name] == pytest.approx(first[name][-1], abs=1e-5)


def test_what_stays_at_rest_is_not_said_to_drift() -> None:
    """All that is exchanged is rounding."""
    text = """STA ANA ; a mass between three elastic bars
TOPOLOGY
  elem l BIN A C elastic lenl 1.2
  elem r BIN C B elastic lenl 1
  elem u BIN U C elastic lenl 1.5
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  point B 2 0 fixed
  point U 1 1.5 fixed
  point C 1 0
DYNAMICS
  flex l.lenl 0.0125
  flex r.lenl 0.025
  flex u.lenl 0.05
  inertia C 2
  gravity 9.81 (-pi/2)
  force C 1 -2
STORAGE
  bufx0 C x y
END
"""
    simulated = at_rest(text, run(text)).text.replace("STA ANA", "DYN SIM")
    still = runmec.run(runmec.loads(simulated.replace("END", "MOVEMENT\n  integr dop853 1e-10\n  tstepf 10 1\nEND")))
    assert np.ptp(still["x"]) < 1e-12
    assert not [told for told in still.warnings if told.code == "R456"]


def test_what_is_told_of_a_start_at_rest() -> None:
    result = run(truss(0.4, "load 2 0.01"))
    found = at_rest(result.deck.source, result)
    assert [told.code for told in found.warnings] == ["R434", "R434"]
    assert (
        unwritable(runmec.loads(PENDULUM.replace("STA ANA", "DYN ANA").replace("load 10 2", "stepe 1 1"))).code
        == "R435"
    )  # type: ignore[union-attr]
    moved = run(at_rest(PENDULUM, run(PENDULUM)).text.replace("load 10 2", "load 1 2"))
    assert moved["phi"] == pytest.approx(run(PENDULUM)["phi"][[0, -1]], abs=1e-12)


def test_what_finds_its_rest_has_no_drive_in_the_account() -> None:
    """The moment of a free input is zero but for rounding, which was told as a pole through infinity."""
    from runmec.results.summary import extremes

    text = """STA ANA
    TOPOLOGY
      elem r BIN A B lenl 0.5
      elem k BIN B D free
      input r.angb
    GEOMETRY
      point A 0 0 fixed
      point B 0.5 0.001
      point D 0.5 0.3 fixed
    DYNAMICS
      spring k.lenl 800 (-800*0.299)
      force B 0 -150
    STORAGE
      bufx0 B bx by
    MOVEMENT
      load 10
    END
    """
    told = list(extremes(runmec.run(runmec.loads(text))))
    assert not [line for line in told if "driving" in line or "pole" in line]
    held = text.replace("DYNAMICS", "DYNAMICS\n held r.angb").replace("load 10", "stepe 4 -0.1")
    assert [line for line in extremes(runmec.run(runmec.loads(held))) if line.startswith("driving moment")]
