"""What the force along a beam does to its bending.

A beam keeps its chord. Its axis is longer than the chord by s = ½∫v'²dx, so that a tension N resists bending by N·s.
With the cubic shape of the ends' angles ψP, ψQ: s = ℓ(2ψP² + ψPψQ + 2ψQ²)/30. N is the mean along the beam, which is
just the σ of its length where its mass is uniform.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .form import Form


class Bow:
    """One beam that can bend."""

    __slots__ = ("along", "at_P", "at_Q", "factors", "length", "psi_P", "psi_Q", "sources", "tension")

    def __init__(
        self,
        at_P: Form | None,
        at_Q: Form | None,
        along: list[Form],
        factors: list[float],
        length: float,
        freedoms: int,
        sources: int,
    ) -> None:
        self.at_P: Form | None = at_P  # its angles at the ends; one that is free of a moment has none
        self.at_Q: Form | None = at_Q
        self.along: list[Form] = along  # the parameters that its length is in
        self.factors: list[float] = factors
        self.length: float = length
        self.sources: int = sources
        self.tension: vec[float] = vec[float]([0.0] * sources)
        self.psi_P: vec[float] = vec[float]([0.0] * freedoms)
        self.psi_Q: vec[float] = vec[float]([0.0] * freedoms)

    def note(self, source: int) -> None:
        """The tension by one source alone, whose σ are known."""
        total = 0.0
        for k in range(len(self.along)):
            total += self.factors[k] * self.along[k].sigma
        self.tension[source] = total

    def bias(self, k: i64) -> None:
        """Angles of the ends along the direction u of freedom k; at an end without a moment half that of the other."""
        at_P = self.at_P
        at_Q = self.at_Q
        p = at_P.along() if at_P is not None else 0.0
        q = at_Q.along() if at_Q is not None else 0.5 * p
        self.psi_P[k] = p if at_P is not None else 0.5 * q
        self.psi_Q[k] = q

    def stiffness(self, source: int, i: i64, j: i64) -> float:
        p = self.psi_P
        q = self.psi_Q
        shape = 4.0 * (p[i] * p[j] + q[i] * q[j]) + p[i] * q[j] + q[i] * p[j]
        return self.tension[source] * self.length * shape / 30.0
