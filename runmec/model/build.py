"""Deck -> Mechanism."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, sin

from ..deck.expression import Expression
from ..deck.model import Deck, Element, Motor, Solid
from ..deck.turning import parts
from ..engine.coordinate import ANGLE, EULER, Coordinate, X, Y, Z
from ..engine.expression import Node
from ..engine.flexible import Flexible, FlexibleBeam, FlexibleParameter
from ..engine.force import Force
from ..engine.form import Form
from ..engine.kinematics import Kinematics
from ..engine.load import Load
from ..engine.mass import Constant, Coupling, Mass
from ..engine.switch import Pieces
from ..forces.body import Body
from ..forces.damper import Damper
from ..forces.friction import Friction
from ..forces.motor import AsynchronousMotor, SpringMotor, WrittenMotor
from ..forces.motor import Motor as ConstantMotor
from ..forces.separation import Separation
from ..forces.spring import Spring
from .couples import Couples
from .expressions import Expressions
from .mechanism import Mechanism, Term

_AXES = {"x": X, "y": Y, "z": Z, "b": ANGLE, "l": EULER}


def build(deck: Deck) -> Mechanism:
    """The mechanism that a checked deck describes, at its starting estimate."""
    structure = deck.structure
    roles = roles_of(deck)
    given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    numbers = tuple(sorted(given))
    index = {n: at for at, n in enumerate(numbers)}
    moving = {c.number for c in deck.moving}
    places = [Coordinate(at, given[n], n in moving, roles.get(n, [X])[0]) for at, n in enumerate(numbers)]
    dependent = sorted({f.parameter for f in deck.forms if f.parameter < 0}, reverse=True)
    parameters = (*range(1, deck.prescribed + 1), *dependent)
    row = {n: at for at, n in enumerate(parameters)}
    pieces = Pieces()
    parts, terms = _parts(deck, places, index, row)
    couples = Couples(deck, row, terms, pieces)
    forms = couples.forms(parts)
    kinematics = Kinematics(places, forms[: deck.prescribed], forms[deck.prescribed :], deck.inputs)
    norms = _norms(deck, places, index)
    gravity = gravity_of(deck)
    masses = masses_of(deck, places, index, gravity, roles, kinematics)
    first_input = deck.prescribed - deck.inputs

    expressions = Expressions(
        places, forms, lambda word, number: _place(word, number, index, row, first_input), pieces=pieces
    )
    loads = _loads(deck, forms, row, places, index, expressions)
    loads += couples.corners() if deck.job == "DYN SIM" else []
    separations = _separations(deck, forms, terms, places, index)
    loads += separations.values()
    kinematics.inner = [load.on for load in separations.values()]
    motors = _motors(deck, forms[first_input : deck.prescribed], expressions) if deck.job == "DYN SIM" else []
    expressions.finish()
    mech = Mechanism(
        deck=deck, structure=structure, coordinates=numbers, parameters=parameters, index=index, row=row, places=places,
        forms=forms, kinematics=kinematics, angles=list(dict.fromkeys(w for form in forms for w in form.winders())),
        terms=terms, pressed={number: load.on for number, load in separations.items()},
        shares=couples.shares, coupled=couples.made,
        masses=masses, gravity=gravity, expressions=expressions, loads=loads, motors=motors,
        given=[(m.input - 1, _numbers(m)[0], _numbers(m)[1]) for m in deck.motors if m.model == "given"],
        flexibles=_flexibles(deck, forms, row, places, index, terms),
    )  # fmt: skip
    kinematics.norms = norms
    mech.arrange()
    mech.note_start()
    return mech


def _place(word: str, number: int, index: dict[int, int], row: dict[int, int], first_input: int) -> int:
    """Where a state of an expression stands: a co-ordinate, or a parameter, as which inputs are known."""
    if word in ("x", "dx"):
        return index[number]
    return first_input + number - 1 if word in ("inp", "dinp") else row[number]


def calculator(mech: Mechanism, stored: Callable[[int], Node]) -> Expressions:
    """For expressions of quantities, with pieces and a clock of their own."""
    return Expressions(
        mech.places, mech.forms, lambda word, number: _place(word, number, mech.index, mech.row, mech.m.start), stored
    )


def roles_of(deck: Deck) -> dict[int, list[int]]:
    """What every co-ordinate is, an x, a y or an angle, by its first use first."""
    found: dict[int, list[int]] = {}
    for element in deck.elements:
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True):
            axes = found.setdefault(number, [])
            if _AXES[name[0]] not in axes:
                axes.append(_AXES[name[0]])
    return found


def gravity_of(deck: Deck) -> tuple[float, float, float]:
    if not deck.gravities:
        return 0.0, 0.0, 0.0
    g = deck.gravities[0]
    if g.angle is not None:
        return g.magnitude * cos(g.angle), g.magnitude * sin(g.angle), 0.0
    per = g.magnitude / (hypot(*g.direction) or 1.0)
    x, y, z = (per * part for part in g.direction)
    return x, y, z


def _norms(deck: Deck, places: list[Coordinate], index: dict[int, int]) -> list[Form]:
    """Of the moving turning nodes, in the order of the structure's rows."""
    if not deck.structure.norms:
        return []
    from ..engine.turning import Norm

    return [Norm([places[index[number]] for number in parts(node)]) for node in deck.structure.norms]


