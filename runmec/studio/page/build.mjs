// Builds ../static/studio.js from src/ and writes beside it what it was built from; tests compare.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const folder = process.argv[2] ?? "../static";
await build({ entryPoints: ["src/main.ts"], bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8",
  legalComments: "eof", outfile: `${folder}/studio.js` });
const sources = ["package-lock.json", ...readdirSync("src").sort().map((name) => `src/${name}`)];
const hash = createHash("sha256");
for (const name of sources) hash.update(readFileSync(name));
writeFileSync(`${folder}/sources.sha256`, `${hash.digest("hex")}\n`);
