"""What lines that could not be read may have declared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ALL = frozenset({"*"})


@dataclass
class Damage:
    """Keeps one mistake from giving two messages: what is missing here is not missed again."""

    words: set[str] = field(default_factory=set)
    numbers: dict[str, set[Any]] = field(default_factory=dict)

    def add(self, word: str, kind: str = "", number: int | None = None) -> None:
        self.words.add(word)
        if kind:
            self.numbers.setdefault(kind, set()).update(ALL if number is None else {number})

    def may_declare(self, kind: str, number: int) -> bool:
        found = self.numbers.get(kind, set())
        return number in found or bool(found & ALL)
