"""Writes tests/bad/*.txt, the whole message beside each bad deck: `python -m tests.make_bad_decks`.

The decks are Table 8.1 with one thing spoilt; read every changed text before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from runmec.deck import check
from runmec.diagnostics import render

BAD = Path(__file__).parent / "bad"
EXAMPLE = Path(__file__).parent.parent / "inputs" / "example8.mec"

#: name -> (old text, new text) in Table 8.1
SPOILT: dict[str, tuple[str, str]] = {
    "D101_unknown_word": ("  spring -1 200", "  sprong -1 200"),
    "D101_unknown_section": ("GEOMETRY", "GEOMETRIE"),
    "D101_nothing_near": ("  gravity 9.81 -1.5708", "  Schwerkraft 9.81 -1.5708"),
    "D102_wrong_section": ("DYNAMICS\n", "DYNAMICS\n  para 7 0.5\n"),
    "D102_header_missing": ("STORAGE\n", ""),
    "D103_decimal_comma": ("-0.1\n        3 -0.1", "-0,1\n        3 -0.1"),
    "D103_comma_between": ("10 11 12 13 16 17", "10,11 12 13 16 17"),
    "D104_letter_o": ("para 4 0.6", "para 4 O.6"),
    "D105_not_a_number": ("para 4 0.6", "para 4 long"),
    "D105_bare_expression": ("para 4 0.6", "para 4 2*0.3"),
    "D105_typographic_minus": ("spring -1 200 -50", "spring -1 200 \N{MINUS SIGN}50"),
    "D106_not_closed": ("para 4 0.6", "para 4 (2*(0.1+0.2)"),
    "D124_not_closed": ("para 4 0.6", 'para 4 "0.6'),
    "D125_no_file": ("para 4 0.6", 'para 4 (table(1, "nowhere.csv"))'),
    "D126_no_column": ("para 4 0.6", 'para 4 (table(1, "measured.csv", x, Y))'),
    "D127_no_number": ("para 4 0.6", 'para 4 (table(1, "measured.csv", x, y))'),
    "D107_expression": ("para 4 0.6", "para 4 (2 pi)"),
    "D107_power": ("para 4 0.6", "para 4 (2**3)"),
    "D108_unknown_name": ("para 4 0.6", "para 4 (pii)"),
    "D108_unknown_function": ("para 4 0.6", "para 4 (sinn(0.6))"),
    "D109_arguments": ("para 4 0.6", "para 4 (atan2(0.6))"),
    "D109_table": ("para 4 0.6", "para 4 (table(1, 2,3, 1,4))"),
    "D110_too_few": ("elem 1 BIN 1 2 18 19", "elem 1 BIN 1 2 18"),
    "D110_spring": ("spring -1 200 -50 ;", "spring -1 200 -50 0.1 0.2 ;"),
    "D110_frame": ("18 15 0 0 -1 -2", "18 15 0 0"),
    "D102_define_missing": ("TOPOLOGY\n", "  r 0.1\n  s (2*r)\nTOPOLOGY\n"),
    "D106_not_closed_inside": ("0.20944", "(2*pi/30"),
    "D107_multiplication": ("0.20944", "(2pi/30)"),
    "D111_comment": ("uniform 3 1.3", "uniform 3 1.3 # crank"),
    "D111_equals": ("TOPOLOGY\n", "DEFINE\n  r = 0.1\nTOPOLOGY\n"),
    "D210_negative_length": ("para 4 0.6", "para 4 -0.6"),
    "D215_too_many_inputs": ("nr dof 1", "nr dof 2"),
    "D253_degrees": ("-1.5708", "-90"),
    "D253_degrees_of_para": ("para 4 0.6", "para 10 120\n        4 0.6"),
    "D253_degrees_of_a_coordinate": ("        9 0.0", "        9 90"),
    "D253_degrees_of_a_sine": ("para 4 0.6", "para 4 (0.6*sin(90))"),
    "D253_table_in_degrees": ("gravity 9.81", "force 16 (table(e(10), 0,0, 90,10, 360,0))\n  gravity 9.81"),
    "D263_body_and_uniform": ("  spring -1", "  body 4 2.6 0.3 0 0.1\n  spring -1"),
    "D264_time_stands_still": ("tstepe 120 0.20944 30.0 0.0", "stepe 120 (2*pi)"),
    "D269_length_in_millimetres": ("para 4 0.6", "para 4 600"),
    "D253_degrees_of_a_way": ("tstepe 120 0.20944 30.0 0.0", "stepe 120 360"),
    "D101_other_comment": ("  uniform 3", "  # masses\n  uniform 3"),
    "D255_one_direction": ("          17 0.5\n", ""),
    "D304_undefined_angle": ("  xmov 10 -0.1\n        11 0.2", "  xmov 10 0\n        11 0"),
    "D111_too_many": ("uniform 3 1.3", "uniform 3 1.3 2"),
    "D112_whole_number": ("bufx0 16 101", "bufx0 16.0 101"),
    "D112_expression": ("tstepe 120", "tstepe (120)"),
    "D113_nothing_to_repeat": ("GEOMETRY\n", "GEOMETRY\n  1 0.0\n"),
    "D114_job": ("DYN ANA", "DYN ANN"),
    "D114_no_job": ("DYN ANA ;test example dynamics (for Runmec version 3.x)\n", ""),
    "D115_not_ended": ("ENDPIC\nBEGINPIC", "BEGINPIC"),
    "D270_itself": ("STORAGE\n", "STORAGE\n  bufmu 4 4 301\n"),
    "D271_axes_of_space": ("STORAGE\n", "STORAGE\n  bufshake 301 302 303 304 305 306\n"),
    "D272_no_pin": ("DYNAMICS\n", "DYNAMICS\n  bearing 3 14 15 plain 0.02 0.03\n"),
    "D115_outside": ("PRINTBUF\n", "PRINTBUF\n  plotcurv 101 103\n"),
    "D116_not_constant": ("para 4 0.6", "para 4 (0.6+t)"),
    "D117_not_finite": ("para 4 0.6", "para 4 (1/0)"),
    "D117_infinite": ("para 4 0.6", "para 4 1e999"),
    "D118_reserved": ("TOPOLOGY\n", "DEFINE\n  pi 3\nTOPOLOGY\n"),
    "D118_after_topology": ("GEOMETRY\n", "DEFINE\n  r 3\nGEOMETRY\n"),
    "D119_type": ("elem 1 BIN", "elem 1 BIM"),
    "D119_form": ("form 1 lenl", "form 1 lenx"),
    "D117_too_large": ("para 4 0.6", "para 4 1e300"),
    "D210_inputs_without_number": ("nr dof 1", "nr dof 99999999"),
    "D210_film_called_report": ("ANIMATE film", "ANIMATE report"),
    "D268_path": ("MOVEMENT\n  tstepe 120", "STUDY\n  path near 101 103 0 0 1 1\nMOVEMENT\n  tstepe 12"),
    "D226_pictures": ("BEGINPIC\n", "BEGINPIC\n  plotcurv 101 102\nENDPIC\n" * 80 + "BEGINPIC\n"),
    "D120_nested": ("para 4 0.6", "para 4 " + "(" * 101 + "1" + ")" * 101),
    "D151_no_end": ("\nEND\n", "\n"),
    "D152_counter": ("        3 lenl 3 3 1", "        4 lenl 3 3 1"),
    "D201_element": ("uniform 3 1.3", "uniform 13 1.3"),
    "D202_coordinate": ("7 BIN 7 8 14 15", "7 BIN 7 8 14 21"),
    "D203_parameter": ("para 4 0.6", "para 14 0.6"),
    "D203_dependent": ("para 4 0.6", "para -1 0.6"),
    "D204_input": ("bufinp 1 100", "bufinp 2 100"),
    "D205_buffer": ("plotcurv 101 102", "plotcurv 101 112"),
    "D206_element_twice": ("        2 BIN 3 4 18 19", "        1 BIN 3 4 18 19"),
    "D206_buffer_twice": ("bufx0 17 102", "bufx0 17 101"),
    "D206_coordinate_twice": ("  xmov 10 -0.1", "  xmov 9 -0.1"),
    "D207_form": ("8 lenu 6 8 1", "8 lenl 6 8 1"),
    "D208_length_and_angle": ("6 TR1 12 13 9 14 15", "6 TR1 12 13 8 14 15"),
    "D209_prescribed": ("spring -1 200", "spring 1 200"),
    "D210_negative_mass": ("uniform 3 1.3", "uniform 3 -1.3"),
    "D210_no_steps": ("tstepe 120", "tstepe 0"),
    "D210_no_time": ("0.20944", "-0.20944"),
    "D210_position": ("drawmech 1", "drawmech 122"),
    "D210_inputs": ("nr dof 1", "nr dof 11"),
    "D212_not_of_element": ("bufinp 1 100", "bufconn 3 12 100"),
    "D213_not_fixed": ("bufinp 1 100", "bufreac 12 100"),
    "D214_gap": ("2 lenl 2 2 1", "2 lenl 2 12 1"),
    "D215_inputs": ("tstepe 120 0.20944 30.0 0.0", "tstepe 120 0.20944 30.0"),
    "D224_not_of_this_type": ("  xmov 10", "  gear 3 0.1 0.2\n  xmov 10"),
    "D224_without_its_line": ("14 15 ; spring\n", "14 15 ; spring\n        8 GEAR 18 19 9 14 15 9\n"),
    "D216_stiff": ("  gravity", "  stiff 4 1 1\n  gravity"),
    "D217_job": ("tstepe 120 0.20944 30.0 0.0", "tstepf 120 0.20944 30.0"),
    "D218_no_freedom": ("nr dof 1\n", ""),
    "D219_law": ("tstepe 120 0.20944 30.0 0.0 ; exactly one cycle", "law 1 cycloid 6.28"),
    "D251_motor": ("  gravity", "  motor 1 zero\n  gravity"),
    "D251_forces": ("DYN ANA", "KIN ANA"),
    "D252_x_and_y": ("7 BIN 7 8 14 15", "7 BIN 7 8 15 14"),
    "D253_unusual": ("gravity 9.81", "gravity -9.81"),
    "D254_spline": ("tstepe 120 0.20944 30.0 0.0", "law 1 points 0 0 0.1 1\n  tmove 120 0.20944"),
    "D301_loose": ("        2 lenl 2 2 1\n", "        2 lenl 2 -2 1\n        3 lenl 2 -3 1\n"),
    "D302_singular": ("10 angb 3 10 1", "10 angb 2 10 1"),
    "D303_no_inertia": ("", ""),
    "D304_same_point": ("elem 1 BIN 1 2 18 19", "elem 1 BIN 18 19 18 19"),
    "D304_same_place": ("        6 0.0\n        7 0.7", "        6 0.5\n        7 0.7"),
    "D351_fixed_unused": ("  xmov 10", "        20 0.0\n  xmov 10"),
    "D352_moving_unused": ("        19 0.0\n", "        19 0.0\n        20 0.0\n"),
    "D353_element_unused": ("  form 1 ", "  elem 8 BIN 7 8 14 15\n  form 1 "),
    "D101_section_after_define": ("TOPOLOGY\n", "DEFINE\n  r 0.1\nTOPOLGY\n"),
    "D122_unit": ("para 4 0.6", "para 4 600milimetre"),
    "D123_mass_in_millimetres": ("uniform 3 1.3", "uniform 3 1.3mm"),
    "D123_stiffness_for_force": ("spring -1 200 -50", "spring -1 200N/mm -50N/mm"),
    "D123_hertz": ("0.20944 30.0", "0.20944 5Hz"),
    "D105_gravity": ("gravity 9.81", "gravity g"),
    "D105_typographic_minus_with_unit": ("spring -1 200 -50", "spring -1 200 \N{MINUS SIGN}50N"),
    "D103_decimal_comma_with_unit": ("uniform 3 1.3", "uniform 3 1,3kg"),
    "D111_unit_apart": ("para 4 0.6", "para 4 600 mm"),
    "D253_gravity_in_components": ("gravity 9.81 -1.5708", "gravity 0 -9.81"),
    "D258_free_length": ("spring -1 200 -50", "spring -1 200 0.25"),
    "D259_spring_on_a_rigid_length": ("7 BIN 7 8 14 15", "7 BIN 5 6 14 15"),
    "D257_force_on_the_frame": ("  gravity", "  force 5 100\n  gravity"),
    "D262_gram": ("gravity 9.81", "gravity (g)"),
}  # fmt: skip

#: name -> (old text, new text) in the deck with names below
SPOILT_NAMES: dict[str, tuple[str, str]] = {
    "D121_value_of_a_form": ("  input", "  param crank.lenl 30mm\n  input"),
    "D121_word_of_the_language": ("elem s BIN", "elem spring BIN"),
    "D121_buffer": ("bufsigma crank.angb drive", "bufsigma crank.angb motor"),
    "D121_not_a_name": ("point C 0.05", "point C-2 0.05"),
    "D220_point": ("elem rocker BIN B0 B", "elem rocker BIN B00 B"),
    "D220_case": ("elem rocker BIN B0 B", "elem rocker BIN b0 B"),
    "D220_element": ("uniform crank", "uniform krank"),
    "D220_buffer": ("plotcurv cx cy", "plotcurv cx cz"),
    "D220_in_an_expression": ("dx(C.x)", "dx(D.x)"),
    "D220_input": ("input crank.angb", "input kurbel.angb"),
    "D221_point_for_a_coordinate": ("para crank.angb 0", "para crank.angb 0\n  xfix C 0"),
    "D221_element_for_a_parameter": ("bufsigma crank.angb", "bufsigma crank"),
    "D222_inputs_twice": ("input crank.angb", "input crank.angb\n  nr dof 1"),
    "D223_itself": ("buf(fx)^2", "buf(bearing)^2"),
    "D203_dependent_by_name": ("para crank.angb 0", "para s.lenl 0.1"),
    "D204_not_an_input": ("bufinp crank.angb", "bufinp rocker.angb"),
    "D205_number": ("plotcurv cx cy", "plotcurv cx 3"),
    "D206_point_twice": ("point C 0.05", "point A 0.05"),
    "D206_element_name_twice": ("elem rocker BIN", "elem crank BIN"),
    "D206_buffer_name_twice": ("bufsigma crank.angb drive", "bufsigma crank.angb phi"),
    "D207_form_by_name": ("bufsigma crank.angb", "bufsigma crank.lenu"),
    "D330_rigid": ("  gravity", "  carry rocker.lenl\n  gravity"),
    "D331_given": ("  gravity", "  motor s.lenl given 1 0\n  gravity"),
    "D332_no_motor": ("bufsigma crank.angb", "bufdrive s.lenl"),
    "D334_carrier_twice": ("  gravity", "  carry s.lenl s.lenl\n  gravity"),
    "D209_rigid": ("spring s.lenl", "spring rocker.lenl"),
    "D110_buffers_of_a_point": ("bufx0 C cx cy", "bufx0 C cx"),
    "D110_nodes": ("elem rocker BIN B0 B", "elem rocker BIN B0"),
    "D119_fixed": ("0.1 0 fixed", "0.1 0 fixd"),
    "D116_buffer_in_a_force": ("dx(C.x)", "buf(fx)"),
    "D202_number_that_is_not_there": ("force C.x", "force 3"),
    "D212_link": ("bufpin coupler B gx gy", "bufpin coupler B0 gx gy"),
    "D218_no_input": ("  input crank.angb\n", ""),
    "D256_para_forgotten": ("  point C", "  para coupler.lenl 0.09\n  para coupler.lenu 0.03\n"
                            "  para coupler.lenv 0.04\n  para crank.lenl 0.03\n  point C"),
    "D210_misfit": ("  point C 0.05", "  misfit 0\n  point C 0.05"),
    "D257_mass_on_the_frame": ("inertia C 0.6", "inertia B0 0.6"),
    "D263_mass_twice": ("  inertia C", "  uniform crank 0.3\n  inertia C"),
    "D264_fixed_point": ("bufx0 C cx cy", "bufx0 A0 cx cy"),
    "D264_nothing_acts": ("bufsigma crank.angb", "bufsigma rocker.angb"),
    "D264_stored_twice": ("  bufcalc", "  bufreac A0 ax ay\n  bufcalc"),
    "D260_time": ("TOPOLOGY\n", "DEFINE\n  t 5\nTOPOLOGY\n"),
    "D261_millimetres": ("", ""),
    "D111_value_of_what_is_free": ("BIN B0 C free", "BIN B0 C free lenl 5mm"),
    "D280_length_held_already": ("  input", "  elem again BIN B B0 lenl 81mm\n  input"),
    "D281_no_form_of_it": ("elem rocker BIN B0 B", "elem rocker BIN B0 B elastic angb 30deg"),
    "D282_without_stiffness": ("elem rocker BIN B0 B", "elem rocker BIN B0 B elastic"),
    "D283_stiffness_twice": ("  gravity", "  section crank rect 9mm 2mm E 210GPa\n  stiff crank 1e6\n  gravity"),
    "D284_no_section": ("bufsigma crank.angb drive", "bufstress crank drive"),
    "D206_value_twice": ("elem crank BIN A0 A", "elem crank BIN A0 A rigid angb 5deg"),
}  # fmt: skip
NAMED = """\
DYN ANA ; a four-bar with names
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  elem s BIN B0 C free
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.1 0 fixed
  point A 30mm 0
  point B 0.084 0.064
  point C 0.05 0.08
  para crank.angb 0
