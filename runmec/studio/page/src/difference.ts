// The difference of two decks, line by line.

import { make } from "./dom";

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
