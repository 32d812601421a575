import { DATASET_TABLES } from "../../dataset/tables/index.ts";
import type { ImportRow } from "../importer.ts";
import { NO_SUBURBS } from "../places/suburb-names.ts";
import type { MergedTable } from "./merge.ts";

/** Rows of a table that the dataset cannot hold. */
export interface LeftOutRows {
  readonly table: string;
  readonly rule: string;
  readonly count: number;
  readonly example: string;
}

/** `table.column` of every column that others reference. */
const REFERENCED: ReadonlySet<string | undefined> = new Set(
  DATASET_TABLES.flatMap(({ columns }) => columns.map(({ references }) => references)),
);

/** Drops rows that lack a required cell, have a non-finite number or reference a missing row. */
export function completeTables(tables: readonly MergedTable[]) {
  const known = new Map<string, Set<unknown>>();
  const leftOut = new Map<string, LeftOutRows>();
  const complete: MergedTable[] = [];
  for (const definition of DATASET_TABLES) {
    const merged = tables.find(({ table }) => table === definition.name);
    if (merged === undefined) continue;
    const rows = merged.rows.filter((row) => {
      const rule = problemOf(row, definition.columns, known);
      if (rule === undefined) return true;
      const id = `${definition.name} ${rule}`;
      const before = leftOut.get(id);
      const example = before?.example ?? definition.key.map((column) => row[column]).join(" ");
      leftOut.set(id, { table: definition.name, rule, count: (before?.count ?? 0) + 1, example });
      return false;
    });
    for (const [id, left] of rows.length > 0 ? [] : leftOut) {
      const giver = ADVICE_BY_COLUMN[/^no (\w+)$/.exec(left.rule)?.[1] ?? ""];
      if (left.table === definition.name && giver !== undefined) leftOut.set(id, { ...left, rule: giver });
    }
    for (const { name } of definition.columns) {
      const id = `${definition.name}.${name}`;
      if (REFERENCED.has(id)) known.set(id, new Set(rows.map((row) => row[name])));
    }
    complete.push({ table: definition.name, rows });
  }
  return { tables: complete, leftOut: [...leftOut.values()] };
}

const NO_COUNCILS = "no councils are known: import the list of councils (ASGS LGA)";

/** Advice by column when the referenced table is empty. */
const ADVICE_BY_COLUMN: Readonly<Record<string, string>> = {
  sal_name: NO_SUBURBS,
  sal_code: NO_SUBURBS,
  lga_name: NO_COUNCILS,
  lga_code: NO_COUNCILS,
  politician_id: "no members are known: import the lists of members, and allow their source",
};

type Columns = (typeof DATASET_TABLES)[number]["columns"];

function problemOf(row: ImportRow, columns: Columns, known: ReadonlyMap<string, ReadonlySet<unknown>>) {
  for (const { name, required, references } of columns) {
    const value = row[name];
    const isMissing = value === undefined || value === null || value === "";
    if (isMissing && required) return `no ${name}`;
    // A string of very many digits parses to Infinity, which tables cannot hold.
    if (typeof value === "number" && !Number.isFinite(value)) return `${name} is too large`;
    if (!isMissing && references !== undefined && !known.get(references)?.has(value)) {
      const isNone = (known.get(references)?.size ?? 0) === 0;
      return (isNone ? ADVICE_BY_COLUMN[name] : undefined) ?? `unknown ${name}`;
    }
  }
  return undefined;
}
