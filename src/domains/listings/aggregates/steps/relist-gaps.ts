import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/**
 * The times a listing was gone and came back: from the first delisting since the last relisting to the earliest
 * relisting after it. A delisting that is never followed by a relisting makes no gap.
 */
const RELIST_GAPS = `
CREATE TABLE step.relist_gaps AS
WITH marked AS (
  SELECT
    listing_pk,
    event_type,
    observed_at,
    count(*) FILTER (WHERE event_type = 'relisted') OVER (
      PARTITION BY listing_pk
      ORDER BY observed_at, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS relists_before
  FROM step.public_events
  WHERE event_type IN ('delisted', 'relisted')
),
gaps AS (
  SELECT
    listing_pk,
    min(observed_at) FILTER (WHERE event_type = 'delisted') AS delisted_at,
    min(observed_at) FILTER (WHERE event_type = 'relisted') AS relisted_at
  FROM marked
  GROUP BY listing_pk, relists_before
)
SELECT listing_pk, delisted_at, relisted_at
FROM gaps
WHERE delisted_at < relisted_at
ORDER BY listing_pk, delisted_at;
`;

export const relistGaps = sqlAggregate("relist gaps", [], RELIST_GAPS);
