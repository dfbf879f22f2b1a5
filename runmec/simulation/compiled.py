"""The engine compiled by numba: the same functions, marked from outside.

Compiled code is kept in a folder that is named by a hash of all sources it is made of: it cannot go stale, and the
installation itself may be read-only.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from .. import sweep
from ..elements import bar, beam, ternary
from . import (
    acceleration,
    dense,
    dop853,
    heun,
    holding,
    inside,
    kinks,
    loads,
    motion,
    nodes,
    position,
    program,
    radau,
    steps,
)
from . import engine as plain

_MODULES: tuple[ModuleType, ...] = (
    bar, ternary, beam, dense, position, program, loads, acceleration, holding, motion, steps, heun, dop853, radau,
    nodes, kinks, inside, plain,
)  # fmt: skip
_NOT_FOR_LOOPS = {"lay_out_steps", "flexibility"}


@lru_cache
def available() -> bool:
    return find_spec("numba") is not None


@lru_cache
def folder() -> Path | None:
    """Where compiled code is kept, or None where nothing can be written."""
    digest = hashlib.sha256()
    for source in (*(module.__file__ for module in (*_MODULES, sweep)), __file__):
        digest.update(Path(str(source)).read_bytes())
    digest.update(f"{version('numba')} {version('numpy')} {sys.version}".encode())
    name = f"engine-{digest.hexdigest()[:16]}"
    homes = [os.environ.get("XDG_CACHE_HOME"), os.path.join(os.path.expanduser("~"), ".cache"), tempfile.gettempdir()]
    for home in filter(None, homes):
        place = Path(home) / "runmec" / name
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=place):
                return place
        except OSError:
            continue
    return None


def is_cached() -> bool:
    """Whether the engine has been compiled before, on this machine, from these sources."""
    place = folder()
    return place is not None and any(place.rglob("engine.advance*.nbc"))


def functions() -> Iterator[Callable[..., Any]]:
    """All functions of the engine, those of the lower rooms first."""
    yield sweep.hermite_weights
    for module in _MODULES:
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and name not in _NOT_FOR_LOOPS:
                yield function


@lru_cache
def _compiled() -> SimpleNamespace:
    numba: Any = import_module("numba")
    extending: Any = import_module("numba.extending")
    place = folder()
    if place is not None:
        numba.config.CACHE_DIR = str(place)
    # nothing allocates, so that nothing is counted; inner functions are never called from Python
    inner = extending.register_jitable(error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    for function in functions():
        inner(function)
    mark = numba.njit(cache=place is not None, error_model="numpy", _nrt=False)
    return SimpleNamespace(begin=mark(plain.begin), advance=mark(plain.advance))


def engine(tell: Callable[[str], None]) -> Any:
    """begin and advance, compiled; the first time ever that takes a while."""
    if not is_cached():
        tell("compiling the fast engine: a minute or two, only this once")
    return _compiled()
