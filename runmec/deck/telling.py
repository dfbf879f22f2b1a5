"""What a word finds wrong with its own line -> a message at its place."""

from __future__ import annotations

from ..diagnostics import Diagnostic
from ..dynamics import Fault
from ..messages import diagnostic
from .model import Dynamic


def told_of(line: Dynamic, fault: Fault) -> Diagnostic:
    return diagnostic(fault.code, fault.message, line.value_at(fault.at), label=fault.label, help=fault.help)
