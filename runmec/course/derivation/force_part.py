"""Loads, internal forces, drive and forces of the frame, and the check by virtual power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...dynamics import UNIFORM
from ...dynamics.body import Body
from ...outputs import REACTION
from .document import Text
from .notation import EQUALS, MINUS, Identifier, Line, Math, Number, Operator, Script, Word, dotted, line, number
from .standing import Acting, Group
from .writer import LARGE, Writer, equal, total_of

_MOST_CAUSES = 5
_AGREES = 1e-7  # of the largest force: in space a drive about an axis is a couple on it
_F, _M, _SIGMA, _D, _X, _R = (Identifier(letter) for letter in ("f", "M", "σ", "D", "x", "r"))


def write_loads(writer: Writer) -> None:
    standing, document = writer.standing, writer.document
    document.heading(writer.word("loads"))
    if not standing.acting:
        document.say(writer.word("no loads"))
        return
    x2 = dotted(_X, 2)
    writer.state(
        "loads say", line(Script(_F, None, Word("*")), EQUALS, _F, "−", _M, "(", x2, "−", Identifier("g"), ")")
    )
    shown = _grouped(standing.acting)
    largest = standing.largest_force
    rows: list[list[str | Math | Text]] = []
    for place in standing.places:
        parts = [one.f[place.at] for one in shown]
        if any(abs(part) > 1e-10 * largest for part in parts):
            rows.append(
                [writer.coordinate(place.at), *(number(part, largest) for part in parts), number(sum(parts), largest)]
            )
    heads = [_called(writer, one.name) for one in shown]
    writer.table([writer.word("co-ordinate"), *heads, Script(_F, None, Word("*"))], rows)
    _masses(writer)
    if writer.mech.separations or any(one.name.startswith(("friction", "flanks")) for one in standing.acting):
        document.say(writer.word("reactive"))


def _grouped(acting: Sequence[Acting]) -> list[Acting]:
    """Those of one kind together where there are many."""
    if len(acting) <= _MOST_CAUSES:
        return list(acting)
    found: dict[str, Acting] = {}
    for one in acting:
        kind = one.name.partition(" ")[0]
        before = found.get(kind)
        f = [a + b for a, b in zip(before.f, one.f, strict=True)] if before else one.f
        found[kind] = Acting(kind, f, one.is_inertia)
    return list(found.values())


def _called(writer: Writer, name: str) -> str:
    kind, _, of = name.partition(" ")
    return writer.words[kind].format(of).strip() if kind in writer.words else name


def _masses(writer: Writer) -> None:
    """How masses come into f."""
    standing, document = writer.standing, writer.document
    if not any(one.is_inertia or one.name == "weight" for one in standing.acting):
        return
    if not writer.mech.is_spatial and any(line.word == UNIFORM.word for line, _ in writer.mech.of_masses):
        document.say(writer.word("uniform"))
    bodies = [(one.name, one.mass) for one in standing.masses if isinstance(one.mass, Body)]
    if not bodies:
        return
    aC, K, n = Script(Identifier("a"), Word("C")), Identifier("K"), Identifier("n", True)
    m, J, r, ell = Identifier("m"), Identifier("J"), Identifier("r", True), Identifier("ℓ")
    b2 = dotted(Identifier("β"), 2)
    over = line(K, "/", ell)
    writer.state(
        "bodies",
        line(K, EQUALS, J, b2, "+", "(", r, "×", m, aC, ")"),
        line(Script(_F, Word("P")), EQUALS, "−", m, aC, "+", "(", over, ")", n),
        line(Script(_F, Word("Q")), EQUALS, "−", "(", over, ")", n),
    )
    rows: list[list[str | Math | Text]] = []
    for name, body in bodies:
        rx, ry, turned, ax, ay = _centre(writer, body)
        moment = body.J * turned + body.mass * (rx * ay - ry * ax)
        fast = max(abs(place.a) for place in writer.standing.places)
        far = max(abs(rx), abs(ry), 1e-3 * writer.mech.size)
        beside = (0.0, 0.0, far, far, fast / far, fast, fast, body.mass * fast * far)
        rows.append([name, *map(number, (body.mass, body.J, rx, ry, turned, ax, ay, moment), beside)])
    rC = [Script(Identifier("r", True), Word(axis)) for axis in "xy"]
    aCs = [Script(Identifier("a"), Line((Word("C"), Word(axis)))) for axis in "xy"]
    writer.table([writer.word("mass"), m, J, *rC, b2, *aCs, K], rows)


def _centre(writer: Writer, body: Body) -> tuple[float, float, float, float, float]:
    """r from P to C, β̈, and the acceleration of C, by ẋ and ẍ of P and Q."""
    P, Q = ([writer.standing.places[c.at] for c in body.coordinates[k : k + 2]] for k in (0, 2))
    dx, dy = Q[0].x - P[0].x, Q[1].x - P[1].x
    length = (dx * dx + dy * dy) ** 0.5
    c, s = dx / length, dy / length
    vx, vy, ax, ay = Q[0].v - P[0].v, Q[1].v - P[1].v, Q[0].a - P[0].a, Q[1].a - P[1].a
    turning = (c * vy - s * vx) / length
    turned = (c * ay - s * ax - 2.0 * (c * vx + s * vy) * turning) / length
    rx, ry = body.u * c - body.v * s, body.u * s + body.v * c
    return (rx, ry, turned, P[0].a - turned * ry - turning**2 * rx, P[1].a + turned * rx - turning**2 * ry)


# ---- internal forces


def write_internal(writer: Writer) -> None:
    standing, document = writer.standing, writer.document
    document.heading(writer.word("internal"))
    transposed = Script(_D, None, Line((Operator("−"), Word("T"))))
    f = Script(_F, None, Word("*"))
    writer.state(
        "internal says",
        line(Script(_D, None, Word("T")), _SIGMA, EQUALS, f),
        line(_SIGMA, EQUALS, transposed, f),
        equation="8.22",
    )
    if writer.mech.is_of_rest:
        document.say(writer.word("rest"))
    left = standing.total
    if len(standing.groups) > 1:
        document.say(writer.word("internal groups"))
    for at in range(len(standing.groups) - 1, -1, -1):
        group = standing.groups[at]
        if len(standing.groups) > 1:
            _handed(writer, group, at + 1, left)
        document.equations(*_of_group(writer, group, left))
        for held in group.held:
            for c, d in held.D.items():
                if c not in group.columns and standing.places[c].moving:
                    left[c] -= d * held.sigma


def _handed(writer: Writer, group: Group, at: int, left: Sequence[float]) -> None:
    """What acts on a group, and what later groups do to it."""
    standing = writer.standing
    total, largest = standing.total, _largest(writer)
    handed = [left[c] - total[c] for c in group.columns]
    name = writer.word("group", n=at)
    if not any(abs(part) > 1e-10 * largest for part in handed):
        writer.document.say(name + ":")
        return
    f = Script(_F, None, Word("*"))
    rows: list[list[str | Math | Text]] = [
        [writer.coordinate(c), number(total[c], largest), number(part, largest), number(left[c], largest)]
        for c, part in zip(group.columns, handed, strict=True)
    ]
    writer.table([name, f, writer.word("handed"), writer.word("sum")], rows)


def _largest(writer: Writer) -> float:
    """Of loads and of what internal forces do."""
    inner = max((abs(d * held.sigma) for held in writer.standing.held for d in held.D.values()), default=0.0)
    return max(writer.standing.largest_force, inner)


def _of_group(writer: Writer, group: Group, left: Sequence[float]) -> Iterator[Math]:
    largest = _largest(writer)
    for k, held in enumerate(group.held):
        if held.row < 0:
            continue  # of the norm of a turning node: no force
        symbol, value = writer.sigma(held), number(held.sigma, largest * max(1.0, _reach(group, k)))
        if len(group.columns) > LARGE:
            yield equal(symbol, value)
            continue
        terms = [(group.inverse[c, k], left[c]) for c in group.columns if abs(left[c]) > 1e-10 * largest]
        most = _reach(group, k)
        terms = [term for term in terms if abs(term[0]) > 1e-10 * most]
        products = total_of(terms)
        yield (
            equal(symbol, products, value)
            if len(terms) > 1 or (terms and abs(terms[0][0]) != 1.0)
            else equal(symbol, value)
        )


def _reach(group: Group, k: int) -> float:
    return max(abs(group.inverse[c, k]) for c in group.columns)


# ---- drive, frame


def write_drive(writer: Writer) -> None:
    standing, mech, document = writer.standing, writer.mech, writer.document
    inputs = [held for held in standing.free[: mech.inputs] if held.row >= 0]
    if not inputs or not mech.inputs:
        return
    document.heading(writer.word("drive"))
    if mech.carriers is not None:
        _carriers(writer)
        return
    document.say(writer.word("drive says"))
    largest = _largest(writer)
    document.equations(
        *(
            equal(
                Script(_M, Word(mech.names.input(k + 1))),
                line(MINUS, writer.sigma(held)),
                line(number(-held.sigma, largest * 1e-3), *writer.unit_of_drive(k + 1)),
            )
            for k, held in enumerate(inputs)
        )
    )


def _carriers(writer: Writer) -> None:
    """Σ M_q ∂q/∂ε_i = M_i, M_i what the input would need alone."""
    standing, mech = writer.standing, writer.mech
    assert mech.carriers is not None
    writer.document.say(writer.word("carried"))
    alone = [one for one in standing.acting if not one.name.startswith("motor ")]
    lines: list[Math] = []
    for i, first in enumerate(standing.first):
        needed = -sum(one.f[at] * first[at] for one in alone for at in standing.moving)
        terms = []
        for carrier in mech.carriers.carriers:
            q = sum(entry.value * first[entry.of.at] for entry in carrier.on.entries if entry.of.moving)
            terms.append((q, carrier.M))
        own = Script(_M, Word(mech.names.input(i + 1)))
        lines.append(equal(total_of(terms), own, number(needed)))
    for carrier in mech.carriers.carriers:
        number_of = next(q for q, one in mech.drivers.items() if one is carrier)
        name = mech.names.parameter(number_of) if number_of < 0 else mech.names.input(number_of)
        lines.append(equal(Script(_M, Word(name)), number(carrier.M)))
    writer.document.equations(*lines)


def write_frame(writer: Writer) -> None:
    """r = Dᵀσ − f at the fixed co-ordinates (8.8)."""
    standing, mech, document = writer.standing, writer.mech, writer.document
    largest, total = _largest(writer), standing.total
    fixed = [
        place.at
        for place in standing.places
        if not place.moving
        and mech.coordinates[place.at].axis < 4
        and (abs(total[place.at]) > 0.0 or any(held.D.get(place.at) for held in standing.held))
    ]
    if not fixed:
        return
    asked = [(REACTION.word, (mech.numbers[at],), ()) for at in fixed]
    values = [history[0] for history in standing.result.columns(asked)]
    lines, is_moved = [], False
    for at, value in zip(fixed, values, strict=True):
        terms: list[tuple[float, ...]] = [(held.D[at], held.sigma) for held in standing.held if held.D.get(at)]
        terms = [term for term in terms if abs(term[0] * term[1]) > 1e-10 * largest]
        summed = sum(d * sigma for d, sigma in terms) - total[at]
        if abs(total[at]) > 1e-10 * largest:
            terms.append((-total[at],))
        symbol = Script(_R, writer.coordinate(at))
        shown = number(value, largest)
        agrees = abs(summed - value) <= _AGREES * max(largest, abs(value))
        is_moved = is_moved or not agrees
        lines.append(equal(symbol, total_of(terms), shown) if agrees and terms else equal(symbol, shown))
    document.heading(writer.word("frame"))
    o = Word("o")
    writer.state(
        "frame says",
        line(Script(_R, o), EQUALS, Script(_D, o, Word("T")), _SIGMA, "−", Script(_F, o, Word("*"))),
        equation="8.8",
    )
    document.equations(*lines)
    if is_moved:
        document.say(writer.word("axis"))


# ---- check


def write_check(writer: Writer) -> None:
    """Σ f·x′ − σ = 0, load by load."""
    standing, document = writer.standing, writer.document
    if not standing.free:
        document.heading(writer.word("check"))
        document.say(writer.word("check none"))
        return
    document.heading(writer.word("check"))
    f, x1 = Script(_F, None, Word("*")), Script(_X, None, Operator("′"))
    writer.state("check says", line(Operator("∑"), f, x1, "−", Script(_SIGMA, Word("m")), EQUALS, Number("0")))
    total = standing.total
    lines = []
    for first, held in zip(standing.first, standing.free, strict=True):
        parts = [total[at] * first[at] for at in standing.moving]
        largest = max((abs(part) for part in parts), default=0.0)
        terms = [(part,) for part in parts if abs(part) > 1e-10 * largest] + [(-held.sigma,)]
        lines.append(equal(total_of(terms), number(sum(parts) - held.sigma, max(largest, abs(held.sigma)))))
    document.equations(*lines)
