"""What stands around the program says what the program is: workflow, package, citation, hooks, forms."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import runmec

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FORMS = [path for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if path.stem != "config"]


def written(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def test_the_workflow_tries_every_python_that_the_package_names() -> None:
    named = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.MULTILINE)
    jobs = written(".github/workflows/ci.yml")["jobs"]
    assert jobs["linux"]["strategy"]["matrix"]["python"] == named
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{python.replace('.', '')}-*" for python in named]


def test_the_workflow_does_what_ci_run_does() -> None:
    """On Linux that script itself; elsewhere README's command, found as the script finds it."""
    steps = {name: job["steps"] for name, job in written(".github/workflows/ci.yml")["jobs"].items()}
    assert {"run": ".ci/run"} in steps["linux"]
    find = "grep -m 1 'bin/pytest' README.md"
    assert find in (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert any(find in step.get("run", "") for step in steps["elsewhere"])


def test_hooks_are_the_checks_of_ci_run() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    checks = re.findall(r"^\.venv/bin/((?:ruff|mypy).*?)(?: \.)?$", script, re.MULTILINE)
    (repo,) = written(".pre-commit-config.yaml")["repos"]
    assert [hook["entry"].removesuffix(" --force-exclude") for hook in repo["hooks"]] == checks


def test_the_citation_is_that_of_the_package() -> None:
    citation, project = written("CITATION.cff"), PROJECT["project"]
    assert citation["version"] == runmec.__version__
    assert citation["license"] == project["license"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]
    assert citation["repository-code"] == project["urls"]["Source"]
    head = f"## {runmec.__version__} ({citation['date-released']})"
    assert head in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FORMS, ids=[path.stem for path in FORMS])
def test_issue_forms_are_whole(path: Path) -> None:
    """What the hosting service asks of a form: name, description, and of every field a label and a name of its own."""
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    assert {field["type"] for field in form["body"]} <= {"textarea", "input"}
    assert all(field["attributes"]["label"] for field in form["body"])
    names = [field["id"] for field in form["body"]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("link", sorted(PROJECT["project"]["urls"].values()))
def test_links_of_the_package_lead_to_files_that_are_there(link: str) -> None:
    _, found, path = link.partition("/blob/main/")
    assert link.startswith(PROJECT["project"]["urls"]["Source"])
    assert not found or (ROOT / path).exists()


def test_pictures_of_the_readme_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^]]+\]\((\S+\.png)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(pictures) == 2
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < 200_000
