"""A law of motion: change, velocity and acceleration of an input over a move. The laws themselves are in `laws`."""

from __future__ import annotations


class Law:
    """After `at(t)` it has the change s since the start of the move, and its derivatives v and a to time."""

    __slots__ = ("a", "s", "v")

    def __init__(self) -> None:
        self.s: float = 0.0
        self.v: float = 0.0
        self.a: float = 0.0

    def at(self, t: float) -> None:
        raise NotImplementedError  # pragma: no cover, every law has its own
