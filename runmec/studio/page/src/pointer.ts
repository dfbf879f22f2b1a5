// Hands on the drawing: drag, drive, build; by mouse, touch and keyboard.

import { newest, type Connection } from "./connection";
import { $ } from "./dom";
import type { Editor } from "./editor";
import type { Stage, Thing } from "./stage";
import { series } from "./types";

export interface Hands {
  server: Connection; editor: Editor; stage: Stage;
  show: (k: number) => void; // a position
  note: (text: string) => void;
  preview: (text: string) => void; // a text on the way of a gesture
  change: (op: string, values: object) => Promise<{ name?: string } | null>; // one that changes the text
  pick: (thing: Thing | null, focus: boolean) => void;
  chooseName: (names: string[]) => Promise<string>;
  takeBranch: (index: number) => void;
}
type Tool = { name: string; title: string; hint: string; points: number };
export const TOOLS: Tool[] = [
  { name: "select", title: "Select", hint: "drag a point; Shift-drag resizes its links", points: 0 },
  { name: "point", title: "Point", hint: "click where the new point is", points: 0 },
  { name: "ground", title: "Fixed point", hint: "click where the new fixed point is", points: 0 },
  { name: "bar", title: "Bar", hint: "click two points", points: 2 },
  { name: "plate", title: "Plate", hint: "click three points of one link", points: 3 },
  { name: "slider", title: "Slider", hint: "click two points of the guide, then the point that slides", points: 3 },
  { name: "spring", title: "Spring", hint: "click two points", points: 2 },
  { name: "beam", title: "Beam", hint: "click two points", points: 2 },
  { name: "mass", title: "Mass", hint: "click a point", points: 1 },
  { name: "fixed", title: "Fix/free", hint: "click a point", points: 1 },
  { name: "input", title: "Input", hint: "click the link that is driven", points: 0 },
  { name: "target", title: "Target", hint: "click where the drawn path is to pass", points: 0 },
];

const PREVIEW_EVERY = 150; // milliseconds

export class Pointer {
  tool = TOOLS[0];
  resizing = false; // as if Shift were held
  private touching = new Map<number, Point>();
  private gesture: { point: number; mode: "drive" | "resize" | "aim"; offset: Point; names: string; moved: boolean } | null = null;
  private panning = false; // the ground is held
  private asked = 0; // what lies under the pointer
  private waiting = 0;
  private pending = "";
  private chosen = new Map<string, string>(); // which name to turn, where an expression has several

