"""Units have dimensions: what a number with a unit may stand for, and in which units a deck is shown."""

from __future__ import annotations

import json
from math import pi
from pathlib import Path

import pytest

import runmec
from runmec.deck.unit_sets import SHOWN
from runmec.deck.units import measured, unit_of
from runmec.dimensions import CURRENT, FORCE, LENGTH, MASS, MOMENT, POWER, PRESSURE, VOLTAGE, VOLUME, Dimension
from runmec.results.output import write_output

PISTON = """DYN ANA
UNITS SI
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 2in 0
  point B 10in 0 fixed y
DYNAMICS
  inertia B 2lb
  force B -10lbf 0
STORAGE
  bufinp crank.angb phi
  bufreac O fx fy
  bufx0 B.x x
  bufdrive crank.angb M
BEGINPIC
  plotcurv phi x
ENDPIC
MOVEMENT
  tstepe 4 1s 60rpm 0
END
"""


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        # exact by definition: inch, pound and pound-force of 1959; the others follow from them
        ("10in", 0.254, LENGTH),
        ("1ft", 0.3048, LENGTH),
        ("1yd", 0.9144, LENGTH),
        ("1mil", 2.54e-5, LENGTH),
        ("1lb", 0.45359237, MASS),
        ("16oz", 0.45359237, MASS),
        ("1slug", 4.4482216152605 / 0.3048, MASS),
        ("1lbf", 0.45359237 * 9.80665, FORCE),
        ("16ozf", 0.45359237 * 9.80665, FORCE),
        ("1kip", 453.59237 * 9.80665, FORCE),
        ("1lbf*ft", 4.4482216152605 * 0.3048, MOMENT),
        ("1psi", 4.4482216152605 / 0.0254**2, PRESSURE),
        ("1ksi", 4448.2216152605 / 0.0254**2, PRESSURE),
        ("1hp", 550 * 4.4482216152605 * 0.3048, POWER),
        ("50Hz", 50.0, Dimension(s=-1)),
        ("2l", 0.002, VOLUME),
        ("24V", 24.0, VOLTAGE),
        ("3A", 3.0, CURRENT),
        ("2ohm", 2.0, VOLTAGE.times(CURRENT, -1)),
        ("4H", 4.0, VOLTAGE.times(CURRENT, -1).times(Dimension(s=1))),
        ("60rpm", 2 * pi, Dimension(rad=1, s=-1)),
        ("9.81m/s2", 9.81, Dimension(m=1, s=-2)),
    ],
)
def test_factors_and_dimensions(text: str, value: float, dimension: Dimension) -> None:
    found = measured(text)
    assert found is not None
    assert found.value == pytest.approx(value, rel=2e-15)
    assert found.dimension == dimension


def test_products_of_electrical_units_are_mechanical_ones() -> None:
    for electrical, mechanical in (("V*A", "W"), ("ohm*A^2", "W"), ("H*A^2", "J"), ("V*A*s", "Nm")):
        assert unit_of(electrical) == unit_of(mechanical)


@pytest.mark.parametrize("text", ["(-10lbf)", "(-(5lbf+5lbf))", "-10lbf"])
def test_units_behind_numbers_in_parentheses(text: str) -> None:
    deck = runmec.loads(PISTON.replace("-10lbf", text))
    assert runmec.run(deck)["M"][1] == runmec.run(runmec.loads(PISTON))["M"][1]


@pytest.mark.parametrize("text", ["m0", "Nm/0", "m^5", "km^300", "m^-2", "m m", "N/mm?", "", "1"])
def test_what_only_begins_like_a_unit_is_none(text: str) -> None:
    assert unit_of(text) is None


def test_a_unit_of_one_letter_is_a_unit_only_behind_its_number() -> None:
    """`N` and `in` stay names."""
    text = PISTON.replace("TOPOLOGY", "DEFINE\n  N 3\nTOPOLOGY").replace("-10lbf", "(-N*2N)")
    assert runmec.run(runmec.loads(text))["M"][1] == runmec.run(runmec.loads(PISTON.replace("-10lbf", "-6N")))["M"][1]


@pytest.mark.parametrize(
    ("old", "new", "found", "wanted"),
    [
        ("-10lbf", "-10N/mm", "a stiffness [N/m]", "a force [N]"),
        ("2lb", "5mm", "a length [m]", "a mass [kg]"),
        ("2lb", "2rad", "an angle [rad]", "a mass [kg]"),
        ("4 1s", "4 300rpm", "an angular velocity [rad/s]", "a time [s]"),
        ("60rpm", "1Hz", "a frequency [Hz]", "an angular velocity [rad/s]"),
        ("A 2in", "A 2deg", "an angle [rad]", "a length [m]"),
    ],
)
def test_a_number_of_another_dimension_names_both(old: str, new: str, found: str, wanted: str) -> None:
    with pytest.raises(runmec.DeckError) as raised:
        runmec.loads(PISTON.replace(old, new))
    (told,) = raised.value.diagnostics
    assert told.code == "D123"
    assert found in told.message
    assert wanted in told.message


def test_torque_and_energy_are_one_dimension_and_radians_are_numbers() -> None:
    runmec.loads(PISTON.replace("60rpm 0", "6.2rad/s 3rad/s^2"))
    text = PISTON.replace("DYN ANA", "DYN SIM").replace("tstepe 4 1s 60rpm 0", "tstepf 4 1ms 1")
    runmec.loads(text.replace("DYNAMICS\n", "DYNAMICS\n  motor crank.angb const 3J\n"))


def test_files_stay_in_si_and_tables_are_shown_in_the_set(tmp_path: Path) -> None:
    """1 in = 0.0254 m, 1 lbf = 4.4482216152605 N."""
    said = {}
    for units in ("SI", "SI mm", "US"):
        folder = tmp_path / units
        deck = runmec.loads(PISTON.replace("UNITS SI", f"UNITS {units}"), name="piston.mec")
        result = runmec.run(deck)
        write_output(result, folder, [])
        units_said = json.loads((folder / "run.json").read_text(encoding="utf-8"))["units"]
        said[units] = ((folder / "buffers.csv").read_text(), (folder / "joints.csv").read_text(), units_said)
    assert said["SI"] == said["SI mm"] == said["US"]
    assert said["US"][2]["fx"] == "N"
    result = runmec.run(runmec.loads(PISTON.replace("UNITS SI", "UNITS US")))
    x, M = result.unit("x"), result.unit("M")
    assert (x.shown, M.shown, result.unit("phi").shown) == ("in", "lbf·in", "°")
    assert x.number(result["x"][0]) == pytest.approx(10, rel=1e-15)
    assert M.number(4.4482216152605 * 0.0254) == pytest.approx(1, rel=1e-15)


def test_sets_show_what_the_language_says() -> None:
    assert SHOWN["SI mm"][LENGTH] == ("mm", 0.001)
    assert SHOWN["SI mm"][PRESSURE] == ("MPa", 1e6)
    assert {SHOWN["US"][d][0] for d in (LENGTH, FORCE, MOMENT, PRESSURE, MASS)} == {"in", "lbf", "lbf·in", "psi", "lb"}


def test_axes_of_pictures_carry_the_set() -> None:
    figure = runmec.run(runmec.loads(PISTON.replace("UNITS SI", "UNITS US"))).plot("phi", "x")
    axes = figure.axes[0]
    assert "[in]" in axes.get_ylabel()
    figure.draw_without_rendering()
    shown = [text.get_text() for text in axes.get_yticklabels()]
    assert "8.0" in shown  # the crank pin goes over four inches about eight
