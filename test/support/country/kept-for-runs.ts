import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { removeDirectory } from "../run/remove-directory.ts";

export const SRC = resolve(import.meta.dirname, "../../../src");

/** How the names of what runs of this checkout share begin; what no run has used for an hour is removed when more is made. */
export const FAMILY = `terrace-shared-${createHash("sha256").update(SRC).digest("hex").slice(0, 8)}-`;
const UNUSED_MS = 3_600_000;

/** Runs `make` while no other process does under the same lock: test files that start at once make one. */
export async function alone(lock: string, make: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      if (!isRunning(Number(await readFile(lock, "utf8").catch(() => process.pid))))
        await removeDirectory(lock);
      await setTimeout(50);
    }
  }
  await make().finally(() => removeDirectory(lock));
}

/** False of a process that has exited; one that has not yet written its number (0) is running. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A change of the sources makes others; those of earlier sources would fill the disk. */
export async function removeUnused(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(FAMILY))) {
    const path = join(tmpdir(), name);
    const used = await stat(path).catch(() => undefined);
    if (used !== undefined && Date.now() - used.mtimeMs > UNUSED_MS) await removeDirectory(path);
  }
}

/** A digest of the sources and tables in these folders. */
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
