// The numbers of what is chosen, in a form below the text; those of the deck where nothing is.

import type { Connection } from "./connection";
import { $, button, make } from "./dom";
import type { Editor } from "./editor";
import type { Stage } from "./stage";

interface Field { label: string; text: string; column: number; from: number; is_number: boolean }
interface Row { line: number; word: string; subject: string; about: string; fields: Field[] }
interface Found { rows: Row[]; additions: { what: string; title: string }[]; held: string; holds: string[]; job: string; jobs: string[] }
export interface Showing { server: Connection; editor: Editor; stage: Stage; note: (text: string) => void; change: (op: string, values: object) => Promise<{ name?: string } | null> }

export class Properties {
  private asked = "";
  private shown = "";

  constructor(private hands: Showing) {}

  // called when something else is chosen, and when the text has come to rest
  async update(): Promise<void> {
    const { server, editor, stage } = this.hands, thing = stage.selected && stage.of(stage.selected) ? stage.selected : null;
    if (editor.gesture || server.alone || thing?.kind === "target") return;
    const of = { kind: !thing ? "" : thing.kind === "point" ? "place" : "element", name: thing?.name ?? "" }, text = editor.text, now = JSON.stringify([of, text]);
    if (now === this.asked) return;
    this.asked = now;
    const found: Found | null = await server.ask("properties", { text, ...of }).catch(() => null);
    if (found && now === this.asked && text === editor.text) this.show(found, of);
  }

  private show(found: Found, of: { kind: string; name: string }): void {
    const box = $("properties"), now = JSON.stringify([found, of]), { change } = this.hands;
    if (now === this.shown) return;
    const focus = box.contains(document.activeElement) ? document.activeElement!.getAttribute("data-at") : null;
    this.shown = now;
    const head = make("div", "", { class: "head" });
    head.append(make("strong", of.name || "Deck"));
    if (found.holds.length) head.append(this.pick("held", found.held, found.holds, (how) => change("hold", { name: of.name, how })));
    if (found.jobs.length) head.append(this.pick("job", found.job, found.jobs, (wanted) => change("job", { wanted })));
    for (const { what, title } of found.additions) head.append(button(`+ ${title}`, () => void change("enrich", { ...of, what }), { "data-add": what }));
    box.replaceChildren(head, ...found.rows.map((row) => this.row(row, of.name)));
    if (focus) box.querySelector<HTMLElement>(`[data-at="${focus}"]`)?.focus();
  }

  private pick(label: string, now: string, all: string[], act: (picked: string) => void): HTMLElement {
    const select = make("select", "", { "aria-label": label, id: `pick-${label}` });
    for (const one of all) select.append(new Option(one, one, one === now, one === now));
    select.onchange = () => act(select.value);
    return select;
  }

  private row(row: Row, name: string): HTMLElement {
    const { editor, change, note } = this.hands, box = make("div", "", { class: "fields" });
    box.append(button(`${row.word} ${row.subject}`, () => editor.goTo(row.line, true), { class: "code", title: `line ${row.line}: ${row.about}` }));
    row.fields.forEach((field, k) => {
      const label = make("label", field.label), input = make("input", "", { type: "text", value: field.text, "data-at": `${row.word} ${row.subject} ${k}`, size: String(Math.max(5, field.text.length)), "aria-label": `${row.word} ${row.subject} ${field.label}`, spellcheck: "false" });
      const place = { line: row.line, column: field.column };
      input.onchange = () => void change("write", { ...place, new: input.value }).then((done) => { if (!done) input.value = field.text; });
      input.onkeydown = (event) => { if (event.key === "Escape") { input.value = field.text; input.blur(); } };
      label.append(input);
      if (field.is_number) label.append(button("→ name", () => void change("entitle", { ...place, stem: `${field.label}_${row.subject || name}` }).then((done) => { if (done) note(`it is called ${done.name} now, and has a slider`); }),
        { title: "a name under DEFINE, and so a slider", "aria-label": `a name for ${field.label} of ${row.word} ${row.subject}`, class: "entitle" }));
      box.append(label);
    });
    return box;
  }
}
