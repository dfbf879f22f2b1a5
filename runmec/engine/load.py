"""Loads: what acts on co-ordinates and form parameters."""

from __future__ import annotations

from librt.vecs import vec

from .form import Form


class Load:
    """A force of some kind. Values and velocities of parameters and co-ordinates are known when it is asked."""

    __slots__ = ("has_derivative", "power", "rates")

    def __init__(self) -> None:
        self.power: float = 0.0  # of a load that is not conservative, after `apply`
        self.has_derivative: bool = False  # whether it knows `sway` and `energy_by`
        self.rates: vec[float] = vec[float]()  # derivatives of its own numbers to one number of the deck (tangent.py)

    def apply(self) -> None:
        """Adds to the forces f of co-ordinates, and to the σ of a parameter that it acts on."""
        raise NotImplementedError  # pragma: no cover, every load has its own

    def energy(self) -> float:
        """Potential energy."""
        return 0.0

    def sway(self) -> None:
        """Adds to f how the forces of `apply` change, and to the σ_by of a parameter that it acts on."""

    def energy_by(self) -> float:
        """How the potential energy changes."""
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

    def pull_by(self, sigma: float, sigma_by: float) -> None:
        self.on.sigma_by += sigma_by
        self.on.sway(sigma, sigma_by)
