"""Every message of the program: its code, level and the paragraph that explains it.

`runmec explain CODE` and docs/messages.md show these paragraphs.
D1 is about writing, D2 about references and ranges, D3 about the mechanism, R4 about running.
"""

from __future__ import annotations

from typing import NamedTuple

from .diagnostics import Diagnostic, Span


class Message(NamedTuple):
    level: str
    title: str
    paragraph: str


def _error(title: str, paragraph: str) -> Message:
    return Message("error", title, " ".join(paragraph.split()))


def _warning(title: str, paragraph: str) -> Message:
    return Message("warning", title, " ".join(paragraph.split()))


MESSAGES: dict[str, Message] = {
    # writing
    "D101": _error("unknown word", """A line must begin with a word of the language or with a number that
        repeats the last item word. The word found is neither; if a known word is near, it is suggested and
        the line is read as if it stood there, so that one slip gives one message."""),
    "D102": _error("wrong section", """Every item belongs to one section: `elem`, `form` and `nr dof` to
        TOPOLOGY, `xfix`, `xmov` and `para` to GEOMETRY, masses and forces to DYNAMICS, the `buf…` words to
        STORAGE, moves to MOVEMENT. Move the line, or write the missing section word above it."""),
    "D103": _error("decimal comma", """Decimals are written with a point: `0.5`, not `0,5`. Words and numbers
        are separated by blanks, never by commas."""),
    "D104": _error("letter in a number", """The word looks like a number but has a letter in it: mostly the
        letter O for the digit 0, or l for 1."""),
    "D105": _error("not a number", """A number (`12`, `-0.5`, `.5`, `1e-3`, `1.5D-3`) or an expression in
        parentheses is expected here."""),
    "D106": _error("parenthesis not closed", """An expression begins with `(` and ends with the matching `)`
        on the same line. A semicolon starts a comment, also inside parentheses."""),
    "D107": _error("expression cannot be read", """An expression knows numbers, names, `+ - * / ^`,
        parentheses and functions with their arguments in parentheses, separated by commas. Multiplication is
        always written: `2*pi`, not `2 pi`."""),
    "D108": _error("unknown name in an expression", """A name in an expression is `pi`, a function, or a name
        that the DEFINE section gave a value above. `t`, `inp(i)`, `dinp(i)`, `x(c)`, `dx(c)`, `e(p)` and
        `de(p)` are known in `force`, `motor` and `bufcalc` only, `buf(b)` in `bufcalc`."""),
    "D109": _error("wrong arguments of a function", """Every function takes a fixed number of arguments;
        `min` and `max` take two or more; `table(u, u1,y1, u2,y2, …)` and `curve(u, …)` take u and then constant points
        with u1 < u2 < …; `x`, `dx`, `inp`, `dinp`, `e` and `de` take the number of a co-ordinate, input or
        parameter."""),
    "D110": _error("too few values", """The record takes more words or numbers than the line has. The message
        lists what it takes, in order."""),
    "D111": _error("too many values", """The record takes fewer words or numbers than the line has. A second
        item needs a line of its own; a remark needs a semicolon before it."""),
    "D112": _error("whole number expected", """Numbers of elements, co-ordinates, parameters, inputs and
        buffers and the number of steps are whole numbers, written without decimal point, exponent or
        expression."""),
    "D113": _error("nothing to repeat", """A line that starts with a number repeats the last item word of its
        section; here there is none yet."""),
    "D114": _error("job line", """The first line of a deck says what is wanted: `KIN ANA` (positions and
        transfer functions), `DYN ANA` (motion given, forces wanted), `DYN SIM` (driving forces given,
        motion wanted) or `STA ANA` (loads given, positions of rest wanted). A comment on it is the title. `UNITS SI`
        may stand behind it."""),
    "D115": _error("picture not begun or not ended", """A picture is the lines from `BEGINPIC` to `ENDPIC`;
        only `plotcurv` and `drawmech` stand between them. After `ENDPIC`, on its line or the next, six
        numbers may follow."""),
    "D116": _error("expression not constant", """Only `force`, `motor` and `bufcalc` are evaluated during the motion and
        may use `t`, `x(c)` and the like. Everywhere else a value is calculated once, when the deck is
        read."""),
    "D117": _error("not a usable number", """The value is infinite or not a number: a division by zero, the
        root of a negative number, or the word `nan` or `inf`. Or it is larger than 1e100: its squares and cubes, which
        every calculation needs, would soon be infinite."""),
    "D118": _error("name cannot be defined", """A name of the DEFINE section starts with a letter, has only
        letters, digits and `_`, is given once, before its use, and is not `pi`. The section stands before
        TOPOLOGY."""),
    "D119": _error("unknown choice", """At this place one of a few known words is expected: a type of
        element, a form parameter, a motor, a law of motion or a method of integration."""),
    "D120": _error("too long or nested too deep", """A line may have a million characters, expressions on it a
        hundred levels of parentheses, 400 operations upon each other and 50 000 characters, all expressions of a deck a
        million; a deck may have 100 000 lines. More is taken for a broken file."""),
    "D121": _error("not a name", """A name is a letter followed by letters, digits and `_`; upper and lower case
        differ. Words of the language (`spring`, `input`, `lenl` …, in capitals or not) are not names;
        those that came later (`gear`, `turn`, `mesh` …) may be."""),
    "D122": _error("unknown unit", """A number may carry a unit, without a blank between: `30mm 5cm 2km 3um 40deg
        300rpm 250g 1.2t 5kN 3MN 20ms 8MPa 210GPa 5N/mm 9.81m/s^2 3kg*mm^2`. It is turned into SI. In expressions
        units are factors: `(40*deg)`."""),
    "D123": _error("unit of another dimension", """A number with a unit stands where another dimension is wanted: a
        force per length where a force acts, a mass in mm, a time in rpm. Factors between units of one dimension are
        the program's affair (`250mm`, `10in`), but it cannot know what a number of another one was meant to be. Numbers
        without a unit are SI; expressions are not checked."""),
    "D124": _error("quote not closed", """Text stands in double quotes, `"force 1.csv"`, on one line. What is between
        them is taken as it stands, capitals, blanks, parentheses and semicolons included; a quote within it cannot be
        written. A comment begins at the first semicolon outside quotes."""),
    "D125": _error("data file cannot be opened", """A file in quotes, `curve(t, "force.csv")`, lies in the folder of the
        deck or below it (for standard input and `runmec.loads` in the current folder). It is an ordinary file of at
        most 32 MB: absolute names, `..`, links that lead out, folders, pipes and devices are refused."""),
    "D126": _error("no such column", """Behind the name of a data file stand the heads of two of its columns, in
        quotes where they are no names: `table(x, "f.csv", u, "F 1")`. The first line of the file has the heads,
        unless all its fields are numbers. Without heads in the deck the first two columns are taken."""),
    "D127": _error("fault in a data file", """A data file has two rows at least and 100 000 at most, with a finite
        number in both columns that are asked for; the first of them, the argument, increases. Columns are separated
        by tabs, semicolons or commas, as the first line has them; a decimal comma may stand where the comma is no
        separator. The message begins with file, line and column."""),
    "D151": _warning("no END", """The deck has no `END` line. It is read to the end of the file; if the file
        was cut off, something may be missing."""),
    "D152": _warning("form lines not counted", """The first number of a `form` line counts the lines 1, 2,
        3, …. It has no other use, but a jump often shows that a line was lost or pasted twice."""),
    # reference
    "D201": _error("element does not exist", """A line refers to an element that no `elem` line makes."""),
    "D202": _error("co-ordinate has no value", """An element or another line uses a co-ordinate that is
        neither fixed (`xfix`) nor moving (`xmov`)."""),
    "D203": _error("parameter does not exist", """A line refers to a form parameter that no `form` line
        makes. Prescribed parameters are numbered 1, 2, 3, … without gaps; dependent ones are
        negative."""),
    "D204": _error("input does not exist", """Inputs are numbered from 1 to the number after `nr dof`: the
        last prescribed parameters, in order."""),
    "D205": _error("buffer is never filled", """`plotcurv` and `PRINTBUF` use buffers that a `buf…` line in
        STORAGE fills."""),
    "D206": _error("given twice", """The same element, co-ordinate, value or buffer is given by two lines; it
        is not clear which is meant."""),
    "D207": _error("form parameter not of this element", """Every type of element has its own form
        parameters: BIN `lenl angb`; TR1 `lenu lenv angb`; TR2 `lenl angb lenu lenv`; HBEAM `lenl angb angp`;
        BEAM `lenl angb angp angq`."""),
    "D208": _error("length and angle mixed", """A co-ordinate is an x or y in one element and an angle in
        another. Most likely a number in an `elem` line is wrong or one is missing."""),
    "D209": _error("spring on a prescribed parameter", """A spring or damper acts on a dependent parameter
        (negative number). A prescribed parameter is held or driven; its elasticity is given by `flex`."""),
    "D210": _error("number out of range", """The number is not possible for what it describes: a negative
        mass, no steps, a time that does not run forward, a position that the movement does not have."""),
    "D211": _error("too much to hold", """The number of positions times what is kept of each is more than the memory
        that is free now: of the machine, of its container, or of a limit (`ulimit`). Take fewer steps, or several
        decks."""),
    "D212": _error("co-ordinate not of this element", """`bufconn k c b` stores the force on element k at one
        of its own co-ordinates, `bufpin k c b` that on the link of element k at one of the co-ordinates of its
        elements."""),
    "D213": _error("co-ordinate is not fixed", """`bufreac` stores the force of the frame, which acts at fixed
        co-ordinates only. Forces between moving elements are stored by `bufconn`."""),
    "D214": _error("gap in the prescribed parameters", """Prescribed parameters are numbered 1, 2, 3, …
        without gaps; the last ones are the inputs."""),
    "D215": _error("motion does not fit the inputs", """A move gives its values for every input: `tstepe n T`
        a velocity and an acceleration each, `stepe n` a change each (STA ANA: every held input), `tstepf n T` a
        velocity each."""),
    "D216": _error("element cannot carry this", """`uniform` mass is spread along PQ, which gears and
        hinges do not have; `stiff` is for BEAM and HBEAM, whose bending angles are form parameters."""),
    "D217": _error("item does not fit the job", """`tstepf` and `tcycle` integrate the equation of motion and need
        the job `DYN SIM`; `load` is a move of rests, of the job `STA ANA`, in which nothing moves in time."""),
    "D218": _error("something is missing", """A deck needs elements and form parameters (TOPOLOGY with
        `elem`, `form` and `nr dof`) and the values of the co-ordinates (GEOMETRY)."""),
    "D219": _error("law without a move, or twice", """`law` lines describe the next `tmove`; one law for an
        input. Inputs without a law rest."""),
    "D220": _error("unknown name", """A line calls something by a name that no line gives: points and angles get
        theirs by `point` and `angle` in GEOMETRY, elements by `elem` and composed parameters by `param` in TOPOLOGY,
        buffers by the `buf…` line that fills them. Upper and lower case differ. Each kind has its own names."""),
    "D221": _error("name of something else", """The name is known, but as that of another kind of thing: a point has
        two co-ordinates, `C.x` and `C.y`; an element has form parameters, `crank.angb`; the nodes of an element are
        points and angles in the order of its type."""),
    "D222": _error("inputs given in two ways", """The inputs are listed by `input`, or counted by `nr dof`, which makes
        the last prescribed parameters inputs. One of the two is enough; together they may contradict each other."""),
    "D223": _error("buffer needs itself", """The expression of a `bufcalc` uses its own buffer, or buffers that are
        calculated from it. It may use all others, above and below it."""),
    "D224": _error("numbers of an element", """Some types of element need numbers that no co-ordinate tells, given by a
        line with a word of their own in GEOMETRY: GEAR and RACK need `gear` with their pitch radii, HINGE needs `axle`
        with the direction of its axle."""),
    "D225": _error("no normal force", """`friction p mu q [q2]` takes its normal force from the internal forces of
        prescribed parameters that hold the two bodies together: the lenv of a guide, the lenu and lenv of a pin. In a
        simulation an input moves freely: its σ is what its motor gives."""),
    "D226": _error("too much to draw", """Every picture, curve and position that is drawn takes its time, and hundreds
        of them upon each other cannot be told apart. The message counts them in drawn elements of a mechanism: a
        picture is as much work as 50 of them, a curve as 30, a polygon as 90, pole curves as 25; a film, a profile or
        a mode as 100. Draw fewer positions, or ask for the pictures in several decks."""),
    "D251": _warning("no effect in this job", """The line is correct but nothing uses it in this job: motors
        and integrators work in `DYN SIM`, forces are calculated in `DYN ANA` and `DYN SIM`. Buffers of forces
        stay empty in `KIN ANA`."""),
    "D252": _warning("x and y mixed", """A co-ordinate is an x in one element and a y in another: a point on
        the line x = y. It is allowed, but mostly a number is mistyped."""),
    "D253": _warning("unusual number", """The number is possible but seldom meant: a negative gravity (it
        then points the other way), a damper that drives, a spring of negative
        stiffness, an angle that looks like degrees."""),
    "D255": _warning("mass in one direction only", """An `inertia` acts in the direction of its own co-ordinate only.
        A mass at a point is given twice, at its x and at its y: otherwise the other direction has neither inertia nor
        weight."""),
    "D254": _warning("spline ends early", """The points of the law end before the move does; the input rests
        from there on."""),
    "D256": _warning("length from the estimate", """This prescribed length has no `para` line although others have one,
        so that it takes its value from the starting co-ordinates. These are mostly estimates: the link then has a
        length that nobody chose. Give it by `para`; where the co-ordinates are exact on purpose, give none of
        the lengths by `para`."""),
    "D257": _warning("force or mass on a fixed co-ordinate", """The frame carries what acts on a fixed co-ordinate: a
        force there, or the weight of a mass, changes `bufreac` and nothing else."""),
    "D258": _warning("free length below zero", """A spring has the force σ = c·ε + s0, so that it has none at the
        length −s0/c, which here is negative. The third number of `spring` is the force at length zero, not the free
        length: for a free length l0 write s0 = −c·l0."""),
    "D259": _warning("spring on a prescribed length", """The spring stands between two points whose distance is
        prescribed too. Its force never changes and does no work."""),
    "D260": _warning("a DEFINE that the time hides", """`t` is the time in DYNAMICS and STORAGE, also where DEFINE has a
        `t`: the value is used elsewhere only. Choose another name for the value."""),
    "D261": _warning("sizes and gravity do not fit", """All lengths are above 20 and gravity is about 9.81: the lengths
        look like millimetres, gravity is in m/s². Write the lengths in metres (or with their unit, `30mm`), or gravity
        as 9810."""),
    "D262": _warning("g is the gram", """In an expression `g` is the unit gram, 0.001, unless DEFINE gives it a value.
        For gravity write `g 9.81` under DEFINE."""),
    "D263": _warning("mass given twice", """Two lines that give an element its mass, `uniform` or `body`, add up. Mostly
        one of them is left from before, or meant for another element."""),
    "D264": _warning("buffer that tells nothing", """What the line stores never changes (a fixed co-ordinate), is always
        zero (the internal force of a parameter on which no spring or damper acts), or is stored in another buffer
        already. Mostly another co-ordinate, parameter or element is meant. In `stepe` time stands still: velocities,
        accelerations, powers are zero there."""),
    "D269": _warning("length in another unit", """The length is some thousand times what its points are apart at the
        start, or a thousandth of it: mostly one of the two is in millimetres, the other in metres. A number may carry
        its unit, `200mm`."""),
    "D280": _error("value that another line decides", """A value behind a form of `elem` is that of the parameter it
        prescribes. A length between the same two points is prescribed by the first element that has it, and a
        parameter has one value: behind its form, or by a `para` line."""),
    "D281": _error("no form of an elastic element", """Behind `elastic` stand values of the forms that yield: `lens angp
        angq` of a BEAM, `lens angp` of a HBEAM, `lenl` of a bar. Its length is counted along the bent axis."""),
    "D282": _error("elastic without stiffness", """What is `elastic` moves by its own elasticity, which `stiff`,
        `flex` or `section` gives; a stiffness of zero makes that mode rigid."""),
    "D283": _error("stiffness or mass given twice", """`section` gives the stiffness of its element and, with `rho`, its
        mass: `stiff` and `uniform` say the same. One of them goes."""),
    "D284": _error("stress without a section", """`bufstress` divides force and moment by area and section
        modulus, which `section` gives."""),
    "D231": _error("circle of couples", """`couple p q S c` lets parameter p follow parameter q. A parameter that
        follows itself, directly or by way of others, has no value. Couples may stand in a chain, not in a circle."""),
    "D232": _error("program does not exist", """A `couple` names a program that no line of GEOMETRY gives: `program S
        segment …`."""),
    "D268": _warning("few positions for a path", """`path` and `timed` measure how near a curve comes to points.
        Between the positions that are calculated the curve is a polynomial through its neighbours: with fewer than 24
        positions, or fewer than points, it is not the curve of the mechanism. Ask for more steps."""),
    "D266": _warning("program without effect", """No `couple` uses the program: it is a function that nothing
        follows."""),
    "D267": _warning("slope of a program jumps", """Where two segments of a program meet with different slopes, or its
        end and its beginning do, the velocity of what follows it jumps: forces would be infinite there, and in a
        simulation energy is lost or gained. `dwell` has slope zero; `const v a range` has v at its beginning and
        v + a·range at its end; the other laws begin and end with slope zero. A spline of `points` that does not end as
        high as it begins has free ends: write a linear part as a factor (`param`) and let the program be what is left,
        which is periodic."""),
    "D270": _error("no line PQ", """`bufmu k l b` is the acute angle between the lines PQ of two elements: bars,
        beams, ternaries. A gear or a hinge has no such line, and an element has no angle with itself; l = 0 is the
        x-axis of the frame."""),
    "D271": _error("as many buffers as axes", """`bufshake` and `bufcm` fill a buffer for every axis: in a plane
        `bufshake fx fy m` and `bufcm cx cy`, in space `bufshake fx fy fz mx my mz` and `bufcm cx cy cz`."""),
    "D272": _error("no pin there", """`bearing` and `friction p mu pin` are of the pin of a link in a point: the point
        belongs to the link, and another link or the frame holds it there too."""),
    "D340": _error("name of the time or of π", """`state`, `sample` and `where` give names that stand in expressions.
        `t` is the time there and `pi` the number π, so that another meaning would never be read."""),
    "D341": _error("name of DEFINE", """`state`, `sample` and `where` share one set of names with DEFINE: in an
        expression a name must mean one thing."""),
    "D342": _error("uses what stands below it", """A `where` is a name for an expression and may use those that stand
        above it, so that none can need itself."""),
    "D343": _error("expression too large", """With all that it calls by the names of `where` the expression would take
        too long to be evaluated in every position."""),
    "D344": _error("not in this job", """The word has a meaning in one job only: states and samples are carried along
        while a simulation goes on, and `DYN ANA` has none."""),
    "D345": _error("no state", """`bufstate` stores states and samples, which have a value of their own. What `where`
        calls by name is an expression: `bufcalc` stores it."""),
    "D346": _warning("states rest", """A state goes on with the motion that is simulated. In `tstepe`, `tmove` and
        `stepe` the motion is given, and states keep the values that they have there; samples are taken."""),
    "D347": _warning("nothing is simulated", """In `DYN SIM` forces drive and the motion is wanted: `tstepf` and
        `tcycle` integrate it. `tstepe` and `tmove` give the motion, in every job. Where a deck has nothing else and no
        motor, its results are those of `DYN ANA`."""),
    # mechanism
    "D321": _warning("nothing that is steady", """`steady` names what acts in full at every load factor: the weight, or
        the `force` and `moment` lines of a point, co-ordinate or turning node. Nothing acts there."""),
    "D322": _error("input is not held", """`follow n p d i` leads the held input i along the path of rest; an input that
        finds its rest by itself cannot be led. Name it in `held`, or leave it out: then the load factor leads."""),
    "D301": _error("counts differ", """The positions follow from as many equations as unknowns: every moving
        co-ordinate needs one prescribed form parameter, inputs included. More co-ordinates than parameters:
        the mechanism is loose. Fewer is no fault: what is more than needed has to fit, and `check` names it."""),
    "D302": _error("structurally singular", """There are enough prescribed parameters, but not everywhere: one part of
        the mechanism has more of them than co-ordinates (over-constrained), another too few (loose). The message names
        both parts, or what still moves. No choice of lengths can mend it."""),
    "D303": _error("input without inertia", """In a simulation the acceleration of an input follows from the
        mass that it moves. Nothing that this input moves has mass: give it `inertia` or `uniform`, or prescribe
        its motion by `motor i given`."""),
    "D304": _error("points coincide", """The two points of an element are at the same place, so that its
        length or direction does not exist."""),
    "D330": _error("no place for a motor", """A motor drives an input or a dependent parameter: what changes while the
        mechanism moves. A parameter that is prescribed and no input keeps its value, so that a motor on it would do
        nothing."""),
    "D331": _error("motion given to a dependent parameter", """`motor i given v a` moves an input while the others are
        simulated. A dependent parameter follows from the inputs; make it an input, or let its motor give a force."""),
    "D332": _error("no motor there", """`bufdrive` and `bufpower` tell what a motor does: of an input, or of a dependent
        parameter on which `motor` (DYN SIM) or `carry` (DYN ANA) puts one. `bufsigma p b` stores the force of springs
        and dampers on any parameter."""),
    "D333": _error("carriers where no motion is given", """`carry` says which motors give a motion that is given at the
        inputs: it belongs to `DYN ANA`. In a simulation `motor q …` drives a parameter; KIN ANA knows no forces."""),
    "D334": _error("carrier given twice", """`carry` is one line that names every motor once."""),
    "D335": _error("too few carriers", """Every input has to be moved by the motors that `carry` names: there must be as
        many as inputs at least. An input that keeps its own motor is named in the line too."""),
    "D351": _warning("co-ordinate not used", """No element uses this co-ordinate. If it is fixed that does no
        harm."""),
    "D352": _error("moving co-ordinate not used", """No element uses this co-ordinate, so that nothing can
        determine it."""),
    "D353": _warning("element not used", """The element has no form parameter and no mass, and nothing is
        stored of it. It changes nothing."""),
    # running
    "R401": _error("mechanism cannot be assembled", """From the starting estimate no position was found in
        which all prescribed parameters hold. The message names the group of elements that does not close. Check
        its lengths, or give a better estimate under `xmov`."""),
    "R402": _error("position cannot be reached", """The input drives the mechanism to a position beyond its
        reach: a dead centre, or a loop that does not close. All positions up to there are kept. Check the range of
        the input, or choose another input."""),
    "R403": _error("singular position", """At this position the group named can move without its inputs, or
        cannot move at all: its part of D has no inverse."""),
    "R404": _error("value is not finite", """A force expression gives NaN or infinity at this position."""),
    "R405": _error("motion cannot be continued", """A simulation has come to where no step, however short, succeeds:
        a force grows without limit, a given input is driven beyond its reach, or the error asked for is smaller than
        rounding allows. All rows up to there are kept."""),
    "R406": _error("no moving mass", """The reduced inertia of the free inputs has no inverse: an input, or two of them
        together, can move without moving any mass. Its acceleration is then undetermined."""),
    "R407": _error("no finite acceleration", """In a simulation the motor or a force
        leads to NaN or infinity. All rows up to there are kept."""),
    "R408": _error("interrupted", """The calculation was interrupted by the user. All rows up to there are kept and
        written, and marked as incomplete."""),
    "R410": _error("motion chatters, or what holds it cannot be found", """In a simulation a `sign` or `step` is passed
        hundreds of times in no time, or holds the motion while its value is used inside another function, so that the
        value that keeps the rest cannot be found. Friction that is a number times `sign` of a velocity, or of the
        difference of two, is held exactly. All rows up to there are kept."""),
    "R411": _error("too much work", """The motion would take far more work than its rows show: an input turns
        thousands of times between two steps, or a simulation needs millions of evaluations. It was stopped,
        and all rows up to there are kept. More rows raise the bound."""),
    "R412": _error("too much memory", """The positions that are asked for would not fit into the memory that is free
        now: of the machine, of its container, or of a limit (`ulimit`). Nothing was calculated."""),
    "R413": _error("no periodic motion found", """`tcycle` looks for velocities that return when input 1 has changed by
        what is asked. None were found: the motor cannot carry the mechanism over its cycle, the guess of the velocity
        is too far off, or the forces do not repeat with input 1. Simulate some cycles by `tstepf` first, and take the
        velocity at their end as a guess."""),
    "R489": _error("too much for the studio", """The page is sent every co-ordinate at every position, and some
        millions of them are as many as a browser draws. Nothing was calculated; `runmec run` has no such bound."""),
    "D360": _error("numbers of an exercise", """The values from which an exercise chooses, its tolerances and its points
        are above zero; `choose a low high step` goes from the lower to the higher value, `choose a from v1 v2` takes
        values as they stand."""),
    "D361": _error("exercise of something else", """A line of EXERCISE names something that is not there: a name of
        DEFINE in `{a}` of a text, a question that stands before it (`after G`, `mistake F`), a figure or question in
        `fair`, or an item of DYNAMICS that `mistake … drop` leaves out. An exercise asks one question at least."""),
    "R446": _error("too few variants", """An exercise gives a variant to a student only if it runs to its end without a
        warning about branch or singular positions, if all answers are numbers, and if every `fair` is above zero. Of
        the values in `choose` fewer than one in twenty do; the message tells which condition refuses most."""),
    "R426": _error("mechanism floats", """In STA ANA a freedom has no stiffness: no spring, no elasticity, no weight
        brings it back, so that it rests anywhere. The message names the freedom that moves most. A load factor of 0,
        with which a first move `load` begins, takes the weight away too, unless it is `steady`."""),
    "R427": _warning("rest lost", """Along a load or a held input the rest ceased to exist (a limit point), or became
        unstable (a limit or a branch point). The run goes on at the rest that a slow motion reaches from there, every
        co-ordinate equally damped: the mechanism snaps. The jump is marked in film and curves."""),
    "R428": _error("no rest", """From the start, or from where a rest was lost, no position of rest is reached: what
        acts moves the mechanism without end. Rows up to there are kept."""),
    "R430": _warning("branch point", """Along a path of rest another path branches off: the rest becomes unstable, or
        stable, though neither load factor nor held input turns back. `follow` stays on its path; a real mechanism
        leaves it, mostly at imperfections. Give it one to find the other path."""),
    "R431": _warning("limit point", """Along a path of rest the load factor, or the held input, is largest or least:
        here a mechanism under dead load, or led by hand, snaps. `follow` passes, `load` and `stepe` jump."""),
    "R432": _error("path closes", """The path of rest comes back to where it began, and what it was to lead to was never
        reached. All rows lie on the path once around."""),
    "R434": _warning("stress is not kept", """`runmec rest` writes a deck that starts where the last row rests. An input
        that is driven by its own `flex` or `stiff` has its rest where it starts: in the new deck it is without stress.
        Forms of `elastic` elements keep theirs, by `para`."""),
    "R435": _error("rest cannot be written", """`runmec rest` writes decks of the job STA ANA. Hinges and beams in space
        measure from where they start, so that another start would change what their values mean."""),
    "R429": _warning("start is unstable", """The starting co-ordinates are a rest that is unstable: the least
        disturbance leaves it. It is kept, since it may be what is meant."""),
    "R420": _error("nothing to optimise", """`runmec optimise` looks for the best values of names of DEFINE. STUDY has
        to say which names may vary and between which bounds (`vary`), and which figure is wanted (`goal`)."""),
    "R414": _warning("an element yields", """The largest stress by normal force and bending in an element with a
        `section` passes the yield strength that the deck gives: it would keep a deformation, or break. Forces and
        deflections are those of an elastic one."""),
    "R418": _error("friction locks the motion", """In a simulation no forces exist with which friction and the equation
        of motion agree, or more than one set of them: bodies wedge or jam, and what follows depends on what rigid
        bodies do not have, elasticity and shock. All rows up to there are kept. The message gives the coefficient up
        to which the motion would go on."""),
    "R421": _error("a surplus parameter does not fit", """The deck prescribes more parameters than the position needs.
        They may repeat each other, as a third crank of a parallelogram does, but then they have to fit: here one would
        need another value than it has. Rigid parameters fit within 1e-6 of the mechanism's size (of a radian);
        `misfit t` in GEOMETRY sets another limit, for data of few digits. What does not fit at all is a structure in
        which there is stress: give its parameters elasticity by `flex` or `stiff`."""),
    "R422": _warning("mechanism is locked", """More parameters are prescribed than the position needs, and an input
        would change one of them, which is rigid. The mechanism cannot move; the run ends as soon as the difference is
        larger than what surplus parameters may miss."""),
    "R423": _warning("forces are not determined", """More parameters are prescribed than the position needs, so that
        there are forces in equilibrium with each other that nothing from outside determines: states of self-stress.
        What they change is `nan`; what they do not change is exact. Elasticity decides: `flex`, `stiff`. Or `share` in
        DYNAMICS shares them out as equally elastic parameters would."""),
    "R424": _error("friction by a force that is not determined", """Dry friction needs its normal force, and this one
        hangs on states of self-stress that nothing determines. Give elasticity to what shares the force (`flex`,
        `stiff`), or write `share` in DYNAMICS."""),
    "R436": _warning("dead centre of the motors", """In these positions the motors that `carry` names do not move every
        input: a cylinder in line with its crank, say. No finite force of theirs gives the motion, so that their forces
        and all others are nan there; the motion goes on. Another motor that helps over the dead centre may stand in the
        same line; positions beside it show how forces grow."""),
    "R451": _warning("nearly singular position", """At this position a group is almost in line: small errors
        of lengths give large errors of position, and forces grow large."""),
    "R452": _warning("small transmission angle", """In this position a pair of links stands almost in line, so
        that little of the force between them does work. 40° is a usual lower limit for machines, 30° for light or slow
        ones: below 30° this warning comes. It looks at the positions that are calculated, at those of dyads of two
        lengths, or of a length and a TR1."""),
    "R453": _warning("singular position passed", """The mechanism passed a position in which a group is in
        line and could have gone on in another way. It was continued smoothly, as inertia does."""),
    "R456": _warning("energy drifts", """In a simulation the energy of the mechanism should change by the work of
        motors, forces and dampers only. Here it has changed by more than a thousandth of what is exchanged: the error
        that is allowed per step is too large."""),
    "R455": _warning("forces without a value", """At this position a force is infinite or undefined: a group is in
        line, or a spring's two ends lie on each other and have no direction. The buffers hold `nan` there."""),
    "R457": _warning("two forces in the same direction", """A curve of two forces is drawn as a polar diagram where they
        are the x and the y of one force. Here both are along x, or both along y: the curve has no such meaning. Mostly
        the number or name of a buffer is mistyped."""),
    "R458": _warning("jump of velocity", """The move before ends with another velocity than the one with which this move
        begins. The acceleration, and with it the forces, would be infinite there; the rows show none of it. All laws
        of a rise begin and end at rest, and so does `points`; an input without a law rests. What `const`, `freepoints`
        and `tstepe` do among themselves is taken as meant."""),
    "R459": _warning("bearing without tooth force", """Gears are modelled as one parameter, a sum of angles with radii
        as factors. That is exact for the motion and for all moments, but the sum has no place: the teeth press with no
        force on the bearings of the shafts, so that `bufreac`, `bufpin` and the sheet of joints lack the tooth force.
        The element GEAR (or RACK) has teeth with a place and a pressure angle."""),
    "R460": _warning("periodic motion not stable", """The state that `tcycle` has found repeats itself, but a small
        disturbance of it grows from cycle to cycle: a Floquet multiplier is larger than 1. A machine would not stay in
        it."""),
    "R461": _warning("left out without numpy", """Natural frequencies, load factors, modes of vibration and profiles of
        cams are found with numpy. Where it is not installed, as in a page that needs no installation, they are left
        out; everything else of the deck is calculated. `runmec run` on a machine with the program shows them."""),
    "R471": _warning("follower lifts off", """A cam can push its follower, it cannot pull it. At these positions the
        follower would have to be pulled to stay on the profile: without a groove or a stronger spring it lifts off, and
        the results there are not those of the machine. Where a spring acts on the follower and the motion is given, the
        least change of its force at length zero (the s0 of `spring`) that keeps contact at all calculated positions is
        told; σ is linear in it."""),
    "R472": _warning("large pressure angle", """The pressure angle is the angle between the normal of the profile, along
        which the cam pushes, and the velocity of the roller. Above 30° a sliding follower is pressed hard against its
        guide and may jam. A larger prime radius, a longer range for the rise or an offset make it smaller."""),
    "R473": _warning("profile is undercut", """Where the pitch curve is convex with a smaller radius than the roller,
        the profile crosses itself: the part that would lead the roller is cut away, and the follower does not move as
        it should. Take a smaller roller or a larger prime radius."""),
    "R475": _warning("no drawing in DXF", """The profile of a cam is written as a DXF file by the package ezdxf, which
        is not installed: the extra `cad` has it. Table and picture are there all the same."""),
    "R476": _warning("bearing without side force", """A `couple` passes on a force along the way of the follower and a
        moment on the cam. The contact force stands at the pressure angle to that way: its side force, N·sin α, goes
        from the bearing of the cam through the profile into the guide of the follower, of which a couple knows nothing.
        `bufreac`, `bufpin` and the sheet of joints lack it at the bearing of the cam and at the roller. It does no
        work: motion, driving moment and contact force are right. Without a PROFILE the way in which they press is not
        known at all, and the bearing of the cam and the guide are shown without the contact."""),
    "R474": _warning("pole or curvature without a value", """A plane that does not turn has its pole at infinity, and a
        straight path has no radius of curvature: the buffer holds no number (`nan`) there, and curves are broken."""),
    "R480": _warning("friction locks", """With this motion there is no equilibrium: friction grows with the normal force
        and the normal force with friction, faster than the drive can follow (a wedge that locks itself, a guide
        that jams), or more than one equilibrium exists. The forces that friction reaches are `nan` there; the motion
        itself is kept. The message gives the coefficient up to which there is one."""),
    "R481": _warning("friction without a direction", """Dry friction opposes the velocity. At rest it may have any value
        up to μN: where the motion is given (DYN ANA) it is then taken as zero. Give the moves a time and a velocity
        (`tstepe`), or simulate (DYN SIM), which finds the value that keeps the rest."""),
    "R482": _warning("gears do not meet", """The pitch circles of two gears touch where the distance of their centres is
        the sum of their pitch radii (the difference, for an internal gear); that of a gear touches the pitch line of
        its rack at the distance of its radius. Here the distance differs by more than a hundredth. The motion is that
        of the radii; tooth forces would act elsewhere."""),
    "R483": _warning("buffer without a number", """At these positions what a buffer holds is infinite or not a number.
        The message names the first of them and why: the operation of a `bufcalc` that has no value there, or that a
        force or a deformation has none. Extremes and figures of merit leave them out; curves are broken there."""),
    "R484": _warning("results that do not add up", """Prescribed parameters hold, and forces, moments and power add up
        to zero, but for rounding: the trust line tells by how much they do not. Above 1e-9 something is wrong with the
        numbers: a position that is nearly singular, an origin so far away that co-ordinates lose their digits, sizes or
        stiffnesses many orders of magnitude apart. `--strict` makes it exit code 4."""),
    "R485": _warning("deformations that are not small", """Elasticity is calculated by the theory of small deformations:
        forces act where the rigid mechanism has its points. Here a beam becomes longer or shorter by more than a tenth,
        or bends by more than 0.2 rad, so that the results are not those of the machine. Mostly the stiffness has wrong
        units (EA in N, EI in N·m²)."""),
    "R491": _warning("bearing beyond its limit", """The largest pressure F/(d·b) of a plain bearing, or the largest
        p·v, is above the limit that its `bearing` line gives. The sheet of joints has both for every bearing."""),
    "R490": _warning("a link not in equilibrium", """What acts on a link by itself (pins, guides, teeth, springs,
        drives, weight, inertia) adds up to nothing but rounding. Here the sum is larger than 1e-9 of the largest force:
        forces of this run are not to be relied on. The trust line names the worst link. Usual causes are a position
        near to a singular one, and numbers of very different size."""),
    "R454": _warning("assembled far from the estimate, or in doubt", """The assembled position differs much from the
        starting estimate, or another position of the group is about as near to it as the one found. Look whether it is
        the branch that was meant: `runmec draw` shows both."""),
}  # fmt: skip


def diagnostic(
    code: str,
    message: str,
    span: Span | None = None,
    *,
    label: str = "",
    notes: tuple[str, ...] = (),
    help: str = "",
) -> Diagnostic:
    """A diagnostic with the level that the catalogue gives to its code."""
    return Diagnostic(MESSAGES[code].level, code, message, span, label, notes, help)
