"""Dampers on what is elastic, `damping a b`, and eigenvalues with damping, motors and states, against closed forms."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest
from scipy.linalg import eig, expm

import runmec
from runmec.deck import loads
from runmec.diagnostics import DeckError
from runmec.results.result import Result


def simulated(text: str) -> Result:
    result = runmec.run(loads(text))
    assert result.failure is None, result.failure
    return result


def spring_and_damper(k: float, moves: str = "  integr dop853 1e-11\n  tstepf 10 0.1 0.5") -> Result:
    """2 kg on 800 N/m: ω = 20, ζ = k/80."""
    return simulated(f"""DYN SIM ; mass, elastic guide
GEOMETRY
  point O 0 0 fixed
  point A 0.5 0 fixed y
  para s.lenl 0.5
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x 2
  flex s.lenl (1/800)
  damper s.lenl {k}
STORAGE
  bufinp s.lenl x
  bufeig 1 f0
  bufzeta 1 z f
  bufzeta 2 z2 f2
  bufsigma s.lenl N
MOVEMENT
{moves}
END
""")


def test_a_damper_on_an_elastic_input() -> None:
    result = spring_and_damper(8)
    damped = 20 * sqrt(1 - 0.01)
    t = result.time
    np.testing.assert_allclose(result["x"] - 0.5, 0.5 / damped * np.exp(-2 * t) * np.sin(damped * t), atol=1e-10)
    assert result["x"][-1] - 0.5 == pytest.approx(0.018790387553, abs=1e-10)
    np.testing.assert_allclose(result["f0"], 20 / (2 * pi), rtol=1e-9)
    np.testing.assert_allclose(result["z"], 0.1, rtol=1e-9)
    np.testing.assert_allclose(result["f"], 3.1830988618, rtol=1e-9)
    assert np.isnan(result["z2"]).all()
    assert np.isnan(result["f2"]).all()
    velocity = 0.5 * np.exp(-2 * t) * (np.cos(damped * t) - 2 / damped * np.sin(damped * t))
    np.testing.assert_allclose(result["N"], 800 * (result["x"] - 0.5) + 8 * velocity, atol=1e-7)
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-9 * exchanged


def test_logarithmic_decrement() -> None:
    period = 2 * pi / (20 * sqrt(0.99))
    result = spring_and_damper(8, f"  integr dop853 1e-11\n  tstepf 2 {2 * period!r} 0.5")
    speed = result["dx A.x"]
    assert np.log(speed[0] / speed[1]) == pytest.approx(0.6314838834, abs=1e-8)


def test_what_is_damped_more_than_critically_is_no_vibration() -> None:
    result = spring_and_damper(100)
    np.testing.assert_allclose(result["f0"], 20 / (2 * pi), rtol=1e-9)
    assert np.isnan(result["z"]).all()


TWO_MASSES = """DYN SIM ; two masses in a row
GEOMETRY
  point O 0 0 fixed
  point A 0.5 0 fixed y
  point B 0.9 0 fixed y
  para s1.lenl 0.5
  para s2.lenl 0.4
TOPOLOGY
  elem s1 BIN O A free
  elem s2 BIN A B free
  input s1.lenl s2.lenl
DYNAMICS
  inertia A.x 2
  inertia B.x 1
  flex s1.lenl (1/4000)
  flex s2.lenl (1/1500)
  damping 0.9 5e-4
STORAGE
  bufx0 A.x xA
  bufx0 B.x xB
  bufeig 1 f1
  bufeig 2 f2
  bufzeta 1 z1 g1
  bufzeta 2 z2 g2
MOVEMENT
  integr {}
  tstepf 1 0.1 0.3 -0.8
