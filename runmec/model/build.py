"""Deck -> Mechanism."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..deck.model import Deck, Element
from ..deck.turning import parts
from ..dynamics import DYNAMICS, GRAVITY, MASSES, STEADY, CarrierKind, ElasticKind, LoadKind, MotorKind
from ..dynamics.gravity import field
from ..dynamics.separation import Separation
from ..elements.bent_axis import BentAxis
from ..elements.bent_mass import BentBeam
from ..engine.carriers import Carriers
from ..engine.driver import Driver
from ..engine.expression import Node
from ..engine.flexible import Flexible
from ..engine.force import Force
from ..engine.form import Form
from ..engine.kinematics import Kinematics
from ..engine.load import Load
from ..engine.loading import Loading
from ..engine.mass import ConstantMass, Coupling, Mass
from .couples import Couples
from .expressions import Expressions
from .mechanism import Made, Mechanism, Term
from .site import BuildSite, state_at


def build(deck: Deck) -> Mechanism:
    """The mechanism that a checked deck describes, at its starting estimate."""
    site = BuildSite(deck)
    parts, terms = _parts(site)
    couples = Couples(deck, site.row, terms, site.pieces)
    forms = couples.forms(parts)
    kinematics = Kinematics(site.coordinates, forms[: deck.prescribed], forms[deck.prescribed :], deck.inputs)
    norms = _norms(site)
    gravity = gravity_of(deck)
    site.take_forms(forms)
    masses = weigh(deck, site, gravity, kinematics)
    site.masses += [made for _, made in masses]
    loads, of_loads = _made(site, LoadKind, Load)
    loads += couples.corners() if deck.job == "DYN SIM" else []
    separations = _separations(site, terms)
    loads += separations.values()
    kinematics.inner = [load.on for load in separations.values()]
    motors, of_motors = _made(site, MotorKind, Load) if deck.is_driven else ([], [])
    held = [site.input(i) for i in deck.held_inputs]
    motors = [motor for motor in motors if motor.on not in held]
    carriers, of_carriers = _made(site, CarrierKind, Carriers) if deck.job == "DYN ANA" else ([], [])
    flexibles, of_flexibles = _made(site, ElasticKind, Flexible)
    site.expressions.finish()
    mech = Mechanism(
        _deck=deck,
        structure=deck.structure,
        numbers=site.numbers,
        parameters=site.parameters,
        index=site.index,
        row=site.row,
        coordinates=site.coordinates,
        forms=forms,
        kinematics=kinematics,
        angles=list(dict.fromkeys(w for form in forms for w in form.winders())),
        terms=terms,
        pressed={number: load.on for number, load in separations.items()},
        separations=separations,
        shares=couples.shares,
        coupled=couples.made,
        of_masses=masses,
        of_loads=of_loads + of_motors + of_carriers + of_flexibles,
        gravity=gravity,
        expressions=site.expressions,
        loads=loads,
        motors=motors,
        drivers=_drivers(of_motors, of_carriers),
        carriers=carriers[0] if carriers else None,
        given=[(i - 1, line.numbers[0], line.numbers[1]) for i, line in deck.given_inputs.items()],
        flexibles=flexibles,
        loading=_loading(deck, site, masses, of_loads),
        variables=site.variables,
        site=site,
    )
    kinematics.norms = norms
    kinematics.inputs = mech.free_forms
    mech.bind()
    if mech.structure.surplus:
        kinematics.fits_within = mech.fits_within
        mech.hold()
    mech.arrange()
    unbend(mech)
    mech.note_start()
    return mech


def unbend(mech: Mechanism) -> None:
    """Tells what follows bent axes which angles the ends of a beam have without bending."""
    for number, terms in mech.terms.items():
        bent = [*(term.form for term in terms), *mech.masses.get(number, ())]
        for one in bent:
            if isinstance(one, BentAxis | BentBeam):
                one.unbend([mech.rest_at(number, end) for end in mech.kind_of(mech.elements[number]).elastic[1:]])


def _drivers(of_motors: list[Made], of_carriers: list[Made]) -> dict[int, Driver]:
    """Motors on dependent parameters, by their numbers."""
    found = {line.subject: made for line, made in of_motors if line.subject < 0 and isinstance(made, Driver)}
    for line, made in of_carriers:
        found |= {number: one for number, one in zip(line.named, made.carriers, strict=True) if number < 0}
    return found


def calculator(mech: Mechanism, stored: Callable[[int], Node]) -> Expressions:
    """For expressions of quantities, with pieces and a clock of their own."""
    return Expressions(
        mech.coordinates,
        mech.forms,
        lambda word, number: state_at(word, number, mech.index, mech.row, mech.m.start),
        mech.site.by_name,
        stored,
    )


def gravity_of(deck: Deck) -> tuple[float, float, float]:
    lines = deck.of(GRAVITY)
    return field(lines[0].numbers) if lines else (0.0, 0.0, 0.0)


def _norms(site: BuildSite) -> list[Form]:
    """Of the moving turning nodes, in the order of the structure's rows."""
    if not site.deck.structure.norms:
        return []
    from ..engine.turning import Norm

    return [Norm([site.coordinate(number) for number in parts(node)]) for node in site.deck.structure.norms]


