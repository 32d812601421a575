/**
 * The first reduction of raw listing events, for feeds that outgrow one machine: a row an address and day, with the
 * number of events and of cuts and the first, last, lowest and highest asking price of the day. The same rows come from
 * DuckDB over files and from ClickHouse over the shards of a Distributed table, which merges what each shard found.
 *
 * Both read `listing_events`: address_key, event_id, observed_at (UTC), event_type, price (null where none is asked).
 * Events of one second are in the order of their ids.
 */
export const REDUCE_EVENTS = {
  duckdb: `
SELECT
  address_key,
  CAST(CAST(observed_at AS DATE) AS VARCHAR) AS day,
  count(*) AS events,
  count(*) FILTER (WHERE event_type = 'price_drop') AS cuts,
  arg_min(price, strftime(observed_at, '%Y-%m-%d %H:%M:%S') || event_id) FILTER (WHERE price IS NOT NULL) AS first_price,
  arg_max(price, strftime(observed_at, '%Y-%m-%d %H:%M:%S') || event_id) FILTER (WHERE price IS NOT NULL) AS last_price,
  min(price) AS lowest_price,
  max(price) AS highest_price
FROM listing_events
GROUP BY address_key, CAST(observed_at AS DATE)
ORDER BY address_key, day
`,
  clickhouse: `
SELECT
  address_key,
  toString(toDate(observed_at, 'UTC')) AS day,
  count() AS events,
  countIf(event_type = 'price_drop') AS cuts,
  if(countIf(price IS NOT NULL) = 0, NULL, argMinIf(assumeNotNull(price), concat(toString(observed_at, 'UTC'), event_id), price IS NOT NULL)) AS first_price,
  if(countIf(price IS NOT NULL) = 0, NULL, argMaxIf(assumeNotNull(price), concat(toString(observed_at, 'UTC'), event_id), price IS NOT NULL)) AS last_price,
  min(price) AS lowest_price,
  max(price) AS highest_price
FROM listing_events
GROUP BY address_key, day
ORDER BY address_key, day
`,
} as const;
