"""The command that draws what two inputs reach."""

from __future__ import annotations

import sys

import click

from .calculating import calculated
from .folders import place_of, write_files
from .progress import Progress
from .talk import FINE, NOT_COMPLETED, deck_argument, print_diagnostics, set_option


@click.command("workspace")
@deck_argument
@set_option
@click.option(
    "--point", metavar="NAME", help="Of which point [default: the one that the inputs lead, or that is stored]."
)
@click.option("--steps", type=click.IntRange(8, 160), default=80, show_default=True, help="Cells over the longer side.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.workspace].")
def workspace_command(deck: str, settings: dict[str, float], point: str | None, steps: int, out: str | None) -> None:
    """What the two inputs of DECK reach from its start without a group in line, and how well motion is transmitted.

    Writes workspace.csv, boundary.csv, workspace.svg and workspace.png.
    """
    path = place_of(deck, out, "workspace")
    from ..results.workspace import boundary_csv, workspace_csv, workspace_lines, workspace_of

    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
        try:
            found = workspace_of(result, point, steps, lambda done: progress("workspace", done))
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None
    from ..drawing.style import image
    from ..drawing.workspace_picture import workspace_figure

    for line in workspace_lines(result, found):
        click.echo(line)
    figure = workspace_figure(result, found)
    write_files(
        path,
        "workspace",
        deck,
        text,
        {
            "workspace.csv": workspace_csv(found),
            "boundary.csv": boundary_csv(found),
            "workspace.svg": image(figure, "svg"),
            "workspace.png": image(figure, "png"),
        },
    )
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    sys.exit(FINE if result.complete else NOT_COMPLETED)
