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
    for folder, pattern in ((ROOT / "runmec", "*.py"), (INPUTS, "*"), (Path(__file__).parent, "*.py")):
        for path in sorted(folder.rglob(pattern)):
            if path.is_file():
                found.update(path.read_bytes())
    return found.hexdigest()
