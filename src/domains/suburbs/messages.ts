import { create } from "@bufbuild/protobuf";
import {
  type GetHousePriceSeriesResponse,
  GetHousePriceSeriesResponseSchema,
  HousePricePointSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { timestampOfDay } from "../../rpc/encoding/timestamps.ts";
import type { PriceSeriesRow } from "./queries/price-series.ts";

export function housePriceSeriesMessage(row: PriceSeriesRow): GetHousePriceSeriesResponse {
  const { sources, licences, sale_counts: sales } = row;
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
        ...(typeof sales?.[i] === "number" && { saleCount: sales[i] }),
      }),
    ),
  });
}
