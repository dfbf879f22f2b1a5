// Requests to the server and their answers. A request that a newer one has overtaken is answered by null.

// eslint-disable-next-line
type Answer = any;
interface Waiting { resolve: (answer: Answer) => void; reject: (fault: Error) => void; progress?: (what: string, part: number) => void }

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private queue: string[] = [];
  private again = 300;

  constructor(private changed: (open: boolean) => void) { this.connect(); }

  get waits(): boolean { return this.waiting.size > 0; }

  private connect(): void {
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const socket = new WebSocket(`ws://${location.host}/talk?token=${encodeURIComponent(token)}`);
    socket.onopen = () => {
      this.socket = socket; this.again = 300;
      for (const text of this.queue.splice(0)) socket.send(text);
      this.changed(true);
    };
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = () => {
      this.socket = null;
      for (const one of this.waiting.values()) one.reject(new Error("the studio does not answer"));
      this.waiting.clear();
      this.changed(false);
      setTimeout(() => this.connect(), this.again = Math.min(5000, this.again * 2));
    };
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
      this.waiting.set(id, { resolve, reject, progress });
      if (this.socket) this.socket.send(text); else this.queue.push(text);
    });
  }
}

// one request at a time; of those that come meanwhile only the newest is sent. `rest` waits until none is under way
export type Newest<A extends unknown[]> = ((...given: A) => void) & { rest: () => Promise<void> };
export function newest<A extends unknown[]>(act: (...given: A) => Promise<void>): Newest<A> {
  let running: Promise<void> | null = null, next: A | null = null;
  const go = async (given: A) => {
    for (let now: A | null = given; now; now = next) { next = null; await act(...now); }
    running = null;
  };
  const ask = (...given: A) => { if (running) next = given; else running = go(given); };
  return Object.assign(ask, { rest: async () => { while (running) await running; } });
}
