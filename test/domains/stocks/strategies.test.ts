import { beforeAll, describe, expect, it } from "vitest";
import { StrategyService } from "../../../src/gen/shorts/v1alpha1/strategy_pb.ts";
import { Random } from "../../../src/runtime/random.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { type PartialRow, rowsIn } from "../../support/data/build-db.ts";
import { type Json, stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";
import { shuffled } from "../../support/run/seeded-random.ts";

const { listStrategies, getStrategyPicks, getStockStrategyFit } = StrategyService.method;
const LAST = dayNumberOf("2026-11-12")!;
const SESSIONS = 320;
const chance = new Random(37, "strategies");
const random = () => chance.unit();
let strategies: Json[];

interface Session {
  readonly day: string;
  readonly close: number;
  readonly volume: number;
}

/** Daily sessions, oldest first, along a path of closes. */
const sessions = (path: (i: number) => number, volume = (_: number) => 1_000_000, until = LAST): Session[] =>
  Array.from({ length: SESSIONS }, (_, i) => ({
    day: dateOfDay(until - SESSIONS + 1 + i),
    close: Math.round(path(i) * 1000) / 1000,
    volume: volume(i),
  }));

/** A price that rose to 10 a hundred sessions ago and has traded a tenth below since. */
const base = (last: number) => (i: number) => {
  if (i === SESSIONS - 1) return last;
  return i < 220 ? 5 + i / 44 : i === 220 ? 10 : 9 + (i % 5) / 10;
};
const walk = () => {
  let close = 4;
  return () => {
    close *= 1 + (random() - 0.495) / 20;
    return close;
  };
};

const PRICES: Record<string, Session[]> = {
  BRK: sessions(base(10.5), (i) => (i === SESSIONS - 1 ? 3_000_000 : 1_000_000)),
  SET: sessions(base(9.8)),
  THN: sessions(
    () => 1,
    () => 1000,
  ),
  OLD: sessions(base(10.5), () => 1_000_000, LAST - 200),
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `W${String(i).padStart(2, "0")}`,
      sessions(walk(), () => Math.round(5e5 + random() * 2e6)),
    ]),
  ),
};
const INDEX = sessions((i) => 7000 + i * 3 + (i % 7));
const reported = (
  stock_code: string,
  period_end: string,
  revenue: number,
  eps: number,
  more: PartialRow = {},
) => ({
  stock_code,
  period_end,
  revenue,
  eps_diluted: eps,
  period_type: "annual",
  currency: "AUD",
  source: "filings",
  fetched_at: "2026-08-20T03:15:00Z",
  ...more,
});
const figures = {
  net_income: 20,
  total_equity: 100,
  free_cash_flow: 10,
  ebitda: 40,
  total_debt: 50,
  capital_lease_obligations: 10,
  cash_and_equivalents: 20,
};
const FUNDAMENTALS: PartialRow[] = ["BRK", "SET", "W00"].flatMap((code, i) => [
  reported(code, "2025-06-30", 100, 0.5),
  reported(code, "2026-06-30", 120 + 600 * i, 0.6, {
    ...figures,
    source_document_url: "https://f.example/a.pdf",
  }),
  reported(code, "2026-06-30", 120, 0.6, { period_type: "ttm", ...figures }),
]);

const calls = opened(() =>
  stockCallsOver({
    companies: Object.keys(PRICES).map((stock_code) => ({
      stock_code,
      company_name: `${stock_code} Ltd`,
      industry: stock_code === "SET" ? "Banks" : "Materials",
      market_cap: stock_code === "W01" ? null : "125000000",
    })),
    stock_prices: shuffled(
      Object.entries(PRICES).flatMap(([stock_code, rows]) =>
        rows.map(({ day, close, volume }) => ({ stock_code, date: day, close, volume })),
      ),
      random,
    ),
    index_definitions: [{ index_code: "XJO", name: "Two hundred" }],
    index_prices: shuffled(
      INDEX.map(({ day, close }) => ({ index_code: "XJO", date: day, close })),
      random,
    ),
    short_positions: rowsIn(`
      stock_code  date        product_name  short_percent  total_product_in_issue
      BRK         2026-11-06  BRK ORDINARY  0              1000000000`),
    dividends: [],
    fundamentals_periods: shuffled(FUNDAMENTALS, random),
  }),
);
beforeAll(async () => {
  strategies = (await calls.call(listStrategies, {})).strategies;
});

