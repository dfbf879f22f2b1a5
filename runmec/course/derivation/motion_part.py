"""DYN SIM: the equation of motion, with the reduced inertia and its derivative."""

from __future__ import annotations

from .notation import (
    EQUALS,
    Fraction,
    Identifier,
    Line,
    Math,
    Number,
    Operator,
    Script,
    Word,
    dotted,
    line,
    number,
    primed,
)
from .writer import Writer, equal, total_of

_J, _E, _M, _Q, _X, _MASS = (Identifier(letter) for letter in ("J", "ε", "M", "Q", "x", "M"))


def write_motion(writer: Writer) -> None:
    standing = writer.standing
    if not standing.free or not standing.masses:
        return
    writer.document.heading(writer.word("motion equation"))
    if len(standing.free) == 1:
        _single(writer)
    else:
        _several(writer)


def _single(writer: Writer) -> None:
    """J ε̈ + ½J′ε̇² = M + Q."""
    standing, document = writer.standing, writer.document
    held = standing.free[0]
    e1, e2 = dotted(_E, 1), dotted(_E, 2)
    half = Fraction(Number("1"), Number("2"))
    J1 = primed(_J, 1)
    says = line(_J, e2, "+", half, J1, Script(e1, None, Number("2")), EQUALS, _M, "+", _Q)
    document.equations(says, number="8.24")
    J = sum(one.J[0][0] for one in standing.masses)
    slope = 2.0 * sum(one.half_slope for one in standing.masses)
    Q = _reduced(writer, 0)
    x1, x2 = primed(_X, 1), primed(_X, 2)
    transposed = Script(_X, None, Line((Operator("′"), Word("T"))))
    derivative = line(J1, EQUALS, Number("2"), transposed, _MASS, x2, "+", transposed, primed(_MASS, 1), x1)
    writer.state("J", line(_J, EQUALS, transposed, _MASS, x1), derivative)
    writer.table(
        [writer.word("mass"), _J, J1],
        [[one.name, number(one.J[0][0], J), number(2.0 * one.half_slope, J)] for one in standing.masses],
        [writer.word("sum"), number(J), number(slope, J)],
    )
    writer.state("Q", line(_Q, EQUALS, Operator("∑"), Identifier("f"), x1, EQUALS, number(Q)))
    motor = -held.sigma
    document.say(writer.word("motor is"), " ", equal(_M, number(motor)), "\u2060, ", writer.word("gives"))
    right = [(motor,), (Q,), (-0.5 * slope, held.rate**2)]
    found = (motor + Q - 0.5 * slope * held.rate**2) / J if J else 0.0
    document.equations(line(e2, EQUALS, "(", total_of(right), ")", "/", number(J), EQUALS, number(found)))


def _reduced(writer: Writer, k: int) -> float:
    """What all but inertia comes to, moved along x′."""
    standing = writer.standing
    return sum(
        one.f[at] * standing.first[k][at] for one in standing.acting if not one.is_inertia for at in standing.moving
    )


def _several(writer: Writer) -> None:
    """J ε̈ + h = M + Q, J a matrix."""
    standing, document = writer.standing, writer.document
    names = [writer.held(held) for held in standing.free]
    h = Identifier("h")
    writer.state("several", line(_J, dotted(_E, 2), "+", h, EQUALS, _M, "+", _Q), equation="8.24")
    n = range(len(names))
    J = [[sum(one.J[i][j] for one in standing.masses) for j in n] for i in n]
    most = max(abs(entry) for row in J for entry in row)
    document.matrix(
        line(_J, EQUALS, Script(_X, None, Line((Operator("′"), Word("T")))), _MASS, primed(_X, 1)),
        names,
        names,
        [[number(entry, most) for entry in row] for row in J],
    )
    bent = [sum(one.bent[i] for one in standing.masses) for i in n]
    reduced = [_reduced(writer, i) for i in n]
    motor = [-held.sigma for held in standing.free]
    largest = max(map(abs, (*bent, *reduced, *motor)), default=0.0)
    rows: list[list[str | Math | tuple[str | Math, ...]]] = [
        [
            names[i],
            *(number(column[i], largest) for column in (motor, reduced, bent)),
            number(standing.free[i].acceleration),
        ]
        for i in n
    ]
    writer.table([writer.word("input"), _M, _Q, h, dotted(_E, 2)], rows)
