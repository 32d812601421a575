import { create, type DescMethodUnary, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { isTerraceError } from "../../src/errors.ts";
import { EconomyService } from "../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../src/gen/terrace/v1/explorer_pb.ts";
import { economyMethods } from "../../src/services/economy-service.ts";
import { isEncodedAnswer } from "../../src/services/unary-method.ts";
import { emptyDatasetDatabase, insertRows } from "../support/build-db.ts";
import { economyEngine } from "../support/economy-engine.ts";
import { seriesRow } from "../support/economy-rows.ts";
import { laterMonth } from "../support/plain-correlation.ts";

const { listEconomicSeries, getEconomicSeries, listSeriesCorrelations } = EconomyService.method;
const { listStateCompanies, getStateCompanyAggregates } = EconomyService.method;
const { correlateSeries } = ExplorerService.method;
const DIGITS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9];
let engine: Engine;
let empty: Engine;

beforeAll(async () => {
  const db = await emptyDatasetDatabase();
  const wa = { region_type: "state", region_code: "wa", region_name: "Western Australia" };
  const rows = (key: string, step: number, values: readonly number[]) =>
    values.map((value, i) => ({ series_key: key, period: `${laterMonth("2023-01", i * step)}-01`, value }));
  await insertRows(db, "economic_series", [
    seriesRow("markets.index.wa", wa),
    seriesRow("gdp.demand.total.wa.seasadj", {
      ...wa,
      product: "total",
      frequency: "quarterly",
      adjustment: "seasadj",
    }),
    seriesRow("cpi.index.aus"),
    seriesRow("rates.cash.aus"),
    seriesRow("population.count.wa", { ...wa, frequency: "annual" }),
    seriesRow("cpi.secret.aus", { internal_only: true }),
    seriesRow("markets.secret.wa", { ...wa, internal_only: true }),
  ]);
  await insertRows(db, "economic_observations", [
    ...rows("markets.index.wa", 1, DIGITS),
    ...rows("gdp.demand.total.wa.seasadj", 3, [2, 7, 1, 8, 2]),
    ...rows(
      "cpi.index.aus",
      1,
      DIGITS.map((v) => -v),
    ),
    ...rows("cpi.secret.aus", 1, DIGITS),
    ...rows("markets.secret.wa", 1, DIGITS),
    ...rows("population.count.wa", 12, [1, 2]),
  ]);
  await insertRows(db, "companies", [
    { stock_code: "AAA", company_name: "Alpha", market_cap: "1000", address: "1 A St, WA, AUSTRALIA, 6000" },
    { stock_code: "BBB", address: "1 B St, WA, AUSTRALIA, 6000" },
  ]);
  await insertRows(db, "short_positions", [{ stock_code: "AAA", date: "2026-11-06", short_percent: 2.5 }]);
  await insertRows(db, "company_exposures", [
    { stock_code: "BBB", region: "wa", weight: 0.25, basis: "Ports" },
  ]);
  engine = await economyEngine(db);
  empty = await economyEngine(await emptyDatasetDatabase());
});

afterAll(() => Promise.all([engine.close(), empty.close()]));

/** The answer as Connect JSON. */
async function call<M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  on: Engine = engine,
) {
  const found = economyMethods(on).find(({ desc }) => desc === method)!;
  const message = create(method.input, request as never) as never;
  const answer = await found.answer(message, { signal: new AbortController().signal });
  if (isEncodedAnswer(answer)) throw new Error("an economy answer is a message");
  return toJson(method.output, answer) as Record<string, Record<string, unknown>[]>;
}

async function refusal<M extends DescMethodUnary>(method: M, request: MessageInitShape<M["input"]>) {
  const queriesBefore = engineQueries();
  const error: unknown = await call(method, request).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!isTerraceError(error, "invalid_argument")) throw new Error(`not refused: ${String(error)}`);
  expect(engineQueries()).toBe(queriesBefore);
  return error.message;
}

function engineQueries(): number {
  const pin = engine.pin();
  pin.release();
  return pin.view.database.load().queries;
}

const at = (date: string) => ({ seconds: BigInt(Date.parse(date) / 1000), nanos: 0 });

