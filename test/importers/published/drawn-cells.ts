import type { ImportRow } from "../../../src/importers/importer.ts";
import { plainName } from "../../support/plain/plain-csv.ts";

/** All files imported together, and how cells of them are drawn. */
export interface Published {
  /** Rows of a table by the values of the columns, joined by a space. */
  readonly rows: (table: string, ...columns: string[]) => ReadonlyMap<string, ImportRow>;
  readonly draw: <T>(list: readonly T[]) => T;
  /** Where a file of the publishers' lies. */
  readonly path: (file: string) => string;
}

/** What the cell is, what its publisher prints, what was imported. */
export type Cell = readonly [what: string, published: number | string | null, imported: unknown];

/** Cells of one file or of one kind of them. A cell that has no counterpart is undefined, and another is drawn. */
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

/** Lower case letters and digits with single hyphens, as region codes have them, in capitals. */
export const slugOf = (name: string) =>
  name
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "-");

/** Suburb codes of a state by plain name, those that several suburbs share left out. */
export function plainSuburbs({ rows }: Published, state: string): ReadonlyMap<string, string> {
  const codes = new Map<string, string[]>();
  for (const { sal_code, sal_name, state_code } of rows("suburb_demographics", "sal_code").values()) {
    if (state_code !== state) continue;
    const name = plainName(String(sal_name).replace(/ \(.*$/, ""));
    codes.set(name, [...(codes.get(name) ?? []), String(sal_code)]);
  }
  return new Map([...codes].flatMap(([name, own]) => (own.length === 1 ? [[name, own[0]] as const] : [])));
}
