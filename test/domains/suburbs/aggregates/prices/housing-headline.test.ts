import { beforeEach, describe, expect, it } from "vitest";
import { PRICES } from "../../../../../src/domains/suburbs/aggregates/prices.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  orderOf,
  type PartialRow,
  rowOf,
  runFor,
} from "../../../../support/data/build-db.ts";
import { opened } from "../../../../support/run/fixtures.ts";

const RESTRICTED = { source_licence: "proprietary-tos-restricted" };

describe("housing headline", () => {
  const db = opened(emptyDatasetDatabase, { each: true });
  beforeEach(async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
      { region_code: "NSW", region_type: "state", region_name: "New South Wales", state_code: "NSW" },
      { region_code: "VIC", region_type: "state", region_name: "Victoria", state_code: "VIC" },
    ]);
  });

  const price = rowOf("period value", {
    ...{ region_code: "NSW", measure: "mean_price", dwelling_type: "all", period_freq: "Q" },
    ...{ source: "a", unit: "AUD" },
  });
  const quarters = ["2025-09-30", "2025-12-31", "2026-03-31", "2026-06-30", "2026-09-30"];
  const headline = async () => {
    await runFor(db, PRICES, "serve.housing_headline");
    return db.rows<Record<string, unknown>>(
      `SELECT region_code, measure, dwelling_type, period::VARCHAR AS period, value,
         round(qoq_pct, 9) AS qoq, round(yoy_pct, 9) AS yoy
       FROM serve.housing_headline ORDER BY ${orderOf(PRICES, "housing_headline")}`,
    );
  };

  const growth = { measure: "housing_credit_growth", period_freq: "M", unit: "percent" };
  const other = { measure: "other", period_freq: "M", unit: "percent" };
  const gaps = [
    "2019-09-30",
    "2020-09-30",
    "2023-06-30",
    "2024-03-31",
    "2025-06-30",
    "2026-03-31",
    quarters[4],
  ];

  it.each<[title: string, rows: PartialRow[], headlines: object[]]>([
    [
      "leaves the changes unknown when the earlier observations are missing",
      [price(quarters[4], 250)],
      [{ value: 250, qoq: null, yoy: null }],
    ],
    [
      "compares within one source and one frequency and never across two",
      [
        price(quarters[3], 100, { source: "a" }),
        price(quarters[0], 100, { source: "b", period_freq: "A" }),
        price(quarters[3], 300, { source: "b" }),
        price(quarters[4], 330, { source: "b" }),
      ],
      [{ value: 330, qoq: 10, yoy: null }],
    ],
    [
      "gives no change over a gap, however many observations there are",
      gaps.map((period, i) => price(period, 100 + i)),
      [{ value: 106, qoq: null, yoy: null }],
    ],
    [
      "finds the same month a year before, whatever day the publisher dates it",
      [
        price("2024-02-29", 100, { period_freq: "M" }),
        price("2024-11-01", 110, { period_freq: "M" }),
        price("2025-02-28", 121, { period_freq: "M" }),
      ],
      [{ value: 121, qoq: 10, yoy: 21 }],
    ],
    [
      "gives no change where a figure is not above zero, whichever of the two",
      [
        ...[price("2025-02-28", 4, growth), price("2025-11-30", -2, growth), price("2026-02-28", 3, growth)],
        ...[price("2025-11-30", 4, other), price("2026-02-28", -1, other)],
      ],
      [
        { value: 3, qoq: null, yoy: -25 },
        { value: -1, qoq: null, yoy: null },
      ],
    ],
    [
      "lets the newest period win, then the source that sorts first",
      [
        price(quarters[4], 2, { source: "b" }),
        price(quarters[4], 1, { source: "a" }),
        price(quarters[3], 9, { source: "a" }),
      ],
      [{ value: 1 }],
    ],
    [
      "lets a final figure of a period stand before a preliminary one, and the newest period before both",
      [
        price(quarters[3], 1),
        price(quarters[4], 2, { is_preliminary: true, source: "a" }),
        price(quarters[4], 3, { source: "b" }),
      ],
      [{ value: 3 }],
    ],
    [
      "removes restricted rows before it ranks and before it compares",
      [
        price(quarters[0], 100),
        price(quarters[3], 1, RESTRICTED),
        price(quarters[4], 120),
        price("2026-12-31", 999, RESTRICTED),
      ],
      [{ value: 120, qoq: null, yoy: 20 }],
    ],
  ])("%s", async (_, rows, headlines) => {
    await insertRows(db, "house_prices", rows);
    expect(await headline()).toMatchObject(headlines);
  });

  it("takes the newest of every frequency, and an annual figure's change over its year", async () => {
    await insertRows(db, "house_prices", [
      price(quarters[3], 1),
      price("2025-12-31", 2, { period_freq: "A" }),
      price("2026-10-31", 2, { period_freq: "M" }),
      price("2026-12-31", 3, { period_freq: "A" }),
    ]);
    expect(await headline()).toMatchObject([{ value: 3, period: "2026-12-31", qoq: null, yoy: 50 }]);
    expect(await db.rows("SELECT frequency, source, source_licence FROM serve.housing_headline")).toEqual([
      { frequency: "annual", source: "a", source_licence: "CC-BY-4.0" },
    ]);
  });

  it("orders by region type, measure, value descending, then region and dwelling type", async () => {
    const of = (region_code: string, measure: string, value: number, dwelling_type = "all") =>
      price(quarters[4], value, { region_code, measure, dwelling_type });
    await insertRows(db, "house_prices", [
      of("NSW", "price_index", 1),
      of("VIC", "mean_price", 7, "attached"),
      of("VIC", "mean_price", 7),
      of("NSW", "mean_price", 7),
      of("VIC", "mean_price", 8, "established_house"),
      of("AUS", "price_index", 1),
    ]);
    expect((await headline()).map((r) => `${r.region_code} ${r.measure} ${r.dwelling_type}`)).toEqual([
      "AUS price_index all",
      "VIC mean_price established_house",
      "NSW mean_price all",
      "VIC mean_price all",
      "VIC mean_price attached",
      "NSW price_index all",
    ]);
  });
});
