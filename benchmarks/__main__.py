"""All benchmarks, or those named: `python -m benchmarks [check kinematics …]`, from the project folder.

`--save` writes what was measured to benchmarks/results.json, from which the page of the documentation is made.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import runmec
from runmec.files import write_whole

from . import checking, kinematics, many_freedoms, optimisation, pictures, simulation, space, studies, studio
from .timing import MEASURED

BENCHMARKS = {
    "check": (checking.cold, checking.growth),
    "kinematics": (kinematics.fourbar, kinematics.chains, kinematics.cold),
    "many_freedoms": (many_freedoms.chains, many_freedoms.one_large_group, many_freedoms.beams_at_rest),
    "optimisation": (optimisation.synthesis, optimisation.beside_pylinkage),
    "pictures": (pictures.cost, pictures.long_film),
    "studio": (studio.latency,),
    "simulation": (simulation.row, simulation.growth, simulation.five_by_five, simulation.shell, simulation.others),
    "space": (space.four_bar, space.six_hinges),
    "studies": (studies.one_core, studies.two_processes, studies.stream),
}
#: packages whose versions a reader wants to know -> their names in the index of packages
PACKAGES = {"numpy": "numpy", "pylinkage": "pylinkage", "mujoco": "mujoco",
            "pinocchio": "pin", "exudyn": "exudyn"}  # fmt: skip


def circumstances() -> dict[str, object]:
    versions = {"runmec": runmec.__version__}  # of what runs, which need not be what is installed
    versions |= {name: version(package) for name, package in PACKAGES.items() if find_spec(name)}
    return {
        "date": date.today().isoformat(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
        "packages": versions,
        "engine": runmec.engine_kind(),
    }


def main(arguments: list[str]) -> None:
    names = [argument for argument in arguments if argument != "--save"]
    if names and "--save" in arguments:
        sys.exit("--save stores all benchmarks: name none")
    for name in names or BENCHMARKS:
        for benchmark in BENCHMARKS[name]:
            benchmark()
    if "--save" in arguments:
        path = Path(__file__).parent / "results.json"
        stored = {"circumstances": circumstances(), **MEASURED}
        write_whole(path, json.dumps(stored, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
        print(f"\n{path.name} written")


main(sys.argv[1:])
