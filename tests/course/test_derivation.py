"""Derivations: what is shown is what was calculated, and can be calculated from what is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import prod
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import runmec
from runmec.cli import cli
from runmec.course.derivation.document import Document, Equations, Heading, Matrix, Table, Text
from runmec.course.derivation.notation import (
    Dotted,
    Fraction,
    Function,
    Identifier,
    Line,
    Math,
    Number,
    Operator,
    Root,
    Script,
    Term,
    Word,
    number,
)
from runmec.course.derivation.standing import stand
from runmec.course.derivation.words import WORDS
from runmec.course.derivation.writer import Writer
from runmec.deck.kinds import FORMS
from runmec.elements.letters import LETTERS

INPUTS = Path(__file__).parents[2] / "inputs"
FOUR_BAR = """
DYN ANA ; crank 80, coupler 260, rocker 180, frame 240 mm, 300 rpm; position 41 is 120 degrees
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 240mm 0 fixed
  point A 80mm 0
  point B 250mm 170mm
  para crank.lenl 80mm
  para coupler.lenl 260mm
  para rocker.lenl 180mm
  para crank.angb 0
DYNAMICS
  body crank 0.8kg 30mm 0 1.1e-3
  body coupler 2kg 120mm 40mm 1.5e-2
  body rocker 1.4kg 80mm 0 6e-3
  gravity 9.81 (-pi/2)
MOVEMENT
  tstepe 120 0.2 (10*pi) 0
