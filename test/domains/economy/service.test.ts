import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { EconomyService } from "../../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { economyCalls, smallEconomy } from "../../support/data/economy-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { listEconomicSeries, getEconomicSeries, listSeriesCorrelations } = EconomyService.method;
const { listStateCompanies, getStateCompanyAggregates } = EconomyService.method;
const { call } = opened(smallEconomy);

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
        shortPercentDate: "2026-11-06",
      },
      { stockCode: "BBB", weight: 0.25, basis: "Ports", source: "llm" },
    ]);
  });

  it("is empty for a state without companies", async () => {
    expect(await call(listStateCompanies, { state: "tas" })).toEqual({});
  });
});

describe("GetStateCompanyAggregates", () => {
  it("sums the states with exposure", async () => {
    expect(await call(getStateCompanyAggregates, {})).toEqual({
      aggregates: [
        {
          state: "wa",
          companyCount: 2,
          exposureWeightedMarketCap: 1000,
          exposureWeightedShortPercent: 2.5,
          shortPercentFromDate: "2026-11-06",
          shortPercentToDate: "2026-11-06",
        },
      ],
    });
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
    const correlated = await ask(ExplorerService.method.correlateSeries, { baseSeriesKeys: ["a.b"] });
    expect(correlated).toEqual({ appliedLimit: 100 });
    await empty.close();
  });
});
