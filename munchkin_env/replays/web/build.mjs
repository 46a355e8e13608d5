// Puts the built page beside the Python that reads it: gzipped, with a mark of the sources that it is made of.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const here = (name) => new URL(name, import.meta.url);
const sources = ["build.mjs", "index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts"];
sources.push(...readdirSync(here("src")).map((name) => `src/${name}`));
const hash = createHash("sha256");
for (const name of sources.sort()) hash.update(`${name}\n`).update(readFileSync(here(name)));
const built = readFileSync(here("../../../build/table/index.html"), "utf8");
const page = built.replace("<!--policy-->", `<!--policy--><meta name="sources" content="${hash.digest("hex")}">`);
writeFileSync(here("../page.html.gz"), gzipSync(page, { level: 9 }));
console.log(`page.html.gz: ${page.length} characters unpacked`);
