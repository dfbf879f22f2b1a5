"""The element types that decks may use: those of the language, and those added from Python."""

from __future__ import annotations

from ..elements import ELEMENTS, Kind

#: word -> type; a deck keeps the types that it was read with
KINDS: dict[str, Kind] = dict(ELEMENTS)

FORMS = tuple(dict.fromkeys(form for kind in ELEMENTS.values() for form in kind.forms))
