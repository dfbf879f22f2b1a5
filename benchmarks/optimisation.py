"""Synthesis with default settings: every deck with a best known goal, what is reached, and what it takes."""

from __future__ import annotations

import tomllib

import runmec
from runmec.examples import folder

from .timing import table


def synthesis() -> None:
    rows = []
    for facts in sorted(folder().glob("*.toml")):
        known = tomllib.loads(facts.read_text(encoding="utf-8")).get("optimum")
        if known is None:
            continue
        found = runmec.optimise(facts.with_suffix(".mec"))
        said = f"{found.best.goal:.7g} (best known {known['goal']:.7g}), {found.runs} runs, {found.seconds:.0f} s"
        rows.append((facts.stem, said))
    table("Goals of synthesis, one process, default starts", rows)
