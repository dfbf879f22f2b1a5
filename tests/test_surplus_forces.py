"""Forces where more parameters are prescribed than needed: by elasticity, shared out, or told to be undetermined."""

from __future__ import annotations

from math import isnan, pi

import numpy as np
import pytest

import runmec
from runmec.diagnostics import RunmecError

from .stiffness_method import Beam, Frame


def calculated(text: str) -> runmec.Result:
    result = runmec.run(runmec.loads(text))
    assert result.complete
    return result


def codes(result: runmec.Result) -> list[str]:
    return [told.code for told in result.warnings]


# ---- beams by hand


def beam(supports: dict[float, str], loads: dict[float, float], more: str = "", store: str = "") -> str:
    """EI = 1 along x with nodes where something is: `fixed y`, `fixed`, or `clamped` ends; loads act upwards."""
    at = sorted({*supports, *loads})
    elements = "".join(f"elem e{k} BEAM P{k} b{k} P{k + 1} b{k + 1}\n" for k in range(len(at) - 1))
    points = ""
    for k, x in enumerate(at):
        held = supports.get(x, "")
        points += f"point P{k} {x!r} 0 {'fixed' if held == 'clamped' else held}\n"
        points += f"angle b{k} 0 {'fixed' if held == 'clamped' else ''}\n"
    stiff = "".join(f"stiff e{k} 1e6 1\n" for k in range(len(at) - 1))
    forces = "".join(f"force P{at.index(x)}.y {load!r}\n" for x, load in loads.items())
    return (
        f"DYN ANA\nTOPOLOGY\n{elements}nr dof 0\nGEOMETRY\n{points}DYNAMICS\n{stiff}{forces}{more}STORAGE\n{store}END\n"
    )


def test_propped_cantilever() -> None:
    text = beam({0.0: "clamped", 1.0: "fixed y"}, {0.5: -1.0}, store="bufreac P2.y r\nbufreac b0 m\nbufdisp P1.y w\n")
    found = calculated(text)
    assert found["r"][0] == pytest.approx(5 / 16, rel=1e-12)
    assert found["m"][0] == pytest.approx(3 / 16, rel=1e-12)
    assert found["w"][0] == pytest.approx(-7 / 768, rel=1e-12)
    assert found.trust.is_sure


def test_clamped_at_both_ends() -> None:
    text = beam({0.0: "clamped", 1.0: "clamped"}, {1 / 3: -1.0}, store="bufreac P0.y a\nbufreac b0 m\nbufreac b2 n\n")
    found = calculated(text)
    assert found["a"][0] == pytest.approx(20 / 27, rel=1e-12)
    assert found["m"][0] == pytest.approx(4 / 27, rel=1e-12)
    assert found["n"][0] == pytest.approx(-2 / 27, rel=1e-12)


def test_three_spans_by_three_moments() -> None:
    """Spans 1, 1.5, 0.8 on hinges, a force 2 in the middle of the second one: Clapeyron's equation of three moments."""
    l1, l2, l3, load = 1.0, 1.5, 0.8, 2.0
    # 2(l1+l2) MB + l2 MC = −3/8 P l2², l2 MB + 2(l2+l3) MC = the same
    MB, MC = np.linalg.solve([[2 * (l1 + l2), l2], [l2, 2 * (l2 + l3)]], [-3 / 8 * load * l2**2] * 2)
    text = beam(
        {0.0: "fixed", l1: "fixed y", l1 + l2: "fixed y", l1 + l2 + l3: "fixed y"},
        {l1 + l2 / 2: -load},
        store="bufreac P0.y a\nbufreac P4.y d\nbufreac P1.y b\nbufreac P3.y c\n",
    )
    found = calculated(text)
    assert len(found.deck.structure.surplus) == 2
    assert found["a"][0] == pytest.approx(MB / l1, rel=1e-11)
    assert found["d"][0] == pytest.approx(MC / l3, rel=1e-11)
    assert found["a"][0] + found["b"][0] + found["c"][0] + found["d"][0] == pytest.approx(load, rel=1e-12)


