// The studio: one text, and everything else follows from it.

import { Connection } from "./connection";
import { $, button, dark, make } from "./dom";
import { Editor, setWords } from "./editor";
import { asHash, choices, close, dialog, difference, exportDialog, fromHash } from "./files";
import { Branches } from "./branches";
import { drawCurves, setCurves } from "./curves";
import { setInsight, setModes, swung } from "./insight";
import { drawValues, setAccount, setSliders, setValues, showMessages } from "./panels";
import { Pointer, TOOLS } from "./pointer";
import { Stage, type Thing } from "./stage";
import { drawGallery } from "./gallery";
import { Study, type Aim } from "./study";
import { unpacked, type Define, type Sketch, type Told } from "./types";

const BLANK = "KIN ANA  ; new mechanism\nUNITS SI\nTOPOLOGY\nGEOMETRY\nMOVEMENT\nEND\n";
const file = { name: "", seen: "", saved: "", asked: "" };
let playing = false, clock = 0, last = 0, latest = 0, started = false;

const server = new Connection((open) => { if (started) note(open ? "" : "the studio does not answer; it tries again"); });
const stage = new Stage();
const editor = new Editor($("editor"), server, (text) => changed(text), (line) => lightLine(line));

// ---- text -> everything

function changed(text: string): void {
  remember();
  $("dirty").hidden = text === file.saved;
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
interface Checked { told: Told[]; defines: Define[]; aim: Aim }
async function check(text: string): Promise<void> {
  try {
    const answer = await server.ask("check", { text });
    if (answer && text === editor.text) checked(answer);
  } catch (fault) { note((fault as Error).message); }
}
function checked({ told: found, defines, aim }: Checked): void {
  tell([...found, ...told.filter((one) => one.code.startsWith("R"))]);
  setSliders(defines, editor, sliding);
  study.set(aim);
}

function tell(found: Told[]): void {
  const keyed = new Map(found.map((one) => [JSON.stringify([one.code, one.place, one.message]), one]));
  told = [...keyed.values()];
  editor.tell(told);
  showMessages(told, editor);
  const faults = told.filter(({ level }) => level === "error").length;
  views[0].textContent = faults ? `Deck ✕ ${faults}` : "Deck"; // where the messages are out of sight
}

async function calculate(text: string): Promise<void> {
  const mine = ++latest;
  document.body.dataset.asked = String(mine);
  const slow = setTimeout(() => busy(true), 700);
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
    } else stage.setSketch(isNewSketch(answer.sketch) ? answer.sketch : null);
    hint(answer.sketch, text);
    setAccount(answer.lines);
    stage.branches = [];
    if (editor.gesture === null) void branches.update();
    document.body.dataset.text = String(mine);
    show(stage.shown);
  } catch (fault) {
    if (mine === latest) { stage.stale = true; stage.draw(); note((fault as Error).message); }
  } finally {
    clearTimeout(slow);
    if (mine === latest) busy(false);
    document.body.dataset.calculated = String(mine);
  }
}

// what to do next, on a drawing that is being begun
function hint(sketch: Sketch | null, text: string): void {
  const begun = sketch && stage.sketch ? sketch : null, box = $("hint");
  const said = !begun ? "" : !begun.points.length ? "Take “Fixed point” and “Point” and click here; then join points by “Bar” or “Plate”, and click with “Input” on the link that is driven. Lengths are in metres: the bar below shows how large it is."
    : begun.links.length < 2 ? "Join the points: “Bar” two of them, “Plate” three." : !/^\s*(input|nr\s+dof)\b/im.test(text) ? "Now “Input”: click on the link that is driven." : "";
  box.hidden = !said; box.textContent = said;
}

// a slip of writing leaves the greyed picture alone; points that it does not have are sketched over it
function isNewSketch(sketch: Sketch): boolean {
  const names = (points: { name: string }[]) => points.map(({ name }) => name).sort().join();
  return !stage.data || pointer.tool.name !== "select" || names(sketch.points) !== names(stage.data.points);
}

