"""Files are written whole or not at all; links, hard links and read-only marks stay."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from . import interrupts
from .diagnostics import FileError
from .texts import TextForm, form_of

_PART = ".part"  # ending of files that are being written
_LEFT_BEHIND = 60.0  # seconds after which nobody writes such a file any more


def make_folder(folder: Path) -> None:
    with told(folder, "made", "folder "):
        folder.mkdir(parents=True, exist_ok=True)


@contextlib.contextmanager
def told(path: str | os.PathLike[str], done: str = "written", what: str = "") -> Iterator[None]:
    """A fault of the system as one line that names the file."""
    try:
        yield
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else "not a file name"
        raise FileError(f"{what}{path} cannot be {done} ({reason})") from None


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Writes beside the file and then takes its place; an earlier file stays until then."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    with told(path), interrupts.undivided():
        if os.path.exists(path) and not os.path.isfile(path):  # a device, a pipe; a folder is refused here
            with open(path, "wb") as device:
                device.write(data)
            return
        place = Path(os.path.realpath(path))
        refuse_read_only(place)
        _clear(place)
        with part_of(place) as part:
            write_through(part, data)
            take_place(part, place)
        flush_folder(place.parent)


def rewrite(path: str | os.PathLike[str], text: str) -> None:
    """Another text in a file: encoding, byte-order mark and line ends of the one that was there stay."""
    with told(path, "read"):
        form = form_of(Path(path).read_bytes()) if os.path.isfile(path) else TextForm()
    write_whole(path, form.data(text))


@contextlib.contextmanager
def part_of(place: Path) -> Iterator[Path]:
    """A name beside the place for what is to stand there, gone at the end."""
    handle, name = tempfile.mkstemp(prefix=f".{place.name[:50]}.", suffix=f"{_PART}{place.suffix}", dir=place.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def write_through(path: Path, data: bytes) -> None:
    """To the disk itself, so that a name never stands for less."""
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def refuse_read_only(place: Path) -> None:
    if place.is_file() and not (place.stat().st_mode & 0o222 and os.access(place, os.W_OK)):
        raise FileError(f"{place} is read-only; allow writing to it, or choose another name")


def take_place(complete: Path, place: Path) -> None:
    """What is complete stands at the place from now on, with the rights of what stood there.

    It goes through links, and into files that have several names or are mount points of their own.
    """
    place = Path(os.path.realpath(place))
    os.chmod(complete, _mode_of(place))
    if place.is_file() and place.stat().st_nlink > 1:
        _pour(complete, place)
        return
    try:
        os.replace(complete, place)
    except OSError as fault:
        if fault.errno not in (errno.EXDEV, errno.EBUSY):
            raise
        _pour(complete, place)


def _pour(complete: Path, place: Path) -> None:
    with open(complete, "rb") as source, open(place, "r+b" if place.exists() else "xb") as target:
        shutil.copyfileobj(source, target)
        target.truncate()
        target.flush()
        os.fsync(target.fileno())
    complete.unlink()


def flush_folder(folder: Path) -> None:
    """The names in it; not every system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _clear(place: Path) -> None:
    """What writers have left that were killed."""
    prefix = f".{place.name[:50]}."
    with contextlib.suppress(OSError), os.scandir(place.parent) as found:
        for entry in found:
            is_part = entry.name.startswith(prefix) and entry.name.endswith(f"{_PART}{place.suffix}")
            if is_part and time.time() - entry.stat().st_mtime > _LEFT_BEHIND:
                os.unlink(entry.path)


def _mode_of(place: Path) -> int:
    """The rights of the file that is replaced, or those of a new one."""
    try:
        return place.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
