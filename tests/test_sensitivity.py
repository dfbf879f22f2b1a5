"""Derivatives to numbers of the deck, against quotients of sixth order and against closed forms."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import loads, read
from runmec.deck.model import Deck
from runmec.motion.session import Session
from runmec.results.asking import Asked
from runmec.results.quantities import read_quantities
from runmec.results.result import asked
from runmec.studies.names import Number
from runmec.studies.sensitivity import exact_derivatives, exact_numbers
from runmec.studies.variant import moved

from .linkages import random_sixbar

INPUTS = Path(__file__).parent.parent / "inputs"
ORDER_SIX = {-3: -1 / 60, -2: 9 / 60, -1: -45 / 60, 1: 45 / 60, 2: -9 / 60, 3: 1 / 60}


def exact_of(result: runmec.Result, numbers: list[Number]) -> tuple[list[int], list[int]]:
    return exact_numbers(result.session, result.positions, numbers)


def derivatives_of(result: runmec.Result, wanted: list[Asked], numbers: list[Number]) -> np.ndarray:
    return exact_derivatives(result.session, result.positions, wanted, numbers)


def opened(text: str) -> str:
    """A deck whose lengths, masses, springs and dampers are names n0, n1, …, every second of them."""
    before, _, after = text.partition("  para")
    defined: list[str] = []

    def named(match: re.Match[str]) -> str:
        defined.append(match[2])
        return match[0] if len(defined) % 2 else f"{match[1]}(n{len(defined) - 1})"

    last = r"^((?:| +para| +uniform| +inertia| +spring| +damper| +) +-?\d+ )(-?\d+\.\d+(?:e-\d+)?)"
    body = re.sub(last, named, after.partition("STORAGE")[0], flags=re.MULTILINE)
    names = "".join(f"  n{k} {value}\n" for k, value in enumerate(defined) if k % 2)
    rest = "STORAGE" + after.partition("STORAGE")[2]
    return before.replace("TOPOLOGY", f"DEFINE\n{names}TOPOLOGY") + "  para" + body + rest


SIXBAR = """\
DYN ANA ; six-bar with everything
DEFINE
  r {r}
  l 0.37
  h 0.14
  far 0.41
  m 0.7
  c 150
  g 9.81
  w 7
  T 0.6
  J 0.02
  k (3*r)
TOPOLOGY
  elem crank BIN A0 A
  elem plate TR2 A B C
  elem rocker BIN B0 B
  elem rod HBEAM C bC D
  elem guide TR1 D0 slope D lenv
  elem s BIN A0 D free
  elem leaf BEAM B0 b0 B bB free
  param tilt plate.angb (1+r) rod.angb -1
  param bent rod.angb 1 rocker.angb (k)
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 (far) 0.02 fixed
  point D0 0.7 (0.1*far) fixed
  angle slope (0.2+m/9) fixed
  angle b0 0.3 fixed
  angle bB 0.2 fixed
  point A (r) 0
  point B 0.36 0.33
  point C 0.2 (0.5+h/10)
  point D 0.75 0.2
  angle bC 0.1
  para crank.lenl (r)
  para plate.lenl (l)
  para rocker.lenl (0.9*l)
  para plate.lenv (h)
  para crank.angb (0.3+r)
DYNAMICS
  uniform crank (m)
  uniform rod (2*m)
  uniform leaf (m/3)
  body plate (m) (h) (r/2) (J)
  inertia D (m/2)
  spring s.lenl (c) -20
  spring rocker.angb 3 (J) 1.2 (1.5+h) 40 (c)
  damper tilt (c/100)
  gravity (g) (-pi/2+r)
  force D.x (m*sin(3*t) - h*dx(D.x)*x(D.y)^2)
  force D.y (max(2*e(s.lenl), m)/(1+abs(dinp(crank.angb))) + exp(-l)*atan2(x(C.y), far))
  flex rod.lenl (1e-6*m)
STORAGE
  buftime t
  bufx1 C.x cx1
  bufe1 tilt tilt1
  bufconn plate B gx gy
  bufpin rod D px py
  bufreac B0 fx fy
  bufdrive crank.angb drive
  bufpower crank.angb power
  bufcalc (sqrt(buf(fx)^2+buf(fy)^2)*m + e(s.lenl)/h) pull
  bufdef rod.lenl longer
  bufdisp D.x away
  bufjred J
  bufekin ekin
  bufepot epot
MOVEMENT
  tstepe 9 (T) (w) (3*m)
  law crank.angb modsine (w/9)
  tmove 5 (T*m)
  law crank.angb trapezoid 0.4 (m/3)
  tmove 5 0.2
  law crank.angb points 0.05 (r) (T/5) 0.3 0.2 0.1
  tmove 4 0.2
  stepe 3 (h)
