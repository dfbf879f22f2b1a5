// The deck as text: CodeMirror with what the server knows of the language.

import { autocompletion, type CompletionContext, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Connection } from "./connection";
import { explained, make } from "./dom";
import type { Fix, Place, Told } from "./types";

const words = { sections: new Set<string>(), words: new Set<string>(), choices: new Set<string>() };
export function setWords(known: Record<keyof typeof words, string[]>): void {
  for (const key of ["sections", "words", "choices"] as const) words[key] = new Set(known[key].map((word) => word.toLowerCase()));
}

const language = StreamLanguage.define<{ start: boolean }>({
  startState: () => ({ start: true }),
  token(stream, state) {
    if (stream.sol()) state.start = true;
    if (stream.eatSpace()) return null;
    if (stream.match(/;.*/)) return "comment";
    const start = state.start;
    state.start = false;
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?[A-Za-zµ°]*/)) return "number";
    const word = stream.match(/[^\s;()"*/^+,-]+/) as RegExpMatchArray | null;
    if (!word) { stream.next(); return "operator"; }
    const text = word[0].toLowerCase();
    if (words.sections.has(text)) return "heading";
    if (start && words.words.has(text)) return "keyword";
    if (words.choices.has(text)) return "typeName";
    return "variableName";
  },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" }, { tag: tags.number, color: "var(--number)" },
  { tag: tags.heading, color: "var(--section)", fontWeight: "600" }, { tag: tags.keyword, color: "var(--word)" },
  { tag: tags.typeName, color: "var(--name)" }, { tag: tags.string, color: "var(--text)" }, { tag: tags.operator, color: "var(--quiet)" },
]);
const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "13px" },
  ".cm-content": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, monospace", caretColor: "var(--ink)" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--quiet)", border: "none", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent) !important" },
  ".cm-lit": { backgroundColor: "var(--light)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", maxWidth: "440px" },
  ".cm-tooltip .explained": { padding: "6px 10px", maxHeight: "320px", overflow: "auto", font: "13px/1.4 system-ui, sans-serif" },
  ".explained p, .explained ul, .explained pre": { margin: "4px 0" }, ".explained ul": { paddingLeft: "18px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionDetail": { opacity: "0.75", fontStyle: "normal" },
  ".cm-panels": { backgroundColor: "var(--card)", color: "var(--ink)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-ink)", borderRadius: "5px" },
});

