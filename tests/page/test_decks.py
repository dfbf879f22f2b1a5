"""Decks of inputs/ and the starters: the page's Python, in node, against the installed program."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runmec.examples import examples, starter, starters
from runmec.studio.tasks import carried_out

ANSWERS = Path(__file__).parent / "answers.mjs"
#: those that take a minute or more there
LONG = ("grid_5x5_h", "grid_5x5_r", "grid_5x5_s", "a02_n10", "a02_n40", "whipping_leaf")
#: those that need more than the page has, beside all of rest under load (STA ANA): how it says so
NEEDS_MORE = {"elliptical_gears": "this needs scipy", "steady_press": "this needs numpy"}
#: bound of a buffer, as a part of its largest value, where it is another one than 1e-9: another libm has other last
#: digits, and a simulation over many turns of a singular position or a collision makes them grow
LOOSER = {"a02_n2": 1e-5, "indexing_cam": 1e-7, "heavy_top": 1e-6, "simulation": 1e-6, "s simulation": 1e-6}
ROUNDING = 1e-12  # of the largest of all buffers of the unit: quantities that are zero are rounding on both sides


def _decks() -> dict[str, str]:
    found = {one.name: one.text for one in examples() if one.name not in LONG}
    return found | {f"s {kind}": starter(kind, kind) for kind in starters()}


@pytest.fixture(scope="module")
def answers(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    decks, folder = _decks(), tmp_path_factory.mktemp("answers")
    requests = [{"id": k, "op": "calculate", "text": text, "arrows": False} for k, text in enumerate(decks.values())]
    (folder / "asked").write_text("\n".join(map(json.dumps, requests)), encoding="utf-8")
    subprocess.run(
        ["node", str(ANSWERS), str(site / "course" / "page"), str(folder / "asked"), str(folder / "told")],
        check=True,
        timeout=600,
    )
    told = (folder / "told").read_text(encoding="utf-8").splitlines()
    return dict(zip(decks, map(json.loads, told), strict=True))


def test_every_deck_gives_the_same_numbers_or_says_what_it_needs(answers: dict[str, dict[str, Any]]) -> None:
    wrong: dict[str, Any] = {}
    for name, text in _decks().items():
        found = answers[name]
        if "error" in found:
            expected = "this needs numpy" if text.lstrip("; \n").startswith("STA ANA") else NEEDS_MORE.get(name, "?")
            if not found["error"].startswith(expected):
                wrong[name] = found["error"]
            continue
        installed = carried_out({"op": "calculate", "text": text, "arrows": False}, lambda *_: None)
        missed = _missed(found, installed)
        if not missed <= LOOSER.get(name, 1e-9):
            wrong[name] = missed
    assert not wrong
    assert all("error" in answers[name] for name in NEEDS_MORE)


def _missed(found: dict[str, Any], expected: dict[str, Any]) -> float:
    """The largest difference of any buffer, as a part of its largest value; inf where something is missing."""
    if (found["data"] is None) != (expected["data"] is None) or found["complete"] != expected["complete"]:
        return float("inf")
    if expected["data"] is None:
        return 0.0
    left_out = any(one["code"] == "R461" for one in found["told"])
    worst = 0.0
    pairs = zip(found["data"]["buffers"], expected["data"]["buffers"], strict=True)
    both = [(_numbers(one), _numbers(other), other["unit"]) for one, other in pairs]
    largest: dict[str, float] = {}
    for _, there, unit in both:
        largest[unit] = max(largest.get(unit, 0.0), float(np.max(np.abs(there[np.isfinite(there)]), initial=0.0)))
    for here, there, unit in both:
        if left_out and not np.any(np.isfinite(here)):
            continue
        known = np.isfinite(here) & np.isfinite(there)
        size = float(np.max(np.abs(there[known]), initial=0.0))
        apart = float(np.max(np.abs(here[known] - there[known]), initial=0.0))
        if apart > ROUNDING * largest[unit]:
            worst = max(worst, apart / size)
    return worst


def _numbers(buffer: dict[str, Any]) -> np.ndarray:
    return np.frombuffer(base64.b64decode(buffer["v"]), "<f8")