  constructor(private hands: Hands) {
    const canvas = hands.stage.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => { $("tip").hidden = true; hands.stage.hovered = null; hands.stage.draw(); });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); hands.stage.zoom(place(event), Math.exp(-event.deltaY * 0.0015)); }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("blur", () => { hands.stage.cross = null; hands.stage.draw(); });
  }

  take(tool: Tool): void {
    const { stage } = this.hands;
    this.tool = tool; stage.chain = []; stage.cross = null; stage.handles = tool.name !== "select";
    this.hands.note(tool.name === "select" ? "" : tool.hint);
    stage.draw();
  }

  // ---- mouse and touch

  private down(event: PointerEvent): void {
    const { stage } = this.hands, at = place(event);
    stage.canvas.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    stage.canvas.setPointerCapture(event.pointerId);
    this.touching.set(event.pointerId, at);
    if (this.touching.size > 1) { void this.release(false); return; }
    if (event.button > 0) { this.panning = true; return; }
    if (this.tool.name !== "select") { void this.use(stage.from(at), at, event.pointerType === "touch" ? 24 : 13); return; }
    const thing = stage.at(at, event.pointerType === "touch" ? 24 : 13);
    this.hands.pick(thing, false);
    if (thing?.kind === "point") this.grip(thing.index, stage.from(at), event.shiftKey || this.resizing);
    else if (thing?.kind === "target") this.aim(thing.index, stage.from(at));
    else if (!thing) {
      const branch = stage.branchAt(at, 9);
      if (branch >= 0) this.hands.takeBranch(branch); else this.panning = true;
    }
  }

  // a point that a curve is to meet
  private aim(index: number, at: Point): void {
    const { stage } = this.hands, found = stage.data!.targets[index];
    if (this.gesture) return;
    this.gesture = { point: index, mode: "aim", offset: [found.at[0] - at[0], found.at[1] - at[1]], names: "", moved: false };
    this.hands.editor.startGesture();
  }

  private move(event: PointerEvent): void {
    const { stage } = this.hands, at = place(event), before = this.touching.get(event.pointerId);
    if (this.touching.size === 2 && before) { this.pinch(event.pointerId, at); return; }
    if (before) this.touching.set(event.pointerId, at);
    if (this.panning && before) {
      const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
      if (stage.turns && !(event.buttons & 6) && !event.shiftKey) stage.turn(-PIXEL_TURN * dx, PIXEL_TURN * dy); else stage.pan(dx, dy);
      return;
    }
    if (this.gesture) { this.follow(stage.from(at)); return; }
    if (event.pointerType === "mouse") this.hover(at);
  }

  private up(event: PointerEvent): void {
    this.touching.delete(event.pointerId);
    this.panning = false;
    void this.release(event.type === "pointerup");
  }

  private pinch(id: number, at: Point): void {
    const [other] = [...this.touching].filter(([key]) => key !== id).map(([, place]) => place), before = this.touching.get(id)!;
    const middle: Point = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    const apart = (a: Point) => Math.hypot(a[0] - other[0], a[1] - other[1]);
    this.hands.stage.zoom(middle, apart(at) / Math.max(1, apart(before)));
    this.hands.stage.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    this.touching.set(id, at);
  }

  private hover(at: Point): void {
    const { stage } = this.hands, thing = stage.at(at, 13), tip = $("tip"), vector = thing?.kind === "point" ? "" : stage.vectorAt(at, 7);
    if (thing?.kind !== stage.hovered?.kind || thing?.index !== stage.hovered?.index) { stage.hovered = thing; stage.draw(); }
    const branch = !thing && !vector && stage.branchAt(at, 9) >= 0;
    stage.canvas.style.cursor = this.tool.name !== "select" ? "crosshair" : thing && thing.kind !== "element" ? "grab" : thing || branch ? "pointer" : "default";
    const said = vector || (thing ? this.said(thing) : branch ? "another branch\na click takes it over" : "");
    tip.hidden = !said;
    if (!said) return;
    this.tell(said, at);
    if (thing && !vector) void this.askValues(thing, at);
  }
  private tell(said: string, at: Point): void {
    const { stage } = this.hands, tip = $("tip");
    tip.textContent = said;
    tip.style.left = `${Math.max(4, Math.min(at[0] + 14, stage.canvas.clientWidth - tip.offsetWidth - 6))}px`;
    tip.style.top = `${Math.max(4, Math.min(at[1] + 16, stage.canvas.clientHeight - tip.offsetHeight - 6))}px`;
  }

  // what the page itself knows of a thing at this position
  said(thing: Thing): string {
    const { stage } = this.hands;
    if (thing.kind === "target") { const { name, number, at } = stage.data!.targets[thing.index]; return `point ${number + 1} of ${name}\nx ${short(at[0])}, y ${short(at[1])}`; }
    if (thing.kind === "element") {
      const { name, kind, ends } = stage.elementPlaces()[thing.index];
      const [a, b] = ends, lines = [`${name}${kind ? ` (${kind})` : ""}`];
      if (b && !stage.turns) lines.push(`length ${short(Math.hypot(b[0] - a[0], b[1] - a[1]))}, angle ${short(Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI)}°`);
      return lines.join("\n");
    }
    const point = stage.pointPlaces()[thing.index];
    return `${point.name}${point.fixed.every(Boolean) ? " (fixed)" : ""}${stage.turns ? "" : `\nx ${short(point.at[0])}, y ${short(point.at[1])}`}`;
  }
  // and what the calculation knows: velocities, forces, parameters
  private async askValues(thing: Thing, at: Point): Promise<void> {
    const { stage, editor, server } = this.hands, mine = ++this.asked;
    if (stage.stale || stage.sketch || stage.mode || !stage.data) return;
    await new Promise((resume) => setTimeout(resume, 90));
    if (mine !== this.asked || $("tip").hidden || this.gesture) return;
    const numbers = thing.kind === "point" ? stage.data.points[thing.index]?.numbers : [stage.data.elements[thing.index]?.number];
    const angle = thing.kind === "point" ? stage.data.angles.find(({ at }) => String(at) === String(stage.data!.points[thing.index].at)) : undefined;
    const answer = await server.ask("values", { text: editor.text, kind: thing.kind, numbers, row: stage.shown }).catch(() => null);
    if (!answer?.lines.length || mine !== this.asked || $("tip").hidden) return;
    const head = this.said(thing).split("\n")[0], more = angle ? [`transmission angle ${short(Number(angle.v(stage.shown).toPrecision(3)))}°, least ${short(Number(angle.least.toPrecision(3)))}°`] : [];
    this.tell([head, ...answer.lines, ...more].join("\n"), at);
  }

  // ---- dragging

  private grip(point: number, at: Point, resize: boolean): void {
    const { stage } = this.hands;
    if (this.gesture) return; // the one before is still being written
    if (stage.mode) { this.hands.note("a mode of vibration is shown: choose the motion to drag"); return; }
    const found = stage.pointPlaces()[point], fixed = found.fixed.every(Boolean);
    const still = stage.stale || !stage.data || stage.data.positions < 2;
    if (stage.turns && (fixed || resize || still)) {
      this.hands.note("On the screen a point in space has no depth: change its numbers in its line (Enter goes there). Any moving point drives.");
      return;
    }
    const mode = fixed || resize || still ? "resize" : "drive";
    this.gesture = { point, mode, offset: [found.at[0] - at[0], found.at[1] - at[1]], names: "", moved: false };
    if (mode === "drive") return;
    if (stage.stale && !stage.sketch) { this.gesture = null; return; }
    this.hands.editor.startGesture();
    stage.ghost = stage.stale ? null : stage.data;
  }

  private follow(at: Point): void {
    const gesture = this.gesture!;
    const target: Point = [at[0] + gesture.offset[0], at[1] + gesture.offset[1]];
    $("tip").hidden = true;
    gesture.moved = true;
    if (gesture.mode === "drive") this.drive(gesture.point, target);
    else this.drag(target);
  }

  // to the position next to the pointer, without passing places that are further away than a few rows
  private drive(point: number, [x, y]: Point): void {
    const { stage } = this.hands, data = stage.data!, n = data.positions, own = data.points[point].at;
    const from = stage.pointAt(own, 0), to = stage.pointAt(own, n - 1), [left, right] = data.extent;
    const closed = Math.hypot(from[0] - to[0], from[1] - to[1]) < 1e-3 * (right - left);
    const row = (k: number) => closed ? ((k % (n - 1)) + n - 1) % (n - 1) : Math.max(0, Math.min(n - 1, k));
    const away = (k: number) => { const [u, v] = stage.pointAt(own, row(k)); return Math.hypot(u - x, v - y); };
    let best = stage.shown;
    for (const step of [1, -1]) {
      let here = stage.shown;
      for (let ahead = 1; ahead <= 4; ahead++) while (away(here + ahead * step) < away(here) - 1e-12 && Math.abs(here - stage.shown) < n) here += ahead * step;
      if (away(here) < away(best)) best = here;
    }
    if (row(best) !== stage.shown) this.hands.show(row(best));
  }

  private drag = newest(async (target: Point) => {
    const { server, editor, stage } = this.hands, gesture = this.gesture, base = editor.gesture;
    if (!gesture || base === null) return;
    if (gesture.mode === "aim") { await this.moveTarget(base, target, gesture); return; }
    const point = stage.pointPlaces()[gesture.point];
    if (stage.sketch) { await this.moveSketched(base, point.name, target, gesture); return; }
    const data = stage.data!, change = data.inputs.map((e) => e[Math.min(stage.shown, e.length - 1)] - e[0]);
    const finest = 10 ** Math.floor(Math.log10(1 / stage.scale));
    try {
      const answer = await server.ask("drag", { text: base, point: point.numbers, target, change, finest, only: gesture.names });
      if (!answer || this.gesture !== gesture) return;
      if (answer.choose.length) { await this.ask(answer.choose, gesture, target); return; }
      editor.show(answer.text);
      if (answer.x && stage.data) { stage.data = { ...stage.data, x: answer.x.map(series) }; stage.paint(); }
      this.hands.note(answer.limit ? `it goes no further: ${answer.limit}` : "");
      this.previewSoon(answer.text);
    } catch (fault) { this.hands.note((fault as Error).message); }
  });

  // curves and messages follow a few times a second: positions come first
  private previewSoon(text: string): void {
    this.pending = text;
    if (this.waiting) return;
    this.waiting = window.setTimeout(() => {
      this.waiting = 0;
      if (this.gesture && this.pending) this.hands.preview(this.pending);
    }, PREVIEW_EVERY);
  }

  private async moveTarget(base: string, target: Point, gesture: { point: number }): Promise<void> {
    const { server, editor, stage } = this.hands, found = stage.data!.targets[gesture.point];
    const answer = await server.ask("aim", { text: base, line: found.line, number: found.number, target, finest: 10 ** Math.floor(Math.log10(1 / stage.scale)) }).catch(() => null);
    if (!answer || this.gesture !== gesture) return;
    editor.show(answer.text);
    found.at = target;
    stage.draw();
  }

  private async moveSketched(base: string, name: string, target: Point, gesture: object): Promise<void> {
    const { server, editor, stage } = this.hands;
    const answer = await server.ask("move", { text: base, name, target, finest: 10 ** Math.floor(Math.log10(1 / stage.scale)) }).catch(() => null);
    if (!answer || this.gesture !== gesture) return;
    editor.show(answer.text);
    this.hands.preview(answer.text);
  }

  private async ask(names: string[], gesture: NonNullable<Pointer["gesture"]>, target: Point): Promise<void> {
    const key = names.join(" ");
    let name = this.chosen.get(key);
    if (!name) {
      void this.release(false);
      name = await this.hands.chooseName(names);
      if (name) { this.chosen.set(key, name); this.hands.note(`${name} will change; drag again`); }
      return;
    }
    gesture.names = name;
    this.drag(target);
  }

  // the last move of the pointer counts, also where its answer is still under way
  private async release(keep: boolean): Promise<void> {
    const gesture = this.gesture, { editor, stage } = this.hands;
    if (!gesture) return;
    if (keep && gesture.mode !== "drive") await this.drag.rest();
    if (this.gesture !== gesture) return;
    this.gesture = null;
    if (gesture.mode === "drive") return;
    stage.ghost = null;
    editor.endGesture(keep && gesture.moved);
    if (!keep || !gesture.moved) this.hands.preview(editor.text);
    stage.draw();
  }

  // ---- building

  private async use(at: Point, pixel: Point, reach: number): Promise<void> {
    const { stage } = this.hands, thing = stage.at(pixel, reach), tool = this.tool;
    const finest = 10 ** Math.floor(Math.log10(1 / stage.scale));
    if (tool.name === "point" || tool.name === "ground") {
      await this.hands.change("add", { what: "point", x: at[0], y: at[1], fixed: tool.name === "ground", finest });
      return;
    }
    if (tool.name === "target") {
      const inputs = stage.data?.inputs[0], change = inputs ? inputs[Math.min(stage.shown, inputs.length - 1)] - inputs[0] : 0;
      await this.hands.change("target", { target: at, change, finest });
      return;
    }
    if (tool.name === "input") {
      const element = thing?.kind === "element" ? stage.elementPlaces()[thing.index] : null;
      if (element) await this.hands.change("add", { what: "input", element: element.name }); else this.hands.note("click on a link");
      return;
    }
    if (thing?.kind !== "point") { this.hands.note("click on a point; the tools Point and Fixed point make one"); return; }
    stage.chain = [...stage.chain, stage.pointPlaces()[thing.index].name];
    stage.draw();
    if (stage.chain.length < tool.points) { this.hands.note(`${stage.chain.join(", ")} … ${tool.hint}`); return; }
    const points = stage.chain;
    stage.chain = [];
    await this.hands.change("add", { what: tool.name, points });
    this.hands.note(tool.hint);
  }

  // ---- keyboard

  private key(event: KeyboardEvent): void {
    const { stage } = this.hands, step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] as Point | undefined;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.tool.name !== "select" && (step || event.key === "Enter")) this.keyOfTool(event, step);
    else if (step && stage.selected?.kind === "point") void this.nudge(stage.selected.index, step, event.shiftKey || this.resizing);
    else if (stage.turns && keyTurn(event)) stage.turn(...keyTurn(event)!);
    else if (stage.turns && event.key === "0") stage.turnBack();
    else if (step) this.hands.show(stage.shown + (step[0] || step[1]) * (event.shiftKey ? 10 : 1));
    else if (event.key === "Home") this.hands.show(0);
    else if (event.key === "End") this.hands.show((stage.data?.positions ?? 1) - 1);
    else if (event.key === "n" || event.key === "p") this.cycle(event.key === "n" ? 1 : -1);
    else if (event.key === "Enter") this.hands.pick(stage.selected, true);
    else if (event.key === "Escape") { void this.release(false); this.take(TOOLS[0]); $("tools").querySelector<HTMLElement>("button")?.click(); this.hands.pick(null, false); }
    else if (event.key === "Delete" || event.key === "Backspace") void this.remove();
    else if (event.key === " ") $("play").click();
    else return;
    event.preventDefault();
  }

  private keyOfTool(event: KeyboardEvent, step: Point | undefined): void {
    const { stage } = this.hands;
    stage.cross ??= stage.from([stage.canvas.clientWidth / 2, stage.canvas.clientHeight / 2]);
    const far = (event.shiftKey ? 40 : 8) / stage.scale;
    if (step) stage.cross = [stage.cross[0] + step[0] * far, stage.cross[1] + step[1] * far];
    else void this.use(stage.cross, stage.to(stage.cross), 16);
    stage.draw();
  }

  private cycle(by: number): void {
    const { stage } = this.hands, count = stage.pointPlaces().length, now = stage.selected?.kind === "point" ? stage.selected.index : by > 0 ? -1 : 0;
    if (!count) return;
    const thing: Thing = { kind: "point", index: (now + by + count) % count };
    this.hands.pick(thing, false);
    this.hands.note(this.said(thing).replace("\n", ": "));
    const [x, y] = stage.to(stage.pointPlaces()[thing.index].at);
    $("tip").hidden = false;
    this.tell(this.said(thing), [x, y]);
    void this.askValues(thing, [x, y]);
  }

  private async nudge(point: number, step: Point, resize: boolean): Promise<void> {
    const { stage } = this.hands;
    if (this.gesture) return;
    const from = stage.pointPlaces()[point].at;
    this.grip(point, from, resize);
    const gesture = this.gesture as Pointer["gesture"];
    if (!gesture) return;
    if (gesture.mode === "drive") { this.gesture = null; this.hands.show(stage.shown + (step[0] || step[1])); return; }
    const far = 6 / stage.scale;
    this.follow([from[0] + step[0] * far, from[1] + step[1] * far]);
    await this.release(true);
  }

  async remove(): Promise<void> {
    const { stage } = this.hands, thing = stage.selected;
    if (thing?.kind === "target") {
      const { line, number } = stage.data!.targets[thing.index];
      this.hands.pick(null, false);
      await this.hands.change("target", { line, number });
      return;
    }
    const found = thing ? stage.of(thing) : undefined;
    if (!thing || !found) { this.hands.note("choose a point or a link first"); return; }
    this.hands.pick(null, false);
    await this.hands.change("delete", { kind: thing.kind === "point" ? "place" : "element", name: found.name });
  }
}

const place = (event: MouseEvent): Point => [event.offsetX, event.offsetY];
