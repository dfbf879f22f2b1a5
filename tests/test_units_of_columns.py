"""Units where columns have a dimension: each wrong one is an error that names both, each right one is taken."""

from __future__ import annotations

import pytest

import runmec
from runmec.deck import check
from runmec.deck.units import in_si

DECK = """DYN SIM
{units}
TOPOLOGY
  elem crank BIN O A
  elem way BIN O B free
  elem leaf BEAM O a0 P aP
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A {a} 0.2
  point B 3 0 fixed
  point P 1 1
  angle a0 0 fixed
  angle aP 0
  {geometry}
DYNAMICS
  inertia A 1
  {dynamics}
MOVEMENT
  {movement}
STUDY
  {study}
END
"""


def errors(
    units: str = "",
    a: str = "1",
    geometry: str = "",
    dynamics: str = "",
    movement: str = "tstepf 4 1 1",
    study: str = "",
) -> list[tuple[str, str]]:
    text = DECK.format(units=units, a=a, geometry=geometry, dynamics=dynamics, movement=movement, study=study)
    return [(one.code, one.message) for one in check(text, "deck", {})[1] if one.level == "error"]


WRONG = {
    "force B 3N/mm 0": "`3N/mm` is a stiffness [N/m], not a force [N]",
    "inertia A 5mm": "`5mm` is a length [m], not a mass [kg]",
    "inertia A 1deg": "`1deg` is an angle [rad], not a mass [kg]",
    "stiff leaf 0 3kNm^2": "`3kNm^2` is [kg²·m⁴/s⁴], not a bending stiffness [N·m²]",
    "stiff leaf 3kN*m^2 0": "`3kN*m^2` is a bending stiffness [N·m²], not a force [N]",
    "motor crank.angb const 2N": "`2N` is a force [N], not a moment or an energy [N·m]",
    "motor crank.angb const 2W": "`2W` is a power [W], not a moment or an energy [N·m]",
    "motor crank.angb async 2Nm 50Hz": "`50Hz` is a frequency [Hz], not an angular velocity [rad/s]",
    "spring way.lenl 10lbf 0": "`10lbf` is a force [N], not a stiffness [N/m]",
    "damper way.lenl 10N/m": "`10N/m` is a stiffness [N/m], not a damping constant [N·s/m]",
    "body crank 2oz 1lb 0 1": "`1lb` is a mass [kg], not a length [m]",
    "flex crank.lenl 1mm": "`1mm` is a length [m], not a flexibility [m/N]",
    "gravity 9.81m/s 0": "`9.81m/s` is a velocity [m/s], not an acceleration [m/s²]",
    "gravity 9.81 -90mm": "`-90mm` is a length [m], not an angle [rad]",
    "force A.x 3V": "`3V` is a voltage [V], not a force [N]",
    "force A.x 3ohm": "`3ohm` is a resistance [ohm], not a force [N]",
    "force A.x 3H": "`3H` is an inductance [H], not a force [N]",
    "force A.x 3l": "`3l` is a volume [m³], not a force [N]",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_dimension_names_both(line: str) -> None:
    assert errors(dynamics=line) == [("D123", WRONG[line])]


@pytest.mark.parametrize(
    "line",
    [
        "force B 2kip 1ozf",
        "inertia a0 1lb*in^2",
        "inertia A 2slug",
        "stiff leaf 3kN 3kN*m^2",
        "motor crank.angb const 2J",
        "motor crank.angb const 2lbf*ft",
        "motor crank.angb const 2Nm",
        "motor crank.angb async 2Nm 1500rpm",
        "motor crank.angb spring 2Nm/rad 0Nm",
        "motor crank.angb spring 2Nm 0Nm",
        "spring way.lenl 10lbf/in -5lbf",
        "damper way.lenl 10N*s/m",
        "body crank 2oz 1mil 0in 3lb*in^2",
        "flex crank.lenl 1mm/N",
        "gravity 32.2ft/s^2 -90deg",
        "force B (-200N) 0",
        "uniform crank 1lb",
    ],
)
def test_a_right_dimension_is_taken(line: str) -> None:
    assert errors(dynamics=line) == []


@pytest.mark.parametrize(
    "movement",
    [
        "tstepf 4 1m 1",
        "tstepf 4 300rpm 1",
        "tstepf 4 1s 1m/s",
        "tstepf 4 1s 10Hz",
        "tcycle 4 1m 1",
        "tcycle 4 360deg 1m/s",
        "tstepf 4 90deg 1",
    ],
)
def test_movements_are_checked(movement: str) -> None:
    assert [code for code, _ in errors(movement=movement)] == ["D123"]


@pytest.mark.parametrize(
    ("a", "code"),
    [
        ("1rad", ["D123"]),
        ("3parsec", ["D122"]),
        ("(2*in)", ["D108"]),
        ("10in", []),
        ("(10in+2*1mm)", []),
        ("1e-3l/cm^2", []),
        ("3ft", []),
        ("1yd", []),
    ],
)
def test_lengths(a: str, code: list[str]) -> None:
    assert [found for found, _ in errors(a=a)] == code


def test_other_columns() -> None:
    assert [code for code, _ in errors(geometry="para crank.lenl 1deg")] == ["D123"]
    assert [code for code, _ in errors(geometry="para crank.angb 1ft")] == ["D123"]
    assert [code for code, _ in errors(study="tol crank.lenl 1deg")] == ["D123"]
    assert errors(study="tol crank.lenl 1mil") == []


@pytest.mark.parametrize(
    ("unit", "si"),
    [
        ("in", 0.0254),
        ("ft", 0.3048),
        ("yd", 0.9144),
        ("mil", 2.54e-5),
        ("lb", 0.45359237),
        ("oz", 0.028349523125),
        ("lbf", 4.4482216152605),
        ("ozf", 0.27801385095378125),
        ("kip", 4448.2216152605),
        ("psi", 6894.757293168361),
        ("ksi", 6894757.293168361),
        ("hp", 745.69987158227022),
        ("slug", 14.593902937206364),
        ("l", 1e-3),
        ("Hz", 1.0),
        ("V", 1.0),
        ("A", 1.0),
        ("ohm", 1.0),
        ("H", 1.0),
        ("lbf*in", 0.1129848290276167),
        ("lbf/in", 175.12683524647636),
        ("lb*in^2", 2.926396534292e-4),
        ("kNm^2", 1e6),
    ],
)
def test_what_units_are_in_si(unit: str, si: float) -> None:
    """Numbers of the international yard and pound (1959)."""
    assert in_si(f"3{unit}") == pytest.approx(3 * si, rel=1e-12)


@pytest.mark.parametrize(
    ("units", "said"), [("UNITS SI mm", "SI mm"), ("units us", "US"), ("UNITS SI", "SI"), ("", "")]
)
def test_sets_of_units(units: str, said: str) -> None:
    assert errors(units=units) == []
    assert (
        runmec.loads(DECK.format(units=units, a="1", geometry="", dynamics="", movement="tstepf 4 1 1", study="")).units
        == said
    )
