import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EconomicSeriesInfoSchema,
  ListSeriesCorrelationsResponseSchema,
} from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { CorrelateSeriesResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import type { CorrelateSeriesAnswer } from "./queries/correlations/named-correlations.ts";
import type { SeriesCorrelation } from "./queries/correlations/series-correlations.ts";
import type { EconomicSeries } from "./queries/series-store.ts";

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
