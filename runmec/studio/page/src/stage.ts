// The drawing: the mechanism at the position that is shown, painted from the display list that pictures and film use.

import { $, colour, fitted } from "./dom";
import { angleMark, arrow, distance, label, pairs, ring, rule, scaleBar } from "./shapes";
import type { Data, Load, Mode, Sketch, Seen } from "./types";

// by its name, which stays when others come and go
export interface Thing { kind: "point" | "element" | "target"; name: string }
const same = (a: Thing | null, b: Thing | null): boolean => a?.kind === b?.kind && a?.name === b?.name;
interface View { x: number; y: number; scale: number }
interface Vector { from: Point; end: Point; text: string }
const targetName = ({ name, number }: { name: string; number: number }): string => `${name} ${number}`;
const SNAP = 6, GRID = 5; // pixels
const SHADE = 0.3, SMALL_ANGLE = 30;
const LOAD = 0.16, GRAVITY = 44; // of the drawing; pixels

export class Stage {
  readonly canvas = $<HTMLCanvasElement>("canvas");
  data: Data | null = null;
  sketch: Sketch | null = null;
  ghost: Data | null = null; // what was before a gesture
  stale = false; // the deck has changed and cannot be drawn
  shown = 0;
  selected: Thing | null = null;
  also: Thing[] = []; // chosen beside it
  hovered: Thing | null = null;
  arrows = new Set<string>();
  angles = false; // transmission angles
  loads: Load[] = []; // whose arrows can be dragged
  private pushed = 0; // pixels of a unit of force, while one is
  branches: number[][] = []; // other assemblies of the mechanism at its start, in the user's units
  mode: Mode | null = null; // a shape of vibration, shown instead of the motion
  phase = 0; // of its swing
  private eye: Seen | null = null; // from where a mechanism in space is looked at
  private vectorsDrawn: Vector[] = [];
  labels = false;
  handles = false; // points are shown to be taken
  cross: Point | null = null; // pointer of the keyboard, in the user's units
  drawn: [Point, Point] | null = null; // a link that is being drawn
  chain: string[] = []; // names of the points that a tool has so far
  private view: View | null = null;
  private asked = false;

  private size: Point = [0, 0]; // of the canvas

  constructor() { new ResizeObserver(() => this.resized()).observe(this.canvas); }

  // ---- data

  set(data: Data): void {
    const first = !this.data && !this.sketch?.points.length;
    this.data = data; this.sketch = null; this.stale = false;
    if (data.space) this.eye ??= this.firstEye(data); else this.eye = null;
    this.mode = data.modes.find((mode) => mode.name === this.mode?.name) ?? null;
    this.shown = Math.min(this.shown, data.positions - 1);
    if (first || !this.view) this.view = null;
    this.draw();
  }
  setSketch(sketch: Sketch | null): void { this.sketch = sketch; this.stale = true; this.draw(); }

  private firstEye(data: Data): Seen { return { az: data.space!.view[0], el: data.space!.view[1] }; }
  get turns(): boolean { return this.eye !== null; }
  turn(az: number, el: number): void {
    if (!this.eye) return;
    const middle = this.data!.space!.middle, before = onScreen(this.eye, middle);
    this.eye = turnedView(this.eye, az, el);
    const after = onScreen(this.eye, middle), v = this.place();
    v.x += after[0] - before[0]; v.y += after[1] - before[1]; // the middle stays where it is
    this.draw();
  }
  turnBack(): void { if (this.data?.space) { this.eye = this.firstEye(this.data); this.fit(); } }
  get view3(): Seen | null { return this.eye; }

  // co-ordinates of everything now, as they are seen
  get x(): number[] { return this.seenFrom(this.raw).flat; }
  private get raw(): number[] {
    const mode = this.mode;
    if (mode) return Array.from(mode.x, (x, k) => x + mode.real[k] * Math.cos(this.phase) - mode.imaginary[k] * Math.sin(this.phase));
    return this.data ? this.data.x.map((q) => q(this.shown)) : [];
  }
  private seenFrom(raw: number[]): { flat: number[]; depth: number[] } { return this.eye ? seen(this.eye, raw) : { flat: raw, depth: [] }; }
  // a point of the drawing at any position
  pointAt([i, j]: Point, k: number, data = this.data!): Point {
    return this.eye ? onScreen(this.eye, [0, 1, 2].map((axis) => data.x[3 * i / 2 + axis](k))) : [data.x[i](k), data.x[j](k)];
  }
  pointPlaces(): { name: string; at: Point; named: boolean; line: number; numbers: number[]; fixed: boolean[] }[] {
    if (this.sketch) return this.sketch.points.map((p) => ({ ...p, at: [p.x, p.y], fixed: [p.fixed, p.fixed] }));
    const x = this.x;
    return (this.data?.points ?? []).map((p) => ({ ...p, at: [x[p.at[0]], x[p.at[1]]] }));
  }
  elementPlaces(): { name: string; named: boolean; kind: string; line: number; number: number; ends: Point[] }[] {
    if (this.sketch) return this.sketch.links.map((l) => ({ ...l, named: true, kind: "", number: 0 }));
    const x = this.x;
    return (this.data?.elements ?? []).map((e) => ({ ...e, ends: e.points.map(([i, j]): Point => [x[i], x[j]]) }));
  }

