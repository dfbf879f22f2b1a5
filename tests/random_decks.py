"""Random decks: valid ones of every kind of line, and mutations of them."""

from __future__ import annotations

import random

HEAD = """\
DYN ANA ; a crank with dyads
DEFINE
  r 0.1
  long (5*r)
TOPOLOGY
  elem 1 BIN 1 2 3 4 ; crank
"""


def valid(seed: int) -> str:
    """A crank with one to four dyads hung on it, and a random choice of everything else."""
    rng = random.Random(seed)
    dyads = rng.randint(1, 4)
    elements, forms, fixed, moving = [], ["form 1 lenl 1 1 1"], ["xfix 1 0", "2 0.0"], ["xmov 3 (r)", "4 0"]
    last, parameter, element, coordinate = (3, 4), 1, 1, 4
    for _ in range(dyads):
        ground, joint = (coordinate + 1, coordinate + 2), (coordinate + 3, coordinate + 4)
        coordinate += 4
        elements.append(f"{element + 1} BIN {last[0]} {last[1]} {joint[0]} {joint[1]}")
        elements.append(f"elem {element + 2} BIN {ground[0]} {ground[1]} {joint[0]} {joint[1]}")
        for k in (element + 1, element + 2):
            parameter += 1
            forms.append(f"{parameter} lenl {k} {parameter} 1")
        x = 0.1 * coordinate
        fixed += [f"{ground[0]} {x:.3f}", f"{ground[1]} (-r)"]
        moving += [f"{joint[0]} {x - 0.05:.3f}", f"{joint[1]} (long) ; joint"]
        element, last = element + 2, joint
    forms.append(f"{parameter + 1} angb 1 {parameter + 1} 1.0D0")
    forms.append(f"{parameter + 2} lenl {element} -1 {rng.uniform(0.5, 2):.4g}")
    dynamics = [
        f"inertia {last[0]} {rng.uniform(0, 2):.3g}",
        f"{last[1]} {rng.uniform(0, 2):.3g}",
        f"uniform {rng.randint(1, element)} 1.5",
        rng.choice(["spring -1 200 -50", "spring -1 200 -50 .1 .2 300 400"]),
        f"damper -1 {rng.uniform(0, 5):.3g}",
        "gravity 9.81 (-pi/2)",
        f"force {last[0]} (-20*step(dx({last[0]})) + table(t, 0,0, 1,{rng.randint(1, 9)}))",
        f"flex {rng.randint(1, parameter)} 1e-7",
    ]
    stores = ["buftime 100", "bufinp 1 101", f"bufx0 {last[0]} 102", f"bufx1 {last[0]} 103 1", "bufx2 3 104"]
    stores += ["bufe0 -1 105", "bufsigma 1 201", "2 202", f"bufreac {fixed[0].split()[1]} 203", "bufconn 1 3 204"]
    stores += ["bufjred 205", "bufpower 1 206", "bufcond 207", "bufdef 1 208", "bufdisp 3 209"]
    moves = rng.choice(
        [
            ["tstepe 12 0.2 30 0"],
            ["stepe 6 (pi/6)", "6 (-pi/6)"],
            ["law 1 modsine 0.5", "tmove 10 0.5", "tmove 3 .1"],
            ["law 1 points 0 0 0.1 0.02 0.2 0.05", "tmove 10 0.2"],
        ]
    )
    rng.shuffle(dynamics[3:])
    lines = [HEAD.rstrip(), *_indent(elements), *_indent(forms), "nr dof 1", "GEOMETRY", *_indent(fixed)]
    lines += [*_indent(moving), f"  para {parameter + 1} 0.0", "DYNAMICS"]
    lines += _indent(rng.sample(dynamics[2:], rng.randint(0, 6)) + dynamics[:2])
    lines += ["STORAGE", *_indent(stores), "PRINTBUF 100 101", "BEGINPIC", "  plotcurv 101 201", "  drawmech 1 3"]
    lines += rng.choice([["ENDPIC"], ["ENDPIC 18 15 0 0 -1 -2"], ["ENDPIC", "  18 15 0 0 -1 -2 ; frame"]])
    lines += ["ANIMATE film", "MOVEMENT", *_indent(moves), "END"]
    return "\n".join(lines) + "\n"


def _indent(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


_NASTY = ["(", ")", ";", "-", "1e999", "nan", "0", "-1", "99", "1,5", "1O", "elem", "form", "END", "BEGINPIC", "ENDPIC",
          "(t)", "(x(3))", "((", "(1/0)", "\t", "ß", "\x0b", "\x1cEND", "END(",
          "\u2028", "\r", "", "é", "GEOMETRY", "nr", "dof", "(2**3)",
          "999999999", "1.5", "law", "tstepf", "KIN", "DYN", "\N{MINUS SIGN}1", "(-)", "(table(t,1,2))"]  # fmt: skip


def mutated(text: str, rng: random.Random) -> bytes:
    """One to three mutations of bytes, tokens or lines."""
    data = text.encode()
    for _ in range(rng.randint(1, 3)):
        kind = rng.randrange(3)
        if kind == 0 and data:
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.randrange(256)]) * rng.randint(0, 2) + data[at + rng.randint(0, 2) :]
        elif kind == 1:
            words = data.split(b" ")
            at = rng.randrange(len(words))
            words[at] = rng.choice([rng.choice(_NASTY).encode(), words[rng.randrange(len(words))]])
            data = b" ".join(words)
        else:
            lines = data.split(b"\n")
            at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            change = rng.randrange(4)
            if change == 0:
                del lines[at]
            elif change == 1:
                lines.insert(other, lines[at])
            elif change == 2:
                lines[at], lines[other] = lines[other], lines[at]
            else:
                lines = lines[: at + 1]
            data = b"\n".join(lines)
    return data
