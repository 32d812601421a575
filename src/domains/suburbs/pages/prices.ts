import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  GetHousePriceSeriesResponseSchema,
  GetHousingOverviewResponseSchema,
  HousingMetricSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { DAY_MS } from "../../../runtime/time/calendar-date.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { messagePage, pageSet } from "../../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../../snapshot/pages/row-message.ts";
import { isPublic } from "../../../snapshot/tables/public-licence-sql.ts";
import { priceSeriesPageKey } from "../rules.ts";

/** Public headlines in answer order; columns are fields of HousingMetric. */
export const ALL_HEADLINES = `
SELECT
  region_code, region_name, region_type, state_code, measure, dwelling_type, value, unit,
  epoch_ms(period::TIMESTAMP) AS period, is_preliminary, qoq_pct, yoy_pct, frequency, source, source_licence,
  sale_count
FROM serve.housing_headline
WHERE ${isPublic("source_licence")}
ORDER BY region_type, measure, value DESC, region_code, dwelling_type`;

/** Columns of a price series in use; the lists are parallel, oldest first; `periods` are day numbers. */
interface PriceSeriesRow extends Readonly<Record<"region_code" | "measure" | "dwelling_type", string>> {
  readonly periods: readonly number[];
  readonly point_values: readonly number[];
  readonly preliminary: readonly boolean[];
  /** By point; null if the whole series has only one. */
  readonly sources: readonly string[] | null;
  readonly licences: readonly (string | null)[] | null;
  /** Sales behind each point; null if the series has none. */
  readonly sale_counts: readonly (number | null)[] | null;
}

/** Public price series. */
export const ALL_PRICE_SERIES = `
SELECT
  region_code, measure, dwelling_type, region_name, unit, source, source_licence, periods, point_values, preliminary,
  sources, licences, sale_counts
FROM serve.price_series
WHERE ${isPublic("source_licence")}
ORDER BY region_code, measure, dwelling_type`;

/** Public price series by region, measure and dwelling type. */
export const PRICE_SERIES_PAGES = pageSet({
  name: "price_series",
  queries: { allPriceSeries: ALL_PRICE_SERIES },
  documents: async function* (results) {
    const schema = GetHousePriceSeriesResponseSchema;
    const encode = rowEncoder(schema, { columns: schema.fields.map(({ name }) => name) });
    for await (const rows of results.stretches<PriceSeriesRow>("allPriceSeries")) {
      for (const row of rows) {
        const { region_code: regionCode, measure, dwelling_type: dwellingType } = row;
        const key = priceSeriesPageKey({ regionCode, measure, dwellingType });
        yield { key, elements: [{ binary: encode({ ...row, points: pointsOf(row) }) }] };
      }
    }
  },
});

function pointsOf({ periods, point_values, preliminary, sources, licences, sale_counts }: PriceSeriesRow) {
  return periods.map((day, i) => ({
    period: day * DAY_MS,
    value: point_values[i],
    is_preliminary: preliminary[i],
    source: sources?.[i],
    source_licence: sources && licences?.[i],
    sale_count: sale_counts?.[i],
  }));
}

/** Headlines by type of region; under the key "" those of all types but suburbs. */
export const HEADLINE_PAGES = pageSet({
  name: "housing_overviews",
  queries: { allHeadlines: ALL_HEADLINES },
  documents: async function* (results) {
    const byType = new Map<string, Row[]>([["", []]]);
    for await (const rows of results.stretches<Row>("allHeadlines")) {
      for (const row of rows) {
        const type = row.region_type as string;
        remembered(byType, type, () => []).push(row);
        if (type !== "suburb") byType.get("")!.push(row);
      }
    }
    for (const [key, rows] of byType) {
      const newest = Math.max(...rows.map(({ period }) => period as number));
      const metrics = rows.map(rowMessages(HousingMetricSchema));
      const answer = rows.length === 0 ? {} : { metrics, asOf: timestampFromMs(newest) };
      yield messagePage(key, GetHousingOverviewResponseSchema, answer);
    }
  },
});
