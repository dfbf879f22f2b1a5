"""What is right of the guests, by formulas of their own."""

from __future__ import annotations

import numpy as np
import pytest

import runmec

PULLEYS = """DYN ANA
DEFINE
  r1 0.02
  r2 0.06
TOPOLOGY
  elem small TR1 P a A
  elem large TR1 Q b B
  elem flat BELT P a Q b
  input small.angb
GEOMETRY
  point P 0 0 fixed
  point Q 0.3 0 fixed
  point A 0.02 0
  point B 0.36 0
  angle a 0
  angle b 0
  belt flat (r1) (r2)
DYNAMICS
  force b -4
STORAGE
  bufx0 b turned
  bufsigma flat.slip pull
  bufdrive small.angb drive
MOVEMENT
  tstepe 4 0.1 60 0
END
"""


def test_a_belt_turns_by_the_ratio_of_its_radii_and_follows_them() -> None:
    """b = a·r1/r2; it pulls with M/r2, the drive gives M·r1/r2; their derivatives by hand."""
    result = runmec.run(runmec.loads(PULLEYS))
    a = 60.0 * result.time
    assert result["turned"] == pytest.approx(a * 0.02 / 0.06, abs=1e-12)
    assert abs(result["pull"]) == pytest.approx(np.full(5, 4.0 / 0.06), rel=1e-12)
    assert result["drive"] == pytest.approx(np.full(5, 4.0 * 0.02 / 0.06), rel=1e-12)
    by = result.sensitivity("turned", to=["r1", "r2"])
    assert by.is_exact
    assert by["r1"] == pytest.approx(a / 0.06, abs=1e-9)
    assert by["r2"] == pytest.approx(-a * 0.02 / 0.06**2, abs=1e-9)
    assert result.sensitivity("drive", to=["r1"])["r1"] == pytest.approx(np.full(5, 4.0 / 0.06), rel=1e-8)


MASS = """DYN SIM
UNITS SI
TOPOLOGY
  elem way TR1 O level A free
  input way.lenu way.lenv
GEOMETRY
  point O 0 0 fixed
  angle level 0 fixed
  point A 0 0
DYNAMICS
  inertia A 0.5
  drag A 0.2
  motor way.lenu zero
  motor way.lenv zero
STORAGE
  bufspeed A speed
MOVEMENT
  integr dop853 1e-11
  tstepf 10 2 3 4
END
"""


def test_drag_slows_a_mass_as_the_closed_form_has_it() -> None:
    """v' = −(c/m)·v²: v = v₀/(1 + c·v₀·t/m), with v₀ = 5."""
    result = runmec.run(runmec.loads(MASS))
    assert result["speed"] == pytest.approx(5.0 / (1.0 + 0.2 * 5.0 * result.time / 0.5), rel=1e-9)
    assert result.unit("speed").symbol == "m/s"


def test_a_skewed_rise_follows_its_numbers() -> None:
    """ds/dq = h·u⁴(1 − u)³, ds/dp = h·u³(1 − u)³, s(1) = h."""
    text = PULLEYS.replace("DEFINE", "DEFINE\n  p 0.3\n  q 0.4").replace(
        "tstepe 4 0.1 60 0", "law 1 skewed 2 (p) (q)\n  tmove 8 0.4"
    )
    result = runmec.run(runmec.loads(text.replace("bufx0 b turned", "bufx0 b turned\n  bufinp 1 phi")))
    u = result.time / 0.4
    assert result["phi"][-1] == pytest.approx(2.0)
    by = result.sensitivity("phi", to=["p", "q"])
    assert by["p"] == pytest.approx(2.0 * u**3 * (1 - u) ** 3, abs=1e-9)
    assert by["q"] == pytest.approx(2.0 * u**4 * (1 - u) ** 3, abs=1e-9)
    with pytest.raises(runmec.DeckError, match="above 1 the rise goes back"):
        runmec.loads(text.replace("p 0.3", "p 0.8"))