DYNAMICS
  uniform crank 200g
  inertia C 0.6
  spring s.lenl 200 -10
  gravity 9.81 (-90*deg)
  force C.x (-5*dx(C.x)*step(t-0.1))
STORAGE
  bufinp crank.angb phi
  bufx0 C cx cy
  bufsigma crank.angb drive
  bufreac A0 fx fy
  bufcalc (sqrt(buf(fx)^2+buf(fy)^2)) bearing
  bufpin coupler B gx gy
BEGINPIC
  plotcurv cx cy
ENDPIC
MOVEMENT
  tstepe 36 (60/300) 300rpm 0
END
"""

#: whole decks, where Table 8.1 cannot show the fault


def coupled(couples: str, program: str) -> str:
    """Two angles that are held, and couples between them."""
    return f"""\
KIN ANA ; two pointers
TOPOLOGY
  elem one BIN O A
  elem two BIN O B
  param p one.angb 1 fixed
  param q two.angb 1
{couples}  input two.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 2 0
{program}STORAGE
  bufx0 A ax ay
MOVEMENT
  stepe 36 (2*pi)
END
"""


TWO_LINKS = """\
DYN ANA ; two links on a tool path
TOPOLOGY
  elem upper BIN O E
  elem fore BIN E T
  elem way TR1 O z T free
  input way.lenu way.lenv
