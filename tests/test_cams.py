"""Profiles of cams: pressure angles and radii of curvature of the literature, contact forces, lift-off, files."""

from __future__ import annotations

import csv
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from runmec import loads, run
from runmec.diagnostics import DeckError
from runmec.results import cams, dxf
from runmec.results.cams import account
from runmec.results.output import write_output
from runmec.results.profiles import Cam, peak
from runmec.results.result import Result

from .test_couples import cycloid

Floats = NDArray[np.float64]

SLIDING = """{job}
DEFINE
  rp {rp}
  ex {ex}
TOPOLOGY
  elem cam BIN O E
  elem guide TR1 O b R lenv
  elem coil BIN R T free
  input cam.angb
  couple guide.lenv cam.angb lift -1
GEOMETRY
  point O 0 0 fixed
  point E 0.5 0
  angle b 0 fixed
  point R {ex} {rp} fixed x
  point T {ex} 6 fixed
  para guide.lenv (sqrt(rp^2-ex^2))
  para cam.angb 0
  program lift {program}
DYNAMICS
  inertia R 0.4
  uniform cam 6
  spring coil.lenl 30 {s0}
  {motor}
STORAGE
  bufinp cam.angb phi
  bufx0 R.y y
  bufsigma guide.lenv sigma
PROFILE plate cam R {r}
MOVEMENT
  {move}
END
"""
RISE = "cycloid 1 90deg dwell 90deg cycloid -1 90deg dwell 90deg"


def sliding(
    rp: float = 1.750945,
    ex: float = 0.0,
    r: float = 0.3,
    program: str = RISE,
    s0: float = -150.0,
    move: str = "stepe 360 (2*pi)",
    job: str = "DYN ANA",
    motor: str = "",
) -> Result:
    return run(loads(SLIDING.format(rp=rp, ex=ex, r=r, program=program, s0=s0, move=move, job=job, motor=motor)))


def lift(phi: float) -> tuple[float, float, float]:
    """S, S', S'' of RISE."""
    q = pi / 2
    phi = phi % (2 * pi)
    s, v, a = cycloid((phi % q) / q)
    if phi < q:
        return s, v / q, a / q**2
    if phi < 2 * q:
        return 1.0, 0.0, 0.0
    return (1.0 - s, -v / q, -a / q**2) if phi < 3 * q else (0.0, 0.0, 0.0)


def only(result: Result) -> Cam:
    (cam,) = result.cams
    return cam


# ---- pressure angle


def test_prime_radius_for_thirty_degrees() -> None:
    """Rise 1 over 90° by the cycloid: 1.750945 gives 30° at 40.8933°."""
    result = sliding(move="stepe 720 (2*pi)")
    highest = peak(result, only(result).pressure)
    assert highest is not None
    assert highest.value == pytest.approx(30.0, abs=1e-4)
    assert np.degrees(highest.at) == pytest.approx(40.8933, abs=2e-3)
    assert not [w for w in result.warnings if w.code == "R472"]
    assert "largest pressure angle 30.00° at cam.angb" in next(iter(account(result)))


def test_an_offset_makes_the_rise_easier_and_the_fall_harder() -> None:
    """Offset 0.2 at a prime radius of 2: 23.6104° rising, 31.0988° falling."""
    result = sliding(rp=2.0, ex=0.2)
    cam = only(result)
    rising, falling = peak(result, cam.pressure[:91]), peak(result, cam.pressure)
    assert rising is not None
    assert falling is not None
    assert rising.value == pytest.approx(23.6104, abs=1e-3)
    assert falling.value == pytest.approx(31.0988, abs=1e-3)
    assert falling.row > 180
    (told,) = [w for w in result.warnings if w.code == "R472"]
    assert "31.10°" in told.message


@pytest.mark.parametrize("ex", [0.0, 0.2, -0.35])
def test_pressure_angle_of_a_sliding_follower(ex: float) -> None:
    """tan α = (S' − e)/(√(R² − e²) + S), e on the side to which the roller's side of the cam moves; at rest too."""
    result = sliding(rp=2.0, ex=ex)
    expected = []
    for phi in result["phi"]:
        s, v, _ = lift(phi)
        expected.append(np.degrees(np.arctan(abs((v - ex) / (sqrt(4 - ex**2) + s)))))
    np.testing.assert_allclose(only(result).pressure, expected, atol=1e-9)


# ---- curvature and the curve itself


def test_radius_of_curvature_of_a_radial_cam() -> None:
    """ρ = ((R + S)² + S'²)^(3/2) / ((R + S)² + 2S'² − (R + S)·S''), less the roller."""
    result = sliding(rp=2.0, r=0.4)
    s, v, a = np.array([lift(phi) for phi in result["phi"]]).T
    R = 2.0 + s
    expected = (R**2 + v**2) ** 1.5 / (R**2 + 2 * v**2 - R * a) - 0.4
    away = np.abs(expected) < 1e3
    np.testing.assert_allclose(only(result).radius[away], expected[away], rtol=1e-8)


