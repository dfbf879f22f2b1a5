// The bar above the drawing: tools, what is done with the thing that is chosen, and what is shown.

import type { Connection } from "./connection";
import { askLine, choices, dialog } from "./dialogs";
import { $, button, make } from "./dom";
import type { Editor } from "./editor";
import { TOOLS, type Pointer } from "./pointer";
import type { Stage, Thing } from "./stage";

export interface Bar {
  server: Connection; editor: Editor; stage: Stage; pointer: Pointer; note: (text: string) => void;
  change: (op: string, values: object) => Promise<object | null>;
  plotted: () => void; // curves were written
  arrows: () => void; // other arrows are wanted
}

export function tools(hands: Bar): void {
  const { stage, pointer } = hands;
  const bar = $("tools"), made = TOOLS.map((tool) => {
    const one = button(tool.title, () => {
      for (const other of made) other.setAttribute("aria-pressed", String(other === one));
      pointer.take(tool);
    }, { title: `${tool.hint} (key ${tool.key.toUpperCase()})`, "aria-pressed": String(tool.name === "select"), "data-tool": tool.name });
    return one;
  });
  const resize = button("Resize", () => { pointer.resizing = !pointer.resizing; resize.setAttribute("aria-pressed", String(pointer.resizing)); },
    { title: "dragging changes the links, as with Shift", "aria-pressed": "false", id: "resize" });
  const names = make("label"), box = make("input", "", { type: "checkbox", id: "labels" });
  box.onchange = () => { stage.labels = box.checked; stage.draw(); };
  names.append(box, "names");
  const rare = make("span", "", { id: "rare" }), more = button("More", () => {
    rare.hidden = !rare.hidden;
    more.setAttribute("aria-expanded", String(!rare.hidden));
  }, { id: "more", "aria-expanded": "false", "aria-controls": "rare", title: TOOLS.filter((tool) => tool.rare).map((tool) => tool.title).join(", ") });
  rare.hidden = true;
  rare.append(...made.filter((_, k) => TOOLS[k].rare));
  bar.append(made[0], resize, make("i"), ...made.filter((_, k) => k && !TOOLS[k].rare), more, rare, make("i"), button("Plot", () => void plot(hands), { title: "path, velocity, force … of the point or link that is chosen", id: "plot" }), button("Rename", () => void rename(hands), { id: "rename", title: "the point or link that is chosen, everywhere" }),
    button("Copy", () => void pointer.copy(false), { id: "copy", title: "what is chosen, once more beside it; Ctrl-click chooses one more, Ctrl-A everything" }),
    button("Mirror", () => void pointer.copy(true), { id: "mirror", title: "what is chosen, as its image on the right" }),
    button("Delete", () => void pointer.remove(), { title: "the point or link that is chosen, and all that speaks of it" }), make("i"), names, make("span", "", { id: "arrows" }));
  arrowBoxes(hands);
  oneStop(bar);
}

// the bar is one stop of the Tab key; arrows go on in it
function oneStop(bar: HTMLElement): void {
  const stops = [...bar.querySelectorAll<HTMLElement>("button, input")];
  stops.forEach((one, k) => {
    one.tabIndex = k ? -1 : 0;
    one.addEventListener("focus", () => stops.forEach((other) => { other.tabIndex = other === one ? 0 : -1; }));
  });
  bar.addEventListener("keydown", (event) => {
    const seen = stops.filter((one) => one.offsetParent), by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = seen.indexOf(event.target as HTMLElement);
    if (by && at >= 0) { event.preventDefault(); seen[(at + by + seen.length) % seen.length].focus(); }
  });
}

function arrowBoxes({ stage, arrows }: Bar): void {
  const box = $("arrows");
  const add = (name: string, title: string, changed: (on: boolean) => void) => {
    const label = make("label", "", { title }), input = make("input", "", { type: "checkbox", id: name });
    input.onchange = () => { changed(input.checked); stage.draw(); };
    label.append(input, name); box.append(label);
  };
  add("angles", "transmission angles", (on) => { stage.angles = on; });
  for (const kind of ["forces", "velocities", "accelerations"]) add(kind, `as arrows; their polar diagrams stand under Curves`, (on) => {
    if (on) stage.arrows.add(kind); else stage.arrows.delete(kind);
    arrows();
  });
}

// curves of what is chosen: each writes its buffers and a picture
async function plot({ server, editor, stage, note, change, plotted }: Bar): Promise<void> {
  const thing = stage.selected;
  if (!thing || thing.kind === "target" || !stage.of(thing)) { note("choose a point or a link first: click on it, or N with the drawing in focus"); return; }
  if (stage.stale || !stage.data) { note("the mechanism cannot be calculated yet: the messages below the text say why"); return; }
  const numbers = numbersOf(stage, thing), of = { kind: thing.kind, numbers };
  const found = await server.ask("plots", { text: editor.text, ...of }).catch(() => null);
  if (!found?.choices.length) { note("nothing can be plotted of it here; a line buf… in STORAGE keeps any quantity"); return; }
  const items = found.choices.map((one: { what: string; title: string; about: string }) => ({ value: one.what, title: one.title, about: one.about }));
  const what = await dialog(`Plot of ${stage.of(thing)!.name}`, [choices([["", items]])], [["Cancel", ""]]);
  if (what && await change("plot", { ...of, what })) plotted();
}

const numbersOf = (stage: Stage, { kind, name }: Thing): number[] => kind === "point" ? stage.point(name)!.numbers : [stage.element(name)!.number];

async function rename({ server, editor, stage, note, change }: Bar): Promise<void> {
  const thing = stage.selected, found = thing && thing.kind !== "target" ? stage.of(thing) : null;
  let place = editor.caret, name = "";
  if (thing && found && /^[\d, ]+$/.test(found.name)) { // what an old deck counts gets a name
    const what = thing.kind === "point" ? `The point with the co-ordinates ${found.name}` : `Element ${found.name}`;
    const given = await askLine("A name", "new name", "", "Give it", `${what} has numbers. A name is written into all its lines; the results stay the same.`);
    if (given) { await change("call", { kind: thing.kind, numbers: numbersOf(stage, thing), new: given }); stage.choose({ kind: thing.kind, name: given }); }
    return;
  }
  if (found) {
    const text = editor.text.split("\n")[found.line - 1] ?? "", column = text.search(new RegExp(`(?<![\\w.])${found.name.replace(/[^\w]/g, "")}(?!\\w)`));
    if (column >= 0) { place = { line: found.line, column }; name = found.name; }
  }
  if (!name) name = (await server.ask("name", { text: editor.text, ...place }).catch(() => null))?.name ?? "";
  if (!name) { note("choose a point or a link, or put the caret on a name"); return; }
  note("");
  const given = await askLine(`Rename ${name}`, "new name", name, "Rename");
  if (given && await change("rename", { ...place, new: given }) && thing && found?.name === name) stage.choose({ kind: thing.kind, name: given });
}
