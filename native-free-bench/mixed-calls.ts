import { EconomyService } from "../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService } from "../src/gen/terrace/v1/explorer_pb.ts";
import { seededRandom } from "./harness.ts";

type Request = Record<string, unknown>;

const HOUSING = HousingService.typeName;
const ECONOMY = EconomyService.typeName;
const EXPLORER = ExplorerService.typeName;
const STATES = ["NSW", "VIC", "QLD", "WA", "SA", "TAS", "ACT", "NT"];
const RANKED = ["population", "age", "income", "born_overseas", "distance_to_coast"];

/** Calls a running server, each time with another request drawn from what its snapshot holds, over all methods. */
export async function mixedCalls(url: string, seed: number): Promise<() => Promise<void>> {
  const ask = (method: string, request: Request) => call(url, method, request);
  const salCodes: string[] = [];
  const regionCodes: string[] = [];
  const addressKeys = new Set<string>();
  for (const stateCode of STATES) {
    const { suburbs } = await ask(`${HOUSING}/GetSuburbIndex`, { stateCode });
    salCodes.push(...suburbs.map((suburb: { salCode: string }) => suburb.salCode));
    for (const sort of ["pct", "abs", "recent"]) {
      for (const windowDays of [7, 30, 90, 365]) {
        const request = { stateCode, sort, windowDays, limit: 200 };
        const { addresses = [] } = await ask(`${HOUSING}/ListAddressPriceDrops`, request);
        for (const { addressKey } of addresses) addressKeys.add(addressKey);
      }
    }
  }
  const { regions } = await ask(`${HOUSING}/ListHousingRegions`, { regionType: "suburb" });
  regionCodes.push(...regions.map((region: { regionCode: string }) => region.regionCode));
  const { series } = await ask(`${ECONOMY}/ListEconomicSeries`, { limit: 500 });
  const seriesKeys: string[] = series.map((info: { seriesKey: string }) => info.seriesKey);
  const { metrics } = await ask(`${EXPLORER}/DescribeMetrics`, {});
  const metricKeys: string[] = metrics.map((metric: { key: string }) => metric.key);

  const random = seededRandom(seed);
  const upTo = (limit: number) => 1 + Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]) => values[upTo(values.length) - 1];
  const addresses = [...addressKeys];
  const predicates = () => [{ metricKey: pick(metricKeys), min: upTo(100) }];
  const requests: (() => [method: string, request: Request])[] = [
    () => [`${HOUSING}/GetHousingOverview`, {}],
    () => [`${HOUSING}/GetHousePriceSeries`, { regionCode: pick(regionCodes), measure: "median_price" }],
    () => [`${HOUSING}/ListStateSuburbs`, { stateCode: pick(STATES) }],
    () => [`${HOUSING}/GetSuburbIndex`, { stateCode: pick(STATES) }],
    () => [`${HOUSING}/GetSuburbMetricColumns`, { stateCode: pick(STATES), metricKeys: [pick(metricKeys)] }],
    () => [`${HOUSING}/FilterSuburbs`, { stateCode: pick(STATES), predicates: predicates() }],
    () => [`${HOUSING}/GetSuburbProfile`, { salCode: pick(salCodes) }],
    () => [`${HOUSING}/ListHousingRegions`, { stateCode: pick(["", ...STATES]) }],
    () => [`${HOUSING}/ListSuburbPriceDrops`, { stateCode: pick(["", ...STATES]), limit: upTo(500) }],
    () => [`${HOUSING}/ListSuburbDropListings`, { salCode: pick(salCodes), windowDays: upTo(365) }],
    () => [`${HOUSING}/GetPropertyHistory`, { addressKey: pick(addresses) }],
    () => [
      `${HOUSING}/ListAddressPriceDrops`,
      { stateCode: pick(STATES), windowDays: upTo(365), limit: 200 },
    ],
    () => [`${HOUSING}/GetPriceDropsOverview`, {}],
    () => [`${HOUSING}/ListAgencyPriceStats`, { stateCode: pick(["", ...STATES]), limit: upTo(100) }],
    () => [`${HOUSING}/GetDropIndexSeries`, { grain: "suburb", grainKey: pick(salCodes) }],
    () => [`${ECONOMY}/ListEconomicSeries`, { limit: upTo(500) }],
    () => [`${ECONOMY}/GetEconomicSeries`, { seriesKeys: [pick(seriesKeys), pick(seriesKeys)] }],
    () => [`${ECONOMY}/ListSeriesCorrelations`, { baseSeriesKey: pick(seriesKeys) }],
    () => [`${ECONOMY}/ListStateCompanies`, { state: pick(STATES).toLowerCase() }],
    () => [`${ECONOMY}/GetStateCompanyAggregates`, {}],
    () => [
      `${EXPLORER}/RankSuburbs`,
      { stateCode: pick(STATES), weights: [{ metricKey: pick(RANKED), weight: 1 }], k: upTo(200) },
    ],
    () => [`${EXPLORER}/SimilarSuburbs`, { salCode: pick(salCodes) }],
  ];
  let turn = 0;
  return async () => {
    await ask(...requests[turn++ % requests.length]());
  };
}

// biome-ignore lint/suspicious/noExplicitAny: fields of several messages are looked at
async function call(url: string, method: string, request: Request): Promise<any> {
  const response = await fetch(`${url}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "terrace-bench/1" },
    body: JSON.stringify(request),
  });
  // Some keys have no data in some tables: an answer too.
  if (response.status !== 200 && response.status !== 404) {
    throw new Error(
      `${method} ${JSON.stringify(request)} answered ${response.status}: ${await response.text()}`,
    );
  }
  return response.json();
}
