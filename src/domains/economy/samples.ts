import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(EconomyService.method.listEconomicSeries, { topic: "rates" }),
  sample(EconomyService.method.getEconomicSeries, {
    seriesKeys: ["rates.cash_rate_target.aus"],
    maxObservations: 12,
  }),
  sample(EconomyService.method.listSeriesCorrelations, {
    baseSeriesKey: "markets.benchmark_index.aus",
    limit: 5,
  }),
  sample(EconomyService.method.listStateCompanies, { state: "WA", limit: 10 }),
  sample(EconomyService.method.getStateCompanyAggregates, {}),
  sample(ExplorerService.method.correlateSeries, {
    baseSeriesKeys: ["rates.cash_rate_target.aus"],
    overlaySeriesKeys: ["labour.unemployment_rate.total.aus.seasadj"],
    minLagMonths: -6,
    maxLagMonths: 6,
  }),
];
