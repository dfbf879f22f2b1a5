"""Decks for benchmarks, written by code."""

from __future__ import annotations


def dyad_chain(dyads: int, steps: int = 60) -> str:
    """A crank that drives a row of four-bars, each by the rocker of the one before.

    All four-bars are parallelograms standing apart from their flat positions; every dyad is one group.
    """
    elements = ["elem 1 BIN 1 2 3 4"]
    forms = ["form 1 lenl 1 1 1"]
    fixed, moving = ["xfix 1 0", "2 0"], ["xmov 3 0", "4 1"]
    masses = ["uniform 1 1"]
    last, coordinate = (3, 4), 4
    for k in range(1, dyads + 1):
        ground, joint = (coordinate + 1, coordinate + 2), (coordinate + 3, coordinate + 4)
        coordinate += 4
        elements += [f"{2 * k} BIN {last[0]} {last[1]} {joint[0]} {joint[1]}",
                     f"{2 * k + 1} BIN {ground[0]} {ground[1]} {joint[0]} {joint[1]}"]  # fmt: skip
        forms += [f"{2 * k} lenl {2 * k} {2 * k} 1", f"{2 * k + 1} lenl {2 * k + 1} {2 * k + 1} 1"]
        fixed += [f"{ground[0]} {k}", f"{ground[1]} 0"]
        moving += [f"{joint[0]} {k}", f"{joint[1]} 1"]
        masses += [f"{2 * k} 1", f"{2 * k + 1} 1"]
        last = joint
    forms.append(f"{2 * dyads + 2} angb 1 {2 * dyads + 2} 1")
    lines = ["DYN ANA ; a row of four-bars", "TOPOLOGY", *elements, *forms, "nr dof 1", "GEOMETRY", *fixed, *moving]
    lines += ["DYNAMICS", *masses, "gravity 9.81 (-pi/2)", "STORAGE", f"bufx0 {last[0]} 101", "bufsigma 1 102"]
    lines += [f"bufsigma {2 * dyads + 2} 103", "MOVEMENT", f"tstepe {steps} 1 -0.8 0", "END"]
    return "\n".join(lines) + "\n"
