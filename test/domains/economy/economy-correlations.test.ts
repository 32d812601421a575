import { describe, expect, it } from "vitest";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { economyCalls, smallEconomy } from "../../support/data/economy-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { listEconomicSeries, getEconomicSeries, listSeriesCorrelations } = EconomyService.method;
const { listStateCompanies, getStateCompanyAggregates } = EconomyService.method;
const { correlateSeries } = ExplorerService.method;
const { call, refusal } = opened(smallEconomy);

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

  it.each([13, 24])("keeps |r| from min_abs_r on, inclusive, at window %i", async (windowMonths) => {
    const request = { baseSeriesKey: "markets.index.wa", windowMonths };
    const { correlations } = await call(listSeriesCorrelations, request);
    const smallest = Math.abs(Number(correlations[1].r));
    const kept = await call(listSeriesCorrelations, { ...request, minAbsR: smallest });
    expect(kept.correlations).toHaveLength(2);
    const cut = await call(listSeriesCorrelations, { ...request, minAbsR: smallest + 1e-9 });
    expect(cut.correlations).toHaveLength(1);
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
  it("refuses more than 500 overlays", async () => {
    const overlaySeriesKeys = Array.from({ length: 501 }, (_, i) => `k.${i}`);
    expect(await refusal(correlateSeries, { ...base, overlaySeriesKeys })).toContain(
      "overlay_series_keys has 501",
    );
  });
});

describe("economyMethods", () => {
  it("gives empty answers when the dataset has none of the economy's tables", async () => {
    const empty = await economyCalls({});
    const ask = empty.call;
    expect(await ask(listEconomicSeries, {})).toEqual({});
    expect(await ask(getEconomicSeries, { seriesKeys: ["cpi.index.aus"] })).toEqual({});
    expect(await ask(listSeriesCorrelations, { baseSeriesKey: "markets.a.wa" })).toEqual({});
    expect(await ask(listStateCompanies, { state: "nsw" })).toEqual({});
    expect(await ask(getStateCompanyAggregates, {})).toEqual({});
    const correlated = await ask(correlateSeries, { baseSeriesKeys: ["a.b"] });
    expect(correlated).toEqual({ appliedLimit: 100 });
    await empty.close();
  });
});
