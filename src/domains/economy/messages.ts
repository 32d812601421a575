import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EconomicSeriesInfoSchema,
  GetStateCompanyAggregatesResponseSchema,
  ListSeriesCorrelationsResponseSchema,
  ListStateCompaniesResponseSchema,
} from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { CorrelateSeriesResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { dateOfDay, timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import type { CorrelateSeriesAnswer } from "./queries/correlations/named-correlations.ts";
import type { SeriesCorrelation } from "./queries/correlations/series-correlations.ts";
import type { EconomicSeries } from "./queries/series-store.ts";
import type { StateCompanyRow } from "./queries/state-companies.ts";
import type { StateCompanyAggregateRow } from "./queries/state-company-aggregates.ts";

/** A catalogue entry with the given newest period; undefined leaves it out. */
export function seriesInfo(
  { latestPeriod: _, ...entry }: EconomicSeries,
  latestPeriod: number | undefined,
): MessageInitShape<typeof EconomicSeriesInfoSchema> {
  return latestPeriod === undefined ? entry : { ...entry, latestPeriod: timestampOfDay(latestPeriod) };
}

/** `latest_period` of the overlays is never filled. */
export function seriesCorrelationsMessage(
  found: readonly SeriesCorrelation[],
  renamedBase?: { asked: string; seriesKey: string },
) {
  return create(ListSeriesCorrelationsResponseSchema, {
    ...(renamedBase === undefined ? {} : { renamedBase }),
    correlations: found.map(({ overlay, r, n, lastPeriod }) => ({
      overlaySeriesKey: overlay.seriesKey,
      r,
      n,
      lastPeriod: timestampOfDay(lastPeriod),
      overlay: seriesInfo(overlay, undefined),
    })),
  });
}

/** Unknown text is "", an unknown market cap or short percent 0. */
export function stateCompaniesMessage(companies: readonly StateCompanyRow[]) {
  return create(ListStateCompaniesResponseSchema, {
    companies: companies.map((company) => ({
      stockCode: company.stock_code,
      companyName: company.company_name ?? "",
      industry: company.industry ?? "",
      weight: company.weight,
      basis: company.basis,
      marketCap: company.market_cap ?? 0,
      shortPercent: company.short_percent ?? 0,
      logoUrl: company.logo_url ?? "",
      source: company.source,
      shortPercentDate: dateOfDay(company.short_date),
    })),
  });
}

export function stateCompanyAggregatesMessage(aggregates: readonly StateCompanyAggregateRow[]) {
  return create(GetStateCompanyAggregatesResponseSchema, {
    aggregates: aggregates.map((row) => ({
      state: row.state,
      companyCount: row.company_count,
      exposureWeightedMarketCap: row.exposure_weighted_market_cap,
      exposureWeightedShortPercent: row.exposure_weighted_short_percent,
      shortPercentFromDate: dateOfDay(row.oldest_short_date),
      shortPercentToDate: dateOfDay(row.newest_short_date),
    })),
  });
}

export function correlateSeriesMessage(answer: CorrelateSeriesAnswer, appliedLimit: number) {
  return create(CorrelateSeriesResponseSchema, {
    correlations: answer.correlations.map(({ lags, lastPeriod, ...pair }) => ({
      ...pair,
      lags: lags.map(({ lagMonths, n, r }) => (r === undefined ? { lagMonths, n } : { lagMonths, n, r })),
      lastPeriod: timestampOfDay(lastPeriod),
    })),
    totalCount: answer.totalCount,
    appliedLimit,
  });
}
