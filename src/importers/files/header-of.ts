import { TerraceError } from "../../runtime/errors.ts";
import type { Recognition } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";

/** Cells of the first line in lower case. */
export function headerOf(file: ImportFile, delimiter?: string): string[] {
  return titlesOf(file, delimiter).map((cell) => cell.toLowerCase());
}

/** The same as they are written; none for workbooks and for lines that cannot be split. */
export function titlesOf(file: ImportFile, delimiter?: string): readonly string[] {
  if (file.isWorkbook) return [];
  try {
    return file.headerCells(delimiter);
  } catch (error) {
    if (error instanceof TerraceError) return [];
    throw error;
  }
}

/** What a file is whose first line has at least so many of the columns, and those that nobody else's tables have. */
export function knownBy(
  columns: readonly string[],
  least: number,
  recognition: Recognition,
  own: readonly string[] = [],
) {
  return (file: ImportFile): Recognition | undefined => {
    const header = headerOf(file);
    const found = columns.filter((name) => header.includes(name)).length;
    return found >= least && own.every((name) => header.includes(name)) ? recognition : undefined;
  };
}
