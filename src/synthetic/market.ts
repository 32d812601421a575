import type { Row } from "../dataset/csv-writer.ts";
import { clamp, Random, round } from "../runtime/random.ts";
import { isWeekend, regularHolidays } from "../runtime/time/exchange-holidays.ts";
import { dateText, dayNumber } from "./calendar.ts";
import type { Company } from "./companies.ts";
import { inventWord } from "./places/names.ts";

const FIRST_DAY = dayNumber(2010, 6, 16);
/** Short positions are published with a delay, so the newest date is a week before AS_OF. */
const LAST_DAY = dayNumber(2026, 11, 6);
/** Number of sessions at the end with daily reports; before, only month ends have one. */
const DAILY_SESSIONS = 260;
const SESSIONS_SINCE = 4;

/** Trading days, oldest first: weekdays without market holidays. */
export function tradingDays(): number[] {
  const holidays = new Set<number>();
  for (let year = 2010; year <= 2026; year++) for (const day of regularHolidays(year)) holidays.add(day);
  return Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, i) => FIRST_DAY + i).filter(
    (day) => !isWeekend(day) && !holidays.has(day),
  );
}

/** Report days (the first, month ends, the last year; all if whole), and price days, which continue later. */
export function marketDays(isWhole: boolean): { reports: readonly number[]; sessions: readonly number[] } {
  const days = tradingDays();
  const firstDaily = days.length - DAILY_SESSIONS;
  const month = (day: number) => dateText(day).slice(0, 7);
  const isReported = (day: number, i: number) =>
    isWhole || i === 0 || i >= firstDaily || month(days[i + 1]) !== month(day);
  const reports = days.filter(isReported);
  // The newest report is for a Friday; the sessions since are Monday to Thursday.
  return {
    reports,
    sessions: [...reports, ...Array.from({ length: SESSIONS_SINCE }, (_, i) => LAST_DAY + 3 + i)],
  };
}

/** A security: shares of a company, or a fund, note or right. */
export type Line = Readonly<ReturnType<typeof companyLines>[number]>;

/** Events in the life of a security; positions in time are fractions of the reported days. */
const WHOLE_LIFE = {
  /** Reported from and until. */
  from: 0,
  until: 1,
  isReported: true,
  isPriced: true,
  /** Prices end at this fraction, possibly before the reports. */
  pricesUntil: 1,
  /** No trading on the last days. */
  isSuspended: false,
  /** Split factor in the middle of its life. */
  split: 1,
  isDeferred: false,
};
type Story = Readonly<typeof WHOLE_LIFE>;

/** All securities: company shares first, then other products. */
export function marketLines(seed: number, companies: readonly Company[]): Line[] {
  const random = new Random(seed, "lines");
  const shares = companies.flatMap((company, position) => companyLines(random, company, position));
  return [...shares, ...otherLines(random, companies.length)];
}

/** A company's shares, preceded by an older code if the company was renamed. */
function companyLines(random: Random, company: Company, position: number) {
  const price = 0.4 + random.wait(6);
  const story: Story = {
    from: random.chance(0.7) ? 0 : random.between(0, 0.5),
    until: position % 31 === 6 ? 0.9 : 1,
    isReported: position % 5 !== 3,
    isPriced: position % 6 !== 5,
    pricesUntil: position % 43 === 17 ? 0.8 : 1,
    isSuspended: position % 47 === 12,
    split: position % 29 === 7 ? random.pick([0.1, 2, 5, 10]) : 1,
    isDeferred: position % 37 === 11,
  };
  const line = {
    code: company.code,
    productName: company.shortName,
    issued: Math.max(6_000_000, Math.round(company.capitalisation / price)),
    price,
    /** Mean reported percentage; a few are heavily shorted. */
    level: position % 20 === 4 ? 9 + random.wait(4) : random.wait(1.6),
    story,
  };
  if (position % 53 !== 20) return [line];
  const code = `Y${company.code.slice(1)}`;
  const productName = `${inventWord(random).toUpperCase()} LIMITED ORDINARY`;
  return [
    { ...line, story: { ...story, from: 0.6 } },
    { ...line, code, productName, story: { ...story, until: 0.6 } },
  ];
}

