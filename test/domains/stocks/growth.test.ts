import { toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FUNDAMENTALS_GROWTH } from "../../../src/domains/stocks/aggregates/fundamentals-growth.ts";
import { FundamentalsGrowthSchema } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { type Row, rowMessages } from "../../../src/snapshot/pages/row-message.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  rowOf,
  runAggregates,
} from "../../support/data/build-db.ts";
import { plainRows } from "../../support/data/listing-fixture.ts";
import type { Json } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase);

const row = rowOf("period_type period_end", {
  stock_code: "AAA",
  source: "filings",
  fetched_at: "2026-10-01T00:00:00Z",
});

/** The growth record over the rows of one company, as an answer shows it. */
async function growthOf(rows: readonly PartialRow[]): Promise<Json> {
  await db.run("DELETE FROM fundamentals_periods");
  await insertRows(db, "fundamentals_periods", rows);
  await runAggregates(db, [FUNDAMENTALS_GROWTH]);
  const [found] = await plainRows<Row>(db, "SELECT * FROM serve.fundamentals_growth");
  const growth = rowMessages(FundamentalsGrowthSchema, { keyColumns: ["stock_code"] });
  return toJson(FundamentalsGrowthSchema, growth(found)) as Json;
}

describe("a year earlier", () => {
  it.each([
    ["2025-04-30", 14],
    ["2025-06-30", 12],
    ["2025-08-31", 10],
  ])("is a row that ends on %s, %i calendar months before", async (end) => {
    const growth = await growthOf([
      row("annual", "2026-06-30", { revenue: 150 }),
      row("annual", end, { revenue: 100 }),
    ]);
    expect(growth).toMatchObject({ revenueYoyPct: 50, hasRevenueYoy: true });
  });

  it.each([
    ["2025-03-31", 15],
    ["2025-09-30", 9],
  ])("is not a row that ends on %s, %i calendar months before", async (end) => {
    const growth = await growthOf([
      row("annual", "2026-06-30", { revenue: 150 }),
      row("annual", end, { revenue: 100 }),
    ]);
    expect(growth).not.toHaveProperty("hasRevenueYoy");
    expect(growth).not.toHaveProperty("revenueYoyPct");
  });

  it("is the newest of two rows within the range", async () => {
    const growth = await growthOf([
      row("annual", "2026-06-30", { revenue: 150 }),
      row("annual", "2025-07-31", { revenue: 100 }),
      row("annual", "2025-05-31", { revenue: 50 }),
    ]);
    expect(growth.revenueYoyPct).toBe(50);
  });

  it("is never a row of another type", async () => {
    const growth = await growthOf([
      row("annual", "2026-06-30", { revenue: 150 }),
      row("ttm", "2025-06-30", { revenue: 100 }),
    ]);
    expect(growth).not.toHaveProperty("hasRevenueYoy");
  });
});

describe("a rate", () => {
  const twoYears = (later: PartialRow, earlier: PartialRow) =>
    growthOf([row("annual", "2026-06-30", later), row("annual", "2025-06-30", earlier)]);

  it("is not rounded", async () => {
    const growth = await twoYears({ revenue: 100 }, { revenue: 70 });
    expect(growth.revenueYoyPct).toBe(((100 - 70) / 70) * 100);
  });

  it("does not exist after a loss, though the latest is a profit", async () => {
    const growth = await twoYears({ eps_diluted: 0.2, net_income: 5 }, { eps_diluted: -0.1 });
    expect(growth).not.toHaveProperty("hasEpsYoy");
    expect(growth.netIncomePositive).toBe(true);
  });

  it("does not exist after a zero", async () => {
    expect(await twoYears({ revenue: 5 }, { revenue: 0 })).not.toHaveProperty("hasRevenueYoy");
  });

  it("does not exist between two currencies", async () => {
    const growth = await twoYears({ revenue: 5, currency: "USD" }, { revenue: 4, currency: "AUD" });
    expect(growth).not.toHaveProperty("hasRevenueYoy");
  });

  it("does not exist when a figure is missing", async () => {
    expect(await twoYears({ revenue: 5 }, {})).not.toHaveProperty("hasRevenueYoy");
    expect(await twoYears({}, { revenue: 5 })).not.toHaveProperty("hasRevenueYoy");
  });

  it("of nothing after something is -100, and is told by its flag", async () => {
    expect(await twoYears({ revenue: 0 }, { revenue: 4 })).toMatchObject({
      revenueYoyPct: -100,
      hasRevenueYoy: true,
    });
  });

  it("that does not move is 0 and has its flag", async () => {
    const growth = await twoYears({ revenue: 4 }, { revenue: 4 });
    expect(growth.hasRevenueYoy).toBe(true);
    expect(growth).not.toHaveProperty("revenueYoyPct");
  });

  it("of a step earlier compares the partner with its own partner", async () => {
    const growth = await growthOf([
      row("annual", "2026-06-30", { revenue: 300, eps_diluted: 3 }),
      row("annual", "2025-06-30", { revenue: 200, eps_diluted: 2 }),
      row("annual", "2024-06-30", { revenue: 100, eps_diluted: 1 }),
    ]);
    expect(growth).toMatchObject({
      revenueYoyPct: 50,
      revenueYoyPriorPct: 100,
      hasRevenueYoyPrior: true,
      epsYoyPct: 50,
      epsYoyPriorPct: 100,
      hasEpsYoyPrior: true,
    });
  });
});

