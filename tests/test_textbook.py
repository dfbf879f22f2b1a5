"""Published and textbook cases; closed formulas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runmec

from .linkages import fourbar

INPUTS = Path(__file__).parent.parent / "inputs"
REFERENCE = Path(__file__).parent / "references" / "hoeken_kinetostatics.csv"


def run(name: str, **values: float) -> runmec.Result:
    return runmec.run(runmec.read(next(INPUTS.rglob(f"{name}.mec")), set=values))


def test_hoeken_all_rows() -> None:
    """Chaudhary and Saha (2005): all 361 rows of the reference table to 1e-9."""
    result = run("hoeken")
    table = np.genfromtxt(REFERENCE, delimiter=",", names=True)
    assert len(result) == len(table) == 361
    pairs = [(-result.buffer(200), "tau_Nm"), (-result.buffer(231), "F3x_N"), (-result.buffer(232), "F3y_N")]
    pairs += [
        (result.buffer(b), name)
        for b, name in (
            (211, "F1x_N"),
            (212, "F1y_N"),
            (221, "F2x_N"),
            (222, "F2y_N"),
            (241, "F4x_N"),
            (242, "F4y_N"),
            (101, "Cx_m"),
            (102, "Cy_m"),
        )
    ]
    pairs += [
        (result.time, "t_s"),
        (result["e 8"], "theta1_rad"),
        (result["dx 12"], "omega3_abs_rad_s"),
        (result["ddx 12"], "alpha3_abs_rad_s2"),
        (result["x7"], "O3x_m"),
        (result["x8"], "O3y_m"),
    ]
    for ours, name in pairs:
        np.testing.assert_allclose(ours, table[name], atol=1e-9 * np.max(np.abs(table[name])), err_msg=name)


def test_hoeken_published_figures() -> None:
    result = run("hoeken")
    torque = -result.buffer(200)
    assert (torque.min(), torque.max()) == pytest.approx((-1.1190, 0.9600), abs=5e-5)
    assert (int(np.argmin(torque)), int(np.argmax(torque))) == (16, 338)
    largest = [np.hypot(result.buffer(b), result.buffer(b + 1)).max() for b in (211, 221, 231, 241)]
    assert largest == pytest.approx([40.31, 39.84, 34.23, 34.94], abs=5e-3)
    straight = result.buffer(102)[90:271] * 1000
    assert (straight.min(), straight.max()) == pytest.approx((191.84, 192.17), abs=5e-3)
    assert np.mean(torque[:-1]) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("side", "coupler", "rocker"), [(1, 20.298, 57.325), (-1, -60.98, -98.01)])
def test_fourbar_position_of_both_branches(side: int, coupler: float, rocker: float) -> None:
    result = run("fourbar_textbook", side=side)
    assert np.degrees(result["coupler.angb"][0]) == pytest.approx(coupler, abs=5e-3)
    assert np.degrees(result["rocker.angb"][0]) == pytest.approx(rocker, abs=1e-2)


def test_fourbar_velocity_and_acceleration() -> None:
    result = run("fourbar_textbook")
    assert [result[f"de {link}.angb"][0] for link in ("coupler", "rocker")] == pytest.approx([-4.121, 6.998], abs=5e-4)
    assert [result[f"dde {link}.angb"][0] for link in ("coupler", "rocker")] == pytest.approx(
        [296.089, 470.134], abs=5e-4
    )


@pytest.mark.parametrize(("side", "rod", "slider"), [(1, 152.91, 126.84), (-1, 27.09, -86.84)])
def test_offset_slider_crank(side: int, rod: float, slider: float) -> None:
    result = run("offset_slider_crank", side=side)
    assert np.degrees(result["psi"][0]) == pytest.approx(rod, abs=5e-3)
    assert 1000 * result["s"][0] == pytest.approx(slider, abs=5e-3)
    a = result["phi"]
    closed = 0.04 * np.cos(a) + side * np.sqrt(0.12**2 - (0.04 * np.sin(a) + 0.02) ** 2)
    np.testing.assert_allclose(result["s"], closed, atol=1e-15)


@pytest.mark.parametrize(("crank", "angle"), [(0.0, 26.38), (180.0, 86.42)])
def test_transmission_angle(crank: float, angle: float) -> None:
    result = runmec.run(runmec.loads(fourbar(start=float(np.radians(crank)), moves="")))
    difference = np.degrees(result["e-2"] - result["e-1"])[0]
    assert min(difference, 180 - difference) == pytest.approx(angle, abs=5e-3)


def test_small_transmission_angle_is_told() -> None:
    result = runmec.run(runmec.loads(fourbar(start=0.5)))
    (warning,) = [w for w in result.warnings if w.code == "R452"]
    assert "26.4°" in warning.message


def test_scotch_yoke() -> None:
    r, w, m = 0.05, 20.0, 3.0
    result = run("scotch_yoke", r=r, w=w, m=m)
    a = w * result.time
    np.testing.assert_allclose(result.buffer(101), r * np.cos(a), atol=1e-15)
    np.testing.assert_allclose(result.buffer(102), -r * w**2 * np.cos(a), atol=1e-12)
    # power of the yoke, m·ẍ·ẋ, is driving moment times ω
    np.testing.assert_allclose(-result.buffer(103), m * w**2 * r**2 * np.sin(a) * np.cos(a), atol=1e-12)


def test_shaper_time_ratio() -> None:
    result = run("shaper")
    a = result.buffer(100)
    np.testing.assert_allclose(result.buffer(101), np.arctan2(0.2 + 0.1 * np.sin(a), 0.1 * np.cos(a)), atol=1e-14)
    most, least = int(np.argmax(result.buffer(101))), int(np.argmin(result.buffer(101)))
    back = (least - most) % 360
    assert max(back, 360 - back) == 2 * min(back, 360 - back)


def test_peaucellier_draws_an_exact_straight_line() -> None:
    a, b, c = 0.5, 0.2, 0.2
    result = run("peaucellier", a=a, b=b, c=c)
    np.testing.assert_allclose(result.buffer(101), (a * a - b * b) / (2 * c), atol=1e-14)
    assert np.ptp(result.buffer(102)) > 0.1


def test_gear_pair_over_many_turns() -> None:
    """2a + 3b = 0; J_red = J1 + (2/3)²J2, with J = m·r² of the masses at the ends."""
    result = run("gear_pair")
    assert result.buffer(100)[-1] == pytest.approx(25.0)  # ½·2·5²: almost four turns
    np.testing.assert_allclose(result.buffer(101), -2 / 3 * result.buffer(100), atol=1e-13)
    J = 2 * 0.2**2 + (2 / 3) ** 2 * 0.3**2
    np.testing.assert_allclose(result.buffer(102), J, rtol=1e-13)
    np.testing.assert_allclose(result.buffer(103), -J * 2, rtol=1e-12)


def test_swinging_block_against_its_closed_form() -> None:
    """The rod points from the crank pin to the fixed pivot R."""
    result = run("swinging_block")
    a = result.buffer(100)
    px, py = 0.1 * np.cos(a), 0.1 * np.sin(a)
    reach = np.hypot(0.3 - px, py)
    np.testing.assert_allclose(result.buffer(101), px + 0.55 * (0.3 - px) / reach, atol=1e-14)
    np.testing.assert_allclose(result.buffer(102), py - 0.55 * py / reach, atol=1e-14)
    np.testing.assert_allclose(result.buffer(103), reach, atol=1e-14)


def test_elastic_deviation_grows_with_the_square_of_the_speed() -> None:
    """Only inertia acts: every deformation is proportional to ω²."""
    slow, fast = run("elastic_coupler", w=30), run("elastic_coupler", w=60)
    for buffer in (111, 112, 121, 122):
        change = fast.buffer(buffer)
        np.testing.assert_allclose(change, 4 * slow.buffer(buffer), atol=1e-9 * np.ptp(change))


def test_press_takes_the_work_of_the_process() -> None:
    """Over the whole cycle kinetic and potential energy return; both drives deliver what the process takes."""
    result = run("two_cranks_press")
    power = result["p1"] + result["p2"]
    x, v = result["D.y"], result["dx D.y"]
    F = next(define.value for define in result.deck.defines if define.name.lower() == "f")
    process = F * ((x <= -0.88) & (v <= 0)) * v
    gained = np.gradient(result["ekin"] + result["epot"], result.time)
    np.testing.assert_allclose((power + process)[2:-2], gained[2:-2], atol=5e-3 * np.max(np.abs(power)))
    assert np.min(process) < -100


def traced(lengths: tuple[float, float, float], frame: complex, ratio: complex, A: complex, B: complex) -> complex:
    """The coupler point A + ratio·(B − A) of a four-bar on 0 and `frame`, by runmec.

    `lengths` are crank, coupler, rocker; of A only the direction is used; B is estimated a tenth wrong.
    """
    crank, coupler, rocker = lengths
    offset = coupler * ratio
    points = {1: 0j, 3: frame, 5: A, 7: A + (0.97 + 0.1j) * (B - A), 9: A + ratio * (B - A)}
    numbers = {c + k: part for c, z in points.items() for k, part in enumerate((z.real, z.imag))}
    lines = [f"{'xfix' if c < 5 else 'xmov'} {c} {float(v)!r}" for c, v in numbers.items()]
    paras = (crank, coupler, rocker, offset.real, offset.imag, float(np.angle(A)))
    lines += [f"para {p} {float(v)!r}" for p, v in enumerate(paras, start=1)]
    forms = ("lenl 1", "lenl 2", "lenl 3", "lenu 2", "lenv 2", "angb 1")
    topology = ["elem 1 BIN 1 2 5 6", "2 TR2 5 6 7 8 9 10", "3 BIN 3 4 7 8"]
    topology += [f"form {n} {form} {n} 1" for n, form in enumerate(forms, start=1)]
    text = "\n".join(["KIN ANA", "TOPOLOGY", *topology, "nr dof 1", "GEOMETRY", *lines, "END"])
    result = runmec.run(runmec.loads(text))
    return complex(result["x9"][0], result["x10"][0])


@pytest.mark.parametrize("degrees", [10, 50, 95, 140, 200, 260, 330])
def test_roberts_chebyshev_three_cognates_draw_one_curve(degrees: int) -> None:
    """Lengths of the cognates by the theorem, from λ = (P − A)/(B − A) and the third pivot λd.

    Second linkage: on 0 and λd, |λ| times coupler, crank, rocker; its crank is P − A.
    Third linkage: on d and λd, |1 − λ| times coupler, rocker, crank; its crank is P − B.
    """
    crank, coupler, rocker, d, ratio = 0.1, 0.26, 0.22, 0.28 + 0j, 0.6 + 0.5j
    A = crank * np.exp(1j * np.radians(degrees))
    along = (coupler**2 - rocker**2 + abs(d - A) ** 2) / (2 * abs(d - A))
    B = A + (d - A) / abs(d - A) * (along + 1j * np.sqrt(coupler**2 - along**2))
    P = A + ratio * (B - A)  # closed form
    first = traced((crank, coupler, rocker), d, ratio, A, B)
    one, other = abs(ratio), abs(1 - ratio)
    second = traced((one * coupler, one * crank, one * rocker), ratio * d, 1 / ratio, P - A, P - A + ratio * A)
    # from d; the coupler of the third runs from d + P − B along (1 − λ)(B − d)
    start = P - B
    third = d + traced(
        (other * coupler, other * rocker, other * crank),
        (ratio - 1) * d,
        1 / (1 - ratio),
        start,
        start + (1 - ratio) * (B - d),
    )
    for found in (first, second, third):
        assert abs(found - P) < 1e-13
