"""Which form parameters a deck prescribes by name, and the numbers that parameters get.

A parameter is known by a key: ("form", element, form), ("param", name) or ("number", n), as its lines say it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..elements import CHORD, DIRECTION
from ..messages import diagnostic
from .behind import ELASTIC
from .damage import Damage
from .expression import Named
from .kinds import KINDS
from .making import closed as plainly
from .model import FormLine, Freedom, Para
from .records import RecordLine
from .unknown import UnknownNames

Key = tuple[Any, ...]
Term = tuple[int, str, float, tuple[Span, ...]]  # element, form, factor, places of a `form` line
_LISTED_AT_MOST = 12


class Parameters:
    def __init__(
        self,
        entries: list[RecordLine],
        elements: dict[str, int],
        coordinates: Callable[[RecordLine], tuple[int, ...] | None],
        used: set[int],
        damage: Damage,
        unknown: UnknownNames,
        told: list[Diagnostic],
    ) -> None:
        self._entries, self._elements, self._coordinates = entries, elements, coordinates
        self._used, self._damage, self._unknown, self._told = used, damage, unknown, told
        self._element_names = {number: name for name, number in elements.items()}
        self._kinds: dict[int, str] = {}
        self._composed: dict[str, tuple[list[Term], bool]] = {}
        self._same: dict[Key, Key] = {}  # what another key prescribes already
        self._terms: dict[Key, list[Term]] = {}
        self._numbers: dict[Key, int] = {}
        self._moved: dict[int, int] = {}  # number that was written -> number of the deck
        self._input_keys: list[Key] = []
        self._assigned = False  # else the numbers that were written hold as they stand
        self._dependent = 0
        self.freedom: Freedom | None = None

    # what is prescribed

    def prescribe(self) -> None:
        elements = [entry for entry in self._entries if entry.record.word == "elem" and entry.whole]
        for entry in elements:
            self._kinds[self._element_number(entry)] = entry.first("<TYPE>")
        self._compose()
        written = self._written()
        named = self._by_elements(elements, written)
        named += [("param", name) for name, (_, held) in self._composed.items() if held]
        keys = [*named, *(("number", p) for p in sorted(written))]
        self._choose_inputs(keys)
        known = set(keys)
        keys += [key for key in self._input_keys if key not in known]
        if keys != [("number", p) for p in sorted(written)] or self.freedom is not None:
            self._assign(keys)

    def _element_number(self, entry: RecordLine) -> int:
        k = entry.first("element")
        return self._elements[k.text] if isinstance(k, Named) else int(k)

    def _compose(self) -> None:
        for entry in self._entries:
            if entry.record.word != "param" or not entry.whole:
                continue
            name, terms = entry.first("composed"), list[Term]()
            head = (entry.line.words[0].span, name.span)
            for at, (form, factor) in enumerate(zip(entry.all("elementary"), entry.all("value"), strict=True)):
                found = self._form(form)
                if found is None:
                    self._damage.add("form", "parameter")
                else:
                    places = (*head, form.span, form.span, name.span, entry.words[2 + 2 * at].span)
                    terms.append((*found, factor, places))
            if name.text in self._composed:
                self._tell("D206", f"parameter {name.text} is given twice", name.span, help="every name is given once")
                self._damage.add("", "parameter")
            self._composed.setdefault(name.text, (terms, entry.first("held")))

    def _written(self) -> dict[int, list[tuple[int, str, float]]]:
        """Prescribed parameters of `form` lines by number."""
        found: dict[int, list[tuple[int, str, float]]] = {}
        for entry in self._entries:
            p = entry.first("parameter")
            if entry.record.word == "form" and entry.whole and isinstance(p, int) and p > 0:
                k = entry.first("element")
                element = self._elements.get(k.text) if isinstance(k, Named) else k
                if element is not None:
                    found.setdefault(p, []).append((element, entry.first("<form>"), entry.first("value")))
                else:
                    found.setdefault(p, [])
        return found

    def _by_elements(self, elements: list[RecordLine], written: dict[int, list[tuple[int, str, float]]]) -> list[Key]:
        alone = {terms[0][:2]: p for p, terms in written.items() if len(terms) == 1 and terms[0][2] == 1}
        taken = {term[:2] for terms in written.values() for term in terms if len(terms) == 1}
        lengths: dict[frozenset[tuple[int, ...]], Key] = {}
        coordinates = {self._element_number(entry): self._coordinates(entry) for entry in elements}
        for (element, form), p in alone.items():
            ends = self._ends(element, form, coordinates.get(element))
            if ends is not None:
                lengths.setdefault(ends, ("number", p))
        found: list[Key] = []
        for entry in elements:
            element, head = self._element_number(entry), (entry.line.words[0].span, entry.words[0].span)
            for form in self._prescribed_forms(entry):
                key = ("form", element, form)
                ends = self._ends(element, form, coordinates[element]) if not _is_elastic(entry) else None
                if (element, form) in taken:
                    if (element, form) in alone:
                        self._same[key] = ("number", alone[element, form])
                elif ends is not None and ends in lengths:
                    self._same[key] = lengths[ends]
                else:
                    found.append(key)
                    self._terms[key] = [(element, form, 1.0, head)]
                    if ends is not None:
                        lengths[ends] = key
        for term, p in alone.items():
            self._same.setdefault(("form", *term), ("number", p))
        return found

    def _prescribed_forms(self, entry: RecordLine) -> Iterator[str]:
        kind, behind = KINDS[entry.first("<TYPE>")], entry.first("behind")
        if behind is None:
            yield from kind.rigid if isinstance(entry.first("element"), Named) else ()
            return
        if behind.how == ELASTIC and not kind.elastic:
            fitting = ", ".join(other.word for other in KINDS.values() if other.elastic)
            self._tell("D216", f"a {kind.word} cannot be elastic", behind.span, help=f"`elastic` is for {fitting}")
        for form, span in behind.asks(kind).items():
            if form not in kind.forms:
                self._has_no_form(kind.word, form, span)
            elif behind.how == ELASTIC and kind.elastic and form not in kind.yielding:
                self._damage.add("form", "parameter")
                self._tell(
                    "D281",
                    f"an elastic {kind.word} has no value of `{form}`",
                    span,
                    help=f"its forms are {' '.join(kind.yielding)}",
                )
            else:
                yield form

    def _possible(self, entry: RecordLine) -> Iterable[str]:
        """Forms that may stand behind the nodes of an element."""
        kind = KINDS[entry.first("<TYPE>")]
        return kind.yielding if _is_elastic(entry) else kind.forms

    def elastic(self, entry: RecordLine) -> list[int]:
        """Numbers of the parameters of an element that is elastic."""
        if not _is_elastic(entry):
            return []
        element = self._element_number(entry)
        keys = [("form", element, form) for form in KINDS[entry.first("<TYPE>")].yielding]
        return [number for key in keys if (number := self._number_of(self._same.get(key, key))) is not None]

    def _number_of(self, key: Key) -> int | None:
        return self._numbers.get(key, key[1] if key[0] == "number" else None)

    def values(self, entry: RecordLine) -> Iterator[Para]:
        """The values at an element, as `para` gives them."""
        behind, element = entry.first("behind"), self._element_number(entry)
        for asked in behind.forms if behind is not None else ():
            key = ("form", element, asked.form)
            if asked.of_value is None or asked.form not in self._possible(entry):
                continue
            other = self._same.get(key, key)
            number = self._number_of(other)
            if (other[0] == "form" and other != key) or number is None:
                self._held_elsewhere(asked.form, other, asked.of_value)
            else:
                places = (entry.line.words[0].span, asked.span, asked.of_value)
                yield plainly(Para(number, asked.value, places=places), [asked.value])

    def _held_elsewhere(self, form: str, holds: Key, span: Span) -> None:
        """A value that another line decides."""
        if holds[0] == "form" and holds in self._numbers:
            told = f"`{self._shown(holds) or f'{holds[2]} of element {holds[1]}'}` prescribes this length already"
            remedy = "give the value there: a length between two points is prescribed once"
        else:
            told = f"`{form}` is a part of another parameter, which has its own value"
            remedy = "give the value of that parameter by `para`"
        self._damage.add("form", "parameter")
        self._tell("D280", told, span, help=remedy)

    def _ends(self, element: int, form: str, numbers: tuple[int, ...] | None) -> frozenset[tuple[int, ...]] | None:
        """The two points of a length, by their co-ordinates."""
        if form != CHORD or numbers is None:
            return None
        kind = KINDS[self._kinds[element]]
        at = dict(zip(kind.coordinates, numbers, strict=True))
        return frozenset(tuple(at[name] for name in kind.axes_of(point)) for point in "PQ")

    # inputs

    def _choose_inputs(self, keys: list[Key]) -> None:
        """By `input` lines, or by `nr dof`: then the last of the parameters, those with numbers behind the others."""
        lines = [entry for entry in self._entries if entry.record.word == "input"]
        counts = [entry for entry in self._entries if entry.record.word == "nr dof" and entry.whole]
        if lines and counts:
            self._tell(
                "D222",
                "inputs are given by `input` and by `nr dof`",
                counts[0].line.words[0].span,
                help=f"remove one of the two; `input` is on line {lines[0].line.number}",
            )
        if lines:
            for entry in lines:
                self._input_line(entry, keys)
            if not all(entry.whole for entry in lines):
                self._damage.add("nr dof", "input")
            places = (lines[0].line.words[0].span, *(word.span for entry in lines for word in entry.words))
            self.freedom = Freedom(len(self._input_keys), places=places)
        elif counts:
            inputs = counts[0].first("count")
            self._input_keys = keys[len(keys) - inputs :] if 0 < inputs <= len(keys) else []

    def _input_line(self, entry: RecordLine, keys: list[Key]) -> None:
        for value, word in zip(entry.all("parameter"), entry.words, strict=False):
            if value is None:
                continue
            key = self._key(value) if isinstance(value, Named) else ("number", value)
            if key is None:
                self._damage.add("nr dof", "input")
                continue
            if key[0] == "number" and key not in keys:
                self._tell(
                    "D203",
                    f"parameter {key[1]} is not a prescribed one",
                    word.span,
                    help="`form` makes parameters; prescribed ones are positive",
                )
                self._damage.add("nr dof", "input")
            elif key in self._input_keys:
                self._tell("D206", f"input {word.text} is given twice", word.span)
                self._damage.add("nr dof", "input")
            else:
                self._input_keys.append(key)
                if key[0] == "form" and key not in self._terms:
                    self._terms[key] = [(key[1], key[2], 1.0, (entry.line.words[0].span, word.span))]

    # numbers

    def _assign(self, keys: list[Key]) -> None:
        """1 … n with the inputs last; numbers that were written stay, if that is possible."""
        inputs = set(self._input_keys)
        others = [key for key in keys if key not in inputs]
        kept = {key[1]: key for key in others if key[0] == "number" and key[1] <= len(others)}
        free = iter(n for n in range(1, len(others) + 1) if n not in kept)
        numbers = {key: n for n, key in kept.items()}
        for key in (*(key for key in others if key[0] == "number"), *others):
            if key not in numbers:
                numbers[key] = next(free)
        numbers |= {key: n for n, key in enumerate(self._input_keys, start=len(others) + 1)}
        for key, number in numbers.items():
            if key[0] == "number" and key[1] > len(keys):
                self._too_large(key[1], len(keys))
            if key[0] == "number" and key[1] != number:
                self._moved[key[1]] = number
        self._numbers, self._assigned = numbers, True

    def _too_large(self, number: int, count: int) -> None:
        entry = next(e for e in self._entries if e.record.word == "form" and e.first("parameter") == number)
        self._tell(
            "D214",
            f"prescribed parameter {number} of {count}",
            entry.words[3].span,
            help=f"there are {count} prescribed parameters, those by name included",
        )

    def number(self, role: str, value: Any, entry: RecordLine) -> int | None:
        """Of a parameter by number or name, if it is of the right kind; made if this is its first use."""
        if not isinstance(value, Named):
            return self._by_number(value, entry)
        key = self._key(value)
        if key is None:
            return None
        found = self._numbers.get(key)
        if found is None and key[0] == "number" and not self._assigned:
            found = int(key[1])
        if role == "prescribed" and (found is None or found < 0):
            self._not_prescribed(value, key, entry.record.word)
            return None
        if role == "dependent" and found is not None and found > 0:
            self._not_dependent(value, key, entry.record.word)
            return None
        return self._new_dependent(key, value) if found is None else found

    def _by_number(self, written: int, entry: RecordLine) -> int | None:
        """Not that of a parameter with a name: its number is nobody's business."""
        if written > 0 and self._assigned and ("number", written) not in self._numbers:
            if not self._damage.may_declare("parameter", written):
                there = ", ".join([*filter(None, map(self._shown, self._numbers))][:_LISTED_AT_MOST])
                self._tell(
                    "D203", f"parameter {written} does not exist", entry.line.span, help=f"parameters are {there}"
                )
            return None
        return self._moved.get(written, written)

    def _new_dependent(self, key: Key, name: Named) -> int:
        self._dependent -= 1
        while self._dependent in self._used:
            self._dependent -= 1
        self._numbers[key] = self._dependent
        if key[0] == "form":
            self._terms[key] = [(key[1], key[2], 1.0, (name.span,))]
        return self._dependent

    def input(self, name: Named) -> int | None:
        key = self._key(name)
        if key is None:
            return None
        if key in self._input_keys:
            return self._input_keys.index(key) + 1
        if self._inputs_unclear:
            return None
        inputs = ", ".join(map(self._shown, self._input_keys))
        remedy = f"inputs are {inputs}" if inputs else f"`input {name.text}` in TOPOLOGY makes it one"
        self._tell("D204", f"`{name.text}` is not an input", name.span, help=remedy)
        return None

    def driven(self, name: Named, entry: RecordLine) -> int | None:
        """Where a motor sits: the number of an input, or of a dependent parameter, made if this is its first use."""
        key = self._key(name)
        if key is None:
            return None
        if key in self._input_keys:
            return self._input_keys.index(key) + 1
        found = self._numbers.get(key)
        if found is None and key[0] == "number" and not self._assigned:
            found = int(key[1])
        if found is None:
            return self._new_dependent(key, name)
        if found < 0:
            return found
        if not self._inputs_unclear:
            self._tell(
                "D330",
                f"no motor can sit on `{name.text}`: it is prescribed and does not move",
                name.span,
                help=f"`{entry.record.word}` takes inputs and dependent parameters; "
                f"`input {name.text}` in TOPOLOGY makes it an input",
            )
        return None

    # names

    def has(self, text: str) -> bool:
        return text in self._composed or "." in text

    def _key(self, name: Named) -> Key | None:
        if name.text in self._composed:
            return ("param", name.text)
        if "." in name.text:
            found = self._form(name)
            return None if found is None else self._same.get(("form", *found), ("form", *found))
        if name.text in self._elements:
            kind = self._kinds.get(self._elements[name.text])
            forms = KINDS[kind].forms if kind else (CHORD, DIRECTION)
            self._tell(
                "D221",
                f"`{name.text}` is an element; here stands a parameter",
                name.span,
                help=f"write {', '.join(f'`{name.text}.{form}`' for form in forms)}",
            )
        else:
            self._unknown.tell("parameter", name, self._composed)
        return None

    def _form(self, name: Named) -> tuple[int, str] | None:
        element, _, form = name.text.partition(".")
        number = self._elements.get(element)
        if number is None:
            self._unknown.tell("element", Named(element, name.span), self._elements)
            return None
        kind = self._kinds.get(number)
        if kind is None:  # its line is damaged, which was told
            return None
        if form.lower() not in KINDS[kind].forms:
            self._has_no_form(kind, form, name.span)
            return None
        return number, form.lower()

    def _shown(self, key: Key) -> str:
        if key[0] != "form":
            return str(key[1])
        element = self._element_names.get(key[1], "")
        return f"{element}.{key[2]}" if element else ""

    def names(self) -> dict[int, str]:
        found = {number: self._shown(key) for key, number in self._numbers.items() if key[0] != "number"}
        found = {number: name for number, name in found.items() if name}
        return found | {number: str(written) for written, number in self._moved.items()}

    def input_names(self) -> dict[int, str]:
        named = enumerate(self._input_keys, start=1)
        return {at: self._shown(key) for at, key in named if key[0] != "number" and self._shown(key)}

    def aliases(self) -> dict[str, int]:
        return {self._shown(key): self._numbers.get(other) or int(other[1]) for key, other in self._same.items()}

    def forms(self, written: int) -> Iterator[FormLine]:
        """The `form` lines of what has no number of its own: prescribed ones first."""
        for name in self._composed:
            if ("param", name) not in self._numbers:
                self._new_dependent(("param", name), Named(name, Span(1, 1)))
        made = [(number, key) for key, number in self._numbers.items() if key[0] != "number"]
        counter = written
        for number, key in sorted(made, key=lambda pair: (pair[0] < 0, abs(pair[0]))):
            for element, form, factor, places in self._composed[key[1]][0] if key[0] == "param" else self._terms[key]:
                counter += 1
                yield plainly(FormLine(counter, form, element, number, factor, places=places), [factor])

    # telling

    def _has_no_form(self, kind: str, form: str, span: Span) -> None:
        self._tell("D207", f"a {kind} has no `{form}`", span, help=f"a {kind} has {' '.join(KINDS[kind].forms)}")

    @property
    def _inputs_unclear(self) -> bool:
        """Whether the lines that make inputs are wrong or missing, which is told."""
        there = any(entry.record.word in ("input", "nr dof") for entry in self._entries)
        return not there or "nr dof" in self._damage.words

    def _not_prescribed(self, name: Named, key: Key, word: str) -> None:
        if self._inputs_unclear:
            return
        remedy = f"write `fixed` at the end of `param {name.text}`"
        if key[0] == "form":
            element, _, form = name.text.partition(".")
            remedy = f"write `{form}` behind the nodes of `elem {element}`"
        self._tell(
            "D203",
            f"`{word}` takes a prescribed parameter; `{name.text}` is dependent",
            name.span,
            help=f"{remedy}, or make it an input: `input {name.text}`",
        )

    def _not_dependent(self, name: Named, key: Key, word: str) -> None:
        element = name.text.partition(".")[0]
        if key in self._input_keys:
            held, remedy = "an input", f"measure it once more, `param q {name.text} 1`, and write `{word} q …`"
        else:
            held, remedy = "prescribed", f"for its elasticity write `flex {name.text} …`"
            if key[0] == "form":
                remedy += f"; to let go of it write `free` behind the nodes of `elem {element} …`"
        self._tell("D209", f"`{word}` acts on a dependent parameter; `{name.text}` is {held}", name.span, help=remedy)

    def _tell(self, code: str, message: str, span: Span, help: str = "") -> None:
        self._told.append(diagnostic(code, message, span, help=help))


def _is_elastic(entry: RecordLine) -> bool:
    """Whether it has lengths of its own, that nobody shares."""
    behind = entry.first("behind")
    return behind is not None and behind.how == ELASTIC
