import { create } from "@bufbuild/protobuf";
import type { ResultColumns } from "../../engine/sql/statement.ts";
import {
  type GetHousePriceSeriesResponse,
  GetHousePriceSeriesResponseSchema,
  type GetHousingOverviewResponse,
  GetHousingOverviewResponseSchema,
  HousePricePointSchema,
  HousingMetricSchema,
  type HousingRegion,
  HousingRegionSchema,
  type SuburbSummary,
  SuburbSummarySchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import { present } from "../../rpc/encoding/without-nulls.ts";
import type { HeadlineRow } from "./queries/housing-headline.ts";
import type { RegionRow } from "./queries/housing-regions.ts";
import type { PriceSeriesRow } from "./queries/price-series.ts";
import type { SuburbSummary as SuburbRow } from "./queries/suburb-store.ts";
import type { PriceSeriesKey } from "./rules.ts";

/** The field of a day number, or nothing when there is none. */
export function dayField<Name extends string>(
  name: Name,
  day: number | null,
): { [K in Name]?: { seconds: bigint } } {
  return (day === null ? {} : { [name]: timestampOfDay(day) }) as { [K in Name]?: { seconds: bigint } };
}

export function housingOverviewMessage(result: ResultColumns<HeadlineRow>): GetHousingOverviewResponse {
  const { columns: c, rowCount } = result;
  let newest: number | null = null;
  const metrics = Array.from({ length: rowCount }, (_, i) => {
    if (newest === null || c.period[i] > newest) newest = c.period[i];
    return create(HousingMetricSchema, {
      regionCode: c.region_code[i],
      regionName: c.region_name[i],
      regionType: c.region_type[i],
      stateCode: c.state_code[i] ?? "",
      measure: c.measure[i],
      dwellingType: c.dwelling_type[i],
      value: c.value[i],
      unit: c.unit[i] ?? "",
      period: timestampOfDay(c.period[i]),
      isPreliminary: c.is_preliminary[i],
      qoqPct: c.qoq_pct[i] ?? 0,
      yoyPct: c.yoy_pct[i] ?? 0,
      frequency: c.frequency[i],
      source: c.source[i],
      sourceLicence: c.source_licence[i] ?? "",
    });
  });
  return create(GetHousingOverviewResponseSchema, { metrics, ...dayField("asOf", newest) });
}

/** The series, or the echoed key alone when there is none. */
export function housePriceSeriesMessage(
  key: PriceSeriesKey,
  result: ResultColumns<PriceSeriesRow>,
): GetHousePriceSeriesResponse {
  if (result.rowCount === 0) return create(GetHousePriceSeriesResponseSchema, key);
  const { columns: c } = result;
  const [periods, values, preliminary] = [c.periods[0], c.point_values[0], c.preliminary[0]];
  const [sources, licences] = [c.sources[0], c.licences[0]];
  return create(GetHousePriceSeriesResponseSchema, {
    ...key,
    regionName: c.region_name[0],
    unit: c.unit[0] ?? "",
    source: c.source[0],
    sourceLicence: c.source_licence[0] ?? "",
    points: periods.map((day, i) =>
      create(HousePricePointSchema, {
        period: timestampOfDay(day),
        value: values[i],
        isPreliminary: preliminary[i],
        ...(sources && { source: sources[i], sourceLicence: licences?.[i] ?? "" }),
      }),
    ),
  });
}

export function housingRegionMessage(row: RegionRow): HousingRegion {
  return create(HousingRegionSchema, {
    regionCode: row.region_code,
    regionName: row.region_name,
    regionType: row.region_type,
    stateCode: row.state_code ?? "",
    postcode: row.postcode ?? "",
    latestValue: row.latest_value ?? 0,
    ...dayField("latestPeriod", row.latest_period),
    latestIsPreliminary: row.latest_is_preliminary,
  });
}

/** A suburb as lists show it: ranks rounded, no socio-economic indexes. */
export function suburbSummaryMessage(suburb: SuburbRow): SuburbSummary {
  const { amenities, latestPeriod, latestIsPreliminary, ...fields } = suburb;
  return create(SuburbSummarySchema, {
    ...present(fields),
    ...dayField("latestPeriod", latestPeriod),
    latestIsPreliminary: latestIsPreliminary === 1,
    amenities: present(amenities),
  });
}