def test_a_moving_propped_beam_shares_out_its_inertia() -> None:
    """The guide of both its ends goes up with a: the middle mass presses with m·a, 5/16 of it on the prop."""
    a, m = 3.0, 2.0
    text = f"""DYN ANA ; a propped beam on a table that goes up
TOPOLOGY
  elem e0 BEAM A b0 M b1
  elem e1 BEAM M b1 B b2
  elem table TR1 O z A free
  elem prop TR1 A b0 B lenv
  input table.lenv
GEOMETRY
  point O 0 0 fixed
  angle z 0 fixed
  point A 0 0 fixed x
  angle b0 0 fixed
  point M 0.5 0
  angle b1 0
  point B 1 0
  angle b2 0
DYNAMICS
  stiff e0 1e6 1
  stiff e1 1e6 1
  inertia M {m}
MOVEMENT
  tstepe 4 1 0 {a}
STORAGE
  bufsigma prop.lenv prop
  bufdrive table.lenv F
  bufdisp M.y w
END
"""
    found = calculated(text)
    np.testing.assert_allclose(abs(found["prop"]), 5 / 16 * m * a, rtol=1e-9)
    np.testing.assert_allclose(found["F"], m * a, rtol=1e-9)
    np.testing.assert_allclose(found["w"], -7 / 768 * m * a, rtol=1e-7)


# ---- bars


SPRINGS = """DYN ANA ; three bars side by side, of different stiffness
TOPOLOGY
  elem a BIN A0 P
  elem b BIN B0 P
  elem c BIN C0 P
  nr dof 0
GEOMETRY
  point A0 0 1 fixed
  point B0 0 2 fixed
  point C0 0 3 fixed
  point P 0 0 fixed x
  {given}
DYNAMICS
  flex a.lenl (1/100)
  flex b.lenl (1/200)
  flex c.lenl (1/300)
  force P.y -6
STORAGE
  bufsigma a.lenl a
  bufsigma b.lenl b
  bufsigma c.lenl c
  bufdisp P.y w
  bufdef b.lenl db
  bufepot V
END
"""


def test_parallel_springs_share_by_their_stiffness() -> None:
    found = calculated(SPRINGS.format(given=""))
    assert [found[name][0] for name in "abc"] == pytest.approx([1.0, 2.0, 3.0], rel=1e-13)
    assert found["w"][0] == pytest.approx(-0.01, rel=1e-13)
    assert found["db"][0] == pytest.approx(0.01, rel=1e-13)
    assert found["V"][0] == pytest.approx(0.5 * 6 * 0.01, rel=1e-13)


def test_what_is_too_long_is_pressed() -> None:
    """b is too long by 3 mm: it pushes P down by x against the others, 200(0.003 − x) = 400x, the load aside."""
    found = calculated(SPRINGS.format(given="para b.lenl 2.003"))
    x = 200 * 0.003 / 600
    assert found["a"][0] == pytest.approx(1.0 + 100 * x, rel=1e-9)
    assert found["b"][0] == pytest.approx(2.0 + 200 * (x - 0.003), rel=1e-9)
    assert found["c"][0] == pytest.approx(3.0 + 300 * x, rel=1e-9)


def test_a_heated_bar_between_walls_is_pressed() -> None:
    """Two bars in line between walls, springs 5 each, one too long by 1 mm: −2.5e-3 in both."""
    text = """DYN ANA ; heated bar
TOPOLOGY
  elem l BIN A C
  elem r BIN C B
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  point C 1 0 fixed y
  point B 2 0 fixed
  para l.lenl 1.001
DYNAMICS
  flex l.lenl 0.2
  flex r.lenl 0.2
STORAGE
  bufsigma l.lenl l
  bufsigma r.lenl r
END
"""
    found = calculated(text)
    assert [found[name][0] for name in "lr"] == pytest.approx([-2.5e-3, -2.5e-3], rel=1e-12)


# ---- what is undetermined

