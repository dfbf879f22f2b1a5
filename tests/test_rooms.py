"""Who may import whom: a line of code knows its room from the file name."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "runmec"

#: room (file or folder) -> what it may import of the package, and which packages from outside
ROOMS: dict[str, tuple[set[str], set[str]]] = {
    "diagnostics": (set(), set()),
    "messages": ({"diagnostics"}, set()),
    "files": ({"diagnostics"}, set()),
    "examples": (set(), set()),
    "deck": ({"diagnostics", "messages", "deck"}, {"lark", "numpy"}),
    "glossary": ({"deck"}, set()),
    "manual": ({"deck", "glossary", "messages"}, set()),
    "elements": ({"elements"}, {"numpy"}),
    "extension": ({"deck", "elements"}, {"numpy"}),
    "beam_rest": ({"deck"}, {"numpy"}),
    "mechanism": ({"beam_rest", "deck"}, {"numpy"}),
    "laws": (set(), {"numpy", "scipy"}),
    "moves": ({"deck", "laws", "mechanism"}, {"numpy"}),
    "kinematics": ({"elements", "mechanism"}, {"numpy"}),
    "groups": ({"deck", "elements", "mechanism"}, {"numpy"}),
    "sweep": ({"groups", "mechanism"}, {"numpy"}),
    "positions": ({"deck", "groups", "kinematics", "mechanism", "moves", "simulation", "sweep"}, {"numpy"}),
    "simulation": (
        {"deck", "elements", "forces", "groups", "kinematics", "mechanism", "simulation", "stage", "sweep"},
        {"numpy"},
    ),  # numba is loaded by name, where it pays
    "assembly": ({"groups", "kinematics", "mechanism", "positions", "sweep"}, {"numpy"}),
    "forces": ({"elements", "mechanism"}, {"numpy"}),
    "stage": ({"deck", "elements", "forces", "kinematics", "mechanism"}, {"numpy"}),
    "quantities": ({"deck", "mechanism", "stage"}, {"numpy"}),
    "trust": ({"deck", "mechanism", "stage"}, {"numpy"}),
}


def imports(path: Path) -> tuple[set[str], set[str]]:
    """Rooms of the package and packages from outside that a file imports."""
    own, outside = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parent.relative_to(PACKAGE).parts[
                : len(path.parent.relative_to(PACKAGE).parts) + 1 - node.level
            ]
            parts = [*base, *(node.module or "").split(".")]
            names = [p for p in parts if p] or [alias.name for alias in node.names]
            own.add(names[0])
        elif isinstance(node, ast.ImportFrom):
            outside.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Import):
            outside |= {alias.name.partition(".")[0] for alias in node.names}
    return own, {name for name in outside if name in {"numpy", "scipy", "lark", "matplotlib", "click", "rich", "numba"}}


def test_imports_keep_to_their_rooms() -> None:
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if room in ROOMS:
            own, outside = imports(path)
            allowed_own, allowed_outside = ROOMS[room]
            assert own <= allowed_own, (path, own)
            assert outside <= allowed_outside, (path, outside)


def test_only_the_command_line_prints_or_exits() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "cli":
            calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            assert not [f for f in calls if isinstance(f, ast.Name) and f.id in ("print", "eval", "exec")], path
