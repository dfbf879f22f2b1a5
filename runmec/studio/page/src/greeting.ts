// What an empty deck offers instead of faults.

import { $ } from "./dom";

const SAYS_NOTHING = /^\s*((KIN|DYN|STA)\s+\w+|UNITS\s+\w+(\s+mm)?|DEFINE|TOPOLOGY|GEOMETRY|DYNAMICS|STORAGE|MOVEMENT|END)?\s*(;.*)?$/i;
export const isEmpty = (text: string): boolean => text.split("\n").every((line) => SAYS_NOTHING.test(line));

export interface Greets { draw: () => void; begin: () => void; open: () => void }
export function greeting(acts: Greets): void {
  $("greet-draw").onclick = acts.draw; $("greet-new").onclick = acts.begin; $("greet-open").onclick = acts.open;
}
// called when the text or the tool is another one
export function greet(text: string, tool: string): void { $("greeting").hidden = tool !== "select" || !isEmpty(text); }
