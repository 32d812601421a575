import { normalisedName } from "../places/suburb-names.ts";
import { lastDayOf } from "../series/period.ts";
import type { SuburbFigure } from "./suburb-figures.ts";

export interface Sale {
  readonly name: string;
  readonly dwellingType: SuburbFigure["dwellingType"];
  readonly date: string;
  readonly price: number;
  readonly row: number;
  readonly hints?: readonly string[];
}

/** Minimum sales for a median: below five, a single unusual sale can move it arbitrarily. */
export const MIN_SALES = 5;

/**
 * Median price and number of sales by suburb, dwelling type and contract quarter. Omits quarters with fewer
 * than MIN_SALES sales and counts them in `thin`. A quarter that ends after `known` is preliminary.
 */
export function quarterlyMedians(
  sales: Iterable<Sale>,
  known: string,
): { figures: SuburbFigure[]; thin: number } {
  const groups = Map.groupBy(sales, ({ name, dwellingType, date }) =>
    [normalisedName(name), dwellingType, quarterEnd(date)].join("\u0000"),
  );
  const figures: SuburbFigure[] = [];
  let thin = 0;
  for (const group of groups.values()) {
    if (group.length < MIN_SALES) {
      thin++;
      continue;
    }
    const { name, dwellingType, date, hints } = group[0];
    const lastDay = quarterEnd(date);
    const shared = {
      name,
      dwellingType,
      lastDay,
      frequency: "Q" as const,
      row: group.reduce((first, { row }) => Math.min(first, row), Number.POSITIVE_INFINITY),
      ...(hints === undefined ? {} : { hints }),
      ...(lastDay > known ? { isPreliminary: true as const } : {}),
    };
    figures.push({ ...shared, measure: "median_price", value: medianOf(group.map(({ price }) => price)) });
    figures.push({ ...shared, measure: "transfer_count", value: group.length });
  }
  return { figures, thin };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function quarterEnd(date: string): string {
  const month = Math.ceil(Number(date.slice(5, 7)) / 3) * 3;
  return lastDayOf(`${date.slice(0, 4)}-${String(month).padStart(2, "0")}-01`);
}
