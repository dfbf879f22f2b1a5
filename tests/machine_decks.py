"""Random decks of sections 10 to 14: gears, cams, friction, vibration, studies and poles; and mechanisms in space."""

from __future__ import annotations

import random

_MACHINE = """\
TOPOLOGY
  elem gears GEAR O a P b
  elem cam TR1 O a E
  elem wheel TR1 P b F
  elem rod BIN F S
  elem guide TR2 G H S lenv
  elem way TR2 G H S free
  elem follower BIN L R
  elem coil BIN L R free
  elem toothed RACK P b Q q
  elem mast BEAM M m T n
  couple follower.lenl cam.angb lift -1
  param slip cam.angb 1 wheel.angb (3*k)
  input cam.angb
GEOMETRY
  point O 0 0 fixed
  angle a 0
  point P 80mm 0 fixed
  angle b 0
  point E 10mm 0
  point F 110mm 0
  point S 0.31 -20mm
  point G 0 -20mm fixed
  point H 1 -20mm fixed
  point L 0 -0.2 fixed
  point R 0 0.05 fixed x
  point Q 0.08 (3*r) fixed y
  angle q 0 fixed
  point M 1 0 fixed
  angle m 90deg fixed
  point T 1 0.5
  angle n (pi/2)
  gear gears (r) (3*r) 20deg
  gear toothed (3*r)
"""
_PROGRAMS = (
    "dwell 90deg cycloid (h) 90deg dwell 90deg poly345 (-h) 90deg",
    "points 0 0 90deg (h) 180deg 5mm 360deg 0",
    "modsine (h) (pi) harmonic (-h) (pi)",
)
_LINKS = """\
TOPOLOGY
  elem crank TR2S A0 Z X A
  elem coupler BINS A B
  elem bearing HINGE f l
  elem rocker TR1S B0 l B
  elem tip BEAMS D d T e
  input crank.angd
GEOMETRY
  point A0 0 0 0 fixed
  point Z 0 0 1 fixed
  point X 1 0 0 fixed
  point A (k) 0 0
  point B0 1 0.25 0.1 fixed
  point B 1 0.25 0.7
  point D 0 1 0 fixed
  point T 0.5 1 0
  turn f fixed
  turn l
  turn d fixed
  turn e 0 0 1 0
  axle bearing 0 1 0
  across tip 0 1 0
"""


