"""Section 15 of the language: elastic elements in KIN ANA, DYN ANA and DYN SIM, and the length along bent axes."""

from __future__ import annotations

import re
from math import cos, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import runmec
from runmec.deck import check
from runmec.deck.expression import constant
from runmec.deck.numbering import number_text
from runmec.deck.sections import ProgrammedNumber, torsion_of_rectangle
from runmec.editing.properties import properties
from runmec.elements import ELEMENTS
from runmec.engine.coordinate import ANGLE, Coordinate, X, Y
from runmec.motion.session import Session
from runmec.rests.rest import Rest
from runmec.results.summary import account

ROOT = Path(__file__).parent.parent


def chain(
    n: int,
    job: str,
    stiff: str,
    extra: str = "",
    how: str = "elastic",
    length: float = 1.0,
    mass: float = 0.4,
    start: float = 0.0,
) -> str:
    """A cantilever of n beams along x, bent at the start by `start` at every joint."""
    topology, points, lines = "", "  point P0 0 0 fixed\n  angle a0 0 fixed\n", ""
    x = y = 0.0
    for k in range(1, n + 1):
        x, y = x + length / n * cos((k - 0.5) * start), y + length / n * sin((k - 0.5) * start)
        topology += f"  elem b{k} BEAM P{k - 1} a{k - 1} P{k} a{k} {how}\n"
        points += f"  point P{k} {x!r} {y!r}\n  angle a{k} {k * start!r}\n"
        lines += f"  stiff b{k} {stiff}\n" + (f"  uniform b{k} {mass / n!r}\n" if mass else "")
    return (
        f"{job} ; a chain of beams\nTOPOLOGY\n{topology}  nr dof 0\nGEOMETRY\n{points}DYNAMICS\n{lines}{extra}"
        f"STORAGE\n  bufx0 P{n} x y\n  bufx0 a{n} turn\n"
    )


def lens_of(kind: str, values: dict[str, float], rests: list[float]) -> float:
    names = ELEMENTS[kind].coordinates
    axes = {"x": X, "y": Y, "b": ANGLE}
    places = {name: Coordinate(k, values.get(name, 0.0), True, axes[name[0]]) for k, name in enumerate(names)}
    form = ELEMENTS[kind].forms["lens"].form([places[name] for name in names])
    form.unbend(rests)  # type: ignore[attr-defined]
    form.evaluate()
    return form.value


@pytest.mark.parametrize("rests", [[0.0, 0.0], [0.9, -2.0]])
def test_lens_of_an_arc_is_its_length_to_fourth_order(rests: list[float]) -> None:
    """Half angle ψ: chord 2 sin ψ, arc 2ψ of the unit circle; ℓ(1 + ψ²/6) misses 7ψ⁴/360 of it."""
    for psi in (0.2, 0.1):
        ends = {"xQ": 2 * sin(psi), "bP": psi + rests[0], "bQ": -psi - rests[1]}
        assert 1 - lens_of("BEAM", ends, rests) / (2 * psi) == pytest.approx(7 * psi**4 / 360, rel=0.02)


def test_lens_of_a_half_beam_is_that_of_a_beam_whose_end_is_free_of_a_moment() -> None:
    at = {"xP": 0.3, "xQ": 1.1, "yQ": 0.7, "bP": 0.9}
    chord = np.arctan2(0.7, 0.8)
    psi = 0.9 - chord
    whole = lens_of("BEAM", {**at, "bQ": chord - 0.5 * psi}, [0.0, 0.0])
    assert lens_of("HBEAM", at, [0.0]) == pytest.approx(whole, abs=1e-15)
    assert whole == pytest.approx(np.hypot(0.8, 0.7) * (1 + psi**2 / 10), abs=1e-15)


# ---- in DYN SIM


