"""Lines of EXERCISE whose words are not columns, `choose`, `ask`, `mistake`, `fair`: words in, values out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from ..words import Column, Record
from .expression import SUBJECTS, Expression
from .syntax import TextLine, Word
from .units import measured, unit_of
from .values import Refused, value

Values = list[tuple[str, Any]]
Known = Mapping[str, str]
_MANY = 10_000  # values of one name


def judgement(word: Word, record: str) -> Expression:
    """An expression in which figures and questions may stand."""
    if word.what == "BROKEN":
        raise Refused(None)
    if word.expression is None:
        raise _refused("D105", f"`{record}` takes an expression in parentheses here, found `{word.text[:40]}`", word)
    for name, _ in word.expression.program:
        if (name in SUBJECTS and SUBJECTS[name] != "buffer") or name in ("t", "buf"):
            raise _refused(
                "D116",
                f"`{name}` has many values in a motion; an answer is one number",
                word,
                "store it in a buffer b: `most(b)`, `at(b, k)` …",
            )
    return word.expression


def read_fair(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Known) -> None:
    _counted(record, line, words, 1, 1)
    found.append(("judgement", judgement(words[0], record.word)))


def read_choose(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Known) -> None:
    """`low high step` are exactly three values; four or more, or those behind `from`, are taken as they are."""
    _counted(record, line, words, 2)
    if words[-1].what == "BROKEN":
        raise Refused(None)
    found.append(("define", value(Column("define", "a"), words[0], record.word)))
    listed = words[1].text.lower() == "from" and words[1].what == "WORD"
    given = words[2:] if listed else words[1:]
    if not given or (not listed and len(given) < 3):
        raise _refused(
            "D110",
            "`choose` takes low, high and step, or a list of values",
            words[-1],
            "write `choose a low high step`, or `choose a from v1 v2`",
        )
    numbers = [float(value(Column("value", "v"), word, record.word)) for word in given]
    if listed or len(given) != 3:
        found.append(("values", (tuple(numbers), tuple(word.text for word in given))))
        return
    low, high, step = numbers
    if not step > 0.0 or high < low:
        raise _refused(
            "D360",
            f"from {given[0].text} to {given[1].text} in steps of {given[2].text}",
            given[2],
            "the lower value stands first, and the step is above zero",
        )
    steps = (high - low) / step + 1e-9
    if not steps < _MANY:
        raise _refused(
            "D360", f"{min(steps + 1.0, 1e300):.6g} values of `{words[0].text}`; {_MANY} are the most", given[2]
        )
    written = tuple(_stepped(given[0], low + k * step) for k in range(int(steps) + 1))
    found.append(("values", (tuple(map(_written, written)), written)))


def _stepped(first: Word, number: float) -> str:
    """A value as a user would write it: in the unit of the first one."""
    found = measured(first.text)
    one = measured(f"1{found.unit}") if found is not None else None
    return f"{number:.12g}" if found is None or one is None else f"{number / one.value:.12g}{found.unit}"


def _written(text: str) -> float:
    """What a value is as it was written for the student: 0.11, not 0.11000000000000001."""
    found = measured(text)
    return float(text) if found is None else found.value


def read_ask(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Known) -> None:
    """F (expression) tolerance [unit] [points] [after G …] "…"."""
    _counted(record, line, words, 4)
    found.append(("figure", value(Column("figure", "F"), words[0], record.word)))
    found.append(("judgement", judgement(words[1], record.word)))
    found.append(("tolerance", _tolerance(words[2])))
    rest = list(words[3:-1])
    unit = ""
    if rest and rest[0].what != "NUMBER" and rest[0].text.lower() != "after":
        unit = rest.pop(0).text
        if unit_of(unit) is None:
            raise _refused(
                "D105", f"`{unit}` is no unit", words[3], "write one as behind a number: `N`, `kN*m`, `rad/s`"
            )
    found.append(("unit", unit))
    points = 1.0
    if rest and rest[0].what == "NUMBER":
        word = rest.pop(0)
        points = float(value(Column("value", "points"), word, record.word))
        if not points > 0.0:
            raise _refused("D360", f"a question of {word.text} points", word, "points are above zero")
    found.append(("points", points))
    if rest and (rest[0].text.lower() != "after" or len(rest) < 2):
        raise _refused("D111", f"`{rest[0].text}` stands where `ask` takes unit, points or `after G`", rest[0])
    found += [("after", value(Column("figure", "G"), word, record.word)) for word in rest[1:]]
    found.append(("text", _text(words[-1], record)))


def _tolerance(word: Word) -> tuple[float, bool]:
    """Size, and whether it is a part of the answer."""
    if word.what == "BROKEN":
        raise Refused(None)
    text = word.text
    is_relative = text.endswith("%")
    try:
        size = float(text[:-1]) / 100.0 if is_relative else float(value(Column("value", "tolerance"), word, "ask"))
    except ValueError:
        raise _refused("D105", f"`{text}` is no tolerance", word, "write `2%`, or a value with its unit") from None
    if not 0.0 < size < float("inf"):
        raise _refused("D360", f"a tolerance of {text}", word, "it is above zero: `2%`, or a value with its unit")
    return size, is_relative


def read_mistake(record: Record, line: TextLine, words: tuple[Word, ...], found: Values, _: Known) -> None:
    """[F …] "…" name value …, or "…" drop ITEM."""
    quoted = next((at for at, word in enumerate(words) if word.what == "TEXT"), None)
    if quoted is None:
        raise _refused(
            "D110",
            "`mistake` has no text in quotes",
            (words or line.words)[-1],
            'write what is told to who makes it: `mistake "no weight" drop gravity`',
        )
    found += [("judged", value(Column("judged", "F"), word, record.word)) for word in words[:quoted]]
    found.append(("text", _text(words[quoted], record)))
    rest = words[quoted + 1 :]
    if not rest:
        raise _refused(
            "D110",
            "`mistake` assumes nothing",
            words[-1],
            "behind the text: names of DEFINE with wrong values, or `drop` and an item",
        )
    if rest[0].text.lower() == "drop" and rest[0].what == "WORD":
        if len(rest) < 2:
            raise _refused(
                "D110",
                "`drop` takes a word of DYNAMICS, and what its line is about",
                rest[-1],
                "write `drop gravity`, or `drop body coupler`",
            )
        found.append(("drop", tuple(word.text for word in rest[1:])))
        return
    if len(rest) % 2:
        raise _refused("D110", f"`{rest[-1].text}` has no value", rest[-1], "names and values stand in turn")
    for name, given in zip(rest[::2], rest[1::2], strict=True):
        found.append(("define", value(Column("define", "a"), name, record.word)))
        found.append(("change", _change(given, record)))


def _change(word: Word, record: Record) -> Any:
    """A number, or an expression of names of DEFINE."""
    number = value(Column("value", "v"), word, record.word)
    return number if word.expression is None else word.expression


def _text(word: Word, record: Record) -> str:
    return str(value(Column("text", "text"), word, record.word))


def _counted(record: Record, line: TextLine, words: tuple[Word, ...], least: int, most: int = 0) -> None:
    if len(words) < least:
        raise _refused(
            "D110",
            f"too few values for `{record.word}`",
            (words or line.words)[-1],
            f"`runmec explain {record.word}` tells what it takes",
        )
    if most and len(words) > most:
        raise _refused("D111", f"too many values for `{record.word}`", words[most])


def _refused(code: str, message: str, word: Word, help: str = "") -> Refused:
    told: Diagnostic = diagnostic(code, message, word.span, help=help)
    return Refused(told)


READERS: dict[str, Callable[[Record, TextLine, tuple[Word, ...], Values, Known], None]] = {
    "fair": read_fair, "choose": read_choose, "ask": read_ask, "mistake": read_mistake,
}  # fmt: skip
