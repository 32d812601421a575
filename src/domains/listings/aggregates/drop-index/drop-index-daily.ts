import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { orderedMean } from "../../../../snapshot/tables/ordered-sums.ts";

/**
 * The daily drop index of the country (AU), every state and every linked suburb, from its first day to the as-of day.
 * - Panel of a country or state: its suburbs with at least 20 active addresses. `drop_rate` is the unweighted mean of
 *   dropped / active over the panel, `median_drop_pct` the median of the suburbs' own medians, counts are sums.
 * - `coverage_ratio`: panel / suburbs crawled in the grain by that day; a gap below 0.6 or with an empty panel.
 * - A suburb's own series has no floor of 20; panel and coverage are 1 and only a day with nothing active is a gap.
 * - The median is withheld under 3 cut addresses.
 * - National only: delistings in (d-30, d], and listings that came back in (d-30, d] after a gap of more than 7 days.
 */
const DROP_INDEX_DAILY = `
CREATE TABLE step.suburb_index_days AS
SELECT a.suburb_id, a.day, a.active, coalesce(c.dropped, 0) AS dropped, c.median_drop_pct
FROM step.suburb_active_days a
LEFT JOIN step.suburb_cut_days c ON c.suburb_id = a.suburb_id AND c.day = a.day;

CREATE TABLE step.index_suburbs AS
SELECT r.suburb_id, min(r.sal_code) AS sal_code, min(r.state_code) AS state_code, min(l.first_seen_on) AS first_seen_on
FROM step.crawled_regions r
JOIN (
  SELECT region_id, CAST(min(first_seen_at) AS DATE) AS first_seen_on FROM step.listings GROUP BY region_id
) l ON l.region_id = r.region_id
GROUP BY r.suburb_id;

CREATE TABLE step.index_catalogue AS
WITH scopes AS (
  SELECT unnest(list_distinct(['AU', nullif(state_code, '')])) AS scope, first_seen_on FROM step.index_suburbs
),
firsts AS (
  SELECT scope, first_seen_on, count(*) AS suburbs FROM scopes GROUP BY scope, first_seen_on
)
SELECT s.scope, d.day, CAST(coalesce(sum(f.suburbs), 0) AS INTEGER) AS catalogue
FROM (SELECT DISTINCT scope FROM scopes) s
CROSS JOIN step.index_days d
LEFT JOIN firsts f ON f.scope = s.scope AND f.first_seen_on <= d.day
GROUP BY s.scope, d.day;

CREATE TABLE step.index_counters AS
WITH returned_on AS (
  SELECT DISTINCT listing_pk, CAST(relisted_at AS DATE) AS day
  FROM step.relist_gaps
  WHERE relisted_at > delisted_at + INTERVAL 7 DAY
),
returns AS (
  SELECT
    day AS from_day,
    least(day + 29, lead(day - 1) OVER (PARTITION BY listing_pk ORDER BY day)) AS to_day
  FROM returned_on
),
delistings AS (
  SELECT CAST(observed_at AS DATE) AS day, count(*) AS listings
  FROM step.public_events
  WHERE event_type = 'delisted'
  GROUP BY ALL
),
returns_by_span AS (
  SELECT from_day, to_day, count(*) AS listings FROM returns GROUP BY from_day, to_day
)
SELECT
  d.day,
  CAST(coalesce((SELECT sum(r.listings) FROM returns_by_span r WHERE d.day BETWEEN r.from_day AND r.to_day), 0)
    AS INTEGER) AS withdrawn_then_relisted,
  CAST(coalesce((SELECT sum(x.listings) FROM delistings x WHERE x.day BETWEEN d.day - 29 AND d.day), 0)
    AS INTEGER) AS delisted_count
FROM step.index_days d;

CREATE TABLE serve.drop_index_daily AS
WITH panel_suburbs AS (
  SELECT
    d.day,
    unnest(list_distinct(['AU', nullif(s.state_code, '')])) AS scope,
    d.active,
    d.dropped,
    d.median_drop_pct
  FROM step.suburb_index_days d
  JOIN step.index_suburbs s ON s.suburb_id = d.suburb_id
  WHERE d.active >= 20
),
panels AS (
  SELECT
    scope,
    day,
    CAST(count(*) AS INTEGER) AS panel_suburbs,
    ${orderedMean("dropped / active")} AS drop_rate,
    quantile_cont(median_drop_pct, 0.5) AS median_drop_pct,
    CAST(sum(active) AS INTEGER) AS active,
    CAST(sum(dropped) AS INTEGER) AS dropped
  FROM panel_suburbs
  GROUP BY scope, day
),
places AS (
  SELECT
    k.scope AS grain_key,
    k.day AS snapshot_date,
    coalesce(p.drop_rate, 0) AS drop_rate,
    p.median_drop_pct,
    coalesce(p.panel_suburbs, 0) AS panel_suburbs,
    coalesce(p.panel_suburbs / nullif(k.catalogue, 0), 0) AS coverage_ratio,
    coalesce(p.panel_suburbs / nullif(k.catalogue, 0), 0) < 0.6 AS is_gap,
    coalesce(p.active, 0) AS active_addresses,
    coalesce(p.dropped, 0) AS dropped_addresses,
    CASE WHEN k.scope = 'AU' THEN c.withdrawn_then_relisted ELSE 0 END AS withdrawn_then_relisted,
    CASE WHEN k.scope = 'AU' THEN c.delisted_count ELSE 0 END AS delisted_count
  FROM step.index_catalogue k
  JOIN step.index_counters c ON c.day = k.day
  LEFT JOIN panels p ON p.scope = k.scope AND p.day = k.day
),
suburbs AS (
  SELECT
    s.sal_code,
    d.day,
    CASE WHEN d.active > 0 THEN d.dropped / d.active ELSE 0 END,
    d.median_drop_pct,
    1,
    1,
    d.active = 0,
    d.active,
    d.dropped,
    0,
    0
  FROM step.suburb_index_days d
  JOIN step.index_suburbs s ON s.suburb_id = d.suburb_id
  WHERE s.sal_code <> ''
),
points AS (
  SELECT * FROM places
  UNION ALL
  SELECT * FROM suburbs
)
SELECT
  grain_key,
  snapshot_date,
  drop_rate,
  CASE WHEN dropped_addresses >= 3 THEN median_drop_pct END AS median_drop_pct,
  panel_suburbs,
  coverage_ratio,
  is_gap,
  active_addresses,
  dropped_addresses,
  withdrawn_then_relisted,
  delisted_count,
  dropped_addresses < 3 AS median_withheld
FROM points;
`;

export const dropIndexDaily = sqlAggregate(
  "daily drop index",
  [{ name: "drop_index_daily", orderBy: "grain_key, snapshot_date" }],
  DROP_INDEX_DAILY,
);