END
"""


@pytest.mark.parametrize(("method", "near"), [("dop853 1e-11", 1e-10), ("radau 1e-10", 1e-9), ("heun 1e-9", 1e-7)])
def test_damping_in_proportion_to_mass_and_stiffness(method: str, near: float) -> None:
    """ζ = a/2ω + bω/2; the motion by the exponential of its matrix."""
    result = simulated(TWO_MASSES.format(method))
    M, K = np.diag([2.0, 1.0]), np.array([[5500.0, -1500.0], [-1500.0, 1500.0]])
    C = 0.9 * M + 5e-4 * K
    omega = np.sqrt(np.sort(eig(K, M)[0].real))
    np.testing.assert_allclose([result["f1"][0], result["f2"][0]], omega / (2 * pi), rtol=1e-9)
    np.testing.assert_allclose([result["g1"][0], result["g2"][0]], omega / (2 * pi), rtol=1e-9)
    np.testing.assert_allclose([result["z1"][0], result["z2"][0]], 0.45 / omega + 2.5e-4 * omega, rtol=1e-8)
    assert result["z1"][0] == pytest.approx(0.022525663944, rel=1e-8)
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    exact = expm(0.1 * A) @ [0.0, 0.0, 0.3, -0.5]
    np.testing.assert_allclose([result["xA"][-1] - 0.5, result["xB"][-1] - 0.9], exact[:2], atol=near)
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-5 * exchanged


def flywheel(dynamics: str, job: str = "DYN SIM", move: str = "integr dop853 1e-11\n  tstepf 5 2 5") -> str:
    return f"""{job} ; what turns on an axle
GEOMETRY
  point O 0 0 fixed
  point A 0.6 0.8
TOPOLOGY
  elem d BIN O A
  input d.angb
DYNAMICS
{dynamics}
STORAGE
  bufdinp1 d.angb w
  bufdrive d.angb M
  bufpower d.angb P
  bufreac O fx fy
MOVEMENT
  {move}
END
"""


@pytest.mark.parametrize("mass", ["uniform d 3", "body d 3 0.2 0.1 0.05", "inertia A 3"])
def test_a_flywheel_slows_down_as_its_damping_says(mass: str) -> None:
    result = simulated(flywheel(f"  {mass}\n  damping 0.7 0"))
    np.testing.assert_allclose(result["w"], 5 * np.exp(-0.7 * result.time), rtol=1e-9)
    assert max(result.trust.parts.values()) < 1e-9
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-9 * exchanged


@pytest.mark.parametrize("line", ["damping -0.1 0", "damping 0 -1e-4"])
def test_damping_is_not_negative(line: str) -> None:
    with pytest.raises(DeckError) as caught:
        loads(flywheel(f"  inertia A 2\n  {line}"))
    assert [told.code for told in caught.value.diagnostics] == ["D210"]


def test_drives_pay_for_damping() -> None:
    """A bar of 3 kg and 1 m about its end: J = 1 kg·m², a·J·ω = 0.7·1·5 = 3.5 N·m."""
    deck = flywheel("  uniform d 3\n  damping 0.7 0", "DYN ANA", "tstepe 5 2 5 0").replace(
        "  integr dop853 1e-11\n", ""
    )
    result = simulated(deck)
    np.testing.assert_allclose(result["M"], 3.5, rtol=1e-12)
    np.testing.assert_allclose(result["P"], 17.5, rtol=1e-12)
    assert max(result.trust.parts.values()) < 1e-11
    frame = runmec.run(loads(deck.replace("  damping 0.7 0\n", "")))
    phi = np.arctan2(0.8, 0.6) + 5 * result.time
    # −a·m·v of the mass centre, half a metre out, pulls at the frame
    np.testing.assert_allclose(result["fx"] - frame["fx"], 0.7 * 3 * 0.5 * 5 * -np.sin(phi), atol=1e-11)
    np.testing.assert_allclose(result["fy"] - frame["fy"], 0.7 * 3 * 0.5 * 5 * np.cos(phi), atol=1e-11)


def test_damping_is_a_cause_of_pin_forces() -> None:
    """Shares of weight, inertia and damping add up, and damping pulls at the frame by a·m·v of the mass centre."""
    deck = flywheel("  uniform d 3\n  damping 0.7 0\n  gravity 9.81 (-pi/2)", "DYN ANA", "tstepe 5 2 5 0")
    causes = [one for one in simulated(deck).causes if one.cause == "damping"]
    assert causes
    assert np.hypot(*causes[0].force[:2]) == pytest.approx(0.7 * 3 * 0.5 * 5, rel=1e-9)


def test_derivatives_of_what_drives_pay() -> None:
    deck = flywheel("  uniform d (m)\n  damping (a) 0", "DYN ANA", "tstepe 5 2 5 1")
    deck = deck.replace("GEOMETRY", "DEFINE\n  a 0.7\n  m 3\nGEOMETRY", 1)
    result = simulated(deck)
    w = 5 + result.time
    by = result.sensitivity("M", ["a", "m"])
    assert by.is_exact
    np.testing.assert_allclose(by["a"], w, rtol=1e-9)
    np.testing.assert_allclose(by["m"], (1 + 0.7 * w) / 3, rtol=1e-9)


CLAMPED = """DYN SIM ; clamped beam of two elements
GEOMETRY
  point O 0 0 fixed
  angle bO 0 fixed
  point A 0.5 0
  angle bA 0
  point B 1 0
  angle bB 0
