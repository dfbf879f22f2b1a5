"""What a user of a deck in names is told: names and units in tables, files, pictures, messages and Python."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from click.testing import Result as Called

import runmec
from runmec.cli import cli
from runmec.deck.model import Store
from runmec.diagnostics import render
from runmec.drawing.film import film_data
from runmec.drawing.plan import plan
from runmec.drawing.report import report_html
from runmec.results.output import as_data, buffers_csv
from runmec.results.units import Dimension, symbol, unit_of

INPUTS = Path(__file__).parent.parent / "inputs"

FOUR_BAR = """DYN ANA ; a four-bar
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  param swing coupler.angb 1 rocker.angb -1
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 100mm 0 fixed
  point A 30mm 0
  point B 84mm 64mm
  point C 48mm 80mm
  para crank.lenl 30mm
  para coupler.lenl 90mm
  para coupler.lenu 45mm
  para coupler.lenv 36mm
  para rocker.lenl 80mm
  para crank.angb 0
DYNAMICS
  uniform coupler 0.6
  gravity 9.81 (-90*deg)
STORAGE
  buftime now
  bufinp crank.angb phi ; crank angle
  bufx0 C cx cy         ; coupler point
  bufe0 swing mu
  bufsigma crank.angb sigma
  bufreac A0 fx fy      ; bearing
  bufdx2 C.x 7
PRINTBUF phi mu sigma
BEGINPIC
  plotcurv phi sigma
ENDPIC
BEGINPIC
  plotcurv fx fy
  plotcurv cx cy
ENDPIC
MOVEMENT
  tstepe 36 (2*pi/25) 25 0