PLATE = """DYN ANA ; a plate on three upright cranks in line: which of them carries is not determined
TOPOLOGY
  elem c0 BIN O0 A0
  elem c1 BIN O1 A1
  elem c2 BIN O2 A2
  elem bar BIN A0 A1
  elem ext TR2 A0 A1 A2
  input c0.angb
GEOMETRY
  point O0 0 0 fixed
  point O1 1 0 fixed
  point O2 2 0 fixed
  point A0 0.6 0.8
  point A1 1.6 0.8
  point A2 2.6 0.8
DYNAMICS
  {more}
  force A2 0 -3
MOVEMENT
  stepe 5 0.5
STORAGE
  bufdrive c0.angb M
  bufsigma c0.lenl s0
  bufsigma c1.lenl s1
  bufsigma c2.lenl s2
  bufreac O1 fx fy
  bufcalc (buf(s0)+buf(s1)+buf(s2)) all
  bufcalc (buf(s1)+2*buf(s2)) about0
  bufcalc (sqrt(buf(fx)^2+buf(fy)^2)) size
END
"""


def test_what_self_stress_changes_is_no_number_and_the_rest_is_exact() -> None:
    found = calculated(PLATE.format(more=""))
    for name in ("s0", "s1", "s2", "fx", "fy", "size"):
        assert np.all(np.isnan(found[name])), name
    angle = np.arctan2(0.8, 0.6) + np.linspace(0.0, 0.5, 6)
    np.testing.assert_allclose(found["M"], 3.0 * np.cos(angle), atol=1e-12)
    np.testing.assert_allclose(found["all"], -3.0 * np.sin(angle), atol=1e-12)
    np.testing.assert_allclose(found["about0"], -6.0 / np.sin(angle), atol=1e-12)
    assert codes(found).count("R423") == 1
    assert "R483" not in codes(found)
    (told,) = [told for told in found.warnings if told.code == "R423"]
    assert "c1.lenl" in told.message
    assert "share" in told.help
    assert found.trust.is_sure


def test_what_is_undetermined_and_what_is_no_number_for_another_reason_are_told_apart() -> None:
    """φ goes from atan(4/3) = 0.9273 by 1, and √(1.5 − φ) ends at 1.5: of it R423 must not speak, of forces it must."""
    text = PLATE.format(more="").replace("stepe 5 0.5", "stepe 5 1")
    found = calculated(text.replace("STORAGE", "STORAGE\n  bufinp 1 phi\n  bufcalc (sqrt(1.5-buf(phi))) root"))
    by_code = {told.code: told for told in found.warnings}
    (note,) = by_code["R423"].notes
    assert note == "without a value: buffers s0, s1, s2, fx, fy and size in positions 1 … 6 (0.9273 … 1.927)"
    assert by_code["R483"].message == "buffer root holds no number in positions 4 … 6 (1.527 … 1.927)"
    assert by_code["R483"].label.startswith("at position 4: sqrt(-0.02729")


def test_share_is_least_squares() -> None:
    """Of all σ in equilibrium but for the drive, at the start: D by hand, the least one by the pseudo-inverse."""
    text = PLATE.format(more="share").replace(
        "bufreac O1", "bufsigma bar.lenl s3\nbufsigma ext.lenu s4\nbufsigma ext.lenv s5\nbufreac O1"
    )
    found = calculated(text)
    c, s = 0.6, 0.8
    D = np.array(
        [
            [c, s, 0, 0, 0, 0],
            [0, 0, c, s, 0, 0],
            [0, 0, 0, 0, c, s],
            [-1, 0, 1, 0, 0, 0],
            [-1, 0, 0, 0, 1, 0],
            [0, 1, 0, -2, 0, 1],
            [-s, c, 0, 0, 0, 0],
        ]
    )
    f = np.array([0, 0, 0, 0, 0, -3.0])
    particular = np.linalg.lstsq(D.T, f, rcond=None)[0]
    state = np.linalg.svd(D.T)[2][-1]
    sigma = particular - state * (state[:6] @ particular[:6]) / (state[:6] @ state[:6])
    np.testing.assert_allclose([found[f"s{k}"][0] for k in range(6)], sigma[:6], atol=1e-12)
    assert "R423" not in codes(found)
    assert np.all(np.isfinite(found["size"]))


