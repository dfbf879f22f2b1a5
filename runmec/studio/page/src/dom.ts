// Small helpers: elements by id, new elements with text (never HTML), colours of the style sheet, canvases as large as their place.

export const $ = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

export function make<K extends keyof HTMLElementTagNameMap>(name: K, text = "", attributes: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function button(text: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = make("button", text, { type: "button", ...attributes });
  made.addEventListener("click", act);
  return made;
}

const roles: Record<string, string> = { paper: "card", beam: "c0", spring: "c2" }; // where the style sheet has another name
const palette = new Map<string, string>();
export const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => palette.clear());
export function colour(role: string): string {
  let found = palette.get(role);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue("--" + (roles[role] ?? role)).trim();
    palette.set(role, found);
  }
  return found;
}

export function fitted(canvas: HTMLCanvasElement, width: number, height: number): Canvas | null {
  const dpr = devicePixelRatio || 1;
  if (!width || !height) return null;
  if (canvas.width !== Math.round(width * dpr) || canvas.height !== Math.round(height * dpr)) {
    canvas.width = Math.round(width * dpr);
    canvas.height = Math.round(height * dpr);
  }
  const g = canvas.getContext("2d")!;
  g.setTransform(dpr, 0, 0, dpr, 0, 0);
  g.clearRect(0, 0, width, height);
  g.lineJoin = g.lineCap = "round";
  return { g, width, height };
}

// the paragraph of an explanation: bold, code and lists of Markdown as elements
export function explained(markdown: string): HTMLElement {
  const box = make("div", "", { class: "explained" });
  for (const block of markdown.split(/\n\n+/)) {
    const lines = block.split("\n");
    const list = lines.every((line) => line.startsWith("- "));
    const parent = make(list ? "ul" : block.startsWith("    ") ? "pre" : "p");
    for (const line of list ? lines : [block]) {
      const target = list ? make("li") : parent;
      for (const part of (list ? line.slice(2) : line.trim()).split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
        if (part.startsWith("**")) target.append(make("strong", part.slice(2, -2)));
        else if (part.startsWith("`")) target.append(make("code", part.slice(1, -1)));
        else target.append(part);
      }
      if (list) parent.append(target);
    }
    box.append(parent);
  }
  return box;
}
