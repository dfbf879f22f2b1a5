// Messages above the drawing that stay until they are no longer true; one for each concern.

import { $, button, make } from "./dom";

export type Concern = "server" | "disk" | "begin";
const acts = (given: [string, () => void][]) => given.map(([title, act]) => button(title, act));

export function tellAbove(concern: Concern, text: string, ...buttons: [string, () => void][]): void {
  const box = $("banner"), old = box.querySelector(`[data-concern=${concern}]`);
  if (!text) { old?.remove(); return; }
  const row = make("p", "", { "data-concern": concern });
  row.append(make("span", text), ...acts(buttons));
  if (old) old.replaceWith(row); else box.append(row);
}