GEOMETRY
  point O 0 0 fixed
  point E 0.3 0.4
  point T 0.7 0.4
  angle z 0 fixed
DYNAMICS
  inertia T 2
  carry upper.angb fore.angb
END
"""


def resting(dynamics: str, move: str) -> str:
    """A mass on a spring below a support."""
    return f"""STA ANA ; mass on a spring
GEOMETRY
  point O 0 0 fixed
  point A 0 -1
  para s.angb (-pi/2)
TOPOLOGY
  elem s BIN O A angb
  input s.lenl
DYNAMICS
  inertia A 2
  gravity 9.81 (-pi/2)
  motor 1 spring 500 -500
{dynamics}
MOVEMENT
  {move}
END
"""


def asking(line: str) -> str:
    """An exercise about a mass on a spring."""
    return f"""DYN SIM ; mass on a spring
DEFINE
  k 500
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A 2
  motor 1 spring (k) (-k)
STORAGE
  bufx0 A.x x
MOVEMENT
  tstepf 10 1 0.1
EXERCISE
{line}
  ask top (most(x)) 2% "How far does it go?"
END
"""


def controlled(dynamics: str, storage: str = "", move: str = "tstepf 10 1 0") -> str:
    """A mass on a guide with states."""
    return f"""\
DYN SIM ; a mass on a guide
DEFINE
  want 0.5
