"""Formulas as MathML, which browsers set without help from elsewhere."""

from __future__ import annotations

from html import escape

from .notation import Dotted, Fraction, Function, Identifier, Line, Math, Number, Operator, Root, Script, Word

_DOTS = {1: "˙", 2: "¨"}
_TIGHT = frozenset("()[]|,∂")


def mathml(math: Math) -> str:
    return f"<math>{_of(math)}</math>"


def _of(math: Math) -> str:
    match math:
        case Identifier(text, True):
            return f'<mi style="font-weight:bold;font-style:normal">{escape(text)}</mi>'
        case Identifier(text):
            return f"<mi>{escape(text)}</mi>"
        case Word(text):
            return f"<mtext>{escape(text).replace(' ', '&#160;')}</mtext>"
        case Function(text):
            return f'<mi>{text}</mi><mspace width="0.17em"></mspace>'
        case Number(text, 0):
            return f"<mn>{text}</mn>"
        case Number(text, tens):
            power = f"<mn>{abs(tens)}</mn>" if tens > 0 else f"<mrow><mo>−</mo><mn>{abs(tens)}</mn></mrow>"
            return f"<mrow><mn>{text}</mn><mo>·</mo><msup><mn>10</mn>{power}</msup></mrow>"
        case Operator(text):
            return f'<mo stretchy="false">{escape(text)}</mo>' if text in _TIGHT else f"<mo>{escape(text)}</mo>"
        case Script(base, None, None):
            return _of(base)
        case Script(base, None, above):
            return f"<msup>{_group(base)}{_group(above)}</msup>"
        case Script(base, below, None):
            return f"<msub>{_group(base)}{_group(below)}</msub>"
        case Script(base, below, above):
            return f"<msubsup>{_group(base)}{_group(below)}{_group(above)}</msubsup>"
        case Fraction(over, under):
            return f"<mfrac>{_group(over)}{_group(under)}</mfrac>"
        case Root(of):
            return f"<msqrt>{_of(of)}</msqrt>"
        case Dotted(of, dots):
            return f'<mover accent="true">{_group(of)}<mo stretchy="false">{_DOTS[dots]}</mo></mover>'
        case Line(parts):
            return f"<mrow>{''.join(_signed(parts))}</mrow>"


def _group(math: Math | None) -> str:
    return _of(math) if math is not None else "<mrow></mrow>"


def _signed(parts: tuple[Math, ...]) -> list[str]:
    """A minus behind an opening bracket, an equals sign or nothing is a sign, and stands close."""
    found = []
    for k, part in enumerate(parts):
        before = parts[k - 1] if k else None
        is_sign = part == Operator("−") and (k == 0 or (isinstance(before, Operator) and before.text in "([=,·|"))
        found.append('<mo form="prefix" lspace="0" rspace="0">−</mo>' if is_sign else _of(part))
    return found
