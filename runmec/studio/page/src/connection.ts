// Requests and their answers, whatever carries them. A request that a newer one has overtaken is answered by null.

import { inWorker, overSocket, type Carrier, type Hears } from "./carriers";
import { installed } from "./offline";

// eslint-disable-next-line
type Answer = any;
interface Waiting { resolve: (answer: Answer) => void; reject: (fault: Error) => void; progress?: (what: string, part: number) => void }

const SILENT_AT_MOST = 1500, LOOK_EVERY = 500; // milliseconds
const ALONE = "the studio does not answer";
// a page that brings its own Python says where its parts are
const PARTS = document.querySelector<HTMLMetaElement>("meta[name=parts]")?.content;
export const OWN = PARTS !== undefined;

export class Connection {
  private carrier: Carrier | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private awaited = 0; // since when an answer is awaited
  private looked = performance.now();

  // `changed`: whether somebody answers, and if not, why it says so; `loading`: which part is being loaded
  constructor(private changed: (open: boolean, reason: string) => void, private loading: (what: string, part: number) => void) {
    if (OWN) void installed(loading).then(() => this.connect()); else this.connect();
    setInterval(() => this.look(), LOOK_EVERY);
  }

  get waits(): boolean { return this.waiting.size > 0; }
  get alone(): boolean { return this.carrier === null; }

  private connect(): void {
    const hears: Hears = {
      opened: () => { this.carrier = carrier; this.awaited = 0; this.changed(true, ""); },
      heard: (text) => { this.awaited = 0; this.heard(JSON.parse(text)); },
      closed: (reason) => { if (this.carrier === carrier || !this.carrier) this.lost(reason); },
      loading: this.loading,
    };
    const carrier: Carrier = PARTS ? inWorker(JSON.parse(PARTS))(hears) : overSocket(hears);
  }
  private lost(reason: string): void {
    this.carrier = null;
    for (const one of this.waiting.values()) one.reject(new Error(ALONE));
    this.waiting.clear();
    this.changed(false, reason);
    if (!OWN) setTimeout(() => this.connect(), LOOK_EVERY);
  }

  // somebody who is there answers at once, whatever is calculated
  private look(): void {
    const now = performance.now(), busy = now - this.looked > 2 * LOOK_EVERY; // it was the page that did not listen
    this.looked = now;
    if (!this.carrier) return;
    if (!this.awaited || busy) { this.awaited = now; this.carrier.send(JSON.stringify({ id: 0, op: "pulse" })); return; }
    if (now - this.awaited < SILENT_AT_MOST) return;
    const deaf = this.carrier;
    this.lost("");
    deaf.close();
  }

  private heard(answer: Answer): void {
    const one = this.waiting.get(answer.id);
    if (!one) return;
    if (answer.progress) { one.progress?.(answer.progress.what, answer.progress.part); return; }
    this.waiting.delete(answer.id);
    if (answer.superseded) one.resolve(null);
    else if (answer.error !== undefined) one.reject(new Error(answer.error));
    else one.resolve(answer);
  }

  ask(op: string, values: object = {}, progress?: Waiting["progress"]): Promise<Answer> {
    const id = ++this.last, text = JSON.stringify({ id, op, ...values });
    return new Promise((resolve, reject) => {
      if (!this.carrier) { reject(new Error(ALONE)); return; }
      this.waiting.set(id, { resolve, reject, progress });
      this.carrier.send(text);
    });
  }
}

// one at a time; of those that come meanwhile only the newest is done
export function newest<A extends unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => void {
  let running = false, next: A | null = null;
  const go = async (given: A) => {
    running = true;
    for (let now: A | null = given; now; now = next) { next = null; await act(...now); }
    running = false;
  };
  return (...given) => { if (running) next = given; else void go(given); };
}
