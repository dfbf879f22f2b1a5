"""From the text of a deck to a checked Deck, or to everything that is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from .. import collector
from ..diagnostics import DeckError, Diagnostic, has_errors, in_order
from .compose import make_deck
from .damage import Damage
from .data_files import Files, folder_of
from .measures import check_measures
from .mobility import check_mechanism
from .model import Deck
from .ranges import check_ranges
from .reader import Reader
from .references import check_references
from .source import printable, read_text
from .variant import UnknownName, refuse_unknown

__all__ = ["UnknownName", "check", "loads", "read"]


def read(path: str | os.PathLike[str], set: Mapping[str, float] | None = None) -> Deck:
    """The deck in a file.

    Parameters
    ----------
    path : str or os.PathLike
        The file.
    set : mapping of str to float, optional
        Other values for names of DEFINE.

    Returns
    -------
    Deck
        Checked.

    Raises
    ------
    DeckError
        With all that is wrong.
    FileError
        Where the file cannot be read.

    Examples
    --------
    >>> deck = runmec.read("inputs/six_bars/watt_2.mec", set={"r": 0.055})
    >>> deck.title[:15]
    "Watt's six-bar,"
    """
    return loads(read_text(os.fspath(path)), os.fspath(path), set, folder_of(os.fspath(path)))


def loads(
    text: str,
    name: str = "deck",
    set: Mapping[str, float] | None = None,
    data: str | os.PathLike[str] | Mapping[str, bytes] = ".",
) -> Deck:
    """The deck in a text.

    Parameters
    ----------
    text : str
        The lines of the deck.
    name : str, default "deck"
        What messages call it.
    set : mapping of str to float, optional
        Other values for names of DEFINE.
    data : str, os.PathLike or mapping of str to bytes, default "."
        The folder of its data files, or their contents by name.

    Returns
    -------
    Deck
        Checked.

    Raises
    ------
    DeckError
        With all that is wrong.

    Examples
    --------
    >>> deck = runmec.loads('''KIN ANA
    ... TOPOLOGY
    ...   elem crank BIN O A
    ...   input crank.angb
    ... GEOMETRY
    ...   point O 0 0 fixed
    ...   point A 1 0
    ... MOVEMENT
    ...   stepe 4 360deg
    ... END''')
    >>> runmec.run(deck)["A"].round(9) + 0.0
    array([[ 1.,  0., -1.,  0.,  1.],
           [ 0.,  1.,  0., -1.,  0.]])
    """
    text, name = printable(text), printable(name)
    text = text.removeprefix("\ufeff")  # the mark that some editors write at the head of a file
    deck, diagnostics = check(text, name, set or {}, data)
    if has_errors(diagnostics):
        raise DeckError(diagnostics, name, text)
    return deck


@collector.held()
def check(
    text: str, name: str, settings: Mapping[str, float], data: str | os.PathLike[str] | Mapping[str, bytes] = "."
) -> tuple[Deck, list[Diagnostic]]:
    """The deck as far as it can be read, and every diagnostic in order of line."""
    reader = Reader(text, settings, Files(data))
    reader.read()
    deck, told = make_deck(reader, name, text)
    refuse_unknown(settings, [define.name for define in deck.defines])
    told = [
        *reader.diagnostics,
        *reader.unresolved,
        *told,
        *check_references(deck, reader.damage),
        *check_ranges(deck, reader.damage),
        *check_measures(deck, reader.entries),
    ]
    if _is_described(told, reader.damage):
        told += check_mechanism(deck, sound=not has_errors(told))
    diagnostics = in_order(told)
    warnings = tuple(d for d in diagnostics if d.level == "warning")
    return replace(deck, warnings=warnings), diagnostics


#: faults after which it is not clear what the mechanism is
_UNCLEAR = frozenset({"D201", "D202", "D203", "D206", "D207", "D208", "D214", "D218"})


def _is_described(told: list[Diagnostic], damage: Damage) -> bool:
    """Whether elements, forms and co-ordinates are clear, whatever else may be wrong."""
    if damage.words & {"elem", "form", "nr dof", "xfix", "xmov", "point", "angle", "turn"}:
        return False
    return not any(d.code in _UNCLEAR for d in told)
