import { describe, expect, it } from "vitest";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import { marketCalls, position, session } from "../../../support/data/market-calls.ts";
import { shuffledTables, type Tables } from "../../../support/data/method-calls.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { seededRandom } from "../../../support/run/seeded-random.ts";

const { rankStocks, similarStocks } = ExplorerService.method;

const TABLES: Tables = {
  companies: [
    { stock_code: "AAA", company_name: "Ampla Bank", industry: "Banks", market_cap: "1000", pe_ratio: 10 },
    {
      stock_code: "BBB",
      company_name: "Brook Oil",
      industry: "Energy",
      market_cap: "SUSPENDED",
      pe_ratio: 20,
    },
    { stock_code: "CCC", company_name: "Cold Wire", industry: "Class Pend", market_cap: "1000000" },
    { stock_code: "DDD", company_name: "Delta Bank", industry: "Banks", market_cap: "1000", pe_ratio: 30 },
  ],
  short_positions: [
    position("AAA", "2026-10-30", 3),
    position("BBB", "2026-10-30", 5),
    position("CCC", "2026-10-30", 5),
    position("DDD", "2026-10-30", 3),
    // Not in the screener: a fund, and a security that was last reported long ago.
    position("EEE", "2026-10-30", 9, { product_name: "EAST ETF UNITS" }),
    position("FFF", "2026-04-01", 9),
  ],
  stock_prices: ["AAA", "DDD"].flatMap((code) =>
    ["26", "27", "28", "29", "30"].map((day) => session(code, `2026-10-${day}`, 2, 1000)),
  ),
  director_trades: [
    {
      id: "1",
      stock_code: "AAA",
      director_name: "Ada Marlow",
      trade_type: "buy",
      total_value: 700,
      trade_date: "2026-11-01",
    },
  ],
};

const market = opened(() => marketCalls(TABLES));

const filterOf = (kind: string, value: object) => ({ node: { case: kind, value } }) as never;
const ranked = async (key: string, more: object = {}) => {
  const request = { weights: [{ metricKey: key, weight: 1 }], ...more };
  const { rows, ...counts } = (await market.call(rankStocks, request)) as unknown as {
    rows: { stockCode: string; score: number; contributions: object[] }[];
    candidateCount: number;
    excludedCount: number;
  };
  return { rows, ...counts, codes: rows.map(({ stockCode }) => stockCode) };
};

describe("RankStocks", () => {
  it("ranks the stocks of the screener, equal ones by code", async () => {
    const { codes, rows, candidateCount } = await ranked("short_pct");
    expect(codes).toEqual(["BBB", "CCC", "AAA", "DDD"]);
    expect(rows.map(({ score }) => score)).toEqual([0.75, 0.75, 0.25, 0.25]);
    expect(candidateCount).toBe(4);
  });

  it("leaves a stock out whose figure is unknown, and never takes it for zero", async () => {
    expect(await ranked("market_cap")).toMatchObject({ codes: ["CCC", "AAA", "DDD"], excludedCount: 1 });
    expect(await ranked("latest_price")).toMatchObject({ codes: ["AAA", "DDD"], excludedCount: 2 });
    expect(await ranked("price_change_1m")).toMatchObject({ codes: [], excludedCount: 4 });
    expect(await ranked("avg_sentiment")).toMatchObject({ codes: [], excludedCount: 4 });
  });

  it("counts zero where nothing falls in a window, and has no data where the kind is not held at all", async () => {
    expect(await ranked("director_buy_count")).toMatchObject({
      codes: ["AAA", "BBB", "CCC", "DDD"],
      excludedCount: 0,
    });
    // The dataset has no dividends.
    expect(await ranked("trailing_12m_dividend")).toMatchObject({ codes: [], excludedCount: 4 });
  });

  it("filters by industry, sector, name and what is known", async () => {
    const by = async (kind: string, value: object) =>
      (await ranked("short_pct", { filter: filterOf(kind, value) })).codes;
    expect(await by("category", { metricKey: "industry", labels: ["Banks"] })).toEqual(["AAA", "DDD"]);
    expect(await by("category", { metricKey: "sector", labels: ["Energy"] })).toEqual(["BBB"]);
    expect(await by("name", { contains: " BANK" })).toEqual(["AAA", "DDD"]);
    // A label outside of the industry groups does not count as an industry.
    expect(await by("not", filterOf("hasData", { metricKey: "industry" }))).toEqual(["CCC"]);
    expect(await by("range", { metricKey: "pe_ratio", min: 15 })).toEqual(["BBB", "DDD"]);
  });
});

describe("SimilarStocks", () => {
  it("measures market values on a logarithmic scale, in standard deviations of all stocks", async () => {
    // Values 1000, 1,000,000 and 1000: ln 1000 apart, deviation ln 1000 * sqrt(2) / 3.
    const answer = await market.call(similarStocks, { stockCode: "aaa", metricKeys: ["market_cap"] });
    expect(answer).toMatchObject({
      candidateCount: 3,
      excludedCount: 1,
      appliedK: 10,
      rows: [
        { stockCode: "DDD", companyName: "Delta Bank", industry: "Banks", similarity: 1 },
        { stockCode: "CCC", distance: expect.closeTo(3 / Math.SQRT2, 12) },
      ],
    });
  });

  it("does not compare what the target lacks, and says so", async () => {
    const answer = await market.call(similarStocks, {
      stockCode: "BBB",
      metricKeys: ["market_cap", "short_pct", "latest_price"],
      k: 1,
    });
    expect(answer).toMatchObject({
      metricKeys: ["short_pct"],
      ignoredMetricKeys: ["market_cap", "latest_price"],
      rows: [{ stockCode: "CCC", similarity: 1 }],
    });
  });
});

describe("both", () => {
  it("answer the same whatever the order of the rows", async () => {
    const other = await marketCalls(shuffledTables(TABLES, seededRandom(7)));
    const weights = [
      { metricKey: "short_pct", weight: 1 },
      { metricKey: "director_buy_count", weight: -0.3 },
    ];
    for (const form of ["binary", "json"] as const) {
      expect(await other.bytes(rankStocks, { weights }, form)).toEqual(
        await market.bytes(rankStocks, { weights }, form),
      );
      const request = { stockCode: "AAA", metricKeys: ["short_pct", "market_cap"] };
      expect(await other.bytes(similarStocks, request, form)).toEqual(
        await market.bytes(similarStocks, request, form),
      );
    }
    await other.close();
  });
});
