"""Looks for decks, arguments and files that break the program: `python -m tests.fuzz --seconds 60 --seed 1`."""
