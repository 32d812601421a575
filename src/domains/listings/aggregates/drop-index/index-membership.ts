import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { TRACKING_SINCE } from "../../rules.ts";

/**
 * The days on which each listing belongs to the drop index, as spans of dates that never overlap within a listing.
 *
 * A listing counts on day d when it was last seen in d-13..d. A dataset keeps only the latest sighting, so earlier
 * days are read from what is known: a listing was seen throughout [first_seen_at, last_seen_at] except
 * inside its relist gaps (delisted_at, relisted_at). It is a member on d when one of these seen intervals meets
 * [d-13, d], all dates in UTC; that is, from the first day of an interval to 13 days after its last. On the as-of
 * day this is that rule itself. Every figure of day d rests on what had been observed by d, so a later
 * build repeats it.
 */
const INDEX_MEMBERSHIP = `
CREATE TABLE step.index_days AS
SELECT CAST(unnest(generate_series(
  TIMESTAMP '${TRACKING_SINCE}', date_trunc('day', getvariable('as_of')), INTERVAL 1 DAY
)) AS DATE) AS day;

CREATE TABLE step.member_spans AS
WITH gaps AS (
  SELECT g.listing_pk, g.delisted_at, g.relisted_at
  FROM step.relist_gaps g
  JOIN step.listings l ON l.id = g.listing_pk
  WHERE g.delisted_at >= l.first_seen_at AND g.relisted_at <= l.last_seen_at
),
seen AS (
  SELECT
    g.listing_pk,
    coalesce(lag(g.relisted_at) OVER (PARTITION BY g.listing_pk ORDER BY g.delisted_at), l.first_seen_at) AS seen_from,
    g.delisted_at AS seen_to
  FROM gaps g
  JOIN step.listings l ON l.id = g.listing_pk
  UNION ALL
  SELECT l.id, coalesce(g.relisted_at, l.first_seen_at), l.last_seen_at
  FROM step.listings l
  LEFT JOIN (SELECT listing_pk, max(relisted_at) AS relisted_at FROM gaps GROUP BY listing_pk) g
    ON g.listing_pk = l.id
),
spans AS (
  SELECT
    listing_pk,
    CAST(seen_from AS DATE) AS from_day,
    least(
      CAST(seen_to AS DATE) + 13,
      lead(CAST(seen_from AS DATE) - 1) OVER (PARTITION BY listing_pk ORDER BY seen_from, seen_to)
    ) AS to_day
  FROM seen
)
SELECT
  s.listing_pk,
  l.suburb_id,
  l.address_id,
  greatest(s.from_day, DATE '${TRACKING_SINCE}') AS from_day,
  least(s.to_day, CAST(getvariable('as_of') AS DATE)) AS to_day
FROM spans s
JOIN step.listings l ON l.id = s.listing_pk
WHERE greatest(s.from_day, DATE '${TRACKING_SINCE}') <= least(s.to_day, CAST(getvariable('as_of') AS DATE));
`;

export const indexMembership = sqlAggregate("drop index membership", [], INDEX_MEMBERSHIP);
