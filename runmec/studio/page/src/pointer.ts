// Hands on the drawing: drag, drive, build; by mouse, touch and keyboard.

import type { Connection } from "./connection";
import { $ } from "./dom";
import type { Editor } from "./editor";
import { Held, type Gestures } from "./gestures";
import type { Stage, Thing } from "./stage";
import { series, type Load } from "./types";

export interface Hands {
  server: Connection; editor: Editor; stage: Stage; gestures: Gestures;
  show: (k: number) => void; // a position
  note: (text: string) => void;
  change: (op: string, values: object) => Promise<{ name?: string } | null>; // one that changes the text
  pick: (thing: Thing | null, focus: boolean) => void;
  chooseName: (names: string[]) => Promise<string>;
  takeBranch: (index: number) => void;
  took: () => void; // another tool
}
// drawn between two ends, clicked on points, or on links; those that are rarely wanted stand behind More
type Tool = { name: string; key: string; title: string; hint: string; points: number; links?: number; rare?: boolean };
export const TOOLS: Tool[] = [
  { name: "select", key: "v", title: "Select", hint: "drag a point; Shift-drag resizes its links", points: 0 },
  { name: "point", key: "o", title: "Point", hint: "click where the new point is", points: 0 },
  { name: "ground", key: "f", title: "Fixed point", hint: "click where the new fixed point is", points: 0 },
  { name: "bar", key: "b", title: "Bar", hint: "draw from one end to the other; on nothing a point is made, and a link that begins there begins on the frame", points: 2 },
  { name: "plate", key: "t", title: "Plate", hint: "click three points of one link", points: 3 },
  { name: "slider", key: "s", title: "Slider", hint: "click two points of the guide, then the point that slides", points: 3 },
  { name: "spring", key: "c", title: "Spring", hint: "draw from one end to the other; on nothing a point is made, and a link that begins there begins on the frame", points: 2 },
  { name: "beam", key: "e", title: "Beam", hint: "draw from one end to the other; on nothing a point is made, and a link that begins there begins on the frame", points: 2 },
  { name: "damper", key: "d", title: "Damper", hint: "draw from one end to the other", points: 2, rare: true },
  { name: "wheel", key: "w", title: "Wheel", hint: "draw from the centre to the rim: a link that turns, with an angle", points: 2, rare: true },
  { name: "gear", key: "g", title: "Gears", hint: "draw from centre to centre; a bar or wheel there becomes the gear, else a wheel is made", points: 2, rare: true },
  { name: "rack", key: "k", title: "Rack", hint: "draw from the centre of the gear to the pitch line of the rack", points: 2, rare: true },
  { name: "cam", key: "u", title: "Cam", hint: "click the link that is the cam, then the bar that follows it: one whose end slides (held along x or y), or one that swings", points: 0, links: 2, rare: true },
  { name: "mass", key: "m", title: "Mass", hint: "click a point", points: 1 },
  { name: "fixed", key: "x", title: "Fix/free", hint: "click a point", points: 1 },
  { name: "input", key: "i", title: "Input", hint: "click the link that is driven", points: 0 },
  { name: "target", key: "y", title: "Target", hint: "click where the drawn path is to pass", points: 0 },
];

interface Hold { point: string; offset: Point; held: Held<Point> | null } // without a value that is held, the point drives
// of a link that is drawn: a point that is there, or a place
interface End { at: Point; name?: string }
const STROKE = 9; // pixels: less is a click
const GRID_OF_COPIES = 20; // pixels
const STEP_OF_GRAVITY = Math.PI / 36;
const NUDGE = 6, NUDGED_WITHIN = 300; // pixels; milliseconds between keys of one gesture

export class Pointer {
  tool = TOOLS[0];
  resizing = false; // as if Shift were held
  private touching = new Map<number, Point>();
  private gesture: Hold | null = null;
  private panning = false; // the ground is held
  private stroke: { pixel: Point; from: End } | null = null; // a link that is being drawn
  private links: string[] = []; // that a tool has so far
  private asked = 0; // what lies under the pointer
  private nudged: { name: string; at: Point; text: string; key: number } | null = null;
  private chosen = new Map<string, string>(); // which name to turn, where an expression has several

