"""Expressions of section 1 of the language, against Python's own arithmetic and closed values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runmec
from runmec.deck.expression import Expression, constant
from runmec.deck.syntax import Lines
from runmec.dynamics import FORCE


def expression(text: str, names: dict[str, float] | None = None) -> Expression:
    lines = Lines(text)
    lines.names = names or {}
    (line,) = lines
    assert not lines.diagnostics, lines.diagnostics
    found = line.words[0].expression
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(2*pi/30)", 2 * math.pi / 30),
        ("(-2^2)", -4),
        ("(2^-1)", 0.5),
        ("(2^3^2)", 512),
        ("(8/4/2)", 1),
        ("(1-2-3)", -4),
        ("(2*-3)", -6),
        ("(+3)", 3),
        ("( 1.5D-3 * 2 )", 3e-3),
        ("(.5e1)", 5),
        ("(atan2(1,-1))", 3 * math.pi / 4),
        ("(sqrt(2)*SIN(pi/4))", 1),
        ("(log(exp(2)))", 2),
        ("(min(3,1,2)+max(3,1,2))", 4),
        ("(step(0)+step(-1e-9)+step(2))", 2),
        ("(sign(-3)*abs(-2))", -2),
        ("(table(1.5, 1,10, 2,20))", 15),
        ("(table(-5, 1,10, 2,20))", 10),
        ("(table(5, 1,10, 2,20))", 20),
        ("(acos(-1)+asin(1)+atan(1)+tan(0)+cos(0))", math.pi * 1.75 + 1),
    ],
)
def test_constant(text: str, value: float) -> None:
    assert constant(expression(text).program) == pytest.approx(value, abs=1e-15, rel=1e-15)


def test_names_are_not_case_sensitive() -> None:
    assert constant(expression("(2*Radius)", {"radius": 3.0}).program) == 6


def test_motion_quantities_on_arrays_and_single_values() -> None:
    force = expression("(-20*step(dx(14))*x(3) + e(-1)*t + inp(1)^2)")
    assert sorted(force.uses()) == [("dx", 14), ("e", -1), ("inp", 1), ("x", 3)]
    values = {"dx": np.array([-1.0, 1.0]), "x": 2.0, "e": 3.0, "t": np.array([0.0, 10.0]), "inp": 4.0}
    np.testing.assert_allclose(force(lambda name, _: values[name]), [16.0, -40 + 30 + 16])
    assert force(lambda name, _: 1.0) == -20 + 1 + 1


def test_a_long_chain_does_not_exhaust_the_stack() -> None:
    for text, value in (("(" + "+".join(["1"] * 5000) + ")", 5000), ("(" + "-" * 5000 + "1)", 1)):
        assert constant(expression(text).program) == value


@st.composite
def arithmetic(draw: st.DrawFn, depth: int = 4) -> str:
    """Text that Python's parser and ours read alike, `**` written as `^`."""
    if depth == 0 or draw(st.booleans()):
        return str(draw(st.integers(1, 9)))
    left, right = draw(arithmetic(depth=depth - 1)), draw(arithmetic(depth=depth - 1))
    sign = draw(st.sampled_from(["+", "-", "*", "/", "^"]))
    if sign == "^":
        return f"({left})^{draw(st.integers(-2, 2))}"
    return draw(st.sampled_from([f"{left} {sign} {right}", f"({left}){sign}({right})", f"-{left}{sign}{right}"]))


@given(arithmetic())
def test_against_python(text: str) -> None:
    expected = _python(text)
    ours = constant(expression(f"({text})").program)
    if expected is None:
        assert not math.isfinite(ours)
    else:
        assert ours == pytest.approx(expected, rel=1e-12, abs=1e-12)


def _python(text: str) -> float | None:
    """Independent value: Python's grammar, evaluated over its syntax tree."""
    import ast
    import operator

    operations = {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: operator.pow,
    }

    def value(node: ast.expr) -> float:
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int)
            return float(node.value)
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand)
        assert isinstance(node, ast.BinOp)
        return float(operations[type(node.op)](value(node.left), value(node.right)))

    try:
        return value(ast.parse(text.replace("^", "**"), mode="eval").body)
    except (ZeroDivisionError, OverflowError):
        return None


def test_set_replaces_a_definition_and_what_follows_from_it() -> None:
    text = (
        "KIN ANA\nDEFINE\n r 2\n d (2*r)\nTOPOLOGY\n elem 1 BIN 1 2 3 4\n form 1 lenl 1 1 1\n 2 angb 1 2 1\n"
        "nr dof 1\nGEOMETRY\n xfix 1 0\n 2 0\n xmov 3 (d)\n 4 0\nEND"
    )
    assert runmec.loads(text).moving[0].value == 4
    assert runmec.loads(text, set={"R": 5}).moving[0].value == 10
    with pytest.raises(runmec.RunmecError, match="did you mean `r`"):
        runmec.loads(text, set={"rr": 5})


def test_a_defined_T_and_the_time_get_along() -> None:
    """A period is often called T: the small letter is the time in DYNAMICS, elsewhere both are the value."""
    text = (
        "DYN ANA\nDEFINE\n T 0.5\nTOPOLOGY\n elem 1 BIN 1 2 3 4\n form 1 lenl 1 1 1\n 2 angb 1 2 1\nnr dof 1\n"
        "GEOMETRY\n xfix 1 0\n 2 0\n xmov 3 1\n 4 0\nDYNAMICS\n force 3 (10*t/T)\n"
        "MOVEMENT\n tstepe 4 (t) (1/T) 0\nEND"
    )
    deck = runmec.loads(text)
    assert deck.moves[0].time == 0.5
    np.testing.assert_allclose(deck.of(FORCE)[0].values[0](lambda name, _: np.array([0.0, 1.0])), [0.0, 20.0])
