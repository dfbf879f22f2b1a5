"""The sentences of a derivation in English; {…} are filled in."""

from __future__ import annotations

SENTENCES = {
    "title": "Derivation",
    "group of": "determine",
    "position": "position {n} of {all}",
    "time": "time",
    "si": "All numbers are in SI units (m, rad, kg, s, N). Four digits; equation numbers are those of the course book.",
    "own units": (
        "All numbers are in the units of the deck, angles in rad. Four digits; equation numbers are those of the "
        "course book."
    ),
    "picture": "The mechanism in this position.",
    "forms": "Co-ordinates and form parameters",
    "moving": "Moving co-ordinates",
    "fixed": "Fixed",
    "prescribed": "The position follows from as many prescribed form parameters:",
    "measured": "Further form parameters follow from the position:",
    "parameter": "parameter",
    "definition": "definition",
    "value": "value",
    "deck": "in the deck",
    "element": "element",
    "D": "Derivatives of the form parameters, and their inverse",
    "D symbols": (
        "Each form parameter is differentiated with respect to the moving co-ordinates; a column of the inverse is "
        "the effect of one parameter on all co-ordinates:"
    ),
    "groups": (
        "{n} co-ordinates: D falls into {k} groups, each of which needs only those before it. Every group is solved "
        "by itself."
    ),
    "group": "Group {n}",
    "earlier": "is what a group takes from those before it.",
    "large": "This group has {n} co-ordinates: its matrix is solved by elimination, and its inverse is not printed.",
    "transfer": "Transfer functions",
    "first": "The column of the input in the inverse:",
    "first of": "The columns of the inputs and elastic parameters in the inverse:",
    "first groups": "With a change 1 of the input and 0 of all other parameters, group after group:",
    "second": "Differentiated once more along x′; what speeds of first order make of each parameter is",
    "second time": "Differentiated along the motion; what the velocities make of each parameter is",
    "motion": "With the motion of the input",
    "second of": "Second derivatives to pairs of inputs:",
    "co-ordinate": "co-ordinate",
    "loads": "Loads",
    "loads say": "What acts on the co-ordinates, inertia by d’Alembert:",
    "no loads": "Nothing acts on the mechanism in this position; all forces are zero.",
    "uniform": (
        "A uniform mass m between P and Q resists with m/3 of the acceleration at its own end and m/6 of that at the "
        "other one (8.16)."
    ),
    "bodies": (
        "Rigid bodies: the acceleration of the mass centre C and the angular acceleration give the forces at P and Q,"
        " where r leads from P to C and n is square to PQ:"
    ),
    "weight": "weight",
    "inertia": "inertia {0}",
    "spring": "spring {0}",
    "damper": "damper {0}",
    "force": "force {0}",
    "moment": "moment {0}",
    "friction": "friction {0}",
    "motor": "motor {0}",
    "damping": "damping",
    "flanks": "flanks {0}",
    "surplus": "surplus {0}",
    "others": "others",
    "sum": "sum",
    "reactive": (
        "Friction, and what pushes the teeth of gears apart, follow from the internal forces; they are found together"
        " with them."
    ),
    "surplus says": (
        "{names}: more parameters are prescribed than needed. Their internal forces, which elasticity or misfits "
        "share out, are not derived here but taken as loads."
    ),
    "internal": "Internal forces",
    "internal says": "Equilibrium of the virtual work of loads and internal forces:",
    "internal groups": (
        "Group after group, the last one first; each hands on to those before it what its forces do there:"
    ),
    "handed": "from later groups",
    "drive": "Drive",
    "drive says": "The driving force or moment of an input is minus its internal force:",
    "carried": "The motors sit elsewhere: of every input the work is the same,",
    "frame": "Forces of the frame",
    "frame says": "At the fixed co-ordinates:",
    "axis": (
        "Where no terms are given: a moment about an axis is counted from a point beside it, but acts about the axis,"
        " and the points of the axis bear it."
    ),
    "links": "Links as free bodies",
    "links say": "All that acts on each link; moments about its first point. The sums are zero.",
    "link": "link {0}",
    "at": "at {0} by {1}",
    "the frame": "frame",
    "element of": "element {0}",
    "slider": "the slider",
    "drive of": "drive",
    "what is on": "on {0}",
    "weight, inertia": "weight, inertia",
    "motion equation": "Equation of motion",
    "J": "The reduced inertia is that of all masses along x′, and has a derivative:",
    "Q": "Loads and weight reduced to the input:",
    "motor is": "the motor",
    "gives": "so that",
    "mass": "mass",
    "several": "With several freedoms J is a matrix, and h holds what the speeds make:",
    "check": "Check by virtual power",
    "check says": "A virtual change of the input moves every load by x′; the powers add up to zero:",
    "check none": "Without an input there is no motion to check by; the sums of the links above are zero.",
    "input": "input",
    "kinematics": "KIN ANA asks for no forces; with DYN ANA on the first line they follow here.",
    "rest": "The mechanism rests: internal forces of what finds its rest are those of its springs and motors.",
}
