"""Section 9 of the language: names, bodies and units, lowered to numbers; and values of DEFINE that stay open."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from math import pi
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.deck import UnknownName, check
from runmec.deck.exercise import Judgement
from runmec.deck.expression import Expression
from runmec.deck.layout import format_text
from runmec.deck.links import links
from runmec.deck.model import Deck, Dynamic, Item, Para, Store
from runmec.deck.numbering import number_text
from runmec.deck.units import FACTORS, in_si
from runmec.diagnostics import DeckError, has_errors
from runmec.dynamics import DYNAMICS, FORCE, MOTOR, UNIFORM
from runmec.manual import explain

from .fuzz.judging import judge
from .make_bad_decks import NAMED
from .named_decks import valid
from .naming import in_names
from .random_decks import mutated

ROOT = Path(__file__).parent.parent
INPUTS = sorted((ROOT / "inputs").rglob("*.mec"))

#: tests/numbered/four_bar.mec in names
FOUR_BAR = """\
DYN ANA ; NAME: a four-bar linkage, its coupler curve and bearing forces
DEFINE
  a 0.03
  b 0.09
  c 0.08
  d 0.10
  w 25
TOPOLOGY
  elem crank   BIN A0 A
  elem coupler TR2 A B C
  elem rocker  BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 (d) 0 fixed
  point A (a) 0
  point B (a + 0.6*b) (0.8*c)
  point C (a + 0.2*b) (c)
  para crank.lenl   (a)
  para coupler.lenl (b)
  para coupler.lenu (0.5*b)
  para coupler.lenv (0.4*b)
  para rocker.lenl  (c)
  para crank.angb   0
DYNAMICS
  uniform crank 0.2
  uniform coupler 0.6
  uniform rocker 0.4
  gravity 9.81 (-pi/2)
STORAGE
  bufinp crank.angb phi
  bufx0 C cx cy
  bufsigma crank.angb sigma
  bufreac A0 ax ay
  bufreac B0 bx by
MOVEMENT
  tstepe 120 (2*pi/w) (w) 0
