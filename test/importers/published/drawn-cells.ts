import type { ImportRow } from "../../../src/importers/importer.ts";
import { plainName } from "../../support/plain/plain-csv.ts";

/** The import of all files, and helpers to draw random cells. */
export interface Published {
  /** Rows of a table by the values of these columns, joined by a space. */
  readonly rows: (table: string, ...columns: string[]) => ReadonlyMap<string, ImportRow>;
  readonly draw: <T>(list: readonly T[]) => T;
  readonly path: (file: string) => string;
}

/** Description of a cell, its published value, its imported value. */
export type Cell = readonly [what: string, published: number | string | null, imported: unknown];

/** Random cells of a file or kind of file. If `cell` returns undefined (no counterpart), another is drawn. */
export interface Draws {
  /** Id of the importer. */
  readonly kind: string;
  readonly file: string;
  readonly count: number;
  readonly cell: () => Cell | undefined;
}

export const drawsOf = (kind: string, file: string, count: number, cell: Draws["cell"]): Draws => ({
  kind,
  file,
  count,
  cell,
});

/** A name as in region codes: upper case letters and digits with single hyphens. */
export const slugOf = (name: string) =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "-");

/** Suburb codes of a state by plain name, without names that several suburbs share. */
export function plainSuburbs({ rows }: Published, state: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string[]>();
  for (const { sal_code, sal_name, state_code } of rows("suburb_demographics", "sal_code").values()) {
    if (state_code !== state) continue;
    const name = plainName(String(sal_name).replace(/ \(.*$/, ""));
    codes.set(name, [...(codes.get(name) ?? []), String(sal_code)]);
  }
  return new Map([...codes].flatMap(([name, own]) => (own.length === 1 ? [[name, own[0]] as const] : [])));
}
