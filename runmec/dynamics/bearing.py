"""`bearing`: what a pin turns in. It acts on nothing; the sheet of joints tells its pressure, its heat and its life."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from .kind import DynamicsKind, Fault

PLAIN: Final = "plain"
ROLLING: Final = "rolling"
BALLS: Final = 3.0  # the exponent of life


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    for at, value in enumerate(values):
        if not value > 0:
            yield Fault(
                at,
                f"a bearing is measured by numbers above zero, found {value:g}",
                "write its diameter and width, or its load rating",
            )


BEARING = DynamicsKind(
    "bearing", "element k, coordinate cx, coordinate cy, <bearing>",
    "the pin of the link of element k in a point turns in a bearing: the sheet of joints tells pressure and p·v of a "
    "plain one (a passed limit is a warning), the life of a rolling one", "bearing 3 10 11 plain 0.02 0.015",
    faults=_faults, once="", of_pair=True,
    choices={
        PLAIN: ("value d:length, value b:length, [value p:pressure], [value pv:pressure times speed]",
                "plain bearing of diameter d and width b; p and pv are what pressure and p·v must not pass"),
        ROLLING: ("value C:force, [value a:number]",
                  "rolling bearing of load rating C, exponent a (3 for balls, 10/3 for rollers)"),
    },
)  # fmt: skip
