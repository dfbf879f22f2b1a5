"""Remedies that are mechanical: changes of the text after which a fault is gone. Each is tried before it is offered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..deck import check
from ..deck.kinds import KINDS
from ..deck.model import Deck
from ..deck.quotes import QUOTE
from ..diagnostics import Diagnostic, Span
from .places import Edit, applied, line_end
from .reading import Draft, draft

_QUOTED = re.compile(r"(?:did you mean|write|parentheses:|or|,) `([^`]+)`")
_IN_PARENTHESES = re.compile(r"(?:write|is) (\([^`]+?\))$")
_OFFERED_AT_MOST = 4
_TRIED_AT_MOST = 12  # for one fault


class Fix(NamedTuple):
    title: str
    edits: tuple[Edit, ...]


def fixes(text: str, fault: Diagnostic) -> list[Fix]:
    """What mends a fault, best first; nothing where only its writer can know."""
    found = draft(text)
    offered: list[Fix] = []
    for tried, fix in enumerate(_candidates(found, fault)):
        if tried >= _TRIED_AT_MOST or len(offered) >= _OFFERED_AT_MOST:
            break
        if fix.edits not in [known.edits for known in offered] and _mends(found, fault, fix):
            offered.append(fix)
    return offered


def _mends(found: Draft, fault: Diagnostic, fix: Fix) -> bool:
    """Whether the fault is gone and no other has come."""
    try:
        _, left = check(applied(found.text, fix.edits), "deck", {})
    except Exception:  # a change that the reader cannot even take is no remedy
        return False
    before, after = _count(found.told), _count(left)
    fewer = after[0] < before[0] or (fault.level == "warning" and after[1] < before[1])
    return after[0] <= before[0] and fewer


def _count(told: Iterable[Diagnostic]) -> tuple[int, int]:
    levels = [one.level for one in told]
    return levels.count("error"), levels.count("warning")


def _candidates(found: Draft, fault: Diagnostic) -> Iterator[Fix]:
    span = fault.span
    if span is None or span.line > len(found.lines):
        return
    yield from _lines_that_are_missing(found, fault, span)
    yield from _signs(found, fault, span)
    if fault.code == "D253":
        yield _replace(span, found.lines[span.line - 1][span.column - 1 :][: span.width] + "deg")
    for text in _IN_PARENTHESES.findall(fault.help):
        yield _replace(span, text)
    if re.search(r"did you mean `|write `|parentheses: `", fault.help) and "multiplication" not in fault.help:
        for text in _QUOTED.findall(fault.help):
            if "…" not in text:
                yield _replace(span, text)
    yield from _forms_that_are_missing(found.deck, found, fault)
    if "remove the line" in fault.help:
        yield Fix("remove the line", (Edit(Span(span.line, 1, len(found.lines[span.line - 1])), ""),))


def _replace(span: Span, text: str) -> Fix:
    return Fix(f"write {text}", (Edit(span, text),))


def _lines_that_are_missing(found: Draft, fault: Diagnostic, span: Span) -> Iterator[Fix]:
    end = line_end(found.text)
    if fault.code == "D151":
        last = len(found.lines)
        ends_in_line = found.lines[-1] == ""
        place = Span(last, len(found.lines[-1]) + 1, 0)
        yield Fix("write END", (Edit(place, f"END{end}" if ends_in_line else f"{end}END{end}"),))
    if fault.code == "D115":
        for number in re.findall(r"line (\d+) does not belong", " ".join(fault.notes)):
            yield Fix("write ENDPIC", (Edit(Span(int(number), 1, 0), f"ENDPIC{end}"),))
    if fault.code == "D102":
        for section in re.findall(r"write `(\w+)` on a line above", fault.help):
            yield Fix(f"write {section} above", (Edit(Span(span.line, 1, 0), f"{section}{end}"),))
    if fault.code == "D114":
        for job in re.findall(r"begin with `([^`]+)`", fault.help):
            yield Fix(f"begin with {job}", (Edit(Span(1, 1, 0), f"{job}{end}"),))
    for job in re.findall(r"begin the deck with `([^`]+)`", fault.help):
        words = re.match(r"\s*\w+\s+\w+", found.code(1))
        if words:
            yield Fix(f"make it {job}", (Edit(Span(1, 1, words.end()), job),))


def _signs(found: Draft, fault: Diagnostic, span: Span) -> Iterator[Fix]:
    """What is missing, or wrong, beside the words."""
    code = found.code(span.line)
    if fault.code == "D106":
        yield Fix("close the parenthesis", (Edit(Span(span.line, len(code.rstrip()) + 1, 0), ")"),))
    if fault.code == "D124":
        yield Fix("close the quote", (Edit(Span(span.line, len(code.rstrip()) + 1, 0), QUOTE),))
    if "write a power with" in fault.help:
        yield Fix("write ^", (Edit(Span(span.line, span.column - 1, 2), "^"),))
    if "multiplication sign" in fault.help:
        yield Fix("write *", (Edit(Span(span.line, span.column, 0), "*"),))
    if "minus of the keyboard" in fault.help:
        yield Fix("write -", (Edit(Span(span.line, span.column, 1), "-"),))
    if "separate numbers by blanks" in fault.help:
        yield _replace(span, code[span.column - 1 :][: span.width].replace(",", " "))
    if "without `=`" in fault.help and "=" in code:
        at = code.index("=")
        yield Fix("remove the =", (Edit(Span(span.line, at + 1, 1 + code[at + 1 :].startswith(" ")), ""),))
    if "const" in fault.help:
        yield Fix("write const", (Edit(Span(span.line, span.column, 0), "const "),))
    if "`;`" in fault.help:
        marks = re.match(r"[#/!%]*", code[span.column - 1 :])
        width = len(marks.group()) if marks else 0
        yield Fix("make it a comment", (Edit(Span(span.line, span.column, width), ";" if width else "; "),))


def _forms_that_are_missing(deck: Deck, found: Draft, fault: Diagnostic) -> Iterator[Fix]:
    """A gap in the numbers of parameters: a `form` line for an element that does not prescribe what it could."""
    numbers = {form.parameter for form in deck.forms if form.parameter > 0}
    gaps = sorted(set(range(1, max(numbers, default=0))) - numbers)
    lines = [form.places[0].line for form in deck.forms if form.places]
    if fault.code != "D214" or not gaps or not lines:
        return
    has = {(form.element, form.form) for form in deck.forms}
    for element in deck.elements:
        for form in KINDS[element.kind].rigid if element.kind in KINDS else ():
            if (element.number, form) not in has:
                line = f"  form {len(deck.forms) + 1} {form} {element.number} {gaps[0]} 1{line_end(found.text)}"
                yield Fix(f"prescribe {form} of element {element.number}", (Edit(Span(max(lines) + 1, 1, 0), line),))
