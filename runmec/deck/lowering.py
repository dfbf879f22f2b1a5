"""Names -> numbers: what the lines of a deck call by name gets numbers that the deck does not use itself.

A deck in numbers passes through unchanged. Numbers are given in the order of the lines; prescribed parameters
are 1 … n with the inputs last, dependent ones negative in the order of their first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..dynamics import DYNAMICS
from ..messages import diagnostic
from ..outputs import OutputKind
from .damage import Damage
from .defining import defined_as
from .expression import REFERENCES, Expression, Named, NotClosed, closed, is_open
from .kinds import KINDS
from .making import closed as plainly
from .making import make
from .model import CoordinateLine, Dynamic, Element
from .names import NAMELESS, Names
from .parameters import Parameters
from .records import RecordLine, Values
from .turning import AXES as TURN_AXES
from .turning import node_of, parts
from .unknown import UnknownNames
from .values import NAMED_ROLES, not_a_name
from .vocabulary import POINT_AXES, SPACE_AXES

_PARAMETER_ROLES = ("parameter", "prescribed", "dependent")


class _Numbers:
    """Gives out the smallest positive numbers that a deck does not use."""

    def __init__(self, used: set[int]) -> None:
        self._used, self._last = used, 0

    def new(self) -> int:
        self._last += 1
        while self._last in self._used:
            self._last += 1
        return self._last


class Lowering:
    """The items of all lines by the word they are kept under, and the names that lead back."""

    def __init__(self, entries: list[RecordLine], defined: Mapping[str, float], damage: Damage) -> None:
        self.entries, self.defined, self.damage = entries, defined, damage
        self.told: list[Diagnostic] = []
        self.items: dict[str, list[Any]] = {}
        self.units = ""
        self._used = _used_numbers(entries)
        self._coordinates: dict[str, int] = {}
        self._points: dict[str, tuple[int, ...]] = {}
        self._turns: dict[str, int] = {}
        self._elements: dict[str, int] = {}
        self._buffers: dict[str, int] = {}
        self._figures: dict[str, int] = {}
        self._programs: dict[str, int] = {}
        self._variables: dict[str, int] = {}
        self._unknown = UnknownNames(damage, self.told)
        self._misplaced: set[tuple[str, str]] = set()

    def lower(self) -> None:
        for entry in self.entries:
            if not entry.whole:
                self._damaged(entry)
        self._declare()
        self._parameters = Parameters(
            self.entries,
            self._elements,
            self._coordinate_numbers,
            self._used["parameter"],
            self.damage,
            self._unknown,
            self.told,
        )
        self._parameters.prescribe()
        for entry in self.entries:
            if entry.whole:
                self._item(entry)
        made = list(self._parameters.forms(written=len(self.items.get("form", []))))
        if made:
            self.items.setdefault("form", []).extend(made)
        if self._parameters.freedom is not None:
            self.items.setdefault("nr dof", [self._parameters.freedom])

    @property
    def names(self) -> Names:
        found = Names(
            {number: name for name, number in self._coordinates.items()},
            {number: name for name, number in self._elements.items()},
            self._parameters.names(),
            self._parameters.input_names(),
            {number: name for name, number in self._buffers.items()},
            {numbers: name for name, numbers in self._points.items() if name not in self._turns},
            self._parameters.aliases(),
            {number: name for name, number in self._programs.items()},
            {node: name for name, node in self._turns.items()},
            {number: name for name, number in self._variables.items()},
        )
        return found if found or found.variables else NAMELESS

    # names that lines give

    def _declare(self) -> None:
        numbers = {kind: _Numbers(used) for kind, used in self._used.items()}
        for entry in self.entries:
            word = entry.record.word
            if word in ("point", "angle") or (word == "turn" and isinstance(entry.first("turning"), Named)):
                self._declare_coordinates(entry, numbers["coordinate"])
            elif word == "elem" and isinstance(entry.first("element"), Named):
                self._declare_one(self._elements, entry.first("element"), "element", numbers["element"])
            elif entry.first("figure") is not None:
                self._declare_one(self._figures, entry.first("figure"), "figure", _Numbers(set()))
            elif word == "program" and isinstance(entry.first("program"), Named):
                self._declare_one(self._programs, entry.first("program"), "program", numbers["program"])
            elif word.startswith("buf"):
                for buffer in entry.all("buffer"):
                    if isinstance(buffer, Named):
                        self._declare_one(self._buffers, buffer, "buffer", numbers["buffer"])

        named = [entry for entry in self.entries if entry.first("variable") is not None]
        order = list(DYNAMICS)  # in which `number` writes them
        for entry in sorted(named, key=lambda entry: order.index(entry.record.word)):
            self._declare_one(self._variables, entry.first("variable"), "variable", numbers["variable"])

    def _declare_one(self, known: dict[str, int], name: Named, what: str, numbers: _Numbers) -> None:
        fault = not_a_name(name, f"a {what}")
        if fault is not None and name.text not in known:
            self.told.append(fault)
        elif name.text in known:
            self._given_twice(what, f"{what} {name.text} is given twice", name)
        known.setdefault(name.text, numbers.new())

    def _given_twice(self, kind: str, message: str, name: Named) -> None:
        """Most likely it is the name that others then miss."""
        self._tell("D206", message, name.span, help="every name is given once")
        self.damage.add("", kind)

    def _declare_coordinates(self, entry: RecordLine, numbers: _Numbers) -> None:
        name = entry.first("turning" if entry.record.word == "turn" else entry.record.word)
        if name is None:
            return
        if entry.record.word == "turn" and (fault := not_a_name(name, "a turning node")) is not None:
            self.told.append(fault)
        if name.text in self._points or name.text in self._coordinates:
            self._given_twice("coordinate", f"`{name.text}` is given twice", name)
            entry.whole = False
        elif entry.record.word == "angle":
            self._coordinates[name.text] = numbers.new()
        else:
            if entry.record.word == "turn":
                node = self._turns[name.text] = numbers.new()
                own = {f"{name.text}.{axis}": part for axis, part in zip(TURN_AXES, parts(node), strict=True)}
            else:
                axes = SPACE_AXES if len(entry.all("value")) > 2 else POINT_AXES
                own = {f"{name.text}.{axis}": numbers.new() for axis in axes}
            self._coordinates |= own
            self._points[name.text] = tuple(own.values())

    def _coordinate_numbers(self, entry: RecordLine) -> tuple[int, ...] | None:
        """Of an element; None where one is not known."""
        found: list[int] = []
        kind = KINDS[entry.first("<TYPE>")]
        for role, given in entry.values:
            if role == "point":
                numbers = self._point(given)
                if numbers is None or not self._lies_in(numbers, given, kind.is_spatial, kind.word):
                    return None
                found += numbers
            elif role == "turning":
                node = self._turning(given)
                if node is None:
                    return None
                found += parts(node)
            elif role == "coordinate":
                number = self._number("coordinate", given, entry)
                if number is None:
                    return None
                found.append(number)
        return tuple(found)

    def _lies_in(self, numbers: tuple[int, ...], name: Named, is_spatial: bool, kind: str) -> bool:
        """Whether a point has as many co-ordinates as a type of element takes."""
        if name.text in self._turns:
            remedy = "points and turning nodes stand in the order of the type: see `runmec explain elem`"
            self._tell("D221", f"`{name.text}` is a turning node; here stands a point", name.span, help=remedy)
            return False
        if len(numbers) == (3 if is_spatial else 2):
            return True
        remedy = (
            f"write `point {name.text} x y z`"
            if is_spatial
            else f"write `{kind}S` for a {kind} in space"
            if f"{kind}S" in KINDS
            else f"give `{name.text}` two co-ordinates"
        )
        has, takes = ("two", "three") if is_spatial else ("three", "two")
        key = (name.text, kind)
        if key not in self._misplaced:
            self._misplaced.add(key)
            message = f"point `{name.text}` has {has} co-ordinates; {kind} takes points with {takes}"
            self._tell("D221", message, name.span, help=remedy)
        return False

    def _turning(self, given: Any) -> int | None:
        """The number of a turning node."""
        if not isinstance(given, Named):
            return int(given)
        if given.text in self._turns:
            return self._turns[given.text]
        if given.text in self._points or given.text in self._coordinates:
            what = "a point" if given.text in self._points else "an angle"
            self._tell(
                "D221",
                f"`{given.text}` is {what}; here stands a turning node",
                given.span,
                help="`turn l` in GEOMETRY makes one",
            )
        else:
            self._unknown.tell("turning", given, self._turns)
        return None

    # items

    def _item(self, entry: RecordLine) -> None:
        word = entry.record.word
        special: dict[str, Callable[[RecordLine], None]] = {
            "elem": self._element,
            "point": self._point_item,
            "angle": self._angle_item,
            "UNITS": self._set_units,
            "input": _nothing,
            "param": _nothing,
        }
        if word in special:
            special[word](entry)
            return
        for values, spans in self._expanded(entry):
            numbers = self._resolved(entry, values)
            if numbers is None:
                self._damaged(entry)
                continue
            entry.numbers = entry.numbers or numbers
            places = (entry.line.words[0].span, *spans)
            remark = entry.line.comment.lstrip(";").strip()
            what, item = make(entry.record, numbers, places=places, remark=remark)
            if entry.picture is not None and (entry.record.section == "PICTURE" or what == "view"):
                entry.picture.items.append(item)
            else:
                self._keep(what, item)

    def _expanded(self, entry: RecordLine) -> list[tuple[Values, list[Span]]]:
        """A line on a point as one line a co-ordinate."""
        spans = [word.span for word in entry.words]
        is_vector = entry.record.word not in ("turn", "steady") and any(role == "turning" for role, _ in entry.values)
        if any(role == "point" and self._point(value) is None for role, value in entry.values):
            self._damaged(entry)
            return []
        if isinstance(entry.record, OutputKind) and entry.record.axes:
            axes_of = entry.record.axes.get(len(entry.all("buffer")), ())
            return [_one_of_axes(entry.values, spans, at, axis) for at, axis in enumerate(axes_of)]
        if not is_vector and not any(role == "point" for role, _ in entry.values):
            return [(entry.values, list(entry.spans) or spans)]
        if entry.record.of_pair:
            return self._with_both(entry, spans)
        found = []
        of_point = [len(self._points[value.text]) for role, value in entry.values if role == "point"]
        axes = of_point[0] if of_point else len(SPACE_AXES)
        stored = [role for role, _ in entry.values if role in ("buffer", "law")]
        with_size = entry.record.sized and len(stored) == axes + 1
        if stored and len(stored) != axes + with_size:  # the line of its point is damaged, which was told
            self._damaged(entry)
            return []
        for at in range(axes):
            values: Values = []
            own_spans: list[Span] = []
            seen: dict[str, int] = {}
            for (role, value), span in zip(entry.values, spans, strict=True):
                count = seen[role] = seen.get(role, -1) + 1
                if role == "point":
                    values.append(("coordinate", self._points[value.text][at]))
                elif role in ("buffer", "law") and count != at:
                    continue
                else:
                    values.append((role, value))
                own_spans.append(span)
            if is_vector:
                values.append(("along", at + 1))
            found.append((values, own_spans))
        return [*found, self._size(entry.values, spans)] if with_size else found

    def _size(self, given: Values, spans: list[Span]) -> tuple[Values, list[Span]]:
        """The line of the last buffer: all co-ordinates of the point, or the turning node, along no axis."""
        values: Values = []
        own_spans: list[Span] = []
        last = max(at for at, (role, _) in enumerate(given) if role == "buffer")
        for at, ((role, value), span) in enumerate(zip(given, spans, strict=True)):
            if role == "buffer" and at != last:
                continue
            of_point = self._points[value.text] if role == "point" else ()
            values += [("coordinate", number) for number in of_point] or [(role, value)]
            own_spans += [span] * (len(of_point) or 1)
        if any(role == "turning" for role, _ in given):
            values.append(("along", 0))
        return values, own_spans

    def _with_both(self, entry: RecordLine, spans: list[Span]) -> list[tuple[Values, list[Span]]]:
        """A point's co-ordinates in place of its name, if they are two."""
        values: Values = []
        own_spans: list[Span] = []
        for (role, value), span in zip(entry.values, spans, strict=True):
            both = [("coordinate", number) for number in self._points[value.text]] if role == "point" else []
            if len(both) > len(POINT_AXES):
                self._tell(
                    "D221",
                    f"point `{value.text}` has three co-ordinates; `{entry.record.word}` is of motions in a plane",
                    span,
                    help=f"take the two of its plane: `{value.text}.x {value.text}.y`",
                )
                self._damaged(entry)
                return []
            values += both or [(role, value)]
            own_spans += [span] * (len(both) or 1)
        return [(values, own_spans)]

    def _resolved(self, entry: RecordLine, values: Values) -> Values | None:
        """All in numbers; None if something is not known (and told)."""
        found: Values = []
        for role, value in values:
            number: Any = value
            if role in NAMED_ROLES:
                number = self._number(role, value, entry)
            elif role in ("figure", "define", "judged", "toleranced"):
                number = self._of_study(role, value, entry)
            elif role == "bound":
                found.append((role, value))
                continue
            elif isinstance(value, Expression):
                number = self._expression(value, entry)
            found.append((role, number))
        return None if any(number is None and role != "bound" for role, number in found) else found

    def _number(self, role: str, value: Any, entry: RecordLine) -> int | None:
        if role in _PARAMETER_ROLES:
            return self._parameters.number(role, value, entry)
        if role == "followed":
            return self._followed(value, entry)
        if role == "turning":
            return self._turning(value)
        if not isinstance(value, Named):
            return int(value)
        if role == "input":
            return self._parameters.input(value)
        if role == "driven":
            return self._parameters.driven(value, entry)
        known = {
            "coordinate": self._coordinates,
            "element": self._elements,
            "link": self._elements,
            "buffer": self._buffers,
            "variable": self._variables,
            "stated": self._variables,
            "program": self._programs,
        }[role]
        if value.text in known:
            return known[value.text]
        if role == "coordinate" and value.text in self._points:
            what, axes = ("a turning node", "03") if value.text in self._turns else ("a point", "xy")
            self._tell(
                "D221",
                f"`{entry.record.word}` takes one co-ordinate; `{value.text}` is {what}",
                value.span,
                help=f"write `{value.text}.{axes[0]}` or `{value.text}.{axes[1]}`",
            )
            return None
        role = "element" if role == "link" else role
        self._unknown.tell(role, value, {**known, **self._points} if role == "coordinate" else known)
        return None

    def _followed(self, value: Any, entry: RecordLine) -> Any:
        """The number of a parameter, or a co-ordinate as `x` and its number."""
        if not isinstance(value, Named):
            return value
        if value.text in self._coordinates:
            return "x", self._coordinates[value.text]
        if value.text in self._points:
            return self._number("coordinate", value, entry)
        return self._parameters.number("parameter", value, entry)

    def _of_study(self, role: str, value: Any, entry: RecordLine) -> str | int | None:
        """The name of a figure or of DEFINE, or the number of a parameter that is toleranced."""
        if role == "figure":
            return str(value.text)
        if role == "judged" and value.text not in self._figures:
            self._unknown.tell("figure", value, self._figures)
            return None
        if role == "judged":
            return str(value.text)
        define = defined_as(value.text, self.defined) if isinstance(value, Named) else None
        if define is not None:
            return define
        if role == "toleranced" and (not isinstance(value, Named) or self._parameters.has(value.text)):
            return self._parameters.number("prescribed", value, entry)
        self._unknown.tell("define", value, self.defined)
        return None

    def _point(self, name: Named) -> tuple[int, ...] | None:
        if name.text in self._points:
            return self._points[name.text]
        if name.text in self._coordinates:
            self._tell(
                "D221",
                f"`{name.text}` is an angle; here stands a point",
                name.span,
                help="points and angles stand in the order of the type: see `runmec explain elem`",
            )
        else:
            self._unknown.tell("point", name, self._points)
        return None

    def _expression(self, expression: Expression, entry: RecordLine) -> Expression | None:
        """With numbers in place of names; a name that the deck gives to nothing may be one of DEFINE."""
        opened = expression.open or expression.program
        if not any(isinstance(operand, Named) or name in REFERENCES for name, operand in opened):
            return expression
        program: list[tuple[str, Any]] = []
        for name, operand in opened:
            if name not in REFERENCES or isinstance(operand, tuple):
                program.append((name, operand))
            elif isinstance(operand, Named) and (define := self._define(REFERENCES[name], operand)) is not None:
                program.append((name, (("define", define),)))
            else:
                number = self._number(REFERENCES[name], operand, entry)
                if number is None:
                    return None
                program.append((name, number))
        try:
            now = closed(tuple(program), self.defined)
        except NotClosed as fault:
            self._tell("D109", str(fault), entry.words[-1].span)
            return None
        return Expression(now, expression.text, tuple(program) if is_open(program) else ())

    def _define(self, kind: str, name: Named) -> str | None:
        """The name of DEFINE that gives the number of something, unless something has that name itself."""
        known = {"coordinate": self._coordinates, "buffer": self._buffers}.get(kind, {})
        if name.text in known or self._parameters.has(name.text):
            return None
        return defined_as(name.text, self.defined)

    def _element(self, entry: RecordLine) -> None:
        numbers, k = self._coordinate_numbers(entry), entry.first("element")
        if numbers is None:
            self._damaged(entry)
            return
        spans: list[Span] = []
        for (role, given), word in zip(entry.values[2:-1], entry.words[2:], strict=False):
            count = len(self._points[given.text]) if role == "point" else len(TURN_AXES) if role == "turning" else 1
            spans += [word.span] * count
        number = self._elements[k.text] if isinstance(k, Named) else k
        places = (entry.line.words[0].span, *(word.span for word in entry.words[:2]), *spans)
        remark = entry.line.comment.lstrip(";").strip()
        self._keep("elem", Element(number, entry.first("<TYPE>"), numbers, places=places, remark=remark))
        for para in self._parameters.values(entry):
            self._keep("para", para)
        elastic = self._parameters.elastic(entry)
        if elastic:
            place = (entry.first("behind").span,) * (1 + len(elastic))
            self._keep("dynamics", Dynamic("elastic", elastic[0], (), tuple(elastic[1:]), places=place))

    def _point_item(self, entry: RecordLine) -> None:
        if any(role in ("<fixed>", "<axis>") and value is None for role, value in entry.values):
            self.damage.add("xfix")  # whether it is fixed is not clear
        named = entry.all("<axis>")
        name, spans = entry.first("point").text, [word.span for word in entry.words]
        axes = SPACE_AXES[: len(self._points[name])]
        held = named or (axes if entry.first("<fixed>") else ())
        for axis in set(named) - {None} - set(axes):
            self._tell(
                "D221",
                f"point `{name}` has no {axis}",
                entry.words[-1].span,
                help=f"in space it has three co-ordinates: `point {name} x y z`",
            )
        for at, (axis, number) in enumerate(zip(axes, self._points[name], strict=True)):
            value = entry.all("value")[at]
            places = (entry.line.words[0].span, spans[0], spans[1 + at])
            self._coordinate(number, value, axis in held, places, entry)

    def _angle_item(self, entry: RecordLine) -> None:
        if ("<held>", None) in entry.values:
            self.damage.add("xfix")
        number = self._coordinates[entry.first("angle").text]
        places = (entry.line.words[0].span, *(word.span for word in entry.words[:2]))
        self._coordinate(number, entry.first("value"), bool(entry.first("<held>")), places, entry)

    def _coordinate(self, number: int, value: float, held: bool, places: tuple[Span, ...], entry: RecordLine) -> None:
        item = CoordinateLine(number, value, places=places, remark=entry.line.comment.lstrip(";").strip())
        self._keep("xfix" if held else "xmov", plainly(item, [value]))

    def _set_units(self, entry: RecordLine) -> None:
        self.units = " ".join(chosen for _, chosen in entry.values)

    def _keep(self, what: str, item: Any) -> None:
        self.items.setdefault(what, []).append(item)

    def _damaged(self, entry: RecordLine) -> None:
        record = entry.record
        kind = declares(record.word)
        number = next((v for role, v in entry.values if role == kind and isinstance(v, int)), None)
        if record.word == "elem" and entry.first("<TYPE>") is None:
            number = None  # nor is it clear that its number is one
        self.damage.add(record.word, kind, None if kind == "input" else number)
        if record.word == "integr":
            self.damage.add("tstepf")
            self.damage.add("tcycle")

    def _tell(self, code: str, message: str, span: Span, help: str = "") -> None:
        self.told.append(diagnostic(code, message, span, help=help))


