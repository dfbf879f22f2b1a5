"""Beams in space: small deflections against closed forms, free motion with flexible links."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

import runmec
from tests.spatial_decks import B0, CRANK, MASSES, lagrange, point_B

EA, EIY, EIZ, GJ, L = 5e6, 700.0, 300.0, 200.0, 2.0


def cantilever(parts: int, loads: str, job: str = "DYN ANA", rest: str = "") -> str:
    """Clamped at the origin, along a line that is no axis; y of the beam in the plane of z."""
    u = np.array([2.0, 1.0, 2.0]) / 3
    points = "\n".join(
        f"  point P{k} {' '.join(repr(float(v)) for v in L * k / parts * u)}\n  turn l{k}\n  across b{k} 0 0 1"
        for k in range(1, parts + 1)
    )
    elements = "\n".join(f"  elem b{k} BEAMS P{k - 1} l{k - 1} P{k} l{k}" for k in range(1, parts + 1))
    stiff = "\n".join(f"  stiff b{k} {EA} {EIY} {EIZ} {GJ}" for k in range(1, parts + 1))
    return (
        f"{job} ; cantilever in space\nTOPOLOGY\n{elements}\n  nr dof 0\nGEOMETRY\n  point P0 0 0 0 fixed\n"
        f"  turn l0 fixed\n{points}\nDYNAMICS\n{stiff}\n{loads}\n{rest}\nEND\n"
    )


@pytest.mark.parametrize("parts", [1, 3])
def test_cantilever_bends_in_two_planes_and_twists(parts: int) -> None:
    """Tip deflections Fℓ³/3EI in both planes, Fℓ/EA along, twist Mℓ/GJ, slopes Fℓ²/2EI."""
    x = np.array([2.0, 1.0, 2.0]) / 3
    y = np.array([0.0, 0.0, 1.0]) - x[2] * x
    y /= np.linalg.norm(y)
    z = np.cross(x, y)
    F, M = 10 * x + 3 * y - 4 * z, 2.5 * x
    loads = f"  force P{parts} {' '.join(repr(float(v)) for v in F)}\n"
    loads += f"  moment l{parts} {' '.join(repr(float(v)) for v in M)}\n"
    stored = f"STORAGE\n  bufdisp P{parts} dx dy dz\n  bufdisp l{parts} d0 d1 d2 d3\n  bufmom l0 mx my mz\n"
    found = runmec.run(runmec.loads(cantilever(parts, loads, rest=stored)))
    tip = np.array([found[name][0] for name in ("dx", "dy", "dz")])
    expected = 10 * L / EA * x + 3 * L**3 / (3 * EIZ) * y - 4 * L**3 / (3 * EIY) * z
    np.testing.assert_allclose(tip, expected, rtol=1e-12, atol=1e-15)
    turn = 2 * np.array([found[name][0] for name in ("d1", "d2", "d3")])
    slopes = 2.5 * L / GJ * x + 3 * L**2 / (2 * EIZ) * z + 4 * L**2 / (2 * EIY) * y
    np.testing.assert_allclose(turn, slopes, rtol=1e-12, atol=1e-15)
    at_clamp = np.array([found[name][0] for name in ("mx", "my", "mz")])
    np.testing.assert_allclose(at_clamp, -np.cross(L * x, F) - M, atol=1e-12)
    assert found.trust.worst < 1e-14


def chain(
    name: str,
    node: str,
    ends: tuple[str, str],
    at: np.ndarray,
    across: str,
    parts: int,
    EI: float,
    m: float,
    J: float = 0.0,
) -> dict[str, str]:
    """A link of several beams: lines of its elements, points and nodes, masses, and its freedoms."""
    found = {"elem": "", "point": "", "mass": "", "input": ""}
    for k in range(parts):
        P, Q = ends[0] if k == 0 else f"{name}{k}", ends[1] if k == parts - 1 else f"{name}{k + 1}"
        found["elem"] += f"  elem {name}{k} BEAMS {P} {node}{k} {Q} {node}{k + 1}\n"
        if k < parts - 1:
            place = at[0] + (at[1] - at[0]) * (k + 1) / parts
            found["point"] += f"  point {Q} {' '.join(repr(float(v)) for v in place)}\n"
        found["point"] += f"  turn {node}{k + 1}\n  across {name}{k} {across}\n"
        found["mass"] += f"  uniform {name}{k} {m / parts!r} {J / parts!r}\n  stiff {name}{k} 0 {EI!r} {EI!r} 0\n"
        found["input"] += "".join(f" {name}{k}.{form}" for form in ("angpy", "angpz", "angqy", "angqz"))
    return found


def four_bar(
    beams: tuple[int, int, int],
    EI: tuple[float, float, float],
    rest: str,
    masses: tuple[float, float, float] = MASSES,
    J: float = 0.0,
) -> str:
    """The RSSR with crank, coupler and rocker of so many beams, clamped to their hinges; without any they are rigid."""
    phi = 0.9
    A, B = CRANK * np.array([cos(phi), sin(phi), 0.0]), point_B(phi)
    nothing = {"elem": "", "point": "", "mass": "", "input": ""}
    crank = (
        chain("c", "la", ("A0", "A"), np.array([0 * A, A]), "0 0 1", beams[0], EI[0], masses[0])
        if beams[0]
        else {
            **nothing,
            "elem": "  elem crank TR1S A0 la0 A\n  elem rod1 BINS A0 A free\n",
            "point": f"  para crank.lenu {CRANK}\n  para crank.lenv 0\n",
            "mass": f"  uniform rod1 {masses[0]}\n",
        }
    )
    coupler = (
        chain("k", "lk", ("A", "B"), np.array([A, B]), "0 0 1", beams[1], EI[1], masses[1])
        if beams[1]
        else {
            **nothing,
            "elem": "  elem coupler BINS A B\n",
            "mass": f"  uniform coupler {masses[1]}\n",
        }
    )
    if beams[1]:  # a universal joint at A holds its roll; its pins are square to the chord
        along = (B - A) / np.linalg.norm(B - A)
        pin = np.array([0, 0, 1]) - along[2] * along
        coupler["elem"] += f"  elem roll HINGE la{beams[0]} lk0 cosu\n"
        pins = " ".join(repr(float(v)) for v in (*pin, *np.cross(along, pin)))
        coupler["point"] += f"  turn lk0\n  axle roll {pins}\n"
    rocker = chain("s", "m", ("B0", "B"), np.array([B0, B]), "0 1 0", beams[2], EI[2], masses[2], J)
    links = (crank, coupler, rocker)
    inputs = "ha.angx" + "".join(link["input"] for link in links)
    return f"""DYN SIM ; RSSR with flexible links
