"""Derivatives of simulated motions, carried along with them: against closed forms, and quotients of whole runs."""

from __future__ import annotations

import re

import numpy as np
import pytest

import runmec
from runmec.deck import loads

SLIDER = """\
DYN SIM ; a mass on a guide
DEFINE
  m 2
  k 50
  x0 0.3
  T 1.3
GEOMETRY
  point O 0 0 fixed
  point A (1+x0) 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x (m)
  motor s.lenl (-k*(inp(s.lenl)-1))
STORAGE
  bufinp s.lenl x
  bufdinp1 s.lenl v
  buftime t
MOVEMENT
  integr {method}
  tstepf 13 (T) 0
END
"""


@pytest.mark.parametrize("method", ["heun", "dop853", "radau"])
def test_an_oscillator(method: str) -> None:
    """x = 1 + x0 cos ωt, ω = √(k/m), over a time that is a number of the deck too."""
    result = runmec.run(loads(SLIDER.format(method=method)))
    w, t = 5.0, result.time
    rise = -0.3 * t * np.sin(w * t)  # to ω
    exact = {"m": rise * -w / 4, "k": rise * w / 100, "x0": np.cos(w * t), "T": -0.3 * w * np.sin(w * t) * t / 1.3}
    found = result.sensitivity("x", list(exact))
    for name, by in exact.items():
        np.testing.assert_allclose(found[name], by, atol=2e-8 * np.max(np.abs(by)))
    assert not found.is_exact
    assert np.all(found.error < 1e-6)
    np.testing.assert_allclose(result.sensitivity("t", "T")["T"], t / 1.3, atol=1e-9)


ARM = """\
DYN SIM ; two links, one of them held by a sampled motor, one by a motor with a current
DEFINE
  m 2
  l 0.5
  c 0.2
  top 1.5
GEOMETRY
  point O 0 0 fixed
  point A (l*cos(0.7)) (l*sin(0.7))
  point B 0.9 0.1
TOPOLOGY
  elem a BIN O A lenl (l)
  elem b BIN A B lenl 0.6
  param elbow b.angb 1 a.angb -1
  input a.angb b.angb
DYNAMICS
  inertia A (m)
  uniform b 1
  gravity 9.81 (-pi/2)
  damper elbow (c)
  spring elbow 0 0 -1 -0.6 (20*c) 3
  state i (c) ((1-inp(a.angb)-0.1*dinp(a.angb)-i)/0.05)
  sample 0.07 u 0 (-m*(inp(b.angb)+c*dinp(b.angb)))
  where limited (min(max(u,-top),top))
  motor a.angb (2*i + step(t-0.3))
  motor b.angb (limited + table(inp(b.angb), -1,0.5, 0,0, 0.4,1))
STORAGE
  bufx0 B bx by
  bufinp b.angb beta
  bufreac O fx fy
  bufstate i i
  bufstate u u
MOVEMENT
  integr dop853
  tstepf 9 0.6 0 0.5
  stepe 1 0.01 0
  tstepf 4 0.2 (c) 0
END
"""


@pytest.mark.parametrize("name", ["m", "l", "c", "top"])
def test_quotients_of_fourth_order(name: str) -> None:
    """Through states, samples, what ends pieces, a switch by the clock, and several moves."""
    deck = loads(ARM)
    result = runmec.run(deck)
    value = next(define.value for define in deck.defines if define.name == name)
    step = 4e-4 * value
    asked = ("bx", "beta", "fy", "i", "u")

    def at(times: int) -> np.ndarray:
        text = ARM.replace("integr dop853", "integr dop853 1e-13")
        text = re.sub(rf"^  {name} .*$", f"  {name} {value + times * step!r}", text, count=1, flags=re.MULTILINE)
        beside = runmec.run(loads(text))
        return np.array([beside[one] for one in asked])

    quotient = (8 * (at(1) - at(-1)) - at(2) + at(-2)) / (12 * step)
    for row, one in zip(quotient, asked, strict=True):
        found = result.sensitivity(one, name)
        assert np.max(np.abs(found[name] - row)) < 1e-6 * np.max(np.abs(row)), one


def test_where_a_jump_moves_its_instant_whole_runs_are_compared() -> None:
    """At 1 m/s from 0.3 m on; a force of 3 N from c on: x = x0 + t + F/2m (t − t_c)², ∂x/∂c = −F/m (t − t_c)."""
    text = SLIDER.format(method="dop853").replace("(-k*(inp(s.lenl)-1))", "(3*step(inp(s.lenl)-k/25))")
    result = runmec.run(loads(text.replace("(T) 0", "(T) 1")))
    late = np.maximum(result.time - 0.7, 0.0)
    found = result.sensitivity("x", "k")
    assert np.max(np.abs(found["k"] + 3 / 2 * late / 25)) < 1e-4
    assert found.error[0] > 1e-10


def test_samples_that_keep_their_instants_while_rows_move() -> None:
    """A sampled force in rows of a time that changes: what is between samples still is x + v t + a t²/2."""
    text = SLIDER.format(method="dop853").replace(
        "motor s.lenl (-k*(inp(s.lenl)-1))", "sample 1 u 0 (k)\n  motor s.lenl (u)"
    )
    result = runmec.run(loads(text.replace("tstepf 13 (T)", "tstepf 4 (T/2)")))
    found = result.sensitivity("x", ["T", "k"])
    t = result.time
    np.testing.assert_allclose(found["T"], 25 * t * t / 1.3, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(found["k"], t * t / 4, rtol=1e-8, atol=1e-12)