  point(name: string) { return this.pointPlaces().find((one) => one.name === name); }
  element(name: string) { return this.elementPlaces().find((one) => one.name === name); }
  target(name: string) { return this.data?.targets.find((one) => targetName(one) === name); }
  // name and line of a thing that is there
  of(thing: Thing): { name: string; line: number } | undefined {
    return thing.kind === "point" ? this.point(thing.name) : thing.kind === "element" ? this.element(thing.name) : this.target(thing.name);
  }
  onChoice = (): void => undefined;
  choose(thing: Thing | null, also: Thing[] = []): void { this.selected = thing; this.also = also; this.onChoice(); this.draw(); }
  // one more, or one less
  chooseToo(thing: Thing): void {
    const all = this.chosen, rest = all.filter((one) => !same(one, thing));
    const [first, ...others] = rest.length < all.length ? rest : [...all, thing];
    this.choose(first ?? null, others);
  }
  get chosen(): Thing[] { return [...(this.selected ? [this.selected] : []), ...this.also].filter((one) => this.of(one)); }
  // names of all that is chosen
  get names(): { points: string[]; elements: string[] } {
    const of = (kind: Thing["kind"]) => this.chosen.filter((one) => one.kind === kind).map(({ name }) => name);
    return { points: of("point"), elements: of("element") };
  }
  // the places of all that is chosen
  get spread(): Point[] { return this.chosen.flatMap((one) => one.kind === "point" ? [this.point(one.name)!.at] : one.kind === "element" ? this.element(one.name)!.ends : []); }
  hover(thing: Thing | null): void { if (!same(thing, this.hovered)) { this.hovered = thing; this.draw(); } }

  // ---- view

