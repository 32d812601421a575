import { TerraceError } from "../../runtime/errors.ts";
import type { ImportFile } from "../run/import-file.ts";

/** Cells of the first line in lower case; none for workbooks and for lines that cannot be split. */
export function headerOf(file: ImportFile, delimiter = ","): string[] {
  if (file.isWorkbook) return [];
  try {
    return file.headerCells(delimiter).map((cell) => cell.toLowerCase());
  } catch (error) {
    if (error instanceof TerraceError) return [];
    throw error;
  }
}