END
"""


@pytest.fixture(scope="module")
def result() -> runmec.Result:
    return runmec.run(runmec.loads(FOUR_BAR))


def call(*arguments: str) -> Called:
    return CliRunner().invoke(cli, list(arguments), prog_name="runmec")


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("a.mec").write_text(FOUR_BAR)
    return "a.mec"


# ---- Python


def test_quantities_by_name(result: runmec.Result) -> None:
    names = result.deck.names
    x, y = names.coordinates_of("C") or (0, 0)
    for asked, same in (
        ("C.x", f"x {x}"),
        ("dx C.x", f"dx1 {x}"),
        ("ddx C.y", f"dx2 {y}"),
        ("x1 C.x", f"x1 {x} 1"),
        ("x1 C.x crank.angb", f"x1 {x} 1"),
        ("crank.angb", "inp 1"),
        ("e crank.angb", "inp crank.angb"),
        ("swing", "e swing"),
        ("conn coupler B.x", f"conn 2 {names.find('coordinate', 'B.x')}"),
        ("rocker.lenl", "e0 rocker.lenl"),
        ("time", "now"),
        ("bufdx2 C.x", f"dx2 {x}"),
    ):
        np.testing.assert_array_equal(result[asked], result[same])
    np.testing.assert_array_equal(result["C"], [result["cx"], result["cy"]])
    np.testing.assert_array_equal(result["reac A0"], [result["fx"], result["fy"]])
    np.testing.assert_allclose(result["rocker.lenl"], 0.08, rtol=1e-12)


def test_a_spelling_with_two_meanings_is_refused(result: runmec.Result) -> None:
    """`dx2` was the velocity of co-ordinate 2, `dx2 9` an acceleration."""
    for asked, remedy in (
        ("dx2", "'dx 2' or 'dx2 "),
        ("x1", "'x 1' or 'x1 "),
        ("e1", "'e 1' or 'e1 crank.lenl"),
        ("dinp1", "'dinp 1' or 'dinp1 crank.angb'"),
    ):
        with pytest.raises(KeyError, match="may be") as told:
            result[asked]
        assert remedy in str(told.value)
    for asked, remedy in (
        ("coupler.angq", "TR2 has"),
        ("crank.angx", "no angx"),
        ("C.z", "did you mean 'C."),
        ("sigma D.x", "no parameter D.x"),
        ("drove", "did you mean .drive"),
        ("reac C.x", "moves"),
        ("", "nothing"),
        ("conn crank C.x", "no co-ordinate C.x"),
    ):
        with pytest.raises(KeyError, match=remedy):
            result[asked]


def test_a_form_that_no_line_uses_is_refused_with_the_remedy() -> None:
    plain = runmec.run(
        runmec.loads(
            FOUR_BAR.replace("param swing coupler.angb 1 rocker.angb -1\n", "").replace(
                "bufe0 swing mu", "bufe0 rocker.angb mu"
            )
        )
    )
    with pytest.raises(KeyError, match=r"bufe0 coupler\.angb b"):
        plain["coupler.angb"]
    with pytest.raises(KeyError, match=r"bufe0 coupler\.angb b"):
        plain["de coupler.angb"]


def test_a_result_is_a_mapping_of_buffers(result: runmec.Result) -> None:
    assert list(result) == result.keys() == ["now", "phi", "cx", "cy", "mu", "sigma", "fx", "fy", 7]
    assert dict(result).keys() == set(result.keys())
    assert all(a is b for a, b in zip(result.values(), result.buffers.values(), strict=True))
    np.testing.assert_array_equal(result[7], result["ddx C.x"])
    np.testing.assert_array_equal(result[np.int64(7)], result.buffer(7))
    for known in ("phi", "C.x", "x C.x", "C", 7):
        assert known in result
    for unknown in ("x99", "wombat", 99, None, 3.5, ""):
        assert unknown not in result
    assert result.get("wombat") is None
    assert result.get("phi") is result["phi"]
    assert len(result) == 37  # positions, as every array has
    assert list(result.to_pandas().columns) == result.keys()
    with pytest.raises(KeyError, match="did you mean 'sigma'"):
        result.buffer("sgma")
    with pytest.raises(KeyError, match="stores no buffer 99; it stores now, phi"):
        result[99]


def test_extremes_count_like_arrays(result: runmec.Result) -> None:
    """Rows from 0, with decimals where the motion has more than its rows."""
    found, history = result.extremes["sigma"], result["sigma"]
    assert found.least <= np.min(history) <= np.max(history) <= found.most
    assert found is result.extremes[result.number("sigma")]
    assert abs(found.at_most - np.argmax(history)) <= 1
    assert abs(found.at_least - np.argmin(history)) <= 1
    assert "sigma" in result.extremes
    assert "wombat" not in result.extremes


def test_public_names_are_shown() -> None:
    assert {"run", "read", "loads", "Result", "Model", "DeckError", "add_element"} <= set(dir(runmec))


# ---- units


def test_units_follow_from_word_and_subject(result: runmec.Result) -> None:
    found = {key: result.unit(key).symbol for key in result}
    assert found == {
        "now": "s",
        "phi": "rad",
        "cx": "m",
        "cy": "m",
        "mu": "rad",
        "sigma": "N·m",
        "fx": "N",
        "fy": "N",
        7: "m/s²",
    }
    crank = result.deck.names.find("parameter", "crank.lenl") or 0
    x = result.mechanism.numbers[-1]
    for word, subject, expected in (
        ("bufsigma", (crank,), "N"),
        ("bufx1", (x,), "m/rad"),
        ("bufx2", (x,), "m/rad²"),
        ("bufjred", (), "kg·m²"),
        ("bufekin", (), "J"),
        ("bufpower", (1,), "W"),
        ("bufcond", (), ""),
        ("bufdinp2", (1,), "rad/s²"),
        ("bufdrive", (1,), "N·m"),
        ("bufde1", (crank,), "m/s"),
    ):
        assert unit_of(result.mechanism, Store(word, subject, 0)).symbol == expected
    assert symbol(Dimension(kg=1, m=-1, s=-2)) == "Pa"
    assert symbol(Dimension(kg=1, m=-2, s=-2)) == "kg/(m²·s²)"
    assert symbol(Dimension(m=1, s=-1, rad=1)) == "m/s"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("sqrt(buf(fx)^2+buf(fy)^2)", "N"),
        ("atan2(buf(fy),buf(fx))", "rad"),
        ("buf(fx)*x(C.x)", "N·m"),
        ("-buf(sigma)*dinp(crank.angb)", "W"),
        ("2*buf(fx) - 1", "N"),
        ("0.5*buf(fx)", ""),
        ("buf(fx)+x(C.x)", ""),
        ("sin(buf(phi))", ""),
        ("x(C.x)/t", "m/s"),
        ("max(abs(buf(fx)), buf(fy))", "N"),
        ("buf(fx)^0.5", ""),
        ("sqrt(x(C.x))", ""),
        ("dx(C.x)/x(C.x)", "1/s"),
    ],
)
def test_units_of_expressions(text: str, unit: str) -> None:
    """By the rules of dimensions; a number with decimals may be a length, so that nothing is said."""
    deck = runmec.loads(FOUR_BAR.replace("PRINTBUF", f"  bufcalc ({text}) z\nPRINTBUF"))
    from runmec.model.build import build

    assert unit_of(build(deck), deck.stores[-1]).symbol == unit


def test_gears_have_no_unit_that_could_be_wrong() -> None:
    deck = runmec.loads(FOUR_BAR.replace("rocker.angb -1", "rocker.angb -0.02"))
    from runmec.model.build import build

    (store,) = (s for s in deck.stores if s.word == "bufe0")
    assert unit_of(build(deck), store).symbol == ""


# ---- terminal and files


def test_tables_have_names_and_units(deck: str) -> None:
    said = call(deck, "--no-pictures").stdout
    lines = said.splitlines()
    head = next(k for k, line in enumerate(lines) if line.split()[:1] == ["step"])
    assert lines[head].split() == ["step", "phi", "mu", "sigma"]
    assert lines[head + 1].split() == ["°", "°", "N·m"]
    assert lines[head + 3].split()[:2] == ["1", "10"]  # degrees
    assert "input 1, crank.angb: 0° … 360°" in said
    assert "at crank.angb [°]" in said
    assert "driving moment M = −σ of input crank.angb" in said
    assert "fx: frame force at A0.x" in said


def test_kinematics_has_extremes_too(deck: str) -> None:
    Path(deck).write_text(FOUR_BAR.replace("DYN ANA", "KIN ANA"))
    said = call(deck, "--no-pictures").stdout
    assert "mu: ε of swing" in said.split("least")[1]
    assert "sigma: σ" not in said.split("least")[1]  # has no numbers


def test_without_units_numbers_stand_alone(deck: str) -> None:
    Path(deck).write_text(FOUR_BAR.replace("UNITS SI\n", ""))
    said = call(deck, "--no-pictures").stdout
    assert "°" not in said
    assert "N·m" not in said
    assert "6.2832" in said
    assert "units" not in json.loads(Path("a.out/run.json").read_text())


def test_csv_has_names_and_keeps_radians(result: runmec.Result) -> None:
    rows = list(csv.reader(io.StringIO(buffers_csv(result))))
    assert rows[0] == ["step", "time", "now", "phi", "cx", "cy", "mu", "sigma", "fx", "fy", "7"]
    assert float(rows[-1][3]) == result["phi"][-1] == pytest.approx(2 * np.pi)
    for_spreadsheets = list(csv.reader(io.StringIO(buffers_csv(result, "semicolon")), delimiter=";"))
    assert for_spreadsheets[0] == rows[0]
    assert [[cell.replace(",", ".") for cell in row] for row in for_spreadsheets] == rows


def test_csv_for_spreadsheets_is_asked_for_by_an_option(deck: str) -> None:
    assert call("run", deck, "-q", "--no-pictures", "--csv", "semicolon").exit_code == 0
    assert Path("a.out/buffers.csv").read_text().startswith("step;time;now;phi;")
    assert call("run", deck, "--csv", "tab").exit_code == 2


def test_run_json_has_names_and_units(result: runmec.Result) -> None:
    data = as_data(result)
    assert data["units"]["phi"] == "rad"
    assert data["units"]["7"] == "m/s²"
    told = data["extremes"]["sigma"]
    assert max(result["sigma"]) <= told["max"] == result.extremes["sigma"].most
    assert abs(np.argmax(result["sigma"]) + 1 - told["max_position"]) <= 1


# ---- pictures and pages


def test_axes_have_name_comment_and_unit(result: runmec.Result) -> None:
    first, second = (plan(result, picture) for picture in result.deck.pictures)
    assert (first.x.name, first.x.degrees) == ("phi: crank angle", True)
    assert (first.y.name, first.y.unit) == ("sigma: σ of crank.angb [N·m]", "N·m")
    assert second.legend == ("fx, fy: bearing", "cx, cy: coupler point")
    assert second.kinds == ("polar", "plane")


def test_film_speaks_names(result: runmec.Result) -> None:
    data: dict[str, Any] = film_data(result)
    assert [(b["number"], b["unit"]) for b in data["buffers"]][1:3] == [("phi", "°"), ("cx", "m")]
    said = {kind["name"]: (kind["unit"], [a["name"] for a in kind["arrows"]]) for kind in data["arrows"]}
    assert said["forces"] == (
        " N",
        ["frame on crank at A0", "coupler on crank at A", "rocker on coupler at B", "frame on rocker at B0"],
    )
    assert said["velocities"][1][0] == "velocity of C"


def test_report_speaks_names_and_units(result: runmec.Result) -> None:
    page = report_html(result, [b"<svg></svg>"] * 2)
    for said in ("<td>coupler</td><td>TR2</td><td>A B C</td>", "<td>rocker.lenl</td>", " kg</td>", "<td>N·m</td>"):
        assert said in page


def test_labels_of_a_drawing_are_names(result: runmec.Result) -> None:
    drawn = {text.get_text() for text in result.draw(1, labels=True).axes[0].texts}
    assert {"A0", "C", "crank", "coupler", "lenl, lenu, lenv, angb in swing", "lenl, →angb"} <= drawn


# ---- messages


def test_messages_speak_names() -> None:
    def told(text: str) -> str:
        try:
            found = runmec.run(runmec.loads(text))
        except runmec.CalculationError as fault:
            return render([fault.diagnostic], "a.mec", text)
        return render([d for d in (*found.warnings, found.failure) if d is not None], "a.mec", text)

    cannot = told(FOUR_BAR.replace("rocker.lenl 80mm", "rocker.lenl 10mm"))
    assert "R401" in cannot
    assert "elements coupler and rocker, point B" in cannot
    assert "`point`" in cannot
    assert "rocker.lenl" in cannot or "coupler.lenl" in cannot
    locks = told(FOUR_BAR.replace("crank.lenl 30mm", "crank.lenl 80mm").replace("A 30mm 0", "A 80mm 0"))
    assert "R402" in locks
    assert "stops at crank.angb = " in locks
    assert "°" in locks


# ---- right numbers that answer another question


def codes(text: str) -> list[str]:
    return [w.code for w in runmec.run(runmec.loads(text)).warnings if w.code in ("R457", "R458", "R459")]


def moved(*lines: str) -> str:
    return FOUR_BAR.replace("  tstepe 36 (2*pi/25) 25 0\n", "".join(f"  {line}\n" for line in lines))


def test_a_curve_of_two_forces_along_x_is_told() -> None:
    assert codes(FOUR_BAR) == []
    wrong = FOUR_BAR.replace("PRINTBUF", "  bufreac B0 gx gy\nPRINTBUF").replace("plotcurv fx fy", "plotcurv fx gx")
    assert codes(wrong) == ["R457"]


@pytest.mark.parametrize(
    ("lines", "jumps"),
    [
        (["law 1 cycloid 0.5", "tmove 10 1"], 0),
        (["tstepe 10 0.1 2 0", "law 1 cycloid 0.5", "tmove 10 1"], 1),  # from 2 to a rest
        (["tstepe 10 1 0 2", "tstepe 10 1 2 -2", "law 1 poly345 0.5", "tmove 10 1"], 0),  # comes to rest before
        (["law 1 points 0 0 0.5 0.1 1 0.3", "tmove 10 1", "law 1 harmonic 0.2", "tmove 10 1"], 0),  # clamped to rest
        (["law 1 freepoints 0 0 0.5 0.1 1 0.3", "tmove 10 1", "law 1 harmonic 0.2", "tmove 10 1"], 1),
        (["law 1 freepoints 0 0 0.5 0.1 1 0.3", "tmove 10 1"], 0),  # as the user says
        (["law 1 const 2 0", "tmove 10 1", "tstepe 10 0.1 3 0"], 0),  # meant
        (["stepe 10 0.3", "law 1 cycloid 0.5", "tmove 10 1"], 0),  # without time
    ],
)
def test_jumps_of_velocity_are_told(lines: list[str], jumps: int) -> None:
    assert codes(moved(*lines)) == ["R458"] * jumps


def test_bearings_that_do_not_feel_the_teeth_are_told() -> None:
    """199 N on the teeth and nothing at the shaft: the sum of two angles has no place."""
    by_factors = (INPUTS / "gears/gear_pair.mec").read_text(encoding="utf-8")
    assert codes(by_factors) == ["R459"]  # whatever is stored: the sheet of joints has the shafts


def test_a_notebook_is_told_of_failures_and_warnings() -> None:
    locks = runmec.run(runmec.loads(FOUR_BAR.replace("crank.lenl 30mm", "crank.lenl 80mm").replace("A 30mm", "A 80mm")))
    page = locks._repr_html_()
    assert "R402" in page.split("<iframe")[0]
    fine = runmec.run(runmec.loads(FOUR_BAR))
    assert fine._repr_html_().startswith("<iframe")


def test_report_has_a_sheet_for_every_joint() -> None:
    """The textbook four-bar: pins A0, A, B, B0; largest forces as `bufpin` has them."""
    from runmec.examples import starter

    bodies = runmec.run(runmec.loads(starter("mass-centres", "m")))
    found = {(line.joint.link, line.joint.name): line for line in bodies.joints}
    assert list(found) == [
        ("crank", "A0"),
        ("crank", "A"),
        ("coupler", "A"),
        ("coupler", "B"),
        ("rocker", "B"),
        ("rocker", "B0"),
    ]
    for on, x, y in (
        (("crank", "A0"), "ox", "oy"),
        (("rocker", "B0"), "px", "py"),
        (("coupler", "A"), "ax", "ay"),
        (("coupler", "B"), "bx", "by"),
    ):
        size = np.hypot(bodies[x], bodies[y])
        at = int(np.argmax(size))
        assert size.max() <= found[on].largest == pytest.approx(size.max(), rel=1e-3)  # that of the motion
        assert abs(found[on].row - at) < 1
        np.testing.assert_allclose(found[on].force, [bodies[x], bodies[y]], rtol=1e-12)
    page = report_html(bodies, [b"<svg></svg>"] * 3)
    assert all(f"max {found[on].largest:.4g} N" in page for on in (("crank", "A0"), ("coupler", "B")))
    assert page.count("<figcaption>frame on ") == 2


def test_a_guide_has_a_row_and_no_diagram() -> None:
    from runmec.drawing.polar_sheet import has_diagram
    from runmec.examples import starter

    slider = runmec.run(runmec.loads(starter("slider-crank", "s")))
    (guide,) = [line for line in slider.joints if line.joint.kind == "guide"]
    assert not has_diagram(guide)
    assert (guide.joint.link, guide.joint.partner) == ("B", "frame")
    assert abs(guide.direction) == pytest.approx(90)
    assert guide.largest == pytest.approx(np.abs(slider["guide"]).max(), rel=2e-3)  # of the rows
