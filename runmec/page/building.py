"""The folder: pages, scripts, Python and a list of all parts; whole or not at all."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from .. import __version__
from ..files import make_folder, told, write_through
from .notices import notices
from .packing import packed
from .parts import CORE, PURE, PartMissing, Parts, about_core, parts

_OWN = Path(__file__).parent
_STUDIO = _OWN.parent / "studio" / "static"
_FILM = _OWN.parent / "drawing"
_OF_THE_STUDIO = ("studio.js", "studio.css", "icon.svg")
_OF_THE_FILM = ("painter.js", "diagram.js", "space.js")
_ACCOUNT = "page.json"
#: what the page may load: its own files, and nothing else from anywhere; CodeMirror writes its styles itself
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' "
          "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
          "form-action 'none'")  # fmt: skip


class Built(NamedTuple):
    """What the build says of itself."""

    versions: dict[str, str]
    sizes: dict[str, tuple[int, int]]  # bytes, and gzipped


def build(
    folder: Path,
    decks: Sequence[tuple[str, str]],
    title: str = "",
    pyodide: str | None = None,
    progress: Callable[[str, float], None] = lambda _, __: None,
) -> Built:
    """Into a folder that is not there, is empty, or holds an earlier page."""
    _refuse_other(folder)
    progress("parts", 0.0)
    found = parts(pyodide)
    progress("Python", 0.2)
    files = _files(found, decks, title or "runmec studio")
    built = Built(
        _versions(found), {name: (len(data), len(gzip.compress(data, 9, mtime=0))) for name, data in files.items()}
    )
    listed = {name: {"bytes": whole, "gzipped": packed} for name, (whole, packed) in built.sizes.items()}
    account = {"program": "runmec", "title": title, "versions": built.versions, "files": listed}
    progress("files", 0.9)
    _write(folder, {**files, _ACCOUNT: (json.dumps(account, indent=2, ensure_ascii=False) + "\n").encode()})
    return built


def _refuse_other(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise PartMissing(f"{folder} is a file; choose a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _ACCOUNT).is_file():
        raise PartMissing(f"{folder} has files that are no page of runmec; choose an empty folder or a new one")


def _files(found: Parts, decks: Sequence[tuple[str, str]], title: str) -> dict[str, bytes]:
    made = packed(found, decks)
    files = {f"pyodide/{name}": (found.core / name).read_bytes() for name in CORE}
    files |= {
        "pyodide/python_stdlib.zip": made.library,
        "pyodide/pyodide-lock.json": _lock(found),
        "runmec.zip": made.runmec,
    }
    files |= {f"static/{name}": (_STUDIO / name).read_bytes() for name in _OF_THE_STUDIO}
    files |= {f"static/{name}": (_FILM / name).read_bytes() for name in _OF_THE_FILM}
    files["static/notices.txt"] = notices(found)
    files["index.html"] = _page(title)
    files["worker.mjs"] = (_OWN / "worker.mjs").read_bytes()
    files["manifest.webmanifest"] = _manifest(title)
    files["service.js"] = _service(files)
    return dict(sorted(files.items()))


def _lock(found: Parts) -> bytes:
    """Of Pyodide: which Python it is. It lists no package, so that nothing is ever looked for elsewhere."""
    whole = json.loads((found.core / "pyodide-lock.json").read_text(encoding="utf-8"))
    return json.dumps({"info": whole["info"], "packages": {}}, sort_keys=True).encode()


def _page(title: str) -> bytes:
    text = (_STUDIO / "index.html").read_text(encoding="utf-8")
    said, places = html.escape(title), html.escape(json.dumps({"runmec": "runmec.zip", "pyodide": "pyodide"}))
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="nonce" content="">\n<meta name="parts" content="{places}">\n'
        '<meta name="theme-color" content="#1f4e79">\n<link rel="manifest" href="manifest.webmanifest">'
    )
    text = text.replace('<meta name="nonce" content="@NONCE@">', head)
    return text.replace("<title>runmec studio</title>", f"<title>{said}</title>").encode()


def _manifest(title: str) -> bytes:
    icon = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    known = {
        "name": title,
        "short_name": title[:12],
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#1f4e79",
        "icons": [icon],
    }
    return json.dumps(known, ensure_ascii=False, indent=1).encode()


def _service(files: Mapping[str, bytes]) -> bytes:
    """The service worker, with the list of all files in front: another file anywhere is another version."""
    listed = [[name, _integrity(data), len(data)] for name, data in sorted(files.items())]
    script = (_OWN / "service.js").read_bytes()
    version = hashlib.sha256(json.dumps(listed).encode() + script).hexdigest()[:16]
    built = json.dumps({"VERSION": version, "POLICY": POLICY, "FILES": listed}, separators=(",", ":"))
    return f"self.BUILT={built};\n".encode() + script


def _integrity(data: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode('ascii')}"


def _versions(found: Parts) -> dict[str, str]:
    about = about_core(found.core)
    return {
        "runmec": __version__,
        "pyodide": about["version"],
        "Python": about["python"],
        "librt": found.librt.name.split("-")[1],
        **{name: metadata.version(name) for name in PURE},
    }


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Beside the folder, which then takes its place: what stood there stays until all is there."""
    place = Path(os.path.realpath(folder))
    make_folder(place.parent)
    with (
        told(folder, "written", "folder "),
        tempfile.TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent) as work,
    ):
        whole, old = Path(work) / "whole", Path(work) / "old"
        for name, data in files.items():
            (whole / name).parent.mkdir(parents=True, exist_ok=True)
            write_through(whole / name, data)
        whole.chmod(0o755)
        if place.is_dir():
            os.rename(place, old)
        try:
            os.rename(whole, place)
        except OSError:
            if old.is_dir():
                os.rename(old, place)
            raise
        shutil.rmtree(old, ignore_errors=True)
