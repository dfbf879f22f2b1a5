"""GEAR and RACK: no slip at the pitch point, Willis, equilibrium of every wheel by itself, Newton and Euler."""

from __future__ import annotations

from math import cos, pi, radians, sin, tan

import numpy as np
import pytest

import runmec
from runmec.elements import ELEMENTS
from runmec.engine.coordinate import Coordinate


def cross(w: float, r: np.ndarray) -> np.ndarray:
    return w * np.array([-r[1], r[0]])


def moment_of(r: np.ndarray, f: np.ndarray) -> float:
    return float(r[0] * f[1] - r[1] * f[0])


def speed_of_mesh(kind: str, data: tuple[float, ...], x: list[float], v: list[float]) -> float:
    places = [Coordinate(k, value, True, axis) for k, (value, axis) in enumerate(zip(x, (0, 1, 2) * 2, strict=True))]
    form = ELEMENTS[kind].forms["mesh"].form(places, data)
    for place, value in zip(places, v, strict=True):
        place.v = value
    form.evaluate()
    assert form.value == pytest.approx(0.0, abs=1e-15)
    return form.speed()


@pytest.mark.parametrize("seed", range(10))
def test_mesh_is_the_slip_at_the_pitch_point_wherever_the_centres_move(seed: int) -> None:
    """(v_P + ω_P × PC) − (v_Q + ω_Q × QC) along the common tangent, at C on both pitch circles."""
    random = np.random.default_rng(seed)
    r1, r2 = random.uniform(0.1, 1.0, 2)
    if seed % 2:
        r2 = -(r1 + r2)
    phi, *turned = random.uniform(-3, 3, 3)
    P, e = random.normal(size=2), np.array([cos(phi), sin(phi)])
    Q, C = P + abs(r1 + r2) * e, P + (r1 if r2 > 0 else -r1) * e
    v = random.normal(size=6)
    slip = (v[0:2] + cross(v[2], C - P) - v[3:5] - cross(v[5], C - Q)) @ [-e[1], e[0]]
    found = speed_of_mesh("GEAR", (r1, r2, 0.3), [*P, turned[0], *Q, turned[1]], list(v))
    assert found == pytest.approx(slip if r2 > 0 else -slip, rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_mesh_of_a_rack_is_the_slip_wherever_both_move_and_turn(seed: int) -> None:
    random = np.random.default_rng(seed)
    r, beta, along = random.uniform(0.1, 1.0), random.uniform(-3, 3), random.normal()
    t, side = np.array([cos(beta), sin(beta)]), -1.0 if seed % 2 else 1.0
    n = np.array([-t[1], t[0]])
    Q = random.normal(size=2)
    C = Q + along * t
    P = C + side * r * n
    v = random.normal(size=6)
    slip = (v[0:2] + cross(v[2], C - P) - v[3:5] - cross(v[5], C - Q)) @ t
    found = speed_of_mesh("RACK", (r, 0.3), [*P, random.normal(), *Q, beta], list(v))
    assert found == pytest.approx(side * slip, rel=1e-12)


PAIR = """DYN ANA ; two gears
UNITS SI
TOPOLOGY
  elem pinion TR1 A bA A free
  elem wheel TR1 B bB B free
  elem teeth GEAR A bA B bB
  input pinion.angb
GEOMETRY
  point A 0 0 fixed
  point B {distance} 0 fixed
  angle bA 0
  angle bB 0
  gear teeth 20mm {r2} {alpha}deg
DYNAMICS
  inertia bB 0.1
  force bB {load}
STORAGE
  bufx0 bB turn
  bufsigma teeth.mesh F
  bufdrive pinion.angb M
  bufreac A ax ay
  bufreac B bx by
  bufconn teeth A tx ty
  bufpower pinion.angb P
MOVEMENT
  tstepe 8 1 10 4
END
"""


@pytest.mark.parametrize(("r2", "load"), [(0.05, 3.0), (0.05, -3.0), (-0.05, 3.0), (-0.05, -3.0)])
@pytest.mark.parametrize("alpha", [0.0, 20.0, 25.0])
def test_each_gear_is_in_equilibrium_by_itself(r2: float, load: float, alpha: float) -> None:
    """The tooth force acts at C along the line of action of the flank that carries; bearings and moments follow."""
    result = runmec.run(runmec.loads(PAIR.format(r2=r2, load=load, alpha=alpha, distance=abs(0.02 + r2))))
    ratio = -0.02 / r2
    np.testing.assert_allclose(result["turn"], ratio * (10 * result.time + 2 * result.time**2), atol=1e-13)
    moment = 0.1 * ratio * 4 - load  # that the teeth give to the wheel
    C = np.array([0.02, 0.0]) if r2 > 0 else np.array([-0.02, 0.0])
    B = np.array([abs(0.02 + r2), 0.0])
    across = moment / (C - B)[0]  # force on the wheel along y
    apart = abs(across) * tan(radians(alpha)) * (1 if r2 > 0 else -1)  # and along x: away from C towards its own side
    np.testing.assert_allclose(np.abs(result["F"]), abs(across), rtol=1e-12)
    # signs: the frame holds each gear against the force of the other on it
    np.testing.assert_allclose(result["bx"], -apart, atol=1e-12)
    np.testing.assert_allclose(result["by"], -across, atol=1e-12)
    np.testing.assert_allclose(result["ax"], apart, atol=1e-12)
    np.testing.assert_allclose(result["ay"], across, atol=1e-12)
    np.testing.assert_allclose(result["M"], -(C[0] * -across), atol=1e-12)
    np.testing.assert_allclose([result["tx"], result["ty"]], [result["ax"], result["ay"]], atol=1e-12)
    assert result.trust.worst < 1e-13


PLANETARY = """DYN ANA ; planetary train
UNITS SI
TOPOLOGY
  elem sun TR1 O bs O free
  elem arm TR1 O bc P
  elem planet TR1 P bp P free
  elem ring TR1 O br O free
  elem inner GEAR O bs P bp
  elem outer GEAR P bp O br
  input {inputs}
  param carrier arm.angb 1
GEOMETRY
  point O 0 0 fixed
  point P 80mm 0
  angle bs 0
  angle bc 0
  angle bp 0
  angle br 0 {ring}
  gear inner 30mm 50mm
  gear outer 50mm -130mm
DYNAMICS
  force bc -40
STORAGE
  bufx1 bc carrier
  bufx1 bp planet
  bufdrive 1 M
  bufsigma inner.mesh Fi
  bufsigma outer.mesh Fo
  bufconn arm P px py
  {stored}
MOVEMENT
  stepe 36 {ways}
END
"""


def test_planetary_train_against_willis() -> None:
    """ω_s r_s + ω_r r_r = ω_c (r_s + r_r); moments as 1 : r_r/r_s : −(1 + r_r/r_s)."""
    held = PLANETARY.format(inputs="sun.angb", ring="fixed", stored="bufreac br mr", ways="(4*pi)")
    result = runmec.run(runmec.loads(held))
    np.testing.assert_allclose(result["carrier"], 30 / 160, rtol=1e-12)
    np.testing.assert_allclose(result["planet"], -(30 / 160) * (130 - 50) / 50, rtol=1e-11)
    np.testing.assert_allclose(result["M"], 40 * 30 / 160, rtol=1e-12)
    np.testing.assert_allclose(result["mr"], 40 * 130 / 160, rtol=1e-12)
    # the planet by itself: both tooth forces push it along the carrier's way, what pushes it out and in is the same
    tangential = 40 / 0.08 / 2
    np.testing.assert_allclose(np.abs(result["Fi"]), tangential, rtol=1e-12)
    np.testing.assert_allclose(np.abs(result["Fo"]), tangential, rtol=1e-12)
    np.testing.assert_allclose(np.hypot(result["px"], result["py"]), 2 * tangential, rtol=1e-12)
    two = PLANETARY.format(inputs="sun.angb ring.angb", ring="", stored="bufdrive 2 mr", ways="1 0.4")
    result = runmec.run(runmec.loads(two))
    carrier = (30 * 1 + 130 * 0.4) / 160
    assert result["carrier"].shape == (37,)
    assert result.positions.x[result.mechanism.index[result.deck.names.find("coordinate", "bc")], -1] == pytest.approx(
        carrier, rel=1e-12
    )
    np.testing.assert_allclose(result["mr"], 40 * 130 / 160, rtol=1e-12)


REVERSED = """DYN ANA ; two planets in series on one carrier
UNITS SI
DEFINE
  g {turn}
TOPOLOGY
  elem sun TR1 O bs O free
  elem arm1 TR1 O bc P
  elem arm2 TR1 O bc Q
  elem p1 TR1 P b1 P free
  elem p2 TR1 Q b2 Q free
  elem m1 GEAR O bs P b1
  elem m2 GEAR P b1 Q b2
  elem m3 GEAR Q b2 O br
  input sun.angb
GEOMETRY
  point O 0 0 fixed
  point P 0.07 0
  point Q (0.09*cos(g)) (0.09*sin(g))
  angle bs 0
  angle bc 0
  angle b1 0
  angle b2 0
  angle br 0 fixed
  gear m1 40mm 30mm
  gear m2 30mm 20mm 25deg
  gear m3 20mm -110mm
DYNAMICS
  inertia P 1.2
  inertia Q 0.7
  inertia b1 6e-4
  inertia b2 2e-4
  inertia bs 9e-4
  inertia bc 3e-3
  force bc 55
  force b2 -1.5
  gravity 9.81 (-pi/2)
STORAGE
  bufx0 bc c
  bufx0 b1 c1
  bufdrive sun.angb M
  bufsigma m1.mesh T1
  bufsigma m2.mesh T2
  bufsigma m3.mesh T3
  bufconn arm1 P ux uy
  bufconn arm2 Q wx wy
MOVEMENT
  tstepe 90 0.5 20 -30
END
"""


def test_train_with_two_planets_and_a_load_against_newton_and_euler() -> None:
    """Three tooth forces, two bearing forces and the drive by eight equations of motion, in every position."""
    r_s, r_1, r_2, r_r = 0.04, 0.03, 0.02, 0.11
    # the triangle O P Q has the sides 0.07, 0.09 and r1 + r2
    turn = np.arccos((0.07**2 + 0.09**2 - 0.05**2) / (2 * 0.07 * 0.09))
    result = runmec.run(runmec.loads(REVERSED.format(turn=float(turn))))
    assert result.trust.worst < 1e-12
    per_sun = {"c": r_s / (r_s - r_r)}
    per_sun["1"] = per_sun["c"] - (1 - per_sun["c"]) * r_s / r_1
    per_sun["2"] = per_sun["c"] + (1 - per_sun["c"]) * r_s / r_2
    np.testing.assert_allclose(result["c"], per_sun["c"] * (20 * result.time - 15 * result.time**2), atol=1e-12)
    np.testing.assert_allclose(result["c1"], per_sun["1"] * (20 * result.time - 15 * result.time**2), atol=1e-12)
    g = np.array([0.0, -9.81])
    for row, t in enumerate(result.time):
        w, a, angle = 20 - 30 * t, -30.0, result["c"][row]
        e1, e2 = (np.array([cos(angle + k), sin(angle + k)]) for k in (0.0, turn))
        P, Q = 0.07 * e1, 0.09 * e2
        wc, ac = per_sun["c"] * w, per_sun["c"] * a
        aP, aQ = (cross(ac, r) - wc * wc * r for r in (P, Q))
        e12 = (Q - P) / 0.05
        C1, C2, C3 = r_s * e1, P + r_1 * e12, 0.11 * e2
        # direction of a tooth force on the second of each pair: along the tangent by T, and apart by |T|
        t1, t2, t3 = (np.array([-e[1], e[0]]) for e in (e1, e12, e2))
        tangents, radial = (t1, t2, t3), (e1, e12, -e2)  # of the ring the planet is pushed inwards
        tans = [tan(pi / 9), tan(radians(25)), tan(pi / 9)]
        signs = np.sign([result["T1"][row], result["T2"][row], result["T3"][row]])
        for flanks in np.array(np.meshgrid([1, -1], [1, -1], [1, -1])).T.reshape(-1, 3):
            f = [tangents[k] + flanks[k] * tans[k] * radial[k] for k in range(3)]
            K, b = np.zeros((8, 8)), np.zeros(8)  # T1 T2 T3, forces on planets from the carrier (4), M
            K[0:2, 0], K[0:2, 1], K[0:2, 3:5] = f[0], -f[1], np.eye(2)
            b[0:2] = 1.2 * (aP - g)
            K[2, 0], K[2, 1] = moment_of(C1 - P, f[0]), -moment_of(C2 - P, f[1])
            b[2] = 6e-4 * per_sun["1"] * a
            K[3:5, 1], K[3:5, 2], K[3:5, 5:7] = f[1], f[2], np.eye(2)
            b[3:5] = 0.7 * (aQ - g)
            K[5, 1], K[5, 2] = moment_of(C2 - Q, f[1]), moment_of(C3 - Q, f[2])
            b[5] = 2e-4 * per_sun["2"] * a + 1.5
            K[6, 0], K[6, 7] = -moment_of(C1, f[0]), 1
            b[6] = 9e-4 * a
            K[7, 3:5], K[7, 5:7] = [P[1], -P[0]], [Q[1], -Q[0]]
            b[7] = 3e-3 * ac - 55
            found = np.linalg.solve(K, b)
            if (np.sign(found[:3]) == flanks).all():
                break
        else:
            raise AssertionError("no flanks fit")
        expected = {"M": found[7], "ux": -found[3], "uy": -found[4], "wx": -found[5], "wy": -found[6]}
        for k, name in enumerate(("T1", "T2", "T3")):
            assert abs(result[name][row]) == pytest.approx(abs(found[k]), rel=1e-10), (row, name)
        # bufconn of an arm is the force on it at the planet: with the mass of the joint, which belongs to the joint
        assert result["M"][row] == pytest.approx(expected["M"], rel=1e-10)
        for name in ("ux", "uy", "wx", "wy"):
            assert result[name][row] == pytest.approx(expected[name], rel=1e-9, abs=1e-9), (row, name)
        assert signs.all()


RACKS = """DYN ANA ; pinion between two racks
UNITS SI
TOPOLOGY
  elem way TR1 O level P lenv
  elem pinion TR1 P b P free
  elem lower RACK P b O level
  elem upper RACK P b S level
  elem top TR1 O level S lenv
  input way.lenu
GEOMETRY
  point O 0 0 fixed
  angle level {slope} fixed
  point P {P}
  point S {S}
  angle b 0
  gear lower 30mm
  gear upper 30mm 15deg
DYNAMICS
  inertia P 5
  inertia S 8
  inertia b 0.01
STORAGE
  bufe0 top.lenu s
  bufx0 b turn
  bufsigma lower.mesh low
  bufsigma upper.mesh up
  bufdrive way.lenu F
  bufsigma way.lenv guide
  bufsigma top.lenv above
MOVEMENT
  law way.lenu poly345 0.3
  tmove 40 1
END
"""


@pytest.mark.parametrize("slope", [0.0, 0.7, 3.0])
def test_pinion_that_rolls_between_two_racks(slope: float) -> None:
    """The upper rack goes twice as far; its teeth give m·2a, those of the fixed one what turns the pinion."""
    c, s = cos(slope), sin(slope)
    P, S = f"{-0.03 * s} {0.03 * c}", f"{-0.06 * s} {0.06 * c}"
    result = runmec.run(runmec.loads(RACKS.format(slope=slope, P=P, S=S)))
    u = result.time
    way = 0.3 * (10 * u**3 - 15 * u**4 + 6 * u**5)
    a = 0.3 * (60 * u - 180 * u**2 + 120 * u**3)
    np.testing.assert_allclose(result["turn"], -way / 0.03, atol=1e-12)
    np.testing.assert_allclose(result["s"], 2 * way, atol=1e-13)
    up = 8 * 2 * a
    low = up + 0.01 * (a / 0.03) / 0.03  # moments about P: (up + J·α/r), both along the racks
    np.testing.assert_allclose(np.abs(result["up"]), np.abs(up), atol=1e-10)
    np.testing.assert_allclose(np.abs(result["low"]), np.abs(low), atol=1e-10)
    np.testing.assert_allclose(result["F"], 5 * a + up + low, atol=1e-10)
    # guides carry what the teeth push apart
    np.testing.assert_allclose(np.abs(result["above"]), np.abs(up) * tan(radians(15)), atol=1e-10)
    pushed = np.abs(np.abs(low) * tan(pi / 9) - np.abs(up) * tan(radians(15)))
    np.testing.assert_allclose(np.abs(result["guide"]), pushed, atol=1e-10)
    assert result.trust.worst < 1e-12


def train(seed: int) -> tuple[str, float]:
    """A random train: wheels on fixed shafts, some of them internal."""
    random = np.random.default_rng(seed)
    elements, points, gears, dynamics = [], ["  point O0 0 0 fixed", "  angle b0 0"], [], []
    elements.append("  elem drive TR1 O0 b0 O0 free")
    at, ratio = np.zeros(2), 1.0
    for k in range(1, int(random.integers(3, 7))):
        r1, r2 = random.uniform(0.02, 0.08, 2)
        if random.random() < 0.35:
            r2 = -(r1 + r2)
        phi = random.uniform(-3, 3)
        at = at + abs(r1 + r2) * np.array([cos(phi), sin(phi)])
        points += [f"  point O{k} {at[0]:.12g} {at[1]:.12g} fixed", f"  angle b{k} {random.uniform(-1, 1):.3f}"]
        elements.append(f"  elem m{k} GEAR O{k - 1} b{k - 1} O{k} b{k}")
        gears.append(f"  gear m{k} {r1:.12g} {r2:.12g} {random.uniform(0, 28):.2f}deg")
        dynamics += [f"  inertia b{k} {random.uniform(0, 0.01):.4g}", f"  force b{k} {random.normal():.4g}"]
        ratio *= -r1 / r2
    text = "\n".join(
        [
            "DYN ANA ; train",
            "TOPOLOGY",
            *elements,
            "  input drive.angb",
            "GEOMETRY",
            *points,
            *gears,
            "DYNAMICS",
            *dynamics,
            "STORAGE",
            f"  bufx1 b{k} last",
            f"  bufreac O{k} x y",
            "MOVEMENT",
            "  tstepe 25 0.7 30 -50",
            "END",
            "",
        ]
    )
    return text, ratio


@pytest.mark.parametrize("seed", range(12))
def test_random_trains_close_their_balances(seed: int) -> None:
    text, ratio = train(seed)
    result = runmec.run(runmec.loads(text))
    np.testing.assert_allclose(result["last"], ratio, rtol=1e-10)
    assert result.trust.worst < 1e-9
    assert not [w for w in result.warnings if w.code == "R482"]


def test_free_train_runs_as_its_reduced_inertia_and_shows_its_bearings() -> None:
    """DYN SIM: α = M/(J1 + J2(r1/r2)²); the teeth push the shafts apart in rows of a simulation too."""
    text = PAIR.format(r2=0.05, load=0.0, alpha=20, distance=0.07).replace("DYN ANA", "DYN SIM")
    text = text.replace("DYNAMICS\n", "DYNAMICS\n  inertia bA 0.004\n  motor 1 const 2\n").replace(
        "  force bB 0.0\n", ""
    )
    result = runmec.run(runmec.loads(text.replace("tstepe 8 1 10 4", "integr dop853\n  tstepf 8 1 0")))
    alpha = 2 / (0.004 + 0.1 * 0.4**2)
    np.testing.assert_allclose(result["turn"], -0.4 * alpha * result.time**2 / 2, atol=1e-9)
    F = 0.1 * 0.4 * alpha / 0.05
    np.testing.assert_allclose(np.abs(result["by"]), F, rtol=1e-9)
    np.testing.assert_allclose(result["bx"], -F * tan(pi / 9), rtol=1e-9)
    assert result.trust.worst < 1e-9


@pytest.mark.parametrize(
    ("gear", "code"),
    [
        ("gear teeth 20mm", "D224"),
        ("gear teeth 20mm 50mm 20deg 3", "D111"),
        ("gear teeth -20mm 50mm", "D210"),
        ("gear teeth 20mm 0", "D210"),
        ("gear teeth 20mm 50mm 20", "D210"),
        ("gear pinion 20mm 50mm", "D224"),
    ],
)
def test_wrong_numbers_of_gears_are_told(gear: str, code: str) -> None:
    text = PAIR.format(r2="50mm", load=1, alpha=20, distance="70mm")
    old = next(line.strip() for line in text.splitlines() if line.strip().startswith("gear "))
    with pytest.raises(runmec.DeckError) as fault:
        runmec.loads(text.replace(old, gear))
    assert code in [d.code for d in fault.value.diagnostics]


def test_words_of_gears_may_still_be_names() -> None:
    deck = runmec.loads(PAIR.format(r2="50mm", load=1, alpha=20, distance="70mm").replace("teeth", "gear"))
    assert runmec.run(deck).complete


def test_gears_that_do_not_meet_are_told() -> None:
    result = runmec.run(runmec.loads(PAIR.format(r2="50mm", load=1, alpha=20, distance="75mm")))
    (told,) = (w for w in result.warnings if w.code == "R482")
    assert "0.075" in told.message
    assert "0.07" in told.message


def test_teeth_are_drawn_in_the_gaps_of_each_other() -> None:
    """Half a pitch apart at every pitch point, in every position: sun and planet, planet and ring."""
    from runmec.drawing.symbols import symbols

    text = PLANETARY.format(inputs="sun.angb", ring="fixed", stored="bufreac br mr", ways="(4*pi)")
    result = runmec.run(runmec.loads(text))
    ring, sun, planet = (s for s in symbols(result.mechanism) if s.name == "gear")
    for x in result.positions.x.T:
        centre = [complex(x[s.points[0][0]], x[s.points[0][1]]) for s in (sun, planet)]
        outwards = np.angle(centre[1] - centre[0])
        for one, to_one, other, to_other, sense in (
            (sun, outwards, planet, outwards + pi, -1),
            (planet, outwards, ring, outwards, 1),
        ):
            parts = []
            for symbol, direction in ((one, to_one), (other, to_other)):
                corners = np.array([complex(v.x, v.y) for v in symbol.parts[0].vertices[:-1]])
                teeth = len(corners) // 4
                first = np.angle(corners[1] / abs(corners[1]) + corners[2] / abs(corners[2]))
                parts.append((direction - x[symbol.angles[0].co_ordinate] - first) * teeth / (2 * pi))
            assert (parts[0] - sense * parts[1]) % 1.0 == pytest.approx(0.5, abs=1e-6)


def test_teeth_are_bounded_whatever_the_radii() -> None:
    """A pinion of 1 μm beside a wheel of 69.999 mm would have 18 teeth, and the wheel more than a million."""
    from runmec.drawing.symbols import symbols

    text = PAIR.format(r2="69.999mm", load=1, alpha=20, distance="70mm").replace("20mm", "1um")
    result = runmec.run(runmec.loads(text))
    wheels = [s for s in symbols(result.mechanism) if s.name == "gear"]
    assert sorted(len(s.parts[0].vertices) // 4 for s in wheels) == [6, 2000]


ECCENTRIC = """DYN ANA ; a planet out of balance on an accelerated carrier
UNITS SI
TOPOLOGY
  elem sun TR1 O bs O free
  elem carrier TR1 O bc P
  elem planet TR1 P bp P free
  elem inner GEAR O bs P bp
  elem outer GEAR P bp O br
  input sun.angb
GEOMETRY
  point O 0 0 fixed
  point P 80mm 0
  angle bs 0
  angle bc 0
  angle bp 0
  angle br 0 fixed
  gear inner 30mm 50mm
  gear outer 50mm -130mm
DYNAMICS
  body planet 1.3 0.007 -0.003 2e-3
  body carrier 0.9 40mm 0 1e-3
  inertia bs 4e-4
  gravity 9.81 -90deg
  force bc -40
STORAGE
  bufpin planet P px py
  bufpin carrier O cx cy
  bufpin sun O sx sy
  bufdrive sun.angb T
MOVEMENT
  tstepe 24 0.3 20 55
END
"""


def test_a_planet_out_of_balance() -> None:
    """Every body by Newton and Euler; teeth push along the common tangent, and away from each other by tan 20°."""
    result = runmec.run(runmec.loads(ECCENTRIC))
    slope, fall = tan(radians(20.0)), np.array([0.0, -9.81])
    for row, t in enumerate(map(float, result.time)):
        turns = [20.0 * t + 27.5 * t * t, 20.0 + 55.0 * t, 55.0]
        carried = [one * 30 / 160 for one in turns]
        c, wc, ac = carried
        p, wp, ap = (arm - 0.6 * (own - arm) for own, arm in zip(turns, carried, strict=True))
        e = np.array([cos(c), sin(c)])
        n, R = np.array([-e[1], e[0]]), np.array([0.007 * cos(p) + 0.003 * sin(p), 0.007 * sin(p) - 0.003 * cos(p)])
        a = 0.08 * (ac * n - wc**2 * e)
        F = 1.3 * (a + cross(ap, R) - wp**2 * R - fall)
        turned = 2e-3 * ap + moment_of(R, F)
        Fc = 0.9 * (0.5 * a - fall)
        across = -(1e-3 * ac + moment_of(0.04 * e, Fc) + 40.0) / 0.08
        outer, inner = ((F @ n - across + sign * turned / 0.05) / 2.0 for sign in (1.0, -1.0))
        pin = across * n + (F @ e - slope * (abs(inner) - abs(outer))) * e
        expected = [*pin, *(Fc + pin), *(inner * n + slope * abs(inner) * e), 4e-4 * 55.0 + 0.03 * inner]
        found = [result[name][row] for name in ("px", "py", "cx", "cy", "sx", "sy", "T")]
        assert found == pytest.approx(expected, rel=1e-11, abs=1e-9)