/** Funds, notes, preference shares (long codes), one in deferred settlement, one with few shares on issue. */
function otherLines(random: Random, companies: number): Line[] {
  const word = () => inventWord(random).toUpperCase();
  const line = (code: string, productName: string, level: number, changes: Partial<Story> = {}): Line => {
    const issued = 8_000_000 + Math.round(random.wait(60_000_000));
    const story = { ...WHOLE_LIFE, ...changes };
    return { code, productName, issued, price: 5 + random.wait(20), level, story };
  };
  const several = (part: number, make: (ending: string, i: number) => Line) =>
    Array.from({ length: Math.max(2, Math.round(companies * part)) }, (_, i) =>
      make(`${"ABCDEFGHJKLMNPQRSTUVWXYZ"[i % 24]}${Math.floor(i / 24)}`, i),
    );
  return [
    ...several(0.05, (ending) => line(`X${ending}`, `${word()} INDEX ETF UNITS`, random.wait(0.8))),
    ...several(0.02, (ending) => {
      const coupon = `${random.int(3, 8)}.${random.int(1, 9)}%`;
      return line(`W${ending}`, `${word()} ${coupon} NOTES`, random.wait(0.3));
    }),
    ...several(0.02, (ending, i) =>
      line(`ZV${ending}P`, `${word()} PREFERENCE`, random.wait(0.3), { isPriced: i % 2 === 0 }),
    ),
    line("YDF1", `${word()} GROUP DEFERRED`, 1.2),
    // With so few shares on issue, more than 100 % can be short.
    { ...line("YSM1", `${word()} LIMITED ORDINARY`, 104, { isPriced: false }), issued: 40_000 },
  ];
}

/** Indexes of a security's first and last day and of its split. */
function lifeOf({ from, until }: Story, days: number) {
  const [first, end] = [Math.floor(from * days), Math.ceil(until * days)];
  return { first, end, splitAt: Math.floor((first + end) / 2) };
}

/** Reports at the end that mark deferred settlement. */
const DEFERRED_REPORTS = 30;

/** Reported positions: a random walk with peaks, zeros and missing days; null with nothing on issue. */
export function* shortRows(seed: number, line: Line, days: readonly number[]): Generator<Row> {
  const { story } = line;
  if (!story.isReported) return;
  const random = new Random(seed, `shorts/${line.code}`);
  const { first, end, splitAt } = lifeOf(story, days.length);
  const most = line.level > 100 ? 130 : 24;
  let percent = line.level;
  let issued = line.issued;
  let zeroes = 0;
  for (let i = first; i < end; i++) {
    if (i === splitAt) issued = Math.round(issued * story.split);
    if (random.chance(0.003)) issued = Math.round(issued * random.between(1.02, 1.15));
    percent = clamp(percent * (1 + 0.06 * random.normal()) + 0.04 * (line.level - percent), 0, most);
    if (random.chance(0.004)) percent = clamp(percent * 1.8, 0, most);
    if (zeroes > 0) zeroes--;
    else if (random.chance(0.002)) zeroes = random.int(1, 12);
    if (random.chance(0.004)) continue;
    const isNone = random.chance(0.0015);
    const short = isNone || zeroes > 0 ? 0 : Math.round((issued * percent) / 100);
    const isDeferred = story.isDeferred && i >= days.length - DEFERRED_REPORTS;
    yield {
      stock_code: line.code,
      date: dateText(days[i]),
      product_name: isDeferred ? `${line.productName} DEFERRED SETTLEMENT` : line.productName,
      reported_short_positions: short,
      total_product_in_issue: isNone ? 0 : issued,
      short_percent: isNone ? null : round((100 * short) / issued, 2),
    };
  }
}

/** Sessions without trading at the end of a suspended security. */
const SUSPENDED_SESSIONS = 6;
/** A gap between sessions from which on a step is larger, as between month ends. */
const LONG_STEP_DAYS = 15;

