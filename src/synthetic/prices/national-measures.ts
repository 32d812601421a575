import type { Row } from "../../dataset/csv-writer.ts";
import { NATIONAL_REGION_CODE } from "../../dataset/states.ts";
import { Random, round } from "../../runtime/random.ts";
import { dateText, dayNumber, monthStarts } from "../calendar.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

/**
 * Measures of the whole country that are next to its prices: rates, credit growth, wealth and indexes. Each has its unit, the
 * months of a period, its value after a share of all months, and how far a random draw bends that.
 */
const MEASURES: readonly (readonly [
  measure: string,
  unit: string,
  months: 1 | 3,
  path: (share: number) => number,
  wobble: number,
])[] = [
  ["cash_rate", "percent", 1, rateCycle, 0.05],
  ["mortgage_rate_oo", "percent", 1, (t) => rateCycle(t) + 2.1, 0.06],
  ["mortgage_rate_investor", "percent", 1, (t) => rateCycle(t) + 2.5, 0.06],
  // Growth falls below zero in a downturn.
  ["housing_credit_growth", "percent", 1, (t) => 5 + 7 * Math.cos(9 * t), 0.3],
  ["household_net_worth", "AUD", 3, (t) => 4.5e12 * Math.exp(1.5 * t), 2e10],
  ["rents_index", "index", 3, (t) => 62 * Math.exp(0.9 * t), 0.3],
  ["wage_index", "index", 3, (t) => 80 * Math.exp(0.72 * t), 0.2],
];

/** Every month or quarter of each measure from 2002 on. */
export function* nationalMeasureRows(seed: number): Generator<Row> {
  const months = monthStarts(2002, "2026-09-01");
  for (const [measure, unit, step, path, wobble] of MEASURES) {
    const random = new Random(seed, `prices/national/${measure}`);
    for (let i = step - 1; i < months.length; i += step) {
      yield {
        region_code: NATIONAL_REGION_CODE,
        measure,
        dwelling_type: "all",
        period: monthEnd(months[i]),
        period_freq: step === 1 ? "M" : "Q",
        value: round(path(i / months.length) + wobble * random.normal(), 2),
        unit,
        is_preliminary: i + step >= months.length,
        source: "synthetic-prices",
        source_licence: PUBLIC_LICENCE,
      };
    }
  }
}

function rateCycle(share: number): number {
  return 3.1 + 2.4 * Math.cos(7 * share);
}

function monthEnd(firstDay: string): string {
  const [year, month] = firstDay.split("-").map(Number);
  return dateText(dayNumber(year, month + 1, 1) - 1);
}
