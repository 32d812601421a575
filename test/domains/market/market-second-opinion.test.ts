import { describe, expect, inject, it } from "vitest";
import { marketMethods } from "../../../src/domains/market/service.ts";
import {
  BattlegroundView,
  MarketService,
  ScreenerService,
  ScreenerSortDirection,
  ScreenerSortField,
  ViewMode,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { availableFrom } from "../../../src/runtime/time/trading-days.ts";
import { followCountry } from "../../support/country/follow-country.ts";
import { callMethod } from "../../support/data/method-calls.ts";
import { rawTables } from "../../support/data/raw-tables.ts";
import { PlainMarket, plainRound, shownOf, windowStart } from "../../support/plain/plain-market.ts";
import { plainStocks } from "../../support/plain/plain-stocks.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";
import { expectClose } from "../../support/wire/expect-close.ts";

type Json = Record<string, unknown>;

const { method } = MarketService;
const PERIODS = ["1D", "1W", "1M", "3M", "6M", "1Y", "2Y", "5Y", "10Y", "MAX"];
const { random, below, pick } = draws(runSeed("market methods"));

const engine = followCountry("opinionCountry");
const { datasetDir } = inject("opinionCountry");
const plain = new PlainMarket(await rawTables("market", datasetDir));
const methods = marketMethods(engine);

describe("GetTopShorts", () => {
  it("ranks and draws points as a plain look through the raw rows does", async () => {
    const ranking = plain.ranking();
    expect(ranking.length).toBeGreaterThan(30);
    for (let i = 0; i < 40; i++) {
      const period = pick(PERIODS);
      const [limit, offset] = [1 + below(60), below(30)];
      const answer = await callMethod(methods, method.getTopShorts, {
        period: random() < 0.5 ? period : period.toLowerCase(),
        limit,
        offset,
      });
      const page = ranking.slice(offset, offset + limit);
      expect(answer.offset).toBe(offset + page.length);
      const expected = page
        .map((row) => plain.points(row.stock_code, period))
        .filter((points) => points.length >= 2);
      const series = answer.timeSeries as Json[];
      expect(series.map((one) => one.productCode)).toEqual(expected.map((points) => points[0].stock_code));
      series.forEach((one, s) => {
        const points = expected[s];
        expect(one.points).toEqual(
          points.map((row) => ({
            timestamp: `${row.date}T00:00:00Z`,
            shortPosition: row.short_percent,
            reportedShortPositions: row.reported_short_positions,
            totalProductInIssue: row.total_product_in_issue,
            availableFrom: dateOfDay(availableFrom(dayNumberOf(row.date)!)),
          })),
        );
        expect(one.latestShortPosition).toBe(points.at(-1)!.short_percent);
        const largest = Math.max(...points.map((row) => row.short_percent!));
        const smallest = Math.min(...points.map((row) => row.short_percent!));
        const first = (percent: number) => points.find((row) => row.short_percent === percent)!.date;
        expect((one.max as Json).timestamp).toBe(`${first(largest)}T00:00:00Z`);
        expect((one.min as Json).timestamp).toBe(`${first(smallest)}T00:00:00Z`);
      });
    }
  });
});

describe("GetMarketByDate", () => {
  it("tells every row of a day as the raw rows do, with sizes of that day", async () => {
    let found = 0;
    for (let i = 0; i < 40; i++) {
      const isReported = random() < 0.9;
      const date = isReported ? pick(plain.dates) : dateOfDay(dayNumberOf("2010-06-01")! + below(6100));
      const [includeZeroShortPositions, ordinaryOnly] = [random() < 0.5, random() < 0.5];
      const [limit, offset] = [1 + below(80), random() < 0.7 ? 0 : below(60)];
      const request = { date, limit, offset, includeZeroShortPositions, ordinaryOnly };
      const answer = await callMethod(methods, method.getMarketByDate, request);
      const rows = plain.day(date, includeZeroShortPositions, ordinaryOnly);
      expect(answer.totalCount).toBe(rows.length);
      expect(answer.previousDate).toBe(plain.dates.findLast((day) => day < date) ?? "");
      expect(answer.nextDate).toBe(plain.dates.find((day) => day > date) ?? "");
      const page = rows.slice(offset, offset + limit);
      const wanted = page.map((row) => plain.shown(row));
      expectClose(
        (answer.stocks as Json[]).map((stock, i) => shownOf(stock, wanted[i])),
        wanted,
      );
      found += page.length;
    }
    expect(found).toBeGreaterThan(300);
  });
});

describe("GetAvailableDates", () => {
  it("pages backwards through every date of the raw rows", async () => {
    const seen: string[] = [];
    for (let before = ""; ; ) {
      const answer = await callMethod(methods, method.getAvailableDates, { limit: 97, before });
      const dates = answer.dates as string[];
      expect([answer.earliestDate, answer.latestDate, answer.totalCount]).toEqual([
        plain.dates[0],
        plain.newest,
        plain.dates.length,
      ]);
      if (dates.length === 0) break;
      seen.push(...dates);
      before = dates.at(-1)!;
    }
    expect(seen).toEqual(plain.dates.toReversed());
  });
});

describe("GetIndustryTreeMap", () => {
  it("keeps and values the stocks of every industry as the raw rows do, in both forms", async () => {
    for (let i = 0; i < 40; i++) {
      const [period, limit, isChange] = [pick(PERIODS), 1 + below(12), random() < 0.5];
      const answer = await callMethod(methods, method.getIndustryTreeMap, {
        period,
        limit,
        viewMode: isChange ? ViewMode.PERCENTAGE_CHANGE : ViewMode.CURRENT_CHANGE,
      });
      const expected = plain.treeMap(period, limit, isChange);
      const flat = answer.positions as Json[];
      expect(flat.map(({ industry, productCode }) => [industry, productCode])).toEqual(
        expected.map(({ industry, productCode }) => [industry, productCode]),
      );
      flat.forEach((one, p) => {
        expectClose(one.shortPosition, expected[p].shortPosition, `${one.productCode}`);
      });
      const industries = answer.industries as (Json & { stocks: Json[] })[];
      expect(industries.map(({ name }) => name)).toEqual(answer.industryNames);
      for (const { name, stocks, aggregateShortPosition, averagePercentage } of industries) {
        const own = expected.filter(({ industry }) => industry === name);
        const sum = own.reduce((total, { percent }) => total + percent, 0);
        expectClose(aggregateShortPosition, sum, "sum");
        expectClose(averagePercentage, sum / own.length, "mean");
        expect(stocks.map(({ percentage }) => percentage)).toEqual(own.map(({ percent }) => percent));
      }
      expect(answer.lastUpdated).toBe(plain.newest);
    }
  });
});

describe("GetBattlegroundStocks", () => {
  it("scores every stock of both views as the formulae say", async () => {
    const c = (x: number) => Math.min(x, 1);
    const scored = plain
      .screener()
      .filter(({ shortPct }) => shortPct >= 1)
      .map((s) => ({
        ...s,
        squeezeScore: plainRound(
          100 *
            (0.35 * c(s.daysToCover / 10) +
              0.3 * c(s.shortPct / 15) +
              0.2 * c(Math.max(s.priceChange1m, 0) / 20) +
              0.15 * c(Math.max(s.shortPctChange4w, 0) / 3)),
          1,
        ),
        divergenceScore:
          s.priceChange1m > 0 && s.shortPctChange4w > 0
            ? plainRound(100 * c(s.priceChange1m / 20) * c(s.shortPctChange4w / 3), 1)
            : 0,
      }));
    for (const [view, score] of [
      [BattlegroundView.SQUEEZE, "squeezeScore"],
      [BattlegroundView.DIVERGENCE, "divergenceScore"],
    ] as const) {
      const shown = scored
        .filter((s) => view === BattlegroundView.SQUEEZE || s.divergenceScore > 0)
        .sort((a, b) => b[score] - a[score] || (a.stockCode < b.stockCode ? -1 : 1));
      expect(shown.length).toBeGreaterThan(0);
      const answer = await callMethod(methods, method.getBattlegroundStocks, { view, limit: 100 });
      expect(answer.totalCount).toBe(shown.length);
      const stocks = answer.stocks as Json[];
      expect(stocks.map((s) => [s.stockCode, s[score]])).toEqual(
        shown.slice(0, 100).map((s) => [s.stockCode, s[score]]),
      );
      stocks.forEach((s, i) => {
        for (const key of [
          "shortPct",
          "shortPctChange4w",
          "latestPrice",
          "priceChange1m",
          "daysToCover",
        ] as const)
          expectClose(s[key], shown[i][key], `${s.stockCode} ${key}`);
      });
    }
  });
});

describe("GetShortCampaignScoreboard", () => {
  it("finds every peak, what came after it and who won", async () => {
    const all = plain.campaigns();
    expect(all.length).toBeGreaterThan(5);
    for (const industry of ["", ...new Set(all.map((campaign) => campaign.industry))]) {
      const own = all.filter((campaign) => industry === "" || campaign.industry === industry);
      const answer = await callMethod(methods, method.getShortCampaignScoreboard, {
        limit: 100,
        industry: ` ${industry}`,
      });
      const rate = (months: number) => {
        const scored = own.filter((one) => one[`has${months}m`]);
        const won = scored.filter((one) => one[`shortsWon${months}m`]).length;
        return scored.length === 0 ? 0 : plainRound((100 * won) / scored.length, 1);
      };
      expect([answer.totalCount, answer.campaignsTotal]).toEqual([own.length, own.length]);
      expect(answer.shortsWinRate3m).toBe(rate(3));
      expect(answer.shortsWinRate6m).toBe(rate(6));
      const wanted = own.slice(0, 100);
      expect((answer.campaigns as Json[]).map((one, i) => shownOf(one, wanted[i]))).toEqual(wanted);
    }
  });
});

describe("GetIndexSeries", () => {
  it("gives the sessions of every window as the raw rows do", async () => {
    const codes = plain.raw.indices.map(({ index_code }) => index_code);
    for (let i = 0; i < 40; i++) {
      const code = pick(codes);
      const period = pick(PERIODS);
      const sessions = plain.raw.indexPrices
        .filter(({ index_code }) => index_code === code)
        .sort((a, b) => (a.date < b.date ? -1 : 1));
      const latest = sessions.at(-1)!.date;
      const inWindow = sessions.filter(({ date }) => date > windowStart(latest, period));
      const answer = await callMethod(methods, method.getIndexSeries, {
        indexCode: code.toLowerCase(),
        period,
      });
      expect(answer.points).toEqual(
        inWindow.map((session) => ({
          date: session.date,
          open: session.open ?? 0,
          high: session.high ?? 0,
          low: session.low ?? 0,
          close: session.close,
          volume: String(session.volume ?? 0),
        })),
      );
      expect([answer.totalObservations, answer.downsampled]).toEqual([inWindow.length, false]);
    }
  });
});

describe("ListIndices", () => {
  it("tells of every index what its raw rows cover, by code", async () => {
    const { indices } = await callMethod(methods, method.listIndices, {});
    const expected = plain.raw.indices
      .toSorted((a, b) => (a.index_code < b.index_code ? -1 : 1))
      .map(({ index_code, name, return_type, currency }) => {
        const dates = plain.raw.indexPrices
          .filter((row) => row.index_code === index_code)
          .map(({ date }) => date)
          .sort();
        return {
          code: index_code,
          name,
          returnType: return_type,
          currency,
          earliestDate: dates[0] ?? "",
          latestDate: dates.at(-1) ?? "",
          observations: dates.length,
        };
      });
    expect(expected.length).toBeGreaterThan(0);
    expect(indices).toEqual(expected);
  });
});

describe("ScreenStocks", () => {
  const COLUMNS = [
    ["shortPct", "shortPct", ScreenerSortField.SHORT_PCT],
    ["shortPctChange", "shortPctChange4w", ScreenerSortField.SHORT_PCT_CHANGE],
    ["marketCap", "marketCap", ScreenerSortField.MARKET_CAP],
    ["priceChange1m", "priceChange1m", ScreenerSortField.PRICE_CHANGE_1M],
    ["peRatio", "peRatio", ScreenerSortField.PE_RATIO],
    ["dividendYield", "dividendYield", ScreenerSortField.DIVIDEND_YIELD],
    ["daysToCover", "daysToCover", ScreenerSortField.DAYS_TO_COVER],
    ["netDirectorBuy", "netDirectorBuyValue", ScreenerSortField.NET_DIRECTOR_BUY],
    ["avgSentiment", "avgSentiment", ScreenerSortField.NEWS_SENTIMENT],
  ] as const;

  it("filters and orders by any columns as a plain filter over the raw rows does", async () => {
    const { manifest } = engine;
    const others = plainStocks(plain, manifest.asOf);
    const figuresOf = new Map(others.map(({ code, figures }) => [code, figures]));
    const all = plain.screener().map((stock) => {
      const { net_director_buy_value, avg_sentiment, director_buy_count } = figuresOf.get(stock.stockCode)!;
      return {
        ...stock,
        netDirectorBuyValue: net_director_buy_value ?? 0,
        avgSentiment: avg_sentiment ?? 0,
        directorBuyCount: director_buy_count ?? 0,
      };
    });
    let found = 0;
    for (let i = 0; i < 160; i++) {
      const ranges = COLUMNS.filter(() => random() < 0.25).map(([field, column]) => {
        const values = [pick(all)[column], pick(all)[column]].sort((a, b) => a - b);
        // Sums and means in another order differ in their last digit.
        const slack = column === "netDirectorBuyValue" || column === "avgSentiment" ? 1e-6 : 0;
        return {
          field,
          column,
          range: {
            min: values[0] - slack,
            max: values[1] + slack,
            hasMin: random() < 0.8,
            hasMax: random() < 0.5,
          },
        };
      });
      const industries = random() < 0.2 ? [pick(all).industry, pick(all).industry] : [];
      const productCodes =
        random() < 0.2 ? ["QQQ", ...all.filter(() => random() < 0.5).map(({ stockCode }) => stockCode)] : [];
      const hasDirectorBuys = random() < 0.1;
      const [, sortColumn, sortField] = pick(COLUMNS);
      const isAscending = random() < 0.5;
      const [limit, offset] = [1 + below(60), random() < 0.7 ? 0 : below(20)];
      const expected = all
        .filter((stock) =>
          ranges.every(
            ({ column, range }) =>
              (!range.hasMin || stock[column] >= range.min) && (!range.hasMax || stock[column] <= range.max),
          ),
        )
        .filter(({ industry }) => industries.length === 0 || industries.includes(industry))
        .filter(({ stockCode }) => productCodes.length === 0 || productCodes.includes(stockCode))
        .filter(({ directorBuyCount }) => !hasDirectorBuys || directorBuyCount > 0)
        .sort((a, b) => {
          const difference = a[sortColumn] - b[sortColumn];
          return (isAscending ? difference : -difference) || (a.stockCode < b.stockCode ? -1 : 1);
        });
      const answer = await callMethod(methods, ScreenerService.method.screenStocks, {
        filters: {
          ...Object.fromEntries(ranges.map(({ field, range }) => [field, range])),
          industries,
          productCodes,
          hasDirectorBuys,
        },
        sortField,
        sortDirection: isAscending ? ScreenerSortDirection.ASC : ScreenerSortDirection.DESC,
        limit,
        offset,
      });
      expect(answer.totalCount).toBe(expected.length);
      const stocks = answer.stocks as Json[];
      found += stocks.length;
      expect(stocks.map(({ stockCode }) => stockCode)).toEqual(
        expected.slice(offset, offset + limit).map(({ stockCode }) => stockCode),
      );
      stocks.forEach((stock, s) => {
        const wanted = expected[offset + s];
        for (const [, column] of COLUMNS)
          expectClose(stock[column], wanted[column], `${stock.stockCode} ${column}`);
        expect([stock.latestVolume, stock.avgVolume20d]).toEqual([
          String(wanted.latestVolume),
          String(wanted.avgVolume20d),
        ]);
      });
    }
    expect(found).toBeGreaterThan(300);
  });
});