function busy(on: boolean): void { $("busy").hidden = !on; if (on) progress("reading", 0); }
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
const redraw = () => { stage.draw(); drawCurves(stage.data, stage.ghost, stage.shown, stage.stale); drawValues(stage.data, stage.shown); drawGallery(); };

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
  const point = stage.pointPlaces().findIndex((p) => p.line === line), element = stage.elementPlaces().findIndex((e) => e.line === line);
  stage.selected = point >= 0 ? { kind: "point", index: point } : element >= 0 ? { kind: "element", index: element } : null;
  stage.draw();
}
function pick(thing: Thing | null, focus: boolean): void {
  stage.selected = thing;
  const found = thing && stage.of(thing);
  if (found && focus) editor.goTo(found.line, true); else editor.light(found ? [found.line] : []);
  stage.draw();
}

// ---- changes from the picture

async function change(op: string, values: object): Promise<{ name?: string; replaced?: string[] } | null> {
  try {
    const answer = await server.ask(op, { text: editor.text, ...values });
    if (answer?.text !== undefined) editor.set(answer.text);
    return answer;
  } catch (fault) { note((fault as Error).message); return null; }
}
const preview = follow;
const sliding = {
  start: () => { editor.startGesture(); stage.ghost = stage.stale ? null : stage.data; },
  slide: async (name: string, value: number, finest: number) => {
    const base = editor.gesture;
    if (base === null) return;
    const answer = await server.ask("define", { text: base, name, value, finest }).catch(() => null);
    if (!answer || editor.gesture === null) return;
    editor.show(answer.text);
    await calculate(answer.text);
  },
  end: () => { stage.ghost = null; editor.endGesture(true); redraw(); },
};
const pointer = new Pointer({
  server, editor, stage, show: step, note, preview, change, pick,
  chooseName: (names) => dialog("Which value is to change?", [make("p", "The number is an expression of several names."), choices([["", names.map((name) => ({ value: name, title: name }))]])], [["Cancel", ""]]),
  takeBranch: (index) => void branches.take(index),
});

const branches = new Branches({ server, stage, text: () => editor.text, change, note, toStart: () => step(0) });
const study = new Study({ server, text: () => editor.text, change, note });

// ---- tools

function tools(): void {
  const bar = $("tools"), made = TOOLS.map((tool) => {
    const one = button(tool.title, () => {
      for (const other of made) other.setAttribute("aria-pressed", String(other === one));
      pointer.take(tool);
    }, { title: tool.hint, "aria-pressed": String(tool.name === "select"), "data-tool": tool.name });
    return one;
  });
  const resize = button("Resize", () => { pointer.resizing = !pointer.resizing; resize.setAttribute("aria-pressed", String(pointer.resizing)); },
    { title: "dragging changes the links, as with Shift", "aria-pressed": "false", id: "resize" });
  const names = make("label"), box = make("input", "", { type: "checkbox", id: "labels" });
  box.onchange = () => { stage.labels = box.checked; stage.draw(); };
  names.append(box, "names");
  bar.append(made[0], resize, make("i"), ...made.slice(1), make("i"), button("Plot", () => void plot(), { title: "path, velocity, force … of the point or link that is chosen", id: "plot" }), button("Rename", () => void rename(), { title: "the point or link that is chosen, everywhere" }),
    button("Delete", () => void pointer.remove(), { title: "the point or link that is chosen, and all that speaks of it" }), make("i"), names, make("span", "", { id: "arrows" }));
  arrowBoxes();
}

function arrowBoxes(): void {
  const box = $("arrows");
  const add = (name: string, title: string, changed: (on: boolean) => void) => {
    const label = make("label", "", { title }), input = make("input", "", { type: "checkbox", id: name });
    input.onchange = () => { changed(input.checked); stage.draw(); };
    label.append(input, name); box.append(label);
  };
  add("angles", "transmission angles", (on) => { stage.angles = on; });
  for (const kind of ["forces", "velocities", "accelerations"]) add(kind, `as arrows; their polar diagrams stand under Curves`, (on) => {
    if (on) stage.arrows.add(kind); else stage.arrows.delete(kind);
    if (on && !stage.data?.arrows.length) void calculate(editor.text); else { setCurves(stage.data, stage.arrows, step); redraw(); }
  });
}

