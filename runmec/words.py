"""What a word of the language is, whatever room it belongs to: where it stands, what it takes, and how it is told.

A signature lists the words of a line in order, separated by commas: `role name`, with `:quantity` behind the name of a
number that has a dimension (`dimensions.py`). A part in brackets is optional as a whole; `…` behind a name repeats it.
Roles:

    element coordinate parameter input buffer   whole numbers of something, or its name; so does program
    link                                        an element, or 0: the frame
    prescribed dependent                        a parameter that must be positive, negative
    driven                                      where a motor may sit: an input, or a dependent parameter (negative)
    point angle composed                        the name that the line gives to something new
    turning                                     number or name of a turning node
    variable stated                             the name that the line gives to a number of the motion, and one given
    elementary                                  a form parameter of an element, `crank.angb`
    counter count position                      whole numbers that count
    value                                       a number or a constant expression
    bound                                       the same, or `none`
    define                                      a name of DEFINE
    toleranced                                  a name of DEFINE, or a prescribed parameter
    figure judged                               the name that the line gives to a figure, and one that is given
    reduced                                     an expression of what is made of whole histories
    keyed                                       a number behind its name: `E 210GPa`
    law                                         a number or an expression kept for the motion
    name                                        any word
    text                                        words in double quotes, taken as they stand
    <choice>                                    one of the words of a choice, with its own signature

Where a line is of points, a point's name may stand for its co-ordinates: then every `buffer` and `law` column is there
once a co-ordinate, and a `value` holds for all of them. A line of a turning node has such columns once an axis.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

#: roles of what has a number or a name -> what it is
KINDS_OF = {"element": "element", "link": "element", "coordinate": "coordinate", "parameter": "parameter",
            "prescribed": "parameter", "dependent": "parameter", "input": "input", "buffer": "buffer",
            "program": "program", "turning": "turning", "driven": "input", "followed": "parameter",
            "variable": "variable", "stated": "variable"}  # fmt: skip


def kind_of(role: str, number: int) -> str | None:
    """What a number in a column is of; None where it only counts."""
    return "parameter" if role == "driven" and number < 0 else KINDS_OF.get(role)


class Column(NamedTuple):
    role: str
    name: str
    optional: int = 0  # columns of the same number above 0 stand together or not at all
    many: bool = False
    quantity: str = ""  # what a number measures


@cache
def columns(signature: str) -> tuple[Column, ...]:
    """The columns of a signature."""
    found = []
    optional = 0
    for part in filter(None, (part.strip() for part in signature.split(","))):
        optional += part.startswith("[")
        role, _, named = part.strip("[]").partition(" ")
        name, _, quantity = named.removesuffix("…").strip().partition(":")
        found.append(Column(role, name, optional, "…" in named, quantity))
    return tuple(found)


def subject_of(signature: str) -> str:
    """The role of what a line is about; "" where it is about the whole mechanism and has no columns."""
    own = columns(signature)
    return own[0].role if own else ""


class Fault(NamedTuple):
    """What is wrong with a value of a line, counted from 0; −1: with the line."""

    at: int
    message: str
    help: str = ""
    code: str = "D210"
    label: str = ""


class Record:
    """`section` is "" for words of output, which may stand anywhere.

    `of_points`: a point's name may stand for its co-ordinates; `of_pair`: for its cx and cy. `of_turning`: a vector at
    a turning node, along x y z. `at_nodes`: of points, and along x, y, z at turning nodes
    too; else `at_turns` is what is written there instead. `wider` are signatures of lines with more words; `sized`: of
    a vector one buffer more takes the size.
    """

    def __init__(
        self,
        word: str,
        section: str,
        signature: str,
        sentence: str,
        example: str,
        *,
        of_points: bool = False,
        of_pair: bool = False,
        of_turning: bool = False,
        at_turns: str = "",
        at_nodes: bool = False,
        wider: tuple[str, ...] = (),
        sized: bool = False,
    ) -> None:
        self.word, self.section, self.signature = word, section, signature
        self.sentence, self.example = sentence, example
        self.of_points, self.of_pair, self.of_turning = of_points, of_pair, of_turning
        self.at_turns, self.at_nodes, self.wider, self.sized = at_turns, at_nodes, wider, sized

    def signature_for(self, words: int) -> str:
        """Of a line with so many words behind its own."""
        last = self.signature
        for one in (self.signature, *self.wider):
            wanted = columns(one)
            if words <= len(wanted) or (wanted and wanted[-1].many):
                return one
            last = one
        return last

    def signature_with(self, choice: str) -> str:
        """Of a line with the word of a choice; of one without any."""
        for one in (self.signature, *self.wider):
            if any(column.role.startswith("<") for column in columns(one)) == bool(choice):
                return one
        return self.signature

    def __repr__(self) -> str:
        return f"<record {self.word}>"
