"""Form parameters of a mechanism as flat tables for the loops of a simulation."""

from __future__ import annotations

from typing import Any

from ..deck.kinds import KINDS, depends_on
from ..groups import make_groups
from ..mechanism import Mechanism
from .memory import Memory

# formulas: what a use of a form parameter measures
LENGTH, ANGLE, U_OF_1, V_OF_1, ANGLE_OF_1, U_OF_2, V_OF_2, ANGLE_AT_P, ANGLE_AT_Q = range(9)
#: (kind, form) -> formula and the co-ordinates it takes
_FORMULA: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {
    **{(kind, "lenl"): (LENGTH, ("xP", "yP", "xQ", "yQ")) for kind in ("BIN", "TR2", "HBEAM", "BEAM")},
    **{(kind, "angb"): (ANGLE, ("xP", "yP", "xQ", "yQ")) for kind in ("BIN", "TR2", "HBEAM", "BEAM")},
    ("TR1", "lenu"): (U_OF_1, KINDS["TR1"].coordinates),
    ("TR1", "lenv"): (V_OF_1, KINDS["TR1"].coordinates),
    ("TR1", "angb"): (ANGLE_OF_1, KINDS["TR1"].coordinates),
    ("TR2", "lenu"): (U_OF_2, KINDS["TR2"].coordinates),
    ("TR2", "lenv"): (V_OF_2, KINDS["TR2"].coordinates),
    ("HBEAM", "angp"): (ANGLE_AT_P, ("xP", "yP", "bP", "xQ", "yQ")),
    ("BEAM", "angp"): (ANGLE_AT_P, ("xP", "yP", "bP", "xQ", "yQ")),
    ("BEAM", "angq"): (ANGLE_AT_Q, ("xP", "yP", "bQ", "xQ", "yQ")),
}
WIDE = 6  # co-ordinates that a use may have
FIXED, EARLIER = -1, -2  # places of co-ordinates that are not a group's own


def lay_out_groups(memory: Memory, mech: Mechanism) -> None:
    """Uses of form parameters, those of the first group first, those of dependent parameters last.

    Of every use: formula `code`, parameter `row`, equation `local` within the group, `factor`, `slot` of an angle
    that is followed (or −1), `count` of co-ordinates; WIDE places of `dof` for their numbers and of `place` for their
    columns in the group. Of every group: where its uses, its rows and columns, and its matrix begin, and where the
    list of its entries of D begins that belong to co-ordinates of earlier groups.
    """
    uses = _uses(mech)
    moving = set(mech.c.tolist())
    table: dict[str, list[Any]] = {
        name: [] for name in ("code", "row", "local", "factor", "slot", "count", "dof", "place")
    }
    first_use, first, entry = [0], [0], [0]
    rows: list[int] = []
    columns: list[int] = []
    for group in make_groups(mech):
        place = {column: at for at, column in enumerate(group.columns)}
        for local, row in enumerate(group.rows):
            _add_uses(table, uses[row], row, local, place, moving)
        rows += group.rows
        columns += group.columns
        first_use.append(len(table["code"]))
        first.append(len(rows))
        entry.append(entry[-1] + len(group.rows) ** 2)
    memory.count(uses=len(table["code"]))
    early, first_early = [], [0]
    for g in range(len(mech.blocks)):
        span = range(WIDE * first_use[g], WIDE * first_use[g + 1])
        early += [j for j in span if table["place"][j] == EARLIER]
        first_early.append(len(early))
    memory.ints(first_early=first_early, early=early, early_dof=[table["dof"][j] for j in early],
                early_row=[table["local"][j // WIDE] for j in early])  # fmt: skip
    for row in range(mech.prescribed, len(mech.parameters)):
        _add_uses(table, uses.get(row, []), row, -1, {}, moving)
    memory.count(all_uses=len(table["code"]), groups=len(mech.blocks))
    memory.floats(factor=table.pop("factor"), scale=mech.scale.tolist(), unit=mech.group_units.tolist())
    memory.ints(**table, first_use=first_use, first=first, entry=entry, rows=rows, columns=columns)


def _uses(mech: Mechanism) -> dict[int, list[tuple[int, float, int, list[tuple[int, bool]]]]]:
    """Of every parameter: formula, factor, slot, and co-ordinates with whether it depends on them."""
    elements = {element.number: element for element in mech.deck.elements}
    slots = iter(range(mech.angle_count))
    uses: dict[int, list[tuple[int, float, int, list[tuple[int, bool]]]]] = {}
    for form in mech.deck.forms:
        element = elements[form.element]
        code, names = _FORMULA[element.kind, form.form]
        numbers = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
        jumps = form.form.startswith("ang") and element.kind != "TR1"
        needed = depends_on(element.kind, form.form, element.coordinates)
        dofs = [(mech.index[numbers[name]], numbers[name] in needed) for name in names]
        uses.setdefault(mech.row[form.parameter], []).append((code, form.factor, next(slots) if jumps else -1, dofs))
    return uses


def _add_uses(
    table: dict[str, list[Any]], uses: list[Any], row: int, local: int, place: dict[int, int], moving: set[int]
) -> None:
    for code, factor, slot, dofs in uses:
        places = [place.get(dof, EARLIER if dof in moving else FIXED) if needed else FIXED for dof, needed in dofs]
        rest = WIDE - len(dofs)
        values = {"code": code, "row": row, "local": local, "factor": factor, "slot": slot, "count": len(dofs)}
        for name, value in values.items():
            table[name].append(value)
        table["dof"] += [dof for dof, _ in dofs] + [0] * rest
        table["place"] += places + [FIXED] * rest