def _named(deck: Deck, element: Element, places: list[Coordinate], index: dict[int, int]) -> dict[str, Coordinate]:
    names = zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
    return {name: places[index[number]] for name, number in names}


def _parts(
    deck: Deck, places: list[Coordinate], index: dict[int, int], row: dict[int, int]
) -> tuple[list[list[tuple[float, Form]]], dict[int, list[Term]]]:
    """What elements measure in all parameters, by parameters and by elements."""
    elements = {element.number: element for element in deck.elements}
    parts: list[list[tuple[float, Form]]] = [[] for _ in row]
    terms: dict[int, list[Term]] = {}
    for line in deck.forms:
        element = elements[line.element]
        measure = deck.kinds[element.kind].forms[line.form]
        at = _named(deck, element, places, index)
        form = measure.form([at[name] for name in measure.needs], deck.data_of(element))
        for term in terms.get(element.number, ()):
            form.join(term.form)
        _drop_what_cancels(form, deck, element, line.form, index)
        parts[row[line.parameter]].append((line.factor, form))
        terms.setdefault(element.number, []).append(Term(row[line.parameter], form, line.factor))
    return parts, terms


def _drop_what_cancels(form: Form, deck: Deck, element: Element, name: str, index: dict[int, int]) -> None:
    """Points that share a co-ordinate: it may drop out of differences."""
    if len({entry.of.at for entry in form.entries}) < len(form.entries):
        needed = {index[n] for n in deck.structure.needed(element, name)}
        form.entries = [entry for entry in form.entries if entry.of.at in needed]


def masses_of(
    deck: Deck, places: list[Coordinate], index: dict[int, int], gravity: tuple[float, float, float],
    roles: dict[int, list[int]], kinematics: Kinematics,
) -> dict[int, list[Mass]]:  # fmt: skip
    """Masses of elements; all that do not change with the position are spread over the co-ordinates."""
    couplings: list[Coupling] = []
    elements = {element.number: element for element in deck.elements}
    found: dict[int, list[Mass]] = {}
    for uniform in deck.uniforms:
        element = elements[uniform.element]
        make = deck.kinds[element.kind].uniform
        assert make is not None, "the deck was checked"
        at = list(_named(deck, element, places, index).values())
        own = make(uniform.mass, at)
        own.polar(uniform.J)
        found.setdefault(element.number, []).append(own)
    for body in deck.bodies:
        named = _named(deck, elements[body.element], places, index)
        ends = [named[name] for name in ("xP", "yP", "xQ", "yQ")]
        found.setdefault(body.element, []).append(Body(ends, body.mass, body.u, body.v, body.J))
    for solid in deck.solids:
        found.setdefault(solid.element, []).append(_solid(solid, _named(deck, elements[solid.element], places, index)))
    for own in (mass for masses in found.values() for mass in masses):
        own.fall(list(gravity))
        if isinstance(own, Constant):
            own.spread(couplings)
        else:
            kinematics.masses.append(own)
    for inertia in deck.inertias:
        c = places[index[inertia.coordinate]]
        c.m += inertia.mass
        c.weight += inertia.mass * sum(gravity[axis] for axis in roles.get(inertia.coordinate, []) if axis < ANGLE)
    kinematics.weigh(couplings)
    return found


def _solid(solid: Solid, at: dict[str, Coordinate]) -> Mass:
    from ..forces.solid import Solid as SolidMass

    inertia = [*solid.inertia, 0.0, 0.0, 0.0][:6]
    return SolidMass([c for name, c in at.items() if name[-1] == "P"], solid.mass, list(solid.centre), inertia)


