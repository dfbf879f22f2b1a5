"""Names that are words of the language: names wherever the word could not stand, or told where they are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

import runmec
from runmec.deck import check
from runmec.deck.expression import FUNCTIONS, QUANTITIES, REDUCTIONS
from runmec.deck.layout import format_text
from runmec.deck.model import Deck
from runmec.deck.numbering import number_text
from runmec.deck.reserved import is_reserved
from runmec.deck.units import UNITS
from runmec.deck.vocabulary import ALL_WORDS, CHOICES, JOBS
from runmec.editing.reading import section_at

#: every kind of name once, used in every way a line can take it: alone, with a part, in an expression, behind nodes
DECK = """DYN ANA
DEFINE
  {define} 0.5
TOPOLOGY
  elem {element} BIN O1 A1
  elem gears1 GEAR O1 bO1 {point} {angle} mesh
  elem frame1 BIN O1 {point}
  elem wheel1 TR1 {point} {angle} R1
  elem back1 TR1 O1 bO1 T1
  elem s1 BIN A1 R1 free
  param {parameter} {element}.angb 1 s1.angb -1
  input {element}.angb
  couple {parameter} s1.lenl {program} 2
GEOMETRY
  point O1 0 0 fixed
  angle bO1 0 fixed
  point A1 0.1 0
  point {point} 0.3 0 fixed y
  angle {angle} 0
  point R1 0.3 (0.1*{define})
  point T1 0 0.2
  gear gears1 0.1 0.2
  program {program} cycloid 0.1 1
DYNAMICS
  inertia {point} 2
  inertia {angle} 0.1
  uniform {element} 1.5
  spring s1.lenl ({define}) 1
  damper {parameter} 3
  force {point} (-x({point}.x)) ({define}+x({angle})+e({parameter})+inp({element}.angb))
STORAGE
  bufx0 {point} {buffer} y1
  bufx0 {angle} turned1
  bufe0 {parameter} together1
  bufconn {element} A1 fx1 fy1
  bufcalc (2*buf({buffer})) twice1
  PRINTBUF {buffer}
  BEGINPIC
    plotcurv {buffer} y1
  ENDPIC
MOVEMENT
  stepe 4 0.1
STUDY
  vary {define} 0.1 0.2
  tol {element}.lenl 1e-4
  figure {figure} (most({buffer})+{define})
  goal min {figure}
END
"""
SPACE = """DYN ANA
TOPOLOGY
  elem arm TR1S own_O {turn} own_A
  elem pin HINGE ground {turn}
  input pin.angx
GEOMETRY
  point own_O 0 0 0 fixed
  turn ground fixed
  turn {turn}
  point own_A 0.1 0 0
  axle pin 0 0 1
STORAGE
  bufomega {turn} ox oy oz
MOVEMENT
  stepe 4 0.1
