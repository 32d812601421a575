import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { type PlainBoard, to6 } from "./plain-reports.ts";
import { compareBy, mean } from "./plain-steps.ts";

/** What is next to short positions in a report: companies, prices, shares held short, announcements. */
export interface PlainSides {
  readonly industryOf: ReadonlyMap<string, string>;
  /** Prices of a stock, oldest first. */
  readonly prices: ReadonlyMap<string, readonly CsvRow[]>;
  /** Shares by `code date`. */
  readonly shares: ReadonlyMap<string, number>;
  /** Price-sensitive articles of the dataset. */
  readonly marked: readonly CsvRow[];
}

export function plainSides(): PlainSides {
  const byDate = opinionRows("stock_prices").toSorted(compareBy("date"));
  return {
    industryOf: new Map(opinionRows("companies").map((row) => [row.stock_code, row.industry])),
    prices: Map.groupBy(byDate, (row) => row.stock_code),
    shares: new Map(
      opinionRows("short_positions").map((row) => [
        `${row.stock_code} ${row.date}`,
        row.reported_short_positions === "" ? Number.NaN : Number(row.reported_short_positions),
      ]),
    ),
    marked: opinionRows("news_articles").filter((row) => row.is_price_sensitive === "true"),
  };
}

/** Means of industries on a date, most of it first. */
export function plainIndustries(
  board: PlainBoard,
  { industryOf }: PlainSides,
  date: string,
  previous: string,
) {
  const means = (day: string) => {
    const known = [...board.get(day)!].filter(
      ([code, pct]) => pct > 0 && (industryOf.get(code) ?? "") !== "",
    );
    return Map.groupBy(known, ([code]) => industryOf.get(code)!);
  };
  const meanOf = (own: readonly (readonly [string, number])[]) => to6(mean(own.map(([, pct]) => pct)));
  const before = means(previous);
  return [...means(date)]
    .map(([industry, own]) => {
      const [topStockCode, topStockPct] = own.toSorted(compareBy(1, 0))[0];
      const earlier = before.get(industry);
      return {
        industry,
        avgShortPct: meanOf(own),
        wowChange: earlier === undefined ? undefined : to6(meanOf(own) - meanOf(earlier)),
        stockCount: own.length,
        topStockCode,
        topStockPct,
      };
    })
    .sort(compareBy("avgShortPct", "industry"));
}

/** Shares held short over the mean volume of the newest 20 sessions with a volume above zero, at least five. */
export function plainDaysToCover(
  { prices, shares }: PlainSides,
  code: string,
  date: string,
): number | undefined {
  const volumes = (prices.get(code) ?? [])
    .filter((row) => row.date <= date && Number(row.volume) > 0)
    .slice(-20)
    .map((row) => Number(row.volume));
  const held = shares.get(`${code} ${date}`) ?? Number.NaN;
  return volumes.length >= 5 && !Number.isNaN(held) ? held / mean(volumes) : undefined;
}

/** The change of the last close between two dates in per cent; undefined without a close of their own for both. */
export function plainPriceChange({ prices }: PlainSides, code: string, date: string, previous: string) {
  const closeOn = (day: string) => {
    const row = (prices.get(code) ?? []).findLast((one) => one.date <= day);
    const isOld = row !== undefined && Date.parse(day) - Date.parse(row.date) > 7 * 86_400_000;
    return row === undefined || isOld
      ? undefined
      : { date: row.date, close: Number(row.adjusted_close || row.close) };
  };
  const [now, before] = [closeOn(date), closeOn(previous)];
  if (now === undefined || before === undefined || now.date <= previous) return undefined;
  return 100 * (now.close / before.close - 1);
}