def test_a_bent_cantilever_keeps_its_energy() -> None:
    """It begins where the co-ordinates have it, with ½·EI/L·(4ψP² − 4ψPψQ + 4ψQ²) in every beam."""
    bent = 0.12
    text = chain(3, "DYN SIM", "0 2", "  gravity 9.81 (-pi/2)\n", start=bent)
    for k in (1, 2, 3):
        text = text.replace("GEOMETRY\n", f"GEOMETRY\n  para b{k}.angp 0\n  para b{k}.angq 0\n", 1)
    text += "  bufekin T\n  bufepot V\n  bufe0 b2.lens s\nMOVEMENT\n  integr dop853 1e-10\n  tstepf 8 0.08\nEND\n"
    result = runmec.run(runmec.loads(text))
    total = result["T"] + result["V"]
    assert np.ptp(total) < 1e-9 * np.ptp(result["T"])
    arc = (1 + (0.5 * bent) ** 2 / 6) / 3  # chords of a third each, the beams a little longer along their axes
    strain = 3 * 0.5 * 2 / arc * (4 - 4 + 4) * (0.5 * bent) ** 2
    height = [sum(sin((j + 0.5) * bent) / 3 for j in range(k)) for k in range(4)]
    means = [0.5 * (height[k] + height[k + 1]) + arc * (sin(k * bent) - sin((k + 1) * bent)) / 12 for k in range(3)]
    weight = 0.4 / 3 * 9.81 * sum(means)
    assert result["V"][0] == pytest.approx(strain + weight, rel=1e-12)
    assert np.ptp(result["s"]) < 1e-12, "lens is rigid: EA is zero"
    assert np.ptp(result["y"]) > 0.05


@pytest.mark.parametrize(("n", "most"), [(2, (5e-4, 9e-3)), (4, (4e-5, 1.2e-3))])
def test_natural_frequencies_of_a_cantilever(n: int, most: tuple[float, float]) -> None:
    """1.8751², 4.6941² · √(EI/ρA)/2πL², from above by consistent elements; bounds of beams with cubic shapes."""
    deck = chain(n, "DYN SIM", "0 1") + "  bufeig 1 f1\n  bufeig 2 f2\nMOVEMENT\n  tstepf 1 1e-6\nEND\n"
    result = runmec.run(runmec.loads(deck))
    for k, root in enumerate((1.8751040687, 4.6940911330), 1):
        exact = root**2 / (2 * pi) * sqrt(1 / 0.4)
        assert 0 < result[f"f{k}"][0] / exact - 1 < most[k - 1]


SPRING_PENDULUM = """\
DYN SIM ; a mass on an elastic bar
TOPOLOGY
  elem bar BIN O A elastic lenl 0.9
  elem turn BIN O A angb
  input turn.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
DYNAMICS
  stiff bar 36
  inertia A 2
  gravity 9.81 (-pi/2)
STORAGE
  bufx0 A x y
  bufsigma bar.lenl N
  bufdef bar.lenl d
MOVEMENT
  integr dop853 1e-11
  tstepf 10 1.3 0.5
END
"""


def test_an_elastic_bar_is_a_spring_pendulum() -> None:
    """Against Newton's law in x and y: k = EA/L = 40, rest length 0.9, started at a length of 1."""

    def rates(_: float, z: np.ndarray) -> list[float]:
        l = np.hypot(z[0], z[1])
        pull = -40 * (l - 0.9) / l / 2
        return [z[2], z[3], pull * z[0], pull * z[1] - 9.81]

    result = runmec.run(runmec.loads(SPRING_PENDULUM))
    path = solve_ivp(rates, (0, 1.3), [1, 0, 0, 0.5], t_eval=result.time, rtol=1e-12, atol=1e-12, method="DOP853").y
    np.testing.assert_allclose([result["x"], result["y"]], path[:2], atol=1e-8)
    stretch = np.hypot(path[0], path[1]) - 0.9
    np.testing.assert_allclose(result["N"], 40 * stretch, atol=1e-6)
    np.testing.assert_allclose(result["d"], stretch, atol=1e-8)


def test_numbers_and_names_are_the_same() -> None:
    deck = runmec.loads(SPRING_PENDULUM)
    text = number_text(deck)
    assert "  elastic 1" in text
    ours, theirs = runmec.run(deck), runmec.run(runmec.loads(text))
    np.testing.assert_array_equal(ours["x"], theirs.buffer(1))


def test_an_elastic_element_in_a_loop_is_the_input_of_8_6_4() -> None:
    """A slider-crank whose rod yields: of its own accord, and as an input with `stiff` and no motor."""
    text = """\
DYN SIM
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B elastic lenl 0.3
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 0.1 0
  point B 0.4 0 fixed y
DYNAMICS
  stiff rod 30
  uniform crank 0.3
  inertia B 2
  motor crank.angb const 1.5
STORAGE
  bufx0 B.x x
  bufinp crank.angb phi
  bufsigma rod.lenl N
  bufeig 2 f
MOVEMENT
  integr dop853 1e-10
  tstepf 6 0.3 3
END
"""
    inputs = text.replace("elastic lenl 0.3", "lenl 0.3").replace("input crank.angb", "input crank.angb rod.lenl")
    ours, theirs = runmec.run(runmec.loads(text)), runmec.run(runmec.loads(inputs.replace("0.3 3\n", "0.3 3 0\n")))
    for name in ("x", "phi", "N", "f"):
        np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-7, atol=1e-7)


