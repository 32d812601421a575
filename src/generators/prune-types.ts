import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/** Removes .d.ts files in the given folder that no package export reaches, as nobody can import them. */
const dist = resolve(process.argv[2]);
const manifest = join(import.meta.dirname, "../../package.json");
const { exports } = JSON.parse(await readFile(manifest, "utf8")) as { exports: unknown };
const reached = new Set<string>();
const waiting = [...JSON.stringify(exports).matchAll(/"\.\/dist\/([^"]+\.d\.ts)"/g)].map(([, path]) =>
  join(dist, path),
);
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (reached.has(file) || !existsSync(file)) continue;
  reached.add(file);
  for (const [, path] of (await readFile(file, "utf8")).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    waiting.push(join(dirname(file), path.replace(/\.[jt]s$/, ".d.ts")));
  }
}
if (reached.size === 0) throw new Error(`package.json names no declarations that are in ${dist}`);
for (const name of await readdir(dist, { recursive: true })) {
  const file = join(dist, name);
  if (name.endsWith(".d.ts") && !reached.has(file)) await rm(file);
}