END
"""
SIX_BAR = (
    (INPUTS / "six_bars/watt_1.mec").read_text(encoding="utf-8").replace("KIN ANA", "DYN ANA", 1)
    .replace("STORAGE", "DYNAMICS\n  gravity 9.81 -1.5708\n  body coupler 1.2 0.2 0.05 0.02\n  uniform DE 0.7\n"
             "  spring DE.angb 3 0.5\n  force E.x 40\nSTORAGE").replace("stepe 360 (2*pi)", "tstepe 36 0.5 12 3")
)  # fmt: skip


# ---- reading what is shown


def plain(math: Math) -> str:
    """`σ_3=−0.7071·1=−0.7071`"""
    match math:
        case Identifier(text) | Word(text) | Function(text) | Operator(text):
            return text
        case Number(text, tens):
            return f"{text}e{tens}" if tens else text
        case Script(base, below, above):
            under = f"_{plain(below)}" if below is not None else ""
            return plain(base) + under + (f"^{plain(above)}" if above is not None else "")
        case Fraction(over, under_):
            return f"({plain(over)})/({plain(under_)})"
        case Root(of) | Dotted(of):
            return plain(of)
        case Line(parts):
            return "".join(map(plain, parts))


def value(text: str) -> float:
    """Of a sum of products of numbers."""
    terms = re.findall(r"[+−]?[^+−]+(?:e[−-]?\d+)?", text.replace("e-", "e~"))
    return sum(
        (-1.0 if term.startswith("−") else 1.0)
        * prod(float(factor.replace("e~", "e-")) for factor in term.lstrip("+−").split("·"))
        for term in terms
    )


def half_digit(text: str) -> float:
    """By how much a shown number may be away."""
    digits, _, tens = text.lstrip("−").partition("e")
    return 0.51 * 10.0 ** (int(tens or 0) - len(digits.partition(".")[2]))


def equations(document: Document) -> Iterator[list[str]]:
    for block in document.blocks:
        if isinstance(block, Equations):
            yield from (plain(one).split("=") for one in block.lines)


def words_of(text: Text) -> str:
    return "".join(part if isinstance(part, str) else plain(part) for part in text)


def tables(document: Document) -> list[tuple[list[str], list[list[str]]]]:
    return [
        (
            [words_of(cell) for cell in block.head],
            [[words_of(cell) for cell in row] for row in (*block.rows, *([block.total] if block.total else []))],
        )
        for block in document.blocks
        if isinstance(block, Table)
    ]


def shown(document: Document, symbol: str) -> str:
    return next(parts[-1] for parts in equations(document) if parts[0] == symbol)


@cache
def result_of(name: str) -> runmec.Result:
    own = {"four-bar": FOUR_BAR, "six-bar": SIX_BAR}
    return runmec.run(runmec.loads(own[name], f"{name}.mec") if name in own else next(INPUTS.rglob(f"{name}.mec")))


@cache
def derived(name: str, at: int = 1) -> Document:
    return runmec.derive(result_of(name), at).document


# ---- the book


def test_the_matrices_of_fig_8_2_2_are_those_of_the_book() -> None:
    """Printed D and its inverse (rows and columns: length of the crank, its angle, length of the rod; x_A y_A x_B)."""
    found = [block for block in derived("fig822_slider_crank").blocks if isinstance(block, Matrix)]
    D, inverse = ([[value(plain(cell)) for cell in row] for row in block.cells] for block in found[1:])
    assert D == [[0.7071, 0.7071, 0.0], [-0.7071, 0.7071, 0.0], [-0.8660, 0.5, 0.8660]]
    assert inverse == [[0.7071, -0.7071, 0.0], [0.7071, 0.7071, 0.0], [0.2989, -1.1154, 1.1547]]
    assert plain(found[0].cells[1][0]) == "−(sinβ_1)/(ℓ_1)"


def test_the_moment_of_fig_8_2_2_is_that_of_the_book() -> None:
    found = [parts for parts in equations(derived("fig822_slider_crank")) if parts[0][0] in "σM−r"]
    assert ["σ_1", "−0.7071+0.2989·2", "−0.1094"] in found
    assert ["σ_3", "−0.7071−1.1154·2", "−2.9378"] in found
    assert ["σ_2", "1.1547·2", "2.3094"] in found
    assert ["M_1", "−σ_3", "2.9378"] in found
    assert ["−0.7071−2.2307+2.9378", "0"] in found
    assert [parts[-1] for parts in found if parts[0].startswith("r_")] == ["−2", "2.1547", "−1.1547"]


def test_example8_shows_what_newton_and_euler_give() -> None:
    """Numbers of inputs/example8.toml at position 31."""
    document = derived("example8", 31)
    assert shown(document, "σ_8") == "56.198"
    assert shown(document, "σ_10") == "35.259"


def test_the_four_bar_shows_what_newton_and_euler_give() -> None:
    """Driving moment −1.571986 N·m and the force of 42.195132 N in B, by free bodies without runmec."""
    document = derived("four-bar", 41)
    assert shown(document, "M_crank.angb") == "−1.5720 N·m"
    rows = next(rows for head, rows in tables(document) if head[0] == "link rocker")
    at_B = next(row for row in rows if row[0] == "at B by coupler")
    assert np.hypot(value(at_B[1]), value(at_B[2])) == pytest.approx(42.195132, abs=2e-3)


# ---- what is shown agrees with the result, and with what is shown beside it

DECKS = [("four-bar", 41), ("six-bar", 20), ("example8", 61), ("rssr", 11), ("run_up", 60),
         ("planetary_gears", 5), ("rack_and_pinion", 4), ("swinging_block", 7),
         ("continuous_beam", 1), ("double_pendulum", 30), ("tool_path_arm", 9)]  # fmt: skip


@pytest.mark.parametrize(("name", "at"), DECKS)
def test_internal_forces_are_those_of_the_result(name: str, at: int) -> None:
    result = result_of(name)
    writer = Writer(stand(result, at), "en")
    found = 0
    for held in writer.standing.held:
        if held.row < 0:
            continue
        parts = next(parts for parts in equations(derived(name, at)) if parts[0] == plain(writer.sigma(held)))
        sigma = result.quantity("bufsigma", (result.mechanism.parameters[held.row],))[at - 1]
        largest = writer.standing.largest_force
        assert value(parts[-1]) == pytest.approx(sigma, abs=half_digit(parts[-1]) + 1e-5 * largest)
        found += 1
    assert found


@pytest.mark.parametrize(("name", "at"), DECKS)
def test_equations_can_be_calculated_from_what_they_show(name: str, at: int) -> None:
    """Every factor is right to half a digit."""
    checked = 0
    for parts in equations(derived(name, at)):
        for left, right in pairwise(parts[1:] if parts[0][0] in "σrM" else parts):
            if not re.fullmatch(r"[\d.e·+−-]+", left + right) or "·" not in left + right:
                continue
            slack = half_digit(right) + sum(
                prod(abs(float(f)) + half_digit(f) for f in term) - prod(abs(float(f)) for f in term)
                for term in (re.split("·", term) for term in re.split(r"(?<!e)[+−]", left) if term)
            )
            assert value(left) == pytest.approx(value(right), abs=slack), parts
            checked += 1
    assert checked


@pytest.mark.parametrize(("name", "at"), [("four-bar", 41), ("six-bar", 20), ("example8", 61), ("rssr", 11)])
def test_forces_of_the_frame_are_those_of_the_result(name: str, at: int) -> None:
    result = result_of(name)
    mech, writer = result.mechanism, Writer(stand(result, at), "en")
    found = 0
    for place in writer.standing.places:
        symbol = f"r_{plain(writer.coordinate(place.at))}"
        own = [parts[-1] for parts in equations(derived(name, at)) if parts[0] == symbol]
        if own:
            force = result.quantity("bufreac", (mech.numbers[place.at],))[at - 1]
            assert value(own[0]) == pytest.approx(force, abs=half_digit(own[0]) + 1e-5 * writer.standing.largest_force)
            found += 1
    assert found >= 3


@pytest.mark.parametrize(("name", "at"), DECKS)
def test_the_check_by_virtual_power_closes(name: str, at: int) -> None:
    standing = stand(result_of(name), at)
    total = standing.total
    assert not [one for one in standing.acting if one.name == "others"]
    for first, held in zip(standing.first, standing.free, strict=True):
        powers = [total[c] * first[c] for c in standing.moving]
        assert sum(powers) - held.sigma == pytest.approx(0.0, abs=1e-9 * max(1.0, *map(abs, powers)))


@pytest.mark.parametrize(
    ("name", "at"), [("four-bar", 41), ("six-bar", 20), ("example8", 61), ("rssr", 11), ("run_up", 60)]
)
def test_what_acts_on_a_link_adds_up_to_zero(name: str, at: int) -> None:
    links = [(head, rows) for head, rows in tables(derived(name, at)) if head[0].startswith("link ")]
    assert len(links) >= 2
    for _, rows in links:
        assert set(rows[-1][1:]) == {"0"}
        for column in range(1, len(rows[0])):
            cells = [row[column] for row in rows[:-1]]
            assert sum(map(value, cells)) == pytest.approx(0.0, abs=sum(map(half_digit, cells)))


@pytest.mark.parametrize(
    ("name", "at"), [*DECKS, ("scotch_yoke", 20), ("gear_pair", 3), ("level_bucket", 9), ("offset_cam", 10)]
)
def test_formulas_give_the_numbers_of_the_engine(name: str, at: int) -> None:
    """D by the symbols that are shown, and second derivatives along x′ and along the motion."""
    writer = Writer(stand(result_of(name), at), "en")
    standing = writer.standing
    for held in [*standing.held, *standing.dependents]:
        formula = writer.formulas.of(held.form)
        size = max(1.0, *map(abs, held.D.values()))
        for at_x in {*held.D, *formula.rows} if formula.rows else ():
            term = formula.rows.get(at_x, Term(0.0, Number("0")))
            assert term.value == pytest.approx(held.D.get(at_x, 0.0), abs=1e-9 * size)
        for key, bent in held.bends.items():
            way = writer.way(in_time=key == "time")
            bend = formula.bend(way)
            if bend is not None:
                fast = max((way.rate(c) ** 2 for c in standing.moving), default=0.0)
                assert bend.value == pytest.approx(bent, abs=1e-8 * (fast + abs(bent)))


# ---- the equation of motion


def test_the_equation_of_motion_gives_the_acceleration_of_the_simulation() -> None:
    result, document = result_of("run_up"), derived("run_up", 60)
    head, rows = next(table for table in tables(document) if table[0][0] == "mass")
    assert head == ["mass", "J", "J^′"]
    J = result.quantity("bufjred", (), (1, 1))
    assert value(rows[-1][1]) == pytest.approx(J[59], abs=half_digit(rows[-1][1]))
    assert value(rows[-1][1]) == pytest.approx(sum(value(row[1]) for row in rows[:-1]), abs=3e-4)
    acceleration = next(parts[-1] for parts in equations(document) if parts[0] == "ε" and parts[1][0] == "(")
    assert value(acceleration) == pytest.approx(result["dinp2 1"][59], abs=half_digit(acceleration))


def test_the_slope_of_the_reduced_inertia_is_that_between_rows() -> None:
    """By differences of J along the motion: a slider-crank with a uniform rod, and the same with a rigid body."""
    text = FOUR_BAR.replace("DYN ANA", "DYN SIM", 1).replace("tstepe 120 0.2 (10*pi) 0", "tstepf 400 0.02 (10*pi)")
    text = text.replace("gravity", "motor crank.angb const 3\n  gravity")
    result = runmec.run(runmec.loads(text, "four_bar.mec"))
    J, angle = result.quantity("bufjred", (), (1, 1)), result["crank.angb"]
    slope = 2.0 * sum(one.half_slope for one in stand(result, 201).masses)
    assert slope == pytest.approx((J[201] - J[199]) / (angle[201] - angle[199]), rel=1e-4)


def test_several_freedoms_have_a_matrix_of_inertia() -> None:
    result = result_of("double_pendulum")
    standing = stand(result, 30)
    J = np.array([[sum(one.J[i][j] for one in standing.masses) for j in (0, 1)] for i in (0, 1)])
    for i, j in ((0, 0), (0, 1), (1, 1)):
        assert J[i, j] == pytest.approx(result.quantity("bufjred", (), (i + 1, j + 1))[29], rel=1e-12)
    bent = [sum(one.bent[i] for one in standing.masses) for i in (0, 1)]
    loads = [
        sum(one.f[c] * standing.first[i][c] for one in standing.acting if not one.is_inertia for c in standing.moving)
        for i in (0, 1)
    ]
    motor = [-held.sigma for held in standing.free]
    found = np.linalg.solve(J, np.array(motor) + loads - np.array(bent))
    assert found == pytest.approx([result["dinp2 1"][29], result["dinp2 2"][29]], rel=1e-9)


# ---- pages


@pytest.mark.parametrize(("name", "at"), [*DECKS, ("watt_1", 31), ("stewart_platform", 3), ("cantilever", 1)])
def test_pages_are_whole_and_need_nothing_else(name: str, at: int) -> None:
    found = runmec.derive(result_of(name), at, language=list(WORDS)[at % len(WORDS)])
    page = found.html()
    body = page.partition("<body>")[2].partition("</body>")[0]
    ElementTree.fromstring(f"<body>{body}</body>")
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert ">nan<" not in body
    latex = found.latex()
    bare = re.sub(r"\\[\\{}]", "", latex)
    assert bare.count("{") == bare.count("}")
    assert sorted(re.findall(r"\\begin\{(\w+)", latex)) == sorted(re.findall(r"\\end\{(\w+)", latex))
    assert bare.count("$") % 2 == 0
    assert not [letter for letter in latex if ord(letter) > 0x24F]


def test_a_page_tells_the_numbers_of_the_document() -> None:
    page = runmec.derive(INPUTS / "course_book/fig822_slider_crank.mec").html()
    body = page.partition("<body>")[2].partition("</body>")[0]
    found = "".join(ElementTree.fromstring(f"<body>{body}</body>").itertext())
    assert "σ3=−0.7071−1.1154·2=−2.9378" in found
    assert "−0.7071−2.2307+2.9378=0" in found


def test_every_language_has_every_sentence_and_every_form_a_letter() -> None:
    assert len({frozenset(sentences) for sentences in WORDS.values()}) == 1
    assert set(LETTERS) == set(FORMS)


@pytest.mark.parametrize(
    ("given", "beside", "text"),
    [
        (0.70710678, 0.0, "0.7071"),
        (-2.93778, 0.0, "−2.9378"),
        (24.95463, 0.0, "24.955"),
        (0.012345678, 0.0, "0.01235"),
        (0.5, 0.0, "0.5"),
        (123456.0, 0.0, "1.2346e5"),
        (0.00012345678, 0.0, "1.2346e-4"),
        (9.99999, 0.0, "10.0000"),
        (99999.6, 0.0, "100000"),
        (999999.7, 0.0, "1e6"),
        (1e-13, 1.0, "0"),
        (1e-7, 1.0, "0.0000"),
        (2.0, 0.0, "2"),
    ],
)
def test_numbers_have_four_digits(given: float, beside: float, text: str) -> None:
    assert plain(number(given, beside)) == text


def test_wide_matrices_are_parted() -> None:
    """A page has room for eight columns."""
    document = Document("", ())
    document.matrix(Identifier("D"), [Identifier("e")], [Word(str(k)) for k in range(11)], [[Number("1")] * 11])
    found = [block for block in document.blocks if isinstance(block, Matrix)]
    assert [len(block.columns) for block in found] == [len(block.cells[0]) for block in found] == [8, 3]


def test_kinematics_ends_with_transfer_functions() -> None:
    headings = [block.text for block in derived("watt_1", 31).blocks if isinstance(block, Heading)]
    assert headings[-1] == "Transfer functions"


# ---- what cannot be derived


@pytest.mark.parametrize(
    ("name", "at", "message"),
    [
        ("watt_1", 1000, "position 1000: the motion has 361"),
        ("watt_1", 0, "position 0: the motion has 361"),
        ("von_mises_truss", 21, "position 21: inputs have no grip there"),
    ],
)
def test_what_cannot_be_derived_is_told(name: str, at: int, message: str) -> None:
    with pytest.raises(runmec.NotDerived, match=re.escape(message)):
        runmec.derive(result_of(name), at)


def test_too_many_co_ordinates_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runmec.course.derivation.standing.MANY", 9)
    with pytest.raises(runmec.NotDerived, match="10 moving co-ordinates: a derivation is written for 9 at most"):
        runmec.derive(result_of("example8"))


def test_a_singular_position_is_told() -> None:
    """A slider-crank driven by its slider, in its dead centre."""
    deck = runmec.loads(
        "KIN ANA\nTOPOLOGY\nelem 1 BIN 1 2 3 4\n2 BIN 3 4 5 6\n3 TR1 1 2 7 5 6\nform 1 lenl 1 1 1\n"
        "2 lenl 2 2 1\n3 lenu 3 3 1\nnr dof 1\nGEOMETRY\nxfix 1 0\n2 0\n6 0\n7 0\nxmov 3 1\n4 0\n5 3\n"
        "para 1 1\n2 2\n3 3\nEND\n",
        "dead.mec",
    )
    with pytest.raises(runmec.NotDerived, match="position 1 is singular"):
        runmec.derive(deck)


# ---- the command, and solutions


def test_the_command_writes_a_page_or_latex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deck = str(INPUTS / "example8.mec")
    found = CliRunner().invoke(cli, ["derive", deck, "--at", "61"])
    assert (found.exit_code, found.output) == (0, "derivation of position 61 of 121 in example8.derivation.html\n")
    assert "ε" in (tmp_path / "example8.derivation.html").read_text(encoding="utf-8")
    found = CliRunner().invoke(cli, ["derive", deck, "--format", "latex", "--language", "nl", "-o", "own/a.tex"])
    assert found.exit_code == 0
    assert "Inwendige krachten" in (tmp_path / "own/a.tex").read_text(encoding="utf-8")
    found = CliRunner().invoke(cli, ["derive", deck, "--at", "122"])
    assert found.exit_code == 2
    assert "position 122: the motion has 121" in found.output


def test_solutions_carry_the_derivation_of_their_variant_and_sheets_do_not() -> None:
    files = runmec.exercise(INPUTS / "slider_cranks/exercise_slider_crank.mec", ["ada", "emmy"], seed=1).files(
        language="de"
    )
    for name, length in (("ada", "0.08"), ("emmy", "0.065")):
        solution, sheet = str(files[f"solutions/{name}.html"]), str(files[f"sheets/{name}.html"])
        assert "Innere Kräfte" in solution
        assert f"<mn>{length}</mn>" in solution
        assert "Stellung 21 von 121" in solution
        assert "<math" not in sheet
        assert "derivation" not in sheet
