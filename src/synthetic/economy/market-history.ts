import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { dateText } from "../calendar.ts";
import type { Company } from "./companies.ts";

/** Daily short positions at the end; older history is by month. */
const RECENT_DAYS = 30;

/** Closes at month ends. Some companies list late, skip months or jump by more than a quarter. */
export function* closeRows(seed: number, company: Company, ends: readonly number[]): Generator<Row> {
  const random = new Random(seed, `closes/${company.code}`);
  const first = random.chance(0.6) ? 0 : random.int(6, 150);
  let close = 0.4 + random.wait(6);
  for (let i = first; i < ends.length; i++) {
    const jump = random.chance(0.006) ? random.pick([-0.45, 0.6]) : 0;
    close = clamp(close * (1.004 + 0.055 * random.normal() + jump), 0.01, 900);
    if (random.chance(0.008)) continue;
    yield { stock_code: company.code, date: dateText(ends[i]), close: round(close, 3) };
  }
}

/** Short positions at month ends and on the newest days; one company in five has none. */
export function* shortRows(
  seed: number,
  company: Company,
  position: number,
  ends: readonly number[],
  days: readonly number[],
): Generator<Row> {
  if (position % 5 === 3) return;
  const random = new Random(seed, `shorts/${company.code}`);
  const recent = days.slice(-RECENT_DAYS);
  const dates = [...new Set([...ends, ...recent])].sort((a, b) => a - b);
  const first = random.chance(0.7) ? 0 : random.int(6, 120);
  // Some were shorted once and dropped out of the reports long before the newest date.
  const last = position % 31 === 6 ? dates.length - 40 : dates.length - 1;
  const deferred = position % 37 === 11;
  let percent = random.wait(1.6);
  for (let i = first; i <= last; i++) {
    percent = clamp(percent * (1 + 0.12 * random.normal()) + 0.02 * random.unit(), 0, 24);
    const isNew = dates[i] >= recent[0];
    yield {
      stock_code: company.code,
      date: dateText(dates[i]),
      product_name: deferred && isNew ? `${company.shortName} DEFERRED SETTLEMENT` : company.shortName,
      short_percent: random.chance(0.004) ? 0 : round(percent, 3),
    };
  }
}
