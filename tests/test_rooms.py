"""The house: every room, what it may import, and what the compiled room asks of its files.

A room is a file or folder of runmec/. Arrows go down only: at the head of its files a room imports rooms that stand
above it in this list, and only those that are named. A room that is not listed fails.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from runmec.deck.kinds import FORMS, KINDS
from runmec.outputs import OUTPUTS

PACKAGE = Path(__file__).parent.parent / "runmec"


class Room(NamedTuple):
    """What the heads of its files may import: rooms of the package, and packages from outside."""

    rooms: str = ""
    packages: str = ""
    #: what functions may import besides, when they are called: to start fast, or where it is seldom needed
    later: str = ""


ROOMS = {
    # what is said, and where it is written
    "diagnostics": Room(),
    "messages": Room("diagnostics"),
    # signals of the system, how texts stand in files, files and folders that are whole or not there
    "interrupts": Room(),
    "texts": Room(),
    "locks": Room(),
    "files": Room("diagnostics interrupts texts"),
    "folder": Room("__version__ diagnostics files interrupts locks"),
    "examples": Room(),
    "memory": Room(),
    "collector": Room(),
    # what a word is, and what its numbers measure
    "words": Room(),
    "dimensions": Room(),
    "notebook": Room(),
    # what mechanisms are made of: facts, formulas, symbols. Compiled but for the symbols
    "symbols": Room(),
    "engine": Room("", "librt mypy_extensions"),
    "elements": Room("engine symbols", "librt"),
    "dynamics": Room("elements engine words", "librt mypy_extensions"),
    "laws": Room("engine words", "librt mypy_extensions", later="scipy"),
    "outputs": Room("dimensions words", later="engine"),
    # the language: asks elements and laws for their facts, and the engine for a co-ordinate to try an element on.
    # `Model.run` calls runmec.run, which stands at the door of the house
    "deck": Room("collector diagnostics dimensions dynamics elements engine laws memory messages outputs texts words",
                 "librt", later="lark numpy runmec"),
    "glossary": Room("deck"),
    "manual": Room("deck glossary messages words"),
    # a deck becomes a mechanism, moves, and is read off
    "model": Room("deck dynamics elements engine laws"),
    "motion": Room("collector deck dynamics elements engine laws model", "librt mypy_extensions", later="numpy rests"),
    # rest under load: `Session.move` loads it for STA ANA
    "rests": Room("deck dynamics engine model motion", "numpy"),
    # small vibrations about a position: matrices and what follows from them
    "vibration": Room("dynamics elements engine model motion", "numpy"),
    # `result.plot`, `.draw` and `.film` load drawing, which stands below, when they are called
    "results": Room("__version__ deck diagnostics dimensions dynamics engine files folder interrupts laws memory "
                    "messages model motion notebook outputs vibration words", "librt numpy",
                    later="drawing ezdxf pandas studies xarray"),
    "drawing": Room("deck diagnostics dimensions dynamics elements engine model outputs results symbols words",
                    "librt matplotlib numpy", later="PIL imageio_ffmpeg"),
    # the doors
    "calculate": Room("deck diagnostics engine motion outputs results", "librt"),
    # a deck as a text that is being written; a drag asks the mechanism itself
    "editing": Room("deck diagnostics elements manual outputs words", later="calculate messages motion"),
    "lsp": Room("__version__ deck diagnostics editing", "lsprotocol pygls"),
    # many variants of one deck
    "studies": Room("__version__ calculate deck diagnostics dynamics elements engine files folder interrupts laws "
                    "model motion outputs results", "librt numpy", later="distributed drawing pandas xarray"),
    # the best of them
    "optimisation": Room("calculate deck diagnostics elements engine folder interrupts messages model motion outputs "
                         "results studies", "numpy", later="drawing pandas scipy"),
    # exercises: a class, its sheets and its marks
    "course": Room("calculate deck diagnostics dimensions dynamics elements engine files folder laws messages model "
                   "motion outputs results studies symbols", "numpy", later="drawing"),
    "studio": Room("deck diagnostics editing examples files interrupts messages outputs texts", "starlette uvicorn",
                   later="calculate dimensions drawing elements engine librt motion numpy optimisation results "
                         "symbols"),
    # the studio as files for any web server
    "page": Room("__version__ diagnostics examples files"),
    "cli": Room("__version__ engine_kind deck diagnostics interrupts memory texts", "click",
                later="calculate course drawing editing examples files folder lsp manual numpy optimisation "
                      "results page rich studies studio words"),
    "__main__": Room("interrupts", later="cli"),
    "__init__": Room(),  # public names are imported when they are first asked for
}  # fmt: skip

#: facts about the whole that the package itself tells
DOOR = ("__version__", "engine_kind")
#: upwards, and only inside functions
UPWARDS = {("deck", "runmec"), ("motion", "rests"), ("results", "drawing"), ("results", "studies")}
#: rooms of ordinary typed classes that mypyc compiles where there is a C compiler
COMPILED = ("engine", "elements", "dynamics", "laws")


class Imported(NamedTuple):
    head: set[str]
    later: set[str]


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """What a file says; every test goes over all of them."""
    return ast.parse(path.read_text(encoding="utf-8"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Imported:
    """Rooms of the package and packages from outside, at the head of a file and inside its functions."""
    found = Imported(set(), set())
    for node, inside in _imports(tree(path)):
        (found.later if inside else found.head).update(_names(path, node))
    own = {room_of(path)} if path.parent != PACKAGE else set()
    return Imported(found.head - own, found.later - own)


def _imports(inner: ast.AST, inside: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Import statements, but for those that only mypy reads."""
    for node in ast.iter_child_nodes(inner):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        elif not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield from _imports(node, inside or isinstance(node, ast.FunctionDef | ast.Lambda))


