import { datasetTable } from "../../dataset/tables/index.ts";
import { remembered } from "../../runtime/lazy.ts";
import { FILE_ROW, type Fragment, type ImportCell, type ImportRow } from "../importer.ts";
import type { SourceFacts } from "../source-licence.ts";

export interface MergedTable {
  readonly table: string;
  /** Unique keys, in key order. */
  readonly rows: readonly ImportRow[];
}

/** Files of the same source and vintage that disagree on cells; the later file wins. */
export interface MergeConflict {
  readonly table: string;
  readonly sourceId: string;
  readonly column: string;
  readonly count: number;
  /** Key of the first such row. */
  readonly example: string;
}

/** Sources that disagree on cells; the one with higher precedence, or else with the later id, wins. */
export interface ContestedCells {
  readonly table: string;
  readonly column: string;
  readonly winnerId: string;
  readonly loserId: string;
  readonly count: number;
  /** Key of the first such row. */
  readonly example: string;
}

export interface Merged {
  readonly tables: readonly MergedTable[];
  readonly conflicts: readonly MergeConflict[];
  readonly contested: readonly ContestedCells[];
  /** Rows of `origins` and `origin_rows`: file, column and row of every cell about a suburb or council. */
  readonly origins: () => MergedTable[];
  /** Vintages by source id, oldest first. */
  readonly vintages: ReadonlyMap<string, readonly string[]>;
  /** Names of the tables with rows of each source. */
  readonly tablesOf: ReadonlyMap<string, readonly string[]>;
  /** `table.column` of the figures from each source, for tables with several sources. */
  readonly columnsOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * Merges fragments to one row per key. A cell comes from the source with the highest precedence, and from its
 * newest vintage. Null replaces only figures of the same source. The order of the fragments does not matter.
 */
export function mergeFragments(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
): Merged {
  const ordered = [...fragments].sort((a, b) => compareFragments(a, b, facts));
  const tables = new Map<string, Map<string, Owned>>();
  const disputes = new Map<string, ContestedCells>();
  ordered.forEach((fragment, index) => {
    const rows = remembered(tables, fragment.table, () => new Map<string, Owned>());
    const keyColumns = datasetTable(fragment.table)!.key;
    for (const row of fragment.rows) {
      const key = keyOf(row, keyColumns);
      const before = rows.get(key);
      if (before === undefined && isPlain(row)) {
        rows.set(key, { cells: row as Record<string, ImportCell>, owners: index });
        continue;
      }
      const owned = spread(before);
      rows.set(key, owned);
      mergeRow(owned, row, index, ordered, (column, loserId) =>
        noteDispute(disputes, fragment, column, loserId, key),
      );
    }
  });
  return {
    tables: [...tables].map(([table, rows]) => ({ table, rows: inKeyOrder(rows) })),
    conflicts: [...disputes.values()].flatMap(({ winnerId, loserId, ...cells }) =>
      winnerId === loserId ? [{ ...cells, sourceId: winnerId }] : [],
    ),
    contested: [...disputes.values()].filter(({ winnerId, loserId }) => winnerId !== loserId),
    origins: () => originTables(tables, ordered),
    vintages: collect(fragments, (fragment) => fragment.vintage),
    tablesOf: collect(fragments, (fragment) => fragment.table),
    columnsOf: givenColumns(tables, ordered),
  };
}

function keyOf(row: ImportRow, [first, ...others]: readonly string[]): string {
  let key = String(row[first] ?? "");
  for (const column of others) key += `\u0000${row[column] ?? ""}`;
  return key;
}

/** True when the row can be stored as is: no undefined cells and no FILE_ROW. */
function isPlain(row: ImportRow): boolean {
  for (const column in row) if (row[column] === undefined || column === FILE_ROW) return false;
  return true;
}

type Shared = Owned & { readonly owners: Record<string, number> };

/** Copies a row to the form with an owner per cell. */
function spread(owned: Owned = { cells: {}, owners: {} }): Shared {
  const { cells, owners } = owned;
  if (typeof owners !== "number") return owned as Shared;
  return {
    cells: { ...cells },
    owners: Object.fromEntries(Object.keys(cells).map((name) => [name, owners])),
  };
}

function mergeRow(
  owned: Shared,
  row: ImportRow,
  index: number,
  ordered: readonly Fragment[],
  onConflict: (column: string, loserId: string) => void,
): void {
  const mine = ordered[index];
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue;
    if (column === FILE_ROW) {
      owned.fileRows ??= new Map();
      owned.fileRows.set(index, Number(value));
      continue;
    }
    const before = owned.cells[column];
    if (before !== undefined && before !== null) {
      const other = ordered[owned.owners[column]];
      const isSameSource = other.sourceId === mine.sourceId;
      if (value === null && (!isSameSource || other.vintage === mine.vintage)) continue;
      if (value !== before && !(isSameSource && other.vintage !== mine.vintage))
        onConflict(column, other.sourceId);
    }
    owned.cells[column] = value;
    owned.owners[column] = index;
  }
}

