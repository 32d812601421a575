import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { remembered } from "../lazy.ts";

/** Type-only imports, which leave nothing in the running code. */
const TYPE_IMPORT = /^\s*(?:import|export) type [^;]*?from\s+["'][^"']+["'];/gm;
/** Any string that could be a relative module path, however it is loaded; false positives do no harm. */
const RELATIVE_MODULE = /["'`](\.{1,2}\/[\w./-]+?)(?:\.[tj]s["'`]|\$\{)/g;

/**
 * SHA-256 of the given modules, of every module of this tree that they can reach, and of what runs them: the
 * packages, Node.js and the CPU architecture. Equal digests mean equal behaviour. Undefined when the modules
 * are not separate files, as in a bundle.
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
  return hash("sha256", JSON.stringify([platform(), parts]));
}

async function gather(path: string, found: Map<string, string>): Promise<boolean> {
  if (found.has(path)) return true;
  const module = await remembered(modules, path, () => readModule(path));
  if (module === undefined) return false;
  found.set(path, module.digest);
  await Promise.all(module.imports.map((name) => gather(name, found)));
  return true;
}

/** Digest of a module's text, and the paths that it may import. */
interface Module {
  readonly digest: string;
  readonly imports: readonly string[];
}

/** Cached per process: later changes of the files do not affect the code that is running. */
const modules = new Map<string, Promise<Module | undefined>>();
const digests = new Map<string, Promise<string | undefined>>();

async function readModule(path: string): Promise<Module | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const names = text.replaceAll(TYPE_IMPORT, "").matchAll(RELATIVE_MODULE);
  const imports = Array.from(names, ([, name]) => resolve(dirname(path), `${name}${extname(path)}`));
  return { digest: hash("sha256", text), imports: [...new Set(imports)] };
}

/** Versions outside this tree that can change output bytes. */
function platform(): unknown {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(text);
  const { version, arch, versions } = process;
  return [version, arch, versions.zstd, versions.zlib, versions.icu, dependencies];
}
