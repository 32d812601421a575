import type { Row } from "../../dataset/csv-writer.ts";
import { type Random, round } from "../../runtime/random.ts";
import { AS_OF_DAY, dateText, dayNumber } from "../calendar.ts";
import { personName } from "./names.ts";

/** Two dividends a year for six companies in ten; some are announced and not yet due, some are estimates. */
export function* dividendRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 10 >= 6) return;
  const years = random.int(2, 14);
  let amount = 0.01 + random.wait(0.08);
  for (let i = 0; i < 2 * years; i++) {
    const isFinal = i % 2 === 0;
    // The newest final goes ex at the end of November: after the day of the dataset.
    const month = isFinal ? 9 : 3;
    const exDate =
      i === 0 && position % 7 === 0
        ? dayNumber(2026, 11, 26)
        : dayNumber(2026 - Math.floor(i / 2), month, random.int(1, 25));
    amount = Math.max(0.002, amount * (0.97 + 0.04 * random.normal()));
    yield {
      id: `d-${code}-${i}`,
      stock_code: code,
      ex_date: dateText(exDate),
      payment_date: random.chance(0.05) ? null : dateText(exDate + random.int(14, 40)),
      amount_per_share: round(amount, 4),
      franking_percentage: random.chance(0.1) ? null : random.pick([0, 0, 50, 100, 100, 100]),
      dividend_type: isFinal ? "final" : "interim",
      is_declared: !random.chance(0.06),
      announcement_url: random.chance(0.06) ? null : `https://filings.example/${code}/dividend-${i}.pdf`,
    };
    if (isFinal && random.chance(0.04)) {
      yield {
        id: `d-${code}-${i}s`,
        stock_code: code,
        ex_date: dateText(exDate),
        payment_date: null,
        amount_per_share: round(amount / 2, 4),
        franking_percentage: 100,
        dividend_type: "special",
        announcement_url: `https://filings.example/${code}/special-${i}.pdf`,
      };
    }
  }
}

/** Notices of directors over three years; some give no price, as a gift or a transfer between own accounts has none. */
export function* directorTradeRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 6 === 5) return;
  const count = position === 0 ? 230 : random.int(0, 18);
  for (let i = 0; i < count; i++) {
    const type = random.weighted([
      ["buy", 5],
      ["sell", 3],
      ["exercise_options", 1],
    ] as const);
    const shares = Math.round(2000 * Math.exp(1 + 1.5 * random.normal()));
    const price = random.chance(0.07) ? null : round(0.05 + random.wait(4), 3);
    yield {
      id: `t-${code}-${i}`,
      stock_code: code,
      director_name: personName(random),
      trade_type: type,
      shares,
      price,
      total_value: price === null ? null : round(shares * price, 2),
      trade_date: dateText(AS_OF_DAY - Math.floor(random.wait(position === 0 ? 90 : 220)) - 1),
      announcement_url: random.chance(0.1) ? null : `https://filings.example/${code}/3Y-${i}.pdf`,
    };
  }
}

/** Tax entities: half of the companies; a few with two candidates, some without figures, blanks where the office leaves them. */
export function* entityCodeRows(random: Random, code: string, position: number): Generator<Row> {
  if (position % 2 === 1) return;
  const entity_name = random.chance(0.1) ? null : `${code} HOLDINGS LIMITED`;
  const confidence = position % 8 === 0 ? 0.8 : round(random.between(0.9, 0.99), 2);
  yield { stock_code: code, abn: abnOf(position), entity_name, confidence };
  // Of the two the second is the surer one, and of equals the smaller number counts.
  if (position % 8 === 0) {
    const other = position % 16 === 0 ? 0.8 : 0.95;
    yield { stock_code: code, abn: abnOf(position + 50_000), entity_name, confidence: other };
  }
}

export function* corporateTaxRows(random: Random, code: string, position: number): Generator<Row> {
  // Two companies in twelve are mapped and too small for the tax office's table.
  if (position % 2 === 1 || position % 12 === 10) return;
  const numbers = position % 8 === 0 ? [position, position + 50_000] : [position];
  for (const number of numbers) {
    const first = 2024 - random.int(1, 8);
    for (let year = 2024; year >= first; year--) {
      const income = Math.round(1e8 * Math.exp(1 + random.normal()));
      const taxable = random.chance(0.25) ? null : Math.round(income * random.between(0.01, 0.3));
      yield {
        abn: abnOf(number),
        income_year: year,
        entity_name: `${code} HOLDINGS LIMITED`,
        total_income: income,
        taxable_income: taxable,
        tax_payable:
          taxable === null || random.chance(0.08) ? null : Math.round(taxable * random.between(0.05, 0.3)),
        source: "synthetic-tax",
      };
    }
  }
}

/** Eleven digits that begin with 00, as no business number does. */
function abnOf(position: number): string {
  return `00${String(100_000_000 + position * 7).padStart(9, "0")}`;
}
