import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { remembered } from "../lazy.ts";

/** A module that is imported for its types alone leaves nothing in the code. */
const TYPE_IMPORT = /^\s*(?:import|export) type [^;]*?from\s+["'][^"']+["'];/gm;
/** Any text that could name a module of this tree, however it is loaded; too many do no harm. */
const RELATIVE_MODULE = /["'`](\.{1,2}\/[\w./-]+?)(?:\.[tj]s["'`]|\$\{)/g;

/**
 * SHA-256 of a module, of every module of this tree that it can reach, and of what runs them: the packages, Node.js and
 * the processor's kind. Equal digests mean equal behaviour. Undefined where the modules are not files of their own, as
 * in a program that was bundled.
 */
export function codeDigest(...modules: readonly string[]): Promise<string | undefined> {
  return remembered(digests, modules.join("\n"), () => digestOf(modules.map((url) => fileURLToPath(url))));
}

async function digestOf(paths: readonly string[]): Promise<string | undefined> {
  const found = new Map<string, string>();
  for (const path of paths) {
    if (!(await gather(path, found))) return undefined;
  }
  const root = dirname(paths[0]);
  const parts = [...found].map(([path, digest]) => [relative(root, path).replaceAll("\\", "/"), digest]);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([platform(), parts]));
}

async function gather(path: string, found: Map<string, string>): Promise<boolean> {
  if (found.has(path)) return true;
  const module = await remembered(modules, path, () => readModule(path));
  if (module === undefined) return false;
  found.set(path, module.digest);
  await Promise.all(module.imports.map((name) => gather(name, found)));
  return true;
}

/** A module of this tree: the digest of its text, and the paths that it may import. */
interface Module {
  readonly digest: string;
  readonly imports: readonly string[];
}

/** Modules as they were when this process first asked: as good as the ones that it runs. */
const modules = new Map<string, Promise<Module | undefined>>();
const digests = new Map<string, Promise<string | undefined>>();

async function readModule(path: string): Promise<Module | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const names = text.replaceAll(TYPE_IMPORT, "").matchAll(RELATIVE_MODULE);
  const imports = Array.from(names, ([, name]) => resolve(dirname(path), `${name}${extname(path)}`));
  return { digest: sha256(text), imports: [...new Set(imports)] };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Everything outside this tree that decides about bytes. */
function platform(): unknown {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(text);
  const { version, arch, versions } = process;
  return [version, arch, versions.zstd, versions.zlib, versions.icu, dependencies];
}
