import { sqlAggregate } from "../aggregate.ts";

/**
 * Active and cut addresses of every suburb on every day of the drop index on which any of its listings is a member.
 * - active: distinct addresses of the member listings.
 * - dropped: those with a cut of a member listing dated in (d-30, d].
 * - median_drop_pct: median over the cut addresses of their largest cut, that of the portal with the largest sum.
 *
 * Spans, not days, are joined and compared: an address's spans are merged, each suburb's active count is the running
 * sum of spans that start less spans that ended, and only cut addresses are laid out day by day (at most 30 a cut).
 */
const SUBURB_INDEX_DAYS = `
CREATE TABLE step.active_spans AS
WITH marked AS (
  SELECT
    suburb_id,
    address_id,
    from_day,
    to_day,
    coalesce(from_day > max(to_day) OVER (
      PARTITION BY suburb_id, address_id
      ORDER BY from_day, to_day
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), true) AS starts
  FROM step.member_spans
  WHERE address_id IS NOT NULL
),
numbered AS (
  SELECT
    *,
    count(*) FILTER (WHERE starts) OVER (
      PARTITION BY suburb_id, address_id ORDER BY from_day, to_day ROWS UNBOUNDED PRECEDING
    ) AS island
  FROM marked
)
SELECT suburb_id, address_id, min(from_day) AS from_day, max(to_day) AS to_day
FROM numbered
GROUP BY suburb_id, address_id, island;

CREATE TABLE step.suburb_active_days AS
WITH changes AS (
  SELECT suburb_id, from_day AS day, 1 AS addresses, 0 AS listings FROM step.active_spans
  UNION ALL
  SELECT suburb_id, to_day + 1, -1, 0 FROM step.active_spans
  UNION ALL
  SELECT suburb_id, from_day, 0, 1 FROM step.member_spans
  UNION ALL
  SELECT suburb_id, to_day + 1, 0, -1 FROM step.member_spans
),
changed AS (
  SELECT suburb_id, day, sum(addresses) AS addresses, sum(listings) AS listings
  FROM changes
  GROUP BY suburb_id, day
),
running AS (
  SELECT
    suburb_id,
    day AS from_day,
    lead(day) OVER (PARTITION BY suburb_id ORDER BY day) - 1 AS to_day,
    sum(addresses) OVER (PARTITION BY suburb_id ORDER BY day) AS active,
    sum(listings) OVER (PARTITION BY suburb_id ORDER BY day) AS listings
  FROM changed
)
SELECT
  suburb_id,
  CAST(unnest(generate_series(CAST(from_day AS TIMESTAMP), CAST(to_day AS TIMESTAMP), INTERVAL 1 DAY)) AS DATE) AS day,
  CAST(active AS INTEGER) AS active
FROM running
WHERE listings > 0;

CREATE TABLE step.cut_spans AS
SELECT
  c.suburb_id,
  c.address_id,
  c.source,
  c.drop_pct,
  c.drop_abs,
  greatest(CAST(c.observed_at AS DATE), m.from_day) AS from_day,
  least(CAST(c.observed_at AS DATE) + 29, m.to_day) AS to_day
FROM step.price_cuts c
JOIN step.member_spans m ON m.listing_pk = c.listing_pk
WHERE greatest(CAST(c.observed_at AS DATE), m.from_day) <= least(CAST(c.observed_at AS DATE) + 29, m.to_day);

CREATE TABLE step.address_cut_spans AS
WITH edges AS (
  SELECT suburb_id, address_id, from_day AS edge FROM step.cut_spans
  UNION
  SELECT suburb_id, address_id, to_day + 1 AS edge FROM step.cut_spans
),
pieces AS (
  SELECT
    suburb_id,
    address_id,
    edge AS from_day,
    lead(edge) OVER (PARTITION BY suburb_id, address_id ORDER BY edge) - 1 AS to_day
  FROM edges
),
portal_cuts AS (
  SELECT
    p.suburb_id,
    p.address_id,
    p.from_day,
    p.to_day,
    c.source,
    max(c.drop_pct) AS max_drop_pct,
    sum(c.drop_abs) AS drop_value
  FROM pieces p
  JOIN step.cut_spans c
    ON c.suburb_id = p.suburb_id
    AND c.address_id = p.address_id
    AND c.from_day <= p.from_day
    AND c.to_day >= p.to_day
  GROUP BY p.suburb_id, p.address_id, p.from_day, p.to_day, c.source
)
SELECT suburb_id, from_day, to_day, max_drop_pct
FROM portal_cuts
QUALIFY row_number() OVER (
  PARTITION BY suburb_id, address_id, from_day
  ORDER BY drop_value DESC, source
) = 1
ORDER BY suburb_id;

CREATE TABLE step.suburb_index_days AS
WITH cut_days AS (
  SELECT
    suburb_id,
    CAST(unnest(generate_series(CAST(from_day AS TIMESTAMP), CAST(to_day AS TIMESTAMP), INTERVAL 1 DAY)) AS DATE) AS day,
    max_drop_pct
  FROM step.address_cut_spans
),
cuts AS (
  SELECT
    suburb_id,
    day,
    CAST(count(*) AS INTEGER) AS dropped,
    quantile_cont(max_drop_pct, 0.5) AS median_drop_pct
  FROM cut_days
  GROUP BY suburb_id, day
)
SELECT
  a.suburb_id,
  a.day,
  a.active,
  coalesce(c.dropped, 0) AS dropped,
  c.median_drop_pct
FROM step.suburb_active_days a
LEFT JOIN cuts c ON c.suburb_id = a.suburb_id AND c.day = a.day;
`;

export const suburbIndexDays = sqlAggregate("suburb index days", [], SUBURB_INDEX_DAYS);
