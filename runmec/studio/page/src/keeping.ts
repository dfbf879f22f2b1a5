// The deck as a file: opened, saved, watched on disk; and what is not saved yet, as a draft.

import { tellAbove } from "./banner";
import type { Connection } from "./connection";
import { askLine, choices, dialog } from "./dialogs";
import { difference } from "./difference";
import { $, make } from "./dom";
import { Drafts, type Draft } from "./drafts";
import type { Editor, Past } from "./editor";
import { download } from "./exports";
import { fromLink, isLink, named } from "./links";

export const BLANK = "KIN ANA  ; new mechanism\nUNITS SI\nTOPOLOGY\nGEOMETRY\nMOVEMENT\nEND\n";
const LOOK_EVERY = 1500, KEEP_AFTER = 80; // milliseconds
interface Opened { name: string; text: string; seen: string; locked?: boolean }
export type Begun = { place: string; where: string; asked: string; fault?: string } & Partial<Opened>;
export interface Keeps { server: Connection; editor: Editor; note: (text: string) => void; begun: () => void; shown: () => number; show: (k: number) => void; again: () => void }
interface Listed { name: string; title: string; topic?: string }

export class Keeping {
  name = "";
  saved = ""; // the text as it is in the file, or as it was taken
  private seen = ""; // what the file was when it was read or written
  private folder = "";
  private where = ""; // how the folder is called
  private drafts: Drafts | null = null;
  private waiting = 0;
  private data = ""; // how its data files were
  private told = ""; // what somebody else has written

  constructor(private hands: Keeps) {
    setInterval(() => void this.look(), LOOK_EVERY);
    addEventListener("pagehide", () => this.keep());
    addEventListener("beforeunload", (event) => { if (this.unsaved) event.preventDefault(); });
  }

  get unsaved(): boolean { return this.hands.editor.text !== this.saved; }
  get fileName(): string { return this.name || "mechanism.mec"; }

  // ---- what the page begins with

  async begin(answer: Begun): Promise<void> {
    this.folder = answer.place; this.where = answer.where;
    this.drafts = await Drafts.open(answer.place, answer.asked);
    const own = await this.drafts.own(), link = isLink(location.hash) ? location.hash : "", wanted = named(location.hash);
    if (answer.fault) tellAbove("begin", answer.fault, ["Open another deck", () => { tellAbove("begin", ""); void this.choose("open"); }]);
    if (link || wanted) history.replaceState(null, "", location.pathname + location.search); // the copy is a deck of its own from here on
    if (link && await this.openLink(link)) return;
    if (wanted && await this.openNamed(wanted)) return;
    if (own) { this.takeOver(own); this.hands.show(own.shown); return; }
    if (answer.text !== undefined) this.open(answer as Opened);
    else this.open({ name: "", text: BLANK, seen: "" });
    void this.offerDrafts().then((offered) => { if (!offered && answer.text === undefined && !answer.fault) void this.choose("new"); });
  }
  private async openLink(link: string): Promise<boolean> {
    try {
      this.open({ name: "", text: await fromLink(link), seen: "" });
      this.saved = "";
      this.mark();
      return true;
    } catch (fault) { tellAbove("begin", `${(fault as Error).message}; the deck shown is another one`, ["Well", () => tellAbove("begin", "")]); return false; }
  }
  private async openNamed(name: string): Promise<boolean> {
    try {
      this.open(await this.hands.server.ask("open", { kind: "any", name }));
      return true;
    } catch (fault) { tellAbove("begin", `${(fault as Error).message}; the deck shown is another one`, ["Well", () => tellAbove("begin", "")]); return false; }
  }
  isOf(folder: string): boolean { return !this.folder || folder === this.folder; }

  open(answer: Opened, text = answer.text, past?: Past): void {
    this.name = answer.name; this.seen = answer.seen; this.saved = answer.text; this.told = "";
    tellAbove("disk", "");
    this.hands.begun();
    this.hands.editor.begin(text, past);
    this.mark();
  }
  private takeOver(draft: Draft): void { this.open({ name: draft.name, seen: draft.seen, text: draft.saved }, draft.text, draft.past); }

  // ---- drafts

