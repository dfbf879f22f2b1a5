"""What the worker of a page unpacks: runmec, its packages, examples and the decks that are offered; and Python's own
library without what no page needs. Both are compiled by the Python that loads them.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from ..examples import folder as examples_folder
from .parts import PURE, PartMissing, Parts, cache

_PACKAGE = Path(__file__).parent.parent
_COMPILE = Path(__file__).parent / "compile.mjs"
#: folders and files of runmec that serve a command line, a server, editors, or pictures by matplotlib
_ABSENT = ("cli/", "course/", "lsp/", "page/", "studio/page/", "studio/static/", "studio/app.py", "studio/crews.py",
           "studio/guard.py", "studio/serving.py", "studio/worker.py", "studio/workers.py", "inputs/")  # fmt: skip
#: of Python's library: what draws windows, builds, debugs and tests programs, talks to networks and data bases
_UNUSED = (
    "_aix_support", "_ios_support", "_android_support", "_apple_support", "_osx_support", "_markupbase", "_pyio",
    "_pylong", "_pyrepl", "_sysconfigdata", "_testcapi", "antigravity", "bdb", "cProfile", "cmd",
    "compileall", "configparser", "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput", "ftplib",
"graphlib", "html/parser", "http/cookiejar", "http/cookies", "http/server", "idlelib", "imaplib",
    "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "plistlib",
    "poplib", "profile", "profiling", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data", "rlcompleter",
    "sched", "shelve", "smtplib", "socketserver", "sqlite3", "statistics", "symtable", "tabnanny", "test", "timeit",
    "tkinter", "trace", "tracemalloc", "tty", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser",
    "wsgiref", "xml", "xmlrpc", "zipapp",
)  # fmt: skip
#: of all encodings, those in which files of any use may stand
_ENCODINGS = ("__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "utf_16", "utf_16_be", "utf_16_le",
              "utf_32", "utf_8", "utf_8_sig")  # fmt: skip
_PATIENCE = 300.0  # seconds


class Packed(NamedTuple):
    runmec: bytes
    library: bytes


def packed(parts: Parts, offered: Sequence[tuple[str, str]]) -> Packed:
    """`offered` are names and texts of decks."""
    with zipfile.ZipFile(parts.core / "python_stdlib.zip") as given:
        library = {
            name: given.read(name) for name in given.namelist() if not name.endswith("/") and not _is_unused(name)
        }
    return Packed(_compiled(parts, _files(parts, offered)), _compiled(parts, library, keep=True))


def _is_unused(name: str) -> bool:
    if name.startswith("encodings/"):
        return name.removeprefix("encodings/").removesuffix(".py") not in _ENCODINGS
    return any(name == f"{one}.py" or name.startswith((f"{one}/", f"{one}_")) for one in _UNUSED)


def _files(parts: Parts, offered: Sequence[tuple[str, str]]) -> dict[str, bytes]:
    found = {f"runmec/{name}": path.read_bytes() for name, path in _own()}
    inputs = examples_folder()
    for path in sorted(inputs.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            if path.suffix == ".toml":  # its topic; the numbers that the deck is held to stay here
                content = content.partition(b"[[")[0]
            found[f"runmec/inputs/{path.relative_to(inputs).as_posix()}"] = content
    for package in PURE:
        found |= _installed(package)
    with zipfile.ZipFile(parts.librt) as wheel:
        found |= {name: wheel.read(name) for name in wheel.namelist() if name.startswith("librt/vecs.")}
    for number, (name, text) in enumerate(offered):
        found[f"offered/{number:03}_{name}.mec"] = text.encode()
    return found


def _own() -> Iterator[tuple[str, Path]]:
    """Compiled modules of this machine stay here."""
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE).as_posix()
        kept = path.suffix in (".py", ".lark", ".mec", ".js", ".css", ".html")
        if kept and path.is_file() and not name.startswith(_ABSENT):
            yield name, path


def _installed(package: str) -> dict[str, bytes]:
    """The modules of a package as they are installed here."""
    found = {}
    for file in metadata.files(package) or ():
        name = file.as_posix()
        if name.endswith((".py", ".lark")) and "/__pyinstaller/" not in name and "/tools/" not in name:
            found[name] = Path(str(file.locate())).read_bytes()
    if not found:
        raise PartMissing(f"the files of the package {package} are not found; install it anew")
    return found


def _compiled(parts: Parts, files: Mapping[str, bytes], keep: bool = False) -> bytes:
    """An archive of these files; one that hardly ever changes is kept."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for name in sorted(files):
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), files[name])
    data = archive.getvalue()
    core = (parts.core / "pyodide.asm.wasm").read_bytes()
    key = hashlib.sha256(b"".join((data, core, _COMPILE.read_bytes()))).hexdigest()
    kept = cache() / f"{key}.zip"
    if keep and kept.is_file():
        return kept.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder) / "given.zip", Path(folder) / "found.zip"
        given.write_bytes(data)
        jobs = json.dumps([{"from": str(given), "to": str(found)}])
        try:
            subprocess.run(
                [parts.node, str(_COMPILE), str(parts.core), jobs],
                check=True,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.CalledProcessError as fault:
            said = fault.stderr.strip().splitlines()[-1:] or [""]
            raise PartMissing(
                f"node cannot compile the page's Python ({said[0][:200]}); it takes Node.js 20 or later"
            ) from None
        except subprocess.TimeoutExpired:
            raise PartMissing(f"node took longer than {_PATIENCE:g} s to compile the page's Python") from None
        result = found.read_bytes()
    if keep:
        _keep(kept, result)
    return result


def _keep(place: Path, data: bytes) -> None:
    from ..files import make_folder, write_whole

    make_folder(place.parent)
    write_whole(place, data)