END
"""


def numbered_four_bar() -> Deck:
    return runmec.read(ROOT / "tests/numbered/four_bar.mec")


def lowered(line: str, section: str, deck: str = NAMED) -> Deck:
    """The named deck with one more line at the start of a section."""
    return runmec.loads(deck.replace(f"{section}\n", f"{section}\n  {line}\n", 1))


def codes(text: str) -> list[str]:
    return [told.code for told in check(text, "deck", {})[1]]


# equal to numbers


def test_named_four_bar_is_the_numbered_one_item_by_item() -> None:
    named, numbered = runmec.loads(FOUR_BAR), numbered_four_bar()
    for field in (
        "defines",
        "elements",
        "forms",
        "freedom",
        "fixed",
        "moving",
        "paras",
        "dynamics",
        "moves",
    ):
        assert getattr(named, field) == getattr(numbered, field), field
    assert [(s.word, s.subject) for s in named.stores] == [(s.word, s.subject) for s in numbered.stores]
    assert not named.warnings


def test_named_four_bar_gives_the_same_numbers() -> None:
    named, numbered = runmec.run(runmec.loads(FOUR_BAR)), runmec.run(numbered_four_bar())
    for ours, theirs in zip(named.deck.stores, numbered.deck.stores, strict=True):
        np.testing.assert_allclose(named.buffer(ours.buffer), numbered.buffer(theirs.buffer), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_every_deck_in_names_is_the_same_mechanism(path: Path) -> None:
    """Where a number is the x of one point only it becomes a point: most of these decks are then a mixture."""
    numbered = runmec.read(path)
    named = runmec.loads(in_names(numbered), data=dict(numbered.files))
    assert (named.prescribed, named.inputs, len(named.moving)) == (
        numbered.prescribed,
        numbered.inputs,
        len(numbered.moving),
    )
    assert len(links(named)) == len(links(numbered))
    if any(move.word == "tstepf" for move in numbered.moves) or len(numbered.elements) > 60:
        return  # long calculations
    ours, theirs = runmec.run(named), runmec.run(numbered)
    # positions of rest are found by Newton's method, which promises 1e-10: numbers in another order end elsewhere in it
    bound = 1e-10 if numbered.job == "STA ANA" else 1e-12
    for store, same in zip(named.stores, numbered.stores, strict=True):
        wanted = theirs.buffer(same.buffer)
        size = max(1.0, float(np.nanmax(np.abs(wanted), initial=0.0)))
        np.testing.assert_allclose(ours.buffer(store.buffer), wanted, rtol=0, atol=bound * size)


def test_sections_stand_in_any_order_and_names_are_used_before_they_are_given() -> None:
    head, *parts = FOUR_BAR.removesuffix("END\n").split("\nTOPOLOGY\n")
    body = f"TOPOLOGY\n{parts[0]}"
    words = ("TOPOLOGY", "GEOMETRY", "DYNAMICS", "STORAGE", "MOVEMENT")
    cuts = [body.index(f"{word}\n") for word in words] + [len(body)]
    sections = [body[a:b] for a, b in itertools.pairwise(cuts)]
    for seed in range(5):
        random.Random(seed).shuffle(sections)
        assert runmec.loads(f"{head}\n{''.join(sections)}END\n") == runmec.loads(FOUR_BAR)


def test_names_lead_back_and_forth() -> None:
    names = runmec.loads(FOUR_BAR).names
    assert [names.coordinate(n) for n in (1, 4, 9)] == ["A0.x", "B0.y", "C.x"]
    assert (names.element(2), names.parameter(6), names.input(1), names.buffer(2)) == (
        "coupler",
        "crank.angb",
        "crank.angb",
        "cx",
    )
    assert names.point(9, 10) == "C"
    assert names.point(1, 4) is None
    assert names.find("coordinate", "C.x") == 9
    assert names.find("parameter", "coupler.lenv") == 4
    assert names.find("input", "crank.angb") == 1
    assert names.find("buffer", "CX") is None  # upper and lower case differ
    assert names.form_of("rocker.angb") == (3, "angb")  # not a parameter, but it could be one
    assert names.coordinates_of("B") == (7, 8)
    assert names.coordinate(99) == "99"


def test_a_deck_in_numbers_has_no_names() -> None:
    names = runmec.read(ROOT / "inputs/example8.mec").names
    assert not names
    assert (names.coordinate(16), names.parameter(-1), names.input(1)) == ("16", "-1", "1")


#: the crank is a cylinder, and the line of the spring has a fixed direction
CYLINDER = (NAMED.replace("  para crank.angb 0\n", "").replace("crank.angb", "crank.lenl").replace("C free", "C angb")
            .replace("300rpm", "0.2m/s"))  # fmt: skip


# what is rigid


@pytest.mark.parametrize(
    ("line", "forms"),
    [
        ("elem k BIN P Q", "lenl"),
        ("elem k TR1 P b Q", "lenu lenv"),
        ("elem k TR2 P Q R", "lenl lenu lenv"),
        ("elem k HBEAM P b Q", "lenl angp"),
        ("elem k BEAM P b Q d", "lenl angp angq"),
        ("elem k BIN P Q free", ""),
        ("elem k TR2 P Q R lenv", "lenv"),
        ("elem k BEAM P b Q d lenl angb", "lenl angb"),
        ("elem 5 BIN P Q", ""),  # an element with a number has its `form` lines
        ("elem 5 BIN P Q lenl", "lenl"),
    ],
)
def test_rigid_by_default(line: str, forms: str) -> None:
    """The table of section 9."""
    text = (
        f"KIN ANA\nTOPOLOGY\n{line}\nnr dof 0\nGEOMETRY\npoint P 0 0\npoint Q 1 0\npoint R 1 1\nangle b 0\n"
        "angle d 0\nEND\n"
    )
    deck = check(text, "deck", {})[0]
    assert [form.form for form in deck.forms] == forms.split()
    assert [form.parameter for form in deck.forms] == list(range(1, len(deck.forms) + 1))


def test_a_length_between_the_same_points_is_prescribed_once() -> None:
    deck = lowered("elem twin BIN B A", "TOPOLOGY")  # before the coupler, the points the other way round
    prescribed = [deck.names.parameter(f.parameter) for f in deck.forms if f.form == "lenl" and f.parameter > 0]
    assert prescribed == ["twin.lenl", "crank.lenl", "rocker.lenl"]
    assert deck.names.find("parameter", "coupler.lenl") == deck.names.find("parameter", "twin.lenl") == 1


def test_the_other_name_of_such_a_length_may_be_used() -> None:
    text = NAMED.replace("  input", "  elem mass BIN B A\n  input").replace("  para", "  para mass.lenl 0.1\n  para")
    deck = runmec.loads(text)
    assert deck.paras[0] == Para(deck.names.find("parameter", "coupler.lenl") or 0, 0.1)


def test_an_input_that_its_element_prescribes_is_prescribed_once() -> None:
    """A cylinder: its length comes last."""
    deck = runmec.loads(CYLINDER)
    assert [deck.names.parameter(p) for p in range(1, 7)] == [
        "coupler.lenl",
        "coupler.lenu",
        "coupler.lenv",
        "rocker.lenl",
        "s.angb",
        "crank.lenl",
    ]


def test_inputs_stand_in_the_order_of_their_line() -> None:
    text = NAMED.replace("input crank.angb", "input s.angb crank.angb").replace("300rpm 0", "1 0 2 0")
    deck = runmec.loads(text.replace("elem rocker BIN B0 B", "elem rocker BIN B0 B free"))
    assert [deck.names.input(i) for i in (1, 2)] == ["s.angb", "crank.angb"]
    assert deck.input_parameter(2) == deck.names.find("parameter", "crank.angb")
    assert deck.stores[0] == Store("bufinp", (2,), 1)


# every item


@pytest.mark.parametrize(
    ("section", "line", "items"),
    [
        # of NAMED: A0 1 2, B0 3 4, A 5 6, B 7 8, C 9 10; crank 1, coupler 2, rocker 3, s 4; s.lenl -1
        ("DYNAMICS", "inertia B 2", (Dynamic("inertia", 7, (2.0,)), Dynamic("inertia", 8, (2.0,)))),
        ("DYNAMICS", "inertia B.y 2", (Dynamic("inertia", 8, (2.0,)),)),
        ("DYNAMICS", "body coupler 2 1cm (-0.5) 3", (Dynamic("body", 2, (2.0, 0.01, -0.5, 3.0)),)),
        ("DYNAMICS", "damper s.lenl 4", (Dynamic("damper", -1, (4.0,)),)),
        ("DYNAMICS", "damper rocker.angb 4", (Dynamic("damper", -1, (4.0,)),)),
        ("DYNAMICS", "flex rocker.lenl 1e-6", (Dynamic("flex", 5, (1e-6,)),)),
        ("STORAGE", "bufx0 B u v", (Store("bufx0", (7,), 1), Store("bufx0", (8,), 2))),
        ("STORAGE", "bufx1 B u v 1", (Store("bufx1", (7,), 1, (1,)), Store("bufx1", (8,), 2, (1,)))),
        ("STORAGE", "bufx2 B u v crank.angb 1", (Store("bufx2", (7,), 1, (1, 1)), Store("bufx2", (8,), 2, (1, 1)))),
        ("STORAGE", "bufdx1 B.x u", (Store("bufdx1", (7,), 1),)),
        ("STORAGE", "bufdx2 B u v", (Store("bufdx2", (7,), 1), Store("bufdx2", (8,), 2))),
        ("STORAGE", "bufdisp B u v", (Store("bufdisp", (7,), 1), Store("bufdisp", (8,), 2))),
        ("STORAGE", "bufconn coupler B u v", (Store("bufconn", (2, 7), 1), Store("bufconn", (2, 8), 2))),
        ("STORAGE", "bufpin coupler B.y u", (Store("bufpin", (2, 8), 1),)),
        ("STORAGE", "bufdrive crank.angb u", (Store("bufdrive", (1,), 1),)),
        ("STORAGE", "bufe1 coupler.lenu u 1", (Store("bufe1", (3,), 1, (1,)),)),
        ("STORAGE", "bufpower 1 u", (Store("bufpower", (1,), 1),)),
    ],
)
def test_item(section: str, line: str, items: tuple[Item, ...]) -> None:
    deck = lowered(line, section)
    if isinstance(items[0], Dynamic):
        assert deck.of(DYNAMICS[items[0].word])[: len(items)] == items
    else:
        assert deck.stores[: len(items)] == items


def test_force_on_a_point_and_expressions_with_names() -> None:
    deck = lowered("force C 3 (-2*dx(C.y) + e(s.lenl) + inp(crank.angb) + x(A.x))", "DYNAMICS")
    first, second = deck.of(FORCE)[:2]
    assert (first.subject, second.subject) == (9, 10)
    assert isinstance(second.values[0], Expression)
    assert second.values[0].uses() == [("dx", 10), ("e", -1), ("inp", 1), ("x", 5)]


def test_calculated_buffers_use_others_by_name() -> None:
    store = runmec.loads(NAMED).stores[6]
    assert store.word == "bufcalc"
    assert store.subject == ()
    assert store.expression is not None
    assert store.expression.uses() == [("buf", 5), ("buf", 6)]


def test_composed_parameters() -> None:
    gears = (
        "KIN ANA\nDEFINE\n  z 20\nTOPOLOGY\n  elem pinion BIN O P\n  elem wheel BIN R Q\n"
        "  param mesh pinion.angb (z) wheel.angb 40 fixed\n  param sum pinion.angb 1 wheel.angb 1\n"
        "  input pinion.angb\nGEOMETRY\n  point O 0 0 fixed\n  point R 3 0 fixed\n  point P 1 0\n  point Q 5 0\n"
        "STORAGE\n  bufe0 sum s\n  bufsigma mesh f\nEND\n"
    )
    deck = runmec.loads(gears)
    assert [(f.form, f.element, f.parameter, f.factor) for f in deck.forms] == [
        ("lenl", 1, 1, 1.0),
        ("lenl", 2, 2, 1.0),
        ("angb", 1, 3, 20.0),
        ("angb", 2, 3, 40.0),
        ("angb", 1, 4, 1.0),
        ("angb", 1, -1, 1.0),
        ("angb", 2, -1, 1.0),
    ]
    assert [deck.names.parameter(p) for p in (3, 4, -1)] == ["mesh", "pinion.angb", "sum"]
    assert deck.with_values(z=30).forms[2].factor == 30
    driven = runmec.loads(gears.replace("input pinion.angb", "input mesh pinion.angb").replace(" 40 fixed", " 40"))
    assert driven.names.input(1) == "mesh"


@pytest.mark.parametrize(("held", "fixed"), [("", ""), (" fixed", "xy"), (" fixed x", "x"), (" fixed y", "y")])
def test_points_are_fixed_as_a_whole_or_in_one_direction(held: str, fixed: str) -> None:
    deck = check(NAMED.replace("point B 0.084 0.064", f"point B 0.084 0.064{held}"), "deck", {})[0]
    assert {deck.names.coordinate(c.number) for c in deck.fixed if c.number in (7, 8)} == {
        f"B.{axis}" for axis in fixed
    }


def test_motors_laws_and_buffers_of_output_take_names() -> None:
    text = NAMED.replace("DYN ANA", "DYN SIM").replace("  uniform", "  motor crank.angb const 3\n  uniform", 1)
    text = text.replace("  tstepe 36 (60/300) 300rpm 0", "  law crank.angb cycloid 90deg\n  tmove 10 1")
    deck = runmec.loads(text.replace("BEGINPIC", "PRINTBUF phi bearing\nBEGINPIC"))
    assert (deck.of(MOTOR)[0].subject, deck.moves[0].laws[0].input, deck.moves[0].laws[0].values) == (1, 1, (pi / 2,))
    assert deck.prints[0].buffers == (1, 7)
    assert (deck.pictures[0].curves[0].x, deck.pictures[0].curves[0].y) == (2, 3)
    assert deck.units == "SI"


def test_each_kind_of_thing_has_its_own_names() -> None:
    deck = runmec.loads(NAMED.replace("bufx0 C cx cy", "bufx0 C A crank").replace("plotcurv cx cy", "plotcurv A crank"))
    assert deck.names.find("buffer", "crank") == 3
    assert deck.names.find("element", "crank") == 1


# mixed with numbers


PENDULUM = (
    "  elem 7 BIN 1 2 3 4\n  form 1 lenl 7 1 1\n  form 2 angb 7 2 1\n",
    "  xfix 1 -1\n  xfix 2 0\n  xmov 3 -1\n  xmov 4 -0.5\n",
)


def mixed(inputs: str) -> str:
    """The named four-bar with a pendulum in numbers."""
    text = NAMED.replace("  input crank.angb\n", PENDULUM[0] + inputs).replace("GEOMETRY\n", f"GEOMETRY\n{PENDULUM[1]}")
    return text.replace("300rpm 0", "300rpm 0 1 0").replace("(-5*dx(C.x)", "(-5*dx(C.x)*x(3)*e(1)")


def test_numbers_that_a_deck_uses_are_not_given_out() -> None:
    deck = runmec.loads(mixed("  input crank.angb 2\n"))
    assert not {1, 2, 3, 4} & {
        deck.names.find("coordinate", f"{p}.{a}") for p in ("A0", "B0", "A", "B", "C") for a in "xy"
    }
    assert deck.elements[4].number == 7
    assert not any(deck.names.has("coordinate", n) for n in (1, 2, 3, 4))


def test_parameters_with_numbers_are_called_by_them_wherever_they_end_up() -> None:
    deck = runmec.loads(mixed("  input crank.angb 2\n"))
    assert deck.inputs == 2
    assert [deck.names.parameter(deck.input_parameter(i)) for i in (1, 2)] == ["crank.angb", "2"]
    assert deck.names.parameter(1) == "1"
    assert deck.names.find("parameter", "2") == 8
    assert ("e", 1) in deck.of(FORCE)[0].values[0].uses()
    last_first = runmec.loads(mixed("  input 2 crank.angb\n"))
    assert last_first.names.parameter(last_first.input_parameter(1)) == "2"


def test_nr_dof_counts_numbered_parameters_behind_the_named_ones() -> None:
    text = (
        mixed("  nr dof 1\n")
        .replace("300rpm 0 1 0", "300rpm 0")
        .replace("elem rocker BIN B0 B", "elem rocker BIN B0 B lenl angb")
    )
    text = text.replace("  para crank.angb 0\n", "").replace("  bufinp crank.angb phi", "  bufinp 1 phi")
    deck = runmec.loads(text)
    assert deck.inputs == 1
    assert deck.names.parameter(deck.input_parameter(1)) == "2"


def test_numbers_that_no_line_gives_are_missed_in_a_named_deck_too() -> None:
    assert "D202" in codes(NAMED.replace("bufx0 C cx cy", "bufx0 9 cx\n  bufx0 C.y cy"))
    assert "D201" in codes(NAMED.replace("uniform crank", "uniform 1"))
    assert "D205" in codes(NAMED.replace("plotcurv cx cy", "plotcurv 2 cy"))
    for line in ("bufsigma 3 drive", "bufe0 -1 drive", "bufcalc (e(2)) drive"):
        assert "D203" in codes(NAMED.replace("bufsigma crank.angb drive", line)), line


def test_a_form_line_may_take_over_what_a_name_prescribes() -> None:
    deck = runmec.loads(NAMED.replace("  input", "  form 1 lenl crank 1 1\n  input"))
    assert [f.counter for f in deck.forms if f.form == "lenl" and f.element == 1] == [1]
    assert deck.names.find("parameter", "crank.lenl") == 1


# units


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # SI prefixes; the turn is 2π rad, the minute 60 s
        ("30mm", 0.03),
        ("5cm", 0.05),
        ("2km", 2000),
        ("40deg", 40 * pi / 180),
        ("300rpm", 10 * pi),
        ("250g", 0.25),
        ("1.2t", 1200),
        ("5kN", 5000),
        ("3MN", 3e6),
        ("20ms", 0.02),
        ("210GPa", 210e9),
        ("8MPa", 8e6),
        ("3um", 3e-6),
        ("60°", pi / 3),
        ("-.5mm", -0.0005),
        ("1e3mm", 1.0),
        ("1.5D1mm", 0.015),
        ("2N", 2),
        ("5N/mm", 5000),
        ("9.81m/s^2", 9.81),
        ("7850kg/m³", 7850),
        ("3kg*mm²", 3e-6),
        ("20rad/s", 20),
        ("36km/h", 10),
        ("1.5e2N·m", 150),
        ("60deg/s^2", pi / 3),
    ],
)
def test_units(text: str, value: float) -> None:
    """A value of DEFINE may measure anything."""
    assert in_si(text) == pytest.approx(value, rel=1e-15)
    defined = NAMED.replace("TOPOLOGY\n", f"DEFINE\n  q {text}\nTOPOLOGY\n", 1).replace("200g", "(abs(q))")
    assert runmec.loads(defined).of(UNIFORM)[0].values[0] == pytest.approx(abs(value), rel=1e-15)


def test_a_guess_that_is_no_slip_is_not_read_as_that_word() -> None:
    """`plot` is told with what is near; it is not then blamed for the values that `point` needs."""
    with pytest.raises(runmec.DeckError) as raised:
        runmec.loads(NAMED.replace("STORAGE", "PLOT\nSTORAGE"))
    assert [d.code for d in raised.value.diagnostics] == ["D101"]


def test_decimal_units_round_as_the_number_in_si_does() -> None:
    for digits in range(1, 1000):
        assert in_si(f"{digits}mm") == float(f"{digits}e-3")


def test_units_are_names_in_expressions_unless_define_has_them() -> None:
    assert runmec.loads(NAMED.replace("200g", "(200*g)")).of(UNIFORM)[0].values[0] == pytest.approx(0.2, rel=1e-15)
    text = NAMED.replace("TOPOLOGY\n", "DEFINE\n  mm 7\nTOPOLOGY\n", 1)
    assert runmec.loads(text.replace("200g", "(2*mm)")).of(UNIFORM)[0].values[0] == 14
    assert "t" not in FACTORS  # the time


# values that stay open


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_with_values_is_what_set_reads(path: Path) -> None:
    text = path.read_text()
    deck = runmec.loads(text, data=path.parent)
    for define in deck.defines:
        for factor in (1.01, -1.0):
            wanted = {define.name: factor * define.value}
            expected, told = check(text, "deck", wanted, path.parent)
            if has_errors(told):
                with pytest.raises(DeckError) as caught:
                    deck.with_values(**wanted)
                assert {d.code for d in caught.value.diagnostics} == {d.code for d in told}
            else:
                variant = deck.with_values(**wanted)
                assert variant == expected
                assert variant.warnings == expected.warnings
                assert variant.structure is deck.structure


def test_with_values_changes_what_follows_expressions_tables_and_tolerances() -> None:
    text = (
        "DYN SIM\nDEFINE\n  r 2\n  d (2*r)\n  tol 1e-6\nTOPOLOGY\n  elem 1 BIN 1 2 3 4\n  form 1 lenl 1 1 1\n"
        "  form 2 angb 1 2 1\n  nr dof 1\nGEOMETRY\n  xfix 1 0\n  2 0\n  xmov 3 (d)\n  4 0\nDYNAMICS\n"
        "  uniform 1 1\n  force 3 (d*t + table(t, 0,r, d,1))\n  motor 1 const (r)\nMOVEMENT\n"
        "  integr dop853 (tol)\n  tstepf 10 1 (r)\nEND\n"
    )
    variant = runmec.loads(text).with_values(R=3, tol=1e-8)  # names of DEFINE are not case-sensitive
    assert variant == runmec.loads(text, set={"r": 3, "tol": 1e-8})
    assert variant.moving[0].value == 6
    assert variant.moves[0].tolerance == 1e-8
    at_one = variant.of(FORCE)[0].values[0](lambda name, _: 1.0)
    assert at_one == pytest.approx(6 + 3 + (1 - 3) / 6, rel=1e-15)
    assert variant.with_values(d=1).with_values(r=5).moving[0].value == 1  # what was set stays


def test_items_hold_plain_numbers() -> None:
    def plain(value: object) -> bool:
        if isinstance(value, tuple):
            return all(map(plain, value))
        if isinstance(value, Judgement):
            return plain(value.program)
        return isinstance(value, Item | Expression | None) or type(value) in (bool, int, float, str)

    decks = [*map(runmec.read, INPUTS), *(runmec.loads(valid(seed)) for seed in range(10))]
    for deck in decks:
        items = [item for name in deck.__dataclass_fields__ for item in _items(getattr(deck, name))]
        assert all(plain(item._values()) for item in items)


def _items(value: object) -> list[Item]:
    if isinstance(value, tuple):
        return [item for part in value for item in _items(part)]
    return [value] if isinstance(value, Item) else []


def test_with_values_refuses_what_reading_would_refuse() -> None:
    deck = runmec.loads(FOUR_BAR)
    with pytest.raises(UnknownName, match="did you mean `a`"):
        deck.with_values(aa=1)
    with pytest.raises(DeckError, match="D210"):
        deck.with_values(a=-0.03)
    with pytest.raises(DeckError, match="D117"):
        deck.with_values(w=0)
    with pytest.raises(DeckError, match="D117"):
        deck.with_values(a=float("nan"))


# written back


@pytest.mark.parametrize("seed", range(40))
def test_round_trips(seed: int) -> None:
    text = valid(seed)
    deck = runmec.loads(text)
    assert judge(text.encode()) == 0  # fmt, twice
    numbered = number_text(deck)
    assert runmec.loads(numbered) == deck
    assert not runmec.loads(numbered).names
    assert format_text(numbered) == numbered
    variant = deck.with_values(r=0.12)
    assert runmec.loads(number_text(variant)) == variant == runmec.loads(text, set={"r": 0.12})


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_decks_in_numbers_stay_what_they_are(path: Path) -> None:
    deck = runmec.read(path)
    assert runmec.loads(number_text(deck), data=dict(deck.files)) == deck


def test_number_command(tmp_path: Path) -> None:
    deck, out = tmp_path / "four.mec", tmp_path / "numbers.mec"
    deck.write_text(FOUR_BAR)
    printed = CliRunner().invoke(cli, ["number", str(deck)])
    assert printed.exit_code == 0
    assert "elem 2 TR2 5 6 7 8 9 10  ; coupler" in printed.output
    assert CliRunner().invoke(cli, ["number", str(deck), "-o", str(out)]).output == ""
    assert out.read_text() == printed.output
    deck.write_text(FOUR_BAR.replace("A0 A\n", "A0 X\n"))
    assert CliRunner().invoke(cli, ["number", str(deck)]).exit_code == 1


@pytest.mark.parametrize("batch", range(4))
def test_mutations_of_named_decks_never_give_a_traceback(batch: int) -> None:
    rng = random.Random(100 + batch)
    found = [judge(mutated(valid(number % 40), rng)) for number in range(250)]
    assert 0 in found
    assert found.count(1) > 75


SLIPS = ("input", "point", "elem", "crank.", ".x", "A0.", "C.z", "fixed", "free", "60°", "30inch", "(x(C))", "(x(C.x))",
         "(buf(fx))", "(e(crank))", "param", "lenl", "B.x", "99", "_", "a.b.c")  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_any_word_is_told_or_read(slip: str) -> None:
    lines = NAMED.splitlines()
    for at, line in enumerate(lines):
        words = line.split()
        for k in range(len(words)):
            changed = " ".join([*words[:k], slip, *words[k + 1 :]])
            judge("\n".join([*lines[:at], changed, *lines[at + 1 :], ""]).encode())


# links


def linked(text: str) -> set[tuple[str, ...]]:
    deck = runmec.loads(text)
    return {tuple(deck.names.element(n) for n in link.elements) for link in links(deck)}


def test_links_are_elements_that_share_two_points_at_a_distance() -> None:
    assert linked(NAMED) == {("crank",), ("coupler",), ("rocker",), ("s",)}
    with_mass = NAMED.replace("  input", "  elem weight BIN B C free\n  elem arm HBEAM A b B\n  input")
    assert linked(with_mass.replace("GEOMETRY\n", "GEOMETRY\n  angle b 0\n")) == {
        ("crank",),
        ("coupler", "weight", "arm"),
        ("rocker",),
        ("s",),
    }


def test_a_length_that_another_element_prescribes_holds_a_link_too() -> None:
    """The coupler's length is the rod's; its point C is held by `lenu` and `lenv` of the coupler alone."""
    text = NAMED.replace("  elem coupler", "  elem rod BIN A B\n  elem coupler")
    assert linked(text.replace("  input", "  elem weight BIN A C free\n  input")) == {
        ("crank",),
        ("rod", "coupler", "weight"),
        ("rocker",),
        ("s",),
    }


def test_elements_along_one_line_of_free_length_are_a_telescope() -> None:
    """And a slot is no link."""
    found = linked(CYLINDER.replace("  input", "  elem twin BIN A0 A free\n  input"))
    assert found >= {("crank", "twin"), ("coupler",)}


def test_a_point_and_an_angle_join_beams() -> None:
    """inputs/beams/portal_frame.mec has three hinges: two halves, each a post and a beam with a stiff corner."""
    found = links(runmec.read(ROOT / "inputs/beams/portal_frame.mec"))
    assert [link.elements for link in found] == [(1, 2), (3, 4)]


def test_check_speaks_names_and_lists_links(tmp_path: Path) -> None:
    path = tmp_path / "deck.mec"
    path.write_text(NAMED.replace("  input", "  elem weight BIN B C free\n  input"))
    told = CliRunner().invoke(cli, ["check", str(path)]).output
    for line in (
        "input 1 is crank.angb",
        "elements coupler and weight",
        "drive: σ of crank.angb",
        "cy: C.y",
        "elements coupler and rocker place co-ordinates B.x and B.y",
    ):
        assert line in told


# building in Python


def test_a_model_is_built_with_the_words_of_the_language() -> None:
    m = runmec.Model("NAME: a four-bar linkage, its coupler curve and bearing forces", units="")
    a, b, c, d, w = (m.define(name, value) for name, value in zip("abcdw", (0.03, 0.09, 0.08, 0.1, 25), strict=True))
    A0, B0 = m.point("A0", 0, 0, fixed=True), m.point("B0", d, 0, fixed=True)
    A, B, C = m.point("A", a, 0), m.point("B", a + 0.6 * b, 0.8 * c), m.point("C", a + 0.2 * b, c)
    crank, coupler, rocker = (
        m.elem("crank", "BIN", A0, A),
        m.elem("coupler", "TR2", A, B, C),
        m.elem("rocker", "BIN", B0, B),
    )
    m.input(crank.angb)
    for form, value in (
        (crank.lenl, a),
        (coupler.lenl, b),
        (coupler.lenu, 0.5 * b),
        (coupler.lenv, 0.4 * b),
        (rocker.lenl, c),
        (crank.angb, 0),
    ):
        m.para(form, value)
    for element, mass in ((crank, 0.2), (coupler, 0.6), (rocker, 0.4)):
        m.uniform(element, mass)
    m.gravity(9.81, -m.pi / 2)
    m.bufinp(crank.angb, "phi")
    m.bufx0(C, "cx", "cy")
    m.bufsigma(crank.angb, "sigma")
    m.bufreac(A0, "ax", "ay")
    m.bufreac(B0, "bx", "by")
    m.tstepe(120, 2 * m.pi / w, w, 0)
    assert m.read() == runmec.loads(FOUR_BAR)
    assert runmec.loads(m.deck()) == m.read()
    assert m.run().complete


def test_formulas_of_a_model_keep_their_order() -> None:
    m = runmec.Model(job="KIN ANA")
    x, y = m.define("x1", 3), m.define("y1", 5)
    formulas = {
        x - (y - 2): 0,
        (x + y) * (x - y): -16,
        x / (y * 2): 0.3,
        -(x**2): -9,
        (-x) ** 2: 9,
        2 - x * -2: 8,
        m.function.sqrt(x * x + 16) ** 2: 25,
        1 / (1 / x): 3,
    }
    for number, formula in enumerate(formulas, start=1):
        m.define(f"f{number}", formula)
    m.point("O", 0, 0, fixed=True)
    m.point("P", 1, 0)
    m.elem("rod", "BIN", "O", "P")
    m.input("rod.angb")
    assert [define.value for define in m.read().defines[2:]] == pytest.approx(list(formulas.values()), rel=1e-15)


def test_a_model_tells_what_is_wrong_as_a_deck_does() -> None:
    m = runmec.Model("wrong")
    with pytest.raises(AttributeError, match="did you mean `gravity`"):
        m.gravty(9.81, 0)
    crank = m.elem("crank", "BIN", "A0", "A")
    with pytest.raises(AttributeError, match="it has lenl angb"):
        crank.lenu  # noqa: B018
    with pytest.raises(DeckError, match="D220"):
        m.read()
    with pytest.raises(ValueError, match="does not fit"):
        m.animate("a\nEND")
    assert "bufx0" in dir(m)


# the rest


STUDENTS = ("torque", "moment", "bearing", "velocity", "cam", "belt", "units", "degrees", "weight", "transmission",
            "transmission angle", "legend", "link", "point", "body", "input")  # fmt: skip


@pytest.mark.parametrize("word", STUDENTS)
def test_explain_knows_the_words_of_students(word: str) -> None:
    assert explain(word)


def test_a_deck_is_checked_without_numpy() -> None:
    """`runmec check` must start fast, expressions included."""
    code = f"import sys, runmec\nrunmec.loads({FOUR_BAR!r}).with_values(a=0.02)\nassert 'numpy' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ("para 4 0.6 mm", "without a blank, as in `30mm`"),
        ("para 4 rpm", "without a blank, as in `30rpm`"),
        ("para 4 m", "`30m`; a name of DEFINE stands in parentheses: `(m)`"),
    ],
)
def test_a_unit_behind_a_blank_is_told_to_be_one(written: str, remedy: str) -> None:
    text = (Path(__file__).parent.parent / "inputs/example8.mec").read_text().replace("para 4 0.6", written)
    assert any(remedy in told.help for told in check(text, "", {})[1])
