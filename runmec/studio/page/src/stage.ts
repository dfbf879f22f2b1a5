// The drawing: the mechanism at the position that is shown, painted from the display list that pictures and film use.

import { $, colour, fitted } from "./dom";
import type { Arrow, ArrowKind, Data, Sketch } from "./types";

export interface Thing { kind: "point" | "element" | "target"; index: number }
interface View { x: number; y: number; scale: number }
const SHADE = 0.3;

export class Stage {
  readonly canvas = $<HTMLCanvasElement>("canvas");
  data: Data | null = null;
  sketch: Sketch | null = null;
  ghost: Data | null = null; // what was before a gesture
  stale = false; // the deck has changed and cannot be drawn
  shown = 0;
  selected: Thing | null = null;
  hovered: Thing | null = null;
  arrows = new Set<string>();
  labels = false;
  handles = false; // points are shown to be taken
  cross: Point | null = null; // pointer of the keyboard, in the user's units
  chain: string[] = []; // names of the points that a tool has so far
  private view: View | null = null;
  private asked = false;

  constructor() { new ResizeObserver(() => this.draw()).observe(this.canvas); }

  // ---- data

  set(data: Data): void {
    const first = !this.data && !this.sketch?.points.length;
    this.data = data; this.sketch = null; this.stale = false;
    this.shown = Math.min(this.shown, data.positions - 1);
    if (first || !this.view) this.view = null;
    this.draw();
  }
  setSketch(sketch: Sketch | null): void { this.sketch = sketch; this.stale = true; this.draw(); }

  // co-ordinates of everything now
  get x(): number[] { return this.data ? this.data.x.map((q) => q(this.shown)) : []; }
  pointPlaces(): { name: string; at: Point; named: boolean; line: number; numbers: [number, number]; fixed: [boolean, boolean] }[] {
    if (this.sketch) return this.sketch.points.map((p) => ({ ...p, at: [p.x, p.y], fixed: [p.fixed, p.fixed] }));
    const x = this.x;
    return (this.data?.points ?? []).map((p) => ({ ...p, at: [x[p.at[0]], x[p.at[1]]] }));
  }
  elementPlaces(): { name: string; named: boolean; kind: string; line: number; ends: Point[] }[] {
    if (this.sketch) return this.sketch.links.map((l) => ({ ...l, named: true, kind: "" }));
    const x = this.x;
    return (this.data?.elements ?? []).map((e) => ({ ...e, ends: e.points.map(([i, j]): Point => [x[i], x[j]]) }));
  }

  // name and line of a thing
  of(thing: Thing): { name: string; line: number } | undefined {
    return (thing.kind === "point" ? this.pointPlaces() : thing.kind === "element" ? this.elementPlaces() : this.data?.targets ?? [])[thing.index];
  }

  // ---- view

