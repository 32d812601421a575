import { join } from "node:path";
import { readDatasetManifest, writeDatasetManifest } from "../../dataset/dataset.ts";
import { locateTables } from "../../dataset/locate-tables.ts";
import { STATES } from "../../dataset/states.ts";
import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import { makeDirectory } from "../../runtime/files/writable-directory.ts";
import { sqlText } from "../../snapshot/tables/sql-text.ts";
import { openBuildDatabase } from "../../snapshot/tables/write-tables.ts";

/** A territory with a capital and few suburbs. */
const FIRST = STATES.find(({ code }) => code === "ACT")!;

/** Tables filtered by state; tables that reference their rows are filtered by those references. */
const PLACED = ["suburb_demographics", "lga"];

/** Tables without a state that build fast; copied whole. */
const WHOLE = ["state_demographics", "federal_results", "economic_series", "economic_observations"];

/**
 * Writes the rows of a dataset about one territory, which build in seconds, into a folder. Returns the
 * territory's name; undefined, with nothing written, when the dataset has other formats than Parquet or no
 * suburb in the territory.
 */
export async function writeFirstPart(datasetDir: string, out: string): Promise<string | undefined> {
  const { tables } = await locateTables(datasetDir);
  if ([...tables.values()].some(({ format }) => format !== "parquet")) return undefined;
  const manifest = await readDatasetManifest(datasetDir);
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 600, tempDirectory: out });
  try {
    const written = new Set<string>();
    for (const { name, columns } of DATASET_TABLES) {
      const file = tables.get(name);
      const conditions = columns.flatMap((column) => {
        const [table, key] = column.references?.split(".") ?? [];
        if (!written.has(table)) return [];
        const keys = `SELECT "${key}" FROM ${sqlText(join(out, `${table}.parquet`))}`;
        return [`("${column.name}" IS NULL OR "${column.name}" IN (${keys}))`];
      });
      if (PLACED.includes(name)) conditions.push(`state_code = '${FIRST.code}'`);
      if (file === undefined || (conditions.length === 0 && !WHOLE.includes(name))) continue;
      if (written.size === 0) await makeDirectory(out);
      const where = ["true", ...conditions].join(" AND ");
      const rows = await db.writeParquet(
        `SELECT * FROM ${sqlText(file.path)} WHERE ${where}`,
        join(out, `${name}.parquet`),
      );
      if (name === "suburb_demographics" && rows === 0) return undefined;
      written.add(name);
    }
    const title = `${FIRST.name}, the first part of: ${manifest.title}`;
    await writeDatasetManifest(out, { ...manifest, id: `${manifest.id}-${FIRST.code.toLowerCase()}`, title });
    return FIRST.name;
  } finally {
    db.close();
  }
}
