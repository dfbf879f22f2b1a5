// Archives with .pyc in the place of .py, compiled by the same Python that loads them: node compile.mjs PYODIDE JOBS,
// where JOBS is JSON: [{from, to}]. Without docstrings and assertions: the page is an
// installed program that is tested as it is.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodide, jobs] = process.argv;
const { loadPyodide } = await import(pathToFileURL(path.join(path.resolve(pyodide), "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${path.resolve(pyodide)}${path.sep}`, env: { PYTHONHASHSEED: "0" } });
const compiled = python.runPython(`
import io, py_compile, zipfile

def compiled(data):
    given, found = zipfile.ZipFile(io.BytesIO(data.to_py())), io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in sorted(given.namelist()):
            content = given.read(name)
            if name.endswith("/"):
                continue
            if name.endswith(".py"):
                with open("/one.py", "wb") as file:
                    file.write(content)
                py_compile.compile("/one.py", "/one.pyc", dfile=name, doraise=True, optimize=2,
                                   invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
                with open("/one.pyc", "rb") as file:
                    content = file.read()
                name += "c"
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, content, compresslevel=9)
    return found.getvalue()

compiled
`);
for (const { from, to } of JSON.parse(jobs)) fs.writeFileSync(to, compiled(new Uint8Array(fs.readFileSync(from))).toJs());