def _names(path: Path, node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import):
        names = {alias.name.partition(".")[0] for alias in node.names}
    elif node.level:
        folders = path.relative_to(PACKAGE).parts[:-1]
        parts = [*folders[: len(folders) + 1 - node.level], *(node.module or "").split(".")]
        named = [part for part in parts if part]
        return {named[0]} if named else {alias.name for alias in node.names}
    else:
        names = {(node.module or "").partition(".")[0]}
    return names - sys.stdlib_module_names


def test_every_room_is_listed_and_every_listed_room_is_there() -> None:
    there = {
        path.stem if path.suffix == ".py" else path.name
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or any(path.rglob("*.py"))
    }
    assert there == set(ROOMS)


def test_arrows_go_down_only() -> None:
    """The list itself: a room uses rooms that stand above it."""
    order = list(ROOMS)
    for name, room in ROOMS.items():
        for used in room.rooms.split():
            assert used in DOOR or order.index(used) < order.index(name), (name, used)
        for used in set(room.later.split()) & {*ROOMS, "runmec"}:
            assert (name, used) in UPWARDS or order.index(used) < order.index(name), (name, used)


@pytest.mark.parametrize("name", ROOMS)
def test_imports_keep_to_their_rooms(name: str) -> None:
    room = ROOMS[name]
    head, later = {*room.rooms.split(), *room.packages.split()}, set(room.later.split())
    used: set[str] = set()
    for path in files():
        if room_of(path) == name:
            found = imported(path)
            assert found.head <= head, (path, found.head - head)
            assert found.later <= head | later, (path, found.later - head - later)
            used |= found.head | found.later
    assert used == head | later, f"{name} does not use {sorted((head | later) - used)} any more"


def test_only_the_command_line_prints_or_exits() -> None:
    for path in files():
        if path.parent.name != "cli":
            calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
            assert not [f for f in calls if isinstance(f, ast.Name) and f.id in ("print", "eval", "exec")], path


def test_below_model_a_mechanism_is_asked_and_not_its_deck() -> None:
    """What it knows of its deck stands in model/facts.py; whoever needs more is handed the deck."""
    for path in files():
        if room_of(path) != "model":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(?i)mech\w*\)?\._?deck\b|\.estimated\._?deck\b", text), path


# ---- the compiled room


def test_the_build_compiles_these_rooms() -> None:
    build = tree(PACKAGE.parent / "hatch_build.py")
    assigned = {
        node.targets[0].id: node.value
        for node in build.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert ast.literal_eval(assigned["ROOMS"]) == COMPILED


def test_classes_of_the_compiled_room_say_what_they_hold() -> None:
    """Slots are fields of C; dataclasses hold facts, which nobody reads in a loop."""
    for path in files():
        if room_of(path) in COMPILED and path.name != "kind.py":  # facts, which are not compiled
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.ClassDef) and not node.decorator_list:
                    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                    slots = [s for s in node.body if isinstance(s, ast.Assign) and _is_slots(s)]
                    assert slots or "NamedTuple" in bases, (path, node.name)


def _is_slots(statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "__slots__" for target in statement.targets)


def test_a_vec_is_made_from_a_list_that_is_there() -> None:
    """`vec[float]([a, *more])` works plain and stops the compiler."""
    for path in files():
        if room_of(path) in COMPILED:
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                    lists = [argument.elts for argument in node.args if isinstance(argument, ast.List)]
                    assert not any(isinstance(one, ast.Starred) for some in lists for one in some), (path, node.lineno)


def test_no_interpreted_class_inherits_a_compiled_one() -> None:
    """It would work plain and fail compiled."""
    for path in files():
        if room_of(path) in COMPILED:
            continue
        compiled = {
            alias.asname or alias.name
            for node in ast.walk(tree(path))
            if isinstance(node, ast.ImportFrom) and node.level and _names(path, node) & set(COMPILED)
            for alias in node.names
        }
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                assert not bases & compiled, (path, node.name)


def test_constants_of_the_engine_are_final() -> None:
    """A constant that is not Final is looked up by name, every time."""
    for path in files():
        if room_of(path) == "engine" and path.name != "dop853_coefficients.py":
            for node in tree(path).body:
                if isinstance(node, ast.Assign):
                    names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                    assert not [name for name in names if name.isupper()], (path, names)


#: words that other rooms use for something else: the kind of a joint in the sheet, a symbol that is not drawn
_OTHER_MEANING = {("results/joints.py", "mesh"), ("symbols/gears.py", "mesh")}


def test_words_of_elements_and_buffers_stand_at_home_alone() -> None:
    """Whoever wants a type, a form parameter or a word of STORAGE asks for its facts, or names the object."""
    words = {*KINDS, *FORMS, *OUTPUTS}
    found = [
        (path.relative_to(PACKAGE).as_posix(), node.value)
        for path in files()
        if room_of(path) not in ("elements", "outputs")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in words
    ]
    assert set(found) == _OTHER_MEANING


def test_only_tables_keep_their_layout() -> None:
    """Elsewhere ruff decides how lines are broken."""
    for path in files():
        tables: set[int] = set()
        for inner in ast.walk(tree(path)):
            if isinstance(inner, ast.Module | ast.ClassDef):
                for statement in inner.body:
                    if isinstance(statement, ast.Assign | ast.AnnAssign):
                        tables.update(range(statement.lineno, (statement.end_lineno or 0) + 1))
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [k for k, line in enumerate(lines, 1) if "# fmt: skip" in line and k not in tables], path
