"""Where buffers of poles and curvatures have no value: told with the results."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..deck.account import store_name
from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .places import told
from .result import Result

_REASONS = {
    "bufpole": "nothing turns there, the pole lies at infinity",
    "bufapole": "nothing turns there, the pole lies at infinity",
    "bufrho": "the path is straight there, or the point rests",
}


def pole_findings(result: Result) -> Iterator[Diagnostic]:
    for store in result.deck.stores:
        if store.word not in _REASONS or store.axis > 0:
            continue
        missing = np.isnan(result.buffers[store.buffer])
        if np.any(missing):
            what = store_name(result.deck, store).removeprefix("x of ").removeprefix("the ")
            yield diagnostic("R474", f"the {what} has no value in {told(result, missing)}", store.at(0),
                             label=_REASONS[store.word])  # fmt: skip
