"""Words that are no names, and the places where a name goes before a word.

The list is closed. A word that the language gains is not added to it: where it cannot stand, it may be a name, so that
no deck stops reading because the language grew.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..words import columns
from .vocabulary import CHOICES, OUTPUT_WORDS, RECORDS, SECTIONS

_RESERVED = frozenset(
    word
    for line in (
        "kin dyn ana sim end define topology geometry dynamics storage movement",
        "elem form nr dof input param point angle xfix xmov para fixed free",
        "bin tr1 tr2 hbeam beam lenl lenu lenv angb angp angq",
        "inertia uniform body spring damper gravity force flex stiff motor zero const async given",
        "buftime bufinp bufdinp1 bufdinp2 bufx0 bufx1 bufx2 bufdx1 bufdx2 bufe0 bufe1 bufe2 bufde1 bufde2",
        "bufsigma bufreac bufconn bufpin bufdrive bufcalc bufjred bufekin bufepot bufpower",
        "bufdef bufdisp bufeig bufbuck bufcond",
        "units si printbuf animate modes beginpic endpic plotcurv drawmech",
        "tstepe stepe law tmove tstepf tcycle integr heun dop853 radau",
        "cycloid harmonic modsine modtrap poly345 poly4567 trapezoid points freepoints",
    )
    for word in line.split()
)


def is_reserved(word: str) -> bool:
    return word.lower() in _RESERVED


def is_definition(words: Sequence[str]) -> bool:
    """Whether a line that stands in DEFINE gives a value to a name, and is not an item or the head of a section."""
    word, rest = words[0].upper(), words[1:]
    if word == "UNITS":
        return not rest or rest[0].upper() not in CHOICES["units"]
    if is_reserved(word):
        return word not in (*SECTIONS, *OUTPUT_WORDS)
    if word in SECTIONS:
        return bool(rest)
    return word not in OUTPUT_WORDS or len(rest) == 1 < _needed(word)


def _needed(word: str) -> int:
    """How many values an item takes at least."""
    return sum(not column.optional for column in columns(RECORDS[word.lower()].signature))
