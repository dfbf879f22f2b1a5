"""Section 15 of the language, its first paragraph: values behind the forms of an element, and `rigid`."""

from __future__ import annotations

import pytest

import runmec
from runmec.deck import check
from runmec.deck.layout import format_text
from runmec.deck.numbering import number_text
from runmec.deck.opened import FIELDS
from runmec.editing.drag import drag
from runmec.editing.names import rename
from runmec.editing.places import applied
from runmec.editing.properties import properties, with_name, with_number

VALUED = """\
DYN ANA ; values at the elements
DEFINE
  r 30mm
TOPOLOGY
  elem crank   BIN A0 A lenl (r) angb 0
  elem coupler TR2 A B C rigid lenu 40mm lenv 25mm lenl (3*r)
  elem rocker  BIN B0 B lenl 80mm
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.1 0 fixed
  point A 0.03 0
  point B 0.07 0.06
  point C 0.05 0.08
DYNAMICS
  uniform crank 0.2
STORAGE
  bufx0 C cx cy
MOVEMENT
  tstepe 12 1 1 0
END
"""
#: the same with every value on a line of its own
BY_PARA = (
    VALUED.replace(" lenl (r) angb 0", "")
    .replace(" rigid lenu 40mm lenv 25mm lenl (3*r)", "")
    .replace("B lenl 80mm", "B")
    .replace(
        "GEOMETRY\n",
        "GEOMETRY\n  para crank.lenl (r)\n  para crank.angb 0\n  para coupler.lenu 40mm\n  para coupler.lenv 25mm\n"
        "  para coupler.lenl (3*r)\n  para rocker.lenl 80mm\n",
    )
)


def codes(old: str, new: str, text: str = VALUED) -> list[str]:
    assert old in text
    return [told.code for told in check(text.replace(old, new, 1), "deck", {})[1]]


def test_a_value_at_the_element_is_the_form_in_the_list_and_a_para_line() -> None:
    ours, theirs = runmec.loads(VALUED), runmec.loads(BY_PARA)
    for field in FIELDS:
        if field != "source":
            assert getattr(ours, field) == getattr(theirs, field), field


@pytest.mark.parametrize("written", [number_text, lambda deck: format_text(deck.source)], ids=["number", "fmt"])
def test_what_is_written_reads_to_the_same_mechanism(written: object) -> None:
    deck = runmec.loads(VALUED)
    again = runmec.loads(written(deck))  # type: ignore[operator]
    assert (again.forms, again.paras, again.moving) == (deck.forms, deck.paras, deck.moving)


def test_names_of_DEFINE_stay_open() -> None:
    longer = runmec.loads(VALUED).with_values(r=0.035)
    assert {p.parameter: p.value for p in longer.paras}[1] == 0.035
    assert runmec.run(longer)["cx"][0] == runmec.run(runmec.loads(VALUED.replace("r 30mm", "r 35mm")))["cx"][0]


def test_elements_by_number_take_values_too() -> None:
    text = (
        "KIN ANA\nTOPOLOGY\nelem 1 BIN 1 2 3 4 rigid lenl 2 angb (pi/6)\nnr dof 0\n"
        "GEOMETRY\nxfix 1 0\n2 0\nxmov 3 1\n4 1\nSTORAGE\nbufx0 4 1\nEND\n"
    )
    assert runmec.run(runmec.loads(text)).buffer(1)[0] == pytest.approx(1.0, abs=1e-14)


def test_the_model_writes_them() -> None:
    m = runmec.Model(job="KIN ANA")
    m.elem("bar", "BIN", m.point("O", 0, 0, fixed=True), m.point("A", 1, 0), rigid=True, lenl="250mm", angb=0)
    assert "elem bar BIN O A rigid lenl 250mm angb 0" in m.deck()
    assert m.run()["A.x"][0] == pytest.approx(0.25, abs=1e-15)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("lenl 80mm", "lenl 80mm lenl", ["D206"]),
        ("lenl 80mm", "lenl 80mm 3", ["D111"]),
        ("lenl 80mm", "80mm", ["D111"]),
        ("lenl 80mm", "free lenl 80mm", ["D111"]),
        ("lenl 80mm", "lenl 80mm rigid", ["D111"]),
        ("lenl 80mm", "lenl r", ["D105"]),
        ("lenl 80mm", "lenw 80mm", ["D207"]),
        ("lenl 80mm", "lenl 80kg", ["D123"]),
        ("angb 0", "angb 5mm", ["D123"]),
        ("lenl 80mm", "lenl (1/0)", ["D117"]),
        ("lenl 80mm", "lenl -80mm", ["D210"]),
        ("angb 0", "angb 90", ["D253"]),
        ("GEOMETRY\n", "GEOMETRY\n  para rocker.lenl 80mm\n", ["D206"]),
        ("  input", "  elem again BIN B B0 lenl 81mm\n  input", ["D280"]),
    ],
)
def test_faults(old: str, new: str, expected: list[str]) -> None:
    assert codes(old, new) == expected


def test_a_value_that_a_composed_parameter_swallows() -> None:
    text = VALUED.replace("  input crank.angb", "  form 1 lenl rocker 1 2\n  input crank.angb")
    assert "D280" in [told.code for told in check(text, "deck", {})[1]]


def test_studio_and_drags_find_the_numbers() -> None:
    fields = [(f.label, f.text) for row in properties(VALUED, "element", "coupler") for f in row.fields]
    assert fields == [("lenu", "40mm"), ("lenv", "25mm"), ("lenl", "(3*r)")]
    line, column = 7, VALUED.splitlines()[6].index("80mm") + 1
    assert "lenl 85mm" in with_number(VALUED, line, column, "85mm")
    text, name = with_name(VALUED, line, column, "rocker")
    assert runmec.loads(text).paras == runmec.loads(VALUED).paras
    assert f"lenl ({name})" in text
    assert "lenl (q)" in applied(VALUED, rename(VALUED, 3, 3, "q"))
    moved = drag(VALUED, (9, 10), (0.06, 0.07)).text
    assert "coupler TR2 A B C rigid lenu 75mm lenv 11mm lenl (3*r)" in moved


def test_old_names_stay_names() -> None:
    """`rigid` was no word of the language."""
    text = (
        VALUED.replace("point B ", "point rigid ").replace("TR2 A B C", "TR2 A rigid C").replace("B0 B ", "B0 rigid ")
    )
    assert runmec.loads(text).elements == runmec.loads(VALUED).elements
