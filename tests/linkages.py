"""Decks of linkages written by code, for tests of laws that hold for every mechanism."""

from __future__ import annotations

import math
import random


def fourbar(
    crank: float = 0.04,
    coupler: float = 0.12,
    rocker: float = 0.08,
    frame: float = 0.1,
    *,
    start: float = 0.7,
    side: int = 1,
    job: str = "DYN ANA",
    extra: str = "",
    stores: str = "",
    moves: str = "stepe 36 (2*pi)",
) -> str:
    """Crank 1 on (1 2), coupler 2 (5 6 to 7 8), rocker 3 on (3 4); input 1 is the crank angle."""
    ax, ay = crank * math.cos(start), crank * math.sin(start)
    reach = math.hypot(frame - ax, ay)
    along = (coupler**2 - rocker**2 + reach**2) / (2 * reach)
    across = side * math.sqrt(max(coupler**2 - along**2, 0.0))
    ux, uy = (frame - ax) / reach, -ay / reach
    bx, by = ax + along * ux - across * uy, ay + along * uy + across * ux
    return f"""\
{job} ; four-bar
TOPOLOGY
  elem 1 BIN 1 2 5 6
       2 BIN 5 6 7 8
       3 BIN 3 4 7 8
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenl 3 3 1
       4 angb 1 4 1
       5 angb 2 -1 1
       6 angb 3 -2 1
       7 lenl 3 -3 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
       3 {frame!r}
       4 0
  xmov 5 {ax!r}
       6 {ay!r}
       7 {bx!r}
       8 {by!r}
  para 1 {crank!r}
       2 {coupler!r}
       3 {rocker!r}
       4 {start!r}
DYNAMICS
{extra}
STORAGE
{stores}
MOVEMENT
{moves}
END
"""


def random_sixbar(seed: int, moves: str = "tstepe 60 0.7 9 2", turn: float = 0.0) -> str:
    """A Grashof four-bar with a coupler plate and a second dyad, random masses, springs and forces.

    `turn` turns the whole of it, gravity included; the force that knows x and y is then left out.
    """
    rng = random.Random(seed)
    crank, frame = 0.1 * rng.uniform(0.8, 1.2), 0.4 * rng.uniform(0.9, 1.1)
    coupler, rocker = 0.38 * rng.uniform(0.9, 1.1), 0.35 * rng.uniform(0.9, 1.1)
    start = rng.uniform(-3, 3)
    g1, g2 = 0.75 * rng.uniform(0.95, 1.05), 0.3 * rng.uniform(-1, 1)
    points = {
        1: (0.0, 0.0),
        3: (frame, 0.0),
        5: (g1, g2),
        7: (crank * math.cos(start), crank * math.sin(start)),
        9: (frame - 0.05, rocker),
        11: (0.5 * frame, rocker + 0.2),
        13: (g1 + 0.1, g2 + 0.45),
    }
    c, s = math.cos(turn), math.sin(turn)
    x = {}
    for number, (px, py) in points.items():
        x[number], x[number + 1] = c * px - s * py, s * px + c * py
    mass = rng.uniform(0, 1)
    force = "" if turn else "force 14 (3*sin(5*t) - 2*dx(14) + x(13))"
    return f"""\
DYN ANA ; random six-bar {seed}
TOPOLOGY
  elem 1 BIN 1 2 7 8
       2 TR2 7 8 9 10 11 12
       3 BIN 3 4 9 10
       4 BIN 11 12 13 14
       5 BIN 5 6 13 14
       6 BIN 1 2 13 14
       7 TR1 5 6 15 13 14
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 lenu 2 3 1
       4 lenv 2 4 1
       5 lenl 3 5 1
       6 lenl 4 6 1
       7 lenl 5 7 1
       8 lenv 7 8 1
       9 angb 1 9 1
      10 lenl 6 -1 1
      11 angb 5 -2 1
      12 angb 2 -2 -1
      13 lenu 7 -3 1
  nr dof 1
GEOMETRY
  xfix 1 {x[1]!r}
       2 {x[2]!r}
       3 {x[3]!r}
       4 {x[4]!r}
       5 {x[5]!r}
       6 {x[6]!r}
  xmov 7 {x[7]!r}
       8 {x[8]!r}
       9 {x[9]!r}
      10 {x[10]!r}
      11 {x[11]!r}
      12 {x[12]!r}
      13 {x[13]!r}
      14 {x[14]!r}
      15 {1.3 + turn!r}
  para 1 {crank!r}
       2 {coupler!r}
       3 {rng.uniform(0.1, 0.25)!r}
       4 {rng.uniform(0.1, 0.2)!r}
       5 {rocker!r}
       6 {0.55 * rng.uniform(0.97, 1.03)!r}
       7 {0.5 * rng.uniform(0.97, 1.03)!r}
       8 0
       9 {start + turn!r}
DYNAMICS
  uniform 1 {rng.uniform(0.5, 2)!r}
          2 {rng.uniform(0.5, 2)!r}
          3 {rng.uniform(0.5, 2)!r}
          4 {rng.uniform(0.5, 2)!r}
          5 {rng.uniform(0.5, 2)!r}
  inertia 11 {mass!r}
          12 {mass!r}
          15 {rng.uniform(0, 0.1)!r}
  spring -1 {rng.uniform(50, 300)!r} {rng.uniform(-50, 0)!r}
         -2 {rng.uniform(1, 5)!r} 0 -0.1 0.2 9 4
  damper -2 {rng.uniform(0.1, 1)!r}
  gravity 9.81 {turn + rng.uniform(-3, 3)!r}
  {force}
  flex 2 1e-6
       6 2e-6
STORAGE
  bufx0 13 101
MOVEMENT
  {moves}
END
"""