def _one_of_axes(given: Values, spans: list[Span], number: int, axis: int) -> tuple[Values, list[Span]]:
    """The line of one buffer of several."""
    buffers = [at for at, (role, _) in enumerate(given) if role == "buffer"]
    kept = [at for at in range(len(given)) if at not in buffers or at == buffers[number]]
    return [*(given[at] for at in kept), ("axis", axis)], [spans[at] for at in kept]


def _nothing(entry: RecordLine) -> None:
    """What it says was taken before."""


#: record word -> what it declares
_DECLARES = {"elem": "element", "xfix": "coordinate", "xmov": "coordinate", "form": "parameter", "nr dof": "input",
             "point": "coordinate", "angle": "coordinate", "turn": "coordinate", "input": "input", "param": "parameter",
             "state": "variable", "sample": "variable",
             "where": "variable", "figure": "figure", "path": "figure", "timed": "figure", "ask": "figure",
             "program": "program"}  # fmt: skip


def declares(word: str) -> str:
    return _DECLARES.get(word, "buffer" if word.startswith("buf") else "")


def _is_dependent(role: str, value: Any) -> bool:
    return role == "driven" and isinstance(value, int) and value < 0


def _used_numbers(entries: Iterable[RecordLine]) -> dict[str, set[int]]:
    """The numbers that a deck writes itself, kind by kind, whether right or not."""
    kinds = ("element", "coordinate", "parameter", "buffer", "program", "variable")
    found: dict[str, set[int]] = {kind: set() for kind in kinds}
    for entry in entries:
        for role, value in entry.values:
            kind = {"link": "element", "turning": "coordinate"}.get(role, role)
            kind = "parameter" if role in _PARAMETER_ROLES or _is_dependent(role, value) else kind
            if kind in found and isinstance(value, int):
                found[kind].add(node_of(value))
            elif isinstance(value, Expression):
                for name, operand in value.program:
                    if REFERENCES.get(name) in found and isinstance(operand, int):
                        found[REFERENCES[name]].add(operand)
    return found
