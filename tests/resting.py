"""Decks of STA ANA that several tests use."""

from __future__ import annotations

PENDULUM = """STA ANA ; a rod on a torsion spring
TOPOLOGY
  elem rod BIN O A
  input rod.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  para rod.angb 0
DYNAMICS
  inertia A 1
  gravity 10 (-pi/2)
  motor rod.angb spring 20 0
STORAGE
  bufx0 A x y
  buffactor factor
  bufstab unstable
  bufinp rod.angb phi
  bufdrive rod.angb M
  bufepot V
MOVEMENT
  load 10 2
END
"""

#: the same rod upright: it falls where the weight at its end is heavier than k/l
UPRIGHT = (
    PENDULUM.replace("point A 1 0", "point A 0 1")
    .replace("para rod.angb 0", "para rod.angb (pi/2)")
    .replace("spring 20 0", "spring 20 (-10*pi)")
    .replace("load 10 2", "load 10 4")
)


def truss(height: float, moves: str) -> str:
    """Two bars of stiffness 1 that snap through, half span 1."""
    return f"""STA ANA ; two bars that snap through
TOPOLOGY
  elem l BIN A C
  elem r BIN B C
  input l.lenl r.lenl
GEOMETRY
  point A -1 0 fixed
  point B 1 0 fixed
  point C 0 {height}
DYNAMICS
  flex l.lenl 1
  flex r.lenl 1
  force C.y -1
STORAGE
  bufx0 C x y
  buffactor factor
  bufepot V
  bufstab unstable
  bufsigma l.lenl s
MOVEMENT
  {moves}
END
"""


def cantilever(count: int, load: float, moves: str) -> str:
    """Of unit length and stiffness, whose bending angles are inputs."""
    beams = range(count)
    lines = ["STA ANA ; cantilever", "TOPOLOGY"]
    lines += [f"elem e{i} BEAM P{i} b{i} P{i + 1} b{i + 1}" for i in beams]
    lines += ["input " + " ".join(f"e{i}.angp e{i}.angq" for i in beams), "GEOMETRY", "point P0 0 0 fixed"]
    lines += ["angle b0 0 fixed", *(f"point P{i + 1} {(i + 1) / count} 0\nangle b{i + 1} 0" for i in beams)]
    lines += ["DYNAMICS", *(f"stiff e{i} 0 1" for i in beams), f"force P{count} 0 {load}", "STORAGE"]
    lines += [f"bufx0 P{count} x y", f"bufx0 b{count} slope", "bufreac b0 clamp", "bufepot V", "bufstab unstable"]
    return "\n".join([*lines, "MOVEMENT", moves, "END"]) + "\n"


#: the same two bars, pushed through by a soft one whose upper end is held
PUSHED = """STA ANA ; two bars pushed through by a soft one
TOPOLOGY
  elem l BIN A C
  elem r BIN B C
  elem d BIN D C free
  elem g TR1 O z D free
  input l.lenl r.lenl g.lenv
GEOMETRY
  point A -1 0 fixed
  point B 1 0 fixed
  point O 0 0 fixed
  angle z 0 fixed
  point C 0 0.4
  point D 0 1.4 fixed x
DYNAMICS
  flex l.lenl 1
  flex r.lenl 1
  spring d.lenl 0.1 -0.1
  held g.lenv
STORAGE
  bufx0 C x y
  bufx0 D.y h
  bufstab unstable
  bufdrive g.lenv push
MOVEMENT
  follow 200 C.y -0.9 g.lenv
END
"""

#: a crank that is turned once around against a spring
LOOP = """STA ANA ; a crank against a spring
TOPOLOGY
  elem rod BIN O A
  elem s BIN S A free
  input rod.angb
GEOMETRY
  point O 0 0 fixed
  point S 3 0 fixed
  point A 1 0
DYNAMICS
  spring s.lenl 10 -10
  force A (-x(A.y)) (x(A.x))
STORAGE
  bufx0 A x y
  buffactor factor
MOVEMENT
  follow 20 A.x 3
END
"""


#: whose crank or rocker is free
FOUR_BAR = """STA ANA ; a four-bar on a spring
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  elem coil BIN D0 C free
  input {free}.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.4 0.02 fixed
  point D0 0.2 0.6 fixed
  point A 0.1 0.02
  point B 0.41 0.25
  point C 0.2 0.3
DYNAMICS
  uniform crank 0.5
  body coupler 1.3 0.15 0.04 0.02
  uniform rocker 0.9
  spring coil.lenl 200 -20
  gravity 9.81 (-pi/2)
STORAGE
  bufx0 C x y
  buffactor factor
MOVEMENT
  {moves}
END
"""