def planar(seed: int) -> str:
    """Two gears; a cam on the first, a slider and a rack on the second; an elastic mast."""
    rng = random.Random(seed)
    program = rng.choice(_PROGRAMS)
    job, motor, move = rng.choice(
        [
            ("DYN ANA", [], "tstepe 12 0.1 10 0"),
            ("DYN ANA", [], "stepe 6 60deg"),
            ("DYN SIM", ["motor cam.angb async 2 30"], "integr dop853 1e-6\n  tstepf 10 20ms 10"),
            ("DYN SIM", ["motor cam.angb (3-0.1*dinp(cam.angb))"], "integr radau\n  tcycle 12 (2*pi) 20"),
        ]
    )
    dynamics = [
        "inertia a 1e-3",
        "inertia b 5e-3",
        "inertia S 0.5",
        "inertia R 250g",
        "uniform mast 2",
        "stiff mast 1e6 350",
        *motor,
    ]
    dynamics += _some(
        rng,
        [
            "friction way.lenu 0.1 guide.lenv",
            "friction wheel.angb 1e-3 rod.lenl guide.lenv",
            "spring coil.lenl 200 -20",
            "force T 5 -30",
            "flex rod.lenl 1e-7",
            "body rod 0.2 0.1 0 1e-4",
            "gravity 9.81 -90deg",
            "force b (-2*step(dx(b)))",
        ],
    )
    stores = _some(
        rng,
        [
            "bufpole rod 0 px py",
            "bufapole rod wheel ux uy",
            "bufrho S rho",
            "bufrho F.x F.y turn",
            "bufeig 1 f1",
            "bufbuck 1 factor",
            "bufsigma gears.mesh tooth",
            "bufpin rod F gx gy",
            "bufe0 slip slip",
        ],
    )
    pictures = rng.choice([["drawpole rod 0", "drawmech 1 3"], ["drawvel 2", "drawacc 2"], ["plotcurv sx sy"]])
    output = _some(rng, ["MODES 1 1", "PROFILE plate cam R 5mm", "ANIMATE film"])
    study = _some(
        rng,
        [
            "vary r 15mm 25mm 3",
            "vary h (k) 8mm",
            "tol h 0.1mm",
            "tol rod.lenl 0.2mm uniform",
            "path miss sx sy 0.3 -0.02 0.31 -0.02",
            "timed late sx sy 0 0.31 -0.02 (pi) 0.25 -0.02",
            "figure stroke (span(sx)+0*r)",
        ],
    )
    if any("stroke" in line for line in study):
        study += rng.choice([["goal min stroke"], ["goal max stroke", "keep stroke none 0.2"]])
    parts = [
        f"{job} ; a machine",
        *rng.choice([["UNITS SI"], []]),
        "DEFINE",
        "  r 20mm",
        "  h 5mm",
        "  k 2mm",
        _MACHINE + f"  program lift {program}",
        "DYNAMICS",
        *_indented(dynamics),
        "STORAGE",
        "  bufx0 S sx sy",
        *_indented(stores),
        *output,
        "BEGINPIC",
        *_indented(pictures),
        "ENDPIC 18 15 0 0 -1 -2",
        "STUDY",
        *_indented(study),
        "MOVEMENT",
        f"  {move}",
        "END",
    ]
    return "\n".join(parts) + "\n"


def spatial(seed: int) -> str:
    """A four-bar with ball joints and an elastic rod beside it."""
    rng = random.Random(seed)
    dynamics = _some(
        rng,
        [
            "solid rocker 1.5 0 0 0.3 0.02 0.02 (k*k) 0 1e-4 0",
            "uniform coupler 0.8",
            "uniform tip 0.3 1e-4",
            "stiff tip 0 350 700 200",
            "gravity 9.81 0 0 -1",
            "force B 1 (2*t) -3",
            "force T 0 5 -2",
            "moment e 0.5 0 (inp(crank.angd))",
            "inertia A 250g",
        ],
    )
    stores = _some(
        rng,
        [
            "bufx0 B bx by bz",
            "bufreac A0 fx fy fz",
            "bufmom f mx my mz",
            "bufomega l wx wy wz",
            "bufalpha l px py pz",
            "bufpin coupler B gx gy gz",
            "bufe0 bearing.angx psi",
            "bufdisp T ux uy uz",
            "bufe0 tip.angt twist",
            "bufconn rocker B cx cy cz",
            "bufx0 l.0 q",
        ],
    )
    picture = rng.choice([["view 30 20", "drawmech 1 4"], ["drawmech 1"]])
    output = _some(rng, ["view -45 30", "ANIMATE film", "PRINTBUF"])
    move = rng.choice(["tstepe 12 0.5 (4*pi) 0", "law crank.angd cycloid 0.5\n  tmove 8 1", "stepe 6 60deg"])
    parts = [
        "DYN ANA ; links in space",
        "DEFINE",
        "  k 0.2",
        _LINKS.rstrip(),
        "DYNAMICS",
        *_indented(dynamics),
        "STORAGE",
        *_indented(stores),
        *output,
        "BEGINPIC",
        *_indented(picture),
        "ENDPIC",
        "MOVEMENT",
        f"  {move}",
        "END",
    ]
    return "\n".join(parts) + "\n"


def _some(rng: random.Random, lines: list[str]) -> list[str]:
    return rng.sample(lines, rng.randint(0, len(lines)))


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
