"""report.html: one page to hand in or to put in a file; prints well on A4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pkgutil import get_data

from ..deck.model import Element, Store
from ..deck.said import parameter_name
from ..diagnostics import Diagnostic
from ..outputs import FORM
from ..results.drive import Drive, drive_of, is_driven
from ..results.drive_account import figures
from ..results.extremes import Extreme
from ..results.joint_table import joint_table
from ..results.motor_sites import motors_of
from ..results.result import Result
from ..results.summary import cut_short, simulation_account, stability_lines
from ..results.units import unit_of
from .drive_picture import drive_figure
from .dynamics_tables import tables_of_dynamics
from .force_arrows import arrow_name
from .mechanism_picture import mechanism_figure
from .mode_picture import mode_figure
from .modes import mode_name
from .polar_sheet import has_diagram, polar_svg
from .refined import refined
from .style import image
from .tables import table

DIAGRAMS_AT_MOST = 16
DECK_AT_MOST = 200_000


def report_html(result: Result, pictures: Sequence[bytes]) -> str:
    """Drawing with numbers, data, the deck's pictures (SVG files), extremes, trust, warnings and the deck itself."""
    deck = result.deck
    drawing = mechanism_figure(
        result.mechanism, result.positions.x[:, :1], labels=True, width_cm=17, outlines=result.outlines
    )
    title = escape(deck.title[:1000] or "Mechanism")
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{escape(deck.job)}, {len(result)} of {deck.positions} positions. {escape(_trust(result))}</p>",
        *(f"<p>{escape(line.strip())}</p>" for line in simulation_account(result)),
        *(f"<p>{escape(line.strip())}</p>" for line in _stability(result)),
        *(_told(d, "warning") for d in result.warnings),
        *([_told(result.failure, "failure")] if result.failure else []),
        "<h2>Mechanism</h2>",
        _figure(
            _part(image(drawing, "svg")),
            "start position; elements in boxes, points blue, form parameters orange, inputs with an arrow",
        ),
        *_views(result),
        "<h2>Data</h2>",
        *_data(result),
    ]
    if deck.pictures:
        parts.append("<h2>Pictures</h2>")
        parts += [
            _figure(_part(file), result.caption(asked)) for file, asked in zip(pictures, deck.pictures, strict=True)
        ]
    parts += _drive(result)
    parts += _modes(result)
    parts += _joints(result)
    if result.extremes:
        parts += ["<h2>Extremes, and at which positions</h2>", *_cut_short(result), _extremes(result)]
    parts += deck_part(deck.source)
    return whole_page(deck.title[:200] or "Mechanism", parts)


def whole_page(title: str, parts: Iterable[str]) -> str:
    """A page that needs nothing from elsewhere."""
    style = get_data(__package__, "report.css")
    assert style is not None
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(title)}</title>",
        f"<style>\n{style.decode('utf-8')}</style>",
    ]
    page = ["<!DOCTYPE html>", '<html lang="en"><head>', *head, "</head><body><main>", *parts, "</main></body></html>"]
    return "\n".join(page) + "\n"


def _stability(result: Result) -> Iterator[str]:
    if result.stability is not None:
        yield from stability_lines(result, result.stability)


def _views(result: Result) -> list[str]:
    """Of a mechanism in space, the three of a workshop drawing."""
    if not result.deck.is_spatial:
        return []
    x = result.positions.x[:, :1]
    sheets = [
        _figure(_part(image(mechanism_figure(result.mechanism, x, width_cm=8, highest_cm=8, view=view), "svg")), name)
        for name, view in (("front", (-90.0, 0.0)), ("side", (0.0, 0.0)), ("top", (-90.0, 90.0)))
    ]
    return [f'<div class="sheets">{"".join(sheets)}</div>']


def _trust(result: Result) -> str:
    return f"Trust: {result.trust}."


def _told(told: Diagnostic, kind: str) -> str:
    where = f" (line {told.span.line})" if told.span else ""
    said = " ".join((told.label, *told.notes))
    return f'<p class="{kind}">{escape(f"{told.code}: {told.message}{where}. {said}")}</p>'


def _part(file: bytes) -> str:
    """A picture as part of a page: without the head of a file."""
    text = file.decode("utf-8")
    return text[text.index("<svg") :]


def picture_part(file: bytes, caption: str) -> str:
    """An SVG file with its caption."""
    return _figure(_part(file), caption)


