import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * Active addresses of every suburb on every day of the drop index on which any of its listings is a member: the
 * distinct addresses of the member listings. The spans of an address are merged, and a suburb's count is the running
 * sum of spans that start less spans that ended, so no listing is laid out day by day.
 */
const SUBURB_ACTIVE_DAYS = `
CREATE TABLE step.active_spans AS
WITH spans AS (
  -- Each span once: two adverts of the same days would tie, and a tie read in two orders makes two islands of one.
  SELECT DISTINCT suburb_id, address_id, from_day, to_day
  FROM step.member_spans
  WHERE address_id IS NOT NULL
),
marked AS (
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
  FROM spans
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
`;

export const suburbActiveDays = sqlAggregate("suburb active days", [], SUBURB_ACTIVE_DAYS);
