import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  cutTreeMap,
  rankingOf,
  screenerOf,
  topShorts,
  treeMapOf,
} from "../src/domains/market/queries/derived-lists.ts";
import { marketDay } from "../src/domains/market/queries/market-day.ts";
import { screenStocks } from "../src/domains/market/queries/screener.ts";
import type { ScreenQuery } from "../src/domains/market/rules.ts";
import { searchStocks } from "../src/domains/search/queries/search-stocks.ts";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import { type Market, marketOf } from "../src/engine/columns/market/market.ts";
import { followCurrent } from "../src/engine/follow-current.ts";
import type { SnapshotView } from "../src/engine/view.ts";
import { MarketService, ScreenerService, SearchService } from "../src/gen/shorts/v1alpha1/market_pb.ts";
import { dateOfDay } from "../src/runtime/time/calendar-date.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { type Figure, measure, type Report, type RunOptions, requireSame, type Subject } from "./harness.ts";
import { MARKET_DAY, MARKET_SCHEMA, SCREEN, SEARCH, TOP_SHORTS, TREE_MAP } from "./market-questions.ts";
import { times } from "./print-report.ts";
import { type RawRow, rawDuckdb, rawPostgres, rounded } from "./raw-databases.ts";
import type { RawQuestion } from "./raw-questions.ts";
import { driverFloor } from "./sql.bench.ts";
import { askerOf } from "./table-methods.ts";

export const market: Subject = {
  name: "market",
  what: "market methods from columns, against the driver's floor and the same rows in DuckDB and PostgreSQL",
  run,
};

/** A question as an engine scan, as a method, and in SQL. */
interface Contest {
  readonly question: RawQuestion;
  scan(): unknown;
  method(): Promise<unknown>;
  /** The result of the scan, in the columns of the SQL question. */
  rows(): RawRow[];
}

async function run(options: RunOptions): Promise<Report> {
  options.say("opening the market; the whole one is built first where it is missing, which takes minutes");
  const country = await sharedCountry(1, 0.02, !options.quick);
  const { dataDir, datasetDir } = country;
  const following = await followCurrent({ metrics: METRICS, dataDir, sqlConnections: 2, sqlWaiting: 16 });
  const floor = await driverFloor(options);
  const { view, release } = following.engine.pin();
  const figures: (Figure & { ratio: string })[] = [{ ...floor, ratio: "1×" }];
  const goals: Report["goals"][number][] = [];
  const store = marketOf(view);
  const newest = dateOfDay(store.positions.newestDay!);
  await writeReadyTables(datasetDir, store, view);
  options.say("loading the rows into DuckDB and PostgreSQL");
  const opponents = [
    await rawDuckdb(datasetDir, newest, MARKET_SCHEMA),
    await rawPostgres(datasetDir, newest, MARKET_SCHEMA),
  ];
  try {
    for (const contest of contests(view, askerOf(following.engine))) {
      const { question } = contest;
      const expected = contest.rows().map(rounded);
      if (expected.length === 0) throw new Error(`${question.name} has nothing to compare`);
      const scan = await measure(`${question.name}: scan`, contest.scan, { ...options, inner: 10 });
      figures.push({ ...scan, ratio: times(floor, scan) });
      const method = await measure(`${question.name}: method`, contest.method, options);
      figures.push({ ...method, ratio: times(floor, method) });
      goals.push({
        id: "M1",
        what: `${question.name}: scan, times the driver's floor`,
        figure: scan.medianNs / floor.medianNs,
        goal: 0.05,
        better: "less",
      });
      for (const opponent of opponents) {
        requireSame(
          `${opponent.name}, ${question.name}`,
          (await opponent.ask(question)).map(rounded),
          expected,
        );
        const figure = await measure(
          `${question.name}: ${opponent.name}`,
          () => opponent.ask(question),
          options,
        );
        figures.push({ ...figure, ratio: times(scan, figure) });
      }
    }
  } finally {
    for (const opponent of opponents) await opponent.close();
    release();
    await following.close();
  }
  return { subject: "Market", figures, goals, notes: notesOf(store) };
}