  private extent(): [number, number, number, number] {
    if (this.data) return this.data.extent;
    const points = this.sketch?.points ?? [];
    if (!points.length) return [-0.05, 0.15, -0.05, 0.1];
    const xs = points.map((p) => p.x), ys = points.map((p) => p.y), least = 0.02;
    const [l, r, b, t] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.max(least, 0.3 * Math.max(r - l, t - b));
    return [l - room, r + room, b - room, t + room];
  }
  fit(): void { this.view = null; this.draw(); }
  private place(): View {
    if (!this.view) {
      const [left, right, bottom, top] = this.extent(), w = this.canvas.clientWidth, h = this.canvas.clientHeight;
      const margin = 3 * (this.data?.unit ?? 0), wide = right - left + 2 * margin || 1, high = top - bottom + 2 * margin || 1;
      this.view = { x: (left + right) / 2, y: (bottom + top) / 2, scale: 0.94 * Math.min(w / wide, h / high) };
    }
    return this.view;
  }
  get scale(): number { return this.place().scale; }
  to = ([x, y]: Point): Point => {
    const v = this.place();
    return [this.canvas.clientWidth / 2 + (x - v.x) * v.scale, this.canvas.clientHeight / 2 - (y - v.y) * v.scale];
  };
  from([px, py]: Point): Point {
    const v = this.place();
    return [v.x + (px - this.canvas.clientWidth / 2) / v.scale, v.y - (py - this.canvas.clientHeight / 2) / v.scale];
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

  at([px, py]: Point, reach: number): Thing | null {
    const points = this.pointPlaces().map(({ at }, index) => { const [x, y] = this.to(at); return { index, away: Math.hypot(x - px, y - py) }; })
      .filter(({ away }) => away < reach).sort((a, b) => a.away - b.away);
    if (points.length) return { kind: "point", index: points[0].index };
    const aims = (this.stale ? [] : this.data?.targets ?? []).map(({ at }, index) => { const [x, y] = this.to(at); return { index, away: Math.hypot(x - px, y - py) }; })
      .filter(({ away }) => away < reach).sort((a, b) => a.away - b.away);
    if (aims.length) return { kind: "target", index: aims[0].index };
    const elements = this.elementPlaces().map(({ ends }, index) => ({ index, away: Math.min(...pairs(ends).map(([a, b]) => distance([px, py], this.to(a), this.to(b)))) }))
      .filter(({ away }) => away < 0.7 * reach).sort((a, b) => a.away - b.away);
    return elements.length ? { kind: "element", index: elements[0].index } : null;
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
      if (this.ghost) this.traces(g, this.ghost, true);
      this.traces(g, data, false);
      g.globalAlpha = this.stale ? SHADE : 1;
      const x = this.x;
      paint(g, data.symbols.flatMap((symbol) => shapes(data.glyphs[symbol.glyph], symbol, x, data.unit)), data.styles, colour, this.to);
      if (!this.stale) this.vectors(g, data, canvas);
      g.globalAlpha = 1;
    }
    if (this.sketch) this.sketched(g, this.sketch);
    this.marks(g);
    document.body.dataset.drawn = String(Number(document.body.dataset.drawn ?? 0) + 1);
  }

  private traces(g: CanvasRenderingContext2D, data: Data, ghost: boolean): void {
    const n = data.positions, base = g.globalAlpha;
    data.traced.forEach(([i, j], at) => {
      g.strokeStyle = colour(ghost ? "ghost" : "c" + (at % 6));
      for (const [until, alpha, width] of ghost ? [[n, 1, 1.4]] : [[n, 0.3, 1.2], [this.shown + 1, 1, 2]]) {
        g.globalAlpha = base * alpha; g.lineWidth = width; g.setLineDash(ghost ? [5, 4] : []);
        g.beginPath();
        for (let k = 0; k < until; k++) { const at = this.to([data.x[i](k), data.x[j](k)]); if (k) g.lineTo(...at); else g.moveTo(...at); }
        g.stroke();
      }
    });
    g.setLineDash([]); g.globalAlpha = base;
  }