def test_an_eccentric_is_round() -> None:
    """A roller on a circle of radius 1 about a point 0.3 off the centre: y = 0.3·cos φ + √(ρ² − 0.09·sin² φ)."""
    phi = np.linspace(0, 2 * pi, 721)
    way = 0.3 * np.cos(phi) + np.sqrt(1.5**2 - 0.09 * np.sin(phi) ** 2)
    way[-1] = way[0]
    program = "points " + " ".join(f"{p!r} {s!r}" for p, s in zip(phi.tolist(), (way - 1.8).tolist(), strict=True))
    result = sliding(rp=1.8, r=0.5, program=program, move="stepe 36 (2*pi)")
    cam = only(result)
    np.testing.assert_allclose(cam.radius, np.full(37, 1.0), rtol=2e-4)  # the spline's S'' is exact to h²
    np.testing.assert_allclose(np.abs(cam.profile - 0.3j), np.full(37, 1.0), atol=1e-6)


def test_the_roller_touches_the_profile_and_never_cuts_into_it() -> None:
    cam = only(sliding(rp=2.0, ex=0.2, r=0.4))
    assert np.all(np.abs(cam.profile) < np.abs(cam.pitch))  # the inner side
    np.testing.assert_allclose(np.abs(cam.profile - cam.pitch), np.full(361, 0.4), rtol=1e-12)
    distances = np.abs(cam.pitch[:, None] - cam.profile[None, :])
    assert np.min(distances) > 0.4 - 1e-9
    assert cam.is_closed
    assert not np.any(cam.is_undercut)


def test_an_edge_runs_on_the_pitch_curve() -> None:
    cam = only(sliding(r=0.0))
    np.testing.assert_array_equal(cam.profile, cam.pitch)


def test_undercut_is_told_with_its_positions() -> None:
    """A roller larger than the least radius of the pitch curve."""
    free = only(sliding(rp=2.0, r=0.0))
    sharpest = float(np.min(free.radius[free.radius > 0]))
    result = sliding(rp=2.0, r=1.05 * sharpest)
    (told,) = [w for w in result.warnings if w.code == "R473"]
    row = int(np.argmin(np.where(free.radius > 0, free.radius, np.inf)))
    assert only(result).is_undercut[row]
    assert "undercut in positions" in told.message
    assert f"{sharpest:.4g}" in told.label
    assert not [w for w in sliding(rp=2.0, r=0.95 * sharpest).warnings if w.code == "R473"]


# ---- other followers


SWINGING = """DYN ANA
TOPOLOGY
  elem cam TR1 O b E
  elem arm BIN C R
  input cam.angb
  param hold arm.angb 1 fixed
  couple hold cam.angb swing {c}
GEOMETRY
  point O 0 0 fixed
  angle b 0
  point E 0.03 0
  point C 0.1 0 fixed
  point R 0.04 0.05
  para arm.lenl 0.08
  para hold {start}
  para cam.angb 0
  program swing modsine 20deg 120deg dwell 60deg poly4567 -20deg 120deg dwell 60deg
DYNAMICS
  inertia R 0.2
STORAGE
  bufinp cam.angb phi
  bufx0 R x y
  bufe0 arm.angb psi
  bufsigma hold sigma
PROFILE plate cam R.x R.y 0.01
MOVEMENT
  tstepe 180 0.4 (5*pi) 0
END
"""


@pytest.mark.parametrize("c", [1, -1])
def test_an_oscillating_follower(c: int) -> None:
    """Its angle goes by the program; the pressure angle stands between profile normal and the path of the roller."""
    result = run(loads(SWINGING.format(c=c, start="(2.4)")))
    cam = only(result)
    phi, psi = result["phi"], result["psi"]
    R = result["x"] + 1j * result["y"]
    np.testing.assert_allclose(R, 0.1 + 0.08 * np.exp(1j * psi), atol=1e-12)
    np.testing.assert_allclose(cam.pitch, R * np.exp(-1j * phi), atol=1e-12)
    along = np.gradient(cam.pitch, phi, edge_order=2)  # differences, where the cam gives exact derivatives
    square = 1j * (R - 0.1) * np.exp(-1j * phi)  # the arm's way
    slant = np.abs((np.conj(along) * square).real) / (np.abs(along) * np.abs(square))
    np.testing.assert_allclose(cam.pressure[1:-1], np.degrees(np.arcsin(slant))[1:-1], atol=0.08)
    bend = (np.conj(along) * np.gradient(along, phi, edge_order=2)).imag
    pitch_radius = -(np.abs(along) ** 3) / bend  # the cam turns left, so that the curve is run to the right
    inside = slice(5, 50)
    np.testing.assert_allclose(cam.pitch_radius[inside], pitch_radius[inside], rtol=0.03)


def test_contact_force_of_an_oscillating_follower() -> None:
    """m·l²·ψ̈ is the moment of N about the pivot: N·l·cos α."""
    result = run(loads(SWINGING.format(c=1, start="(2.4)")))
    cam = only(result)
    assert cam.contact is not None
    acceleration = result["dde arm.angb"]
    moment = cam.contact * 0.08 * np.cos(np.radians(cam.pressure))
    np.testing.assert_allclose(-moment, 0.2 * 0.08**2 * acceleration, atol=1e-9)  # c = 1: the lift turns it back


