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

#: a four-bar with all sizes, place and turn free, its coupler curve through four points
PATH_OF_FOUR = """\
KIN ANA  ; coupler curve through four points
DEFINE
  r1 3  ; frame A0 B0
  r2 1  ; crank A0 A
  r3 3  ; coupler A B
  r4 3  ; rocker B0 B
  u 2  ; coupler point along A B
  v 1  ; and to the left of it
  turn 0 ; angle of the frame line
  x0 0   ; place of A0
  y0 0
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 (x0) (y0) fixed
  point B0 (x0 + r1*cos(turn)) (y0 + r1*sin(turn)) fixed
  point A (x0 + r2*cos(turn)) (y0 + r2*sin(turn))
  point B (x0 + r2*cos(turn) + r3*cos(turn + 0.7)) (y0 + r2*sin(turn) + r3*sin(turn + 0.7))
  point C (x0) (y0)
  para crank.lenl (r2)
  para crank.angb (turn)
  para coupler.lenl (r3)
  para coupler.lenu (u)
  para coupler.lenv (v)
  para rocker.lenl (r4)
STORAGE
  bufx0 C cx cy
MOVEMENT
  stepe 90 (2*pi)
STUDY
  vary r1 0.5 6
  vary r2 0.5 6
  vary r3 0.5 6
  vary r4 0.5 6
  vary u -6 6
  vary v -6 6
  vary turn 0 (2*pi)
  vary x0 -6 6
  vary y0 -6 6
  path miss cx cy 0 0 1 1 2 1 3 0
  goal min miss
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
        elements += [
            f"{2 * k} BIN {last[0]} {last[1]} {joint[0]} {joint[1]}",
            f"{2 * k + 1} BIN {ground[0]} {ground[1]} {joint[0]} {joint[1]}",
        ]
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