describe("the revenue basis", () => {
  const halves = [row("half", "2026-06-30", { revenue: 12 }), row("half", "2025-06-30", { revenue: 10 })];

  it("is half when the latest half ends after the latest annual row", async () => {
    const growth = await growthOf([...halves, row("annual", "2025-12-31", { revenue: 20 })]);
    expect(growth).toMatchObject({
      revenueBasisPeriodType: "half",
      revenueYoyPct: 20,
      revenueHalfYoyPct: 20,
    });
  });

  it("is half when there is no annual row", async () => {
    expect((await growthOf(halves)).revenueBasisPeriodType).toBe("half");
  });

  it("is annual when the latest half ends with the latest annual row", async () => {
    const growth = await growthOf([
      ...halves,
      row("annual", "2026-06-30", { revenue: 22 }),
      row("annual", "2025-06-30", { revenue: 20 }),
    ]);
    expect(growth).toMatchObject({ revenueBasisPeriodType: "annual", revenueHalfYoyPct: 20 });
    expect(growth.revenueYoyPct).toBeCloseTo(10, 12);
  });

  it("is annual when the half has no rate", async () => {
    const growth = await growthOf([
      row("half", "2026-06-30", { revenue: 12 }),
      row("annual", "2025-12-31", { revenue: 20 }),
    ]);
    expect(growth).toMatchObject({ revenueBasisPeriodType: "annual", halfLatestPeriodEnd: "2026-06-30" });
  });

  it("looks at the newest annual row whatever it carries", async () => {
    const growth = await growthOf([
      row("annual", "2026-06-30"),
      row("annual", "2025-06-30", { revenue: 20 }),
      row("annual", "2024-06-30", { revenue: 10 }),
    ]);
    expect(growth).not.toHaveProperty("hasRevenueYoy");
    expect(growth).toMatchObject({ revenueYoyPriorPct: 100, revenueBasisPeriodType: "annual" });
  });
});

