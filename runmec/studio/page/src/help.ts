// What can be done here, in a dialog.

import { dialog } from "./dialogs";
import { make } from "./dom";

const DOES: [string, string][] = [
  ["Type", "the drawing follows. Ctrl-Space completes, the pointer on a word explains it, messages stand below."],
  ["Drag a point", "a fixed point moves; any other drives the mechanism."],
  ["Shift-drag, or Resize", "the links at the point change their lengths, at every position of the cycle."],
  ["Sliders", "one for every name under DEFINE."],
  ["Branches", "every assembly with the same lengths; a click takes one over."],
  ["Target, Optimise", "points that the drawn path is to meet, and the search for it."],
  ["In space", "drag the ground, or ↑ ↓ and Shift-← → to turn; 0 turns back; the right button moves."],
  ["Tools", "Bar, Spring, Beam and most of More (dampers, wheels, gears, racks) are drawn from one end to the other; the others are clicked. They write their lines into the deck. Choose a link or point to rename or delete it."],
  ["Ctrl-click, Ctrl-A", "choose several things, or all: drag one to move them, Copy or Mirror them, Delete."],
  ["Properties", "below the text: every number of what is chosen, and what can be added to it; → name makes a slider."],
  ["Wheel, pinch", "zoom; drag the ground to move it; Fit shows everything."],
  ["Keyboard", "with the drawing in focus: arrows step through positions; N, P choose a point, L a link, arrows then drag the point, Shift-arrows resize; Enter goes to its line; Delete removes it; Space plays; with a tool arrows move the cross, Enter sets it. Letters take the tools, as their tips say: V Select, B Bar, I Input …"],
  ["F12", "to the line that gives the name under the caret."],
  ["Ctrl-Z, Ctrl-Y, Ctrl-S", "undo a gesture or typing, redo, save."],
  ["Drafts", "what is not saved stays in this browser, with its history, and is offered when the deck is opened again."],
];

export async function help(): Promise<void> {
  const list = make("dl");
  for (const [what, does] of DOES) list.append(make("dt", what), make("dd", does));
  if (await dialog("What you can do here", [list], [["About", "about"], ["Close", ""]]) === "about") await about();
}

// what this page is made of, and whose work it is
async function about(): Promise<void> {
  const said = await fetch("static/notices.txt").then((answer) => answer.text()).catch(() => "the notices cannot be read now");
  await dialog("About", [make("p", "runmec studio: mechanisms from a text deck. MIT licence. Nothing that you write leaves this machine."), make("pre", said, { class: "notices", tabindex: "0" })], [["Close", ""]]);
}
