// Python in a worker of the page: a request comes in, its answer goes out; the page sends the next one then.
// What is under way hears between portions of its work, through memory that it shares with the page, that it is
// dropped or stopped. Where the page is not isolated there is no such memory, and the page ends the worker instead.

const STORE = "decks", KEEPING = new Set(["decks", "open", "save", "look"]);
let page = null, flag = null;

self.onmessage = ({ data }) => {
  if (data.parts) { flag = data.flag ?? null; void begin(data.parts); } else void answer(data);
};

async function answer(text) {
  try {
    postMessage(KEEPING.has(JSON.parse(text).op) ? await keeping(text) : page.answer(text));
  } catch (fault) { postMessage({ broken: String(fault).slice(-300) }); } // what Python catches has been answered: there is no memory left
}

// ---- decks that this browser keeps: read before a request that is about them, written after one that changes them

let python = null;
const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
async function base() {
  const opening = indexedDB.open("runmec decks", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return done(opening);
}
const alone = (act) => navigator.locks ? navigator.locks.request("runmec decks", act) : act();

function keeping(text) {
  return alone(async () => {
    let kept = null;
    try { kept = await base(); } catch { return page.answer(text); } // a browser that keeps nothing: until it is closed
    try {
      const all = kept.transaction(STORE).objectStore(STORE), [names, texts] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
      const there = new Set(python.FS.readdir("/decks").filter((name) => name !== "." && name !== ".."));
      names.forEach((name, k) => { python.FS.writeFile(`/decks/${name}`, texts[k]); there.delete(name); });
      for (const name of there) python.FS.unlink(`/decks/${name}`);
      const answer = page.answer(text), found = JSON.parse(answer);
      if (found.seen && JSON.parse(text).op === "save") {
        const writing = kept.transaction(STORE, "readwrite");
        writing.objectStore(STORE).put(python.FS.readFile(`/decks/${found.name}`), found.name);
        await new Promise((resolve, reject) => { writing.oncomplete = resolve; writing.onabort = () => reject(writing.error ?? new Error("it was not kept")); });
      }
      return answer;
    } catch (fault) {
      if (fault?.name !== "QuotaExceededError") throw fault;
      return JSON.stringify({ id: JSON.parse(text).id, error: "this browser keeps no more decks: there is no room left; save it as a file by Export" });
    } finally { kept.close(); }
  });
}

// ---- what is loaded

async function begin(parts) {
  const loading = (what, part) => postMessage({ loading: what, part });
  try {
    loading("runmec", 0.1);
    const archive = fetch(parts.runmec).then((answer) => { if (!answer.ok) throw new Error(`${parts.runmec}: ${answer.status}`); return answer.arrayBuffer(); });
    const { loadPyodide } = await import(`./${parts.pyodide}/pyodide.mjs`);
    loading("Python", 0.3);
    python = await loadPyodide({ indexURL: new URL(`./${parts.pyodide}/`, self.location.href).href, env: { PYTHONDONTWRITEBYTECODE: "1" } });
    loading("runmec", 0.7);
    python.FS.mkdir("/app"); python.FS.mkdir("/decks");
    python.unpackArchive(await archive, "zip", { extractDir: "/app" });
    python.runPython("import sys; sys.path.insert(0, '/app')");
    loading("the mechanism", 0.9);
    const words = ["", "drop", "stop"];
    const hear = flag ? () => words[Atomics.exchange(flag, 0, 0)] : undefined; // null would be another thing than None
    page = python.pyimport("runmec.studio.browser").Page("/decks", "/app/offered", (text) => postMessage(text), hear);
    postMessage({ ready: true });
  } catch (fault) { postMessage({ failed: String(fault?.message ?? fault).slice(-300) }); }
}
