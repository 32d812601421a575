import { type CsvRow, opinionRows } from "../data/read-csv.ts";
import { plainType } from "./plain-market.ts";
import { compareBy, mean, medianOf } from "./plain-steps.ts";

/** Percentages of ordinary shares by date, then by code. */
export type PlainBoard = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function plainBoard(): PlainBoard {
  const board = new Map<string, Map<string, number>>();
  for (const row of opinionRows("short_positions")) {
    if (row.short_percent === "" || plainType(row) !== "ordinary") continue;
    const day = board.get(row.date) ?? new Map<string, number>();
    board.set(row.date, day);
    day.set(row.stock_code, Number(row.short_percent));
  }
  return board;
}

/** ISO week of a date: the year and week of its Thursday. */
function weekSlug(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const week = Math.ceil(((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000 + 1) / 7);
  return `${day.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}

const PLAIN_SLUGS: Readonly<Record<string, (date: string) => string>> = {
  weekly: weekSlug,
  monthly: (date) => date.slice(0, 7),
  yearly: (date) => date.slice(0, 4),
};

/** The period before the one of a date, found by going back day by day until the slug changes. */
function slugBefore(date: string, slugOf: (date: string) => string): string {
  const day = new Date(`${date}T00:00:00Z`);
  while (slugOf(day.toISOString().slice(0, 10)) === slugOf(date)) day.setUTCDate(day.getUTCDate() - 1);
  return slugOf(day.toISOString().slice(0, 10));
}

/** The newest date of each period, oldest first. */
export function plainPeriods(
  board: PlainBoard,
  type: string,
): { slug: string; date: string; previous?: string }[] {
  const slugOf = PLAIN_SLUGS[type];
  const newest = new Map<string, string>();
  for (const date of [...board.keys()].sort()) newest.set(slugOf(date), date);
  return [...newest].map(([slug, date]) => {
    const previous = newest.get(slugBefore(date, slugOf));
    return previous === undefined ? { slug, date } : { slug, date, previous };
  });
}

export const to6 = (value: number) => Math.round(value * 1e6) / 1e6;

/** A report's figures of the market, with the largest positions and changes. */
export function plainReport(board: PlainBoard, date: string, previous: string) {
  const now = board.get(date)!;
  const before = board.get(previous)!;
  const mostFirst = (day: ReadonlyMap<string, number>) =>
    [...day].filter(([, pct]) => pct > 0).sort(compareBy(1, 0));
  const [shorted, topBefore] = [mostFirst(now), mostFirst(before)];
  const both = [...now].filter(([code]) => before.has(code));
  const changes = both.map(([code, pct]) => ({ code, change: to6(pct - before.get(code)!) }));
  const sorted = shorted.map(([, pct]) => pct).sort((a, b) => a - b);
  const largest = (sign: number) =>
    changes
      .filter(({ change }) => change * sign > 0)
      .sort(compareBy(({ change }) => Math.abs(change), "code"))
      .slice(0, 10);
  return {
    top: shorted.slice(0, 20).map(([code, pct]) => ({
      code,
      pct,
      change: before.has(code) ? to6(pct - before.get(code)!) : undefined,
      isNew: !topBefore.slice(0, 20).some(([other]) => other === code),
    })),
    risers: largest(1),
    fallers: largest(-1),
    quality: to6(both.length / before.size),
    stats: {
      totalStocksShorted: shorted.length,
      avgShortPct: mean(sorted),
      maxShortPct: shorted[0][1],
      maxShortCode: shorted[0][0],
      wowAvgChange: mean(changes.map(({ change }) => change)),
      medianShortPct: medianOf(sorted),
      stocksAbove10pct: sorted.filter((pct) => pct > 10).length,
      stocksAbove5pct: sorted.filter((pct) => pct > 5).length,
      riserCount: changes.filter(({ change }) => change > 0).length,
      fallerCount: changes.filter(({ change }) => change < 0).length,
    },
  };
}

/** How unusual a stock's change is, how long its trend has lasted, and its last 12 percentages. */
export function plainMovement(
  board: PlainBoard,
  periods: ReturnType<typeof plainPeriods>,
  place: number,
  code: string,
) {
  const changeAt = (i: number) => {
    const { date, previous } = periods[i];
    const [now, before] = [board.get(date)!.get(code), previous && board.get(previous)!.get(code)];
    return now === undefined || before === undefined || before === "" ? undefined : to6(now - before);
  };
  const change = changeAt(place)!;
  // Goes back through consecutive periods only: a period without dates ends the walk.
  const follows = (i: number) => periods[i].previous !== undefined;
  const earlier: number[] = [];
  for (let i = place - 1, left = 26; i >= 0 && left > 0 && follows(i + 1); i--, left--) {
    const one = changeAt(i);
    if (one !== undefined) earlier.push(one);
  }
  let streak = 1;
  for (
    let i = place - 1;
    i >= 0 && follows(i + 1) && Math.sign(changeAt(i) ?? Number.NaN) === Math.sign(change);
    i--
  )
    streak++;
  const spread = Math.sqrt(
    earlier.reduce((sum, one) => sum + (one - mean(earlier)) ** 2, 0) / (earlier.length - 1),
  );
  const history: number[] = [];
  for (let i = place, left = 12; i >= 0 && left > 0; i--, left--) {
    const pct = board.get(periods[i].date)!.get(code);
    if (pct !== undefined) history.unshift(pct);
    if (!follows(i)) break;
  }
  return {
    streak,
    history,
    zScore: earlier.length >= 8 && spread > 1e-9 ? (change - mean(earlier)) / spread : undefined,
  };
}

/** Other data in a report: companies, prices, shares held short, announcements. */
export interface PlainSides {
  readonly industryOf: ReadonlyMap<string, string>;
  /** Prices of a stock, oldest first. */
  readonly prices: ReadonlyMap<string, readonly CsvRow[]>;
  /** Shares by `code date`. */
  readonly shares: ReadonlyMap<string, number>;
  /** Price-sensitive articles. */
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

/** Means of industries on a date, largest first. */
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

/** Shares held short over the mean volume of the newest 20 sessions with volume, at least five. */
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

/** Change of the last close in percent; undefined unless both dates have their own, at most 7 days old. */
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