/** Daily prices: a random walk with jumps, gaps and a split, which the adjusted close removes. */
export function* priceRows(seed: number, line: Line, days: readonly number[]): Generator<Row> {
  const { story } = line;
  if (!story.isPriced) return;
  const random = new Random(seed, `prices/${line.code}`);
  const until = Math.min(story.until, story.pricesUntil);
  const { first, end, splitAt } = lifeOf({ ...story, until }, days.length);
  const turnover = line.issued * random.between(0.001, 0.008);
  let close = line.price;
  for (let i = first; i < end; i++) {
    const isLong = i > 0 && days[i] - days[i - 1] > LONG_STEP_DAYS;
    const jump = random.chance(isLong ? 0.006 : 0.001) ? random.pick([-0.45, 0.6]) : 0;
    const before = close;
    close = clamp(close * (1.0004 + (isLong ? 0.055 : 0.016) * random.normal() + jump), 0.01, 900);
    const traded = Math.max(1, Math.round(turnover * (0.3 + random.wait(0.7))));
    const isQuiet = random.chance(0.01) || (story.isSuspended && i >= days.length - SUSPENDED_SESSIONS);
    if (random.chance(0.006)) continue;
    const shown = (price: number) => round(Math.max(0.001, i < splitAt ? price : price / story.split), 3);
    const spread = 1 + 0.008 * random.unit();
    yield {
      stock_code: line.code,
      date: dateText(days[i]),
      open: shown(before),
      high: shown(Math.max(before, close) * spread),
      low: shown(Math.min(before, close) / spread),
      close: shown(close),
      adjusted_close: round(Math.max(0.001, close / story.split), 3),
      volume: isQuiet ? 0 : traded,
    };
  }
}

/** Code, name, return type, first level, fraction of days before its start. */
const INDICES = [
  ["ZAX200", "Synthetic 200", "price", 4_500, 0],
  ["ZAX200TR", "Synthetic 200 total return", "total", 32_000, 0],
  ["ZAXSO", "Synthetic small ordinaries", "price", 2_300, 0.2],
  ["ZAX50", "Synthetic 50", "price", 4_400, 0.35],
] as const;

/** Levels of an index; the first five days have a close only. */
function* indexRows(
  seed: number,
  [code, , returnType, start, from]: (typeof INDICES)[number],
  days: readonly number[],
): Generator<Row> {
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

const RECORDING_BEGAN = "2024-03-01";
const RELABELLED = "2026-06-15";

/** Most companies keep their first industry label, some changed it, some have none. */
export function industryHistoryRows({ code, row, industry }: Company, position: number): Row[] {
  if (position % 3 === 1 || row.industry === null) return [];
  const earlier = industry === "Materials" ? "Capital Goods" : "Materials";
  const label = { stock_code: code, observed_from: RECORDING_BEGAN, industry, source: "seed" };
  if (position % 11 !== 3) return [label];
  return [
    { ...label, industry: earlier },
    { ...label, observed_from: RELABELLED, source: "observed" },
  ];
}

export type WriteTable = <T>(
  name: string,
  items: readonly T[],
  rowsOf: (item: T, position: number) => Rows,
  /** Columns shared by all rows of an item. */
  keyOf?: (item: T) => Row,
) => Promise<void>;

/** An item's rows in a table: none, one or several. */
export type Rows = Row | null | undefined | Iterable<Row>;

export async function writeMarket(
  write: WriteTable,
  { seed, wholeMarket = false }: { seed: number; wholeMarket?: boolean },
  companies: readonly Company[],
): Promise<void> {
  const lines = marketLines(seed, companies);
  const { reports, sessions } = marketDays(wholeMarket);
  await write("companies", companies, (c) => c.row);
  await write("company_exposures", companies, (c) => c.exposures);
  await write("industry_history", companies, industryHistoryRows);
  await write("short_positions", lines, (line) => shortRows(seed, line, reports));
  await write("stock_prices", lines, (line) => priceRows(seed, line, sessions));
  await write("trading_dates", reports, (day) => ({ date: dateText(day) }));
  await write("index_definitions", INDICES, ([index_code, name, return_type]) => ({
    index_code,
    name,
    return_type,
    currency: "AUD",
  }));
  await write("index_prices", INDICES, (index) => indexRows(seed, index, sessions));
}