/** The columns that each source filled, per table with several sources, without key columns. */
function givenColumns(tables: ReadonlyMap<string, ReadonlyMap<string, Owned>>, ordered: readonly Fragment[]) {
  const given = new Map<string, Set<string>>();
  const regions = tables.get("house_price_regions");
  const isSuburb = (region: string) => typeof regions?.get(region)?.cells.sal_code === "string";
  for (const [table, rows] of tables) {
    const sources = new Set(
      ordered.filter((fragment) => fragment.table === table).map((one) => one.sourceId),
    );
    if (sources.size < 2) continue;
    const ownersOf = new Map<string, Set<number>>();
    for (const row of rows.values()) {
      const { cells } = row;
      const kind = kindOfRow(table, cells, isSuburb);
      if (kind !== undefined) {
        const owner = ownerOf(row, Object.keys(cells).at(-1)!);
        remembered(ownersOf, kind, () => new Set()).add(owner);
      }
      for (const column in cells) {
        if (cells[column] !== null) remembered(ownersOf, column, () => new Set()).add(ownerOf(row, column));
      }
    }
    for (const column of datasetTable(table)!.key) ownersOf.delete(column);
    for (const [column, owners] of ownersOf) {
      for (const { sourceId } of [...owners].map((owner) => ordered[owner])) {
        remembered(given, sourceId, () => new Set()).add(`${table}.${column}`);
      }
    }
  }
  return new Map([...given].map(([id, columns]) => [id, [...columns].sort()]));
}

/** Kind of a row in tables with several kinds (suburb prices, offences), named like the metrics' `rows`. */
function kindOfRow(
  table: string,
  { region_code, measure, dwelling_type, offence }: ImportRow,
  isSuburb: (region: string) => boolean,
): string | undefined {
  if (table === "suburb_offences") return `rows_${offence}`;
  if (table !== "house_prices" || !isSuburb(String(region_code))) return undefined;
  return `rows_${measure}_${dwelling_type}`;
}

/** Lowest precedence first, so that the last fragment wins; ties by source id, then oldest vintage first. */
function compareFragments(a: Fragment, b: Fragment, facts: ReadonlyMap<string, SourceFacts>): number {
  return (
    facts.get(a.sourceId)!.precedence - facts.get(b.sourceId)!.precedence ||
    order(a.sourceId, b.sourceId) ||
    order(a.vintage, b.vintage)
  );
}

/** Compares strings by code units. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inKeyOrder(rows: ReadonlyMap<string, Owned>): ImportRow[] {
  return [...rows].sort(([a], [b]) => order(a, b)).map(([, { cells }]) => cells);
}

/** Counts a cell on which a fragment differs from an earlier one, possibly of the same source. */
function noteDispute(
  disputes: Map<string, ContestedCells>,
  { table, sourceId: winnerId }: Fragment,
  column: string,
  loserId: string,
  key: string,
): void {
  const id = `${table} ${winnerId} ${loserId} ${column}`;
  const before = disputes.get(id);
  const example = before?.example ?? key.replaceAll("\u0000", " ");
  disputes.set(id, { table, column, winnerId, loserId, count: (before?.count ?? 0) + 1, example });
}

