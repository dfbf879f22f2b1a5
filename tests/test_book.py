"""The course book's own numbers (chapter 8)."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import runmec

from .positions import matrix

INPUTS = Path(__file__).parent.parent / "inputs"


def run(name: str, **values: float) -> runmec.Result:
    return runmec.run(runmec.read(next(INPUTS.rglob(f"{name}.mec")), set=values))


def test_fig_8_2_1_cylinder_and_bar() -> None:
    """N2 = −F; the cylinder carries G."""
    for F, G in ((120.0, 300.0), (-7.0, 5.0)):
        result = run("fig821_cylinder", F=F, G=G)
        assert result.buffer(101) == pytest.approx([-F])
        assert result.buffer(102) == pytest.approx([G])


def test_fig_8_2_2_slider_crank() -> None:
    """σ^m = −2.9378 Fℓ; the inverse of D: rows (0.7071, −0.7071ℓ), (0.7071, 0.7071ℓ), (0.2989, −1.1154ℓ, 1.1547)."""
    l, F = 0.3, 50.0
    result = run("fig822_slider_crank", l=l, F=F)
    assert result.buffer(103)[0] == pytest.approx(-2.9378 * F * l, rel=2e-5)
    assert [result.buffer(b)[0] for b in (111, 112, 113)] == pytest.approx(
        [-0.7071 * l, 0.7071 * l, -1.1154 * l], abs=2e-5
    )
    inverse = np.linalg.inv(matrix(result, 0))
    book = [[0.7071, 0, -0.7071 * l], [0.7071, 0, 0.7071 * l], [0.2989, 1.1547, -1.1154 * l]]
    np.testing.assert_allclose(inverse, book, atol=6e-5)


def test_8_3_5_rotating_bar() -> None:
    """⅓Mℓω² with the consistent matrix, ½Mℓω² with the mass at the ends; the hinge carries ½Mℓω² each."""
    M, l, w = 2.0, 0.6, 10.0
    result = run("rotating_bar", M=M, l=l, w=w)
    np.testing.assert_allclose(result.buffer(101), M * l * w**2 / 3, rtol=1e-12)
    np.testing.assert_allclose(result.buffer(102), M * l * w**2 / 2, rtol=1e-12)
    hinge = -M * l * w**2 / 2 * (np.cos(w * result.time) - np.sin(w * result.time))
    np.testing.assert_allclose(result.buffer(111), hinge, atol=1e-10)


@pytest.mark.parametrize(
    ("load", "expected"),
    [
        ({"Fx": 1.0, "Fy": 0.0, "Mz": 0.0}, lambda l, EA, EI: (l / EA, 0, 0)),
        ({"Fx": 0.0, "Fy": 1.0, "Mz": 0.0}, lambda l, EA, EI: (0, l**3 / (3 * EI), l**2 / (2 * EI))),
        ({"Fx": 0.0, "Fy": 0.0, "Mz": 1.0}, lambda l, EA, EI: (0, l**2 / (2 * EI), l / EI)),
    ],
)
def test_8_6_2_cantilever(load, expected) -> None:
    l, EA, EI = 1.7, 3e5, 450.0
    result = run("cantilever", l=l, EA=EA, EI=EI, **load)
    tip = [result.buffer(b)[0] for b in (101, 102, 103)]
    assert tip == pytest.approx(expected(l, EA, EI), rel=1e-12, abs=1e-18)
    assert result.buffer(203)[0] == pytest.approx(-(load["Fy"] * l + load["Mz"]))  # clamping moment


def test_table_8_1_half_a_turn_after_the_start() -> None:
    """A (0.1, −0.2), B (0.1, 0.4), coupler point (0.1, 0.1), spring √0.52, all exact."""
    text = (INPUTS / "example8.mec").read_text().replace("0.20944", "(2*pi/30)")
    result = runmec.run(runmec.loads(text))
    at = 60
    for name, value in (
        ("x10", 0.1),
        ("x11", -0.2),
        ("x12", 0.1),
        ("x13", 0.4),
        ("x16", 0.1),
        ("x17", 0.1),
        ("e-1", math.sqrt(0.52)),
    ):
        assert result[name][at] == pytest.approx(value, abs=1e-14)
    assert np.mean(result.buffer(210)[:-1]) == pytest.approx(0, abs=1e-9 * np.max(result.buffer(210)))


def test_8_2_3_support_and_connection_forces_implicit_and_explicit() -> None:
    """Help bars 1 and 2 and the TR1 of Table 8.1 against (8.8), (8.10) of the deck without them."""
    implicit, explicit = run("example8"), run("direct_forces")
    scale = np.max(np.abs(implicit.buffer(202)))
    for ours, theirs in (
        (201, -implicit.buffer(202)),
        (202, -implicit.buffer(201)),
        (208, implicit.buffer(208)),
        (209, implicit.buffer(209)),
    ):
        np.testing.assert_allclose(explicit.buffer(ours), theirs, atol=1e-10 * scale)


def test_8_2_4_connection_forces_implicit_and_explicit() -> None:
    """The TR1 in joint B of Table 8.1 against (8.10), (8.11)."""
    result = run("example8")
    for co_ordinate, buffer in ((12, 208), (13, 209)):
        scale = np.max(np.abs(result.buffer(buffer)))
        np.testing.assert_allclose(result[f"conn 4 {co_ordinate}"], result.buffer(buffer), atol=1e-10 * scale)
