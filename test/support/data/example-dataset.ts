import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { DATASET_TABLES } from "../../../src/dataset/tables/index.ts";
import { loadDataset } from "../../../src/snapshot/build/load-dataset.ts";
import type { LoadOptions } from "../../../src/snapshot/load/check-rejects.ts";
import type { LoadReport } from "../../../src/snapshot/load/load-report.ts";
import type { Reject } from "../../../src/snapshot/load/rejects.ts";
import { type BuildDatabase, openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { temporaryDirectory } from "../run/fixtures.ts";

export const EXAMPLE_DATASET = join(import.meta.dirname, "../../../data/example");

const REQUIRED_TABLES = DATASET_TABLES.filter((table) => table.required).map((table) => table.name);

/**
 * Copies the required tables of the example dataset, and the named ones, to a directory that is removed when
 * the test ends: the test may damage it.
 */
export async function copyExample(...optionalTables: string[]): Promise<string> {
  const dir = await temporaryDirectory();
  await copyExampleInto(dir, ...optionalTables);
  return dir;
}

/** copyExample into a directory that the caller removes. */
export async function copyExampleInto(dir: string, ...optionalTables: string[]): Promise<void> {
  for (const name of await readdir(EXAMPLE_DATASET)) {
    const table = name.split(".")[0];
    if (name === "dataset.json" || [...REQUIRED_TABLES, ...optionalTables].includes(table)) {
      await cp(join(EXAMPLE_DATASET, name), join(dir, name));
    }
  }
}

/** Replaces a table's file, whatever its format, with another. */
export async function putTable(dir: string, fileName: string, content: string | Uint8Array): Promise<void> {
  await removeTable(dir, fileName.split(".")[0]);
  await writeFile(join(dir, fileName), content);
}

export async function removeTable(dir: string, table: string): Promise<void> {
  const names = await readdir(dir);
  for (const name of names.filter((n) => n.startsWith(`${table}.`))) await rm(join(dir, name));
}

/** An empty build database, closed when the test ends. */
export async function openTestDatabase(): Promise<BuildDatabase> {
  const tempDirectory = await temporaryDirectory();
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 512, tempDirectory });
  onTestFinished(() => db.close());
  return db;
}

/** Database, report and rejects after a load, by default one that accepts any share of rejects. */
export async function loadFolder(
  dir: string,
  options: Partial<LoadOptions> = { maxRejectShare: 1 },
): Promise<{ db: BuildDatabase; report: LoadReport; rejects: Reject[] }> {
  const db = await openTestDatabase();
  const rejectsPath = join(await temporaryDirectory(), "rejects.ndjson");
  const report = await loadDataset(db, dir, { rejectsPath, ...options });
  return { db, report, rejects: await readRejects(rejectsPath) };
}

export async function readRejects(path: string): Promise<Reject[]> {
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Reject);
}
