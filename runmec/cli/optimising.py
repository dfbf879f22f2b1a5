"""The command that looks for the best variants of a deck: optimise."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from .. import interrupts
from ..diagnostics import RunmecError
from .calculating import checked_deck
from .folders import finished, place_of, taken
from .progress import Progress
from .studying import working
from .talk import DECK_WRONG, FINE, NOT_COMPLETED, deck_argument, fail, print_diagnostics, print_json, set_option


@click.command("optimise")
@deck_argument
@set_option
@click.option(
    "--starts", type=click.IntRange(1), metavar="N", help="Starts that are followed [default: by the problem]."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="S", help="Of the starts.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes [default: all cores].")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler; needs the extra `cluster`.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.optimise].")
@click.option("--no-pictures", is_flag=True, help="No pictures, no report.")
@click.option("--json", "as_json", is_flag=True, help="The account as JSON.")
def optimise_command(
    deck: str,
    settings: dict[str, float],
    starts: int | None,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    out: str | None,
    no_pictures: bool,
    as_json: bool,
) -> None:
    """Find the best values of the names that vary in DECK: best.mec, solutions.csv in <deck>.optimise/.

    STUDY of the deck says which names may `vary`, which figure is the `goal`, and what to `keep`. Exit code 0 if a
    solution holds all that it must keep, 3 if none does, 1 if the deck is wrong.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    path = place_of(deck, out, "optimise")
    checked, text = checked_deck(deck, settings)
    from ..optimisation.files import write_optimum
    from ..optimisation.optimise import optimise
    from ..optimisation.problem import NothingToOptimise

    interrupts.say("interrupted; nothing is written")
    try:
        with taken(path) as folder:
            with Progress() as progress, working(jobs, cluster) as workers:
                found = optimise(checked, starts=starts, seed=seed, executor=workers, progress=progress)
            files, interrupted = finished(folder, lambda: write_optimum(found, folder, not no_pictures))
    except NothingToOptimise as fault:
        print_diagnostics(fault.diagnostics, deck, text)
        sys.exit(DECK_WRONG)
    except RunmecError as fault:
        fail(str(fault), interrupts.exit_code() if interrupts.came() else NOT_COMPLETED)
    if as_json:
        print_json(
            {
                "deck": os.path.basename(deck),
                "solutions": [one.as_data() for one in found.solutions],
                "runs": found.runs,
                "failed": found.failed,
                "linear": list(found.linear),
                "files": [str(path / name) for name in files],
            }
        )
    else:
        click.echo("\n".join(_told(found)))
        click.echo(f"files in {path}{os.sep}: {', '.join(files)}")
    if interrupted or found.interrupted:
        fail("interrupted; what was found until then is written, without pictures", interrupts.exit_code())
    sys.exit(FINE if found.best.feasible else NOT_COMPLETED)


def _told(found: Any) -> list[str]:
    from ..optimisation.files import account, solutions_table

    heads, rows = solutions_table(found)
    many, shown = len(rows), rows[:10]
    first = heads.index("on bounds") + 1  # columns before the values
    lines = [
        *account(found),
        "",
        "the front, from one goal to the other:" if found.is_front else "solutions, best first:",
    ]
    table: list[list[Any]] = [heads[:first], *(row[:first] for row in shown)]
    widths = [max(len(str(row[at])) for row in table) for at in range(first)]
    for row in table:
        lines.append("  " + "  ".join(str(cell).ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip())
    if many > len(shown):
        lines.append(f"  … {many - len(shown)} more in solutions.csv")
    lines += ["", "best values:"]
    wide = max(map(len, found.best.values))
    lines += [f"  {name.ljust(wide)}  {value:.10g}" for name, value in found.best.values.items()]
    return lines
