// Small things that are drawn on the stage besides the mechanism, in pixels.

import { colour } from "./dom";
import type { ArrowKind } from "./types";

export const pairs = (ends: Point[]): [Point, Point][] => ends.length < 2 ? ends.map((end) => [end, end]) : ends.slice(1).map((end, k): [Point, Point] => [ends[k], end]).concat(ends.length > 2 ? [[ends[ends.length - 1], ends[0]]] : []);

export function distance([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax, dy = by - ay, s = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1), f = Math.max(0, Math.min(1, s));
  return Math.hypot(px - ax - f * dx, py - ay - f * dy);
}

export function ring(g: CanvasRenderingContext2D, [x, y]: Point, radius: number, stroke: string, fill = ""): void {
  g.beginPath(); g.arc(x, y, radius, 0, 7);
  if (fill) { g.fillStyle = fill; g.fill(); }
  g.strokeStyle = stroke; g.lineWidth = 2.5; g.stroke();
}

// a vector from a place in pixels; where it ends
export function arrow(g: CanvasRenderingContext2D, from: Point, [dx, dy]: Point, role: string): Point | null {
  const long = Math.hypot(dx, dy);
  if (long < 1.5) return null;
  const head = Math.min(10, 0.6 * long), tx = dx / long, ty = dy / long, end: Point = [from[0] + dx, from[1] + dy], base: Point = [end[0] - head * tx, end[1] - head * ty];
  g.strokeStyle = g.fillStyle = colour(role); g.lineWidth = 2;
  g.beginPath(); g.moveTo(...from); g.lineTo(...base); g.stroke();
  g.beginPath(); g.moveTo(...end); g.lineTo(base[0] - 0.45 * head * ty, base[1] + 0.45 * head * tx); g.lineTo(base[0] + 0.45 * head * ty, base[1] - 0.45 * head * tx); g.fill();
  return end;
}

// the acute angle between two directions in pixels, with its value
export function angleMark(g: CanvasRenderingContext2D, at: Point, one: Point, other: Point, text: string, role: string): void {
  const turn = (v: Point) => Math.atan2(v[1], v[0]);
  let a = turn(one), b = turn(other);
  const apart = () => Math.atan2(Math.sin(b - a), Math.cos(b - a));
  if (Math.abs(apart()) > Math.PI / 2) b += Math.PI;
  const middle = a + apart() / 2, radius = 30;
  g.strokeStyle = g.fillStyle = colour(role); g.lineWidth = 2;
  g.beginPath(); g.arc(at[0], at[1], radius, a, a + apart(), apart() < 0); g.stroke();
  label(g, text, at[0] + (radius + 16) * Math.cos(middle), at[1] + (radius + 12) * Math.sin(middle), role, "center");
}

// text that stays readable over lines
export function label(g: CanvasRenderingContext2D, text: string, x: number, y: number, role: string, align: CanvasTextAlign = "left"): void {
  g.font = "600 13px system-ui, sans-serif"; g.textAlign = align; g.textBaseline = "middle"; g.lineWidth = 3.5;
  g.strokeStyle = colour("card"); g.strokeText(text, x, y);
  g.fillStyle = colour(role); g.fillText(text, x, y);
}

// a bar of a round value in the upper left corner
export function scaleBar(g: CanvasRenderingContext2D, kind: ArrowKind, size: number, width: number, y: number, height: number): void {
  const value = roundStep(kind.largest, 3, false), long = Math.min(value * size, width / 2);
  if (y > height) return;
  g.strokeStyle = g.fillStyle = colour(kind.arrows[0].colour); g.lineWidth = 2; g.font = "12px system-ui, sans-serif";
  g.beginPath(); g.moveTo(12, y); g.lineTo(12 + long, y); g.moveTo(12, y - 4); g.lineTo(12, y + 4); g.moveTo(12 + long, y - 4); g.lineTo(12 + long, y + 4); g.stroke();
  g.textAlign = "left"; g.textBaseline = "middle"; g.fillText(`${short(value)}${kind.unit} (${kind.name})`, 20 + long, y);
}

// how large things are: a bar of a round length, its right end given
export function rule(g: CanvasRenderingContext2D, scale: number, right: number, y: number, unit: string): void {
  const value = roundStep(180 / scale, 3, false), left = right - value * scale;
  if (!isFinite(left)) return;
  g.strokeStyle = colour("quiet"); g.lineWidth = 1.3;
  g.beginPath(); g.moveTo(left, y - 4); g.lineTo(left, y); g.lineTo(right, y); g.lineTo(right, y - 4); g.stroke();
  g.fillStyle = colour("quiet"); g.font = "12px system-ui, sans-serif"; g.textAlign = "center"; g.textBaseline = "bottom";
  g.fillText(`${short(value)}${unit}`, (left + right) / 2, y - 4);
}
