"""The mechanisms in which words are tried: four-bars in names, in numbers and in space, a piston, gears, a rack, a cam.

A number carries its unit, so that a deck can be written in other units (units.py). `loads` and `felt` are left out
where no forces are calculated; `motor` is there in DYN SIM only.
"""

from __future__ import annotations

from typing import NamedTuple


class Base(NamedTuple):
    topology: str
    geometry: str
    loads: str
    motor: str
    seen: str
    felt: str
    given: str = "tstepe 3 0.1s 6/s 2/s^2"
    by_law: str = "law 1 poly345 0.9\ntmove 3 0.2s"
    pushed: str = "integr dop853 1e-11\ntstepf 2 0.02s 6/s"
    sprung: str = ""  # in the place of the motor, where a rest is wanted


FOUR_BAR = Base(
    topology="""
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  elem coil BIN D0 C free
  input crank.angb
""",
    geometry="""
  point A0 0 0 fixed
  point B0 0.4m 0.02m fixed
  point D0 0.2m 0.6m fixed
  point A 0.1m 0.02m
  point B 0.41m 0.25m
  point C 0.2m 0.3m
  para crank.lenl 0.11m
  para crank.angb 0.3
""",
    loads="""
  inertia C 0.3kg
  uniform crank 0.5kg
  body coupler 1.3kg 0.15m 0.04m 0.02kg*m^2
  uniform rocker 0.9kg
  spring coil.lenl 200N/m -20N
  gravity 9.81m/s^2 -1.2
""",
    motor="motor crank.angb const 2N*m",
    seen="""
  bufx0 C seen1 seen2
  bufdx2 C seen3 seen4
  bufe1 rocker.angb seen5
""",
    felt="""
  bufsigma coupler.lenl felt1
  bufreac B0 felt2 felt3
  bufdrive crank.angb felt4
  bufepot felt5
""",
    sprung="motor crank.angb spring 30N*m -9N*m",
)

NUMBERED = Base(
    topology="""
  elem 1 BIN 1 2 5 6
  elem 2 TR2 5 6 7 8 9 10
  elem 3 BIN 3 4 7 8
  elem 4 BIN 1 2 9 10
  form 1 lenl 1 1 1
  form 2 lenl 2 2 1
  form 3 lenu 2 3 1
  form 4 lenv 2 4 1
  form 5 lenl 3 5 1
  form 6 angb 1 6 1
  form 7 lenl 4 -1 0.7
  form 8 angb 3 -2 1
  nr dof 1
""",
    geometry="""
  xfix 1 0.01m
  xfix 2 0
  xfix 3 0.4m
  xfix 4 0.02m
  xmov 5 0.1m
  xmov 6 0.02m
  xmov 7 0.41m
  xmov 8 0.25m
  xmov 9 0.2m
  xmov 10 0.3m
  para 6 0.3
""",
    loads="""
  inertia 9 0.3kg
  inertia 10 0.3kg
  uniform 2 1.3kg
  spring -1 200N/m -20N
  gravity 9.81m/s^2 -1.2
""",
    motor="motor 1 const 2N*m",
    seen="""
  bufx0 9 1
  bufdx2 10 2
  bufe1 -2 3
  bufe2 -1 4
""",
    felt="""
  bufsigma 2 11
  bufreac 3 12
  bufdrive 1 13
  bufepot 14
""",
    sprung="motor 1 spring 30N*m -9N*m",
)

#: lengths alone: their matrix D has no unit, so that its condition is the same in all units
PISTON = Base(
    topology="""
  elem cylinder BIN A0 A
  elem arm TR2 B0 A C
  input cylinder.lenl
""",
    geometry="""
  point A0 0 0 fixed
  point B0 0.4m 0.02m fixed
  point A 0.1m 0.25m
  point C 0.2m 0.5m
  para arm.lenl 0.378m
""",
    loads="""
  uniform arm 1.3kg
  inertia C 0.4kg
  gravity 9.81m/s^2 -1.2
""",
    motor="motor cylinder.lenl const 20N",
    seen="""
  bufx0 C seen1 seen2
  bufdx2 C seen3 seen4
  bufe1 arm.angb seen5
  bufx2 C seen6 seen7
""",
    felt="""
  bufsigma arm.lenv felt1
  bufreac B0 felt2 felt3
  bufdrive cylinder.lenl felt4
  bufjred felt5
""",
    given="tstepe 3 0.1s 0.3m/s 0.2m/s^2",
    by_law="law 1 poly345 0.05m\ntmove 3 0.2s",
    pushed="integr dop853 1e-11\ntstepf 2 0.02s 0.3m/s",
    sprung="motor cylinder.lenl spring 900N/m -240N",
)

