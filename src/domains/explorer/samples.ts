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
