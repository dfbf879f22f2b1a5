"""linear.json and linear.npz: a linearised position for other programs; bode.csv."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from ..vibration.linearisation import Linearisation
from ..vibration.state_space import StateSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray


def matrices(linear: Linearisation, space: StateSpace) -> dict[str, NDArray[Any]]:
    """Every matrix by its name."""
    found = {
        "M": linear.M,
        "C": linear.C,
        "K": linear.K,
        "gyroscopic": linear.gyroscopic,
        "geometric": linear.geometric,
        "error": linear.error,
    }
    found |= {f"stiffness_{name}": part for name, part in linear.stiffness.items()}
    found |= {f"damping_{name}": part for name, part in linear.damping.items()}
    found |= {"A": space.A, "B": space.B, "C_out": space.C, "D": space.D}
    return found | {"frequencies": linear.frequencies, "load_factors": linear.load_factors, "poles": space.poles}


def linear_npz(linear: Linearisation, space: StateSpace) -> bytes:
    """numpy's own archive, with the names of rows and columns."""
    names = {"freedoms": linear.freedoms, "states": space.states, "inputs": space.inputs, "outputs": space.outputs}
    file = BytesIO()
    np.savez(file, allow_pickle=False, **matrices(linear, space), **{k: np.array(v) for k, v in names.items()})
    return file.getvalue()


def linear_data(linear: Linearisation, space: StateSpace, position: int) -> dict[str, Any]:
    return {
        "position": position,
        "freedoms": list(linear.freedoms),
        "states": list(space.states),
        "inputs": list(space.inputs),
        "outputs": list(space.outputs),
        **{name: _listed(found) for name, found in matrices(linear, space).items()},
    }


def linear_json(linear: Linearisation, space: StateSpace, position: int) -> str:
    return json.dumps(linear_data(linear, space, position), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _listed(found: NDArray[Any]) -> Any:
    """Lists of numbers; complex ones as pairs, none where there is no number."""
    if np.iscomplexobj(found):
        return [[float(v.real), float(v.imag)] for v in found]
    if found.ndim > 1:
        return [_listed(row) for row in found]
    return [float(v) if np.isfinite(v) else None for v in found]


def bode_csv(frequencies: NDArray[Any], response: NDArray[Any]) -> str:
    lines = ["hertz,real,imaginary,amplitude,phase"]
    for f, r in zip(frequencies, response, strict=True):
        lines.append(f"{float(f)!r},{float(r.real)!r},{float(r.imag)!r},{float(abs(r))!r},{float(np.angle(r))!r}")
    return "\n".join(lines) + "\n"
