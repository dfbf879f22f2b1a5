"""Formulas as LaTeX, with amsmath."""

from __future__ import annotations

from .notation import Dotted, Fraction, Function, Identifier, Line, Math, Number, Operator, Root, Script, Word

_LETTERS = dict(zip("αβγδεζηθκλμνξρστφχψωℓ", (
    "alpha", "beta", "gamma", "delta", "varepsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "rho",
    "sigma", "tau", "varphi", "chi", "psi", "omega", "ell"), strict=True))  # fmt: skip
_SIGNS = {
    "−": "-", "·": r"\cdot ", "×": r"\times ", "∂": r"\partial ", "∂²": r"\partial^2 ", "∑": r"\textstyle\sum ",
    "∠": r"\angle ", "′": r"\prime ", "′′": r"\prime\prime ", "–": r"\text{--}", "*": "*",
}  # fmt: skip
_TEXT = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "°": r"\textdegree{}", "·": r"\textperiodcentered{}",
    "²": r"\textsuperscript{2}", "³": r"\textsuperscript{3}", "′": "$'$", "″": "$''$", "−": "$-$", "–": "--",
    "…": r"\dots{}", "⁴": r"\textsuperscript{4}", "⁻": r"\textsuperscript{--}", "¹": r"\textsuperscript{1}",
    "’": "'", "‘": "`", "“": "``", "”": "''", "—": "---", "\u2060": "", "\u00a0": "~", "×": r"$\times$", "<": r"$<$",
    ">": r"$>$", "|": r"$|$", "≥": r"$\ge$",
    "≤": r"$\le$", "Σ": r"$\Sigma$", '"': "''",
} | {letter: f"$\\{name}$" for letter, name in _LETTERS.items()}  # fmt: skip


def text(words: str) -> str:
    """Text outside formulas; letters that LaTeX does not have by itself are left out."""
    return "".join(_TEXT.get(one, one if ord(one) < 0x250 else "?") for one in words)


def latex(math: Math) -> str:
    match math:
        case Identifier(letter, is_bold):
            found = f"\\{_LETTERS[letter]} " if letter in _LETTERS else letter if len(letter) == 1 else _word(letter)
            return f"\\boldsymbol{{{found}}}" if is_bold else found
        case Word(words):
            return _word(words)
        case Function(name):
            return f"\\{name} "
        case Number(digits, 0):
            return digits
        case Number(digits, tens):
            return f"{digits}\\cdot 10^{{{tens}}}"
        case Operator(sign):
            return _SIGNS.get(sign, sign)
        case Script(base, below, above):
            under = f"_{{{latex(below)}}}" if below is not None else ""
            over = f"^{{{latex(above)}}}" if above is not None else ""
            inner = latex(base)
            return f"{{{inner}}}{under}{over}" if isinstance(base, (Script, Line)) else f"{inner}{under}{over}"
        case Fraction(over_, under_):
            return f"\\frac{{{latex(over_)}}}{{{latex(under_)}}}"
        case Root(of):
            return f"\\sqrt{{{latex(of)}}}"
        case Dotted(of, dots):
            return f"\\{'d' * dots}ot{{{latex(of)}}}"
        case Line(parts):
            return "".join(map(latex, parts))


def _word(words: str) -> str:
    if words.isascii() and words.isalnum():
        return f"\\mathrm{{{words}}}"
    return words.replace(" ", "\\ ") if not words.strip() else f"\\text{{{text(words)}}}"