// curves of what is chosen: each writes its buffers and a picture
async function plot(): Promise<void> {
  const thing = stage.selected;
  if (!thing || thing.kind === "target") { note("choose a point or a link first: click on it, or N with the drawing in focus"); return; }
  if (stage.stale || !stage.data) { note("the mechanism cannot be calculated yet: the messages below the text say why"); return; }
  const numbers = thing.kind === "point" ? stage.pointPlaces()[thing.index].numbers : [stage.elementPlaces()[thing.index].number], of = { kind: thing.kind, numbers };
  const found = await server.ask("plots", { text: editor.text, ...of }).catch(() => null);
  if (!found?.choices.length) { note("nothing can be plotted of it here; a line buf… in STORAGE keeps any quantity"); return; }
  const items = found.choices.map((one: { what: string; title: string; about: string }) => ({ value: one.what, title: one.title, about: one.about }));
  const what = await dialog(`Plot of ${stage.of(thing)!.name}`, [choices([["", items]])], [["Cancel", ""]]);
  if (what && await change("plot", { ...of, what })) openTab($("tab-curves"));
}

// what an old deck counts gets a name
async function giveName(thing: Thing, now: string): Promise<void> {
  const numbers = thing.kind === "point" ? stage.pointPlaces()[thing.index].numbers : [stage.elementPlaces()[thing.index].number];
  const what = thing.kind === "point" ? `The point with the co-ordinates ${now}` : `Element ${now}`;
  const input = make("input", "", { type: "text", "aria-label": "new name" });
  input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); close("yes"); } };
  setTimeout(() => input.focus(), 50);
  if (await dialog("A name", [make("p", `${what} has numbers. A name is written into all its lines; the results stay the same.`), input], [["Give it", "yes"], ["Cancel", ""]]) === "yes")
    await change("call", { kind: thing.kind, numbers, new: input.value.trim() });
}

async function rename(): Promise<void> {
  const thing = stage.selected, found = thing && thing.kind !== "target" ? stage.of(thing) : null;
  let place = editor.caret, name = "";
  if (thing && thing.kind !== "target" && found && /^[\d, ]+$/.test(found.name)) { await giveName(thing, found.name); return; }
  if (found) {
    const text = editor.text.split("\n")[found.line - 1] ?? "", column = text.search(new RegExp(`(?<![\\w.])${found.name.replace(/[^\w]/g, "")}(?!\\w)`));
    if (column >= 0) { place = { line: found.line, column }; name = found.name; }
  }
  if (!name) name = (await server.ask("name", { text: editor.text, ...place }).catch(() => null))?.name ?? "";
  if (!name) { note("choose a point or a link, or put the caret on a name"); return; }
  const input = make("input", "", { type: "text", value: name, "aria-label": "new name" });
  input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); close("yes"); } };
  setTimeout(() => input.select(), 50);
  if (await dialog(`Rename ${name}`, [input], [["Rename", "yes"], ["Cancel", ""]]) === "yes") await change("rename", { ...place, new: input.value.trim() });
}

// ---- files

