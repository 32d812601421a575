import type { SheetCell } from "../../../src/importers/run/import-file.ts";

/** A small invented file of one kind, as a grid: rows above the header, the header, data. */
export interface Sample {
  readonly importerId: string;
  readonly name: string;
  readonly format: "csv" | "xlsx" | "json" | "records";
  readonly grid: readonly (readonly SheetCell[])[];
  /** Index of the header row; all rows after it are data. */
  readonly header: number;
  /** Required columns, or members in JSON. */
  readonly needed: readonly string[];
  readonly separator?: string;
  readonly sheet?: string;
  /** Whether columns may be in any order; otherwise another order must be refused or reported. */
  readonly anyColumnOrder: boolean;
}

export const cells = (line: string, separator = ","): string[] => line.split(separator);

/** A delimited text file, from lines or a grid; by default its columns may be in any order. */
export function csv(
  importerId: string,
  name: string,
  lines: string | Sample["grid"],
  needed: string | readonly string[],
  more: Partial<Sample> = {},
): Sample {
  const split = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => cells(line, more.separator));
  return {
    importerId,
    name,
    format: "csv",
    header: 0,
    anyColumnOrder: true,
    ...more,
    grid: typeof lines === "string" ? split(lines) : lines,
    needed: typeof needed === "string" ? cells(needed) : needed,
  };
}

export const xlsx = (
  importerId: string,
  name: string,
  sheet: string,
  grid: Sample["grid"],
  needed: string | readonly string[],
  more: Partial<Sample> = {},
): Sample => csv(importerId, name, grid, needed, { format: "xlsx", sheet, ...more });

export const json = (importerId: string, name: string, value: unknown, needed: string, header = -1): Sample =>
  csv(importerId, name, [[JSON.stringify(value)]], needed, { format: "json", header });
