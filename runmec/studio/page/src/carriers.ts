// What carries requests to the answers and back: a socket to the server, or a worker of this page with Python in it.

export interface Hears {
  opened(): void;
  closed(reason: string): void; // nobody answers any more
  heard(text: string): void;
  loading(what: string, part: number): void;
}
export interface Carrier { send(text: string): void; close(): void }

// ---- a socket

let tokens: string[] = [];
const ownToken = (): string => new URLSearchParams(location.search).get("token") ?? "";
// a studio that was started anew has another token: a page that it has served leaves it for those of this address
function token(): string {
  if (!tokens.length) {
    try { localStorage.setItem("token", ownToken()); } catch { /* a page without storage */ }
    tokens = [ownToken()];
  }
  let left: string | null = null;
  try { left = localStorage.getItem("token"); } catch { /* a page without storage */ }
  if (left && !tokens.includes(left)) tokens.unshift(left);
  tokens.push(tokens.shift()!);
  return tokens[tokens.length - 1];
}

export function overSocket(hears: Hears): Carrier {
  const socket = new WebSocket(`ws://${location.host}/talk?token=${encodeURIComponent(token())}`);
  socket.onopen = () => hears.opened();
  socket.onmessage = (event) => hears.heard(event.data);
  socket.onclose = ({ reason }) => hears.closed(reason);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

// ---- a worker

export interface Parts { runmec: string; pyodide: string }
interface Request { id: number; op: string; text: string; since: number; unwanted: boolean }
const LONG = new Set(["calculate", "export", "branches", "values", "joints", "optimise"]);
const SHORT_LIMIT = 20_000, DEAF_AFTER = 800, SUPERSEDED_WITHIN = 1500; // milliseconds
const PROGRESS = /^\{"id": ?\d+, ?"progress"/;
const DROP = 1, STOP = 2; // words that work under way hears
const LOST = "stopped; the calculation did not listen, what it had is lost";
const TOO_LONG = `this takes longer than ${SHORT_LIMIT / 1000} s; calculate it with \`runmec run\``;
const TOO_LARGE = "the calculation ended without an answer; it may need more memory than there is";

// one request at a time, the newest of a kind; a worker that does not listen is ended, and another one takes its place
class InWorker implements Carrier {
  private worker: Worker | null = null;
  private flag: Int32Array | null = null;
  private ready = false;
  private known = false; // whether it was ready once
  private waiting = new Map<string, Request>();
  private running: Request | null = null;

  constructor(private hears: Hears, private parts: Parts) { this.start(); }

  private start(): void {
    const worker = this.worker = new Worker("worker.mjs", { type: "module" });
    this.ready = false;
    this.flag = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.told(data); };
    worker.onerror = (event) => { if (worker === this.worker) { event.preventDefault(); this.failed(event.message); } };
    worker.postMessage({ parts: this.parts, flag: this.flag ?? undefined });
  }
  private failed(reason: string): void {
    if (this.running) { this.replace(TOO_LARGE); return; }
    this.close();
    this.hears.closed(reason || "its parts cannot be loaded");
  }
  private told(data: string | { ready?: boolean; loading?: string; part?: number; failed?: string; broken?: string }): void {
    if (typeof data === "string") {
      if (!PROGRESS.test(data)) this.running = null;
      this.hears.heard(data);
      this.next();
    } else if (data.ready) {
      this.ready = true;
      if (!this.known) { this.known = true; this.hears.opened(); }
      this.next();
    } else if (data.broken !== undefined) this.replace(TOO_LARGE);
    else if (data.failed !== undefined) this.failed(data.failed);
    else if (!this.known) this.hears.loading(data.loading!, data.part!);
  }

  send(text: string): void {
    const { id, op } = JSON.parse(text);
    if (op === "pulse") { this.say({ id }); return; }
    if (op === "stop") { this.say({ id, stopped: this.stop() }); return; }
    const older = this.waiting.get(op);
    if (older) this.say({ id: older.id, superseded: true });
    this.waiting.delete(op);
    this.waiting.set(op, { id, op, text, since: 0, unwanted: false });
    if (this.running && this.running.op === op) this.tell(this.running, DROP, SUPERSEDED_WITHIN, "");
    this.next();
  }
  close(): void { this.worker?.terminate(); this.worker = null; }

  private say(answer: object): void { const text = JSON.stringify(answer); queueMicrotask(() => this.hears.heard(text)); }
  private next(): void {
    if (!this.ready || this.running || !this.waiting.size) return;
    const [op, request] = [...this.waiting][0];
    this.waiting.delete(op);
    this.running = request;
    if (this.flag) Atomics.store(this.flag, 0, 0);
    this.worker!.postMessage(request.text);
    if (!LONG.has(op)) this.endIfDeaf(request, SHORT_LIMIT, TOO_LONG);
  }
  private stop(): boolean {
    const unbegun = [...this.waiting].filter(([op]) => LONG.has(op)), long = this.running !== null && LONG.has(this.running.op);
    for (const [op, { id }] of unbegun) { this.waiting.delete(op); this.say({ id, error: "stopped before it began" }); }
    if (this.running) this.tell(this.running, STOP, this.flag ? DEAF_AFTER : 0, LOST);
    return long || unbegun.length > 0;
  }
  private tell(request: Request, word: number, patience: number, reason: string): void {
    if (this.flag) Atomics.store(this.flag, 0, word);
    if (request.unwanted && word === DROP) return;
    request.unwanted = true;
    this.endIfDeaf(request, patience, reason);
  }
  private endIfDeaf(request: Request, patience: number, reason: string): void {
    setTimeout(() => { if (this.running === request) this.replace(reason); }, patience);
  }
  private replace(reason: string): void {
    const { running } = this;
    this.close();
    this.running = null;
    if (running) this.say({ id: running.id, ...(reason ? { error: reason } : { superseded: true }) });
    this.start();
  }
}
export const inWorker = (parts: Parts) => (hears: Hears): Carrier => new InWorker(hears, parts);
