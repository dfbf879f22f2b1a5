"""Random decks with names: every item of section 9, and a mixture with numbers."""

from __future__ import annotations

import random


def valid(seed: int) -> str:
    """A crank with one to three dyads hung on it, sections in any order, and a random choice of everything else."""
    rng = random.Random(seed)
    dyads = rng.randint(1, 3)
    elements, points, last = ["elem crank BIN O A"], ["point O 0 0 fixed", "point A 100mm (0*r)"], "A"
    for k in range(1, dyads + 1):
        x = 0.1 + 0.4 * k
        points += [f"point G{k} {x:.3f} (-r) fixed", f"point J{k} {x - 0.05:.3f} (long)"]
        elements += [f"elem rod{k} BIN {last} J{k}", f"elem rocker{k} TR2 G{k} J{k} C{k}"]
        points.append(f"point C{k} {x:.3f} (0.5*long) ; a point of the rocker")
        last = f"J{k}"
    elements += [f"elem s BIN O {last} free", "input crank.angb"]
    numbered = rng.random() < 0.3
    if numbered:  # a pendulum in numbers beside it
        elements += ["elem 7 BIN 1 2 3 4", "form 1 lenl 7 1 1", "form 2 angb 7 2 1"]
        points += ["xfix 1 -1", "2 0", "xmov 3 -1", "4 -0.5"]
    if rng.random() < 0.5:
        elements.append("param both crank.angb 1 rod1.angb (-2*r)")
    dynamics = [
        f"inertia {last} 250g",
        "uniform crank 1.5",
        "body rod1 2 0.1 (r) 0.01",
        "spring s.lenl 200 -50",
        "damper s.lenl 5",
        "gravity 9.81 (-90*deg)",
        f"force {last} 3 (-2*dx({last}.y))",
        "flex rod1.lenl 1e-7",
        f"force C1.x (table(t, 0,0, 1,{rng.randint(1, 9)}) + 0*e(s.lenl) + inp(crank.angb))",
    ]
    stores = [
        "buftime time",
        "bufinp crank.angb phi",
        f"bufx0 {last} x y",
        "bufdx2 C1 ax ay",
        "bufe0 s.lenl now",
        "bufsigma crank.angb sigma",
        "bufreac O fx fy",
        "bufconn rod1 J1 cx cy",
        "bufpin rocker1 J1 px py",
        "bufcalc (sqrt(buf(fx)^2+buf(fy)^2)) bearing",
        "bufdrive crank.angb drive",
        "bufx1 J1 jx jy 1",
        "bufcond 99",
    ]
    moves = rng.choice([["tstepe 12 20ms 300rpm 0"], ["stepe 6 30deg"], ["law crank.angb modsine 0.5", "tmove 10 0.5"]])
    sections = [
        ["TOPOLOGY", *elements],
        ["GEOMETRY", *points, "para crank.angb 0"],
        ["DYNAMICS", *rng.sample(dynamics, rng.randint(0, len(dynamics)))],
        ["STORAGE", *stores, "PRINTBUF phi 99", "BEGINPIC", "plotcurv x y", "drawmech 1", "ENDPIC"],
        ["MOVEMENT", *moves],
    ]
    rng.shuffle(sections)
    lines = ["DYN ANA ; a crank with dyads", *rng.choice([["UNITS SI"], []]), "DEFINE", "  r 0.1", "  long (5*r)"]
    for head, *body in sections:
        lines += [head, *(f"  {line}" for line in body)]
    return "\n".join([*lines, "END"]) + "\n"