  constructor(private hands: Hands) {
    const canvas = hands.stage.canvas;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) canvas.addEventListener(name, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => { $("tip").hidden = true; hands.stage.hover(null); });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); hands.stage.zoom(place(event), Math.exp(-event.deltaY * 0.0015)); }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button moves the drawing
    canvas.addEventListener("blur", () => { hands.stage.cross = null; hands.stage.draw(); });
  }

  take(tool: Tool): void {
    const { stage } = this.hands;
    this.tool = tool; stage.chain = []; this.links = []; stage.cross = null; stage.handles = tool.name !== "select";
    this.hands.note(tool.name === "select" ? "" : tool.hint);
    this.hands.took();
    stage.draw();
  }

  // ---- mouse and touch

  private down(event: PointerEvent): void {
    const { stage } = this.hands, at = place(event);
    stage.canvas.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    stage.canvas.setPointerCapture(event.pointerId);
    this.touching.set(event.pointerId, at);
    if (this.touching.size > 1) { this.release(false); return; }
    this.release(true);
    if (event.button > 0) { this.panning = true; return; }
    const reach = event.pointerType === "touch" ? 24 : 13;
    if (this.tool.points === 2 && !stage.turns) { this.stroke = { pixel: at, from: this.end(at, reach) }; return; }
    if (this.tool.name !== "select") { void this.use(at, reach); return; }
    const pushed = stage.loadAt(at, reach);
    if (pushed) { this.push(pushed, stage.from(at)); return; }
    const thing = stage.at(at, reach);
    if (thing && thing.kind !== "target" && (event.ctrlKey || event.metaKey)) { stage.chooseToo(thing); return; }
    if (thing && stage.chosen.length > 1 && stage.chosen.some(({ kind, name }) => kind === thing.kind && name === thing.name)) { this.shift(stage.from(at)); return; }
    this.hands.pick(thing, false);
    if (thing?.kind === "point") this.grip(thing.name, stage.from(at), event.shiftKey || this.resizing);
    else if (thing?.kind === "target") this.aim(thing.name, stage.from(at));
    else if (!thing) {
      const branch = stage.branchAt(at, 9);
      if (branch >= 0) this.hands.takeBranch(branch); else this.panning = true;
    }
  }

  // a point that a curve is to meet
  private aim(name: string, at: Point): void {
    const { stage, server, gestures } = this.hands, { line, number, at: from } = stage.target(name)!, held = new Held<Point>();
    this.release(true);
    this.gesture = { point: name, offset: [from[0] - at[0], from[1] - at[1]], held };
    void gestures.carry(held, async (text, target) => {
      const answer = await server.ask("aim", { text, line, number, target, finest: stage.finest }).catch(() => null), shown = stage.target(name);
      if (answer && shown) { shown.at = target; stage.draw(); }
      return answer && answer.text;
    });
  }

  // everything that is chosen, by one of its parts
  private shift(from: Point): void {
    const { stage, server, gestures } = this.hands, held = new Held<Point>(), { finest, names } = stage;
    this.release(true);
    this.gesture = { point: "", offset: [0, 0], held };
    void gestures.carry(held, async (text, to) => {
      try { return (await server.ask("shift", { text, ...names, by: [to[0] - from[0], to[1] - from[1]], finest }))?.text ?? null; }
      catch (fault) { this.hands.note((fault as Error).message); return null; }
    });
  }

  // the end of a load's arrow: forces in round numbers, gravity in steps of five degrees
  private push({ load, from, by }: { load: Load; from: Point; by: Point }, at: Point): void {
    const { stage, server, gestures } = this.hands, held = new Held<Point>(), end = stage.from([from[0] + by[0], from[1] + by[1]]);
    this.release(true);
    stage.holdLoads(true);
    const size = stage.loadScale, finest = 10 ** Math.floor(Math.log10(Math.max(...load.values.map(Math.abs)) || 1) - 1);
    this.hands.note(load.word === "gravity" ? "gravity turns with its arrow; its size stands below the text" : "the force follows its arrow; its numbers stand below the text");
    this.gesture = { point: "", offset: [end[0] - at[0], end[1] - at[1]], held };
    void gestures.carry(held, async (text, target) => {
      const [u, v] = stage.to(target), [x, y] = [(u - from[0]) / size, (from[1] - v) / size].map((part) => Math.round(part / finest) * finest);
      const turned = Math.round(Math.atan2(from[1] - v, u - from[0]) / STEP_OF_GRAVITY) * STEP_OF_GRAVITY;
      const values = load.word === "gravity" ? [load.values[0], turned] : load.axes === "xy" ? [x, y] : [load.axes === "x" ? x : y];
      const answer = await server.ask("load", { text, line: load.line, values, finest }).catch(() => null);
      if (answer) { stage.loads = stage.loads.map((one) => one.line === load.line ? { ...one, values } : one); stage.draw(); }
      return answer && answer.text;
    }).then(() => { stage.holdLoads(false); stage.draw(); });
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
    if (this.stroke) { stage.drawn = [this.stroke.from.at, this.end(at, 13, this.stroke.from).at]; stage.draw(); return; }
    if (this.gesture) { this.follow(stage.from(at)); return; }
    if (event.pointerType === "mouse") this.hover(at);
  }

  private up(event: PointerEvent): void {
    this.touching.delete(event.pointerId);
    this.panning = false;
    if (this.stroke) void this.drawLink(place(event), event.type === "pointerup", event.pointerType === "touch" ? 24 : 13);
    this.release(event.type === "pointerup");
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
    const { stage } = this.hands, pushed = this.tool.name === "select" ? stage.loadAt(at, 13) : undefined, thing = pushed ? null : stage.at(at, 13), tip = $("tip"), vector = pushed ? `${pushed.load.word}\ndrag its end` : thing?.kind === "point" ? "" : stage.vectorAt(at, 7);
    stage.hover(thing);
    const branch = !thing && !vector && stage.branchAt(at, 9) >= 0;
    stage.canvas.style.cursor = this.tool.name !== "select" ? "crosshair" : pushed || thing && thing.kind !== "element" ? "grab" : thing || branch ? "pointer" : "default";
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
    if (thing.kind === "target") { const { name, number, at } = stage.target(thing.name)!; return `point ${number + 1} of ${name}\nx ${short(at[0])}, y ${short(at[1])}`; }
    if (thing.kind === "element") {
      const { name, kind, ends } = stage.element(thing.name)!;
      const [a, b] = ends, lines = [`${name}${kind ? ` (${kind})` : ""}`];
      if (b && !stage.turns) lines.push(`length ${short(Math.hypot(b[0] - a[0], b[1] - a[1]))}, angle ${short(Math.atan2(b[1] - a[1], b[0] - a[0]) * 180 / Math.PI)}°`);
      return lines.join("\n");
    }
    const point = stage.point(thing.name)!;
    return `${point.name}${point.fixed.every(Boolean) ? " (fixed)" : ""}${stage.turns ? "" : `\nx ${short(point.at[0])}, y ${short(point.at[1])}`}`;
  }
  // and what the calculation knows: velocities, forces, parameters
  private async askValues(thing: Thing, at: Point): Promise<void> {
    const { stage, editor, server } = this.hands, mine = ++this.asked;
    if (stage.stale || stage.sketch || stage.mode || !stage.data) return;
    await new Promise((resume) => setTimeout(resume, 90));
    if (mine !== this.asked || $("tip").hidden || this.gesture) return;
    const point = stage.data.points.find(({ name }) => thing.kind === "point" && name === thing.name), numbers = point?.numbers ?? [stage.element(thing.name)?.number];
    const angle = stage.data.angles.find(({ at }) => String(at) === String(point?.at));
    const answer = await server.ask("values", { text: editor.text, kind: thing.kind, numbers, row: stage.shown }).catch(() => null);
    if (!answer?.lines.length || mine !== this.asked || $("tip").hidden) return;
    const head = this.said(thing).split("\n")[0], more = angle ? [`transmission angle ${short(Number(angle.v(stage.shown).toPrecision(3)))}°, least ${short(Number(angle.least.toPrecision(3)))}°`] : [];
    this.tell([head, ...answer.lines, ...more].join("\n"), at);
  }

  // ---- dragging

  private grip(name: string, at: Point, resize: boolean): void {
    const { stage, gestures } = this.hands;
    if (stage.mode) { this.hands.note("a mode of vibration is shown: choose the motion to drag"); return; }
    const found = stage.point(name)!, fixed = found.fixed.every(Boolean);
    const still = stage.stale || !stage.data || stage.data.positions < 2;
    if (stage.turns && (fixed || resize || still)) {
      this.hands.note("On the screen a point in space has no depth: change its numbers in its line (Enter goes there). Any moving point drives.");
      return;
    }
    this.release(true);
    const gesture: Hold = { point: name, offset: [found.at[0] - at[0], found.at[1] - at[1]], held: null };
    this.gesture = gesture;
    if (!fixed && !resize && !still) return;
    if (stage.stale && !stage.sketch) { this.gesture = null; return; }
    const held = gesture.held = new Held<Point>();
    void gestures.carry(held, (start, target) => this.moved(start, gesture, target)).then(() => { if (this.nudged?.name === name) this.nudged.text = this.hands.editor.text; });
  }

  private follow(at: Point): void {
    const { point, offset, held } = this.gesture!, target: Point = [at[0] + offset[0], at[1] + offset[1]];
    $("tip").hidden = true;
    if (held) held.to(target); else this.drive(point, target);
  }

  // to the position next to the pointer, without passing places that are further away than a few rows
  private drive(point: string, [x, y]: Point): void {
    const { stage } = this.hands, data = stage.data!, n = data.positions, own = data.points.find(({ name }) => name === point)?.at;
    if (!own) return;
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

  // the text in which a point lies elsewhere
  private async moved(text: string, gesture: Hold, target: Point): Promise<string | null> {
    const { server, stage } = this.hands, { finest } = stage, point = stage.point(gesture.point);
    if (!point) return null;
    try {
      if (stage.sketch) return (await server.ask("move", { text, name: point.name, target, finest }))?.text ?? null;
      const data = stage.data!, change = data.inputs.map((e) => e[Math.min(stage.shown, e.length - 1)] - e[0]), asked = { text, point: point.numbers, target, change, finest };
      let answer = await server.ask("drag", { ...asked, only: "" });
      if (answer?.choose.length) {
        const only = this.chosen.get(answer.choose.join(" "));
        if (!only) { this.ask(answer.choose); return null; }
        answer = await server.ask("drag", { ...asked, only });
      }
      if (!answer) return null;
      if (answer.x && stage.data && (this.gesture === gesture || !this.gesture)) { stage.data = { ...stage.data, x: answer.x.map(series) }; stage.paint(); }
      this.hands.note(answer.limit ? `it goes no further: ${answer.limit}` : "");
      return answer.text;
    } catch (fault) { this.hands.note((fault as Error).message); return null; }
  }

  // which of the names of an expression is to change
  private ask(names: string[]): void {
    this.release(false);
    void this.hands.chooseName(names).then((name) => {
      if (name) { this.chosen.set(names.join(" "), name); this.hands.note(`${name} will change; drag again`); }
    });
  }

  // the last move of the pointer counts, also where its answer is still under way
  private release(keep: boolean): void {
    this.gesture?.held?.letGo(keep);
    this.gesture = null;
  }

  // ---- building

  // a point, or a place that fits others
  private end(pixel: Point, reach: number, from?: End): End {
    const { stage } = this.hands, thing = stage.at(pixel, reach), point = thing?.kind === "point" ? stage.point(thing.name) : undefined;
    return point ? { at: point.at, name: point.name } : { at: stage.snapped(stage.from(pixel), from?.at) };
  }
  private async drawLink(pixel: Point, keep: boolean, reach: number): Promise<void> {
    const { stage, change } = this.hands, { pixel: began, from } = this.stroke!, to = this.end(pixel, reach, from);
    this.stroke = null; stage.drawn = null; stage.draw();
    if (!keep) return;
    if (Math.hypot(pixel[0] - began[0], pixel[1] - began[1]) < STROKE) { await this.use(began, reach); return; }
    const end = ({ at, name }: End, fixed: boolean) => name ? { name } : { x: at[0], y: at[1], fixed }, held = stage.shown > 0 && !stage.stale;
    await change("draw", { what: this.tool.name, ends: [end(from, true), end(to, false)], finest: stage.finest, length: held ? Math.hypot(to.at[0] - from.at[0], to.at[1] - from.at[1]) : null });
  }

  private async use(pixel: Point, reach: number): Promise<void> {
    const { stage } = this.hands, at = stage.from(pixel), thing = stage.at(pixel, reach), tool = this.tool, { finest } = stage;
    if (stage.turns && tool.name !== "input") { this.hands.note("On the screen a place in space has no depth: write the lines of a mechanism in space as text; completion knows them."); return; }
    if (tool.name === "point" || tool.name === "ground") {
      const [x, y] = stage.snapped(at);
      await this.hands.change("add", { what: "point", x, y, fixed: tool.name === "ground", finest });
      return;
    }
    if (tool.name === "target") {
      const inputs = stage.data?.inputs[0], change = inputs ? inputs[Math.min(stage.shown, inputs.length - 1)] - inputs[0] : 0;
      await this.hands.change("target", { target: at, change, finest });
      return;
    }
    if (tool.name === "input") {
      if (thing?.kind === "element") await this.hands.change("add", { what: "input", element: thing.name }); else this.hands.note("click on a link");
      return;
    }
    if (tool.links) {
      if (thing?.kind !== "element") { this.hands.note("click on a link"); return; }
      this.links = [...this.links, thing.name];
      this.hands.pick(thing, false);
      if (this.links.length < tool.links) { this.hands.note(`${this.links.join(", ")} … ${tool.hint}`); return; }
      const links = this.links.splice(0);
      await this.hands.change(tool.name, { links });
      return;
    }
    if (thing?.kind !== "point") { this.hands.note("click on a point; the tools Point and Fixed point make one"); return; }
    stage.chain = [...stage.chain, thing.name];
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
    if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      const [first, ...others]: Thing[] = [...stage.pointPlaces().map(({ name }): Thing => ({ kind: "point", name })), ...stage.elementPlaces().map(({ name }): Thing => ({ kind: "element", name }))];
      event.preventDefault(); stage.choose(first ?? null, others);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.tool.name !== "select" && (step || event.key === "Enter")) this.keyOfTool(event, step);
    else if (step && stage.selected?.kind === "point" && stage.of(stage.selected)) this.nudge(stage.selected.name, step, event.shiftKey || this.resizing);
    else if (stage.turns && keyTurn(event)) stage.turn(...keyTurn(event)!);
    else if (stage.turns && event.key === "0") stage.turnBack();
    else if (step) this.hands.show(stage.shown + (step[0] || step[1]) * (event.shiftKey ? 10 : 1));
    else if (event.key === "Home") this.hands.show(0);
    else if (event.key === "End") this.hands.show((stage.data?.positions ?? 1) - 1);
    else if (event.key === "n" || event.key === "p") this.cycle("point", event.key === "n" ? 1 : -1);
    else if (event.key === "l" || event.key === "L") this.cycle("element", event.key === "l" ? 1 : -1);
    else if (event.key === "Enter") this.hands.pick(stage.selected, true);
    else if (event.key === "Escape") { this.release(false); this.take(TOOLS[0]); $("tools").querySelector<HTMLElement>("button")?.click(); this.hands.pick(null, false); }
    else if (event.key === "Delete" || event.key === "Backspace") void this.remove();
    else if (event.key === " ") $("play").click();
    else if (TOOLS.some(({ key }) => key === event.key)) $("tools").querySelector<HTMLElement>(`[data-tool=${TOOLS.find(({ key }) => key === event.key)!.name}]`)!.click();
    else return;
    event.preventDefault();
  }

  private keyOfTool(event: KeyboardEvent, step: Point | undefined): void {
    const { stage } = this.hands;
    stage.cross ??= stage.from([stage.canvas.clientWidth / 2, stage.canvas.clientHeight / 2]);
    const far = (event.shiftKey ? 40 : 8) / stage.scale;
    if (step) stage.cross = [stage.cross[0] + step[0] * far, stage.cross[1] + step[1] * far];
    else void this.use(stage.to(stage.cross), 16);
    stage.draw();
  }

  private cycle(kind: "point" | "element", by: number): void {
    const { stage } = this.hands, names = (kind === "point" ? stage.pointPlaces() : stage.elementPlaces()).map(({ name }) => name);
    const now = stage.selected?.kind === kind ? names.indexOf(stage.selected.name) : by > 0 ? -1 : 0;
    if (!names.length) return;
    const thing: Thing = { kind, name: names[(now + by + names.length) % names.length] };
    this.hands.pick(thing, false);
    this.hands.note(this.said(thing).replace("\n", ": "));
    const [x, y] = stage.to(kind === "point" ? stage.point(thing.name)!.at : middle(stage.element(thing.name)!.ends));
    $("tip").hidden = false;
    this.tell(this.said(thing), [x, y]);
    void this.askValues(thing, [x, y]);
  }

  // keys that follow each other are one gesture, and add up
  private nudge(name: string, step: Point, resize: boolean): void {
    const { stage, editor } = this.hands;
    if (this.gesture?.point !== name || this.nudged?.name !== name) {
      const known = this.nudged?.name === name && this.nudged.text === editor.text, from = known ? this.nudged!.at : stage.point(name)!.at;
      this.grip(name, stage.point(name)!.at, resize);
      const gesture = this.gesture as Hold | null;
      if (!gesture) return;
      if (!gesture.held) { this.gesture = null; this.hands.show(stage.shown + (step[0] || step[1])); return; }
      gesture.offset = [0, 0];
      this.nudged = { name, at: from, text: "", key: 0 };
    }
    const nudged = this.nudged!, far = NUDGE / stage.scale, { held } = this.gesture!;
    nudged.at = [nudged.at[0] + step[0] * far, nudged.at[1] + step[1] * far];
    this.follow(nudged.at);
    clearTimeout(nudged.key);
    nudged.key = window.setTimeout(() => { if (this.gesture?.held === held) this.release(true); }, NUDGED_WITHIN);
  }

  // once more: beside it, or as its mirror image
  async copy(mirror: boolean): Promise<void> {
    const { stage } = this.hands, { names, finest } = stage, xs = stage.spread.map(([x]) => x);
    if (!xs.length) { this.hands.note("choose what is to be copied: points and links; Ctrl-click takes one more, Ctrl-A everything"); return; }
    if (stage.turns) { this.hands.note("in space lines are copied in the text"); return; }
    const wide = Math.max(Math.max(...xs) - Math.min(...xs), 80 / stage.scale), step = roundStep(GRID_OF_COPIES / stage.scale, 1, false);
    const where = mirror ? { axis: Math.round((Math.max(...xs) + 0.15 * wide) / step) * step } : { by: [Math.round(1.2 * wide / step) * step, 0] };
    if (await this.hands.change("copy", { ...names, ...where, finest })) this.hands.note("what drives was not copied: Input drives it too");
  }

  async remove(): Promise<void> {
    const { stage } = this.hands, thing = stage.selected;
    if (stage.also.length) {
      const { points, elements } = stage.names;
      this.hands.pick(null, false);
      for (const [kind, names] of [["element", elements], ["place", points]] as const) for (const name of names)
        if (kind === "element" ? stage.element(name) : stage.point(name)) await this.hands.change("delete", { kind, name });
      return;
    }
    if (thing?.kind === "target") {
      const found = stage.target(thing.name);
      if (!found) return;
      const { line, number } = found;
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

const middle = (ends: Point[]): Point => [0, 1].map((axis) => ends.reduce((sum, end) => sum + end[axis], 0) / ends.length) as Point;
const place = (event: MouseEvent): Point => [event.offsetX, event.offsetY];
