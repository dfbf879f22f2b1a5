"""A deck -> the same deck with something wrong, strange, large or out of place in it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from ..random_decks import mutated

_SECTION = re.compile(
    r"(?m)^(?=[ \t]*(?:DEFINE|TOPOLOGY|GEOMETRY|DYNAMICS|STORAGE|BEGINPIC|MOVEMENT|STUDY|EXERCISE|END)\b)"
)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d*)?(?:e-?\d+)?(?![\w.])")
_EXTREME = ["0", "-0.0", "1e-300", "-1e-30", "1e30", "-1e30", "1e99", "-1e99", "1e200", "4294967296", "999999999", "-1",
            "1e-9", "1e9", "0.3", "12345678901234567890"]  # fmt: skip
_REPEATED = [2, 3, 20, 300]

Mutation = Callable[[str, str, random.Random], str]  # of a deck, with another one to take from


def tokens_and_bytes(text: str, _: str, rng: random.Random) -> str:
    return mutated(text, rng).decode("utf-8", "replace")


def sizes(text: str, _: str, rng: random.Random) -> str:
    """One to three numbers become as large, small or odd as numbers go."""
    for _count in range(rng.randint(1, 3)):
        places = list(_NUMBER.finditer(text))
        if places:
            place = rng.choice(places)
            text = text[: place.start()] + rng.choice(_EXTREME) + text[place.end() :]
    return text


def lines(text: str, _: str, rng: random.Random) -> str:
    """A line many times, words of it many times, or lines in another order."""
    found = text.split("\n")
    at = rng.randrange(len(found))
    change = rng.randrange(3)
    if change == 0:
        found[at:at] = [found[at]] * rng.choice(_REPEATED)
    elif change == 1:
        words = found[at].split()
        found[at] = " ".join(words + words[1:] * rng.choice(_REPEATED))
    else:
        part = found[at : at + rng.randint(2, 6)]
        rng.shuffle(part)
        found[at : at + len(part)] = part
    return "\n".join(found)


def sections(text: str, _: str, rng: random.Random) -> str:
    """One is lost, comes twice, or stands elsewhere."""
    found = _SECTION.split(text)
    at = rng.randrange(len(found))
    part = found.pop(at)
    for _count in range(rng.randint(0, 2)):
        found.insert(rng.randrange(len(found) + 1), part)
    return "".join(found)


def splices(text: str, other: str, rng: random.Random) -> str:
    """A section, or a line, of another deck."""
    into, taken = (
        (_SECTION.split(text), _SECTION.split(other))
        if rng.random() < 0.5
        else (text.splitlines(keepends=True), other.splitlines(keepends=True))
    )
    at = rng.randrange(len(into))
    into[at : at + rng.randint(0, 1)] = [rng.choice(taken)]
    return "".join(into)


MUTATIONS: tuple[Mutation, ...] = (tokens_and_bytes, sizes, sizes, lines, sections, splices)


def changed(text: str, other: str, rng: random.Random) -> str:
    for _count in range(rng.randint(1, 2)):
        text = rng.choice(MUTATIONS)(text, other, rng)
    return text
