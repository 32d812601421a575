import { readFile } from "node:fs/promises";
import { readDatasetManifest } from "../../dataset/dataset.ts";
import { locateTables, tablesFolderOf } from "../../dataset/locate-tables.ts";
import type { DatasetSource } from "../../dataset/manifest.ts";
import type { ColumnDefinition } from "../../dataset/table-definition.ts";
import { datasetTable } from "../../dataset/tables/index.ts";
import { badDataset } from "../../runtime/errors.ts";
import { readParquetRows } from "../files/read-parquet.ts";
import { unpackBudget } from "../files/unpack.ts";
import type { Fragment, ImportCell, ImportRow } from "../importer.ts";
import type { SourceFacts } from "../source-licence.ts";

/**
 * Reads a Parquet dataset without import parts as fragments. Each cell gets the source that supplied it and
 * that source's vintage, so a newer file of the source replaces it and an older one does not.
 */
export async function readBaseDataset(dir: string, facts: ReadonlyMap<string, SourceFacts>) {
  const manifest = await readDatasetManifest(dir);
  const { tables: files } = await locateTables(await tablesFolderOf(dir, manifest));
  const unknown = manifest.sources.filter(({ id }) => !facts.has(id)).map(({ id }) => id);
  if (manifest.synthetic || unknown.length > 0) {
    throw badDataset(
      `"${dir}" cannot be updated: ${manifest.synthetic ? "it is synthetic" : `no importer reads ${unknown.join(", ")}`}`,
    );
  }
  const tables = new Map<string, ImportRow[]>();
  for (const { table, path, format } of files.values()) {
    if (format !== "parquet") throw badDataset(`${path}: only datasets of Parquet tables can be updated`);
    const columns = datasetTable(table)!.columns;
    const rows = await readParquetRows(await readFile(path), path, unpackBudget());
    tables.set(
      table,
      (rows as Record<string, unknown>[]).map((row) => plainRow(row, columns)),
    );
  }
  const seriesSource = new Map(
    (tables.get("economic_series") ?? []).map((row) => [row.series_key, row.source_key]),
  );
  const fragments = [...tables].flatMap(([table, rows]) => {
    const sources = manifest.sources.filter((source) => source.tables.includes(table));
    const named = datasetTable(table)!.columns.find(({ sourceId }) => sourceId)?.name;
    // Observations have the source of their series.
    const ofRow = (row: ImportRow) => (named === undefined ? seriesSource.get(row.series_key) : row[named]);
    return fragmentsOf(table, rows, sources, ofRow, facts);
  });
  return { manifest, fragments };
}

function fragmentsOf(
  table: string,
  rows: readonly ImportRow[],
  sources: readonly DatasetSource[],
  sourceOfRow: (row: ImportRow) => unknown,
  facts: ReadonlyMap<string, SourceFacts>,
): Fragment[] {
  // Highest precedence last, as in a merge.
  const ordered = [...sources].sort((a, b) => facts.get(a.id)!.precedence - facts.get(b.id)!.precedence);
  const strongest = ordered.at(-1);
  if (strongest === undefined) return [];
  const fragment = ({ id, vintage }: DatasetSource, own: readonly ImportRow[]): Fragment[] =>
    own.length === 0 ? [] : [{ table, sourceId: id, vintage, rows: own }];
  if (ordered.length === 1) return fragment(strongest, rows);
  const bySource = Map.groupBy(rows, (row) => ordered.find(({ id }) => id === sourceOfRow(row)));
  const rest = bySource.get(undefined) ?? [];
  const owned = ordered.flatMap((source) => fragment(source, bySource.get(source) ?? []));
  const { key, columns } = datasetTable(table)!;
  const givers = new Map(
    columns.map(({ name }) => [
      name,
      ordered.findLast((source) => source.columns?.includes(`${table}.${name}`)) ?? strongest,
    ]),
  );
  const parts = ordered.flatMap((source) => {
    const names = columns.map(({ name }) => name).filter((name) => givers.get(name) === source);
    const own = names.filter((name) => !key.includes(name));
    if (own.length === 0 && source !== strongest) return [];
    const given = rest.filter((row) => source === strongest || own.some((name) => row[name] !== undefined));
    return fragment(
      source,
      given.map((row) => Object.fromEntries([...key, ...own].map((name) => [name, row[name]]))),
    );
  });
  return [...owned, ...parts];
}

/** Converts a row to import form: dates as strings, empty cells omitted so that other sources fill them. */
function plainRow(row: Readonly<Record<string, unknown>>, columns: readonly ColumnDefinition[]): ImportRow {
  const cells: Record<string, ImportCell | undefined> = {};
  for (const { name, type } of columns) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    if (value instanceof Date)
      cells[name] = type === "date" ? value.toISOString().slice(0, 10) : value.toISOString();
    else if (typeof value === "bigint") cells[name] = Number(value);
    else cells[name] = typeof value === "object" ? JSON.stringify(value) : (value as ImportCell);
  }
  return cells;
}

/** Merges the source entries of the base dataset and of new files; each gets its newest vintage. */
export function joinedSources(
  base: readonly DatasetSource[],
  fresh: readonly DatasetSource[],
): DatasetSource[] {
  const union = (one: readonly string[] = [], other: readonly string[] = []) =>
    [...new Set([...one, ...other])].sort();
  const joined = new Map(base.map((source) => [source.id, source]));
  for (const source of fresh) {
    const before = joined.get(source.id);
    // None of its files is new.
    if (before?.vintage === source.vintage && source.tables.every((table) => before.tables.includes(table)))
      continue;
    const columns = union(before?.columns, source.columns);
    const vintages = union(
      [source.vintage, ...(source.earlierVintages ?? [])],
      before && [before.vintage, ...(before.earlierVintages ?? [])],
    );
    joined.set(source.id, {
      ...source,
      vintage: vintages.at(-1)!,
      ...(vintages.length === 1 ? {} : { earlierVintages: vintages.slice(0, -1) }),
      tables: union(before?.tables, source.tables),
      ...(columns.length === 0 ? {} : { columns }),
    });
  }
  return [...joined.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
