import type { RejectTally } from "../run/reject-tally.ts";
import type { SuburbFigure } from "./suburb-figures.ts";

/** The weekly rent; undefined where there are no bonds or too few for the publisher to count. */
export function rentIn(
  count: string,
  median: string,
  row: number,
  what: string,
  tally: RejectTally,
): number | undefined {
  if (median === "" || /^(na|n\.a\.|-)$/i.test(median)) return undefined;
  if (count === "*") return void tally.reject("one to five bonds", row, `${what}: count *`);
  const value = Number(median.replace(/^\$/, ""));
  if (Number.isFinite(value) && value > 0) return value;
  if (value === 0 && (count === "0" || count === "")) return undefined;
  return void tally.reject("not a rent", row, `${what}: "${median}" is not a rent`);
}

/** The median rent of a suburb in a quarter, or of the state (no name). */
export function rent(
  name: string | null,
  dwellingType: SuburbFigure["dwellingType"],
  lastDay: string,
  value: number,
  row: number,
): SuburbFigure {
  return { name, measure: "median_rent", dwellingType, lastDay, frequency: "Q", value, row };
}
