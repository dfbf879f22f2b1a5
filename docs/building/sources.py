"""Where the project's folders are, and whether anything in them has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INPUTS = ROOT / "inputs"
REFERENCES = ROOT / "tests" / "references"


def fingerprint() -> str:
    """A hash of all that the pages are made from, besides themselves."""
    found = hashlib.sha256()
    made_from = ((ROOT / "runmec", "*.*"), (INPUTS, "*"), (REFERENCES, "*"), (Path(__file__).parent, "*.py"))
    for folder, pattern in made_from:
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and path.suffix != ".pyc":
                found.update(path.read_bytes())
    found.update((ROOT / "README.md").read_bytes())
    return found.hexdigest()
