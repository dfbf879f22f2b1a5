"""report.html: one page to hand in or to put in a file; prints well on A4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pkgutil import get_data

from ..deck.account import parameter_name
from ..deck.model import Element, Store
from ..diagnostics import Diagnostic
from ..results.drive import drive_of, is_driven
from ..results.drive_account import figures
from ..results.result import Extreme, Result
from ..results.summary import simulation_account, stability_lines
from ..results.units import unit_of
from .arrows import arrows
from .drive_picture import drive_figure
from .joints import joints, rows
from .mechanism_picture import mechanism_figure
from .mode_picture import mode_figure
from .modes import mode_name
from .polar_sheet import polar_svg
from .refined import refined
from .style import image

ROWS_AT_MOST = 400
DIAGRAMS_AT_MOST = 16
DECK_AT_MOST = 200_000


def report_html(result: Result, pictures: Sequence[bytes]) -> str:
    """Drawing with numbers, data, the deck's pictures (SVG files), extremes, trust, warnings and the deck itself."""
    deck = result.deck
    drawing = mechanism_figure(result.mechanism, result.positions.x[:, :1], labels=True, width_cm=17)
    title = escape(deck.title[:1000] or "Mechanism")
    parts = [
        f"<h1>{title}</h1>",
        f"<p>{escape(deck.job)}, {len(result)} of {deck.positions} positions. {escape(_trust(result))}</p>",
        *(f"<p>{escape(line.strip())}</p>" for line in simulation_account(result)),
        *(f"<p>{escape(line.strip())}</p>" for line in _stability(result)),
        *(_told(d, "warning") for d in result.warnings),
        *([_told(result.failure, "failure")] if result.failure else []),
        "<h2>Mechanism</h2>",
        _figure(_part(image(drawing, "svg")),
                "start position; elements in boxes, points blue, form parameters orange, inputs with an arrow"),
        *_views(result),
        "<h2>Data</h2>",
        *_data(result),
    ]  # fmt: skip
    if deck.pictures:
        parts.append("<h2>Pictures</h2>")
        parts += [
            _figure(_part(file), result.caption(asked)) for file, asked in zip(pictures, deck.pictures, strict=True)
        ]
    parts += _drive(result)
    parts += _modes(result)
    parts += _joints(result)
    if result.extremes:
        parts += ["<h2>Extremes, and at which positions</h2>", _extremes(result)]
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
    page = ["<!DOCTYPE html>", '<html lang="en"><head>', *head, "</head><body>", *parts, "</body></html>"]
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