function collect(fragments: readonly Fragment[], value: (fragment: Fragment) => string) {
  const bySource = Map.groupBy(fragments, ({ sourceId }) => sourceId);
  return new Map([...bySource].map(([id, own]) => [id, [...new Set(own.map(value))].sort()]));
}

export interface Owned {
  /** Shared with the fragment's row if no other fragment has this key, as is usual: copy before writing. */
  readonly cells: Record<string, ImportCell>;
  /** Index of the fragment of each cell; a single number if all cells come from one fragment. */
  readonly owners: Readonly<Record<string, number>> | number;
  /** File row by fragment index, where known. */
  fileRows?: Map<number, number>;
}

export function ownerOf({ owners }: Owned, column: string): number {
  return typeof owners === "number" ? owners : owners[column];
}

/** Tables about suburbs and councils, whose figures are shown with their provenance. */
const TABLES: ReadonlySet<string> = new Set([
  "suburb_demographics",
  "suburb_amenities",
  "suburb_offences",
  "suburb_hazard_exposure",
  "suburb_lga",
  "lga",
  "house_prices",
]);

/** Columns that describe a row and are not figures. */
const LABELS: ReadonlySet<string> = new Set(
  "source source_licence source_jurisdiction unit period_freq is_preliminary year_ends".split(" "),
);

/** Suburb prices shown with provenance; others are series, which name their source themselves. */
function isShown(table: string, { measure, dwelling_type }: ImportRow): boolean {
  return table !== "house_prices" || (measure === "median_price" && dwelling_type === "house");
}

/**
 * Provenance tables. `origins`: a row per file and set of columns, with the publisher's column or formula of
 * each. `origin_rows`: a row per table row and origin, with the row in the file.
 */
function originTables(
  tables: ReadonlyMap<string, ReadonlyMap<string, Owned>>,
  ordered: readonly Fragment[],
): { table: string; rows: ImportRow[] }[] {
  const ids = new Map<string, number>();
  const origins: ImportRow[] = [];
  const places: ImportRow[] = [];
  const idOf = (table: string, index: number, columns: string) =>
    remembered(ids, `${index} ${columns}`, () => {
      const { sourceId, file } = ordered[index];
      // push returns the new length, which is the id.
      return origins.push({
        origin_id: origins.length + 1,
        table_name: table,
        source: sourceId,
        vintage: file!.vintage,
        file: file!.path.split(/[\\/]/).at(-1)!,
        sha256: file!.sha256,
        columns: JSON.stringify(
          Object.fromEntries(columns.split(" ").map((name) => [name, file!.columns?.[name] ?? ""])),
        ),
      });
    });
  for (const [table, rows] of tables) {
    if (!TABLES.has(table)) continue;
    const { key } = datasetTable(table)!;
    for (const [rowKey, row] of rows) {
      const { cells, fileRows } = row;
      if (!isShown(table, cells)) continue;
      const columnsOf = new Map<number, string[]>();
      for (const column in cells) {
        const owner = ownerOf(row, column);
        if (cells[column] === null || LABELS.has(column)) continue;
        // lga_code is in the key of suburb_lga, but also a figure of the suburb.
        if (key.includes(column) && !(table === "suburb_lga" && column === "lga_code")) continue;
        if (ordered[owner].file === undefined) continue;
        remembered(columnsOf, owner, () => []).push(column);
      }
      for (const [owner, columns] of columnsOf) {
        places.push({
          origin_id: idOf(table, owner, columns.sort().join(" ")),
          row_key: rowKey.replaceAll("\u0000", " "),
          file_row: fileRows?.get(owner) ?? null,
        });
      }
    }
  }
  if (origins.length === 0) return [];
  return [
    { table: "origins", rows: origins },
    { table: "origin_rows", rows: places },
  ];
}
