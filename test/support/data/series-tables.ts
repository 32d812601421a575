import type { SheetCell } from "../../../src/importers/run/import-file.ts";

/** A column of a table of series; omitted members get the usual values. */
export interface SeriesColumn {
  readonly title: string;
  readonly id: string;
  readonly unit?: string;
  readonly type?: string;
  readonly source?: string;
  readonly values?: readonly SheetCell[];
}

type Cell = (column: SeriesColumn) => SheetCell;

/** A table of the statistics bureau: a line for each property of the columns, then one per period. */
export function absRows(
  columns: readonly SeriesColumn[],
  periods: readonly SheetCell[],
  frequency = "Quarter",
): SheetCell[][] {
  const line = (label: string, cell: Cell) => [label, ...columns.map(cell)];
  return [
    line("", ({ title }) => title),
    line("Unit", ({ unit }) => unit ?? "000"),
    line("Series Type", ({ type }) => type ?? "Original"),
    line("Data Type", () => "STOCK"),
    line("Frequency", () => frequency),
    line("Collection Month", () => 3),
    line("Series Start", () => periods[0]),
    line("Series End", () => periods.at(-1)!),
    line("No. Obs", () => periods.length),
    line("Series ID", ({ id }) => id),
    ...periods.map((period, i) => [period, ...columns.map(({ values }) => values?.[i] ?? null)]),
  ];
}

/** Header of a table of the reserve bank: a title, and a line for each property of the columns. */
export function rbaHeader(
  first: string,
  columns: readonly SeriesColumn[],
  frequency = "Monthly",
  published: SheetCell = "01-May-2026",
): SheetCell[][] {
  const line = (label: string, cell: Cell) => [label, ...columns.map(cell)];
  return [
    [first],
    line("Title", ({ title }) => title),
    line("Description", ({ title }) => title),
    line("Frequency", () => frequency),
    line("Type", ({ type }) => type ?? "Original"),
    line("Units", ({ unit }) => unit ?? "Per cent"),
    [],
    [],
    line("Source", ({ source }) => source ?? "RBA"),
    line("Publication date", () => published),
    line("Series ID", ({ id }) => id),
  ];
}

export const csvOf = (rows: readonly (readonly SheetCell[])[], end = "\n") =>
  rows.map((row) => row.join(",")).join(end);
