"""A deck in numbers -> the same mechanism in names, as far as its co-ordinates are points: for comparison."""

from __future__ import annotations

import re

from runmec.deck.kinds import KINDS
from runmec.deck.model import Deck, FormLine
from runmec.deck.numbering import number_text
from runmec.deck.quotes import QUOTE, code_of
from runmec.deck.turning import BEYOND
from runmec.deck.vocabulary import CHOICES, RECORDS
from runmec.words import columns, kind_of

#: expressions in parentheses, text in double quotes, and words
_WORDS = re.compile(r'\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|"[^"]*"|\S+')
_KINDS = {"inp": "input", "x": "coordinate", "e": "parameter"}


def in_names(deck: Deck) -> str:
    """Elements, parameters and inputs by name; points where an x belongs to one y; buffers keep their numbers."""
    return _Namer(deck).text()


class _Namer:
    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.points = self._points()
        self.names: dict[tuple[str, int], str] = {("element", e.number): f"k{e.number}" for e in deck.elements}
        for x, y in self.points:
            self.names |= {("coordinate", x): f"P{x}.x", ("coordinate", y): f"P{x}.y"}
        self.made_of: dict[int, list[FormLine]] = {}
        for form in deck.forms:
            self.made_of.setdefault(form.parameter, []).append(form)
        held = {(forms[0].element, forms[0].form) for p, forms in self.made_of.items() if p > 0 and self._is_alone(p)}
        self.composed = set()
        for p, forms in self.made_of.items():
            first = (forms[0].element, forms[0].form)
            if self._is_alone(p) and not (p < 0 and first in held):
                self.names["parameter", p] = f"k{first[0]}.{first[1]}"
            else:
                self.names["parameter", p] = f"p{p}".replace("-", "_")
                self.composed.add(p)
        for i in range(1, deck.inputs + 1):
            self.names["input", i] = self.names["parameter", deck.input_parameter(i)]

    def _is_alone(self, p: int) -> bool:
        return len(self.made_of[p]) == 1 and self.made_of[p][0].factor == 1

    def _points(self) -> set[tuple[int, int]]:
        pairs: set[tuple[int, int]] = set()
        for element in self.deck.elements:
            number = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
            pairs |= {(number[node[0]], number[node[1]]) for node in KINDS[element.kind].nodes if len(node) == 2}
        used = [number for pair in pairs for number in pair]
        return {pair for pair in pairs if all(used.count(number) == 1 for number in pair)}

    def text(self) -> str:
        lines = number_text(self.deck).splitlines()
        values = {
            int(n): v for n, v in re.findall(r"^ +x(?:fix|mov) +(\d+) +(\([^;\n]*\)|\S+)", "\n".join(lines), re.M)
        }
        written: list[str] = []
        is_define = False  # its lines begin with names, which may be words of the language: `share 1`
        for line in lines:
            words = _WORDS.findall(code_of(line))
            word = words[0].lower() if words else ""
            is_define = words[:1] == ["DEFINE"] or (is_define and words[:1] != ["TOPOLOGY"])
            if is_define:
                written.append(line)
            elif word == "elem":
                written.append(self._element(int(words[1])))
            elif word == "form":
                continue
            elif word == "nr":
                written += self._parameters()
            elif word in ("xfix", "xmov") and ("coordinate", int(words[1])) in self.names:
                continue
            elif word == "geometry":
                written += [line, *self._point_lines(values)]
            elif word in RECORDS and word not in ("units", "printbuf", "plotcurv", "animate"):
                written.append(" ".join(self._renamed(words)))
            else:
                written.append(line)
        return "\n".join(written) + "\n"

    def _element(self, number: int) -> str:
        element = next(e for e in self.deck.elements if e.number == number)
        at = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
        nodes: list[str] = []
        for node in KINDS[element.kind].nodes:
            is_point = len(node) == 2 and (at[node[0]], at[node[1]]) in self.points
            numbered = [at[name] for name in node if at[name] < BEYOND]
            nodes += [f"P{at[node[0]]}"] if is_point else [str(number) for number in numbered]
        last = self.deck.prescribed - self.deck.inputs
        forms = [
            forms[0].form
            for p, forms in self.made_of.items()
            if 0 < p <= last and p not in self.composed and forms[0].element == number
        ]
        return " ".join(["elem", f"k{number}", element.kind, *nodes, *(forms or ["free"])])

    def _parameters(self) -> list[str]:
        last = self.deck.prescribed - self.deck.inputs
        found = []
        for p in sorted(self.composed):
            terms = [f"k{form.element}.{form.form} {form.factor!r}" for form in self.made_of[p]]
            found.append(" ".join(["param", self.names["parameter", p], *terms, *["fixed"] * (0 < p <= last)]))
        inputs = [self.names["input", i] for i in range(1, self.deck.inputs + 1)]
        return [*found, f"input {' '.join(inputs)}" if inputs else "nr dof 0"]

    def _point_lines(self, values: dict[int, str]) -> list[str]:
        fixed = {c.number for c in self.deck.fixed}
        order = [c.number for c in (*self.deck.fixed, *self.deck.moving)]
        found = []
        for x, y in sorted(self.points, key=lambda pair: order.index(pair[0])):
            held = "fixed" if {x, y} <= fixed else "fixed x" if x in fixed else "fixed y" if y in fixed else ""
            found.append(f"point P{x} {values[x]} {values[y]} {held}")
        return found

    def _renamed(self, words: list[str]) -> list[str]:
        record, found = RECORDS[words[0].lower()], [words[0]]
        wanted = list(columns(record.signature_for(len(words) - 1)))
        for at, word in enumerate(words[1:]):
            column = wanted[min(at, len(wanted) - 1)]
            if column.role.startswith("<") and not word.startswith("("):
                wanted[at + 1 : at + 1] = columns(CHOICES[column.role.strip("<>")][word][0])
            if column.role == "followed" and (x := re.fullmatch(r"\(x\((\d+)\)\)", word)):
                found.append(self.names.get(("coordinate", int(x[1])), word))
                continue
            number = int(word) if re.fullmatch(r"-?\d+", word) else None
            kind = None if number is None else kind_of(column.role, number)
            known = None if number is None or kind is None else self.names.get((kind, number))
            found.append(known or self._expression(word))
        return found

    def _expression(self, text: str) -> str:
        if text.startswith(QUOTE):
            return text

        def named(match: re.Match[str]) -> str:
            kind = _KINDS[match[1].removeprefix("d")]
            return f"{match[1]}({self.names.get((kind, int(match[2])), match[2])})"

        return re.sub(r"\b(d?inp|d?x|d?e)\((-?\d+)\)", named, text)
