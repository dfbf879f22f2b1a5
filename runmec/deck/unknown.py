"""Names that a deck gives to nothing: told once each, with the nearest that there is."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .damage import ALL, Damage
from .expression import Named
from .nearest import nearest

_WHAT = {"coordinate": "co-ordinate", "define": "value of DEFINE", "turning": "turning node", "stated": "state",
         "variable": "state"}  # fmt: skip
_MADE_BY = {
    "point": "`point {} x y` in GEOMETRY makes one",
    "coordinate": "`point` and `angle` in GEOMETRY make co-ordinates",
    "turning": "`turn {}` in GEOMETRY makes one",
    "element": "`elem {} TYPE …` in TOPOLOGY makes one",
    "parameter": "`element.form` is one, as `crank.angb`, or `param {} …` in TOPOLOGY",
    "buffer": "a `buf…` line in STORAGE fills one",
    "program": "`program {} …` in GEOMETRY makes one",
    "input": "`input {}` in TOPOLOGY makes it one",
    "variable": "`state {0} z0 (…)`, `sample T {0} z0 (…)` and `where {0} (…)` in DYNAMICS make one",
    "stated": "`state {0} z0 (…)` and `sample T {0} z0 (…)` in DYNAMICS make one",
    "figure": "`figure {} (…)`, `path` and `timed` in STUDY make figures",
    "define": "a line `{} value` under DEFINE gives one",
}
_LISTED_AT_MOST = 10
_SUGGESTED_AT_MOST = 50  # looking for the nearest takes time


class UnknownNames:
    def __init__(self, damage: Damage, told: list[Diagnostic]) -> None:
        self._damage, self._told = damage, told
        self._names: set[tuple[str, str]] = set()

    def tell(self, kind: str, name: Named, known: Iterable[str], note: str = "") -> None:
        declared = {"point": "coordinate", "turning": "coordinate", "stated": "variable"}.get(kind, kind)
        of_point = ("point", name.text.partition(".")[0])
        if {(kind, name.text), of_point} & self._names or ALL & self._damage.numbers.get(declared, set()):
            return
        self._names.add((kind, name.text))
        known = list(known)
        near = nearest(name.text, known) if len(self._names) <= _SUGGESTED_AT_MOST else None
        if near is not None:
            remedy = f"did you mean `{near}`?"
        elif known:
            listed = ", ".join(known[:_LISTED_AT_MOST]) + (", …" if len(known) > _LISTED_AT_MOST else "")
            remedy = f"known are {listed}; {_MADE_BY[kind].format(name.text)}"
        else:
            remedy = _MADE_BY[kind].format(name.text)
        what = _WHAT.get(kind, kind)
        article = "an" if what[0] in "aei" else "a"
        self._told.append(
            diagnostic(
                "D220",
                f"no {what} is called `{name.text}`",
                name.span,
                label=note or f"{article} {what} stands here",
                help=remedy,
            )
        )
