import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isRunning } from "../run/is-running.ts";
import { removeDirectory } from "../run/remove-directory.ts";

export const SRC = resolve(import.meta.dirname, "../../../src");

/** Name prefix of directories that runs of this checkout share; deleted after an hour without use. */
export const FAMILY = `terrace-shared-${createHash("sha256").update(SRC).digest("hex").slice(0, 8)}-`;
const UNUSED_MS = 3_600_000;

/** Runs `make` under a lock file: of test files that start at once, one makes what they share. */
export async function alone(lock: string, make: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      // An empty file reads as pid 0: its holder has yet to write its own.
      if (!isRunning(Number(await readFile(lock, "utf8").catch(() => process.pid))))
        await removeDirectory(lock);
      await setTimeout(50);
    }
  }
  await make().finally(() => removeDirectory(lock));
}

/** Every change of the sources adds directories: without this, they would fill the disk. */
export async function removeUnused(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(FAMILY))) {
    const path = join(tmpdir(), name);
    const used = await stat(path).catch(() => undefined);
    if (used !== undefined && Date.now() - used.mtimeMs > UNUSED_MS) await removeDirectory(path);
  }
}

export function hashOf(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((path) => /\.(ts|json|gz|csv|ndjson|parquet)$/.test(path)).sort()) {
      hash.update(file).update(readFileSync(join(folder, file)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
