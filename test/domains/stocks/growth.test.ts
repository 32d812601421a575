import { toJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FUNDAMENTALS_GROWTH } from "../../../src/domains/stocks/aggregates/fundamentals-growth.ts";
import { FundamentalsGrowthSchema } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { type Row, rowMessages } from "../../../src/snapshot/pages/row-message.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  runAggregates,
} from "../../support/data/build-db.ts";
import { plainRows } from "../../support/data/listing-fixture.ts";
import type { Json } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase);

/** Parses a row: its type, its last day, and figures such as revenue=150. */
function rowOf(text: string): PartialRow {
  const [period_type, period_end, ...figures] = text.split(" ");
  const origin = { stock_code: "AAA", source: "filings", fetched_at: "2026-10-01T00:00:00Z" };
  return { ...origin, period_type, period_end, ...Object.fromEntries(figures.map((one) => one.split("="))) };
}

async function growthOf(rows: readonly string[]): Promise<Json> {
  await db.run("DELETE FROM fundamentals_periods");
  await insertRows(db, "fundamentals_periods", rows.map(rowOf));
  await runAggregates(db, [FUNDAMENTALS_GROWTH]);
  const [found] = await plainRows<Row>(db, "SELECT * FROM serve.fundamentals_growth");
  const growth = rowMessages(FundamentalsGrowthSchema, { keyColumns: ["stock_code"] });
  return toJson(FundamentalsGrowthSchema, growth(found)) as Json;
}

/** Title, rows, and expected members of the record; undefined ones must be absent. */
type Case = readonly [title: string, rows: readonly string[], members: Readonly<Record<string, unknown>>];

const RISE = { revenueYoyPct: 50, hasRevenueYoy: true };
const NO_RISE = { hasRevenueYoy: undefined, revenueYoyPct: undefined };
const YEAR = "annual 2026-06-30 revenue=150";

const EARLIER: readonly Case[] = [
  ["is a row that ends 14 calendar months before", [YEAR, "annual 2025-04-30 revenue=100"], RISE],
  ["is a row that ends 12 calendar months before", [YEAR, "annual 2025-06-30 revenue=100"], RISE],
  ["is a row that ends 10 calendar months before", [YEAR, "annual 2025-08-31 revenue=100"], RISE],
  ["is not a row that ends 15 calendar months before", [YEAR, "annual 2025-03-31 revenue=100"], NO_RISE],
  ["is not a row that ends 9 calendar months before", [YEAR, "annual 2025-09-30 revenue=100"], NO_RISE],
  [
    "is the newest of two rows within the range",
    [YEAR, "annual 2025-07-31 revenue=100", "annual 2025-05-31 revenue=50"],
    RISE,
  ],
  ["is never a row of another type", [YEAR, "ttm 2025-06-30 revenue=100"], NO_RISE],
];

const years = (later: string, earlier: string) => [
  `annual 2026-06-30 ${later}`,
  `annual 2025-06-30 ${earlier}`,
];

const RATE: readonly Case[] = [
  ["is not rounded", years("revenue=100", "revenue=70"), { revenueYoyPct: ((100 - 70) / 70) * 100 }],
  [
    "does not exist after a loss, though the latest is a profit",
    years("eps_diluted=0.2 net_income=5", "eps_diluted=-0.1"),
    { hasEpsYoy: undefined, netIncomePositive: true },
  ],
  ["does not exist after a zero", years("revenue=5", "revenue=0"), NO_RISE],
  [
    "does not exist between two currencies",
    years("revenue=5 currency=USD", "revenue=4 currency=AUD"),
    NO_RISE,
  ],
  ["does not exist when the earlier figure is missing", years("revenue=5", "net_income=1"), NO_RISE],
  ["does not exist when the later figure is missing", years("net_income=1", "revenue=5"), NO_RISE],
  [
    "of nothing after something is -100, and is told by its flag",
    years("revenue=0", "revenue=4"),
    { revenueYoyPct: -100, hasRevenueYoy: true },
  ],
  [
    "that does not move is 0 and has its flag",
    years("revenue=4", "revenue=4"),
    { hasRevenueYoy: true, revenueYoyPct: undefined },
  ],
  [
    "of a step earlier compares the partner with its own partner",
    [
      ...years("revenue=300 eps_diluted=3", "revenue=200 eps_diluted=2"),
      "annual 2024-06-30 revenue=100 eps_diluted=1",
    ],
    {
      ...RISE,
      revenueYoyPriorPct: 100,
      hasRevenueYoyPrior: true,
      epsYoyPct: 50,
      epsYoyPriorPct: 100,
      hasEpsYoyPrior: true,
    },
  ],
];

const HALVES = ["half 2026-06-30 revenue=12", "half 2025-06-30 revenue=10"];
const closeTo = (value: number, places: number) => expect.closeTo(value, places);

const REVENUE_BASIS: readonly Case[] = [
  [
    "is half when the latest half ends after the latest annual row",
    [...HALVES, "annual 2025-12-31 revenue=20"],
    { revenueBasisPeriodType: "half", revenueYoyPct: 20, revenueHalfYoyPct: 20 },
  ],
  ["is half when there is no annual row", HALVES, { revenueBasisPeriodType: "half" }],
  [
    "is annual when the latest half ends with the latest annual row",
    [...HALVES, ...years("revenue=22", "revenue=20")],
    { revenueBasisPeriodType: "annual", revenueHalfYoyPct: 20, revenueYoyPct: closeTo(10, 12) },
  ],
  [
    "is annual when the half has no rate",
    ["half 2026-06-30 revenue=12", "annual 2025-12-31 revenue=20"],
    { revenueBasisPeriodType: "annual", halfLatestPeriodEnd: "2026-06-30" },
  ],
  [
    "looks at the newest annual row whatever it carries",
    ["annual 2026-06-30", "annual 2025-06-30 revenue=20", "annual 2024-06-30 revenue=10"],
    { hasRevenueYoy: undefined, revenueYoyPriorPct: 100, revenueBasisPeriodType: "annual" },
  ],
];

