import { beforeEach, describe, expect, it } from "vitest";
import { PRICES } from "../../../../src/domains/suburbs/aggregates/prices.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  rowOf,
  runFor,
} from "../../../support/data/build-db.ts";
import { opened } from "../../../support/run/fixtures.ts";

const RESTRICTED = { source_licence: "proprietary-tos-restricted" };
const median = rowOf("region_code period value", {
  measure: "median_price",
  dwelling_type: "house",
  period_freq: "Q",
  source: "a",
});

const orderOf = (table: string) =>
  PRICES.flatMap(({ tables }) => tables).find(({ name }) => name === table)!.orderBy;

const db = opened(emptyDatasetDatabase, { each: true });

describe("price series", () => {
  it("keeps public points of every frequency, period ascending, then source, and names the last one's source", async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
    ]);
    await insertRows(db, "house_prices", [
      median("AUS", "2026-06-30", 3, { source: "b", source_licence: "CC0", is_preliminary: true }),
      median("AUS", "2026-06-30", 2, { period_freq: "A", unit: "AUD" }),
      median("AUS", "2026-05-31", 1, { period_freq: "M", unit: "AUD" }),
      median("AUS", "2026-09-30", 9, RESTRICTED),
      median("AUS", "2026-09-30", 5, { dwelling_type: "attached" }),
    ]);
    await runFor(db, PRICES, "serve.price_series");
    const rows = await db.rows(
      `SELECT region_name, unit, source, source_licence, periods::VARCHAR[] AS periods, point_values, preliminary,
         sources, licences
       FROM serve.price_series WHERE region_code = 'AUS' AND measure = 'median_price' AND dwelling_type = 'house'`,
    );
    expect(rows).toEqual([
      {
        region_name: "Australia",
        unit: null,
        source: "b",
        source_licence: "CC0",
        periods: ["2026-05-31", "2026-06-30", "2026-06-30"],
        point_values: [1, 2, 3],
        preliminary: [false, false, true],
        sources: ["a", "a", "b"],
        licences: ["CC-BY-4.0", "CC-BY-4.0", "CC0"],
      },
    ]);
  });

  it("says source and licence once where all points share them", async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
    ]);
    await insertRows(db, "house_prices", [
      median("AUS", "2026-06-30", 3),
      median("AUS", "2026-09-30", 4),
      median("AUS", "2026-09-30", 9, { ...RESTRICTED, source: "b" }),
      median("AUS", "2026-06-30", 5, { dwelling_type: "all" }),
      median("AUS", "2026-09-30", 6, { dwelling_type: "all", source_licence: "CC-BY-NC-4.0" }),
    ]);
    await runFor(db, PRICES, "serve.price_series");
    expect(
      await db.rows("SELECT dwelling_type, sources, licences FROM serve.price_series ORDER BY dwelling_type"),
    ).toEqual([
      { dwelling_type: "all", sources: ["a", "a"], licences: ["CC-BY-4.0", "CC-BY-NC-4.0"] },
      { dwelling_type: "house", sources: null, licences: null },
    ]);
  });
});

describe("housing regions", () => {
  const region = rowOf("region_code region_name", { region_type: "gccsa" });
  const regions = async () => {
    await runFor(db, PRICES, "serve.housing_regions");
    return db.rows<Record<string, unknown>>(
      `SELECT region_code, latest_value, latest_period::VARCHAR AS latest_period
       FROM serve.housing_regions ORDER BY ${orderOf("housing_regions")}`,
    );
  };

  it("takes the newest house median, then established_house before house, never attached or a mean", async () => {
    await insertRows(db, "house_price_regions", [region("1GSYD", "Greater Sydney")]);
    await insertRows(db, "house_prices", [
      median("1GSYD", "2026-06-30", 100),
      median("1GSYD", "2026-09-30", 130, { dwelling_type: "established_house" }),
      median("1GSYD", "2026-09-30", 120, { dwelling_type: "house" }),
      median("1GSYD", "2026-12-31", 70, { dwelling_type: "attached" }),
      median("1GSYD", "2026-12-31", 60, { measure: "mean_price" }),
      median("1GSYD", "2026-12-31", 50, RESTRICTED),
    ]);
    expect(await regions()).toEqual([
      { region_code: "1GSYD", latest_value: 130, latest_period: "2026-09-30" },
    ]);
  });

  it("hides a region whose prices are all restricted and lists one without any price", async () => {
    await insertRows(db, "house_price_regions", [
      region("R3", "Only attached"),
      region("R2", "Hidden"),
      region("R1", "Never priced"),
      region("R0", "Never priced"),
    ]);
    await insertRows(db, "house_prices", [
      median("R2", "2026-09-30", 1, RESTRICTED),
      median("R3", "2026-09-30", 1, { dwelling_type: "attached" }),
      median("R3", "2026-09-30", 1, RESTRICTED),
    ]);
    expect(await regions()).toEqual([
      { region_code: "R0", latest_value: null, latest_period: null },
      { region_code: "R1", latest_value: null, latest_period: null },
      { region_code: "R3", latest_value: null, latest_period: null },
    ]);
  });
});

