// Beside the drawing: sliders, values, the account of the run, and the messages.

import { $, button, make } from "./dom";
import type { Editor } from "./editor";
import { Held } from "./gestures";
import type { Data, Define, Told } from "./types";

// ---- messages

export function showMessages(told: Told[], editor: Editor, none: string): void {
  const list = $("messages").querySelector("ul")!;
  list.replaceChildren();
  if (!told.length) list.append(make("li", none, { class: "fine" }));
  for (const one of told.slice(0, 50)) {
    const row = make("li", "", { class: one.level });
    row.append(button(one.message + (one.label ? ` (${one.label})` : ""), () => editor.goTo(one.place.line, true), { class: "said", title: `line ${one.place.line}` }));
    row.append(make("span", one.code, { class: "code" }));
    if (one.help || one.notes.length) row.append(make("span", [...one.notes, one.help].filter(Boolean).join("; "), { class: "help" }));
    for (const fix of one.fixes.slice(0, 2)) row.append(button(fix.title, () => editor.mend(fix), { class: "fix" }));
    list.append(row);
  }
}

// ---- values

let cells: HTMLElement[] = [];
let heads = "";
const degrees = 180 / Math.PI;
const shownValue = (v: number | null, unit: string): string => v === null || !isFinite(v) ? "–" : String(parseFloat((unit === "°" ? v * degrees : v).toPrecision(7))).replace("-", "−");

export function setValues(data: Data | null, editor: Editor, show: (k: number) => void): void {
  const box = $("values"), now = JSON.stringify(data?.buffers.map((b) => [b.number, b.name, b.unit, b.least, b.most, b.at_least, b.at_most]));
  if (now === heads) return;
  heads = now; cells = [];
  box.replaceChildren();
  if (!data?.buffers.length) { box.append(make("p", "The deck stores nothing: a line buf… in STORAGE keeps a quantity.", { class: "empty" })); return; }
  const table = make("table"), head = table.createTHead().insertRow(), body = table.createTBody();
  for (const [name, kind] of [["buffer", ""], ["quantity", ""], ["now", "n"], ["least", "n"], ["most", "n"], ["unit", ""]]) head.append(make("th", name, { class: kind, scope: "col" }));
  for (const b of data.buffers) {
    const row = body.insertRow();
    row.insertCell().append(button(String(b.number), () => editor.goTo(b.line, true), { class: "code" }));
    row.insertCell().textContent = b.name;
    const cell = row.insertCell(); cell.className = "n"; cell.dataset.buffer = String(b.number); cells.push(cell);
    for (const [v, at] of [[b.least, b.at_least], [b.most, b.at_most]] as [number | null, number][]) {
      const one = row.insertCell(); one.className = "n";
      one.append(button(shownValue(v, b.unit), () => show(at), { class: "code", title: `in position ${at + 1}` }));
    }
    row.insertCell().textContent = b.unit;
  }
  box.append(table);
}
export function drawValues(data: Data | null, shown: number): void {
  if (data && !$("values").hidden) cells.forEach((cell, k) => { cell.textContent = shownValue(data.buffers[k]?.v[shown] ?? null, data.buffers[k]?.unit ?? ""); });
}

export function setAccount(lines: string[]): void {
  $("account").replaceChildren(...(lines.length ? lines.map((line) => make("p", line)) : [make("p", "Nothing is calculated yet.", { class: "empty" })]));
}

// ---- sliders

// takes hold of a name of DEFINE
export type Slide = (name: string, finest: number, held: Held<number>) => void;
let slid = "";

export function setSliders(defines: Define[], slide: Slide): void {
  const box = $("sliders"), now = JSON.stringify(defines.map((d) => [d.name, d.remark, d.line]));
  if (now === slid) {
    for (const define of defines) {
      const input = box.querySelector<HTMLInputElement>(`input[data-name="${CSS.escape(define.name)}"]`);
      if (input && document.activeElement !== input) setRange(input, define);
      const output = input?.parentElement?.querySelector("output");
      if (output) output.textContent = define.text;
    }
    return;
  }
  slid = now;
  box.replaceChildren();
  if (!defines.length) { box.append(make("p", "The deck has no names for values: under DEFINE, one `name value` a line makes a slider here.", { class: "empty" })); return; }
  for (const define of defines) box.append(sliderOf(define, slide));
}

function setRange(input: HTMLInputElement, define: Define): void {
  input.min = String(define.low); input.max = String(define.high);
  input.step = String((define.high - define.low) / 400);
  input.value = String(define.value);
}

function sliderOf(define: Define, slide: Slide): HTMLElement {
  const row = make("div", "", { class: "slider" }), label = make("label", define.name, { for: `slide-${define.name}`, title: define.name });
  const input = make("input", "", { type: "range", id: `slide-${define.name}`, "data-name": define.name }), output = make("output", define.text, { for: `slide-${define.name}` });
  let held: Held<number> | null = null;
  setRange(input, define);
  input.addEventListener("input", () => {
    if (!held) slide(define.name, 10 ** Math.floor(Math.log10((Number(input.max) - Number(input.min)) / 400)), held = new Held<number>());
    held.to(Number(input.value));
  });
  input.addEventListener("change", () => { held?.letGo(true); held = null; });
  row.append(label, input, output);
  if (define.remark) row.append(make("small", define.remark));
  return row;
}
