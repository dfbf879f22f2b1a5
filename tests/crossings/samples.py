"""For every word the smallest deck in which it works: lines that are added to a base.

A line without a section belongs to that of its word. Where nothing is added, the word stands in the base already. A
word stands in all jobs of its section, but for those listed with it.
"""

from __future__ import annotations

from typing import NamedTuple

from .bases import CAM, FOUR_BAR, GEARS, IN_SPACE, NUMBERED, PISTON, RACK, Base

KIN, DYN, SIM, REST, LAW = "KIN ANA", "DYN ANA", "DYN SIM", "STA ANA", "law"
ALL, FORCES, GIVEN = (KIN, DYN, SIM, REST, LAW), (DYN, SIM, REST, LAW), (KIN, DYN, LAW)
SIMULATED, RESTS = (SIM,), (REST,)


class Sample(NamedTuple):
    lines: str = ""
    base: Base = FOUR_BAR
    jobs: tuple[str, ...] = ()  # empty: those of the section


_DEFINED = "DEFINE | r 0.11m\nGEOMETRY | para crank.lenl (r)\n"
_BEAM = """TOPOLOGY | elem leaf BEAM B0 b0 B bB free
GEOMETRY | angle b0 0.3 fixed
GEOMETRY | angle bB 0.2 fixed
"""
_LEAF = """TOPOLOGY | elem leaf BEAM B0 b0 G bG lens angp angq
GEOMETRY | angle b0 0.3 fixed
GEOMETRY | point G 0.7m 0.1m
GEOMETRY | angle bG 0.3
DYNAMICS | uniform leaf 0.2kg
DYNAMICS | stiff leaf 21700N 4.19N*m^2
STORAGE | bufx0 G own1 own2
STORAGE | bufsigma leaf.angq own3
"""
_SECTION = """TOPOLOGY | elem leaf BEAM B0 b0 G bG
GEOMETRY | angle b0 0.3 fixed
GEOMETRY | point G 0.7m 0.1m
GEOMETRY | angle bG 0.3
GEOMETRY | para leaf.lenl 0.33m
DYNAMICS | section leaf {} E 2.1e9N/m^2 rho 7850kg/m^3 yield 9e7N/m^2
STORAGE | bufx0 G own1 own2
STORAGE | bufstress leaf own3
"""
_TIP = """TOPOLOGY | elem tip BEAMS D ld T lt
GEOMETRY | point D 2m 0 0 fixed
GEOMETRY | turn ld fixed
GEOMETRY | point T 2.4m 0.1m 0.2m
GEOMETRY | turn lt
"""
_ASK = 'ask size (span(seen1)) 2% mm 1 "Far?"'
_MOVED = "MOVEMENT | law 1 {}\nMOVEMENT | tmove 4 0.2s"
_PROFILE = "GEOMETRY | program lift {}"


def _motor(model: str) -> Sample:
    return Sample(f"DYNAMICS | motor crank.angb {model}", jobs=(SIM, REST))


def _law(numbers: str) -> Sample:
    return Sample(_MOVED.format(numbers), jobs=(KIN, DYN))


def _segment(numbers: str) -> Sample:
    return Sample(_PROFILE.format(numbers), CAM, (DYN, SIM))


def _method(word: str) -> Sample:
    return Sample(f"MOVEMENT | integr {word} 1e-9\nMOVEMENT | tstepf 2 0.02s 6/s", jobs=SIMULATED)