describe("suburb price", () => {
  beforeEach(async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "B", region_type: "suburb", region_name: "X", state_code: "NSW", sal_code: "10001" },
      { region_code: "A", region_type: "suburb", region_name: "X", state_code: "NSW", sal_code: "10001" },
      { region_code: "C", region_type: "suburb", region_name: "Unlinked", state_code: "NSW" },
    ]);
  });
  const prices = async () => {
    await runFor(db, PRICES, "work.suburb_price");
    return db.rows<Record<string, unknown>>(
      `SELECT sal_code, region_code, latest_median_price AS price, latest_period::VARCHAR AS period,
         round(yoy_pct, 9) AS yoy FROM work.suburb_price ORDER BY sal_code`,
    );
  };

  it("prefers the linked region with the newest period, then the lower region code", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2026-06-30", 5),
      median("B", "2026-09-30", 7),
      median("C", "2026-12-31", 9),
    ]);
    expect(await prices()).toEqual([
      { sal_code: "10001", region_code: "B", price: 7, period: "2026-09-30", yoy: null },
    ]);
  });

  it("breaks a tie of periods by region code", async () => {
    await insertRows(db, "house_prices", [median("B", "2026-09-30", 7), median("A", "2026-09-30", 5)]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 5 }]);
  });

  it("measures the yearly change against the same period a year before, and gives none over a gap", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2025-06-30", 80),
      median("A", "2025-09-30", 100, { source: "z" }),
      median("A", "2025-09-30", 50, { source: "b" }),
      median("A", "2026-09-30", 125, { source: "z" }),
      median("B", "2025-09-30", 1),
    ]);
    expect(await prices()).toMatchObject([{ price: 125, yoy: 25 }]);
    await db.run("DROP TABLE work.latest_price; DROP TABLE work.suburb_price");
    await db.run("DELETE FROM house_prices WHERE source = 'z' AND period = DATE '2025-09-30'");
    expect(await prices()).toMatchObject([{ price: 125, yoy: null }]);
  });

  it("shows no preliminary figure while there is a final one, and says so where there is none", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2025-12-31", 100, { period_freq: "A" }),
      median("A", "2026-12-31", 239, { period_freq: "A", is_preliminary: true }),
      median("B", "2026-12-31", 200, { period_freq: "A", is_preliminary: true }),
    ]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 100, period: "2025-12-31" }]);
    await db.run("DROP TABLE work.latest_price; DROP TABLE work.suburb_price");
    await db.run("DELETE FROM house_prices WHERE NOT is_preliminary");
    expect(await prices()).toMatchObject([{ region_code: "A", price: 239 }]);
    expect(await db.rows("SELECT latest_is_preliminary FROM work.suburb_price")).toEqual([
      { latest_is_preliminary: true },
    ]);
  });

  it("ignores restricted rows, other dwelling types and other measures", async () => {
    await insertRows(db, "house_prices", [
      median("A", "2026-06-30", 5),
      median("A", "2026-09-30", 1, RESTRICTED),
      median("A", "2026-09-30", 2, { dwelling_type: "attached" }),
      median("A", "2026-09-30", 3, { measure: "mean_price" }),
      median("B", "2026-09-30", 4, RESTRICTED),
    ]);
    expect(await prices()).toMatchObject([{ region_code: "A", price: 5, period: "2026-06-30" }]);
  });
});

describe("housing headline", () => {
  beforeEach(async () => {
    await insertRows(db, "house_price_regions", [
      { region_code: "AUS", region_type: "national", region_name: "Australia" },
      { region_code: "NSW", region_type: "state", region_name: "New South Wales", state_code: "NSW" },
      { region_code: "VIC", region_type: "state", region_name: "Victoria", state_code: "VIC" },
    ]);
  });

  const price = rowOf("period value", {
    region_code: "NSW",
    measure: "mean_price",
    dwelling_type: "all",
    period_freq: "Q",
    source: "a",
    unit: "AUD",
  });
  const quarters = ["2025-09-30", "2025-12-31", "2026-03-31", "2026-06-30", "2026-09-30"];
  const headline = async () => {
    await runFor(db, PRICES, "serve.housing_headline");
    return db.rows<Record<string, unknown>>(
      `SELECT region_code, measure, dwelling_type, period::VARCHAR AS period, value,
         round(qoq_pct, 9) AS qoq, round(yoy_pct, 9) AS yoy
       FROM serve.housing_headline ORDER BY ${orderOf("housing_headline")}`,
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
