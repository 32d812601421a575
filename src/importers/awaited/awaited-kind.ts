import { headerOf } from "../files/header-of.ts";
import type { ImportFile } from "../run/import-file.ts";

/** A kind of file that is known and has no place yet. */
export interface AwaitedKind {
  readonly what: string;
  /** What must be there before its figures can be used, or why they are not needed. */
  readonly why: string;
  readonly is: (file: ImportFile) => boolean;
}

/** Whether a text has all of the columns, in lower case. */
export const hasColumns =
  (...names: readonly string[]) =>
  (file: ImportFile) => {
    const header = headerOf(file);
    return names.every((name) => header.includes(name));
  };

/** Whether the head of a sheet says it. */
export const inSheets = (pattern: RegExp) => (file: ImportFile) =>
  file.isWorkbook && [...file.sheetHeads().values()].some((rows) => pattern.test(rows.flat().join(" ")));

/** Whether the first lines of a text say it. */
export const begins = (pattern: RegExp) => (file: ImportFile) => !file.isWorkbook && pattern.test(file.head);

/** Whether a TopoJSON has areas of one of the bureau's levels, by the property with their code. */
export const isTopologyOf = (levels: string) => (file: ImportFile) =>
  /^\s*\{"type":"Topology"/.test(file.head) && new RegExp(`"(${levels})_CODE2[0-9]"`).test(file.text);