PLANE: dict[str, Sample] = {
    # TOPOLOGY
    "elem": Sample(),
    "form": Sample(base=NUMBERED),
    "nr dof": Sample(base=NUMBERED),
    "input": Sample(),
    "param": Sample("TOPOLOGY | param slip crank.angb 1 rocker.angb 0.4\nSTORAGE | bufe2 slip own"),
    "couple": Sample(base=CAM),
    "elem BIN": Sample("TOPOLOGY | elem own BIN B0 C free"),
    "elem TR1": Sample("TOPOLOGY | elem own TR1 B0 bo C free\nGEOMETRY | angle bo 0.2 fixed"),
    "elem TR2": Sample("TOPOLOGY | elem own TR2 A0 B0 C free"),
    "elem HBEAM": Sample("TOPOLOGY | elem own HBEAM B0 bo C free\nGEOMETRY | angle bo 0.2 fixed"),
    "elem BEAM": Sample(_BEAM.replace("leaf", "own")),
    "elem GEAR": Sample(base=GEARS),
    "elem RACK": Sample(base=RACK),
    # GEOMETRY
    "point": Sample(),
    "angle": Sample("TOPOLOGY | elem ring TR1 B0 bo C free\nangle bo 0.2 fixed\nSTORAGE | bufe0 ring.lenu own"),
    "xfix": Sample(base=NUMBERED),
    "xmov": Sample(base=NUMBERED),
    "para": Sample(),
    "misfit": Sample("misfit 1.3e-5\nTOPOLOGY | elem stay BIN B C"),
    "gear": Sample(base=GEARS),
    "program": Sample(base=CAM),
    **{
        f"program {law}": _segment(f"{law} 0.02m 1.5 dwell 4.783")
        for law in ("poly345", "poly4567", "poly3456", "cycloid", "harmonic", "modsine", "modtrap")
    },
    "program dwell": _segment("dwell 0.5 cycloid 0.02m 1.5"),
    "program const": _segment("const 0.004m 0.003m 1.5 dwell 2"),
    "program trapezoid": _segment("trapezoid 0.02m 0.3 1.5 dwell 0.5"),
    "program points": _segment("points 0 0 1.5 0.02m 3 0.03m 6 0.01m"),
    # DYNAMICS
    "inertia": Sample("inertia A 0.217kg"),
    "uniform": Sample("uniform rocker 0.217kg"),
    "body": Sample("body coupler 0.217kg 0.119m 0.0413m 0.00731kg*m^2"),
    "spring": Sample("spring coil.lenl 217N/m -11.9N 0.3m 0.35m 211N/m 419N/m"),
    "damper": Sample("damper coil.lenl 2.17N*s/m"),
    "friction": Sample("friction coil.lenl 0.217 coupler.lenl"),
    "friction pin": Sample("friction coil.lenl 0.217 pin coupler B"),
    "bearing": Sample("bearing coupler B plain 0.0217m 0.0119m"),
    "bearing plain": Sample("bearing coupler B plain 0.0217m 0.0119m 217000N/m^2 11900N/m^2*m/s"),
    "bearing rolling": Sample("bearing coupler B rolling 2170N 3.19"),
    "gravity": Sample("gravity 2.17m/s^2 -0.419"),
    "force": Sample("force C 21.7N (-4.19N*cos(40/s*t))"),
    "share": Sample("share\nTOPOLOGY | elem stay BIN B C\nSTORAGE | bufsigma stay.lenl own", jobs=(DYN, LAW, SIM)),
    "section": Sample(_SECTION.format("rect 0.01m 0.002m"), jobs=FORCES),
    **{f"section {shape}": Sample(_SECTION.format(f"{shape} {sizes}"), jobs=FORCES) for shape, sizes in
       (("rect", "0.011m 0.0021m"), ("round", "0.0041m"), ("tube", "0.0061m 0.0043m"))},
    "elastic": Sample(_LEAF + "elastic leaf.lens leaf.angp leaf.angq", jobs=FORCES),
    "flex": Sample("flex coupler.lenl 2.17e-6m/N\nSTORAGE | bufdef coupler.lenl own", jobs=(DYN, LAW)),
    "stiff": Sample(
        "TOPOLOGY | elem leaf BEAM B0 b0 G bG\nGEOMETRY | angle b0 0.3 fixed\nGEOMETRY | point G 0.7m 0.1m\n"
        "GEOMETRY | angle bG 0.3\nuniform leaf 0.2kg\nstiff leaf 21700N 4.19N*m^2\nSTORAGE | bufdisp G own1 own2",
        jobs=(DYN, LAW),
    ),
    "motor": _motor("const 2.17N*m"),
    "motor zero": _motor("zero"),
    "motor const": _motor("const 2.17N*m"),
    "motor spring": Sample("DYNAMICS | motor coil.lenl spring 21.7N/m -30N\nSTORAGE | bufdrive coil.lenl own1\n"
                           "STORAGE | bufpower coil.lenl own2", jobs=SIMULATED),
    "motor async": _motor("async 2.17N*m 15.7/s 1.9"),
    "motor given": Sample(
        "DYNAMICS | motor crank.angb given 6/s 2.17/s^2\nTOPOLOGY | elem arm BIN C E\n"
        "TOPOLOGY | input crank.angb arm.angb\n"
        "GEOMETRY | point E 0.3m 0.35m\nDYNAMICS | uniform arm 0.3kg\nDYNAMICS | motor arm.angb zero\n"
        "MOVEMENT | integr dop853 1e-11\nMOVEMENT | tstepf 2 0.02s 6/s 0",
        jobs=SIMULATED,
    ),
    "motor (expression)": _motor("(2.17N*m*cos(40/s*t))"),
    "held": Sample("held crank.angb\nMOVEMENT | stepe 2 0.4", jobs=RESTS),
    "steady": Sample("steady C\nforce C 2.17N 4.19N", jobs=RESTS),
    "steady weight": Sample("steady weight", jobs=RESTS),
    "state": Sample("state eager 0.217 (1/s-4.19/s*eager-2.17*dinp(crank.angb))\n"
                    "motor crank.angb (2.17N*m*eager)\nSTORAGE | bufstate eager own", jobs=SIMULATED),
    "sample": Sample("sample 0.0037s eager 0.217 (4.19*inp(crank.angb)-0.5*eager)\n"
                     "motor crank.angb (2.17N*m*eager)\nSTORAGE | bufstate eager own", jobs=SIMULATED),
    "where": Sample("where eager (-4.19N*cos(40/s*t))\nforce C (0.5*eager) (eager)"),
    "carry": Sample("carry coil.lenl rocker.angb\nfriction coil.lenl 0.1 rocker.lenl\n"
                    "STORAGE | bufdrive coil.lenl own1\nSTORAGE | bufdrive rocker.angb own2\n"
                    "STORAGE | bufpower coil.lenl own3", jobs=(DYN, LAW)),
    "damping": Sample("damping 0.217/s 0.00419s\nflex coupler.lenl 2.17e-6m/N\nSTORAGE | bufzeta 1 own1 own2",
                      jobs=(DYN, LAW)),
    # STORAGE
    "buftime": Sample("buftime own"),
    "bufinp": Sample("bufinp cylinder.lenl own", PISTON),
    "bufdinp1": Sample("bufdinp1 cylinder.lenl own", PISTON),
    "bufdinp2": Sample("bufdinp2 cylinder.lenl own", PISTON),
    "bufx0": Sample("bufx0 C own1 own2"),
    "bufx1": Sample("bufx1 C own1 own2"),
    "bufx2": Sample("bufx2 C own1 own2"),
    "bufdx1": Sample("bufdx1 C own1 own2"),
    "bufdx2": Sample("bufdx2 C own1 own2"),
    "bufe0": Sample("bufe0 coil.lenl own"),
    "bufe1": Sample("bufe1 coil.lenl own"),
    "bufe2": Sample("bufe2 coil.lenl own"),
    "bufde1": Sample("bufde1 coil.lenl own"),
    "bufde2": Sample("bufde2 coil.lenl own"),
    "bufsigma": Sample("bufsigma coupler.lenv own"),
    "bufreac": Sample("bufreac A0 own1 own2"),
    "bufconn": Sample("bufconn coupler B own1 own2"),
    "bufpin": Sample("bufpin coupler B own1 own2 own3"),
    "bufshake": Sample("bufshake own1 own2 own3 0.11m 0.23m"),
    "bufdrive": Sample("bufdrive cylinder.lenl own", PISTON),
    "bufcalc": Sample("bufcalc (sqrt(dx(C.x)^2+(2.0*dx(C.y))^2)) own"),
    "bufjred": Sample("bufjred own", PISTON),
    "bufekin": Sample("bufekin own"),
    "bufepot": Sample("bufepot own"),
    "bufpower": Sample("bufpower cylinder.lenl own", PISTON),
    "bufzeta": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nDYNAMICS | damper coupler.lenl 217N*s/m\n"
                      "bufzeta 1 own1 own2", jobs=(DYN, LAW)),
    "bufstate": Sample("DYNAMICS | state eager 0.217 (1/s-4.19/s*eager)\nbufstate eager own", jobs=SIMULATED),
    "bufdef": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufdef coupler.lenl own", jobs=(DYN, LAW)),
    "bufdisp": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufdisp C own1 own2", jobs=(DYN, LAW)),
    "bufeig": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufeig 1 own", jobs=(DYN, LAW)),
    "bufstress": Sample(_SECTION.format("rect 0.011m 0.0021m").replace("STORAGE | bufstress", "bufstress")),
    "bufbuck": Sample("DYNAMICS | flex crank.angb 0.002/N/m\nbufbuck 1 own", jobs=(DYN, LAW)),
    "bufpole": Sample("bufpole coupler 0 own1 own2"),
    "bufapole": Sample("bufapole coupler 0 own1 own2"),
    "bufrho": Sample("bufrho C own"),
    "bufmu": Sample("bufmu coupler rocker own"),
    "bufcm": Sample("bufcm own1 own2", jobs=FORCES),
    "bufcond": Sample("bufcond own", PISTON),
    # output
    "units": Sample(),
    "printbuf": Sample("PRINTBUF seen1 seen2"),
    "animate": Sample("ANIMATE film"),
    "modes": Sample("MODES 1 1\nDYNAMICS | flex coupler.lenl 2.17e-6m/N", jobs=(DYN, LAW)),
    "profile": Sample("PROFILE plate cam R 0.008m", CAM, (KIN, DYN)),
    "plotcurv": Sample("plotcurv seen1 seen2"),
    "drawmech": Sample("drawmech 1 3"),
    "drawpole": Sample("drawpole coupler 0"),
    "drawvel": Sample("drawvel 2"),
    "drawacc": Sample("drawacc 2"),
    "drawbody": Sample("drawbody coupler 2", jobs=FORCES),
    "buffactor": Sample("buffactor own", jobs=RESTS),
    "bufstab": Sample("bufstab own", jobs=RESTS),
    # MOVEMENT
    "load": Sample("load 3 1.3", jobs=RESTS),
    "follow": Sample("follow 3 C.y -0.011m", jobs=RESTS),
    "tstepe": Sample("tstepe 4 0.1s 6/s 2/s^2", jobs=(KIN, DYN)),
    "stepe": Sample("DYNAMICS | held crank.angb\nstepe 4 0.9", jobs=(KIN, DYN, REST)),
    "law": Sample(_MOVED.format("poly345 0.9"), jobs=(KIN, DYN)),
    "tmove": Sample(_MOVED.format("poly345 0.9"), jobs=(KIN, DYN)),
    "tstepf": Sample("integr dop853 1e-11\ntstepf 2 0.02s 6/s", jobs=SIMULATED),
    "tcycle": Sample("DYNAMICS | motor pinion.angb async 9N*m 31/s\nintegr dop853 1e-10\ntcycle 2 0.5 29/s",
                     RACK, SIMULATED),
    "integr": _method("dop853"),
    **{f"law {law}": _law(f"{law} 0.9") for law in
       ("poly345", "poly4567", "poly3456", "cycloid", "harmonic", "modsine", "modtrap")},
    "law const": _law("const 3/s 5/s^2"),
    "law trapezoid": _law("trapezoid 0.9 0.31"),
    "law points": _law("points 0.07s 0.3 0.21s 0.9"),
    "law freepoints": _law("freepoints 0.03s 0.1 0.09s 0.4 0.16s 0.3 0.21s 0.9"),
    "integr heun": _method("heun"),
    "integr dop853": _method("dop853"),
    "integr radau": _method("radau"),
    # STUDY
    "vary": Sample(_DEFINED + "vary r 0.1m 0.12m 3"),
    "tol": Sample("tol crank.lenl 0.0001m"),
    "tol uniform": Sample("tol crank.lenl 0.0001m uniform"),
    "figure": Sample("figure size (span(seen1)+2*peak(seen2))"),
    "path": Sample("path miss seen1 seen2 0.2m 0.3m 0.21m 0.31m"),
    "timed": Sample("timed miss seen1 seen2 0.1 0.2m 0.3m 0.2 0.21m 0.31m"),
    "goal": Sample("STUDY | figure size (span(seen1))\ngoal min size"),
    "goal min": Sample("STUDY | figure size (span(seen1))\ngoal min size"),
    "goal max": Sample("STUDY | figure size (span(seen1))\ngoal max size"),
    # EXERCISE
    **{word: Sample(f'{_DEFINED}EXERCISE | {_ASK}\n{word} "words;(here){{r}}"')
       for word in ("title", "text", "hint", "solution")},
    "choose": Sample(f"{_DEFINED}EXERCISE | {_ASK}\nchoose r 0.1m 0.12m 0.01m"),
    "fair": Sample(f"EXERCISE | {_ASK}\nfair (size+1.0)"),
    "ask": Sample('ask size (span(seen1)) 2% mm 1 "Far?"'),
    "mistake": Sample(f'{_DEFINED}EXERCISE | {_ASK}\nmistake size "twice" r (2.0*r)'),
    "keep": Sample("STUDY | figure size (span(seen1))\nkeep size 0m 0.5m"),
}  # fmt: skip

