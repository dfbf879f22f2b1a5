"""Whose work a page carries: notices of the packages themselves."""

from __future__ import annotations

import zipfile
from importlib import metadata
from pathlib import Path

from .parts import PURE, Parts, about_core

_STUDIO = Path(__file__).parent.parent / "studio" / "static" / "notices.txt"
_RULE = "\n" + "-" * 72 + "\n\n"


def notices(parts: Parts) -> bytes:
    """Of the studio's script, of Python and of its packages."""
    return _RULE.join(
        [_STUDIO.read_text(encoding="utf-8"), _pyodide(parts.core), _wheel(parts.librt), *map(_installed, PURE)]
    ).encode()


def _pyodide(core: Path) -> str:
    """Its package has no file of its licence, but tells which it is and where its sources are."""
    facts = about_core(core)
    source = facts.get("repository", {}).get("url", "the project Pyodide")
    return (
        f"pyodide {facts['version']} ({facts.get('license', 'MPL-2.0')})\n\nPython {facts['python']} for browsers, "
        f"unchanged; its library is compiled, and parts that no page needs are left out. Its source code is at "
        f"{source}. Python is of the Python Software Foundation, under the PSF License Agreement.\n"
    )


def _wheel(path: Path) -> str:
    with zipfile.ZipFile(path) as wheel:
        names = [name for name in wheel.namelist() if ".dist-info/licenses/" in name]
        texts = [wheel.read(name).decode("utf-8").strip() for name in names]
    name, version = path.name.split("-")[:2]
    return f"{name} {version}\n\n" + "\n\n".join(texts) + "\n"


def _installed(package: str) -> str:
    files = [file for file in metadata.files(package) or () if "licenses/" in file.as_posix()]
    texts = [Path(str(file.locate())).read_text(encoding="utf-8").strip() for file in files]
    return f"{package} {metadata.version(package)}\n\n" + "\n\n".join(texts) + "\n"