TOPOLOGY
  elem b1 BEAM O bO A bA
  elem b2 BEAM A bA B bB
  input b1.angp b1.angq b2.angp b2.angq
DYNAMICS
  uniform b1 0.6
  uniform b2 0.6
  stiff b1 0 40
  stiff b2 0 40
  damping 1 2e-5
STORAGE
  bufeig 1 f1
  bufeig 2 f2
  bufeig 3 f3
  bufeig 4 f4
  bufzeta 1 z1 g1
  bufzeta 2 z2 g2
  bufzeta 3 z3 g3
  bufzeta 4 z4 g4
END
"""


def test_a_clamped_beam_with_damping() -> None:
    """Frequencies by the textbook's matrices 12, 6l … and 156, 22l …"""
    result = simulated(CLAMPED)
    for k, f in enumerate((3.232363247, 20.418901627, 69.060452643, 200.442993546), start=1):
        w = 2 * pi * f
        assert result[f"f{k}"][0] == pytest.approx(f, rel=1e-8)
        assert result[f"g{k}"][0] == pytest.approx(f, rel=1e-8)
        assert result[f"z{k}"][0] == pytest.approx(0.5 / w + 1e-5 * w, rel=1e-7)


@pytest.mark.parametrize("line", ["flex s.lenl (1/800)", ""])
def test_dampers_need_something_that_yields(line: str) -> None:
    deck = f"""DYN ANA
GEOMETRY
  point O 0 0 fixed
  point A 0.5 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x 2
  {line}
  damper s.lenl 8
STORAGE
  bufzeta 1 z f
END
"""
    if not line:
        with pytest.raises(DeckError) as caught:
            loads(deck)
        assert [told.code for told in caught.value.diagnostics] == ["D209"]
        return
    result = simulated(deck)  # in other jobs it counts in bufzeta only
    assert result["z"][0] == pytest.approx(0.1, rel=1e-9)
    assert result["f"][0] == pytest.approx(20 / (2 * pi), rel=1e-9)


ROTORS = """DYN SIM
TOPOLOGY
  elem one BIN O A
  elem two BIN O B
  param both one.angb 1 two.angb -1
  input one.angb two.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 1 0
DYNAMICS
  inertia A 2
  inertia B 2
  spring both {c} 0
  damper both 3
  motor one.angb zero
  motor two.angb zero
STORAGE
  bufzeta 1 z f
  bufzeta 2 none none2
MOVEMENT
  tstepf 20 2 6 -1
END
"""


def test_two_rotors_turn_together_and_vibrate_against_each_other() -> None:
    """2 kg·m² twice on 30 N·m and 3 N·m·s: ω = √30, ζ·ω = 3/2; two zeros in all rows, which rounding does not split."""
    result = simulated(ROTORS.format(c=30))
    omega = sqrt(30.0)
    np.testing.assert_allclose(result["f"], omega / (2 * pi), rtol=1e-9)
    np.testing.assert_allclose(result["z"], 3.0 / (2.0 * omega), rtol=1e-9)
    assert np.isnan(result["none"]).all()
    for position in (1, 20):
        poles = result.linearise(position).state_space().poles
        assert list(poles[:2]) == [0.0, 0.0]
        assert poles[2:].real == pytest.approx([-1.5, -1.5])


