// The studio: one text, and everything else follows from it.

import { tellAbove } from "./banner";
import { Branches } from "./branches";
import { Connection, OWN, newest } from "./connection";
import { drawCurves, setCurves } from "./curves";
import { choices, dialog } from "./dialogs";
import { $, button, dark, make } from "./dom";
import { Editor, setWords } from "./editor";
import { download, alone, exportDialog } from "./exports";
import { Gestures, type Held } from "./gestures";
import { drawGallery } from "./gallery";
import { greet, greeting, isEmpty } from "./greeting";
import { help } from "./help";
import { setInsight, setModes, swung } from "./insight";
import { Joints } from "./joints";
import { BLANK, Keeping, type Begun } from "./keeping";
import { asHash } from "./links";
import { drawValues, setAccount, setSliders, setValues, showMessages } from "./panels";
import { Pointer } from "./pointer";
import { Properties } from "./properties";
import { Stage, type Thing } from "./stage";
import { Study, type Aim } from "./study";
import { tools } from "./toolbar";
import { Turns } from "./turns";
import { unpacked, type Define, type Load, type Sketch, type Told } from "./types";

let playing = false, clock = 0, last = 0, latest = 0, started = false;

const server = new Connection((open, reason) => void answers(open, reason), (what, part) => working(what, part));
const stage = new Stage();
const editor = new Editor($("editor"), server, (text) => changed(text), (line) => lightLine(line));
const turns = new Turns();
const keeping = new Keeping({ server, editor, note, begun, shown: () => stage.shown, show: (k) => { stage.shown = k; }, again: () => follow(editor.text) });

// ---- text -> everything

function changed(text: string): void {
  keeping.mark();
  follow(text);
}
// a calculation tells what a check would; where it takes long, the check is asked for
const CHECK_AFTER = 120;
function follow(text: string): void {
  const late = setTimeout(() => void check(text), CHECK_AFTER);
  void calculate(text).finally(() => clearTimeout(late));
}

const views = [...document.querySelectorAll<HTMLElement>("#views button")];
let told: Told[] = [];
interface Checked { told: Told[]; defines: Define[]; aim: Aim; loads: Load[] }
async function check(text: string): Promise<void> {
  try {
    const answer = await server.ask("check", { text });
    if (answer && text === editor.text) checked(answer);
  } catch (fault) { complain(fault); }
}
function checked({ told: found, defines, aim, loads }: Checked): void {
  stage.setLoads(loads);
  tell([...found, ...told.filter((one) => one.code.startsWith("R"))]);
  setSliders(defines, slide);
  study.set(aim);
}

function tell(found: Told[]): void {
  const keyed = new Map(found.map((one) => [JSON.stringify([one.code, one.place, one.message]), one]));
  const empty = isEmpty(editor.text); // it is greeted by the drawing
  told = empty ? [] : [...keyed.values()];
  editor.tell(told);
  showMessages(told, editor, empty ? "The deck is empty." : "No faults, no warnings.");
  const faults = told.filter(({ level }) => level === "error").length;
  views[0].textContent = faults ? `Deck ✕ ${faults}` : "Deck"; // where the messages are out of sight
}

// what a calculation ended with, as a message that stays
const refusal = ({ message }: Error): Told => ({ level: "error", code: "", message, label: "", notes: [], help: "", place: { line: 1, from: 0, to: 0 }, fixes: [] });

async function calculate(text: string): Promise<void> {
  const mine = ++latest;
  document.body.dataset.asked = String(mine);
  const slow = setTimeout(() => busy(true), 700);
  progress("reading", 0);
  try {
    const answer = await server.ask("calculate", { text, arrows: stage.arrows.size > 0 }, (what, part) => { if (mine === latest) progress(what, part); });
    if (!answer || mine !== latest) return;
    const known = new Map((answer.check as Checked).told.map((one) => [one.code + one.message, one]));
    if (text === editor.text) {
      told = answer.told.filter((one: Told) => !known.has(one.code + one.message));
      checked(answer.check);
    }
    if (answer.data) {
      stage.set(unpacked(answer.data));
      setCurves(stage.data, stage.arrows, step); setValues(stage.data, editor, step);
      setInsight(stage.data, step, () => openTab($("tab-account"))); setModes(stage.data, chooseMode);
      $<HTMLInputElement>("position").max = String(stage.data!.positions - 1);
    } else {
      if (isEmpty(text)) clear();
      stage.setSketch(isNewSketch(answer.sketch) ? answer.sketch : null);
    }
    hint(answer.sketch, text);
    setAccount(answer.lines);
    stage.branches = [];
    if (editor.gesture === null) { void branches.update(); void joints.update(); void properties.update(); }
    document.body.dataset.text = String(mine);
    show(stage.shown);
  } catch (fault) {
    if (mine === latest) { stage.stale = true; stage.draw(); if (!server.alone) tell([...told, refusal(fault as Error)]); }
  } finally {
    clearTimeout(slow);
    if (mine === latest) busy(false);
    document.body.dataset.calculated = String(mine);
  }
}

