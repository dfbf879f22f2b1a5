// Builds ../static/studio.js from src/ and writes beside it what it was built from, and the notices of the packages that
// it holds; tests compare.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const folder = process.argv[2] ?? "../static";
const { metafile } = await build({ entryPoints: ["src/main.ts"], bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8",
  legalComments: "eof", outfile: `${folder}/studio.js`, metafile: true });
const sources = ["package-lock.json", ...readdirSync("src").sort().map((name) => `src/${name}`)];
const hash = createHash("sha256");
for (const name of sources) hash.update(readFileSync(name));
writeFileSync(`${folder}/sources.sha256`, `${hash.digest("hex")}\n`);

const held = [...new Set(Object.keys(metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter(Boolean))].sort();
const notice = (name) => {
  const place = `node_modules/${name}`, { version, license } = JSON.parse(readFileSync(`${place}/package.json`, "utf8"));
  const file = readdirSync(place).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} carries no notice`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${place}/${file}`, "utf8").trim()}\n`;
};
const rule = `\n${"-".repeat(72)}\n\n`;
writeFileSync(`${folder}/notices.txt`, `The studio holds these packages:\n${rule}${held.map(notice).join(rule)}`);
