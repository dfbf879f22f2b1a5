"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .diagnostics import FileError


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise FileError(f"folder {folder} cannot be made ({fault.strerror})") from None


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes beside the file and then takes its place; an earlier file stays until then."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    folder, name = os.path.split(os.path.abspath(os.fspath(path)))
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{name[:50]}.", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, _mode_of(path))
        os.replace(temporary, path)
    except OSError as fault:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        raise FileError(f"{path} cannot be written ({fault.strerror})") from None


def _mode_of(path: str | os.PathLike[str]) -> int:
    """The rights of the file that is replaced, or those of a new one."""
    try:
        return os.stat(path).st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
