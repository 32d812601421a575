import { type Aggregate, tablesInSql } from "../../../snapshot/tables/aggregate.ts";
import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { TRACKING_SINCE } from "../rules.ts";

/** SQL: every day from `first` to `last`, both inclusive. */
const daysFrom = (first: string, last: string) =>
  `CAST(unnest(generate_series(CAST(${first} AS TIMESTAMP), CAST(${last} AS TIMESTAMP), INTERVAL 1 DAY)) AS DATE) AS day`;

const AS_OF_DAY = "CAST(getvariable('as_of') AS DATE)";

export const INDEX_DAYS = sqlAggregates({
  /**
   * The days on which each listing is a member of the drop index, as date spans that do not overlap.
   *
   * A listing counts on day d if it was last seen in d-13..d. A dataset keeps only the latest sighting, so
   * for earlier days it counts as seen throughout [first_seen_at, last_seen_at] except in its relist gaps
   * (delisted_at, relisted_at). It is a member on d if a seen interval overlaps [d-13, d] in UTC dates: from
   * an interval's first day to 13 days after its last. On the as-of day this is the rule itself. Figures of
   * day d depend only on what was observed by d, so later builds repeat them.
   */
  "drop index membership": `
CREATE TABLE step.index_days AS
SELECT ${daysFrom(`DATE '${TRACKING_SINCE}'`, AS_OF_DAY)};

CREATE TABLE step.member_spans AS
WITH gaps AS (
  SELECT id, first_seen_at, delisted_at, relisted_at
  FROM step.relist_gaps JOIN step.listings ON id = listing_pk
  WHERE delisted_at >= first_seen_at AND relisted_at <= last_seen_at
),
seen AS (
  SELECT
    id, coalesce(lag(relisted_at) OVER (PARTITION BY id ORDER BY delisted_at), first_seen_at) AS seen_from,
    delisted_at AS seen_to
  FROM gaps
  UNION ALL
  SELECT id, coalesce(relisted_at, first_seen_at), last_seen_at
  FROM step.listings LEFT JOIN (SELECT id, max(relisted_at) AS relisted_at FROM gaps GROUP BY id) USING (id)
),
spans AS (
  SELECT
    id, greatest(CAST(seen_from AS DATE), DATE '${TRACKING_SINCE}') AS from_day,
    least(
      CAST(seen_to AS DATE) + 13,
      lead(CAST(seen_from AS DATE) - 1) OVER (PARTITION BY id ORDER BY seen_from, seen_to), ${AS_OF_DAY}
    ) AS to_day
  FROM seen
)
SELECT id AS listing_pk, suburb_id, address_id, from_day, to_day
FROM spans JOIN step.listings USING (id)
WHERE from_day <= to_day;
`,
  /**
   * Active addresses per suburb and day: distinct addresses of member listings, on days with any member. An
   * address's spans are merged and counted as starts minus ends, so listings are not expanded by day.
   */
  "suburb active days": `
CREATE TABLE step.suburb_active_days AS
WITH spans AS (
  -- DISTINCT: spans of two adverts with the same days tie, and ties read in different orders would split an island.
  SELECT DISTINCT suburb_id, address_id, from_day, to_day
  FROM step.member_spans
  WHERE address_id IS NOT NULL
),
marked AS (
  SELECT
    *,
    coalesce(from_day > max(to_day) OVER (
      PARTITION BY suburb_id, address_id ORDER BY from_day, to_day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), true) AS starts
  FROM spans
),
numbered AS (
  SELECT
    *,
    count(*) FILTER (WHERE starts) OVER (
      PARTITION BY suburb_id, address_id ORDER BY from_day, to_day ROWS UNBOUNDED PRECEDING
    ) AS island
  FROM marked
),
active AS (
  SELECT suburb_id, min(from_day) AS from_day, max(to_day) AS to_day
  FROM numbered
  GROUP BY suburb_id, address_id, island
),
changes AS (
  SELECT suburb_id, from_day AS day, 1 AS addresses, 0 AS listings FROM active
  UNION ALL
  SELECT suburb_id, to_day + 1, -1, 0 FROM active
  UNION ALL
  SELECT suburb_id, from_day, 0, 1 FROM step.member_spans
  UNION ALL
  SELECT suburb_id, to_day + 1, 0, -1 FROM step.member_spans
),
changed AS (
  SELECT suburb_id, day, sum(addresses) AS addresses, sum(listings) AS listings FROM changes GROUP BY suburb_id, day
),
running AS (
  SELECT
    suburb_id, day AS from_day, lead(day) OVER suburb - 1 AS to_day, sum(addresses) OVER suburb AS active,
    sum(listings) OVER suburb AS listings
  FROM changed
  WINDOW suburb AS (PARTITION BY suburb_id ORDER BY day)
)
SELECT suburb_id, ${daysFrom("from_day", "to_day")}, CAST(active AS INTEGER) AS active
FROM running
WHERE listings > 0;
`,
});

