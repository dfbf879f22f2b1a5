"""The table of the language: every word, what it takes, and the sentence that explains it (signatures: `words.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dynamics import DYNAMICS
from ..elements import Kind
from ..laws import LAWS
from ..laws.programs import DWELL, SEGMENT_LAWS, SPLINE
from ..outputs import OUTPUTS
from ..words import Column, Record, columns
from . import exercise, model, study
from .kinds import FORMS, KINDS

SECTIONS = {
    "DEFINE": "names for values; before TOPOLOGY",
    "TOPOLOGY": "elements, form parameters and the number of inputs",
    "GEOMETRY": "fixed and moving co-ordinates, values of prescribed parameters",
    "DYNAMICS": "masses, springs, forces, elasticity and motors",
    "STORAGE": "what is kept of every position, and the pictures made of it",
    "MOVEMENT": "how the inputs move, move after move",
    "EXERCISE": "what a student reads, gets and is asked, and what goes wrong often; `run` ignores it",
    "STUDY": "what is varied, what may deviate, figures of merit and what is wanted of them; `run` ignores it",
}
JOBS = {
    ("KIN", "ANA"): "positions and transfer functions",
    ("DYN", "ANA"): "motion given, forces wanted",
    ("DYN", "SIM"): "driving forces given, motion wanted",
    ("STA", "ANA"): "loads given, positions of rest wanted",
}


POINT_AXES = ("x", "y")  # of a point A the co-ordinates A.x and A.y
SPACE_AXES = ("x", "y", "z")  # and, in space, A.z


class ItemRecord(Record):
    """`make` gives the item of its line."""

    def __init__(
        self,
        word: str,
        section: str,
        signature: str,
        make: Callable[..., Any],
        sentence: str,
        example: str,
        of_points: bool = False,
        of_pair: bool = False,
        of_turning: bool = False,
    ) -> None:
        super().__init__(
            word, section, signature, sentence, example, of_points=of_points, of_pair=of_pair, of_turning=of_turning
        )
        self.make = make


def _data_records() -> list[Record]:
    """Lines of the numbers of elements, each word once."""
    told = {kind.data.word: kind.data for kind in reversed(KINDS.values()) if kind.data is not None}
    return [
        ItemRecord(word, "GEOMETRY", data.signature, model.ElementData, data.sentence, data.example)
        for word, data in reversed(told.items())
    ]


_RECORDS: tuple[Record, ...] = (
    # TOPOLOGY
    ItemRecord("elem", "TOPOLOGY", "element k, <TYPE>, [<rigid> free|rigid|elastic|forms with values]",
           model.Element,
           "element k of a type on co-ordinate numbers, or on points and angles; elements that name the same share it. "
           "One with a name is rigid, `elem crank BIN A0 A`: its lengths and bending angles are prescribed, a length "
           "between the same two points once. Behind the nodes `free` prescribes nothing, a list of forms these; each "
           "may have its value behind it, `lenl 250mm`, as `para` gives it. `rigid` in front of the list keeps what is "
           "rigid without it; `elastic` makes beams and bars with stiffness freedoms of their own: their forms (`lens` "
           "for `lenl`) move by their elasticity in DYN SIM, from where the starting co-ordinates have them",
           "elem 3 BIN 18 19 10 11"),
    ItemRecord("form", "TOPOLOGY", "counter n, <form>, element k, parameter p, value c", model.FormLine,
           "elementary parameter of element k enters parameter p with the factor c; p > 0 is prescribed, "
           "p < 0 dependent; n counts the lines", "form 1 lenl 1 1 1"),
    ItemRecord("nr dof", "TOPOLOGY", "count m", model.Freedom,
           "the last m prescribed parameters are the inputs 1 … m; 0 is a structure", "nr dof 1"),
    ItemRecord("input", "TOPOLOGY", "parameter p …", tuple,
           "the inputs 1, 2, … in this order, instead of `nr dof`", "input crank.angb"),
    ItemRecord("param", "TOPOLOGY", "composed q, elementary p, value c, [elementary p, value c …], [<held> fixed]",
           tuple,
           "a composed parameter, the sum of form parameters times factors; with `fixed` prescribed, else dependent; "
           "`input q` makes it an input", "param mesh pinion.angb 20 wheel.angb 40 fixed"),
    ItemRecord("couple", "TOPOLOGY", "parameter p, parameter q, program S, value c", model.Couple,
           "adds c·S(ε of q) to parameter p; q is any other parameter. A cam with its follower is a couple of the "
           "follower's length (or angle) with the cam's angle, c = −1", "couple 2 3 1 -1"),
    # GEOMETRY
    ItemRecord("point", "GEOMETRY",
           "point A, value x:length, value y:length, [value z:length], [<fixed> fixed (x|y|z)]", model.CoordinateLine,
           "a point with two co-ordinates, `A.x` and `A.y`, in space also `A.z`: starting estimates, or with `fixed` "
           "fixed values, all or those named: `fixed y z` is a guide along x", "point A0 0 0 fixed"),
    ItemRecord("turn", "GEOMETRY",
           "turning l, [value ax:number, value ay:number, value az:number, value phi:angle], [<held> fixed]",
           model.TurnLine,
           "a turning node, which gives an orientation in space: its axes lie along x y z, or are turned by phi about "
           "(ax, ay, az). Its co-ordinates are four Euler parameters, `l.0` … `l.3`; that their squares add up to 1 is "
           "held by the program", "turn 7 0 0 1 (pi/2)"),
    ItemRecord("angle", "GEOMETRY", "angle b, value v:angle, [<held> fixed]", model.CoordinateLine,
           "an angular co-ordinate with a name: starting estimate, or with `fixed` a fixed value", "angle bA 0 fixed"),
    ItemRecord("xfix", "GEOMETRY", "coordinate c, value x:way", model.CoordinateLine,
           "a fixed co-ordinate and its value", "xfix 1 0.0"),
    ItemRecord("xmov", "GEOMETRY", "coordinate c, value x:way", model.CoordinateLine,
           "a moving co-ordinate and its starting estimate", "xmov 10 -0.1"),
    ItemRecord("para", "GEOMETRY", "prescribed p, value e:way", model.Para,
           "the value of a prescribed parameter; without it the starting co-ordinates give the value",
           "para 4 0.6"),
    ItemRecord("misfit", "GEOMETRY", "value t:number", model.Misfit,
           "how far parameters that are more than needed may be away from their values (1e-6), of the mechanism's size "
           "or a radian: for data of few digits", "misfit 1e-4"),
    ItemRecord("program", "GEOMETRY", "program S, <segment>, [value …]", model.ProgramLine,
           "a function S(φ), segment after segment from φ = 0: `dwell range`, or a law that rises by h over a range, "
           "its numbers as in `law`. Or `points φ1 s1 φ2 s2 …`: a cubic spline, periodic over φ1 … φn if s1 = sn. If "
           "the rises add up to zero it repeats, else each period goes on where the last one ended",
           "program 1 dwell (pi/2) cycloid 0.02 (pi/2) dwell (pi/2) cycloid -0.02 (pi/2)"),
    *_data_records(),
    # DYNAMICS
    *DYNAMICS.values(),
    *OUTPUTS.values(),
    # output
    ItemRecord("UNITS", "", "<units> SI", str,
           "behind the job line: which units tables, axes and pages show; files stay in SI, as do numbers without a "
           "unit. `SI mm` shows lengths in mm and stress in MPa, `US` in, lbf, lbf·in, psi, lb; angles are in degrees",
           "UNITS SI"),
    ItemRecord("PRINTBUF", "", "[buffer b …]", model.Print, "prints the buffers, all or these", "PRINTBUF 100 101"),
    ItemRecord("ANIMATE", "", "name film", model.FilmLine, "makes a film of that name", "ANIMATE film"),
    ItemRecord("MODES", "", "position k, count n", model.ModesLine,
           "the first n modes of small vibrations in position k (1 is the start): a table, pictures `modes1.svg` …, "
           "and in the film", "MODES 1 3"),
    ItemRecord("PROFILE", "", "name cam, element k, coordinate cx, coordinate cy, value r:length", model.Profile,
           "the cam that is fixed to element k (origin its P, axis along PQ, or βP of a TR1) and works on a roller of "
           "radius r (0: an edge) with its centre at cx cy: a table `cam.csv`, a drawing `cam.dxf`, a picture; largest "
           "pressure angle and least radius of curvature in the account", "PROFILE cam 1 7 8 0.01", of_pair=True),
    ItemRecord("view", "", "value az, value el", model.View,
           "from where a mechanism in space is seen, in degrees: az around z from the x-axis, el up (−60 25); in a "
           "picture, or for all of them and the film", "view -60 25"),
    ItemRecord("plotcurv", "PICTURE", "buffer bx, buffer by", model.Curve, "a curve of two buffers",
           "plotcurv 101 102"),
    ItemRecord("drawmech", "PICTURE", "position k …", model.Drawing,
           "the mechanism at positions k (1 is the start)", "drawmech 1 31"),
    ItemRecord("drawpole", "PICTURE", "element k, link l", model.Centrodes,
           "fixed and moving centrode of element k relative to element l (0: the frame); at the positions of "
           "`drawmech` also pole, inflection circle and pole tangent", "drawpole 4 0"),
    ItemRecord("drawvel", "PICTURE", "position k", model.PolygonLine,
           "the velocity polygon of all named or traced points in position k", "drawvel 31"),
    ItemRecord("drawacc", "PICTURE", "position k", model.PolygonLine,
           "the acceleration polygon of all named or traced points in position k", "drawacc 31"),
    ItemRecord("drawbody", "PICTURE", "element k, position n", model.Alone,
           "the link of element k alone in position n with all forces and moments on it, to scale, with values: pins, "
           "guides, teeth, weight and inertia, drives; in a picture of its own", "drawbody 4 31"),
    # MOVEMENT
    ItemRecord("tstepe", "MOVEMENT", "count n, value T:time, [value v:speed/acceleration …]", model.Move,
           "n equal steps in total time T; v1 a1 v2 a2 … are velocity and constant acceleration of each input",
           "tstepe 120 0.20944 30 0"),
    ItemRecord("stepe", "MOVEMENT", "count n, [value d:way …]", model.Move,
           "n equal steps over the change d of each input; time stands still. STA ANA: of each held input",
           "stepe 90 (2*pi)"),
    ItemRecord("load", "MOVEMENT", "count n, [value f:number]", model.Move,
           "STA ANA: n equal steps of the load factor to f (1), which multiplies weight, `force` and `moment`; it "
           "starts at 0 if the first move is `load`, else it is 1", "load 10"),
    ItemRecord("follow", "MOVEMENT", "count n, followed p, value d:way, [input i]", model.Move,
           "STA ANA: n rows, equally far from each other, along the path of equilibrium until parameter or co-ordinate "
           "p (`C.y`; in numbers a co-ordinate is `(x(5))`) has changed by d; the load factor is what rest asks for, "
           "or with i the held input i. Limit points are passed", "follow 50 3 -0.9"),
    ItemRecord("law", "MOVEMENT", "input i, <law>", model.LawLine,
           "input i follows a law over the next tmove; inputs without a law rest", "law 1 modsine 0.5"),
    ItemRecord("tmove", "MOVEMENT", "count n, value T:time", model.Move,
           "n equal steps in total time T by the laws above", "tmove 60 0.5"),
    ItemRecord("tstepf", "MOVEMENT", "count n, value T:time, [value v:speed …]", model.Move,
           "DYN SIM: integrates over time T with n output steps; v are the input velocities at the start",
           "tstepf 200 20 1"),
    ItemRecord("tcycle", "MOVEMENT", "count n, value d:way, value v:speed", model.Move,
           "DYN SIM: the periodic steady state, n rows over the change d of input 1 (a turn is `(2*pi)`): all "
           "velocities at the end are those at the start; found from the guess v for the velocity of input 1",
           "tcycle 120 (2*pi) 30"),
    ItemRecord("integr", "MOVEMENT", "<method>", tuple, "the method of integration and the error allowed per step",
           "integr dop853 1e-8"),
    # STUDY
    ItemRecord("vary", "STUDY", "define a, value low, value high, [count n]", study.Vary,
           "the DEFINE name a may take values from low to high; n of them (11) in a sweep, together with other `vary` "
           "lines as a grid", "vary r 0.02 0.04 5"),
    ItemRecord("tol", "STUDY", "toleranced a, value t:way, [<spread> uniform]", study.Deviation,
           "a, a DEFINE name or a prescribed parameter, deviates by ±t: normal with the standard deviation t/3, or "
           "uniform", "tol 4 0.0001 uniform"),
    ItemRecord("figure", "STUDY", "figure F, reduced expression", study.Figure,
           "a figure of merit of DEFINE names and of buffers: `least(b)` `most(b)` `peak(b)` `span(b)` `mean(b)` "
           "`rms(b)` `first(b)` `last(b)` `at(b,k)`; peak is the largest absolute value, span most − least, mean and "
           "rms are trapezoidal in time (in rows where time stands still), k is a position (1 is the start)",
           "figure stroke (span(101)+2*peak(103))"),
    ItemRecord("path", "STUDY", "figure F, buffer bx, buffer by, value x1, value y1, [value …]", study.Path,
           "figure F: sum of squared distances from the points x1 y1 x2 y2 … to the curve of two buffers, each at the "
           "nearest place on the curve, in the order of the curve", "path miss 101 102 0.1 0.2 0.15 0.25"),
    ItemRecord("timed", "STUDY", "figure F, buffer bx, buffer by, value d1, value x1, value y1, [value …]", study.Path,
           "the same with timing: a point is to be met when input 1 has changed by d since the start",
           "timed miss 101 102 0 0.1 0.2 (pi/2) 0.15 0.25"),
    ItemRecord("goal", "STUDY", "<sense>, judged F", study.Goal, "what an optimisation wants of figure F",
           "goal min stroke"),
    ItemRecord("keep", "STUDY", "judged F, bound low, bound high", study.Keep,
           "what an optimisation must hold; `none` for a bound that is not there", "keep stroke none 0.5"),
    # EXERCISE
    ItemRecord("title", "EXERCISE", "text title", exercise.Statement, "the title of an exercise",
           'title "Bearing forces of a slider-crank"'),
    ItemRecord("text", "EXERCISE", "text text", exercise.Statement,
           "what the student reads; several lines add up; `{a}` is the value of DEFINE name a as it stands, number "
           "and unit", 'text "The crank of {r} turns."'),
    ItemRecord("choose", "EXERCISE", "define a, value v …", exercise.Choose,
           "the DEFINE name a takes one of these values for each student: `choose a low high step` (exactly three), "
           "`choose a v1 v2 v3 v4 …`, or `choose a from v1 …`", "choose r 0.05 0.08 0.01"),
    ItemRecord("fair", "EXERCISE", "reduced expression", exercise.Fair,
           "a variant is given only if this, of DEFINE names, figures and questions, is above zero",
           "fair (peak(101) - 5)"),
    ItemRecord("ask", "EXERCISE",
           "figure F, reduced expression, value tolerance, [name unit, value points, name after, figure G …], "
           "text text",
           exercise.Ask,
           "question F: the answer is the expression, as that of `figure`; the tolerance is `2%` or a value with its "
           "unit; the student answers in `unit` (that of `UNITS SI`) and gets `points` (1). After `after G` the answer "
           "to question G may stand in the expression; a wrong answer is compared once more with the student's own G",
           'ask M (peak(101)) 2% N*m 2 "How large is the driving moment at most?"'),
    ItemRecord("mistake", "EXERCISE", "[judged F …], text text, define name, value value", exercise.Mistake,
           "an assumption that is known to be wrong: DEFINE names with other values, or an item that is left out, "
           "`drop gravity`, `drop body coupler`; the text is told to who makes it; without F it is tried for all "
           "questions", 'mistake "the weight was forgotten" drop gravity'),
    ItemRecord("hint", "EXERCISE", "text text", exercise.Statement, "shown with the marks",
           'hint "Begin at the piston."'),
    ItemRecord("solution", "EXERCISE", "text text", exercise.Statement, "stands on the solution sheet",
           'solution "The rod is a two-force member."'),
)  # fmt: skip

RECORDS: dict[str, Record] = {record.word.lower(): record for record in _RECORDS}


def type_choice(kind: Kind) -> tuple[str, str]:
    """Signature and sentence of an element type."""
    named = [f"coordinate {name}" for name in kind.coordinates if name[0] != "l"]
    if len(named) < len(kind.coordinates):
        named = [
            f"turning l{node[0][-1]}" if node[0][0] == "l" else f"coordinate {name}"
            for node in kind.nodes
            for name in (node[:1] if node[0][0] == "l" else node)
        ]
    return ", ".join(named), kind.title


#: choice -> word -> (signature, sentence)
CHOICES: dict[str, dict[str, tuple[str, str]]] = {
    "TYPE": {kind.word: type_choice(kind) for kind in KINDS.values()},
    "form": dict.fromkeys(FORMS, ("", "form parameter")),
    "rigid": {"free": ("", "prescribes nothing"), "rigid": ("", "prescribes what is rigid without a list"),
              "elastic": ("", "what has stiffness moves by its elasticity"),
              **dict.fromkeys(FORMS, ("", "prescribes these"))},
    "fixed": {"fixed": ("[<axis>], [<axis>]", "holds the point")},
    "axis": {axis: ("", f"holds its {axis}") for axis in SPACE_AXES},
    "held": {"fixed": ("", "holds it")},
    "spread": {"uniform": ("", "as likely anywhere within ±t")},
    "sense": {"min": ("", "as small as it can be"), "max": ("", "as large as it can be")},
    "units": {
        "SI": ("[<lengths>]", "metre, kilogram, second, newton, radian"),
        "US": ("", "inch, pound, second, pound-force"),
    },
    "lengths": {"mm": ("", "lengths in millimetres, stress in MPa")},
    **{kind.word: kind.choices for kind in DYNAMICS.values() if kind.choices},
    "law": {kind.word: (kind.signature, kind.sentence) for kind in LAWS.values()},
    "segment": {
        DWELL: ("value range", "S stays as it is over a range of φ"),
        **{law.word: (f"{law.signature}, value range", f"over a range of φ: {law.sentence}") for law in SEGMENT_LAWS},
        SPLINE: ("value φ1, value s1, [value …]", "cubic spline through points φ s, alone in its program"),
    },
    "method": {
        "heun": ("[value tol]", "the book's predictor and repeated corrector (8.5.4)"),
        "dop853": ("[value tol]", "explicit Runge–Kutta of order 8 with error control"),
        "radau": ("[value tol]", "implicit Runge–Kutta of order 5, for stiff problems"),
    },
}  # fmt: skip

#: words that belong to no section
OUTPUT_WORDS = ("UNITS", "PRINTBUF", "ANIMATE", "MODES", "PROFILE", "BEGINPIC", "ENDPIC")
ALL_WORDS = (*SECTIONS, *(r.word for r in _RECORDS), "BEGINPIC", "ENDPIC", "END")


def usage(word: str, choice: str = "", words: int = 0) -> str:
    """What a record takes, as the documentation writes it: `spring p c s0 [e1 e2 c1 c2]`; on so many words."""
    record = RECORDS[word.lower()]
    chosen = record.signature_with(choice) if choice else record.signature_for(words)
    parts = [record.word, *_shown(chosen, choice)]
    if choice:
        group = next(c.role.strip("<>") for c in columns(chosen) if c.role.startswith("<"))
        signature = CHOICES[group][choice][0]
        parts[parts.index(choice) + 1 : parts.index(choice) + 1] = _shown(signature)
    return " ".join(parts)


def usage_of_point(word: str, axes: tuple[str, ...] = POINT_AXES) -> str:
    """The same with a point's name: `force C x y`, `bufconn k C bx by`."""
    record = RECORDS[word.lower()]
    shown: list[str] = []
    wanted = columns(record.signature)
    for column in of_pair(wanted) if record.of_pair else of_point(wanted, axes, record.sized):
        shown.append(f"[{column.name}]" if column.optional else column.name)
    return " ".join([record.word, *shown])


def of_pair(wanted: tuple[Column, ...]) -> list[Column]:
    """The columns of a record of a pair when a point stands in it."""
    return [column._replace(name="C") if column.name == "cx" else column for column in wanted if column.name != "cy"]


def of_point(wanted: tuple[Column, ...], axes: tuple[str, ...] = POINT_AXES, sized: bool = False) -> list[Column]:
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
    return [*found, Column("buffer", "f", 1)] if sized else found


def _shown(signature: str, choice: str = "") -> list[str]:
    names: list[str] = []
    optional: list[str] = []
    for column in columns(signature):
        is_choice = column.role.startswith("<") and (not column.name or (choice and not column.optional))
        name = (choice or column.role.strip("<>").upper()) if is_choice else column.name
        shown = f"{name} …".strip() if column.many else name
        (optional if column.optional else names).append(shown)
    return names + ([f"[{' '.join(optional)}]"] if optional else [])
