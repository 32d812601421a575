import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/**
 * When each listing aggregate was computed (the dataset's as-of instant) and the newest observation behind it:
 * sightings of listings for the listing statistics and the state summary (the crawl horizon), events for the cuts.
 * No rows when the dataset holds no listings.
 */
const REFRESH_STAMPS = `
CREATE TABLE serve.refresh_stamps AS
WITH seen AS (
  SELECT max(last_seen_at) AS newest FROM step.public_listings HAVING count(*) > 0
)
SELECT 'state_price_drops' AS name, getvariable('as_of') AS as_of, newest AS data_through FROM seen
UNION ALL
SELECT 'suburb_listing_stats', getvariable('as_of'), newest FROM seen
UNION ALL
SELECT
  'suburb_price_drops',
  getvariable('as_of'),
  (SELECT max(observed_at) FROM step.public_events)
FROM seen
ORDER BY name;
`;

export const refreshStamps = sqlAggregate(
  "refresh stamps",
  [{ name: "refresh_stamps", orderBy: "name" }],
  REFRESH_STAMPS,
);
