"""Decks as section 1 to 8 of the language describe them."""

from __future__ import annotations

from pathlib import Path

import pytest

import runmec
from runmec.deck.layout import format_text
from runmec.deck.model import Deck
from runmec.deck.structure import Structure
from runmec.dynamics import MOTOR, SPRING

INPUTS = Path(__file__).parent.parent / "inputs"


def example() -> Deck:
    return runmec.read(INPUTS / "example8.mec")


def test_published_deck_reads_without_a_warning() -> None:
    deck = example()
    assert deck.warnings == ()
    assert deck.title == "test example dynamics (for Runmec version 3.x)"
    assert (deck.job, deck.inputs, deck.prescribed, len(deck.moving), len(deck.fixed)) == ("DYN ANA", 1, 10, 10, 9)
    assert deck.elements[3].coordinates == (10, 11, 12, 13, 16, 17)
    assert deck.of(SPRING)[0].values == (200, -50)
    assert deck.pictures[1].frame == (18, 15, 0, 0, -1, -2)
    assert [c.x for c in deck.pictures[1].curves] == [202, 208]
    assert deck.moves[0].values == (30.0, 0.0)
    assert deck.input_parameter(1) == 10


def test_rewritten_form_reads_to_an_equal_deck() -> None:
    deck = example()
    written = format_text(deck.source)
    assert runmec.loads(written) == deck
    assert format_text(written) == written
    for comment in (line.partition(";")[2].strip() for line in deck.source.splitlines() if ";" in line):
        assert comment in written


def test_free_format() -> None:
    text = example().source
    changed = text.upper().replace("\n", "\r\n").replace("  ", "\t").rstrip()
    assert runmec.loads(changed) == runmec.loads(
        text.replace(
            "test example dynamics (for Runmec version 3.x)", "TEST EXAMPLE DYNAMICS (FOR RUNMEC VERSION 3.X)"
        ).replace("film", "FILM")
    )
    assert runmec.loads("\ufeff; head comment\n\n".lstrip("\ufeff") + text + "anything ( goes here\n") == runmec.loads(
        text
    )


def test_frame_on_the_line_of_endpic() -> None:
    text = example().source
    joined = text.replace("ENDPIC\n          18 15", "ENDPIC 18 15")
    assert joined != text
    assert runmec.loads(joined) == runmec.loads(text)


def test_latin_1_and_byte_order_mark(tmp_path: Path) -> None:
    text = example().source.replace("test example", "Übung für")
    for encoding in ("latin-1", "utf-8", "utf-8-sig"):
        path = tmp_path / f"{encoding}.mec"
        path.write_bytes(text.encode(encoding))
        assert runmec.read(path).title.startswith("Übung für")


def test_all_faults_at_once_sorted_by_line() -> None:
    text = example().source.replace("para 4 0.6", "para 4 0,6").replace("uniform 3", "unifrom 3")
    with pytest.raises(runmec.DeckError) as caught:
        runmec.loads(text.replace("bufinp 1", "bufinp 7"))
    told = caught.value.diagnostics
    assert [d.code for d in told] == ["D103", "D101", "D204"]
    assert [d.span.line for d in told if d.span] == [42, 48, 54]


def test_groups_of_the_published_deck() -> None:
    """numerics.md, 4: Table 8.1 falls into small groups; supports, crank, coupler loop, coupler point."""
    groups = Structure(example()).groups
    assert [g.coordinates for g in groups] == [(18, 19), (10, 11), (12, 13, 14, 15), (16, 17)]
    assert [g.parameters for g in groups] == [(1, 2), (3, 10), (4, 7, 8, 9), (5, 6)]


def test_every_item_of_the_language_is_read() -> None:
    text = """\
dyn sim
topology
  elem 1 beam 1 2 3 4 5 6
       2 hbeam 4 5 6 7 8
  form 1 lenl 1 1 1
       2 angp 1 2 1
       3 angq 1 3 1
       4 lenl 2 4 1
       5 angp 2 5 1
  nr dof 1
geometry
  xfix 1 0
       2 0
       3 0
  xmov 4 1
       5 0
       6 0
       7 2
       8 0
dynamics
  uniform 1 1
          2 1
  stiff 1 1e6 10
  flex 4 1e-6
  motor 1 async 12 157 3
  force 4 (t)
storage
  buftime 1
  bufdinp1 1 2
  bufdinp2 1 3
  bufde1 1 4
  bufde2 1 5
  bufe1 1 6 1
  bufe2 1 7 1 1
  bufekin 8
  bufepot 9
movement
  integr radau 1e-8
  tstepf 10 1 0
  integr heun
  tstepf 10 1 0
  tstepe 5 1 0 0
end
"""
    deck = runmec.loads(text)
    assert [(m.word, m.method, m.tolerance) for m in deck.moves] == [
        ("tstepf", "radau", 1e-8),
        ("tstepf", "heun", None),
        ("tstepe", "dop853", None),
    ]
    assert deck.of(MOTOR)[0].values == (12, 157, 3)
    assert [s.word for s in deck.stores[:3]] == ["buftime", "bufdinp1", "bufdinp2"]
    assert deck.stores[6].inputs == (1, 1)


@pytest.mark.parametrize("model", ["zero", "const 5", "spring 10 -2", "async 12 157", "(3*dinp(1))", "given 5 0"])
def test_motors(model: str) -> None:
    text = (
        "DYN SIM\nTOPOLOGY\nelem 1 BIN 1 2 3 4\nform 1 lenl 1 1 1\n2 angb 1 2 1\nnr dof 1\nGEOMETRY\nxfix 1 0\n"
        f"2 0\nxmov 3 1\n4 0\nDYNAMICS\nuniform 1 1\nmotor 1 {model}\nMOVEMENT\ntstepf 10 1 0\nEND\n"
    )
    assert runmec.loads(text).of(MOTOR)[0].choice == ("(expression)" if model[0] == "(" else model.split()[0])
