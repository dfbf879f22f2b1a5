"""The five element types: their co-ordinates, form parameters and what depends on what."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """The facts of one element type. Names of co-ordinates start with x, y or b (an angle β)."""

    name: str
    title: str
    coordinates: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]  # form parameter -> the co-ordinates it depends on
    form_meaning: dict[str, str]

    @property
    def rigid(self) -> tuple[str, ...]:
        """What a rigid element holds: all but its direction."""
        return tuple(form for form in self.forms if form != "angb")

    @property
    def nodes(self) -> tuple[tuple[str, ...], ...]:
        """Its co-ordinates by points and angles, in order: ("xP", "yP"), ("bP",), …"""
        found: list[tuple[str, ...]] = []
        for name in self.coordinates:
            if name[0] == "y" and found and found[-1] == (f"x{name[1:]}",):
                found[-1] = (*found[-1], name)
            else:
                found.append((name,))
        return tuple(found)


_PQ = ("xP", "yP", "xQ", "yQ")
_ALONG = {"lenl": "length PQ", "angb": "angle of PQ from the x-axis"}

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("BIN", "bar", _PQ, {"lenl": _PQ, "angb": _PQ}, _ALONG),
        Kind(
            "TR1",
            "ternary element 1",
            ("xP", "yP", "bP", "xQ", "yQ"),
            {
                "lenu": ("xP", "yP", "bP", "xQ", "yQ"),
                "lenv": ("xP", "yP", "bP", "xQ", "yQ"),
                "angb": ("bP",),
            },
            {
                "lenu": "Q seen from P along the axis turned by βP",
                "lenv": "Q seen from P across that axis, left positive",
                "angb": "βP itself",
            },
        ),
        Kind(
            "TR2",
            "ternary element 2",
            (*_PQ, "xR", "yR"),
            {
                "lenl": _PQ,
                "angb": _PQ,
                "lenu": (*_PQ, "xR", "yR"),
                "lenv": (*_PQ, "xR", "yR"),
            },
            _ALONG
            | {
                "lenu": "R seen from P along PQ",
                "lenv": "R seen from P across PQ, left positive",
            },
        ),
        Kind(
            "HBEAM",
            "half beam",
            ("xP", "yP", "bP", "xQ", "yQ"),
            {"lenl": _PQ, "angb": _PQ, "angp": ("xP", "yP", "bP", "xQ", "yQ")},
            _ALONG | {"angp": "βP − angle of PQ"},
        ),
        Kind(
            "BEAM",
            "beam",
            ("xP", "yP", "bP", "xQ", "yQ", "bQ"),
            {
                "lenl": _PQ,
                "angb": _PQ,
                "angp": ("xP", "yP", "bP", "xQ", "yQ"),
                "angq": ("xP", "yP", "xQ", "yQ", "bQ"),
            },
            _ALONG | {"angp": "βP − angle of PQ", "angq": "angle of PQ − βQ"},
        ),
    )
}

FORMS = tuple(dict.fromkeys(form for kind in KINDS.values() for form in kind.forms))


def depends_on(kind: str, form: str, numbers: tuple[int, ...]) -> set[int]:
    """Numbers of the co-ordinates that a form parameter of an element depends on.

    Only differences of points enter: where all points share one x (or y), it drops out.
    """
    facts = KINDS[kind]
    number = dict(zip(facts.coordinates, numbers, strict=True))
    found = set()
    for axis in "xyb":
        of_axis = [name for name in facts.forms[form] if name[0] == axis]
        distinct = {number[name] for name in of_axis}
        if axis == "b" or len(distinct) > 1:
            found |= distinct
    return found