TOPOLOGY
  elem s BIN O A free
  input s.lenl
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
DYNAMICS
  inertia A.x 2
{dynamics}
STORAGE
  bufinp s.lenl x
{storage}MOVEMENT
  {move}
END
"""


WHOLE = {
    "D333_job": TWO_LINKS.replace("DYN ANA", "KIN ANA"),
    "D335_too_few": TWO_LINKS.replace("carry upper.angb fore.angb", "carry upper.angb"),
    "D340_name_of_the_time": controlled("  state t 0 (want - inp(s.lenl))\n  motor s.lenl (t)"),
    "D341_name_of_define": controlled("  state want 0 (1 - inp(s.lenl))"),
    "D342_below_it": controlled("  where limited (min(max(wish, -4), 4))\n  where wish (-40*(inp(s.lenl) - want))"),
    "D343_too_large": controlled(
        "\n".join(
            ["  where a0 (t)", *(f"  where a{k} (a{k - 1} + a{k - 1})" for k in range(1, 20)), "  motor s.lenl (a19)"]
        )
    ),
    "D344_not_in_this_job": controlled("  state z 0 (inp(s.lenl))", move="tstepe 10 1 1 0").replace("SIM", "ANA"),
    "D345_no_state": controlled(
        "  where wish (-40*(inp(s.lenl) - want))\n  motor s.lenl (wish)", "  bufstate wish u\n"
    ),
    "D321_steady_nothing": resting("  steady A", "load 2"),
    "D322_not_held": resting("", "follow 4 s.lenl 0.1 1"),
    "D360_no_step": asking("  choose k 5 4 1"),
    "D361_no_such_line": asking('  mistake "no damping" drop damper'),
    "D347_motion_given": """DYN SIM ; a crank that is to be simulated
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 0.1 0
DYNAMICS
  inertia A 1
