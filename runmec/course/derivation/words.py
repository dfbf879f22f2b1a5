"""The sentences of a derivation, in the languages of the sheets."""

from __future__ import annotations

from . import dutch, english, german

WORDS: dict[str, dict[str, str]] = {
    "en": english.SENTENCES,
    "de": german.SENTENCES,
    "nl": dutch.SENTENCES,
}