function opened(answer: { name: string; text: string; seen: string }): void {
  file.name = answer.name; file.seen = answer.seen; file.saved = answer.name ? answer.text : "";
  setCurves(null, stage.arrows, step); setInsight(null, step, () => undefined);
  stage.data = null; stage.sketch = null; stage.selected = null; stage.shown = 0; stage.fit(); stop();
  told = [];
  named();
  if (editor.text === answer.text) changed(answer.text); else editor.begin(answer.text);
}
function named(): void {
  $("name").textContent = file.name || "new deck";
  document.title = `${file.name || "new deck"}, runmec studio`;
  $("dirty").hidden = editor.text === file.saved;
}
async function mayLeave(): Promise<boolean> {
  if (editor.text === file.saved || !editor.text.trim() || editor.text === BLANK) return true;
  return await dialog("The deck is not saved", [make("p", "What has changed since it was saved will be lost.")], [["Go on", "yes"], ["Cancel", ""]]) === "yes";
}
async function choose(kind: "new" | "open"): Promise<void> {
  if (!await mayLeave()) return;
  const found = await server.ask("decks");
  const listed = (key: string, items: { name: string; title: string }[]) => items.map((item) => ({ value: `${key} ${item.name}`, title: item.name, about: item.title }));
  const topics = [...new Set(found.examples.map((e: { topic: string }) => e.topic))] as string[];
  const content = kind === "new"
    ? choices([["", [{ value: "blank", title: "An empty deck", about: "built on the drawing" }]], ["a mechanism to change", listed("starter", found.starters)],
      ...topics.map((topic): [string, { value: string; title: string; about: string }[]] => [`examples: ${topic}`, listed("example", found.examples.filter((e: { topic: string }) => e.topic === topic))])])
    : choices([["", found.decks.map((name: string) => ({ value: `deck ${name}`, title: name }))]]);
  if (kind === "open" && !found.decks.length) content.append(make("p", "There is no deck in this folder yet.", { class: "empty" }));
  const picked = await dialog(kind === "new" ? "New" : "Open", [content]);
  if (!picked) return;
  if (picked === "blank") { opened({ name: "", text: BLANK, seen: "" }); return; }
  const at = picked.indexOf(" ");
  try { opened(await server.ask("open", { kind: picked.slice(0, at), name: picked.slice(at + 1) })); } catch (fault) { note((fault as Error).message); }
}

async function save(force = false): Promise<void> {
  if (!file.name) {
    const input = make("input", "", { type: "text", value: "mechanism.mec", "aria-label": "name of the file" });
    input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); close("yes"); } };
    setTimeout(() => input.setSelectionRange(0, input.value.length - 4), 50);
    if (await dialog("Save as", [input], [["Save", "yes"], ["Cancel", ""]]) !== "yes") return;
    const wanted = input.value.trim();
    if (!wanted) return;
    file.name = wanted.toLowerCase().endsWith(".mec") ? wanted : `${wanted}.mec`; file.seen = "";
  }
  const text = editor.text;
  try {
    const answer = await server.ask("save", { name: file.name, text, seen: file.seen, force });
    if (answer.changed) { await conflict(answer.text, answer.new); return; }
    file.seen = answer.seen; file.saved = text;
    named(); remember();
    note(`${file.name} is saved`);
  } catch (fault) { file.name = file.seen ? file.name : ""; named(); note((fault as Error).message); }
}
async function conflict(there: string, isNew: boolean): Promise<void> {
  const title = isNew ? `${file.name} is there already` : `${file.name} has changed on disk`;
  const picked = await dialog(title, [make("p", isNew ? "Below: what replacing it would change." : "Somebody else has written it since it was opened here. Below: what saving would change."), difference(there, editor.text)],
    [["Replace it", "force"], ["Take the one on disk", "load"], ["Cancel", ""]]);
  if (picked === "force") await save(true);
  else if (picked === "load") opened(await server.ask("open", { kind: "deck", name: file.name }));
  else if (isNew) { file.name = ""; named(); }
}

function remember(): void {
  try { sessionStorage.setItem("runmec", JSON.stringify({ ...file, text: editor.text, shown: stage.shown })); } catch { /* a page without storage */ }
}
addEventListener("pagehide", remember);
addEventListener("beforeunload", (event) => { if (editor.text !== file.saved && editor.text !== BLANK && !sessionStorage.getItem("runmec")) event.preventDefault(); });

