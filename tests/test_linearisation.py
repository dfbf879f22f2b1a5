"""Small vibrations and buckling against closed forms: M, C, K, frequencies, load factors."""

from __future__ import annotations

from math import cos, pi, sin, sqrt, tan, tanh

import numpy as np
import pytest

import runmec
from runmec import DeckError

from .elastic_decks import column, pinned_column, turning_arm


def calculated(deck: str) -> runmec.Result:
    return runmec.run(runmec.loads(deck))


def tip_stiffness(deck: str, tip: str) -> float:
    """Force at the tip across the column for a unit displacement there."""
    result = calculated(deck)
    linear = result.linearise(1)
    at = result.mechanism.index[result.deck.names.find("coordinate", tip)]
    return float(1.0 / (linear.transfer[at] @ np.linalg.solve(linear.K, linear.transfer[at])))


PENDULUM = """DYN SIM
TOPOLOGY
elem rod BIN A B
input rod.angb
GEOMETRY
point A 0 0 fixed
point B {x!r} {y!r}
DYNAMICS
inertia B 2
gravity 9.81 (-pi/2)
motor rod.angb {motor}
STORAGE
bufeig 1 f
MOVEMENT
tstepf 1 1e-6 {speed!r}
END
"""


@pytest.mark.parametrize("angle", [-1.5, -0.7, 0.4, 1.2])
def test_pendulum_beside_its_rest_position(angle: float) -> None:
    """K = −∂/∂φ(−m g l cos φ) = −m g l sin φ; frequencies −√ where it is below zero."""
    deck = PENDULUM.format(x=0.5 * cos(angle), y=0.5 * sin(angle), motor="zero", speed=3.0)
    result = calculated(deck)
    linear = result.linearise(1)
    stiffness = -2 * 9.81 * 0.5 * sin(angle)
    assert linear.M[0, 0] == pytest.approx(0.5, rel=1e-13)
    assert linear.K[0, 0] == pytest.approx(stiffness, rel=1e-11)
    assert abs(linear.C[0, 0]) < 1e-10
    expected = np.sign(stiffness) * sqrt(abs(stiffness) / 0.5) / (2 * pi)
    assert result["f"][0] == pytest.approx(expected, rel=1e-11)


def test_inverted_pendulum_with_a_spring_is_stable_if_the_spring_is_stiff_enough() -> None:
    """K = c − m g l: zero at c = 9.81, where no stiffness is left."""
    for c, expected in ((12.0, sqrt((12.0 - 9.81) / 0.5)), (9.81, 0.0), (8.0, -sqrt((9.81 - 8.0) / 0.5))):
        deck = PENDULUM.format(x=0.0, y=0.5, motor=f"spring {c!r} {-c * pi / 2!r}", speed=0.0)
        assert calculated(deck)["f"][0] == pytest.approx(expected / (2 * pi), rel=1e-9, abs=1e-12)


def test_nothing_that_holds_is_zero() -> None:
    deck = PENDULUM.format(x=0.5, y=0.0, motor="const 3", speed=2.0).replace("gravity 9.81", "gravity 0")
    assert calculated(deck)["f"].tolist() == [0.0, 0.0]


def slider_inertia(phi: float, r: float, l: float) -> tuple[float, float, float]:
    """x'² of the slider of a central slider-crank and its first and second derivatives to the crank angle.

    By Taylor arithmetic: x = r cos φ + √(l² − r² sin² φ), its derivatives to third order written out.
    """
    s, c = sin(phi), cos(phi)
    w = sqrt(l * l - r * r * s * s)
    w1 = -r * r * s * c / w
    w2 = -(r * r * (c * c - s * s) + w1 * w1) / w
    w3 = (4 * r * r * s * c - 3 * w1 * w2) / w
    x1, x2, x3 = -r * s + w1, -r * c + w2, r * s + w3
    return x1 * x1, 2 * x1 * x2, 2 * (x2 * x2 + x1 * x3)


@pytest.mark.parametrize("phi", [0.02, 0.6, 1.7, 3.1])
def test_slider_crank_in_motion(phi: float) -> None:
    """J φ̈ + ½J'φ̇² = M: C = J'φ̇, K = J'φ̈ + ½J''φ̇², of a slider of mass 3 on a crank that turns with 7 rad/s."""
    r, l, speed = 0.1, 0.35, 7.0
    x = r * cos(phi) + sqrt(l * l - (r * sin(phi)) ** 2)
    deck = f"""DYN SIM
TOPOLOGY
elem crank BIN O A
elem rod BIN A B
input crank.angb
GEOMETRY
point O 0 0 fixed
point A {r * cos(phi)!r} {r * sin(phi)!r}
point B {x!r} 0 fixed y
DYNAMICS
inertia B.x 3
inertia A 0.01
motor crank.angb const 0.5
STORAGE
bufdinp2 crank.angb a
MOVEMENT
tstepf 1 1e-6 {speed!r}
END
"""
    result = calculated(deck)
    linear = result.linearise(1)
    a = float(result["a"][0])
    J, J1, J2 = (3.0 * part for part in slider_inertia(phi, r, l))
    size = abs(J1 * a) + abs(0.5 * J2 * speed**2)
    assert linear.M[0, 0] == pytest.approx(J + 0.01 * r * r, rel=1e-12)
    assert linear.C[0, 0] == pytest.approx(J1 * speed, abs=1e-9 * abs(J1 * speed) + 1e-11)
    assert linear.K[0, 0] == pytest.approx(J1 * a + 0.5 * J2 * speed**2, abs=1e-9 * size)