// what to do next, on a drawing that is being begun
function hint(sketch: Sketch | null, text: string): void {
  const begun = sketch && stage.sketch ? sketch : null, box = $("hint");
  const empty = isEmpty(text);
  greet(text, pointer.tool.name);
  const said = empty && pointer.tool.name !== "select" ? "Draw the first link from the frame to its other end, the next ones from point to point. Lengths are in metres: the bar below shows how large they are."
    : !begun || empty ? "" : begun.links.length < 2 ? "Join the points: “Bar” two of them, “Plate” three." : !/^\s*(input|nr\s+dof)\b/im.test(text) ? "Now “Input”: click on the link that is driven." : "";
  box.hidden = !said; box.textContent = said;
}

// a slip of writing leaves the greyed picture alone; points that it does not have are sketched over it
function isNewSketch(sketch: Sketch): boolean {
  const names = (points: { name: string }[]) => points.map(({ name }) => name).sort().join();
  return !stage.data || pointer.tool.name !== "select" || names(sketch.points) !== names(stage.data.points);
}

function busy(on: boolean): void { $("busy").hidden = !on; }
const working = (what: string, part: number): void => { busy(true); progress(what, part); };
function progress(what: string, part: number): void {
  $("busy").querySelector("progress")!.value = part;
  $("busy").querySelector("span")!.textContent = what;
}
$("stop").onclick = () => void server.ask("stop");

let noted = 0;
function note(text: string): void {
  clearTimeout(noted);
  $("note").replaceChildren(...(text ? [make("span", text)] : []));
  if (text) noted = window.setTimeout(() => $("note").replaceChildren(), 8000);
}
const complain = (fault: unknown): void => { if (!server.alone) note((fault as Error).message); };

// ---- positions

function show(k: number): void {
  const data = stage.data, n = data?.positions ?? 1;
  stage.shown = Math.max(0, Math.min(n - 1, k));
  $<HTMLInputElement>("position").value = String(stage.shown);
  $("where").textContent = data ? `position ${stage.shown + 1} of ${n}` + (data.duration > 0 ? `, t = ${short(data.time[stage.shown])}${data.second}` : "") : "";
  for (const id of ["play", "back", "forth", "position"]) $<HTMLButtonElement>(id).disabled = stage.mode ? id !== "play" : n < 2;
  stage.draw();
  drawCurves(data, stage.ghost, stage.shown, stage.stale);
  drawValues(data, stage.shown);
}
function redraw(): void { stage.draw(); drawCurves(stage.data, stage.ghost, stage.shown, stage.stale); drawValues(stage.data, stage.shown); drawGallery(); }

function stop(): void { playing = false; $("play").textContent = "Play"; }
function tick(now: number): void {
  const data = stage.data;
  if (!playing || !data) return;
  if (stage.mode) {
    stage.phase = swung(stage.phase, Math.min(0.1, (now - last) / 1000) * parseFloat($<HTMLSelectElement>("speed").value));
    last = now; stage.draw(); requestAnimationFrame(tick);
    return;
  }
  const rate = data.duration > 0 ? data.positions / Math.min(12, Math.max(4, data.duration)) : data.positions / 6;
  clock += Math.min(0.1, (now - last) / 1000) * rate * parseFloat($<HTMLSelectElement>("speed").value);
  last = now;
  const k = Math.floor(clock) % data.positions;
  if (k !== stage.shown) show(k);
  requestAnimationFrame(tick);
}
$("play").onclick = () => {
  if (playing) { stop(); return; }
  playing = true; $("play").textContent = "Pause"; clock = stage.shown; last = performance.now(); requestAnimationFrame(tick);
};
function chooseMode(index: number): void {
  stage.mode = stage.data?.modes[index] ?? null; stage.phase = 0;
  show(stage.shown);
  if (stage.mode && !playing) $("play").click(); else if (!stage.mode) stop();
}
const step = (k: number) => { stop(); show(k); };
$("back").onclick = () => step(stage.shown - 1);
$("forth").onclick = () => step(stage.shown + 1);
$("position").oninput = () => step(Number($<HTMLInputElement>("position").value));
$("fit").onclick = () => stage.fit();