  // the text has changed, or the file
  mark(): void {
    const dirty = this.unsaved;
    $("name").textContent = this.name || "new deck";
    $("dirty").hidden = !dirty;
    document.title = `${dirty ? "• " : ""}${this.name || "new deck"}, runmec studio`;
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.keep(), KEEP_AFTER);
  }
  private keep(): void {
    const { editor, shown } = this.hands;
    this.drafts?.keep({ name: this.name, seen: this.seen, saved: this.saved, text: editor.gesture?.text ?? editor.text, shown: shown(), past: editor.past });
  }
  // of the file that is open, or of any deck that has no file yet
  private async offerDrafts(): Promise<boolean> {
    const draft = (await this.drafts!.left()).find(({ name, text }) => name === this.name && text !== this.hands.editor.text);
    if (!draft) return false;
    const what = this.name ? `${this.name} as it was being written` : "A new deck that was not saved";
    const picked = await dialog("There is a draft", [make("p", `${what}, ${new Date(draft.at).toLocaleString()}. Below: how it differs from ${this.name ? "the file" : "an empty deck"}.`), difference(this.hands.editor.text, draft.text)],
      [["Take the draft", "take"], ["Throw it away", "forget"], ["Later", ""]]);
    if (picked === "take") { if (this.name) this.hands.editor.set(draft.text); else this.takeOver(draft); }
    if (picked) this.drafts!.forget(draft);
    return true;
  }

  // ---- opening

  private async mayLeave(): Promise<boolean> {
    if (!this.unsaved || !this.hands.editor.text.trim()) return true;
    return await dialog("The deck is not saved", [make("p", "What has changed since it was saved will be lost.")], [["Go on", "yes"], ["Cancel", ""]]) === "yes";
  }
  async choose(kind: "new" | "open"): Promise<void> {
    if (!await this.mayLeave()) return;
    const { server, note } = this.hands;
    try {
      const found = await server.ask("decks");
      const left = await this.drafts!.left();
      const picked = kind === "new" ? await this.pickNew(found) : await this.pickOpen(found, left);
      if (!picked) return;
      const at = picked.indexOf(" ");
      if (picked === "blank") this.open({ name: "", text: BLANK, seen: "" });
      else if (picked === "link") await this.pasteLink();
      else if (picked === "upload") await this.upload();
      else if (picked.startsWith("draft ")) { const draft = left.find(({ page }) => picked.endsWith(page))!; this.takeOver(draft); this.drafts!.forget(draft); return; }
      else this.open(await server.ask("open", { kind: picked.slice(0, at), name: picked.slice(at + 1) }));
      if (this.name) await this.offerDrafts();
    } catch (fault) { note((fault as Error).message); }
  }
  private pickNew(found: { offered: Listed[]; starters: Listed[]; examples: Listed[] }): Promise<string> {
    const listed = (key: string, items: Listed[]) => items.map((item) => ({ value: `${key} ${item.name}`, title: item.name, about: item.title }));
    const topics = [...new Set(found.examples.map(({ topic }) => topic!))];
    return dialog("New", [choices([["", [{ value: "blank", title: "An empty deck", about: "built on the drawing" }]], ...(found.offered.length ? [["of this page", listed("offered", found.offered)] as [string, ReturnType<typeof listed>]] : []), ["a mechanism to change", listed("starter", found.starters)],
      ...topics.map((topic): [string, ReturnType<typeof listed>] => [`examples: ${topic}`, listed("example", found.examples.filter((one) => one.topic === topic))])], true)]);
  }
  private pickOpen(found: { decks: string[]; more: number }, left: Draft[]): Promise<string> {
    const drafts = left.map(({ page, name, at }) => ({ value: `draft ${page}`, title: name || "new deck", about: new Date(at).toLocaleString() }));
    const elsewhere = [{ value: "upload", title: "A file from elsewhere", about: "as a copy" }, { value: "link", title: "A link", about: "that somebody has sent" }];
    const content: Node[] = [choices([["", elsewhere], ...(drafts.length ? [["drafts that were not saved", drafts] as [string, typeof drafts]] : []), [`in ${this.where}`, found.decks.map((name) => ({ value: `deck ${name}`, title: name }))]], true)];
    if (!found.decks.length) content.push(make("p", `There is no deck in ${this.where} yet.`, { class: "empty" }));
    if (found.more) content.push(make("p", `${found.more} more decks are not listed; write the name of one behind \`runmec studio\`.`, { class: "empty" }));
    return dialog("Open", content);
  }
  private async pasteLink(): Promise<void> {
    const link = await askLine("Open a link", "link", "", "Open", "The whole link, or its part from # on.");
    if (link === null) return;
    if (isLink(link)) await this.openLink(link); else this.hands.note("that is no link of the studio: it has no #deck=");
  }
  private async upload(): Promise<void> {
    const input = make("input", "", { type: "file", accept: ".mec,text/plain" });
    input.click();
    const file = await new Promise<File | undefined>((resolve) => { input.onchange = () => resolve(input.files?.[0]); input.oncancel = () => resolve(undefined); });
    if (file) await this.dropped(file);
  }
  async dropped(file: File): Promise<void> {
    if (file.size > 1_000_000) { this.hands.note(`${file.name} is longer than the studio takes`); return; }
    this.open({ name: "", text: (await file.text()).replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"), seen: "" });
    this.saved = "";
    this.mark();
  }

  // ---- saving

  async save(force: "" | "changed" | "locked" = ""): Promise<void> {
    const { server, editor, note } = this.hands;
    editor.rest();
    if (!this.name) { await this.saveAs(); return; }
    const text = editor.text;
    if (server.alone) { download(this.name, text); note(`${this.name} was downloaded: the studio does not answer, so its file is as it was`); return; }
    try {
      const answer = await server.ask("save", { name: this.name, text, seen: this.seen, force });
      if (answer.locked) { await this.locked(); return; }
      if (answer.changed) { await this.conflict(answer.text, answer.new); return; }
      this.seen = answer.seen; this.saved = text; this.told = "";
      tellAbove("disk", "");
      note(`${this.name} is saved`);
    } catch (fault) { if (!this.seen) this.name = ""; note((fault as Error).message); }
    this.mark();
  }
  async saveAs(): Promise<void> {
    const given = await askLine("Save as", "name of the file", this.fileName, "Save", "", this.fileName.length - 4);
    if (given === null) return;
    const before = { name: this.name, seen: this.seen }, wanted = given.toLowerCase().endsWith(".mec") ? given : `${given}.mec`;
    if (wanted === this.name) { await this.save(); return; }
    this.name = wanted; this.seen = "";
    await this.save();
    if (!this.seen) { Object.assign(this, before); this.mark(); }
  }
  private async locked(): Promise<void> {
    const picked = await dialog(`${this.name} is read-only`, [make("p", "Somebody has protected it against changes. Writing it leaves it read-only.")], [["Write it", "yes"], ["Save as …", "as"], ["Cancel", ""]]);
    if (picked === "yes") await this.save("locked"); else if (picked === "as") await this.saveAs();
  }
  private async conflict(there: string, isNew: boolean): Promise<void> {
    const { server, editor } = this.hands;
    const title = isNew ? `${this.name} is there already` : `${this.name} has changed on disk`;
    const picked = await dialog(title, [make("p", isNew ? "Below: what replacing it would change." : "Somebody else has written it since it was opened here. Below: what saving would change."), difference(there, editor.text)],
      [["Replace it", "force"], ["Take the one on disk", "load"], ["Cancel", ""]]);
    if (picked === "force") await this.save("changed");
    else if (picked === "load") this.open(await server.ask("open", { kind: "deck", name: this.name }));
  }
  changes(): void { void dialog("Changes since it was saved", [difference(this.saved, this.hands.editor.text)]); }

  // ---- what others do with the file

  private async look(): Promise<void> {
    const { server, editor, note } = this.hands, name = this.name, seen = this.seen;
    if (!name || !seen || server.alone) return;
    const answer = await server.ask("look", { name, seen }).catch(() => null);
    if (!answer || name !== this.name || seen !== this.seen || editor.gesture) return;
    if (!answer.changed) {
      if (this.told) { this.told = ""; tellAbove("disk", ""); }
      const before = this.data;
      this.data = `${name} ${answer.data}`;
      if (before.startsWith(`${name} `) && before !== this.data) this.hands.again();
      return;
    }
    if (answer.text === undefined) { this.told = "gone"; tellAbove("disk", `${name} is no longer in its folder; Save writes it again.`); return; }
    if (answer.text === editor.text || !this.unsaved) {
      this.seen = answer.seen; this.saved = answer.text;
      if (answer.text !== editor.text) { editor.set(answer.text); note(`${name} has changed on disk: this is the new text; undo leads back`); }
      this.told = ""; tellAbove("disk", "");
      this.mark();
    } else if (this.told !== answer.seen) {
      this.told = answer.seen;
      tellAbove("disk", `${name} has changed on disk, and here too.`, ["Show the difference", () => void this.conflict(answer.text, false)]);
    }
  }
}