def test_a_beam_in_space_bends_like_one_in_the_plane() -> None:
    plane = chain(2, "DYN SIM", "0 2", "  gravity 9.81 (-pi/2)\n")
    move = "MOVEMENT\n  integr dop853 1e-9\n  tstepf 4 0.1\nEND\n"
    space = """\
DYN SIM
TOPOLOGY
  elem b1 BEAMS P0 l0 P1 l1 elastic
  elem b2 BEAMS P1 l1 P2 l2 elastic
  nr dof 0
GEOMETRY
  point P0 0 0 0 fixed
  turn l0 fixed
  point P1 0.5 0 0
  turn l1
  point P2 1 0 0
  turn l2
  across b1 0 1 0
  across b2 0 1 0
DYNAMICS
  stiff b1 0 0 2 0
  stiff b2 0 0 2 0
  uniform b1 0.2
  uniform b2 0.2
  gravity 9.81 0 -1 0
STORAGE
  bufx0 P2 x y z
"""
    ours, theirs = runmec.run(runmec.loads(plane + move)), runmec.run(runmec.loads(space + move))
    np.testing.assert_allclose(theirs["y"], ours["y"], atol=2e-5)  # points of the plane are told to second order
    assert ours["y"][-1] < -0.03


# ---- in DYN ANA it is rigid and deforms as in 8.6.3


def test_in_given_motion_an_elastic_element_deforms_by_its_forces() -> None:
    """Tip load: ψ = P·L²/3EI, deflection P·L³/3EI, and the axis keeps its length."""
    load = "  force P2.y -0.03\n"
    text = chain(2, "DYN ANA", "1e5 2", load, mass=0.0) + "  bufdisp P2 ux uy\n  bufdisp a2 ua\n"
    result = runmec.run(runmec.loads(text + "END\n"))
    assert [float(result[name][0]) for name in ("ux", "uy", "ua")] == pytest.approx(
        [0.0, -0.03 / 6, -0.03 / 4], abs=1e-14
    )
    listed = runmec.run(runmec.loads(text.replace("elastic", "lens angp angq") + "END\n"))
    assert float(listed["uy"][0]) == float(result["uy"][0])


def test_a_column_with_lens_buckles_as_one_with_lenl() -> None:
    """About the straight column the second derivative of lens is what the engine adds to lenl."""
    factors = [
        float(
            runmec.run(
                runmec.loads(chain(4, "DYN ANA", "1e6 1", "  force P4.x -1\n", how, mass=0.0) + "  bufbuck 1 f\nEND\n")
            )["f"][0]
        )
        for how in ("lens angp angq", "lenl angp angq")
    ]
    assert factors[0] == pytest.approx(factors[1], rel=1e-8)
    assert factors[0] == pytest.approx(pi**2 / 4, rel=1e-4)


# ---- faults


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("  stiff bar 36\n", "", ["D282"]),
        ("elastic lenl 0.9", "elastic angb 0", ["D281"]),
        ("stiff bar 36", "stiff bar 36 4", ["D111"]),
        ("stiff bar 36", "stiff bar", ["D110"]),
        ("stiff bar 36", "stiff bar -36", ["D210"]),
        ("stiff bar 36", "stiff bar 36Nm", ["D123"]),
    ],
)
def test_faults(old: str, new: str, expected: list[str]) -> None:
    told = [one.code for one in check(SPRING_PENDULUM.replace(old, new, 1), "deck", {})[1] if one.level == "error"]
    assert told == expected


def test_a_plate_cannot_be_elastic() -> None:
    text = SPRING_PENDULUM.replace("bar BIN O A elastic lenl 0.9", "bar TR2 O A B elastic")
    assert "D216" in [one.code for one in check(text, "deck", {})[1]]


def test_a_stiffness_of_zero_is_rigid() -> None:
    result = runmec.run(runmec.loads(SPRING_PENDULUM.replace("stiff bar 36", "stiff bar 0")))
    assert np.hypot(result["x"], result["y"]) == pytest.approx(0.9, abs=1e-12)


# ---- cross-sections

