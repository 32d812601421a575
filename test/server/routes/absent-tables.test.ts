import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publicMethods } from "../../../src/domains/public-methods.ts";
import { SAMPLE_REQUESTS } from "../../../src/domains/samples.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { callJson } from "../../support/country/call-json.ts";
import { serveForTest } from "../../support/country/serve-for-test.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import { copyExample, putTable } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { isDeepRun } from "../../support/run/test-form.ts";

/** A valid request for each method that does not accept an empty one. */
const REQUESTS: Readonly<Record<string, object>> = {
  GetColumns: { includeIndex: true },
  GetHousePriceSeries: { regionCode: "AUS", measure: "median_price" },
  ListStateSuburbs: { stateCode: "NSW" },
  GetSuburbIndex: { stateCode: "NSW" },
  GetSuburbMetricColumns: { stateCode: "NSW", metricKeys: ["price", "nbn", "crime_violent"] },
  FilterSuburbs: { stateCode: "NSW", predicates: [{ metricKey: "nbn", min: 0 }] },
  GetSuburbProfile: { salCode: "10001" },
  ListSuburbDropListings: { salCode: "10001", windowDays: 365 },
  GetPropertyHistory: { addressKey: "1 nowhere st" },
  GetEconomicSeries: { seriesKeys: ["nowhere"] },
  ListSeriesCorrelations: { baseSeriesKey: "nowhere" },
  ListStateCompanies: { state: "nsw" },
  Explore: { histograms: [{ metricKey: "price" }, { metricKey: "nbn" }] },
  RankSuburbs: { weights: [{ metricKey: "population", weight: 1 }] },
  SimilarSuburbs: { salCode: "10001" },
  CorrelateSeries: { baseSeriesKeys: ["nowhere"] },
  AggregatePrices: { measure: "median_price" },
  GetSuburbMarketSeries: { salCode: "10001" },
  Afford: { annualIncome: 90_000, annualRatePercent: 6 },
  ListCouncils: { stateCode: "NSW" },
};

/** Methods whose rows all come from optional tables. */
const EMPTY = [
  "ListSuburbPriceDrops",
  "ListSuburbDropListings",
  "GetPropertyHistory",
  "ListAddressPriceDrops",
  "GetPriceDropsOverview",
  "ListAgencyPriceStats",
  "ListEconomicSeries",
  "ListSeriesCorrelations",
  "ListStateCompanies",
  "GetStateCompanyAggregates",
];

/** Services whose responses are listed by method; the others by path, whose sample keys may be missing. */
const isHousing = (service: string) => /HousingService|EconomyService|ExplorerService/.test(service);
const isByKey = (name: string) =>
  name.startsWith("/") || ["GetCouncilProfile", "SimilarStocks", "GetSeriesVintages"].includes(name);
/** Failures; a 404 for a document that was requested by key is not one. */
const faults = (answers: Map<string, { status: number; body: unknown }>) =>
  [...answers].filter(([name, { status }]) => status !== 200 && !(isByKey(name) && status === 404));

async function answersOf(datasetDir: string): Promise<Map<string, { status: number; body: unknown }>> {
  const dataDir = await shareKept(await temporaryDirectory());
  const built = await buildSnapshot({ datasetDir, dataDir, memoryLimitMb: 300, maxRejectShare: 1 });
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  const serving = await serveForTest(dataDir);
  const answers = new Map<string, { status: number; body: unknown }>();
  for (const { service, method, path } of publicMethods()) {
    const request = REQUESTS[method] ?? SAMPLE_REQUESTS.get(`${service}/${method}`)!;
    answers.set(isHousing(service) ? method : path, await callJson(serving.url, path.slice(1), request));
  }
  return answers;
}

describe("a server of a dataset without optional tables", () => {
  it("answers every method, with empty lists where the rows would be, and never an error", async () => {
    const answers = await answersOf(await copyExample());
    expect(answers.size).toBeGreaterThanOrEqual(25);
    expect(faults(answers).map(([name, { body }]) => [name, body])).toEqual([]);
    for (const method of EMPTY) expect(answers.get(method)?.body, method).toEqual({});
    expect(answers.get("FilterSuburbs")?.body).toMatchObject({ matchMask: "AA==" });
    expect(answers.get("GetSuburbMetricColumns")?.body).toMatchObject({
      columns: [{ metricKey: "price" }, { nullMask: "Bw==" }, { nullMask: "Bw==" }],
    });
    expect(answers.get("GetSuburbProfile")?.body).not.toHaveProperty("crime");
  });

  it.runIf(isDeepRun)(
    "answers when the suburbs have a name and nothing else, and when there is no suburb at all",
    async () => {
      const dir = await copyExample();
      await putTable(dir, "suburb_demographics.csv", "sal_code,sal_name,state_code\n10001,Aarons Ford,NSW\n");
      expect(faults(await answersOf(dir))).toEqual([]);
      for (const table of ["house_price_regions", "house_prices"]) {
        const text = await readFile(join(dir, `${table}.csv`), "utf8");
        await putTable(dir, `${table}.csv`, text.slice(0, text.indexOf("\n") + 1));
      }
      await putTable(dir, "suburb_demographics.csv", "sal_code,sal_name,state_code\n");
      const failing = faults(await answersOf(dir));
      expect(failing.map(([method, { status }]) => [method, status])).toEqual([
        ["GetSuburbProfile", 404],
        ["SimilarSuburbs", 404],
        ["GetSuburbMarketSeries", 404],
      ]);
    },
  );
});
