"""Text in double quotes is one word, whatever stands in it, and a comment begins outside it."""

from __future__ import annotations

import pytest

from runmec.deck import check
from runmec.deck.layout import format_text
from runmec.deck.quotes import code_of, comment_of, masked, remark_of, unclosed
from runmec.deck.syntax import Lines, TextLine
from runmec.deck.values import Refused, value
from runmec.diagnostics import DeckError
from runmec.editing.completion import complete
from runmec.editing.fixes import fixes
from runmec.editing.hover import hover
from runmec.words import Column


def line_of(text: str) -> TextLine:
    lines = Lines(text)
    (line,) = lines
    assert not lines.diagnostics
    return line


def said(text: str) -> list[tuple[str, str, int]]:
    return [(word.what, word.text, word.span.column) for word in line_of(text).words]


@pytest.mark.parametrize(
    ("line", "words", "comment"),
    [
        (
            'title "Crank; (half) done" ; "remark"',
            [("WORD", "title", 1), ("TEXT", '"Crank; (half) done"', 7)],
            '; "remark"',
        ),
        ('title "" x', [("WORD", "title", 1), ("TEXT", '""', 7), ("WORD", "x", 10)], ""),
        (
            'ask F "a"(2*3)"b; c";d',
            [
                ("WORD", "ask", 1),
                ("WORD", "F", 5),
                ("TEXT", '"a"', 7),
                ("EXPRESSION", "(2*3)", 10),
                ("TEXT", '"b; c"', 15),
            ],
            ";d",
        ),
        (
            'law 1 points "Größe ) ( .csv" t',
            [
                ("WORD", "law", 1),
                ("NUMBER", "1", 5),
                ("WORD", "points", 7),
                ("TEXT", '"Größe ) ( .csv"', 14),
                ("WORD", "t", 31),
            ],
            "",
        ),
        ('x 5"in"', [("WORD", "x", 1), ("NUMBER", "5", 3), ("TEXT", '"in"', 4)], ""),
        ('x ; "open', [("WORD", "x", 1)], '; "open'),
    ],
)
def test_quoted_text_is_one_word(line: str, words: list[tuple[str, str, int]], comment: str) -> None:
    assert said(line) == words
    assert line_of(line).comment == comment
    assert code_of(line) + comment_of(line) == line
    assert comment_of(line).strip() == comment


def test_the_same_line_with_and_without_an_expression_reads_alike() -> None:
    """Lines without parentheses are read without the parser."""
    plain, parsed = line_of('a "x; y" 3 b ; c'), line_of('a "x; y" 3 b (1) ; c')
    assert [w.text for w in plain.words] == [w.text for w in parsed.words][:-1]
    assert plain.comment == parsed.comment


def test_a_column_takes_the_text_as_it_stands() -> None:
    (word,) = line_of('"Kurbel (Ä; B)"').words
    assert value(Column("text", "what the student reads"), word, "text") == "Kurbel (Ä; B)"


def test_a_column_of_text_refuses_a_bare_word() -> None:
    (word,) = line_of("crank").words
    with pytest.raises(Refused) as refused:
        value(Column("text", "a title"), word, "title")
    assert refused.value.diagnostic is not None
    assert refused.value.diagnostic.code == "D105"
    assert refused.value.diagnostic.help == 'write `"crank"`'


DECK = """DYN ANA ; a "crank"
DEFINE
  r 0.1
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (r) 0
DYNAMICS
  gravity 9.81 -1.57
  {line}
MOVEMENT
  tstepe 12 1 6.28 0
END
"""


def faults(line: str) -> list[tuple[str, int, int]]:
    _, told = check(DECK.format(line=line), "deck", {})
    return [(d.code, d.span.line, d.span.column) for d in told if d.level == "error" and d.span]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('inertia A "1 ; kg', 13),
        ('inertia A (table(r, "f.csv, 2)) ; x', 23),
        ('inertia A (r) "', 17),
        ('inertia A (2*(r)) "a ; b', 21),
        ('"', 3),
    ],
)
def test_an_open_quote_is_one_fault_at_its_place(line: str, column: int) -> None:
    assert faults(line) == [("D124", 12, column)]


def test_the_remedy_of_an_open_quote() -> None:
    text = DECK.format(line='inertia A "1')
    _, told = check(text, "deck", {})
    fault = next(d for d in told if d.code == "D124")
    assert [edit.text for fix in fixes(text, fault) for edit in fix.edits] in ([], ['"'])
    _, told = check(DECK.format(line='inertia A 5"'), "deck", {})
    assert "`5in`" in next(d for d in told if d.code == "D124").help


def test_text_where_a_number_is_wanted() -> None:
    assert faults('inertia A "1"') == [("D105", 12, 13)]
    assert faults('inertia A ("1")')[0][0] == "D107"
    assert faults('inertia A (sin("1"))')[0][0] == "D109"


@pytest.mark.parametrize("length", [10, 20_000, 400_000])
def test_many_quotes_are_read_in_no_time(length: int) -> None:
    line = '"' * length
    assert masked(line) == line
    assert unclosed(line + '"') == length
    assert unclosed(line) == -1


def test_fmt_keeps_what_is_quoted() -> None:
    with pytest.raises(DeckError):
        format_text(DECK.format(line='title "open'))
    line = Lines('x "a   b" ;  c')
    assert next(iter(line)).words[1].text == '"a   b"'


def test_editors_say_nothing_within_text() -> None:
    text = DECK.format(line='inertia A "spring gravity ; pi')
    assert hover(text, 12, 15) is None
    assert complete(text, 12, 22) == (22, [])
    assert remark_of('x "a; b" ; c ; d') == "c ; d"


def test_completion_counts_text_as_one_word() -> None:
    """Behind `force A.x "a ( b"` no parenthesis is open."""
    text = DECK.format(line='force A "a ( b" ')
    _, offered = complete(text, 12, len('  force A "a ( b" ') + 1)
    assert not any(choice.kind == "function" for choice in offered)


@pytest.mark.parametrize("line", ['END"x.csv"', 'end "x', "END"])
def test_what_follows_the_end_is_ignored(line: str) -> None:
    lines = Lines(f'KIN ANA\n{line}\n"')
    assert len(list(lines)) == 1
    assert lines.ended
    assert not lines.diagnostics


@pytest.mark.parametrize("broken", ['point A" 1 0', "point B 1 0", "point A (2**3) 0"])
def test_a_broken_point_of_an_elastic_deck_is_one_fault(broken: str) -> None:
    """More is prescribed than moves, as long as the point is not there."""
    text = (
        "DYN ANA\nTOPOLOGY\n  elem k BIN O A\n  elem l BIN P A\n  input k.angb\nGEOMETRY\n  point O 0 0 fixed\n"
        f"  point P 1 1 fixed\n  {broken}\nDYNAMICS\n  flex k.lenl 1e-6\n  flex l.lenl 1e-6\n  inertia A 1\n"
        "STORAGE\n  bufeig 1 f\nEND\n"
    )
    assert {one.code for one in check(text, "deck", {})[1] if one.level == "error"}
