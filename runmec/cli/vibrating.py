"""Commands on small vibrations: linearise, campbell."""

from __future__ import annotations

import sys
from math import pi
from typing import Any

import click

from .calculating import calculated
from .folders import place_of, write_files
from .progress import Progress
from .talk import FINE, NOT_COMPLETED, deck_argument, print_diagnostics, print_json, set_option

_ROUNDING = 1e-9  # of a pole: a real part below this is none
_SHOWN = 10  # freedoms and modes on the terminal


@click.command("linearise")
@deck_argument
@set_option
@click.option("--at", "position", type=int, default=1, show_default=True, metavar="K", help="Position; 1 is the start.")
@click.option(
    "--input",
    "inputs",
    multiple=True,
    metavar="NAME",
    help="A co-ordinate on which a force acts, or a freedom [default: all freedoms and forces].",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="NAME",
    help="A co-ordinate or parameter; 'dx C.y' for a velocity [default: the freedoms].",
)
@click.option("--bode", nargs=2, metavar="OUTPUT INPUT", help="Frequency response as a picture and as numbers.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.linear].")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers instead of writing files.")
def linearise_command(
    deck: str,
    settings: dict[str, float],
    position: int,
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    bode: tuple[str, str] | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Linearise DECK about a position: M, C, K and their parts, A, B, C of its state space.

    Writes linear.json and linear.npz; with --bode also bode.svg, bode.png and bode.csv.
    """
    path = place_of(deck, out, "linear")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    try:
        linear = result.linearise(position)
        space = linear.state_space(inputs, outputs)
        one = linear.state_space([bode[1]], [bode[0]]) if bode else None
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    from ..results.linear_files import bode_csv, linear_data, linear_json, linear_npz

    if as_json:
        print_json(linear_data(linear, space, position))
    else:
        _tell(result, linear, space, position)
        files: dict[str, str | bytes] = {
            "linear.json": linear_json(linear, space, position),
            "linear.npz": linear_npz(linear, space),
        }
        if bode and one is not None:
            from ..drawing.style import image
            from ..drawing.vibration_pictures import bode_figure

            frequencies = one.frequencies()
            response = one.response(frequencies)[0, 0]
            figure = bode_figure(frequencies, response, *bode)
            files |= {
                "bode.csv": bode_csv(frequencies, response),
                "bode.svg": image(figure, "svg"),
                "bode.png": image(figure, "png"),
            }
        write_files(path, "linearise", deck, text, files)
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    sys.exit(FINE if result.complete else NOT_COMPLETED)


def _tell(result: Any, linear: Any, space: Any, position: int) -> None:
    from ..results.findings import input_name, input_text

    inputs = result.positions.inputs[:, position - 1]
    mech = result.mechanism
    where = f" ({input_name(mech, 1)} {input_text(mech, 1, float(inputs[0]))})" if len(inputs) else ""
    more = f", … ({len(linear)} in all)" if len(linear) > _SHOWN else ""
    click.echo(
        f"position {position}{where}: {len(linear)} freedom{'s' * (len(linear) != 1)}: "
        f"{', '.join(linear.freedoms[:_SHOWN])}{more}"
    )
    hertz = ", ".join(f"{f:.6g}" for f in linear.frequencies[:_SHOWN])
    click.echo(f"  natural frequencies {hertz} Hz; least stiffness {linear.least_stiffness:.6g}")
    factors = [f"{f:.6g}" for f in linear.load_factors[:_SHOWN] if f == f]
    if factors:
        click.echo(f"  load factors of buckling {', '.join(factors)}")
    for pole in [pole for pole in space.poles if pole.imag >= 0][:_SHOWN]:
        is_damped = abs(pole.real) > _ROUNDING * abs(pole)
        damping = -pole.real / abs(pole) if is_damped else 0.0
        turning = f" ± {pole.imag:.6g}i" if pole.imag else ""
        click.echo(
            f"  pole {pole.real if is_damped else 0.0:.6g}{turning}: {abs(pole) / (2 * pi):.6g} Hz, "
            f"damping ratio {damping:.4g}{'  GROWS' if damping < 0 else ''}"
        )


def _orders(ctx: click.Context, param: click.Parameter, given: str) -> list[int]:
    try:
        found = [int(part) for part in given.split(",") if part.strip()]
    except ValueError:
        found = []
    if not found or min(found) < 1:
        raise click.BadParameter(f"`{given}` is not a list of whole numbers above zero, such as 1,2,3")
    return found


def _range(ctx: click.Context, param: click.Parameter, given: str | None) -> tuple[float, float, int] | None:
    if given is None:
        return None
    try:
        low, high, count = given.split(":")
        found = float(low), float(high), int(count)
    except ValueError:
        raise click.BadParameter(f"`{given}` is not low:high:n, such as 0:100:41") from None
    if not found[0] < found[1] < float("inf") or not 2 <= found[2] <= 10_000:
        raise click.BadParameter(f"`{given}`: low is below high, and n is 2 to 10000")
    return found


@click.command("campbell")
@deck_argument
@set_option
@click.option("--modes", type=click.IntRange(1, 50), default=3, show_default=True, help="How many frequencies.")
@click.option(
    "--orders",
    default="1,2,3",
    show_default=True,
    callback=_orders,
    metavar="LIST",
    help="Orders of the speed of input 1 whose lines are drawn.",
)
@click.option(
    "--speed",
    callback=_range,
    metavar="LOW:HIGH:N",
    help="Over the speed of input 1, in one position, instead of over the motion.",
)
@click.option("--at", "position", type=int, default=1, show_default=True, metavar="K", help="Position for --speed.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.campbell].")
def campbell_command(
    deck: str,
    settings: dict[str, float],
    modes: int,
    orders: list[int],
    speed: tuple[float, float, int] | None,
    position: int,
    out: str | None,
) -> None:
    """Natural frequencies of DECK over its motion or over the speed of input 1, and which orders meet them.

    Writes campbell.csv, eigenvalues.csv (all, with damping), campbell.svg and stability.svg, also as png.
    """
    path = place_of(deck, out, "campbell")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    from ..drawing.style import image
    from ..drawing.vibration_pictures import campbell_figure, stability_figure
    from ..results.frequencies import between, eigenvalues_csv, frequencies_csv, over_positions, over_speed
    from ..results.summary import crossing_lines, stability_lines

    try:
        spectrum = over_speed(result, position, between(*speed), modes) if speed else over_positions(result, modes)
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    for line in (*stability_lines(result, spectrum), *crossing_lines(result, spectrum, orders)):
        click.echo(line)
    figures = {"campbell": campbell_figure(result, spectrum, orders), "stability": stability_figure(result, spectrum)}
    files: dict[str, str | bytes] = {
        "campbell.csv": frequencies_csv(spectrum),
        "eigenvalues.csv": eigenvalues_csv(spectrum),
    }
    files |= {f"{name}.{kind}": image(figure, kind) for name, figure in figures.items() for kind in ("svg", "png")}
    write_files(path, "campbell", deck, text, files)
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    sys.exit(FINE if result.complete else NOT_COMPLETED)
