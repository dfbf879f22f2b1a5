"""Beams in space: small deflections against closed forms, free motion with flexible links."""

from __future__ import annotations

from math import cos, pi

import numpy as np
import pytest

import runmec
from tests.spatial_decks import B0, CRANK, MASSES, point_B

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
    return (f"{job} ; cantilever in space\nTOPOLOGY\n{elements}\n  nr dof 0\nGEOMETRY\n  point P0 0 0 0 fixed\n"
            f"  turn l0 fixed\n{points}\nDYNAMICS\n{stiff}\n{loads}\n{rest}\nEND\n")  # fmt: skip


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


def rrf(beams: int, rest: str, EI: float, mass: float, J: float = 0.0, GJ: float = 0.0) -> str:
    """The RSSR with a flexible rocker, clamped to its hinge; the rest as rigid rods."""
    phi = 0.9
    B = point_B(phi)
    inputs, lines = ["ha.angx"], {"elem": "", "point": "", "mass": ""}
    for k in range(beams):
        P, Q = "B0" if k == 0 else f"R{k}", "B" if k == beams - 1 else f"R{k + 1}"
        lines["elem"] += f"  elem s{k} BEAMS {P} m{k} {Q} m{k + 1}\n"
        if k < beams - 1:
            at = B0 + (B - B0) * (k + 1) / beams
            lines["point"] += f"  point R{k + 1} {' '.join(repr(float(v)) for v in at)}\n"
        lines["point"] += f"  turn m{k + 1}\n  across s{k} 0 1 0\n"
        lines["mass"] += f"  uniform s{k} {mass / beams!r} {J / beams!r}\n  stiff s{k} 0 {EI!r} {EI!r} {GJ!r}\n"
        inputs += [f"s{k}.{form}" for form in ("angpy", "angpz", "angqy", "angqz")]
    return f"""DYN SIM ; RSSR with a flexible rocker
TOPOLOGY
  elem crank TR1S A0 la A
  elem coupler BINS A B
  elem rod1 BINS A0 A free
  elem ha HINGE f la
  elem hb HINGE f m0
{lines["elem"]}  input {" ".join(inputs)}
GEOMETRY
  point A0 0 0 0 fixed
  point B0 1.0 0.25 0.1 fixed
  point A {CRANK * cos(phi)!r} {float(CRANK * np.sin(phi))!r} 0
  point B {" ".join(repr(float(v)) for v in B)}
  turn f fixed
  turn la 0 0 1 {phi}
  turn m0
  axle ha 0 0 1
  axle hb 0 1 0
  para crank.lenu {CRANK}
  para crank.lenv 0
{lines["point"]}DYNAMICS
  gravity 9.81 0 0 -1
  uniform rod1 {MASSES[0]}
  uniform coupler {MASSES[1]}
{lines["mass"]}{rest}
END
"""


def test_flexible_rocker_keeps_its_energy_and_bends() -> None:
    """Free fall of the crank; steel so thin that the rocker bends while its hinge holds."""
    rest = "STORAGE\n  bufekin T\n  bufepot V\n  bufx0 B bx by bz\n  bufe0 s0.angpz p\n"
    moves = "MOVEMENT\n  integr radau 1e-6\n  tstepf 6 0.15 0 0 0 0 0"
    found = runmec.run(runmec.loads(rrf(1, rest + moves, 13.4, 0.132, 1.2e-6)))
    energy = found["T"] + found["V"]
    assert np.ptp(energy) < 1e-7 * np.max(found["T"])
    assert np.max(np.abs(found["by"] - 0.25)) > 1e-6  # out of the plane of its hinge
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


#: x and y of the rocker's tip after 0.05, 0.10 and 0.15 s by floating_frame.py: EI = 20 N·m², 1.1 kg
FLOATING = ((0.9681257672, 0.249992036), (0.9673032982, 0.2499749556), (0.965888704, 0.2499640979))


@pytest.mark.parametrize(("beams", "within"), [(1, 1e-2), (2, 4e-3)])
def test_flexible_rocker_moves_as_a_floating_frame_says(beams: int, within: float) -> None:
    """Deflection out of the plane of the hinge, against an independent model; two beams are nearer than one."""
    still = " ".join(["0"] * (1 + 4 * beams))
    rest = f"STORAGE\n  bufx0 B bx by bz\nMOVEMENT\n  integr dop853 1e-7\n  tstepf 3 0.15 {still}"
    found = runmec.run(runmec.loads(rrf(beams, rest, 20.0, 1.1)))
    x, y = np.array(FLOATING).T
    np.testing.assert_allclose(found["by"][1:] - 0.25, y - 0.25, atol=within * np.max(np.abs(y - 0.25)))
    np.testing.assert_allclose(found["bx"][1:], x, atol=1e-5)
