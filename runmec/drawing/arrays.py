"""Arrays of doubles; numpy's own stubs lose the precision on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from librt.vecs import vec

from ..engine.columns import Column

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[Any]"


def columns_of(x: Floats) -> list[Column]:
    """The rows of an array (…, positions) as packed columns."""
    return [vec[float](row) for row in x.tolist()]
