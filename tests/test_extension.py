"""Elements of one's own: taken where their derivatives are right, refused with a reason where not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runmec
from runmec import extension
from runmec.deck.kinds import KINDS
from runmec.deck.vocabulary import CHOICES
from runmec.elements import FORMULAS

ENDS = ("xP", "yP", "xQ", "yQ")
SQUARE = runmec.Kind("SQB", "bar by the square of its length", ENDS, {"lenq": ENDS}, {"lenq": "half the square of PQ"})

CRANK = """DYN ANA
TOPOLOGY
  elem 1 SQB 1 2 3 4
       2 BIN 1 2 3 4
  form 1 lenq 1 1 1
       2 angb 2 2 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 0.4
       4 0
  para 1 (0.5*0.3^2)
       2 0
DYNAMICS
  inertia 3 2
          4 2
MOVEMENT
  tstepe 8 1 5 0
END
"""


def deform(x: Any) -> Any:
    dx, dy = x[2] - x[0], x[3] - x[1]
    return ((dx * dx + dy * dy) / 2.0,), ((-dx, -dy, dx, dy),)


def second(x: Any, v: Any, w: Any) -> Any:
    return ((v[2] - v[0]) * (w[2] - w[0]) + (v[3] - v[1]) * (w[3] - w[1]) + 0.0 * x[0],)


@pytest.fixture(autouse=True)
def tables_as_before() -> Iterator[None]:
    tables: tuple[Any, ...] = (KINDS, FORMULAS, CHOICES["TYPE"], CHOICES["form"], extension.ADDED)
    before = [table.copy() for table in tables]
    yield
    for table, contents in zip(tables, before, strict=True):
        table.clear()
        table.update(contents)


def test_a_new_element_takes_part() -> None:
    """A crank of 0.3 m with 2 kg at its end, 5 rad/s: tension m r ω²; σ of half the square of r is that by r."""
    runmec.add_element(SQUARE, deform, second)
    result = runmec.run(runmec.loads(CRANK))
    angle = 5 * result.time
    np.testing.assert_allclose(result["x3"], 0.3 * np.cos(angle), atol=1e-15)
    np.testing.assert_allclose(result["ddx4"], -25 * 0.3 * np.sin(angle), atol=1e-13)
    np.testing.assert_allclose(result["sigma 1"] * 0.3, 2 * 0.3 * 25, rtol=1e-13)
    assert result.trust.worst < 1e-13


def test_before_it_is_added_the_word_is_unknown() -> None:
    with pytest.raises(runmec.DeckError, match="SQB"):
        runmec.loads(CRANK)


def test_wrong_derivatives_are_told() -> None:
    def wrong_sign(x: Any) -> Any:
        e, ((a, b, c, d),) = deform(x)
        return e, ((a, b, c, -d),)

    with pytest.raises(ValueError, match=r"^derivatives of lenq: the formula gives"):
        runmec.add_element(SQUARE, wrong_sign, second)
    with pytest.raises(ValueError, match=r"^second derivatives of lenq: the formula gives"):
        runmec.add_element(SQUARE, deform, lambda x, v, w: (2.0 * second(x, v, w)[0],))
    with pytest.raises(ValueError, match="derivatives of lenq: 4 co-ordinates, 3 derivatives"):
        runmec.add_element(SQUARE, lambda x: (deform(x)[0], (deform(x)[1][0][:3],)), second)
    with pytest.raises(ValueError, match="1 form parameters, deform gives 2"):
        runmec.add_element(SQUARE, lambda x: tuple(2 * part for part in deform(x)), second)
    assert "SQB" not in KINDS


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "sqb"}, "a word in capitals"),
        ({"name": "123"}, "a word in capitals"),
        ({"name": "BIN"}, "is an element of the language"),
        ({"coordinates": ("xP", "yP", "xQ")}, "co-ordinates are xP yP xQ yQ"),
        ({"forms": {"square": ENDS}, "form_meaning": {"square": ""}}, "begins with len"),
        ({"forms": {"lenq": (*ENDS, "bP")}}, "depends on co-ordinates that SQB has not"),
        ({"forms": {"lenq": ENDS[:3]}}, "has derivatives to yQ"),
        ({"form_meaning": {}}, "a meaning in words"),
    ],
)
def test_wrong_facts_are_told(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        runmec.add_element(SQUARE._replace(**change), deform, second)


def test_it_is_not_simulated() -> None:
    runmec.add_element(SQUARE, deform, second)
    free = CRANK.replace("DYN ANA", "DYN SIM").replace("tstepe 8 1 5 0", "tstepf 8 1 5")
    with pytest.raises(runmec.CalculationError, match="SQB has no formulas for simulation"):
        runmec.run(runmec.loads(free))
