"""Words that students look for and that no deck has, and what to write for them."""

from __future__ import annotations

from .deck.units import UNITS

NAMES = (
    "A name may stand wherever the number of a co-ordinate, element, parameter, input or buffer stands; numbers "
    "and names may be mixed. It is a letter followed by letters, digits and `_`; upper and lower case differ; words "
    "of the language are not names. Each kind of thing has its own names. They may be used above the line that gives "
    "them. `point A x y` makes the co-ordinates `A.x` and `A.y`, `angle b v` one angle, `elem crank BIN A0 A` an "
    "element with its form parameters `crank.lenl` and `crank.angb`, `param` a composed parameter, and a `buf…` line "
    "its buffers. A form parameter is dependent unless its element or `input` prescribes it. A point's name stands "
    "for both co-ordinates in masses, forces and buffers. A line with names has its own item word. `runmec number` "
    "writes the deck in plain numbers."
)
GLOSSARY: dict[str, str] = {
    "sigma": "σ: the internal force of a form parameter (`bufsigma`). Of a length it is the normal force, tension "
    "positive; of an angle a moment; of an input minus what the drive delivers, M = −σ.",
    "trust": "The trust line: how well the mechanism closes, and how well all forces, moments and powers are in "
    "balance; relative, the worst of all positions. Above 1e-9 do not rely on the results.",
    "hinge": "Links that name the same point, or the same two co-ordinates, are hinged there; nothing else has to be "
    "said.",
    "torque": "A moment on an angle: `force` on an angular co-ordinate, `bufdrive` for what an input delivers, "
    "`bufsigma` of an angle for what it carries. A motor that gives it: `motor i const M`.",
    "moment": "The same as a torque: see `torque`.",
    "moment of inertia": "Of a wheel: `inertia` on its angle. Of a link, about its mass centre: the J of `body k m u v "
    "J`. Of the whole machine, reduced to an input: `bufjred`.",
    "drive": "`bufdrive i b` stores what drives input i, M = −σ. In DYN SIM `motor` gives it, in DYN ANA it is found. "
    "`runmec drive` makes a sheet of it: moment, power, inertia, flywheel, motors and gear ratios that fit.",
    "robot": "The place of its tool is the input, by a `TR1` that is `free`; `carry` says where the motors sit (DYN "
    "ANA). See `runmec new -k tool-path`, `-k five-bar`, `-k delta`, `-k stewart`.",
    "workspace": "`runmec workspace deck.mec` draws what two inputs reach, where it ends, and how well motion is "
    "transmitted in it.",
    "bearing": "`bufreac A0 fx fy` stores the force of the frame on a fixed point, `bufpin k C fx fy` that on a link "
    "by all others. Their size: `bufcalc (sqrt(buf(fx)^2+buf(fy)^2)) b`.",
    "pin": "The force in a pin: `bufpin k C fx fy`, on the link that element k belongs to. See `link`.",
    "link": "Elements that are rigid to each other are one link: they share two points at a prescribed distance, or a "
    "point and an angle. `runmec check` lists them, `bufpin` stores the forces between them.",
    "joint": "Where elements share a point: see `hinge` and `slider`; in space also `ball` and `cardan`.",
    "ball": "A ball joint (spherical joint): in space, elements that name the same point. A rod between two of them "
    "is a `BINS`, which has no orientation and so no spin of its own.",
    "spherical": "See `ball`.",
    "revolute": "In the plane see `hinge`. In space a hinge shares a point and holds two turning nodes together "
    "by `HINGE` with its `axle`; `angx` is its angle. A point that circles about a fixed axis: `TR2S`.",
    "cardan": "A universal joint: `elem j HINGE l m cosu`. The pin of l along the axle, and that of m beside it "
    "(`axle j ux uy uz yx yy yz`), stay square. See `runmec new -k cardan`.",
    "cylindrical": "In space a `HINGE` for the direction, and a `TR1S` or `TR2S` whose length along the axle is left "
    "out of its list of forms. With a fixed axis a `TR2S` with `lenr` alone.",
    "prismatic": "See `slider`. In space: `point C x y z fixed y z` slides along x; along any line a `TR1S` that "
    "holds two of `lenu lenv lenw`.",
    "euler": "Euler parameters: the four co-ordinates `l.0` … `l.3` of a turning node (`turn l`), cos φ/2 and sin φ/2 "
    "times the axis of its turn. The program holds the sum of their squares at 1.",
    "name": NAMES,
    "velocity": "`bufdx1 c b` of a co-ordinate (`bufdx1 C vx vy` of a point), `bufde1` of a parameter, `bufdinp1` of "
    "an input; in expressions `dx(c)`, `de(p)`, `dinp(i)`.",
    "acceleration": "`bufdx2 c b` of a co-ordinate (`bufdx2 C ax ay` of a point), `bufde2` of a parameter, `bufdinp2` "
    "of an input.",
    "cam": "A follower that goes by a program of the cam's angle: `program lift cycloid 0.02 90deg dwell 90deg …` and "
    "`couple follower.lenl cam.angb lift -1`. `PROFILE` calculates the cam.",
    "pressure": "The pressure angle of a cam: `PROFILE` calculates it with the cam, draws it and tells the largest.",
    "pole": "The point about which an element turns at an instant: `bufpole`; centrodes by `drawpole`.",
    "centrode": "`drawpole k l` in a picture draws the fixed and the moving centrode of element k relative to l (0: "
    "the frame), with pole, inflection circle and pole tangent at the positions of `drawmech`.",
    "inflection": "The inflection circle is drawn by `drawpole`: see `centrode`.",
    "polygon": "`drawvel k` and `drawacc k` in a picture draw the polygons of velocities and accelerations in position "
    "k (1 is the start).",
    "hodograph": "`bufdx1 C vx vy` and `plotcurv vx vy`: the velocity of a point as a curve. All points in one "
    "position: see `polygon`.",
    "polar": "A polar diagram is one force component over the other: `bufreac A0 fx fy` and `plotcurv fx fy`. The "
    "report has one for every joint.",
    "curve": "The path of a point: `bufx0 C cx cy` and `plotcurv cx cy`.",
    "frequency": "Natural frequencies: `bufeig n b` stores the n-th in all positions, `MODES k n` shows modes, `runmec "
    "campbell` draws frequencies over the motion, or over the speed, with the orders that meet them.",
    "eigenfrequency": "See `frequency`.",
    "resonance": "See `frequency`.",
    "steady": "The steady state of a machine: `tcycle` in DYN SIM.",
    "belt": "Two angles in one prescribed parameter with the radii as factors of opposite sign: `param belt a.angb "
    "0.05 b.angb -0.1 fixed`. σ is the force in the belt.",
    "pulley": "See `belt`.",
    "units": "A number may carry a unit without a blank, `30mm`, `300rpm`, `5N/mm`, `7850kg/m^3`, and is turned into "
    f"SI: {' '.join(UNITS)}, products with `*`, quotients with `/`, powers with `^`. "
    "One of another dimension than its place wants is told (D123). In expressions units are factors: `(40*deg)`; those "
    "of one letter, and `in`, stand behind a number: `(-200N)`. `UNITS SI` behind the job line lets tables and "
    "axes show units; `UNITS SI mm` shows lengths in mm and stress in MPa, `UNITS US` in, lbf, lbf·in, psi, lb. "
    "Without it units are your own consistent set; angles are radians.",
    "degrees": "Angles are radians: write `40deg`, or `(40*deg)` in an expression.",
    "radians": "Angles are radians: see `degrees`.",
    "weight": "`gravity 9.81 (-pi/2)` gives weight to everything with mass: `uniform`, `body` and `inertia` on points.",
    "centre": "The mass centre of a link is given by `body k m u v J`: u along and v across PQ of element k.",
    "transmission": "The transmission angle is watched: where it falls below 30° the run warns (R452). To store it, "
    "make the difference of two angles: `param mu rocker.angb 1 coupler.angb -1` and `bufe0 mu b`.",
    "legend": "The comment of a `plotcurv` line is the name of its curve in the legend; without one, what the buffers "
    "hold.",
    "axis": "Axes of a picture carry what the buffers hold: their names, or the comments of the `buf…` lines.",
    "power": "`bufpower i b` stores the power of input i, −σ·dε/dt.",
    "flywheel": "`inertia` on the angle of the shaft, or `body` on the crank. `runmec drive --fluctuation 0.02` tells "
    "how large it has to be.",
    "estimate": "The values of moving points need not be exact: the mechanism is assembled on the branch nearest to "
    "them. Prescribed lengths without `para` take their value from them.",
    "slider": "A point with one co-ordinate under `xfix` slides along the other axis. Along a link that turns: a TR1 "
    "(or TR2) whose `lenv` is prescribed and whose `lenu` is not.",
    "cylinder": "A BIN whose `lenl` is an input: the last prescribed parameter. Its force is −σ.",
    "gear": "Where no bearing has to feel the teeth, two angles in one parameter with the radii as factors do: `param "
    "mesh pinion.angb 0.04 wheel.angb 0.2 fixed`. σ is the force between the teeth.",
    "mass": "`uniform k m` for a slender link, `body k m u v J` for one with its mass centre, `inertia c m` at both "
    "co-ordinates of a point (`inertia C m`), `inertia` on an angle for a wheel.",
    "friction": "Friction that does not depend on a normal force is a force or motor by `sign` of a velocity: `force "
    "5 (-20*sign(dx(5)))`. In DYN SIM it sticks and slips.",
    "fluctuation": "How far the speed of a machine varies within a turn, (ω_max − ω_min)/ω_mean: `runmec drive "
    "deck.mec --fluctuation 0.02` tells the flywheel for it.",
    "coupler": "The link between crank and rocker, or between crank and slider: an element between two moving points. "
    "The path of a point on it: see `curve`.",
    "crank": "A link that turns fully about a fixed point, often driven: `elem crank BIN A0 A`, `input crank.angb`.",
    "rocker": "A link that swings about a fixed point: `elem rocker BIN B0 B`; its angle is `rocker.angb`.",
    "free body": "`drawbody k n` in a picture draws the link of element k alone in position n, with all forces and "
    "moments on it; report.html has them too.",
    "reaction": "Of the frame: `bufreac A0 fx fy`. In a pin: `bufpin k C fx fy`, the force on the link of element k; "
    "on the other link it is the opposite one.",
    "normal": "The normal force in a bar is σ of its length, tension positive: `bufsigma k.lenl b`. That on a guide: "
    "`bufreac` of the fixed co-ordinate.",
    "dyn": "The job line: `DYN ANA` (motion given, forces wanted) or `DYN SIM` (driving forces given, motion wanted).",
    "kin": "The job line `KIN ANA`: positions and transfer functions.",
    "row": "Tables and files count rows from 0, the start (column `step`); `drawmech`, `drawvel`, `drawbody` and "
    "`at(b, k)` count positions from 1, the start: position = row + 1.",
    "position": "See `row`.",
    "exercises": "See `exercise`: a section of the deck. `runmec exercise` writes sheets, `runmec grade` marks "
    "answers, `runmec why` says which assumption gives a number.",
    "nr": "`nr dof m`: the last m prescribed parameters are the inputs.",
}