# ---- beams


def test_columns_buckle_at_eulers_loads() -> None:
    """Clamped–free π²/4 and, second, 9π²/4; pinned π² EI/l²."""
    found = calculated(column(8, load=1.0, store="bufbuck 1 first\nbufbuck 2 second\n"))
    assert found["first"][0] == pytest.approx(pi**2 / 4, rel=1e-5)
    assert found["second"][0] == pytest.approx(9 * pi**2 / 4, rel=2e-4)
    assert calculated(pinned_column(8, 1.0))["first"][0] == pytest.approx(pi**2, rel=1e-4)
    errors = [calculated(pinned_column(n, 1.0))["first"][0] / pi**2 - 1 for n in (2, 4)]
    assert 10 < errors[0] / errors[1] < 22  # of fourth order in the length of the beams


def test_a_column_falls_by_its_own_weight() -> None:
    """q l³/EI = 7.837347 (Greenhill: J_{−1/3} vanishes at 1.866351, whose square times 9/4 it is)."""
    deck = column(6, mass=1.0, more="gravity 1 (-pi)\n", store="bufbuck 1 factor\n")
    assert calculated(deck)["factor"][0] == pytest.approx(7.837347, rel=2e-4)


def test_tension_does_not_buckle() -> None:
    found = calculated(column(2, load=-1.0, store="bufbuck 1 factor\n"))
    assert np.isnan(found["factor"][0])


def test_force_along_a_cantilever_changes_the_stiffness_of_its_tip() -> None:
    """Euler–Bernoulli, P of constant direction: P/(tan(k)/k − 1), with tension P/(1 − tanh(k)/k), over 3."""
    for part, printed in ((-1.0, 1.976501), (0.25, 0.752515), (0.75, 0.252668)):
        load = part * pi**2 / 4
        k = sqrt(abs(load))
        exact = load / (tan(k) / k - 1) / 3 if load > 0 else -load / (1 - tanh(k) / k) / 3
        assert exact == pytest.approx(printed, abs=1e-6)
        errors = [tip_stiffness(column(n, load=load), f"P{n}.y") / 3 - exact for n in (2, 4, 8)]
        assert abs(errors[2]) < 4e-6
        assert 10 < errors[0] / errors[1] < 22
        assert 10 < errors[1] / errors[2] < 22


@pytest.mark.parametrize(("speed", "printed"), [(0.0, 3.5160), (4.0, 3.8977), (8.0, 4.6571)])
def test_turning_arm(speed: float, printed: float) -> None:
    """First frequency in its plane, in √(EI/μl⁴), by handbooks; converging from above."""
    found = [2 * pi * calculated(turning_arm(n, speed, "DYN ANA"))["first"][1] for n in (4, 6)]
    assert found[1] == pytest.approx(printed, rel=4e-4)
    assert found[1] < found[0] + 1e-9
    better = found[1] + (found[1] - found[0]) / (1.5**4 - 1)  # of fourth order
    assert better == pytest.approx(printed, abs=4e-4)


def test_arm_turns_alike_in_both_jobs() -> None:
    one, other = (calculated(turning_arm(2, 4.0, job))["first"][1] for job in ("DYN ANA", "DYN SIM"))
    assert one == pytest.approx(other, rel=1e-9)


def test_freedoms_without_mass_follow() -> None:
    """A mass at the tip of a cantilever without mass: ω² = 3EI/ml³; the angles move none."""
    deck = column(3, EI=5.0, store="bufeig 1 f\nbufeig 3 none\n", more="inertia P3 2\n")
    found = calculated(deck)
    assert 2 * pi * found["f"][0] == pytest.approx(sqrt(3 * 5.0 / 2.0), rel=1e-9)
    assert np.isnan(found["none"][0])


# ---- what is refused


def test_more_vibrations_than_freedoms_are_refused() -> None:
    with pytest.raises(DeckError, match="number 3 of 2 freedoms"):
        runmec.loads(column(1, store="bufeig 3 f\n"))
    with pytest.raises(DeckError, match="number 0 of a vibration"):
        runmec.loads(column(1, store="bufbuck 0 f\n"))
    rigid = column(1, store="bufeig 1 f\n").replace("stiff e0 0.0 1.0\n", "")
    with pytest.raises(DeckError, match="nothing can vibrate"):
        runmec.loads(rigid)


def test_a_statically_indeterminate_structure_has_one_parameter_more_than_needed() -> None:
    """A column that is clamped at one end and held at the other has one support too many."""
    deck = column(2, load=1.0).replace("point P2 1.0 0", "point P2 1.0 0 fixed y")
    assert len(runmec.loads(deck).structure.surplus) == 1
