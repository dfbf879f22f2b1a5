"""The program `runmec`: whatever happens, no traceback for an interrupt, while it is loaded neither."""

from . import interrupts

interrupts.listen()


def main() -> None:
    from .cli import main as command

    command()


if __name__ == "__main__":
    main()