END
"""
KINDS = ("define", "element", "point", "angle", "parameter", "program", "buffer", "figure")
NEUTRAL = {kind: f"own_{kind}" for kind in KINDS}
#: one word for all of these at a time: each kind of thing has its own names, but points and angles share theirs
TOGETHER = (("define", "element", "point", "program", "buffer", "figure"), ("angle", "parameter"))
#: heads that take what stands behind them for their own also in DEFINE, and the time
NOT_DEFINED = (
    *("animate", "beginpic", "define", "dynamics", "end", "endpic", "geometry", "modes", "movement", "nr", "printbuf"),
    *("storage", "topology", "t", "pi"),
)
WORDS = sorted(
    {part.lower() for word in ALL_WORDS for part in word.split()}
    | {word.lower() for job in JOBS for word in job}
    | {word.lower() for group in CHOICES.values() for word in group if word.isidentifier()}
    | {*FUNCTIONS, *QUANTITIES, *REDUCTIONS, *UNITS, "t", "pi", "none", "table"}
)
FREE = [word for word in WORDS if not is_reserved(word)]


def cases(word: str) -> list[str]:
    """A word as decks may write it."""
    return list(dict.fromkeys((word, word.upper(), word.title())))


def called(name: str, kinds: Sequence[str]) -> str:
    """The deck that calls things of these kinds by a name."""
    defined = [kind for kind in kinds if kind != "define" or name.lower() not in NOT_DEFINED]
    return DECK.format(**NEUTRAL | dict.fromkeys(defined, name))


def unnamed(deck: Deck) -> Deck:
    """The deck without what its names of DEFINE and of figures are called."""
    bare = replace(deck, defines=(), varied=(), figures=(), goals=())
    return replace(
        bare,
        moving=tuple(replace(item, open=()) for item in bare.moving),
        dynamics=tuple(replace(item, open=()) for item in bare.dynamics),
    )


def names_of(deck: Deck, kind: str) -> list[str]:
    """All that a deck calls by a name."""
    names = deck.names
    tables: dict[str, Iterable[str]] = {
        "define": (define.name for define in deck.defines),
        "element": names.elements.values(),
        "point": names.points.values(),
        "angle": names.coordinates.values(),
        "parameter": names.parameters.values(),
        "program": names.programs.values(),
        "buffer": names.buffers.values(),
        "figure": (figure.name for figure in deck.figures),
    }
    return list(tables[kind])


@pytest.mark.parametrize("kinds", TOGETHER)
def test_words_that_are_not_reserved_are_names_of_everything(kinds: tuple[str, ...]) -> None:
    """Numbers of all items are those of the deck with other names; written anew, in names or in numbers, too."""
    neutral = unnamed(runmec.loads(DECK.format(**NEUTRAL)))
    for word in FREE:
        for name in cases(word):
            text = called(name, kinds)
            deck = runmec.loads(text)
            assert unnamed(deck) == neutral, name
            there = {kind: names_of(deck, kind) for kind in kinds if kind != "define" or word not in NOT_DEFINED}
            assert all(name in found for found in there.values()), name
        assert unnamed(runmec.loads(format_text(text))) == neutral, word
        assert runmec.loads(number_text(deck)).moving == deck.moving, word


@pytest.mark.parametrize("kinds", TOGETHER)
def test_reserved_words_are_told_once_where_each_name_is_given(kinds: tuple[str, ...]) -> None:
    """In DEFINE they may be names, as they always could."""
    lines = DECK.split("\n")
    gives = {
        "element": "elem {element}",
        "point": "point {point}",
        "angle": "angle {angle}",
        "buffer": "bufx0 {point}",
        "parameter": "param {parameter}",
        "program": "program {program}",
        "figure": "figure {figure}",
    }
    wanted = [at for at, line in enumerate(lines, 1) for kind in kinds if line.strip().startswith(gives.get(kind, "-"))]
    for word in sorted(set(WORDS) - set(FREE)):
        for name in cases(word):
            _, told = check(called(name, kinds), "deck", {})
            errors = [(d.code, d.span.line, name in d.message) for d in told if d.level == "error" and d.span]
            assert errors == [("D121", at, True) for at in wanted], name


@pytest.mark.parametrize("word", [word for word in NOT_DEFINED if word not in ("t", "end")])
def test_heads_with_a_value_are_told_in_define(word: str) -> None:
    """All but `END`, which ends the deck, and `t`, which is the time where there is motion."""
    text = DECK.format(**NEUTRAL | {"define": word})
    assert 3 in [d.span.line for d in check(text, "deck", {})[1] if d.level == "error" and d.span]


def test_turning_nodes_are_called_like_words() -> None:
    neutral = runmec.loads(SPACE.format(turn="own"))
    for word in FREE:
        deck = runmec.loads(SPACE.format(turn=word))
        assert deck == neutral, word
        assert word in deck.names.turns.values()


def test_a_form_behind_all_nodes_is_a_form_though_a_point_is_called_like_it() -> None:
    """`mesh` in place of a node is the angle of that name; behind the nodes it is what is prescribed."""
    text = DECK.format(**NEUTRAL | {"angle": "mesh"})
    assert "GEAR O1 bO1 own_point mesh mesh" in text
    deck = runmec.loads(text)
    assert [form.form for form in deck.forms if form.element == 2] == ["mesh"]
    assert deck.names.coordinate(deck.elements[1].coordinates[-1]) == "mesh"


def test_a_section_that_is_a_name_of_define_is_written_as_one() -> None:
    text = DECK.format(**NEUTRAL | {"define": "study"})
    assert format_text(text).split("\n")[2] == "  study 0.5"
    assert section_at(tuple(text.split("\n")), 4) == "DEFINE"
