import { EconomyService } from "../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { MarketService, SearchService } from "../src/gen/shorts/v1alpha1/market_pb.ts";
import { NewsService } from "../src/gen/shorts/v1alpha1/news_pb.ts";
import { PoliticiansService } from "../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { StockService } from "../src/gen/shorts/v1alpha1/stock_pb.ts";
import { ExplorerService } from "../src/gen/terrace/v1/explorer_pb.ts";
import { seededRandom } from "./harness.ts";

type Request = Record<string, unknown>;

const HOUSING = HousingService.typeName;
const ECONOMY = EconomyService.typeName;
const EXPLORER = ExplorerService.typeName;
const MARKET = MarketService.typeName;
const STOCK = StockService.typeName;
const NEWS = NewsService.typeName;
const POLITICIANS = PoliticiansService.typeName;
const STATES = ["NSW", "VIC", "QLD", "WA", "SA", "TAS", "ACT", "NT"];
const RANKED = ["population", "age", "income", "born_overseas", "distance_to_coast"];

export type DrawnCall = readonly [method: string, request: Request];

type WeightedMethod = readonly [weight: number, draw: () => DrawnCall];

/** Returns a function that calls the most used methods round-robin with random keys of the snapshot. */
export async function mixedCalls(url: string, seed: number): Promise<() => Promise<void>> {
  const methods = await drawnCalls(url, seed);
  let turn = 0;
  return async () => {
    await call(url, ...methods[turn++ % methods.length].draw());
  };
}

const PERIODS = ["1M", "3M", "6M", "1Y", "MAX"];

/** The most used methods with weights and random requests, whose keys the server's snapshot holds. */
export async function drawnCalls(
  url: string,
  seed: number,
): Promise<{ readonly weight: number; readonly draw: () => DrawnCall }[]> {
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

  const { timeSeries = [] } = await ask(`${MARKET}/GetTopShorts`, { period: "1M", limit: 100 });
  const productCodes: string[] = timeSeries.map((one: { productCode: string }) => one.productCode);
  const { politicians = [] } = await ask(`${POLITICIANS}/ListPoliticians`, { limit: 200 });
  const politicianSlugs: string[] = politicians.map((one: { slug: string }) => one.slug);

  const random = seededRandom(seed);
  const upTo = (limit: number) => 1 + Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]) => values[upTo(values.length) - 1];
  const addresses = [...addressKeys];
  const predicates = () => [{ metricKey: pick(metricKeys), min: upTo(100) }];
  const ofStocks: WeightedMethod[] = [
    [4, () => [`${STOCK}/GetStock`, { productCode: pick(productCodes) }]],
    [4, () => [`${STOCK}/GetStockData`, { productCode: pick(productCodes), period: pick(PERIODS) }]],
    [2, () => [`${STOCK}/GetStockDetails`, { productCode: pick(productCodes) }]],
    [2, () => [`${NEWS}/GetStockNews`, { stockCode: pick(productCodes), limit: upTo(20) }]],
  ];
  const ofMembers: WeightedMethod[] = [
    [2, () => [`${POLITICIANS}/GetPolitician`, { slug: pick(politicianSlugs) }]],
  ];
  const methods: WeightedMethod[] = [
    [3, () => [`${HOUSING}/GetHousingOverview`, {}]],
    [6, () => [`${HOUSING}/GetHousePriceSeries`, { regionCode: pick(regionCodes), measure: "median_price" }]],
    [4, () => [`${HOUSING}/ListStateSuburbs`, { stateCode: pick(STATES) }]],
    [3, () => [`${HOUSING}/GetSuburbIndex`, { stateCode: pick(STATES) }]],
    [
      6,
      () => [
        `${HOUSING}/GetSuburbMetricColumns`,
        { stateCode: pick(STATES), metricKeys: [pick(metricKeys)] },
      ],
    ],
    [30, () => [`${HOUSING}/FilterSuburbs`, { stateCode: pick(STATES), predicates: predicates() }]],
    [15, () => [`${HOUSING}/GetSuburbProfile`, { salCode: pick(salCodes) }]],
    [2, () => [`${HOUSING}/ListHousingRegions`, { stateCode: pick(["", ...STATES]) }]],
    [5, () => [`${HOUSING}/ListSuburbPriceDrops`, { stateCode: pick(["", ...STATES]), limit: upTo(500) }]],
    [4, () => [`${HOUSING}/ListSuburbDropListings`, { salCode: pick(salCodes), windowDays: upTo(365) }]],
    [4, () => [`${HOUSING}/GetPropertyHistory`, { addressKey: pick(addresses) }]],
    [
      4,
      () => [
        `${HOUSING}/ListAddressPriceDrops`,
        { stateCode: pick(STATES), windowDays: upTo(365), limit: 200 },
      ],
    ],
    [3, () => [`${HOUSING}/GetPriceDropsOverview`, {}]],
    [2, () => [`${HOUSING}/ListAgencyPriceStats`, { stateCode: pick(["", ...STATES]), limit: upTo(100) }]],
    [3, () => [`${HOUSING}/GetDropIndexSeries`, { grain: "suburb", grainKey: pick(salCodes) }]],
    [2, () => [`${ECONOMY}/ListEconomicSeries`, { limit: upTo(500) }]],
    [3, () => [`${ECONOMY}/GetEconomicSeries`, { seriesKeys: [pick(seriesKeys), pick(seriesKeys)] }]],
    [1, () => [`${ECONOMY}/ListSeriesCorrelations`, { baseSeriesKey: pick(seriesKeys) }]],
    [1, () => [`${ECONOMY}/ListStateCompanies`, { state: pick(STATES).toLowerCase() }]],
    [1, () => [`${ECONOMY}/GetStateCompanyAggregates`, {}]],
    [
      1,
      () => [
        `${EXPLORER}/RankSuburbs`,
        { stateCode: pick(STATES), weights: [{ metricKey: pick(RANKED), weight: 1 }], k: upTo(200) },
      ],
    ],
    [1, () => [`${EXPLORER}/SimilarSuburbs`, { salCode: pick(salCodes) }]],
    [4, () => [`${MARKET}/GetTopShorts`, { period: pick(PERIODS.slice(0, 3)), limit: upTo(20) }]],
    [1, () => [`${MARKET}/GetIndustryTreeMap`, { period: pick(PERIODS.slice(0, 4)), limit: 10 }]],
    [
      2,
      () => [`${SearchService.typeName}/SearchStocks`, { query: pick(["b", "ba", "min", "gold", "health"]) }],
    ],
    [2, () => [`${NEWS}/GetMarketNews`, { limit: upTo(50) }]],
    [1, () => [`${POLITICIANS}/ListPoliticians`, { limit: upTo(100) }]],
    // A dataset may have no stocks and no politicians.
    ...(productCodes.length > 0 ? ofStocks : []),
    ...(politicianSlugs.length > 0 ? ofMembers : []),
  ];
  return methods.map(([weight, draw]) => ({ weight, draw }));
}

// biome-ignore lint/suspicious/noExplicitAny: fields of several messages are looked at
async function call(url: string, method: string, request: Request): Promise<any> {
  const response = await fetch(`${url}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "terrace-bench/1" },
    body: JSON.stringify(request),
  });
  // 404 counts as answered: some keys have no data in some tables.
  if (response.status !== 200 && response.status !== 404) {
    throw new Error(
      `${method} ${JSON.stringify(request)} answered ${response.status}: ${await response.text()}`,
    );
  }
  return response.json();
}
