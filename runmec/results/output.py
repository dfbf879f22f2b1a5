"""buffers.csv and run.json: whole files, or none."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import __version__
from ..files import make_folder, write_whole
from .cams import profiles_data
from .dxf import profile_dxf
from .profiles import profile_csv
from .result import Result

#: names that a run may give to pictures, films and the report
_PAGE = re.compile(r"[\w-]+\.(svg|png|pdf|dxf)|[^/\\]+\.html")

if TYPE_CHECKING:
    from ..motion.cycle import Cycle
    from ..motion.simulate import Account


def output_folder(deck_path: str, asked: str | None) -> Path:
    """`-o DIR`, or `<deck>.out` in the current folder."""
    if asked is not None:
        return Path(asked)
    stem = "deck" if deck_path == "-" else Path(deck_path).stem
    return Path(f"{stem}.out")


def write_output(
    result: Result, folder: Path, formats: Sequence[str], progress: Callable[[str, float], None] = lambda _, __: None,
    csv: str = "comma",
) -> list[Path]:  # fmt: skip
    """Writes the files of a run and tells which; `formats` of pictures, none for no pictures and no pages."""
    make_folder(folder)
    earlier = _pages_of_earlier_run(folder)
    # the numbers first: a picture that fails must not lose them
    found = _write(folder, _numbers(result, formats, csv))
    _remove(folder, earlier)
    drawn = {f"{cam.item.name}.dxf": profile_dxf(result, cam) for cam in result.cams}
    found += _write(folder, {name: text for name, text in drawn.items() if text is not None})
    return found + _write(folder, _pages(result, formats, progress))


def _write(folder: Path, contents: dict[str, str | bytes]) -> list[Path]:
    for name, content in contents.items():
        write_whole(folder / name, content)
    return [folder / name for name in contents]


def _names(result: Result, formats: Sequence[str]) -> list[str]:
    """All files of a run."""
    deck = result.deck
    found = ["buffers.csv", "run.json", *(["modes.csv"] if result.modes else []), *_drawings(result)]
    if formats:
        found += [f"modes{k}.{kind}" for k in range(1, len(result.modes) + 1) for kind in formats]
        found += [f"{film.name}.html" for film in deck.films]
        found += [f"picture{k}.{kind}" for k in range(1, len(deck.pictures) + 1) for kind in formats]
        found += [f"{cam.item.name}.{kind}" for cam in result.cams for kind in formats]
        found += ["report.html"] if deck.pictures or deck.films else []
    return found


def _drawings(result: Result) -> list[str]:
    """Tables and drawings of profiles."""
    endings = ("csv", "dxf") if find_spec("ezdxf") is not None else ("csv",)
    return [f"{cam.item.name}.{ending}" for cam in result.cams for ending in endings]


def _pages_of_earlier_run(folder: Path) -> set[str]:
    """What run.json says an earlier run has drawn here: pictures of other numbers must not stand beside new ones."""
    try:
        said = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        return {name for name in said["files"] if isinstance(name, str) and _PAGE.fullmatch(name)}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _remove(folder: Path, names: set[str]) -> None:
    for name in names:
        with contextlib.suppress(OSError):
            (folder / name).unlink()


def _numbers(result: Result, formats: Sequence[str], csv: str) -> dict[str, str | bytes]:
    own = {"modes.csv": modes_csv(result, csv)} if result.modes else {}
    own |= {f"{cam.item.name}.csv": profile_csv(cam, csv) for cam in result.cams}
    return {"buffers.csv": buffers_csv(result, csv), **own, "run.json": run_json(result, _names(result, formats))}


def _pages(result: Result, formats: Sequence[str], progress: Callable[[str, float], None]) -> dict[str, str | bytes]:
    """Pictures and report where the deck asks for pictures, a film for every ANIMATE."""
    found: dict[str, str | bytes] = {}
    deck = result.deck
    if not formats:
        return found
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
    if deck.pictures or deck.films:
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
    columns = [result.time.tolist(), *(history.tolist() for history in result.buffers.values())]
    lines = [",".join(["step", "time", *map(str, result.keys())])]
    lines += [f"{step},{','.join(map(repr, row))}" for step, row in enumerate(zip(*columns, strict=True))]
    return _styled(lines, style)


def modes_csv(result: Result, style: str = "comma") -> str:
    """Of every mode its frequency and the displacements of all co-ordinates; imaginary parts where it goes round."""
    names, mech = result.deck.names, result.mechanism
    lines = [",".join(["position", "mode", "hertz", "part", *map(names.coordinate, mech.coordinates)])]
    for mode in result.modes:
        parts = {"real": mode.shape.real, **({"imaginary": mode.shape.imag} if np.any(mode.shape.imag) else {})}
        for part, shape in parts.items():
            cells = (repr(float(value)) for value in shape)
            lines.append(f"{mode.position},{mode.number},{mode.frequency!r},{part},{','.join(cells)}")
    return _styled(lines, style)


def _styled(lines: list[str], style: str) -> str:
    text = "\n".join(lines) + "\n"
    return text.translate(str.maketrans(",.", ";,")) if style == "semicolon" else text


def run_json(result: Result, files: Sequence[str] = ()) -> str:
    return json.dumps({**as_data(result), "files": list(files)}, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


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
        "trust": {"closure": _finite(trust.closure), "forces": _finite(trust.forces),
                  "moments": _finite(trust.moments), "power": _finite(trust.power)},
        "simulated": [_simulated(move.account, *drift) | _cycle(move.cycle) for move, drift in
                      zip(result.positions.simulated, result.energy_drifts, strict=True)],
        **({"profiles": profiles_data(result)} if result.cams else {}),
        "warnings": [warning.as_data() for warning in result.warnings],
        "extremes": {
            str(result.key(n)): {"name": result.name(n), "min": _finite(x.least), "min_position": x.at_least + 1,
                                 "max": _finite(x.most), "max_position": x.at_most + 1}
            for n, x in result.extremes.items()
        },
    }  # fmt: skip


def _units(result: Result) -> dict[str, Any]:
    """Of the numbers in the files, where the deck says that they are SI."""
    if result.deck.units != "SI":
        return {}
    known = {"time": "s", **{str(result.key(n)): result.unit(n).symbol or None for n in result.buffers}}
    return {"units": known}


def _simulated(account: Account, drift: float, exchanged: float) -> dict[str, Any]:
    """How a move of free motion was integrated."""
    return {
        "method": account.method,
        "tolerance": account.tolerance,
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
    return {"cycle": {"period": cycle.period, "miss": _finite(cycle.miss), "multipliers": multipliers,
                      "newton_steps": cycle.newton_steps, "cycles_simulated": cycle.periods}}  # fmt: skip


def _finite(value: float | None) -> float | None:
    """JSON has no infinities."""
    return value if value is not None and abs(value) < float("inf") else None