END
"""


#: what has no formula for its derivatives
BY_DIFFERENCES = ("bufeig", "bufbuck", "bufcond", "bufpole", "bufapole", "bufrho")


def all_quantities(deck: Deck) -> list[Asked]:
    places = [c.number for c in (*deck.fixed, *deck.moving)]
    parameters = list(dict.fromkeys(form.parameter for form in deck.forms))
    found: list[Asked] = [(word, (n,), ()) for n in places for word in ("bufx0", "bufdx1", "bufdx2")]
    found += [(word, (n,), ()) for n in parameters for word in ("bufe0", "bufde1", "bufde2")]
    if deck.job != "KIN ANA":
        found += [("bufsigma", (n,), ()) for n in parameters] + [("bufreac", (c.number,), ()) for c in deck.fixed]
        found += [("bufekin", (), ()), ("bufepot", (), ())]
    found += [asked(store) for store in deck.stores]
    return [one for one in dict.fromkeys(found) if one[0] not in BY_DIFFERENCES]


def worst(deck: Deck, names: list[str], rows: slice = slice(None)) -> float:
    """Largest difference from quotients, of the largest derivative of the quantities of one kind.

    Between the points of a curve from a file the quotients are taken within one of its pieces.
    """
    parts = (1e-4, 5e-5) if deck.files else (4e-3, 5e-4)
    result = runmec.run(deck)
    wanted = all_quantities(deck)
    exact = derivatives_of(result, wanted, [Number(name) for name in names])
    found = 0.0
    session = Session(deck, keep_branch=True)
    for k, name in enumerate(names):
        now = next(define.value for define in deck.defines if define.name == name)
        errors = []
        for part in parts:
            h = part * (abs(now) or 1.0)
            slope = (
                sum(
                    share * np.array(read_quantities(session, moved(session, {name: now + at * h}), wanted))
                    for at, share in ORDER_SIX.items()
                )
                / h
            )
            errors.append(_errors(exact[k][:, rows], slope[:, rows], np.array(result.quantities(wanted)), now, wanted))
        found = max(found, float(np.max(np.minimum(*errors))))
    return found


def _errors(exact: np.ndarray, slope: np.ndarray, base: np.ndarray, now: float, wanted: list[Asked]) -> np.ndarray:
    size: dict[str, float] = {}
    kinds = ["force" if word in ("bufsigma", "bufreac") else word for word, _, _ in wanted]
    for kind, values, history in zip(kinds, slope, base, strict=True):
        own = np.nanmax(np.abs(history), initial=0.0) / (abs(now) or 1.0)
        size[kind] = max(size.get(kind, 1e-9), float(np.nanmax(np.abs(values), initial=0.0)), float(own))
    scales = np.array([size[kind] for kind in kinds])
    return np.nanmax(np.abs(exact - slope), axis=1) / scales


@pytest.mark.parametrize("seed", [3, 11])
def test_random_six_bars_with_masses_and_springs(seed: int) -> None:
    deck = loads(opened(random_sixbar(seed, "tstepe 6 0.7 9 2")))
    names = [define.name for define in deck.defines]
    assert len(names) >= 8
    assert worst(deck, names) < 1e-8


def test_all_that_a_given_motion_may_hold() -> None:
    deck = loads(SIXBAR.format(r=0.1))
    names = [define.name for define in deck.defines]
    assert exact_of(runmec.run(deck), [Number(name) for name in names])[1] == []
    assert worst(deck, names) < 1e-8


def few_rows(path: Path) -> Deck:
    """A deck with five steps a move at most, none of them where laws of motion jump, and without pictures."""
    deck = read(path)
    stores = tuple(one for one in deck.stores if one.word not in ("bufeig", "bufbuck", "bufcalc"))
    moves = tuple(replace(move, steps=min(move.steps, 5)) for move in deck.moves)
    return replace(deck, moves=moves, stores=stores, pictures=(), profiles=(), modes=(), figures=(), goals=(), keeps=())


NAMED = {path: text[:7] for path in sorted(INPUTS.rglob("*.mec"))
         if "\nDEFINE" in (text := path.read_text(encoding="utf-8"))}  # fmt: skip
GIVEN = [path for path, job in NAMED.items() if job not in ("DYN SIM", "STA ANA")]
RESTING = [path for path, job in NAMED.items() if job == "STA ANA"]
#: rows without those where the derivative itself jumps: the wiper begins at rest, under dry friction; the punch ends
#: where the curve of its force does, which goes on level; the pump begins in a dead centre, where its load sets in
JUMPS = {"windscreen_wiper": slice(1, 5), "punch_force": slice(0, 5), "exercise_flywheel": slice(1, 5)}


@pytest.mark.parametrize("path", GIVEN, ids=lambda path: path.stem)
def test_decks_of_the_inputs(path: Path) -> None:
    deck = few_rows(path)
    names = [define.name for define in deck.defines]
    exact, others = exact_of(runmec.run(deck), [Number(name) for name in names])
    assert deck.turns or not others
    some = [names[k] for k in exact][:2]
    assert not some or worst(deck, some, JUMPS.get(path.stem, slice(None))) < 1e-8


@pytest.mark.parametrize("path", RESTING, ids=lambda path: path.stem)
def test_rests_are_differentiated_by_differences_and_told_so(path: Path) -> None:
    deck = few_rows(path)
    names = [define.name for define in deck.defines]
    result = runmec.run(deck)
    assert exact_of(result, [Number(name) for name in names]) == ([], list(range(len(names))))
    _, follows, *_ = result.keys()  # the first is what the motion is led by
    found = result.sensitivity(follows, names[:1])
    assert "by differences" in repr(found)
    assert np.max(np.abs(found.values)) > 0.0
    assert np.all(found.error > 0.0)


GEARS = """\
DYN ANA ; gears on a turning arm with a rack, friction in pins and in the guide
DEFINE
  r1 0.05
  r2 0.08
  al 0.35
  far 0.03
  mu 0.2
  pin 0.004
  m 1.3