def deck_part(source: str) -> list[str]:
    return ["<h2>Deck</h2>", f"<pre>{escape(source[:DECK_AT_MOST])}</pre>"]


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _data(result: Result) -> Iterator[str]:
    deck = result.deck
    names = deck.names
    elements = ((names.element(e.number), e.kind, _nodes(result, e)) for e in deck.elements)
    yield table(("element", "type", "points"), elements)
    inputs = range(deck.prescribed - deck.inputs + 1, deck.prescribed + 1)
    prescribed = [
        (names.parameter(p), parameter_name(deck, p), *_shown(result, p, float(value)), "input" if p in inputs else "")
        for p, value in zip(range(1, deck.prescribed + 1), result.mechanism.undeformed, strict=True)
    ]
    says_more = any(name != what for name, what, *_ in prescribed)
    head = ("parameter", "is", "value at the start", "unit", "use")
    yield (
        table(head, prescribed)
        if says_more
        else table((head[0], *head[2:]), ((row[0], *row[2:]) for row in prescribed))
    )
    yield from tables_of_dynamics(result)


def _nodes(result: Result, element: Element) -> str:
    """Names of points and angles, numbers of what has none."""
    names, kind = result.deck.names, result.deck.kinds[element.kind]
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    found = []
    for node in kind.nodes:
        at = [number[name] for name in node]
        point = names.turn(at[0]) if node[0][0] == "l" else names.point(*at)
        found.append(point or " ".join(map(names.coordinate, at)))
    return " ".join(found)


def _parameter(result: Result, number: int) -> str:
    return result.mechanism.parameter_label(result.mechanism.row[number])


def _shown(result: Result, parameter: int, value: float) -> tuple[float, str]:
    unit = unit_of(result.mechanism, Store(FORM.word, (parameter,), 0))
    return unit.number(value), unit.shown


def _cut_short(result: Result) -> list[str]:
    return [f'<p class="warning">{escape(line)}</p>' for line in cut_short(result)]


def _drive(result: Result) -> list[str]:
    """What the motors do where they move in time: all in a table, the first by itself."""
    if not is_driven(result):
        return []
    drives = [drive_of(result, number) for number in motors_of(result.mechanism)]
    drive = drive_of(result)
    rows = ((one.name, one.value, one.unit) for one in figures(drive, None) if one.value == one.value)
    together = [_motors(drives)] if len(drives) > 1 else []
    return [
        "<h2>Drive</h2>",
        *_cut_short(result),
        *together,
        table((f"figure of {drive.name}", "value", "unit"), rows),
        _figure(_part(image(drive_figure(result), "svg")), f"{drive.name}: moment, power, reduced inertia"),
    ]


def _motors(drives: Sequence[Drive]) -> str:
    """Every motor in a line."""

    def row(drive: Drive) -> tuple[object, ...]:
        force, speed = ("N", "m/s") if drive.is_straight else ("N·m", "rad/s")
        units = (force, speed, "W") if drive.has_units else ("", "", "")
        return (
            drive.name,
            drive.rms(drive.moment),
            drive.largest("moment"),
            units[0],
            drive.largest("speed"),
            units[1],
            drive.mean(drive.power),
            drive.largest("power"),
            units[2],
        )

    head = ("motor", "rms", "peak force or moment", "unit", "peak speed", "unit", "mean power", "peak power", "unit")
    return table(head, (row(drive) for drive in drives))


def _modes(result: Result) -> list[str]:
    """The modes that MODES asks for: frequencies, and a picture of each."""
    if not result.modes:
        return []
    rows = ((str(mode.number), mode.position, mode.frequency) for mode in result.modes)
    sheets = [
        _figure(_part(image(mode_figure(result, mode), "svg")), mode_name(result, mode))
        for mode in result.modes[:DIAGRAMS_AT_MOST]
    ]
    return [
        "<h2>Modes of vibration</h2>",
        table(("mode", "in position", "frequency [Hz]"), rows),
        f'<div class="sheets">{"".join(sheets)}</div>',
    ]


def _joints(result: Result) -> list[str]:
    """The sheet of joints, and the polar diagrams of the first."""
    found = result.joints
    if not found:
        return []
    drawn = [k for k, line in enumerate(found) if has_diagram(line)][:DIAGRAMS_AT_MOST] if len(result) > 1 else []
    smooth = refined(result) if drawn else result
    sheets = [_figure(polar_svg(smooth, found[k], smooth.joints[k].force), arrow_name(found[k].joint)) for k in drawn]
    return [
        "<h2>Joints</h2>",
        *_cut_short(result),
        table(*joint_table(result)),
        f'<div class="sheets">{"".join(sheets)}</div>',
    ]


def _position(row: float) -> str:
    """Counted from 1, with decimals where it lies between."""
    return f"{row + 1.0:.6g}"


def _extremes(result: Result) -> str:
    def row(number: int, x: Extreme) -> tuple[object, ...]:
        unit = result.unit(number)
        return (
            result.key(number),
            result.described(number),
            unit.number(x.least),
            _position(x.at_least),
            unit.number(x.most),
            _position(x.at_most),
            unit.shown,
        )

    return table(
        ("buffer", "quantity", "least", "at", "most", "at", "unit"),
        (row(number, x) for number, x in result.extremes.items()),
    )
