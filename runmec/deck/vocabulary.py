"""The table of the language: every word, what it takes, and the sentence that explains it.

A signature lists the words of a record in order, separated by commas: `role name`. A part in
brackets is optional as a whole; `…` behind a name repeats it. Roles:

    element coordinate parameter input buffer   whole numbers of something, or its name; so does program
    link                                        an element, or 0: the frame
    prescribed dependent                        a parameter that must be positive, negative
    point angle composed                        the name that the line gives to something new
    turning                                     number or name of a turning node
    elementary                                  a form parameter of an element, `crank.angb`
    counter count position                      whole numbers that count
    value                                       a number or a constant expression
    bound                                       the same, or `none`
    define                                      a name of DEFINE
    toleranced                                  a name of DEFINE, or a prescribed parameter
    figure judged                               the name that the line gives to a figure, and one that is given
    reduced                                     an expression of what is made of whole histories
    law                                         a number or an expression kept for the motion
    name                                        any word
    <choice>                                    one of the words of CHOICES, with its own signature

Where a record is of points, a point's name may stand for its co-ordinates: then every `buffer` and
`law` column is there once a co-ordinate, and a `value` holds for all of them. A record of a turning node
has such columns once an axis of space.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ..elements import Kind
from ..laws import LAWS
from ..laws.programs import SEGMENT_LAWS
from . import model, study
from .kinds import FORMS, KINDS

SECTIONS = {
    "DEFINE": "names for values; before TOPOLOGY",
    "TOPOLOGY": "elements, form parameters and the number of inputs",
    "GEOMETRY": "fixed and moving co-ordinates, values of prescribed parameters",
    "DYNAMICS": "masses, springs, forces, elasticity and motors",
    "STORAGE": "what is kept of every position, and the pictures made of it",
    "MOVEMENT": "how the inputs move, move after move",
    "STUDY": "what is varied, what may deviate, figures of merit and what is wanted of them; `run` ignores it",
}
JOBS = {
    ("KIN", "ANA"): "positions and transfer functions",
    ("DYN", "ANA"): "motion given, forces wanted",
    ("DYN", "SIM"): "driving forces given, motion wanted",
}


POINT_AXES = ("x", "y")  # of a point A the co-ordinates A.x and A.y
SPACE_AXES = ("x", "y", "z")  # and, in space, A.z


class Column(NamedTuple):
    role: str
    name: str
    optional: int = 0  # columns of the same number above 0 stand together or not at all
    many: bool = False


@dataclass(frozen=True)
class Record:
    word: str
    section: str  # "" for the words of output, which may stand anywhere
    signature: str
    make: Callable[..., Any]
    sentence: str
    example: str
    of_points: bool = False
    of_pair: bool = False  # a point's name may stand for its cx and cy


def _store(word: str, values: list[tuple[str, Any]], **place: Any) -> model.Store:
    """A buffer line: its own numbers first, the buffer, then the inputs of derivatives."""
    roles = [role for role, _ in values]
    split = roles.index("buffer")
    subject = tuple(value for role, value in values[:split] if role != "law")
    expression = next((value for role, value in values if role == "law"), None)
    axis = next((value for role, value in values if role == "axis"), -1)
    inputs = tuple(value for role, value in values[split + 1 :] if role != "axis")
    return model.Store(word, subject, values[split][1], inputs, expression, axis, **place)


#: words that store the x and the y of something in two buffers
PAIRS = ("bufpole", "bufapole")


#: words of buffers that hold something of a co-ordinate
_STORES_OF_POINTS = frozenset(
    {"bufx0", "bufx1", "bufx2", "bufdx1", "bufdx2", "bufreac", "bufconn", "bufpin", "bufdisp"}
)


_RECORDS = (
    # TOPOLOGY
    Record("elem", "TOPOLOGY", "element k, <TYPE>, [<rigid> free|forms]", model.Element,
           "element k of a type on co-ordinate numbers, or on points and angles; elements that name the same share it. "
           "One with a name is rigid, `elem crank BIN A0 A`: its lengths and bending angles are prescribed, a length "
           "between the same two points once. Behind the nodes `free` prescribes nothing, a list of forms these",
           "elem 3 BIN 18 19 10 11"),
    Record("form", "TOPOLOGY", "counter n, <form>, element k, parameter p, value c", model.Form,
           "elementary parameter of element k enters parameter p with the factor c; p > 0 is prescribed, "
           "p < 0 dependent; n counts the lines", "form 1 lenl 1 1 1"),
    Record("nr dof", "TOPOLOGY", "count m", model.Freedom,
           "the last m prescribed parameters are the inputs 1 … m; 0 is a structure", "nr dof 1"),
    Record("input", "TOPOLOGY", "parameter p …", tuple,
           "the inputs 1, 2, … in this order, instead of `nr dof`", "input crank.angb"),
    Record("param", "TOPOLOGY", "composed q, elementary p, value c, [elementary p, value c …], [<held> fixed]", tuple,
           "a composed parameter, the sum of form parameters times factors; with `fixed` prescribed, else dependent; "
           "`input q` makes it an input", "param mesh pinion.angb 20 wheel.angb 40 fixed"),
    Record("couple", "TOPOLOGY", "parameter p, parameter q, program S, value c", model.Couple,
           "adds c·S(ε of q) to parameter p; q is any other parameter. A cam with its follower is a couple of the "
           "follower's length (or angle) with the cam's angle, c = −1", "couple 2 3 1 -1"),
    # GEOMETRY
    Record("point", "GEOMETRY", "point A, value x, value y, [value z], [<fixed> fixed (x|y|z)]", model.Coordinate,
           "a point with two co-ordinates, `A.x` and `A.y`, in space also `A.z`: starting estimates, or with `fixed` "
           "fixed values, all or those named: `fixed y z` is a guide along x", "point A0 0 0 fixed"),
    Record("turn", "GEOMETRY", "turning l, [value ax, value ay, value az, value phi], [<held> fixed]", model.Turn,
           "a turning node, which gives an orientation in space: its axes lie along x y z, or are turned by phi about "
           "(ax, ay, az). Its co-ordinates are four Euler parameters, `l.0` … `l.3`; that their squares add up to 1 is "
           "held by the program", "turn 7 0 0 1 (pi/2)"),
    Record("angle", "GEOMETRY", "angle b, value v, [<held> fixed]", model.Coordinate,
           "an angular co-ordinate with a name: starting estimate, or with `fixed` a fixed value", "angle bA 0 fixed"),
    Record("xfix", "GEOMETRY", "coordinate c, value x", model.Coordinate,
           "a fixed co-ordinate and its value", "xfix 1 0.0"),
    Record("xmov", "GEOMETRY", "coordinate c, value x", model.Coordinate,
           "a moving co-ordinate and its starting estimate", "xmov 10 -0.1"),
    Record("para", "GEOMETRY", "prescribed p, value e", model.Para,
           "the value of a prescribed parameter; without it the starting co-ordinates give the value",
           "para 4 0.6"),
    Record("gear", "GEOMETRY", "element k, value r1, [value r2], [value alpha]", model.ElementData,
           "pitch radii r1 and r2 (below zero: an internal gear) and pressure angle alpha (20deg) of GEAR k; of RACK k "
           "`gear k r1 [alpha]`", "gear 4 0.02 0.06 20deg"),
    Record("program", "GEOMETRY", "program S, <segment>, [value …]", model.Program,
           "a function S(φ), segment after segment from φ = 0: `dwell range`, or a law that rises by h over a range, "
           "its numbers as in `law`. Or `points φ1 s1 φ2 s2 …`: a cubic spline, periodic over φ1 … φn if s1 = sn. If "
           "the rises add up to zero it repeats, else each period goes on where the last one ended",
           "program 1 dwell (pi/2) cycloid 0.02 (pi/2) dwell (pi/2) cycloid -0.02 (pi/2)"),
    Record("axle", "GEOMETRY", "element k, value ux, value uy, value uz, [value yx, value yy, value yz]",
           model.ElementData,
           "the axle of HINGE k points along u at the start; a second direction y, square to it, is the other axle of "
           "a universal joint", "axle 4 0 0 1"),
    Record("across", "GEOMETRY", "element k, value yx, value yy, value yz", model.ElementData,
           "a direction that, with the axis of BEAMS k, spans its xy-plane at the start", "across 5 0 0 1"),
    # DYNAMICS
    Record("inertia", "DYNAMICS", "coordinate c, value m", model.Inertia,
           "mass (on an angle: polar inertia) added at co-ordinate c", "inertia 16 0.5", of_points=True),
    Record("uniform", "DYNAMICS", "element k, value m, [value J]", model.Uniform,
           "total mass m, uniform along PQ of element k (8.16); on BEAM and BEAMS consistent with its bending shape; "
           "J is the polar inertia of BEAMS about its own axis", "uniform 3 1.3"),
    Record("body", "DYNAMICS", "element k, value m, value u, value v, value J", model.Body,
           "element k is part of a rigid body of mass m, its mass centre u along and v across PQ (seen from P, left "
           "positive), polar inertia J about that centre", "body 4 2.6 0.3 0.05 0.08"),
    Record("solid", "DYNAMICS", "element k, value m, value u, value v, value w, value Ixx, value Iyy, value Izz, "
           "[value Ixy, value Ixz, value Iyz]", model.Solid,
           "rigid body on TR1S k: mass m, mass centre u v w seen from P in the axes of its turning node, inertia "
           "tensor about that centre in these axes (its entries: Ixy = −∫xy dm)", "solid 2 1.5 0.1 0 0 1e-3 4e-3 4e-3"),
    Record("spring", "DYNAMICS", "dependent p, value c, value s0, [value e1, value e2, value c1, value c2]",
           model.Spring,
           "σ = c·ε + s0 on dependent parameter p; with four more numbers stiffness c1 below e1 and c2 above e2",
           "spring -1 200 -50"),
    Record("damper", "DYNAMICS", "dependent p, value k", model.Damper,
           "σ = k·dε/dt on dependent parameter p", "damper -1 5"),
    Record("friction", "DYNAMICS", "dependent p, value mu, prescribed q, [prescribed q2]", model.Friction,
           "dry friction on dependent parameter p: σ = μ·N·sign(dε/dt), N = |σ| of prescribed parameter q, or "
           "√(σ² + σ²) of q and q2; on an angle mu is μ times the radius of the pin. N is part of the solution. At "
           "rest DYN SIM finds the value within ±μN that keeps the rest; in DYN ANA friction without velocity is zero",
           "friction -1 0.1 9"),
    Record("gravity", "DYNAMICS", "value g, value angle, [value ay, value az]", model.Gravity,
           "magnitude and direction (radians from the x-axis) of gravity; in space `gravity g ax ay az` with its "
           "direction as a vector", "gravity 9.81 (-pi/2)"),
    Record("force", "DYNAMICS", "coordinate c, law value", model.Force,
           "external force (on an angle: moment) at co-ordinate c; an expression may use t, inp(i), dinp(i), "
           "x(c), dx(c), e(p), de(p)", "force 14 (-200*step(dx(14)))", of_points=True),
    Record("moment", "DYNAMICS", "turning l, law mx, law my, law mz", model.Moment,
           "external moment on a turning node, components along x y z; expressions as in `force`", "moment 7 0 0 2.5"),
    Record("flex", "DYNAMICS", "prescribed p, value f", model.Flex,
           "flexibility 1/S of prescribed parameter p; zero is rigid", "flex 3 1e-7"),
    Record("stiff", "DYNAMICS", "element k, value EA, value EI, [value EIz, value GJ]", model.Stiff,
           "stiffness of beam k (8.38); EA or EI zero: that mode is rigid. Of BEAMS `stiff k EA EIy EIz GJ`, with "
           "bending about its y and z axes and torsion", "stiff 2 4.2e6 350"),
    Record("motor", "DYNAMICS", "input i, <motor>", model.Motor,
           "what drives input i in DYN SIM: M = −σ", "motor 1 async 12 157"),
    # STORAGE
    *(
        Record(word, "STORAGE", signature, _store, sentence, f"{word} {example}", word in _STORES_OF_POINTS,
               of_pair=word == "bufrho")
        for word, signature, sentence, example in (
            ("buftime", "buffer b", "time", "100"),
            ("bufinp", "input i, buffer b", "input i", "1 101"),
            ("bufdinp1", "input i, buffer b", "velocity of input i", "1 102"),
            ("bufdinp2", "input i, buffer b", "acceleration of input i", "1 103"),
            ("bufx0", "coordinate c, buffer b", "co-ordinate c", "16 104"),
            ("bufx1", "coordinate c, buffer b, [input i]",
             "first order transfer function of co-ordinate c to input i (1)", "16 105"),
            ("bufx2", "coordinate c, buffer b, [input i, input j]",
             "second order transfer function of co-ordinate c to inputs i and j (1 1)", "16 106"),
            ("bufdx1", "coordinate c, buffer b", "velocity of co-ordinate c", "16 107"),
            ("bufdx2", "coordinate c, buffer b", "acceleration of co-ordinate c", "16 108"),
            ("bufe0", "parameter p, buffer b", "parameter p", "-1 109"),
            ("bufe1", "parameter p, buffer b, [input i]",
             "first order transfer function of parameter p to input i (1)", "-1 110"),
            ("bufe2", "parameter p, buffer b, [input i, input j]",
             "second order transfer function of parameter p to inputs i and j (1 1)", "-1 111"),
            ("bufde1", "parameter p, buffer b", "velocity of parameter p", "-1 112"),
            ("bufde2", "parameter p, buffer b", "acceleration of parameter p", "-1 113"),
            ("bufsigma", "parameter p, buffer b",
             "internal force of parameter p; for an input, the driving σ", "10 201"),
            ("bufreac", "coordinate c, buffer b",
             "force of the frame on the mechanism at fixed co-ordinate c (8.8); all that acts there, weight and "
             "springs anchored there included, is carried by the frame", "1 202"),
            ("bufconn", "element k, coordinate c, buffer b",
             "connection force on element k at its co-ordinate c (8.10, 8.11); its own `uniform` mass and weight "
             "belong to the element, `inertia`, `force` and springs at a shared node to the joint", "4 12 203"),
            ("bufpin", "element k, coordinate c, buffer b",
             "force on the link that element k belongs to, at co-ordinate c, by all other links and the frame; a link "
             "is a set of elements that are rigid to each other", "4 12 211"),
            ("bufmom", "turning l, buffer bx, buffer by, buffer bz",
             "moment of the frame on a fixed turning node, along x y z", "7 301 302 303"),
            ("bufomega", "turning l, buffer bx, buffer by, buffer bz",
             "angular velocity of a turning node, along x y z", "7 304 305 306"),
            ("bufalpha", "turning l, buffer bx, buffer by, buffer bz",
             "angular acceleration of a turning node, along x y z", "7 307 308 309"),
            ("bufdrive", "input i, buffer b", "driving force or moment of input i, M = −σ", "1 212"),
            ("bufcalc", "law expression, buffer b",
             "an expression of other buffers, `buf(b)`, and of all that `force` may use",
             "(sqrt(buf(101)^2+buf(102)^2)) 213"),
            ("bufjred", "buffer b, [input i, input j]", "reduced inertia x'ᵀ M x' of inputs i and j (1 1)",
             "204"),
            ("bufekin", "buffer b", "kinetic energy", "205"),
            ("bufepot", "buffer b", "potential energy of gravity, springs and elasticity", "206"),
            ("bufpower", "input i, buffer b", "power of input i, −σ·dε/dt", "1 207"),
            ("bufdef", "parameter p, buffer b", "deformation of parameter p by its force (8.34)", "3 208"),
            ("bufdisp", "coordinate c, buffer b", "displacement of co-ordinate c by all deformations (8.6.3)",
             "16 209"),
            ("bufeig", "count n, buffer b",
             "n-th natural frequency (Hz, ascending) of small vibrations about the position: in DYN SIM of the inputs "
             "that are not given, else of all parameters with `flex` or `stiff`; zero without stiffness, negative "
             "where unstable", "1 214"),
            ("bufbuck", "count n, buffer b",
             "n-th load factor (ascending, positive) by which weight and `force` lines must be multiplied for the "
             "elastic structure to buckle in this position; no number where there are fewer", "1 215"),
            ("bufpole", "element k, link l, buffer bx, buffer by",
             "velocity pole (instant centre) of element k relative to element l; l = 0 is the frame", "4 0 220 221"),
            ("bufapole", "element k, link l, buffer bx, buffer by",
             "acceleration pole of element k relative to element l; l = 0 is the frame", "4 0 222 223"),
            ("bufrho", "coordinate cx, coordinate cy, buffer b",
             "signed radius of curvature of the path of a point, positive where it turns left", "16 17 224"),
            ("bufcond", "buffer b", "reciprocal condition number (1-norm) of D", "210"),
        )
    ),
    # output
    Record("UNITS", "", "<units> SI", str, "behind the job line: the units of all numbers; tables, axes and files then "
           "carry them, and angles are shown in degrees", "UNITS SI"),
    Record("PRINTBUF", "", "[buffer b …]", model.Print, "prints the buffers, all or these", "PRINTBUF 100 101"),
    Record("ANIMATE", "", "name film", model.Film, "makes a film of that name", "ANIMATE film"),
    Record("MODES", "", "position k, count n", model.Modes,
           "the first n modes of small vibrations in position k (1 is the start): a table, pictures `modes1.svg` …, "
           "and in the film", "MODES 1 3"),
    Record("PROFILE", "", "name cam, element k, coordinate cx, coordinate cy, value r", model.Profile,
           "the cam that is fixed to element k (origin its P, axis along PQ, or βP of a TR1) and works on a roller of "
           "radius r (0: an edge) with its centre at cx cy: a table `cam.csv`, a drawing `cam.dxf`, a picture; largest "
           "pressure angle and least radius of curvature in the account", "PROFILE cam 1 7 8 0.01", of_pair=True),
    Record("view", "", "value az, value el", model.View,
           "from where a mechanism in space is seen, in degrees: az around z from the x-axis, el up (−60 25); in a "
           "picture, or for all of them and the film", "view -60 25"),
    Record("plotcurv", "PICTURE", "buffer bx, buffer by", model.Curve, "a curve of two buffers", "plotcurv 101 102"),
    Record("drawmech", "PICTURE", "position k …", model.Drawing,
           "the mechanism at positions k (1 is the start)", "drawmech 1 31"),
    Record("drawpole", "PICTURE", "element k, link l", model.Centrodes,
           "fixed and moving centrode of element k relative to element l (0: the frame); at the positions of "
           "`drawmech` also pole, inflection circle and pole tangent", "drawpole 4 0"),
    Record("drawvel", "PICTURE", "position k", model.Polygon,
           "the velocity polygon of all named or traced points in position k", "drawvel 31"),
    Record("drawacc", "PICTURE", "position k", model.Polygon,
           "the acceleration polygon of all named or traced points in position k", "drawacc 31"),
    # MOVEMENT
    Record("tstepe", "MOVEMENT", "count n, value T, [value v …]", model.Move,
           "n equal steps in total time T; v1 a1 v2 a2 … are velocity and constant acceleration of each input",
           "tstepe 120 0.20944 30 0"),
    Record("stepe", "MOVEMENT", "count n, [value d …]", model.Move,
           "n equal steps over the change d of each input; time stands still", "stepe 90 (2*pi)"),
    Record("law", "MOVEMENT", "input i, <law>", model.Law, "input i follows a law over the next tmove; inputs without "
           "a law rest", "law 1 modsine 0.5"),
    Record("tmove", "MOVEMENT", "count n, value T", model.Move, "n equal steps in total time T by the laws above",
           "tmove 60 0.5"),
    Record("tstepf", "MOVEMENT", "count n, value T, [value v …]", model.Move,
           "DYN SIM: integrates over time T with n output steps; v are the input velocities at the start",
           "tstepf 200 20 1"),
    Record("tcycle", "MOVEMENT", "count n, value d, value v", model.Move,
           "DYN SIM: the periodic steady state, n rows over the change d of input 1 (a turn is `(2*pi)`): all "
           "velocities at the end are those at the start; found from the guess v for the velocity of input 1",
           "tcycle 120 (2*pi) 30"),
    Record("integr", "MOVEMENT", "<method>", tuple, "the method of integration and the error allowed per step",
           "integr dop853 1e-8"),
    # STUDY
    Record("vary", "STUDY", "define a, value low, value high, [count n]", study.Vary,
           "the DEFINE name a may take values from low to high; n of them (11) in a sweep, together with other `vary` "
           "lines as a grid", "vary r 0.02 0.04 5"),
    Record("tol", "STUDY", "toleranced a, value t, [<spread> uniform]", study.Deviation,
           "a, a DEFINE name or a prescribed parameter, deviates by ±t: normal with the standard deviation t/3, or "
           "uniform", "tol 4 0.0001 uniform"),
    Record("figure", "STUDY", "figure F, reduced expression", study.Figure,
           "a figure of merit of DEFINE names and of buffers: `least(b)` `most(b)` `peak(b)` `span(b)` `mean(b)` "
           "`rms(b)` `first(b)` `last(b)` `at(b,k)`; peak is the largest absolute value, span most − least, mean and "
           "rms are trapezoidal in time (in rows where time stands still), k is a position (1 is the start)",
           "figure stroke (span(101)+2*peak(103))"),
    Record("path", "STUDY", "figure F, buffer bx, buffer by, value x1, value y1, [value …]", study.Path,
           "figure F: sum of squared distances from the points x1 y1 x2 y2 … to the curve of two buffers, each at the "
           "nearest place on the curve, in the order of the curve", "path miss 101 102 0.1 0.2 0.15 0.25"),
    Record("timed", "STUDY", "figure F, buffer bx, buffer by, value d1, value x1, value y1, [value …]", study.Path,
           "the same with timing: a point is to be met when input 1 has changed by d since the start",
           "timed miss 101 102 0 0.1 0.2 (pi/2) 0.15 0.25"),
    Record("goal", "STUDY", "<sense>, judged F", study.Goal, "what an optimisation wants of figure F",
           "goal min stroke"),
    Record("keep", "STUDY", "judged F, bound low, bound high", study.Keep,
           "what an optimisation must hold; `none` for a bound that is not there", "keep stroke none 0.5"),
)  # fmt: skip

RECORDS: dict[str, Record] = {record.word.lower(): record for record in _RECORDS}


def type_choice(kind: Kind) -> tuple[str, str]:
    """Signature and sentence of an element type."""
    named = [f"coordinate {name}" for name in kind.coordinates if name[0] != "l"]
    if len(named) < len(kind.coordinates):
        named = [f"turning l{node[0][-1]}" if node[0][0] == "l" else f"coordinate {name}"
                 for node in kind.nodes for name in (node[:1] if node[0][0] == "l" else node)]  # fmt: skip
    return ", ".join(named), kind.title


#: choice -> word -> (signature, sentence)
CHOICES: dict[str, dict[str, tuple[str, str]]] = {
    "TYPE": {kind.word: type_choice(kind) for kind in KINDS.values()},
    "form": dict.fromkeys(FORMS, ("", "form parameter")),
    "rigid": {"free": ("", "prescribes nothing"), **dict.fromkeys(FORMS, ("", "prescribes these"))},
    "fixed": {"fixed": ("[<axis>], [<axis>]", "holds the point")},
    "axis": {axis: ("", f"holds its {axis}") for axis in SPACE_AXES},
    "held": {"fixed": ("", "holds it")},
    "spread": {"uniform": ("", "as likely anywhere within ±t")},
    "sense": {"min": ("", "as small as it can be"), "max": ("", "as large as it can be")},
    "units": {"SI": ("", "metre, kilogram, second, newton, radian")},
    "motor": {
        "zero": ("", "no driving force"),
        "const": ("value M", "constant driving force M"),
        "spring": ("value c, value s0", "σ = c·ε + s0 of the input"),
        "async": ("value Mmax, value w0, [value κ]",
                  "asynchronous motor: M = 2κ·Mmax·s/(1+κ²s²), s = 1 − ω/w0, κ = 2 unless given"),
        "given": ("value v, value a", "the input moves with velocity v and acceleration a"),
        "(expression)": ("", "driving force by expression"),
    },
    "law": {name: (signature, sentence) for name, (signature, sentence, _) in LAWS.items()},
    "segment": {
        "dwell": ("value range", "S stays as it is over a range of φ"),
        **{name: (f"{LAWS[name][0]}, value range", f"over a range of φ: {LAWS[name][1]}") for name in SEGMENT_LAWS},
        "points": ("value φ1, value s1, [value …]", "cubic spline through points φ s, alone in its program"),
    },
    "method": {
        "heun": ("[value tol]", "the book's predictor and repeated corrector (8.5.4)"),
        "dop853": ("[value tol]", "explicit Runge–Kutta of order 8 with error control"),
        "radau": ("[value tol]", "implicit Runge–Kutta of order 5, for stiff problems"),
    },
}  # fmt: skip

#: words that store what only a calculation of forces gives
FORCE_WORDS = frozenset(
    {"bufsigma", "bufreac", "bufmom", "bufconn", "bufpin", "bufdrive", "bufjred", "bufekin", "bufepot", "bufpower",
     "bufdef", "bufdisp", "bufeig", "bufbuck"}
)  # fmt: skip
#: words that belong to no section
OUTPUT_WORDS = ("UNITS", "PRINTBUF", "ANIMATE", "MODES", "PROFILE", "BEGINPIC", "ENDPIC")
#: words that came later than names: decks that call something by them keep it
ALSO_NAMES = frozenset(
    {"gear", "rack", "mesh", "friction", "study", *(r.word for r in _RECORDS if r.section == "STUDY"), "min", "max",
     "none", "turn", "axle", "across", "solid", "moment", "view", "lenw", "lenr", "angw", "angd", "angx", "tily",
     "tilz", "cosu",
     "lens", "angt", "angpy", "angpz", "angqy", "angqz", "bins", "tr1s", "tr2s", "hinge", "beams", "bufmom", "bufomega",
     "bufalpha", "program", "couple", "dwell", "profile", "poly3456", "bufpole", "bufapole", "bufrho", "drawpole",
     "drawvel", "drawacc"}
)  # fmt: skip
#: words of vectors at a turning node
OF_TURNING = ("moment", "bufmom", "bufomega", "bufalpha")
ALL_WORDS = (*SECTIONS, *(r.word for r in _RECORDS), "BEGINPIC", "ENDPIC", "END")


@cache
def columns(signature: str) -> tuple[Column, ...]:
    """The columns of a signature."""
    found = []
    optional = 0
    for part in filter(None, (part.strip() for part in signature.split(","))):
        optional += part.startswith("[")
        role, _, name = part.strip("[]").partition(" ")
        found.append(Column(role, name.removesuffix("…").strip(), optional, "…" in name))
    return tuple(found)


def usage(word: str, choice: str = "") -> str:
    """What a record takes, as the documentation writes it: `spring p c s0 [e1 e2 c1 c2]`."""
    record = RECORDS[word.lower()]
    parts = [record.word, *_shown(record.signature, choice)]
    if choice:
        group = next(c.role.strip("<>") for c in columns(record.signature) if c.role.startswith("<"))
        signature = CHOICES[group][choice][0]
        parts[parts.index(choice) + 1 : parts.index(choice) + 1] = _shown(signature)
    return " ".join(parts)


def usage_of_point(word: str, axes: tuple[str, ...] = POINT_AXES) -> str:
    """The same with a point's name: `force C x y`, `bufconn k C bx by`."""
    record = RECORDS[word.lower()]
    shown: list[str] = []
    wanted = columns(record.signature)
    for column in of_pair(wanted) if record.of_pair else of_point(wanted, axes):
        shown.append(f"[{column.name}]" if column.optional else column.name)
    return " ".join([record.word, *shown])


def of_pair(wanted: tuple[Column, ...]) -> list[Column]:
    """The columns of a record of a pair when a point stands in it."""
    return [column._replace(name="C") if column.name == "cx" else column for column in wanted if column.name != "cy"]


def of_point(wanted: tuple[Column, ...], axes: tuple[str, ...] = POINT_AXES) -> list[Column]:
    """The columns of a record of points when a point stands in it: what is stored or acts, once a co-ordinate."""
    found: list[Column] = []
    for column in wanted:
        if column.role == "coordinate":
            found.append(Column("coordinate", "C"))
        elif column.role in ("buffer", "law") and not column.optional:
            stem = column.name if column.role == "buffer" else "f"
            found += [column._replace(name=f"{stem}{axis}") for axis in axes]
        else:
            found.append(column)
    return found


def _shown(signature: str, choice: str = "") -> list[str]:
    names: list[str] = []
    optional: list[str] = []
    for column in columns(signature):
        is_choice = column.role.startswith("<") and not column.name
        name = (choice or column.role.strip("<>").upper()) if is_choice else column.name
        shown = f"{name} …".strip() if column.many else name
        (optional if column.optional else names).append(shown)
    return names + ([f"[{' '.join(optional)}]"] if optional else [])
