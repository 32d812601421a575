import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { dateText } from "../calendar.ts";

/** Code, name, how returns count, first level, share of the days before it began. */
const INDICES = [
  ["ZAX200", "Synthetic 200", "price", 4_500, 0],
  ["ZAX200TR", "Synthetic 200 total return", "total", 32_000, 0],
  ["ZAXSO", "Synthetic small ordinaries", "price", 2_300, 0.2],
  ["ZAX50", "Synthetic 50", "price", 4_400, 0.35],
] as const;

export const INDEX_CODES: readonly string[] = INDICES.map(([code]) => code);

export function indexDefinitionRows(): Row[] {
  return INDICES.map(([code, name, returnType]) => ({
    index_code: code,
    name,
    return_type: returnType,
    currency: "AUD",
  }));
}

/** Levels of an index; the earliest have a close alone. */
export function* indexRows(seed: number, index: string, days: readonly number[]): Generator<Row> {
  const [code, , returnType, start, from] = INDICES.find(([name]) => name === index)!;
  const random = new Random(seed, `index/${code}`);
  const drift = returnType === "total" ? 1.0005 : 1.0003;
  const first = Math.floor(from * days.length);
  let close: number = start;
  for (let i = first; i < days.length; i++) {
    const open = close;
    close *= drift + 0.009 * random.normal();
    const hasRange = i >= first + 5;
    const spread = 1 + 0.004 * random.unit();
    yield {
      index_code: code,
      date: dateText(days[i]),
      open: hasRange ? round(open, 1) : null,
      high: hasRange ? round(Math.max(open, close) * spread, 1) : null,
      low: hasRange ? round(Math.min(open, close) / spread, 1) : null,
      close: round(close, 1),
      volume: returnType === "total" ? null : Math.round(4e8 + random.wait(2e8)),
    };
  }
}