const picks = (strategyId: string, more: object = {}) =>
  calls.call(getStrategyPicks, { strategyId, limit: 100, ...more });
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("ListStrategies", () => {
  it("declares rules whose evaluation names their thresholds, a trigger each, and says that nothing is advice", () => {
    expect(strategies.map(({ id }) => id)).toEqual([
      "long-base-breakout",
      "reasonable-growth",
      "covered-dividends",
      "turning-shorts",
    ]);
    for (const { rules, metadata, caveats } of strategies) {
      expect(metadata.ruleCount).toBe(rules.length);
      for (const { evaluation } of rules) expect(evaluation).toMatch(/at (least|most) -?(A\$)?\d/);
      expect(caveats[0]).toContain("Not financial advice");
    }
  });

  it("tells the trend of the widest price index from its means", async () => {
    const { regime } = await calls.call(listStrategies, {});
    const closes = INDEX.map(({ close }) => close);
    expect(regime).toMatchObject({
      indexCode: "XJO",
      asOf: "2026-11-12",
      regime: "uptrend",
      sma50: expect.closeTo(mean(closes.slice(-50)), 6),
      sma200: expect.closeTo(mean(closes.slice(-200)), 6),
    });
    expect(regime.pctOff52wHigh ?? 0).toBeCloseTo((closes.at(-1)! / Math.max(...closes) - 1) * 100, 9);
  });
});

