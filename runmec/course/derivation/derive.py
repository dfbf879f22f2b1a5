"""`runmec.derive`: a deck or a result, and a position, give a derivation that can be read and kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ...calculate import run
from ...deck.model import Deck
from ...files import write_whole
from ...results.result import Result
from ..texts import LANGUAGES
from .document import Document
from .writing import derivation


@dataclass(frozen=True, repr=False)
class Derivation:
    """Of one position: formulas first, then the numbers of that position. Shows itself in a notebook.

    Examples
    --------
    >>> found = runmec.derive("inputs/course_book/fig822_slider_crank.mec")
    >>> "2.9378" in found.html(), "2.9378" in found.latex()
    (True, True)
    """

    document: Document
    language: str

    def html(self) -> str:
        """One page with MathML that needs nothing else and prints on A4.

        Returns
        -------
        str
            The page.

        Examples
        --------
        >>> runmec.derive("inputs/course_book/fig822_slider_crank.mec").html()[:15]
        '<!DOCTYPE html>'
        """
        from .html_page import page

        return page(self.document, self.language)

    def latex(self) -> str:
        """A file for LaTeX; it needs amsmath, geometry and longtable.

        Returns
        -------
        str
            The file.

        Examples
        --------
        >>> runmec.derive("inputs/course_book/fig822_slider_crank.mec").latex().splitlines()[0]
        '\\\\documentclass[a4paper,10pt]{article}'
        """
        from .latex_page import page

        return page(self.document)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes LaTeX where the name ends in `.tex`, else the page.

        Parameters
        ----------
        path : str or os.PathLike
            The file.

        Examples
        --------
        >>> runmec.derive("inputs/course_book/fig822_slider_crank.mec").save("derivation.html")
        """
        write_whole(path, self.latex() if str(path).lower().endswith(".tex") else self.html())

    def _repr_html_(self) -> str:
        from .html_page import STYLE, part

        return f"<style>{STYLE}</style>{part(self.document)}"

    def __repr__(self) -> str:
        return f"<runmec {self.document.title!r}: {len(self.document.blocks)} blocks>"


def derive(
    deck: Deck | Result | str | os.PathLike[str],
    at: int = 1,
    *,
    set: Mapping[str, float] | None = None,
    language: str = "en",
) -> Derivation:
    """Derives positions, motions and forces in one position, as a student would.

    Parameters
    ----------
    deck : Deck, Result, str or os.PathLike
        The deck, the file in which it stands, or what was calculated of it.
    at : int, default 1
        The position; 1 is the start.
    set : mapping of str to float, optional
        Other values for names of DEFINE, where the deck is a file.
    language : str, default "en"
        `en`, `de` or `nl`.

    Returns
    -------
    Derivation
        ``.html()``, ``.latex()``, ``.save(path)``.

    Raises
    ------
    NotDerived
        Where there is no such position, where it is singular, or where a derivation would be no help.

    Examples
    --------
    >>> runmec.derive("inputs/example8.mec", at=61).save("example8.html")
    """
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    result = deck if isinstance(deck, Result) else run(deck, set=set)
    return Derivation(derivation(result, at, language), language)