def test_friction_by_what_is_undetermined_is_refused() -> None:
    with pytest.raises(runmec.CalculationError, match=r"c2\.lenl") as told:
        calculated(PLATE.format(more="friction ext.angb 0.1 c2.lenl"))
    assert told.value.diagnostic.code == "R424"
    assert calculated(PLATE.format(more="friction ext.angb 0.1 c2.lenl\n share")).complete


def test_where_only_some_loops_yield_only_these_are_known() -> None:
    """Two redundant pairs side by side: springs 1:3 in one, rigid bars in the other."""
    text = """DYN ANA
TOPOLOGY
  elem a BIN A0 P
  elem b BIN B0 P
  elem c BIN C0 Q
  elem d BIN D0 Q
  nr dof 0
GEOMETRY
  point A0 0 1 fixed
  point B0 0 2 fixed
  point P 0 0 fixed x
  point C0 5 1 fixed
  point D0 5 2 fixed
  point Q 5 0 fixed x
DYNAMICS
  flex a.lenl 3
  flex b.lenl 1
  force P.y -4
  force Q.y -4
STORAGE
  bufsigma a.lenl a
  bufsigma b.lenl b
  bufsigma c.lenl c
  bufsigma d.lenl d
END
"""
    found = calculated(text)
    assert [found["a"][0], found["b"][0]] == pytest.approx([1.0, 3.0])
    assert isnan(found["c"][0])
    assert isnan(found["d"][0])
    (told,) = [told for told in found.warnings if told.code == "R423"]
    assert "c.lenl and d.lenl" in told.message


# ---- frames at random