def _loads(
    deck: Deck, forms: list[Form], row: dict[int, int], places: list[Coordinate], index: dict[int, int],
    expressions: Expressions,
) -> list[Load]:  # fmt: skip
    pieces = expressions.pieces
    found: list[Load] = [Force(places[index[f.coordinate]], expressions.add(f.value)) for f in deck.forces]
    if deck.moments:
        from ..forces.moment import Moment

        found += [Moment([places[index[n]] for n in parts(m.node)], m.axis - 1, expressions.add(m.value))
                  for m in deck.moments]  # fmt: skip
    found += [Spring(forms[row[s.parameter]], s.stiffness, s.at_zero, s.ranges, pieces) for s in deck.springs]
    found += [Damper(forms[row[d.parameter]], d.constant) for d in deck.dampers]
    for friction in deck.frictions:
        side = expressions.add(Expression((("de", friction.parameter), ("sign", 1))))
        normals = [forms[row[q]] for q in friction.normals]
        found.append(Friction(forms[row[friction.parameter]], friction.coefficient, normals, side, pieces))
    return found


def _separations(
    deck: Deck, forms: list[Form], terms: dict[int, list[Term]], places: list[Coordinate], index: dict[int, int]
) -> dict[int, Separation]:
    """What the σ of a form parameter of an element does beside it, by the number of the element."""
    found: dict[int, Separation] = {}
    for element in deck.elements:
        press = deck.kinds[element.kind].press
        if press is None:
            continue
        lines = [line for line in deck.forms if line.element == element.number]
        own = [t for line, t in zip(lines, terms.get(element.number, ()), strict=True) if line.form == press.form]
        at = _named(deck, element, places, index)
        on, share = press.make([at[name] for name in press.needs], deck.data_of(element))
        if own and share:
            found[element.number] = Separation(on, share, [forms[t.row] for t in own], [t.factor for t in own])
    return found


def _motors(deck: Deck, inputs: list[Form], expressions: Expressions) -> list[Load]:
    found: list[Load] = []
    for motor in deck.motors:
        form, numbers = inputs[motor.input - 1], _numbers(motor)
        if motor.model == "const":
            found.append(ConstantMotor(form, numbers[0]))
        elif motor.model == "spring":
            found.append(SpringMotor(form, numbers[0], numbers[1]))
        elif motor.model == "async":
            found.append(AsynchronousMotor(form, numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 2.0))
        elif motor.model == "expression":
            found.append(WrittenMotor(form, expressions.add(_expression(motor))))
    return found


def _numbers(motor: Motor) -> list[float]:
    return [float(value) for value in motor.values if not isinstance(value, Expression)]


def _expression(motor: Motor) -> Expression:
    (value,) = motor.values
    return value if isinstance(value, Expression) else Expression((("number", float(value)),))


def _flexibles(
    deck: Deck, forms: list[Form], row: dict[int, int], places: list[Coordinate], index: dict[int, int],
    terms: dict[int, list[Term]],
) -> list[Flexible]:  # fmt: skip
    found: list[Flexible] = [FlexibleParameter(forms[row[f.parameter]], f.flexibility) for f in deck.flexes]
    elements = {element.number: element for element in deck.elements}
    for stiff in deck.stiffs:
        at = _named(deck, elements[stiff.element], places, index)
        uses = elastic_modes(deck, stiff.element)
        kind = deck.kinds[elements[stiff.element].kind]
        ends = [at[name] for point in "PQ" for name in kind.axes_of(point)]
        found.append(FlexibleBeam(ends, [stiff.EA, stiff.EI, *stiff.beyond],
                                  [mode for mode, _, _ in uses], [forms[row[p]] for _, p, _ in uses],
                                  [factor for _, _, factor in uses]))  # fmt: skip
    return found


def elastic_modes(deck: Deck, element: int) -> list[tuple[int, int, float]]:
    """(Which of a beam's own; prescribed parameter; factor)."""
    in_space = any(e.number == element and deck.kinds[e.kind].is_spatial for e in deck.elements)
    names = ("lens", "angpy", "angqy", "angpz", "angqz", "angt") if in_space else ("lenl", "angp", "angq")
    return [
        (names.index(form.form), form.parameter, form.factor)
        for form in deck.forms
        if form.element == element and form.form in names and form.parameter > 0
    ]
