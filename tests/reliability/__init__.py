"""Kills, interrupts, full disks, two at once: `python -m tests.reliability` tries it often."""
