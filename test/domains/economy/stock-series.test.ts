import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Economy, economyOf } from "../../../src/domains/economy/queries/economy.ts";
import { pickedMatrix, seriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";
import { followCountry, viewOf } from "../../support/country/follow-country.ts";
import { correlatedSeries, expectCorrelations } from "../../support/data/correlated-series.ts";
import { type RawMarket, rawTables } from "../../support/data/raw-tables.ts";
import { readCsv } from "../../support/data/read-csv.ts";
import { type DatedValue, plainCorrelation, plainMonths } from "../../support/plain/plain-correlation.ts";
import { type PlainSeries, plainCatalogue, plainYearOnYear } from "../../support/plain/plain-economy.ts";
import { draws, runSeed } from "../../support/run/seeded-random.ts";

const { below, pick } = draws(runSeed("stocks as series"));

const engine = followCountry("opinionCountry");
let economy: Economy;
let catalogue: PlainSeries[];
let market: RawMarket;
let adjusted: Map<string, DatedValue[]>;

beforeAll(async () => {
  const { datasetDir } = inject("opinionCountry");
  economy = economyOf(viewOf(engine));
  catalogue = plainCatalogue(await rawTables("economy", datasetDir)).filter(
    ({ frequency }) => frequency !== "annual",
  );
  market = await rawTables("market", datasetDir);
  adjusted = new Map();
  for (const row of readCsv(`${datasetDir}/stock_prices.csv`)) {
    const sessions = adjusted.get(row.stock_code) ?? [];
    sessions.push([row.date, Number(row.adjusted_close === "" ? row.close : row.adjusted_close)]);
    adjusted.set(row.stock_code, sessions);
  }
});

function plainStock(code: string, figure: string): Map<string, number> {
  if (figure === "price") return plainMonths(adjusted.get(code) ?? [], "monthly");
  const reported = market.positions.flatMap(({ stock_code, date, short_percent }): DatedValue[] =>
    stock_code === code && short_percent !== null ? [[date, short_percent]] : [],
  );
  return plainMonths(reported, "monthly");
}

const question = {
  transform: "levels" as const,
  minLagMonths: 0,
  maxLagMonths: 0,
  windowMonths: 24,
  minAbsR: 0,
  limit: 500,
};

describe("CorrelateSeries", () => {
  it("takes any stock's short position or price, as a plain look through the raw rows finds them", async () => {
    const codes = [...new Set(market.positions.map(({ stock_code }) => stock_code))].sort();
    let pairs = 0;
    for (let i = 0; i < 80; i++) {
      const transform = pick(["levels", "levels", "year_on_year"] as const);
      const named = Array.from({ length: 4 }, () => {
        const [code, figure] = [pick(codes), pick(["short_position", "price"])];
        const key = `stocks.${figure}.${code.toLowerCase()}`;
        return { key, months: plainStock(code, figure) };
      });
      const other = pick(catalogue);
      const [minLagMonths, maxLagMonths] = [below(7) - 3, below(7) - 3].sort((a, b) => a - b);
      const windowMonths = 12 + below(109);
      const series = [...named, { key: other.key, months: other.months }];
      const months = new Map(
        series.map((one) => [one.key, transform === "levels" ? one.months : plainYearOnYear(one.months)]),
      );
      const baseSeriesKeys = [...new Set(series.slice(0, 2).map(({ key }) => key))];
      const overlaySeriesKeys = [...new Set(series.slice(1).map(({ key }) => key))];
      pairs += await expectCorrelations(
        economy,
        { baseSeriesKeys, overlaySeriesKeys, transform, minLagMonths, maxLagMonths, windowMonths },
        months,
        1e-9,
      );
    }
    expect(pairs).toBeGreaterThan(40);
  });

  it("looks at every series of the catalogue, and no stock, where no overlay is named", async () => {
    const [{ stock_code }] = market.positions;
    const base = `stocks.short_position.${stock_code.toLowerCase()}`;
    const { correlations } = await correlatedSeries(economy, {
      ...question,
      baseSeriesKeys: [base],
      overlaySeriesKeys: [],
    });
    const own = plainStock(stock_code, "short_position");
    const wanted = catalogue.flatMap(({ key, months }) => {
      const { r } = plainCorrelation(own, months, 24);
      return r === undefined ? [] : [{ key, r }];
    });
    expect(wanted.length).toBeGreaterThan(5);
    expect(correlations.map(({ overlaySeriesKey }) => overlaySeriesKey).sort()).toEqual(
      wanted.map(({ key }) => key).sort(),
    );
    for (const { key, r } of wanted)
      expect(correlations.find((one) => one.overlaySeriesKey === key)!.r).toBeCloseTo(r, 9);
  });
});

describe("pickedMatrix", () => {
  const levels = seriesMatrix({ seriesNumbers: [0, 0, 2], months: [10, 12, 11], values: [1, 3, 7] }, [
    "monthly",
    "monthly",
    "monthly",
  ]);

  it("puts rows of matrices side by side, months in line", () => {
    const others = seriesMatrix({ seriesNumbers: [1, 1], months: [8, 20], values: [5, 6] }, [
      "monthly",
      "monthly",
    ]);
    const picked = pickedMatrix([
      { matrix: levels, row: 2 },
      { matrix: others, row: 1 },
      { matrix: levels, row: 0 },
      { matrix: levels, row: 1 },
      { matrix: others, row: 0 },
    ]);
    const monthsOf = (row: number) =>
      Object.fromEntries(
        Array.from(picked.values.subarray(row * picked.monthCount, (row + 1) * picked.monthCount))
          .map((value, month) => [picked.firstMonth + month, value] as const)
          .filter(([, value]) => !Number.isNaN(value)),
      );
    expect([0, 1, 2, 3, 4].map(monthsOf)).toEqual([{ 11: 7 }, { 8: 5, 20: 6 }, { 10: 1, 12: 3 }, {}, {}]);
    expect(Array.from(picked.lastMonths, (last) => (last < 0 ? last : picked.firstMonth + last))).toEqual([
      11, 20, 12, -1, -1,
    ]);
  });

  it("leaves a row without months empty, wherever it is next to others", () => {
    const none = seriesMatrix({ seriesNumbers: [], months: [], values: [] }, ["monthly"]);
    const some = seriesMatrix({ seriesNumbers: [0], months: [23_500], values: [4] }, ["monthly"]);
    const [empty, full] = [
      { matrix: none, row: 0 },
      { matrix: some, row: 0 },
    ];
    for (const picked of [
      [empty, full],
      [full, empty],
      [empty, empty, full],
    ]) {
      const made = pickedMatrix(picked);
      expect(made.firstMonth).toBe(23_500);
      picked.forEach((row, place) => {
        const months = made.values.subarray(place * made.monthCount, (place + 1) * made.monthCount);
        expect(months.some((value) => !Number.isNaN(value))).toBe(row === full);
        expect(made.lastMonths[place] >= 0).toBe(row === full);
      });
    }
  });

  it("has no months where nothing has any", () => {
    const none = seriesMatrix({ seriesNumbers: [], months: [], values: [] }, ["monthly"]);
    const row = { matrix: none, row: 0 };
    expect(pickedMatrix([row, row])).toMatchObject({ seriesCount: 2, monthCount: 0 });
  });
});
