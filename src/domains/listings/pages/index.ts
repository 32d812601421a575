import {
  AddressPriceDropSchema,
  AgencyPriceStatsSchema,
  DropIndexPointSchema,
  GetPriceDropsOverviewResponseSchema,
  SuburbDropListingSchema,
  SuburbPriceDropSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { instantText } from "../../../snapshot/build/instant-text.ts";
import { rowEncoder } from "../../../snapshot/pages/encode-message.ts";
import { jsonPages, type PageSet, pageSet, rowPages } from "../../../snapshot/pages/page-set.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { PROPERTY_HISTORY_PAGES } from "./property-histories.ts";

/** SQL: the rows of a ranking in order; the page key is `<scope> <sort>`. */
const ranking = (table: string, columns = "") => `
SELECT scope || ' ' || sort AS page_key, * EXCLUDE (scope, sort, rank) ${columns}
FROM serve.${table}
ORDER BY scope, sort, rank`;

/** An empty page at `<sal_code> <region_code>` means that the region belongs to the suburb. */
const REGION_PAGES = pageSet({
  name: "listing_regions",
  queries: { regions: "SELECT region_code, sal_code FROM serve.listing_regions ORDER BY region_code" },
  documents: async function* (results) {
    for await (const rows of results.stretches<{ region_code: string; sal_code: string }>("regions")) {
      for (const { region_code, sal_code } of rows) yield { key: `${sal_code} ${region_code}`, elements: [] };
    }
  },
});

const overview = rowEncoder(GetPriceDropsOverviewResponseSchema, {
  without: ["as_of", "data_through", "withheld"],
});

/** One response with the country and every crawled state, without freshness stamps. */
const DROPS_OVERVIEW_PAGES = pageSet({
  name: "price_drops_overview",
  queries: {
    summaries: `
SELECT *
FROM serve.state_price_drops
ORDER BY state_code = 'AU' DESC, dropped_count DESC, state_code`,
  },
  documents: async function* (results) {
    for await (const [national, ...states] of results.stretches<Row>("summaries")) {
      yield { key: "all", elements: [{ binary: overview({ national, states }) }] };
    }
  },
});

export const LISTING_PAGES: readonly PageSet[] = [
  jsonPages(
    "refresh_stamps",
    "SELECT 'all' AS page_key, name, as_of, data_through FROM serve.refresh_stamps ORDER BY name",
  ),
  DROPS_OVERVIEW_PAGES,
  REGION_PAGES,
  rowPages({
    name: "suburb_price_drops",
    element: SuburbPriceDropSchema,
    sql: ranking("suburb_price_drops"),
  }),
  rowPages({
    name: "agency_price_stats",
    element: AgencyPriceStatsSchema,
    sql: ranking("agency_price_stats"),
    // Personal names stay out of aggregates.
    without: ["agent_names"],
  }),
  rowPages({
    name: "address_price_drops",
    element: AddressPriceDropSchema,
    sql: ranking("address_price_drops", `REPLACE (${instantText("last_observed_at")} AS last_observed_at)`),
  }),
  rowPages({
    name: "suburb_drop_listings",
    element: SuburbDropListingSchema,
    sql: `
SELECT suburb_key AS page_key, * EXCLUDE (suburb_key, place)
FROM serve.suburb_drop_listings
ORDER BY suburb_key, place`,
  }),
  rowPages({
    name: "drop_index",
    element: DropIndexPointSchema,
    sql: `
SELECT
  grain_key AS page_key,
  snapshot_date - DATE '1970-01-01' AS shown_from,
  snapshot_date - DATE '1970-01-01' + 1 AS shown_until,
  * EXCLUDE (grain_key) REPLACE (strftime(snapshot_date, '%Y-%m-%d') AS snapshot_date)
FROM serve.drop_index_daily
ORDER BY grain_key, drop_index_daily.snapshot_date`,
  }),
  PROPERTY_HISTORY_PAGES,
];
