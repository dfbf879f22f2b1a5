// What changes the text takes turns: every act begins with the text that the one before has left.

export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private under = 0; // way, or waiting for it

  get busy(): boolean { return this.under > 0; }

  take<T>(act: () => Promise<T>): Promise<T> {
    this.under++;
    const mine = this.last.then(act).finally(() => { this.under--; });
    this.last = mine.catch(() => undefined);
    return mine;
  }
}
