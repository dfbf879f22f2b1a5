"""The words of one line -> the values that its record takes, judged by the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..laws import LAWS
from ..laws.programs import SPLINE
from ..messages import diagnostic
from ..words import Column, Record, columns
from . import exercise_lines
from .behind import behind_nodes
from .cross_section import cross_section
from .data_files import Files
from .expression import Named
from .from_file import points_of_file
from .kinds import KINDS
from .syntax import TextLine, Word
from .turning import parts
from .units import UNITS
from .values import GIVEN_ROLES, Refused, WithUnit, choice, new_name, value, with_unit
from .vocabulary import CHOICES, POINT_AXES, SPACE_AXES, of_pair, of_point, usage, usage_of_point

Values = list[tuple[str, Any]]
#: what a name stands for -> its axes; in a line of a point with three co-ordinates, or of a turning node
AXES = {"point": POINT_AXES, "space": SPACE_AXES, "turn": ("0", "1", "2", "3")}
_COMMENTS = ("#", "//", "!", "%")  # of other languages
#: records of things that are there, known by their number or name, even if a value of theirs is wrong
_KNOWN_BY_NUMBER = ("xfix", "xmov", "para", "form", "point", "angle")


@dataclass
class RecordLine:
    """One line of a section: its record, and what was found in its words."""

    record: Record
    line: TextLine
    words: tuple[Word, ...]
    picture: Any = None  # the picture that it stands in
    values: Values = field(default_factory=list)
    whole: bool = False
    with_units: list[WithUnit] = field(default_factory=list)
    numbers: Values = field(default_factory=list)  # the values with numbers in place of names
    spans: tuple[Span, ...] = ()  # places of the values, where they are not one a word

    def first(self, role: str) -> Any:
        return next((value for known, value in self.values if known == role), None)

    def all(self, role: str) -> list[Any]:
        return [value for known, value in self.values if known == role]


def record_values(
    entry: RecordLine, told: list[Diagnostic], known: Mapping[str, str], files: Files
) -> tuple[Values, bool]:
    """(role, value) of every word, and whether the record is whole; what is wrong is added to `told`.

    A name stands as Named in place of the number. `known` tells points from angles: where a point stands for its
    co-ordinates, its role is `point`.
    """
    record, line, words = entry.record, entry.line, entry.words
    found: Values = []
    special: dict[str, Callable[..., None]] = {
        "param": _composed,
        "program": partial(_program, files),
        "steady": _steady,
        **exercise_lines.READERS,
    }
    whole_lines = {"elem": _element, "section": _section}
    if record.word in special or record.word in whole_lines:
        try:
            if record.word in whole_lines:
                whole_lines[record.word](entry, found, known)
            else:
                special[record.word](record, line, words, found, known)
        except Refused as refused:
            told += [refused.diagnostic] if refused.diagnostic else []
            return found, False
        return found, True
    return _by_columns(entry, told, known, files)


def _by_columns(
    entry: RecordLine, told: list[Diagnostic], known: Mapping[str, str], files: Files
) -> tuple[Values, bool]:
    record, line, words = entry.record, entry.line, entry.words
    wanted, chosen = list(columns(_signature(record, words, known))), ""
    found: Values = []
    whole, with_point, unclear = True, False, False
    axes: tuple[str, ...] = POINT_AXES
    for at, word in enumerate(words):
        if at >= len(wanted) and not (wanted and wanted[-1].many):
            whole = whole and word.what != "BROKEN"
            break
        _pass_over(wanted, at, word)
        column = wanted[min(at, len(wanted) - 1)]
        entry.with_units += with_unit(column, max(0, at - len(wanted) + 1), word)
        if word.what == "TEXT" and chosen in LAWS and LAWS[chosen].is_spline and at == 2:
            try:
                in_file = points_of_file(record, words[2:], files)
            except Refused as refused:
                told += [refused.diagnostic] if refused.diagnostic else []
                return found, False
            entry.with_units += in_file.with_units(wanted[2:4], word)
            return [*found, ("points", in_file)], whole
        try:
            if column.role.startswith("<"):
                picked, more = _chosen(column, word, record)
                chosen = chosen if column.optional else picked
                found.append((column.role, picked))
                if picked == "(expression)":
                    found.append(("law", value(Column("law", "M"), word, record.word)))
                wanted[at + 1 : at + 1] = more
            else:
                given = _of_turn(column, word, known)
                if given is None:
                    given = value(column, word, record.word)
                if column.role == "coordinate" and record.at_turns and known.get(_text(given)) == "turn":
                    raise Refused(_of_a_turn(record, word))
                at_turn = column.role == "coordinate" and record.at_nodes and known.get(_text(given)) == "turn"
                if record.of_pair and column.name == "cx" and _is_point(given, known):
                    wanted, with_point = of_pair(tuple(wanted)), True
                    unclear = _text(given) not in known
                    found.append(("point", given))
                elif at_turn or (record.of_points and column.role == "coordinate" and _is_point(given, known)):
                    axes = SPACE_AXES if at_turn else AXES.get(known.get(_text(given), ""), POINT_AXES)
                    wanted, with_point = of_point(columns(record.signature), axes, record.sized), True
                    unclear = _text(given) not in known
                    found.append(("turning" if at_turn else "point", given))
                else:
                    found.append((column.role, given))
        except Refused as refused:
            if column.optional and word.text.startswith(_COMMENTS):
                told.append(_too_many(record, word, ""))
                return found, False
            told += [refused.diagnostic] if refused.diagnostic else []
            stands_in = 1.0 if column.role == "value" and record.word in _KNOWN_BY_NUMBER else None
            found.append((column.role, stands_in))
            swallowed = word.what == "BROKEN" and at == len(words) - 1 < len(wanted) - 1  # the rest of the line
            if column.role in GIVEN_ROLES or swallowed or _is_lone_unit(words, at):
                return found, False  # what follows is most likely shifted
            if column.role.startswith("<") and column.role != "<form>":
                return found, whole and record.word in _KNOWN_BY_NUMBER and column.optional > 0
            whole = whole and stands_in is not None
    if whole and not unclear:
        remedy = usage_of_point(record.word, axes) if with_point else usage(record.word, chosen)
        miscounted = _miscounted(record, wanted, words, line, f"it takes `{remedy}`")
        told += [miscounted] if miscounted else []
        whole = miscounted is None
    return found, whole


def _signature(record: Record, words: tuple[Word, ...], known: Mapping[str, str]) -> str:
    """By how many words there are, or by the word of a choice that only a wider line has."""
    found = record.signature_for(len(words))
    for one in record.wider:
        for column, word in zip(columns(one), words, strict=False):
            chosen = CHOICES.get(column.role.strip("<>"), {}) if column.role.startswith("<") else {}
            if word.text.lower() in chosen and word.text not in known:
                return one
    return found


def _is_lone_unit(words: tuple[Word, ...], at: int) -> bool:
    """`50 mm`: a unit behind its number, but apart from it."""
    return at > 0 and words[at].what == "WORD" and words[at].text in UNITS and words[at - 1].what == "NUMBER"


def _of_a_turn(record: Record, word: Word) -> Diagnostic:
    """What a line takes that is not for turning nodes."""
    message = f"`{word.text}` is a turning node; `{record.word}` takes a point or a co-ordinate"
    return diagnostic("D221", message, word.span, help=record.at_turns)


def _of_turn(column: Column, word: Word, known: Mapping[str, str]) -> int | None:
    """A co-ordinate of a turning node in numbers: `7.2`."""
    node, dot, part = word.text.partition(".")
    if column.role == "coordinate" and dot and part in AXES["turn"] and known.get(node) == "turn" and node.isdigit():
        return parts(int(node))[int(part)]
    return None


def _text(given: Any) -> str:
    return given.text if isinstance(given, Named) else str(given)


def _pass_over(wanted: list[Column], at: int, word: Word) -> None:
    """Leaves out optional values, all that stand together, for a word that belongs behind them: `point A 0 0 fixed`."""
    begins = 0 < at < len(wanted) and wanted[at].role == "value" and wanted[at].optional > wanted[at - 1].optional
    if begins and word.what == "WORD":
        for later in range(at + 1, len(wanted)):
            if wanted[later].role.startswith("<"):
                del wanted[at:later]
                return


def _is_point(given: Any, known: Mapping[str, str]) -> bool:
    """Also a name that nothing has: points are the most likely, and that it is not known is told later."""
    return isinstance(given, Named) and "." not in given.text and known.get(given.text) != "angle"


def _chosen(column: Column, word: Word, record: Record) -> tuple[str, tuple[Column, ...]]:
    """The word of a choice and the columns that it asks for."""
    group = column.role.strip("<>")
    if group == "motor" and word.what == "EXPRESSION":
        return "(expression)", ()
    if group == "motor" and word.what == "NUMBER":
        remedy = f"write `motor i const {word.text}`"
        raise Refused(diagnostic("D119", "a motor needs its kind before the numbers", word.span, help=remedy))
    chosen = choice(group, word, record.word)
    more = columns(CHOICES[group][chosen][0])
    return chosen, tuple(c._replace(optional=c.optional and c.optional + column.optional) for c in more)


def _miscounted(
    record: Record, wanted: list[Column], words: tuple[Word, ...], line: TextLine, remedy: str
) -> Diagnostic | None:
    """Too few or too many words for the record."""
    many = bool(wanted) and wanted[-1].many
    if len(words) < len(wanted):
        missing = wanted[len(words)]
        last = wanted[len(words) - 1].optional if words else 0
        ends_here = missing.optional > last or missing.many
        if not missing.optional or (not ends_here and not many):
            name = missing.name or missing.role.strip("<>")
            place = (words[-1] if words else line.words[-1]).span
            return diagnostic("D110", f"too few values for `{record.word}`: {name} is missing", place, help=remedy)
    if len(words) > len(wanted) and not many:
        return _too_many(record, words[len(wanted)], remedy)
    return None


def _too_many(record: Record, extra: Word, remedy: str) -> Diagnostic:
    if extra.text.startswith(_COMMENTS):
        remedy = "a comment begins with `;`"
    elif extra.text in UNITS:
        remedy = f"a unit stands behind its number without a blank, as in `30{extra.text}`"
    return diagnostic("D111", f"too many values for `{record.word}`", extra.span, help=remedy)


def _too_few(record: Record, missing: str, place: Word, remedy: str) -> Refused:
    message = f"too few values for `{record.word}`: {missing} is missing"
    return Refused(diagnostic("D110", message, place.span, help=remedy))


# elements


def _element(entry: RecordLine, found: Values, known: Mapping[str, str]) -> None:
    """k, TYPE, one point or co-ordinate after the other, and at the end ("behind", what stands behind them or None)."""
    record, words = entry.record, entry.words
    if not words:
        raise _too_few(record, "k", entry.line.words[-1], f"it takes `{usage(record.word)}`")
    k = words[0]
    found.append(
        ("element", new_name(k, "an element") if k.what == "WORD" else value(Column("element", "k"), k, record.word))
    )
    if len(words) < 2:
        raise _too_few(record, "TYPE", k, f"it takes `{usage(record.word)}`")
    kind = choice("TYPE", words[1], record.word)
    found.append(("<TYPE>", kind))
    rest = _nodes(record, kind, words, found, known)
    found.append(("behind", behind_nodes(rest, KINDS[kind], entry.with_units)))


def _nodes(
    record: Record, kind: str, words: tuple[Word, ...], found: Values, known: Mapping[str, str]
) -> tuple[Word, ...]:
    """Adds what the element stands on; the words that are left."""
    nodes = KINDS[kind].nodes
    shown = " ".join(map(node_name, nodes))
    remedy = f"it takes `{usage(record.word, kind)}`, or with names `elem k {kind} {shown}`"
    at = 2
    refused: Refused | None = None
    for node in nodes:
        names, role = list(node), "turning" if node[0][0] == "l" else "coordinate"
        while names:
            if at >= len(words) or _is_form(words[at].text, known):
                missing = node_name(node) if role == "turning" else names[0].replace("b", "β")
                raise refused or _too_few(record, missing, words[at - 1], remedy)
            try:
                given = value(Column(role, names[0]), words[at], record.word)
            except Refused as fault:
                refused, given = refused or fault, None
            is_point = isinstance(given, Named) and "." not in given.text and 1 < len(names) == len(node)
            found.append(("point" if is_point and role == "coordinate" else role, given))
            names = [] if is_point or role == "turning" else names[1:]
            at += 1
    if refused is not None:
        raise refused
    return words[at:]


def _is_form(text: str, known: Mapping[str, str]) -> bool:
    """Whether a word ends the nodes: a form, unless the deck calls something by it."""
    return text.lower() in CHOICES["rigid"] and text not in known


def node_name(node: tuple[str, ...]) -> str:
    """A, β or l as the documentation writes it."""
    if node[0][0] == "l":
        return "l" if node[0][-1] == "P" else "m"
    return node[0].replace("b", "β") if len(node) == 1 else node[0][1:]


# steady loads


def _steady(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, known: Mapping[str, str]) -> None:
    """`weight`, or what loads act on."""
    remedy = f"it takes `{usage(record.word)}`: `steady weight`, or a point, co-ordinate or turning node"
    if not words:
        raise _too_few(record, "what is steady", line.words[-1], remedy)
    if len(words) > 1:
        raise Refused(_too_many(record, words[1], remedy))
    if words[0].text.lower() in CHOICES["steady"] and words[0].text not in known:
        found.append(("<steady>", words[0].text.lower()))
        return
    given = value(Column("coordinate", "C"), words[0], record.word)
    is_turning = known.get(_text(given)) == "turn"
    found.append(("turning" if is_turning else "point" if _is_point(given, known) else "coordinate", given))


def _section(entry: RecordLine, found: Values, _: Mapping[str, str]) -> None:
    """k, shape, sizes, and the values that have a name before them; their places are not one a word."""
    known, entry.spans = cross_section(entry.record, entry.line, entry.words, entry.with_units)
    found += known


# composed parameters


def _composed(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Mapping[str, str]) -> None:
    """The name, then form parameter and factor in turn, at the end ("held", whether it is prescribed)."""
    remedy = f"it takes `{usage(record.word)}`"
    held = bool(words) and words[-1].text.lower() == "fixed"
    terms = words[1 : len(words) - held]
    if not words:
        raise _too_few(record, "q", line.words[-1], remedy)
    found.append(("composed", value(Column("composed", "q"), words[0], record.word)))
    if not terms or len(terms) % 2:
        raise _too_few(record, "c" if terms else "p", (terms or words)[-1], remedy)
    for form, factor in zip(terms[::2], terms[1::2], strict=True):
        found.append(("elementary", value(Column("elementary", "p"), form, record.word)))
        found.append(("value", value(Column("value", "c"), factor, record.word)))
    found.append(("held", held))


# programs


def _program(
    files: Files, record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Mapping[str, str]
) -> None:
    """The name or number, then ("segment", law, its values) one after the other."""
    remedy = (
        "`program S dwell range`, `program S LAW h range`, one segment after the other, or `program S points φ1 s1 …`"
    )
    if not words:
        raise _too_few(record, "S", line.words[-1], remedy)
    found.append(("program", value(Column("program", "S"), words[0], record.word)))
    at = 1
    while at < len(words) or at == 1:
        if at >= len(words):
            raise _too_few(record, "a segment", words[-1], remedy)
        law = choice("segment", words[at], record.word)
        if at > 1 and SPLINE in (law, found[1][1]):
            alone = "a spline is a program by itself: write `program S points φ1 s1 φ2 s2 …`"
            raise Refused(diagnostic("D111", "`points` beside other segments", words[at].span, help=alone))
        found.append(("<segment>", law))
        if law == SPLINE and words[at + 1 : at + 2] and words[at + 1].what == "TEXT":
            found.append(("points", points_of_file(record, words[at + 1 :], files)))
            return
        at = _segment_values(record, law, words, at, found)


def _segment_values(record: Record, law: str, words: tuple[Word, ...], at: int, found: Values) -> int:
    """Adds the values of a segment; the place of the word behind them."""
    wanted = columns(CHOICES["segment"][law][0])
    last = len(words) if law == SPLINE else at + 1 + len(wanted)
    for k in range(at + 1, last):
        column = wanted[min(k - at - 1, len(wanted) - 1)]
        if k >= len(words) or (words[k].what == "WORD" and words[k].text.lower() in CHOICES["segment"]):
            shown = " ".join(c.name for c in wanted)
            raise _too_few(record, column.name, words[k - 1], f"this segment is `{law} {shown}`")
        found.append(("value", value(column, words[k], record.word)))
    return last