  private extent(): [number, number, number, number] {
    if (this.data?.space && this.eye) return seenExtent(this.eye, this.data.space);
    if (this.data) {
      const [left, right, bottom, top] = this.data.extent, all = this.branches.flatMap((x) => this.data!.elements.flatMap((e) => e.points.map(([i, j]) => [x[i], x[j]])));
      return [Math.min(left, ...all.map(([x]) => x)), Math.max(right, ...all.map(([x]) => x)), Math.min(bottom, ...all.map(([, y]) => y)), Math.max(top, ...all.map(([, y]) => y))];
    }
    const points = this.sketch?.points ?? [];
    if (!points.length) return [-0.05, 0.15, -0.05, 0.1];
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y), least = 0.02;
    const [l, r, b, t] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.max(least, 0.3 * Math.max(r - l, t - b));
    return [l - room, r + room, b - room, t + room];
  }
  // shows everything where other assemblies would lie outside
  reveal(others: number[][]): void {
    const places = others.flatMap((raw) => { const x = this.seenFrom(raw).flat; return this.data!.elements.flatMap((e) => e.points.map(([i, j]): Point => [x[i], x[j]])); });
    const inside = ([u, v]: Point) => u > 0 && v > 0 && u < this.canvas.clientWidth && v < this.canvas.clientHeight;
    if (!places.every((at) => inside(this.to(at)))) this.fit();
  }
  fit(): void { this.view = null; this.draw(); }
  private place(): View {
    if (!this.view) {
      const [left, right, bottom, top] = this.extent();
      this.size = [this.canvas.clientWidth, this.canvas.clientHeight];
      this.view = { x: (left + right) / 2, y: (bottom + top) / 2, scale: this.fitting(this.size) };
    }
    return this.view;
  }
  private fitting([w, h]: Point): number {
    const [left, right, bottom, top] = this.extent();
    const margin = 3 * (this.data?.unit ?? 0), wide = right - left + 2 * margin || 1, high = top - bottom + 2 * margin || 1;
    return 0.94 * Math.min(w / wide, h / high);
  }
  // what was to be seen stays so
  private resized(): void {
    const size: Point = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (this.view && Math.min(...size) > 0) {
      if (Math.min(...this.size) > 0) this.view.scale *= this.fitting(size) / this.fitting(this.size);
      this.size = size;
    }
    this.draw();
  }
  get scale(): number { return this.place().scale; }
  get finest(): number { return 10 ** Math.floor(Math.log10(1 / this.scale)); } // that a pixel tells apart
  to = ([x, y]: Point): Point => {
    const v = this.place();
    return [this.canvas.clientWidth / 2 + (x - v.x) * v.scale, this.canvas.clientHeight / 2 - (y - v.y) * v.scale];
  };
  from([px, py]: Point): Point {
    const v = this.place();
    return [v.x + (px - this.canvas.clientWidth / 2) / v.scale, v.y - (py - this.canvas.clientHeight / 2) / v.scale];
  }
  // a place on a round grid, level with another point or with the place before where it is near
  snapped(at: Point, before?: Point): Point {
    const others = [...this.pointPlaces().map((one) => one.at), ...(before ? [before] : [])], step = roundStep(GRID / this.scale, 1, false);
    return [0, 1].map((axis) => {
      const near = others.map((other) => other[axis]).sort((a, b) => Math.abs(a - at[axis]) - Math.abs(b - at[axis]))[0];
      return near !== undefined && Math.abs(near - at[axis]) * this.scale < SNAP ? near : Math.round(at[axis] / step) * step;
    }) as Point;
  }
  pan(dx: number, dy: number): void { const v = this.place(); v.x -= dx / v.scale; v.y += dy / v.scale; this.draw(); }
  zoom(at: Point, factor: number): void {
    const before = this.from(at), v = this.place();
    v.scale = Math.max(1e-9, v.scale * factor);
    const after = this.from(at);
    v.x += before[0] - after[0]; v.y += before[1] - after[1];
    this.draw();
  }

  // ---- what lies under a place in pixels

  at(pixel: Point, reach: number): Thing | null {
    const away = (at: Point) => { const [x, y] = this.to(at); return Math.hypot(x - pixel[0], y - pixel[1]); };
    const nearest = (kind: Thing["kind"], found: { name: string; away: number }[], within: number): Thing | null => {
      const best = found.filter((one) => one.away < within).sort((a, b) => a.away - b.away)[0];
      return best ? { kind, name: best.name } : null;
    };
    return nearest("point", this.pointPlaces().map(({ name, at }) => ({ name, away: away(at) })), reach)
      ?? nearest("target", (this.stale ? [] : this.data?.targets ?? []).map((one) => ({ name: targetName(one), away: away(one.at) })), reach)
      ?? nearest("element", this.elementPlaces().map(({ name, ends }) => ({ name, away: Math.min(...pairs(ends).map(([a, b]) => distance(pixel, this.to(a), this.to(b)))) })), 0.7 * reach);
  }

  // the branch next to a place in pixels, or -1
  branchAt(pixel: Point, reach: number): number {
    const away = this.branches.map((raw) => this.seenFrom(raw).flat).map((x) => Math.min(...(this.data?.elements ?? []).flatMap(({ points }) =>
      pairs(points.map(([i, j]): Point => [x[i], x[j]])).map(([a, b]) => distance(pixel, this.to(a), this.to(b))))));
    const best = Math.min(...away);
    return best < reach ? away.indexOf(best) : -1;
  }
  // what an arrow next to a place says
  vectorAt(pixel: Point, reach: number): string {
    const near = this.vectorsDrawn.map(({ from, end, text }) => ({ away: distance(pixel, from, end), text })).filter(({ away }) => away < reach).sort((a, b) => a.away - b.away);
    return near[0]?.text ?? "";
  }

  // ---- loads

  setLoads(loads: Load[]): void { this.loads = loads; this.draw(); }
  // while one is dragged the others keep their scale
  holdLoads(on: boolean): void { this.pushed = on ? this.loadScale : 0; }
  get loadScale(): number {
    const largest = Math.max(...this.loads.filter(({ word }) => word === "force").map(({ values }) => Math.hypot(...values)));
    return this.pushed || LOAD * Math.min(this.canvas.clientWidth, this.canvas.clientHeight) / (largest || 1);
  }
  // in pixels; gravity stands in a corner
  loadArrows(): { load: Load; from: Point; by: Point }[] {
    if (this.eye || this.mode || (this.stale && !this.sketch)) return [];
    const size = this.loadScale;
    return this.loads.flatMap((load): { load: Load; from: Point; by: Point }[] => {
      if (load.word === "gravity") return [{ load, from: [this.canvas.clientWidth - GRAVITY, GRAVITY], by: [0.75 * GRAVITY * Math.cos(load.values[1]), -0.75 * GRAVITY * Math.sin(load.values[1])] }];
      const point = this.point(load.point), [x, y] = load.axes === "y" ? [0, load.values[0]] : [load.values[0], load.values[1] ?? 0];
      return point ? [{ load, from: this.to(point.at), by: [x * size, -y * size] }] : [];
    });
  }
  loadAt(pixel: Point, reach: number): { load: Load; from: Point; by: Point } | undefined {
    return this.loadArrows().find(({ from, by }) => Math.hypot(...by) > 2 * reach / 3 && Math.hypot(from[0] + by[0] - pixel[0], from[1] + by[1] - pixel[1]) < reach);
  }

  // ---- painting

  draw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.paint(); });
  }

  paint(): void {
    const canvas = fitted(this.canvas, this.canvas.clientWidth, this.canvas.clientHeight);
    if (!canvas) return;
    const { g } = canvas, data = this.data;
    if (data) {
      g.globalAlpha = this.stale ? SHADE : 1;
      const raw = this.raw, { flat, depth } = this.seenFrom(raw);
      if (this.eye) drawTripod(g, this.eye, canvas.height, colour);
      if (!this.mode) { if (this.ghost) this.traces(g, this.ghost, true); this.traces(g, data, false); }
      if (!this.stale && this.branches.length) this.others(g, data);
      g.globalAlpha = this.stale ? SHADE : 1;
      this.symbols(g, data, flat, depth);
      this.vectorsDrawn = [];
      if (!this.stale && !this.mode) { this.vectors(g, data, flat, canvas); if (this.angles) this.transmission(g, data, flat); }
      g.globalAlpha = 1;
    }
    if (this.sketch) this.sketched(g, this.sketch);
    this.pushes(g);
    this.marks(g);
    rule(g, this.scale, canvas.width - 76, canvas.height - 16, this.data ? this.data.second.trim() && " m" : this.sketch?.metres ? " m" : "");
    document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
  }

  private symbols(g: CanvasRenderingContext2D, data: Data, flat: number[], depth: number[]): void {
    const ordered = this.eye ? inOrder(data as Data & Spatial, depth) : data.symbols.map((symbol) => ({ symbol, thick: 1 }));
    paint(g, ordered.flatMap(({ symbol, thick }) => shapes(data.glyphs[symbol.glyph], symbol, flat, data.unit).map(([style, corners]): Shape => [style, corners, thick])), data.styles, colour, this.to);
  }

  private others(g: CanvasRenderingContext2D, data: Data): void {
    for (const x of this.branches) {
      const { flat, depth } = this.seenFrom(x);
      g.globalAlpha = 0.28;
      this.symbols(g, data, flat, depth);
    }
    g.globalAlpha = 1;
  }

  private traces(g: CanvasRenderingContext2D, data: Data, ghost: boolean): void {
    const n = data.positions, base = g.globalAlpha, traced: Point[] = data.space ? data.space.traces.map((k): Point => [2 * k, 2 * k + 1]) : data.traced;
    traced.forEach((point, at) => {
      g.strokeStyle = colour(ghost ? "ghost" : "c" + (at % 6));
      for (const [until, alpha, width] of ghost ? [[n, 1, 1.4]] : [[n, 0.3, 1.2], [this.shown + 1, 1, 2]]) {
        g.globalAlpha = base * alpha; g.lineWidth = width; g.setLineDash(ghost ? [5, 4] : []);
        g.beginPath();
        for (let k = 0; k < until; k++) { const at = this.to(this.pointAt(point, k, data)); if (k) g.lineTo(...at); else g.moveTo(...at); }
        g.stroke();
      }
    });
    g.setLineDash([]); g.globalAlpha = base;
  }

  private vectors(g: CanvasRenderingContext2D, data: Data, x: number[], { width, height }: Canvas): void {
    const [left, right, bottom, top] = this.extent();
    data.arrows.filter((kind) => this.arrows.has(kind.name)).forEach((kind, row) => {
      const size = 0.2 * Math.max(right - left, top - bottom) * this.scale / kind.largest; // pixels of a unit
      for (const a of kind.arrows) {
        const parts = [a.x, a.y, ...(a.z ? [a.z] : [])].map((part) => part(this.shown)), [dx, dy] = this.eye && a.z ? onScreen(this.eye, parts) : parts;
        const from = this.to([x[a.point[0]], x[a.point[1]]]), end = arrow(g, from, [dx * size, -dy * size], a.colour);
        if (end) this.vectorsDrawn.push({ from, end, text: `${a.name}\n${short(Math.hypot(...parts))}${kind.unit}\n${parts.map((part, k) => `${"xyz"[k]} ${short(part)}`).join(", ")}` });
      }
      scaleBar(g, kind, size, width, 18 + 20 * row, height);
    });
  }

  private pushes(g: CanvasRenderingContext2D): void {
    for (const { load: { word, values }, from, by } of this.loadArrows()) {
      const end = arrow(g, from, by, "push");
      if (!end) continue;
      ring(g, end, 3.5, colour("push"));
      label(g, word === "gravity" ? "g" : short(Number(Math.hypot(...values).toPrecision(3))), end[0] + 8, end[1] + (by[1] < 0 ? -9 : 9), "push");
    }
  }

  private transmission(g: CanvasRenderingContext2D, data: Data, x: number[]): void {
    for (const angle of data.angles) {
      const at = this.to([x[angle.at[0]], x[angle.at[1]]]), value = angle.v(this.shown);
      const ways = angle.ends.map(([i, j]): Point => { const [u, v] = this.to([x[i], x[j]]); return [u - at[0], v - at[1]]; });
      if (ways.length < 2) ways.push(angle.axis === 0 ? [0, -1] : [1, 0]); // the normal of the slide
      angleMark(g, at, ways[0], ways[1], `${short(Number(value.toPrecision(3)))}°`, value < SMALL_ANGLE ? "error" : "c3");
    }
  }

  private sketched(g: CanvasRenderingContext2D, sketch: Sketch): void {
    g.strokeStyle = colour("c0"); g.lineWidth = 3; g.setLineDash([7, 5]);
    for (const { ends } of sketch.links) {
      g.beginPath(); ends.forEach((end, k) => k ? g.lineTo(...this.to(end)) : g.moveTo(...this.to(end)));
      if (ends.length > 2) g.closePath();
      g.stroke();
    }
    g.setLineDash([]);
    for (const { x, y, fixed } of sketch.points) ring(g, this.to([x, y]), 6, colour(fixed ? "c1" : "c0"), colour("paper"));
  }

  private marks(g: CanvasRenderingContext2D): void {
    const points = this.pointPlaces();
    for (const thing of [this.hovered, this.selected, ...this.also]) {
      if (thing?.kind !== "element") continue;
      const found = this.element(thing.name);
      if (!found) continue;
      g.strokeStyle = colour("accent"); g.globalAlpha = 0.28; g.lineWidth = 12;
      g.beginPath(); for (const [a, b] of pairs(found.ends)) { g.moveTo(...this.to(a)); g.lineTo(...this.to(b)); } g.stroke();
      g.globalAlpha = 1;
    }
    for (const point of points) {
      const on = (thing: Thing | null) => same(thing, { kind: "point", name: point.name });
      if (this.handles || on(this.hovered) || on(this.selected) || this.also.some(on) || this.chain.includes(point.name))
        ring(g, this.to(point.at), on(this.selected) || this.chain.includes(point.name) ? 9 : 7.5, colour(point.fixed.every(Boolean) ? "c1" : "accent"));
    }
    for (const { at } of this.stale ? [] : this.data?.targets ?? []) {
      const [x, y] = this.to(at);
      g.strokeStyle = colour("c1"); g.lineWidth = 2; g.fillStyle = colour("card");
      g.beginPath(); g.moveTo(x - 7, y); g.lineTo(x, y - 7); g.lineTo(x + 7, y); g.lineTo(x, y + 7); g.closePath(); g.fill(); g.stroke();
    }
    if (this.labels || this.handles || this.sketch) {
      for (const { name, at } of points) { const [x, y] = this.to(at); label(g, name, x + 9, y - 14, "ink"); }
    }
    if (this.drawn) {
      const [from, to] = this.drawn;
      g.strokeStyle = colour("accent"); g.lineWidth = 3; g.setLineDash([7, 5]);
      g.beginPath(); g.moveTo(...this.to(from)); g.lineTo(...this.to(to)); g.stroke(); g.setLineDash([]);
      ring(g, this.to(from), 7, colour("accent")); ring(g, this.to(to), 7, colour("accent"));
      const [x, y] = this.to(to);
      label(g, short(Number(Math.hypot(to[0] - from[0], to[1] - from[1]).toPrecision(3))), x + 12, y + 14, "accent");
    }
    if (this.cross) {
      const [x, y] = this.to(this.cross);
      g.strokeStyle = colour("accent"); g.lineWidth = 1.5;
      g.beginPath(); g.moveTo(x - 12, y); g.lineTo(x + 12, y); g.moveTo(x, y - 12); g.lineTo(x, y + 12); g.stroke();
    }
  }
}
