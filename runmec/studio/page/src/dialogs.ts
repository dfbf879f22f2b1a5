// What the page asks: one dialog at a time.

import { $, button, make } from "./dom";

// shows a dialog; resolves with the value of the button that closed it, "" for none
export function dialog(title: string, content: (Node | string)[], buttons: [string, string][] = [["Close", ""]]): Promise<string> {
  const box = $<HTMLDialogElement>("dialog"), form = box.querySelector("form")!;
  form.querySelector("h2")!.textContent = title;
  const body = form.querySelector("div")!;
  body.replaceChildren(...content);
  if (body.querySelector("button, input, [tabindex]")) body.removeAttribute("tabindex"); else body.tabIndex = 0; // keys scroll it
  form.querySelector("footer")!.replaceChildren(...buttons.map(([text, value], k) => make("button", text, { value, class: k || buttons.length < 2 ? "" : "main" })));
  return new Promise((resolve) => {
    box.returnValue = "";
    box.onclose = () => resolve(box.returnValue);
    if (box.open) box.close();
    box.showModal();
  });
}
export const close = (value: string): void => $<HTMLDialogElement>("dialog").close(value);

export function choices(groups: [string, { value: string; title: string; about?: string }[]][], searched = false): HTMLElement {
  const box = make("div", "", { class: "choices" });
  if (searched) box.append(searchOf(box));
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

// leaves the choices that have all of the words
function searchOf(box: HTMLElement): HTMLElement {
  const input = make("input", "", { type: "text", class: "search", placeholder: "search", "aria-label": "search" });
  input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); [...box.querySelectorAll<HTMLElement>("button")].find((one) => !one.hidden)?.click(); } };
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const one of box.querySelectorAll("button")) one.hidden = !words.every((word) => one.textContent!.toLowerCase().includes(word));
    for (const head of box.querySelectorAll("h3")) head.hidden = words.join("") !== "";
  };
  return input;
}

// a line of text; null where nothing was given
export async function askLine(title: string, label: string, value: string, yes: string, about = "", chosen = value.length): Promise<string | null> {
  const input = make("input", "", { type: "text", value, "aria-label": label });
  input.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); close("yes"); } };
  setTimeout(() => { input.focus(); input.setSelectionRange(0, chosen); }, 50);
  const given = await dialog(title, [...(about ? [make("p", about)] : []), input], [[yes, "yes"], ["Cancel", ""]]);
  return given === "yes" && input.value.trim() ? input.value.trim() : null;
}
