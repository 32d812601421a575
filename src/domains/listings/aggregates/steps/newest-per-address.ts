/**
 * SQL for one listing an address within each place: the most recently seen, then portal, then listing id. Only the
 * listings that meet the condition compete.
 */
export function newestPerAddress(table: string, place: string, condition: string): string {
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
export function flooredPrice(statistic: string): string {
  return `CASE WHEN count(price) >= 3 THEN ${statistic} END`;
}