TOPOLOGY
  elem sun TR1 O bS S1
  elem arm BIN O P
  elem wheel TR1 P bW W1
  elem mesh GEAR O bS P bW
  elem rack RACK P bW Q bR
  elem guide TR1 Q0 bR Q lenv
  input arm.angb sun.angb
GEOMETRY
  point O 0 0 fixed
  angle bS 0.1
  point S1 0.02 0
  point P (r1+r2) (far)
  angle bW 0.3
  point W1 0.2 0.03
  angle bR 0.2 fixed
  point Q0 0.1 (-0.2) fixed
  point Q 0.2 (-0.18)
  gear mesh (r1) (r2) (al)
  gear rack (0.9*r2) (al/2)
  para mesh.mesh 0
DYNAMICS
  inertia P (m)
  inertia Q (m/2)
  inertia bW 0.01
  uniform arm (m)
  friction guide.lenu (mu) guide.lenv
  friction wheel.angb (mu*pin) arm.lenl
  force Q -20 (-30*m)
  gravity 9.81 (-pi/2)
STORAGE
  bufconn mesh P mx my
  bufconn rack Q rx ry
  bufx2 Q.x q12 1 2
  bufx2 Q.y q11
  bufe2 guide.lenu g22 2 2
  bufdrive 1 M1
MOVEMENT
  tstepe 5 0.3 2 1 (-3) 0.5
END
"""
CAM = """\
DYN ANA ; a cam by segments and one by points, the second on top of the first
DEFINE
  h 0.012
  rise 1.9
  part 0.3
  c -1
  top 0.02
  base 0.05
TOPOLOGY
  elem cam TR1 O b E
  elem rod TR1 O up A lenv
  elem arm BIN A B free
  elem top TR1 O up B lenv
  param lift rod.lenu 1 fixed
  param reach arm.lenl (1+base) fixed
  input cam.angb
  couple lift cam.angb S (c)
  couple reach rod.lenu R (c/2)
GEOMETRY
  point O 0 0 fixed
  angle b 0.4
  angle up 1.5 fixed
  point E 0.03 0
  point A 0.003 (base)
  point B 0.01 (3*base)
  program S modsine (h) (rise) dwell (1.5*part) trapezoid (-h) (part) 2 dwell (2*pi-2-rise-1.5*part)
  program R points 0 0 0.03 (top) 0.07 (top/3) 0.12 (h)
DYNAMICS
  inertia B 2
  inertia b 0.01
  spring arm.angb 300 (h)
STORAGE
  bufe2 rod.lenu l2
  bufx2 B.y y2
  bufconn cam E gx gy
  bufconn rod A fx fy
MOVEMENT
  tstepe 7 0.6 10 3
END
"""


SPACE = """\
DYN ANA ; spatial slider-crank with bodies, a spring, a moment and friction in the guide
DEFINE
  r 0.08
  y0 0.1
  m 0.5
  u 0.1
  I 2.4e-3
  c 300
  mu 0.1
  M0 0.7
TOPOLOGY
  elem bearing HINGE f a
  elem crank TR1S A a B
  elem rod TR1S B r C
  elem joint HINGE f r cosu
  elem s BINS S C free
  input bearing.angx
