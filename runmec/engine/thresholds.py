"""What was found by trial, with the experiments that it was chosen by or held to; what was not tried here says so.

(a) A02 with 2, 10 and 40 four-bars, tolerances 1e-4 … 1e-11, 40 different numbers of rows: all 20 flat positions are to
    be passed, errors within a few hundred tolerances (tests/test_free_motion.py).
(b) The 5×5 grids H, R and S, drift of energy below 1 J (benchmarks).
(c) 3 000 simulations of crank-rockers and slider-cranks that come within 1e-2 … 1e-5 of a flat position, all methods,
    and 1 056 of the same linkages in given motion: none was on another branch (some are in tests/test_branches.py).
(d) 1 500 random mechanisms in given motion against the engine before this one, which had the same values.
"""

from __future__ import annotations

from typing import Final

# ---- Newton. Carried over from the engine before; held to (c) and (d), other values were not tried.
NEWTON_AT_MOST: Final = 12
CONTRACTION: Final = 0.1  # the second correction, at most this part of the first
SURE: Final = 1e-7  # corrections below this need no watching
CLOSE: Final = 3e-8  # whose square is rounding: nothing is left to correct

# ---- predictions from three known positions. (a): looks at D an evaluation, 1.24 … 1.5.
DISTINCT: Final = 0.02  # two that are closer than this part of the way predict worse than one

# ---- more parameters than needed. Three cranks out of line through two turns: quality never below 0.046.
FLATTENS: Final = 0.05  # quality of a group below which another independent set is looked for
FITS: Final = 1e-6  # of its size: what a surplus parameter may be away from its value
LOCKS: Final = 1e-6  # of sizes: by which an input may change one that does not yield

# ---- passages of singular positions. Held to (a) and (c); other values were not tried.
EXISTS: Final = 1e-9  # what an interpolated position may miss, as a part of the sizes of its rows
FLAT: Final = 2e-4  # quality at which a position is as good as singular: the interpolation must close by then
PASSAGE_HALVINGS: Final = 30
PASSAGE_PLACES: Final = 10

# ---- steps beside singular positions. Chosen on (a) and (b) by the engine before, but for CROSSING_ERROR, which
# changed nothing in (a).
APPROACH: Final = 0.3  # part of a group's quality at the start of a step down to which it may fall, if that is small
NEAR: Final = 0.015  # quality of a group at which a position is refused, at most
OUTSIDE: Final = 5.0  # times the quality that is refused: where steps may end
BETWEEN_STAGES: Final = 0.06  # of what a group's quality changes in a step: fits between the stages of DOP853
SHORTER: Final = 12  # shorter steps are tried so many times,
LONGER: Final = 34  # longer ones up to here, then stages may come nearer,
PATIENCE: Final = 70  # and after that ends of steps too
CROSSING: Final = 30.0  # times the tolerance: still far less than what positions close to a singular one would cost
CROSSING_ERROR: Final = 1e-5  # but not more than this, where the tolerance is large already

# ---- steps of a simulation. (a), N = 10 at 1e-4: a step of 1.95 rad changed the energy by 0.12 J where its own error
# estimate was below the tolerance; with steps of at most 1.25 rad the error over 20 s fell from 0.085 to 0.0034 m.
TURN_A_STEP: Final = 1.0  # radians of a free angle in one step
GRIP: Final = 20.0  # how fast a co-ordinate may move relative to a free parameter, at a dead centre of a slider-crank

# ---- given motion. Carried over from the engine before, but for STRADDLE; held to (c) and (d).
ANGLE_A_STRIDE: Final = 0.7  # radians that an input may turn between two nodes
LENGTH_A_STRIDE: Final = 0.25  # of the size of what it moves
WANTED_CONTRACTION: Final = 0.01
SMALLEST_STRIDE: Final = 1e-9  # of the longest
NEAR_SINGULAR: Final = 0.01  # quality of a group below which a node had better be placed elsewhere
STRADDLE: Final = 0.2  # qualities on both sides of a singular position, together: nodes further off do not tell
SINGULAR: Final = 1e-5  # quality of a group that has no direction of its own
LEFT_AS_IT_IS: Final = 1e-7  # quality of a group too near to a singular position to be corrected
FAR_FROM_PREDICTION: Final = 0.02  # of the size of a group: a row was predicted badly

# ---- derivatives of the equation of motion by extrapolated differences. Held to closed forms of a pendulum and of a
# slider-crank beside its dead centre (tests/test_linearisation.py).
FIRST_SHIFT: Final = 0.05  # radian, or part of the size of a group
SHIFTS: Final = 6  # first steps that are tried, each a quarter of the one before
GOOD_DERIVATIVE: Final = 1e-10  # of the largest in its column

# ---- rest. Held to the cases of tests/test_rest.py; other values were not tried.
GRIP_LOST: Final = 0.2  # quality of a group below which co-ordinates take the place of its freedoms
GRIP_REGAINED: Final = 0.4
DEAD_CENTRE: Final = 0.02  # quality of a group without freedoms below which all groups become one, with co-ordinates
DEAD_CENTRE_LEFT: Final = 0.05
LEAST_LED: Final = 1 / 1024  # of a way that parameters are led: a position that needs smaller steps is not there
