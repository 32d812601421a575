import { orderedMean } from "../../../../snapshot/tables/ordered-sums.ts";

/**
 * SQL for one listing an address within each place: the most recently seen, then portal, then listing id. Only the
 * listings that meet the condition compete.
 */
function newestPerAddress(table: string, place: string, condition: string): string {
  return `
  SELECT ${place}, address_id, price
  FROM ${table}
  WHERE ${condition}
  QUALIFY row_number() OVER (
    PARTITION BY ${place}, address_id
    ORDER BY last_seen_at DESC, source, listing_id
  ) = 1`;
}

/** A price statistic over the rows that have a price, withheld (null) under 3 of them: the small-count floor. */
function flooredPrice(statistic: string): string {
  return `CASE WHEN count(price) >= 3 THEN ${statistic} END`;
}

/** Where listings are counted together: a column, the name of the figures' place, and which listings. */
export interface CountedBy {
  readonly place: string;
  readonly named?: string;
  readonly groups?: string;
  readonly condition?: string;
}

const [MEAN, MEDIAN] = [orderedMean("price"), "quantile_cont(price, 0.5)"].map(flooredPrice);

/** SQL tables `for_sale` and `asking` by place, one listing an address and place. */
export function askingBy({ place, named = place, groups = place, condition = "true" }: CountedBy): string {
  const isForSale = `is_live AND is_for_sale AND address_id IS NOT NULL AND ${condition}`;
  return `
for_sale AS (${newestPerAddress("step.listings", place, isForSale)}
),
asking AS (
  SELECT
    ${named}, count(*) AS for_sale_count, count(price) AS for_sale_priced, ${MEAN} AS avg_asking,
    ${MEDIAN} AS median_asking
  FROM for_sale
  GROUP BY ${groups}
)`;
}

/** The same with `sold_addresses` and `sold`. */
export function pricesBy(by: CountedBy): string {
  const { place, named = place, groups = place, condition = "true" } = by;
  return `${askingBy(by)},
sold_addresses AS (${newestPerAddress("step.sold_listings", place, condition)}
),
sold AS (
  SELECT ${named}, count(*) AS sold_count, ${MEAN} AS avg_sold, ${MEDIAN} AS median_sold
  FROM sold_addresses
  GROUP BY ${groups}
)`;
}

/**
 * SQL for the rows of `scoped` by scope and sort, of each the first `most`, which is as far as a request can reach: after
 * their scope, `sort` and `rank` the columns of the rows but `without`. Orders are by the names of sorts, ties by the last.
 */
export function ranking(
  orders: Readonly<Record<string, string>>,
  ties: string,
  most: number,
  without: readonly string[] = [],
): string {
  const sorts = Object.keys(orders);
  const ranks = sorts.map((sort) => `by_${sort}`);
  const numbers = sorts.map(
    (sort) => `row_number() OVER (PARTITION BY scope ORDER BY ${orders[sort]}, ${ties}) AS by_${sort}`,
  );
  return `
ranked AS (
  SELECT *, ${numbers.join(", ")} FROM scoped
),
placed AS (
  SELECT *, unnest([${sorts.map((sort) => `{'sort': '${sort}', 'rank': by_${sort}}`).join(", ")}]) AS place
  FROM ranked
  WHERE least(${ranks.join(", ")}) <= ${most}
)
SELECT
  scope, place.sort AS sort, CAST(place.rank AS INTEGER) AS rank,
  * EXCLUDE (${["scope", "place", ...ranks, ...without].join(", ")})
FROM placed
WHERE place.rank <= ${most};
`;
}
