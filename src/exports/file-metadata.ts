import type { ExportColumn, ExportTable } from "../domains/export.ts";
import type { SnapshotFacts } from "../rpc/unary-method.ts";
import type { SnapshotSource } from "../snapshot/manifest/manifest.ts";

/** The description of a file: its columns, publishers and licences. As JSON it lacks what is undefined. */
export function fileMetadata(table: ExportTable, { snapshotId, asOf, synthetic }: SnapshotFacts) {
  return {
    title: table.title,
    snapshot_id: snapshotId,
    as_of: asOf,
    /** True when the rows are invented. */
    synthetic,
    rows: table.rowCount,
    columns: table.columns.map(columnFacts),
    sources: table.sources.map(sourceFacts),
  };
}

function columnFacts({ name, type, unit, doc, nullMeaning, sources }: ExportColumn) {
  return { name, type, unit, description: doc, null_meaning: nullMeaning, sources };
}

function sourceFacts({ id, publisher, title, licence, vintage, attribution, url }: SnapshotSource) {
  return { id, publisher, title, licence, vintage, attribution, url };
}

/** The same as key-value pairs, for Parquet and Arrow. */
export function metadataEntries(table: ExportTable, facts: SnapshotFacts): [key: string, value: string][] {
  const { title, snapshot_id, as_of, synthetic, columns, sources } = fileMetadata(table, facts);
  return [
    ["title", title],
    ["snapshot_id", snapshot_id],
    ["as_of", as_of],
    ["synthetic", String(synthetic)],
    ["licences", [...new Set(sources.map(({ licence }) => licence))].join(", ")],
    ["sources", JSON.stringify(sources)],
    ["columns", JSON.stringify(columns)],
  ];
}
