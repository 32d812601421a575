import { describe, expect, it } from "vitest";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { rowOf } from "../../support/data/build-db.ts";
import { stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getStockFundamentals } = StockService.method;

const period = rowOf("stock_code period_type period_end", {
  source: "filings",
  fetched_at: "2026-08-26T03:15:00.750Z",
});

const calls = opened(() => {
  return stockCallsOver({
    companies: [{ stock_code: "AAA" }, { stock_code: "NIL" }],
    // Rows in no order.
    fundamentals_periods: [
      period("AAA", "ttm", "2026-06-30", { revenue: 30 }),
      period("AAA", "annual", "2025-06-30", { revenue: 20, fiscal_year: 2025 }),
      period("AAA", "quarter", "2026-06-30"),
      period("AAA", "half", "2026-06-30"),
      period("AAA", "annual", "2026-06-30", {
        fiscal_year: 2026,
        currency: "USD",
        revenue: 0,
        net_income: -4.5,
        eps_diluted: 0.125,
        source_document_url: "https://filings.example/AAA.pdf",
        source_document_date: "2026-08-25",
      }),
      period("ORP", "annual", "2026-06-30"),
    ],
  });
});

const periods = async (request: object) => {
  const { periods = [] } = await calls.call(getStockFundamentals, { stockCode: "AAA", ...request });
  return (periods as { periodType: string; periodEnd: string }[]).map(
    (p) => `${p.periodEnd} ${p.periodType}`,
  );
};

describe("GetStockFundamentals", () => {
  it("cuts to the limit after the filter by type", async () => {
    expect(await periods({ limit: 2 })).toEqual(["2026-06-30 annual", "2026-06-30 half"]);
    expect(await periods({ periodType: "annual", limit: 1 })).toEqual(["2026-06-30 annual"]);
    expect(await periods({ periodType: "annual", limit: 9 })).toEqual([
      "2026-06-30 annual",
      "2025-06-30 annual",
    ]);
  });

  it("tells a reported zero from a figure that is missing, and gives figures as they are", async () => {
    const answer = await calls.call(getStockFundamentals, { stockCode: "AAA", limit: 1 });
    expect(answer.periods).toEqual([
      {
        periodType: "annual",
        periodEnd: "2026-06-30",
        fiscalYear: 2026,
        currency: "USD",
        hasRevenue: true,
        netIncome: -4.5,
        hasNetIncome: true,
        epsDiluted: 0.125,
        hasEpsDiluted: true,
        source: "filings",
        fetchedAt: "2026-08-26T03:15:00Z",
        sourceDocumentUrl: "https://filings.example/AAA.pdf",
        sourceDocumentDate: "2026-08-25",
      },
    ]);
  });

  it("gives the growth record whatever type and limit are asked for", async () => {
    const all = await calls.call(getStockFundamentals, { stockCode: "aaa " });
    const some = await calls.call(getStockFundamentals, { stockCode: "AAA", periodType: "half", limit: 1 });
    expect(some.growth).toEqual(all.growth);
    expect(all).toMatchObject({
      stockCode: "AAA",
      hasGrowth: true,
      growth: { periodsAvailable: 5, revenueTtm: 30 },
    });
  });

  it("answers for a code that no company has but a period does", async () => {
    expect(await periods({ stockCode: "ORP" })).toEqual(["2026-06-30 annual"]);
  });
});
