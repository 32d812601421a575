import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Page, readPage } from "./page-files.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../../../..");
/** A checkout runs from its sources; a package from what was built when it was packed. */
const IS_CHECKOUT = import.meta.url.endsWith(".ts");
const PACKED_PAGE = resolve(HERE, "../../../web");

/** What the page is made of; a change in any of these builds it again. */
const INPUTS = [
  "src/web",
  "src/client",
  "src/client.ts",
  "src/gen",
  "src/engine/kernels",
  "package-lock.json",
];

/** The built page. In a checkout it is built when it is missing or older than its sources, which takes a few seconds. */
export async function findPage(): Promise<Page> {
  if (!IS_CHECKOUT) return readPage(PACKED_PAGE);
  const folder = join(ROOT, "node_modules/.cache/terrace-page", await inputsDigest());
  if (!existsSync(join(folder, "index.html"))) await buildPage(folder);
  return readPage(folder);
}

/** Builds the page aside and puts it in place, unless somebody else was quicker: the folder's name says what is in it. */
async function buildPage(folder: string): Promise<void> {
  const script = join(ROOT, "src/generators/write-page.ts");
  const own = `${folder}.${randomUUID()}`;
  // In a process of its own: the bundler is large, and a server has calls to answer meanwhile.
  await promisify(execFile)(process.execPath, [script, own], { cwd: ROOT });
  await rename(own, folder).catch(async (error: unknown) => {
    // A page that is there may be being read.
    if (!existsSync(join(folder, "index.html"))) throw error;
    await rm(own, { recursive: true, force: true });
  });
}

async function inputsDigest(): Promise<string> {
  const digest = createHash("sha256");
  for (const input of INPUTS) {
    const path = join(ROOT, input);
    const names = /\.\w+$/.test(input) ? [""] : (await readdir(path, { recursive: true })).sort();
    for (const name of names) {
      const file = name === "" ? path : join(path, name);
      if (!/\.(ts|tsx|css|html|json|svg)$/.test(file)) continue;
      digest.update(`${input}/${name}\n`).update(await readFile(file));
    }
  }
  return digest.digest("hex").slice(0, 16);
}