describe("ListEconomicSeries", () => {
  const keys = async (request: MessageInitShape<typeof listEconomicSeries.input>) =>
    ((await call(listEconomicSeries, request)).series ?? []).map((series) => series.seriesKey);

  it("lists the visible catalogue in key order, series without observations too", async () => {
    expect(await keys({})).toEqual([
      "cpi.index.aus",
      "gdp.demand.total.wa.seasadj",
      "markets.index.wa",
      "markets.short_interest_wavg.wa",
      "population.count.wa",
      "rates.cash.aus",
    ]);
  });

  it("fills every field of an entry and leaves out what is not known", async () => {
    const { series } = await call(listEconomicSeries, { product: "total" });
    expect(series).toEqual([
      {
        seriesKey: "gdp.demand.total.wa.seasadj",
        topic: "gdp",
        metric: "demand",
        product: "total",
        regionType: "state",
        regionCode: "wa",
        regionName: "Western Australia",
        unit: "index",
        frequency: "quarterly",
        adjustment: "seasadj",
        sourceKey: "synthetic-economy",
        sourceLicence: "CC-BY-4.0",
        latestPeriod: "2024-01-01T00:00:00Z",
      },
    ]);
    const [cash] = (await call(listEconomicSeries, { topic: "rates" })).series;
    expect(cash).not.toHaveProperty("latestPeriod");
    expect(cash).not.toHaveProperty("product");
  });

  it("trims and lower-cases filters and combines them", async () => {
    expect(await keys({ topic: " CPI " })).toEqual(["cpi.index.aus"]);
    expect(await keys({ regionType: "state", regionCode: "wa", metric: "index" })).toEqual([
      "markets.index.wa",
    ]);
    expect(await keys({ topic: "cpi", metric: "secret" })).toEqual([]);
  });

  it("takes a limit of 0 or less for 200 and accepts one above 500", async () => {
    expect(await keys({ limit: 2 })).toHaveLength(2);
    expect(await keys({ limit: -3 })).toHaveLength(6);
    expect(await keys({ limit: 5000 })).toHaveLength(6);
  });
});

describe("GetEconomicSeries", () => {
  it("orders series by key, normalises and de-duplicates keys, and passes over unknown and internal ones", async () => {
    const { series } = await call(getEconomicSeries, {
      seriesKeys: [" MARKETS.index.wa", "cpi.index.aus", "cpi.index.aus", "", "no.such", "cpi.secret.aus"],
      maxObservations: 2,
    });
    expect(series.map((data) => (data.info as Record<string, unknown>).seriesKey)).toEqual([
      "cpi.index.aus",
      "markets.index.wa",
    ]);
    expect(series[1].observations).toEqual([
      { period: "2024-02-01T00:00:00Z", value: 7 },
      { period: "2024-03-01T00:00:00Z", value: 9 },
    ]);
  });

  it("starts at the UTC calendar date, inclusive, and reports the last period returned", async () => {
    const keys = ["markets.index.wa"];
    const late = await call(getEconomicSeries, { seriesKeys: keys, startPeriod: at("2024-03-01T23:59:59Z") });
    expect(late.series[0]).toMatchObject({
      info: { latestPeriod: "2024-03-01T00:00:00Z" },
      observations: [{ period: "2024-03-01T00:00:00Z", value: 9 }],
    });
    const after = await call(getEconomicSeries, {
      seriesKeys: keys,
      startPeriod: at("2024-03-02T00:00:00Z"),
    });
    expect(after).toEqual({});
  });

  it("takes 0 observations for 600, a negative number for 1", async () => {
    const count = async (maxObservations: number) =>
      (await call(getEconomicSeries, { seriesKeys: ["cpi.index.aus"], maxObservations })).series[0]
        .observations;
    expect(await count(0)).toHaveLength(15);
    expect(await count(-5)).toHaveLength(1);
    expect(await count(9999)).toHaveLength(15);
  });

  it("wants 1 to 50 unique keys", async () => {
    const many = Array.from({ length: 51 }, (_, i) => `k.${i}`);
    expect(await refusal(getEconomicSeries, {})).toBe("series_keys needs at least one series key");
    expect(await refusal(getEconomicSeries, { seriesKeys: [" ", ""] })).toContain("series_keys");
    expect(await refusal(getEconomicSeries, { seriesKeys: many })).toContain("51 different keys; at most 50");
    const repeated = [...many.slice(0, 40), ...many.slice(0, 20).map((key) => key.toUpperCase())];
    expect(await call(getEconomicSeries, { seriesKeys: repeated })).toEqual({});
  });
});