$("new").onclick = () => void choose("new");
$("open").onclick = () => void choose("open");
$("save").onclick = () => void save();
$("undo").onclick = () => editor.undo();
$("redo").onclick = () => editor.redo();
$("format").onclick = () => void change("format", {});
$("changes").onclick = () => void dialog("Changes since it was saved", [difference(file.saved, editor.text)]);
$("export").onclick = () => void exportDialog(server, editor.text, file.name || "deck").then(note, (fault) => note(fault.message));
$("link").onclick = async () => {
  const hash = await asHash(editor.text);
  const input = make("input", "", { type: "text", readonly: "", value: location.href.replace(/#.*/, "") + hash, "aria-label": "link" });
  history.replaceState(null, "", hash);
  const copied = await navigator.clipboard?.writeText(input.value).then(() => true, () => false);
  await dialog("The deck as a link", [make("p", `${copied ? "It is in the clipboard. " : ""}The deck is in the part behind #, which is sent nowhere. It opens in this studio while it runs; in another one, put that part behind its address.`), input]);
};
$("help").onclick = () => {
  const list = make("dl");
  for (const [what, does] of [["Type", "the drawing follows. Ctrl-Space completes, the pointer on a word explains it, messages stand below."],
    ["Drag a point", "a fixed point moves; any other drives the mechanism."], ["Shift-drag, or Resize", "the links at the point change their lengths, at every position of the cycle."],
    ["Sliders", "one for every name under DEFINE."], ["Branches", "every assembly with the same lengths; a click takes one over."], ["Target, Optimise", "points that the drawn path is to meet, and the search for it."], ["In space", "drag the ground, or ↑ ↓ and Shift-← → to turn; 0 turns back; the right button moves."], ["Tools", "Fixed point, Point, Bar … write their lines into the deck. Choose a link or point to rename or delete it."],
    ["Wheel, pinch", "zoom; drag the ground to move it; Fit shows everything."], ["Keyboard", "with the drawing in focus: arrows step through positions; N, P choose a point, arrows then drag it, Shift-arrows resize; Enter goes to its line; Delete removes it; Space plays; with a tool arrows move the cross, Enter sets it."],
    ["F12", "to the line that gives the name under the caret."], ["Ctrl-Z, Ctrl-Y, Ctrl-S", "undo a gesture or typing, redo, save."]]) list.append(make("dt", what), make("dd", does));
  void dialog("What you can do here", [list]);
};
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase(), typing = (event.target as HTMLElement).closest?.(".cm-editor, input[type=text]");
  if (key === "s") { event.preventDefault(); void save(); }
  else if (key === "z" && !typing) { event.preventDefault(); if (event.shiftKey) editor.redo(); else editor.undo(); }
  else if (key === "y" && !typing) { event.preventDefault(); editor.redo(); }
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

async function begin(): Promise<void> {
  tools();
  openView("drawing");
  const answer = await server.ask("begin");
  setWords(answer.words);
  file.asked = answer.asked;
  const linked = await fromHash(location.hash), kept = JSON.parse(sessionStorage.getItem("runmec") ?? "null");
  if (linked !== null) opened({ name: "", text: linked, seen: "" });
  else if (kept && kept.asked === answer.asked && kept.text) {
    opened({ name: kept.name, text: kept.text, seen: kept.seen });
    file.saved = kept.saved; stage.shown = kept.shown ?? 0; named();
  } else if (answer.text !== undefined) opened(answer);
  else { opened({ name: "", text: BLANK, seen: "" }); if (!answer.text) void choose("new"); }
  started = true;
  document.body.dataset.ready = "yes";
}
// for scripts and tests: what a user sees, as data
Object.assign(window, { studio: {
  text: () => editor.text, set: (text: string) => editor.set(text), show: step, scale: () => stage.scale, stale: () => stage.stale, busy: () => editor.gesture !== null || server.waits,
  points: () => {
    const box = stage.canvas.getBoundingClientRect();
    return stage.pointPlaces().map(({ name, at }) => { const [x, y] = stage.to(at); return { name, at, pixel: [box.x + x, box.y + y] }; });
  },
  view: () => stage.view3,
  selected: () => { const thing = stage.selected; return thing && stage.of(thing)?.name; },
  targets: () => (stage.data?.targets ?? []).map(({ at }) => { const box = stage.canvas.getBoundingClientRect(), [x, y] = stage.to(at); return [box.x + x, box.y + y]; }),
} });
void begin();
