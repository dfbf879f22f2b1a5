"""Elements in space: their facts. Formulas are loaded when a deck uses an element, so that planar decks pay nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import sqrt

from ...engine.coordinate import Coordinate
from ...engine.form import Form
from ...engine.mass import Mass
from ..bar import symbol as bar_symbol
from ..kind import Data, Kind, Measure

_PARALLEL = 1e-9  # of the lengths of two directions, what they span

P, Q, R, S = (tuple(f"{axis}{point}" for axis in "xyz") for point in "PQRS")
LP, LQ = (tuple(f"l{k}{point}" for k in range(4)) for point in "PQ")


def _made_by(file: str, name: str) -> Callable[[list[Coordinate]], Form]:
    """A function of a file that is not loaded yet."""

    def make(coordinates: list[Coordinate]) -> Form:
        form: Form = getattr(import_module(f".{file}", __name__), name)(coordinates)
        return form

    return make


def _made_with(file: str, name: str) -> Callable[[list[Coordinate], Sequence[float]], Form]:
    """The same of one that takes the data of its element."""

    def make(coordinates: list[Coordinate], data: Sequence[float]) -> Form:
        form: Form = getattr(import_module(f".{file}", __name__), name)(coordinates, list(data))
        return form

    return make


def _uniform_bar(mass: float, coordinates: list[Coordinate]) -> Mass:
    from .bar import uniform_bar

    return uniform_bar(mass, coordinates)


def _uniform_beam(mass: float, coordinates: list[Coordinate]) -> Mass:
    from .beam import uniform_beam

    return uniform_beam(mass, coordinates)


def _beam(which: int) -> Callable[[list[Coordinate], Sequence[float]], Form]:
    def make(coordinates: list[Coordinate], data: Sequence[float]) -> Form:
        from .beam import deformed

        return deformed(which, coordinates, list(data))

    return make


def _needs_direction(data: Sequence[float]) -> tuple[int, str] | None:
    if not _size(data[:3]):
        return 0, "the axle has no direction: its three components are zero"
    (a, b, c), (x, y, z) = data[:3], data[3:6]
    wide = _size((b * z - c * y, c * x - a * z, a * y - b * x))
    if _size((x, y, z)) and wide <= _PARALLEL * _size(data[:3]) * _size((x, y, z)):
        return 3, "the second direction lies along the axle: it tells nothing of the axes beside it"
    return None


def _size(direction: Sequence[float]) -> float:
    return sqrt(sum(part * part for part in direction))


LENGTH = Measure("length PQ", (*P, *Q), _made_by("chord", "length"))

BINS = Kind("BINS", "bar in space", (*P, *Q), {"lenl": LENGTH}, rigid=("lenl",), uniform=_uniform_bar,
            elastic=("lenl",), directed=True,
            symbol=bar_symbol, example="elem 1 BINS 1 2 3 4 5 6")  # fmt: skip

TR1S = Kind(
    "TR1S", "ternary element 1 in space", (*P, *LP, *Q),
    {
        "lenu": Measure("Q seen from P along the first axis of l", (*P, *LP, *Q), _made_by("ternary1", "along_u")),
        "lenv": Measure("along the second axis", (*P, *LP, *Q), _made_by("ternary1", "along_v")),
        "lenw": Measure("along the third axis", (*P, *LP, *Q), _made_by("ternary1", "along_w")),
        "lenr": Measure("distance of Q from the third axis", (*P, *LP, *Q), _made_by("ternary1", "radius")),
        "angw": Measure("angle of Q about the third axis, from the first to the second", (*P, *LP, *Q),
                        _made_by("ternary1", "about_w"), winds=True),
    },
    rigid=("lenu", "lenv", "lenw"),
    joined={(): (("P", "bP"),), ("lenu", "lenv", "lenw"): (("P", "Q"), ("Q", "bP"))},
    carries_solids=True, example="elem 2 TR1S 1 2 3 7 4 5 6",
)  # fmt: skip

#: the angle of a crank about an axis of points
DIHEDRAL = "angd"

TR2S = Kind(
    "TR2S", "ternary element 2 in space", (*P, *Q, *R, *S),
    {
        "lenl": LENGTH,
        "lenu": Measure("S seen from P along PQ", (*P, *Q, *S), _made_by("ternary2", "on_axis")),
        "lenr": Measure("distance of S from the axis PQ", (*P, *Q, *S), _made_by("ternary2", "from_axis")),
        DIHEDRAL: Measure("dihedral angle about PQ, from R to S", (*P, *Q, *R, *S), _made_by("ternary2", "dihedral"),
                        winds=True, about=("P", "Q", "R")),
    },
    rigid=("lenu", "lenr"), joined={("lenl",): (("P", "Q"),), ("lenu", "lenr"): (("P", "S"), ("Q", "S"))},
    directed=True, example="elem 3 TR2S 1 2 3 4 5 6 7 8 9 10 11 12",
)  # fmt: skip

#: the angle of a hinge; the form that universal joints hold
ABOUT = "angx"
UNIVERSAL = "cosu"

HINGE = Kind(
    "HINGE", "hinge, or universal joint", (*LP, *LQ),
    {
        ABOUT: Measure("turn of m against l about the axle", (*LP, *LQ), winds=True,
                        make_with=_made_with("hinge", "about_axle")),
        "tily": Measure("tilt of the axle in m about its second axis", (*LP, *LQ),
                        make_with=_made_with("hinge", "tilt_y")),
        "tilz": Measure("tilt of the axle in m about its third axis", (*LP, *LQ),
                        make_with=_made_with("hinge", "tilt_z")),
        "cosu": Measure("scalar product of the axle in l and the second axis in m", (*LP, *LQ),
                        make_with=_made_with("hinge", "universal")),
    },
    rigid=("tily", "tilz"),
    data=Data(
        "axle", ("ux", "uy", "uz", "yx", "yy", "yz"), (0.0, 0.0, 0.0), _needs_direction,
        "element k, value ux:number, value uy:number, value uz:number, "
        "[value yx:number, value yy:number, value yz:number]",
        "the axle of HINGE k points along u at the start; a second direction y, square to it, is the other axle of "
        "a universal joint", "axle 4 0 0 1"),
    example="elem 4 HINGE 7 8",
)  # fmt: skip

#: lens first, in the order of the formulas
_BENT = {
    "lens": "length along the bent axis", "angt": "twist", "angpy": "bending at P about the y-axis",
    "angpz": "bending at P about the z-axis", "angqy": "bending at Q about the y-axis",
    "angqz": "bending at Q about the z-axis",
}  # fmt: skip

_CLAMPED = (("P", "bP"), ("Q", "bP"), ("P", "bQ"), ("Q", "bQ"), ("P", "Q"))

BEAMS = Kind(
    "BEAMS", "beam in space", (*P, *LP, *Q, *LQ),
    {
        **{name: Measure(meaning, (*P, *LP, *Q, *LQ), winds=name == "angt", make_with=_beam(which))
           for which, (name, meaning) in enumerate(_BENT.items())},
        "lenl": LENGTH,
    },
    rigid=tuple(_BENT), joined={("lenl",): (("P", "Q"),), tuple(_BENT): _CLAMPED},
    uniform=_uniform_beam, elastic=("lens", "angpy", "angqy", "angpz", "angqz", "angt"),
    directed=True,
    data=Data(
        "across", ("yx", "yy", "yz"), (0.0, 0.0, 0.0), None,
        "element k, value yx:number, value yy:number, value yz:number",
        "a direction that, with the axis of BEAMS k, spans its xy-plane at the start", "across 5 0 0 1"),
    example="elem 5 BEAMS 1 2 3 7 4 5 6 8",
)  # fmt: skip

SPATIAL: tuple[Kind, ...] = (BINS, TR1S, TR2S, HINGE, BEAMS)
