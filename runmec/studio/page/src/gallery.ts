// Small pictures of mechanisms, each with what is known of it; a click takes one.

import { colour, fitted, make } from "./dom";

export interface Small { x: number[]; unit: number; extent: [number, number, number, number]; glyphs: Glyph[]; symbols: Placed[]; curves: Point[][] }
export interface Tile { picture: Small; title: string; facts: string[]; warnings: string[]; label: string; take: () => void }
type Styles = Record<string, unknown>;

let shown: { canvas: HTMLCanvasElement; picture: Small; styles: Styles; targets: Point[] }[] = [];
const WIDE = 0.72; // height of a picture, of its width

export function gallery(tiles: Tile[], styles: Styles, targets: Point[]): HTMLElement {
  const box = make("div", "", { class: "gallery", role: "list" });
  shown = shown.filter(({ canvas }) => canvas.isConnected);
  for (const tile of tiles) {
    const item = make("div", "", { role: "listitem" }), one = make("button", "", { type: "button" });
    const canvas = make("canvas", "", { "aria-hidden": "true" });
    if (tile.label) one.append(make("span", tile.label, { class: "unseen" }));
    one.append(canvas, make("strong", tile.title));
    for (const fact of tile.facts) one.append(make("span", fact));
    for (const warning of tile.warnings) one.append(make("span", warning, { class: "warn" }));
    one.onclick = tile.take;
    item.append(one); box.append(item);
    shown.push({ canvas, picture: tile.picture, styles, targets });
  }
  requestAnimationFrame(drawGallery);
  return box;
}

export function drawGallery(): void {
  for (const { canvas, picture, styles, targets } of shown) {
    const width = canvas.clientWidth, height = Math.round(WIDE * width);
    if (!width) continue;
    canvas.style.height = `${height}px`;
    const found = fitted(canvas, width, height);
    if (found) small(found, picture, styles, targets);
  }
}

function small({ g, width, height }: Canvas, picture: Small, styles: Styles, targets: Point[]): void {
  const all = [...targets, ...picture.curves.flat()], [l, r, b, t] = picture.extent, room = 2.5 * picture.unit;
  const left = Math.min(l - room, ...all.map(([x]) => x)), right = Math.max(r + room, ...all.map(([x]) => x));
  const bottom = Math.min(b - room, ...all.map(([, y]) => y)), top = Math.max(t + room, ...all.map(([, y]) => y));
  const scale = 0.94 * Math.min(width / (right - left || 1), height / (top - bottom || 1));
  const to = ([x, y]: Point): Point => [width / 2 + (x - (left + right) / 2) * scale, height / 2 - (y - (bottom + top) / 2) * scale];
  picture.curves.forEach((curve, k) => {
    g.strokeStyle = colour("c" + (k % 6)); g.lineWidth = 1.6;
    g.beginPath(); curve.forEach((at, n) => n ? g.lineTo(...to(at)) : g.moveTo(...to(at))); g.stroke();
  });
  paint(g, picture.symbols.flatMap((symbol) => shapes(picture.glyphs[symbol.glyph], symbol, picture.x, picture.unit)), styles, colour, to);
  g.fillStyle = colour("c1");
  for (const at of targets) { const [x, y] = to(at); g.beginPath(); g.moveTo(x - 4, y); g.lineTo(x, y - 4); g.lineTo(x + 4, y); g.lineTo(x, y + 4); g.fill(); }
}