TOPOLOGY
  elem ha HINGE f la0
  elem hb HINGE f m0
{"".join(link["elem"] for link in links)}  input {inputs}
GEOMETRY
  point A0 0 0 0 fixed
  point B0 1.0 0.25 0.1 fixed
  point A {" ".join(repr(float(v)) for v in A)}
  point B {" ".join(repr(float(v)) for v in B)}
  turn f fixed
  turn la0 0 0 1 {phi}
  turn m0
  axle ha 0 0 1
  axle hb 0 1 0
{"".join(link["point"] for link in links)}DYNAMICS
  gravity 9.81 0 0 -1
{"".join(link["mass"] for link in links)}{rest} {" ".join("0" for _ in inputs.split())}
END
"""


def test_flexible_rocker_keeps_its_energy_and_bends() -> None:
    """Free fall of the crank; steel so thin that the rocker bends while its hinge holds."""
    rest = "STORAGE\n  bufekin T\n  bufepot V\n  bufx0 B bx by bz\nMOVEMENT\n  integr radau 1e-6\n  tstepf 3 0.06"
    masses = (MASSES[0], MASSES[1], 0.132)
    found = runmec.run(runmec.loads(four_bar((0, 0, 1), (0.0, 0.0, 13.4), rest, masses, 1.2e-6)))
    energy = found["T"] + found["V"]
    assert np.ptp(energy) < 1e-7 * np.max(found["T"])
    assert np.max(np.abs(found["by"] - 0.25)) > 1e-7  # out of the plane of its hinge
    assert found.failure is None


@pytest.mark.parametrize(("parts", "within"), [(1, 6e-3), (2, 1e-3), (3, 3e-4)])
def test_natural_frequencies_of_a_clamped_beam_in_both_planes(parts: int, within: float) -> None:
    """1.8751²/2π·√(EI/ρAℓ⁴) in each plane, closed form of the continuous beam; more beams come nearer to it."""
    m = 3.0
    masses = "\n".join(f"  uniform b{k} {m / parts!r} {0.01 / parts!r}" for k in range(1, parts + 1))
    stored = "STORAGE\n  bufeig 1 f1\n  bufeig 2 f2\n"
    found = runmec.run(runmec.loads(cantilever(parts, masses, rest=stored)))
    expected = [1.8751040687**2 / (2 * pi) * (EI / (m * L**3)) ** 0.5 for EI in (EIZ, EIY)]
    np.testing.assert_allclose([found["f1"][0], found["f2"][0]], expected, rtol=within)


def test_modes_of_a_cantilever_in_two_planes_and_its_twist() -> None:
    """Bending along its y and z axes; the twist of three beams whose spin is half at each end: 2(c/h)·sin(π/12)."""
    parts, m, J = 3, 3.0, 0.01
    masses = "\n".join(f"  uniform b{k} {m / parts!r} {J / parts!r}" for k in range(1, parts + 1))
    result = runmec.run(runmec.loads(cantilever(parts, masses, rest="MODES 1 5\n")))
    x = np.array([2.0, 1.0, 2.0]) / 3
    y = np.array([0.0, 0.0, 1.0]) - x[2] * x
    y /= np.linalg.norm(y)
    find = result.deck.names.find

    def of(mode: int, *names: str) -> np.ndarray:
        shape = result.modes[mode].shape
        return np.real([shape[result.mechanism.index[find("coordinate", name)]] for name in names])

    for mode, along in ((0, y), (1, np.cross(x, y))):
        tip = of(mode, "P3.x", "P3.y", "P3.z")
        np.testing.assert_allclose(tip / np.linalg.norm(tip), along * np.sign(tip @ along), atol=1e-9)
    speed, h = (GJ * L / J) ** 0.5, L / parts
    assert result.modes[4].frequency == pytest.approx(2 * speed / h * sin(pi / 12) / (2 * pi), rel=1e-9)
    turned = [of(4, f"l{k}.1", f"l{k}.2", f"l{k}.3") for k in (1, 2, 3)]
    for k, part in enumerate(turned, start=1):
        np.testing.assert_allclose(part, np.linalg.norm(turned[2]) * sin(pi / 6 * k) * x, atol=1e-9)


@pytest.mark.parametrize(("across", "said"), [("4 2 4", "lies along the beam"), ("0 0 0", "has no length")])
def test_a_direction_that_makes_no_plane_is_refused(across: str, said: str) -> None:
    with pytest.raises(runmec.DeckError, match=said):
        runmec.loads(cantilever(1, "  force P1 0 0 -1").replace("across b1 0 0 1", f"across b1 {across}"))


#: the rocker's tip after 0.06 s by floating_frame.py
ONLY_THE_ROCKER = (0.968091012664, 0.249989122076, 0.69914815216)


def test_flexible_rocker_of_one_two_and_four_beams_comes_nearer_to_a_floating_frame() -> None:
    """Free fall, EI = 2 N·m²: how far the tip is beside the rigid one, against an independent model."""
    rest = "STORAGE\n  bufx0 B bx by bz\nMOVEMENT\n  integr dop853 1e-6\n  tstepf 1 0.06"
    missing = []
    for parts in (1, 2, 4):
        found = runmec.run(runmec.loads(four_bar((0, 0, parts), (0.0, 0.0, 2.0), rest)))
        tip = np.array([found[name][-1] for name in ("bx", "by", "bz")])
        missing.append(float(np.linalg.norm(tip - ONLY_THE_ROCKER)))
    deflection = float(np.linalg.norm(rigid_places(0.06)[1] - ONLY_THE_ROCKER))
    assert missing[0] < 0.05 * deflection
    assert missing[1] < 0.01 * deflection
    assert missing[2] < 0.001 * deflection


def rigid_places(t: float) -> np.ndarray:
    """A, B and the middle between them: Lagrange's equation in the crank angle, a Runge–Kutta method of order 4."""
    y, h = np.array([0.9, 0.0]), t / 40

    def rate(y: np.ndarray) -> np.ndarray:
        J, dJ, _, dV = lagrange(float(y[0]))
        return np.array([y[1], -(0.5 * dJ * y[1] ** 2 + dV) / J])

    for _ in range(40):
        k1 = rate(y)
        k2 = rate(y + h / 2 * k1)
        k3 = rate(y + h / 2 * k2)
        k4 = rate(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    A, B = CRANK * np.array([cos(y[0]), sin(y[0]), 0.0]), point_B(float(y[0]))
    return np.array([A, B, (A + B) / 2])


#: tips of crank and rocker and the middle of the coupler after 0.08 s by floating_frame.py
ALL_LINKS = ((0.128208362742, 0.151143670341, -0.024689260653), (0.951211876688, 0.24921511932, 0.697878776012),
             (0.548402315399, 0.203111908202, 0.326296236814))  # fmt: skip


def test_all_links_flexible_fall_as_floating_frames_say() -> None:
    """Crank of one beam, coupler of two with its roll held, rocker of one: 17 freedoms, energy kept."""
    stored = "STORAGE\n  bufx0 A ax ay az\n  bufx0 B bx by bz\n  bufx0 k1 mx my mz\n  bufekin T\n  bufepot V\n"
    rest = stored + "MOVEMENT\n  integr dop853 1e-6\n  tstepf 2 0.08"
    found = runmec.run(runmec.loads(four_bar((1, 2, 1), (1.0, 20.0, 2.0), rest)))
    energy = found["T"] + found["V"]
    assert np.ptp(energy) < 1e-6 * np.max(found["T"])
    places = np.array([[found[f"{point}{axis}"][-1] for axis in "xyz"] for point in "abm"])
    deflections = np.array(ALL_LINKS) - rigid_places(0.08)
    np.testing.assert_allclose(places - rigid_places(0.08), deflections, atol=0.01 * float(np.max(np.abs(deflections))))
