import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { AS_OF_DAY, dateText } from "../calendar.ts";

/** Series whose days of publication are made up, with the size of a revision as a share of the figure. */
const DATED: ReadonlyMap<string, number> = new Map([
  ["rates.cash_rate_target.aus", 0],
  ["labour.unemployment_rate.total.aus.seasadj", 0.01],
  ["gdp.gross_domestic_product.total.aus.seasadj", 0.004],
]);

/** Publications on record; the first of them gave every period before. */
const PUBLICATIONS = 24;
/** Days from the first day of a period to its publication. */
const LAG_DAYS = { monthly: 50, quarterly: 155 } as const;

/**
 * The rows of a series with the days on which they were published, and the earlier figures of those that were revised:
 * a figure may change in the two publications after its first. Other series come back as they are.
 */
export function datedRows(
  seed: number,
  key: string,
  frequency: string,
  rows: readonly Row[],
): { observations: readonly Row[]; vintages: readonly Row[] } {
  const size = DATED.get(key);
  if (size === undefined) return { observations: rows, vintages: [] };
  const random = new Random(seed, `vintages/${key}`);
  const first = Math.max(0, rows.length - PUBLICATIONS);
  const lag = LAG_DAYS[frequency as keyof typeof LAG_DAYS];
  const published_on = (at: number) =>
    dateText(Math.min(AS_OF_DAY, dayNumberOf(String(rows[Math.max(first, at)].period))! + lag));
  const vintages: Row[] = [];
  const observations = rows.map((row, at) => {
    const revisions = at <= first || size === 0 ? 0 : random.int(0, Math.min(2, rows.length - 1 - at));
    for (let publication = at; publication < at + revisions; publication++) {
      const value = Number(row.value) * (1 + size * random.normal());
      vintages.push({
        ...row,
        value: round(value, key.startsWith("gdp.") ? 0 : 3),
        published_on: published_on(publication),
      });
    }
    return { ...row, published_on: published_on(at + revisions) };
  });
  return { observations, vintages };
}
