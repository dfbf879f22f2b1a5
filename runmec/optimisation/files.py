"""Files of an optimisation: best.mec, solutions.csv, history.csv, pictures and report.html."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..calculate import run
from ..deck.carrying import beside
from ..folder import Folder, account_of
from ..studies.asking import buffers_needed
from .optimise import Optimum

#: what stands in the folder of an optimisation, whatever the deck calls its data
_OWN = {"best.mec", "solutions.csv", "history.csv", "run.json", "report.html"}
_OWN |= {f"{name}.{kind}" for name in ("front", "history", "before_after") for kind in ("svg", "png")}


def write_optimum(found: Optimum, folder: Folder, pictures: bool = True) -> list[str]:
    """All that was found; without pictures where somebody did not want to wait. Tells which files were written."""
    best, data = beside(found.best_text, found.deck.files, _OWN)
    texts = {"best.mec": best, "solutions.csv": solutions_csv(found), "history.csv": history_csv(found)}
    for name, content in (texts | data).items():
        folder.write(name, content)
    status = "interrupted" if found.interrupted else "complete"
    account = account_of("optimise", found.deck.name, found.deck.source, status=status)
    return folder.finish(account, (lambda: _pages(found)) if pictures and not found.interrupted else None)


def solutions_csv(found: Optimum) -> str:
    """Head `rank,<names>,<figures>,goal,feasible`; numbers in full precision, feasible 1 or 0."""
    first = found.best
    lines = [",".join(["rank", *first.values, *first.figures, "goal", "feasible"])]
    for rank, one in enumerate(found.solutions, start=1):
        numbers = [*one.values.values(), *one.figures.values(), one.goal]
        lines.append(",".join([str(rank), *map(repr, numbers), str(int(one.feasible))]))
    return "\n".join(lines) + "\n"


def history_csv(found: Optimum) -> str:
    """The goal after every step on the way to every solution."""
    lines = ["rank,step,goal"]
    for rank, one in enumerate(found.solutions, start=1):
        lines += [f"{rank},{step},{goal!r}" for step, goal in enumerate(one.sums)]
    return "\n".join(lines) + "\n"


def _pages(found: Optimum) -> dict[str, str | bytes]:
    from ..drawing.optimum import before_and_after, front_picture, history_picture
    from ..drawing.report import deck_part, picture_part, whole_page
    from ..drawing.style import image
    from ..drawing.tables import table

    before, after = run(found.deck), run(found.best_deck)
    path, numbers = found.problem.path, buffers_needed(found.deck)[:6]
    drawn = [("before_after", "before (grey) and after", before_and_after(before, after, path, numbers))]
    if found.is_front:
        names = [found.deck.figures[aim.figure].name for aim in found.problem.aims[:2]]
        values = [[one.figures[name] for one in found.solutions] for name in names]
        drawn.append(("front", "no variant is better in both goals", front_picture(names, values)))
    goal = found.deck.figures[found.problem.aims[0].figure].name
    drawn.append(("history", "the goal on the way to every solution", history_picture(goal, _histories(found))))
    files: dict[str, str | bytes] = {}
    shown = []
    for name, caption, figure in drawn:
        picture = image(figure, "svg")
        files |= {f"{name}.svg": picture, f"{name}.png": image(figure, "png")}
        shown.append(picture_part(picture, caption))
    title = f"Optimisation: {found.deck.title[:200] or 'mechanism'}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in account(found)),
        *shown,
        "<h2>Solutions, best first</h2>",
        table(*solutions_table(found)),
        *deck_part(found.best_text),
    ]
    return {**files, "report.html": whole_page(title, parts)}


def _histories(found: Optimum) -> list[Sequence[float]]:
    return [one.sums for one in found.solutions]


def account(found: Optimum) -> list[str]:
    """What was looked for, and what it took."""
    problem, deck = found.problem, found.deck
    wanted = [f"{'least' if aim.sign > 0 else 'largest'} {deck.figures[aim.figure].name}" for aim in problem.aims]
    enter = "enters linearly and is" if len(found.linear) == 1 else "enter linearly and are"
    inside = f", of which {', '.join(found.linear)} {enter} solved for inside" if found.linear else ""
    vary = "1 name varies" if len(problem.names) == 1 else f"{len(problem.names)} names vary"
    lines = [f"wanted: {' and '.join(wanted)}; {vary}{inside}"]
    failed = sum(found.failed.values())
    reasons = ", ".join(
        f"{count} {reason}" for reason, count in sorted(found.failed.items(), key=lambda one: -one[1])[:4]
    )
    lines.append(
        f"{found.runs} runs in {found.seconds:.1f} s" + (f"; {failed} without a motion ({reasons})" if failed else "")
    )
    if found.interrupted:
        lines.append("interrupted: what was found until then")
    return lines


def solutions_table(found: Optimum) -> tuple[list[str], list[list[object]]]:
    """Heads and rows for people: rank, goal, what it lies on, what kind of linkage it is."""
    goals = [found.deck.figures[aim.figure].name for aim in found.problem.aims[:2]] if found.is_front else ["goal"]
    heads = ["rank", *goals, "feasible", "linkage", "branch", "least transmission angle", "order", "on bounds"]
    rows: list[list[object]] = []
    for rank, one in enumerate(found.solutions, start=1):
        link = one.linkage
        angle = f"{link.transmission:.1f}°" if link.transmission == link.transmission else "-"
        order = "-" if link.order is None else "kept" if link.order else "defect"
        feasible = "yes" if one.feasible else "no"
        reached = [f"{one.figures[goal]:.6g}" for goal in goals] if found.is_front else [f"{one.goal:.6g}"]
        rows.append(
            [
                str(rank),
                *reached,
                feasible,
                link.type or "-",
                link.branch or "-",
                angle,
                order,
                ", ".join(one.active) or "-",
            ]
        )
    names = list(found.best.values)
    for at, name in enumerate(names):
        heads.append(name)
        for row, one in zip(rows, found.solutions, strict=True):
            row.append(f"{list(one.values.values())[at]:.6g}")
    return heads, rows
