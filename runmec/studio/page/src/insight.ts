// What is seen at once below the drawing: trust, transmission angles, dead centres; and the choice of a mode of vibration.

import { $, button, make } from "./dom";
import type { Data } from "./types";

const SWING = 1.6, DOUBTFUL = 1e-9, SMALL = 30; // seconds of a swing; trust; degrees
let told = "";

export function setInsight(data: Data | null, show: (k: number) => void, openAccount: () => void): void {
  const now = JSON.stringify([data?.trust, data?.dead, data?.angles.map(({ name, least, row }) => [name, least, row])]);
  if (now === told) return;
  told = now;
  const box = $("insight"), ticks = $("dead");
  box.replaceChildren(); ticks.replaceChildren();
  if (!data) return;
  const worst = data.trust.worst, bad = worst === null || worst > DOUBTFUL;
  box.append(button(bad ? "do not trust these results" : `trust ${short(Number(worst.toPrecision(1)))}`, openAccount, { title: data.trust.line, class: bad ? "warn" : "" }));
  for (const { name, least, row } of data.angles)
    box.append(button(`${least < SMALL ? "! " : ""}transmission angle at ${name}: least ${short(Number(least.toPrecision(3)))}°`, () => show(row), { title: `in position ${row + 1}; a click shows it`, class: least < SMALL ? "warn" : "" }));
  for (const { name, row, input } of data.dead) {
    box.append(button(`dead centre of ${name} at ${input}`, () => show(row), { title: `position ${row + 1}; a click shows it` }));
    ticks.append(new Option("", String(row)));
  }
}

// the modes of a deck beside its motion; `chosen` is told which
export function setModes(data: Data | null, chosen: (index: number) => void): void {
  const names = data?.modes.map(({ name }) => name) ?? [], box = $<HTMLSelectElement>("mode"), now = [...box.options].slice(1).map(({ text }) => text);
  $("modes").hidden = !names.length;
  if (names.join("\n") === now.join("\n")) return;
  box.replaceChildren(new Option("the motion", "-1"), ...names.map((name, k) => new Option(name, String(k))));
  box.onchange = () => chosen(Number(box.value));
}
export const swung = (phase: number, seconds: number): number => (phase + 2 * Math.PI * seconds / SWING) % (2 * Math.PI);

export const emptied = (text: string): HTMLElement => make("p", text, { class: "empty" });
