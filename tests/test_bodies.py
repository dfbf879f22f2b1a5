"""Bodies with mass centres, pin forces between links, calculated buffers: against Newton and Euler for every link."""

from __future__ import annotations

import numpy as np
import pytest

import runmec
from runmec.deck.numbering import number_text

from .test_free_body_pictures import missing

DECK = """DYN ANA ; four-bar with mass centres
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 100mm 0 fixed
  point A 30mm 26mm
  point B 120mm 70mm
  para crank.lenl 40mm
  para coupler.lenl 120mm
  para rocker.lenl 80mm
  para crank.angb 40deg
DYNAMICS
  body crank 0.5 10mm 5mm 1e-4
  body coupler 1.2 50mm 20mm 2e-3
  body rocker 0.8 40mm -10mm 8e-4
  gravity 9.81 (-pi/2)
STORAGE
  bufpin coupler A ax ay
  bufpin coupler B bx by
  bufreac A0 a0x a0y
  bufreac B0 b0x b0y
  bufdrive crank.angb M
  bufcalc (sqrt(buf(ax)^2 + buf(ay)^2) + 0*t) pin
  bufepot V
  bufekin T
MOVEMENT
  tstepe 72 (2*pi/25) 25 15
END
"""
LENGTHS = {"crank": 0.04, "coupler": 0.12, "rocker": 0.08}
BODIES = {
    "crank": (0.5, 0.01 + 0.005j, 1e-4),
    "coupler": (1.2, 0.05 + 0.02j, 2e-3),
    "rocker": (0.8, 0.04 - 0.01j, 8e-4),
}


def newton_euler(phi: float, omega: float, alpha: float) -> dict[str, complex | float]:
    """Forces of an open four-bar on 0 and 0.1 by its loop equation and nine equations of motion."""
    a, b, c = LENGTHS.values()
    A, B0 = a * np.exp(1j * phi), 0.1 + 0j
    reach = abs(B0 - A)
    along = (b * b - c * c + reach * reach) / (2 * reach)
    B = A + (along + 1j * np.sqrt(b * b - along * along)) * (B0 - A) / reach
    e = {"crank": np.exp(1j * phi), "coupler": (B - A) / b, "rocker": (B - B0) / c}
    # a·i·ω·e1 + b·i·ω2·e2 = c·i·ω3·e3, and the same differentiated
    system = np.array(
        [
            [(b * 1j * e["coupler"]).real, -(c * 1j * e["rocker"]).real],
            [(b * 1j * e["coupler"]).imag, -(c * 1j * e["rocker"]).imag],
        ]
    )
    right = -a * 1j * omega * e["crank"]
    w2, w3 = np.linalg.solve(system, [right.real, right.imag])
    right = -a * (1j * alpha - omega**2) * e["crank"] + b * w2**2 * e["coupler"] - c * w3**2 * e["rocker"]
    q2, q3 = np.linalg.solve(system, [right.real, right.imag])
    turning = {"crank": (omega, alpha), "coupler": (w2, q2), "rocker": (w3, q3)}
    pivot = {"crank": 0j, "coupler": A, "rocker": B0}
    pivot_acceleration = {"crank": 0j, "coupler": a * (1j * alpha - omega**2) * e["crank"], "rocker": 0j}
    # unknown: A0 on crank, crank on coupler at A, coupler on rocker at B, B0 on rocker (x, y each), M
    rows, sides = [], []
    V = T = 0.0
    for link, acting in (
        ("crank", ((0, 0j, 1), (1, A, -1))),
        ("coupler", ((1, A, 1), (2, B, -1))),
        ("rocker", ((2, B, 1), (3, B0, 1))),
    ):
        mass, place, J = BODIES[link]
        w, q = turning[link]
        r = place * e[link]
        C = pivot[link] + r
        inertia = mass * (pivot_acceleration[link] + (1j * q - w * w) * r) + 1j * mass * 9.81
        fx, fy, moment = np.zeros(9), np.zeros(9), np.zeros(9)
        for k, at, sign in acting:
            arm = at - C
            fx[2 * k], fy[2 * k + 1] = sign, sign
            moment[2 * k], moment[2 * k + 1] = -sign * arm.imag, sign * arm.real
        if link == "crank":
            moment[8] = 1.0
        rows += [fx, fy, moment]
        sides += [inertia.real, inertia.imag, J * q]
        V += mass * 9.81 * C.imag
        velocity = (1j * omega * A if link == "coupler" else 0j) + 1j * w * r
        T += 0.5 * mass * abs(velocity) ** 2 + 0.5 * J * w * w
    x = np.linalg.solve(np.array(rows), np.array(sides))
    return {
        "a0": complex(x[0], x[1]),
        "a": complex(x[2], x[3]),
        "b": -complex(x[4], x[5]),
        "b0": complex(x[6], x[7]),
        "M": float(x[8]),
        "V": V,
        "T": T,
    }


@pytest.fixture(scope="module")
def result() -> runmec.Result:
    return runmec.run(runmec.loads(DECK))


def stored(result: runmec.Result, name: str) -> np.ndarray:
    number = result.deck.names.find("buffer", name)
    assert number is not None
    return result.buffers[number]