def random_frame(seed: int, space: bool, rigid: bool) -> Frame:
    """A chain of nodes with more beams between them than hold it, clamped in two or three of them."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(4, 7))
    nodes = np.zeros((count, 3))
    nodes[:, 0] = np.arange(count) + rng.uniform(-0.3, 0.3, count)
    nodes[:, 1] = rng.uniform(-1.0, 1.0, count)
    nodes[:, 2] = rng.uniform(-1.0, 1.0, count) if space else 0.0
    pairs = {(k, k + 1) for k in range(count - 1)}
    while len(pairs) < count + 1:
        i, j = sorted(rng.choice(count, 2, replace=False).tolist())
        pairs.add((i, j))
    beams = []
    for i, j in sorted(pairs):
        EA, *EI = (float(10.0 ** rng.uniform(0.0, 2.0)) for _ in range(4))
        if rigid and rng.uniform() < 0.3 and (i, j) != (0, count - 1):
            EA = 0.0  # its length is rigid
        across = np.array([0.3, -0.5, 1.0]) if space else np.array([0.0, 1.0, 0.0])
        if not space:
            along = nodes[j] - nodes[i]
            across = np.array([-along[1], along[0], 0.0])
        beams.append(Beam(i, j, EA, EI[0], EI[1], EI[2], across, float(rng.uniform(0.5, 2.0))))
    held = {6 * node + k for node in (0, count - 1) for k in range(6)}
    if not space:
        held |= {6 * node + k for node in range(count) for k in (2, 3, 4)}
    loads = np.zeros(6 * count)
    for node in range(1, count - 1):
        loads[6 * node : 6 * node + (3 if space else 2)] = rng.uniform(-1.0, 1.0, 3 if space else 2)
    return Frame(nodes, beams, held, loads)


def deck_of(frame: Frame, space: bool, frequencies: int) -> str:
    lines = ["DYN ANA", "TOPOLOGY"]
    for k, one in enumerate(frame.beams):
        lines.append(f"elem e{k} {'BEAMS' if space else 'BEAM'} P{one.P} t{one.P} P{one.Q} t{one.Q}")
    lines += ["nr dof 0", "GEOMETRY"]
    for n, (x, y, z) in enumerate(frame.nodes.tolist()):
        held = "fixed" if 6 * n in frame.held else ""
        lines.append(f"point P{n} {x!r} {y!r} {z!r} {held}" if space else f"point P{n} {x!r} {y!r} {held}")
        lines.append(f"turn t{n} {held}" if space else f"angle t{n} 0 {held}")
    if space:
        lines += [f"across e{k} {' '.join(map(repr, map(float, one.y)))}" for k, one in enumerate(frame.beams)]
    lines.append("DYNAMICS")
    for k, one in enumerate(frame.beams):
        numbers = (one.EA, one.EIy, one.EIz, one.GJ) if space else (one.EA, one.EIz)
        lines.append(f"stiff e{k} {' '.join(map(repr, numbers))}")
        if frequencies:
            lines.append(f"uniform e{k} {one.mass!r}")
    for n in range(len(frame.nodes)):
        if 6 * n not in frame.held:
            lines.append(f"force P{n} {' '.join(repr(float(f)) for f in frame.loads[6 * n : 6 * n + 2 + space])}")
    lines.append("STORAGE")
    axes = "xyz" if space else "xy"
    for n in range(len(frame.nodes)):
        if 6 * n in frame.held:
            lines.append(f"bufreac P{n} " + " ".join(f"r{n}{axis}" for axis in axes))
            lines.append(f"bufmom t{n} m{n}x m{n}y m{n}z" if space else f"bufreac t{n} m{n}z")
        else:
            lines.append(f"bufdisp P{n} " + " ".join(f"d{n}{axis}" for axis in axes))
    lines += [f"bufeig {k} f{k}" for k in range(1, frequencies + 1)]
    return "\n".join([*lines, "END"]) + "\n"


@pytest.mark.parametrize("space", [False, True])
@pytest.mark.parametrize("rigid", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_random_frames_have_the_forces_of_a_stiffness_method(seed: int, rigid: bool, space: bool) -> None:
    frame = random_frame(seed, space, rigid)
    frame.solve()
    found = calculated(deck_of(frame, space, 0))
    assert found.deck.structure.surplus
    axes = "xyz" if space else "xy"
    most, furthest = np.max(np.abs(frame.reactions)), np.max(np.abs(frame.u))
    for n in range(len(frame.nodes)):
        for k, axis in enumerate(axes):
            if 6 * n in frame.held:
                assert found[f"r{n}{axis}"][0] == pytest.approx(frame.reactions[6 * n + k], abs=1e-9 * most)
            else:
                assert found[f"d{n}{axis}"][0] == pytest.approx(frame.u[6 * n + k], abs=1e-9 * furthest)
        if 6 * n in frame.held:
            assert found[f"m{n}z"][0] == pytest.approx(frame.reactions[6 * n + 5], abs=1e-9 * most)


@pytest.mark.parametrize("seed", range(3))
def test_random_frames_have_the_frequencies_of_a_stiffness_method(seed: int) -> None:
    """Without forces, so that nothing but elasticity holds them."""
    frame = random_frame(20 + seed, False, False)
    frame.loads[:] = 0.0
    found = calculated(deck_of(frame, False, 3))
    assert [found[f"f{k}"][0] for k in (1, 2, 3)] == pytest.approx(frame.frequencies()[:3].tolist(), rel=1e-9)


def test_a_column_with_a_pinned_head_buckles_at_its_load() -> None:
    """Clamped and pinned: tan κ = κ, κ² = 20.190728556; six beams are 4e-4 above it."""
    at = [k / 6 for k in range(7)]
    supports = {0.0: "clamped", 1.0: "fixed y"}
    text = beam(supports, dict.fromkeys(at[1:-1], 0.0), more="force P6.x -1\n", store="bufbuck 1 factor\n")
    assert calculated(text)["factor"][0] == pytest.approx(20.190728556, rel=6e-4)


def test_frequencies_of_a_clamped_and_pinned_beam() -> None:
    """(3.926602312)² /2π for EI = m/l = 1."""
    at = [k / 8 for k in range(9)]
    masses = "".join(f"uniform e{k} 0.125\n" for k in range(8))
    text = beam({0.0: "clamped", 1.0: "fixed y"}, dict.fromkeys(at[1:-1], 0.0), more=masses, store="bufeig 1 f\n")
    assert calculated(text)["f"][0] == pytest.approx(3.926602312**2 / (2 * pi), rel=1e-4)


# ---- studies


def test_derivatives_of_shared_forces_are_those_of_the_closed_form() -> None:
    """Three springs under P: F_a = P k_a/Σk, to k_a by 1/flex, to P, and to the length of b, which presses."""
    text = SPRINGS.format(given="para b.lenl (2+d)").replace("TOPOLOGY", "DEFINE\n  f 0.01\n  P 6\n  d 0\nTOPOLOGY")
    text = text.replace("(1/100)", "(f)").replace("force P.y -6", "force P.y (-P)")
    result = calculated(text)
    found = result.sensitivity("a", ["f", "P", "d"])
    assert found.is_exact
    ka, others, load = 100.0, 500.0, 6.0
    by_k = load * others / (ka + others) ** 2
    expected = [-by_k * ka**2, ka / (ka + others), 200.0 * ka / (ka + others)]
    for name, value in zip(("f", "P", "d"), expected, strict=True):
        assert found[name][0] == pytest.approx(value, rel=1e-9), name
    displaced = result.sensitivity("w", ["f", "P"])
    assert displaced["P"][0] == pytest.approx(-1 / 600, rel=1e-9)
    assert displaced["f"][0] == pytest.approx(-load * ka**2 / 600**2, rel=1e-9)


STUDY = """STUDY
  vary r 0.99 1.01 3
  tol r 0.01
  figure F (peak(M))
