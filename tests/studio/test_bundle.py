"""The script of the page is the one that its sources give, and packages carry it without what only builds it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

STUDIO = Path(__file__).parent.parent.parent / "runmec" / "studio"
PAGE, STATIC = STUDIO / "page", STUDIO / "static"


def test_the_bundle_is_built_from_these_sources() -> None:
    digest = hashlib.sha256((PAGE / "package-lock.json").read_bytes())
    for path in sorted((PAGE / "src").iterdir(), key=lambda path: path.name):
        digest.update(path.read_bytes())
    assert (STATIC / "sources.sha256").read_text().strip() == digest.hexdigest(), (
        "the page has changed: in runmec/studio/page run `npm ci && npm run check && npm run build`"
    )


@pytest.mark.skipif(not (PAGE / "node_modules").is_dir() or shutil.which("node") is None, reason="built where npm is")
def test_building_again_gives_the_same(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=PAGE, check=True, capture_output=True)
    assert (tmp_path / "studio.js").read_bytes() == (STATIC / "studio.js").read_bytes()
    subprocess.run(["node", "node_modules/typescript/bin/tsc", "--noEmit"], cwd=PAGE, check=True, capture_output=True)


def test_the_page_loads_nothing_from_elsewhere() -> None:
    text = (STATIC / "index.html").read_text(encoding="utf-8") + (STATIC / "studio.css").read_text(encoding="utf-8")
    assert "http" not in text
    assert "@import" not in text


def test_a_wheel_carries_the_page_and_not_its_tools(tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    root = STUDIO.parent.parent
    if not (root / "pyproject.toml").is_file():
        pytest.skip("installed: there is no source to build from")
    builder = WheelBuilder(str(root))
    names = {file.distribution_path for file in builder.recurse_included_files()}
    for wanted in ("index.html", "studio.css", "studio.js", "icon.svg", "notices.txt"):
        assert f"runmec/studio/static/{wanted}" in names
    assert not [name for name in names if "node_modules" in name or "/studio/page/" in name]
