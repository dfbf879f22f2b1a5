"""The files of a run: buffers.csv, pictures, pages, and what run.json tells of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__, interrupts
from ..folder import Folder
from .causes import causes_csv
from .resting import rest_data
from .result import Result
from .sheet import joints_csv

if TYPE_CHECKING:
    from ..motion.cycle import Cycle
    from ..motion.simulate import Account


def write_output(
    result: Result,
    path: Path,
    formats: Sequence[str],
    progress: Callable[[str, float], None] = lambda _, __: None,
    csv: str = "comma",
) -> list[Path]:
    """Writes the files of a run and tells which; `formats` of pictures, none for no pictures and no pages."""
    with Folder(path) as folder:
        return [path / name for name in write_into(folder, result, formats, progress, csv)]


def write_into(
    folder: Folder, result: Result, formats: Sequence[str], progress: Callable[[str, float], None], csv: str
) -> list[str]:
    """The same in a folder that is ours."""
    with interrupts.undivided():
        for name, content in _numbers(result, csv).items():
            folder.write(name, content)
    return folder.finish(as_data(result), (lambda: _pages(result, formats, progress)) if formats else None)


def _numbers(result: Result, csv: str) -> dict[str, str | bytes]:
    """Tables, and drawings of profiles for machines."""
    found: dict[str, str | bytes] = {"buffers.csv": buffers_csv(result, csv)}
    if result.modes:
        found["modes.csv"] = modes_csv(result, csv)
    if result.calculates_forces:
        found["joints.csv"] = _styled(joints_csv(result.joints), csv)
        found["causes.csv"] = _styled(causes_csv(result), csv)
    for cam in result.cams:
        from .dxf import profile_dxf
        from .profiles import profile_csv

        found[f"{cam.item.name}.csv"] = profile_csv(cam, csv)
        drawing = profile_dxf(result, cam)
        if drawing is not None:
            found[f"{cam.item.name}.dxf"] = drawing
    return found


def _has_report(result: Result) -> bool:
    """Where the deck asks for something to look at, and for the sheet of joints."""
    return bool(result.deck.pictures or result.deck.films or result.joints)


def _pages(result: Result, formats: Sequence[str], progress: Callable[[str, float], None]) -> dict[str, str | bytes]:
    """Pictures that the deck asks for, a film for every ANIMATE, the report."""
    found: dict[str, str | bytes] = {}
    deck = result.deck
    if result.modes:
        from ..drawing.mode_picture import mode_figure
        from ..drawing.style import image

        figures = [mode_figure(result, mode) for mode in result.modes]
        found |= {f"modes{k}.{kind}": image(one, kind) for k, one in enumerate(figures, start=1) for kind in formats}
    if deck.films:
        from ..drawing.film import film_html

        progress("film", 0.0)
        page = film_html(result)
        found |= {f"{film.name}.html": page for film in deck.films}
    for cam in result.cams:
        from ..drawing.cam import cam_figure
        from ..drawing.style import image

        progress("profile", 0.0)
        found |= {f"{cam.item.name}.{kind}": image(cam_figure(result, cam), kind) for kind in formats}
    if _has_report(result):
        from ..drawing.curves import picture
        from ..drawing.report import report_html
        from ..drawing.style import image

        figures = [picture(result, asked) for asked in deck.pictures]
        drawn: list[bytes] = []
        for number, figure in enumerate(figures, start=1):
            progress("pictures", (number - 1) / len(figures))
            files = {kind: image(figure, kind) for kind in ("svg", *formats)}
            found |= {f"picture{number}.{kind}": files[kind] for kind in formats}
            drawn.append(files["svg"])
        found["report.html"] = report_html(result, drawn)
    return found


def buffers_csv(result: Result, style: str = "comma") -> str:
    """One row a position, in full double precision; step 0 is the start.

    `semicolon`: semicolons between, and a comma in the decimals, as spreadsheets of many countries want it.
    """
    columns = [result.positions.clock, *result.stored.values()]
    lines = [",".join(["step", "time", *map(str, result.keys())])]
    lines += [f"{step},{','.join(map(repr, row))}" for step, row in enumerate(zip(*columns, strict=True))]
    return _styled(lines, style)


def modes_csv(result: Result, style: str = "comma") -> str:
    """Of every mode its frequency and the displacements of all co-ordinates; imaginary parts where it goes round."""
    names, mech = result.deck.names, result.mechanism
    lines = [",".join(["position", "mode", "hertz", "part", *map(names.coordinate, mech.numbers)])]
    for mode in result.modes:
        parts = {"real": mode.shape.real, **({"imaginary": mode.shape.imag} if mode.shape.imag.any() else {})}
        for part, shape in parts.items():
            cells = (repr(float(value)) for value in shape)
            lines.append(f"{mode.position},{mode.number},{mode.frequency!r},{part},{','.join(cells)}")
    return _styled(lines, style)


def _styled(lines: list[str], style: str) -> str:
    text = "\n".join(lines) + "\n"
    return text.translate(str.maketrans(",.", ";,")) if style == "semicolon" else text


def as_data(result: Result) -> dict[str, Any]:
    deck, trust = result.deck, result.trust
    return {
        "program": "runmec",
        "version": __version__,
        "deck": os.path.basename(deck.name),
        "deck_sha256": hashlib.sha256(deck.source.encode("utf-8", "replace")).hexdigest(),
        "defines": {define.name: define.value for define in deck.defines},
        "job": deck.job,
        **_units(result),
        "title": deck.title,
        "status": "complete" if result.complete else "incomplete",
        "failure": result.failure.as_data() if result.failure else None,
        "positions": len(result),
        "positions_asked": deck.positions,
        "groups": len(result.mechanism.kinematics.groups),
        "nodes": result.positions.nodes,
        "corrections": result.positions.corrections,
        "solve_seconds": result.solve_seconds,
        "trust": {
            "closure": _finite(trust.closure),
            "forces": _finite(trust.forces),
            "moments": _finite(trust.moments),
            "power": _finite(trust.power),
            "links": _finite(trust.links),
        },
        "simulated": [
            _simulated(move.account, *drift) | _cycle(move.cycle)
            for move, drift in zip(result.positions.simulated, result.energy_drifts, strict=True)
        ],
        **rest_data(result.positions),
        **_profiles(result),
        "warnings": [warning.as_data() for warning in result.warnings],
        "extremes": {
            str(result.key(n)): {
                "name": result.name(n),
                "min": _finite(x.least),
                "min_position": x.at_least + 1,
                "max": _finite(x.most),
                "max_position": x.at_most + 1,
                **({"pole_position": x.pole + 1} if x.has_pole else {}),
            }
            for n, x in result.extremes.items()
        },
    }


def _profiles(result: Result) -> dict[str, Any]:
    if not result.cams:
        return {}
    from .cams import profiles_data

    return {"profiles": profiles_data(result)}


def _units(result: Result) -> dict[str, Any]:
    """Of the numbers in the files, where the deck says that they are SI."""
    if not result.deck.units:
        return {}
    known = {"time": "s", **{str(result.key(n)): result.unit(n).symbol or None for n in result.stored}}
    return {"units": known}


def _simulated(account: Account, drift: float, exchanged: float) -> dict[str, Any]:
    """How a move of free motion was integrated."""
    return {
        "method": account.accuracy.method,
        "tolerance": account.accuracy.tolerance,
        "in_units_of_the_mechanism": account.accuracy.in_units,
        "steps": account.steps,
        "refused": account.refused_error + account.refused_singular + account.refused_position,
        "evaluations": account.evaluations,
        "kinks": account.kinks,
        "holds": account.holds,
        "held_since": account.held_since,
        "passages": account.passages,
        "replacements": len(account.replacements),
        "energy_drift": _finite(drift),
        "energy_exchanged": _finite(exchanged),
        "seconds": account.seconds,
    }


def _cycle(cycle: Cycle | None) -> dict[str, Any]:
    """How a periodic state was found."""
    if cycle is None:
        return {}
    multipliers = [[value.real, value.imag] for value in cycle.multipliers]
    return {
        "cycle": {
            "period": cycle.period,
            "miss": _finite(cycle.miss),
            "multipliers": multipliers,
            "newton_steps": cycle.newton_steps,
            "cycles_simulated": cycle.periods,
        }
    }


def _finite(value: float | None) -> float | None:
    """JSON has no infinities."""
    return value if value is not None and abs(value) < float("inf") else None
