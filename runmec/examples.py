"""The decks that come with runmec: examples to copy, starters for a deck of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).parent
_STARTERS = _PACKAGE / "starters"


class Example(NamedTuple):
    name: str
    title: str  # the comment of the job line
    topic: str
    path: Path

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def data(self) -> list[Path]:
        """The files beside it that it takes points from."""
        return sorted(path for path in self.path.parent.glob("*.csv") if f'"{path.name}"' in self.text)

    @property
    def about(self) -> list[str]:
        """The lines of the head comment below the title."""
        lines = self.text.split("\n")[1:]
        end = next((i for i, line in enumerate(lines) if not line.startswith(";")), len(lines))
        return [line.removeprefix(";").removeprefix(" ").rstrip() for line in lines[:end]]


def folder() -> Path:
    """inputs/ beside the package in a checkout, inside it when installed."""
    installed = _PACKAGE / "inputs"
    return installed if installed.is_dir() else _PACKAGE.parent / "inputs"


def examples() -> list[Example]:
    """All examples, those of one topic together, in the order of TOPICS."""
    found = [_example(path) for path in sorted(folder().rglob("*.mec"))]
    return sorted(found, key=lambda example: (TOPICS.index(example.topic), example.name))


def _example(path: Path) -> Example:
    import tomllib

    facts = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    return Example(path.stem, _title(path), facts["topic"], path)


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().partition(";")[2].strip()


TOPICS = (
    "the course book",
    "four-bar linkages",
    "slider-cranks and slotted levers",
    "six-bars and larger groups",
    "straight lines and copies",
    "gears, racks and ropes",
    "cams, gears and poles",
    "machines and their forces",
    "springs and stops",
    "free motion",
    "control",
    "beams and elasticity",
    "compliant mechanisms",
    "synthesis",
    "mechanisms in space",
    "robots and parallel mechanisms",
    "benchmarks",
)


def starters() -> dict[str, str]:
    """Kind of a starter deck -> what it is."""
    return {
        path.stem.replace("_", "-"): _title(path).removeprefix("NAME: ") for path in sorted(_STARTERS.glob("*.mec"))
    }


def starter(kind: str, name: str) -> str:
    """The text of a new deck of that kind."""
    text = (_STARTERS / f"{kind.replace('-', '_')}.mec").read_text(encoding="utf-8")
    return text.replace("NAME", name, 1)
