import { datasetTable } from "../../dataset/tables/index.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { Fragment, ImportCell, ImportRow } from "../importer.ts";

/** A merged row. */
export interface Owned {
  /** Those of the fragment itself where no other gave any, which most rows are. */
  readonly cells: Record<string, ImportCell>;
  /** Index of the fragment that gave each cell; that of all cells where one gave them. */
  readonly owners: Readonly<Record<string, number>> | number;
  /** Row of the file by index of the fragment, where it says so. */
  fileRows?: Map<number, number>;
}

export function ownerOf({ owners }: Owned, column: string): number {
  return typeof owners === "number" ? owners : owners[column];
}

/** Tables about suburbs and councils, whose figures are shown with their origin. */
const TABLES: ReadonlySet<string> = new Set([
  "suburb_demographics",
  "suburb_amenities",
  "suburb_offences",
  "suburb_hazard_exposure",
  "suburb_lga",
  "lga",
  "house_prices",
]);

/** Columns of a row that say what it is about and are not figures. */
const LABELS: ReadonlySet<string> = new Set(
  "source source_licence source_jurisdiction unit period_freq is_preliminary year_ends".split(" "),
);

/** Prices that a suburb is shown with; the others are series, which name their own source. */
function isShown(table: string, { measure, dwelling_type }: ImportRow): boolean {
  return table !== "house_prices" || (measure === "median_price" && dwelling_type === "house");
}

/**
 * Where each figure was read: `origins` has a row for each file and set of columns that it gave, with the publisher's
 * column or formula of each, and `origin_rows` one for each row of a table and origin, with its row in the file.
 */
export function originTables(
  tables: ReadonlyMap<string, ReadonlyMap<string, Owned>>,
  ordered: readonly Fragment[],
): { table: string; rows: ImportRow[] }[] {
  const ids = new Map<string, number>();
  const origins: ImportRow[] = [];
  const places: ImportRow[] = [];
  const idOf = (table: string, index: number, columns: string) => {
    const known = ids.get(`${index} ${columns}`);
    if (known !== undefined) return known;
    const id = origins.length + 1;
    ids.set(`${index} ${columns}`, id);
    const { sourceId, file } = ordered[index];
    origins.push({
      origin_id: id,
      table_name: table,
      source: sourceId,
      vintage: file!.vintage,
      file: file!.path.split(/[\\/]/).at(-1)!,
      sha256: file!.sha256,
      columns: JSON.stringify(
        Object.fromEntries(columns.split(" ").map((name) => [name, file!.columns?.[name] ?? ""])),
      ),
    });
    return id;
  };
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
        // A suburb's council is a figure of the suburb, and a part of the key.
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