/** Address days per statement that takes medians: DuckDB holds their values in memory, some 16 bytes each. */
const BATCH_ADDRESS_DAYS = 4_000_000;

/**
 * Cuts of member listings as spans of days (a cut counts on the 30 days from its date), then per address: its
 * days are split wherever a span starts or ends, and a piece has the largest cut of the portal with the
 * largest sum (tie: portal slug ascending). A batch is a run of suburbs with a bounded count of days.
 */
const addressCutSpans = (batchAddressDays: number): string => `
CREATE TABLE step.cut_spans AS
SELECT
  c.suburb_id, c.address_id, source, drop_pct, drop_abs,
  greatest(CAST(observed_at AS DATE), m.from_day) AS from_day,
  least(CAST(observed_at AS DATE) + 29, m.to_day) AS to_day
FROM step.price_cuts AS c JOIN step.member_spans AS m USING (listing_pk)
WHERE greatest(CAST(observed_at AS DATE), m.from_day) <= least(CAST(observed_at AS DATE) + 29, m.to_day);

CREATE TABLE step.address_cut_spans AS
WITH edges AS (
  SELECT suburb_id, address_id, from_day AS edge FROM step.cut_spans
  UNION
  SELECT suburb_id, address_id, to_day + 1 AS edge FROM step.cut_spans
),
pieces AS (
  SELECT
    suburb_id, address_id, edge AS from_day,
    lead(edge) OVER (PARTITION BY suburb_id, address_id ORDER BY edge) - 1 AS to_day
  FROM edges
),
portal_cuts AS (
  SELECT
    suburb_id, address_id, p.from_day, p.to_day, source, max(drop_pct) AS max_drop_pct,
    ${orderedSum("drop_abs")} AS drop_value
  FROM pieces AS p JOIN step.cut_spans AS c USING (suburb_id, address_id)
  WHERE c.from_day <= p.from_day AND c.to_day >= p.to_day
  GROUP BY suburb_id, address_id, p.from_day, p.to_day, source
)
SELECT suburb_id, from_day, to_day, max_drop_pct
FROM portal_cuts
QUALIFY row_number() OVER (PARTITION BY suburb_id, address_id, from_day ORDER BY drop_value DESC, source) = 1
ORDER BY suburb_id;

CREATE TABLE step.cut_batches AS
WITH sizes AS (
  SELECT suburb_id, sum(to_day - from_day + 1) AS address_days FROM step.address_cut_spans GROUP BY suburb_id
),
batched AS (
  SELECT suburb_id, sum(address_days) OVER (ORDER BY suburb_id) // ${batchAddressDays} AS batch FROM sizes
)
SELECT min(suburb_id) AS from_suburb, max(suburb_id) AS to_suburb FROM batched GROUP BY batch;

CREATE TABLE step.suburb_cut_days (suburb_id INTEGER, day DATE, dropped INTEGER, median_drop_pct DOUBLE);
`;

/** Cut addresses and their median cut, per suburb and day of one batch. */
const SUBURB_CUT_DAYS = `
INSERT INTO step.suburb_cut_days
WITH cut_days AS (
  SELECT suburb_id, ${daysFrom("from_day", "to_day")}, max_drop_pct
  FROM step.address_cut_spans
  WHERE suburb_id BETWEEN $from_suburb AND $to_suburb
)
SELECT suburb_id, day, count(*), quantile_cont(max_drop_pct, 0.5)
FROM cut_days
GROUP BY suburb_id, day
`;

/** Cut addresses and their median cut, per suburb and day of the index, batch by batch. */
export function suburbCutDays(batchAddressDays = BATCH_ADDRESS_DAYS): Aggregate {
  const spans = addressCutSpans(batchAddressDays);
  return {
    name: "suburb cut days",
    tables: [],
    ...tablesInSql(spans),
    run: async (db) => {
      await db.run(spans);
      const batches = await db.rows<{ from_suburb: number; to_suburb: number }>(
        "SELECT from_suburb, to_suburb FROM step.cut_batches ORDER BY from_suburb",
      );
      for (const batch of batches) await db.run(SUBURB_CUT_DAYS, batch);
    },
  };
}

