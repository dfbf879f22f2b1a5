"""The command spectrum: harmonics of buffers over a period of input 1."""

from __future__ import annotations

import sys

import click

from .calculating import calculated
from .folders import place_of, write_files
from .progress import Progress
from .talk import FINE, NOT_COMPLETED, deck_argument, number_of_text, print_diagnostics, set_option

_SHOWN = 8  # orders on the terminal


def _change(ctx: click.Context, param: click.Parameter, given: str | None) -> float | None:
    if given is None:
        return None
    try:
        return number_of_text(given)
    except ValueError as fault:
        raise click.BadParameter(str(fault) or f"`{given}` is no number, such as 0.2m or 120deg") from None


@click.command("spectrum")
@deck_argument
@click.argument("buffers", nargs=-1, required=True, metavar="B…")
@set_option
@click.option("--cycle", callback=_change, metavar="D", help="The period as a change of input 1 [default: a turn].")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.spectrum].")
def spectrum_command(
    deck: str, buffers: tuple[str, ...], settings: dict[str, float], cycle: float | None, out: str | None
) -> None:
    """Harmonics of buffers B of DECK over the last full period of input 1.

    Writes B.csv and B.svg for every buffer.
    """
    path = place_of(deck, out, "spectrum")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    from ..drawing.spectrum_picture import spectrum_figure
    from ..drawing.style import image
    from ..results.spectrum import spectrum_csv

    files: dict[str, str | bytes] = {}
    for given in dict.fromkeys(buffers):
        try:
            name = result.key(result.number(int(given) if given.isdigit() else given))
            spectrum = result.spectrum(name, cycle)
        except KeyError as fault:
            raise click.UsageError(fault.args[0]) from None
        except ValueError as fault:
            raise click.UsageError(f"{given}: {fault}") from None
        files[f"{name}.csv"] = spectrum_csv(spectrum)
        files[f"{name}.svg"] = image(spectrum_figure(result, name, spectrum), "svg")
        unit = result.unit(name)
        first = ", ".join(f"{unit.number(float(value)):.5g}" for value in spectrum.amplitude[: _SHOWN + 1])
        click.echo(f"{name}: amplitudes of orders 0 …: {first}{f' {unit.shown}' if unit.shown else ''}")
        if not spectrum.is_closed:
            click.echo(f"  the ends of the period differ by {spectrum.gap:.2g} of the span; their mean is taken")
    write_files(path, "spectrum", deck, text, files)
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    sys.exit(FINE if result.complete else NOT_COMPLETED)
