// The answers of a built page, without a browser: node answers.mjs PAGE REQUESTS ANSWERS. Both are lists of JSON lines.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, requests, answers] = process.argv, core = path.join(path.resolve(folder), "pyodide");
const { loadPyodide } = await import(pathToFileURL(path.join(core, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${core}${path.sep}` });
python.FS.mkdir("/app"); python.FS.mkdir("/decks");
python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(folder, "runmec.zip"))), "zip", { extractDir: "/app" });
python.runPython("import sys; sys.path.insert(0, '/app')");
const page = python.pyimport("runmec.studio.browser").Page("/decks", "/app/offered", undefined, undefined);
const found = fs.openSync(answers, "w");
for (const request of fs.readFileSync(requests, "utf8").split("\n").filter(Boolean)) {
  const began = performance.now(), answer = page.answer(request);
  fs.writeSync(found, `${answer}\n`);
  if (process.env.TIMES) console.log(JSON.parse(request).id, Math.round(performance.now() - began));
}