describe("ListSeriesCorrelations", () => {
  it("gives the check vector at window 12 and both pairs at the default window", async () => {
    const { correlations } = await call(listSeriesCorrelations, {
      baseSeriesKey: " Markets.INDEX.wa ",
      windowMonths: 12,
    });
    expect(correlations.map((row) => row.overlaySeriesKey)).toEqual([
      "cpi.index.aus",
      "gdp.demand.total.wa.seasadj",
    ]);
    expect(correlations[1].r).toBeCloseTo(-0.14994139880598317, 15);
    expect(correlations[1]).toMatchObject({ n: 12, lastPeriod: "2024-03-01T00:00:00Z" });
    const stored = await call(listSeriesCorrelations, { baseSeriesKey: "markets.index.wa" });
    expect(stored.correlations.map((row) => [row.overlaySeriesKey, row.n])).toEqual([
      ["cpi.index.aus", 15],
      ["gdp.demand.total.wa.seasadj", 15],
    ]);
  });

  it("answers the default window from the snapshot exactly as it is computed", async () => {
    const stored = await call(listSeriesCorrelations, {
      baseSeriesKey: "markets.index.wa",
      windowMonths: 24,
    });
    const computed = await call(listSeriesCorrelations, {
      baseSeriesKey: "markets.index.wa",
      windowMonths: 25,
    });
    expect(stored).toEqual(computed);
  });

  it("fills the overlay without its latest period", async () => {
    const { correlations } = await call(listSeriesCorrelations, {
      baseSeriesKey: "markets.index.wa",
      limit: 1,
    });
    expect(correlations).toHaveLength(1);
    expect(correlations[0].overlay).toMatchObject({ seriesKey: "cpi.index.aus", regionType: "national" });
    expect(correlations[0].overlay).not.toHaveProperty("latestPeriod");
  });

  it.each([13, 24])("keeps |r| from min_abs_r on, inclusive, at window %i", async (windowMonths) => {
    const request = { baseSeriesKey: "markets.index.wa", windowMonths };
    const { correlations } = await call(listSeriesCorrelations, request);
    const smallest = Math.abs(Number(correlations[1].r));
    const kept = await call(listSeriesCorrelations, { ...request, minAbsR: smallest });
    expect(kept.correlations).toHaveLength(2);
    const cut = await call(listSeriesCorrelations, { ...request, minAbsR: smallest + 1e-9 });
    expect(cut.correlations).toHaveLength(1);
  });

  it.each([24, 36])("is empty for unknown, internal and other bases at window %i", async (windowMonths) => {
    for (const baseSeriesKey of ["markets.none.wa", "markets.secret.wa", "cpi.index.aus"]) {
      expect(await call(listSeriesCorrelations, { baseSeriesKey, windowMonths })).toEqual({});
    }
  });

  it("refuses a missing base, a window outside 12 to 120, a bad min_abs_r and a negative limit", async () => {
    const base = { baseSeriesKey: "markets.index.wa" };
    expect(await refusal(listSeriesCorrelations, { baseSeriesKey: "  " })).toContain(
      "base_series_key is required",
    );
    for (const windowMonths of [-1, 1, 11, 121]) {
      expect(await refusal(listSeriesCorrelations, { ...base, windowMonths })).toContain(
        `window_months: ${windowMonths} `,
      );
    }
    for (const minAbsR of [Number.NaN, Infinity, -0.1, 1.1]) {
      expect(await refusal(listSeriesCorrelations, { ...base, minAbsR })).toContain(`min_abs_r: ${minAbsR} `);
    }
    expect(await refusal(listSeriesCorrelations, { ...base, limit: -1 })).toContain("limit: -1 is negative");
  });

  it("clamps a limit above 250", async () => {
    const request = { baseSeriesKey: "markets.index.wa", limit: 9999 };
    expect((await call(listSeriesCorrelations, request)).correlations).toHaveLength(2);
  });
});

describe("ListStateCompanies", () => {
  it("gives companies of a state in any case, unknown values left out", async () => {
    const { companies } = await call(listStateCompanies, { state: " Wa " });
    expect(companies).toEqual([
      {
        stockCode: "AAA",
        companyName: "Alpha",
        weight: 1,
        basis: "Registered office",
        marketCap: 1000,
        shortPercent: 2.5,
        source: "hq_fallback",
      },
      { stockCode: "BBB", weight: 0.25, basis: "Ports", source: "llm" },
    ]);
  });

  it("takes a limit of 0 or less for 10 and accepts one above 50", async () => {
    expect((await call(listStateCompanies, { state: "wa", limit: 1 })).companies).toHaveLength(1);
    expect((await call(listStateCompanies, { state: "wa", limit: -1 })).companies).toHaveLength(2);
    expect((await call(listStateCompanies, { state: "wa", limit: 99 })).companies).toHaveLength(2);
  });

  it("refuses anything but the eight states", async () => {
    for (const state of ["", "international", "au", "wales"]) {
      expect(await refusal(listStateCompanies, { state })).toBe(
        `state: "${state}" is not one of nsw, vic, qld, sa, wa, tas, nt, act`,
      );
    }
  });

  it("is empty for a state without companies", async () => {
    expect(await call(listStateCompanies, { state: "tas" })).toEqual({});
  });
});

