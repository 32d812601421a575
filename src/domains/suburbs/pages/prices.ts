import {
  GetHousePriceSeriesResponseSchema,
  GetHousingOverviewResponseSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { encodeElement, type PageSet } from "../../../snapshot/pages/page-set.ts";
import { housePriceSeriesMessage, housingOverviewMessage } from "../messages.ts";
import { ALL_HEADLINES, type HeadlineRow } from "../queries/housing-headline.ts";
import { ALL_PRICE_SERIES, type PriceSeriesRow, priceSeriesPageKey } from "../queries/price-series.ts";

/** Every price series that may be shown, by region, measure and dwelling type. */
export const PRICE_SERIES_PAGES: PageSet = {
  name: "price_series",
  documents: async function* (db) {
    for await (const rows of db.stretches<PriceSeriesRow>(ALL_PRICE_SERIES)) {
      for (const row of rows) {
        yield {
          key: priceSeriesPageKey(row.region_code, row.measure, row.dwelling_type),
          elements: [encodeElement(GetHousePriceSeriesResponseSchema, housePriceSeriesMessage(row), false)],
        };
      }
    }
  },
};

/** The headlines of each type of region, and of all types but suburbs under the empty key. */
export const HEADLINE_PAGES: PageSet = {
  name: "housing_overviews",
  documents: async function* (db) {
    const byType = new Map<string, HeadlineRow[]>([["", []]]);
    for await (const rows of db.stretches<HeadlineRow>(ALL_HEADLINES)) {
      for (const row of rows) {
        const type = row.region_type;
        const own = byType.get(type) ?? [];
        byType.set(type, own);
        own.push(row);
        if (type !== "suburb") byType.get("")!.push(row);
      }
    }
    for (const [key, rows] of byType) {
      const message = housingOverviewMessage(rows);
      yield { key, elements: [encodeElement(GetHousingOverviewResponseSchema, message, true)] };
    }
  },
};
