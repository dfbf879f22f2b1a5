"""Decks of any size: chains, trees, ladders, an arch that is one group, and random ones of all of these."""

from __future__ import annotations

from math import cos, dist, pi, sin
from random import Random


def chain(n: int, relative: bool = False, mass: str = "uniform", moves: str = "tstepf 2 0.02") -> str:
    """n bars one behind the other, hung up at one end, falling from a crooked line."""
    lines = ["DYN SIM ; chain", "TOPOLOGY", *(f"  elem b{k} BIN P{k - 1} P{k}" for k in range(1, n + 1))]
    names = [f"b{k}.angb" for k in range(1, n + 1)]
    if relative:
        names = ["b1.angb", *(f"r{k}" for k in range(2, n + 1))]
        lines += [f"  param r{k} b{k}.angb 1 b{k - 1}.angb -1" for k in range(2, n + 1)]
    lines += ["  input " + " ".join(names), "GEOMETRY", "  point P0 0 0 fixed"]
    x = y = 0.0
    for k in range(1, n + 1):
        a = -0.3 + 0.5 * sin(0.7 * k)
        x, y = x + 0.1 * cos(a), y + 0.1 * sin(a)
        lines.append(f"  point P{k} {x:.12g} {y:.12g}")
    masses = {"uniform": "uniform b{} 0.2", "body": "body b{} 0.2 0.05 0.01 2e-4"}
    lines += ["DYNAMICS", "  gravity 9.81 (-pi/2)", *("  " + masses[mass].format(k) for k in range(1, n + 1))]
    return ended(lines, names, f"bufx0 P{n} x y", moves)


def spatial_chain(n: int, moves: str = "tstepf 2 0.02") -> str:
    """n solids, hinged about y and nearly z in turn."""
    lines = ["DYN SIM ; chain in space", "TOPOLOGY"]
    for k in range(1, n + 1):
        lines += [f"  elem h{k} HINGE t{k - 1} t{k}", f"  elem s{k} TR1S P{k - 1} t{k} P{k}"]
    names = [f"h{k}.angx" for k in range(1, n + 1)]
    lines += ["  input " + " ".join(names), "GEOMETRY", "  point P0 0 0 0 fixed", "  turn t0 fixed"]
    for k in range(1, n + 1):
        axle = "0 1 0" if k % 2 else "0.2 0 1"
        lines += [f"  point P{k} {0.1 * k:.12g} 0 0", f"  turn t{k}", f"  axle h{k} {axle}"]
    lines += ["DYNAMICS", "  gravity 9.81 0 0 -1"]
    lines += [f"  solid s{k} 0.2 0.05 0.002 0.001 1e-4 3e-4 2.5e-4 1e-5 -2e-5 1.5e-5" for k in range(1, n + 1)]
    return ended(lines, names, f"bufx0 P{n} x y z", moves)


def ladder(n: int, moves: str = "tstepf 2 0.02") -> str:
    """n cranks on the frame, the ends of neighbours joined by two bars and a mass: n freedoms, n − 1 dyads."""
    lines = ["DYN SIM ; ladder", "TOPOLOGY", *(f"  elem c{k} BIN A{k} B{k}" for k in range(n))]
    for k in range(n - 1):
        lines += [f"  elem l{k} BIN B{k} C{k}", f"  elem r{k} BIN C{k} B{k + 1}"]
    names = [f"c{k}.angb" for k in range(n)]
    lines += ["  input " + " ".join(names), "GEOMETRY"]
    for k in range(n):
        a = pi / 2 + 0.2 * sin(1.3 * k)
        lines.append(f"  point A{k} {0.3 * k:.12g} 0 fixed")
        lines.append(f"  point B{k} {0.3 * k + 0.1 * cos(a):.12g} {0.1 * sin(a):.12g}")
        if k < n - 1:
            lines.append(f"  point C{k} {0.3 * k + 0.15:.12g} 0.25")
    lines += ["DYNAMICS", "  gravity 9.81 (-pi/2)", *(f"  uniform c{k} 0.2" for k in range(n))]
    lines += [f"  uniform {side}{k} 0.1" for k in range(n - 1) for side in "lr"]
    lines += [f"  inertia C{k} 0.3" for k in range(n - 1)]
    return ended(lines, names, f"bufx0 B{n - 1} x y", moves)


