"""Text -> what the page draws: the film's data, and what belongs to which line of the deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..deck.carrying import inlined
from ..deck.data_files import Files
from ..deck.model import Deck
from ..deck.quotes import remark_of
from ..deck.study import Path
from ..deck.turning import BEYOND
from ..diagnostics import Diagnostic, RunmecError
from ..editing.knobs import define_number
from ..editing.reading import Draft, draft
from .bounds import too_many_positions
from .insight import dead_centres, transmissions

if TYPE_CHECKING:
    from ..model.mechanism import Mechanism
    from ..results.result import Result

Progress = Callable[[str, float], None]
Values = dict[str, Any]
_GIVEN = ("tstepe", "stepe", "tmove")  # moves whose positions follow at once
_EXPORTS = ("film", "report", "csv", "picture", "deck")


class CannotShow(RunmecError):
    """The text says why."""


def calculated(text: str, arrows: bool, progress: Progress) -> tuple[Values, tuple[Diagnostic, ...]]:
    """All that the page shows of a deck, and what is told of it; a deck with faults is sketched."""
    from ..calculate import CalculationError, run

    found = draft(text)
    shown: Values = {"sound": found.is_sound, "data": None, "sketch": None, "complete": False, "lines": []}
    if not found.is_sound:
        return {**shown, "sketch": sketch(found.deck)}, found.told
    refused = too_many_positions(found.deck)
    if refused is not None:
        return {**shown, "sound": False, "sketch": sketch(found.deck)}, (*found.told, refused)
    try:
        result = run(found.deck, progress)
    except CalculationError as fault:
        return {**shown, "sound": False, "sketch": sketch(found.deck)}, (*found.told, fault.diagnostic)
    said = (*result.warnings, *filter(None, [result.failure]))
    _latest[:] = [(text, result)]
    shown |= {"data": _data(result, arrows), "complete": result.complete, "lines": _account(result)}
    return shown, said


_latest: list[tuple[str, Result]] = []


def latest(text: str) -> Result | None:
    """The result of the text that was calculated last in this process."""
    return _latest[0][1] if _latest and _latest[0][0] == text else None


def _data(result: Any, arrows: bool) -> Values:
    from ..drawing.arrows import traced_curves
    from ..drawing.film import base64_of, film_data
    from ..results.extremes import NOTHING

    mech = result.mechanism
    spatial = result.deck.is_spatial
    data = film_data(result, with_arrows=arrows)
    for buffer, number in zip(data["buffers"], result.stored, strict=True):
        found, size = result.extremes.get(number, NOTHING), result.unit(number).size
        buffer |= {
            "least": _finite(found.least / size),
            "most": _finite(found.most / size),
            "at_least": round(found.at_least),
            "at_most": round(found.at_most),
            "line": _line(result.store(number)),
        }
    data |= {
        "inputs": [base64_of(result.positions.input(at)) for at in range(result.deck.inputs)],
        "spatial": spatial,
        "simulated": bool(result.positions.simulated),
        "angles": transmissions(result),
        "dead": dead_centres(result),
        "trust": _trust(result),
        "traced": [],
        "targets": [],
    }
    if not spatial:
        data["traced"] = [
            [mech.index[result.store(b).subject[0]] for b in (curve.x, curve.y)] for curve in traced_curves(result)
        ]
        data["targets"] = targets(result.deck)
    drawn = _drawn_at(mech)
    data |= {"points": points(result.deck, mech, drawn), "elements": elements(mech, drawn)}
    return data


def _finite(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def _line(item: Any) -> int:
    return item.places[0].line if item.places else 0


def _drawn_at(mech: Mechanism) -> dict[tuple[int, ...], tuple[int, int]]:
    """Which two of the numbers of the drawing are a point; in space these are what is seen of it."""
    if mech.is_spatial:
        from ..drawing.scene import standing

        return standing(mech)
    return {point: (point[0], point[1]) for e in mech.elements.values() for point in mech.points(e).values()}


def points(deck: Deck, mech: Mechanism, drawn: dict[tuple[int, ...], tuple[int, int]]) -> list[Values]:
    """Every point once: where it is drawn, its name, the line that gives it, which of its co-ordinates are fixed."""
    lines = {c.number: _line(c) for c in (*deck.fixed, *deck.moving)}
    held = {c.number for c in deck.fixed}
    found: dict[tuple[int, int], Values] = {}
    for point, at in drawn.items():
        numbers = tuple(mech.numbers[k] for k in point)
        name = mech.names.point(*numbers)
        found.setdefault(
            at,
            {
                "at": at,
                "numbers": numbers,
                "name": name or ", ".join(map(str, numbers)),
                "named": bool(name),
                "line": lines[numbers[0]],
                "fixed": [number in held for number in numbers],
            },
        )
    return list(found.values())


def elements(mech: Mechanism, drawn: dict[tuple[int, ...], tuple[int, int]]) -> list[Values]:
    names = mech.names
    return [
        {
            "name": names.element(element.number),
            "named": names.has("element", element.number),
            "number": element.number,
            "kind": mech.kind_of(element).title,
            "line": _line(element),
            "points": [drawn[point] for point in mech.points(element).values()],
        }
        for element in mech.elements.values()
    ]


def targets(deck: Deck) -> list[Values]:
    """Points that a curve is to meet, by the lines of a study."""
    found = []
    for figure in deck.figures:
        if isinstance(figure, Path):
            found += [
                {"at": target[-2:], "line": _line(figure), "number": k, "name": figure.name}
                for k, target in enumerate(figure.targets)
            ]
    return found


def sketch(deck: Deck) -> Values:
    """Points and lines of a deck that cannot be calculated yet, where its estimates put them."""
    values = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    held = {c.number for c in deck.fixed}
    lines = {c.number: _line(c) for c in (*deck.fixed, *deck.moving)}
    pairs: dict[tuple[int, int], str] = {(key[0], key[1]): name for key, name in deck.names.points.items()}
    links: list[Values] = []
    for element in deck.elements:
        kind = deck.kinds.get(element.kind)
        at = dict(zip(kind.coordinates, element.coordinates, strict=False)) if kind else {}
        ends = [(at[f"x{p}"], at[f"y{p}"]) for p in (kind.points if kind else ()) if f"x{p}" in at and f"y{p}" in at]
        for end in ends:
            pairs.setdefault(end, f"{end[0]}, {end[1]}")
        if all(number in values for end in ends for number in end):
            links.append({"name": deck.names.element(element.number), "line": _line(element), "ends": ends})
    single = sorted(set(values) - {number for key in pairs for number in key})
    pairs |= {(n, n + 1): f"{n}, {n + 1}" for n in single if n + 1 in single and not deck.names.points and n < BEYOND}
    return {
        "metres": bool(deck.units),
        "points": [
            {
                "x": values[x],
                "y": values[y],
                "name": name,
                "fixed": x in held and y in held,
                "line": lines[x],
                "numbers": (x, y),
                "named": (x, y) in {k[:2] for k in deck.names.points},
            }
            for (x, y), name in pairs.items()
            if x in values and y in values
        ],
        "links": [{**link, "ends": [[values[x], values[y]] for x, y in link["ends"]]} for link in links],
    }


def _account(result: Any) -> list[str]:
    from ..results.summary import account, inputs_line, trust_line

    lines = [line.strip() for line in (*account(result), *inputs_line(result), trust_line(result))]
    for mode in result.modes:
        from ..drawing.modes import mode_name

        most = result.deck.names.coordinate(result.mechanism.numbers[mode.most])
        lines.append(f"{mode_name(result, mode)}; {most} moves most")
    return lines


def _trust(result: Any) -> Values:
    from ..results.summary import trust_line

    return {"worst": _finite(result.trust.worst), "line": trust_line(result)}


def sliders(found: Draft) -> list[Values]:
    """Names of DEFINE that are numbers, with the range in which the page lets them slide."""
    shown = []
    for define in found.deck.defines:
        number = define_number(found, define.name)
        if number is None:
            continue
        low, high = _range(found.deck, define.name, number.value)
        span = found.lines[define.places[0].line - 1]
        shown.append(
            {
                "name": span[define.places[0].column - 1 :][: define.places[0].width],
                "value": number.value,
                "text": number.text,
                "line": define.places[0].line,
                "low": low,
                "high": high,
                "remark": remark_of(span),
            }
        )
    return shown


def _range(deck: Deck, name: str, value: float) -> tuple[float, float]:
    """From `vary` of a study, or a factor of two."""
    for vary in deck.varied:
        if vary.name.lower() == name:
            return min(vary.low, value), max(vary.high, value)
    if value == 0.0:
        return -1.0, 1.0
    return min(value / 2, value * 2), max(value / 2, value * 2)


def number(value: Any) -> float:
    """A number of a request; raises ValueError where it is none."""
    found = float(value)
    if not abs(found) < float("inf"):
        raise ValueError("not a finite number")
    return found


def dragged(text: str, request: Values, progress: Progress) -> Values:
    """The deck after a move of the pointer, and all positions that it then has."""
    from ..calculate import moved, session_of
    from ..drawing.film import packed
    from ..editing.drag import drag

    (a, b), (x, y) = request["point"], request["target"]
    found = drag(
        text,
        (int(a), int(b)),
        (number(x), number(y)),
        [number(v) for v in request["change"]],
        number(request["finest"]),
        str(request.get("only") or ""),
    )
    answer: Values = {"text": found.text, "limit": found.limit, "choose": list(found.choose), "x": None}
    if found.deck is not None and all(move.word in _GIVEN for move in found.deck.moves):
        positions, _ = moved(session_of(found.deck), progress)
        answer["x"] = [packed(history) for history in positions.places]
    return answer


def exported(text: str, what: str, name: str, progress: Progress) -> tuple[str, bytes]:
    """A file to keep: its name and content."""
    from ..calculate import run

    if what not in _EXPORTS:
        raise CannotShow(f"there is no export `{what[:20]}`")
    stem = name.rpartition("/")[2].removesuffix(".mec") or "deck"
    if what == "deck":
        return f"{stem}.mec", inlined(text, Files(".")).encode("utf-8")
    found = draft(text)
    if not found.is_sound:
        raise CannotShow("the deck has faults: mend them first")
    result = run(found.deck, progress)
    if what == "csv":
        from ..results.output import buffers_csv

        return f"{stem}.csv", buffers_csv(result).encode("utf-8")
    if what == "film":
        from ..drawing.film import film_html

        return f"{stem}.html", film_html(result).encode("utf-8")
    return _drawn(result, what, stem, progress)


def _drawn(result: Any, what: str, stem: str, progress: Progress) -> tuple[str, bytes]:
    """The report, or all pictures as one archive; written as `runmec run` writes them."""
    import io
    import tempfile
    import zipfile
    from pathlib import Path

    from ..results.output import write_output

    with tempfile.TemporaryDirectory() as folder:
        written = write_output(result, Path(folder), ["svg", "png"], progress=progress)
        names = {Path(path).name for path in written}
        if what == "report" and "report.html" not in names:
            raise CannotShow("the deck asks for no picture and no film, so there is nothing to report")
        if what == "report":
            return f"{stem}_report.html", (Path(folder) / "report.html").read_bytes()
        if not any(name.endswith(".svg") for name in names):
            raise CannotShow("the deck asks for no picture: BEGINPIC … ENDPIC makes one")
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
            for path in written:
                if Path(path).suffix in (".svg", ".png"):
                    pack.write(path, Path(path).name)
        return f"{stem}_pictures.zip", archive.getvalue()
