interface ReductionOptions {
  /** Events table; default `listing_events`. */
  readonly table?: string;
  /** SQL condition on its rows, in the dialect of the database. */
  readonly where?: string;
  /** More columns to keep, as strings, from the last event of the day. */
  readonly keep?: readonly string[];
}

/**
 * SQL for the first reduction of raw listing events, for feeds too big for one machine: one row per address
 * and day with the number of events and price cuts and the first, last, lowest and highest asking price.
 * DuckDB (over files) and ClickHouse (over the shards of a Distributed table, merged) return the same rows.
 *
 * Both read address_key, event_id, observed_at (UTC), event_type, price (null when there is none). Events of
 * the same second are ordered by id.
 */
export const REDUCE_EVENTS = {
  duckdb: ({ table = "listing_events", where, keep = [] }: ReductionOptions = {}) => `
SELECT
  address_key,
  CAST(CAST(observed_at AS DATE) AS VARCHAR) AS day,
  count(*) AS events,
  count(*) FILTER (WHERE event_type = 'price_drop') AS cuts,
  arg_min(price, ${DUCKDB_ORDER}) FILTER (WHERE price IS NOT NULL) AS first_price,
  arg_max(price, ${DUCKDB_ORDER}) FILTER (WHERE price IS NOT NULL) AS last_price,
  min(price) AS lowest_price,
  max(price) AS highest_price${keep.map((name) => `,\n  arg_max(coalesce(CAST("${name}" AS VARCHAR), ''), ${DUCKDB_ORDER}) AS "${name}"`).join("")}
FROM ${table}${where === undefined ? "" : `\nWHERE ${where}`}
GROUP BY address_key, CAST(observed_at AS DATE)
ORDER BY address_key, day
`,
  clickhouse: ({ table = "listing_events", where, keep = [] }: ReductionOptions = {}) => `
SELECT
  address_key,
  toString(toDate(observed_at, 'UTC')) AS day,
  count() AS events,
  countIf(event_type = 'price_drop') AS cuts,
  if(countIf(price IS NOT NULL) = 0, NULL, argMinIf(assumeNotNull(price), ${CLICKHOUSE_ORDER}, price IS NOT NULL)) AS first_price,
  if(countIf(price IS NOT NULL) = 0, NULL, argMaxIf(assumeNotNull(price), ${CLICKHOUSE_ORDER}, price IS NOT NULL)) AS last_price,
  min(price) AS lowest_price,
  max(price) AS highest_price${keep.map((name) => `,\n  argMax(ifNull(toString(\`${name}\`), ''), ${CLICKHOUSE_ORDER}) AS \`${name}\``).join("")}
FROM ${table}${where === undefined ? "" : `\nWHERE ${where}`}
GROUP BY address_key, day
ORDER BY address_key, day
`,
} as const;

const DUCKDB_ORDER = "strftime(observed_at, '%Y-%m-%d %H:%M:%S') || event_id";
const CLICKHOUSE_ORDER = "concat(toString(toDateTime(observed_at, 'UTC')), event_id)";

export const REDUCED_COLUMNS: Readonly<Record<string, string>> = {
  address_key: "VARCHAR",
  day: "VARCHAR",
  events: "BIGINT",
  cuts: "BIGINT",
  first_price: "DOUBLE",
  last_price: "DOUBLE",
  lowest_price: "DOUBLE",
  highest_price: "DOUBLE",
};

export const EVENT_COLUMNS: Readonly<Record<string, string>> = {
  address_key: "VARCHAR",
  event_id: "VARCHAR",
  observed_at: "TIMESTAMP",
  event_type: "VARCHAR",
  price: "DOUBLE",
};