STORAGE
  bufdinp1 crank.angb speed
MOVEMENT
  tstepe 12 1 6 0
END
""",
    "D346_states_rest": controlled("  state z 0 (inp(s.lenl))\n  motor s.lenl (z)", move="tstepe 10 1 1 0"),
    "D303_no_inertia": """\
DYN SIM ; a crank whose mass is on another input
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 1 2 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
       4 angb 2 4 1
  nr dof 2
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
       5 0
       6 1
DYNAMICS
  uniform 2 1.5
MOVEMENT
  tstepf 10 1 0 0
END
""",
    "D225_free_input": """\
DYN SIM ; a block whose friction is to follow from its motor
TOPOLOGY
  elem plane TR1 O level B lenv
  input plane.lenu
  param slide plane.lenu 1
GEOMETRY
  point O 0 0 fixed
  angle level 0 fixed
  point B 1 0
DYNAMICS
  inertia B 2
  friction slide 0.2 plane.lenu
MOVEMENT
  tstepf 10 1 0
END
""",
    "D302_surplus": """\
KIN ANA ; a quadrangle with both diagonals, and a bar that nothing turns
TOPOLOGY
  elem a BIN A B
  elem b BIN B C
  elem c BIN C D
  elem e BIN A C
  elem f BIN B D
  elem g BIN A D
  elem tail BIN C T
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  point B 1 0 fixed
  point C 1 1
  point D 0 1
  point T 2 2
