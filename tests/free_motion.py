"""Decks of free motion for tests, written by code."""

from __future__ import annotations

from collections.abc import Sequence

import runmec
from runmec.deck import loads
from runmec.results.result import Result


def simulated(text: str) -> Result:
    return runmec.run(loads(text))


def pendulum(integrator: str, duration: float, steps: int = 50, velocity: float = 0.0, dynamics: str = "") -> str:
    """A uniform bar of 1 m and 1 kg, level at the start; input 1 is its angle."""
    return f"""DYN SIM ; pendulum
TOPOLOGY
  elem 1 BIN 1 2 3 4
  form 1 lenl 1 1 1
       2 angb 1 2 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
DYNAMICS
  uniform 1 1
  gravity 9.81 (-pi/2)
{dynamics}
MOVEMENT
  integr {integrator}
  tstepf {steps} {duration} {velocity}
END
"""


def two_pendulums(integrator: str, duration: float = 5.0, motors: str = "", velocities: str = "0 0") -> str:
    """Two mass points of 1 kg on rods of 1 m, level at the start; inputs are the absolute angles."""
    return f"""DYN SIM ; double pendulum
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
       4 angb 2 4 1
  nr dof 2
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
       5 2
       6 0
DYNAMICS
  inertia 3 1
          4 1
          5 1
          6 1
  gravity 9.81 (-pi/2)
{motors}
MOVEMENT
  integr {integrator}
  tstepf 50 {duration} {velocities}
END
"""


def slider(
    dynamics: str, integrator: str, duration: float, steps: int, start: float = 1.0, velocity: float = 0.0
) -> str:
    """A mass of 1 kg on the x-axis, input its place; parameter −1 is the place too, for springs."""
    return f"""DYN SIM ; a mass on a line
TOPOLOGY
  elem 1 TR1 1 2 3 4 5
  form 1 lenv 1 1 1
       2 lenu 1 2 1
       3 lenu 1 -1 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 0
  xmov 4 {start}
       5 0
DYNAMICS
  inertia 4 1
          5 1
{dynamics}
MOVEMENT
  integr {integrator}
  tstepf {steps} {duration} {velocity}
END
"""


def two_blocks(dynamics: str, integrator: str, duration: float = 3.0, steps: int = 30) -> str:
    """Two masses of 1 kg on the x-axis, at rest; inputs are their places, co-ordinates 4 and 6."""
    return f"""DYN SIM ; two masses on a line
TOPOLOGY
  elem 1 TR1 1 2 3 4 5
       2 TR1 1 2 3 6 7
  form 1 lenv 1 1 1
       2 lenv 2 2 1
       3 lenu 1 3 1
       4 lenu 2 4 1
  nr dof 2
GEOMETRY
  xfix 1 0
       2 0
       3 0
  xmov 4 0
       5 0
       6 0
       7 0
DYNAMICS
  inertia 4 1
          5 1
          6 1
          7 1
{dynamics}
MOVEMENT
  integr {integrator}
  tstepf {steps} {duration} 0 0
END
"""


def resting_slider_crank(angle: float, dynamics: str, integrator: str) -> str:
    """Crank 1 m, rod 3 m, masses 1 and 4 kg at pin and slider, at rest; the input is the crank's angle."""
    return f"""DYN SIM ; slider-crank at rest
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       6 0
  xmov 3 (cos({angle}))
       4 (sin({angle}))
       5 (cos({angle}) + sqrt(9 - sin({angle})^2))
DYNAMICS
  inertia 3 1
          4 1
          5 4
{dynamics}
MOVEMENT
  integr {integrator}
  tstepf 20 2 0
END
"""


def slider_crank(by_slider: bool, velocity: float, integrator: str, duration: float, steps: int = 60) -> str:
    """Crank 1 m, rod 2.5 m; the input is the crank's angle, 1 rad at the start, or the place of the slider."""
    measure = "elem 3 TR1 7 8 9 5 6\n  form 3 lenu 3 3 1" if by_slider else "form 3 angb 1 3 1"
    return f"""DYN SIM ; slider-crank that swings freely
DEFINE
  slider (cos(1) + sqrt(2.5^2 - sin(1)^2))
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
  {measure}
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       6 0
       7 0
       8 0
       9 0
  xmov 3 (cos(1))
       4 (sin(1))
       5 (slider)
  para 1 1
       2 2.5
DYNAMICS
  uniform 1 2
          2 1
  inertia 5 1.5
          6 1.5
  gravity 9.81 (-pi/2)
MOVEMENT
  integr {integrator}
  tstepf {steps} {duration} {velocity!r}
END
"""


def cantilever(beams: int, movement: Sequence[str], dynamics: Sequence[str] = (), EI: float = 100.0) -> str:
    """A clamped beam of 1 m, 2 kg; inputs are angp and angq of every part, the tip's y is co-ordinate 3·beams + 2."""
    l = 1.0 / beams
    lines = ["DYN SIM ; cantilever", "TOPOLOGY"]
    for k in range(1, beams + 1):
        first = 3 * k - 2
        lines.append(f"elem {k} BEAM {' '.join(str(first + j) for j in range(6))}")
    lines += [f"form {k} lenl {k} {k} 1" for k in range(1, beams + 1)]
    for k in range(1, beams + 1):
        p = beams + 2 * k - 1
        lines += [f"form {p} angp {k} {p} 1", f"form {p + 1} angq {k} {p + 1} 1"]
    lines += [f"nr dof {2 * beams}", "GEOMETRY", "xfix 1 0", "xfix 2 0", "xfix 3 0"]
    for k in range(1, beams + 1):
        lines += [f"xmov {3 * k + 1} {k * l}", f"xmov {3 * k + 2} 0", f"xmov {3 * k + 3} 0"]
    lines += ["DYNAMICS", *(f"uniform {k} {2 * l}" for k in range(1, beams + 1))]
    lines += [f"stiff {k} 0 {EI}" for k in range(1, beams + 1)]
    return "\n".join([*lines, *dynamics, "MOVEMENT", *movement, "END"]) + "\n"
