import { toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { marketMethods } from "../../../src/domains/market/service.ts";
import { stockMethods } from "../../../src/domains/stocks/service.ts";
import { ScreenerService } from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { isEncodedAnswer, type UnaryMethod } from "../../../src/rpc/unary-method.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { TEST_NOW } from "../../support/country/serve-country.ts";
import { answerOf, methodOptions } from "../../support/data/method-calls.ts";
import { type CsvRow, opinionRows } from "../../support/data/read-csv.ts";
import type { Json } from "../../support/data/stock-calls.ts";
import { plainGrowth } from "../../support/plain/plain-growth.ts";
import { plainArticles, plainPrimaries } from "../../support/plain/plain-news.ts";
import { compareBy } from "../../support/plain/plain-steps.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

const { method } = StockService;
const { random, pick } = draws(runSeed("stock methods"));

const engine = followCountry("opinionCountry");
const options = methodOptions({ now: TEST_NOW });
const methods = [...stockMethods(engine, options), ...marketMethods(engine)];
const codes = opinionRows("companies").map((row) => row.stock_code);

const call = async (desc: UnaryMethod["desc"], request: object): Promise<Json> => {
  const answer = await answerOf(methods, desc, request as never);
  return toJson(desc.output, isEncodedAnswer(answer) ? answer.message() : answer);
};
const rowsOf = (name: string, code: string) => opinionRows(name).filter((row) => row.stock_code === code);

describe("fundamentals of every company", () => {
  it("grow as a walk back through the raw rows says, and every basis occurs", async () => {
    const bases = new Set<string>();
    for (const code of codes) {
      const rows = rowsOf("fundamentals_periods", code);
      const { growth, hasGrowth } = await call(method.getStockFundamentals, { stockCode: code });
      expect(hasGrowth ?? false, code).toBe(rows.length > 0);
      if (rows.length === 0) continue;
      expectClose(growth, plainGrowth(rows) as Json, code);
      bases.add(`${growth.basisPeriodType} ${growth.revenueBasisPeriodType} ${growth.hasEpsYoy === true}`);
    }
    expect(bases.size).toBeGreaterThanOrEqual(5);
  });

  it("are listed newest first with the figures of the raw rows", async () => {
    for (const code of codes) {
      const { periods = [] } = await call(method.getStockFundamentals, { stockCode: code, limit: 40 });
      const expected = rowsOf("fundamentals_periods", code)
        .toSorted((a, b) => (b.period_end + a.period_type < a.period_end + b.period_type ? -1 : 1))
        .map((row) => [
          row.period_end,
          row.period_type,
          row.revenue === "" ? undefined : Number(row.revenue),
        ]);
      const shown = (periods as Json[]).map((one) => [
        one.periodEnd,
        one.periodType,
        one.hasRevenue ? (one.revenue ?? 0) : undefined,
      ]);
      expect(shown, code).toEqual(expected.slice(0, 40));
    }
  });
});

describe("series of any stock", () => {
  const DAYS_OF = { "1W": 7 } as const;

  it("hold the rows of a window that were public, by day or by week", async () => {
    const reported = [...new Set(opinionRows("short_positions").map((row) => row.stock_code))].filter(
      (code) => code.length <= 4,
    );
    const newest = dayNumberOf(
      opinionRows("trading_dates")
        .map((row) => row.date)
        .sort()
        .at(-1)!,
    )!;
    let points = 0;
    for (let i = 0; i < 60; i++) {
      const code = pick(reported);
      const from = newest - Math.floor(random() * 900);
      const to = from + Math.floor(random() * 500);
      const isWeekly = random() < 0.5;
      const answer = await call(method.getStockData, {
        productCode: code,
        from: dateOfDay(from),
        to: dateOfDay(to),
        ...(isWeekly ? { period: "5y" } : {}),
      });
      const rows = rowsOf("short_positions", code)
        .filter((row) => row.short_percent !== "" && row.date >= dateOfDay(from) && row.date <= dateOfDay(to))
        .toSorted((a, b) => (a.date < b.date ? -1 : 1));
      // Calendar weeks: Monday to Sunday.
      const groups = Map.groupBy(rows, ({ date }) => {
        if (!isWeekly) return date;
        const day = new Date(`${date}T00:00:00Z`);
        day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
        return day.toISOString().slice(0, 10);
      });
      const expected = Array.from(
        groups,
        ([label, group]) =>
          [label, group.reduce((sum, row) => sum + Number(row.short_percent), 0) / group.length] as const,
      );
      const shown = ((answer.points ?? []) as Json[]).map((point) => [
        point.timestamp.slice(0, 10),
        point.shortPosition ?? 0,
      ]);
      expect(shown.map(([label]) => label)).toEqual(expected.map(([label]) => label));
      for (const [n, [, percent]] of expected.entries()) expect(shown[n][1]).toBeCloseTo(percent, 9);
      expect(answer.totalObservations ?? 0).toBe(rows.length);
      points += shown.length;
    }
    expect(points).toBeGreaterThan(500);
  });

  it("hold every session of a week before the newest one", async () => {
    for (const code of codes.slice(0, 30)) {
      const sessions = rowsOf("stock_prices", code).toSorted((a, b) => (a.date < b.date ? -1 : 1));
      const { points = [] } = await call(method.getStockPrices, { productCode: code, period: "1W" });
      const last = sessions.at(-1);
      const after = last === undefined ? "" : dateOfDay(dayNumberOf(last.date)! - DAYS_OF["1W"]);
      expect((points as Json[]).map((point) => [point.date, point.close, point.adjustedClose])).toEqual(
        sessions
          .filter((row) => row.date > after)
          .map((row) => [row.date, Number(row.close), Number(row.adjusted_close || row.close)]),
      );
    }
  });
});

describe("lists of every company", () => {
  it("sum the declared dividends of the last 365 days", async () => {
    // Noon of 15 November in Sydney.
    const [first, last] = ["2025-11-15", "2026-11-15"];
    let paying = 0;
    for (const code of codes) {
      const declared = rowsOf("dividends", code).filter((row) => row.is_declared !== "false");
      const answer = await call(method.getDividendHistory, { stockCode: code, years: 20 });
      expect(answer.totalCount ?? 0, code).toBe(declared.length);
      const sum = declared
        .filter((row) => row.ex_date > first && row.ex_date <= last)
        .reduce((total, row) => total + Number(row.amount_per_share), 0);
      expect(answer.trailingYield ?? 0, code).toBeCloseTo(sum, 12);
      if (sum > 0) paying++;
    }
    expect(paying).toBeGreaterThan(10);
  });

  it("tell each story of the last 365 days once in the timeline, by its first article", async () => {
    const some = codes.slice(0, 20);
    const articles = plainArticles().filter(({ stock_code }) => some.includes(stock_code));
    const primaryOf = plainPrimaries(articles);
    const asOf = engine.manifest.asOf;
    let announced = 0;
    for (const code of some) {
      const expected = articles
        .filter((one) => one.stock_code === code && primaryOf.get(one) === one)
        .filter(({ published_at }) => published_at >= "2025-11-15" && published_at <= asOf)
        .map(({ url }) => url);
      const { events = [] } = await call(method.getEventTimeline, { stockCode: code, limit: 200 });
      const shown = (events as Json[]).filter(({ type }) => type === "news").map(({ url }) => url);
      if ((events as Json[]).length < 200) expect(shown.toSorted(), code).toEqual(expected.sort());
      announced += shown.length;
    }
    expect(announced).toBeGreaterThan(20);
  });

  it("find the jumps of the short position against the row before", async () => {
    let spikes = 0;
    for (const code of codes) {
      const rows = rowsOf("short_positions", code)
        .filter((row) => row.short_percent !== "")
        .toSorted((a, b) => (a.date < b.date ? -1 : 1));
      const expected = rows
        // Hundredths are integers: no rounding errors.
        .filter(
          (row, i) =>
            i > 0 &&
            Math.round(100 * Number(row.short_percent)) -
              Math.round(100 * Number(rows[i - 1].short_percent)) >=
              100,
        )
        .map((row) => row.date)
        .filter((date) => date >= "2025-11-15")
        .reverse();
      const { events = [] } = await call(method.getEventTimeline, { stockCode: code, limit: 200 });
      const shown = (events as Json[]).filter(({ type }) => type === "short_spike").map(({ date }) => date);
      if ((events as Json[]).length < 200) expect(shown, code).toEqual(expected);
      spikes += shown.length;
    }
    expect(spikes).toBeGreaterThan(5);
  });

  it("rank peers by the size that the company list has", async () => {
    const size = (row: CsvRow) => (/^[0-9.]+$/.test(row.market_cap) ? Number(row.market_cap) : 0);
    for (const company of opinionRows("companies")) {
      const { peers = [] } = await call(method.getPeerComparison, {
        stockCode: company.stock_code,
        limit: 20,
      });
      const expected = opinionRows("companies")
        .filter((row) => company.industry !== "" && row.industry === company.industry && row !== company)
        .toSorted(compareBy(size, "stock_code"))
        .map((row) => row.stock_code);
      expect((peers as Json[]).map((peer) => peer.stockCode)).toEqual(expected.slice(0, 20));
    }
  });

  it("give the verdict that the screener's own figures give", async () => {
    const { stocks } = await call(ScreenerService.method.screenStocks, { limit: 4000 });
    expect(stocks.length).toBeGreaterThan(30);
    for (const stock of stocks as Json[]) {
      const verdict = await call(method.getStockVerdict, { productCode: stock.stockCode });
      const clamp = (value: number, lo: number) => Math.max(lo, Math.min(1, value));
      const scores = [
        30 * clamp(-(stock.shortPctChange4w ?? 0) / 3, -1),
        15 * Math.min(0, clamp(-(stock.shortPct ?? 0) / 15, -1)),
        25 * clamp((stock.netDirectorBuyValue ?? 0) / 1e6, -1),
        20 * clamp(stock.avgSentiment ?? 0, -1),
        5 * clamp((stock.daysToCover ?? 0) / 10, 0),
      ];
      const contributions = (verdict.components as Json[]).map(({ contribution = 0 }) => contribution);
      contributions.forEach((shown, i) => {
        expect(Math.abs(shown - scores[i]), `${stock.stockCode} ${i}`).toBeLessThanOrEqual(0.05 + 1e-9);
      });
      expect(verdict.composite ?? 0).toBeCloseTo(
        contributions.reduce((sum, one) => sum + one, 0),
        9,
      );
    }
  });

  it("give the tax of the surest entity, blanks apart", async () => {
    let found = 0;
    for (const code of codes) {
      const [entity] = rowsOf("entity_codes", code).toSorted(
        compareBy(({ confidence }) => Number(confidence), "abn"),
      );
      const years = opinionRows("corporate_tax")
        .filter((row) => row.abn === entity?.abn)
        .toSorted((a, b) => Number(a.income_year) - Number(b.income_year));
      const answer = await call(method.getCompanyTaxProfile, { productCode: code }).catch(() => undefined);
      expect(answer === undefined, code).toBe(years.length === 0);
      if (answer === undefined) continue;
      found++;
      const shown = (answer.years as Json[]).map((year) => [
        year.incomeYear,
        year.hasTaxPayable ? year.taxPayable : undefined,
      ]);
      expect(shown).toEqual(
        years.map((row) => [
          Number(row.income_year),
          row.tax_payable === "" ? undefined : Number(row.tax_payable),
        ]),
      );
    }
    expect(found).toBeGreaterThan(20);
  });
});