const ANNUAL = ["annual 2025-12-31 eps_diluted=1.2", "annual 2024-12-31 eps_diluted=1"];
const EPS_HALVES = ["half 2026-06-30 eps_diluted=0.8", "half 2025-06-30 eps_diluted=0.5"];
const ttm = (end: string, before: string) => [`ttm ${end} eps_diluted=1.5`, `ttm ${before} eps_diluted=1`];

const EARNINGS_BASIS: readonly Case[] = [
  [
    "is half when the latest half ends after the latest point of the series below it",
    [...EPS_HALVES, ...ANNUAL],
    {
      basisPeriodType: "half",
      latestPeriodEnd: "2026-06-30",
      hasEpsYoy: true,
      epsYoyPct: closeTo(60, 9),
      epsHalfYoyPct: closeTo(60, 9),
    },
  ],
  [
    "is ttm when a half ends on the day of a trailing year",
    [...EPS_HALVES, ...ttm("2026-06-30", "2025-06-30"), ...ANNUAL],
    { basisPeriodType: "ttm", latestPeriodEnd: "2026-06-30", epsYoyPct: 50 },
  ],
  [
    "is ttm on the day of the annual report",
    [...ttm("2025-12-31", "2024-12-31"), ...ANNUAL],
    { basisPeriodType: "ttm" },
  ],
  [
    "is annual when the trailing year is older",
    [...ttm("2025-09-30", "2024-09-30"), ...ANNUAL],
    { basisPeriodType: "annual", latestPeriodEnd: "2025-12-31", epsYoyPct: closeTo(20, 9) },
  ],
  [
    "is annual when the newest trailing year with earnings has no partner",
    ["ttm 2026-09-30", "ttm 2026-06-30 eps_diluted=1.5", ...ANNUAL],
    { basisPeriodType: "annual" },
  ],
  [
    "needs a partner for ttm, and no rate",
    ["ttm 2026-06-30 eps_diluted=1.5", "ttm 2025-06-30 eps_diluted=-1", ...ANNUAL],
    { basisPeriodType: "ttm", hasEpsYoy: undefined },
  ],
  [
    "of annual reports looks at those that carry diluted earnings",
    ["annual 2026-12-31 revenue=1", ...ANNUAL],
    { basisPeriodType: "annual", latestPeriodEnd: "2025-12-31", hasEpsYoy: true },
  ],
  [
    "of halves compares basic with basic when one of them has no diluted figure",
    ["half 2026-06-30 eps_diluted=9 eps_basic=3", "half 2025-06-30 eps_basic=2"],
    { basisPeriodType: "half", epsYoyPct: 50 },
  ],
];

const ENDS = ["annual 2024-06-30 eps_diluted=1", "annual 2025-06-30", "ttm 2025-09-30", "half 2025-12-31"];

const LATEST: readonly Case[] = [
  ["is the newest annual row with earnings", ENDS, { latestPeriodEnd: "2024-06-30" }],
  ["is else the newest annual row", ENDS.slice(1), { latestPeriodEnd: "2025-06-30" }],
  ["is else the newest trailing year", ENDS.slice(2), { latestPeriodEnd: "2025-09-30" }],
  ["is else the newest half", ENDS.slice(3), { latestPeriodEnd: "2025-12-31" }],
];

const RECORD: readonly Case[] = [
  [
    "takes the trailing figures from the newest trailing year, each absent if that one lacks it",
    ["ttm 2026-06-30 revenue=40 eps_diluted=0", "ttm 2026-03-31 revenue=39 net_income=4 eps_diluted=0.4"],
    { revenueTtm: 40, hasRevenueTtm: true, hasEpsTtm: true, hasNetIncomeTtm: undefined, epsTtm: undefined },
  ],
  [
    "has no profit when the newest annual row does not tell one",
    years("revenue=1", "net_income=5"),
    { netIncomePositive: undefined },
  ],
  [
    "counts the stored rows of every type",
    ["annual", "half", "quarter", "ttm"].map((type) => `${type} 2026-06-30`),
    { periodsAvailable: 4 },
  ],
];

describe.each<[string, readonly Case[]]>([
  ["a year earlier", EARLIER],
  ["a rate", RATE],
  ["the revenue basis", REVENUE_BASIS],
  ["the basis of earnings", EARNINGS_BASIS],
  ["the latest period without a pair of earnings", LATEST],
  ["the growth record", RECORD],
])("%s", (_, cases) => {
  it.each(cases)("%s", async (_title, rows, members) => {
    const growth = await growthOf(rows);
    for (const [name, value] of Object.entries(members)) {
      if (value === undefined) expect(growth).not.toHaveProperty(name);
      else expect(growth[name], name).toEqual(value);
    }
  });
});

it("the growth record of a code without a pair of any kind is annual and has nothing else", async () => {
  expect(await growthOf(["quarter 2026-09-30 revenue=1"])).toEqual({
    basisPeriodType: "annual",
    revenueBasisPeriodType: "annual",
    periodsAvailable: 1,
  });
});
