"""Words of STORAGE about forces as a whole: sizes at pins, moments at hinges, what the frame feels of moving mass.

Accelerations of a four-bar are those of its closed form, differentiated by differences of sixth order in time; in space
the frame's own forces, with neither weight nor loads, are the other side of momentum.
"""

from __future__ import annotations

import cmath
from math import acos, cos, pi, sin

import numpy as np
import pytest

import runmec

W = 3.1  # rad/s
R, L, S, D = 0.11, 0.35, 0.24, 0.4  # crank, coupler, rocker, frame
FOUR_BAR = f"""DYN ANA ; four-bar
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker TR1 B0 b B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 {D} 0 fixed
  angle b 0
  point A 0.09 0.05
  point B 0.38 0.23
  point C 0.2 0.3
  para crank.lenl {R}
  para crank.angb 0.4
  para coupler.lenl {L}
  para coupler.lenu 0.1
  para coupler.lenv 0.07
  para rocker.lenu {S}
  para rocker.lenv 0
DYNAMICS
  uniform crank 0.5
  body coupler 1.3 0.15 0.04 0.02
  inertia b 0.03
  inertia C 0.7
  gravity 9.81 -1.5708
  force C 20 -7
STORAGE
  bufpin coupler B fx fy f
  bufpin rocker b turned
  bufmu coupler rocker mu
  bufmu crank 0 mu0
  bufshake sx sy sm 0.05 (0.01+0.02)
  bufcm cx cy
MOVEMENT
  tstepe 40 {2 * pi / W} {W} 0
END
"""


def of_four_bar(t: float) -> list[complex]:
    """A, B, C and the coupler's mass centre; the coupler's direction; the rocker's angle as a direction."""
    A = R * cmath.exp(1j * (0.4 + W * t))
    to_B0 = D - A
    d = abs(to_B0)
    open_by = acos((L * L + d * d - S * S) / (2.0 * L * d))
    way = to_B0 / d * cmath.exp(1j * open_by)
    B = A + L * way
    return [A, B, A + way * (0.1 + 0.07j), A + way * (0.15 + 0.04j), way, (B - D) / S]


def accelerations(t: float) -> list[complex]:
    h = 2e-3
    weights = {0: -49.0 / 18.0, 1: 1.5, 2: -0.15, 3: 1.0 / 90.0}
    return [sum(weights[abs(k)] * of_four_bar(t + k * h)[at] for k in range(-3, 4)) / h**2 for at in range(6)]


def turning(way: complex, change: complex) -> float:
    """The angular acceleration of a direction e^iα, whose second derivative is (iα̈ − α̇²)·e^iα."""
    return (change / way).imag


def test_the_frame_feels_minus_mass_times_acceleration() -> None:
    result = runmec.run(runmec.loads(FOUR_BAR))
    about = 0.05 + 0.03j
    for row, t in enumerate(result.time):
        A, _, C, G, way, rocker = of_four_bar(float(t))
        a = accelerations(float(t))
        pushes = [(A / 2.0, 0.5 * a[0] / 2.0), (G, 1.3 * a[3]), (C, 0.7 * a[2])]
        force = -sum(push for _, push in pushes)
        moment = -sum(((r - about).conjugate() * push).imag for r, push in pushes)
        moment -= (
            0.5 * R**2 / 12.0 * turning(A / R, a[0] / R) + 0.02 * turning(way, a[4]) + 0.03 * turning(rocker, a[5])
        )
        assert [result[name][row] for name in ("sx", "sy", "sm")] == pytest.approx(
            [force.real, force.imag, moment], rel=1e-6, abs=1e-6
        )
        centre = (0.5 * A / 2.0 + 1.3 * G + 0.7 * C) / 2.5
        assert [result["cx"][row], result["cy"][row]] == pytest.approx([centre.real, centre.imag], abs=1e-12)


def test_angles_between_lines() -> None:
    result = runmec.run(runmec.loads(FOUR_BAR))
    for row, t in enumerate(result.time):
        d2 = abs(D - of_four_bar(float(t))[0]) ** 2
        between = acos((L * L + S * S - d2) / (2.0 * L * S))
        assert result["mu"][row] == pytest.approx(min(between, pi - between), abs=1e-9)
        crank = (0.4 + W * t) % pi
        assert result["mu0"][row] == pytest.approx(min(crank, pi - crank), abs=1e-9)


def test_the_size_of_a_pin_force() -> None:
    result = runmec.run(runmec.loads(FOUR_BAR))
    assert np.allclose(result["f"], np.hypot(result["fx"], result["fy"]), rtol=1e-14)


def test_what_turns_with_one_link_alone_is_nothing_that_others_do_to_it() -> None:
    """The disc on the rocker's shaft, and the load and the mass at C."""
    result = runmec.run(runmec.loads(FOUR_BAR.replace("  bufmu crank", "  bufpin coupler C lx ly l\n  bufmu crank")))
    assert all(np.all(np.asarray(result[name]) == 0.0) for name in ("turned", "lx", "ly", "l"))


def test_the_moment_that_a_common_angle_passes_on() -> None:
    """Two arms on one shaft: what is lost at the second one the first one gives it."""
    deck = """DYN ANA ; two arms that keep one direction
UNITS SI
TOPOLOGY
  elem one TR1 P b A
  elem two TR1 Q b B
  input one.angb
GEOMETRY
  point P 0 0 fixed
  point Q 1 0 fixed
  angle b 0
  point A 0.3 0.1
  point B 1.2 0
DYNAMICS
  force A 7 2
  force B 0 -50
STORAGE
  bufpin two b m
  bufpin one b n
MOVEMENT
  stepe 6 90deg
END
"""
    result = runmec.run(runmec.loads(deck))
    lever = 0.2 * np.cos(np.linspace(0, pi / 2, 7))
    np.testing.assert_allclose(result["m"], 50 * lever, atol=1e-12)
    np.testing.assert_allclose(result["n"], -50 * lever, atol=1e-12)