describe("GetStateCompanyAggregates", () => {
  it("sums the states with exposure", async () => {
    expect(await call(getStateCompanyAggregates, {})).toEqual({
      aggregates: [
        { state: "wa", companyCount: 2, exposureWeightedMarketCap: 1000, exposureWeightedShortPercent: 2.5 },
      ],
    });
  });
});

describe("CorrelateSeries", () => {
  const base = { baseSeriesKeys: ["markets.index.wa"] };

  it("correlates a base of any topic with every visible monthly and quarterly series but itself", async () => {
    const answer = await call(correlateSeries, { baseSeriesKeys: [" CPI.index.aus", "cpi.secret.aus"] });
    expect(answer.correlations.map((row) => row.overlaySeriesKey)).toEqual([
      "markets.index.wa",
      "gdp.demand.total.wa.seasadj",
    ]);
    expect(answer.correlations[0]).toEqual({
      baseSeriesKey: "cpi.index.aus",
      overlaySeriesKey: "markets.index.wa",
      r: -1,
      n: 15,
      ciLow: -1,
      ciHigh: -1,
      lags: [{ r: -1, n: 15 }],
      lastPeriod: "2024-03-01T00:00:00Z",
    });
    expect(answer).toMatchObject({ totalCount: 2, appliedLimit: 100 });
  });

  it("tells each lag, leaving r out where it is undefined", async () => {
    const answer = await call(correlateSeries, {
      ...base,
      overlaySeriesKeys: ["cpi.index.aus"],
      minLagMonths: -4,
      maxLagMonths: 1,
    });
    const lags = answer.correlations[0].lags as Record<string, number>[];
    expect(lags.map((lag) => [lag.lagMonths ?? 0, lag.n, lag.r !== undefined])).toEqual([
      [-4, 11, false],
      [-3, 12, true],
      [-2, 13, true],
      [-1, 14, true],
      [0, 15, true],
      [1, 14, true],
    ]);
  });

  it("reports the total and the limit that was applied", async () => {
    const cut = await call(correlateSeries, { ...base, limit: 1 });
    expect(cut).toMatchObject({ totalCount: 2, appliedLimit: 1 });
    expect(cut.correlations).toHaveLength(1);
    expect(await call(correlateSeries, { ...base, limit: 9999 })).toMatchObject({ appliedLimit: 500 });
    expect(await call(correlateSeries, { ...base, minAbsR: 1 })).toMatchObject({ totalCount: 1 });
  });

  it("refuses every argument out of bounds by name", async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k.${i}`);
    expect(await refusal(correlateSeries, {})).toContain("base_series_keys needs");
    expect(await refusal(correlateSeries, { baseSeriesKeys: keys(11) })).toContain("base_series_keys has 11");
    expect(await refusal(correlateSeries, { ...base, overlaySeriesKeys: keys(501) })).toContain(
      "overlay_series_keys has 501",
    );
    expect(await refusal(correlateSeries, { ...base, transform: 7 as never })).toContain("transform: 7");
    expect(await refusal(correlateSeries, { ...base, minLagMonths: -13 })).toContain("min_lag_months: -13");
    expect(await refusal(correlateSeries, { ...base, maxLagMonths: 13 })).toContain("max_lag_months: 13");
    expect(await refusal(correlateSeries, { ...base, minLagMonths: 2, maxLagMonths: 1 })).toContain(
      "min_lag_months 2 is above max_lag_months 1",
    );
    expect(await refusal(correlateSeries, { ...base, windowMonths: 11 })).toContain("window_months: 11");
    expect(await refusal(correlateSeries, { ...base, minAbsR: Number.NaN })).toContain("min_abs_r: NaN");
    expect(await refusal(correlateSeries, { ...base, limit: -1 })).toContain("limit: -1");
  });
});

describe("economyMethods", () => {
  it("gives empty answers when the dataset has none of the economy's tables", async () => {
    expect(await call(listEconomicSeries, {}, empty)).toEqual({});
    expect(await call(getEconomicSeries, { seriesKeys: ["cpi.index.aus"] }, empty)).toEqual({});
    expect(await call(listSeriesCorrelations, { baseSeriesKey: "markets.a.wa" }, empty)).toEqual({});
    expect(await call(listStateCompanies, { state: "nsw" }, empty)).toEqual({});
    expect(await call(getStateCompanyAggregates, {}, empty)).toEqual({});
    expect(await call(correlateSeries, { baseSeriesKeys: ["a.b"] }, empty)).toEqual({ appliedLimit: 100 });
  });
});