def ended(lines: list[str], names: list[str], stores: str, moves: str) -> str:
    """With free inputs that begin at rest."""
    motors = [f"  motor {name} zero" for name in names]
    return "\n".join(
        [*lines, *motors, "STORAGE", f"  {stores}", "MOVEMENT", f"  {moves} " + " ".join("0" for _ in names), "END", ""]
    )


def arch(m: int, rows: int = 4) -> str:
    """m bars between two fixed points, all angles between neighbours held but one in the middle, one of them led: one
    group of 2(m − 1) unknowns."""
    hinge, driven = m // 2 + 1, 3
    lines = ["DYN ANA ; arch", "TOPOLOGY", *(f"  elem b{k} BIN P{k - 1} P{k}" for k in range(1, m + 1))]
    for k in range(2, m + 1):
        if k != hinge:
            lines.append(f"  param r{k} b{k}.angb 1 b{k - 1}.angb -1" + ("" if k == driven else " fixed"))
    lines += [f"  input r{driven}", "GEOMETRY"]
    for k in range(m + 1):
        a = pi - pi * k / m
        lines.append(f"  point P{k} {cos(a):.14g} {1.3 * sin(a):.14g}" + (" fixed" if k in (0, m) else ""))
    lines += ["DYNAMICS", "  gravity 9.81 (-pi/2)", *(f"  uniform b{k} 0.2" for k in range(1, m + 1))]
    lines += ["STORAGE", f"  bufx0 P{m // 3} x y", "  bufsigma b1.lenl s", f"  bufdx2 P{m // 3} ax ay"]
    return "\n".join([*lines, "MOVEMENT", f"  tstepe {rows} 0.1 0.3 0", "END", ""])


def random_mechanism(rng: Random, n: int) -> str:
    """A tree of n bars, absolute or relative angles with factors, dyads across it, masses of all kinds, some inputs
    that are given."""
    points = {"F0": (0.0, 0.0), "F1": (3.0, 0.2)}
    lines, names, masses = ["DYN SIM ; random", "TOPOLOGY"], [], []
    for k in range(n):
        at = rng.choice(list(points))
        a, l = rng.uniform(0.0, 2.0 * pi), rng.uniform(0.3, 1.0)
        points[f"P{k}"] = (points[at][0] + l * cos(a), points[at][1] + l * sin(a))
        lines.append(f"  elem b{k} BIN {at} P{k}")
        if rng.random() < 0.4 and names and names[-1][0] == "b":
            lines.append(f"  param r{k} b{k}.angb 1 {names[-1]} -{rng.uniform(0.5, 2.0):.3f}")
            names.append(f"r{k}")
        else:
            names.append(f"b{k}.angb")
        m = f"{rng.uniform(0.1, 1.0):.3f}"
        masses.append(rng.choice([f"uniform b{k} {m}", f"body b{k} {m} 0.2 0.1 0.01", f"inertia P{k} {m}"]))
        if rng.random() < 0.3:
            masses.append(f"inertia P{k} 0.05")
        p, q = rng.sample(list(points), 2)
        (x, y), (u, v) = points[p], points[q]
        if rng.random() < 0.5 and dist((x, y), (u, v)) > 0.05:
            points[f"C{k}"] = (
                (x + u) / 2 - (v - y) * rng.uniform(0.5, 1.0),
                (y + v) / 2 + (u - x) * rng.uniform(0.5, 1.0),
            )
            lines += [f"  elem u{k} BIN {p} C{k}", f"  elem v{k} BIN C{k} {q}"]
            masses += [f"uniform u{k} 0.2", *rng.choice([[f"inertia C{k} 0.3"], [], [f"uniform v{k} 0.15"]])]
    lines += ["  input " + " ".join(names), "GEOMETRY"]
    lines += [f"  point {p} {x:.9f} {y:.9f}" + (" fixed" if p[0] == "F" else "") for p, (x, y) in points.items()]
    lines += ["DYNAMICS", "  gravity 9.81 (-pi/2)", *("  " + mass for mass in masses)]
    is_given = rng.random() < 0.3
    for i, name in enumerate(names):
        law = "given 1.5 0.5" if is_given and i == 0 else rng.choice(["zero", "const 0.3", "spring 2 0"])
        lines.append(f"  motor {name} {law}")
    speeds = " ".join(f"{rng.uniform(-1.0, 1.0):.3f}" for _ in names)
    return "\n".join([*lines, "STORAGE", "  buftime t", "MOVEMENT", f"  tstepf 2 0.02 {speeds}", "END", ""])
