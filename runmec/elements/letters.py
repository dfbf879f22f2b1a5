"""What formulas call form parameters, by their words: a letter, and behind `_` what stands below it."""

from __future__ import annotations

from typing import Final

LENGTH_LETTER: Final = "ℓ"
ANGLE_LETTER: Final = "β"

LETTERS: Final = {
    "lenl": LENGTH_LETTER, "lens": "s", "lenu": "u", "lenv": "v", "lenw": "w", "lenr": "r", "angb": ANGLE_LETTER,
    "angp": "ψ_P", "angq": "ψ_Q", "mesh": "m", "angw": "ω", "angd": "δ", "angx": "θ", "tily": "τ_y", "tilz": "τ_z",
    "cosu": "κ", "angt": "τ", "angpy": "ψ_Py", "angpz": "ψ_Pz", "angqy": "ψ_Qy", "angqz": "ψ_Qz",
}  # fmt: skip
