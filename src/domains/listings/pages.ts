import { AgencyPriceStatsSchema, SuburbPriceDropSchema } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { type PageSet, rowPages } from "../../snapshot/pages/page-set.ts";

/** Key of a ranking: the scope (a state, or AU) and the way of sorting. */
export const rankingKey = (scope: string, sort: string) => `${scope} ${sort}`;

/** The order of a ranking's rows, each with the key of its page. */
const ranking = (table: string) => `
SELECT scope || ' ' || sort AS page_key, * EXCLUDE (scope, sort, rank)
FROM serve.${table}
ORDER BY scope, sort, rank`;

/** When each listing aggregate was computed, as one document. */
const refreshStampPages: PageSet = {
  name: "refresh_stamps",
  documents: async function* (db) {
    for await (const rows of db.stretches(
      "SELECT name, as_of, data_through FROM serve.refresh_stamps ORDER BY name",
    )) {
      yield { key: "all", elements: [{ binary: Buffer.from(JSON.stringify(rows)) }] };
    }
  },
};

export const LISTING_PAGES: readonly PageSet[] = [
  refreshStampPages,
  rowPages({
    name: "suburb_price_drops",
    element: SuburbPriceDropSchema,
    sql: ranking("suburb_price_drops"),
    keepJson: true,
  }),
  rowPages({
    name: "agency_price_stats",
    element: AgencyPriceStatsSchema,
    sql: ranking("agency_price_stats"),
    keepJson: true,
    // Personal names stay out of aggregates.
    without: ["agent_names"],
  }),
];