GEOMETRY
  point A 0 (y0) 0.12 fixed
  point B 0 (y0) (0.12+r)
  point C 0.2 0 0 fixed y z
  point S 0.4 (u) 0 fixed
  turn f fixed
  turn a
  turn r
  axle bearing 1 0 0
  axle joint 1 0 0 0 2 -1
DYNAMICS
  gravity 9.81 (mu) 0 -1
  solid crank 0.12 0 0 (r/2) 1e-4 1e-4 1e-5
  solid rod (m) (u) -0.05 (-u) (I) 3.6e-3 2.4e-3 8e-4 (0.6*I) -8e-4
  inertia C 2
  spring s.lenl (c) -20
  moment r 0 (M0*cos(3*t)) 0.2
  force C.x (-5*M0)
STORAGE
  bufomega r wx wy wz
  bufalpha r ax ay az
  bufpin rod B px py pz
  bufpin rod r mx my mz
  bufreac A fx fy fz
  bufmom f nx ny nz
  bufx2 C.x c2
  bufdrive 1 M
  bufekin ekin
  bufepot epot
  bufjred J
MOVEMENT
  tstepe 6 0.5 6 2
END
"""


@pytest.mark.parametrize("text", [GEARS, CAM, SPACE])
def test_gears_cams_friction_and_space(text: str) -> None:
    deck = loads(text)
    names = [define.name for define in deck.defines]
    assert exact_of(runmec.run(deck), [Number(name) for name in names])[1] == []
    assert worst(deck, names) < 1e-8


def test_a_mass_that_is_zero() -> None:
    text = SIXBAR.format(r=0.1).replace("uniform crank (m)", "uniform crank (m0)").replace("  m 0.7", "  m 0.7\n  m0 0")
    deck = loads(text)
    assert exact_of(runmec.run(deck), [Number("m0")])[1] == []
    heavier = loads(text, set={"m0": 0.7})
    wanted: list[Asked] = [("bufsigma", (n,), ()) for n in range(1, 8)] + [("bufekin", (), ()), ("bufepot", (), ())]
    by = derivatives_of(runmec.run(deck), wanted, [Number("m0")])[0]
    change = np.array(runmec.run(heavier).quantities(wanted)) - np.array(runmec.run(deck).quantities(wanted))
    assert np.max(np.abs(change / 0.7 - by)) < 1e-9 * np.max(np.abs(by))  # all of them are linear in a mass


def test_slider_crank_by_closed_form() -> None:
    """x = r cos φ + √(l² − r² sin² φ): ∂x/∂r, ∂x/∂l."""
    text = """KIN ANA
DEFINE
  r 0.05
  l 0.2
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (r) 0
  point B (r+l) 0 fixed y
MOVEMENT
  stepe 12 (2*pi)
END
"""
    result = runmec.run(loads(text))
    found = result.sensitivity("B.x", to=["r", "L", "rod.lenl", "crank.angb"])
    phi = np.linspace(0, 2 * np.pi, 13)
    root = np.sqrt(0.2**2 - (0.05 * np.sin(phi)) ** 2)
    assert found.is_exact
    assert found["r"] == pytest.approx(np.cos(phi) - 0.05 * np.sin(phi) ** 2 / root, abs=1e-13)
    assert found["l"] == pytest.approx(0.2 / root, abs=1e-13)
    assert found["rod.lenl"] == pytest.approx(found["l"], abs=1e-15)
    assert found["crank.angb"] == pytest.approx(-0.05 * np.sin(phi) * (1 + 0.05 * np.cos(phi) / root), abs=1e-13)


def test_simulations_are_differentiated_by_differences_with_an_error() -> None:
    """A pendulum let go horizontally: T ∝ √l, so that the angle at time t changes as −(t/2l)·ω."""
    text = """DYN SIM
DEFINE
  l 0.8
TOPOLOGY
  elem rod BIN O A
  input rod.angb
GEOMETRY
  point O 0 0 fixed
  point A (l) 0
DYNAMICS
  inertia A 1
  gravity 9.81 (-pi/2)
  motor 1 zero
STORAGE
  bufinp 1 phi
  bufdinp1 1 speed
MOVEMENT
  integr dop853 1e-11
  tstepf 5 1 0
END
"""
    result = runmec.run(loads(text))
    found = result.sensitivity("phi", "l")
    exact = -result.time / (2 * 0.8) * result["speed"]
    assert not found.is_exact
    assert np.max(np.abs(found["l"] - exact)) < 10 * found.error[0] < 1e-3


def test_unknown_names_are_told() -> None:
    result = runmec.run(read(INPUTS / "four_bars/coupler_curve.mec"))
    with pytest.raises(runmec.RunmecError, match="neither a name of DEFINE nor a prescribed parameter"):
        result.sensitivity(101, to="nothing")
    assert math.isfinite(float(result.sensitivity(101).values.sum()))