function contests(view: SnapshotView, ask: ReturnType<typeof askerOf>): Contest[] {
  const store = marketOf(view);
  const { positions, securities } = store;
  const ranking = rankingOf(view);
  const screener = screenerOf(view);
  const dayQuery = {
    date: positions.newestDay!,
    includeZeroShortPositions: false,
    ordinaryOnly: false,
  };
  const dayRows = () => marketDay(store, dayQuery).rows.slice(0, 50);
  const topQuery = { period: "1Y", limit: 50, offset: 0, summaryOnly: false, productCodes: [] } as const;
  const mapQuery = { period: "3M", limit: 10, viewMode: "PERCENTAGE_CHANGE" } as const;
  const screenQuery: ScreenQuery = {
    limit: 50,
    offset: 0,
    industries: [],
    codes: [],
    sortColumn: "short_pct",
    ascending: false,
    ranges: [
      { column: "short_pct", least: 0.5, most: undefined },
      { column: "short_pct_change_4w", least: undefined, most: 3 },
      { column: "price_change_1m", least: -20, most: 40 },
      { column: "days_to_cover", least: 0.1, most: undefined },
      { column: "pe_ratio", least: undefined, most: 40 },
    ],
  };
  const codeOf = (row: number) => securities.codes[positions.codeOf(row)];
  const { method } = MarketService;
  return [
    {
      question: MARKET_DAY,
      scan: dayRows,
      method: ask(method.getMarketByDate, { date: dateOfDay(dayQuery.date) }),
      rows: () =>
        dayRows().map((row) => ({ stock_code: codeOf(row), short_percent: positions.percent.at(row) })),
    },
    {
      question: TOP_SHORTS,
      scan: () => topShorts(store, ranking, topQuery),
      method: ask(method.getTopShorts, { period: "1Y", limit: 50 }),
      rows: () =>
        topShorts(store, ranking, topQuery).series.flatMap(({ code, places }) =>
          Array.from(places, (place) => ({
            stock_code: securities.codes[code],
            day: dateOfDay(positions.dayAt(place)),
            short_percent: positions.percent.at(positions.rowAt(place)),
          })),
        ),
    },
    {
      question: TREE_MAP,
      scan: () => cutTreeMap(treeMapOf(view, mapQuery), mapQuery.limit),
      method: ask(method.getIndustryTreeMap, { period: "3M", limit: 10, viewMode: 1 }),
      rows: () =>
        cutTreeMap(treeMapOf(view, mapQuery), mapQuery.limit).flatMap(([industry, stocks]) =>
          stocks.map(({ code, value }) => ({ industry, stock_code: securities.codes[code], change: value })),
        ),
    },
    {
      question: SCREEN,
      scan: () => screenStocks(store, screener, screenQuery),
      method: ask(ScreenerService.method.screenStocks, {
        filters: {
          shortPct: { min: 0.5, hasMin: true },
          shortPctChange: { max: 3, hasMax: true },
          priceChange1m: { min: -20, max: 40, hasMin: true, hasMax: true },
          daysToCover: { min: 0.1, hasMin: true },
          peRatio: { max: 40, hasMax: true },
        },
      }),
      rows: () =>
        Array.from(screenStocks(store, screener, screenQuery).places, (place) => ({
          stock_code: securities.codes[screener.codes[place]],
          short_pct: screener.columns.short_pct[place],
        })),
    },
    {
      question: SEARCH,
      scan: () => searchStocks(view, "group", 50),
      method: ask(SearchService.method.searchStocks, { query: "group" }),
      rows: () => searchStocks(view, "group", 50).map((row) => ({ stock_code: codeOf(row) })),
    },
  ];
}

/** Writes what the engine keeps precomputed as tables for the other databases. */
async function writeReadyTables(datasetDir: string, store: Market, view: SnapshotView): Promise<void> {
  const { securities, positions, prices } = store;
  const { codes, columns, count } = screenerOf(view);
  const names = ["short_pct", "short_pct_change_4w", "price_change_1m", "days_to_cover", "pe_ratio"] as const;
  const screener = Array.from({ length: count }, (_, place) =>
    [securities.codes[codes[place]], ...names.map((name) => columns[name][place])].join(","),
  );
  const newest = securities.all.flatMap(({ code, companyName }, number) => {
    const row = store.newestRow(number);
    const [from, to] = prices.placesOf(number);
    if (row === undefined || from === to) return [];
    const name = `${companyName} | ${positions.names[positions.nameOf(row)]}`.replaceAll('"', "");
    return [`${code},"${name}",${positions.percent.at(row) || 0}`];
  });
  const write = (name: string, head: string, lines: readonly string[]) =>
    writeFile(join(datasetDir, `${name}.csv`), `${[head, ...lines].join("\n")}\n`);
  await write("bench_screener", ["stock_code", ...names].join(","), screener);
  await write("bench_newest", "stock_code,names,short_percent", newest);
}

function notesOf({ positions, securities, prices }: Market): string[] {
  const bytes = positions.byteLength + prices.frame.byteLength;
  return [
    `${positions.percent.length.toLocaleString("en-AU")} positions of ${securities.codes.length.toLocaleString("en-AU")} securities on ${positions.days.length.toLocaleString("en-AU")} days, and ${prices.close.length.toLocaleString("en-AU")} sessions: ${(bytes / 1e6).toFixed(1)} MB of columns in memory.`,
    "A scan is the question without its encoding; a method runs from its request message to the answer. No answer is kept between calls; stocks that screens and searches have shown stay encoded. The market day of a method also tells sizes and liquidity, which raw rows are not asked for.",
    "The screener and the newest rows are tables of their own in DuckDB and PostgreSQL, as the engine keeps them ready. PostgreSQL has primary keys, an index by day, fresh statistics and 1 GB of shared buffers; DuckDB has everything in memory.",
  ];
}