END
""",
    "D214_gap": """\
KIN ANA ; parameter 2 is missing
TOPOLOGY
  elem 1 BIN 1 2 3 4
  form 1 lenl 1 1 1
       2 angb 1 3 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
END
""",
    "D301_loose": """\
KIN ANA ; a bar that nothing turns
TOPOLOGY
  elem 1 BIN 1 2 3 4
  form 1 lenl 1 1 1
  nr dof 0
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
END
""",
    "D261_millimetres": """\
DYN ANA ; lengths in millimetres, gravity in metres
TOPOLOGY
  elem crank BIN A0 A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point A 40 0
  point B 160 0 fixed y
DYNAMICS
  uniform rod 0.3
  gravity 9.81 (-pi/2)
MOVEMENT
  tstepe 36 1 (2*pi) 0
END
""",
    "D231_circle": coupled("  couple p q 1 1\n  couple q p 1 1\n", "  program 1 harmonic 1 1 harmonic -1 1\n"),
    "D231_itself": coupled("  couple p p 1 1\n", "  program 1 harmonic 1 1 harmonic -1 1\n"),
    "D232_program": coupled("  couple p q 7 1\n", ""),
    "D266_unused": coupled("", "  program lift harmonic 1 1 harmonic -1 1\n"),
    "D267_slope": coupled("  couple p q lift 1\n", "  program lift const 1 0 1 dwell 1\n"),
    "D118_starts_with_a_digit": "KIN ANA\nDEFINE\n  2r 0.1\nTOPOLOGY\n  elem 1 BIN 1 2 3 4\n  form 1 lenl 1 1 1\n"
    "       2 angb 1 2 1\n  nr dof 1\nGEOMETRY\n  xfix 1 0\n       2 0\n  xmov 3 1\n       4 0\nEND\n",
    "D218_job_only": "DYN ANA ; nothing else\nEND\n",
    "D218_no_elements": "DYN ANA\nTOPOLOGY\n  nr dof 0\nEND\n",
    "D211_too_much": """\
