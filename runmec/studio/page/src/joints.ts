// The tab with the sheet of joints: what every pin, guide and mesh carries.

import type { Connection } from "./connection";
import { $, button, make } from "./dom";
import type { Stage } from "./stage";

export interface Bearing { server: Connection; stage: Stage; text: () => string; show: (k: number) => void }
interface Found { heads: string[]; rows: string[][]; at: number[] }
const NUMBERS_FROM = 4; // columns before are words

export class Joints {
  private asked = "";

  constructor(private hands: Bearing) {}

  // called when the tab is opened, and when the deck is calculated
  async update(): Promise<void> {
    const { stage, server, text } = this.hands, box = $("joints"), now = text();
    if (box.hidden || stage.stale || !stage.data || now === this.asked) return;
    this.asked = now;
    const found: Found | null = await server.ask("joints", { text: now }).catch(() => null);
    if (!found || now !== text()) { this.asked = ""; return; }
    if (found.rows.length) box.replaceChildren(this.table(found));
    else box.replaceChildren(make("p", "No forces: a deck of DYN ANA, DYN SIM or STA ANA has them; the job stands below the text where nothing is chosen.", { class: "empty" }));
  }

  private table({ heads, rows, at }: Found): HTMLElement {
    const table = make("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    heads.forEach((title, k) => head.append(make(title ? "th" : "td", title, { class: k < NUMBERS_FROM ? "" : "n", ...(title ? { scope: "col" } : {}) })));
    rows.forEach((cells, r) => {
      const row = body.insertRow();
      cells.forEach((cell, k) => {
        const one = row.insertCell();
        one.className = k < NUMBERS_FROM ? "" : "n";
        if (heads[k] === "largest") one.append(button(cell, () => this.hands.show(at[r]), { class: "code", title: `in position ${at[r] + 1}` })); else one.textContent = cell;
      });
    });
    return table;
  }
}