LEAF = """\
{job} ; a cantilever by its section
UNITS SI
DEFINE
  b 10mm
  h 0.5mm
  l 100mm
TOPOLOGY
  elem leaf BEAM A a B bB {how}
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  angle a 0 fixed
  point B (l) 0
  angle bB 0
DYNAMICS
  section leaf {shape} E 210GPa rho 7850 yield 900MPa
  force B 10 -1
STORAGE
  bufstress leaf s
  bufdisp B ux uy
  bufekin T
END
"""
SHAPES = {  # area, second moment, section modulus
    "rect (b) (h)": (5e-6, 10e-3 * 0.5e-3**3 / 12, 10e-3 * 0.5e-3**2 / 6),
    "round 2mm": (pi * 1e-6, pi * 2e-3**4 / 64, pi * 2e-3**3 / 32),
    "tube 3mm 2mm": (pi * 5e-6 / 4, pi * (81 - 16) * 1e-12 / 64, pi * (81 - 16) * 1e-12 / 32 / 3e-3),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("how", ["", "elastic"])
def test_a_section_gives_stiffness_mass_and_stress(shape: str, how: str) -> None:
    """Tip load: N/A + Fl/W, F l³/3EI, N l/EA; the mass is ρ A l."""
    A, I, W = SHAPES[shape]
    result = runmec.run(runmec.loads(LEAF.format(job="DYN ANA", how=how, shape=shape)))
    assert float(result["s"][0]) == pytest.approx(10 / A + 0.1 / W, rel=1e-12)
    assert float(result["ux"][0]) == pytest.approx(10 * 0.1 / (210e9 * A), rel=1e-12)
    assert float(result["uy"][0]) == pytest.approx(-(0.1**3) / (3 * 210e9 * I), rel=1e-12)
    ((_, mass),) = result.mechanism.masses.items()
    assert mass[0].numbers[0] == pytest.approx(7850 * A * 0.1, rel=1e-12)
    text = number_text(result.deck)
    assert "stiff" not in text
    assert runmec.loads(text).dynamics == result.deck.dynamics


def test_a_variant_has_the_stiffness_and_mass_of_its_section() -> None:
    deck = runmec.loads(LEAF.format(job="DYN ANA", how="", shape="rect (b) (h)"))
    ours = deck.with_values(b=0.02, l=0.2)
    theirs = runmec.loads(deck.source, set={"b": 0.02, "l": 0.2})
    assert [line.values for line in ours.dynamics] == [line.values for line in theirs.dynamics]
    assert float(runmec.run(ours)["uy"][0]) == pytest.approx(float(runmec.run(deck)["uy"][0]) * 4, rel=1e-12)


def test_torsion_of_rectangles_by_saint_venant() -> None:
    """Against the series summed to n = 4000; 0.1405770 for a square (Timoshenko), a·c³/3 for a thin strip."""
    for b, h in ((1.0, 1.0), (1.0, 2.0), (3.0, 1.0), (1.0, 1e4)):
        a, c = max(b, h), min(b, h)
        series = sum(np.tanh(n * pi * a / (2 * c)) / n**5 for n in range(1, 4001, 2))
        J = constant(torsion_of_rectangle(ProgrammedNumber.of(b), ProgrammedNumber.of(h)).program)
        assert pytest.approx(a * c**3 * (1 / 3 - 64 * c / (pi**5 * a) * series), rel=1e-11) == J
    assert constant(torsion_of_rectangle(ProgrammedNumber.of(1), ProgrammedNumber.of(1)).program) == pytest.approx(
        0.1405770, abs=1e-7
    )


def test_a_beam_in_space_has_its_section_across_its_axes() -> None:
    """b along z and h along y: loads along y bend about z. Both moments at a corner add up; a round rod has one."""
    text = """\
DYN ANA
TOPOLOGY
  elem leaf BEAMS A a B c
  nr dof 0
GEOMETRY
  point A 0 0 0 fixed
  turn a fixed
  point B 0.1 0 0
  turn c
  across leaf 0 1 0
DYNAMICS
  section leaf rect 10mm 2mm E 210GPa G 80GPa
  force B 7 -3 2
  moment c 0.4 0 0
STORAGE
  bufstress leaf s
  bufdisp B ux uy uz
  bufdef leaf.angt t
END
"""
    result = runmec.run(runmec.loads(text))
    A, Iz, Iy = 20e-6, 10e-3 * 2e-3**3 / 12, 2e-3 * 10e-3**3 / 12
    assert float(result["s"][0]) == pytest.approx(7 / A + 0.3 * 1e-3 / Iz + 0.2 * 5e-3 / Iy, rel=1e-12)
    assert float(result["uy"][0]) == pytest.approx(-3e-3 / (3 * 210e9 * Iz), rel=1e-12)
    assert float(result["uz"][0]) == pytest.approx(2e-3 / (3 * 210e9 * Iy), rel=1e-12)
    J = constant(torsion_of_rectangle(ProgrammedNumber.of(10e-3), ProgrammedNumber.of(2e-3)).program)
    assert float(result["t"][0]) == pytest.approx(0.4 * 0.1 / (80e9 * J), rel=1e-12)
    rod = runmec.run(runmec.loads(text.replace("rect 10mm 2mm", "round 4mm")))
    W = pi * 4e-3**3 / 32
    assert float(rod["s"][0]) == pytest.approx(7 / (pi * 4e-6) + np.hypot(0.3, 0.2) / W, rel=1e-12)


def test_the_account_tells_the_safety_and_who_yields() -> None:
    result = runmec.run(runmec.loads(LEAF.format(job="DYN ANA", how="", shape="rect (b) (h)")))
    (told,) = [line for line in account(result) if "safety" in line]
    assert told == "  safety of leaf against yield: 3.719, its largest stress is 2.42e+08 Pa at position 1"
    loaded = LEAF.format(job="DYN ANA", how="", shape="rect (b) (h)").replace("10 -1", "10 -4")
    assert "R414" in [one.code for one in runmec.run(runmec.loads(loaded)).warnings]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("rect (b) (h)", "rect (b)", ["D105"]),
        ("rect (b) (h)", "square (b)", ["D119"]),
        ("E 210GPa", "", ["D110"]),
        ("E 210GPa", "E", ["D105"]),
        ("E 210GPa", "E 210GPa E 200GPa", ["D206"]),
        ("E 210GPa", "E 210GPa nu 0.3", ["D119"]),
        ("E 210GPa", "E 210N", ["D123"]),
        ("E 210GPa", "E -210GPa", ["D210"]),
        ("rect (b) (h)", "tube 2mm 3mm", ["D210"]),
        ("  force", "  stiff leaf 1e6 1\n  force", ["D283"]),
        ("  force", "  uniform leaf 1\n  force", ["D283"]),
    ],
)
def test_faults_of_sections(old: str, new: str, expected: list[str]) -> None:
    text = LEAF.format(job="DYN ANA", how="", shape="rect (b) (h)").replace(old, new, 1)
    assert [one.code for one in check(text, "deck", {})[1] if one.level == "error"] == expected


