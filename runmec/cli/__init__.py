"""The command line: arguments, exit codes and printing. The only room that prints or exits."""

from __future__ import annotations

import contextlib
import errno
import os
import sys

import click

from .. import __version__, engine_kind, interrupts
from ..deck.nearest import nearest
from .calculating import draw_command, film_command, rest_command, run_command
from .coursing import derive_command, exercise_command, grade_command, why_command
from .driving import drive_command
from .editors import lsp_command, studio_command
from .optimising import optimise_command
from .paging import page_command
from .reading import check_command, explain_command, fmt_command, number_command
from .spectrum import spectrum_command
from .starting import examples_command, new_command
from .studying import sweep_command, tolerance_command
from .talk import FINE, WRONG_USE, fail
from .vibrating import campbell_command, linearise_command
from .watching import watch_command
from .workspace import workspace_command

_USED_UP = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM)  # files, processes, memory


class Commands(click.Group):
    """`runmec deck.mec` is `runmec run deck.mec`; a misspelt command is suggested."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names = [arg for arg in args if not arg.startswith("-")]
        if names and names[0] not in self.commands and any(map(_looks_like_deck, names)):
            near = nearest(names[0], self.commands)
            if _looks_like_deck(names[0]) or near is None:
                args = ["run", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            near = f"{args[0]}.mec" if os.path.isfile(f"{args[0]}.mec") else nearest(args[0], self.commands)
            remedy = f"did you mean `runmec {near}`?" if near else f"commands are {', '.join(self.commands)}"
            ctx.fail(f"no command or deck `{args[0]}`; {remedy}")
        return super().resolve_command(ctx, args)


def _looks_like_deck(argument: str) -> bool:
    return argument == "-" or argument.lower().endswith(".mec") or os.path.exists(argument) or os.sep in argument


@click.group(
    cls=Commands,
    epilog="""\b
Examples:
  runmec new press --kind six-bar       a deck with comments, to change into your own
  runmec examples                       example decks; with a name: copies one here
  runmec press.mec                      calculate: tables, files in press.out/
  runmec watch press.mec                calculate at every save; a page follows
  runmec optimise press.mec             the best values of names that vary (STUDY)
  runmec check press.mec                all that is wrong with the deck, or an account
  runmec check press.mec --set a=0.025  with another value of a DEFINE
  runmec linearise press.mec --at 31    M, C, K, state space in a position
  runmec campbell press.mec             natural frequencies over the motion
  runmec drive press.mec                moment, power, flywheel and motors of an input
  runmec workspace robot.mec            what two inputs reach, and how well
  runmec spectrum press.mec M           harmonics of a buffer over a turn
  runmec fmt press.mec                  the deck in aligned columns
  runmec number press.mec               the deck in plain numbers, names as comments
  runmec sweep press.mec a=20mm:40mm:9  figures of many variants, on all cores
  runmec tolerance press.mec            what the tolerances of STUDY do to its figures
  runmec exercise bearings.mec --count 30  sheets, each with numbers of its own
  runmec grade bearings.mec answers.csv  marks with the reason
  runmec why bearings.mec M=27.4Nm      which assumption gives that number
  runmec derive four_bar.mec --at 31    the derivation of a position, on paper
  runmec studio press.mec               a page: deck and moving mechanism side by side
  runmec page -o course four_bar.mec    the studio as files for a web server: nothing to install
  runmec lsp                            for editors: messages, completion, names as you type
  runmec explain D301                   what a message means
  runmec explain spring                 what a word takes""",
)
@click.version_option(__version__, prog_name="runmec", message=f"%(prog)s %(version)s, engine {engine_kind()}")
def cli() -> None:
    """Mechanisms in the plane and in space, from a text deck: motions, forces, pictures."""


for command in (
    new_command,
    examples_command,
    exercise_command,
    grade_command,
    why_command,
    derive_command,
    check_command,
    run_command,
    rest_command,
    watch_command,
    draw_command,
    film_command,
    linearise_command,
    campbell_command,
    drive_command,
    workspace_command,
    spectrum_command,
    sweep_command,
    tolerance_command,
    optimise_command,
    fmt_command,
    number_command,
    explain_command,
    studio_command,
    page_command,
    lsp_command,
):
    cli.add_command(command)


def main() -> None:
    """Entry point: whatever happens, no traceback for a broken pipe, a closed stream, an interrupt, little memory."""
    interrupts.listen()
    _open_streams()
    try:
        cli.main(standalone_mode=False, prog_name="runmec")
    except (click.exceptions.Abort, KeyboardInterrupt):
        fail("interrupted", interrupts.exit_code())
    except click.ClickException as fault:
        fault.show()
        sys.exit(fault.exit_code)
    except BrokenPipeError:
        _forget_output()
        sys.exit(FINE)
    except OSError as fault:
        if fault.filename is None and fault.errno in _USED_UP:
            fail(f"the system gives this process no more ({fault.strerror}); --jobs 1 asks for least", WRONG_USE)
        what = fault.filename if fault.filename is not None else "standard output"
        _forget_output()
        fail(f"{what} cannot be written ({fault.strerror})", WRONG_USE)
    except MemoryError:
        fail("the memory that this process may take is used up; ask for fewer positions or pictures", WRONG_USE)


def _open_streams() -> None:
    """UTF-8 for all of them. Where one is closed nothing else may take its number: it becomes a device."""
    is_silent = sys.stdout is None
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  of the whole process
    if is_silent:
        fail("standard output is closed", WRONG_USE)


def _forget_output() -> None:
    """Nothing more is written to a standard output that takes nothing."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
