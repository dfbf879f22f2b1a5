"""All benchmarks, or those named: `python -m benchmarks [check kinematics …]`, from the project folder."""

from __future__ import annotations

import sys

from . import checking, kinematics, pictures, simulation

BENCHMARKS = {
    "check": (checking.cold, checking.growth),
    "kinematics": (kinematics.fourbar, kinematics.chains, kinematics.cold),
    "pictures": (pictures.cost, pictures.long_film),
    "simulation": (simulation.row, simulation.growth, simulation.five_by_five, simulation.shell, simulation.plain),
}

for name in sys.argv[1:] or BENCHMARKS:
    for benchmark in BENCHMARKS[name]:
        benchmark()
