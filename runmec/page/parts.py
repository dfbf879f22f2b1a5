"""Python for browsers: fetched by name once and kept, or taken from a folder that the user gives."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from ..diagnostics import RunmecError
from ..files import told

PYODIDE = "314.0.7"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_ABOUT = "package.json"  # of the package pyodide: its version and licence
_PLATFORM, _PYTHON, _ABI = "pyemscripten_2026_0_wasm32", "3.14", "cp314"
_LIBRT = "librt-*wasm32.whl"
#: packages that are the same everywhere: those of this installation go along
PURE = ("lark", "mypy_extensions")
_PATIENCE = 600.0  # seconds


class PartMissing(RunmecError):
    """A part is not there; the text says what to give instead."""


class Parts(NamedTuple):
    core: Path  # the folder of CORE
    librt: Path  # its wheel
    node: str


def parts(given: str | None) -> Parts:
    """From a folder that has Pyodide, or by npm and pip into the cache of the user."""
    node = shutil.which("node")
    if node is None:
        raise PartMissing(
            "node is not installed: Node.js 20 or later compiles the page's Python; it is needed for building only"
        )
    core = _core_in(Path(given)) if given else _fetched(f"pyodide-{PYODIDE}", _fetch_core)
    found = sorted(core.glob(_LIBRT)) or sorted(Path(given or core).glob(_LIBRT))
    return Parts(core, found[0] if found else _librt(), node)


def _core_in(folder: Path) -> Path:
    for place in (folder, folder / "package", folder / "pyodide"):
        if all((place / name).is_file() for name in CORE):
            return place
    missing = next(name for name in CORE if not (folder / name).is_file())
    raise PartMissing(
        f"{folder} is no folder of Pyodide: it has no {missing}; `npm pack pyodide@{PYODIDE}` unpacked, "
        "or a release of Pyodide, is one"
    )


def _librt() -> Path:
    name = f"librt-{metadata.version('librt')}"
    return next(_fetched(name, _fetch_librt).glob(_LIBRT))


def about_core(core: Path) -> dict[str, Any]:
    """What Pyodide says of itself, and its Python."""
    info = json.loads((core / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    about = core / _ABOUT
    facts = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
    return {"version": info.get("version", PYODIDE), **facts, "python": info["python"]}


# ---- fetching by name


def _fetched(name: str, fetch: object) -> Path:
    """A folder of the cache; it is there whole or not at all."""
    assert callable(fetch)
    place = cache() / name
    if not place.is_dir():
        with told(cache(), "made", "folder "):
            cache().mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".making-", dir=cache()) as made:
                fetch(Path(made))
                if not place.is_dir():
                    os.rename(shutil.copytree(made, f"{made}-whole"), place)
    return place


def cache() -> Path:
    """Of this user."""
    own = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.environ.get("XDG_CACHE_HOME")
    return Path(own or Path.home() / ".cache") / "runmec" / "page"


def _fetch_core(folder: Path) -> None:
    remedy = (
        f"give a folder that has it: --pyodide FOLDER (`npm pack pyodide@{PYODIDE}` unpacked, on a machine with npm)"
    )
    npm = shutil.which("npm")
    if npm is None:
        raise PartMissing(f"npm is not installed, which fetches Python for browsers (pyodide); {remedy}")
    with _working(f"pyodide {PYODIDE} cannot be fetched by npm", remedy) as work:
        _run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], work)
        archive = next(work.glob("*.tgz"))
        with tarfile.open(archive) as pack:
            for name in (*CORE, _ABOUT):
                file = pack.extractfile(f"package/{name}")
                assert file is not None, name
                (folder / name).write_bytes(file.read())


def _fetch_librt(folder: Path) -> None:
    version = metadata.version("librt")
    line = (
        f"pip download --no-deps --only-binary :all: --platform {_PLATFORM} --python-version {_PYTHON} "
        f"--implementation cp --abi {_ABI} librt=={version}"
    )
    with _working(
        "librt for browsers cannot be fetched by pip", f"put its wheel beside Pyodide's files: {line}"
    ) as work:
        _run([sys.executable, "-m", *line.split(), "--quiet", "--disable-pip-version-check"], work)
        for wheel in work.glob(_LIBRT):
            shutil.copy(wheel, folder)
        if not list(folder.glob(_LIBRT)):
            raise FileNotFoundError(_LIBRT)


@contextmanager
def _working(what: str, remedy: str) -> Iterator[Path]:
    """A folder to fetch into; whatever fails is told in one line."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            yield Path(folder)
        except subprocess.CalledProcessError as fault:
            said = (fault.stderr or "").strip().splitlines()
            raise PartMissing(f"{what} ({said[-1][:200] if said else 'no network?'}); {remedy}") from None
        except (OSError, subprocess.TimeoutExpired, StopIteration, KeyError, tarfile.TarError) as fault:
            raise PartMissing(f"{what} ({type(fault).__name__}); {remedy}") from None


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL
    )
