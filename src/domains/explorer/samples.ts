import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";
import { METRIC_TABLES } from "../suburbs/metrics/metric-registry.ts";

const SCREENED = reads(
  ["short_positions"],
  ["companies", "stock_prices", "fundamentals_periods", "dividends"],
);

const AFFORDED = reads(METRIC_TABLES.needs, [
  ...METRIC_TABLES.adds,
  "economic_series",
  "economic_observations",
]);

const MARKET = reads(
  ["suburb_demographics"],
  ["house_prices", "house_price_regions", "property_listings", "property_price_events"],
);

export const SAMPLES: readonly Sample[] = [
  sample(ExplorerService.method.describeMetrics, METRIC_TABLES, { stateCode: "TAS" }),
  sample(ExplorerService.method.getColumns, METRIC_TABLES, {
    stateCode: "ACT",
    metricKeys: ["population", "price"],
    includeIndex: true,
  }),
  sample(ExplorerService.method.explore, METRIC_TABLES, {
    stateCode: "QLD",
    filter: { range: { metricKey: "age", min: 30, max: 45 } },
    histograms: [{ metricKey: "income", binCount: 10 }],
  }),
  sample(ExplorerService.method.rankSuburbs, METRIC_TABLES, {
    stateCode: "NSW",
    weights: [
      { metricKey: "income", weight: 2 },
      { metricKey: "distance_to_coast", weight: -1 },
    ],
    k: 10,
  }),
  sample(ExplorerService.method.similarSuburbs, METRIC_TABLES, { salCode: "10001", k: 5 }),
  sample(ExplorerService.method.rankStocks, SCREENED, {
    filter: { range: { metricKey: "market_cap", min: 100_000_000 } },
    weights: [
      { metricKey: "short_pct", weight: 2 },
      { metricKey: "price_change_1m", weight: 1 },
    ],
    k: 5,
  }),
  sample(
    ExplorerService.method.similarStocks,
    SCREENED,
    { stockCode: "ZAD0", k: 5 },
    {
      desc: ExplorerService.method.rankStocks,
      request: { weights: [{ metricKey: "market_cap", weight: 1 }], k: 1 },
      use: ({ rows }) => rows?.[0] && { stockCode: rows[0].stockCode, k: 5 },
    },
  ),
  sample(ExplorerService.method.aggregateDrops, reads(["property_listings", "property_price_events"]), {
    stateCode: "VIC",
    filter: { range: { metricKey: "distance_to_coast", max: 20 } },
  }),
  sample(ExplorerService.method.aggregateAgencies, reads(["property_listings"], ["property_price_events"]), {
    filter: { range: { metricKey: "price", max: 900000 } },
    windowDays: 90,
    limit: 5,
  }),
  sample(
    ExplorerService.method.aggregatePrices,
    reads(["house_prices", "house_price_regions"], ["property_listings"]),
    {
      stateCode: "NSW",
      measure: "median_price",
      dwellingType: "house",
    },
  ),
  sample(ExplorerService.method.getSuburbMarketSeries, MARKET, { salCode: "10001" }),
  sample(ExplorerService.method.aggregateMarket, MARKET, {
    stateCode: "SA",
    filter: { range: { metricKey: "distance_to_coast", max: 20 } },
  }),
  sample(ExplorerService.method.afford, AFFORDED, {
    annualIncome: 140000,
    deposit: 160000,
    annualRatePercent: 6,
    stateCode: "VIC",
    k: 5,
    buyer: "HOME_BUYER_FIRST_HOME",
  }),
  sample(ExplorerService.method.describePresets, METRIC_TABLES, { stateCode: "SA" }),
];