END
"""


def of_study(more: str = "") -> runmec.Deck:
    text = PLATE.format(more=more).replace("TOPOLOGY", "DEFINE\n  r 1\nTOPOLOGY").replace("END\n", STUDY)
    return runmec.loads(text.replace("DYNAMICS", "  para c1.lenl (r)\nDYNAMICS"))


def test_variants_that_do_not_fit_are_incomplete() -> None:
    assert runmec.sweep(of_study()).complete.tolist() == [False, True, False]


def test_a_tolerance_of_what_has_to_fit_is_refused_with_a_remedy() -> None:
    with pytest.raises(RunmecError, match=r"`tol` of r.*elasticity"):
        runmec.tolerance(of_study(), samples=10)
    soft = of_study("flex c0.lenl 1e-3\n  flex c1.lenl 1e-3\n  flex c2.lenl 1e-3")
    assert np.all(np.isfinite(runmec.tolerance(soft, samples=10).samples))


def test_elastic_bars_side_by_side_swing_a_mass_together() -> None:
    """Two springs, 100 and 300, one of them surplus: ω² = 400/4; forces share as stiffness does, energy stays."""
    text = SPRINGS.format(given="").replace("DYN ANA", "DYN SIM").replace("  elem c BIN C0 P\n", "")
    text = text.replace("A0 P", "A0 P elastic").replace("B0 P", "B0 P elastic").replace("(1/200)", "(1/300)")
    text = text.replace("  flex c.lenl (1/300)\n", "  inertia P 4\n").replace("  bufsigma c.lenl c\n", "")
    text = text.replace("  bufdisp P.y w\n  bufdef b.lenl db\n", "  bufx0 P.y y\n")
    text = text.replace("END\n", "MOVEMENT\n  integr dop853 1e-11\n  tstepf 20 1\nEND\n")
    found = calculated(text)
    way = -6.0 / 400.0 * (1.0 - np.cos(10.0 * found.time))
    np.testing.assert_allclose(found["y"], way, atol=1e-10)
    np.testing.assert_allclose(found["a"], -100.0 * way, atol=1e-8)
    np.testing.assert_allclose(found["b"], -300.0 * way, atol=1e-8)
    assert found.energy_drifts[0][0] < 1e-9
    assert found.trust.is_sure
