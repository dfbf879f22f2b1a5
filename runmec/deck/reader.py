"""Lines -> items of a deck, judged by the vocabulary. All faults of writing are found here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import SHOWN_AT_MOST, Diagnostic, Span
from ..messages import diagnostic
from ..words import Column, Record, subject_of
from . import model
from .damage import Damage
from .data_files import Files
from .defining import defined_as
from .expression import RESERVED_NAMES
from .lowering import Lowering, declares
from .names import NAMELESS, Names
from .nearest import is_slip, nearest
from .opening import settled
from .records import RecordLine, record_values
from .reserved import is_definition
from .syntax import Lines, TextLine, Word
from .values import GIVEN_ROLES, Refused, looks_like_number, not_a_number, value
from .vocabulary import ALL_WORDS, JOBS, RECORDS, SECTIONS

_KNOWN = {word.lower(): word for word in ALL_WORDS}


class Reader:
    """Reads one deck; afterwards `items`, `job`, `title`, `diagnostics` and `damage` are filled.

    First all lines are taken apart; then, since a name may be used above the line that gives it, what they say is
    turned into items. Names that lead nowhere are in `unresolved`: the writing is right, but not what it refers to.
    """

    def __init__(self, text: str, settings: Mapping[str, float], files: Files | None = None) -> None:
        self.lines = Lines(text, files)
        self.settings = settings
        self.diagnostics = self.lines.diagnostics
        self.items: dict[str, list[Any]] = {}
        self.entries: list[RecordLine] = []
        self.unresolved: list[Diagnostic] = []
        self.names: Names = NAMELESS
        self.units = ""
        self.damage = Damage()
        self.job = ""
        self.title = ""
        self.job_place = Span(1, 1)
        self._defined: set[str] = set()
        self._section = ""
        self._also: str = ""  # a section whose header is missing; told once
        self._last: Record | None = None
        self._repeat_silently = False  # the last item word was unknown and has been told
        self._picture: _OpenPicture | None = None
        self._frame_may_follow = False
        self._sections_seen: set[str] = set()

    def read(self) -> None:
        for line in self.lines:
            if line.words:
                self._read(line)
        self._interpret()
        self.diagnostics += self.lines.warnings
        if self._picture:
            self._tell("D115", "`BEGINPIC` without `ENDPIC`", self._picture.place)
        if not self.job:
            self._tell(
                "D114",
                "the deck has no job line",
                Span(1, 1),
                help="begin with `KIN ANA`, `DYN ANA`, `DYN SIM` or `STA ANA`",
            )
            self.job = "DYN ANA"
        elif not self.lines.ended:
            last = max(1, len(self.lines.lines) - (self.lines.lines[-1] == ""))
            self._tell("D151", "the deck has no `END`", Span(last, 1), help="end it with a line `END`")

    def _interpret(self) -> None:
        known = {
            e.words[0].text: _stands_for(e)
            for e in self.entries
            if e.record.word in ("point", "angle", "turn") and e.words
        }
        for entry in self.entries:
            entry.values, entry.whole = record_values(entry, self.diagnostics, known, self.lines.files)
        lowering = Lowering(self.entries, self.lines.names, self.damage)
        lowering.lower()
        self.unresolved, self.names, self.units = lowering.told, lowering.names, lowering.units
        pictures = [picture.made() for picture in self.items.get("picture", [])]
        self.items |= lowering.items | ({"picture": pictures} if pictures else {})

    def _read(self, line: TextLine) -> None:
        first = line.words[0]
        if not self.job and self._is_job(line):
            return
        strange_number = first.what == "STRANGE" and looks_like_number(first.text) and self._section != "DEFINE"
        if first.what == "NUMBER" or strange_number:
            self._read_repetition(line)
            return
        self._frame_may_follow = False
        if self._section == "DEFINE" and is_definition([word.text for word in line.words]):
            self._read_definition(line)
        elif first.what == "WORD":
            self._read_word(line)
        else:
            self._read_strange_start(line)

    # job line

    def _is_job(self, line: TextLine) -> bool:
        """Takes the first line as the job line, unless it clearly is something else."""
        words = [word.text.upper() for word in line.words]
        self.job_place = line.words[0].span
        self.title = line.comment[1:].strip()
        if tuple(words) in JOBS:
            self.job = " ".join(words)
            return True
        if line.words[0].what == "BROKEN":  # told already
            self.job = "DYN ANA"
            return True
        self.job = "DYN ANA"
        known = {word.upper().split()[0] for word in ALL_WORDS}
        near = nearest(" ".join(words[:2]), [" ".join(job) for job in JOBS])
        remedy = f"did you mean `{near}`?" if near else "begin with `KIN ANA`, `DYN ANA`, `DYN SIM` or `STA ANA`"
        is_other_line = words[0] in known and not near
        message = "the deck does not begin with a job line" if is_other_line else f"`{_shown(line)}` is not a job"
        self._tell("D114", message, line.span, help=remedy)
        return not is_other_line

    # lines that start with a word

    def _read_word(self, line: TextLine) -> None:
        text, rest = line.words[0].text, line.words[1:]
        if text.lower() == "nr" and rest and rest[0].text.lower() == "dof":
            text, rest = "nr dof", rest[1:]
        if self._is_forgotten_definition(line):
            return
        word = self._known(text, line)
        if word is None:
            return
        if word in SECTIONS:
            self._begin_section(word, line, rest)
        elif word == "BEGINPIC":
            self._close_picture(line)
            self._picture = _OpenPicture(line.words[0].span)
            self._nothing_after(word, rest)
            self._last = None
        elif word == "ENDPIC":
            self._end_picture(line, rest)
        else:
            self._read_record(RECORDS[word.lower()], line, rest)

    def _is_forgotten_definition(self, line: TextLine) -> bool:
        """`name value` before the first section: DEFINE is missing above it, told once."""
        words = line.words
        if self._sections_seen or words[0].text.lower() in _KNOWN or len(words) != 2 or words[1].what == "WORD":
            return False
        if nearest(words[0].text, ALL_WORDS):
            return False
        self._tell(
            "D102",
            f"`{words[0].text}` stands in no section",
            words[0].span,
            help="names for values stand under DEFINE: write `DEFINE` on a line above it",
        )
        self._section = "DEFINE"
        self._sections_seen.add("DEFINE")
        self._read_definition(line)
        return True

    def _known(self, text: str, line: TextLine) -> str | None:
        """The word of the language, also for one that surely is misspelt (and told)."""
        if text.lower() in _KNOWN:
            return _KNOWN[text.lower()]
        span = line.words[0].span
        if (text.upper(),) in {job[:1] for job in JOBS}:
            self._tell("D114", "a second job line", line.span, help="a deck has one, its first line")
            return None
        of_other_job = ("tstepf", "tcycle", "integr", "motor") if self.job in ("KIN ANA", "DYN ANA") else ()
        in_section = [r.word for r in RECORDS.values() if r.section == self._section and r.word not in of_other_job]
        near = None
        if len(self.diagnostics) < SHOWN_AT_MOST:
            near = nearest(text, in_section) or nearest(text, ALL_WORDS)
        remedy = f"did you mean `{near}`?" if near else ""
        if near == "END" or (near is not None and not is_slip(text, near)):
            near = None
        if text.lower() == "nr":
            near, remedy = None, "write `nr dof m`"
        self._tell("D101", f"unknown word `{text[:40]}`", span, help=remedy)
        if near is None:
            self._last, self._repeat_silently = None, True
            for record in RECORDS.values():
                if record.section in (self._section, ""):
                    self.damage.add(record.word, declares(record.word))
        return near

    def _read_strange_start(self, line: TextLine) -> None:
        first = line.words[0]
        if first.what != "BROKEN":
            remedy = "a comment begins with `;`" if first.text[0] in "#/!%" else ""
            self._tell(
                "D101", f"a line begins with a word or a number, found `{first.text[:40]}`", first.span, help=remedy
            )
        self._lost_in_section()

    def _lost_in_section(self) -> None:
        """A line that may have been any of the section."""
        for record in RECORDS.values():
            if record.section == self._section:
                self.damage.add(record.word, declares(record.word))

    def _begin_section(self, word: str, line: TextLine, rest: tuple[Word, ...]) -> None:
        self._close_picture(line)
        if word == "DEFINE" and "TOPOLOGY" in self._sections_seen:
            self._tell("D118", "DEFINE stands after TOPOLOGY", line.words[0].span, help="move it up, before TOPOLOGY")
        self._section, self._also = word, ""
        self.lines.in_motion = word in ("DYNAMICS", "STORAGE")
        self.lines.judges = word == "EXERCISE"
        self._sections_seen.add(word)
        self._last, self._repeat_silently = None, False
        self._nothing_after(word, rest)

    def _nothing_after(self, word: str, rest: tuple[Word, ...]) -> None:
        if rest and rest[0].what != "BROKEN":
            self._tell(
                "D111",
                f"`{word}` stands alone on its line",
                rest[0].span,
                help="begin a new line; a remark needs a `;` before it",
            )

    def _read_definition(self, line: TextLine) -> None:
        name, rest = line.words[0], line.words[1:]
        if name.what == "BROKEN":
            return
        if (name.text.lower() in RECORDS and len(rest) != 1) or name.text.lower() in ("nr", "end"):
            self._section = ""
            self._read_word(line)
            return
        section = nearest(name.text, SECTIONS) if not rest else None
        if section is not None:
            self._tell("D101", f"unknown word `{name.text[:40]}`", name.span, help=f"did you mean `{section}`?")
            self._begin_section(section, line, rest)
            return
        if name.what != "WORD" or not re.fullmatch(r"[^\W\d]\w*", name.text):
            self._tell("D118", f"`{name.text[:40]}` cannot be a name", name.span, help="use letters, digits and `_`")
            return
        key = name.text
        if key.lower() in RESERVED_NAMES:
            self._tell("D118", f"`{key}` is {RESERVED_NAMES[key.lower()]}", name.span, help="choose another name")
            return
        if len(rest) != 1:
            code, what = ("D110", "no value") if not rest else ("D111", "more than one value")
            place = (rest[1] if rest else name).span
            remedy = "write `name value`, an expression in parentheses"
            if rest and rest[0].text.startswith("="):
                remedy = f"write `{name.text} {rest[-1].text}`, without `=`"
            self._tell(code, f"`{name.text}` has {what}", place, help=remedy)
            self.lines.names.setdefault(key, 1.0)
            return
        if key in self._defined:
            self._tell("D206", f"`{name.text}` is defined twice", name.span)
            return
        try:
            number = value(Column("value", key), rest[0], key)
        except Refused as refused:
            self._refused(refused)
            number = 1.0
        self._defined.add(key)
        number = self._setting(key, number)
        self.lines.names[key] = float(number)
        self.lines.defines_small_t |= key == "t"
        self._keep("define", settled(model.Define(key, number, places=(name.span, rest[0].span))))

    def _setting(self, name: str, number: Any) -> Any:
        """What replaces the value of a name: set for it, or for what differs from it in upper and lower case alone."""
        if name in self.settings:
            return float(self.settings[name])
        like = defined_as(name, [*self.settings])
        if like is None or any(text.split(maxsplit=1)[:1] == [like] for text in self.lines.lines):
            return number
        return float(self.settings[like])

    # records

    def _read_repetition(self, line: TextLine) -> None:
        if self._frame_may_follow:
            self._frame_may_follow = False
            self._read_frame(line.words)
        elif self._last is not None and subject_of(self._last.signature) in GIVEN_ROLES:
            self._tell(
                "D113",
                f"`{self._last.word}` gives a name, which is no number",
                line.words[0].span,
                help="a line with names has its own item word",
            )
            self._last, self._repeat_silently = None, True
            self._lost_in_section()
        elif self._last is not None:
            self._read_record(self._last, line, line.words)
        elif not self._repeat_silently:
            where = f"in {self._section} " if self._section else ""
            self._tell(
                "D113",
                f"a line that starts with a number, but {where}nothing to repeat",
                line.words[0].span,
                help="begin the line with an item word",
            )
            self._repeat_silently = True
            self._lost_in_section()

    def _read_record(self, record: Record, line: TextLine, words: tuple[Word, ...]) -> None:
        self._check_section(record, line)
        self._last, self._repeat_silently = record, False
        self.entries.append(RecordLine(record, line, words, self._picture))

    def _check_section(self, record: Record, line: TextLine) -> None:
        if record.word == "view" and self._picture is not None:
            return
        if record.section == "PICTURE":
            if self._picture is None:
                self._tell(
                    "D115",
                    f"`{record.word}` outside a picture",
                    line.words[0].span,
                    help="put it between `BEGINPIC` and `ENDPIC`",
                )
                self._picture = _OpenPicture(line.words[0].span, told=True)
            return
        self._close_picture(line)
        if record.section not in ("", self._section, self._also):
            here = f"this is {self._section}" if self._section else "no section has begun"
            self._tell(
                "D102",
                f"`{record.word}` belongs to {record.section}; {here}",
                line.words[0].span,
                help=f"move it there, or write `{record.section}` on a line above it",
            )
            self._also = record.section

    def _keep(self, what: str, item: Any) -> None:
        self.items.setdefault(what, []).append(item)

    # pictures

    def _close_picture(self, line: TextLine) -> None:
        """A picture that another item or section cuts off."""
        if self._picture is not None:
            if not self._picture.told:
                note = f"line {line.number} does not belong to a picture"
                self._tell(
                    "D115",
                    "`BEGINPIC` without `ENDPIC`",
                    self._picture.place,
                    notes=(note,),
                    help="write `ENDPIC` after the last `plotcurv` or `drawmech`",
                )
            self._picture = None

    def _end_picture(self, line: TextLine, rest: tuple[Word, ...]) -> None:
        if self._picture is None:
            self._tell("D115", "`ENDPIC` without `BEGINPIC`", line.words[0].span)
            self._picture = _OpenPicture(line.words[0].span)
        self._keep("picture", self._picture)
        self._picture = None
        self._last, self._repeat_silently = None, False
        if rest:
            self._read_frame(rest)
        else:
            self._frame_may_follow = True

    def _read_frame(self, words: tuple[Word, ...]) -> None:
        numbers = []
        try:
            for word in words:
                if word.what == "WORD":
                    raise Refused(not_a_number(word, "a number of the frame of the picture"))
                numbers.append(value(Column("value", "frame"), word, "ENDPIC"))
        except Refused as refused:
            self._refused(refused)
            return
        if len(numbers) != 6:
            code, at = ("D110", len(numbers) - 1) if len(numbers) < 6 else ("D111", 6)
            self._tell(
                code,
                f"six numbers follow `ENDPIC`, found {len(numbers)}",
                words[at].span,
                help="width and height in cm, origin x and y, scale x and y: `18 15 0 0 -1 -2`",
            )
            return
        picture = self.items["picture"][-1]
        picture.frame, picture.frame_places = tuple(numbers), tuple(word.span for word in words)

    # telling

    def _refused(self, refused: Refused) -> None:
        if refused.diagnostic is not None:
            self.diagnostics.append(refused.diagnostic)

    def _tell(self, code: str, message: str, span: Span, *, notes: tuple[str, ...] = (), help: str = "") -> None:
        self.diagnostics.append(diagnostic(code, message, span, notes=notes, help=help))


@dataclass
class _OpenPicture:
    place: Span
    told: bool = False
    items: list[Any] = field(default_factory=list)
    frame: tuple[float, ...] = ()
    frame_places: tuple[Span, ...] = ()

    def made(self) -> model.Picture:
        curves = tuple(item for item in self.items if isinstance(item, model.Curve))
        drawings = tuple(item for item in self.items if isinstance(item, model.Drawing))
        views = tuple(item for item in self.items if isinstance(item, model.View))
        places = (self.place, *self.frame_places)
        centrodes = tuple(item for item in self.items if isinstance(item, model.Centrodes))
        polygons = tuple(item for item in self.items if isinstance(item, model.PolygonLine))
        bodies = tuple(item for item in self.items if isinstance(item, model.Alone))
        return settled(model.Picture(curves, drawings, self.frame, centrodes, polygons, bodies, views, places=places))


def _stands_for(entry: RecordLine) -> str:
    """What a line gives: a point, one in space, an angle or a turning node."""
    if entry.record.word != "point":
        return entry.record.word
    values = [at for at, word in enumerate(entry.words[1:]) if word.what == "WORD"][:1] or [len(entry.words) - 1]
    return "space" if values[0] > 2 else "point"


def _shown(line: TextLine) -> str:
    return " ".join(word.text for word in line.words)[:40]
