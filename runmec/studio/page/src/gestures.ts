// A gesture that changes the text: from where a hand takes hold of a value until it lets go. One event of the history.

import type { Editor } from "./editor";
import type { Stage } from "./stage";
import type { Turns } from "./turns";

// what a hand holds: its newest value, until it lets go
export class Held<T> {
  kept = true;
  private over = false;
  private newest: T | null = null;
  private wake = (): void => undefined;

  to(value: T): void { this.newest = value; this.wake(); }
  letGo(keep: boolean): void { this.over = true; this.kept = keep; this.wake(); }
  // one after the other; what a newer value has overtaken is left out
  async *values(): AsyncGenerator<T> {
    for (;;) {
      const value = this.newest;
      if (this.over && !this.kept) return;
      if (value !== null) { this.newest = null; yield value; }
      else if (this.over) return;
      else await new Promise<void>((resume) => { this.wake = resume; });
    }
  }
}

export class Gestures {
  constructor(private hands: { editor: Editor; stage: Stage; turns: Turns; redraw: () => void; preview: (text: string) => void }) {}

  // `text`: of a value, from the text of the start; null where there is none
  carry<T>(held: Held<T>, text: (start: string, value: T) => Promise<string | null>): Promise<void> {
    const { editor, stage, turns, redraw, preview } = this.hands;
    return turns.take(async () => {
      const gesture = editor.startGesture();
      let shown = false;
      for await (const value of held.values()) {
        const found = await text(gesture.text, value);
        if (editor.gesture !== gesture) break;
        if (found === null) continue;
        if (!shown) stage.ghost = stage.stale ? null : stage.data;
        shown = editor.show(gesture, found);
        preview(found);
      }
      stage.ghost = null;
      editor.endGesture(gesture, held.kept);
      if (shown && !held.kept) preview(editor.text);
      if (shown) redraw();
    });
  }
}
