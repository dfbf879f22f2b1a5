"""The known word nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` most likely was meant to be, if one is near.

    >>> nearest("sprng", ["spring", "damper"])
    'spring'
    >>> nearest("xyzzy", ["spring", "damper"]) is None
    True
    """
    from difflib import get_close_matches

    if len(word) > 40:
        return None
    by_lower = {candidate.lower(): candidate for candidate in known}
    found = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def is_slip(word: str, near: str) -> bool:
    """Whether `word` can hardly have been meant as anything but `near`.

    >>> is_slip("sprng", "spring"), is_slip("plot", "point")
    (True, False)
    """
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word.lower(), near.lower()).ratio() >= 0.8