def test_pin_forces_and_drive_are_those_of_newton_and_euler(result: runmec.Result) -> None:
    for k, t in enumerate(result.time):
        expected = newton_euler(np.radians(40) + 25 * t + 7.5 * t * t, 25 + 15 * t, 15.0)
        for name in ("a", "b", "a0", "b0"):
            found = complex(stored(result, f"{name}x")[k], stored(result, f"{name}y")[k])
            assert abs(found - expected[name]) < 1e-9 * 200, (k, name)
        assert stored(result, "M")[k] == pytest.approx(expected["M"], abs=1e-9)
        assert stored(result, "pin")[k] == pytest.approx(abs(expected["a"]), abs=1e-8)
        assert stored(result, "V")[k] == pytest.approx(expected["V"], abs=1e-12)
        assert stored(result, "T")[k] == pytest.approx(expected["T"], abs=1e-12)
    assert result.trust.worst < 1e-13


def test_a_link_of_two_elements_has_one_pin_force() -> None:
    """The coupler as a bar with a plate on the same points: the pin force is that of both together, as of one."""
    text = (
        DECK.replace("elem rocker", "elem plate TR2 A B C\n  elem rocker")
        .replace("  point B 120mm 70mm", "  point B 120mm 70mm\n  point C 60mm 90mm")
        .replace("DYNAMICS", "  para plate.lenu 50mm\n  para plate.lenv 20mm\nDYNAMICS\n  inertia C 0")
        .replace("body coupler", "body plate")
    )
    one, two = runmec.run(runmec.loads(DECK)), runmec.run(runmec.loads(text))
    for name in ("ax", "ay", "bx", "by", "a0x", "M"):
        np.testing.assert_allclose(stored(two, name), stored(one, name), atol=1e-9)


def test_a_body_falls_as_galilei_says() -> None:
    """Free motion of a pendulum that is one body: J_P·φ'' = −m·g·r·sin; small energy drift, period by the integral."""
    text = """DYN SIM
TOPOLOGY
  elem bar BIN O E
  input bar.angb
GEOMETRY
  point O 0 0 fixed
  point E 1 0
DYNAMICS
  body bar 2 0.3 0.4 0.1
  gravity 9.81 (-pi/2)
MOVEMENT
  integr dop853 1e-10
  tstepf 40 2 0
END
"""
    result = runmec.run(runmec.loads(text))
    from scipy.integrate import solve_ivp

    r, lean, J = 0.5, np.arctan2(0.4, 0.3), 0.1 + 2 * 0.25
    exact = solve_ivp(
        lambda t, y: [y[1], -2 * 9.81 * r * np.cos(y[0] + lean) / J],
        (0, 2),
        [0, 0],
        t_eval=result.time,
        rtol=1e-12,
        atol=1e-12,
    )
    np.testing.assert_allclose(result.positions.inputs[0], exact.y[0], atol=2e-8)
    assert result.energy_drifts[0][0] < 1e-8


# ---- masses of what has an angle


def crank(mass: str, topology: str = "", wheel: str = "") -> str:
    return f"""DYN ANA ; a crank with an angle, a rod, and a wheel out of balance on the rod's end
UNITS SI
TOPOLOGY
  elem crank TR1 O b A lenu 48mm lenv 14mm
  elem rod BIN A B lenl 220mm
{topology}  elem wheel TR1 B c B free
  input crank.angb wheel.angb
GEOMETRY
  point O 0 0 fixed
  angle b 0.3
  angle c 0.2
  point A 40mm 30mm
  point B 260mm 12mm fixed y
DYNAMICS
  {mass}
  {wheel}
  gravity 9.81 -1.1
  damping 2 0
STORAGE
  bufpin crank O ox oy
  bufpin rod B bx by
  bufdrive crank.angb T
  bufdrive wheel.angb W
  bufshake sx sy sm 0.1 -0.02
  bufcm cx cy
  bufekin K
  bufepot V
MOVEMENT
  tstepe 24 0.15 40 120 -30 70
END
"""


@pytest.mark.parametrize("mass", ["body {} 1.2 0.011 -0.004 2e-3", "uniform {} 1.2"])
def test_mass_on_an_element_with_an_angle_is_that_of_a_bar_beside_it(mass: str) -> None:
    one = runmec.run(runmec.loads(crank(mass.format("crank"))))
    two = runmec.run(runmec.loads(crank(mass.format("beside"), "  elem beside BIN O A free\n")))
    for name in ("ox", "oy", "T", "sx", "sm", "cx", "K", "V"):
        np.testing.assert_allclose(one[name], two[name], rtol=1e-13, atol=1e-13)
    first = one.deck.stores[0].buffer
    np.testing.assert_array_equal(runmec.run(runmec.loads(number_text(one.deck)))[first], one["ox"])


def test_a_wheel_out_of_balance() -> None:
    """An element whose two points are one: u and v turn with its angle, as with a bar of that direction."""
    mass = "body wheel 0.8 0.03 -0.01 4e-4"
    one = runmec.run(runmec.loads(crank(mass)))
    two = runmec.run(
        runmec.loads(
            crank(mass.replace("wheel", "spoke"), "  elem spoke TR1 B c S\n").replace(
                "  point O", "  point S (0.26+0.1*cos(0.2)) (0.012+0.1*sin(0.2))\n  point O"
            )
        )
    )
    for name in ("bx", "by", "T", "W", "sx", "sy", "sm", "cx", "cy", "K", "V"):
        np.testing.assert_allclose(one[name], two[name], rtol=1e-11, atol=1e-11)
    assert one.trust.worst < 1e-12
    assert missing(one, "wheel", 5) < 1e-12