// ---- line <-> thing

function lightLine(line: number): void {
  const point = stage.pointPlaces().find((p) => p.line === line), element = stage.elementPlaces().find((e) => e.line === line);
  stage.choose(point ? { kind: "point", name: point.name } : element ? { kind: "element", name: element.name } : null);
}
function pick(thing: Thing | null, focus: boolean): void {
  stage.choose(thing);
  const found = thing && stage.of(thing);
  if (found && focus) editor.goTo(found.line, true); else editor.light(found ? [found.line] : []);
}

// ---- changes from the picture

// an answer is written into the text that was asked about, and into no other
function change(op: string, values: object): Promise<{ name?: string; replaced?: string[] } | null> {
  return turns.take(async () => {
    editor.rest();
    const text = editor.text;
    try {
      const answer = await server.ask(op, { text, ...values });
      if (answer?.text === undefined) return answer;
      if (editor.text !== text) { note("you wrote on meanwhile, so this was left undone; do it once more"); return null; }
      editor.set(answer.text);
      return answer;
    } catch (fault) { note((fault as Error).message); return null; }
  });
}

// on the way of a gesture: positions come first, curves and messages as soon as they can
const preview = newest(async (text: string) => { if (text === editor.text) await calculate(text); });
const gestures = new Gestures({ editor, stage, turns, redraw, preview });
function slide(name: string, finest: number, held: Held<number>): void {
  void gestures.carry(held, async (text, value) => (await server.ask("define", { text, name, value, finest }).catch(() => null))?.text ?? null);
}
const pointer = new Pointer({
  server, editor, stage, gestures, show: step, note, change, pick,
  chooseName: (names) => dialog("Which value is to change?", [make("p", "The number is an expression of several names."), choices([["", names.map((name) => ({ value: name, title: name }))]])], [["Cancel", ""]]),
  takeBranch: (index) => void branches.take(index),
  took: () => hint(stage.sketch, editor.text),
});

const branches = new Branches({ server, stage, text: () => editor.text, change, note, toStart: () => step(0) });
const joints = new Joints({ server, stage, text: () => editor.text, show: step });
const properties = new Properties({ server, editor, stage, note, change });
stage.onChoice = () => void properties.update();
const study = new Study({ server, text: () => editor.text, change, note });

// ---- files

// another deck: nothing of the one before it stays
function clear(): void {
  setCurves(null, stage.arrows, step); setInsight(null, step, () => undefined); setValues(null, editor, step);
  stage.data = null; stage.sketch = null;
}
function begun(): void {
  clear();
  stage.choose(null); stage.shown = 0; stage.fit(); stop();
  told = [];
}
async function answers(open: boolean, reason: string): Promise<void> {
  busy(false);
  if (!open && OWN) {
    tellAbove("server", `The studio cannot begin: ${reason}. It needs a browser of the last two years and an address of http, not of a file.`, ["Begin again", () => location.reload()]);
    return;
  }
  if (!open) {
    tellAbove("server", `${reason ? `The studio: ${reason}.` : "The studio has ended, or does not answer."} What you write stays in this browser. Start \`runmec studio\` in the same folder again: this page goes on by itself.`,
      ["Download the deck", () => download(keeping.fileName, editor.text)]);
    return;
  }
  try {
    const answer = await server.ask("begin");
    if (!keeping.isOf(answer.place)) {
      tellAbove("server", "A studio of another folder is at this address now.", ["Download the deck", () => download(keeping.fileName, editor.text)]);
      return;
    }
    tellAbove("server", "");
    if (started) follow(editor.text); else await begin(answer);
  } catch (fault) { complain(fault); }
}

