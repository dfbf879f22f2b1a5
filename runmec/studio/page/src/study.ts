// The tab that optimises: what the study of the deck wants, the search with its progress, and the solutions found.

import type { Connection } from "./connection";
import { $, button, make } from "./dom";
import { gallery, type Small, type Tile } from "./gallery";

interface Solution { values: Record<string, number>; figures: Record<string, number | null>; goal: number | null; type: string; transmission: number | null; active: string[]; defects: string[]; picture: Small }
interface Found { goal: string; wanted: "min" | "max"; solutions: Solution[]; before: number | null; more: number; front: boolean; lines: string[]; targets: Point[]; styles: Record<string, unknown> }
export interface Aim { vary: string[]; goals: string[]; keeps: string[] }
export interface Studying { server: Connection; text: () => string; change: (op: string, values: object) => Promise<object | null>; note: (text: string) => void }

const EFFORTS: [string, number | undefined][] = [["quick", 6], ["normal", undefined], ["thorough", 120]];
const value = (v: number | null): string => v === null ? "–" : short(v);

export class Study {
  private running = false;
  private told = "";
  private effort = make("select", "", { id: "effort", "aria-label": "how many starts" });
  private run = button("Optimise", () => void this.search(), { class: "main", id: "optimise" });
  private halt = button("Stop", () => this.stop(), { id: "halt" });
  private bar = make("progress", "", { max: "1", "aria-label": "how far the search is" });
  private state = make("span", "", { role: "status" });
  private about = make("p", "", { class: "empty" });
  private found = make("div");

  constructor(private hands: Studying) {
    for (const [name] of EFFORTS) this.effort.append(new Option(name, name, name === "normal", name === "normal"));
    const head = make("div", "", { class: "row" });
    head.append(this.run, this.effort, this.bar, this.halt, this.state);
    $("study").append(this.about, head, this.found);
    this.busy(false);
  }

  // what the deck asks for, told before anything is run
  set(aim: Aim): void {
    const now = JSON.stringify(aim);
    if (now === this.told) return;
    this.told = now;
    const ready = aim.vary.length > 0 && aim.goals.length > 0;
    this.run.disabled = !ready || this.running;
    this.about.textContent = ready
      ? `Wanted: ${aim.goals.join(" and ")}${aim.keeps.length ? `, keeping ${aim.keeps.join(", ")}` : ""}. It may vary ${aim.vary.join(", ")}.`
      : !aim.vary.length && aim.goals.length ? "Nothing may vary yet: give values names under DEFINE, and write `vary name low high` for them under STUDY."
      : "The deck has no study yet. The tool Target sets points that the drawn path is to meet, and writes a study that varies the names of DEFINE; any figure of merit can be a goal: under STUDY, vary, figure, goal.";
  }

  private busy(on: boolean): void {
    this.running = on;
    this.run.hidden = this.effort.hidden = on;
    this.bar.hidden = this.halt.hidden = !on;
    this.halt.disabled = false;
    if (!on) this.state.textContent = "";
  }
  private stop(): void {
    this.halt.disabled = true;
    this.state.textContent = "it ends the descent that is under way";
    void this.hands.server.ask("stop", { what: "optimise" });
  }

  private async search(): Promise<void> {
    const starts = EFFORTS.find(([name]) => name === this.effort.value)![1];
    this.busy(true);
    this.bar.removeAttribute("value");
    try {
      const found: Found | null = await this.hands.server.ask("optimise", { text: this.hands.text(), ...(starts ? { starts } : {}) }, (what, part) => {
        this.bar.value = part;
        if (!this.halt.disabled) this.state.textContent = what;
      });
      if (found) this.show(found);
    } catch (fault) { this.found.replaceChildren(make("p", (fault as Error).message, { class: "warn" })); }
    this.busy(false);
    document.body.dataset.optimised = String(Number(document.body.dataset.optimised ?? 0) + 1);
  }

  private show(found: Found): void {
    const tiles = found.solutions.map((one, k): Tile => ({
      picture: one.picture, label: `solution ${k + 1}`, title: found.front ? Object.entries(one.figures).map(([name, v]) => `${name} ${value(v)}`).join(", ") : `${found.goal} ${value(one.goal)}`,
      facts: [one.type, one.transmission === null ? "" : `least transmission angle ${value(one.transmission)}°`, one.active.length ? `at its bound: ${one.active.join(", ")}` : ""].filter(Boolean),
      warnings: one.defects, take: () => void this.take(one),
    }));
    const many = found.solutions.length, before = found.before === null ? "" : ` The deck had ${found.goal} ${value(found.before)}.`;
    const order = many < 2 ? "" : found.front ? ", from one goal to the other" : ", best first";
    this.found.replaceChildren(
      make("p", `${many} solution${many > 1 ? "s" : ""}${found.more ? ` of ${many + found.more}` : ""}${order}: a click writes one into the deck.${before}`),
      gallery(tiles, found.styles, found.targets), ...found.lines.map((line) => make("p", line, { class: "empty" })));
  }

  private async take(one: Solution): Promise<void> {
    if (await this.hands.change("take", { values: one.values })) this.hands.note("the values are in the deck; undo takes them back");
  }
}
