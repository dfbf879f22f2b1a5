"""Arrays of doubles; numpy's own stubs lose the precision on the way."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Floats = NDArray[Any]
