"""The folder: what is in it, what is refused, and that it is there whole or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner

from runmec.cli import cli
from runmec.page import building, parts
from runmec.page.building import build
from runmec.page.parts import PartMissing

from .conftest import OFFERED


def test_the_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build(tmp_path / "again", OFFERED, "Mechanisms II")
    one, other = (
        {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
        for root in (site / "course" / "page", tmp_path / "again")
    )
    assert one.keys() == other.keys()
    assert [name for name in one if one[name] != other[name]] == []


def test_it_says_versions_and_sizes_and_is_small(site: Path) -> None:
    account = json.loads((site / "course" / "page" / "page.json").read_text(encoding="utf-8"))
    assert {"runmec", "pyodide", "Python", "librt", "lark"} <= account["versions"].keys()
    assert sum(one["gzipped"] for one in account["files"].values()) < 9.0e6
    for name, sizes in account["files"].items():
        assert (site / "course" / "page" / name).stat().st_size == sizes["bytes"]


def test_python_is_compiled_and_nothing_else_is_asked_for(site: Path) -> None:
    page = site / "course" / "page"
    with zipfile.ZipFile(page / "runmec.zip") as archive:
        names = archive.namelist()
    assert "runmec/studio/browser.pyc" in names
    assert not [name for name in names if name.endswith((".py", ".so.py"))]
    assert [name for name in names if name.startswith("offered/")] == [
        "offered/000_bar.mec",
        "offered/001_example8.mec",
    ]
    assert json.loads((page / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"] == {}
    head = (page / "index.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in head
    assert "<title>Mechanisms II</title>" in head
    assert "http" not in head.replace("http-equiv", "")


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(PartMissing, match="no page of runmec"):
        build(tmp_path, [])
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_page_that_is_there_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "page.json").write_text("{}", encoding="utf-8")
    with (
        mock.patch.object(building, "write_through", side_effect=OSError(28, "No space left on device")),
        pytest.raises(Exception, match="No space left"),
    ):
        building._write(folder, {"index.html": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["page"]
    assert (folder / "page.json").read_text(encoding="utf-8") == "{}"
    building._write(folder, {"index.html": b"new"})
    assert [path.name for path in folder.iterdir()] == ["index.html"]


@pytest.mark.parametrize(
    ("missing", "said"),
    [("node", "Node.js 20 or later"), ("npm", "--pyodide FOLDER")],
)
def test_what_is_missing_is_told_with_what_to_give(
    missing: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = lambda name: None if name == missing else f"/usr/bin/{name}"  # noqa: E731
    with mock.patch.object(parts.shutil, "which", side_effect=found):
        result = CliRunner().invoke(cli, ["page", "-o", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "out").exists()


def test_a_network_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    failure = subprocess.CalledProcessError(1, ["npm"], stderr="npm error network request failed\n")
    with (
        mock.patch.object(parts.shutil, "which", return_value="/usr/bin/x"),
        mock.patch.object(parts.subprocess, "run", side_effect=failure),
        pytest.raises(PartMissing, match=r"by npm \(npm error network request failed\); give"),
    ):
        parts.parts(None)
    assert list((tmp_path / "cache").rglob("*pyodide*")) == []


def test_a_folder_without_pyodide_is_told(tmp_path: Path) -> None:
    with (
        mock.patch.object(parts.shutil, "which", return_value="/usr/bin/node"),
        pytest.raises(PartMissing, match=r"has no pyodide\.mjs"),
    ):
        parts.parts(str(tmp_path))


def test_two_decks_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bar.mec").write_text("KIN ANA\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "runmec",
        "page",
        "-o",
        str(tmp_path / "out"),
        str(tmp_path / "a" / "bar.mec"),
        str(tmp_path / "b" / "bar.mec"),
    ]
    found = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ))
    assert found.returncode == 2
    assert "two decks are called bar" in found.stderr