def _parts(site: BuildSite) -> tuple[list[list[tuple[float, Form]]], dict[int, list[Term]]]:
    """What elements measure in all parameters, by parameters and by elements."""
    deck, row = site.deck, site.row
    parts: list[list[tuple[float, Form]]] = [[] for _ in row]
    terms: dict[int, list[Term]] = {}
    for line in deck.forms:
        element = site.elements[line.element]
        measure = deck.kinds[element.kind].forms[line.form]
        at = site.named(element)
        form = measure.form([at[name] for name in measure.needs], deck.data_of(element))
        for term in terms.get(element.number, ()):
            form.join(term.form)
        _drop_what_cancels(form, site, element, line.form)
        parts[row[line.parameter]].append((line.factor, form))
        terms.setdefault(element.number, []).append(Term(row[line.parameter], form, line.factor))
    return parts, terms


def _drop_what_cancels(form: Form, site: BuildSite, element: Element, name: str) -> None:
    """Points that share a co-ordinate: it may drop out of differences."""
    if len({entry.of.at for entry in form.entries}) < len(form.entries):
        needed = {site.index[n] for n in site.deck.structure.needed(element, name)}
        form.entries = [entry for entry in form.entries if entry.of.at in needed]


def weigh(deck: Deck, site: BuildSite, gravity: tuple[float, float, float], kinematics: Kinematics) -> list[Made]:
    """Masses of all lines; those that do not change with the position are spread over the co-ordinates."""
    made: list[Made] = []
    of_elements: dict[int, list[Mass]] = {}
    at_points: list[Mass] = []
    for kind in MASSES:
        for line in deck.of(kind):
            assert kind.make is not None
            mass = kind.make(site, line)
            assert isinstance(mass, Mass)
            made.append(Made(line, mass))
            (of_elements.setdefault(line.subject, []) if kind.fits is not None else at_points).append(mass)
    couplings: list[Coupling] = []
    for mass in (*(mass for masses in of_elements.values() for mass in masses), *at_points):
        mass.set_gravity(list(gravity))
        if isinstance(mass, ConstantMass):
            mass.add_to(couplings)
        else:
            kinematics.masses.append(mass)
    kinematics.set_couplings(couplings)
    return made


def _loading(deck: Deck, site: BuildSite, masses: list[Made], loads: list[Made]) -> Loading | None:
    """In STA ANA."""
    if not deck.is_of_rest:
        return None
    steady = {line.subject for line in deck.of(STEADY)}  # 0: the weight
    heavy, own = ([], []) if 0 in steady else (site.coordinates, [one.made for one in masses])
    return Loading(heavy, own, [made for line, made in loads if isinstance(made, Force) and line.subject not in steady])


def _made(site: BuildSite, kind: type[Any], of: type[Any]) -> tuple[list[Any], list[Made]]:
    """What lines of one sort make, and the lines with what they make."""
    pairs = [
        Made(line, word.make(site, line))
        for word in DYNAMICS.values()
        if isinstance(word, kind) and word.make is not None
        for line in site.deck.of(word)
    ]
    return [one.made for one in pairs if isinstance(one.made, of)], pairs


def _separations(site: BuildSite, terms: dict[int, list[Term]]) -> dict[int, Separation]:
    """What the σ of a form parameter of an element does beside it, by the number of the element."""
    deck = site.deck
    found: dict[int, Separation] = {}
    for element in deck.elements:
        press = deck.kinds[element.kind].press
        if press is None:
            continue
        lines = [line for line in deck.forms if line.element == element.number]
        own = [t for line, t in zip(lines, terms.get(element.number, ()), strict=True) if line.form == press.form]
        at = site.named(element)
        needs = [at[name] for name in press.needs]
        share = press.share(needs, deck.data_of(element))
        if own and share:
            on = press.make(needs)
            found[element.number] = Separation(on, share, [site.forms[t.row] for t in own], [t.factor for t in own])
    return found
