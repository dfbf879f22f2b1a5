"""Points: a cubic spline of the change, at rest after the last point or going on."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..engine.law import Law


class Points(Law):
    """Pieces c0·x³ + c1·x² + c2·x + c3, x from the point before."""

    __slots__ = ("coefficients", "count", "end", "rests", "times")

    def __init__(self, times: list[float], coefficients: list[float], end: float, rests: bool) -> None:
        super().__init__()
        self.times: vec[float] = vec[float](times)
        self.coefficients: vec[float] = vec[float](coefficients)
        self.count: i64 = len(times) - 1
        self.end: float = end
        self.rests: bool = rests

    def at(self, t: float) -> None:
        if self.rests and t > self.times[self.count] * (1.0 + 1e-12):
            self.s = self.end
            self.v = 0.0
            self.a = 0.0
            return
        low: i64 = 0
        high = self.count - 1
        while low < high:
            middle = (low + high + 1) // 2
            if t >= self.times[middle]:
                low = middle
            else:
                high = middle - 1
        x = t - self.times[low]
        c0 = self.coefficients[4 * low]
        c1 = self.coefficients[4 * low + 1]
        c2 = self.coefficients[4 * low + 2]
        self.s = ((c0 * x + c1) * x + c2) * x + self.coefficients[4 * low + 3]
        self.v = (3.0 * c0 * x + 2.0 * c1) * x + c2
        self.a = 6.0 * c0 * x + 2.0 * c1
