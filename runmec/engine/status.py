"""How an attempt may end; `sentences` of them are composed where users are told."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
TOO_NEAR: Final = 1  # a group is closer to a singular position than is allowed
NO_POSITION: Final = 2  # Newton finds none, or one that may belong to another branch
MASSLESS: Final = 3  # the reduced inertia has no inverse
NOT_FINITE: Final = 4  # a force or an acceleration has no value
NOT_CORRECTED: Final = 5  # an implicit step did not converge
UNDECIDABLE: Final = 6  # what holds the motion cannot be found
CHATTERS: Final = 7  # pieces end faster than the motion can go on
TOO_SHORT: Final = 8  # the error asks for steps below rounding
TOO_MUCH_WORK: Final = 9  # the bound on the work is reached
INTERRUPTED: Final = 10  # by the user
LOCKED: Final = 11  # no internal forces fit friction to the motion, or more than one set of them
MISFIT: Final = 12  # a surplus parameter does not fit
NOT_ALONG: Final = 13  # a motion beside another one does not take the same steps
