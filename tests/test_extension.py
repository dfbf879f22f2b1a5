"""Elements of one's own take part in everything; refused with a reason where their facts or derivatives are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import runmec
from runmec.deck.kinds import KINDS
from runmec.deck.vocabulary import CHOICES
from runmec.drawing.symbols import symbols
from runmec.symbols.display import Symbol
from runmec.symbols.standard import spring
from runmec.symbols.use import Use

from .free_motion import pendulum
from .linkages import fourbar


def deform(x: Sequence[float]) -> Any:
    dx, dy = x[2] - x[0], x[3] - x[1]
    return ((dx * dx + dy * dy) / 2.0,), ((-dx, -dy, dx, dy),)


def second(x: Sequence[float], v: Sequence[float], w: Sequence[float]) -> Any:
    return ((v[2] - v[0]) * (w[2] - w[0]) + (v[3] - v[1]) * (w[3] - w[1]),)


def mass_force(x: Sequence[float], v: Sequence[float], a: Sequence[float]) -> Any:
    """A uniform bar: 1/3, 1/6."""
    return [(2 * a[0] + a[2]) / 6, (2 * a[1] + a[3]) / 6, (a[0] + 2 * a[2]) / 6, (a[1] + 2 * a[3]) / 6]


def symbol(use: Use) -> Symbol:
    return spring(use.points["P"], use.points["Q"])


SQUARE = runmec.ElementType("SQB", "bar by the square of its length", ("xP", "yP", "xQ", "yQ"),
                            {"lenq": "half the square of PQ"}, deform, second, mass_force, symbol=symbol)  # fmt: skip

#: a four-bar without its measured coupler angle, which only a bar has
FOURBAR = fourbar(extra="uniform 1 1\n 2 2\n 3 1.5\ngravity 9.81 (-pi/2)", moves="tstepe 60 0.3 20 15")
FOURBAR = FOURBAR.replace("5 angb 2 -1 1\n       6", "5").replace("7 lenl", "6 lenl")
WITH_SQUARE = FOURBAR.replace("2 BIN", "2 SQB").replace("2 lenl 2 2 1", "2 lenq 2 2 1")
WITH_SQUARE = WITH_SQUARE.replace("2 0.12\n", f"2 {0.5 * 0.12**2!r}\n")


@pytest.fixture(autouse=True)
def tables_as_before() -> Iterator[None]:
    tables: tuple[dict[str, Any], ...] = (KINDS, CHOICES["TYPE"], CHOICES["form"])
    before = [dict(table) for table in tables]
    yield
    for table, contents in zip(tables, before, strict=True):
        table.clear()
        table.update(contents)


def test_given_motion_equals_that_of_bars() -> None:
    """Coupler of the new element: positions and drive as with BIN; σ by half the square is σ by the length over it."""
    runmec.add_element(SQUARE)
    bars, squares = runmec.run(runmec.loads(FOURBAR)), runmec.run(runmec.loads(WITH_SQUARE))
    assert squares.complete
    np.testing.assert_allclose(squares.positions.x, bars.positions.x, atol=1e-14)
    np.testing.assert_allclose(squares["sigma 4"], bars["sigma 4"], rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(squares["sigma 2"] * 0.12, bars["sigma 2"], rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(squares["conn 2 7"], bars["conn 2 7"], rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(squares["epot"], bars["epot"], atol=1e-12)
    assert squares.trust.worst < 1e-12


def test_free_motion_equals_that_of_bars() -> None:
    """A pendulum whose bar is of the new element, its angle measured by a bar without mass."""
    runmec.add_element(SQUARE)
    plain = runmec.run(runmec.loads(pendulum("dop853 1e-9", 2.0)))
    text = pendulum("dop853 1e-9", 2.0).replace("elem 1 BIN 1 2 3 4", "elem 1 SQB 1 2 3 4\n       2 BIN 1 2 3 4")
    text = text.replace("form 1 lenl 1 1 1", "form 1 lenq 1 1 1").replace("2 angb 1 2 1", "2 angb 2 2 1")
    squares = runmec.run(runmec.loads(text))
    assert squares.complete
    np.testing.assert_allclose(squares.positions.inputs, plain.positions.inputs, atol=1e-11)
    assert squares.energy_drifts[0][0] < 1e-8


def test_it_is_drawn_as_it_says() -> None:
    runmec.add_element(SQUARE)
    result = runmec.run(runmec.loads(WITH_SQUARE))
    assert [s.name for s in symbols(result.mechanism)].count("spring") == 1
    assert len(result.film().page) > 10_000


def test_points_that_lie_on_each_other_are_taken_apart() -> None:
    """An estimate of P on Q gives no direction: it is shifted, for any element, and the crank is assembled."""
    runmec.add_element(SQUARE)
    text = (
        "KIN ANA\nTOPOLOGY\nelem 1 SQB 1 2 3 4\n2 BIN 1 2 3 4\nform 1 lenq 1 1 1\n2 angb 2 2 1\nnr dof 1\n"
        "GEOMETRY\nxfix 1 0\n2 0\nxmov 3 0\n4 0\npara 1 0.5\n2 0.3\nEND\n"
    )
    result = runmec.run(runmec.loads(text))
    np.testing.assert_allclose(result.positions.x[2:, 0], [np.cos(0.3), np.sin(0.3)], atol=1e-14)


def test_a_form_of_one_absolute_co_ordinate_is_held() -> None:
    """x of a point itself as a form parameter: on the line x = 0.5, at the distance 1 from the origin."""
    offset = runmec.ElementType(
        "OFFX",
        "distance from the y-axis",
        ("xP", "yP"),
        {"lenx": "x of P"},
        lambda x: ((x[0],), ((1.0, 0.0),)),
        lambda x, v, w: (0.0,),
    )
    runmec.add_element(offset)
    text = (
        "KIN ANA\nTOPOLOGY\nelem 1 BIN 1 2 3 4\n2 OFFX 3 4\nform 1 lenl 1 1 1\n2 lenx 2 2 1\nnr dof 1\n"
        "GEOMETRY\nxfix 1 0\n2 0\nxmov 3 0.4\n4 0.9\npara 1 1\n2 0.5\nEND\n"
    )
    result = runmec.run(runmec.loads(text))
    np.testing.assert_allclose(result.positions.x[2:, 0], [0.5, np.sqrt(0.75)], atol=1e-14)


def test_two_decks_may_have_different_elements_of_one_name() -> None:
    """A deck keeps the types that it was read with."""
    text = (
        "KIN ANA\nTOPOLOGY\nelem 1 SQB 1 2 3 4\n2 BIN 1 2 3 4\nform 1 lenq 1 1 1\n2 angb 2 2 1\nnr dof 1\n"
        "GEOMETRY\nxfix 1 0\n2 0\nxmov 3 1\n4 0\npara 1 2\n2 0\nEND\n"
    )
    runmec.add_element(SQUARE)
    half = runmec.loads(text)
    whole = replace(
        SQUARE,
        deform=lambda x: ((2 * deform(x)[0][0],), ([2 * d for d in deform(x)[1][0]],)),
        second=lambda x, v, w: (2 * second(x, v, w)[0],),
    )
    runmec.add_element(whole)
    assert runmec.run(runmec.loads(text))["x3"][0] == pytest.approx(np.sqrt(2), abs=1e-14)
    assert runmec.run(half)["x3"][0] == pytest.approx(2.0, abs=1e-14)


def test_before_it_is_added_the_word_is_unknown() -> None:
    with pytest.raises(runmec.DeckError, match="SQB"):
        runmec.loads(WITH_SQUARE)


def test_wrong_derivatives_are_told() -> None:
    def wrong_sign(x: Sequence[float]) -> Any:
        e, ((a, b, c, d),) = deform(x)
        return e, ((a, b, c, -d),)

    with pytest.raises(ValueError, match=r"^derivatives of lenq: the formula gives"):
        runmec.add_element(replace(SQUARE, deform=wrong_sign))
    with pytest.raises(ValueError, match=r"^second derivatives of lenq: the formula gives"):
        runmec.add_element(replace(SQUARE, second=lambda x, v, w: (2.0 * second(x, v, w)[0],)))
    with pytest.raises(ValueError, match="derivatives of lenq: 4 co-ordinates, 3 derivatives"):
        runmec.add_element(replace(SQUARE, deform=lambda x: (deform(x)[0], (deform(x)[1][0][:3],))))
    with pytest.raises(ValueError, match="1 form parameters, deform gives 2"):
        runmec.add_element(replace(SQUARE, deform=lambda x: tuple(2 * part for part in deform(x))))
    assert "SQB" not in KINDS


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"word": "sqb"}, "a word in capitals"),
        ({"word": "123"}, "a word in capitals"),
        ({"word": "BIN"}, "is an element of the language"),
        ({"coordinates": ("xP", "yP", "xQ")}, "the partner of xQ is missing"),
        ({"coordinates": ("xP", "yP", "zP", "xQ", "yQ")}, "begin with x, y or b"),
        ({"coordinates": ("bP", "bQ")}, "has a point at least"),
        ({"forms": {"square": ""}}, "begins with len"),
        ({"rigid": ("lenl",)}, "names form parameters of the element"),
    ],
)
def test_wrong_facts_are_told(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        runmec.add_element(replace(SQUARE, **change))
