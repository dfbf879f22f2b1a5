"""Formulas as trees, from which MathML and LaTeX are written; a Term is a formula with its value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, floor, isfinite, log10, sin


@dataclass(frozen=True)
class Identifier:
    """A letter, or a word that stands for one."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True)
class Word:
    """Upright text: a name of the deck."""

    text: str


@dataclass(frozen=True)
class Function:
    """`cos`, `tan`, with a little room behind it."""

    text: str


@dataclass(frozen=True)
class Number:
    text: str  # digits, perhaps with a decimal point
    tens: int = 0  # power of ten behind it


@dataclass(frozen=True)
class Operator:
    text: str


@dataclass(frozen=True)
class Script:
    base: Math
    below: Math | None = None
    above: Math | None = None


@dataclass(frozen=True)
class Fraction:
    over: Math
    under: Math


@dataclass(frozen=True)
class Root:
    of: Math


@dataclass(frozen=True)
class Dotted:
    """A derivative to time."""

    of: Math
    dots: int


@dataclass(frozen=True)
class Line:
    """One behind the other."""

    parts: tuple[Math, ...]


Math = Identifier | Word | Function | Number | Operator | Script | Fraction | Root | Dotted | Line

EQUALS, PLUS, MINUS, TIMES = Operator("="), Operator("+"), Operator("−"), Operator("·")
COMMA, OPEN, CLOSE, SUM = Operator(","), Operator("("), Operator(")"), Operator("∑")


def line(*parts: Math | str) -> Line:
    """Texts are letters where they are words, else signs."""
    found: list[Math] = []
    for part in parts:
        if isinstance(part, str):
            found.append(Identifier(part) if part.isalpha() else Operator(part))
        elif isinstance(part, Line):
            found += part.parts
        else:
            found.append(part)
    return Line(tuple(found))


def primed(symbol: Math, times: int) -> Math:
    """A derivative to the input."""
    mark = Operator("′" * times)
    if isinstance(symbol, Script) and symbol.above is None:
        return Script(symbol.base, symbol.below, mark)
    return Script(symbol, None, mark)


def dotted(symbol: Math, times: int) -> Math:
    if isinstance(symbol, Script):
        return Script(Dotted(symbol.base, times), symbol.below, symbol.above)
    return Dotted(symbol, times)


# ---- numbers

_WHOLE, _LEAST = 5, 4  # digits of numbers above 1, least digits of all
_NOTHING = 1e-10  # of the largest beside it: rounding
_SMALL = 1e-5  # of the largest beside it: behind its four digits
_EXACT = 1e-12


def number(value: float, beside: float = 0.0) -> Math:
    """Four digits behind the first; what is behind those of the largest `beside` it is 0.0000, what is rounding 0."""
    if not isfinite(value):
        return Operator("–")
    if abs(value) <= _NOTHING * beside or value == 0.0:
        return Number("0")
    if abs(value) < _SMALL * beside and beside < 1.0 / _SMALL:
        return Number("0.0000")
    text, tens = _digits(abs(value))
    shown = Number(text, tens)
    return Line((MINUS, shown)) if value < 0.0 else shown


def _digits(value: float) -> tuple[str, int]:
    power = floor(log10(value))
    if not -3 <= power <= 4:
        text = f"{value / 10.0**power:.4f}"
        return (_short(text, value / 10.0**power), power) if text != "10.0000" else ("1", power + 1)
    behind = _LEAST - 1 - power if power < 0 else max(0, _WHOLE - 1 - power)
    return _short(f"{value:.{behind}f}", value), 0


def _short(text: str, value: float) -> str:
    """Without zeros at its end where it is all of the number."""
    return text.rstrip("0").rstrip(".") if "." in text and abs(float(text) - value) <= _EXACT * value else text


# ---- formulas with values


@dataclass(frozen=True)
class Term:
    """A formula and what it comes to; `level`: 2 what stands by itself, 1 a product, 0 a sum."""

    value: float
    math: Math
    level: int = 2
    opposite: Term | None = None  # of what begins with a minus

    def __add__(self, other: Term) -> Term:
        if other.opposite is not None:
            return self - other.opposite
        return Term(self.value + other.value, Line((*_parts(self), PLUS, *_inside(other, 1))), 0)

    def __sub__(self, other: Term) -> Term:
        if other.opposite is not None:
            return self + other.opposite
        return Term(self.value - other.value, Line((*_parts(self), MINUS, *_inside(other, 1))), 0)

    def __mul__(self, other: Term) -> Term:
        return Term(self.value * other.value, Line((*_inside(self, 1), *_inside(other, 1))), 1)

    def __truediv__(self, other: Term) -> Term:
        value = self.value / other.value if other.value else float("nan")
        return Term(value, Fraction(self.math, other.math), 1)

    def __neg__(self) -> Term:
        if self.opposite is not None:
            return self.opposite
        return Term(-self.value, Line((MINUS, *_inside(self, 1))), 0, self)

    def squared(self) -> Term:
        if self.level < 2:
            return Term(self.value**2, Script(Line((OPEN, *_parts(self), CLOSE)), None, Number("2")))
        if isinstance(self.math, Script):
            above = (self.math.above,) if self.math.above is not None else ()
            return Term(self.value**2, Script(self.math.base, self.math.below, Line((*above, Number("2")))))
        return Term(self.value**2, Script(self.math, None, Number("2")))


def _parts(term: Term) -> tuple[Math, ...]:
    return term.math.parts if isinstance(term.math, Line) else (term.math,)


def _inside(term: Term, level: int) -> tuple[Math, ...]:
    return _parts(term) if term.level >= level else (OPEN, *_parts(term), CLOSE)


def times(factor: float, term: Term) -> Term:
    """A number before a formula."""
    if factor < 0.0:
        return -times(-factor, term)
    if factor == 1.0:
        return term
    return Term(factor * term.value, Line((number(factor), *_inside(term, 1))), 1)


def cosine(angle: Term) -> Term:
    return Term(cos(angle.value), Line((Function("cos"), *_inside(angle, 1))), 1)


def sine(angle: Term) -> Term:
    return Term(sin(angle.value), Line((Function("sin"), *_inside(angle, 1))), 1)


def joined(parts: Iterable[Math], by: Math) -> Line:
    found: list[Math] = []
    for part in parts:
        found += [by, part] if found else [part]
    return line(*found)
