import type { Row } from "../dataset/csv-writer.ts";
import { clamp, Random, round } from "../runtime/random.ts";
import { isWeekend, regularHolidays } from "../runtime/time/exchange-holidays.ts";
import { dateText, dayNumber } from "./calendar.ts";
import type { Company } from "./companies.ts";
import { inventWord } from "./places/names.ts";

const FIRST_DAY = dayNumber(2010, 6, 16);
/** Short positions are published with a delay, so the newest date is a week before the as-of. */
const LAST_DAY = dayNumber(2026, 11, 6);
/** Sessions that have a report of their own at the end; before them only the last of each month has. */
const DAILY_SESSIONS = 260;
/** Sessions since the newest report, which is published with a delay. */
const SESSIONS_SINCE = 4;

/** Trading dates, oldest first: weekdays that are not a market holiday. */
export function tradingDays(): number[] {
  const holidays = new Set<number>();
  for (let year = 2010; year <= 2026; year++) for (const day of regularHolidays(year)) holidays.add(day);
  return Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, i) => FIRST_DAY + i).filter(
    (day) => !isWeekend(day) && !holidays.has(day),
  );
}

/**
 * The days with a report of short positions: the first, month ends and a year of days, or every day since reports began.
 * And those with prices: the same, and those since.
 */
export function marketDays(isWhole: boolean): { reports: readonly number[]; sessions: readonly number[] } {
  const days = tradingDays();
  const firstDaily = days.length - DAILY_SESSIONS;
  const month = (day: number) => dateText(day).slice(0, 7);
  const isReported = (day: number, i: number) =>
    isWhole || i === 0 || i >= firstDaily || month(days[i + 1]) !== month(day);
  const reports = days.filter(isReported);
  // The newest report is of a Friday; the sessions since are Monday to Thursday.
  return {
    reports,
    sessions: [...reports, ...Array.from({ length: SESSIONS_SINCE }, (_, i) => LAST_DAY + 3 + i)],
  };
}

/** A security that is reported: a company's shares, or a fund, a note, a right. */
export interface Line {
  readonly code: string;
  readonly productName: string;
  /** Shares on issue when it was first reported. */
  readonly issued: number;
  /** First price. */
  readonly price: number;
  /** Mean of the reported percentages. */
  readonly level: number;
  readonly story: Story;
}

/** What happens to a security over its life, as shares of the days that are reported. */
const WHOLE_LIFE = {
  /** It is reported from here on, and until there. */
  from: 0,
  until: 1,
  isReported: true,
  isPriced: true,
  /** Prices end before the reports do. */
  pricesUntil: 1,
  /** Nothing is traded on the last days. */
  isSuspended: false,
  /** One share becomes so many in the middle of its life. */
  split: 1,
  /** The product is in deferred settlement on the newest days. */
  isDeferred: false,
};
type Story = Readonly<typeof WHOLE_LIFE>;

/** Every security of the market: the companies' shares first, then what is not an ordinary share. */
export function marketLines(seed: number, companies: readonly Company[]): Line[] {
  const random = new Random(seed, "lines");
  const shares = companies.flatMap((company, position) => companyLines(random, company, position));
  return [...shares, ...otherLines(random, companies.length)];
}

/** A company's shares, under an older code first when it changed its name. */
function companyLines(random: Random, company: Company, position: number): Line[] {
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
  const line: Line = {
    code: company.code,
    productName: company.shortName,
    issued: Math.max(6_000_000, Math.round(company.capitalisation / price)),
    price,
    // A few are the ones everybody watches.
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

/** One line in ten: funds, notes with a coupon, long codes, one in deferred settlement, one with few shares. */
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
    // So few are on issue that more than all of them can be short.
    { ...line("YSM1", `${word()} LIMITED ORDINARY`, 104, { isPriced: false }), issued: 40_000 },
  ];
}

/** Where a security's rows begin, end and change their number of shares, among so many days. */
function lifeOf({ from, until }: Story, days: number) {
  const [first, end] = [Math.floor(from * days), Math.ceil(until * days)];
  return { first, end, splitAt: Math.floor((first + end) / 2) };
}

/** Reports at the end that name a product in deferred settlement. */
const DEFERRED_REPORTS = 30;

/**
 * The reported positions of a security: a walk around its level with peaks, spells of zero, days that are missing and a
 * few without a percentage because nothing was on issue.
 */
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

/** Sessions at the end in which nothing of a suspended security is traded. */
const SUSPENDED_SESSIONS = 6;
/** A step between two sessions of different months is larger than one between neighbours. */
const LONG_STEP_DAYS = 15;

/** Prices of a security: a walk with a few jumps and holes, and a split that the adjusted close does not see. */
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

/** Code, name, how returns count, first level, share of the days before it began. */
const INDICES = [
  ["ZAX200", "Synthetic 200", "price", 4_500, 0],
  ["ZAX200TR", "Synthetic 200 total return", "total", 32_000, 0],
  ["ZAXSO", "Synthetic small ordinaries", "price", 2_300, 0.2],
  ["ZAX50", "Synthetic 50", "price", 4_400, 0.35],
] as const;

/** Levels of an index; the earliest have a close alone. */
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

/** Most companies have the label of the day recording began, some changed it since, some were never recorded. */
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

/** Writes the rows of each item to a table. */
export type WriteTable = <T>(
  name: string,
  items: readonly T[],
  rowsOf: (item: T, position: number) => Rows,
  /** What all rows of an item begin with. */
  keyOf?: (item: T) => Row,
) => Promise<void>;

/** What an item has in a table: a row, none or several. */
export type Rows = Row | null | undefined | Iterable<Row>;

/** The share market: companies, what is reported short of each security, prices and indices. */
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
