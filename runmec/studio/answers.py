"""What a page asks for that needs no calculation, and what went wrong in words; whoever carries requests and answers.

The server carries them over a socket (`app.py`), a page that brings its own Python to a worker (`browser.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..deck.carrying import inlined
from ..deck.data_files import Files
from ..deck.vocabulary import CHOICES, JOBS, OUTPUT_WORDS, RECORDS, SECTIONS
from ..diagnostics import RunmecError
from ..examples import Example, examples, starter, starters
from .folder import DeckFolder

Values = dict[str, Any]
STOPPED = "stopped before there was a position to show"


class Dropped(BaseException):
    """Nobody waits for the answer any more."""


class Answers:
    """Of one folder of decks, called `place` where it is told.

    `deck` is one of them, which a page begins with; `offered` are others, shown first and opened as copies.
    """

    def __init__(self, folder: DeckFolder, deck: str = "", place: str = "", offered: Sequence[Example] = ()) -> None:
        self._folder, self._deck, self._place, self._offered = folder, deck, place, offered

    def begin(self, request: Values) -> Values:
        """What a page shows first."""
        opened: Values = {}
        try:
            opened = self._folder.read(self._deck) if self._deck else {}
        except RunmecError as fault:
            opened = {"fault": str(fault)}
        words = {
            "sections": [*SECTIONS, *OUTPUT_WORDS, "END", *(word for job in JOBS for word in job)],
            "words": [word for record in RECORDS for word in record.split()],
            "choices": [word for group in CHOICES.values() for word in group],
        }
        place = self._place or str(self._folder.path)
        return {"place": place, "where": self._place or "this folder", "asked": self._deck, "words": words, **opened}

    def decks(self, request: Values) -> Values:
        names, more = self._folder.decks()
        return {
            "decks": names,
            "more": more,
            "offered": [{"name": e.name, "title": e.title} for e in self._offered],
            "starters": [{"name": kind, "title": title} for kind, title in starters().items()],
            "examples": [{"name": e.name, "title": e.title, "topic": e.topic} for e in examples()],
        }

    def open(self, request: Values) -> Values:
        """A deck of the folder; one that is offered, a starter, an example; or whichever of these has the name."""
        kind, name = str(request["kind"]), str(request["name"])
        if kind == "deck":
            return self._folder.read(name)
        texts: dict[str, Callable[[], str | None]] = {
            "offered": lambda: next((e.text for e in self._offered if e.name == name), None),
            "starter": lambda: starter(name, name) if name in starters() else None,
            "example": lambda: next((_carried(e) for e in examples() if e.name == name), None),
        }
        for asked, text in texts.items():
            found = text() if kind in (asked, "any") else None
            if found is not None:
                return _copy(found)
        return {"error": f"there is no {'deck' if kind == 'any' else kind[:20]} `{name[:60]}`"}

    def save(self, request: Values) -> Values:
        return self._folder.save(
            str(request["name"]), str(request["text"]), str(request.get("seen", "")), str(request.get("force") or "")
        )

    def look(self, request: Values) -> Values:
        return self._folder.look(str(request["name"]), str(request["seen"]))

    def pulse(self, request: Values) -> Values:
        """Nothing but an answer: a page hears from it that the studio is there."""
        return {}

    def of(self, op: str) -> Callable[[Values], Values] | None:
        known = {
            "begin": self.begin,
            "decks": self.decks,
            "open": self.open,
            "save": self.save,
            "look": self.look,
            "pulse": self.pulse,
        }
        return known.get(op)


def _carried(example: Example) -> str:
    """With the numbers of its data files in it."""
    return inlined(example.text, Files(example.path.parent))


def _copy(text: str) -> Values:
    return {"name": "", "text": text, "seen": ""}


def answered(work: Callable[[], Values]) -> Values:
    """What was found, or what went wrong."""
    try:
        return work()
    except Dropped:
        return {"superseded": True}
    except RunmecError as fault:
        return {"error": str(fault)}
    except MemoryError:
        return {"error": "the deck needs more memory than the studio gives it"}
    except KeyboardInterrupt:
        return {"error": STOPPED}
    except RecursionError:
        return {"error": "the deck is nested too deep"}
    except ModuleNotFoundError as fault:
        return {"error": f"this needs {fault.name}, which is not here; runmec as an installed program has it"}
    except Exception as fault:
        return {"error": f"this went wrong inside runmec ({type(fault).__name__}: {fault}); the deck is as it was"}