GEARS = Base(
    topology="""
  elem sun TR1 O a E
  elem teeth GEAR O a P b
  elem wheel TR1 P b F
  input sun.angb
""",
    geometry="""
  point O 0 0 fixed
  angle a 0.1
  point P 0.08m 0 fixed
  angle b 0.3
  point E 0.01m 0.002m
  point F 0.11m 0.01m
  gear teeth 0.02m 0.06m 0.35
""",
    loads="""
  inertia a 0.001kg*m^2
  inertia b 0.02kg*m^2
  inertia F 0.4kg
  gravity 9.81m/s^2 -1.2
""",
    motor="motor sun.angb const 0.2N*m",
    seen="""
  bufx0 F seen1 seen2
  bufdx2 F seen3 seen4
  bufe1 wheel.angb seen5
""",
    felt="""
  bufsigma teeth.mesh felt1
  bufreac P felt2 felt3
  bufdrive sun.angb felt4
  bufepot felt5
""",
    sprung="motor sun.angb spring 2N*m -0.2N*m",
)

RACK = Base(
    topology="""
  elem guide TR1 R steep C lenv
  elem pinion TR1 C b C free
  elem teeth RACK C b R steep
  input pinion.angb
""",
    geometry="""
  point R 0 0 fixed
  angle steep 1.05 fixed
  point C 0.0683m 0.1914m
  angle b 0.1
  para guide.lenv 0.036m
  gear teeth 0.036m 0.35
""",
    loads="""
  inertia C 6kg
  inertia b 0.01kg*m^2
  gravity 9.81m/s^2 -1.2
""",
    motor="motor pinion.angb const 2N*m",
    seen="""
  bufx0 C seen1 seen2
  bufdx2 C seen3 seen4
  bufe1 guide.lenu seen5
""",
    felt="""
  bufsigma teeth.mesh felt1
  bufsigma guide.lenv felt2
  bufdrive pinion.angb felt4
  bufepot felt5
""",
    sprung="motor pinion.angb spring 30N*m -3N*m",
)

CAM = Base(
    topology="""
  elem cam BIN O E
  elem follower BIN O R
  elem coil BIN R T free
  input cam.angb
  couple follower.lenl cam.angb lift -1
""",
    geometry="""
  point O 0 0 fixed
  point E 0.02m 0.006m
  point R 0 0.035m fixed x
  point T 0 0.1m fixed
  para cam.angb 0.3
  para follower.lenl 0.035m
  program lift cycloid 0.02m 1.5 dwell 0.5 poly345 -0.02m 1.5 dwell 2.783
""",
    loads="""
  inertia R 0.3kg
  inertia E 2kg
  spring coil.lenl 4000N/m -320N
""",
    motor="motor cam.angb const 2N*m",
    seen="""
  bufx0 R.y seen1
  bufdx2 R.y seen2
  bufe1 follower.lenl seen3
""",
    felt="""
  bufsigma follower.lenl felt1
  bufreac O felt2 felt3
  bufdrive cam.angb felt4
  bufepot felt5
""",
    sprung="motor cam.angb spring 20N*m -8N*m",
)

IN_SPACE = Base(
    topology="""
  elem crank TR1S A0 la A
  elem rocker TR1S B0 lb B
  elem coupler BINS A B
  elem coil BINS A0 B free
  elem ha HINGE f la
  elem hb HINGE f lb
  input ha.angx
""",
    geometry="""
  point A0 0 0 0 fixed
  point B0 1m 0.25m 0.1m fixed
  point A 0.191m 0.0591m 0
  point B 1.05m 0.25m 0.698m
  turn f fixed
  turn la 0 0 1 0.3
  turn lb
  axle ha 0 0 1
  axle hb 0 1 0
  para crank.lenu 0.2m
""",
    loads="""
  solid crank 0.8kg 0.1m 0.01m 0.02m 0.001kg*m^2 0.004kg*m^2 0.004kg*m^2
  uniform coupler 1.5kg
  solid rocker 1.1kg 0.02m 0m 0.3m 0.03kg*m^2 0.03kg*m^2 0.002kg*m^2
  spring coil.lenl 90N/m -50N
  gravity 9.81m/s^2 0.2 0.1 -1
""",
    motor="motor ha.angx const 2N*m",
    seen="""
  bufx0 B seen1 seen2 seen3
  bufdx2 B seen4 seen5 seen6
  bufe1 hb.angx seen7
""",
    felt="""
  bufsigma coupler.lenl felt1
  bufreac B0 felt2 felt3 felt4
  bufdrive ha.angx felt5
  bufepot felt6
""",
    sprung="motor ha.angx spring 30N*m -2N*m",
)
