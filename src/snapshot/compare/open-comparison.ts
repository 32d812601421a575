import { join } from "node:path";
import { TABLES_FOLDER } from "../manifest/manifest.ts";
import type { VerifiedSnapshot } from "../store/open.ts";
import { sqlParquet } from "../tables/sql-text.ts";
import { openBuildDatabase } from "../tables/write-tables.ts";

export type Side = "before" | "after";

/** Two snapshots, readable in one database. */
export type Comparison = Awaited<ReturnType<typeof openComparison>>;

export async function openComparison(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
  tempDirectory: string,
) {
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 1000, tempDirectory });
  try {
    const sides = { before, after };
    const known = new Map<string, Map<string, string>>();
    for (const [side, { directory, manifest }] of Object.entries(sides)) {
      for (const table of manifest.tables) {
        const described = await db.rows<{ column_name: string; column_type: string }>(
          `DESCRIBE FROM ${relationOf(directory, table)}`,
        );
        known.set(`${side} ${table}`, new Map(described.map((c) => [c.column_name, c.column_type])));
      }
    }
    const columns = (side: Side, table: string) => known.get(`${side} ${table}`) ?? new Map<string, string>();
    const digest = ({ manifest }: VerifiedSnapshot, table: string) =>
      manifest.files.find((file) => file.path === `${TABLES_FOLDER}/${table}.parquet`)?.sha256;
    return {
      db,
      manifests: { before: before.manifest, after: after.manifest },
      /** Tables of either snapshot, sorted. */
      tables: [...new Set([...before.manifest.tables, ...after.manifest.tables])].sort(),
      /** False if both have the table with equal bytes, or neither has it: then no row needs reading. */
      differs: (table: string) => digest(before, table) !== digest(after, table),
      /** Name and type of a table's columns on a side; empty if it lacks the table. */
      columns,
      /** Columns that both sides have, or all of a table that one side lacks: a new column is not a change. */
      shared: (table: string) => {
        const [old, now] = [columns("before", table), columns("after", table)];
        if (old.size === 0 || now.size === 0) return [...old.keys(), ...now.keys()];
        return [...now.keys()].filter((name) => old.has(name));
      },
      /** SQL for columns of a table: null for columns that the side lacks, no rows for a missing table. */
      rows: (side: Side, table: string, wanted: readonly string[]) => {
        const there = columns(side, table);
        const other = columns(side === "before" ? "after" : "before", table);
        const list = wanted.map((name) =>
          there.has(name) ? `"${name}"` : `CAST(NULL AS ${other.get(name) ?? "VARCHAR"}) AS "${name}"`,
        );
        return there.size === 0
          ? `(SELECT ${list.join(", ")} WHERE false)`
          : `(SELECT ${list.join(", ")} FROM ${relationOf(sides[side].directory, table)})`;
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function relationOf(directory: string, table: string): string {
  return sqlParquet(join(directory, TABLES_FOLDER, `${table}.parquet`));
}