KIN ANA ; more positions than any machine holds
TOPOLOGY
  elem 1 BIN 1 2 3 4
  form 1 lenl 1 1 1
       2 angb 1 2 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 1
       4 0
STORAGE
  bufx0 3 100
MOVEMENT
  stepe 999999999 1
        999999999 1
        999999999 1
END
""",
}


def decks() -> dict[str, str]:
    example = EXAMPLE.read_text()
    found = {}
    for name, (old, new) in SPOILT.items():
        assert name in WHOLE or example.count(old) >= 1, name
        found[name] = example.replace(old, new, 1)
    for name, (old, new) in SPOILT_NAMES.items():
        assert NAMED.count(old) >= 1, name
        found[name] = NAMED.replace(old, new, 1)
    return found | WHOLE


def message(name: str, text: str) -> str:
    """With 16 GB of free memory, so that the figures are the same everywhere."""
    with mock.patch("runmec.deck.sizes.free", return_value=16e9):
        return render(check(text, f"{name}.mec", {}, BAD)[1], f"{name}.mec", text) + "\n"


if __name__ == "__main__":
    BAD.mkdir(exist_ok=True)
    for old_file in [*BAD.glob("*.mec"), *BAD.glob("*.txt")]:
        old_file.unlink()
    for name, text in decks().items():
        (BAD / f"{name}.mec").write_text(text)
        (BAD / f"{name}.txt").write_text(message(name, text))
