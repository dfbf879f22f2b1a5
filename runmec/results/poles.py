"""Where buffers of poles and curvatures have no value: told with the results."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from ..deck.said import store_name
from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .places import told
from .result import Result


def pole_findings(result: Result) -> Iterator[Diagnostic]:
    for store in result.deck.stores:
        if not store.kind.missing or store.axis > 0:
            continue
        missing = [isnan(value) for value in result.stored[store.buffer]]
        if any(missing):
            what = store_name(result.deck, store).removeprefix("x of ").removeprefix("the ")
            yield diagnostic(
                "R474", f"the {what} has no value in {told(result, missing)}", store.at(0), label=store.kind.missing
            )
