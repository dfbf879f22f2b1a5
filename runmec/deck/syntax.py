"""Text -> lines of words, numbers and expressions, each with its place. Knows no meaning."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, Span, split_lines
from ..laws.steepness import too_steep
from ..messages import diagnostic
from .columns import DataFault
from .data_files import Files
from .defining import defined_as
from .expression import (
    FUNCTIONS,
    JUDGED,
    QUANTITIES,
    REDUCTIONS,
    RESERVED_NAMES,
    SUBJECTS,
    THROUGH_POINTS,
    VARIABLE,
    Expression,
    Instruction,
    Named,
    NotClosed,
    closed,
    is_constant,
    is_open,
)
from .given_names import names_given
from .nearest import nearest
from .quotes import masked, unclosed
from .units import BY_LENGTH, FACTORS, in_si

if TYPE_CHECKING:
    from collections.abc import Iterator

NESTING_AT_MOST = 100
LINE_AT_MOST = 1_000_000
LINES_AT_MOST = 100_000
EXPRESSIONS_AT_MOST = 50_000  # characters of a line that has expressions: half a second of reading
ALL_EXPRESSIONS_AT_MOST = 1_000_000  # of all such lines, each as often as it is read: some ten seconds
BROKEN = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands in for an expression that was refused
_REFUSALS_A_LINE = 20


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line. `what` is WORD, NUMBER, TEXT (with its quotes), STRANGE, EXPRESSION or BROKEN."""

    what: str
    text: str
    span: Span
    expression: Expression | None = None


@dataclass(frozen=True, slots=True)
class TextLine:
    number: int
    words: tuple[Word, ...]
    comment: str = ""  # with its semicolon

    @property
    def span(self) -> Span:
        """The words of the line as one place."""
        first, last = self.words[0].span, self.words[-1].span
        return Span(self.number, first.column, last.column + last.width - first.column)


_WORD_OR_SIGN = re.compile(r"\w+|\S")
_EXERCISE = re.compile(r"^\s*EXERCISE\b", re.IGNORECASE | re.MULTILINE)
_JUDGED = re.compile(r"^\s*(?i:figure|path|timed|ask)\s+([^\W\d_]\w*)", re.MULTILINE)
_END = re.compile(r'\s*END(?=[\s;()"]|$)', re.IGNORECASE)


def is_end(line: str) -> bool:
    return _END.match(line) is not None


def judged_names(text: str) -> frozenset[str]:
    """Names of figures and questions, where a deck has an exercise: it may stand before them."""
    return frozenset(_JUDGED.findall(text)) if _EXERCISE.search(text) else frozenset()