  private vectors(g: CanvasRenderingContext2D, data: Data, { width, height }: Canvas): void {
    const [left, right, bottom, top] = data.extent;
    data.arrows.filter((kind) => this.arrows.has(kind.name)).forEach((kind, row) => {
      const size = 0.2 * Math.max(right - left, top - bottom) * this.scale / kind.largest; // pixels of a unit
      const x = this.x;
      for (const a of kind.arrows) arrow(g, this.to([x[a.point[0]], x[a.point[1]]]), a, this.shown, size);
      scaleBar(g, kind, size, width, 18 + 20 * row, height);
    });
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
    for (const thing of [this.hovered, this.selected]) {
      if (thing?.kind !== "element") continue;
      const found = this.elementPlaces()[thing.index];
      if (!found) continue;
      g.strokeStyle = colour("accent"); g.globalAlpha = 0.28; g.lineWidth = 12;
      g.beginPath(); for (const [a, b] of pairs(found.ends)) { g.moveTo(...this.to(a)); g.lineTo(...this.to(b)); } g.stroke();
      g.globalAlpha = 1;
    }
    points.forEach((point, index) => {
      const on = (thing: Thing | null) => thing?.kind === "point" && thing.index === index;
      if (this.handles || on(this.hovered) || on(this.selected) || this.chain.includes(point.name))
        ring(g, this.to(point.at), on(this.selected) || this.chain.includes(point.name) ? 9 : 7.5, colour(point.fixed[0] && point.fixed[1] ? "c1" : "accent"));
    });
    for (const { at } of this.stale ? [] : this.data?.targets ?? []) {
      const [x, y] = this.to(at);
      g.strokeStyle = colour("c1"); g.lineWidth = 2; g.fillStyle = colour("card");
      g.beginPath(); g.moveTo(x - 7, y); g.lineTo(x, y - 7); g.lineTo(x + 7, y); g.lineTo(x, y + 7); g.closePath(); g.fill(); g.stroke();
    }
    if (this.labels || this.handles || this.sketch) {
      g.font = "600 13px system-ui, sans-serif"; g.textBaseline = "bottom"; g.textAlign = "left"; g.lineWidth = 3.5;
      for (const { name, at } of points) {
        const [x, y] = this.to(at);
        g.strokeStyle = colour("card"); g.strokeText(name, x + 9, y - 7);
        g.fillStyle = colour("ink"); g.fillText(name, x + 9, y - 7);
      }
    }
    if (this.cross) {
      const [x, y] = this.to(this.cross);
      g.strokeStyle = colour("accent"); g.lineWidth = 1.5;
      g.beginPath(); g.moveTo(x - 12, y); g.lineTo(x + 12, y); g.moveTo(x, y - 12); g.lineTo(x, y + 12); g.stroke();
    }
  }
}

const pairs = (ends: Point[]): [Point, Point][] => ends.length < 2 ? ends.map((end) => [end, end]) : ends.slice(1).map((end, k): [Point, Point] => [ends[k], end]).concat(ends.length > 2 ? [[ends[ends.length - 1], ends[0]]] : []);

function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax, dy = by - ay, s = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), f = Math.max(0, Math.min(1, s));
  return Math.hypot(px - ax - f * dx, py - ay - f * dy);
}

function ring(g: CanvasRenderingContext2D, [x, y]: Point, radius: number, stroke: string, fill = ""): void {
  g.beginPath(); g.arc(x, y, radius, 0, 7);
  if (fill) { g.fillStyle = fill; g.fill(); }
  g.strokeStyle = stroke; g.lineWidth = 2.5; g.stroke();
}

function arrow(g: CanvasRenderingContext2D, from: Point, a: Arrow, k: number, size: number): void {
  const dx = a.x(k) * size, dy = -a.y(k) * size, long = Math.hypot(dx, dy);
  if (long < 1.5) return;
  const head = Math.min(10, 0.6 * long), tx = dx / long, ty = dy / long, end: Point = [from[0] + dx, from[1] + dy], base: Point = [end[0] - head * tx, end[1] - head * ty];
  g.strokeStyle = g.fillStyle = colour(a.colour); g.lineWidth = 2;
  g.beginPath(); g.moveTo(...from); g.lineTo(...base); g.stroke();
  g.beginPath(); g.moveTo(...end); g.lineTo(base[0] - 0.45 * head * ty, base[1] + 0.45 * head * tx); g.lineTo(base[0] + 0.45 * head * ty, base[1] - 0.45 * head * tx); g.fill();
}

// a bar of a round value in the upper left corner
function scaleBar(g: CanvasRenderingContext2D, kind: ArrowKind, size: number, width: number, y: number, height: number): void {
  const value = roundStep(kind.largest, 3, false), long = Math.min(value * size, width / 2);
  if (y > height) return;
  g.strokeStyle = g.fillStyle = colour(kind.arrows[0].colour); g.lineWidth = 2; g.font = "12px system-ui, sans-serif";
  g.beginPath(); g.moveTo(12, y); g.lineTo(12 + long, y); g.moveTo(12, y - 4); g.lineTo(12, y + 4); g.moveTo(12 + long, y - 4); g.lineTo(12 + long, y + 4); g.stroke();
  g.textAlign = "left"; g.textBaseline = "middle"; g.fillText(`${short(value)}${kind.unit} (${kind.name})`, 20 + long, y);
}
