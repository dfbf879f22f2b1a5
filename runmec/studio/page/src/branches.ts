// The tab that shows every assembly of the mechanism at its start: ghosts on the drawing, small pictures beside it.

import type { Connection } from "./connection";
import { $, make } from "./dom";
import { gallery, type Small } from "./gallery";
import type { Stage } from "./stage";

export interface Branching { server: Connection; stage: Stage; text: () => string; change: (op: string, values: object) => Promise<{ replaced?: string[] } | null>; note: (text: string) => void; toStart: () => void }
interface Found { x: number[][]; values: Record<string, number>[]; decisive: number[]; sure: boolean }

export class Branches {
  private found: Found | null = null;
  private asked = "";

  constructor(private hands: Branching) {}

  // called when the tab is opened or closed, and when the deck is calculated
  async update(): Promise<void> {
    const { stage, server, text } = this.hands, box = $("branches"), now = text();
    if (box.hidden || stage.stale || !stage.data) { this.clear(); return; }
    if (now === this.asked && this.found) { this.ghosts(); return; }
    this.asked = now;
    try {
      const found: Found | null = await server.ask("branches", { text: now });
      if (!found || now !== text()) return;
      this.found = found;
      this.show(found);
    } catch (fault) { this.found = null; box.replaceChildren(make("p", (fault as Error).message, { class: "empty" })); }
  }
  private clear(): void {
    if (!this.hands.stage.branches.length) return;
    this.hands.stage.branches = [];
    this.hands.stage.draw();
  }
  private ghosts(): void { this.hands.stage.branches = this.found!.x.slice(1); this.hands.stage.draw(); }

  private show({ x, sure }: Found): void {
    const { stage } = this.hands, data = stage.data!, box = $("branches"), many = x.length;
    this.ghosts();
    this.hands.toStart();
    stage.reveal(x.slice(1));
    const doubt = sure ? "" : " Found by trial: there may be more.";
    if (many < 2) { box.replaceChildren(make("p", `With these lengths the mechanism has this one assembly at its start.${doubt}`, { class: "empty" })); return; }
    const tiles = x.map((raw, k) => ({
      picture: this.picture(raw), title: k ? `branch ${k + 1}` : "this one", facts: k ? ["a click changes the estimates"] : ["as the deck has it"], warnings: [], label: "", take: () => { if (k) void this.take(k - 1); },
    }));
    box.replaceChildren(make("p", `${many} assemblies with the same lengths and input at the start; the others are pale on the drawing.${doubt}`), gallery(tiles, data.styles, []));
  }
  private picture(raw: number[]): Small {
    const { stage } = this.hands, data = stage.data!, x = stage.view3 ? seen(stage.view3, raw).flat : raw;
    const points = data.elements.flatMap((e) => e.points.map(([i, j]): Point => [x[i], x[j]])), xs = points.map(([u]) => u), ys = points.map(([, v]) => v);
    return { x, unit: data.unit, extent: [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)], glyphs: data.glyphs, symbols: data.symbols, curves: [] };
  }

  // by its place among the ghosts
  async take(index: number): Promise<void> {
    const values = this.found?.values[index + 1];
    if (!values) return;
    const answer = await this.hands.change("branch", { values, decisive: this.found!.decisive });
    if (!answer) return;
    const gone = answer.replaced?.length ? ` The estimate${answer.replaced.length > 1 ? "s" : ""} of ${answer.replaced.join(", ")} had been an expression and became a number.` : "";
    this.hands.note(`the mechanism is on the other branch; undo takes it back.${gone}`);
  }
}
