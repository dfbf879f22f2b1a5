"""Where a command writes: the name of its folder, which is its own while it works."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..diagnostics import FileError
from .talk import WRONG_USE, fail

if TYPE_CHECKING:
    from ..folder import Folder


def place_of(deck: str, out: str | None, ending: str) -> Path:
    """`-o NAME`, or `<deck>.<ending>` in the current folder."""
    if out is None:
        return Path(f"{'deck' if deck == '-' else Path(deck).stem}.{ending}")
    if not out.strip():
        raise click.UsageError("-o has an empty name; this folder is `-o .`")
    return Path(out)


@contextlib.contextmanager
def taken(path: Path) -> Iterator[Folder]:
    """The folder as one that is ours; faults are told and end the program."""
    from ..folder import Folder

    try:
        with Folder(path, lambda told: click.echo(f"runmec: {told}", err=True)) as folder:
            yield folder
    except FileError as fault:
        fail(str(fault), WRONG_USE)


def finished(folder: Folder, write: Callable[[], list[str]]) -> tuple[list[str], bool]:
    """Names of the files, and whether somebody did not want to wait for the pictures."""
    try:
        return write(), False
    except KeyboardInterrupt:
        return folder.names, True


def write_files(path: Path, command: str, deck: str, text: str, files: dict[str, str | bytes]) -> None:
    """All files of a command, and what they are."""
    from ..folder import account_of

    with taken(path) as folder:
        for name, content in files.items():
            folder.write(name, content)
        names = folder.exchange(account_of(command, deck, text))
    click.echo(f"files in {path}{os.sep}: {', '.join(names)}")


def copy_data(files: Mapping[str, bytes], folder: Path) -> None:
    """The data of a deck that is written into another folder; what is there already must be the same."""
    from ..files import make_folder, write_whole

    for name, content in files.items():
        place = folder / name
        if not place.exists():
            make_folder(place.parent)
            write_whole(place, content)
        elif not place.is_file() or place.read_bytes() != content:
            raise FileError(f"{place} is there already, with other data; choose another folder for the deck")
