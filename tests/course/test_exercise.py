"""Exercises: variants, sheets without a solution, marks with the reason; numbers by Newton and Euler."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import runmec
from runmec.course.classes import file_names
from runmec.course.lists import answers_in, students_in
from runmec.course.questions import Questions
from runmec.course.variants import told_apart
from runmec.course.written import is_rounded, read_answer
from runmec.deck import check

DECK = Path(__file__).parents[2] / "inputs/slider_cranks/exercise_slider_crank.mec"
#: of crank 60 mm, rod 220 mm, 400 rpm at 60°: moment and pin force, right and under assumptions
RIGHT = (-24.954630, 424.511782)
WRONG = {
    "the weight is missing": (-25.252944, 426.593761), "the rod has no mass": (-26.104868, 455.434723),
    "the piston has no mass": (-28.358791, 483.332534), "the crank length was taken twice": (-54.098391, 460.393079),
    "revolutions per minute were taken for radians per second": (369.514753, 9103.09919),
}  # fmt: skip
TEXT = re.sub(r"choose (\w) .*", lambda name: {"r": "choose r from 60mm", "l": "choose l from 220mm",
              "n": "choose n from 400rpm"}[name[1]], DECK.read_text(encoding="utf-8"))  # fmt: skip


@cache
def one_variant() -> runmec.Deck:
    return runmec.loads(TEXT, "slider.mec")


def reasons(moment: str, pin: str = "") -> list[tuple[float, str]]:
    marks = runmec.grade(one_variant(), {"ada": {"M": moment, "F": pin}})
    return [(mark.mark, mark.reason) for mark in marks.rows]


# ---- answers and mistakes


def test_answers_are_those_of_newton_and_euler() -> None:
    answers = Questions(one_variant()).answers({"r": 0.06, "l": 0.22, "n": runmec.loads(TEXT).defines[2].value})
    assert tuple(answers.values.values()) == pytest.approx(RIGHT, rel=1e-7)


@pytest.mark.parametrize("text", WRONG)
def test_mistakes_are_calculated(text: str) -> None:
    questions = Questions(one_variant())
    mistake = next(mistake for mistake in questions.mistakes if mistake.text == text)
    found = questions.mistaken(mistake, {})
    assert (found["M"], found["F"]) == pytest.approx(WRONG[text], rel=1e-7)


@pytest.mark.parametrize(
    ("moment", "mark", "reason"),
    [
        ("-24.95", 2.0, "right"),
        ("-25,1 Nm", 2.0, "right"),
        ("−0.02495 kN·m", 2.0, "right"),
        ("24.95 N*m", 1.0, "sign"),
        ("-0.02495", 1.0, "unit"),
        ("-24950", 1.0, "unit"),
        ("-24.95 N", 0.0, "wrong"),
        ("about 25", 0.0, "not a number"),
        ("", 0.0, "blank"),
        ("-26.10", 0.0, "mistake: the rod has no mass"),
        ("-26.105", 0.0, "mistake: the rod has no mass"),
        ("-28.4", 0.0, "mistake: the piston has no mass"),
        ("-54.1 Nm", 0.0, "mistake: the crank length was taken twice"),
        ("-26.3", 0.0, "wrong"),
        ("-54", 0.0, "wrong"),
    ],
)
def test_marks_have_reasons(moment: str, mark: float, reason: str) -> None:
    """1.5 % beside the right number is within 2 %; `no weight` is too, so that it is right; 54 has two digits only."""
    assert reasons(moment)[0] == (mark, reason)


def test_two_assumptions_that_give_the_same_are_silent() -> None:
    same = TEXT.replace('  hint "', '  mistake "the rod is light" drop body rod\n  hint "')
    marks = runmec.grade(runmec.loads(same), {"ada": {"M": "-26.10"}})
    assert marks.rows[0].reason == "wrong"


def test_an_answer_that_follows_from_an_earlier_one_gets_half() -> None:
    text = TEXT.replace("  mistake", '  ask P (M*n) 2% W 4 after M "Which power?"\n  mistake', 1)
    n = 400 * 3.141592653589793 / 30
    marks = runmec.grade(
        runmec.loads(text),
        {
            "ada": {"M": "-30", "P": str(-30 * n)},
            "emmy": {"M": "-24.95", "P": str(RIGHT[0] * n)},
            "joan": {"P": "7"},
        },
    )
    assert [(mark.mark, mark.reason) for mark in marks.rows if mark.question == "P"] == [
        (2.0, "carried from M"),
        (4.0, "right"),
        (0.0, "wrong"),
    ]


@pytest.mark.parametrize(
    ("text", "number", "digits", "unit"),
    [
        ("27,40 Nm", 27.4, 4, "Nm"),
        ("-1.2e3", -1200.0, 2, ""),
        ("0.00120 kN", 0.0012, 3, "kN"),
        ("3·10^2", 300.0, 1, ""),
        ("12 °", 12.0, 2, "°"),
        ("+5 rad/s", 5.0, 1, "rad/s"),
        ("0.1 kg m^2", 0.1, 1, "kg m^2"),
        ("3 N m", 3.0, 1, "N m"),
        ("4,5·10^-3 kgm²", 0.0045, 2, "kgm²"),
        ("45 degrees", 45.0, 2, "degrees"),
        ("2 m s^-2", 2.0, 1, "m s^-2"),
    ],
)
def test_answers_are_read_as_students_write(text: str, number: float, digits: int, unit: str) -> None:
    found = read_answer(text)
    assert found is not None
    assert (found.number, found.digits, found.unit) == (pytest.approx(number), digits, unit)


@pytest.mark.parametrize("unit", ["rpm", "U/min", "1/min", "min^-1", "min⁻¹", "rev/min", "tr/min", "omw/min"])
def test_turns_a_minute_are_read_in_all_languages(unit: str) -> None:
    found = read_answer(f"60 {unit}")
    assert found is not None
    assert found.number * found.size == pytest.approx(6.283185307)


@pytest.mark.parametrize(("unit", "same"), [("m s^-2", "m/s^2"), ("s⁻¹", "1/s"), ("kgm²", "kg*m^2"), ("N m", "Nm")])
def test_units_are_products_and_powers(unit: str, same: str) -> None:
    found, known = read_answer(f"3 {unit}"), read_answer(f"3 {same}")
    assert found is not None
    assert known is not None
    assert (found.size, found.dimension) == (known.size, known.dimension)


def test_parts_of_a_hundred_are_a_number() -> None:
    found = read_answer("5 %")
    assert found is not None
    assert found.number * found.size == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("number", "digits", "exact", "is_it"),
    [
        (27.4, 3, 27.4499, True),
        (27.4, 3, 27.4501, False),
        (27.0, 2, 27.4, False),
        (27.0, 2, 27.04, True),
        (27.4321, 6, 27.4350, True),
        (27.4321, 6, 27.4400, False),
        (0.0, 1, 0.1, False),
    ],
)
def test_rounded_to_the_digits_written(number: float, digits: int, exact: float, is_it: bool) -> None:
    assert is_rounded(number, digits, exact) is is_it


@pytest.mark.parametrize("exact", [float("nan"), float("inf"), -float("inf")])
def test_nothing_is_a_number_that_is_none(exact: float) -> None:
    assert not is_rounded(1.0, 3, exact)
    assert not is_rounded(exact, 3, exact)


# ---- variants


@cache
def a_class() -> runmec.Sheets:
    return runmec.exercise(DECK, [f"student {k}" for k in range(8)], seed=5)


def test_a_variant_depends_on_seed_and_name_alone() -> None:
    alone = runmec.exercise(DECK, ["student 3"], seed=5).variants["student 3"]
    assert alone == a_class().variants["student 3"]
    others = runmec.exercise(DECK, [f"student {k}" for k in range(8)], seed=6)
    assert [v.place for v in others.variants.values()] != [v.place for v in a_class().variants.values()]


def test_values_are_those_of_choose() -> None:
    for variant in a_class().variants.values():
        assert variant.written["r"] in [f"{size}mm" for size in range(50, 85, 5)]
        assert variant.values["r"] == pytest.approx(float(variant.written["r"][:-2]) / 1000)


def test_unfair_variants_are_never_given() -> None:
    text = DECK.read_text(encoding="utf-8").replace("  ask M", "  fair (r - 0.062)\n  ask M", 1)
    given = runmec.exercise(runmec.loads(text), 12, seed=1).variants.values()
    assert min(variant.values["r"] for variant in given) == pytest.approx(0.065)


BY_HAND = """DYN ANA ; a mass on an arm
UNITS SI
DEFINE
  m 2kg
  side 1
