"""Definitions of the form parameters of elements in space, in vectors."""

from __future__ import annotations

from ...engine.form import Form
from .notation import EQUALS, Identifier, Line, Math, Operator, Script, Word, line


def defined_in_space(form: Form, points: list[Math], nodes: list[Math]) -> Math | None:
    """By vectors between its points and axes of its turning node; nothing for what is told in words."""
    from ...elements.spatial.chord import SpatialLength
    from ...elements.spatial.ternary1 import Radius, SeenInSpace
    from ...elements.spatial.ternary2 import AlongAxis, Dihedral, FromAxis
    from ...engine.turning import Norm

    if isinstance(form, Norm):
        squares = [Script(Script(Identifier("λ"), Word(str(k))), None, Word("2")) for k in range(4)]
        return line(squares[0], "+", squares[1], "+", squares[2], "+", squares[3], EQUALS, Word("1"))
    if isinstance(form, SpatialLength):
        return _size(_between(points[0], points[1]))
    if isinstance(form, SeenInSpace):
        axis = Script(Identifier("uvw"[max(range(3), key=lambda k: abs(form.c[k]))], True), nodes[0])
        return line(axis, "·", "(", _between(points[0], points[1]), ")")
    if isinstance(form, Radius):
        axis = Script(Identifier("w", True), nodes[0])
        return _size(line(axis, "×", "(", _between(points[0], points[1]), ")"))
    if isinstance(form, AlongAxis):
        return line(_along(points), "·", "(", _between(points[0], points[-1]), ")")
    if isinstance(form, FromAxis):
        return _size(line(_along(points), "×", "(", _between(points[0], points[-1]), ")"))
    if isinstance(form, Dihedral):
        R, S = (line(_along(points), "×", "(", _between(points[0], point), ")") for point in points[2:4])
        return line(Operator("∠"), "(", R, ",", S, ")")
    return None


def _between(P: Math, Q: Math) -> Line:
    return line(Script(Identifier("r", True), Q), "−", Script(Identifier("r", True), P))


def _along(points: list[Math]) -> Math:
    return Script(Identifier("n", True), Line((points[0], points[1])))


def _size(of: Line) -> Line:
    return line("|", of, "|")
