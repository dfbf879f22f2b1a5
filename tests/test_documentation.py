"""docs/ and README say what the program does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import runmec
from docs.building.measured import ratios
from docs.building.snippets import disagreement
from docs.building.trying import FOLDER
from runmec.deck.vocabulary import RECORDS, columns
from runmec.examples import examples
from runmec.manual import explain, language_page, messages_page

from .axe import faults
from .browser import FLAGS, chromium
from .page.conftest import shown_at

ROOT = Path(__file__).parent.parent


def test_generated_pages_are_up_to_date() -> None:
    assert (ROOT / "docs/language.md").read_text(encoding="utf-8") == language_page()
    assert (ROOT / "docs/messages.md").read_text(encoding="utf-8") == messages_page()


@pytest.mark.parametrize("word", RECORDS)
def test_every_word_has_a_paragraph_whose_example_can_be_read(word: str) -> None:
    record = RECORDS[word]
    assert record.example in (explain(word) or "")
    values = record.example.removeprefix(record.word).split()
    required = sum(not column.optional for column in columns(record.signature))
    assert len(values) >= required


def test_readme_has_the_two_commands_and_ci_takes_its_test_command() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "runmec inputs/example8.mec" in readme
    assert re.search(r"^python3 -m venv .* pytest|^python3 -m venv .*/pytest", readme, re.MULTILINE)
    assert "README.md" in (ROOT / ".ci/run").read_text()


def test_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every python block, line after line, as a reader would type it."""
    import runpy

    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    monkeypatch.chdir(ROOT)
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks))
    assert runpy.run_path(str(script))["result"].complete


def test_deck_of_the_readme_is_in_order() -> None:
    (deck,) = re.findall(r"```text\n(DYN ANA.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert not runmec.loads(deck).warnings


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_links_and_names_of_files_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / link).exists(), link
    for path in re.findall(r"`((?:runmec|tests|docs|benchmarks)/[\w/]+\.(?:py|md|json))`", text):
        assert (ROOT / path).exists(), path


def test_architecture_has_a_line_for_every_file_of_the_engine() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+(?:\.py|/))`", text.partition("## The engine")[2].partition("## Traps")[0]))
    engine = ROOT / "runmec/engine"
    there = {path.name if path.suffix else f"{path.name}/" for path in engine.iterdir() if path.name[0] != "_"}
    assert there - named == set()


def test_contributing_and_readme_have_the_same_commands() -> None:
    readme, other = ((ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "CONTRIBUTING.md"))
    for command in re.findall(
        r"^(?:python3 -m venv .*pytest -n auto|\.venv/bin/pip install .*)$", readme, re.MULTILINE
    ):
        assert command in other, command


def exercises() -> list[Path]:
    return [path for path in (ROOT / "docs/exercises").glob("*.md") if path.stem != "index"]


def test_exercises_have_question_deck_and_solution() -> None:
    pages = exercises()
    assert len(pages) >= 12
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "## Questions" in text, page
        assert re.search(r"```\{deck\} inputs/[\w/]+\.mec", text), page
        solution = text.partition("Worked solution")[2]
        assert "{n}`" in solution, page
        assert "assert " in solution, f"{page}: nothing that does not come from runmec"


def test_pages_are_built_without_a_warning_and_fit_the_screen(tmp_path: Path) -> None:
    """Decks, commands, snippets, quoted numbers, words, codes and links are checked by the build itself."""
    site = tmp_path / "site"
    built = sphinx_build(ROOT / "docs", site, "-W", "--keep-going")
    assert built.returncode == 0, built.stderr
    assert not built.stderr
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")}
    made = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    assert {page for page in pages if "_build" not in page.parts} <= made
    links_lead_somewhere(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages_fit_the_screen(site, browser)
        pages_have_no_fault_for_axe(site, browser)
        the_first_page_moves(site, browser)
        decks_open_in_the_studio(site, browser)
        browser.close()


def test_the_chart_of_the_benchmarks_shows_every_ratio_to_another_program() -> None:
    rows = [
        ["ratio at error ≤ 0.01 m", "solve 143 ×, all of run 77 × (pinocchio; wanted: 100 ×, 50 ×)"],
        ["H: ratio", "2.0 × (mujoco; wanted: 2 ×)"],
        ["ratio: runmec's positions to those", "2.5 (wanted: at most 5)"],
        ["ratio", "1.49 (wanted: at most 1.4)"],
    ]
    found = ratios([{"title": "chains", "rows": rows}])
    assert [(one.peer, one.times) for one in found] == [
        ("pinocchio", 143.0),
        ("pinocchio", 77.0),
        ("mujoco", 2.0),
        ("pylinkage", 0.4),
    ]
    assert found[1].what == "chains: at error ≤ 0.01 m, all of run"


def sphinx_build(source: Path, site: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-q", *options, str(source), str(site)]
    return subprocess.run(command, capture_output=True, text=True)


def links_lead_somewhere(site: Path) -> None:
    """Every link within the site, its anchors included; nothing is asked of the network."""
    pages = {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    ids = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in pages.items()}
    for name, text in pages.items():
        assert not re.search(r'(?:src|href)="(?:https?:)?//[^"]*\.(?:js|css|woff2?)', text), name
        for link in re.findall(r'<a [^>]*href="([^"]+)"', text):
            if link.startswith(("http:", "https:", "mailto:", "data:")):
                continue
            page, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), page)) if page else name
            assert (site / target).exists(), (name, link)
            opens = anchor.startswith("open=")  # a deck, in the studio
            assert not anchor or opens or target not in ids or anchor in ids[target], (name, link)


