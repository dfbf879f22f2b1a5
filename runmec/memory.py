"""How much memory this process may still take: of the machine, its container and its limits, the least."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

_GUESS = 8e9  # where nobody tells
_UNBOUND = 1e18  # what limits say that are none
_CONTAINER = Path("/sys/fs/cgroup")
#: limit and use, in cgroups of both versions
_OF_CONTAINER = (("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"))


def free() -> float:
    """Bytes."""
    return max(0.0, min([_of_machine(), *_of_container(), *_of_limits()]))


def _of_machine() -> float:
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        return 1024.0 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1])
    with contextlib.suppress(AttributeError, OSError, ValueError):
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return _GUESS


def _of_container() -> Iterator[float]:
    for most, now in _OF_CONTAINER:
        with contextlib.suppress(OSError, ValueError):
            yield float((_CONTAINER / most).read_text()) - float((_CONTAINER / now).read_text())


def _of_limits() -> Iterator[float]:
    """`ulimit -v`."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[0]
        if 0 <= most < _UNBOUND:
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            yield float(most - pages * os.sysconf("SC_PAGE_SIZE"))
