"""Loads: what acts on co-ordinates and form parameters."""

from __future__ import annotations

from .form import Form


class Load:
    """A force of some kind. Values and velocities of parameters and co-ordinates are known when it is asked."""

    __slots__ = ("power",)

    def __init__(self) -> None:
        self.power: float = 0.0  # of a load that is not conservative, after `apply`

    def apply(self) -> None:
        """Adds to the forces f of co-ordinates, and to the σ of a parameter that it acts on."""
        raise NotImplementedError  # pragma: no cover, every load has its own

    def energy(self) -> float:
        """Potential energy."""
        return 0.0

    def measure(self) -> None:
        """Gaps of its pieces, with the shift of time that is set."""


class ParameterLoad(Load):
    """A load on a form parameter: a positive σ is a tension."""

    __slots__ = ("on",)

    def __init__(self, on: Form) -> None:
        super().__init__()
        self.on: Form = on
        on.loaded = True

    def pull(self, sigma: float) -> None:
        self.on.sigma += sigma
        self.on.push(sigma)