# ---- contact


def test_contact_force_and_the_preload_that_keeps_it_closed() -> None:
    """m·ÿ + spring, by Newton; with the told s0 the least contact force is zero."""
    move, omega = "tstepe 360 0.5 (4*pi) 0", 4 * pi
    result = sliding(s0=-130.0, move=move)
    cam = only(result)
    s, v, a = np.array([lift(phi) for phi in result["phi"]]).T
    press = 130.0 - 30.0 * (6.0 - 1.750945 - s)
    upwards = 0.4 * a * omega**2 + press
    expected = upwards / np.cos(np.arctan(v / (1.750945 + s)))
    np.testing.assert_allclose(cam.contact, expected, atol=1e-9)
    (told,) = [w for w in result.warnings if w.code == "R471"]
    pulled = np.flatnonzero(expected < 0)
    assert f"positions {pulled[0] + 1} … " in told.message
    wanted = -130.0 + float(np.min(upwards))  # the spring has to press so much more
    assert f"s0 = {wanted:.6g} instead of -130" in told.notes[0]
    kept = only(sliding(s0=wanted, move=move))
    assert kept.contact is not None
    assert float(np.min(kept.contact)) == pytest.approx(0.0, abs=1e-9)


def test_contact_force_in_a_simulation() -> None:
    """The same with the acceleration that the motor gives: ÿ = S''·φ̇² + S'·φ̈."""
    result = sliding(rp=2.0, job="DYN SIM", motor="motor cam.angb const 6", move="integr dop853 1e-10\n  tstepf 60 1 2")
    cam = only(result)
    s, v, a = np.array([lift(phi) for phi in result["phi"]]).T
    acceleration = a * result["dinp 1"] ** 2 + v * result["ddinp 1"]
    upwards = 0.4 * acceleration + 150.0 - 30.0 * (4.0 - s)
    np.testing.assert_allclose(cam.contact, upwards / np.cos(np.arctan(v / (2.0 + s))), rtol=1e-7, atol=1e-7)


def test_forces_at_the_bearing_of_a_cam_lack_the_side_force() -> None:
    text = SLIDING.format(
        rp=2, ex=0, r=0.3, program=RISE, s0=-150, move="tstepe 36 1 (2*pi) 0", job="DYN ANA", motor=""
    )
    told = [w for w in run(loads(text)).warnings if w.code == "R476"]
    assert len(told) == 1  # whatever is stored: the sheet of joints has the bearing


# ---- files and words


def test_files(tmp_path: Path) -> None:
    import ezdxf

    result = sliding(move="stepe 72 (2*pi)")
    written = write_output(result, tmp_path, ["svg"])
    assert {"plate.csv", "plate.dxf", "plate.svg"} <= {path.name for path in written}
    with (tmp_path / "plate.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["step", "pitch_x", "pitch_y", "profile_x", "profile_y", "pressure", "radius"]
    cam = only(result)
    assert [float(row["pressure"]) for row in rows] == cam.pressure.tolist()
    assert [float(row["radius"]) for row in rows] == cam.radius.tolist()
    drawing = ezdxf.readfile(tmp_path / "plate.dxf")
    curves = {curve.dxf.layer: curve for curve in drawing.modelspace().query("LWPOLYLINE")}
    assert set(curves) == {"PROFILE", "PITCH"}
    assert curves["PROFILE"].closed
    corners = np.array([(x, y) for x, y, *_ in curves["PROFILE"].get_points()])
    np.testing.assert_allclose(corners, np.column_stack([cam.profile.real, cam.profile.imag])[:-1], atol=1e-12)


def test_without_ezdxf_all_else_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (cams, dxf):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    result = sliding(move="stepe 36 (2*pi)")
    (told,) = [w for w in result.warnings if w.code == "R475"]
    assert "runmec[cad]" in told.help
    written = {path.name for path in write_output(result, tmp_path, ["png"])}
    assert {"plate.csv", "plate.png"} <= written
    assert "plate.dxf" not in written


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("PROFILE plate cam R -1", "D210", "radius"),
        ("PROFILE buffers cam R 1", "D210", "file"),
        ("PROFILE plate wheel R 1", "D220", "wheel"),
        ("PROFILE plate cam Q 1", "D220", "Q"),
        ("PROFILE plate cam R.x E.y 1", "D210", "one point"),
        ("PROFILE plate cam R", "D110", "r"),
    ],
)
def test_what_is_wrong_with_a_profile_is_told_once(line: str, code: str, word: str) -> None:
    text = SLIDING.format(rp=2, ex=0, r=0.3, program=RISE, s0=-150, move="stepe 3 1", job="DYN ANA", motor="")
    with pytest.raises(DeckError) as fault:
        loads(text.replace("PROFILE plate cam R 0.3", line))
    found = [d for d in fault.value.diagnostics if d.level == "error"]
    assert [d.code for d in found] == [code]
    assert word in found[0].message