describe("GetStrategyPicks", () => {
  it("has figures that equal a second computation over the rows", async () => {
    const { picks: all, ...counts } = await picks("long-base-breakout");
    expect(counts).toMatchObject({
      universeCount: 14,
      fundamentalsRowsCount: 3,
      fundamentalsCoverageCount: 3,
    });
    expect(all.length).toBeGreaterThan(1);
    for (const pick of all) {
      const rows = PRICES[pick.stockCode];
      const last = rows.at(-1)!;
      const before = rows.slice(-251, -1);
      const pivot = Math.max(...before.map(({ close }) => close));
      const at = rows.findIndex(({ close, day }) => close === pivot && day >= before[0].day);
      const since = rows.slice(at);
      const back = (list: readonly Session[], day: string) => list.findLast((row) => row.day <= day)!.close;
      const quarter = (list: readonly Session[]) => (list.at(-1)!.close / back(list, "2026-08-12") - 1) * 100;
      expect(pick).toMatchObject({
        close: last.close,
        pivot,
        baseLengthDays: SESSIONS - 1 - at,
        volumeRatio50d: expect.closeTo(
          last.volume / mean(rows.slice(-51, -1).map(({ volume }) => volume)),
          9,
        ),
        rs3mPct: expect.closeTo(quarter(rows) - quarter(INDEX), 9),
      });
      const lowest = Math.min(...since.map(({ close }) => close));
      expect(pick.baseDepthPct ?? 0).toBeCloseTo((1 - lowest / pivot) * 100, 9);
      const year = rows.filter(({ day }) => day > "2025-11-12").map(({ close }) => close);
      expect(pick.pctOff52wHigh ?? 0).toBeCloseTo((last.close / Math.max(...year) - 1) * 100, 9);
    }
  });

  it("orders by status, score and code, and each follows from the results of the rules", async () => {
    for (const { id, rules } of strategies) {
      const { picks: all = [], totalCount = 0 } = await picks(id);
      expect(all.map(({ rank }: Json) => rank)).toEqual(all.map((_: Json, i: number) => i + 1));
      expect(all).toHaveLength(totalCount);
      const place = (pick: Json) => [
        ["triggered", "setup", "watch"].indexOf(pick.status),
        -pick.score,
        pick.stockCode,
      ];
      expect(all.map(place)).toEqual(all.map(place).toSorted(compare));
      for (const { rules: results, score, status } of all) {
        const weights = rules.map(({ core }: Json) => (core ? 2 : 1));
        const passed = results.map((one: Json) => one.status === "pass");
        const total = weights.reduce((a: number, b: number) => a + b, 0);
        const won = weights.reduce((a: number, b: number, i: number) => a + (passed[i] ? b : 0), 0);
        expect(score).toBeCloseTo((won / total) * 100, 2);
        const everyCore = rules.every(({ core }: Json, i: number) => !core || passed[i]);
        expect(status === "triggered").toBe(everyCore);
      }
    }
  });

  it("triggers on a breakout with volume and calls the same base without one a setup", async () => {
    const { picks: all } = await picks("long-base-breakout");
    const status = Object.fromEntries(all.map((pick: Json) => [pick.stockCode, pick.status]));
    expect([status.BRK, status.SET]).toEqual(["triggered", "setup"]);
    expect(Object.keys(status)).not.toContain("OLD");
  });

  it("leaves a rule unknown without its figure, and a reported 0 % is not unknown", async () => {
    const short = async (stockCode: string) => {
      const { fits } = await calls.call(getStockStrategyFit, { stockCode });
      return fits[0].rules.find(({ ruleId }: Json) => ruleId === "short_interest");
    };
    expect(await short("BRK")).toMatchObject({ status: "pass", hasValue: true });
    expect(await short("SET")).toMatchObject({
      status: "unknown",
      detail: "reported short position unknown",
    });
    const { picks: all } = await picks("long-base-breakout");
    expect(all.find(({ stockCode }: Json) => stockCode === "BRK")).toMatchObject({ hasShortPct: true });
    expect(all.find(({ stockCode }: Json) => stockCode === "SET")).not.toHaveProperty("hasShortPct");
  });

  it("computes ratios of the newest twelve months, and withholds some of a bank", async () => {
    const { picks: all } = await picks("long-base-breakout");
    const of = (code: string) => all.find(({ stockCode }: Json) => stockCode === code).fundamentals;
    expect(of("BRK")).toEqual({
      revenueBasisPeriodType: "annual",
      revenuePeriodEnd: "2026-06-30",
      revenueBasisSource: "filing",
      epsBasisPeriodType: "annual",
      epsPeriodEnd: "2026-06-30",
      epsBasisSource: "filing",
      currency: "AUD",
      fetchedAt: "2026-08-20T03:15:00Z",
      netIncomePositive: true,
      netMarginPct: expect.closeTo(100 / 6, 9),
      hasNetMarginPct: true,
      roePct: 20,
      hasRoePct: true,
      fcfMarginPct: expect.closeTo(100 / 12, 9),
      hasFcfMarginPct: true,
      netDebtToEbitda: 0.5,
      hasNetDebtToEbitda: true,
      peRatio: expect.closeTo(10.5 / 0.6, 9),
      hasPeRatio: true,
    });
    expect(of("SET")).toMatchObject({
      isFinancial: true,
      notMeaningful: ["fcf_margin", "net_debt_to_ebitda"],
    });
    expect(of("SET")).not.toHaveProperty("hasFcfMarginPct");
  });

  it("sorts by a figure with extreme growth after other growth and unknown ones last, and keeps ranks", async () => {
    const { picks: all } = await picks("long-base-breakout", { sortBy: "revenue_yoy" });
    const growth = all.map(({ revenueYoyPct, hasRevenueYoy }: Json) =>
      hasRevenueYoy ? revenueYoyPct : undefined,
    );
    expect(growth.slice(0, 3)).toEqual([20, 1220, 620].map((one) => expect.closeTo(one, 9)));
    expect(growth.slice(3).every((one: unknown) => one === undefined)).toBe(true);
    const ranks = new Map(
      (await picks("long-base-breakout")).picks.map((pick: Json) => [pick.stockCode, pick.rank]),
    );
    for (const { stockCode, rank } of all) expect(rank).toBe(ranks.get(stockCode));
  });

  it("filters by status and by reported growth, and pages what is left", async () => {
    const known = await picks("long-base-breakout", { requireFundamentals: true });
    expect(known.picks.every(({ hasRevenueYoy }: Json) => hasRevenueYoy)).toBe(true);
    const setups = await picks("long-base-breakout", { status: "SETUP" });
    expect(setups.picks.every(({ status }: Json) => status === "setup")).toBe(true);
    const second = await picks("long-base-breakout", { limit: 1, offset: 1 });
    expect(second.picks).toEqual([(await picks("long-base-breakout")).picks[1]]);
  });
});

describe("GetStockStrategyFit", () => {
  it("agrees with the picks, has none outside the universe, and does not find an unknown code", async () => {
    const { fits, inUniverse } = await calls.call(getStockStrategyFit, { stockCode: " brk " });
    expect(inUniverse).toBe(true);
    for (const fit of fits) {
      const { picks: all = [], totalCount = 0 } = await picks(fit.strategyId);
      const pick = all.find(({ stockCode }: Json) => stockCode === "BRK");
      expect([fit.rank ?? 0, fit.score ?? 0, fit.totalCount ?? 0]).toEqual([
        pick?.rank ?? 0,
        pick?.score ?? 0,
        totalCount,
      ]);
      expect(fit.status).toBe(pick?.status ?? "none");
    }
    for (const stockCode of ["THN", "OLD"]) {
      const outside = await calls.call(getStockStrategyFit, { stockCode });
      expect([outside.inUniverse, outside.fits]).toEqual([undefined, undefined]);
    }
    await calls.refusal(getStockStrategyFit, { stockCode: "ZZZ" }, "not_found");
  });
});

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const at = a.findIndex((one, i) => one !== b[i]);
  return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
}