$("new").onclick = () => void keeping.choose("new");
$("open").onclick = () => void keeping.choose("open");
$("save").onclick = () => void keeping.save();
$("saveas").onclick = () => void keeping.saveAs();
$("undo").onclick = () => editor.undo();
$("redo").onclick = () => editor.redo();
$("format").onclick = () => void change("format", {});
$("changes").onclick = () => keeping.changes();
$("export").onclick = () => void exportDialog(server, editor.text, keeping.fileName, working).then(note, (fault) => note(fault.message)).finally(() => busy(false));
$("link").onclick = async () => {
  const input = make("input", "", { type: "text", readonly: "", value: location.origin + location.pathname + await asHash(await alone(server, editor.text, keeping.fileName)), "aria-label": "link" });
  const copied = await navigator.clipboard?.writeText(input.value).then(() => true, () => false);
  await dialog("The deck as a link", [make("p", `${copied ? "It is in the clipboard. " : ""}The deck is in the part from # on, which is sent nowhere. ${OWN ? "Who opens it has a copy." : "Who gets it pastes it under Open, A link, in a studio of their own; it opens as a copy."}`), input]);
};
$("help").onclick = () => void help();
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase(), typing = (event.target as HTMLElement).closest?.(".cm-editor, input[type=text]");
  if (key === "s") { event.preventDefault(); void (event.shiftKey ? keeping.saveAs() : keeping.save()); }
  else if (key === "z" && !typing) { event.preventDefault(); if (event.shiftKey) editor.redo(); else editor.undo(); }
  else if (key === "y" && !typing) { event.preventDefault(); editor.redo(); }
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (file) { event.preventDefault(); void keeping.dropped(file); }
});

// ---- tabs and views

const tabs = [...document.querySelectorAll<HTMLElement>("[role=tab]")];
function openTab(tab: HTMLElement): void {
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one === tab)); one.tabIndex = one === tab ? 0 : -1;
    $(one.getAttribute("aria-controls")!).hidden = one !== tab;
  }
  tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  void branches.update();
  void joints.update();
  redraw();
}
tabs.forEach((tab, k) => {
  tab.onclick = () => openTab(tab);
  tab.onkeydown = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) { const next = tabs[(k + by + tabs.length) % tabs.length]; next.focus(); openTab(next); }
  };
});
function openView(name: string): void {
  document.body.dataset.view = name;
  for (const one of views) one.setAttribute("aria-pressed", String(one.dataset.view === name));
  redraw();
}
views.forEach((one) => { one.onclick = () => openView(one.dataset.view!); });
new ResizeObserver(redraw).observe($("results"));
dark.addEventListener("change", redraw);

// ---- begin

tools({ server, editor, stage, pointer, note, change, plotted: () => openTab($("tab-curves")),
  arrows: () => { if (!stage.data?.arrows.length && stage.arrows.size) void calculate(editor.text); else { setCurves(stage.data, stage.arrows, step); redraw(); } } });
greeting({
  draw: () => { if (!editor.text.trim()) editor.set(BLANK); $("tools").querySelector<HTMLElement>("[data-tool=bar]")!.click(); stage.canvas.focus(); },
  begin: () => void keeping.choose("new"), open: () => void keeping.choose("open"),
});
openView("drawing");
async function begin(answer: Begun & { words: Parameters<typeof setWords>[0] }): Promise<void> {
  started = true;
  setWords(answer.words);
  await keeping.begin(answer);
  document.body.dataset.ready = "yes";
}
// for scripts and tests: what a user sees, as data
Object.assign(window, { studio: {
  text: () => editor.text, steps: () => editor.steps, set: (text: string) => editor.set(text), show: step, scale: () => stage.scale, stale: () => stage.stale, busy: () => editor.gesture !== null || server.waits || turns.busy,
  points: () => {
    const box = stage.canvas.getBoundingClientRect();
    return stage.pointPlaces().map(({ name, at }) => { const [x, y] = stage.to(at); return { name, at, pixel: [box.x + x, box.y + y] }; });
  },
  loads: () => stage.loadArrows().map(({ load, from, by }) => { const box = stage.canvas.getBoundingClientRect(); return { line: load.line, end: [box.x + from[0] + by[0], box.y + from[1] + by[1]] }; }),
  view: () => stage.view3,
  selected: () => { const thing = stage.selected; return thing && stage.of(thing)?.name; },
  targets: () => (stage.data?.targets ?? []).map(({ at }) => { const box = stage.canvas.getBoundingClientRect(), [x, y] = stage.to(at); return [box.x + x, box.y + y]; }),
} });
