"""`bufcalc`: an expression of other buffers and of the motion."""

from __future__ import annotations

from .kind import OutputKind

CALCULATED = OutputKind(
    "bufcalc", "law expression, buffer b", "an expression of other buffers, `buf(b)`, and of all that `force` may use",
    "(sqrt(buf(101)^2+buf(102)^2)) 213", make=lambda site: site.calculated(), label=lambda s: s.expression,
    measure=lambda w: w.calculated(),
)  # fmt: skip
