"""The command that sizes a drive."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from .calculating import calculated
from .folders import place_of, write_files
from .progress import Progress
from .talk import FINE, NOT_COMPLETED, deck_argument, print_diagnostics, print_json, set_option

Command = TypeVar("Command", bound=Callable[..., Any])


def _number(text: str) -> float | None:
    """A number, with its unit if it has one: 2.4, 3000rpm."""
    from ..deck.syntax import Lines
    from ..deck.values import Refused
    from ..deck.values import value as read_value
    from ..words import Column

    line = next(iter(Lines(text)), None)
    if line is None or len(line.words) != 1:
        return None
    try:
        return float(read_value(Column("value", "value"), line.words[0], "number"))
    except Refused:
        return None


def _measured(ctx: click.Context, param: click.Parameter, given: str | None) -> float | None:
    if given is None:
        return None
    found = _number(given)
    if found is None or not 0.0 < found < float("inf"):
        raise click.BadParameter(f"`{given}` is not a number above zero, such as 2.4 or 3000rpm")
    return found


def _option(name: str, text: str) -> Callable[[Command], Command]:
    return click.option(name, metavar="VALUE", callback=_measured, help=text)


@click.command("drive")
@deck_argument
@set_option
@click.option(
    "--input",
    "motor",
    metavar="NAME",
    help="Which input, or parameter with a motor, by number or name "
    "[default: all motors of `carry` and on dependent parameters, else input 1].",
)
@_option("--fluctuation", "Wanted coefficient of fluctuation: the flywheel that brings it.")
@_option("--rated", "Rated moment of a motor.")
@_option("--peak", "Its peak moment [default: the rated one].")
@_option("--speed", "Its largest speed, rad/s or 3000rpm.")
@_option("--rotor", "Inertia of its rotor.")
@click.option("--motors", metavar="FILE", help="Motors in a csv file with the head name,rated,peak,speed,inertia.")
@click.option(
    "--inertia-ratio",
    default="3",
    show_default=True,
    callback=_measured,
    metavar="VALUE",
    help="Largest inertia of the load, seen by the motor, to that of the rotor.",
)
@click.option("--efficiency", default="1", show_default=True, callback=_measured, metavar="VALUE", help="Of the gear.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.drive].")
@click.option("--json", "as_json", is_flag=True, help="Print the figures instead of writing files.")
def drive_command(
    deck: str,
    settings: dict[str, float],
    motor: str | None,
    fluctuation: float | None,
    rated: float | None,
    peak: float | None,
    speed: float | None,
    rotor: float | None,
    motors: str | None,
    inertia_ratio: float,
    efficiency: float,
    out: str | None,
    as_json: bool,
) -> None:
    """What the motors of DECK do: moment, power, inertia, flywheel, and which motors and gear ratios fit.

    Writes drive.csv, drive.json, drive.svg and drive.png; of several motors drive.NAME.csv and so on.
    """
    if efficiency > 1.0:
        raise click.UsageError(f"an efficiency of {efficiency:g} is above 1")
    path = place_of(deck, out, "drive")
    given = _motors(rated, peak, speed, rotor, motors)
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    from ..results.drive import drive_csv, drive_of
    from ..results.drive_account import drive_data, drive_lines
    from ..results.motor_sites import elsewhere, motor_name
    from ..results.motors import fit
    from ..results.summary import coarse, cut_short

    mech = result.mechanism
    wanted: list[str | None] = (
        [motor] if motor is not None else [motor_name(mech, q) for q in elsewhere(mech)] or [None]
    )
    try:
        drives = [drive_of(result, one) for one in wanted]
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    fits = [[fit(drive, one, inertia_ratio, efficiency) for one in given] for drive in drives]
    data = [drive_data(drive, fluctuation, found) for drive, found in zip(drives, fits, strict=True)]
    if as_json:
        print_json(data[0] if len(data) == 1 else {"drives": data})
    else:
        import json

        from ..drawing.drive_picture import drive_figure
        from ..drawing.style import image

        files: dict[str, str | bytes] = {}
        for drive, found, of_drive in zip(drives, fits, data, strict=True):
            for line in (*drive_lines(drive, fluctuation, found), *cut_short(result), *coarse(result)):
                click.echo(line)
            name = "drive" if len(drives) == 1 else f"drive.{motor_name(mech, drive.number)}"
            figure = drive_figure(result, drive.number)
            files |= {
                f"{name}.csv": drive_csv(drive),
                f"{name}.json": json.dumps(of_drive, ensure_ascii=False, indent=1) + "\n",
                f"{name}.svg": image(figure, "svg"),
                f"{name}.png": image(figure, "png"),
            }
        write_files(path, "drive", deck, text, files)
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    sys.exit(FINE if result.complete else NOT_COMPLETED)


def _motors(
    rated: float | None, peak: float | None, speed: float | None, rotor: float | None, listed: str | None
) -> list[Any]:
    """The motor of the flags, and those of a file."""
    from ..results.motors import BadMotors, Motor, read_motors

    found = []
    flags = {"--rated": rated, "--speed": speed, "--rotor": rotor}
    missing = [flag for flag, value in flags.items() if value is None]
    if len(missing) < len(flags):
        if missing:
            raise click.UsageError(f"a motor also needs {', '.join(missing)}")
        assert rated
        assert speed
        assert rotor
        found.append(Motor("motor", rated, peak or rated, speed, rotor))
    elif peak is not None:
        raise click.UsageError(f"a motor also needs {', '.join(missing)}")
    if listed is not None:
        try:
            with open(listed, encoding="utf-8-sig") as file:
                found += read_motors(file.read(1_000_000), _number)
        except (OSError, UnicodeDecodeError) as fault:
            reason = getattr(fault, "strerror", None) or "not text"
            raise click.UsageError(f"{listed} cannot be read ({reason})") from None
        except BadMotors as fault:
            raise click.UsageError(f"{listed}: {fault}") from None
    return found
