"""Decks for benchmarks, written by code."""

from __future__ import annotations

FOURBAR = """\
DYN ANA ; four-bar with a tracing point on its coupler, every group a dyad
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 TR2 5 6 7 8 9 10
       3 BIN 3 4 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenl 3 3 1
       4 lenu 2 4 1
       5 lenv 2 5 1
       6 angb 1 6 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 89.5
       4 0
  xmov 5 38.1
       6 0
       7 63.8
       8 112.3
       9 89.5
      10 224.6
  para 1 38.1
       2 115.2
       3 115.2
       4 230.4
       5 0
       6 0
DYNAMICS
  uniform 1 1.5
          2 5
          3 3
STORAGE
  bufx0 9 101
        10 102
  bufdx1 9 103
  bufdx2 9 104
  bufsigma 6 201
  bufreac 1 202
          2 203
          3 204
          4 205
MOVEMENT
  tstepe 360 1.3333 4.7124 0
END
"""


def dyad_chain(dyads: int, steps: int = 60) -> str:
    """A crank that drives a row of four-bars, each by the rocker of the one before.

    All four-bars are parallelograms standing apart from their flat positions; every dyad is one group.
    """
    elements = ["elem 1 BIN 1 2 3 4"]
    forms = ["form 1 lenl 1 1 1"]
    fixed, moving = ["xfix 1 0", "2 0"], ["xmov 3 0", "4 1"]
    masses = ["uniform 1 1"]
    last, coordinate = (3, 4), 4
    for k in range(1, dyads + 1):
        ground, joint = (coordinate + 1, coordinate + 2), (coordinate + 3, coordinate + 4)
        coordinate += 4
        elements += [f"{2 * k} BIN {last[0]} {last[1]} {joint[0]} {joint[1]}",
                     f"{2 * k + 1} BIN {ground[0]} {ground[1]} {joint[0]} {joint[1]}"]  # fmt: skip
        forms += [f"{2 * k} lenl {2 * k} {2 * k} 1", f"{2 * k + 1} lenl {2 * k + 1} {2 * k + 1} 1"]
        fixed += [f"{ground[0]} {k}", f"{ground[1]} 0"]
        moving += [f"{joint[0]} {k}", f"{joint[1]} 1"]
        masses += [f"{2 * k} 1", f"{2 * k + 1} 1"]
        last = joint
    forms.append(f"{2 * dyads + 2} angb 1 {2 * dyads + 2} 1")
    lines = ["DYN ANA ; a row of four-bars", "TOPOLOGY", *elements, *forms, "nr dof 1", "GEOMETRY", *fixed, *moving]
    lines += ["DYNAMICS", *masses, "gravity 9.81 (-pi/2)", "STORAGE", f"bufx0 {last[0]} 101", "bufsigma 1 102"]
    lines += [f"bufsigma {2 * dyads + 2} 103", "MOVEMENT", f"tstepe {steps} 1 -0.8 0", "END"]
    return "\n".join(lines) + "\n"
