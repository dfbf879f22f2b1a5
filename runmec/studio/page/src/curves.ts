// The curves of the deck, and polar diagrams of the arrows that are shown; the pointer reads them and leads to positions.

import { $, colour, fitted, make } from "./dom";
import type { Arrow, ArrowKind, Data } from "./types";

const HEIGHT = 0.62, POLAR_AT_MOST = 12, REACH = 40;
type Values = { v: Float64Array }[];
interface Figure { canvas: HTMLCanvasElement; polar: boolean; at: number; picture: Picture; buffers: Values; lies?: { px: (x: number) => number; py: (y: number) => number } }
let figures: Figure[] = [];
let legends = "";

export function setCurves(data: Data | null, shownArrows: Set<string>, show: (k: number) => void): void {
  const made = data ? [...data.pictures.map((picture, at) => ({ picture, at, polar: false, buffers: data.buffers as Values })), ...polars(data, shownArrows)] : [];
  const box = $("curves"), now = JSON.stringify(made.map(({ picture: p, polar }) => [p.legend, p.x, p.y, polar]));
  if (now === legends && made.length) { figures.forEach((figure, k) => Object.assign(figure, made[k])); return; }
  legends = now; figures = [];
  box.replaceChildren();
  if (!made.length) {
    box.append(make("p", data ? "The deck asks for no curve: choose a point or a link and press Plot, or write BEGINPIC, plotcurv of two buffers, ENDPIC." : "Curves appear here.", { class: "empty" }));
    return;
  }
  for (const one of made) {
    const figure = make("figure"), canvas = make("canvas"), caption = make("figcaption"), { picture } = one;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", picture.legend.join("; ") || `${picture.y.name} against ${picture.x.name}`);
    picture.legend.forEach((name, k) => { const entry = make("span"), line = make("i"); line.style.background = `var(--c${k % 6})`; entry.append(line, name); caption.append(entry); });
    figure.append(canvas, caption); box.append(figure);
    const drawn: Figure = { canvas, ...one };
    figures.push(drawn);
    canvas.onpointermove = (event) => read(drawn, event);
    canvas.onpointerleave = () => { canvas.title = ""; };
    canvas.onclick = (event) => { const k = nearest(drawn, event)?.row; if (k !== undefined) show(k); };
  }
}

// one diagram for every arrow: its end about its start, in true distance
function polars(data: Data, wanted: Set<string>): Omit<Figure, "canvas">[] {
  if (data.spatial) return [];
  const all = data.arrows.filter((kind) => wanted.has(kind.name)).flatMap((kind) => kind.arrows.map((arrow): [ArrowKind, Arrow] => [kind, arrow]));
  return all.slice(0, POLAR_AT_MOST).map(([kind, arrow], at) => {
    const history = (of: Arrow["x"]) => Float64Array.from({ length: data.positions }, (_, k) => of(k)), x = history(arrow.x), y = history(arrow.y);
    const ends = [Math.min(0, ...x), Math.max(0, ...x), Math.min(0, ...y), Math.max(0, ...y)], room = 0.08 * Math.max(ends[1] - ends[0], ends[3] - ends[2]) || 1;
    const axis = (name: string): Axis => ({ name: `${name}${kind.unit ? ` [${kind.unit.trim()}]` : ""}`, degrees: false, unit: kind.unit.trim() });
    const picture: Picture = { curves: [[0, 1]], range: [ends[0] - room, ends[1] + room, ends[2] - room, ends[3] + room], true_distance: true, x: axis("x"), y: axis("y"), legend: [arrow.name] };
    return { picture, at, polar: true, buffers: [{ v: x }, { v: y }] };
  });
}

export function drawCurves(data: Data | null, ghost: Data | null, shown: number, stale: boolean): void {
  if (!data || $("curves").hidden) return;
  for (const figure of figures) {
    const { canvas, picture, buffers, polar, at } = figure, width = canvas.clientWidth, height = Math.round(Math.min(HEIGHT * width, 300));
    if (!width) continue;
    canvas.style.height = `${height}px`;
    const found = fitted(canvas, width, height), old = polar ? undefined : ghost?.pictures[at];
    if (!found) continue;
    found.g.globalAlpha = stale ? 0.35 : 1;
    let drawn = picture;
    if (old && ghost && old.curves.length === picture.curves.length) {
      const [a, b, c, d] = picture.range, [e, f, g, h] = old.range, range: Picture["range"] = [Math.min(a, e), Math.max(b, f), Math.min(c, g), Math.max(d, h)];
      drawn = { ...picture, range };
      drawDiagram(found, { ...old, range }, ghost.buffers, -1, (role) => colour(/^c\d/.test(role) ? "ghost" : role));
    }
    figure.lies = drawDiagram(found, drawn, buffers, shown, colour);
    if (polar) cross(found.g, figure.lies.px(0), figure.lies.py(0));
  }
}

function cross(g: CanvasRenderingContext2D, x: number, y: number): void {
  g.strokeStyle = colour("quiet"); g.lineWidth = 1.5;
  g.beginPath(); g.moveTo(x - 5, y); g.lineTo(x + 5, y); g.moveTo(x, y - 5); g.lineTo(x, y + 5); g.stroke();
}

// the place on a curve next to the pointer
function nearest({ picture, buffers, lies }: Figure, event: MouseEvent): { row: number; x: number; y: number; curve: number } | null {
  let best = REACH, found = null;
  if (!lies) return null;
  picture.curves.forEach(([xb, yb], curve) => buffers[xb].v.forEach((x, row) => {
    const y = buffers[yb].v[row], away = Math.hypot(lies.px(x) - event.offsetX, lies.py(y) - event.offsetY);
    if (away < best) { best = away; found = { row, x, y, curve }; }
  }));
  return found;
}
function read(figure: Figure, event: PointerEvent): void {
  const found = nearest(figure, event), { picture, canvas } = figure;
  canvas.style.cursor = found ? "pointer" : "default";
  const said = (v: number, axis: Axis) => axis.degrees ? `${short(v * 180 / Math.PI)}°` : short(v);
  canvas.title = found ? `${picture.legend[found.curve] ?? ""}\n${said(found.x, picture.x)}, ${said(found.y, picture.y)} in position ${found.row + 1}; a click shows it` : "";
}