export const DROP_INDEX = sqlAggregates({
  /**
   * The daily drop index of the country (AU), every state and every linked suburb, up to the as-of day.
   * - Panel of a country or state: its suburbs with at least 20 active addresses. `drop_rate` is the
   *   unweighted mean of dropped / active over the panel, `median_drop_pct` the median of the suburb medians;
   *   counts are sums.
   * - `coverage_ratio`: panel / suburbs crawled by that day. Below 0.6, or with no panel, the day is a gap.
   * - A suburb's own series has no minimum of 20. Panel and coverage are 1; days without active addresses are
   *   gaps.
   * - The median is withheld under 3 cut addresses.
   * - National only: delistings in (d-30, d], and relistings in (d-30, d] after a gap of more than 7 days.
   */
  "daily drop index": {
    order: { drop_index_daily: "grain_key, snapshot_date" },
    sql: `
CREATE TABLE step.suburb_index_days AS
SELECT suburb_id, day, active, coalesce(dropped, 0) AS dropped, median_drop_pct
FROM step.suburb_active_days LEFT JOIN step.suburb_cut_days USING (suburb_id, day);

CREATE TABLE step.index_suburbs AS
SELECT
  suburb_id, min(sal_code) AS sal_code, min(r.state_code) AS state_code,
  CAST(min(first_seen_at) AS DATE) AS first_seen_on
FROM step.crawled_regions AS r JOIN step.listings USING (region_id, suburb_id)
GROUP BY suburb_id;

CREATE TABLE step.index_counters AS
WITH returned_on AS (
  SELECT DISTINCT listing_pk, CAST(relisted_at AS DATE) AS day
  FROM step.relist_gaps
  WHERE relisted_at > delisted_at + INTERVAL 7 DAY
),
returns AS (
  SELECT
    day AS from_day, least(day + 29, lead(day - 1) OVER (PARTITION BY listing_pk ORDER BY day)) AS to_day
  FROM returned_on
),
returns_by_span AS (
  SELECT from_day, to_day, count(*) AS listings FROM returns GROUP BY from_day, to_day
),
delistings AS (
  SELECT CAST(observed_at AS DATE) AS delisted_on, count(*) AS listings
  FROM step.public_events
  WHERE event_type = 'delisted'
  GROUP BY delisted_on
)
SELECT
  day,
  CAST(coalesce((SELECT sum(listings) FROM returns_by_span WHERE day BETWEEN from_day AND to_day), 0)
    AS INTEGER) AS withdrawn_then_relisted,
  CAST(coalesce((SELECT sum(listings) FROM delistings WHERE delisted_on BETWEEN day - 29 AND day), 0)
    AS INTEGER) AS delisted_count
FROM step.index_days;

CREATE TABLE serve.drop_index_daily AS
WITH scoped AS (
  SELECT *, unnest(list_distinct(['AU', nullif(state_code, '')])) AS scope FROM step.index_suburbs
),
firsts AS (
  SELECT scope, first_seen_on, count(*) AS suburbs FROM scoped GROUP BY scope, first_seen_on
),
catalogues AS (
  SELECT scopes.scope, day, CAST(coalesce(sum(suburbs), 0) AS INTEGER) AS catalogue
  FROM (SELECT DISTINCT scope FROM firsts) AS scopes CROSS JOIN step.index_days
  LEFT JOIN firsts ON firsts.scope = scopes.scope AND first_seen_on <= day
  GROUP BY scopes.scope, day
),
panels AS (
  SELECT
    scope, day, CAST(count(*) AS INTEGER) AS panel_suburbs, ${orderedMean("dropped / active")} AS drop_rate,
    quantile_cont(median_drop_pct, 0.5) AS median_drop_pct, CAST(sum(active) AS INTEGER) AS active,
    CAST(sum(dropped) AS INTEGER) AS dropped
  FROM step.suburb_index_days JOIN scoped USING (suburb_id)
  WHERE active >= 20
  GROUP BY scope, day
),
points AS (
  SELECT
    scope AS grain_key, day AS snapshot_date, coalesce(drop_rate, 0) AS drop_rate, median_drop_pct,
    coalesce(panel_suburbs, 0) AS panel_suburbs,
    coalesce(panel_suburbs / nullif(catalogue, 0), 0) AS coverage_ratio,
    coalesce(panel_suburbs / nullif(catalogue, 0), 0) < 0.6 AS is_gap,
    coalesce(active, 0) AS active_addresses, coalesce(dropped, 0) AS dropped_addresses,
    CASE WHEN scope = 'AU' THEN withdrawn_then_relisted ELSE 0 END AS withdrawn_then_relisted,
    CASE WHEN scope = 'AU' THEN delisted_count ELSE 0 END AS delisted_count
  FROM catalogues JOIN step.index_counters USING (day) LEFT JOIN panels USING (scope, day)
  UNION ALL
  SELECT
    sal_code, day, CASE WHEN active > 0 THEN dropped / active ELSE 0 END, median_drop_pct, 1, 1, active = 0, active,
    dropped, 0, 0
  FROM step.suburb_index_days JOIN step.index_suburbs USING (suburb_id)
  WHERE sal_code <> ''
)
SELECT
  * REPLACE (CASE WHEN dropped_addresses >= 3 THEN median_drop_pct END AS median_drop_pct),
  dropped_addresses < 3 AS median_withheld
FROM points;
`,
  },
});