HINGED = """DYN ANA ; a solid on a hinge, neither weight nor loads
UNITS SI
TOPOLOGY
  elem arm TR1S O l P
  elem h HINGE f l
  input h.angx
GEOMETRY
  point O 0.1 0.2 0.3 fixed
  point P 0.4 0.2 0.3
  turn f fixed
  turn l
  axle h 0 0 1
DYNAMICS
  solid arm 2 0.15 0.02 0.04 0.01 0.02 0.03 0.001 0.002 0.003
STORAGE
  bufshake fx fy fz mx my mz 0.1 0.2 0.3
  bufcm cx cy cz
  bufpin arm O px py pz p
  bufpinm arm l lx ly lz lm
MOVEMENT
  tstepe 12 1 5 2
END
"""


def test_moments_and_forces_on_a_link_by_itself_are_no_hinge() -> None:
    """What the hinge gives is less by the moment that acts on the arm; nobody else is at its end."""
    plain = runmec.run(runmec.loads(HINGED))
    loads = "DYNAMICS\n  moment l 0.3 -0.4 0.5\n  force P 3 -2 1"
    asked = "STORAGE\n  bufpin arm P ex ey ez e"
    loaded = runmec.run(runmec.loads(HINGED.replace("DYNAMICS", loads).replace("STORAGE", asked)))
    assert all(np.all(np.asarray(loaded[name]) == 0.0) for name in ("ex", "ey", "ez", "e"))
    for row, t in enumerate(map(float, plain.time)):
        turn = 5.0 * t + t * t
        arm, push = np.array([0.3 * cos(turn), 0.3 * sin(turn), 0.0]), np.array([3.0, -2.0, 1.0])
        less = np.cross(arm, push) + np.array([0.3, -0.4, 0.5])
        change = [loaded[name][row] - plain[name][row] for name in ("lx", "ly", "lz")]
        assert change == pytest.approx(-less, abs=1e-9)


def test_a_body_that_turns_about_an_axle() -> None:
    """F = m(ω²r − α e×r); about the axle through O: Jzz α, and the products of inertia about O with ω² and α."""
    result = runmec.run(runmec.loads(HINGED))
    m, (u, v, w) = 2.0, (0.15, 0.02, 0.04)
    Ixz, Iyz = 0.002 - m * u * w, 0.003 - m * v * w  # about O; entries of the tensor
    Izz = 0.03 + m * (u * u + v * v)
    for row, t in enumerate(map(float, result.time)):
        turn, speed, change = 5.0 * t + t * t, 5.0 + 2.0 * t, 2.0
        c, s = cos(turn), sin(turn)
        rx, ry = c * u - s * v, s * u + c * v
        xz, yz = c * Ixz - s * Iyz, s * Ixz + c * Iyz
        shaken = [
            m * (speed**2 * rx + change * ry),
            m * (speed**2 * ry - change * rx),
            0.0,
            -(xz * change - yz * speed**2),
            -(yz * change + xz * speed**2),
            -Izz * change,
        ]
        found = [result[name][row] for name in ("fx", "fy", "fz", "mx", "my", "mz")]
        assert found == pytest.approx(shaken, abs=1e-9)
        assert [result[name][row] for name in ("cx", "cy", "cz")] == pytest.approx([0.1 + rx, 0.2 + ry, 0.3 + w])
        held = [result[name][row] for name in ("px", "py", "pz", "lx", "ly", "lz")]
        assert held == pytest.approx([-part for part in shaken], abs=1e-9)  # the hinge's drive included
        assert result["p"][row] == pytest.approx(float(np.linalg.norm(held[:3])))
        assert result["lm"][row] == pytest.approx(float(np.linalg.norm(held[3:])))


def test_without_moving_mass_there_is_no_centre() -> None:
    text = FOUR_BAR[: FOUR_BAR.index("  uniform")] + "  inertia A0 3\n" + FOUR_BAR[FOUR_BAR.index("  gravity") :]
    result = runmec.run(runmec.loads(text))
    assert np.all(np.isnan(result["cx"]))
    assert not np.any(result["sm"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bufshake a1 a2 a3 a4 a5 a6", "D271"),
        ("bufcm a1 a2 a3", "D271"),
        ("bufmu coupler coupler a1", "D270"),
        ("bufpinm coupler b a1 a2 a3", "D221"),
        ("bufpin coupler B a1 a2 a3 a4", "D111"),
    ],
)
def test_lines_that_do_not_fit(line: str, code: str) -> None:
    with pytest.raises(runmec.DeckError) as fault:
        runmec.loads(FOUR_BAR.replace("STORAGE\n", f"STORAGE\n  {line}\n"))
    assert [told.code for told in fault.value.diagnostics if told.level == "error"] == [code]


@pytest.mark.parametrize("text", [FOUR_BAR, HINGED])
def test_in_numbers_it_is_the_same(text: str) -> None:
    deck = runmec.loads(text)
    from runmec.deck.numbering import number_text

    again = runmec.loads(number_text(deck))
    assert again == deck
    assert np.allclose(list(runmec.run(again).values()), list(runmec.run(deck).values()), equal_nan=True)


def test_what_is_asked_for_without_a_buffer() -> None:
    result = runmec.run(runmec.loads(HINGED))
    assert np.allclose(result["pinm arm l"], [result["lx"], result["ly"], result["lz"]])
    assert result["shake"].shape == (6, len(result))
    assert np.allclose(result["cm"], [result["cx"], result["cy"], result["cz"]])
