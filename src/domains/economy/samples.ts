import { EconomyService } from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

const SERIES = reads(["economic_series", "economic_observations"]);
const STATE_COMPANIES = reads(["companies"], ["company_exposures", "short_positions"]);

export const SAMPLES: readonly Sample[] = [
  sample(EconomyService.method.listEconomicSeries, SERIES, { topic: "rates" }),
  sample(EconomyService.method.getEconomicSeries, SERIES, {
    seriesKeys: ["rates.cash_rate_target.aus"],
    maxObservations: 12,
  }),
  sample(EconomyService.method.listSeriesCorrelations, SERIES, {
    baseSeriesKey: "markets.benchmark_index.aus",
    limit: 5,
  }),
  sample(EconomyService.method.listStateCompanies, STATE_COMPANIES, { state: "WA", limit: 10 }),
  sample(EconomyService.method.getStateCompanyAggregates, STATE_COMPANIES, {}),
  sample(ExplorerService.method.correlateSeries, SERIES, {
    baseSeriesKeys: ["rates.cash_rate_target.aus"],
    overlaySeriesKeys: ["labour.unemployment_rate.total.aus.seasadj"],
    minLagMonths: -6,
    maxLagMonths: 6,
  }),
  sample(
    ExplorerService.method.getSeriesVintages,
    reads(["economic_series", "economic_observations"], ["series_vintages"]),
    { seriesKey: "labour.unemployment_rate.total.aus.seasadj", maxPeriods: 8 },
  ),
];
