"""Small vibrations about the position, and buckling."""

from __future__ import annotations

from math import pi
from typing import Any

from ..dimensions import FREQUENCY, NUMBER
from .kind import OutputKind, Site


def _frequency(site: Site) -> Any:
    from ..engine.quantities import Callback

    observer, number = site.observer(), site.subject[0]
    return Callback(lambda: observer.frequency(number))


def _load_factor(site: Site) -> Any:
    from ..engine.quantities import Callback

    observer, number = site.observer(), site.subject[0]
    return Callback(lambda: observer.load_factor(number))


def _damped(site: Site) -> Any:
    """The damping ratio; the frequency in the second buffer."""
    from ..engine.quantities import Callback

    observer, number, *second = site.observer(), *site.subject
    if second and second[0]:
        return Callback(lambda: float(abs(observer.pair(number)) / (2.0 * pi)))

    def ratio() -> float:
        one = observer.pair(number)
        return float(-one.real / abs(one))

    return Callback(ratio)


_NO_MORE = "there are no more vibrations: what is damped more than critically is none"

VIBRATION = (
    OutputKind("bufeig", "count n, buffer b",
               "n-th natural frequency (Hz, ascending) of small vibrations about the position: in DYN SIM of the "
               "inputs that are not given, else of all parameters with `flex` or `stiff`; zero without stiffness, "
               "negative where unstable", "1 214", needs_forces=True, make=_frequency,
               label=lambda s: f"natural frequency {s.first}", measure=lambda _: FREQUENCY, symbol="Hz",
               of_vibrations=True, missing=_NO_MORE),
    OutputKind("bufzeta", "count n, buffer z, [buffer f]",
               "damping ratio, and frequency (Hz), of the n-th vibration with dampers, damping, motors and states; "
               "ascending, those that do not vibrate left out", "1 216 217", needs_forces=True, axes=((0,), (0, 1)),
               make=_damped, measure=lambda w: FREQUENCY if w.is_second else NUMBER, of_vibrations=True,
               label=lambda s: f"{'frequency' if s.is_second else 'damping ratio'} of vibration {s.first}",
               is_open_ended=True,
               missing=_NO_MORE),
    OutputKind("bufbuck", "count n, buffer b",
               "n-th load factor (ascending, positive) by which weight and `force` lines must be multiplied for the "
               "elastic structure to buckle in this position; no number where there are fewer", "1 215",
               needs_forces=True, make=_load_factor, label=lambda s: f"load factor of buckling {s.first}",
               measure=lambda _: NUMBER, of_vibrations=True),
)  # fmt: skip