TOPOLOGY
  elem arm BIN O P
  elem rod BIN P B
  input arm.angb
GEOMETRY
  point O 0 0 fixed
  point P 0.5 0
  point B (0.5+side) 0.3 fixed y
  para arm.lenl 0.5
  para rod.lenl 1.2
DYNAMICS
  inertia P (m)
  gravity 9.81 (-pi/2)
STORAGE
  bufdrive arm.angb moment
  bufx0 B.x slide
MOVEMENT
  stepe 36 (2*pi)
EXERCISE
  choose m from 1kg 2kg
  choose side from -1 1
  ask M (at(moment,ROW)) 2% N*m "How large is the moment?"
  ask S (at(slide,1)) 1mm mm "Where is the slider?"
END
"""


def test_an_answer_that_is_zero_but_for_rounding_is_never_given() -> None:
    """Upright the weight has no arm: m g l cos 90° is 3e-16 of its largest value, and its sign is anything."""
    with pytest.raises(runmec.Unfair, match="question M is zero but for rounding"):
        runmec.exercise(runmec.loads(BY_HAND.replace("ROW", "10").replace("  choose side from -1 1\n", "")), 2)


def test_variants_stay_on_the_branch_of_the_deck() -> None:
    """The slider to the right of P; an estimate to its left is a variant with another mechanism."""
    given = runmec.exercise(runmec.loads(BY_HAND.replace("ROW", "4")), 12).variants.values()
    reach = (1.2**2 - 0.3**2) ** 0.5
    for variant in given:
        weight_of_arm = variant.values["m"] * 9.81 * 0.5 * 0.75**0.5
        assert variant.answers.values["S"] == pytest.approx(0.5 + reach)
        assert variant.answers.values["M"] == pytest.approx(weight_of_arm)


def test_answers_that_differ_are_counted_by_what_is_right() -> None:
    """100, 103, 106.5 are 2 % apart each; 101 is right for 100 and for 103."""
    ask = Questions(one_variant()).asks[0]
    assert told_apart(ask, [106.5, 100.0, 103.0, 101.0, 100.0]) == 3
    assert told_apart(ask, [-5.0]) == 1


def test_too_few_fair_variants_are_told_with_the_condition() -> None:
    text = DECK.read_text(encoding="utf-8").replace("  ask M", "  fair (r - 1)\n  fair (2*r)\n  ask M", 1)
    with pytest.raises(runmec.Unfair, match=r"fair \(r - 1\)"):
        runmec.exercise(runmec.loads(text), 3)


def test_a_deck_without_an_exercise_is_refused() -> None:
    with pytest.raises(runmec.NoExercise, match="EXERCISE"):
        runmec.exercise(DECK.parent.parent / "six_bars" / "watt_2.mec", 2)


# ---- files


def test_the_same_seed_gives_the_same_bytes() -> None:
    again = runmec.exercise(DECK, [f"student {k}" for k in range(8)], seed=5)
    for kind in ("html", "moodle", "qti", "prairielearn"):
        assert a_class().files(kind) == again.files(kind)


def test_no_solution_stands_on_a_sheet() -> None:
    files = a_class().files("html", "de")
    for (name, page), variant in zip(
        ((n, p) for n, p in files.items() if n.startswith("sheets/")), a_class().variants.values(), strict=True
    ):
        text = re.sub(r"<svg.*</svg>", "", str(page), flags=re.DOTALL)
        for value in variant.answers.values.values():
            assert f"{abs(value):.4g}" not in text, name
        for secret in (
            "weight is missing",
            "Begin at the piston",
            "free bodies",
            "moment of the rod",
            "plotcurv",
            "buf",
        ):
            assert secret not in text, secret
        assert "Prüfcode" in text
        assert variant.written["r"].replace("mm", " mm") in text


def test_text_lines_add_up_and_an_empty_one_begins_a_paragraph() -> None:
    text = TEXT.replace("  choose", '  text "It is"\n  text "cold."\n  text ""\n  text "Begin."\n  choose', 1)
    page = str(runmec.exercise(runmec.loads(text), 1).files()["sheets/1.html"])
    assert "to the left. It is cold.</p>" in page
    assert "<p>Begin.</p>" in page


def test_the_table_has_answers_in_the_unit_asked() -> None:
    rows = list(csv.DictReader(io.StringIO(a_class().table())))
    assert list(rows[0]) == ["student", "variant", "check", "r", "l", "n", "M", "F"]
    for row in rows:
        variant = a_class().variants[row["student"]]
        assert float(row["M"]) == pytest.approx(variant.answers.values["M"])


def test_moodle_reads_right_answers_first_and_never_a_mistake_inside_their_tolerance() -> None:
    quiz = ElementTree.fromstring(str(a_class().files("moodle")["exercise_slider_crank.xml"]).encode())
    numerical = [question for question in quiz if question.get("type") == "numerical"]
    assert len(numerical) == 2 * len({variant.place for variant in a_class().variants.values()})
    for question in numerical:
        answers = question.findall("answer")
        fractions = [float(answer.get("fraction", "")) for answer in answers]
        right, width = (float(answers[0].findtext(tag, "")) for tag in ("text", "tolerance"))
        assert fractions[0] == 100
        assert width == pytest.approx(0.02 * abs(right))
        assert answers[-1].findtext("text") == "*"
        mistakes = [answer for answer in answers[1:-1] if float(answer.get("fraction", "")) == 0]
        assert all(abs(float(answer.findtext("text", "")) - right) > width for answer in mistakes)
        assert all((answer.findtext("feedback/text") or "").strip() for answer in mistakes)
        unit = question.find("units/unit")
        assert unit is not None
        assert float(unit.findtext("multiplier", "")) == 1.0
        assert "mass centre, from O along OA" in (question.findtext("questiontext/text") or "")
        kilo = {u.findtext("unit_name"): float(u.findtext("multiplier", "")) for u in question.findall("units/unit")}
        assert kilo["kN" if unit.findtext("unit_name") == "N" else "kNm"] == pytest.approx(1e-3)


def test_qti_is_a_package_of_items() -> None:
    packed = a_class().files("qti")["exercise_slider_crank.zip"]
    assert isinstance(packed, bytes)
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        names = files.namelist()
        manifest = ElementTree.fromstring(files.read("imsmanifest.xml"))
        listed = [node.get("href") for node in manifest.iter() if node.tag.endswith("}file")]
        assert set(listed) == set(names) - {"imsmanifest.xml"}
        item = ElementTree.fromstring(files.read(next(name for name in names if name.startswith("items/F"))))
    order = [node.tag.partition("}")[2] for node in item]
    assert order == [
        "responseDeclaration",
        *["outcomeDeclaration"] * 3,
        "itemBody",
        "responseProcessing",
        "modalFeedback",
    ]
    tables = [node for node in item.iter() if node.tag.endswith("}table")]
    assert tables
    for rows in tables:
        assert {child.tag.partition("}")[2] for child in rows} <= {"thead", "tbody"}
    equal = next(node for node in item.iter() if node.tag.endswith("}equal"))
    assert (equal.get("toleranceMode"), equal.get("tolerance")) == ("relative", "2 2")


def test_prairielearn_draws_from_its_table_and_tells_mistakes() -> None:
    files = a_class().files("prairielearn")
    stem = "questions/exercise_slider_crank/"
    table: list[dict[str, Any]] = json.loads(str(files[f"{stem}variants.json"]))
    assert json.loads(str(files[f"{stem}info.json"]))["type"] == "v3"
    source = str(files[f"{stem}server.py"])
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert "runmec" not in source
    assert not {"eval", "exec"} & calls
    assert all(f"{stem}clientFilesQuestion/{row['picture']}" in files for row in table)
    answers = {tuple(row["answers"].values()) for row in table}
    assert answers == {tuple(v.answers.values.values()) for v in a_class().variants.values()}


def test_file_names_are_plain_and_told_apart() -> None:
    assert file_names(["Ada L.", "Ada L?", "../../x", "", "Ærø", "ada l."]) == [
        "Ada_L_",
        "Ada_L__2",
        "______x",
        "_",
        "Ærø",
        "ada_l__3",
    ]


# ---- lists


def test_lists_are_read_in_both_forms() -> None:
    questions = Questions(one_variant())
    wide = answers_in("student;M;F\nada;-24,95 Nm;424\n", "a.csv", questions)
    long = answers_in('student,question,answer\nada,M,"-24,95 Nm"\nada,F,424\n', "a.csv", questions)
    assert wide == long == {"ada": {"M": "-24,95 Nm", "F": "424"}}
    assert students_in("\ufeffstudent,group\nada,1\n\nemmy,2\n", "s.csv") == {
        "ada": {"group": "1"},
        "emmy": {"group": "2"},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name\nada\n", "no `student`"),
        ("student\n", "lists nobody"),
        ("student\nada\nada\n", "twice"),
        ('student\n"ada\n', "no table"),
        ("", "no `student`"),
    ],
)
def test_lists_that_are_none_are_told(text: str, said: str) -> None:
    with pytest.raises(runmec.RunmecError, match=said):
        students_in(text, "s.csv")


# ---- what is wrong with an exercise


def test_questions_that_could_not_be_read_are_not_missed_as_well() -> None:
    text = re.sub(r"(?m)^  (ask|mistake).*\n", "", DECK.read_text(encoding="utf-8"))
    for lines, codes in (("", ["D361"]), ('  ask M (1) 0 "?"\n', ["D360"])):
        _, told = check(text.replace("  hint", f"{lines}  hint"), "deck", {})
        assert [one.code for one in told] == codes


def faults() -> Iterator[tuple[str, str, str]]:
    yield "{r}", "{rr}", "D361"
    yield "drop gravity", "drop wind", "D361"
    yield "drop body rod", "drop body wombat", "D361"
    yield "choose r 50mm 80mm 5mm", "choose r 50mm 80mm 0mm", "D360"
    yield "choose r 50mm 80mm 5mm", "choose r 0 1e99 1e-300", "D360"
    yield "choose r 50mm 80mm 5mm", "choose q 50mm 80mm 5mm", "D220"
    yield "(at(pin,21))", "(at(pins,21))", "D220"
    yield "2% N 1", "0% N 1", "D360"
    yield "  ask F", '  ask F (1) 0 "lost"\n  ask G', "D360"
    yield "2% N 1", "2% wombat 1", "D105"
    yield "  hint", "  fair (Q)\n  hint", "D108"
    yield 'hint "Begin', 'hint "Begin" "', "D111"


@pytest.mark.parametrize(("before", "after", "code"), list(faults()))
def test_faults_of_an_exercise_are_told_in_place(before: str, after: str, code: str) -> None:
    text = DECK.read_text(encoding="utf-8")
    assert before in text
    _, told = check(text.replace(before, after, 1), "deck", {})
    assert [one.code for one in told if one.level == "error"] == [code]