const light = StateEffect.define<number[]>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(found, change) {
    for (const effect of change.effects) if (effect.is(light)) {
      const lines = effect.value.filter((n) => n >= 1 && n <= change.state.doc.lines).map((n) => change.state.doc.line(n).from);
      return RangeSet.of(lines.map((from) => Decoration.line({ class: "cm-lit" }).range(from)), true);
    }
    return change.docChanged ? Decoration.none : found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const STEPS_AT_LEAST = 2000; // of undo
const REMEMBERED: Extension = history({ minDepth: STEPS_AT_LEAST });
// texts on the way to one change; text and history from before it are put back before the change is remembered
export interface Gesture { readonly text: string; readonly before: EditorState }
export type Past = Record<string, unknown>;

export class Editor {
  private view: EditorView;
  private remembering = new Compartment();
  private told: Told[] = [];
  private toldOf = ""; // the text that they speak of
  private current: Gesture | null = null;
  private quiet = false;

  constructor(parent: HTMLElement, private server: Connection, private changed: (text: string) => void, moved: (line: number) => void) {
    const nonce = document.querySelector<HTMLMetaElement>("meta[name=nonce]")!.content;
    const extensions = [
      EditorView.cspNonce.of(nonce), lineNumbers(), lintGutter(), this.remembering.of(REMEMBERED), drawSelection(), highlightActiveLine(), highlightSelectionMatches(),
      search({ top: true }), language, syntaxHighlighting(colours), look, lit,
      EditorView.contentAttributes.of({ "aria-label": "text of the deck", spellcheck: "false", tabindex: "0" }),
      autocompletion({ override: [(context) => this.complete(context)] }),
      hoverTooltip((view, at) => this.hover(at)),
      keymap.of([{ key: "F12", run: () => { void this.toDefinition(); return true; } }, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.quiet) changed(this.text);
        if (update.selectionSet && !update.docChanged) moved(this.line);
      }),
    ];
    this.view = new EditorView({
      parent, state: EditorState.create({ extensions }),
      dispatchTransactions: (given, view) => { if (!this.cutsIn(given)) view.update(given); },
    });
  }

  get text(): string { return this.view.state.doc.toString(); }
  get line(): number { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }
  get caret(): { line: number; column: number } {
    const at = this.view.state.selection.main.head, line = this.view.state.doc.lineAt(at);
    return { line: line.number, column: at - line.from };
  }
  private offset({ line, from, to }: Place): [number, number] {
    const found = this.view.state.doc.line(Math.max(1, Math.min(this.view.state.doc.lines, line)));
    return [Math.min(found.to, found.from + from), Math.min(found.to, found.from + to)];
  }

  // ---- changes

  private change(text: string, remembered: boolean, selection?: EditorState["selection"]): void {
    const old = this.text;
    if (old === text) return;
    let start = 0, end = 0;
    const most = Math.min(old.length, text.length);
    while (start < most && old[start] === text[start]) start++;
    while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.view.dispatch({
      changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) }, selection,
      annotations: remembered ? isolateHistory.of("full") : Transaction.addToHistory.of(false),
    });
  }
  // another text; one step of undo
  set(text: string): void { this.rest(); this.change(text, true); }
  // another deck, with a history of its own: none, or the one that it had
  begin(text: string, past?: Past): void {
    this.current = null;
    this.quietly(() => this.putBack(text, past ? EditorState.fromJSON({ doc: text, selection: { main: 0, ranges: [{ anchor: 0, head: 0 }] }, history: past }, { extensions: REMEMBERED }, { history: historyField }) : null));
    this.view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
    this.changed(this.text);
  }
  get past(): Past { return (this.current?.before ?? this.view.state).toJSON({ history: historyField }).history; }

  // a gesture shows texts on its way; only what it ends with can be undone, as one step
  startGesture(): Gesture { this.rest(); return this.current = { text: this.text, before: this.view.state }; }
  get gesture(): Gesture | null { return this.current; }
  // false where the gesture has ended meanwhile
  show(gesture: Gesture, text: string): boolean {
    if (this.current !== gesture) return false;
    this.quietly(() => this.change(text, false));
    return true;
  }
  endGesture(gesture: Gesture, keep: boolean): void {
    if (this.current !== gesture) return;
    const final = this.text, { selection } = this.view.state;
    this.current = null;
    this.quietly(() => this.putBack(gesture.text, gesture.before));
    if (keep) this.change(final, true, selection);
  }
  // a text, with the history of another state, or none; what still waits for an answer about the text follows its changes, as it could not if the whole state were exchanged
  private putBack(text: string, past: EditorState | null): void {
    this.view.dispatch({ effects: this.remembering.reconfigure([]) });
    this.change(text, false);
    const kept = past?.field(historyField);
    this.view.dispatch({ effects: this.remembering.reconfigure(kept ? [REMEMBERED, historyField.init(() => kept)] : REMEMBERED) });
  }
  // a gesture that is under way ends with what it has shown
  rest(): void { if (this.current) this.endGesture(this.current, true); }

  // who types, or undoes, ends the gesture first; the text is the same then, but no longer its history
  private cutsIn(given: readonly Transaction[]): boolean {
    if (!this.current || this.quiet || !given.some((one) => one.docChanged)) return false;
    this.rest();
    if (given.some((one) => one.isUserEvent("undo"))) undo(this.view);
    else if (given.some((one) => one.isUserEvent("redo"))) redo(this.view);
    else for (const { changes, selection, effects, scrollIntoView } of given) this.view.dispatch({ changes, selection, effects, scrollIntoView });
    return true;
  }
  private quietly(act: () => void): void { this.quiet = true; try { act(); } finally { this.quiet = false; } }

  get steps(): { undo: number; redo: number } { return { undo: undoDepth(this.view.state), redo: redoDepth(this.view.state) }; }
  undo(): void { this.rest(); undo(this.view); }
  redo(): void { this.rest(); redo(this.view); }

  // ---- places

  goTo(line: number, focus: boolean): void {
    const found = this.view.state.doc.line(Math.max(1, Math.min(this.view.state.doc.lines, line)));
    this.view.dispatch({ selection: { anchor: found.from, head: found.to }, effects: EditorView.scrollIntoView(found.from, { y: "center" }) });
    if (focus) this.view.focus();
  }
  private async toDefinition(): Promise<void> {
    const found = await this.server.ask("definition", { text: this.text, ...this.caret }).catch(() => null);
    if (!found?.place) return;
    const [anchor, head] = this.offset(found.place);
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  }
  light(lines: number[]): void { this.view.dispatch({ effects: light.of([...new Set(lines)].sort((a, b) => a - b)) }); }

  // ---- messages

  tell(told: Told[]): void {
    this.told = told; this.toldOf = this.text;
    const found: Diagnostic[] = told.map((one) => {
      const [from, to] = this.offset(one.place);
      return { from, to: Math.max(from, to), severity: one.level, source: one.code,
        message: [one.message + (one.label ? ` (${one.label})` : ""), ...one.notes, one.help].filter(Boolean).join("\n"),
        actions: one.fixes.map((fix) => ({ name: fix.title, apply: () => this.mend(fix) })) };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found.sort((a, b) => a.from - b.from)));
  }
  mend(fix: Fix): void {
    this.rest();
    if (this.text !== this.toldOf) return;
    const changes = fix.edits.map((edit) => { const [from, to] = this.offset(edit); return { from, to, insert: edit.text }; });
    this.view.dispatch({ changes, annotations: isolateHistory.of("full") });
  }

  // ---- what the server knows

  private async complete(context: CompletionContext) {
    const before = context.matchBefore(/[\w.]*/);
    if (!context.explicit && (!before || before.from === before.to)) return null;
    const line = context.state.doc.lineAt(context.pos);
    const found = await this.server.ask("complete", { text: context.state.doc.toString(), line: line.number, column: context.pos - line.from }).catch(() => null);
    if (!found || !found.choices.length) return null;
    const kinds: Record<string, string> = { word: "keyword", section: "namespace", name: "variable", function: "function", type: "class", form: "property", unit: "constant" };
    return { from: line.from + found.from, validFor: /^[\w.]*$/,
      options: found.choices.map((choice: { label: string; detail: string; kind: string }) => ({ label: choice.label, detail: choice.detail.slice(0, 60), type: kinds[choice.kind] })) };
  }

  private async hover(at: number) {
    if (this.told.some((one) => { const [from, to] = this.offset(one.place); return from <= at && at <= to; })) return null;
    const line = this.view.state.doc.lineAt(at);
    const found = await this.server.ask("hover", { text: this.text, line: line.number, column: at - line.from }).catch(() => null);
    if (!found?.hover) return null;
    const [pos, end] = this.offset(found.hover);
    return { pos, end, above: true, create: () => { const dom = make("div"); dom.append(explained(found.hover.text)); return { dom }; } };
  }
}
