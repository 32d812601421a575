import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  type EconomicSeriesInfoSchema,
  ListSeriesCorrelationsResponseSchema,
} from "../../gen/shorts/v1alpha1/economy_pb.ts";
import { GetSeriesVintagesResponseSchema } from "../../gen/terrace/v1/explorer_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import type { SeriesCorrelation } from "./queries/correlations/series-correlations.ts";
import type { EconomicSeries } from "./queries/series-store.ts";
import type { PeriodVintages } from "./queries/vintages.ts";

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

/** A triangle, its publications named once. */
export function seriesVintagesMessage(
  series: EconomicSeries,
  { periods, total }: { periods: readonly PeriodVintages[]; total: number },
) {
  const days = new Set(periods.flatMap(({ figures }) => figures.map(({ published }) => published)));
  const publications = [...days].sort((a, b) => a - b);
  const places = new Map(publications.map((day, place) => [day, place]));
  return create(GetSeriesVintagesResponseSchema, {
    series: seriesInfo(series, series.latestPeriod),
    publications: publications.map(dateOfDay),
    periods: periods.map(({ period, figures }) => ({
      period: timestampOfDay(period),
      figures: figures.map(({ published, value }) => ({ publication: places.get(published)!, value })),
      ...(figures.length > 1 ? revisionOf(figures[0].value, figures.at(-1)!.value) : {}),
    })),
    totalPeriods: total,
  });
}

function revisionOf(first: number, latest: number) {
  const revision = latest - first;
  return first === 0 ? { revision } : { revision, revisionPercent: (100 * revision) / Math.abs(first) };
}