describe("the basis of earnings", () => {
  const annual = [
    row("annual", "2025-12-31", { eps_diluted: 1.2 }),
    row("annual", "2024-12-31", { eps_diluted: 1 }),
  ];
  const ttm = (end: string, before: string) => [
    row("ttm", end, { eps_diluted: 1.5 }),
    row("ttm", before, { eps_diluted: 1 }),
  ];
  const halves = [
    row("half", "2026-06-30", { eps_diluted: 0.8 }),
    row("half", "2025-06-30", { eps_diluted: 0.5 }),
  ];

  it("is half when the latest half ends after the latest point of the series below it", async () => {
    const growth = await growthOf([...halves, ...annual]);
    expect(growth).toMatchObject({ basisPeriodType: "half", latestPeriodEnd: "2026-06-30", hasEpsYoy: true });
    expect(growth.epsYoyPct).toBeCloseTo(60, 9);
    expect(growth.epsHalfYoyPct).toBe(growth.epsYoyPct);
  });

  it("is ttm when a half ends on the day of a trailing year", async () => {
    const growth = await growthOf([...halves, ...ttm("2026-06-30", "2025-06-30"), ...annual]);
    expect(growth).toMatchObject({ basisPeriodType: "ttm", latestPeriodEnd: "2026-06-30", epsYoyPct: 50 });
  });

  it("is ttm on the day of the annual report, annual when the trailing year is older", async () => {
    expect((await growthOf([...ttm("2025-12-31", "2024-12-31"), ...annual])).basisPeriodType).toBe("ttm");
    const older = await growthOf([...ttm("2025-09-30", "2024-09-30"), ...annual]);
    expect(older).toMatchObject({ basisPeriodType: "annual", latestPeriodEnd: "2025-12-31" });
    expect(older.epsYoyPct).toBeCloseTo(20, 9);
  });

  it("is annual when the newest trailing year with earnings has no partner", async () => {
    const growth = await growthOf([
      row("ttm", "2026-09-30"),
      row("ttm", "2026-06-30", { eps_diluted: 1.5 }),
      ...annual,
    ]);
    expect(growth.basisPeriodType).toBe("annual");
  });

  it("needs a partner for ttm, and no rate", async () => {
    const growth = await growthOf([
      row("ttm", "2026-06-30", { eps_diluted: 1.5 }),
      row("ttm", "2025-06-30", { eps_diluted: -1 }),
      ...annual,
    ]);
    expect(growth.basisPeriodType).toBe("ttm");
    expect(growth).not.toHaveProperty("hasEpsYoy");
  });

  it("of annual reports looks at those that carry diluted earnings", async () => {
    const growth = await growthOf([row("annual", "2026-12-31", { revenue: 1 }), ...annual]);
    expect(growth).toMatchObject({
      basisPeriodType: "annual",
      latestPeriodEnd: "2025-12-31",
      hasEpsYoy: true,
    });
  });

  it("of halves compares basic with basic when one of them has no diluted figure", async () => {
    const growth = await growthOf([
      row("half", "2026-06-30", { eps_diluted: 9, eps_basic: 3 }),
      row("half", "2025-06-30", { eps_basic: 2 }),
    ]);
    expect(growth).toMatchObject({ basisPeriodType: "half", epsYoyPct: 50 });
  });

  it("is annual when nothing is known", async () => {
    const growth = await growthOf([row("quarter", "2026-09-30", { revenue: 1 })]);
    expect(growth).toEqual({
      basisPeriodType: "annual",
      revenueBasisPeriodType: "annual",
      periodsAvailable: 1,
    });
  });
});

describe("the latest period without a pair of earnings", () => {
  const [annualEps, annual, ttm, half] = [
    row("annual", "2024-06-30", { eps_diluted: 1 }),
    row("annual", "2025-06-30"),
    row("ttm", "2025-09-30"),
    row("half", "2025-12-31"),
  ];

  it.each([
    ["the newest annual row with earnings", [annualEps, annual, ttm, half], "2024-06-30"],
    ["else the newest annual row", [annual, ttm, half], "2025-06-30"],
    ["else the newest trailing year", [ttm, half], "2025-09-30"],
    ["else the newest half", [half], "2025-12-31"],
  ])("is %s", async (_name, rows, end) => {
    expect((await growthOf(rows)).latestPeriodEnd).toBe(end);
  });
});

describe("the growth record", () => {
  it("takes the trailing figures from the newest trailing year, each absent if that one lacks it", async () => {
    const growth = await growthOf([
      row("ttm", "2026-06-30", { revenue: 40, eps_diluted: 0 }),
      row("ttm", "2026-03-31", { revenue: 39, net_income: 4, eps_diluted: 0.4 }),
    ]);
    expect(growth).toMatchObject({ revenueTtm: 40, hasRevenueTtm: true, hasEpsTtm: true });
    expect(growth).not.toHaveProperty("hasNetIncomeTtm");
    expect(growth).not.toHaveProperty("epsTtm");
  });

  it("has no profit when the newest annual row does not tell one", async () => {
    const growth = await growthOf([
      row("annual", "2026-06-30"),
      row("annual", "2025-06-30", { net_income: 5 }),
    ]);
    expect(growth).not.toHaveProperty("netIncomePositive");
  });

  it("counts the stored rows of every type", async () => {
    const growth = await growthOf(
      ["annual", "half", "quarter", "ttm"].map((type) => row(type, "2026-06-30")),
    );
    expect(growth.periodsAvailable).toBe(4);
  });
});
