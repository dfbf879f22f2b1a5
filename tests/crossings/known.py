"""What is wrong today: the plan. Whoever mends a cause takes its lines out, for an xfail that passes is a failure."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from .decks import Case

#: service -> word, or the word of its line, or word and job as a test shows them -> what is wrong
KNOWN: dict[str, dict[str, str]] = {}


def marked(service: str, cases: Iterable[Case]) -> pytest.MarkDecorator:
    """The cases as parameters of a test; those that are known to fail, and only those, must do so."""
    known = KNOWN.get(service, {})
    parameters = []
    for case in cases:
        reason = known.get(str(case)) or known.get(case.word) or known.get(case.first)
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        parameters.append(pytest.param(case, marks=marks, id=str(case)))
    return pytest.mark.parametrize("case", parameters)
