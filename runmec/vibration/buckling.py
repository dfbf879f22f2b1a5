"""Load factors: by what weight and applied forces must be multiplied for the stiffness to vanish in some direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_NO_EFFECT = 1e-11  # of the largest effect of the loads: what differences leave of none


def load_factors(unloaded: Floats, by_loads: Floats, error: Floats) -> Floats:
    """λ > 0 of (unloaded + λ·by_loads) v = 0, ascending; as many as there are, then no numbers (n,)."""
    n = len(unloaded)
    found = np.full(n, np.nan)
    if not np.all(np.isfinite(unloaded)) or not np.all(np.isfinite(by_loads)):
        return found
    unit = 1.0 / np.sqrt(np.maximum(np.abs(np.diag(unloaded)), 1e-300))
    k, g, e = (unit[:, None] * A * unit for A in (unloaded, by_loads, error))
    inverse = _inverse(k)
    if inverse is None:
        return found
    effects = np.linalg.eigvals(-inverse @ g)  # 1/λ
    unsure = _NO_EFFECT * float(np.max(np.abs(effects), initial=0.0)) + float(np.linalg.norm(inverse, 2)) * float(
        np.max(np.abs(e), initial=0.0)
    )
    real = effects.real[np.abs(effects.imag) <= 1e-7 * np.abs(effects)]
    factors = np.sort(1.0 / real[real > unsure])
    found[: len(factors)] = factors
    return found


def _inverse(k: Floats) -> Floats | None:
    """None where the structure has no stiffness of its own in some direction."""
    if not len(k) or np.linalg.cond(k) > 1e14:
        return None
    return np.asarray(np.linalg.inv(k))