SPACE: dict[str, Sample] = {
    "elem BINS": Sample("TOPOLOGY | elem own BINS B0 A free"),
    "elem TR1S": Sample("TOPOLOGY | elem own TR1S B0 la A free"),
    "elem TR2S": Sample("TOPOLOGY | elem own TR2S A0 B0 A B free"),
    "elem HINGE": Sample("TOPOLOGY | elem own HINGE la lb free\nGEOMETRY | axle own 0.1 0.2 1"),
    "elem BEAMS": Sample(_TIP.replace("tip", "own")),
    "elem": Sample(),
    "input": Sample(),
    "param": Sample("TOPOLOGY | param slip ha.angx 1 hb.angx 0.4\nSTORAGE | bufe2 slip own"),
    "point": Sample(),
    "turn": Sample("turn la 0.1 0.2 0.9 0.3"),
    "para": Sample(),
    "axle": Sample(),
    "across": Sample(_TIP + "across tip 0.1 0.9 0.2\nDYNAMICS | stiff tip 21700N 4.19N*m^2 2.17N*m^2 1.1N*m^2\n"
                     "DYNAMICS | force T 3N 4N 5N\nSTORAGE | bufdisp T own1 own2 own3"),
    "inertia": Sample("inertia B 0.217kg"),
    "uniform": Sample("uniform coupler 0.217kg"),
    "solid": Sample("solid rocker 0.217kg 0.0119m 0.0413m 0.0219m 0.00731kg*m^2 0.00619kg*m^2 0.00519kg*m^2 "
                    "0.00017kg*m^2 0.00023kg*m^2 0.00029kg*m^2"),
    "spring": Sample("spring coil.lenl 217N/m -11.9N"),
    "damper": Sample("damper coil.lenl 2.17N*s/m"),
    "friction": Sample("friction coil.lenl 0.217 coupler.lenl"),
    "damping": Sample("damping 0.217/s 0.00419s"),
    "where": Sample("where eager (-4.19N*cos(40/s*t))\nforce B 21.7N (eager) 0"),
    "bufzeta": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nDYNAMICS | damper coupler.lenl 217N*s/m\n"
                      "bufzeta 1 own1 own2"),
    "gravity": Sample("gravity 2.17m/s^2 0.419 0.2 -0.9"),
    "force": Sample("force B 21.7N (-4.19N*cos(40/s*t)) 0"),
    "moment": Sample("moment lb 2.17N*m (-4.19N*m*cos(40/s*t)) 0"),
    "section": Sample(_TIP + "section tip rect 0.011m 0.0071m E 2.1e9N/m^2 G 0.8e9N/m^2 rho 780kg/m^3\n"
                      "STORAGE | bufstress tip own1\nSTORAGE | bufdisp T own2 own3 own4"),
    "bufstress": Sample(_TIP + "DYNAMICS | section tip round 0.011m E 2.1e9N/m^2 G 0.8e9N/m^2\n"
                        "DYNAMICS | force T 3N 4N 5N\nbufstress tip own"),
    "elastic": Sample(_TIP + "stiff tip 21700N 4.19N*m^2 2.17N*m^2 1.1N*m^2\nelastic tip.angpy tip.angqy\n"
                      "STORAGE | bufdisp T own1 own2 own3"),
    "carry": Sample("carry coil.lenl hb.angx\nSTORAGE | bufdrive coil.lenl own1\nSTORAGE | bufdrive hb.angx own2"),
    "flex": Sample("flex coupler.lenl 2.17e-6m/N\nSTORAGE | bufdef coupler.lenl own"),
    "stiff": Sample(_TIP + "uniform tip 0.3kg 0.0002kg*m^2\nstiff tip 21700N 4.19N*m^2 2.17N*m^2 1.1N*m^2\n"
                    "STORAGE | bufdisp T own1 own2 own3"),
    "bufx0": Sample("bufx0 B own1 own2 own3"),
    "bufx1": Sample("bufx1 B own1 own2 own3"),
    "bufx2": Sample("bufx2 B own1 own2 own3"),
    "bufdx1": Sample("bufdx1 B own1 own2 own3"),
    "bufdx2": Sample("bufdx2 B own1 own2 own3"),
    "bufe0": Sample("bufe0 coil.lenl own"),
    "bufe1": Sample("bufe1 coil.lenl own"),
    "bufe2": Sample("bufe2 coil.lenl own"),
    "bufde1": Sample("bufde1 coil.lenl own"),
    "bufde2": Sample("bufde2 coil.lenl own"),
    "bufsigma": Sample("bufsigma rocker.lenv own"),
    "bufreac": Sample("bufreac A0 own1 own2 own3"),
    "bufmom": Sample("bufmom f own1 own2 own3"),
    "bufomega": Sample("bufomega lb own1 own2 own3"),
    "bufalpha": Sample("bufalpha lb own1 own2 own3"),
    "bufconn": Sample("bufconn coupler B own1 own2 own3"),
    "bufpin": Sample("bufpin coupler B own1 own2 own3 own4"),
    "bufpinm": Sample("bufpinm rocker lb own1 own2 own3 own4"),
    "bufshake": Sample("bufshake own1 own2 own3 own4 own5 own6 0.1m 0.2m 0.3m"),
    "bufmu": Sample("bufmu coupler rocker own"),
    "bufcm": Sample("bufcm own1 own2 own3"),
    "bufdrive": Sample("bufdrive ha.angx own"),
    "bufcalc": Sample("bufcalc (sqrt(dx(B.x)^2+(2.0*dx(B.z))^2)) own"),
    "bufjred": Sample("bufjred own"),
    "bufekin": Sample("bufekin own"),
    "bufepot": Sample("bufepot own"),
    "bufpower": Sample("bufpower ha.angx own"),
    "bufdef": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufdef coupler.lenl own"),
    "bufdisp": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufdisp B own1 own2 own3"),
    "bufeig": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufeig 1 own"),
    "bufbuck": Sample("DYNAMICS | flex coupler.lenl 2.17e-6m/N\nbufbuck 1 own"),
    "animate": Sample("ANIMATE film"),
    "view": Sample("view 40 20"),
    "plotcurv": Sample("plotcurv seen1 seen2"),
    "drawmech": Sample("drawmech 1 3"),
}  # fmt: skip
SPACE = {word: sample._replace(base=IN_SPACE) for word, sample in SPACE.items()}
