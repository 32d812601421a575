import { badDataset } from "../../runtime/errors.ts";
import type { ImportFile, SheetCell } from "../run/import-file.ts";

export const SEIFA_INDEXES = ["irsd", "irsad", "ier", "ieo"] as const;
export type SeifaIndex = (typeof SEIFA_INDEXES)[number];

/** Scores and deciles of one suburb; a missing one is undefined. */
export type SeifaScores = Record<string, number>;

const TITLES: readonly (readonly [RegExp, SeifaIndex])[] = [
  [/advantage and disadvantage/i, "irsad"],
  [/relative socio-economic disadvantage/i, "irsd"],
  [/economic resources/i, "ier"],
  [/education and occupation/i, "ieo"],
];

/** The index that a title names. */
export function seifaIndexOf(title: string): SeifaIndex | undefined {
  return TITLES.find(([pattern]) => pattern.test(title))?.[1];
}

/** Sheets of the publisher's workbook that hold one index each, with national and state deciles. */
export function seifaSheets(file: ImportFile): Map<string, SeifaIndex> {
  const found = new Map<string, SeifaIndex>();
  for (const [name, rows] of file.sheetHeads()) {
    const header = rows.findIndex(isHeader);
    if (header < 0) continue;
    const title = rows
      .slice(0, header)
      .flat()
      .filter((cell) => typeof cell === "string")
      .map(seifaIndexOf)
      .find((index) => index !== undefined);
    if (title !== undefined) found.set(name, title);
  }
  return found;
}

/** One row a suburb: its code cell, and cells under `seifa_<index>_score`, `_decile_aus` and `_decile_state`. */
export function seifaSheetRows(
  path: string,
  rows: readonly (readonly SheetCell[])[],
  index: SeifaIndex,
): { row: number; code: SheetCell; cells: Record<string, SheetCell> }[] {
  const header = rows.findIndex(isHeader);
  refuseTurnedGroups(path, rows.slice(0, header), header);
  const titles = rows[header].map((cell) => String(cell ?? "").trim());
  const state = titles.indexOf("State");
  const deciles = titles.flatMap((title, i) => (title === "Decile" ? [i] : []));
  const columns: [string, number | undefined][] = [
    [`seifa_${index}_score`, titles.indexOf("Score")],
    [`seifa_${index}_decile_aus`, deciles.find((i) => i < state)],
    [`seifa_${index}_decile_state`, deciles.find((i) => i > state)],
  ];
  return rows.slice(header + 1).map((row, i) => ({
    row: header + i + 2,
    code: row[0],
    cells: Object.fromEntries(
      columns.map(([name, at]) => [name, at === undefined ? null : (row[at] ?? null)]),
    ),
  }));
}

/** Both groups have a column "Decile": which is which follows from the published order, Australia before the state. */
function refuseTurnedGroups(path: string, above: readonly (readonly SheetCell[])[], header: number): void {
  const at = (title: RegExp) =>
    Math.max(...above.map((row) => row.findIndex((cell) => title.test(String(cell ?? "")))), -1);
  const [national, state] = [at(/within australia/i), at(/within state/i)];
  if (national < 0 || state < 0 || national < state) return;
  throw badDataset(
    `${path}: row ${header}: "Ranking within State" comes before "Ranking within Australia"; expected the published order`,
  );
}

/** The line above the figures: it names the score and, on both sides of the state, a decile. */
function isHeader(row: readonly SheetCell[]): boolean {
  const titles = row.map((cell) => String(cell ?? "").trim());
  return (
    titles.includes("Score") && titles.includes("State") && titles.filter((t) => t === "Decile").length === 2
  );
}
