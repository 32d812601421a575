import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StepOutcome } from "../graph/run-steps.ts";
import type { LoadReport } from "../load/load-report.ts";
import { MANIFEST_FILE, manifestFrom, manifestText, type SnapshotManifest } from "../manifest/manifest.ts";
import type { AggregateFacts } from "./steps/aggregate-step.ts";
import type { PageFacts } from "./steps/page-step.ts";
import type { ColumnFacts } from "./write-columns.ts";

/** Folder of the snapshot within the staging directory; rejects are listed next to it. */
export const SNAPSHOT_FOLDER = "snapshot";

export async function writeManifest(
  directory: string,
  report: LoadReport,
  outcomes: readonly StepOutcome[],
): Promise<SnapshotManifest> {
  const of = (kind: string) => outcomes.filter((outcome) => outcome.kind === kind);
  const inside = `${SNAPSHOT_FOLDER}/`;
  const files = outcomes
    .flatMap(({ result }) => result.files)
    .filter(({ path }) => path.startsWith(inside))
    .map((file) => ({ ...file, path: file.path.slice(inside.length) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const rowCounts = Object.assign({}, ...of("aggregate").map(({ result }) => result.facts as AggregateFacts));
  const pageCounts = Object.fromEntries(
    of("pages").map(({ name, result }) => [name, (result.facts as PageFacts).pages]),
  );
  const { states, national, layout } = of("columns")[0].result.facts as ColumnFacts;
  const { id, title, asOf, synthetic, sources } = report.manifest;
  const refused = report.tables.filter((table) => table.rowsRejected > 0);
  const manifest = manifestFrom({
    datasetId: id,
    title,
    asOf: new Date(asOf).toISOString(),
    synthetic,
    sources,
    tables: Object.keys(rowCounts).sort(),
    rowCounts,
    pageCounts,
    datasetRows: Object.fromEntries(report.tables.map((table) => [table.table, table.rowsLoaded])),
    rejects: refused.map(({ table, rowsRejected }) => ({ table, rows: rowsRejected })),
    states,
    national,
    columns: layout,
    files,
  });
  await writeFile(join(directory, MANIFEST_FILE), manifestText(manifest));
  return manifest;
}
