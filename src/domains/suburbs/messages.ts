import { create } from "@bufbuild/protobuf";
import {
  type GetHousePriceSeriesResponse,
  GetHousePriceSeriesResponseSchema,
  type GetHousingOverviewResponse,
  GetHousingOverviewResponseSchema,
  HousePricePointSchema,
  HousingMetricSchema,
  type SuburbSummary,
  SuburbSummarySchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { withoutNulls } from "../../rpc/encoding/without-nulls.ts";
import type { HeadlineRow } from "./queries/housing-headline.ts";
import type { PriceSeriesRow } from "./queries/price-series.ts";
import type { SuburbSummary as SuburbRow } from "./queries/suburb-store.ts";

/** The field of a day number, or nothing when there is none. */
export function dayField<Name extends string>(
  name: Name,
  day: number | null,
): { [K in Name]?: { seconds: bigint } } {
  return (day === null ? {} : { [name]: timestampOfDay(day) }) as { [K in Name]?: { seconds: bigint } };
}

export function housingOverviewMessage(rows: readonly HeadlineRow[]): GetHousingOverviewResponse {
  const newest = rows.reduce<number | null>(
    (day, { period }) => (day === null || period > day ? period : day),
    null,
  );
  const metrics = rows.map((row) =>
    create(HousingMetricSchema, {
      regionCode: row.region_code,
      regionName: row.region_name,
      regionType: row.region_type,
      stateCode: row.state_code ?? "",
      measure: row.measure,
      dwellingType: row.dwelling_type,
      value: row.value,
      unit: row.unit ?? "",
      period: timestampOfDay(row.period),
      isPreliminary: row.is_preliminary,
      qoqPct: row.qoq_pct ?? 0,
      yoyPct: row.yoy_pct ?? 0,
      frequency: row.frequency,
      source: row.source,
      sourceLicence: row.source_licence ?? "",
    }),
  );
  return create(GetHousingOverviewResponseSchema, { metrics, ...dayField("asOf", newest) });
}

export function housePriceSeriesMessage(row: PriceSeriesRow): GetHousePriceSeriesResponse {
  const { sources, licences } = row;
  return create(GetHousePriceSeriesResponseSchema, {
    regionCode: row.region_code,
    measure: row.measure,
    dwellingType: row.dwelling_type,
    regionName: row.region_name,
    unit: row.unit ?? "",
    source: row.source,
    sourceLicence: row.source_licence ?? "",
    points: row.periods.map((day, i) =>
      create(HousePricePointSchema, {
        period: timestampOfDay(day),
        value: row.point_values[i],
        isPreliminary: row.preliminary[i],
        ...(sources && { source: sources[i], sourceLicence: licences?.[i] ?? "" }),
      }),
    ),
  });
}

/** A suburb as lists show it: ranks rounded, no socio-economic indexes. */
export function suburbSummaryMessage(suburb: SuburbRow): SuburbSummary {
  const { amenities, latestPeriod, latestIsPreliminary, ...fields } = suburb;
  return create(SuburbSummarySchema, {
    ...withoutNulls(fields),
    ...dayField("latestPeriod", latestPeriod),
    latestIsPreliminary: latestIsPreliminary === 1,
    amenities: withoutNulls(amenities),
  });
}
