import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(ExplorerService.method.describeMetrics, { stateCode: "TAS" }),
  sample(ExplorerService.method.getColumns, {
    stateCode: "ACT",
    metricKeys: ["population", "price"],
    includeIndex: true,
  }),
  sample(ExplorerService.method.explore, {
    stateCode: "QLD",
    filter: { range: { metricKey: "age", min: 30, max: 45 } },
    histograms: [{ metricKey: "income", binCount: 10 }],
  }),
  sample(ExplorerService.method.rankSuburbs, {
    stateCode: "NSW",
    weights: [
      { metricKey: "income", weight: 2 },
      { metricKey: "distance_to_coast", weight: -1 },
    ],
    k: 10,
  }),
  sample(ExplorerService.method.similarSuburbs, { salCode: "10001", k: 5 }),
  sample(ExplorerService.method.rankStocks, {
    filter: { range: { metricKey: "market_cap", min: 100_000_000 } },
    weights: [
      { metricKey: "short_pct", weight: 2 },
      { metricKey: "price_change_1m", weight: 1 },
    ],
    k: 5,
  }),
  sample(
    ExplorerService.method.similarStocks,
    { stockCode: "ZAD0", k: 5 },
    {
      desc: ExplorerService.method.rankStocks,
      request: { weights: [{ metricKey: "market_cap", weight: 1 }], k: 1 },
      use: ({ rows }) => rows?.[0] && { stockCode: rows[0].stockCode, k: 5 },
    },
  ),
  sample(ExplorerService.method.aggregateDrops, {
    stateCode: "VIC",
    filter: { range: { metricKey: "distance_to_coast", max: 20 } },
  }),
  sample(ExplorerService.method.aggregateAgencies, {
    filter: { range: { metricKey: "price", max: 900000 } },
    windowDays: 90,
    limit: 5,
  }),
  sample(ExplorerService.method.aggregatePrices, {
    stateCode: "NSW",
    measure: "median_price",
    dwellingType: "house",
  }),
];