def _cell(value: object, column: int) -> str:
    """What stands first names the row, also where it is a number."""
    said = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f"<td{' class=n' if column and isinstance(value, (int, float)) else ''}>{escape(said)}</td>"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Columns of numbers and their heads stand to the right."""
    body, numbers = [], set()
    for count, row in enumerate(rows):
        if count == ROWS_AT_MOST:
            body.append(f'<tr><td colspan="9">… more than {ROWS_AT_MOST} rows</td></tr>')
            break
        cells = list(row)
        numbers |= {at for at, value in enumerate(cells) if at and isinstance(value, (int, float))}
        body.append(f"<tr>{''.join(_cell(value, at) for at, value in enumerate(cells))}</tr>")
    titles = "".join(f"<th{' class=n' if at in numbers else ''}>{escape(title)}</th>" for at, title in enumerate(head))
    return f'<div class="wide"><table><thead><tr>{titles}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _data(result: Result) -> Iterator[str]:
    deck = result.deck
    masses: dict[int, float] = {}
    for uniform in deck.uniforms:
        masses[uniform.element] = masses.get(uniform.element, 0.0) + uniform.mass
    names, si = deck.names, deck.units == "SI"
    links = ((names.element(e.number), e.kind, _nodes(result, e), masses.get(e.number, "")) for e in deck.elements)
    columns = ("element", "type", "points", "mass [kg]" if si else "mass")
    yield table(columns, links) if masses else table(columns[:3], (link[:3] for link in links))
    inputs = range(deck.prescribed - deck.inputs + 1, deck.prescribed + 1)
    prescribed = [
        (names.parameter(p), parameter_name(deck, p), *_shown(result, p, float(value)), "input" if p in inputs else "")
        for p, value in zip(range(1, deck.prescribed + 1), result.mechanism.rest, strict=True)
    ]
    says_more = any(name != what for name, what, *_ in prescribed)
    yield table(("parameter", "is", "value at the start", "", ""), prescribed) if says_more else \
        table(("parameter", "value at the start", "", ""), ((row[0], *row[2:]) for row in prescribed))  # fmt: skip
    if deck.inertias:
        yield table(("co-ordinate", "mass or inertia", ""), (
            (names.coordinate(i.coordinate), float(i.mass), _inertia_unit(result, i.coordinate))
            for i in deck.inertias))  # fmt: skip
    if deck.bodies:
        heads = ("body of", "mass", "centre along", "centre across", "inertia")
        units = ("", " [kg]", " [m]", " [m]", " [kg·m²]") if si else ("",) * 5
        yield table([head + unit for head, unit in zip(heads, units, strict=True)], (
            (names.element(b.element), float(b.mass), float(b.u), float(b.v), float(b.J))
            for b in deck.bodies))  # fmt: skip
    if deck.solids:
        yield table(("solid on", "mass", "centre along u v w", "inertia xx yy zz xy xz yz"), (
            (names.element(s.element), float(s.mass), " ".join(f"{v:.6g}" for v in s.centre),
             " ".join(f"{v:.6g}" for v in s.inertia)) for s in deck.solids))  # fmt: skip
    if deck.springs:
        yield table(("spring on", "stiffness", "", "force at zero", "", "ranges"), (
            (_parameter(result, s.parameter), float(s.stiffness), _per(result, s.parameter, "bufe0"),
             float(s.at_zero), _effort_unit(result, s.parameter), " ".join(f"{v:g}" for v in s.ranges))
            for s in deck.springs))  # fmt: skip
    if deck.dampers:
        dampers = ((_parameter(result, d.parameter), float(d.constant), _per(result, d.parameter, "bufde1"))
                   for d in deck.dampers)  # fmt: skip
        yield table(("damper on", "constant", ""), dampers)


def _inertia_unit(result: Result, coordinate: int) -> str:
    if result.deck.units != "SI":
        return ""
    return "kg·m²" if unit_of(result.mechanism, Store("bufx0", (coordinate,), 0)).is_angle else "kg"


def _effort_unit(result: Result, parameter: int) -> str:
    return unit_of(result.mechanism, Store("bufsigma", (parameter,), 0)).symbol


def _per(result: Result, parameter: int, word: str) -> str:
    """The unit of a force by a length or by a velocity, of a moment by an angle …"""
    effort, way = _effort_unit(result, parameter), unit_of(result.mechanism, Store(word, (parameter,), 0)).symbol
    return f"{effort}/({way})" if "/" in way else f"{effort}/{way}" if effort and way else effort


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
    unit = unit_of(result.mechanism, Store("bufe0", (parameter,), 0))
    return unit.number(value), unit.shown


def _drive(result: Result) -> list[str]:
    """What drives the first input, where it moves in time."""
    if not is_driven(result):
        return []
    drive = drive_of(result)
    rows = ((one.name, one.value, one.unit) for one in figures(result, drive, None) if one.value == one.value)
    return ["<h2>Drive</h2>", table(("figure", "value", ""), rows),
            _figure(_part(image(drive_figure(result, 1), "svg")),
                    f"input {result.deck.names.input(1)}: moment, power, reduced inertia")]  # fmt: skip


def _modes(result: Result) -> list[str]:
    """The modes that MODES asks for: frequencies, and a picture of each."""
    if not result.modes:
        return []
    rows = ((str(mode.number), mode.position, mode.frequency) for mode in result.modes)
    sheets = [_figure(_part(image(mode_figure(result, mode), "svg")), mode_name(result, mode)) for mode in
              result.modes[:DIAGRAMS_AT_MOST]]  # fmt: skip
    return ["<h2>Modes of vibration</h2>", table(("mode", "in position", "frequency [Hz]"), rows),
            f'<div class="sheets">{"".join(sheets)}</div>']  # fmt: skip


def _joints(result: Result) -> list[str]:
    """The forces in pins and guides: a table of all, and the polar diagrams of the first."""
    found = joints(result)
    if not found:
        return []
    force = "largest force [N]" if result.deck.units == "SI" else "largest force"
    drawn = [joint for joint in found if joint.is_plane][:DIAGRAMS_AT_MOST] if len(result) > 1 else []
    smooth = refined(result)
    forces = {arrow.name: arrow for arrow in arrows(smooth).get("forces", [])} if drawn else {}
    sheets = [_figure(polar_svg(smooth, joint, forces[joint.arrow.name]), joint.arrow.name) for joint in drawn]
    return [
        "<h2>Joints</h2>",
        table(("force of the frame, or on a link", force, "direction", "at position", "at input"),
               rows(result, found)),
        f'<div class="sheets">{"".join(sheets)}</div>',
    ]  # fmt: skip


def _extremes(result: Result) -> str:
    def row(number: int, x: Extreme) -> tuple[object, ...]:
        unit = result.unit(number)
        return (result.key(number), result.described(number), unit.number(x.least), x.at_least + 1,
                unit.number(x.most), x.at_most + 1, unit.shown)  # fmt: skip

    return table(("buffer", "quantity", "least", "at", "most", "at", ""), (
        row(number, x) for number, x in result.extremes.items()))  # fmt: skip
