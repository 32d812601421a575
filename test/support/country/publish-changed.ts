import { copyFile, link, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { manifestFrom, manifestText } from "../../../src/snapshot/manifest/manifest.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { describeFile, readManifest } from "../../../src/snapshot/store/verify.ts";
import { askDuckdb } from "../data/ask-duckdb.ts";

/**
 * Publishes the current snapshot with some tables replaced by a query's rows (`FROM old`), like a later
 * release with other columns. With `tables`, the new snapshot has only these files. Returns its id.
 */
export async function publishChanged(
  dataDir: string,
  aside: string,
  queries: Readonly<Record<string, string>>,
  tables?: readonly string[],
): Promise<string> {
  const from = join(dataDir, "snapshots", (await readCurrent(dataDir))!);
  const { schemaVersion, snapshotId, ...facts } = await readManifest(from);
  const changed = new Map(
    Object.entries(queries).map(([table, sql]) => [`tables/${table}.parquet`, { table, sql }]),
  );
  const rowCounts = { ...facts.rowCounts };
  const files = [];
  const isKept = (path: string) =>
    tables === undefined || tables.includes(/^tables\/(.*)\.parquet$/.exec(path)?.[1] ?? "");
  for (const file of facts.files.filter(({ path }) => isKept(path))) {
    const target = join(aside, file.path);
    await mkdir(dirname(target), { recursive: true });
    const change = changed.get(file.path);
    if (change === undefined) {
      await link(join(from, file.path), target).catch(() => copyFile(join(from, file.path), target));
      files.push(file);
      continue;
    }
    rowCounts[change.table] = await rewrite(join(from, file.path), target, change.sql);
    files.push(await describeFile(aside, file.path));
  }
  await writeFile(
    join(aside, "manifest.json"),
    manifestText(manifestFrom({ ...facts, ...(tables && { tables }), rowCounts, files })),
  );
  return (await publishSnapshot(aside, dataDir)).snapshotId;
}

async function rewrite(from: string, to: string, sql: string): Promise<number> {
  const reader = await askDuckdb(
    `CREATE VIEW old AS SELECT * FROM '${from}'`,
    `COPY (${sql}) TO '${to}' (FORMAT parquet, COMPRESSION zstd)`,
    `SELECT count(*) FROM '${to}'`,
  );
  return Number(reader.getRows()[0][0]);
}
