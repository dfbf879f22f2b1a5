"""Couples of a deck -> terms of the parameters that follow others."""

from __future__ import annotations

from ..deck.couples import couples_of, depths
from ..deck.model import Couple, Deck
from ..engine.coupled import Corners, Coupled, Share
from ..engine.form import Form, LinearCombination
from ..engine.load import Load
from ..engine.program import Program
from ..engine.switch import Pieces
from ..laws.programs import Segment, make_program
from .mechanism import Term

Part = tuple[float, Form]


class Couples:
    """Makes all parameters from their elementary parts, those that others follow first."""

    def __init__(self, deck: Deck, row: dict[int, int], terms: dict[int, list[Term]], pieces: Pieces) -> None:
        self.deck, self.row, self.pieces = deck, row, pieces
        self.shares: dict[int, list[Term]] = {}
        self.made: list[tuple[Couple, Coupled]] = []
        self._programs: dict[int, Program] = {}
        for program in deck.programs:
            segments = [Segment(segment.law, segment.values) for segment in program.segments]
            self._programs[program.number] = make_program(segments)
        self._own: dict[int, list[tuple[int, Term]]] = {}  # what elements measure in every row
        for element, found in terms.items():
            for term in found:
                self._own.setdefault(term.row, []).append((element, term))

    def forms(self, parts: list[list[Part]]) -> list[Form]:
        """All parameters, from the parts that elements measure in them."""
        depth = depths(self.deck)
        numbers = {at: number for number, at in self.row.items()}
        found: dict[int, Form] = {}
        for at in sorted(range(len(parts)), key=lambda at: depth.get(numbers[at], 0)):
            own = parts[at] + [self._term(couple, at, found) for couple in couples_of(self.deck, numbers[at])]
            alone = len(own) == 1 and own[0][0] == 1.0
            found[at] = (
                own[0][1] if alone else LinearCombination([factor for factor, _ in own], [form for _, form in own])
            )
        return [found[at] for at in range(len(parts))]

    def _term(self, couple: Couple, at: int, found: dict[int, Form]) -> Part:
        other = self.row[couple.other]
        shares = [(element, Share(term.form, term.factor)) for element, term in self._own.get(other, ())]
        coupled = Coupled(found[other], self._programs[couple.program], self.pieces, [share for _, share in shares])
        for element, share in shares:
            term = Term(at, share, couple.factor)
            self.shares.setdefault(element, []).append(term)
            self._own.setdefault(at, []).append((element, term))  # for those that follow this one
        self.made.append((couple, coupled))
        return couple.factor, coupled

    def corners(self) -> list[Load]:
        return [Corners(coupled) for _, coupled in self.made if not coupled.program.is_smooth]
