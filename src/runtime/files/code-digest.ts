import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A module that is imported for its types alone leaves nothing in the code. */
const TYPE_IMPORT = /^\s*(?:import|export) type [^;]*?from\s+["'][^"']+["'];/gm;
/** Any text that could name a module of this tree, however it is loaded; too many do no harm. */
const RELATIVE_MODULE = /["'`](\.{1,2}\/[\w./-]+?)(?:\.[tj]s["'`]|\$\{)/g;

/**
 * SHA-256 of a module, of every module of this tree that it can reach, and of what runs them: the packages, Node.js and
 * the processor's kind. Equal digests mean equal behaviour. Undefined where the modules are not files of their own, as
 * in a program that was bundled.
 */
export async function codeDigest(...modules: readonly string[]): Promise<string | undefined> {
  const texts = new Map<string, string>();
  for (const url of modules) {
    if (!(await gather(fileURLToPath(url), texts))) return undefined;
  }
  const root = dirname(fileURLToPath(modules[0]));
  const parts = [...texts].map(([path, text]) => [relative(root, path).replaceAll("\\", "/"), text]);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([platform(), parts]))
    .digest("hex");
}

async function gather(path: string, texts: Map<string, string>): Promise<boolean> {
  if (texts.has(path)) return true;
  const text = await sourceOf(path);
  if (text === undefined) return false;
  texts.set(path, text);
  const names = text.replaceAll(TYPE_IMPORT, "").matchAll(RELATIVE_MODULE);
  await Promise.all(
    Array.from(names, ([, name]) => gather(resolve(dirname(path), `${name}${extname(path)}`), texts)),
  );
  return true;
}

const sources = new Map<string, Promise<string | undefined>>();

/** The text of a module as it was when this process first asked: as good as the one that it runs. */
function sourceOf(path: string): Promise<string | undefined> {
  let text = sources.get(path);
  if (text === undefined) {
    text = readFile(path, "utf8").catch(() => undefined);
    sources.set(path, text);
  }
  return text;
}

/** Everything outside this tree that decides about bytes. */
function platform(): unknown {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(text);
  const { version, arch, versions } = process;
  return [version, arch, versions.zstd, versions.zlib, versions.icu, dependencies];
}
