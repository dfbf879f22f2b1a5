"""The public interface: every docstring has its parts and its examples, and the examples say what comes out."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runmec

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/python/reference.md").read_text(encoding="utf-8")
#: class -> its members on the page
MEMBERS = {
    name: [member.strip() for member in members.split(",")]
    for name, members in re.findall(r"auto\w+:: runmec\.([\w.]+)\n +:members: (.*)", PAGE)
}
SHOWN = re.findall(r"auto\w+:: runmec\.([\w.]+)", PAGE)
DOCUMENTED = [*SHOWN, *(f"{name}.{member}" for name, members in MEMBERS.items() for member in members)]


def found(path: str) -> Any:
    """What stands under a dotted name; properties as they are in their class."""
    *parents, last = path.split(".")
    here: Any = runmec
    for part in parents:
        here = getattr(here, part) if hasattr(here, part) else __import__(f"{here.__name__}.{part}", fromlist=["_"])
    return inspect.getattr_static(here, last) if inspect.isclass(here) else getattr(here, last)


def text_of(path: str) -> str:
    """The docstring as it is written: compiled classes have lost theirs."""
    one = found(path)
    if inspect.isclass(one):
        module = inspect.getmodule(one)
        assert module is not None
        source = Path(runmec.__file__).parent / Path(*module.__name__.split(".")[1:])
        file = source / "__init__.py" if source.is_dir() else source.with_suffix(".py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        node = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == one.__name__)
        return inspect.cleandoc(ast.get_docstring(node) or "")
    return inspect.getdoc(one) or ""


def section(text: str, title: str) -> str:
    match = re.search(rf"^{title}\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return match[1] if match else ""


def test_the_page_shows_all_that_is_public() -> None:
    assert set(SHOWN) >= set(runmec.__all__) - {"__version__"}


@pytest.mark.parametrize("path", DOCUMENTED)
def test_docstrings_name_what_is_given_and_what_comes_back(path: str) -> None:
    one, text = found(path), text_of(path)
    assert text[:1].isupper()
    if inspect.isfunction(one):
        signature = inspect.signature(one)
        given = set(list(signature.parameters)[path.rpartition(".")[0] in MEMBERS :])
        told = re.findall(r"^\*{0,2}(\w[\w, ]*) : ", section(text, "Parameters"), re.MULTILINE)
        assert {name for names in told for name in names.split(", ")} == given
        assert bool(section(text, "Returns")) == (signature.return_annotation != "None")
    if not isinstance(one, property) and not hasattr(one, "attrname"):
        assert ">>> " in section(text, "Examples")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the decks in `inputs`, as the page says."""
    found = tmp_path_factory.mktemp("reader")
    shutil.copytree(ROOT / "inputs", found / "inputs")
    return found


@pytest.mark.parametrize("path", DOCUMENTED)
def test_examples_say_what_comes_out(path: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    examples = doctest.DocTestParser().get_doctest(text_of(path), {"runmec": runmec, "np": np}, path, None, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=said.append)
    assert said == []
