import { cellText as text } from "../files/plain-table.ts";
import type { SheetCell } from "../run/import-file.ts";
import type { SuburbFigure } from "./suburb-figures.ts";

/** Positions of names and totals in a sheet of the rent report. */
export interface RentLayout {
  readonly firstRow: number;
  readonly nameColumn: number;
  readonly totals: readonly {
    readonly label: string;
    readonly dwellingType: SuburbFigure["dwellingType"];
    readonly count: number;
    readonly median: number;
  }[];
}

/** Titles of the totals in the pivot tables published since December 2020. */
const PIVOT_TOTALS = [
  ["Flats/Units", "unit"],
  ["Houses", "house"],
  ["Total", "all"],
] as const;

/**
 * Tables until September 2020 have 14 pairs of count and median after two label columns: flats of 1, 2, 3, 4
 * and unknown bedrooms, all flats; the same for houses; other dwellings; all.
 */
const PAIRS = 14;
const PAIR_TOTALS = [
  { label: "Flats/Units", dwellingType: "unit", parts: [0, 1, 2, 3, 4], at: 5 },
  { label: "Houses", dwellingType: "house", parts: [6, 7, 8, 9, 10], at: 11 },
  { label: "Total", dwellingType: "all", parts: [5, 11, 12], at: 13 },
] as const;
/** Tolerance per part: totals are rounded to five, and a part of one to five bonds is a star. */
const ROUNDING = 5;

/** Layout of a sheet, by its header or by its two label columns. */
export function rentLayout(
  rows: readonly (readonly SheetCell[])[],
  refuse: (reason: string) => never,
): RentLayout {
  const top = rows.findIndex((row) => /^row labels$/i.test(text(row[0])));
  if (top >= 0) return pivotLayout(rows, top, refuse);
  const first = rows.findIndex((row) => /^metro(politan)?$/i.test(text(row[0])) && text(row[1]) !== "");
  if (first < 0 || rows[first].length < 2 + 2 * PAIRS - 1) {
    return refuse(
      'no row "Row Labels", and no first row "Metro" with a suburb and 14 pairs of figures next to it',
    );
  }
  return pairLayout(rows, first, refuse);
}

function pivotLayout(
  rows: readonly (readonly SheetCell[])[],
  top: number,
  refuse: (reason: string) => never,
): RentLayout {
  const totals = PIVOT_TOTALS.map(([label, dwellingType]) => {
    const find = (kind: string) => {
      const wanted = `${label} ${kind}`.toLowerCase();
      for (const row of rows.slice(0, top)) {
        const at = row.findIndex((cell) => text(cell).toLowerCase() === wanted);
        if (at >= 0) return at;
      }
      return refuse(`no column "${label} ${kind}"`);
    };
    return { label, dwellingType, count: find("Count"), median: find("Median") };
  });
  return { firstRow: top + 1, nameColumn: 0, totals };
}

/** Column titles here are unreliable, so the order is verified by checking the sums of the total row. */
function pairLayout(
  rows: readonly (readonly SheetCell[])[],
  first: number,
  refuse: (reason: string) => never,
): RentLayout {
  const total = rows.findIndex((row, r) => r > first && /^(south australia|grand total)/i.test(text(row[0])));
  if (total < 0) return refuse(`cut short: no row "South Australia" after row ${rows.length}`);
  const count = (pair: number) => {
    const cell = text(rows[total][2 + 2 * pair]);
    return cell === "*" ? 3 : Number(cell.replace(/,/g, "") || "0");
  };
  if (rows[total].length > 2 + 2 * PAIRS)
    return refuse(`row ${total + 1} has ${rows[total].length} cells, 30 are known`);
  const totals = PAIR_TOTALS.map(({ label, dwellingType, parts, at }) => {
    const sum = parts.reduce<number>((all, part) => all + count(part), 0);
    if (!(Math.abs(sum - count(at)) <= ROUNDING * parts.length)) {
      refuse(
        `row ${total + 1}: ${label} counts ${count(at)}, its columns give ${sum}; the columns stand in another order`,
      );
    }
    return { label, dwellingType, count: 2 + 2 * at, median: 3 + 2 * at };
  });
  return { firstRow: first, nameColumn: 1, totals };
}