def pages_fit_the_screen(site: Path, browser: Browser) -> None:
    """At the width of a desk and of a phone: nothing sticks out, every picture is there, no script complains."""
    for width in (1200, 400):
        page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
        heard: list[str] = []
        page.on("pageerror", lambda error, heard=heard: heard.append(str(error)))
        page.on("request", lambda r, heard=heard: None if r.url.startswith(("file:", "data:")) else heard.append(r.url))
        for path in sorted(path for path in site.rglob("*.html") if path.parent.name != FOLDER):
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            page.evaluate("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
            page.wait_for_function("[...document.images].every(i => i.complete)")
            missing = "[...document.images].filter(i => i.naturalWidth == 0).map(i => i.src)"
            assert page.evaluate(missing) == [], path
            assert not heard, (path, heard)
        page.context.close()


def pages_have_no_fault_for_axe(site: Path, browser: Browser) -> None:
    """One of every kind of page, light and dark."""
    kinds = (
        "index",
        "studio",
        "language",
        "benchmarks",
        "decks/gears",
        "exercises/flywheel",
        "python/reference",
        "search",
    )
    for scheme in ("light", "dark"):
        page = browser.new_context(viewport={"width": 1200, "height": 900}, color_scheme=scheme).new_page()  # type: ignore[arg-type]
        for kind in kinds:
            page.goto((site / f"{kind}.html").as_uri())
            page.wait_for_load_state()
            assert faults(page) == [], (kind, scheme)
        page.context.close()


def the_first_page_moves(site: Path, browser: Browser) -> None:
    """Where the reader has not asked for less of that."""
    for motion, plays in (("no-preference", True), ("reduce", False)):
        page = browser.new_context(reduced_motion=motion).new_page()  # type: ignore[arg-type]
        page.goto((site / "index.html").as_uri())
        film = page.frame_locator("figure.film iframe")
        assert (film.locator("#play").inner_text() == "Pause") == plays
        page.context.close()


def decks_open_in_the_studio(site: Path, browser: Browser) -> None:
    """Every deck of the gallery and every exercise has a link; one is followed."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return  # the pages say so while they are built
    opening = re.compile(rf'href="(?:\.\./)*{FOLDER}/index\.html#open=(\w+)"')
    linked = {
        path.relative_to(site).with_suffix("").as_posix(): set(opening.findall(path.read_text(encoding="utf-8")))
        for path in site.rglob("*.html")
    }
    assert {one.name for one in examples()} <= set().union(*linked.values())
    assert [page.stem for page in exercises() if not linked[f"exercises/{page.stem}"]] == []
    with shown_at(site) as shown:
        page = browser.new_page()
        page.goto(f"http://{shown.host}/decks/four_bars.html")
        page.click("a:has-text('Open crank_rocker.mec in the studio')")
        page.wait_for_selector("body[data-ready]", timeout=120_000)
        text = (ROOT / "inputs" / "four_bars/crank_rocker.mec").read_text(encoding="utf-8")
        assert page.evaluate("() => window.studio.text()") == text
        page.close()


WRONG_PAGE = """# Wrong

A word `tsetpe` and a code D999.

```{python}
length = 2.0
```

It is {n}`2.1 m <length>`, or {n}`3 <nobody>`.

```{python}
assert length == 3.0
```

```{command} runmec explain D301
:exit: 1
```

```{deck} loose.mec
KIN ANA
TOPOLOGY
END
```

```{deck} inputs/nowhere.mec
```

```python
print("never carried out")
```

{source}`runmec/engine/replay.py:nothing`, [a link](nowhere.md), $\\nonsense{x}$

:::{dropdown} Worked solution
The answer is 42.17 m.
:::
"""
COMPLAINTS = (
    "`tsetpe` is no word of the language; `tstepe` is",
    "D999 is no code of a message",
    "`length`: the text says 2.1, it is 2",
    "`3 <nobody>` is not `text <variable>`",
    "the snippet fails: AssertionError",
    "`runmec explain D301` ends with 0, not 1",
    "loose.mec: faults ['D218'], expected []",
    "there is no deck inputs/nowhere.mec",
    "a snippet that nobody carries out",
    "there is no runmec/engine/replay.py:nothing",
    "nowhere.md",
    "formula cannot be set",
    "the result 42.17 is not held to a variable",
)


def test_the_build_complains_of_everything_that_is_wrong(tmp_path: Path) -> None:
    source = tmp_path / "docs"
    source.mkdir()
    (source / "index.md").write_text(WRONG_PAGE)
    (source / "language.md").write_text("# Language\n")
    (source / "messages.md").write_text("# Messages\n")
    shutil.copy(ROOT / "docs/conf.py", source)
    (source / "building").symlink_to(ROOT / "docs/building")
    (source / "_static").symlink_to(ROOT / "docs/_static")
    built = sphinx_build(source, tmp_path / "site")
    for complaint in COMPLAINTS:
        assert complaint in built.stderr, complaint


@pytest.mark.parametrize(
    ("text", "value", "fits"),
    [
        ("12.3 Nm", 12.34, True),
        ("12.4 Nm", 12.34, False),
        ("−1.1190 Nm", -1.11904, True),
        ("1.1190", -1.119, False),
        ("about 856 N", 856.27, True),
        ("1e-3 m", 0.00104, True),
        ("1.1e-3 m", 0.00104, False),
        ("3", float("nan"), False),
        ("many", 3.0, False),
        ("12.3 or 99", 12.34, False),
        ("0 m", 0.0004, False),
        ("0 m", 0.0, True),
    ],
)
def test_a_quoted_number_is_the_variable_to_the_digits_quoted(text: str, value: float, fits: bool) -> None:
    assert (disagreement(text, value) == "") == fits
