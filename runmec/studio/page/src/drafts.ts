// Drafts in the browser: what every page has written, with its history, until it is saved. A page that is closed leaves its own.

import type { Past } from "./editor";

export interface Kept { name: string; seen: string; saved: string; text: string; shown: number; past: Past }
export interface Draft extends Kept { page: string; folder: string; asked: string; at: number }

const STORE = "drafts", KEPT_AT_MOST = 60, LOCK_WITHIN = 300; // milliseconds
const lockOf = (page: string): string => `runmec ${page}`;
const done = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Drafts {
  private constructor(private base: IDBDatabase | null, private page: string, private folder: string, private asked: string) {}

  static async open(folder: string, asked: string): Promise<Drafts> {
    const page = await ownPage();
    try {
      const opening = indexedDB.open("runmec", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "page" });
      return new Drafts(await done(opening), page, folder, asked);
    } catch { return new Drafts(null, page, folder, asked); } // a browser that keeps nothing
  }

  keep(kept: Kept): void {
    if (!this.base) return;
    const change = this.base.transaction(STORE, "readwrite"), draft: Draft = { ...kept, page: this.page, folder: this.folder, asked: this.asked, at: Date.now() };
    change.objectStore(STORE).put(draft);
    change.commit();
  }
  forget(draft: Draft): void { this.base?.transaction(STORE, "readwrite").objectStore(STORE).delete(draft.page); }

  // what this page had before it was loaded again
  async own(): Promise<Draft | undefined> { return (await this.all()).find((one) => one.page === this.page && one.asked === this.asked); }
  // what pages that are closed have left in this folder, newest first
  async left(): Promise<Draft[]> {
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name)), gone = (await this.all()).filter(({ page }) => page !== this.page && !held.has(lockOf(page)));
    gone.sort((a, b) => b.at - a.at);
    const worth = gone.filter((one) => one.text !== one.saved && one.text.trim());
    for (const one of [...gone.filter((one) => !worth.includes(one)), ...worth.slice(KEPT_AT_MOST)]) this.forget(one);
    return worth.filter(({ folder }) => folder === this.folder).slice(0, KEPT_AT_MOST);
  }
  private async all(): Promise<Draft[]> { return this.base ? await done(this.base.transaction(STORE).objectStore(STORE).getAll()).catch(() => []) : []; }
}

// the name of this page, which it holds as long as it is open: a page that is loaded again has its own, a copy of one another
async function ownPage(): Promise<string> {
  let known: string | null = null;
  try { known = sessionStorage.getItem("page"); } catch { /* a page without storage */ }
  if (known && await held(known)) return known;
  const fresh = crypto.randomUUID();
  try { sessionStorage.setItem("page", fresh); } catch { /* a page without storage */ }
  await held(fresh);
  return fresh;
}
function held(page: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(LOCK_WITHIN);
    navigator.locks.request(lockOf(page), { signal }, () => { resolve(true); return new Promise(() => undefined); }).catch(() => resolve(false));
  });
}