def test_two_rotors_with_a_damper_alone() -> None:
    """λ = −3, and three times zero."""
    result = simulated(ROTORS.format(c=0))
    assert np.isnan(result["f"]).all()
    for position in (1, 20):
        poles = result.linearise(position).state_space().poles
        assert poles == pytest.approx([0.0, 0.0, 0.0, -3.0], abs=1e-12)


# ---- with states


def test_an_oil_column_vibrates() -> None:
    result = simulated("""DYN SIM ; mass on a guide
DEFINE
  A0 0.002
  L 0.5
  beta 1400000000.0
  m 200.0
  p0 5000000.0
GEOMETRY
  point O 0 0 fixed
  point A 0.25 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x (m)
  state pa (p0) (-beta/inp(s.lenl)*dinp(s.lenl))
  state pb (p0) (beta/(L-inp(s.lenl))*dinp(s.lenl))
  motor s.lenl (A0*(pa-pb))
STORAGE
  bufeig 1 f
  bufeig 2 none
  bufzeta 1 z
MOVEMENT
  tstepf 5 0.02 0.2
END
""")
    assert result["f"][0] == pytest.approx(53.2634315641, rel=1e-9)
    assert np.isnan(result["none"]).all()
    assert abs(result["z"][0]) < 1e-9
    space = result.linearise(1).state_space()
    assert space.states == ("s.lenl", "d s.lenl", "pa", "pb")


def test_poles_of_a_speed_loop_are_the_roots_of_its_polynomial() -> None:
    from .test_states import MOTOR

    text = MOTOR.format("dop853").replace(
        "  bufstate cur i", "  bufeig 1 f\n  bufeig 2 f2\n  bufzeta 1 zeta fz\n  bufzeta 2 zeta2\n  bufstate cur i"
    )
    result = simulated(text)
    roots = np.roots([1, 500.25, 12125, 225000])
    pair = next(root for root in roots if root.imag > 0)
    np.testing.assert_allclose(result["f"], abs(pair) / (2 * pi), rtol=1e-8)
    np.testing.assert_allclose(result["fz"], 3.4611318558, rtol=1e-8)
    np.testing.assert_allclose(result["zeta"], 0.56310400752, rtol=1e-8)
    assert np.isnan(result["f2"]).all()
    assert np.isnan(result["zeta2"]).all()
    poles = result.linearise(1).state_space().poles
    np.testing.assert_allclose(sorted(np.abs(poles))[1:], sorted(np.abs(roots)), rtol=1e-8)


def test_a_controller_that_shakes_is_negative() -> None:
    """ẍ = −100x + 5z, ż = v − z/10: more is fed back than is lost."""
    result = simulated("""DYN SIM
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x 2
  state z 0 (dinp(s.lenl))
  motor s.lenl (-200*(inp(s.lenl)-1) + 4*dinp(s.lenl) + 0*z)
STORAGE
  bufeig 1 f
  bufzeta 1 zeta
END
""")
    assert result["f"][0] == pytest.approx(-10 / (2 * pi), rel=1e-9)
    assert result["zeta"][0] == pytest.approx(-0.1, rel=1e-9)


def test_states_that_change_with_the_time_take_samples_as_constant() -> None:
    """A sampled gain is no stiffness: the frequency is that of the spring alone."""
    result = simulated("""DYN SIM
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x 2
  sample 0.1 u 0 (-500*(inp(s.lenl)-1))
  motor s.lenl (u - 200*(inp(s.lenl)-1))
STORAGE
  bufeig 1 f
END
""")
    assert result["f"][0] == pytest.approx(10 / (2 * pi), rel=1e-9)