class Lines:
    """Reads the lines of a deck one by one; names of DEFINE may be added on the way."""

    def __init__(self, text: str, files: Files | None = None) -> None:
        """Without `files` no data file is opened."""
        self.lines = split_lines(text)
        self.files = Files() if files is None else files
        self.names: dict[str, float] = {}
        self.variables, self.has_lost_names = names_given(self.lines)  # of numbers of the motion
        self._unknown: set[str] = set()
        self.diagnostics: list[Diagnostic] = []
        self.ended = False
        self.warnings: list[Diagnostic] = []
        self.defines_small_t = False  # not `T`, which is another name than the time
        self.judged = judged_names(text)  # of figures and questions
        self.judges = False  # whether they may stand in expressions here
        self.in_motion = True  # whether `t` is the time here, also where DEFINE has a `t` or `T`
        self._parsed = 0  # characters

    def __iter__(self) -> Iterator[TextLine]:
        for number, text in enumerate(self.lines, start=1):
            if is_end(text):
                self.ended = True
                return
            if number > LINES_AT_MOST:
                told = f"a deck of {len(self.lines)} lines; {LINES_AT_MOST} are the most"
                self._refuse("D120", told, Span(number, 1))
                self.ended = True
                return
            yield self._line(number, text)

    def is_told(self, name: str) -> bool:
        """Whether a name that nothing has may be one of the motion whose line is damaged, or was told before."""
        was_told = name in self._unknown
        self._unknown |= {name} if self.variables else set()
        return was_told or (self.has_lost_names and self.in_motion)

    def _line(self, number: int, text: str) -> TextLine:
        code = masked(text)
        has_expressions = "(" in code
        most = EXPRESSIONS_AT_MOST if has_expressions else LINE_AT_MOST
        if len(code) > most:
            what = "a line with expressions" if has_expressions else "a line"
            self._refuse("D120", f"{what} of {len(code)} characters; {most} are the most", Span(number, 1, 1))
            return TextLine(number, (Word("BROKEN", "", Span(number, 1, 1)),))
        if not has_expressions and unclosed(text) < 0:
            return _plain_line(number, text)
        return self._line_with_expressions(number, text)

    def _line_with_expressions(self, number: int, text: str) -> TextLine:
        """Parses; an expression that is refused is told, cut out, and the rest read again."""
        text = text.replace(BROKEN, "\N{REPLACEMENT CHARACTER}")
        for _ in range(_REFUSALS_A_LINE):
            if self._is_too_much(number, len(masked(text))):
                break
            start, end = _too_deep(text)
            if unclosed(text) >= 0:
                start, end = self._unclosed(number, text)
            elif start < 0:
                found = self._parse(number, text)
                if isinstance(found, TextLine):
                    return found
                start, end = found
            else:
                span = Span(number, start + 1, 1)
                self._refuse("D120", f"parentheses nested more than {NESTING_AT_MOST} deep", span)
            text = text[:start] + BROKEN * (end - start) + text[end:]
        return TextLine(number, (Word("BROKEN", text, Span(number, 1, len(text))),))

    def _unclosed(self, number: int, text: str) -> tuple[int, int]:
        """First and last place of what a quote without a second one has swallowed; told."""
        at = unclosed(text)
        remedy = 'write the second `"` on the same line'
        if text[at - 1 : at].isdigit():
            remedy += "; inches are `in`, directly behind the number: `5in`"
        self._refuse("D124", "quote is not closed", Span(number, at + 1, 1), label="opened here", help=remedy)
        before = masked(text[:at])
        return _group_around(text, at) if before.count("(") > before.count(")") else (at, len(text))

    def _is_too_much(self, number: int, characters: int) -> bool:
        """Whether the expressions up to here are more than any deck has; told at the first that is."""
        was_told = self._parsed > ALL_EXPRESSIONS_AT_MOST
        self._parsed += characters
        if self._parsed > ALL_EXPRESSIONS_AT_MOST and not was_told:
            told = (
                f"expressions of {self._parsed} characters up to here; {ALL_EXPRESSIONS_AT_MOST} are the most of a deck"
            )
            self._refuse("D120", told, Span(number, 1, 1), help="give what is said again a name, by DEFINE")
        return self._parsed > ALL_EXPRESSIONS_AT_MOST

    def _parse(self, number: int, text: str) -> TextLine | tuple[int, int]:
        """The line, or first and last place of an expression that was refused (and told)."""
        from lark.exceptions import UnexpectedInput

        try:
            return _Builder(self, number, text).line()
        except UnexpectedInput as fault:
            end_of_text = getattr(getattr(fault, "token", None), "type", "") in ("$END", "COMMENT")
            at = len(masked(text).rstrip()) if end_of_text else fault.column - 1
            start, end = _group_around(text, at)
            self._tell(number, text, start, at, end_of_text)
            return start, end

    def _tell(self, number: int, text: str, start: int, at: int, is_open: bool) -> None:
        code = masked(text)
        if is_open or code.count("(") > code.count(")"):
            span = Span(number, start + 1)
            self._refuse("D106", "parenthesis is not closed", span, label="opened here")
            return
        found = _WORD_OR_SIGN.match(text, at)
        shown = found.group() if found else "the end"
        remedy = ""
        if text[at - 1 : at + 1] == "**":
            remedy = "write a power with `^`"
        elif found and (shown.isidentifier() or shown == "(") and (text[:at].rstrip()[-1:].isalnum()):
            remedy = "write the multiplication sign: `2*pi`, `a*(b+c)`"
        elif text[at : at + 1] in ("−", "–"):
            remedy = "write the minus of the keyboard: `-`"
        elif shown == ",":
            remedy = "write decimals with a point; a comma separates arguments of a function"
        span = Span(number, at + 1, len(shown) if found else 1)
        self._refuse("D107", f"expression cannot be read from `{shown}` on", span, help=remedy)

    def _refuse(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> None:
        self.diagnostics.append(diagnostic(code, message, span, label=label, help=help))


def _too_deep(text: str) -> tuple[int, int]:
    """Start and end of a group of parentheses nested too deep, or (-1, -1)."""
    depth = 0
    for at, character in enumerate(masked(text)):
        depth = max(0, depth + (character == "(") - (character == ")"))
        if depth > NESTING_AT_MOST:
            return _group_around(text, at)
    return -1, -1


def _group_around(text: str, at: int) -> tuple[int, int]:
    """Start and end of the outermost parentheses that hold place `at` (or end before it)."""
    start, depth = 0, 0
    code = masked(text)
    for place, character in enumerate(code):
        if character == "(":
            if depth == 0:
                start = place
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            if depth == 0 and place >= at:
                return start, place + 1
    return start, len(code)


@cache
def _grammar() -> str:
    data = get_data(__package__, "deck.lark")
    assert data is not None
    return data.decode("utf-8").replace("%UNITS%", "|".join(BY_LENGTH))


@cache
def _parser() -> Any:
    from lark import Lark

    return Lark(_grammar(), parser="lalr", start="line", propagate_positions=True)


@cache
def _plain_words() -> re.Pattern[str]:
    """The grammar's own terminals, for lines without parentheses: they need no parser.

    Many times faster, and a deck without expressions starts without lark.
    """
    terminals = dict(re.findall(r"^([A-Z]+)(?:\.\d+)?: /(.*)/$", _grammar(), re.MULTILINE))
    names = ("COMMENT", "NUMBER", "TEXT", "WORD", "STRANGE")
    return re.compile("|".join(f"(?P<{name}>{terminals[name]})" for name in names))


def _plain_line(number: int, text: str) -> TextLine:
    words: list[Word] = []
    comment = ""
    for match in _plain_words().finditer(text):
        start, end = match.span()
        if match.lastgroup == "COMMENT":
            comment = match.group().rstrip()
        else:
            words.append(Word(str(match.lastgroup), match.group(), Span(number, start + 1, end - start)))
    return TextLine(number, tuple(words), comment)


@lru_cache(maxsize=1024)
def _tree(text: str) -> Any:
    """Lark's tree of a line; generated decks say the same line again and again."""
    return _parser().parse(text)


class _Builder:
    """Turns lark's tree of one line into words, and its expressions into programs.

    The tree is walked bottom-up with a stack of its own, so that no depth can exhaust Python's.
    """

    def __init__(self, lines: Lines, number: int, text: str) -> None:
        self._lines, self._number, self._text = lines, number, text
        self._subjects: set[int] = set()
        self._broken = False  # by what was told elsewhere

    def line(self) -> TextLine:
        tree = _tree(self._text)
        words: list[Word] = []
        comment = ""
        for child in tree.children:
            if hasattr(child, "data"):
                words.append(self._expression(child))
            elif child.type == "COMMENT":
                comment = child.rstrip()
            else:
                words.append(self._word(child))
        return TextLine(self._number, tuple(words), comment)

    def _word(self, token: Any) -> Word:
        span = Span(self._number, token.column, len(token))
        broken = token.startswith(BROKEN)
        return Word("BROKEN" if broken else token.type, str(token), span)

    def _expression(self, tree: Any) -> Word:
        start, end = tree.meta.start_pos, tree.meta.end_pos
        span = Span(self._number, start + 1, end - start)
        told = len(self._lines.diagnostics)
        program: list[Instruction] = []
        # children before their parent: the reverse of (parent, last child, …, first child)
        pending, order = list(tree.children), []
        while pending:
            node = pending.pop()
            order.append(node)
            pending.extend(node.children if hasattr(node, "children") else ())
        self._subjects = _subjects_of_quantities(order)
        programs: dict[int, list[Instruction]] = {}
        for node in reversed(order):
            if hasattr(node, "data"):
                programs[id(node)] = program = self._node(node, programs)
        if self._broken or len(self._lines.diagnostics) > told:
            self._broken = False
            return Word("BROKEN", self._text[start:end], span)
        text, opened = self._text[start:end], tuple(program)
        program_now = closed(opened, self._lines.names)
        return Word("EXPRESSION", text, span, Expression(program_now, text, opened if is_open(opened) else ()))

    def _node(self, node: Any, programs: dict[int, list[Instruction]]) -> list[Instruction]:
        if node.data == "number":
            token = node.children[0]
            with_unit = in_si(token)
            return [("number", as_float(token) if with_unit is None else with_unit)]
        if node.data == "name" and id(node) in self._subjects:
            token = node.children[0]
            return [("named", Named(str(token), Span(self._number, token.column, len(token))))]
        if node.data == "name":
            return self._name(node.children[0])
        if node.data == "arguments":
            return []
        if node.data == "call":
            arguments = [programs.pop(id(child), [("text", child)]) for child in node.children[1].children]
            return self._call(node.children[0], arguments)
        parts = [programs.pop(id(child)) for child in node.children]
        program = parts[0]
        for part in parts[1:]:
            program.extend(part)
        program.append((str(node.data), len(parts)))
        return program

    def _name(self, token: Any) -> list[Instruction]:
        name = token.lower()
        if name == "pi":
            return [("number", 3.141592653589793)]
        if token in self._lines.variables and self._lines.in_motion:
            return [(VARIABLE, Named(str(token), Span(self._number, token.column, len(token))))]
        define = defined_as(str(token), self._lines.names)
        if name == "t" and (define is None or (token == "t" and self._lines.in_motion)):
            self._doubt_the_time(token)
            return [("t", 0)]
        if define is not None:
            return [("define", define)]
        if self._lines.judges and str(token) in self._lines.judged:
            return [(JUDGED, str(token))]
        if token in FACTORS:
            self._doubt_the_gram(token)
            return [("number", FACTORS[token])]
        if "." in name:
            function = "x" if name[-2:] in (".x", ".y") else "e"
            remedy = f"write `{function}({token})`; `d{function}({token})` is its velocity"
        elif name in FUNCTIONS or name in SUBJECTS or name in THROUGH_POINTS:
            remedy = f"`{name}` is a function: write `{name}(…)`"
        else:
            near = nearest(name, [*self._lines.names, *self._lines.variables, *RESERVED_NAMES, "t"])
            remedy = f"did you mean `{near}`?" if near else "give it a value in DEFINE, before its use"
        if not self._lines.is_told(str(token)):
            self._tell("D108", f"unknown name `{token}` in an expression", token, remedy)
        return [("number", 1.0)]

    def _doubt_the_time(self, token: Any) -> None:
        if self._lines.defines_small_t:
            span = Span(self._number, token.column, 1)
            self._lines.warnings.append(
                diagnostic(
                    "D260", "`t` is the time here, not the value of DEFINE", span, help="give the value another name"
                )
            )

    def _doubt_the_gram(self, token: Any) -> None:
        """`g` without DEFINE is the gram; only behind a number it is likely to be meant."""
        if token == "g" and not _BEHIND_A_NUMBER.search(self._text[: token.column - 1]):
            span = Span(self._number, token.column, 1)
            self._lines.warnings.append(
                diagnostic(
                    "D262",
                    "`g` is the unit gram here, 0.001",
                    span,
                    help="for gravity give it a value: `g 9.81` under DEFINE",
                )
            )

    def _call(self, token: Any, arguments: list[list[Instruction]]) -> list[Instruction]:
        name, count = token.lower(), len(arguments)
        if name in THROUGH_POINTS and len(arguments) > 1 and arguments[1][:1] and arguments[1][0][0] == "text":
            return self._through_file(token, name, arguments)
        text = next((operand for argument in arguments for step, operand in argument if step == "text"), None)
        if text is not None:
            remedy = "write numbers, or names of DEFINE, without quotes"
            if name in THROUGH_POINTS:
                remedy = f'a file stands in the second place: `{name}(t, "force.csv")`'
            self._tell("D109", f"`{name}` takes no text here", text, help=remedy)
            return [("number", 1.0)]
        if name in THROUGH_POINTS:
            return self._through_points(token, name, arguments)
        if name in REDUCTIONS:
            return self._reduction(token, name, arguments)
        if name in QUANTITIES:
            return self._quantity(token, name, arguments)
        if name not in FUNCTIONS:
            near = nearest(name, [*FUNCTIONS, *SUBJECTS, *THROUGH_POINTS])
            remedy = f"did you mean `{near}`?" if near else f"known are {', '.join([*FUNCTIONS, *THROUGH_POINTS])}"
            self._tell("D108", f"unknown function `{token}`", token, remedy)
            return [("number", 1.0)]
        wanted = FUNCTIONS[name]
        if (wanted is None and count < 2) or (wanted is not None and count != wanted):
            takes = "two or more" if wanted is None else str(wanted)
            self._tell("D109", f"`{name}` takes {takes} argument{'s' * (takes != '1')}, found {count}", token)
            return [("number", 1.0)]
        if name in _OF_ANGLES and len(arguments[0]) == 1:
            self._doubt_degrees(token, arguments[0][0])
        return [*(step for argument in arguments for step in argument), (name, count)]

    def _doubt_degrees(self, token: Any, argument: Instruction) -> None:
        step, value = argument
        if step == "number" and value in _ROUND_DEGREES:
            behind = _NUMBER_INSIDE.match(self._text[token.column - 1 + len(token) :])
            at = Span(self._number, token.column + len(token) + len(behind[1]), len(behind[2])) if behind else None
            self._lines.warnings.append(
                diagnostic(
                    "D253", f"`{token}({value:g})` takes radians: degrees?", at, help=f"write `{token}({value:g}*deg)`"
                )
            )

    def _quantity(self, token: Any, name: str, arguments: list[list[Instruction]]) -> list[Instruction]:
        if len(arguments) == 1 and arguments[0] and arguments[0][0][0] == "named":
            return [(name, arguments[0][0][1])]
        if len(arguments) == 1 and is_constant(arguments[0]):
            return self._closed(token, (name, tuple(arguments[0])), help=f"for example `{name}(1)`")
        what = _WHAT_IT_TAKES[SUBJECTS[name]]
        self._tell("D109", f"`{name}` takes the number or name of {what}", token, help=f"for example `{name}(1)`")
        return [("number", 1.0)]

    def _reduction(self, token: Any, name: str, arguments: list[list[Instruction]]) -> list[Instruction]:
        """`least(b)`, or `at(b, k)`: the position stands below the buffer."""
        if len(arguments) != REDUCTIONS[name]:
            takes = "a buffer and a position" if name == "at" else "a buffer"
            self._tell("D109", f"`{name}` takes {takes}, found {len(arguments)} arguments", token)
            return [("number", 1.0)]
        if name == "at" and not is_constant(arguments[1]):
            self._tell("D109", "the position in `at(b, k)` must be constant", token, help="1 is the start")
            return [("number", 1.0)]
        return [*(arguments[1] if name == "at" else []), *self._quantity(token, name, arguments[:1])]

    def _through_points(self, token: Any, name: str, arguments: list[list[Instruction]]) -> list[Instruction]:
        points = arguments[1:]
        name = "table" if len(points) == 2 else name  # constant
        if len(points) < 2 or len(points) % 2:
            self._tell("D109", f"`{token}` takes u and then pairs u1,y1, u2,y2, …", token)
        elif not all(map(is_constant, points)):
            self._tell("D109", f"the points of `{name}` must be constant", token)
        else:
            return [*arguments[0], *self._closed(token, (name, [tuple(point) for point in points]))]
        return [("number", 1.0)]

    def _through_file(self, token: Any, name: str, arguments: list[list[Instruction]]) -> list[Instruction]:
        """`table(u, "file.csv", u, y)`: heads are names that DEFINE does not know, or stand in quotes."""
        file = arguments[1][0][1]
        words = [argument[0] for argument in arguments[2:]]
        if len(words) not in (0, 2) or any(step not in ("named", "text") for step, _ in words):
            remedy = f"write `{token}(u, {file}, u, y)` with the heads of its columns; others than names in quotes"
            self._tell("D109", f"behind a file `{token}` takes two columns or none", token, remedy)
            return [("number", 1.0)]
        heads = [operand.text if step == "named" else operand[1:-1] for step, operand in words]
        try:
            points = self._lines.files.points(file[1:-1], heads)
            if name == "curve" and too_steep(points.values) is not None:
                raise DataFault("D127", f"{file[1:-1]}: the points rise too steeply to be joined by a smooth curve")
        except DataFault as fault:
            self._broken = True
            if fault.message:
                self._tell(fault.code, fault.message, file, fault.help)
            return [("number", 1.0)]
        return [*arguments[0], (name, (points.us, points.ys))]

    def _closed(self, token: Any, step: Instruction, help: str = "") -> list[Instruction]:
        """An instruction whose operand is programs: as it is if they need DEFINE, else calculated."""
        programs = step[1] if isinstance(step[1], list) else [step[1]]
        try:
            now = closed((step,), self._lines.names)
        except NotClosed as fault:
            self._tell("D109", str(fault), token, help)
            return [("number", 1.0)]
        return [step] if any(map(is_open, programs)) else list(now)

    def _tell(self, code: str, message: str, token: Any, help: str = "") -> None:
        span = Span(self._number, token.column, len(token))
        self._lines.diagnostics.append(diagnostic(code, message, span, help=help))


_WHAT_IT_TAKES = {"input": "an input", "coordinate": "a co-ordinate", "parameter": "a parameter", "buffer": "a buffer"}
_OF_ANGLES = ("sin", "cos", "tan")
_ROUND_DEGREES = {15, 30, 45, 60, 75, 90, 120, 135, 150, 180, 270, 360}  # nobody asks for the sine of as many radians
_NUMBER_INSIDE = re.compile(r"(\s*\(\s*)([\d.]+)")
_BEHIND_A_NUMBER = re.compile(r"[\d.]\s*\*\s*$")


def _subjects_of_quantities(nodes: list[Any]) -> set[int]:
    """The names that stand alone in `x(…)` and the like: of things of the deck, of DEFINE, or columns of a file."""
    found = set()
    for node in nodes:
        if getattr(node, "data", "") == "call":
            given = node.children[1].children
            behind = itertools.dropwhile(lambda one: getattr(one, "type", "") != "TEXT", given)
            found |= {id(child) for child in behind if getattr(child, "data", "") == "name"}
        if getattr(node, "data", "") == "call" and node.children[0].lower() in SUBJECTS:
            name, arguments = node.children[0].lower(), node.children[1].children
            subjects = arguments[:1] if name == "at" else arguments if name in REDUCTIONS or len(arguments) == 1 else []
            found |= {id(subject) for subject in subjects if getattr(subject, "data", "") == "name"}
    return found


def as_float(text: str) -> float:
    """A number as decks write it, Fortran's exponent D included."""
    return float(text.lower().replace("d", "e"))
