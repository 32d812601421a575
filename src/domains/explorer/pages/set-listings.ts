import { STATES } from "../../../dataset/states.ts";
import { framePages, queryColumns } from "../../../snapshot/pages/frame-pages.ts";
import type { PageSet } from "../../../snapshot/pages/page-set.ts";

/**
 * Listings as columns. A dwelling is an address of a state; the most recently seen of its counted listings
 * represents it. For dwellings in a single place the choice is precomputed: `dwellings` and `counted` per
 * place, and `chosen_rank`, the prices of counted ones. Other listings are rows, grouped by dwelling, most
 * recently seen first. `prices` ascends; a rank is an index in it, so sums and medians need no sorting.
 */
function listingPages(name: string, table: string, isCounted: string): PageSet {
  const rows = `
SELECT
  place, CAST(${isCounted} AS INTEGER) AS is_counted,
  CAST(dense_rank() OVER (ORDER BY state_code, address_id) - 1 AS INTEGER) AS dwelling,
  CASE WHEN price IS NOT NULL
    THEN CAST(row_number() OVER (ORDER BY price NULLS LAST, source, listing_id) - 1 AS INTEGER)
  END AS price_rank
FROM serve.${table}
JOIN open.places USING (position, state_place)
WHERE state_place < ${STATES.length}
ORDER BY dwelling, last_seen_at DESC, source, listing_id`;
  const prices = `
SELECT price AS prices FROM serve.${table} WHERE state_place < ${STATES.length} AND price IS NOT NULL ORDER BY price`;
  const places = "SELECT place FROM open.places";
  return framePages({
    name,
    queries: { rows, prices, places },
    columns: async function* (results) {
      const { place: places } = await results.numbers("places", ["place"]);
      const listings = await results.numbers("rows", SCATTERED);
      const settled = settle(listings, places.length);
      yield { name: "dwellings", numbers: settled.dwellings };
      yield { name: "counted", numbers: settled.counted };
      yield { name: "chosen_place", numbers: settled.chosen.map((row) => listings.place[row]) };
      yield { name: "chosen_rank", numbers: settled.chosen.map((row) => listings.price_rank[row]) };
      for (const column of SCATTERED) {
        yield { name: column, numbers: settled.scattered.map((row) => listings[column][row]) };
      }
      yield* queryColumns(results, "prices", ["prices"]);
    },
  });
}

/** Columns of listings that are stored as rows. */
const SCATTERED = ["place", "dwelling", "is_counted", "price_rank"] as const;

type Listings = Readonly<Record<(typeof SCATTERED)[number], Float64Array>>;

/** Counts per place of dwellings in one place; the rows representing them, by place and price; other rows. */
function settle({ place, dwelling, is_counted, price_rank }: Listings, placeCount: number) {
  const dwellings = new Float64Array(placeCount);
  const counted = new Float64Array(placeCount);
  const chosen: number[] = [];
  const scattered: number[] = [];
  for (let first = 0, end = 0; first < dwelling.length; first = end) {
    for (end = first; end < dwelling.length && dwelling[end] === dwelling[first]; ) end++;
    const rows = Array.from({ length: end - first }, (_, i) => first + i);
    if (rows.some((row) => place[row] !== place[first])) {
      for (const row of rows) scattered.push(row);
      continue;
    }
    dwellings[place[first]]++;
    const newest = rows.find((row) => is_counted[row] === 1);
    if (newest === undefined) continue;
    counted[place[first]]++;
    if (!Number.isNaN(price_rank[newest])) chosen.push(newest);
  }
  chosen.sort((a, b) => place[a] - place[b] || price_rank[a] - price_rank[b]);
  return { dwellings, counted, chosen: Float64Array.from(chosen), scattered: Float64Array.from(scattered) };
}

/** Live listings; those for sale are counted. */
export const SET_LISTINGS = listingPages("set_listings", "live_listings", "is_for_sale");
/** Listings sold in the past 12 months; all are counted. */
export const SET_SOLD = listingPages("set_sold", "sold_listings", "true");
