// Decks as files, links and exports; the dialogs around them.

import type { Connection } from "./connection";
import { $, button, make } from "./dom";

// ---- dialogs

// shows a dialog; resolves with the value of the button that closed it, "" for none
export function dialog(title: string, content: (Node | string)[], buttons: [string, string][] = [["Close", ""]]): Promise<string> {
  const box = $<HTMLDialogElement>("dialog"), form = box.querySelector("form")!;
  form.querySelector("h2")!.textContent = title;
  form.querySelector("div")!.replaceChildren(...content);
  form.querySelector("footer")!.replaceChildren(...buttons.map(([text, value], k) => make("button", text, { value, class: k || buttons.length < 2 ? "" : "main" })));
  return new Promise((resolve) => {
    box.returnValue = "";
    box.onclose = () => resolve(box.returnValue);
    if (box.open) box.close();
    box.showModal();
  });
}
export const close = (value: string): void => $<HTMLDialogElement>("dialog").close(value);

export function choices(groups: [string, { value: string; title: string; about?: string }[]][]): HTMLElement {
  const box = make("div", "", { class: "choices" });
  for (const [head, items] of groups) {
    if (head) box.append(make("h3", head));
    for (const item of items) {
      const one = button(item.title, () => close(item.value), { "data-value": item.value });
      if (item.about) one.append(make("small", item.about));
      box.append(one);
    }
  }
  return box;
}

// ---- the deck as a link: compressed in the part of the address that no server is sent

const packed = (bytes: Uint8Array) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const through = async (bytes: Uint8Array, stream: GenericTransformStream) => new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair)).arrayBuffer());

export async function asHash(text: string): Promise<string> {
  return "#deck=" + packed(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}
export async function fromHash(hash: string): Promise<string | null> {
  const found = /^#deck=([\w-]+)$/.exec(hash);
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found[1].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length > 1_000_000 ? null : text;
  } catch { return null; }
}

// ---- a file for the user to keep

export function download(name: string, content: string): void {
  const bytes = Uint8Array.from(atob(content), (c) => c.charCodeAt(0)), link = make("a", "", { download: name });
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function exportDialog(server: Connection, text: string, name: string): Promise<string> {
  const kinds = [
    { value: "film", title: "Film", about: "one HTML file in which the mechanism moves" },
    { value: "report", title: "Report", about: "one HTML file with pictures, tables and the account" },
    { value: "picture", title: "Pictures", about: "all of the deck, SVG and PNG" },
    { value: "csv", title: "Table", about: "the buffers as csv" },
    { value: "deck", title: "Deck", about: "the text as it is here" },
  ];
  const what = await dialog("Export", [choices([["", kinds]])]);
  if (!what) return "";
  const answer = await server.ask("export", { text, what, name });
  if (answer) download(answer.name, answer.content);
  return answer ? `${answer.name} was downloaded` : "";
}

// ---- difference to the saved deck, line by line

export function difference(old: string, now: string): HTMLElement {
  const a = old.split("\n"), b = now.split("\n"), box = make("pre", "", { class: "diff" });
  let start = 0, end = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const from = a.slice(start, a.length - end), to = b.slice(start, b.length - end), rows = steps(from, to);
  let skipped = start;
  const skip = () => { if (skipped) box.append(make("span", `  … ${skipped} line${skipped > 1 ? "s" : ""} alike\n`, { class: "skip" })); skipped = 0; };
  for (const [kind, line] of rows) {
    if (kind === " ") { skipped++; continue; }
    skip();
    box.append(make("span", `${kind} ${line}\n`, { class: kind === "+" ? "add" : "remove" }));
  }
  skipped += end;
  if (rows.some(([kind]) => kind !== " ")) skip(); else box.textContent = "The deck is as it was saved.";
  return box;
}

function steps(a: string[], b: string[]): [string, string][] {
  if (a.length * b.length > 4_000_000) return [...a.map((line): [string, string] => ["-", line]), ...b.map((line): [string, string] => ["+", line])];
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--)
    table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  const found: [string, string][] = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { found.push([" ", a[i]]); i++; j++; }
    else if (j >= b.length || (i < a.length && table[i + 1][j] >= table[i][j + 1])) found.push(["-", a[i++]]);
    else found.push(["+", b[j++]]);
  }
  return found;
}