def test_stress_needs_a_section_and_space_its_shear_modulus() -> None:
    text = chain(1, "DYN ANA", "1e6 1") + "  bufstress b1 s\nEND\n"
    assert [one.code for one in check(text, "deck", {})[1] if one.level == "error"] == ["D284"]


def test_rounded_places_of_crossing_leaves_rest_as_they_are_drawn() -> None:
    """Six digits: the independent set knows what ends measure without bending, at whatever angle they are joined."""
    text = (ROOT / "inputs" / "compliant/cross_spring_pivot.mec").read_text(encoding="utf-8")
    rounded = re.sub(r"0\.(\d{6})\d{6,}", lambda m: f"0.{int(m[1]) + 1:06d}", text)
    assert rounded != text
    result = runmec.run(runmec.loads(rounded.replace("stepe 30 30deg", "stepe 30 15deg")))
    assert result.complete
    assert abs(float(result["M"][0])) < 1e-9
    assert float(result["M"][-1]) == pytest.approx(0.5295093947, rel=1e-5)


def test_the_stiffness_of_surplus_forms_counts_once() -> None:
    """The tangent of a pressed leaf against differences: its last beam follows, as others determine the position."""
    deck = runmec.read(ROOT / "inputs" / "compliant/bistable_arch.mec")
    session = Session(deck)
    session.assemble()
    rest = Rest(session.mechanism, session._elasticity, lambda: None)
    rest.loading.take(1.0)
    assert rest.settle()
    assert session.mechanism.structure.surplus
    K, step, n = rest.K.copy(), 1e-5, len(rest.freedoms)
    for k in (0, n // 2, n - 1):
        sides = []
        for way in (step, -2 * step):
            assert rest.move(way * np.eye(n)[k])
            rest.look()
            sides.append(rest.r.copy())
        assert rest.move(step * np.eye(n)[k])
        np.testing.assert_allclose(-(sides[0] - sides[1]) / (2 * step), K[:, k], atol=1e-8 * np.max(np.abs(K)))


def test_the_studio_and_the_model_know_sections() -> None:
    rows = properties(LEAF.format(job="DYN ANA", how="", shape="rect (b) (h)"), "element", "leaf")
    (section,) = [row for row in rows if row.word == "section"]
    assert [field.label for field in section.fields] == ["b", "h", "E", "rho", "yield"]
    m = runmec.Model(job="DYN ANA")
    A, B = m.point("A", 0, 0, fixed=True), m.point("B", 0.1, 0)
    leaf = m.elem("leaf", "BEAM", A, m.angle("a", 0, fixed=True), B, m.angle("b", 0), elastic=True, lens="100mm")
    m.section(leaf, "round", "2mm", "E", "210GPa")
    m.force(B, 0, -1)
    m.bufdisp(B, "ux", "uy")
    assert "elem leaf BEAM A a B b elastic lens 100mm" in m.deck()
    assert float(m.run()["uy"][0]) == pytest.approx(-1e-3 / (3 * 210e9 * pi * 2e-3**4 / 64), rel=1e-12)


def test_elastic_elements_without_mass_are_told() -> None:
    text = chain(2, "DYN SIM", "0 1", mass=0.0) + "MOVEMENT\n  tstepf 2 0.1\nEND\n"
    failure = runmec.run(runmec.loads(text)).failure
    assert failure is not None
    assert failure.code == "R406"
    assert failure.message.startswith("elastic elements move no mass")


#: four bars hold two masses that five bars join; two of them come into line on the way
LOOSE_TRUSS = """DYN SIM ; two masses on five elastic bars
TOPOLOGY
  elem ab BIN A B elastic
  elem bc BIN B C elastic
  elem cd BIN C D elastic
  elem ac BIN A C elastic lenl 2.3
  elem bd BIN B D elastic
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  point B 2 0
  point C 2 1
  point D 0 1 fixed
DYNAMICS
  stiff ab 100
  stiff bc 200
  stiff cd 100
  flex ac.lenl 0.01
  stiff bd 100
  inertia B 2
  inertia C 3
  gravity 9.81 (-pi/2)
  force C 3 -5
STORAGE
  bufekin T
  bufepot V
  bufx0 C x y
MOVEMENT
  tstepf 50 2
END
"""


def test_elastic_loops_keep_their_energy_where_the_bars_that_hold_the_position_come_into_line() -> None:
    result = runmec.run(runmec.loads(LOOSE_TRUSS))
    assert result.mechanism.structure.surplus
    energy = result["T"] + result["V"] - 3 * result["x"] + 5 * result["y"]
    assert energy == pytest.approx(energy[0], abs=1e-5)
    assert result.trust.is_sure
    assert [(w.code, w.message) for w in result.warnings] == [
        ("R452", "the transmission angle falls to 0.2° at position 29")
    ]


def test_a_surplus_bar_that_is_stretched_counts_in_the_frequencies_about_a_rest() -> None:
    """Three bars hold a mass in the plane: the Hessian of their energy, stretched as they are."""
    bars = {"l": (0.0, 0.0, 80.0, 1.2), "r": (2.0, 0.0, 40.0, 1.0), "u": (1.0, 1.5, 20.0, 1.5)}
    lines = ["STA ANA", "TOPOLOGY", *(f"elem {k} BIN P{k} C elastic lenl {bar[3]}" for k, bar in bars.items())]
    lines += ["nr dof 0", "GEOMETRY", "point C 1 0", *(f"point P{k} {x} {y} fixed" for k, (x, y, *_) in bars.items())]
    lines += ["DYNAMICS", *(f"flex {k}.lenl {1 / bar[2]}" for k, bar in bars.items()), "inertia C 2", "force C 1 -20"]
    lines += ["STORAGE", "bufx0 C x y", "bufeig 1 f1", "bufeig 2 f2", "END"]
    result = runmec.run(runmec.loads("\n".join(lines) + "\n"))
    assert result.mechanism.structure.surplus
    K = np.zeros((2, 2))
    for x, y, k, rest in bars.values():
        along = np.array([result["x"][0] - x, result["y"][0] - y])
        length = np.hypot(*along)
        both = np.outer(along, along) / length**2
        K += k * both + k * (1 - rest / length) * (np.eye(2) - both)
    expected = np.sqrt(np.linalg.eigvalsh(K) / 2) / (2 * np.pi)
    assert [result["f1"][0], result["f2"][0]] == pytest.approx(expected, rel=1e-8)
