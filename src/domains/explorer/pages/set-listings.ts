import { STATES } from "../../../dataset/states.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { numberColumns } from "./query-columns.ts";

/**
 * Listings as columns. An address of a state is a dwelling, and of its listings that count the most recently seen stands
 * for it. Where all listings of a dwelling have one place that is settled here: `dwellings` and `counted` are how many a
 * place has, `chosen_rank` the prices of those that count, place by place. Listings of the others are rows of their own,
 * those of a dwelling together and the most recently seen first.
 *
 * `prices` are all prices, ascending, and a rank is a place among them, so that sums and medians need no sorting.
 */
function listingPages(name: string, table: string, isCounted: string): PageSet {
  const rows = `
CREATE OR REPLACE TABLE open.${name}_rows AS
SELECT
  place, last_seen_at, source, listing_id, ${isCounted} AS is_counted,
  CAST(dense_rank() OVER (ORDER BY state_code, address_id) - 1 AS INTEGER) AS dwelling,
  CASE WHEN price IS NOT NULL
    THEN CAST(row_number() OVER (ORDER BY price NULLS LAST, source, listing_id) - 1 AS INTEGER)
  END AS price_rank
FROM serve.${table}
JOIN open.places USING (position, state_place)
WHERE state_place < ${STATES.length};

CREATE OR REPLACE TABLE open.${name}_dwellings AS
SELECT dwelling, min(place) AS own_place, bool_or(is_counted) AS has_counted, min(place) <> max(place) AS is_scattered
FROM open.${name}_rows
GROUP BY dwelling`;
  const joined = `FROM open.${name}_rows JOIN open.${name}_dwellings USING (dwelling)`;
  const places = `
SELECT CAST(count(dwelling) AS INTEGER) AS dwellings, CAST(count(*) FILTER (WHERE has_counted) AS INTEGER) AS counted
FROM open.places
LEFT JOIN (FROM open.${name}_dwellings WHERE NOT is_scattered) ON own_place = place
GROUP BY place
ORDER BY place`;
  const chosen = `
SELECT place AS chosen_place, price_rank AS chosen_rank
FROM (
  SELECT place, price_rank
  ${joined}
  WHERE is_counted AND NOT is_scattered
  QUALIFY row_number() OVER (PARTITION BY dwelling ORDER BY last_seen_at DESC, source, listing_id) = 1
)
WHERE price_rank IS NOT NULL
ORDER BY place, price_rank`;
  const scattered = `
SELECT place, dwelling, CAST(is_counted AS INTEGER) AS is_counted, price_rank
${joined}
WHERE is_scattered
ORDER BY dwelling, last_seen_at DESC, source, listing_id`;
  const prices = `
SELECT price AS prices FROM ${table} WHERE state_place < ${STATES.length} AND price IS NOT NULL ORDER BY price`;
  return framePages({
    name,
    columns: async function* (db) {
      await db.run(rows);
      yield* numberColumns(db, places, ["dwellings", "counted"]);
      yield* numberColumns(db, chosen, ["chosen_place", "chosen_rank"]);
      yield* numberColumns(db, scattered, ["place", "dwelling", "is_counted", "price_rank"]);
      yield* numberColumns(db, prices, ["prices"]);
    },
  });
}

/** Live listings; counted are those for sale. */
export const SET_LISTINGS = listingPages("set_listings", "live_listings", "is_for_sale");
/** Those sold in the past 12 months. */
export const SET_SOLD = listingPages("set_sold", "sold_listings", "true");
